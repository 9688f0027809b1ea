// SPDX-License-Identifier: MIT
// convex3.c: two convex shapes of any kinds. GJK or EPA finds the normal; the faces along it are
// clipped against each other.
//
// Near contact the normal is almost always that of a face of one of the shapes. The face's normal
// is then taken exactly: a normal whose last digits change with every step would make every contact
// point tremble.
#include "collide3/pairs3.h"

#include "collide3/clip3.h"
#include "collide3/face3.h"
#include "collide3/manifold3.h"
#include "collide3/manifold_choice3.h"
#include "collide3/sat3.h"
#include "distance3/axis_gap3.h"
#include "distance3/epa3.h"

typedef struct FacePair {
    Face3 a, b; // both in the frame of A
} FacePair;

static bool is_polyhedron(const Shape3 *shape)
{
    return shape->kind == SHAPE3_BOX || shape->kind == SHAPE3_HULL;
}

// Face of A, or of B in the frame of A, along the normal. Polygons of discs are locked to the
// polyhedron that the disc touches; polygons of two discs are both locked to A.
static void face_of(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, Vec3 normal, bool of_a,
                    Face3 *face)
{
    const bool to_b = is_polyhedron(b) && !is_polyhedron(a);
    if (of_a) {
        tum_face3_toward(a, normal, to_b ? a_from_b.rotation : QUAT_IDENTITY, face);
        return;
    }
    const Quat back = quat_conjugate(a_from_b.rotation);
    const Vec3 toward_a = quat_rotate(back, vec3_negate(normal));
    tum_face3_toward(b, toward_a, to_b ? QUAT_IDENTITY : back, face);
    tum_face3_transform(face, a_from_b);
}

static void faces_along(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, Vec3 normal,
                        FacePair *faces)
{
    face_of(a, b, a_from_b, normal, true, &faces->a);
    face_of(a, b, a_from_b, normal, false, &faces->b);
}

static bool has_normal(const Face3 *face)
{
    return vec3_length_squared(face->normal) > 0.5f;
}

static float smaller_bounding_radius(const Shape3 *a, const Shape3 *b)
{
    return minimum(a->bounding_radius, b->bounding_radius);
}

// Result of GJK or EPA, and the normal chosen from it.
typedef struct ConvexPair {
    const Shape3 *a, *b;
    Pose3 a_from_b;
    Core3 core_a, core_b;
    Vec3 normal, on_a, on_b;
    float separation;
} ConvexPair;

typedef struct Candidate {
    Vec3 normal;
    float separation;
    bool is_round, exists;
} Candidate;

// A face as the normal. The face contains its shape's support point, so that one more gives the
// separation.
static Candidate candidate(ConvexPair *m, const Face3 *face, bool of_b)
{
    if (!has_normal(face)) {
        return (Candidate){.exists = false};
    }
    const DVec3 n = vec3_widen(face->normal), outward = dvec3_normalize_or(n, n);
    Core3 *other = of_b ? &m->core_a : &m->core_b;
    const DVec3 nearest = tum_core3_support(other, dvec3_negate(outward));
    const DVec3 between = dvec3_sub(nearest, vec3_widen(face->points[0]));
    const Vec3 unit = vec3_narrow(outward);
    return (Candidate){.normal = of_b ? vec3_negate(unit) : unit,
                       .separation = (float)(dvec3_dot(between, outward) - other->radius),
                       .is_round = face->is_round || face->count < 3,
                       .exists = true};
}

// Replaces the normal by that of a face that separates as well: a flat polygon's before a disc's or
// a side's, the last winner before the other, A's before B's.
static bool snap(ConvexPair *m, const FacePair *faces, PairCache3 *cache)
{
    const float size = smaller_bounding_radius(m->a, m->b);
    const float allowed = m->separation - SNAP_SHARE * size - SNAP_DEPTH * absolute(m->separation);
    const Candidate a = candidate(m, &faces->a, false), b = candidate(m, &faces->b, true);
    const bool a_fits = a.exists && a.separation >= allowed;
    const bool b_fits = b.exists && b.separation >= allowed;
    if (!a_fits && !b_fits) {
        return false;
    }
    bool takes_b = b_fits;
    if (a_fits && b_fits) {
        const float bias = 0.5f * SNAP_SHARE * size;
        takes_b = a.is_round != b.is_round ? a.is_round
                  : cache->b != 0          ? !(a.separation > b.separation + bias)
                                           : b.separation > a.separation + bias;
    }
    cache->b = takes_b;
    m->normal = takes_b ? b.normal : a.normal;
    m->separation = takes_b ? b.separation : a.separation;
    return true;
}

static float lowest(const LocalPoint3 *points, int count)
{
    float least = points[0].separation;
    for (int i = 1; i < count; ++i) {
        least = minimum(points[i].separation, least);
    }
    return least;
}

// Polygon perpendicular to the normal, if there is one; flat ones before discs, A's before B's.
static const Face3 *reference_of(const FacePair *faces, Vec3 normal)
{
    const bool a = faces->a.count >= 3 && vec3_dot(faces->a.normal, normal) >= ALIGNED_COSINE;
    const bool b = faces->b.count >= 3 && -vec3_dot(faces->b.normal, normal) >= ALIGNED_COSINE;
    if (a && b) {
        return faces->a.is_round && !faces->b.is_round ? &faces->b : &faces->a;
    }
    return a ? &faces->a : b ? &faces->b : NULL;
}

static bool is_bar(const Shape3 *shape)
{
    return shape->kind == SHAPE3_CAPSULE || shape->kind == SHAPE3_CYLINDER;
}

static int clip_edges_along(const ConvexPair *m, float margin, FacePair *edges,
                            LocalPoint3 points[CLIP_POINTS_MAX])
{
    const Vec3 toward_a = quat_unrotate(m->a_from_b.rotation, vec3_negate(m->normal));
    const float slope = is_bar(m->a) || is_bar(m->b) ? BESIDE_SINE : EDGE_SLOPE;
    if (!tum_face3_edge_toward(m->a, m->normal, slope, &edges->a) ||
        !tum_face3_edge_toward(m->b, toward_a, slope, &edges->b)) {
        return 0;
    }
    tum_face3_transform(&edges->b, m->a_from_b);
    return tum_clip3_edges(&edges->a, &edges->b, m->normal, margin, points);
}

// Contact points of the faces or edges along the normal.
static int clip_along(const ConvexPair *m, float margin, LocalPoint3 points[CLIP_POINTS_MAX])
{
    FacePair faces;
    const Vec3 toward_a = quat_unrotate(m->a_from_b.rotation, vec3_negate(m->normal));
    if (tum_face3_alignment(m->a, m->normal) >= ALIGNED_COSINE ||
        tum_face3_alignment(m->b, toward_a) >= ALIGNED_COSINE) {
        faces_along(m->a, m->b, m->a_from_b, m->normal, &faces);
        if (faces.a.count == 1 || faces.b.count == 1) {
            return 0;
        }
        const Face3 *reference = reference_of(&faces, m->normal);
        if (reference != NULL) {
            const bool is_a = reference == &faces.a;
            return tum_clip3_faces(reference, is_a ? &faces.b : &faces.a, is_a, m->normal, margin,
                                   points);
        }
    }
    return clip_edges_along(m, margin, &faces, points);
}

// Adds the point between the surfaces where clipping left no point, or none as deep.
static int finish(const ConvexPair *m, LocalPoint3 points[CLIP_POINTS_MAX + 1], int count,
                  LocalManifold3 *manifold)
{
    const float missed = MISSED_SHARE * smaller_bounding_radius(m->a, m->b);
    if (count == 0 || lowest(points, count) > m->separation + missed) {
        points[count++] = (LocalPoint3){vec3_scale(vec3_add(m->on_a, m->on_b), 0.5f), m->separation,
                                        tum_feature3_single()};
    }
    return tum_local_manifold3_of_points(m->normal, points, count, manifold);
}

// A shape must not end on the far side of a thin plate: the normal of the plate's own side replaces
// one that leads there.
static void keep_to_side(ConvexPair *m, const Vec3 *side, const Gap3 *gap)
{
    if (side == NULL || !gap->is_overlap || vec3_dot(m->normal, *side) <= 1e-4f) {
        return;
    }
    const DVec3 normal = dvec3_negate(vec3_widen(*side));
    const DVec3 unit = dvec3_normalize_or(normal, normal);
    const DVec3 deepest = tum_core3_support(&m->core_a, unit);
    m->normal = vec3_narrow(unit);
    m->separation = (float)tum_core3_separation(&m->core_a, &m->core_b, unit);
    m->on_a = vec3_narrow(dvec3_add_scaled(deepest, unit, m->core_a.radius));
    m->on_b = vec3_add_scaled(m->on_a, m->normal, m->separation);
}

// Cosine between the normal of the step before and a face from which on the face is tried first.
static const float near_face_cosine = 0.98f;

// Depth up to which an overlap is shallow, as a share of the smaller ball inside the shapes.
static const float shallow_share = 0.1f;

// A contact this many times its depth inside the reference has no shorter way out beside it.
static const float border_depths = 1.2f;

// [m] Distance of a point over a polygon from its border; negative: beside the polygon.
static float inside_border(const Face3 *face, Vec3 p)
{
    float least = __builtin_inff();
    for (int i = 0; i < face->count; ++i) {
        const Vec3 corner = face->points[i];
        const Vec3 side = vec3_sub(face->points[i + 1 < face->count ? i + 1 : 0], corner);
        const Vec3 out = vec3_cross(side, face->normal);
        const float length = vec3_length(out);
        if (length > 0.0f) {
            least = minimum(vec3_dot(out, vec3_sub(corner, p)) / length, least);
        }
    }
    return least;
}

static Vec3 middle_of(const LocalPoint3 *points, int count)
{
    Vec3 sum = points[0].position;
    for (int i = 1; i < count; ++i) {
        sum = vec3_add(sum, points[i].position);
    }
    return vec3_scale(sum, 1.0f / (float)count);
}

// Whether the contact of a face is the shortest way out: its deepest point lies over the face, and
// an overlap is shallow and ends no sooner beside the face.
static bool face_holds(const ConvexPair *m, const Face3 *reference, const LocalPoint3 *points,
                       int count)
{
    const float missed = MISSED_SHARE * smaller_bounding_radius(m->a, m->b);
    const float core_separation = m->separation + (float)m->core_a.radius + (float)m->core_b.radius;
    if (count == 0 || lowest(points, count) > m->separation + missed) {
        return false;
    }
    return core_separation >= 0.0f ||
           (-core_separation <= shallow_share * minimum(m->a->inner, m->b->inner) &&
            inside_border(reference, middle_of(points, count)) >= -border_depths * core_separation);
}

// Contact points of a point over the reference.
static int clip_point(const ConvexPair *m, const Face3 *reference, const Face3 *point, bool is_a,
                      LocalPoint3 *points)
{
    const Vec3 p = point->points[0];
    const float sign = is_a ? 1.0f : -1.0f;
    if (inside_border(reference, p) < 0.0f) {
        return 0;
    }
    const Vec3 middle = vec3_add_scaled(p, m->normal, -sign * 0.5f * m->separation);
    points[0] = (LocalPoint3){middle, m->separation, tum_feature3_single()};
    return 1;
}

// The face along which the shapes are farther apart; among equal ones a flat polygon before a disc,
// then the last winner.
static bool prefers_b(const ConvexPair *m, const Candidate *a, const Candidate *b,
                      const PairCache3 *cache)
{
    const float most = maximum(a->separation, b->separation);
    const float equal =
        SNAP_SHARE * smaller_bounding_radius(m->a, m->b) + SNAP_DEPTH * absolute(most);
    if (absolute(a->separation - b->separation) > equal) {
        return b->separation > a->separation;
    }
    return a->is_round != b->is_round ? a->is_round : cache->b != 0;
}

// Cosines between a normal in closed form and a face: from the first on the face may replace the
// normal, from the second on the two are the same.
static const float snap_cosine = 0.999f, exact_cosine = 0.9999999f;

enum { UNDECIDED = -1 };

// The face of A or of B along a normal. @return whether it is a polygon near that normal.
static bool face_fits(const ConvexPair *m, Vec3 normal, bool of_a, float alignment, Face3 *face)
{
    if (alignment < near_face_cosine) {
        return false;
    }
    face_of(m->a, m->b, m->a_from_b, normal, of_a, face);
    const float along = vec3_dot(face->normal, normal);
    return face->count >= 3 && (of_a ? along : -along) >= near_face_cosine;
}

// The contact of the face that lay along the normal of the step before, if it still is one.
// @return the number of manifolds, or UNDECIDED.
static int meet_face(ConvexPair *m, float margin, PairCache3 *cache, LocalManifold3 *manifold)
{
    const Vec3 last = cache->axis;
    const Vec3 back = quat_unrotate(m->a_from_b.rotation, last);
    FacePair faces;
    const bool a_fits = face_fits(m, last, true, tum_face3_alignment(m->a, last), &faces.a);
    const bool b_fits = face_fits(m, last, false, tum_face3_alignment(m->b, back), &faces.b);
    if (!a_fits && !b_fits) {
        return UNDECIDED;
    }
    const Candidate a = a_fits ? candidate(m, &faces.a, false) : (Candidate){.exists = false};
    const Candidate b = b_fits ? candidate(m, &faces.b, true) : (Candidate){.exists = false};
    const bool takes_b = a_fits && b_fits ? prefers_b(m, &a, &b, cache) : b_fits;
    const Face3 *reference = takes_b ? &faces.b : &faces.a;
    const Candidate found = takes_b ? b : a;
    if (found.separation > margin) {
        cache->axis = found.normal;
        cache->apart = found.separation;
        return 0;
    }
    m->normal = found.normal;
    m->separation = found.separation;
    cache->axis = m->normal;
    cache->apart = m->separation;
    Face3 *incident = takes_b ? &faces.a : &faces.b;
    face_of(m->a, m->b, m->a_from_b, m->normal, takes_b, incident);
    LocalPoint3 points[CLIP_POINTS_MAX];
    const int count = incident->count == 1 ? clip_point(m, reference, incident, !takes_b, points)
                                           : tum_clip3_faces(reference, incident, !takes_b,
                                                             m->normal, margin, points);
    if (!face_holds(m, reference, points, count)) {
        cache->axis = last;
        return UNDECIDED;
    }
    cache->b = takes_b;
    return tum_local_manifold3_of_points(m->normal, points, count, manifold);
}

static bool is_curved(const Shape3 *shape)
{
    return !is_polyhedron(shape) && shape->kind != SHAPE3_SPHERE;
}

// Whether a face, or the side of a cylinder, has almost the normal, but not quite.
static bool is_nearly_aligned(const Shape3 *shape, Vec3 d)
{
    float alignment = tum_face3_alignment(shape, d);
    if (shape->kind == SHAPE3_CYLINDER) {
        const Vec3 side = tum_face3_side_normal(shape, d);
        alignment = maximum(vec3_dot(side, d), alignment);
    }
    return alignment >= snap_cosine && alignment < exact_cosine;
}

static bool may_snap(const ConvexPair *m)
{
    const Vec3 toward_a = quat_unrotate(m->a_from_b.rotation, vec3_negate(m->normal));
    return is_nearly_aligned(m->a, m->normal) || is_nearly_aligned(m->b, toward_a);
}

// Contact points along the normal of a gap, or along the face's normal that replaces it.
static int meet_along(ConvexPair *m, bool is_exact, float margin, PairCache3 *cache,
                      LocalManifold3 *manifold)
{
    const ConvexPair found = *m;
    bool is_snapped = false;
    if (!is_exact || may_snap(m)) {
        FacePair faces;
        faces_along(m->a, m->b, m->a_from_b, m->normal, &faces);
        is_snapped = snap(m, &faces, cache);
    }
    LocalPoint3 points[CLIP_POINTS_MAX + 1];
    int count = clip_along(m, margin, points);
    // A corner beside a face is near the face's plane and yet not over the face.
    if (count == 0 && is_snapped) {
        *m = found;
        count = clip_along(m, margin, points);
    }
    return finish(m, points, count, manifold);
}

static bool is_apart_along(ConvexPair *m, DVec3 guess, float margin, PairCache3 *cache)
{
    if (!(dvec3_length_squared(guess) > 0.5)) {
        return false;
    }
    cache->apart = (float)tum_core3_separation(&m->core_a, &m->core_b, guess);
    return cache->apart > margin;
}

static int meet(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, const Vec3 *side, float margin,
                PairCache3 *cache, LocalManifold3 *manifold)
{
    ConvexPair m = {.a = a,
                    .b = b,
                    .a_from_b = a_from_b,
                    .core_a = tum_core3_at_origin(a),
                    .core_b = tum_core3_at_pose(b, a_from_b)};
    DVec3 guess = {0.0, 0.0, 0.0};
    if (cache->kind == AXIS3_FREE) {
        guess = dvec3_normalize_or(vec3_widen(cache->axis), guess);
    }
    const bool is_guessed =
        side == NULL && dvec3_length_squared(guess) > 0.5 && (is_curved(a) || is_curved(b));
    if (is_guessed) {
        const int count = meet_face(&m, margin, cache, manifold);
        if (count != UNDECIDED) {
            return count;
        }
    }
    if (is_apart_along(&m, guess, margin, cache)) {
        return 0;
    }
    Gap3 gap;
    const bool is_exact = is_guessed && tum_axis_gap3(&m.core_a, &m.core_b, guess, &gap);
    if (!is_exact) {
        gap = tum_gap3(&m.core_a, &m.core_b, (double)margin, guess);
    }
    m.normal = vec3_narrow(gap.normal);
    m.separation = (float)(gap.distance - m.core_a.radius - m.core_b.radius);
    m.on_a = vec3_narrow(dvec3_add_scaled(gap.a, gap.normal, m.core_a.radius));
    m.on_b = vec3_narrow(dvec3_add_scaled(gap.b, gap.normal, -m.core_b.radius));
    cache->kind = AXIS3_FREE;
    cache->axis = m.normal;
    cache->apart = m.separation;
    if (!(m.separation <= margin)) {
        return 0;
    }
    keep_to_side(&m, side, &gap);
    if (a->kind == SHAPE3_SPHERE || b->kind == SHAPE3_SPHERE) {
        return tum_local_manifold3_single(m.normal, m.on_a, m.on_b, m.separation,
                                          tum_feature3_single(), margin, manifold);
    }
    return meet_along(&m, is_exact, margin, cache, manifold);
}

// The normal is remembered in the frame of a polyhedron that meets a curved shape, so that it stays
// while the curved shape rolls; else in the frame of A.
static int meet_again(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, const Vec3 *side,
                      float margin, PairCache3 *cache, LocalManifold3 *manifold)
{
    const bool in_b = is_polyhedron(b) && !is_polyhedron(a);
    if (in_b && cache->kind == AXIS3_FREE) {
        cache->axis = quat_rotate(a_from_b.rotation, cache->axis);
    }
    const int count = meet(a, b, a_from_b, side, margin, cache, manifold);
    if (in_b) {
        cache->axis = quat_unrotate(a_from_b.rotation, cache->axis);
    }
    return count;
}

int tum_collide_convex3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                        PairCache3 *cache, LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX])
{
    return meet_again(a, b, a_from_b, NULL, margin, cache, &manifolds[0]);
}

int tum_collide_convex_plate3(const Shape3 *a, const Shape3 *plate, Pose3 a_from_b, Vec3 side,
                              float margin, PairCache3 *cache,
                              LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX])
{
    return meet_again(a, plate, a_from_b, &side, margin, cache, &manifolds[0]);
}
