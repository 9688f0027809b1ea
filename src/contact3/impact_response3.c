// SPDX-License-Identifier: MIT
// impact_response3.c: impulses of the impact of a fast body.
//
// At an impact the narrow phase finds the contact points in the poses of that moment. All points
// are solved together for zero approach, p >= 0, by Gauss-Seidel; restitution e makes the impulses
// 1 + e times as large (Poisson's hypothesis): with p the energy lost is p.A.p / 2, with (1 + e) p
// it is (1 - e^2) of that, so no energy is gained. Friction acts at the centre of pressure, with at
// most the impulse that stops sliding. Then the body is lifted by half the slop, so that it is free
// to move on.
#include "contact3/impact_response3.h"

#include "space3/body_motion3.h"
#include "space3/gyroscope3.h"

enum { SWEEPS = 12, POINTS_MOST = LOCAL_MANIFOLDS_MAX * LOCAL_POINTS_MAX };

static const Vec3 zero3 = {0.0f, 0.0f, 0.0f};

Vec3 tum_fast_center3(const FastBody *fast)
{
    return vec3_add(fast->space->bodies.places.items[fast->body].center,
                    space3_state(fast->space, fast->body)->moved);
}

// An immovable body continues its motion from the start of the step. Its own pose may be ahead
// already.
Moving3 tum_moving_obstacle3(const FastBody *fast, int32_t body, int32_t collider)
{
    const Space3 *space = fast->space;
    const BodyPlace3 *place = &space->bodies.places.items[body];
    Moving3 moving = {.shape = &space->colliders.shapes.items[collider],
                      .center_from_shape = space->colliders.center_from_shapes.items[collider],
                      .center = vec3_widen(place->center),
                      .rotation = quat_widen(place->start)};
    if (fast->sim->topology.bodies.items[body].set != SET_AWAKE) {
        moving.rotation = quat_widen(place->rotation);
        return moving;
    }
    const SolverBody3 *state = &space->bodies.states.items[body];
    const DVec3 v = vec3_widen(state->linear), w = vec3_widen(state->angular);
    moving.turn = dvec3_scale(w, (double)fast->passed);
    moving.rotation = tum_moving3_rotation(&moving, 1.0);
    moving.center = dvec3_add_scaled(moving.center, v, (double)fast->passed);
    moving.along = dvec3_scale(v, (double)fast->left);
    moving.turn = dvec3_scale(w, (double)fast->left);
    return moving;
}

typedef struct ImpactPoint {
    Vec3 arm;     // From the body's centre of mass.
    Vec3 normal;  // Toward the body.
    Vec3 other;   // [m/s] Velocity of the obstacle.
    Vec3 turning; // I^-1 (arm x normal)
    float mass, impulse;
    float before; // [m/s] Separating velocity before the impact.
} ImpactPoint;

typedef struct Collision {
    float inverse_mass;
    Sym3 inverse_inertia;
    Vec3 linear, angular; // Velocities in the pose of the impact.
    int count;
    ImpactPoint points[POINTS_MOST];
} Collision;

static float approach(const Collision *c, const ImpactPoint *point)
{
    const Vec3 at = vec3_add(c->linear, vec3_cross(c->angular, point->arm));
    return vec3_dot(vec3_sub(at, point->other), point->normal);
}

static float add_point(Collision *c, Vec3 arm, Vec3 normal, Vec3 other)
{
    ImpactPoint *point = &c->points[c->count++];
    *point = (ImpactPoint){.arm = arm, .normal = normal, .other = other};
    const Vec3 lever = vec3_cross(arm, normal);
    point->turning = sym3_transform(c->inverse_inertia, lever);
    const float k = c->inverse_mass + vec3_dot(lever, point->turning);
    point->mass = k > 0.0f ? 1.0f / k : 0.0f;
    point->before = approach(c, point);
    return point->before;
}

// Solves the normal impulses. @return their sum [N s].
static float solve_normals(Collision *c)
{
    for (int sweep = 0; sweep < SWEEPS; ++sweep) {
        for (int i = 0; i < c->count; ++i) {
            ImpactPoint *point = &c->points[i];
            const float wanted = point->impulse - point->mass * approach(c, point);
            const float impulse = maximum(wanted, 0.0f), change = impulse - point->impulse;
            point->impulse = impulse;
            c->linear = vec3_add_scaled(c->linear, point->normal, change * c->inverse_mass);
            c->angular = vec3_add_scaled(c->angular, point->turning, change);
        }
    }
    float sum = 0.0f;
    for (int i = 0; i < c->count; ++i) {
        sum += c->points[i].impulse;
    }
    return sum;
}

// Factor of the impulses for the greatest loss of energy: 1, except for the residual of the sweeps.
// Twice the factor loses no energy.
static float inelastic_share(const Collision *c)
{
    float work = 0.0f, change = 0.0f;
    for (int i = 0; i < c->count; ++i) {
        const ImpactPoint *point = &c->points[i];
        work += point->impulse * point->before;
        change += point->impulse * (approach(c, point) - point->before);
    }
    return change > 0.0f ? clamp(-work / change, 0.0f, 1.0f) : 0.0f;
}

static Vec3 middle_of_pressure(const Collision *c, float sum, Vec3 *other)
{
    Vec3 middle = zero3;
    *other = zero3;
    for (int i = 0; i < c->count; ++i) {
        const float share = c->points[i].impulse / sum;
        middle = vec3_add_scaled(middle, c->points[i].arm, share);
        *other = vec3_add_scaled(*other, c->points[i].other, share);
    }
    return middle;
}

static Vec3 friction(const Collision *c, const Contact *contact, Vec3 arm, Vec3 other, Vec3 push,
                     float sum)
{
    const Vec3 normal = vec3_normalize_or(push, push);
    const Vec3 at = vec3_sub(vec3_add(c->linear, vec3_cross(c->angular, arm)), other);
    const Vec3 sliding = vec3_add_scaled(at, normal, -vec3_dot(at, normal));
    const float speed = vec3_length(sliding);
    if (!(speed > 0.0f)) {
        return zero3;
    }
    const Vec3 along = vec3_scale(sliding, 1.0f / speed), lever = vec3_cross(arm, along);
    const float k = c->inverse_mass + vec3_dot(lever, sym3_transform(c->inverse_inertia, lever));
    const float stop = k > 0.0f ? speed / k : 0.0f;
    const float most =
        stop <= contact->static_friction * sum ? stop : contact->dynamic_friction * sum;
    return vec3_scale(along, -minimum(stop, most));
}

// Collects the contact points of both bodies. @return the fastest approach [m/s], negative.
static float gather_points(const FastBody *fast, const Encounter *at, Collision *c)
{
    const Space3 *space = fast->space;
    const Contact *contact = &fast->sim->topology.contacts.items[at->contact];
    const int32_t other = contact->body[1 - at->side];
    const Moving3 obstacle = tum_moving_obstacle3(fast, other, contact->collider[1 - at->side]);
    const SolverBody3 *still = &space->bodies.states.items[other];
    const Vec3 center = tum_fast_center3(fast), other_center = vec3_narrow(obstacle.center);
    const Pose3 poses[2] = {
        pose3_multiply((Pose3){center, space->bodies.places.items[fast->body].rotation},
                       space->colliders.center_from_shapes.items[contact->collider[at->side]]),
        pose3_multiply((Pose3){other_center, quat_narrow(obstacle.rotation)},
                       obstacle.center_from_shape)};
    const Pose3 first = poses[at->side], second = poses[1 - at->side];
    PairCache3 cache = {.kind = 0};
    LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX];
    const int count =
        tum_collide3(space->kernels.pairs, &space->colliders.shapes.items[contact->collider[0]],
                     &space->colliders.shapes.items[contact->collider[1]],
                     pose3_relative(first, second), 2.0f * at->slop, &cache, manifolds);
    float least = 0.0f;
    for (int i = 0; i < count; ++i) {
        const Vec3 out = quat_rotate(first.rotation, manifolds[i].normal);
        for (int k = 0; k < manifolds[i].point_count; ++k) {
            const Vec3 p = pose3_transform(first, manifolds[i].points[k].position);
            const Vec3 speed =
                vec3_add(still->linear, vec3_cross(still->angular, vec3_sub(p, other_center)));
            least = minimum(least, add_point(c, vec3_sub(p, center),
                                             at->side == 0 ? vec3_negate(out) : out, speed));
        }
    }
    return least;
}

// Records an impact.
// @param push  impulse on the body
// @param arm   from the body's centre of mass to the point of action
static void note_impact(const FastBody *fast, const Encounter *at, Vec3 arm, Vec3 push,
                        float impulse, float speed)
{
    Impact3 *impact = &fast->space->contacts.impacts.items[at->contact];
    impact->impulse += impulse;
    if (speed > impact->speed) {
        const Vec3 normal = vec3_normalize_or(push, at->normal);
        impact->speed = speed;
        impact->point = vec3_add(tum_fast_center3(fast), arm);
        impact->normal = at->side == 0 ? vec3_negate(normal) : normal;
    }
}

void tum_collide_fast3(const FastBody *fast, const Encounter *at)
{
    Space3 *space = fast->space;
    const BodyMass3 *mass = &space->bodies.masses.items[fast->body];
    const BodyPlace3 *place = &space->bodies.places.items[fast->body];
    SolverBody3 *state = space3_state(space, fast->body);
    const Contact *contact = &fast->sim->topology.contacts.items[at->contact];
    Collision c = {.inverse_mass = mass->inverse_mass,
                   .inverse_inertia = tum_inverse_inertia3(mass, place->rotation),
                   .linear = state->linear,
                   .angular =
                       mass->is_gyroscopic
                           ? tum_end_gyroscopic3(place->rotation, place->start, state->angular,
                                                 mass->inertia, mass->body_from_principal)
                           : state->angular};
    const float least = gather_points(fast, at, &c);
    if (!(least < 0.0f)) {
        return;
    }
    const SolverBody3 before = {.linear = c.linear, .angular = c.angular};
    const float sum = solve_normals(&c);
    if (!(sum > 0.0f)) {
        return;
    }
    const float acceleration = vec3_length(space3_acceleration(space, fast->body));
    const float slow =
        bounce_speed(fast->sim->topology.restitution_threshold, acceleration, fast->substep);
    const float restitution =
        least < -slow ? bounce_restitution(contact->restitution, -least) : 0.0f;
    const float bounce = (1.0f + restitution) * inelastic_share(&c);
    Vec3 push = zero3, torque = zero3; // The velocities of the step refer to another inertia.
    for (int i = 0; i < c.count; ++i) {
        const Vec3 p = vec3_scale(c.points[i].normal, bounce * c.points[i].impulse);
        push = vec3_add(push, p);
        torque = vec3_add(torque, vec3_cross(c.points[i].arm, p));
    }
    Vec3 other;
    const Vec3 arm = middle_of_pressure(&c, sum, &other);
    c.linear = vec3_add_scaled(before.linear, push, c.inverse_mass);
    c.angular = vec3_add(before.angular, sym3_transform(c.inverse_inertia, torque));
    const Vec3 rub = friction(&c, contact, arm, other, push, bounce * sum);
    if (fast->sim->topology.notes_touches) {
        note_impact(fast, at, arm, push, bounce * sum, -least);
    }
    push = vec3_add(push, rub);
    torque = vec3_add(torque, vec3_cross(arm, rub));
    const Vec3 linear = vec3_scale(push, mass->inverse_mass);
    const Vec3 angular = sym3_transform(tum_inverse_inertia3(mass, place->start), torque);
    state->linear = vec3_add(state->linear, linear);
    state->angular = vec3_add(state->angular, angular);
    // Contacts repeat their impulses of this substep; an impact does not.
    BodyStart3 *start = space3_start(space, fast->body);
    start->linear = vec3_add(start->linear, linear);
    start->angular = vec3_add(start->angular, angular);
}
