// SPDX-License-Identifier: MIT
// ray_kernel3.inl: the walk of mesh_ray3.c, compiled per instruction set; the including file
// defines RAY_KERNEL, and WIDE_AVX2 where that is there.
//
// The ray passes a triangle where the three volumes it spans with the edges have one sign. The
// volume of a shared edge is the same number for both neighbours but for its sign, so no ray slips
// through between them (Woop, Benthin, Wald, "Watertight Ray/Triangle Intersection", 2013).
#include "math/quad64.h"
#include "space3/core3.h"
#include "space3/mesh_walk3.h"
#include "space3/ray_kernel3.h"

_Static_assert((int)MESH3_LEAF_TRIANGLES == (int)QUAD, "one lane a triangle");

QUAD_INLINE Quad widen_quad(float a, float b, float c, float d)
{
    return (Quad){(double)a, (double)b, (double)c, (double)d};
}

QUAD_INLINE QVec3 arms_of(const Vec3 *const points[QUAD], DVec3 from)
{
    const Vec3 *p = points[0], *q = points[1], *r = points[2], *s = points[3];
    return (QVec3){widen_quad(p->x, q->x, r->x, s->x) - from.x,
                   widen_quad(p->y, q->y, r->y, s->y) - from.y,
                   widen_quad(p->z, q->z, r->z, s->z) - from.z};
}

QUAD_INLINE Quad volume(QVec3 along, QVec3 a, QVec3 b)
{
    return qvec3_dot(along, qvec3_cross(a, b));
}

// Which of the triangles of a leaf the ray's line passes, as bits.
QUAD_INLINE uint32_t passed(const RayWalk3 *walk, const MeshLeaf3 *leaf)
{
    const Vec3 *points = walk->mesh->points + leaf->point;
    const DVec3 from = walk->ray->nearest, d = walk->ray->along;
    const QVec3 along = {quad(d.x), quad(d.y), quad(d.z)};
    QVec3 arms[3];
    for (int corner = 0; corner < 3; ++corner) {
        const uint8_t *numbers = leaf->corners[corner];
        const Vec3 *const lanes[QUAD] = {&points[numbers[0]], &points[numbers[1]],
                                         &points[numbers[2]], &points[numbers[3]]};
        arms[corner] = arms_of(lanes, from);
    }
    const Quad u = volume(along, arms[1], arms[2]), v = volume(along, arms[2], arms[0]);
    const Quad w = volume(along, arms[0], arms[1]);
    const QuadMask below = (u < 0.0) | (v < 0.0) | (w < 0.0);
    const QuadMask above = (u > 0.0) | (v > 0.0) | (w > 0.0);
    return ~quad_lanes(below & above);
}

// Where the line passes a triangle, and whether that is the first hit so far.
static inline void consider(RayWalk3 *walk, const MeshLeaf3 *leaf, int lane, uint32_t triangle)
{
    const Vec3 *points = walk->mesh->points + leaf->point;
    const MeshRay3 *ray = walk->ray;
    const DVec3 a = dvec3_sub(core3_widen(points[leaf->corners[0][lane]]), ray->nearest);
    const DVec3 b = dvec3_sub(core3_widen(points[leaf->corners[1][lane]]), ray->nearest);
    const DVec3 c = dvec3_sub(core3_widen(points[leaf->corners[2][lane]]), ray->nearest);
    const DVec3 across = dvec3_cross(dvec3_sub(b, a), dvec3_sub(c, a));
    const double speed = dvec3_dot(across, ray->along);
    if (speed == 0.0) {
        return;
    }
    const double fraction = dvec3_dot(across, a) / speed + ray->shift;
    const int32_t source = (int32_t)walk->mesh->source[triangle];
    if (!(fraction >= 0.0) || !(fraction <= walk->walk.limit) ||
        (walk->is_hit && fraction == walk->hit.fraction && source > walk->hit.triangle)) {
        return;
    }
    walk->is_hit = true;
    walk->hit = (MeshHit3){fraction, speed > 0.0 ? dvec3_negate(across) : across, source};
    walk->walk.limit = fraction;
}

static inline void visit_leaf(MeshSweep3 *sweep, const MeshChild3 *child)
{
    RayWalk3 *walk = (RayWalk3 *)sweep;
    const MeshLeaf3 *leaf = &walk->mesh->leaves[child->leaf];
    const uint32_t first = (uint32_t)~child->child;
    __builtin_prefetch(&walk->mesh->source[first]);
    uint32_t left = passed(walk, leaf) & ((1u << child->count) - 1);
    for (; left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        consider(walk, leaf, lane, first + (uint32_t)lane);
    }
}

void RAY_KERNEL(RayWalk3 *walk, const NodeSlabs3 *slabs, double length)
{
    mesh_walk3(walk->mesh, &walk->walk, slabs, length, visit_leaf);
}
