// SPDX-License-Identifier: MIT
/// omi_reader.h: the OMI line of physics bodies, all revisions of it.
///
/// Three dialects that share tables of shapes and, since they nest in one another, the question
/// whose shape a shape is (docs/specification.md#omi_collider-and-omi_physics_shape and
/// docs/specification.md#omi_physics_body):
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
    OMI_SHAPED_TRIGGER = 2, ///< … of today's form, with a shape and no list of others.
    OMI_GROUP = 4,          ///< `trigger: {}`: stands for the triggers below.
    OMI_TRIGGER_BODY = 8,   ///< A body of type trigger.
    OMI_FREE_SHAPE = 16,    ///< A shape that is no collider by itself: its owner decides.
    OMI_SOLID_SHAPE = 32    ///< … and it turned out to be a collider.
};

/// A shape on a node by itself: OMI_physics_shape's `shape`, OMI_collider's `collider`; or that of
/// a trigger which may turn out to be part of a greater one.
typedef struct OmiFreeShape {
    int32_t shape;    ///< In the scene, or -1.
    int32_t filter;   ///< Or -1.
    bool is_trigger;  ///< OMI_collider's `isTrigger`.
    bool of_collider; ///< It stands in an OMI_collider object.
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
    size_t node_count;           ///< Of the document; 0 where no node has an OMI extension.
    unsigned char *marks;        ///< [nodes of the document] OMI_… bits
    const char **group_pointers; ///< [node_count] Of `trigger: {}` and of trigger bodies.
    int32_t *group_filters;      ///< [node_count] Of `trigger: {}`.
    OmiFreeShape *free_shapes;   ///< [node_count] With OMI_FREE_SHAPE or _SHAPED_TRIGGER.
    bool has_free_shape, has_shaped_trigger; ///< Some node has such a mark.
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

/// Sorts free shapes by their owners, node order within each.
///
/// @param owner_of  [node_count] Or -1.
/// @param first     [node_count + 1] Zero, and at owner + 1 how many an owner has; receives where
///                  each one's parts begin, and at its end where the last one's end.
/// @param parts     [node_count] receives the parts.
void tum_omi_fill_parts(const OmiState *omi, const int32_t *owner_of, size_t *first,
                        TriggerPartDef *parts);

/// A motion's mass, center of mass and velocities; 1 kg at rest where nothing is given.
MotionDef tum_omi_motion_read(SceneReader *reader, int32_t node, const Cursor *motion,
                              TumBodyKind kind);

/// Files PHYSICS_STATIC_VELOCITY at each velocity that is not zero.
void tum_omi_check_rest(const Cursor *motion);

#endif
