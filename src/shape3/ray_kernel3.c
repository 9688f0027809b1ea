// SPDX-License-Identifier: MIT
// ray_kernel3.c: the walk of mesh_ray3.c, a kernel.
//
// A ray passes through a triangle where the three volumes that it spans with the edges have one
// sign. The volumes at a shared edge are equal for both neighbours except for their sign, so no ray
// slips through between them (Woop, Benthin, Wald, "Watertight Ray/Triangle Intersection", 2013).
#include "shape3/ray_kernel3.h"
#include "math/quad64.h"
#include "shape3/core3.h"
#include "shape3/mesh_walk3.h"

_Static_assert((int)MESH3_LEAF_TRIANGLES == (int)QUAD, "one lane a triangle");

QUAD_INLINE QVec3 splat(DVec3 v)
{
    return (QVec3){quad(v.x), quad(v.y), quad(v.z)};
}

// Vectors from the nearest point of the ray's line to one corner of each of a leaf's triangles.
QUAD_INLINE QVec3 arms_to(const RayWalk3 *walk, const MeshLeaf3 *leaf, int corner)
{
    const Vec3 *points = walk->mesh->points + leaf->point;
    const uint8_t *numbers = leaf->corners[corner];
    const float *const lanes[QUAD] = {&points[numbers[0]].x, &points[numbers[1]].x,
                                      &points[numbers[2]].x, &points[numbers[3]].x};
    return qvec3_sub(qvec3_load(lanes), splat(walk->ray->nearest));
}

QUAD_INLINE Quad volume(QVec3 along, QVec3 a, QVec3 b)
{
    return qvec3_dot(along, qvec3_cross(a, b));
}

/// Intersections of the ray's line with the planes of a leaf's triangles.
typedef struct LeafHits3 {
    QVec3 across; // normal of each triangle, scaled by twice its area
    Quad speed;   // speed of the ray along `across`
    Quad fraction;
} LeafHits3;

// Makes a triangle the first hit so far, unless a triangle of lower number is hit at the same
// fraction.
static inline void take(RayWalk3 *walk, const LeafHits3 *hits, int lane, uint32_t triangle)
{
    const double fraction = hits->fraction[lane];
    const int32_t source = (int32_t)walk->mesh->source[triangle];
    if (!(fraction <= walk->limit) ||
        (walk->is_hit && fraction == walk->limit && source > walk->hit->triangle)) {
        return;
    }
    const DVec3 across = {hits->across.x[lane], hits->across.y[lane], hits->across.z[lane]};
    walk->is_hit = true;
    *walk->hit =
        (MeshHit3){fraction, hits->speed[lane] > 0.0 ? dvec3_negate(across) : across, source};
    walk->limit = fraction;
}

static inline void visit_leaf(void *user, const MeshChild3 *child, uint32_t count)
{
    RayWalk3 *walk = user;
    const MeshLeaf3 *leaf = &walk->mesh->leaves[child->slot];
    const uint32_t first = (uint32_t)~child->child;
    __builtin_prefetch(&walk->mesh->source[first]);
    const QVec3 a = arms_to(walk, leaf, 0), b = arms_to(walk, leaf, 1), c = arms_to(walk, leaf, 2);
    const QVec3 along = splat(walk->ray->along);
    const Quad u = volume(along, b, c), v = volume(along, c, a), w = volume(along, a, b);
    const QuadMask below = (u < 0.0) | (v < 0.0) | (w < 0.0);
    const QuadMask above = (u > 0.0) | (v > 0.0) | (w > 0.0);
    LeafHits3 hits;
    hits.across = qvec3_cross(qvec3_sub(b, a), qvec3_sub(c, a));
    hits.speed = qvec3_dot(hits.across, along);
    // Speed 0: the ray lies in the plane of the triangle and passes by.
    hits.fraction = qvec3_dot(hits.across, a) / hits.speed + settled64(walk->ray->shift);
    const QuadMask meets =
        (hits.speed != 0.0) & (hits.fraction >= 0.0) & (hits.fraction <= settled64(walk->limit));
    uint32_t left = quad_lanes(meets & ~(below & above)) & ((1u << count) - 1);
    for (; left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        take(walk, &hits, lane, first + (uint32_t)lane);
    }
}

void KERNEL_NAME(tum_mesh3_ray)(RayWalk3 *walk)
{
    const Sweep3 sweep = {.from = walk->ray->from, .along = walk->ray->along};
    mesh_walk3(walk->mesh, &sweep, &walk->limit, visit_leaf, walk);
}
