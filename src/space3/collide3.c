// SPDX-License-Identifier: MIT
// The matrix of shape pairs. Each pair is computed in one order, the kind that comes first in
// ShapeKind3 as A (meshes before everything), and seen from the other side where it is asked for
// the other way round.
#include "space3/collide3.h"

#include "space3/manifold3.h"
#include "space3/mesh3.h"
#include "space3/pairs3.h"

static int mesh_convex(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                       PairCache3 *cache, Touch3 touches[TOUCHES_MAX])
{
    return tum_collide_mesh_convex3(a, b, a_from_b, margin, cache, touches);
}

static int mesh_plane(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                      PairCache3 *cache, Touch3 touches[TOUCHES_MAX])
{
    (void)cache;
    return tum_collide_mesh_plane3(a, b, a_from_b, margin, touches);
}

static int mesh_sheet(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                      PairCache3 *cache, Touch3 touches[TOUCHES_MAX])
{
    (void)cache;
    return tum_collide_mesh_sheet3(a, b, a_from_b, margin, touches);
}

static int mesh_mesh(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                     PairCache3 *cache, Touch3 touches[TOUCHES_MAX])
{
    (void)cache;
    return tum_collide_mesh_mesh3(a, b, a_from_b, margin, touches);
}

// NULL: the pair is answered by its mirror image, or never touches where that is NULL as well.
#define BALL_BALL tum_collide_sphere_sphere3
#define BALL_CAPS tum_collide_sphere_capsule3
#define BALL_BOX tum_collide_sphere_box3
#define BALL_CYL tum_collide_sphere_cylinder3
#define CAPS_CAPS tum_collide_capsule_capsule3
#define BOX_BOX tum_collide_box_box3
#define POLYHEDRA tum_collide_polyhedra3
#define CONVEX tum_collide_convex3
#define PLANE tum_collide_convex_plane3
#define SHEET tum_collide_convex_sheet3
#define mirror NULL
#define never NULL

static CollidePair3 *const matrix[SHAPE3_KIND_COUNT][SHAPE3_KIND_COUNT] = {
    // clang-format off
    //                   sphere       capsule      box          cylinder     elliptic     hull         plane       sheet       mesh
    [SHAPE3_SPHERE]   = {BALL_BALL,   BALL_CAPS,   BALL_BOX,    BALL_CYL,    CONVEX,      CONVEX,      PLANE,      SHEET,      mirror},
    [SHAPE3_CAPSULE]  = {mirror,      CAPS_CAPS,   CONVEX,      CONVEX,      CONVEX,      CONVEX,      PLANE,      SHEET,      mirror},
    [SHAPE3_BOX]      = {mirror,      mirror,      BOX_BOX,     CONVEX,      CONVEX,      POLYHEDRA,   PLANE,      SHEET,      mirror},
    [SHAPE3_CYLINDER] = {mirror,      mirror,      mirror,      CONVEX,      CONVEX,      CONVEX,      PLANE,      SHEET,      mirror},
    [SHAPE3_ELLIPTIC] = {mirror,      mirror,      mirror,      mirror,      CONVEX,      CONVEX,      PLANE,      SHEET,      mirror},
    [SHAPE3_HULL]     = {mirror,      mirror,      mirror,      mirror,      mirror,      POLYHEDRA,   PLANE,      SHEET,      mirror},
    [SHAPE3_PLANE]    = {mirror,      mirror,      mirror,      mirror,      mirror,      mirror,      never,      never,      mirror},
    [SHAPE3_SHEET]    = {mirror,      mirror,      mirror,      mirror,      mirror,      mirror,      never,      never,      mirror},
    [SHAPE3_MESH]     = {mesh_convex, mesh_convex, mesh_convex, mesh_convex, mesh_convex, mesh_convex, mesh_plane, mesh_sheet, mesh_mesh},
    // clang-format on
};

#undef mirror
#undef never

// Also keeps infinite and absurd poses away from the pair functions; what is no number fails every
// comparison.
bool tum_collide3_may_touch(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                            PairCache3 *cache)
{
    cache->apart = 0.0f;
    const Quat q = a_from_b.rotation;
    if (!vec3_is_finite(a_from_b.position) || !(absolute(q.x) <= 2.0f && absolute(q.y) <= 2.0f &&
                                                absolute(q.z) <= 2.0f && absolute(q.w) <= 2.0f)) {
        return false;
    }
    const float reach = 1.00001f * (a->reach + b->reach + margin);
    if (!is_finite(reach)) {
        return true;
    }
    const float distance = vec3_length(a_from_b.position);
    cache->apart = distance - 1.00001f * (a->reach + b->reach);
    return distance <= reach;
}

static bool is_flat(const Shape3 *shape)
{
    switch (shape->kind) {
    case SHAPE3_BOX:
    case SHAPE3_HULL:
    case SHAPE3_PLANE:
    case SHAPE3_SHEET:
    case SHAPE3_MESH: return true;
    default: return false;
    }
}

bool tum_collide3_lasts(const Shape3 *a, const Shape3 *b)
{
    return (is_flat(a) || shape3_is_round(a)) && (is_flat(b) || shape3_is_round(b));
}

int tum_collide3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin, PairCache3 *cache,
                 Touch3 touches[TOUCHES_MAX])
{
    if (!tum_collide3_may_touch(a, b, a_from_b, margin, cache)) {
        return 0;
    }
    CollidePair3 *const pair = matrix[a->kind][b->kind];
    if (pair != NULL) {
        return pair(a, b, a_from_b, margin, cache, touches);
    }
    CollidePair3 *const other = matrix[b->kind][a->kind];
    if (other == NULL) {
        return 0;
    }
    const int count = other(b, a, pose3_inverse(a_from_b), margin, cache, touches);
    tum_touch3_flip(touches, count, a_from_b);
    return count;
}
