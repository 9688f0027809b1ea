// SPDX-License-Identifier: MIT
// hierarchy4.c: world transforms in 4D and their rotations.
#include "scene/hierarchy.h"

#include <string.h>

#include "math/linear4.h"
#include "math/shared_transform.h"
#include "scene/frame4.h"

// The same as in 3D (hierarchy.c).
#define SHEAR_TOLERANCE 1e-4
#define LOST_TOLERANCE 1e-9
#define LARGEST_ENTRY 1e30

static const double identity[16] = LINEAR4_IDENTITY;

double tum_column_length4(const double m[16], int column)
{
    const double *v = &m[4 * column];
    return square_root64(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
}

int tum_frame_rotation4(const double linear[16], double rotation[16])
{
    double length[4], longest = 0.0, shortest = 0.0, unit[16];
    memcpy(rotation, identity, sizeof identity);
    for (int c = 0; c < 4; ++c) {
        length[c] = tum_column_length4(linear, c);
        longest = maximum64(longest, length[c]);
        shortest = c == 0 ? length[c] : minimum64(shortest, length[c]);
    }
    if (!(shortest > LOST_TOLERANCE * longest) || !is_finite64(longest)) {
        return FRAME_SINGULAR;
    }
    int flags = 0;
    for (int i = 0; i < 16; ++i) {
        unit[i] = linear[i] / length[i / 4];
    }
    for (int a = 0; a < 4; ++a) {
        for (int b = a + 1; b < 4; ++b) {
            double cosine = 0.0;
            for (int k = 0; k < 4; ++k) {
                cosine += unit[4 * a + k] * unit[4 * b + k];
            }
            flags |= absolute64(cosine) > SHEAR_TOLERANCE ? FRAME_SHEARED : 0;
        }
    }
    if (absolute64(tum_linear4_determinant(unit)) < LOST_TOLERANCE) {
        return FRAME_SINGULAR;
    }
    // Nearly perpendicular columns become exactly perpendicular.
    if (!tum_linear4_polar((flags & FRAME_SHEARED) != 0 ? linear : unit, unit)) {
        return FRAME_SINGULAR;
    }
    if (tum_linear4_determinant(unit) < 0.0) {
        flags |= FRAME_MIRRORED;
        for (int k = 8; k < 12; ++k) {
            unit[k] = -unit[k];
        }
    }
    memcpy(rotation, unit, sizeof unit);
    return flags;
}

static bool is_sensible(const TumTransform4 *world)
{
    bool all = true;
    for (int i = 0; i < 16; ++i) {
        all = all && absolute64(world->basis[i]) <= LARGEST_ENTRY;
    }
    for (int i = 0; i < 4; ++i) {
        all = all && absolute64(world->position[i]) <= LARGEST_ENTRY;
    }
    return all;
}

static const NodeFrame4 identity_frame = {.world = {.basis = LINEAR4_IDENTITY},
                                          .rotation = LINEAR4_IDENTITY};

// False when out of memory.
static bool place_node(TumNode *node, TumNode4 *node4, uint32_t index, Arena *arena,
                       Hierarchy *hierarchy)
{
    const NodeFrame4 *parent = node->parent >= 0 ? hierarchy->frames4[node->parent] : NULL;
    NodeFrame4 frame = {.world = *node4->local};
    if (parent != NULL) {
        tum_linear4_multiply(parent->world.basis, node4->local->basis, frame.world.basis);
        tum_linear4_transform(parent->world.basis, node4->local->position, frame.world.position);
        for (int i = 0; i < 4; ++i) {
            frame.world.position[i] += parent->world.position[i];
        }
    }
    int flags = tum_frame_rotation4(frame.world.basis, frame.rotation);
    if (!is_sensible(&frame.world) ||
        (parent != NULL && (hierarchy->flags[node->parent] & FRAME_LOST) != 0)) {
        frame = identity_frame;
        node->in_scene = false;
        flags = FRAME_LOST;
    } else if ((flags & FRAME_SINGULAR) != 0 && parent != NULL) {
        memcpy(frame.rotation, parent->rotation, sizeof frame.rotation);
    }
    const NodeFrame4 *kept = tum_keep_shared(arena, &frame, sizeof frame, parent, &identity_frame);
    hierarchy->frames4[index] = kept;
    hierarchy->flags[index] = (uint8_t)flags;
    node4->world = kept != NULL ? &kept->world : node4->world;
    return kept != NULL;
}

TumStatus tum_hierarchy_build4(TumNode *nodes, TumNode4 *nodes4, Arena *arena, Arena *scratch,
                               Hierarchy *hierarchy)
{
    const size_t count = hierarchy->order_count;
    size_t most = 0;
    for (size_t i = 0; i < count; ++i) {
        most = hierarchy->order[i] >= most ? hierarchy->order[i] + 1 : most;
    }
    hierarchy->frames4 = tum_arena_zeroed(scratch, most, sizeof *hierarchy->frames4);
    if (hierarchy->frames4 == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; ++i) {
        const uint32_t at = hierarchy->order[i];
        if (!place_node(&nodes[at], &nodes4[at], at, arena, hierarchy)) {
            return TUM_ERROR_MEMORY;
        }
    }
    return TUM_OK;
}
