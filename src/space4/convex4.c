// SPDX-License-Identifier: MIT
// convex4.c: contacts of convex pairs. The normal comes from separating axes for boxes, and from
// GJK and EPA for all other shapes; the points come from the faces along the normal.
//
// GJK works on slightly shrunk shapes with a ball around each: overlaps of less than those balls
// are still distances. The expanding polytope, which costs a hundred times as much, is needed for
// greater overlaps only. The separation is then measured on the shapes themselves.
#include "space4/pairs4.h"

#include "space4/epa4.h"
#include "space4/manifold4.h"
#include "space4/sat4.h"

// Share of its size by which each shape is shrunk for GJK.
static const double shrink_share = 0.02;

// Tolerance of GJK's squared distances: normals to 1e-4.
static const double normal_tolerance = 1e-8;

// Half thickness of faces in directions without extent, as a share of the extent; and the same for
// faces of so few dimensions that they rarely meet, such as two parallel edges.
static const float thin_share = 1e-4f, sparse_share = 0.02f;

// Share of the extent by which a corner may lie outside a face and still count as on it. A tilted
// face continues at its tilt: with much more slack, points would be deeper than the shapes.
static const float slack_share = 1e-3f;

// Points nearer than this share of the extent are merged; separations with a smaller difference
// count as equal.
static const float same_share = 2e-3f, deep_share = 1e-4f;

static const Vec4 origin;
static const DVec4 origin64;

static float deepest_of(const Batch4 *batch)
{
    float deepest = __builtin_inff();
    for (int i = 0; i < batch->count; ++i) {
        deepest = minimum(batch->points[i].separation, deepest);
    }
    return deepest;
}

// Adds the contact points of two faces.
static void meet(const Meeting4 *meeting, FaceReach4 reach, float extent, Batch4 *batch)
{
    const Vec4 n = meeting->normal, back = vec4_negate(n);
    const View4 *a = &meeting->a, *b = &meeting->b;
    const float thin = thin_share * extent, slack = slack_share * extent;
    Face4 face_a, face_b;
    const bool is_tight = reach == FACE4_TIGHT;
    tum_face4_of_shape(a, n, n, reach, thin, slack, &face_a);
    const bool is_cell = is_tight && face_a.dimension == 3;
    tum_face4_of_shape(b, back, n, is_cell ? FACE4_WIDE : reach, thin, slack, &face_b);
    if (is_tight && !is_cell && face_b.dimension == 3) {
        tum_face4_of_shape(a, n, n, FACE4_WIDE, thin, slack, &face_a);
    } else if (face_a.dimension + face_b.dimension < 3) {
        if (face_a.dimension == 0 || face_b.dimension == 0) {
            return;
        }
        tum_face4_of_shape(a, n, n, reach, sparse_share * extent, slack, &face_a);
        tum_face4_of_shape(b, back, n, reach, sparse_share * extent, slack, &face_b);
    }
    tum_face4_meet(&face_a, &face_b, n, (float)a->shape->radius, (float)b->shape->radius,
                   meeting->margin, same_share * extent, batch);
}

bool tum_meet_faces4(const Meeting4 *meeting, Batch4 *batch)
{
    const float extent = meeting->extent;
    const float deep = meeting->separation + deep_share * extent;
    batch->normal = meeting->normal;
    batch->count = 0;
    meet(meeting, FACE4_TIGHT, extent, batch);
    // Slightly tilted faces, and round ones, may miss the deepest point.
    if (!meeting->is_part && deepest_of(batch) > deep) {
        if (meeting->middle == NULL) {
            meet(meeting, FACE4_EXACT, extent, batch);
            return deepest_of(batch) <= deep;
        }
        tum_batch4_add(batch,
                       (LocalPoint4){*meeting->middle, meeting->separation, FEATURE4_SINGLE});
    }
    return batch->count > 0;
}

int tum_local_manifold4_of_faces(const Meeting4 *meeting, LocalManifold4 *touch)
{
    Batch4 batch;
    return tum_meet_faces4(meeting, &batch)
               ? tum_local_manifold4_of_points(meeting->normal, batch.points, batch.count, touch)
               : 0;
}

bool tum_is_box4(const Shape4 *shape)
{
    const DVec4 half = shape->half;
    return shape->kind == SHAPE4_ROUNDED && shape->exponents[0] == 0.0 && half.x > 0.0 &&
           half.y > 0.0 && half.z > 0.0 && half.w > 0.0;
}

// The deepest point of B, and the point opposite on A.
static LocalPoint4 deepest_corner(const Meeting4 *meeting)
{
    const View4 *view = &meeting->b;
    const Vec4 n = meeting->normal;
    const DVec4 local = vec4_widen(mat4_transform_transposed(view->rotation, vec4_negate(n)));
    const Vec4 corner = vec4_narrow(tum_shape4_support(view->shape, local));
    const Vec4 p = vec4_add(view->position, mat4_transform(view->rotation, corner));
    return (LocalPoint4){vec4_add_scaled(p, n, -0.5f * meeting->separation), meeting->separation,
                         FEATURE4_SINGLE};
}

int tum_collide_boxes4(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin,
                       PairCache4 *cache, LocalManifold4 *touch)
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
    Meeting4 meeting = {.a = {a, identity, origin},
                        .b = {b, rotation, a_from_b.position},
                        .margin = margin,
                        .extent = (float)minimum64(a->reach, b->reach)};
    Batch4 batch;
    // Along an axis slightly worse than the best, the deepest point may lie beside the opposite
    // face. Along the best axis it does not.
    for (int i = 0; i < (best[1].separation > best[0].separation ? 2 : 1); ++i) {
        meeting.normal = best[i].normal;
        meeting.separation = best[i].separation - radii;
        if (tum_meet_faces4(&meeting, &batch)) {
            return tum_local_manifold4_of_points(meeting.normal, batch.points, batch.count, touch);
        }
    }
    if (meeting.separation + radii > 0.0f) {
        // Separate cores, corner to corner: no axis of the test measures their distance.
        PairCache4 passing = {.axis = meeting.normal, .kind = AXIS4_FREE};
        const int count = tum_collide_convex4(a, b, a_from_b, margin, &passing, touch);
        cache->apart = passing.apart;
        return count;
    }
    // Rounding kept the deepest points apart.
    tum_batch4_add(&batch, deepest_corner(&meeting));
    return tum_local_manifold4_of_points(meeting.normal, batch.points, batch.count, touch);
}

/// PairCache4.a of AXIS4_FREE: the faces along the axis contained the deepest points.
enum { FACES_MET = 1 };

// True when the faces meet at the separation along the axis. No axis separates the shapes more
// then, and no search is needed. Cores must be separate along the axis, or another axis may have
// less overlap.
static bool meets_as_last(const Meeting4 *meeting, Batch4 *batch)
{
    Meeting4 faces_only = *meeting;
    faces_only.is_part = true;
    return tum_meet_faces4(&faces_only, batch) &&
           deepest_of(batch) <= meeting->separation + deep_share * meeting->extent;
}

int tum_collide_convex4(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin,
                        PairCache4 *cache, LocalManifold4 *touch)
{
    const DMat4 identity = DMAT4_IDENTITY;
    const Placed4 at_a = {a, origin64, identity};
    const Placed4 at_b = {b, vec4_widen(a_from_b.position),
                          drotation4_matrix(rotation4_widen(a_from_b.rotation))};
    const Shape4 small_a = tum_shape4_shrunk(a, shrink_share);
    const Shape4 small_b = tum_shape4_shrunk(b, shrink_share);
    const double room = small_a.radius + small_b.radius - a->radius - b->radius;
    const Mat4 flat = MAT4_IDENTITY;
    Meeting4 meeting = {.a = {a, flat, origin},
                        .b = {b, rotation4_matrix(a_from_b.rotation), a_from_b.position},
                        .margin = margin,
                        .extent = (float)minimum64(a->reach, b->reach)};
    Batch4 batch;
    DVec4 guess = {0};
    if (cache->kind == AXIS4_FREE) {
        guess = dvec4_normalize_or(vec4_widen(cache->axis), guess);
        const double separation = tum_separation4(&at_a, &at_b, guess);
        if (separation > (double)margin && dvec4_length_squared(guess) > 0.0) {
            cache->apart = (float)separation;
            return 0;
        }
        meeting.normal = vec4_narrow(guess);
        meeting.separation = (float)separation;
        if (cache->a == FACES_MET && separation + room > 0.0 && meets_as_last(&meeting, &batch)) {
            return tum_local_manifold4_of_points(meeting.normal, batch.points, batch.count, touch);
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
    meeting.normal = cache->axis;
    meeting.separation = (float)separation;
    if (is_apart && meets_as_last(&meeting, &batch)) {
        cache->a = FACES_MET;
    } else {
        meeting.middle = &middle;
        tum_meet_faces4(&meeting, &batch);
    }
    return tum_local_manifold4_of_points(meeting.normal, batch.points, batch.count, touch);
}
