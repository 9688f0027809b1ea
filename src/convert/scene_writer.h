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
#include "convert/dialect_writer.h"
#include "document/cursor.h"
#include "document/edit.h"
#include "math/math3_64.h"
#include "tumble/dialect.h"

/// A node outside the scene with a mesh, for `geometry.node`.
typedef struct MeshNode {
    int32_t mesh, node;
} MeshNode;

/// A pointer of the source with the new place of its object, for animations.
typedef struct Moved {
    const char *from, *to;
} Moved;

struct SceneWriter {
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
};

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

/// The node for a fitted shape: the authored node, or a new one below it.
static inline int32_t writer_node_for(SceneWriter *writer, int32_t node, const FittedShape *shape)
{
    return shape->result == FIT_BELOW ? tum_writer_add_below(writer, node, shape) : node;
}

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

/// True where two equal items of a table, given by their pointers in the source, may be merged:
/// their names are equal, or may differ by option, with a report (A-COLLAPSE).
bool tum_writer_may_merge(SceneWriter *writer, const char *pointer, const char *other);

/// Records that the object at `from` in the source is now at `to`.
void tum_writer_moved(SceneWriter *writer, const char *from, const Cursor *to);

/// The value at a JSON pointer of the source, absent where it does not exist. The arena keeps all
/// cursors on the path.
Cursor tum_writer_source(SceneWriter *writer, const char *pointer);

#endif
