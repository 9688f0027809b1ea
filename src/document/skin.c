// SPDX-License-Identifier: MIT
// skin.c: points that follow joints.
#include "document/skin.h"

#include <stdio.h>
#include <string.h>

#include "document/accessor.h"
#include "document/node.h"
#include "document/transform.h"

enum {
    BLOCK = 256,   ///< Points per read of attributes.
    MOST_SETS = 16 ///< JOINTS_0 to JOINTS_15: 64 joints per point.
};

// Reads inverse bind matrices; an absent or invalid accessor gives identities.
static void read_bind_matrices(const TumDocument *document, const Cursor *at, double (*to)[16],
                               size_t count)
{
    static const double identity[16] = TRANSFORM_IDENTITY;
    for (size_t i = 0; i < count; ++i) {
        memcpy(to[i], identity, sizeof identity);
    }
    const Cursor member = tum_cursor_member(at, "inverseBindMatrices");
    if (!tum_cursor_exists(&member)) {
        return;
    }
    Accessor accessor;
    const int32_t index =
        tum_cursor_index(at, "inverseBindMatrices", tum_cursor_root_count(document, "accessors"));
    if (index < 0 || !tum_accessor_open(document, index, &accessor, at->report)) {
        return;
    }
    if (accessor.width != 16 || accessor.type != COMPONENT_FLOAT) {
        tum_cursor_report(&member, CODE_MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT,
                          "Inverse bind matrices are 4 by 4 floats.");
        return;
    }
    if (accessor.count < count) {
        tum_cursor_report(&member, CODE_MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT,
                          "%zu inverse bind matrices for %zu joints.", accessor.count, count);
    }
    tum_accessor_read(&accessor, 0, accessor.count < count ? accessor.count : count, to[0]);
}

bool tum_skin_open(const TumDocument *document, int32_t index, Arena *arena, Skin *skin,
                   TumReport *report)
{
    *skin = (Skin){.document = document, .report = report};
    const Cursor root = tum_cursor_root(document, report);
    const Cursor skins = tum_cursor_array(&root, "skins");
    const Cursor at = tum_cursor_object_at(&skins, (size_t)index);
    const Cursor joints = tum_cursor_array(&at, "joints");
    const size_t count = tum_cursor_count(&joints);
    if (count == 0) {
        return true;
    }
    skin->world_from_bind = tum_arena_zeroed(arena, count, sizeof *skin->world_from_bind);
    if (skin->world_from_bind == NULL) {
        return false;
    }
    skin->joint_count = count;
    read_bind_matrices(document, &at, skin->world_from_bind, count);
    for (size_t i = 0; i < count; ++i) {
        const int32_t node = tum_cursor_index_at(&joints, i, tum_document_node_count(document));
        if (node >= 0) {
            tum_transform_multiply(tum_document_node(document, (size_t)node)->world,
                                   skin->world_from_bind[i], skin->world_from_bind[i]);
        }
    }
    return true;
}

/// The open accessors of a primitive's joints and weights.
typedef struct Sets {
    Accessor joints[MOST_SETS], weights[MOST_SETS];
    size_t count;
} Sets;

static bool open_set(const Skin *skin, const Cursor *attributes, const char *key, size_t count,
                     Accessor *accessor)
{
    const int32_t index =
        tum_cursor_index(attributes, key, tum_cursor_root_count(skin->document, "accessors"));
    if (index < 0 || !tum_accessor_open(skin->document, index, accessor, skin->report)) {
        return false;
    }
    const Cursor member = tum_cursor_member(attributes, key);
    if (accessor->width != 4 || accessor->columns != 1) {
        tum_cursor_report(&member, CODE_MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT,
                          "Joints and weights are vectors of 4 numbers.");
        return false;
    }
    if (accessor->count != count) {
        tum_cursor_report(&member, CODE_MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT,
                          "%zu elements for %zu points.", accessor->count, count);
        return false;
    }
    return true;
}

static void open_sets(const Skin *skin, const Cursor *attributes, size_t count, Sets *sets)
{
    for (unsigned i = 0; i < MOST_SETS; ++i) {
        char joints[32], weights[32];
        snprintf(joints, sizeof joints, "JOINTS_%u", i);
        snprintf(weights, sizeof weights, "WEIGHTS_%u", i);
        if (!open_set(skin, attributes, joints, count, &sets->joints[sets->count]) ||
            !open_set(skin, attributes, weights, count, &sets->weights[sets->count])) {
            return;
        }
        ++sets->count;
    }
}

/// The weighted sum of a point's positions, and the sum of weights.
typedef struct Mean {
    DVec3 sum;
    double weight;
} Mean;

static void add_joints(const Skin *skin, DVec3 point, const double joints[4],
                       const double weights[4], Mean *mean)
{
    for (int k = 0; k < 4; ++k) {
        // The comparison is false for NaN, which is skipped too.
        if (!(weights[k] > 0.0) || !(joints[k] >= 0.0 && joints[k] < (double)skin->joint_count)) {
            continue;
        }
        const double *matrix = skin->world_from_bind[(size_t)joints[k]];
        mean->sum = dvec3_add_scaled(mean->sum, tum_transform_point(matrix, point), weights[k]);
        mean->weight += weights[k];
    }
}

void tum_skin_apply(const Skin *skin, const Cursor *attributes, double *points, size_t count,
                    uint64_t *elements)
{
    Sets sets = {.count = 0};
    open_sets(skin, attributes, count, &sets);
    *elements = 0;
    for (size_t s = 0; s < sets.count; ++s) {
        *elements +=
            2 * (uint64_t)count + sets.joints[s].sparse_count + sets.weights[s].sparse_count;
    }
    Mean means[BLOCK];
    double joints[4 * BLOCK], weights[4 * BLOCK];
    for (size_t first = 0; first < count; first += BLOCK) {
        const size_t now = count - first < BLOCK ? count - first : BLOCK;
        memset(means, 0, sizeof means);
        for (size_t s = 0; s < sets.count; ++s) {
            tum_accessor_read(&sets.joints[s], first, now, joints);
            tum_accessor_read(&sets.weights[s], first, now, weights);
            for (size_t i = 0; i < now; ++i) {
                const double *p = points + 3 * (first + i);
                add_joints(skin, dvec3(p[0], p[1], p[2]), joints + 4 * i, weights + 4 * i,
                           &means[i]);
            }
        }
        for (size_t i = 0; i < now; ++i) {
            double *p = points + 3 * (first + i);
            const DVec3 moved =
                means[i].weight > 0.0
                    ? dvec3_scale(means[i].sum, 1.0 / means[i].weight)
                    : tum_transform_point(skin->world_from_bind[0], dvec3(p[0], p[1], p[2]));
            p[0] = moved.x;
            p[1] = moved.y;
            p[2] = moved.z;
        }
    }
}
