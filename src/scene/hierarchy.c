// SPDX-License-Identifier: MIT
// hierarchy.c: world transforms and their rotations, without recursion: files determine the depth.
#include "scene/hierarchy.h"

#include "geometry/polar3.h"
#include "math/shared_transform.h"

// Columns are perpendicular when the cosine between them is below this (docs/dialects.md#bodies).
#define SHEAR_TOLERANCE 1e-4

// A column this much shorter than the longest one has no reliable direction.
#define LOST_TOLERANCE 1e-9

// A simulation in single precision cannot represent a larger coordinate or scale.
#define LARGEST_ENTRY 1e30

#define NONE UINT32_MAX

// Set during the build; nodes outside the order lack the flag.
enum { FRAME_PLACED = 128 };

DMat3 tum_linear_part(const double m[16])
{
    return (DMat3){{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}};
}

DVec3 tum_translation_part(const double m[16])
{
    return (DVec3){m[12], m[13], m[14]};
}

void tum_store_matrix(DMat3 linear, DVec3 translation, double matrix[16])
{
    const double m[16] = {
        linear.x.x, linear.x.y, linear.x.z, 0.0, linear.y.x,    linear.y.y,    linear.y.z,    0.0,
        linear.z.x, linear.z.y, linear.z.z, 0.0, translation.x, translation.y, translation.z, 1.0};
    memcpy(matrix, m, sizeof m);
}

TumStatus tum_hierarchy_order(const TumNode *nodes, size_t count, const TumAllocator *allocator,
                              uint32_t *order, size_t *ordered)
{
    *ordered = 0;
    if (count == 0) {
        return TUM_OK;
    }
    uint32_t *first_child = tum_allocate(allocator, 2 * count * sizeof *first_child);
    if (first_child == NULL) {
        return TUM_ERROR_MEMORY;
    }
    memset(first_child, 0xff, 2 * count * sizeof *first_child);
    uint32_t *sibling = first_child + count;
    // Filling from the back puts each list of children in index order.
    size_t roots = 0;
    for (size_t i = count; i-- > 0;) {
        const int32_t parent = nodes[i].parent;
        if (parent >= 0 && (size_t)parent < count) {
            sibling[i] = first_child[parent];
            first_child[parent] = (uint32_t)i;
        }
    }
    for (size_t i = 0; i < count; ++i) {
        if (nodes[i].parent < 0 || (size_t)nodes[i].parent >= count) {
            order[roots++] = (uint32_t)i;
        }
    }
    size_t written = roots;
    for (size_t read = 0; read < written; ++read) {
        for (uint32_t c = first_child[order[read]]; c != NONE; c = sibling[c]) {
            order[written++] = c;
        }
    }
    *ordered = written;
    tum_release(allocator, first_child, 2 * count * sizeof *first_child);
    return TUM_OK;
}

// Completes the one missing direction, at right angles to the other two.
static DMat3 restore_column(DMat3 unit, int lost)
{
    if (lost == 0) {
        unit.x = dvec3_normalize_or(dvec3_cross(unit.y, unit.z), (DVec3){1.0, 0.0, 0.0});
    } else if (lost == 1) {
        unit.y = dvec3_normalize_or(dvec3_cross(unit.z, unit.x), (DVec3){0.0, 1.0, 0.0});
    } else {
        unit.z = dvec3_normalize_or(dvec3_cross(unit.x, unit.y), (DVec3){0.0, 0.0, 1.0});
    }
    return unit;
}

int tum_frame_rotation(DMat3 linear, DQuat *rotation)
{
    *rotation = DQUAT_IDENTITY;
    const DVec3 size = {dvec3_length(linear.x), dvec3_length(linear.y), dvec3_length(linear.z)};
    const double longest = maximum64(size.x, maximum64(size.y, size.z));
    if (!(longest > 0.0) || !is_finite64(longest)) {
        return FRAME_SINGULAR;
    }
    const double shortest = LOST_TOLERANCE * longest;
    const int lost_count = (size.x <= shortest) + (size.y <= shortest) + (size.z <= shortest);
    if (lost_count >= 2) {
        return FRAME_SINGULAR;
    }
    DMat3 unit = {dvec3_normalize_or(linear.x, (DVec3){0}),
                  dvec3_normalize_or(linear.y, (DVec3){0}),
                  dvec3_normalize_or(linear.z, (DVec3){0})};
    if (lost_count == 1) {
        unit = restore_column(unit, size.x <= shortest ? 0 : size.y <= shortest ? 1 : 2);
        linear = unit;
    }
    int flags = 0;
    if (absolute64(dvec3_dot(unit.x, unit.y)) > SHEAR_TOLERANCE ||
        absolute64(dvec3_dot(unit.y, unit.z)) > SHEAR_TOLERANCE ||
        absolute64(dvec3_dot(unit.z, unit.x)) > SHEAR_TOLERANCE) {
        flags |= FRAME_SHEARED;
        if (absolute64(dmat3_determinant(unit)) < LOST_TOLERANCE || !tum_polar3(linear, &unit)) {
            return FRAME_SINGULAR;
        }
    }
    if (dmat3_determinant(unit) < 0.0) {
        flags |= FRAME_MIRRORED;
        unit.z = dvec3_negate(unit.z);
    }
    *rotation = dquat_from_matrix(unit);
    return flags;
}

static bool is_sensible(const double matrix[16])
{
    for (size_t i = 0; i < 16; ++i) {
        if (!(absolute64(matrix[i]) <= LARGEST_ENTRY)) {
            return false;
        }
    }
    return true;
}

// The authored rotations give the directions that a singular matrix has lost.
static DQuat authored_rotation(const TumNode *node)
{
    const double *q = node->local->rotation;
    return dquat_normalize((DQuat){q[0], q[1], q[2], q[3]});
}

// True where the matrix of the node, or of one above, shears.
static bool has_shears(const TumNode *node, const Hierarchy *hierarchy)
{
    DQuat unused;
    return (node->parent >= 0 && (hierarchy->flags[node->parent] & FRAME_SHEARS) != 0) ||
           (node->has_matrix && (tum_frame_rotation(tum_linear_part(node->local->matrix), &unused) &
                                 FRAME_SHEARED) != 0);
}

static const DQuat identity_rotation = {0.0, 0.0, 0.0, 1.0};

// False when out of memory.
static bool place_node(TumNode *nodes, size_t count, uint32_t index, Arena *arena, Arena *scratch,
                       Hierarchy *hierarchy)
{
    TumNode *node = &nodes[index];
    node->parent = node->parent >= 0 && (size_t)node->parent < count ? node->parent : -1;
    const TumNode *parent = node->parent >= 0 ? &nodes[node->parent] : NULL;
    if (parent == NULL && node->local == &tum_transform_identity) {
        node->world = tum_transform_identity.matrix;
        hierarchy->rotations[index] = &identity_rotation;
        return true;
    }
    DMat3 linear = tum_linear_part(node->local->matrix);
    DVec3 translation = tum_translation_part(node->local->matrix);
    if (parent != NULL) {
        const DMat3 above = tum_linear_part(parent->world);
        translation =
            dvec3_add(tum_translation_part(parent->world), dmat3_transform(above, translation));
        linear = dmat3_multiply(above, linear);
    }
    const DQuat *above = parent != NULL ? hierarchy->rotations[node->parent] : NULL;
    double world[16];
    DQuat rotation;
    tum_store_matrix(linear, translation, world);
    int flags = tum_frame_rotation(linear, &rotation);
    if (!is_sensible(world) ||
        (parent != NULL && (hierarchy->flags[node->parent] & FRAME_LOST) != 0)) {
        memcpy(world, tum_transform_identity.matrix, sizeof world);
        rotation = DQUAT_IDENTITY;
        node->in_scene = false;
        flags = FRAME_LOST;
    }
    flags |= has_shears(node, hierarchy) ? FRAME_SHEARS : 0;
    if ((flags & FRAME_SINGULAR) != 0) {
        const DQuat own = authored_rotation(node);
        rotation = above != NULL ? dquat_multiply(*above, own) : own;
    }
    const double *kept =
        tum_world_keep(arena, world, parent != NULL ? parent->world : NULL, node->local->matrix);
    hierarchy->rotations[index] =
        tum_keep_shared(scratch, &rotation, sizeof rotation, above, &identity_rotation);
    hierarchy->flags[index] = (uint8_t)flags;
    node->world = kept != NULL ? kept : node->world;
    return kept != NULL && hierarchy->rotations[index] != NULL;
}

// Nodes on a cycle leave the scene and get the identity.
static void place_rest(TumNode *nodes, size_t count, Hierarchy *hierarchy)
{
    for (size_t i = 0; i < count; ++i) {
        if ((hierarchy->flags[i] & FRAME_PLACED) == 0) {
            nodes[i].world = tum_transform_identity.matrix;
            nodes[i].in_scene = false;
            nodes[i].parent = -1;
            hierarchy->rotations[i] = &identity_rotation;
            hierarchy->flags[i] = FRAME_LOST;
        }
    }
}

TumStatus tum_hierarchy_build(TumNode *nodes, size_t count, Arena *arena, Arena *scratch,
                              Hierarchy *hierarchy)
{
    *hierarchy =
        (Hierarchy){.order = tum_arena_zeroed(scratch, count, sizeof *hierarchy->order),
                    .rotations = tum_arena_zeroed(scratch, count, sizeof *hierarchy->rotations),
                    .flags = tum_arena_zeroed(scratch, count, sizeof *hierarchy->flags)};
    if (hierarchy->order == NULL || hierarchy->rotations == NULL || hierarchy->flags == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const TumStatus status = tum_hierarchy_order(nodes, count, &scratch->allocator,
                                                 hierarchy->order, &hierarchy->order_count);
    if (status != TUM_OK) {
        return status;
    }
    for (size_t i = 0; i < hierarchy->order_count; ++i) {
        if (!place_node(nodes, count, hierarchy->order[i], arena, scratch, hierarchy)) {
            return TUM_ERROR_MEMORY;
        }
        hierarchy->flags[hierarchy->order[i]] |= FRAME_PLACED;
    }
    place_rest(nodes, count, hierarchy);
    return TUM_OK;
}
