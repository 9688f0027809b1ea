// SPDX-License-Identifier: MIT
// collide4.c: the matrix of shape pairs. Each pair is computed in one order, and its manifolds are
// flipped for the other order.
#include "collide4/collide4.h"

#include "collide4/manifold4.h"
#include "collide4/mesh_collide4.h"
#include "collide4/pairs4.h"

// Tests bounding balls. The test also keeps infinite and extreme poses from the pair functions; NaN
// fails every comparison.
static bool may_touch(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin,
                      PairCache4 *cache)
{
    const Quat quats[2] = {a_from_b.rotation.left, a_from_b.rotation.right};
    for (int i = 0; i < 2; ++i) {
        const Quat q = quats[i];
        if (!(absolute(q.x) <= 2.0f && absolute(q.y) <= 2.0f && absolute(q.z) <= 2.0f &&
              absolute(q.w) <= 2.0f)) {
            return false;
        }
    }
    if (!vec4_is_finite(a_from_b.position)) {
        return false;
    }
    const float reaches = (float)a->bounding_radius + (float)b->bounding_radius;
    if (!is_finite(reaches)) {
        return true;
    }
    const float distance = vec4_length(a_from_b.position);
    cache->apart = distance - 1.00001f * reaches;
    return distance <= 1.00001f * (reaches + margin);
}

static bool is_flat(const Shape4 *shape)
{
    switch (shape->kind) {
    case SHAPE4_ROUNDED: return shape->exponents[0] == 0.0 && shape->radius == 0.0;
    case SHAPE4_TAPERED: return false;
    case SHAPE4_POINTS:
    case SHAPE4_PLANE:
    case SHAPE4_MESH: break;
    }
    return true;
}

bool tum_collide4_lasts(const Shape4 *a, const Shape4 *b)
{
    return (is_flat(a) && (is_flat(b) || tum_is_round4(b))) || (tum_is_round4(a) && is_flat(b));
}

bool tum_collide4_is_exact(const Shape4 *a, const Shape4 *b)
{
    const bool is_ball_a = shape4_is_ball(a), is_ball_b = shape4_is_ball(b);
    return (is_ball_a && (is_ball_b || b->kind == SHAPE4_PLANE)) ||
           (is_ball_b && a->kind == SHAPE4_PLANE);
}

/// Pair function of two shape kinds.
typedef struct Method {
    CollidePair4 *pair; ///< NULL: the pair has no contacts.
    bool is_mirrored;   ///< The shapes are passed in exchanged order.
} Method;

static Method method_of(const Shape4 *a, const Shape4 *b)
{
    const bool a_plane = a->kind == SHAPE4_PLANE, b_plane = b->kind == SHAPE4_PLANE;
    if (a_plane || b_plane) {
        return (Method){a_plane && b_plane ? NULL : tum_collide_plane4, b_plane};
    }
    if (tum_is_round4(a) && tum_is_round4(b)) {
        return (Method){tum_collide_round4, false};
    }
    if (shape4_is_ball(a) && tum_is_even4(b)) {
        return (Method){tum_collide_ball_rounded4, false};
    }
    if (shape4_is_ball(b) && tum_is_even4(a)) {
        return (Method){tum_collide_ball_rounded4, true};
    }
    if (tum_is_box4(a) && tum_is_box4(b)) {
        return (Method){tum_collide_boxes4, false};
    }
    return (Method){tum_collide_convex4, false};
}

// Contacts of a mesh, A.
static int collide_mesh(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin,
                        LocalManifold4 manifolds[LOCAL_MANIFOLDS_MAX4])
{
    if (b->kind == SHAPE4_MESH) {
        return tum_collide_mesh_mesh4(a, b, a_from_b, margin, manifolds);
    }
    if (b->kind == SHAPE4_PLANE) {
        return tum_collide_mesh_plane4(a, b, a_from_b, margin, manifolds);
    }
    return tum_collide_mesh_convex4(a, b, a_from_b, margin, manifolds);
}

int tum_collide4(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin, PairCache4 *cache,
                 LocalManifold4 manifolds[LOCAL_MANIFOLDS_MAX4])
{
    cache->apart = 0.0f;
    if (!may_touch(a, b, a_from_b, margin, cache)) {
        return 0;
    }
    if (a->kind == SHAPE4_MESH) {
        return collide_mesh(a, b, a_from_b, margin, manifolds);
    }
    if (b->kind == SHAPE4_MESH) {
        const int planes = collide_mesh(b, a, pose4_inverse(a_from_b), margin, manifolds);
        tum_local_manifold4_flip(manifolds, planes, a_from_b);
        return planes;
    }
    const Method method = method_of(a, b);
    if (method.pair == NULL) {
        return 0;
    }
    if (!method.is_mirrored) {
        return method.pair(a, b, a_from_b, margin, cache, manifolds);
    }
    const int count = method.pair(b, a, pose4_inverse(a_from_b), margin, cache, manifolds);
    tum_local_manifold4_flip(manifolds, count, a_from_b);
    return count;
}
