// SPDX-License-Identifier: MIT
/// graft_data.h: state of a graft.
///
/// Three documents have indices of their own: the source, the optimized one, and the result, which
/// begins as a copy of the optimized one. Failures are sticky.
#ifndef TUM_GRAFT_DATA_H
#define TUM_GRAFT_DATA_H

#include "base/arena.h"
#include "base/array.h"
#include "base/report.h"
#include "document/cursor.h"
#include "document/edit.h"
#include "document/mesh.h"
#include "math/math3_64.h"
#include "tumble/graft.h"
#include "tumble/scene.h"

/// Member of a node's extras with its index in the source.
#define GRAFT_TAG "tumbleNode"
/// Name of the animation that keeps the nodes of moving bodies apart.
#define GRAFT_ANIMATION "tumble graft: nodes to keep apart"

/// Axis-aligned box in the world.
typedef struct SeenBox {
    DVec3 low, high;   ///< [m]
    bool is_some;      ///< False: nothing is seen.
    bool is_uncertain; ///< A mesh without bounds is part of it.
} SeenBox;

typedef struct Graft {
    const TumDocument *source, *optimized;
    TumScene *scene; ///< The source's.
    TumDocument *document;
    TumReport *report; ///< May be NULL.
    TumGraftCounts counts;
    TumAllocator caller; ///< The caller's allocator.
    Arena arena;         ///< Of an allocator that records failures in `status`.
    TumStatus status;    ///< Sticky.

    size_t source_count, optimized_count; ///< Nodes.
    bool *is_needed;       ///< [source_count] Has physics, is named by physics, or is above such.
    int32_t *order;        ///< [source_count] Nodes of the source, parents first.
    int32_t *match_of;     ///< [source_count] Index in the optimized document, or -1.
    int32_t *node_of;      ///< [source_count] Index in the result of a needed node, else -1.
    int32_t *slot_of;      ///< [optimized_count] Index in the result: slots.c.
    int32_t *source_of;    ///< [optimized_count] Index in the source, or -1.
    SeenBox *source_boxes; ///< [source_count] Own mesh, or all meshes a node carries: find.c.
    SeenBox *optimized_boxes; ///< [optimized_count]
    int32_t *mesh_of;         ///< [source's meshes] Index in the result, or -1.
    int32_t *subtree_of;      ///< [source_count] Copy of a node that is a collider's mesh, or -1.
    ARRAY(int32_t) parents;   ///< Parent of each node of the result; EDIT_ROOT, EDIT_NOWHERE.
    ARRAY(int32_t) holders;   ///< Node below each node of the result with what it showed, or -1.

    Cursor root, nodes; ///< Places in the result.
} Graft;

static inline bool graft_is_fine(const Graft *graft)
{
    return graft->status == TUM_OK;
}

/// Records the first failure.
static inline void graft_note(Graft *graft, TumStatus status)
{
    graft->status = graft->status == TUM_OK ? status : graft->status;
}

/// The place of a member, present or not.
static inline Cursor graft_member(const Cursor *object, const char *key)
{
    return (Cursor){.document = object->document, .parent = object, .key = key};
}

/// The place of an item.
static inline Cursor graft_item(const Cursor *array, size_t index)
{
    return (Cursor){.document = array->document, .parent = array, .index = index};
}

/// Begins a graft with the allocator of a document; ends it, keeping the result alone.
void tum_graft_begin(Graft *graft, const TumDocument *like);
void tum_graft_end(Graft *graft, const TumDocument *like);

/// True where a node of the source moves: on a body that is not static, or animated.
bool tum_graft_moves(const Graft *graft, size_t node);

/// The first physics extension of an object of the source in the list of dialects, from `*index`
/// on, which goes past it. @return its name; NULL beyond the last one.
const char *tum_graft_next_extension(const Cursor *extensions, size_t *index);

// Steps of a graft, in this order.

/// Reads the source's scene, and finds the needed nodes. Also the first step of tagging.
void tum_graft_survey(Graft *graft);
/// Finds needed nodes again. Files those that are lost.
void tum_graft_find(Graft *graft);
/// Gives needed nodes their indices in the result, in the order of the source: bodies and colliders
/// are simulated in the order of their nodes.
void tum_graft_slots(Graft *graft);
/// Gives needed nodes their transforms and parents.
void tum_graft_rebuild(Graft *graft);
/// Writes children and roots by `parents`.
void tum_graft_settle(Graft *graft);
/// Replaces the physics.
void tum_graft_physics(Graft *graft);
/// Replaces animations of needed nodes and of physics.
void tum_graft_animations(Graft *graft);

/// A new node. @param parent  a node, EDIT_ROOT or EDIT_NOWHERE.
/// @return its index; -1 after a failure.
int32_t tum_graft_add_node(Graft *graft, int32_t parent, const char *name);

/// Copies members of a node of the source to a node of the result; those that the source lacks are
/// removed there. @param keys  ends with NULL.
void tum_graft_copy_members(Graft *graft, int32_t source, int32_t node, const char *const *keys);
extern const char *const tum_graft_transform_keys[];

/// Index in the result of a mesh of the source, as a collider on `node` uses it.
///
/// @param node  of the source: a mesh that is also the node's own takes its weights and skin; -1:
///              none.
/// @return -1 after a failure.
int32_t tum_graft_bring_mesh(Graft *graft, int32_t mesh, int32_t node);

/// Index in the result of a copy of a node of the source with all below it, outside of the scene,
/// with its meshes alone. @return -1 after a failure.
int32_t tum_graft_bring_subtree(Graft *graft, int32_t node);

/// Index in the result of an accessor of the source, copied with its type. @return -1 after a
/// failure, or where it cannot be read, which is for the caller to tell.
int32_t tum_graft_bring_accessor(Graft *graft, int32_t accessor);

#endif
