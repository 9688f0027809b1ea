// SPDX-License-Identifier: MIT
/// scene_writer.h: services for all dialect writers during the conversion of a scene to a document.
///
/// One SceneWriter lives as long as one tum_scene_write. The writer changes a copy of the scene's
/// document; the source stays unchanged, so names and `extras` of removed objects can still be
/// copied. Failures are sticky: after the first, setters have no effect, and the status is
/// determined once, at the end.
///
///     const Cursor motion = tum_writer_object(writer, &extension, "motion");
///     tum_writer_number(writer, &motion, "mass", body->mass);
///
/// A cursor here is a place, not a value: it stays valid while the document changes.
#ifndef TUM_CONVERT_SCENE_WRITER_H
#define TUM_CONVERT_SCENE_WRITER_H

#include "base/arena.h"
#include "base/array.h"
#include "base/report.h"
#include "document/cursor.h"
#include "document/edit.h"
#include "math/math3_64.h"
#include "tumble/dialect.h"

typedef struct DialectWriter DialectWriter;

/// [m] or [rad] The replacement for "no bound" where both ends of a range are required.
#define WRITER_UNBOUNDED 1e9

/// A shape in the target's form.
typedef struct WrittenShape {
    TumShapeKind kind; ///< TUM_SHAPE_CONVEX and TUM_SHAPE_MESH refer to a mesh of the document.
    double size[3], height, radius, radius_bottom, radius_top; ///< [m] As in TumShape.
    bool double_sided;
    bool is_trigger;     ///< For targets with separate shapes of triggers.
    bool is_hull;        ///< The hull of the mesh.
    int32_t mesh;        ///< Index in the document's meshes, or -1.
    const char *pointer; ///< The shape's pointer in the source, for its name and extras.
} WrittenShape;

/// The representation of an authored shape in the target.
typedef enum FitResult {
    FIT_NONE,     ///< None; the loss has been reported.
    FIT_IN_PLACE, ///< In the frame of the node.
    FIT_BELOW     ///< In another frame, `node_from_shape`: the shape needs a node of its own.
} FitResult;

typedef struct FittedShape {
    FitResult result;
    int32_t index; ///< Index in the target's table of shapes, or in the meshes where that table has
                   ///< no meshes.
    bool is_mesh;  ///< `index` refers to the document's meshes.
    bool is_hull;  ///< The hull of that mesh.
    DPose3 node_from_shape;
} FittedShape;

/// A joint in the target's form: limits and drives of its kinds, frames at its places.
typedef struct WrittenJoint {
    const TumJoint *source;
    int32_t node_a, node_b; ///< The nodes of the two frames.
    int32_t body_a, body_b; ///< The nodes of the two bodies, for targets that name these.
    const TumLimit *limits;
    const TumDrive *drives;
    int32_t limit_count, drive_count;
    int32_t description; ///< Index in the table of limits and drives.
} WrittenJoint;

/// A dialect's places for the frames of a joint.
typedef enum JointPlace {
    JOINT_AT_NODES,  ///< Two arbitrary nodes; a node without a body is fixed to the world.
    JOINT_ON_BODIES, ///< The first on a node of its own below a dynamic body, the second on or
                     ///< below any body.
    JOINT_AT_ONE     ///< Both on one node of its own, with the names of two bodies.
} JointPlace;

/// A node outside the scene with a mesh, for `geometry.node`.
typedef struct MeshNode {
    int32_t mesh, node;
} MeshNode;

/// A pointer of the source with the new place of its object, for animations.
typedef struct Moved {
    const char *from, *to;
} Moved;

typedef struct SceneWriter {
    const TumScene *scene;
    const TumDocument *source;
    TumDocument *document; ///< The copy.
    const DialectWriter *target;
    TumWriteOptions options;
    TumReport *report;      ///< May be NULL.
    TumAllocator allocator; ///< The caller's allocator with a record of failures.
    TumAllocator caller;    ///< The caller's allocator itself.
    Arena arena;
    TumStatus status; ///< Sticky.

    Cursor root, nodes;  ///< Places in the copy.
    size_t node_count;   ///< Nodes of the source; new nodes come after them.
    int32_t node_shift;  ///< Difference of a node's index between copy and source: 1 in G4MF, whose
                         ///< node 0 is the root. Functions take and return indices without it.
    FittedShape *fits;   ///< [shape_count] Shapes fitted so far.
    bool *is_fitted;     ///< [shape_count]
    int32_t *mesh_of;    ///< [mesh_count] Index of a scene's mesh in the document, or -1.
    int32_t *mesh_index; ///< [source's meshes] Index in the copy, or -1; NULL: unchanged.
    struct G4mfBody *g4mf_bodies; ///< [body_count] See g4mf_writer.c.
    ARRAY(WrittenShape) shapes;   ///< The content of the table of shapes.
    ARRAY(WrittenJoint) joints;   ///< The content of the table of joint descriptions.
    ARRAY(MeshNode) mesh_nodes;
    ARRAY(TumLimit) constraints; ///< The content of the table of constraints.
    bool is_for_trigger;         ///< Shapes are fitted for triggers.
    bool is_new;                 ///< The source was created for the scene: it has nodes only.
    ARRAY(Moved) moved;
    const size_t *world_colliders; ///< [node_count] Colliders of the world at and below; NULL: not
                                   ///< counted yet.
    bool *has_trigger, *has_joint; ///< [node_count] The node has one already.
    bool *is_taken; ///< [node_count] The node is a body, is visible or has shapes: unusable for a
                    ///< joint that needs a node of its own.
} SceneWriter;

/// Features of a dialect. Bits.
typedef enum Ability {
    CAN_TAPER = 1 << 0,          ///< Capsules and cylinders of two radii.
    CAN_INFINITE_PLANE = 1 << 1, ///< Single-sided.
    CAN_FINITE_PLANE = 1 << 2,   ///< Single- and double-sided.
    CAN_TABLE_MESH = 1 << 3,     ///< Meshes are entries of the table of shapes.
    CAN_INFINITE_MASS = 1 << 4,  ///< Infinite mass and moments of inertia.
    CAN_LEAVE_MASS = 1 << 5,     ///< Mass and centre of mass may be left to the engine.
    CAN_GRAVITY_FACTOR = 1 << 6,
    CAN_STATIC_BODY = 1 << 7, ///< Bodies that never move, to group colliders.
    CAN_TAG = 1 << 8,         ///< Characters and vehicles.
    CAN_MATERIAL = 1 << 9,
    CAN_ABSTAIN = 1 << 10, ///< A material without a combine mode, which leaves it to the other
                           ///< side.
    CAN_FILTER = 1 << 11,
    CAN_COMPOUND = 1 << 12,       ///< Triggers that consist of other nodes.
    CAN_COMPOUND_SHAPE = 1 << 13, ///< ... with a shape and a filter of their own.
    CAN_JOIN = 1 << 14,           ///< Joints at all.
    CAN_COLLIDE_JOINED = 1 << 15, ///< Joined bodies may collide.
    CAN_DRIVE = 1 << 16,
    CAN_RADIAL = 1 << 17,     ///< Limits on distances and cones.
    CAN_OPEN_END = 1 << 18,   ///< Limits without a minimum or without a maximum.
    CAN_OPEN_RANGE = 1 << 19, ///< Limits without both.
    CAN_NO_SPRING = 1 << 20,  ///< Soft limits without stiffness.
    CAN_HULL_255 = 1 << 21,   ///< Hulls of no more than 255 points.
    CAN_DISABLE = 1 << 22     ///< A collider under a node of scale zero is disabled.
} Ability;

/// A trigger in the target's form.
typedef struct WrittenTrigger {
    int32_t node;
    FittedShape shape;      ///< The trigger's own shape; FIT_NONE: it consists of its members.
    int32_t filter;         ///< Or -1.
    const int32_t *members; ///< Nodes with triggers of their own.
    size_t member_count;
    const char *pointer; ///< The trigger's pointer in the source; "" for a part without one.
} WrittenTrigger;

/// A shape before its node is chosen.
typedef struct ShapeSeat {
    int32_t node, body;            ///< In the scene; body -1: the world.
    int32_t authored_shape, shape; ///< As in TumCollider.
    const double *position, *rotation, *scale;
    bool enabled;
    const char *role; ///< "Collider" or "Trigger", for the name of a new node.
    const char *pointer;
} ShapeSeat;
/// The object model of animation pointers.
typedef enum PointerSpace { POINTERS_NONE, POINTERS_KHR, POINTERS_OMI } PointerSpace;

/// The interface of a dialect's writer. Each function writes one object when the driver
/// (scene_write.c) calls it; the driver has then replaced all features that the target lacks.
struct DialectWriter {
    const char *name;            ///< Its name on the command line: "khr".
    const char *revisions;       ///< Ids in TumScene.dialects that the target covers: "K7 GR".
    const char *keeps_shapes_in; ///< The extension with the shapes of gravity volumes, where it
                                 ///< belongs to the target; else NULL.
    unsigned can;                ///< Abilities.
    JointPlace joints;
    PointerSpace pointers; ///< Properties that KHR_animation_pointer can target.
    /// Called first: writes tables with the scene's indices (materials, filters).
    void (*begin)(SceneWriter *writer);
    /// Appends a shape to the table of shapes. @return its index, -1 on failure.
    int32_t (*shape)(SceneWriter *writer, const WrittenShape *shape);
    void (*body)(SceneWriter *writer, const TumBody *body);
    /// @param node  the collider's own node, or a new one for it.
    void (*collider)(SceneWriter *writer, const TumCollider *collider, int32_t node,
                     const FittedShape *shape);
    void (*trigger)(SceneWriter *writer, const WrittenTrigger *trigger);
    /// Writes all triggers, for targets with another grouping of shapes; NULL: `trigger` is used.
    void (*triggers)(SceneWriter *writer);
    /// Makes a node without shapes a static body, as an anchor of a joint; NULL where joints attach
    /// to the world.
    void (*anchor)(SceneWriter *writer, int32_t node);
    /// Appends the limits and drives of a joint to their table; NULL for targets with a list in
    /// each joint.
    /// @return the index.
    int32_t (*description)(SceneWriter *writer, const WrittenJoint *joint);
    void (*joint)(SceneWriter *writer, const WrittenJoint *joint);
    /// Chooses node and shape for a collider or trigger, where the target has further rules for
    /// nodes. NULL: the node itself, or one below it.
    /// @return the node that carries the shape.
    int32_t (*seat)(SceneWriter *writer, const ShapeSeat *seat, FittedShape *shape);
    /// Writes a pose and a scale in the target's form; NULL: glTF's.
    void (*transform)(SceneWriter *writer, int32_t node, DPose3 pose, DVec3 scale);
    /// Called last. @param is_required  the source required its physics.
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

/// Records the first failure.
static inline void writer_note(SceneWriter *writer, TumStatus status)
{
    writer->status = writer->status == TUM_OK ? status : writer->status;
}

/// The place of a member, present or not.
static inline Cursor writer_member(const Cursor *object, const char *key)
{
    return (Cursor){.document = object->document, .parent = object, .key = key};
}

// Each function sets one member of the object at a place.
void tum_writer_number(SceneWriter *writer, const Cursor *object, const char *key, double value);
void tum_writer_numbers(SceneWriter *writer, const Cursor *object, const char *key,
                        const double *values, size_t count);
void tum_writer_text(SceneWriter *writer, const Cursor *object, const char *key, const char *text);
void tum_writer_boolean(SceneWriter *writer, const Cursor *object, const char *key, bool value);

/// The member as an object or array, created where it is missing.
Cursor tum_writer_object(SceneWriter *writer, const Cursor *object, const char *key);
Cursor tum_writer_array(SceneWriter *writer, const Cursor *object, const char *key);
void tum_writer_add_number(SceneWriter *writer, const Cursor *array, double value);
void tum_writer_add_text(SceneWriter *writer, const Cursor *array, const char *text);

/// Number of items of an array, or members of an object, in the present copy.
size_t tum_writer_count(const SceneWriter *writer, const Cursor *place);

/// Appends an empty object to an array. @return its place; cursor.index is its index.
Cursor tum_writer_add_object(SceneWriter *writer, const Cursor *array);

/// A place that outlives the function that created it.
const Cursor *tum_writer_keep(SceneWriter *writer, Cursor place);

/// Adds an extension to extensionsUsed, and with is_required to extensionsRequired.
void tum_writer_declare(SceneWriter *writer, const char *extension, bool is_required);

/// A node of the copy.
Cursor tum_writer_node(const SceneWriter *writer, int32_t node);

/// The object of an extension on a node of the copy, created where it is missing. The arena keeps
/// the cursors between.
Cursor tum_writer_node_extension(SceneWriter *writer, int32_t node, const char *extension);

/// The object of an extension at the root, created where it is missing.
Cursor tum_writer_root_extension(SceneWriter *writer, const char *extension);

/// A new node without a transform of its own. @param parent  or EDIT_ROOT, EDIT_NOWHERE.
int32_t tum_writer_add_node(SceneWriter *writer, int32_t parent, const char *name);

/// A new node at a pose in a body frame (in the world where body is -1): a child of the body's
/// node, without its scale, or a root.
int32_t tum_writer_add_frame(SceneWriter *writer, int32_t body, DPose3 pose, const char *name);

/// A node below another one, for a shape in a frame of its own.
int32_t tum_writer_add_below(SceneWriter *writer, int32_t node, const FittedShape *shape);

void tum_writer_set_transform(SceneWriter *writer, int32_t node, DPose3 pose, DVec3 scale);

/// The body's linear part without its rotation.
DMat3 tum_writer_stretch(const TumBody *body);

/// Copies `name` and `extras` of an object of the source, and reports dropped extensions (L-EXT).
/// @param pointer  of the source's object; "" copies nothing.
void tum_writer_take_along(SceneWriter *writer, const char *pointer, const Cursor *object);

/// Reports a difference between target and source.
///
/// @param pointer  the cause, in the source.
/// @param result   the place in the written document; NULL: none.
__attribute__((format(__printf__, 5, 6))) void
tum_writer_tell(SceneWriter *writer, DiagnosticCode code, const char *pointer, const Cursor *result,
                const char *format, ...);

/// Reports gravity and its volumes where the target has none.
void tum_writer_tell_lost_gravity(SceneWriter *writer);

/// True where two equal items of a table, given by their pointers in the source, may be merged:
/// their names are equal, or may differ by option, with a report (A-COLLAPSE).
bool tum_writer_may_merge(SceneWriter *writer, const char *pointer, const char *other);

/// Records that the object at `from` in the source is now at `to`.
void tum_writer_moved(SceneWriter *writer, const char *from, const Cursor *to);

/// Redirects animations to the new places of their properties; reports those without a target
/// (L-POINTER), behaviour graphs, and extensions of foreign bodies.
void tum_writer_pointers(SceneWriter *writer);

/// The removed extensions, by index; NULL beyond the last one.
const char *tum_writer_extension_taken(size_t index);

/// The value at a JSON pointer of the source, absent where it does not exist. The arena keeps all
/// cursors on the path.
Cursor tum_writer_source(SceneWriter *writer, const char *pointer);

/// Converts the limits and drives of a joint to the target's kinds, and reports the losses.
void tum_writer_fit_joint(SceneWriter *writer, WrittenJoint *joint);

/// Moves the frames of a joint to the target's places; creates nodes and anchors as needed.
void tum_writer_place_joint(SceneWriter *writer, WrittenJoint *joint);

/// Names of a table of limits and drives, and of its members.
typedef struct JointWords {
    const char *table, *stiffness, *damping;
    bool needs_limits; ///< A joint has at least one limit; a limit without effect replaces none
                       ///< (A-DUMMY).
} JointWords;

/// Appends the limits and drives of a joint. @return the index in the table.
int32_t tum_writer_joint_description(SceneWriter *writer, const Cursor *owner,
                                     const JointWords *words, const WrittenJoint *joint);

/// Writes the tables of filters and, with these names of combine modes, of materials, in an object
/// of the root.
void tum_writer_filters(SceneWriter *writer, const Cursor *root);
void tum_writer_materials(SceneWriter *writer, const Cursor *root, const char *const words[5]);

/// As tum_writer_fit_shape, for a node with an uneven scale: a hull where curved shapes must be
/// baked.
FittedShape tum_writer_fit_scaled_shape(SceneWriter *writer, int32_t shape, const double scale[4],
                                        const char *pointer);

/// The representation of an authored shape in the target: computed once for all its users.
FittedShape tum_writer_fit_shape(SceneWriter *writer, int32_t shape, const char *pointer);

#endif
