// SPDX-License-Identifier: MIT
// convex4.c: contacts of convex pairs. The normal comes from separating axes for boxes, and from
// GJK and EPA for all other shapes; the points come from the faces along the normal (face_pair4.h).
//
// GJK works on slightly shrunk shapes with a ball around each: overlaps of less than those balls
// are still distances. The expanding polytope, which costs a hundred times as much, is needed for
// greater overlaps only. The separation is then measured on the shapes themselves.
#include "collide4/pairs4.h"

#include "collide4/face_pair4.h"
#include "collide4/manifold4.h"
#include "collide4/sat4.h"
#include "distance4/epa4.h"
#include "math/widen4.h"

// Share of its size by which each shape is shrunk for GJK.
static const double shrink_share = 0.02;

// Tolerance of GJK's squared distances: normals to 1e-4.
static const double normal_tolerance = 1e-8;

static const Vec4 origin;
static const DVec4 origin64;

bool tum_is_box4(const Shape4 *shape)
{
    const DVec4 half = shape->half;
    return shape->kind == SHAPE4_ROUNDED && shape->exponents[0] == 0.0 && half.x > 0.0 &&
           half.y > 0.0 && half.z > 0.0 && half.w > 0.0;
}

// The deepest point of B, and the point opposite on A.
static LocalPoint4 deepest_corner(const FacePair4 *pair)
{
    const View4 *view = &pair->b;
    const Vec4 n = pair->normal;
    const DVec4 local = vec4_widen(mat4_transform_transposed(view->rotation, vec4_negate(n)));
    const Vec4 corner = vec4_narrow(tum_shape4_support(view->shape, local));
    const Vec4 p = vec4_add(view->position, mat4_transform(view->rotation, corner));
    return (LocalPoint4){vec4_add_scaled(p, n, -0.5f * pair->separation), pair->separation,
                         FEATURE4_SINGLE};
}

int tum_collide_boxes4(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin,
                       PairCache4 *cache, LocalManifold4 *manifold)
{
    const Mat4 identity = MAT4_IDENTITY, rotation = rotation4_matrix(a_from_b.rotation);
    const float radii = (float)(a->radius + b->radius);
    Axis4 best[2];
    const bool may_touch = tum_sat4_boxes(vec4_narrow(a->half), vec4_narrow(b->half),
                                          a_from_b.position, rotation, margin + radii, cache, best);
    *cache = (PairCache4){best[0].normal, (uint32_t)best[0].kind, best[0].a, best[0].b,
                          best[0].separation - radii};
    if (!may_touch) {
        return 0;
    }
    FacePair4 pair = {.a = {a, identity, origin},
                      .b = {b, rotation, a_from_b.position},
                      .margin = margin,
                      .extent = (float)minimum64(a->bounding_radius, b->bounding_radius)};
    Batch4 batch;
    // Along an axis slightly worse than the best, the deepest point may lie beside the opposite
    // face. Along the best axis it does not.
    for (int i = 0; i < (best[1].separation > best[0].separation ? 2 : 1); ++i) {
        pair.normal = best[i].normal;
        pair.separation = best[i].separation - radii;
        if (tum_meet_faces4(&pair, &batch)) {
            return tum_local_manifold4_of_points(pair.normal, batch.points, batch.count, manifold);
        }
    }
    if (pair.separation + radii > 0.0f) {
        // Separate cores, corner to corner: no axis of the test measures their distance.
        PairCache4 passing = {.axis = pair.normal, .kind = AXIS4_FREE};
        const int count = tum_collide_convex4(a, b, a_from_b, margin, &passing, manifold);
        cache->apart = passing.apart;
        return count;
    }
    // Rounding kept the deepest points apart.
    tum_batch4_add(&batch, deepest_corner(&pair));
    return tum_local_manifold4_of_points(pair.normal, batch.points, batch.count, manifold);
}

/// PairCache4.a of AXIS4_FREE: the faces along the axis contained the deepest points.
enum { FACES_MET = 1 };

int tum_collide_convex4(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin,
                        PairCache4 *cache, LocalManifold4 *manifold)
{
    const DMat4 identity = DMAT4_IDENTITY;
    const Placed4 at_a = {a, origin64, identity};
    const Placed4 at_b = {b, vec4_widen(a_from_b.position),
                          drotation4_matrix(rotation4_widen(a_from_b.rotation))};
    const Shape4 small_a = tum_shape4_shrunk(a, shrink_share);
    const Shape4 small_b = tum_shape4_shrunk(b, shrink_share);
    const double room = small_a.radius + small_b.radius - a->radius - b->radius;
    const Mat4 flat = MAT4_IDENTITY;
    FacePair4 pair = {.a = {a, flat, origin},
                      .b = {b, rotation4_matrix(a_from_b.rotation), a_from_b.position},
                      .margin = margin,
                      .extent = (float)minimum64(a->bounding_radius, b->bounding_radius)};
    Batch4 batch;
    DVec4 guess = {0};
    if (cache->kind == AXIS4_FREE) {
        guess = dvec4_normalize_or(vec4_widen(cache->axis), guess);
        const double separation = tum_separation4(&at_a, &at_b, guess);
        if (separation > (double)margin && dvec4_length_squared(guess) > 0.0) {
            cache->apart = (float)separation;
            return 0;
        }
        pair.normal = vec4_narrow(guess);
        pair.separation = (float)separation;
        if (cache->a == FACES_MET && separation + room > 0.0 &&
            tum_faces_are_deepest4(&pair, &batch)) {
            return tum_local_manifold4_of_points(pair.normal, batch.points, batch.count, manifold);
        }
    }
    const Placed4 core_a = {&small_a, at_a.position, at_a.rotation};
    const Placed4 core_b = {&small_b, at_b.position, at_b.rotation};
    Simplex4 simplex;
    Distance4 found;
    const bool is_apart = tum_apart4(&core_a, &core_b, guess, normal_tolerance, &simplex, &found);
    if (!is_apart) {
        found = tum_overlap4(&at_a, &at_b, &simplex);
    }
    const double separation = tum_separation4(&at_a, &at_b, found.normal);
    *cache = (PairCache4){vec4_narrow(found.normal), AXIS4_FREE, 0, 0, (float)separation};
    if (!(separation <= (double)margin)) {
        return 0;
    }
    const Vec4 middle = vec4_narrow(dvec4_scale(dvec4_add(found.point_a, found.point_b), 0.5));
    pair.normal = cache->axis;
    pair.separation = (float)separation;
    if (is_apart && tum_faces_are_deepest4(&pair, &batch)) {
        cache->a = FACES_MET;
    } else {
        pair.middle = &middle;
        tum_meet_faces4(&pair, &batch);
    }
    return tum_local_manifold4_of_points(pair.normal, batch.points, batch.count, manifold);
}
