// SPDX-License-Identifier: MIT
// impact3.c: a substep of a fast body, from impact to impact.
//
// At an impact the narrow phase finds the contact points in the poses of that moment. All points
// are solved together for zero approach, p >= 0, by Gauss-Seidel; restitution e makes the impulses
// 1 + e times as large (Poisson's hypothesis): with p the energy lost is p.A.p / 2, with (1 + e) p
// it is (1 - e^2) of that, so no energy is gained. Friction acts at the centre of pressure, with at
// most the impulse that stops sliding. Then the body is lifted by half the slop, so that it is free
// to move on.
#include "contact3/impact3.h"

#include <float.h>

#include "contact3/recycle3.h"
#include "distance3/toi3.h"
#include "space3/body_motion3.h"
#include "space3/gyroscope3.h"

enum {
    IMPACTS_MOST = 16, // Per substep; the motion that is left after them is dropped.
    INTERVALS_MOST = 64,
    HALVINGS_MOST = 20,
    SWEEPS = 12,
    POINTS_MOST = LOCAL_MANIFOLDS_MAX * LOCAL_POINTS_MAX
};

static const float INTERVAL_TURN = 0.6f; // [rad] Most turn of the inertia in an interval,
static const float IMPACT_TURN = 0.1f;   // and in an interval that ends at an impact.
// [rad] Most turn of a body that is still integrated as for slow bodies.
static const float SMALL_TURN = 0.5f;

// Penetration at an impact, as a share of the thinner shape's inner radius.
static const float SLOP = 0.1f;
// Used where contact rows act as well, which only need CCD against tunnelling.
static const float SLOP_WITH_ROWS = 0.5f;
static const float SLOP_WITH_ROWS_MOST = 5e-3f; // [m]
static const float SLOP_LEAST = 1e-6f;          // [m]
static const float SLOP_MOST = 1e-3f;           // [m]
// Share of the distance from the origin: the resolution of floats.
static const float SLOP_PLACE = 1e-6f;

static const Vec3 zero3 = {0.0f, 0.0f, 0.0f};

// Progress of a body within a substep.
typedef struct FastBody {
    Space3 *space;
    const Sim *sim;
    int32_t body;
    float passed;  // [s] Time since the start of the step.
    float substep; // [s]
    float whole;   // [s] Rest of the substep.
    float left;    // [s] Present interval of that rest.
    float step; // [s] The whole step; for joined bodies 0, because their only obstacles are bodies
                // at rest.
    bool is_joined;
    Vec3 velocity; // [m/s] At present; the state holds the mean velocity of the interval.
    Vec3 fall;     // [m/s^2] By forces, while the body is in free flight; otherwise included in the
                   // velocity.
} FastBody;

// Centre of mass between the poses of the step.
static Vec3 center_now(const FastBody *fast)
{
    return vec3_add(fast->space->bodies.places.items[fast->body].center,
                    space3_state(fast->space, fast->body)->moved);
}

typedef struct Encounter {
    int32_t contact; // Index, or NONE.
    int side;        // Side of the body in the contact.
    double fraction; // Share of the present interval.
    Vec3 normal;     // Toward the body.
    float slop;
} Encounter;

// An immovable body continues its motion from the start of the step. Its own pose may be ahead
// already.
static Moving3 moving_obstacle(const FastBody *fast, int32_t body, int32_t collider)
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

static float thinner(const Shape3 *probe, const Shape3 *target)
{
    return target->inner > 0.0f ? minimum(target->inner, probe->inner) : probe->inner;
}

static float slop_of(const FastBody *fast, const Shape3 *probe, const Shape3 *target)
{
    const Vec3 at = vec3_absolute(center_now(fast));
    const float thin = thinner(probe, target);
    const bool has_rows = !fast->space->bodies.places.items[fast->body].is_fast;
    return maximum(has_rows ? clamp(SLOP_WITH_ROWS * thin, SLOP_LEAST, SLOP_WITH_ROWS_MOST)
                            : clamp(SLOP * thin, SLOP_LEAST, SLOP_MOST),
                   SLOP_PLACE * maximum(at.x, maximum(at.y, at.z)));
}

// [m] Bound of the displacement of any point of the body from the start of the step to the end of
// the interval.
// @param turn  [rad] bound of the turn in the interval
static float displacement_since_start(const FastBody *fast, float turn)
{
    const SolverBody3 *state = space3_state(fast->space, fast->body);
    const float bounding_radius = fast->space->bodies.masses.items[fast->body].bounding_radius;
    const Vec3 moved = vec3_add_scaled(state->moved, state->linear, fast->left);
    const float turned = vec3_length(state->turned) + turn;
    return vec3_length(moved) + (turned > 0.0f ? turned * bounding_radius : 0.0f);
}

// Whether the other body of a contact is an obstacle.
static bool is_obstacle(const FastBody *fast, int32_t edge)
{
    const Space3 *space = fast->space;
    const Contact *contact = &fast->sim->topology.contacts.items[edge / 2];
    const int side = edge & 1;
    const BodyRecord *record = &fast->sim->topology.bodies.items[contact->body[1 - side]];
    return !record->is_movable && !(fast->is_joined && record->set == SET_AWAKE) &&
           shape3_is_convex(&space->colliders.shapes.items[contact->collider[side]]) &&
           !tum_contact_surface_velocities3(space, contact);
}

static int32_t next_edge(const FastBody *fast, int32_t edge)
{
    return fast->sim->topology.contacts.items[edge / 2].edge[edge & 1].next;
}

// Most bodies in flight have no obstacle among their contacts; the result is cached for the step.
static bool has_obstacles(const FastBody *fast)
{
    uint8_t *obstacles = &fast->space->bodies.places.items[fast->body].obstacles;
    if (*obstacles == OBSTACLES_UNKNOWN) {
        *obstacles = OBSTACLES_NONE;
        for (int32_t edge = fast->sim->topology.bodies.items[fast->body].first_contact;
             edge != NONE && *obstacles == OBSTACLES_NONE; edge = next_edge(fast, edge)) {
            *obstacles = is_obstacle(fast, edge) ? OBSTACLES_SOME : OBSTACLES_NONE;
        }
    }
    return *obstacles == OBSTACLES_SOME;
}

static bool may_stop(const FastBody *fast, int32_t edge, float displacement)
{
    return is_obstacle(fast, edge) && !tum_space3_stays_apart(fast->space, &fast->sim->topology,
                                                              edge, displacement, fast->step);
}

// Whether no obstacle is within reach. The angular velocity of a gyroscopic body has at most
// doubled by then, hence the factor 2.
static bool is_alone(const FastBody *fast)
{
    const SolverBody3 *state = space3_state(fast->space, fast->body);
    const float turn = vec3_length(state->angular) * fast->left;
    if (!(turn <= SMALL_TURN)) {
        return false;
    }
    bool alone = true;
    if (has_obstacles(fast)) {
        const float displacement = displacement_since_start(fast, 2.0f * turn);
        for (int32_t edge = fast->sim->topology.bodies.items[fast->body].first_contact;
             edge != NONE && alone; edge = next_edge(fast, edge)) {
            alone = !may_stop(fast, edge, displacement);
        }
    }
    return alone;
}

static Encounter first_encounter(const FastBody *fast, Vec3 turn)
{
    const Space3 *space = fast->space;
    const Topology *topology = &fast->sim->topology;
    const SolverBody3 *state = space3_state(space, fast->body);
    const float displacement = displacement_since_start(fast, vec3_length(turn));
    Moving3 probe = {.center = vec3_widen(center_now(fast)),
                     .rotation = quat_widen(space->bodies.places.items[fast->body].rotation),
                     .along = dvec3_scale(vec3_widen(state->linear), (double)fast->left),
                     .turn = vec3_widen(turn)};
    Encounter first = {.contact = NONE, .fraction = 1.0};
    for (int32_t edge = topology->bodies.items[fast->body].first_contact; edge != NONE;
         edge = next_edge(fast, edge)) {
        const Contact *contact = &topology->contacts.items[edge / 2];
        const int side = edge & 1;
        const int32_t other = contact->body[1 - side], collider = contact->collider[side];
        if (!may_stop(fast, edge, displacement)) {
            continue;
        }
        probe.shape = &space->colliders.shapes.items[collider];
        probe.center_from_shape = space->colliders.center_from_shapes.items[collider];
        const Moving3 target = moving_obstacle(fast, other, contact->collider[1 - side]);
        float slop = slop_of(fast, probe.shape, target.shape);
        Vec3 normal;
        double fraction = tum_impact_time3(&target, &probe, (double)slop, first.fraction, &normal);
        const float most = fast->is_joined ? 0.5f * thinner(probe.shape, target.shape) : 0.0f;
        while (fraction == 0.0 && slop < most) {
            slop *= 2.0f;
            fraction = tum_impact_time3(&target, &probe, (double)slop, first.fraction, &normal);
        }
        // A joined body that penetrates deeper would be stuck for good.
        const bool is_stuck = fast->is_joined && fraction == 0.0;
        if (!is_stuck && fraction < first.fraction) {
            first = (Encounter){edge / 2, side, fraction, normal, slop};
        }
    }
    return first;
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
    const Moving3 obstacle = moving_obstacle(fast, other, contact->collider[1 - at->side]);
    const SolverBody3 *still = &space->bodies.states.items[other];
    const Vec3 center = center_now(fast), other_center = vec3_narrow(obstacle.center);
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
        impact->point = vec3_add(center_now(fast), arm);
        impact->normal = at->side == 0 ? vec3_negate(normal) : normal;
    }
}

static void collide(const FastBody *fast, const Encounter *at)
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

// [rad/s] Rate at which a body's inertia turns.
static float gyroscopic_rate(const BodyMass3 *mass, const BodyPlace3 *place,
                             const SolverBody3 *state)
{
    if (!mass->is_gyroscopic) {
        return 0.0f;
    }
    const Vec3 spin = tum_end_gyroscopic3(place->rotation, place->start, state->angular,
                                          mass->inertia, mass->body_from_principal);
    const Quat world_from_principal = quat_multiply(place->rotation, mass->body_from_principal);
    const Vec3 local = quat_unrotate(world_from_principal, spin);
    return vec3_length(vec3_multiply(local, mass->inertia_anisotropy));
}

static Vec3 turn_interval(const BodyMass3 *mass, BodyPlace3 *place, const SolverBody3 *state,
                          float rate, float seconds)
{
    const float turn = vec3_length(state->angular) * seconds;
    if (!mass->is_gyroscopic || (turn <= SMALL_TURN && seconds * rate <= IMPACT_TURN)) {
        return tum_turn3(mass, place, state, seconds);
    }
    const float parts = minimum(seconds * rate / IMPACT_TURN, (float)INTERVALS_MOST);
    return tum_turn_spinning3(&place->rotation, place->start, state->angular, mass->inertia,
                              mass->body_from_principal, seconds, 1 + (int)parts);
}

// Advances to the next interval: the longest one allowed, or up to the first impact. Between poses
// the path is that of a uniform turn, which is not exact for a gyroscopic body. At an impact on
// this path the error would be a gain or loss of energy, so the interval is halved then.
static Encounter next_interval(FastBody *fast, BodyPlace3 *end, Vec3 *turn)
{
    const BodyMass3 *mass = &fast->space->bodies.masses.items[fast->body];
    const BodyPlace3 *place = &fast->space->bodies.places.items[fast->body];
    SolverBody3 *state = space3_state(fast->space, fast->body);
    const float rate = maximum(gyroscopic_rate(mass, place, state), 1e-30f);
    const float least = fast->substep / (float)INTERVALS_MOST;
    fast->left = minimum(fast->whole, maximum(INTERVAL_TURN / rate, least));
    for (int halvings = 0;; ++halvings) {
        *end = *place;
        state->linear = vec3_add_scaled(fast->velocity, fast->fall, 0.5f * fast->left);
        *turn = turn_interval(mass, end, state, rate, fast->left);
        const Encounter first = first_encounter(fast, *turn);
        if (first.contact == NONE || fast->left * rate <= IMPACT_TURN ||
            halvings == HALVINGS_MOST) {
            return first;
        }
        fast->left *= 0.5f;
    }
}

// Ends a substep with too many impacts: the body stays in place for the rest of it, or is carried
// by its last obstacle.
static void carry(FastBody *fast, const Encounter *last)
{
    const Contact *contact = &fast->sim->topology.contacts.items[last->contact];
    const Moving3 kinematic =
        moving_obstacle(fast, contact->body[1 - last->side], contact->collider[1 - last->side]);
    SolverBody3 *state = space3_state(fast->space, fast->body);
    BodyPlace3 *place = &fast->space->bodies.places.items[fast->body];
    const DVec3 arm = dvec3_sub(vec3_widen(center_now(fast)), kinematic.center);
    const Moving3 whole = {.rotation = DQUAT_IDENTITY, .turn = kinematic.turn};
    const DQuat turned = tum_moving3_rotation(&whole, 1.0);
    const DVec3 end = dvec3_add(kinematic.along, dvec3_sub(dquat_rotate(turned, arm), arm));
    state->moved = vec3_add(state->moved, vec3_narrow(end));
    state->turned = vec3_add(state->turned, vec3_narrow(kinematic.turn));
    place->rotation =
        quat_narrow(dquat_normalize(dquat_multiply(turned, quat_widen(place->rotation))));
}

static FastBody fast_body_of(Space3 *space, const Sim *sim, StepTime time, int32_t body)
{
    return (FastBody){.space = space,
                      .sim = sim,
                      .body = body,
                      .passed = time.moved,
                      .substep = time.substep,
                      .whole = time.substep,
                      .left = time.substep,
                      .step = time.step};
}

bool tum_needs_ccd3(Space3 *space, const Sim *sim, StepTime time, int32_t body)
{
    const FastBody fast = fast_body_of(space, sim, time, body);
    const BodyMass3 *mass = &space->bodies.masses.items[body];
    const float turn = vec3_length(space3_state(space, body)->angular) * time.substep;
    return (mass->is_gyroscopic && turn > IMPACT_TURN) || !is_alone(&fast);
}

// Removes the velocity change by forces; the body receives it along its path.
static void begin_falling(FastBody *fast)
{
    const Vec3 pull = space3_pull(fast->space, fast->body, fast->substep);
    fast->velocity = space3_state(fast->space, fast->body)->linear;
    fast->fall = zero3;
    if (space3_flies(fast->space, fast->body, pull)) {
        fast->velocity = vec3_sub(fast->velocity, pull);
        fast->fall = vec3_scale(pull, 1.0f / fast->substep);
    }
}

static void fall_on(FastBody *fast, float seconds)
{
    fast->velocity = vec3_add_scaled(fast->velocity, fast->fall, seconds);
    space3_state(fast->space, fast->body)->linear = fast->velocity;
}

// A body that would fall back within the substep lies on the obstacle, which supports it.
static void end_falling(FastBody *fast, Vec3 normal)
{
    const float down = vec3_dot(fast->fall, normal);
    fast->velocity = space3_state(fast->space, fast->body)->linear;
    if (vec3_dot(fast->velocity, normal) + down * fast->whole < 0.0f) {
        fast->fall = vec3_add_scaled(fast->fall, normal, -minimum(down, 0.0f));
    }
}

void tum_move_guarded3(Space3 *space, const Sim *sim, StepTime time, int32_t body)
{
    FastBody fast = fast_body_of(space, sim, time, body);
    SolverBody3 *state = space3_state(space, body);
    BodyPlace3 *place = &space->bodies.places.items[body];
    const bool flies = space3_flies(space, body, space3_pull(space, body, time.substep));
    int impacts = 0;
    begin_falling(&fast);
    while (impacts < IMPACTS_MOST && fast.whole > 0.0f) {
        BodyPlace3 end;
        Vec3 turn;
        const Encounter first = next_interval(&fast, &end, &turn);
        if (first.contact == NONE) {
            place->rotation = end.rotation;
            state->moved = vec3_add_scaled(state->moved, state->linear, fast.left);
            state->turned = vec3_add(state->turned, turn);
            fall_on(&fast, fast.left);
            fast.passed += fast.left;
            fast.whole -= fast.left;
            continue;
        }
        const Moving3 moving = {.rotation = quat_widen(place->rotation), .turn = vec3_widen(turn)};
        const float gone = (float)first.fraction * fast.left;
        place->rotation = quat_narrow(tum_moving3_rotation(&moving, first.fraction));
        state->moved = vec3_add_scaled(state->moved, state->linear, gone);
        state->turned = vec3_add_scaled(state->turned, turn, (float)first.fraction);
        fast.passed += gone;
        fast.whole -= gone;
        fall_on(&fast, gone);
        collide(&fast, &first);
        end_falling(&fast, first.normal);
        state->moved = vec3_add_scaled(state->moved, first.normal, 0.5f * first.slop);
        fast.left = fast.whole;
        if (++impacts == IMPACTS_MOST) {
            carry(&fast, &first);
        }
    }
    if (flies) { // the impulse that supported its weight is not repeated
        space3_start(space, body)->linear = state->linear;
    }
}

// A joined body that is pressed deeper into an obstacle than an impact is, by a load that hangs
// over an edge, is still free to move: contact rows push it out.
float tum_free_fraction3(Space3 *space, const Sim *sim, int32_t body, float seconds)
{
    const BodyMass3 *mass = &space->bodies.masses.items[body];
    BodyPlace3 end = space->bodies.places.items[body];
    const SolverBody3 *state = &space->bodies.states.items[body];
    const FastBody fast = {.space = space,
                           .sim = sim,
                           .body = body,
                           .substep = seconds,
                           .left = seconds,
                           .is_joined = true};
    if (is_alone(&fast)) {
        return 1.0f;
    }
    return (float)first_encounter(&fast, tum_turn3(mass, &end, state, seconds)).fraction;
}

// Whether a body is carried by a kinematic one, and so cannot stop.
static bool is_carried(const Space3 *space, const JointBody3 *joined)
{
    const SolverBody3 *state = &space->bodies.states.items[joined->slot];
    return !joined->is_movable && (vec3_length_squared(state->linear) > 0.0f ||
                                   vec3_length_squared(state->angular) > 0.0f);
}

static float free_fraction_of_all(Space3 *space, const Sim *sim, const JointIsland3 *joint_island,
                                  float seconds)
{
    float fraction = 1.0f;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody3 *joined = &space->joints.bodies.items[joint_island->body_first + i];
        const int32_t body = joined->slot;
        if (is_carried(space, joined)) {
            return 1.0f;
        }
        if (joined->is_movable && sim->topology.bodies.items[body].first_contact != NONE &&
            tum_may_pass3(&space->bodies.starts.items[body], &space->bodies.states.items[body],
                          seconds)) {
            fraction = minimum(fraction, tum_free_fraction3(space, sim, body, seconds));
        }
    }
    return fraction;
}

bool tum_move_joined3(Space3 *space, const Sim *sim, const JointIsland3 *joint_island,
                      float seconds)
{
    const float fraction = free_fraction_of_all(space, sim, joint_island, seconds);
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody3 *joined = &space->joints.bodies.items[joint_island->body_first + i];
        if (joined->is_movable) {
            BodyPlace3 *place = &space->bodies.places.items[joined->slot];
            SolverBody3 *state = &space->bodies.states.items[joined->slot];
            const BodyMass3 *mass = &space->bodies.masses.items[joined->slot];
            state->moved = vec3_add_scaled(state->moved, state->linear, fraction * seconds);
            state->turned =
                vec3_add(state->turned, tum_turn3(mass, place, state, fraction * seconds));
            tum_end_turn3(mass, place, state); // Joints measure the present spin.
        }
    }
    return fraction == 1.0f;
}

// (a + b)^2 <= 2 (a^2 + b^2): a body against the fastest point of a kinematic body; the factor is a
// little larger, since neither side is exact.
static bool may_meet_fast(const Space3 *space, int32_t body, float max_point_speed, float seconds)
{
    const SolverBody3 *state = &space->bodies.states.items[body];
    const float v2 = vec3_length_squared(state->linear), w2 = vec3_length_squared(state->angular);
    const float radius_squared = space->bodies.masses.items[body].bounding_radius *
                                 space->bodies.masses.items[body].bounding_radius;
    const float speed_squared =
        2.02f * (v2 + max_point_speed * max_point_speed) + w2 * radius_squared;
    return speed_squared * seconds * seconds > radius_squared;
}

bool tum_meets_fast3(const Space3 *space, const Sim *sim, int32_t body, float seconds)
{
    if (!(sim->kinematic_speed > 0.0f) ||
        !may_meet_fast(space, body, sim->kinematic_speed, seconds)) {
        return false;
    }
    for (int32_t edge = sim->topology.bodies.items[body].first_contact; edge != NONE;
         edge = sim->topology.contacts.items[edge / 2].edge[edge & 1].next) {
        const int32_t other = sim->topology.contacts.items[edge / 2].body[1 - (edge & 1)];
        if (!sim->topology.bodies.items[other].is_movable &&
            tum_pair_is_fast3(space, body, other, seconds)) {
            return true;
        }
    }
    return false;
}
