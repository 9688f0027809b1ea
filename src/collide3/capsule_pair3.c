// SPDX-License-Identifier: MIT
// capsule_pair3.c: contact points of even capsules on boxes and on each other from the answers of
// capsule_pair_kernel3.c.
#include "collide3/capsule_pair3.h"

#include "collide3/manifold3.h"
#include "collide3/pairs3.h"

// Ends of a capsule are named 0 and 1, corners of a box by the signs of their coordinates, as in
// face3.c.

// Edge between two adjacent sides of a box.
static uint32_t edge_between(uint32_t side, uint32_t other)
{
    const uint32_t along = 3 - side / 2 - other / 2;
    const uint32_t corner = (side % 2) << side / 2 | (other % 2) << other / 2;
    return tum_feature3_edge(corner, corner | 1u << along);
}

static uint32_t largest_part(Vec3 v)
{
    const Vec3 size = vec3_absolute(v);
    return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
}

static uint32_t name_on_box(Vec3 normal, uint32_t end)
{
    const uint32_t signs =
        (normal.x < 0.0f ? 0u : 1u) | (normal.y < 0.0f ? 0u : 2u) | (normal.z < 0.0f ? 0u : 4u);
    if (end >= CAPSULE_CORNER) {
        const uint32_t side = end - CAPSULE_CORNER, axis = side / 2;
        return tum_feature3_vertex(false, (signs & ~(1u << axis)) | (side % 2) << axis);
    }
    const uint32_t axis = largest_part(normal), side = 2 * axis + (signs >> axis & 1);
    return tum_feature3_crossing(tum_feature3_edge(0, 1), edge_between(side, end - CAPSULE_SIDE));
}

static uint32_t name_on_capsule(Vec3 normal, uint32_t end)
{
    (void)normal;
    return tum_feature3_vertex(false, end - CAPSULE_OTHER_END);
}

typedef uint32_t NameEnd(Vec3 normal, uint32_t end);

static uint32_t name_of(const CapsulePairResults3 *results, uint32_t lane, int point, Vec3 normal,
                        NameEnd *name_end)
{
    if (point == CAPSULE_NEAREST) {
        return tum_feature3_single();
    }
    const uint32_t end = (uint32_t)results->end[point][lane];
    return end == CAPSULE_OWN_END ? tum_feature3_vertex(true, (uint32_t)point)
                                  : name_end(normal, end);
}

static int manifold_in_lane(const CapsulePairResults3 *results, uint32_t lane, NameEnd *name_end,
                            LocalManifold3 *manifold)
{
    const uint32_t bits = (uint32_t)results->points[lane];
    const Vec3 normal = lane3(&results->normal, lane);
    LocalPoint3 points[CAPSULE_POINTS];
    int count = 0;
    for (int i = 0; i < CAPSULE_POINTS; ++i) {
        if ((bits >> i & 1) != 0) {
            points[count++] =
                (LocalPoint3){lane3(&results->at[i], lane), results->separation[i][lane],
                              name_of(results, lane, i, normal, name_end)};
        }
    }
    return tum_local_manifold3_of_points(normal, points, count, manifold);
}

typedef CapsulePairRow3 MakeRow(const ShapePair3 *pair);

static void make_rows(const ShapePair3 *pairs, uint32_t count, MakeRow *make,
                      CapsulePairRow3 rows[BATCH_PAIRS])
{
    rows[0] = make(&pairs[0]);
    for (uint32_t i = 1; i < BATCH_PAIRS; ++i) {
        rows[i] = i < count ? make(&pairs[i]) : rows[0];
    }
}

static CapsulePairRow3 row_of_capsules(const ShapePair3 *pair)
{
    return (CapsulePairRow3){.pose = pair->a_from_b,
                             .margin = pair->margin,
                             .half_height = pair->a->half_height,
                             .radius = pair->a->radius_bottom,
                             .other_height = pair->b->half_height,
                             .other_radius = pair->b->radius_bottom,
                             .size = minimum(pair->a->bounding_radius, pair->b->bounding_radius)};
}

void tum_collide_capsules3(const CollideKernels3 *kernels, const ShapePair3 *pairs, uint32_t count,
                           LocalManifold3 *manifolds, int *counts)
{
    CapsulePairRow3 rows[BATCH_PAIRS];
    CapsulePairResults3 results;
    make_rows(pairs, count, row_of_capsules, rows);
    kernels->capsules->meet_capsules(rows, &results);
    for (uint32_t i = 0; i < count; ++i) {
        pairs[i].cache->apart = results.apart[i];
        counts[i] = (int)results.kind[i] == CAPSULE_APART
                        ? 0
                        : manifold_in_lane(&results, i, name_on_capsule, &manifolds[i]);
    }
}

static bool box_is_first(const ShapePair3 *pair)
{
    return pair->a->kind == SHAPE3_BOX;
}

static CapsulePairRow3 row_of_capsule_box(const ShapePair3 *pair)
{
    const bool is_first = box_is_first(pair);
    const Shape3 *box = is_first ? pair->a : pair->b, *capsule = is_first ? pair->b : pair->a;
    return (CapsulePairRow3){.pose = is_first ? pair->a_from_b : pose3_inverse(pair->a_from_b),
                             .margin = pair->margin,
                             .half_height = capsule->half_height,
                             .radius = capsule->radius_bottom,
                             .half = box->half,
                             .size = minimum(box->bounding_radius, capsule->bounding_radius)};
}

// A capsule whose core is inside the box goes through GJK and EPA.
static int touch_within(const ShapePair3 *pair, LocalManifold3 *manifold)
{
    if (!box_is_first(pair)) {
        return tum_collide_convex3(pair->a, pair->b, pair->a_from_b, pair->margin, pair->cache,
                                   manifold);
    }
    const int count = tum_collide_convex3(pair->b, pair->a, pose3_inverse(pair->a_from_b),
                                          pair->margin, pair->cache, manifold);
    tum_local_manifold3_flip(manifold, count, pair->a_from_b);
    return count;
}

static int touch_box(const CapsulePairResults3 *results, uint32_t lane, const ShapePair3 *pair,
                     LocalManifold3 *manifold)
{
    const int kind = (int)results->kind[lane];
    if (kind == CAPSULE_IS_WITHIN) {
        return touch_within(pair, manifold);
    }
    pair->cache->apart = results->apart[lane];
    if (kind == CAPSULE_APART) {
        return 0;
    }
    const int count = manifold_in_lane(results, lane, name_on_box, manifold);
    if (!box_is_first(pair)) {
        tum_local_manifold3_flip(manifold, count, pair->a_from_b);
    }
    return count;
}

void tum_collide_capsule_boxes3(const CollideKernels3 *kernels, const ShapePair3 *pairs,
                                uint32_t count, LocalManifold3 *manifolds, int *counts)
{
    CapsulePairRow3 rows[BATCH_PAIRS];
    CapsulePairResults3 results;
    make_rows(pairs, count, row_of_capsule_box, rows);
    kernels->capsules->meet_boxes(rows, &results);
    for (uint32_t i = 0; i < count; ++i) {
        counts[i] = touch_box(&results, i, &pairs[i], &manifolds[i]);
    }
}
