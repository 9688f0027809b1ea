// SPDX-License-Identifier: MIT
// toi3.c: time of impact of two shapes that move and rotate.
//
// Along any unit normal n from the target to the probe, s(t) is the separation. As long as s >=
// -slop for some n, the penetration is at most slop. A point of a body with velocity v and angular
// velocity w, both per unit of t, at r from the centre, has along n
//
//     speed           n.v + (n x w).r      at most  n.v + |n x w| |r|
//     acceleration    n.(w x (w x r))      at most  |n x w| |w| |r|
//
// so with a bound B of the speeds and M of the accelerations, of both bodies together,
//
//     s(t + x) >= s(t) - B x
//     s(t + x) >= min(s(t), s(t + y)) - M y^2 / 8     for 0 <= x <= y.
//
// The first bound ends at the impact. The second lets a wheel roll past and a rod swing by in a few
// steps.
#include "distance3/toi3.h"

#include "base/assert.h"
#include "distance3/epa3.h"
#include "shape3/mesh3.h"

enum { ADVANCES_MAX = 64, HALVINGS_MAX = 12 };

// Shares of slop. An impact is a separation within NEAR of the goal. Shapes that begin deeper than
// DEEP may sink by another DEEPER.
static const double NEAR = 0.1, DEEP = 6.0, DEEPER = 0.25;

static const DVec3 nowhere = {0.0, 0.0, 0.0};

DQuat tum_moving3_rotation(const Moving3 *moving, double fraction)
{
    const double angle = fraction * dvec3_length(moving->turn);
    if (!(angle > 0.0)) {
        return moving->rotation;
    }
    double sine, cosine;
    tum_sine_cosine64(0.5 * angle, &sine, &cosine);
    const DVec3 axis = dvec3_scale(moving->turn, fraction * sine / angle);
    return dquat_normalize(
        dquat_multiply((DQuat){axis.x, axis.y, axis.z, cosine}, moving->rotation));
}

DVec3 tum_moving3_center(const Moving3 *moving, double fraction)
{
    return dvec3_add_scaled(moving->center, moving->along, fraction);
}

// Pose of a shape at a fraction.
static void place(Core3 *core, const Moving3 *moving, double fraction)
{
    const DQuat turned = tum_moving3_rotation(moving, fraction);
    const Pose3 local = moving->center_from_shape;
    core->rotation = dquat_matrix(dquat_multiply(turned, quat_widen(local.rotation)));
    core->position = dvec3_add(tum_moving3_center(moving, fraction),
                               dquat_rotate(turned, vec3_widen(local.position)));
}

typedef struct ToiPair3 {
    const Moving3 *target, *probe;
    Core3 target_core, probe_core; // Cores at the fraction evaluated last.
    DVec3 face;    // Normal of a triangle, toward the probe, in the target's frame; else zero.
    bool is_plane; // The target is a plane: its core is unused, its Y axis is the normal.
    double bounding_radius;       // [m] Bounding radius of the probe about its body's centre.
    double target_arm, probe_arm; // [m] Greatest distance of a point from the centre.
    double slop, limit;
} ToiPair3;

static void go(ToiPair3 *m, double fraction)
{
    place(&m->probe_core, m->probe, fraction);
    place(&m->target_core, m->target, fraction);
}

static DVec3 plane_normal(const ToiPair3 *m)
{
    return dmat3_transform(m->target_core.rotation, (DVec3){0.0, 1.0, 0.0});
}

static double apart_along(ToiPair3 *m, DVec3 normal)
{
    if (!m->is_plane) {
        return tum_core3_separation(&m->target_core, &m->probe_core, normal);
    }
    const DVec3 lowest = tum_core3_support(&m->probe_core, dvec3_negate(normal));
    return dvec3_dot(dvec3_sub(lowest, m->target_core.position), normal) - m->probe_core.radius;
}

// Takes another normal where the separation along it is greater.
static double take_better(ToiPair3 *m, DVec3 candidate, double apart, DVec3 *normal)
{
    if (dvec3_length_squared(candidate) < 0.5) {
        return apart;
    }
    const double other = apart_along(m, candidate);
    if (!(other > apart)) {
        return apart;
    }
    *normal = candidate;
    return other;
}

// Normal of the greatest separation; `before` is the last normal, or zero. Any normal proves a
// distance. Near contact few digits are left and the search may fail: a restarted search has to
// give a better answer than the known normals.
static double measure(ToiPair3 *m, double limit, DVec3 before, DVec3 *normal)
{
    if (m->is_plane) {
        *normal = plane_normal(m);
        return apart_along(m, *normal);
    }
    const double radii = m->target_core.radius + m->probe_core.radius;
    Gap3 gap = tum_gap3(&m->target_core, &m->probe_core, limit + radii, before);
    *normal = gap.normal;
    double apart = apart_along(m, gap.normal);
    apart = take_better(m, dmat3_transform(m->target_core.rotation, m->face), apart, normal);
    apart = take_better(m, before, apart, normal);
    if (apart < gap.distance - radii - NEAR * m->slop || apart < -m->slop) {
        gap = tum_gap3(&m->target_core, &m->probe_core, limit + radii, nowhere);
        apart = take_better(m, gap.normal, apart, normal);
    }
    return apart;
}

typedef struct Bounds3 {
    double speed, acceleration; // Bounds of the approach of any two points.
} Bounds3;

static Bounds3 bounds_along(const ToiPair3 *m, DVec3 normal)
{
    const DVec3 w = m->probe->turn, u = m->target->turn;
    const double turning = dvec3_length(dvec3_cross(normal, w));
    Bounds3 bounds = {dvec3_dot(normal, dvec3_sub(m->target->along, m->probe->along)) +
                          turning * m->probe_arm,
                      turning * dvec3_length(w) * m->probe_arm};
    const double target_turn = dvec3_length(u);
    if (target_turn > 0.0) {
        // The normal of a plane rotates with its body, which also rotates the probe's motion
        // relative to it.
        const double across = m->is_plane ? target_turn : dvec3_length(dvec3_cross(normal, u));
        bounds.speed += across * m->target_arm;
        bounds.acceleration += across * target_turn * m->target_arm;
        if (m->is_plane) {
            const DVec3 relative = dvec3_sub(m->target->along, m->probe->along);
            bounds.acceleration +=
                2.0 * target_turn * (dvec3_length(relative) + dvec3_length(w) * m->probe_arm);
        }
    }
    return bounds;
}

// A body stays in the ball around its centre, however it rotates.
static bool ball_stays_away(ToiPair3 *m, double t, double goal, DVec3 normal)
{
    const DVec3 far = m->is_plane ? m->target_core.position
                                  : dvec3_add_scaled(tum_core3_support(&m->target_core, normal),
                                                     normal, m->target_core.radius);
    const DVec3 center = tum_moving3_center(m->probe, t);
    const double away = dvec3_dot(dvec3_sub(center, far), normal) - m->bounding_radius;
    const double change =
        (m->limit - t) * dvec3_dot(dvec3_sub(m->probe->along, m->target->along), normal);
    return away + minimum64(change, 0.0) >= goal;
}

// Fraction until which no penetration exceeds the goal for certain, from `t`, where the separation
// along the normal is `apart`. Leaves the cores at any fraction.
static double certain_advance(ToiPair3 *m, double t, double apart, double goal, DVec3 normal)
{
    const Bounds3 bounds = bounds_along(m, normal);
    const double left = m->limit - t, room = apart - goal;
    if (bounds.speed * left <= room) {
        return left;
    }
    if (!(dvec3_length_squared(m->target->turn) > 0.0) && ball_stays_away(m, t, goal, normal)) {
        return left;
    }
    const double least = room / bounds.speed;
    double y = left;
    for (int i = 0; i < HALVINGS_MAX && y > 2.0 * least && bounds.acceleration > 0.0; ++i) {
        const double sag = 0.125 * bounds.acceleration * y * y;
        if (room >= sag) {
            go(m, t + y);
            const DVec3 then = m->is_plane ? plane_normal(m) : normal;
            if (apart_along(m, then) - goal >= sag) {
                return y;
            }
        }
        y *= 0.5;
    }
    return least;
}

// Normal of the face of the target over which the centre of the probe is highest; or zero, where
// the target has none.
static DVec3 face_toward_probe(const ToiPair3 *m)
{
    const Shape3 *target = m->target_core.shape;
    if (m->is_plane || target->kind != SHAPE3_BOX) {
        return dmat3_transform(m->target_core.rotation, m->face);
    }
    const DMat3 axes = m->target_core.rotation;
    const DVec3 apart = dvec3_sub(m->probe_core.position, m->target_core.position);
    const double x = dvec3_dot(axes.x, apart), y = dvec3_dot(axes.y, apart),
                 z = dvec3_dot(axes.z, apart);
    const double over_x = absolute64(x) - (double)target->half.x,
                 over_y = absolute64(y) - (double)target->half.y,
                 over_z = absolute64(z) - (double)target->half.z;
    if (over_y >= over_x && over_y >= over_z) {
        return y < 0.0 ? dvec3_negate(axes.y) : axes.y;
    }
    return over_x >= over_z ? (x < 0.0 ? dvec3_negate(axes.x) : axes.x)
                            : (z < 0.0 ? dvec3_negate(axes.z) : axes.z);
}

// Whether the separation along the normal of a face proves that the shapes do not meet. It is the
// greatest one nearly always, and takes no search.
static bool face_keeps_apart(ToiPair3 *m)
{
    const DVec3 normal = face_toward_probe(m);
    if (!(dvec3_length_squared(normal) > 0.5)) {
        return false;
    }
    const double apart = apart_along(m, normal), goal = -m->slop;
    return apart > goal + NEAR * m->slop &&
           certain_advance(m, 0.0, apart, goal, normal) >= m->limit;
}

static double advance(ToiPair3 *m, Vec3 *normal)
{
    go(m, 0.0);
    if (face_keeps_apart(m)) {
        return 2.0 * m->limit + 1.0;
    }
    const double displacement = dvec3_length(dvec3_sub(m->probe->along, m->target->along)) +
                                dvec3_length(m->probe->turn) * m->probe_arm +
                                dvec3_length(m->target->turn) * m->target_arm;
    DVec3 n = nowhere;
    double t = 0.0, goal = -m->slop;
    for (int i = 0; i < ADVANCES_MAX; ++i) {
        go(m, t);
        const double apart = measure(m, (m->limit - t) * displacement + m->slop, n, &n);
        *normal = vec3_narrow(n);
        if (apart < DEEP * goal && i == 0) {
            goal = apart - DEEPER * m->slop;
        }
        if (apart <= goal + NEAR * m->slop) {
            return t;
        }
        t += certain_advance(m, t, apart, goal, n);
        if (t >= m->limit) {
            return 2.0 * m->limit + 1.0;
        }
    }
    return t;
}

static DVec3 to_target(const Moving3 *target, double fraction, DVec3 point)
{
    const Pose3 local = target->center_from_shape;
    const DVec3 in_body = dquat_unrotate(tum_moving3_rotation(target, fraction),
                                         dvec3_sub(point, tum_moving3_center(target, fraction)));
    return dquat_unrotate(quat_widen(local.rotation),
                          dvec3_sub(in_body, vec3_widen(local.position)));
}

// Box around the probe's motion, in the frame of the target.
static Bound3 displacement_bound(const ToiPair3 *m)
{
    const DVec3 begin = to_target(m->target, 0.0, tum_moving3_center(m->probe, 0.0));
    const DVec3 end = to_target(m->target, m->limit, tum_moving3_center(m->probe, m->limit));
    // Relative to a target that rotates, the motion is curved; its chord is off by no more than
    // this.
    const double bend = dvec3_length(m->target->turn) * m->target_arm;
    const double all = 1.00001 * (m->bounding_radius + bend + m->slop);
    const DVec3 grown = {all, all, all};
    return (Bound3){vec3_narrow(dvec3_sub(dvec3_minimum(begin, end), grown)),
                    vec3_narrow(dvec3_add(dvec3_maximum(begin, end), grown))};
}

typedef struct MeshToiPair3 {
    ToiPair3 pair;
    const Mesh3 *mesh;
    DVec3 from; // Position of the probe's body at the start.
    double first;
    Vec3 normal;
} MeshToiPair3;

// A triangle is a hull of three vertices; cores read only the vertices of a hull.
static bool meet_triangle(void *user, uint32_t triangle)
{
    MeshToiPair3 *search = user;
    Vec3 corners[3];
    for (int i = 0; i < 3; ++i) {
        corners[i] = mesh3_corner(search->mesh, triangle, i);
    }
    const Hull3 hull = {.vertices = corners, .vertex_count = 3};
    const Shape3 shape = {.kind = SHAPE3_HULL, .hull = &hull};
    ToiPair3 pair = search->pair;
    pair.target_core.shape = &shape;
    pair.face = vec3_widen(search->mesh->normals[triangle]);
    if (dvec3_dot(pair.face, dvec3_sub(search->from, vec3_widen(corners[0]))) < 0.0) {
        pair.face = dvec3_negate(pair.face);
    }
    Vec3 normal;
    const double t = advance(&pair, &normal);
    if (t <= search->pair.limit && t < search->first) {
        search->first = t;
        search->normal = normal;
        search->pair.limit = t;
    }
    return true;
}

static double meet_mesh(ToiPair3 *m, Vec3 *normal)
{
    MeshToiPair3 search = {.pair = *m,
                           .mesh = m->target->shape->mesh,
                           .from = to_target(m->target, 0.0, tum_moving3_center(m->probe, 0.0)),
                           .first = 2.0 * m->limit + 1.0,
                           .normal = {0.0f, 1.0f, 0.0f}};
    tum_mesh3_query(search.mesh, displacement_bound(m), meet_triangle, &search);
    *normal = search.normal;
    return search.first;
}

// A sheet is a box without height; an infinite side ends beyond the probe's motion.
static double meet_sheet(ToiPair3 *m, Vec3 *normal)
{
    const Shape3 *sheet = m->target->shape;
    const Bound3 bound = displacement_bound(m);
    if (!sheet->double_sided &&
        to_target(m->target, 0.0, tum_moving3_center(m->probe, 0.0)).y < 0.0) {
        return 2.0 * m->limit + 1.0;
    }
    const Vec3 far = vec3_maximum(vec3_absolute(bound.low), vec3_absolute(bound.high));
    const Vec3 half = {minimum(sheet->half.x, 2.0f * far.x + 1.0f), 0.0f,
                       minimum(sheet->half.z, 2.0f * far.z + 1.0f)};
    const Shape3 flat = {.kind = SHAPE3_BOX, .half = half};
    m->target_core.shape = &flat;
    return advance(m, normal);
}

double tum_impact_time3(const Moving3 *target, const Moving3 *probe, double slop, double limit,
                        Vec3 *normal)
{
    if (!TUM_REQUIRE(shape3_is_convex(probe->shape))) {
        return 2.0 * limit + 1.0;
    }
    ToiPair3 m = {
        .target = target,
        .probe = probe,
        .target_core = tum_core3_at_pose(target->shape, POSE3_IDENTITY),
        .probe_core = tum_core3_at_pose(probe->shape, POSE3_IDENTITY),
        .is_plane = target->shape->kind == SHAPE3_PLANE,
        .slop = slop,
        .limit = limit,
    };
    const DVec3 between = dvec3_sub(probe->center, target->center);
    m.probe_arm = dvec3_length(vec3_widen(probe->center_from_shape.position));
    m.bounding_radius = m.probe_arm + (double)probe->shape->bounding_radius;
    if (probe->shape->kind != SHAPE3_SPHERE) {
        m.probe_arm = m.bounding_radius;
    }
    // Parts of the target beyond the reach of the probe do not matter.
    m.target_arm = dvec3_length(between) + dvec3_length(probe->along) +
                   dvec3_length(target->along) + m.bounding_radius;
    switch (target->shape->kind) {
    case SHAPE3_SHEET: return meet_sheet(&m, normal);
    case SHAPE3_MESH: return meet_mesh(&m, normal);
    default: return advance(&m, normal);
    }
}
