// SPDX-License-Identifier: MIT
// collide3.c: the matrix of shape pairs. Each pair is computed in one order: the kind that comes
// first in ShapeKind3 is A, and meshes come before all others. A pair in the other order is
// flipped.
#include "collide3/collide3.h"

#include "base/assert.h"
#include "collide3/manifold3.h"
#include "collide3/pairs3.h"
#include "shape3/mesh3.h"

// NULL: the mirrored pair is in the matrix; where that is NULL as well, the pair never touches.
// Boxes are computed in batches, and so are capsules that do not taper, against each other and
// against boxes. Meshes have a function of their own.
#define BALL_BALL tum_collide_sphere_sphere3
#define BALL_CAPS tum_collide_sphere_capsule3
#define BALL_BOX tum_collide_sphere_box3
#define BALL_CYL tum_collide_sphere_cylinder3
#define POLYHEDRA tum_collide_polyhedra3
#define CONVEX tum_collide_convex3
#define PLANE tum_collide_convex_plane3
#define SHEET tum_collide_convex_sheet3
#define mirror NULL
#define never NULL
#define together NULL

static CollidePair3 *const matrix[SHAPE3_MESH][SHAPE3_MESH] = {
    // clang-format off
    //                   sphere       capsule      box          cylinder     elliptic     hull         plane       sheet
    [SHAPE3_SPHERE]   = {BALL_BALL,   BALL_CAPS,   BALL_BOX,    BALL_CYL,    CONVEX,      CONVEX,      PLANE,      SHEET},
    [SHAPE3_CAPSULE]  = {mirror,      CONVEX,      CONVEX,      CONVEX,      CONVEX,      CONVEX,      PLANE,      SHEET},
    [SHAPE3_BOX]      = {mirror,      mirror,      together,    CONVEX,      CONVEX,      POLYHEDRA,   PLANE,      SHEET},
    [SHAPE3_CYLINDER] = {mirror,      mirror,      mirror,      CONVEX,      CONVEX,      CONVEX,      PLANE,      SHEET},
    [SHAPE3_ELLIPTIC] = {mirror,      mirror,      mirror,      mirror,      CONVEX,      CONVEX,      PLANE,      SHEET},
    [SHAPE3_HULL]     = {mirror,      mirror,      mirror,      mirror,      mirror,      POLYHEDRA,   PLANE,      SHEET},
    [SHAPE3_PLANE]    = {mirror,      mirror,      mirror,      mirror,      mirror,      mirror,      never,      never},
    [SHAPE3_SHEET]    = {mirror,      mirror,      mirror,      mirror,      mirror,      mirror,      never,      never},
    // clang-format on
};

#undef mirror
#undef never
#undef together

// Also keeps infinite and absurd poses away from the pair functions: comparisons with a number that
// is not finite fail.
bool tum_collide3_may_touch(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                            PairCache3 *cache)
{
    cache->apart = 0.0f;
    const Quat q = a_from_b.rotation;
    if (!vec3_is_finite(a_from_b.position) || !(absolute(q.x) <= 2.0f && absolute(q.y) <= 2.0f &&
                                                absolute(q.z) <= 2.0f && absolute(q.w) <= 2.0f)) {
        return false;
    }
    const float reach = 1.00001f * (a->bounding_radius + b->bounding_radius + margin);
    if (!is_finite(reach)) {
        return true;
    }
    const float distance = vec3_length(a_from_b.position);
    cache->apart = distance - 1.00001f * (a->bounding_radius + b->bounding_radius);
    return distance <= reach;
}

static bool is_even_capsule(const Shape3 *shape)
{
    return shape->kind == SHAPE3_CAPSULE && shape->radius_bottom == shape->radius_top;
}

Batch3 tum_collide3_batch(const Shape3 *a, const Shape3 *b)
{
    if (a->kind == SHAPE3_BOX) {
        return b->kind == SHAPE3_BOX ? BATCH3_BOXES
               : is_even_capsule(b)  ? BATCH3_CAPSULE_BOXES
                                     : BATCH3_NONE;
    }
    if (!is_even_capsule(a)) {
        return BATCH3_NONE;
    }
    return b->kind == SHAPE3_BOX ? BATCH3_CAPSULE_BOXES
           : is_even_capsule(b)  ? BATCH3_CAPSULES
                                 : BATCH3_NONE;
}

void tum_collide3_together(const CollideKernels3 *kernels, Batch3 batch, const ShapePair3 *pairs,
                           uint32_t count, LocalManifold3 *manifolds, int *counts)
{
    switch (batch) {
    case BATCH3_BOXES: tum_collide_boxes3(kernels, pairs, count, manifolds, counts); break;
    case BATCH3_CAPSULES: tum_collide_capsules3(kernels, pairs, count, manifolds, counts); break;
    case BATCH3_CAPSULE_BOXES:
        tum_collide_capsule_boxes3(kernels, pairs, count, manifolds, counts);
        break;
    default: TUM_ASSERT(false);
    }
}

// A mesh against any kind of shape.
static int collide_mesh(const struct NearKernel3 *kernel, const Shape3 *mesh, const Shape3 *other,
                        Pose3 mesh_from_other, float margin, PairCache3 *cache,
                        LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX])
{
    switch (other->kind) {
    case SHAPE3_PLANE:
        return tum_collide_mesh_plane3(mesh, other, mesh_from_other, margin, manifolds);
    case SHAPE3_SHEET:
        return tum_collide_mesh_sheet3(kernel, mesh, other, mesh_from_other, margin, manifolds);
    case SHAPE3_MESH:
        return tum_collide_mesh_mesh3(mesh, other, mesh_from_other, margin, manifolds);
    default:
        return tum_collide_mesh_convex3(kernel, mesh, other, mesh_from_other, margin, cache,
                                        manifolds);
    }
}

int tum_collide3(const CollideKernels3 *kernels, const Shape3 *a, const Shape3 *b, Pose3 a_from_b,
                 float margin, PairCache3 *cache, LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX])
{
    if (!tum_collide3_may_touch(a, b, a_from_b, margin, cache)) {
        return 0;
    }
    const Batch3 batch = tum_collide3_batch(a, b);
    if (batch != BATCH3_NONE) {
        const ShapePair3 own = {a, b, a_from_b, margin, cache};
        int count;
        tum_collide3_together(kernels, batch, &own, 1, manifolds, &count);
        return count;
    }
    if (a->kind == SHAPE3_MESH) {
        return collide_mesh(kernels->near, a, b, a_from_b, margin, cache, manifolds);
    }
    CollidePair3 *const pair = b->kind == SHAPE3_MESH ? NULL : matrix[a->kind][b->kind];
    if (pair != NULL) {
        return pair(a, b, a_from_b, margin, cache, manifolds);
    }
    const Pose3 b_from_a = pose3_inverse(a_from_b);
    CollidePair3 *const mirrored = b->kind == SHAPE3_MESH ? NULL : matrix[b->kind][a->kind];
    const int count = b->kind == SHAPE3_MESH
                          ? collide_mesh(kernels->near, b, a, b_from_a, margin, cache, manifolds)
                      : mirrored != NULL ? mirrored(b, a, b_from_a, margin, cache, manifolds)
                                         : 0;
    tum_local_manifold3_flip(manifolds, count, a_from_b);
    return count;
}
