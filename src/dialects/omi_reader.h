// SPDX-License-Identifier: MIT
/// omi_reader.h: the OMI line of physics bodies, in all revisions.
///
/// Three dialects share tables of shapes and, since they may be nested in one another, the search
/// for the owner of a shape (docs/specification.md#omi_collider-and-omi_physics_shape and
/// docs/specification.md#omi_physics_body):
///
///     omi_reader.c           today's: `motion`, `collider`, `trigger` on nodes     B3 to B5
///     omi_draft_reader.c     a body has a `type`; shapes are on nodes below        B0 to B2
///     omi_collider_reader.c  OMI_collider; gives the shapes of both to their owners
///     omi_motion.c           members common to all motions
///     omi_shape.c            shapes
///
/// omi_joint_reader.c and omi_gravity_reader.c are separate dialects.
#ifndef TUM_DIALECTS_OMI_READER_H
#define TUM_DIALECTS_OMI_READER_H

#include "dialects/dialect.h"
#include "dialects/omi_shape.h"
#include "dialects/surface_tables.h"

/// Content of a node in the OMI dialects. Bits.
enum {
    OMI_TRIGGER = 1,        ///< The node has a trigger, or represents one.
    OMI_SHAPED_TRIGGER = 2, ///< … of today's form, with a shape and no list of others.
    OMI_GROUP = 4,          ///< `trigger: {}`: represents the triggers below.
    OMI_TRIGGER_BODY = 8,   ///< A body of type trigger.
    OMI_FREE_SHAPE = 16,    ///< A shape that is no collider by itself: its owner decides.
    OMI_SOLID_SHAPE = 32    ///< … and became a collider.
};

/// A shape on a node of its own: OMI_physics_shape's `shape`, OMI_collider's `collider`; or the
/// shape of a trigger that may be part of a compound.
typedef struct OmiFreeShape {
    int32_t shape;    ///< Index in the scene, or -1.
    int32_t filter;   ///< Index in the scene, or -1.
    bool is_trigger;  ///< OMI_collider's `isTrigger`.
    bool of_collider; ///< The shape is in an OMI_collider object.
    const char *pointer;
} OmiFreeShape;

/// An extension of nodes.
typedef struct OmiExtension {
    const char *name;
    bool is_declared; ///< extensionsUsed lists the extension.
    bool is_seen;     ///< On the root or on a node of the scene.
} OmiExtension;

typedef struct OmiState {
    OmiExtension body, shape, collider;
    OmiShapeTable shapes;    ///< OMI_physics_shape
    OmiShapeTable colliders; ///< OMI_collider
    SurfaceTables surface;
    size_t node_count;           ///< Nodes of the document; 0 where no node has an OMI extension.
    unsigned char *marks;        ///< [nodes of the document] OMI_… bits
    const char **group_pointers; ///< [node_count] Pointers of `trigger: {}` and of trigger bodies.
    int32_t *group_filters;      ///< [node_count] Filters of `trigger: {}`.
    OmiFreeShape *free_shapes;   ///< [node_count] For nodes with OMI_FREE_SHAPE or _SHAPED_TRIGGER.
    bool has_free_shape, has_shaped_trigger; ///< A node has such a mark.
    // Traces of revisions, for messages: bodies by type, among them dynamic ones, shapes on nodes;
    // today's objects, compounds by `nodes`, gravity factors.
    bool has_typed, has_dynamic_type, has_node_shape;
    bool is_today, has_trigger_nodes, has_gravity_factor;
} OmiState;

/// The state, created on first use. @return NULL when out of memory.
OmiState *tum_omi_state(SceneReader *reader);

/// Records an extension; files its absence from extensionsUsed.
void tum_omi_see(OmiExtension *extension, const Cursor *object);

/// The member of a node's extensions; files no finding.
Cursor tum_omi_node_extension(const Cursor *extensions, const char *name);

/// Keeps a shape until its owner is known.
void tum_omi_keep_free_shape(OmiState *omi, int32_t node, OmiFreeShape shape);

/// The nearest node at or above `node` with one of these bits, or -1.
///
/// @param marks  [node_count]
/// @param memo   [node_count] A cache; all zero before the first call with these marks.
int32_t tum_omi_nearest(const SceneReader *reader, const unsigned char *marks, unsigned bits,
                        int32_t *memo, int32_t node);

/// Sorts free shapes by their owners, in node order within each.
///
/// @param owner_of  [node_count] Or -1.
/// @param first     [node_count + 1] Zero, and at owner + 1 the number of the owner's shapes;
///                  receives the start of each owner's parts, and at its end the end of the last
///                  ones.
/// @param parts     [node_count] receives the parts.
void tum_omi_fill_parts(const OmiState *omi, const int32_t *owner_of, size_t *first,
                        TriggerPartDef *parts);

/// A motion's mass, center of mass and velocities; 1 kg at rest by default.
MotionDef tum_omi_motion_read(SceneReader *reader, int32_t node, const Cursor *motion,
                              TumBodyKind kind);

/// Files PHYSICS_STATIC_VELOCITY at each velocity that is not zero.
void tum_omi_check_rest(const Cursor *motion);

#endif
