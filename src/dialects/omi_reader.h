// SPDX-License-Identifier: MIT
/// omi_reader.h: the OMI line of physics bodies, all revisions of it.
///
/// Three dialects that share tables of shapes and, since they nest in one another, the question
/// whose shape a shape is (spec/dialects.md sections 6.1 to 6.5):
///
///     omi_reader.c           today's: `motion`, `collider`, `trigger` on nodes     B3 to B5
///     omi_draft_reader.c     a body has a `type`; shapes stand on nodes below it   B0 to B2
///     omi_collider_reader.c  OMI_collider; gives the shapes of both to their owners
///     omi_motion.c           what the motions of all have in common
///     omi_shape.c            shapes
///
/// omi_joint_reader.c and omi_gravity_reader.c are dialects beside them.
#ifndef TUM_DIALECTS_OMI_READER_H
#define TUM_DIALECTS_OMI_READER_H

#include "dialects/dialect.h"
#include "dialects/omi_shape.h"
#include "dialects/surface_tables.h"

/// What the OMI dialects know of a node. Bits.
enum {
    OMI_TRIGGER = 1,        ///< It has a trigger, or stands for one.
    OMI_SHAPED_TRIGGER = 2, ///< … of today's form, with a shape.
    OMI_GROUP = 4,          ///< `trigger: {}`: stands for the triggers below.
    OMI_TRIGGER_BODY = 8,   ///< A body of type trigger.
    OMI_FREE_SHAPE = 16,    ///< A shape that is no collider by itself: its owner decides.
    OMI_SOLID_SHAPE = 32    ///< … and it turned out to be a collider.
};

/// A shape on a node by itself: OMI_physics_shape's `shape`, OMI_collider's `collider`.
typedef struct OmiFreeShape {
    int32_t shape; ///< In the scene, or -1.
    bool is_trigger, is_collider;
    const char *pointer;
} OmiFreeShape;

/// An extension that nodes carry.
typedef struct OmiExtension {
    const char *name;
    bool is_declared; ///< extensionsUsed names it.
    bool is_seen;     ///< On the root or on some node of the scene.
} OmiExtension;

typedef struct OmiState {
    OmiExtension body, shape, collider;
    OmiShapeTable shapes;    ///< OMI_physics_shape
    OmiShapeTable colliders; ///< OMI_collider
    SurfaceTables surface;
    size_t node_count;
    unsigned char *marks;        ///< [node_count] OMI_… bits
    const char **group_pointers; ///< [node_count] Of `trigger: {}` and of trigger bodies.
    int32_t *group_filters;      ///< [node_count] Of `trigger: {}`.
    OmiFreeShape *free_shapes;   ///< [node_count] With OMI_FREE_SHAPE.
    // What shows of revisions, for people: bodies by type, among them dynamic ones, shapes on
    // nodes; today's objects, compounds by `nodes`, gravity factors.
    bool has_typed, has_dynamic_type, has_node_shape;
    bool is_today, has_trigger_nodes, has_gravity_factor;
} OmiState;

/// The state, opened by the first who asks. @return NULL when out of memory.
OmiState *tum_omi_state(SceneReader *reader);

/// Notes that an extension is there; files that extensionsUsed does not name it.
void tum_omi_see(OmiExtension *extension, const Cursor *object);

/// The member of a node's extensions; files nothing about those.
Cursor tum_omi_node_extension(const Cursor *extensions, const char *name);

/// Keeps a shape until its owner is known.
void tum_omi_keep_free_shape(OmiState *omi, int32_t node, OmiFreeShape shape);

/// The nearest node at or above `node` with one of these bits, or -1.
///
/// @param marks  [node_count]
/// @param memo   [node_count] All zero before the first call with these marks: answers, kept.
int32_t tum_omi_nearest(const SceneReader *reader, const unsigned char *marks, unsigned bits,
                        int32_t *memo, int32_t node);

/// A motion's mass, center of mass and velocities; 1 kg at rest where nothing is given.
MotionDef tum_omi_motion_read(SceneReader *reader, int32_t node, const Cursor *motion,
                              TumBodyKind kind);

/// Files PHYSICS_STATIC_VELOCITY at each velocity that is not zero.
void tum_omi_check_rest(const Cursor *motion);

#endif
