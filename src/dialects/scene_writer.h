// SPDX-License-Identifier: MIT
/// scene_writer.h: what all dialect writers share while a scene becomes part of a document.
///
/// One SceneWriter lives as long as one tum_scene_write. It changes a copy of the document the
/// scene was read from; the source stays as it is, so texts and `extras` of objects that are gone
/// from the copy can still be taken along. Failures are sticky: after the first, putting does
/// nothing, and the answer is worked out once, at the end.
///
///     const Cursor motion = tum_writer_object(writer, &extension, "motion");
///     tum_writer_number(writer, &motion, "mass", body->mass);
///
/// A cursor here is a place, not a value: it stays good while the document changes.
#ifndef TUM_DIALECTS_SCENE_WRITER_H
#define TUM_DIALECTS_SCENE_WRITER_H

#include "base/arena.h"
#include "base/array.h"
#include "base/report.h"
#include "document/cursor.h"
#include "document/edit.h"
#include "math/math3_64.h"
#include "tumble/dialect.h"

typedef struct DialectWriter DialectWriter;

/// What stands for "no bound" where both ends of a range have to be given. [m] or [rad]
#define WRITER_UNBOUNDED 1e9

/// A shape as the target writes it: always one that it can say.
typedef struct WrittenShape {
    TumShapeKind kind; ///< TUM_SHAPE_CONVEX and TUM_SHAPE_MESH name a mesh of the document.
    double size[3], height, radius, radius_bottom, radius_top; ///< [m] As in TumShape.
    bool double_sided;
    bool is_trigger;     ///< Where the target keeps shapes of triggers apart.
    bool is_hull;        ///< Of the mesh.
    int32_t mesh;        ///< Index in the document's meshes, or -1.
    const char *pointer; ///< Of the shape in the source, for its name and extras.
} WrittenShape;

/// How an authored shape is said in the target.
typedef enum FitResult {
    FIT_NONE,     ///< Not at all; the loss has been noted.
    FIT_IN_PLACE, ///< In the frame of the node.
    FIT_BELOW     ///< In another frame, `node_from_shape`: it needs a node of its own.
} FitResult;

typedef struct FittedShape {
    FitResult result;
    int32_t index; ///< In the target's table of shapes, or of meshes where it has none for these.
    bool is_mesh;  ///< `index` is one of the document's meshes.
    bool is_hull;  ///< Of that mesh: its hull.
    DPose3 node_from_shape;
} FittedShape;

/// A joint as the target writes it: limits and drives that it can say, frames where it wants them.
typedef struct WrittenJoint {
    const TumJoint *source;
    int32_t node_a, node_b; ///< The nodes of the two frames.
    int32_t body_a, body_b; ///< The nodes of the two bodies, for targets that name these.
    const TumLimit *limits;
    const TumDrive *drives;
    int32_t limit_count, drive_count;
    int32_t description; ///< Index in the table of limits and drives.
} WrittenJoint;

/// Where a dialect wants the frames of a joint.
typedef enum JointPlace {
    JOINT_AT_NODES,  ///< Two nodes anywhere; what belongs to no body is fixed to the world.
    JOINT_ON_BODIES, ///< The first on a node of its own below a dynamic body, the second on or
                     ///< below any body.
    JOINT_AT_ONE     ///< Both on one node of its own, beside the names of two bodies.
} JointPlace;

/// A node outside the scene that holds a mesh for `geometry.node`.
typedef struct MeshNode {
    int32_t mesh, node;
} MeshNode;

/// A pointer of the source and where its object went, for animations that name it.
typedef struct Moved {
    const char *from, *to;
} Moved;

typedef struct SceneWriter {
    const TumScene *scene;
    const TumDocument *source;
    TumDocument *document; ///< The copy that changes.
    const DialectWriter *target;
    TumWriteOptions options;
    TumReport *report;      ///< May be NULL.
    TumAllocator allocator; ///< The caller's, noting failures.
    TumAllocator caller;    ///< The caller's own.
    Arena arena;
    TumStatus status; ///< Sticky.

    Cursor root, nodes;  ///< Of the copy.
    size_t node_count;   ///< Of the source; nodes that are added come behind.
    int32_t node_shift;  ///< Added to a node's index in the source gives that in the copy: 1 in
                         ///< G4MF, whose node 0 is the root. Functions take and give the former.
    FittedShape *fits;   ///< [shape_count] Of shapes fitted so far.
    bool *is_fitted;     ///< [shape_count]
    int32_t *mesh_of;    ///< [mesh_count] Where a mesh of the scene is in the document, or -1.
    int32_t *mesh_index; ///< [source's meshes] Where they are in the copy, or -1; NULL: where they
                         ///< were.
    struct G4mfBody *g4mf_bodies; ///< [body_count] See g4mf_writer.c.
    ARRAY(WrittenShape) shapes;   ///< What the table of shapes has.
    ARRAY(WrittenJoint) joints;   ///< What the table of joint descriptions has.
    ARRAY(MeshNode) mesh_nodes;
    ARRAY(TumLimit) constraints; ///< What the table of constraints has.
    bool is_for_trigger;         ///< Shapes are fitted for triggers.
    bool is_new;                 ///< The source was made for the scene: it has nodes alone.
    ARRAY(Moved) moved;
    const size_t *world_colliders; ///< [node_count] Of the world, at and below; NULL: not counted.
    bool *has_trigger, *has_joint; ///< [node_count] The node has one already.
    bool *is_taken; ///< [node_count] The node is a body, is seen or has shapes: no place for a
                    ///< joint that wants a node of its own.
} SceneWriter;

/// What a dialect can say without bending it. Bits.
typedef enum Ability {
    CAN_TAPER = 1 << 0,          ///< Capsules and cylinders of two radii.
    CAN_INFINITE_PLANE = 1 << 1, ///< Single-sided.
    CAN_FINITE_PLANE = 1 << 2,   ///< And double-sided ones.
    CAN_TABLE_MESH = 1 << 3,     ///< Meshes are entries of the table of shapes.
    CAN_INFINITE_MASS = 1 << 4,  ///< And moments of inertia.
    CAN_LEAVE_MASS = 1 << 5,     ///< Mass and centre of mass to the engine.
    CAN_GRAVITY_FACTOR = 1 << 6,
    CAN_STATIC_BODY = 1 << 7, ///< Bodies that never move, to group colliders.
    CAN_TAG = 1 << 8,         ///< Characters and vehicles.
    CAN_MATERIAL = 1 << 9,
    CAN_ABSTAIN = 1 << 10, ///< A material that leaves combining to the other side.
    CAN_FILTER = 1 << 11,
    CAN_COMPOUND = 1 << 12,       ///< Triggers made of other nodes.
    CAN_COMPOUND_SHAPE = 1 << 13, ///< ... that have a shape and a filter besides.
    CAN_JOIN = 1 << 14,           ///< Joints at all.
    CAN_COLLIDE_JOINED = 1 << 15, ///< What is joined may collide.
    CAN_DRIVE = 1 << 16,
    CAN_RADIAL = 1 << 17,     ///< Limits on distances and cones.
    CAN_OPEN_END = 1 << 18,   ///< Limits without a minimum or without a maximum,
    CAN_OPEN_RANGE = 1 << 19, ///< or without both.
    CAN_NO_SPRING = 1 << 20,  ///< Soft limits without stiffness.
    CAN_HULL_255 = 1 << 21,   ///< Hulls of no more than 255 points.
    CAN_DISABLE = 1 << 22     ///< A collider under a node of scale zero is one that is disabled.
} Ability;

/// A trigger as the target writes it.
typedef struct WrittenTrigger {
    int32_t node;
    FittedShape shape;      ///< Its own; FIT_NONE: it is made of its members.
    int32_t filter;         ///< Or -1.
    const int32_t *members; ///< Nodes that have triggers themselves.
    size_t member_count;
    const char *pointer; ///< Of the trigger in the source; "" for a part that had none.
} WrittenTrigger;

/// A shape on its way to a node.
typedef struct ShapeSeat {
    int32_t node, body;            ///< Of the scene; body -1: the world.
    int32_t authored_shape, shape; ///< As in TumCollider.
    const double *position, *rotation, *scale;
    bool enabled;
    const char *role; ///< "Collider" or "Trigger", for the name of a node made for it.
    const char *pointer;
} ShapeSeat;
/// Whose object model animations point into.
typedef enum PointerSpace { POINTERS_NONE, POINTERS_KHR, POINTERS_OMI } PointerSpace;

/// The shape that every dialect's writer has. Each function writes one object where the driver
/// (scene_write.c) says, which has done by then whatever the target lacks an ability for.
struct DialectWriter {
    const char *name;      ///< As the command line calls it: "khr".
    const char *revisions; ///< Ids, as scenes tell them, that are the target's own words: "K7 GR".
    const char *keeps_shapes_in; ///< The extension whose table of shapes gravity volumes refer to,
                                 ///< where it is the target's own; else NULL.
    unsigned can;                ///< Abilities.
    JointPlace joints;
    PointerSpace pointers; ///< Properties that KHR_animation_pointer can name.
    /// Before everything else: tables that keep the scene's indices (materials, filters).
    void (*begin)(SceneWriter *writer);
    /// Appends a shape to the table of shapes. @return its index, -1 on failure.
    int32_t (*shape)(SceneWriter *writer, const WrittenShape *shape);
    void (*body)(SceneWriter *writer, const TumBody *body);
    /// @param node  the collider's own, or one that was made for it.
    void (*collider)(SceneWriter *writer, const TumCollider *collider, int32_t node,
                     const FittedShape *shape);
    void (*trigger)(SceneWriter *writer, const WrittenTrigger *trigger);
    /// All triggers, where the target has its own way to gather shapes; NULL: `trigger` does.
    void (*triggers)(SceneWriter *writer);
    /// Makes a node without shapes a static body, for a joint to hold on to; NULL where joints hold
    /// on to the world.
    void (*anchor)(SceneWriter *writer, int32_t node);
    /// Appends the limits and drives of a joint to their table; NULL where each joint lists its
    /// own.
    /// @return the index.
    int32_t (*description)(SceneWriter *writer, const WrittenJoint *joint);
    void (*joint)(SceneWriter *writer, const WrittenJoint *joint);
    /// Finds the node and the shape for what stands at a node, where the target asks more of nodes
    /// than to be there. NULL: the node itself, or one below it.
    /// @return the node that carries the shape.
    int32_t (*seat)(SceneWriter *writer, const ShapeSeat *seat, FittedShape *shape);
    /// Writes a pose and a scale in the target's words; NULL: glTF's.
    void (*transform)(SceneWriter *writer, int32_t node, DPose3 pose, DVec3 scale);
    /// After everything else. @param is_required  the source could not be read without its physics.
    void (*finish)(SceneWriter *writer, bool is_required);
};

extern const DialectWriter tum_omi_writer;                 ///< B5, S4, J1
extern const DialectWriter *const tum_omi_draft_writer;    ///< B1, S2, J0
extern const DialectWriter *const tum_omi_collider_writer; ///< B0, OC, J0
extern const DialectWriter tum_g4mf_writer;                ///< F

static inline bool writer_can(const SceneWriter *writer, Ability ability)
{
    return (writer->target->can & ability) != 0;
}

static inline bool writer_is_fine(const SceneWriter *writer)
{
    return writer->status == TUM_OK;
}

/// Takes the first failure.
static inline void writer_note(SceneWriter *writer, TumStatus status)
{
    writer->status = writer->status == TUM_OK ? status : writer->status;
}

/// The place of a member, there or not.
static inline Cursor writer_member(const Cursor *object, const char *key)
{
    return (Cursor){.document = object->document, .parent = object, .key = key};
}

// Putting: each sets one member of the object at a place.
void tum_writer_number(SceneWriter *writer, const Cursor *object, const char *key, double value);
void tum_writer_numbers(SceneWriter *writer, const Cursor *object, const char *key,
                        const double *values, size_t count);
void tum_writer_text(SceneWriter *writer, const Cursor *object, const char *key, const char *text);
void tum_writer_boolean(SceneWriter *writer, const Cursor *object, const char *key, bool value);

/// The member as an object or array, made where there is none.
Cursor tum_writer_object(SceneWriter *writer, const Cursor *object, const char *key);
Cursor tum_writer_array(SceneWriter *writer, const Cursor *object, const char *key);
void tum_writer_add_number(SceneWriter *writer, const Cursor *array, double value);
void tum_writer_add_text(SceneWriter *writer, const Cursor *array, const char *text);

/// Items of an array, members of an object of the copy, as it is now.
size_t tum_writer_count(const SceneWriter *writer, const Cursor *place);

/// Appends an empty object to an array. @return where it is; its cursor.index tells the index.
Cursor tum_writer_add_object(SceneWriter *writer, const Cursor *array);

/// A place that outlives the function which made it.
const Cursor *tum_writer_keep(SceneWriter *writer, Cursor place);

/// Adds an extension to extensionsUsed, and to extensionsRequired if so.
void tum_writer_declare(SceneWriter *writer, const char *extension, bool is_required);

/// A node of the copy.
Cursor tum_writer_node(const SceneWriter *writer, int32_t node);

/// The object of an extension on a node of the copy, made where there is none. The cursors between
/// are kept in the arena.
Cursor tum_writer_node_extension(SceneWriter *writer, int32_t node, const char *extension);

/// Likewise at the root.
Cursor tum_writer_root_extension(SceneWriter *writer, const char *extension);

/// A new node without a transform of its own. @param parent  or EDIT_ROOT, EDIT_NOWHERE.
int32_t tum_writer_add_node(SceneWriter *writer, int32_t parent, const char *name);

/// A new node at a place in a body frame (in the world where body is -1): a child of the body's
/// node, undoing its scale, or a root.
int32_t tum_writer_add_frame(SceneWriter *writer, int32_t body, DPose3 pose, const char *name);

/// A node below another one, where a shape in a frame of its own has to stand.
int32_t tum_writer_add_below(SceneWriter *writer, int32_t node, const FittedShape *shape);

void tum_writer_set_transform(SceneWriter *writer, int32_t node, DPose3 pose, DVec3 scale);

/// The body's linear part without its rotation.
DMat3 tum_writer_stretch(const TumBody *body);

/// Takes `name` and `extras` of an object of the source along, and notes extensions that stay
/// behind (L-EXT). @param pointer  of the source's object; "" takes nothing.
void tum_writer_take_along(SceneWriter *writer, const char *pointer, const Cursor *object);

/// Notes what the target says otherwise or not at all.
///
/// @param pointer  the cause, in the source.
/// @param result   where it shows in the document that is written; NULL: nowhere.
__attribute__((format(printf, 5, 6))) void tum_writer_tell(SceneWriter *writer, DiagnosticCode code,
                                                           const char *pointer,
                                                           const Cursor *result, const char *format,
                                                           ...);

/// Whether two equal items of a table, told by their pointers in the source, may be one: where
/// they are not named differently, or that does not matter and is told (A-COLLAPSE).
bool tum_writer_may_merge(SceneWriter *writer, const char *pointer, const char *other);

/// Remembers that what stood at `from` in the source stands at `to` now.
void tum_writer_moved(SceneWriter *writer, const char *from, const Cursor *to);

/// Leads animations to where their properties went; tells of those that went nowhere (L-POINTER),
/// of behaviour graphs and of extensions that stay beside foreign bodies.
void tum_writer_pointers(SceneWriter *writer);

/// The extensions that are taken away, one after the other; NULL from their number on.
const char *tum_writer_extension_taken(size_t index);

/// The value at a JSON pointer of the source, with all cursors on the way kept in the arena; absent
/// where there is none.
Cursor tum_writer_source(SceneWriter *writer, const char *pointer);

/// The limits and drives of a joint as the target can say them; what it cannot is told.
void tum_writer_fit_joint(SceneWriter *writer, WrittenJoint *joint);

/// Where the target wants the frames of a joint; nodes and anchors are made as needed.
void tum_writer_place_joint(SceneWriter *writer, WrittenJoint *joint);

/// What a table of limits and drives is called, and what is in it.
typedef struct JointWords {
    const char *table, *stiffness, *damping;
    bool needs_limits; ///< A joint has at least one; one that never acts stands for none (A-DUMMY).
} JointWords;

/// Appends the limits and drives of a joint. @return the index in the table.
int32_t tum_writer_joint_description(SceneWriter *writer, const Cursor *owner,
                                     const JointWords *words, const WrittenJoint *joint);

/// The tables of filters and, with these words for combining, of materials, in an object of the
/// root.
void tum_writer_filters(SceneWriter *writer, const Cursor *root);
void tum_writer_materials(SceneWriter *writer, const Cursor *root, const char *const words[5]);

/// The same where the node's scale is uneven: a hull where curved shapes are to be baked.
FittedShape tum_writer_fit_scaled_shape(SceneWriter *writer, int32_t shape, const double scale[4],
                                        const char *pointer);

/// How the target says an authored shape: found once, the same for all who use it.
FittedShape tum_writer_fit_shape(SceneWriter *writer, int32_t shape, const char *pointer);

#endif
