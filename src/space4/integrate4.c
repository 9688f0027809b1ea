// SPDX-License-Identifier: MIT
// integrate4.c: integration of velocities and poses in 4D.
//
// During a step the solver uses the inertia of the pose at the start of the step, so the spin of a
// gyroscopic body is the one that its momentum has at that pose. Free motion keeps the momentum to
// the last bit (docs/simulation.md#11-four-dimensions): changes of spin by contacts and impulses
// are converted to momentum once, with the inertia for which they were computed, and never back.
#include "space4/integrate4.h"
#include "math/widen4.h"
#include "schedule/contact_numbers.h"
#include "space4/bodies4.h"
#include "space4/gyroscope4.h"
#include "space4/load4.h"

static const float RUNAWAY_SPEED = 1e6f;    // [m/s], [rad/s]
static const float RUNAWAY_DISTANCE = 1e9f; // [m]

static bool is_near_something(const Topology *topology, const BodyRecord *record)
{
    return record->first_contact != NONE && record->is_movable && topology->active_count > 0;
}

int tum_space4_step_splits(const Space *opaque, const Sim *sim, StepTime time)
{
    const Space4 *space = (const Space4 *)opaque;
    float most = 0.0f;
    for (size_t i = 0; i < sim->topology.awake.count; ++i) {
        const int32_t body = sim->topology.awake.items[i];
        const BodyMass4 *mass = &space->masses.items[body];
        const Halves4 spin = space->states.items[body].spin;
        if (!mass->is_gyroscopic || halves4_rate(spin) * time.step <= TURN_MOST ||
            !is_near_something(&sim->topology, &sim->topology.bodies.items[body])) {
            continue;
        }
        const Bivec4 local =
            rotation4_unrotate_bivec(space->places.items[body].rotation, bivec4_from_halves(spin));
        most = maximum(most,
                       bivec4_rate(bivec4_multiply(local, mass->inertia_anisotropy)) * time.step);
    }
    const double sweep =
        tum_joints4_sweep(space, &sim->topology) * (double)(time.step / (float)time.substeps);
    int parts = 1;
    while (parts < STEP_SPLITS_MAX &&
           (most > TURN_MOST * (float)parts || sweep > SWEEP_MOST * (double)parts)) {
        ++parts;
    }
    return parts;
}

float tum_space4_substep_demand(const Space *opaque, const Sim *sim, const int32_t *bodies,
                                uint32_t count, float least, LoadBounds *bounds)
{
    const Space4 *space = (const Space4 *)opaque;
    const float pull = vec4_length(space->gravity);
    float most = least;
    LoadBounds of = {pull, INFINITY, 0.0f, 0.0f, INFINITY, 0.0f, 0.0f};
    for (uint32_t i = 0; i < count; ++i) {
        const BodyMass4 *mass = &space->masses.items[bodies[i]];
        const float inverse_mass = mass->inertness.inverse_mass;
        if (inverse_mass > 0.0f) {
            of.thinnest = minimum(of.thinnest, tum_space4_inner(space, &sim->topology, bodies[i]));
            of.least_inverse_mass = minimum(of.least_inverse_mass, inverse_mass);
            of.most_inverse_mass = maximum(of.most_inverse_mass, inverse_mass);
        }
        const float own = pull * absolute(mass->gravity_factor);
        if (own > most * mass->bounding_radius && mass->bounding_radius > 0.0f &&
            mass->inertness.inverse_mass > 0.0f &&
            graph_batch_of_body(&sim->topology.graph, bodies[i]) != NO_BATCH) {
            most = own / mass->bounding_radius;
        }
    }
    *bounds = of;
    return most;
}

void tum_space4_prepare_bodies(Space *opaque, const Sim *sim, StepTime time, const int32_t *bodies,
                               uint32_t count, uint32_t worker)
{
    (void)sim;
    (void)time;
    (void)worker;
    Space4 *space = (Space4 *)opaque;
    for (uint32_t i = 0; i < count; ++i) {
        const int32_t body = bodies[i];
        SolverBody4 *state = &space->states.items[body];
        state->moved = (Vec4){0.0f, 0.0f, 0.0f, 0.0f};
        state->turned = (Halves4){{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
        BodyPlace4 *place = &space->places.items[body];
        place->start = place->rotation;
        tum_space4_weigh_body(space, body);
        // Bodies of infinite mass have constant velocity, without gravity (docs/dialects.md#d3).
        space->starts.items[body].gravity =
            state->inverse_mass > 0.0f ? state->gravity_factor : 0.0f;
    }
}

static void push_body(const Space4 *space, int32_t body, bool is_strained, float seconds,
                      SolverBody4 *state)
{
    const Push4 *push = &space->pushes.items[body];
    const InverseInertia4 inverse = is_strained
                                        ? tum_inverse_inertia4(&space->masses.items[body].inertness,
                                                               space->places.items[body].rotation)
                                        : space->inverse_inertias.items[body];
    const Halves4 more = space4_respond(&inverse, bivec4_halves(push->torque));
    state->linear = vec4_add_scaled(state->linear, push->force, seconds * state->inverse_mass);
    state->spin = halves4_add_scaled(state->spin, more, seconds);
}

void tum_accelerate4(Space4 *space, StepTime time, int32_t body, bool is_strained)
{
    SolverBody4 *state = &space->states.items[body];
    BodyStart4 *start = &space->starts.items[body];
    const Vec4 linear = vec4_sub(state->linear, start->linear);
    const Halves4 spin = halves4_add_scaled(state->spin, start->spin, -1.0f);
    const Vec4 gravity = vec4_scale(space->gravity, time.substep);
    state->linear = vec4_add_scaled(state->linear, gravity, start->gravity);
    if (space->has_pushes) {
        push_body(space, body, is_strained, time.substep, state);
    }
    start->linear = state->linear;
    start->spin = state->spin;
    if (time.repeats) {
        state->linear = vec4_add(state->linear, linear);
        state->spin = halves4_add_scaled(state->spin, spin, 1.0f);
    }
}

void tum_space4_integrate_velocities(Space *opaque, const Sim *sim, StepTime time,
                                     Range solver_bodies)
{
    Space4 *space = (Space4 *)opaque;
    for (uint32_t i = solver_bodies.begin; i < solver_bodies.end; ++i) {
        const int32_t body = sim->solver_bodies.items[i];
        tum_accelerate4(space, time, body, tum_space4_is_strained(space, &sim->topology, body));
    }
}

static bool is_same(Halves4 a, Halves4 b)
{
    return a.left.x == b.left.x && a.left.y == b.left.y && a.left.z == b.left.z &&
           a.right.x == b.right.x && a.right.y == b.right.y && a.right.z == b.right.z;
}

// Converts the change of spin since the last call to momentum, with the inertia for which it was
// computed.
static void take_momentum(const BodyMass4 *mass, BodyPlace4 *place, const SolverBody4 *state)
{
    if (is_same(state->spin, place->spin)) {
        return;
    }
    const Halves4 more = {vec3_sub(state->spin.left, place->spin.left),
                          vec3_sub(state->spin.right, place->spin.right)};
    const DBivec4 added =
        tum_momentum_of_spin4(rotation4_widen(place->start), bivec4_widen(bivec4_from_halves(more)),
                              bivec4_widen(mass->inertness.inertia));
    place->momentum = bivec4_add(place->momentum, bivec4_narrow(added));
    place->spin = state->spin;
}

// The rotation between two nearby rotations [rad].
static Halves4 turn_between(Rotation4 from, Rotation4 to)
{
    const Quat l = quat_multiply(to.left, quat_conjugate(from.left));
    const Quat r = quat_multiply(to.right, quat_conjugate(from.right));
    return (Halves4){{2.0f * l.x, 2.0f * l.y, 2.0f * l.z}, {2.0f * r.x, 2.0f * r.y, 2.0f * r.z}};
}

static Halves4 turn_gyroscopic(const BodyMass4 *mass, BodyPlace4 *place, float seconds)
{
    const Rotation4 before = place->rotation;
    DRotation4 rotation = rotation4_widen(before);
    tum_turn_gyroscopic4(&rotation, bivec4_widen(place->momentum),
                         bivec4_widen(mass->inertness.inertia), (double)seconds);
    place->rotation = rotation4_narrow(rotation);
    return turn_between(before, place->rotation);
}

static Halves4 turn_isotropic(BodyPlace4 *place, Halves4 spin, float seconds)
{
    const Halves4 turn = {vec3_scale(spin.left, seconds), vec3_scale(spin.right, seconds)};
    place->rotation.left = quat_turn(place->rotation.left, turn.left);
    place->rotation.right = quat_turn(place->rotation.right, turn.right);
    return turn;
}

// Converts the spin from the inertia of the start pose to that of the current pose.
static void end_gyroscopic(const BodyMass4 *mass, BodyPlace4 *place, SolverBody4 *state)
{
    if (mass->is_gyroscopic) {
        take_momentum(mass, place, state);
        state->spin = bivec4_halves(bivec4_narrow(
            tum_spin_of_momentum4(rotation4_widen(place->rotation), bivec4_widen(place->momentum),
                                  bivec4_widen(mass->inertness.inertia))));
        place->spin = state->spin;
        place->start = place->rotation;
    }
}

bool tum_space4_rows_are_stale(const Space *opaque, const Sim *sim)
{
    const Space4 *space = (const Space4 *)opaque;
    for (size_t i = 0; i < sim->topology.awake.count; ++i) {
        const int32_t body = sim->topology.awake.items[i];
        const BodyRecord *record = &sim->topology.bodies.items[body];
        if (record->joint_island != NONE && space->masses.items[body].is_gyroscopic &&
            halves4_rate(space->states.items[body].turned) > TURN_OLD &&
            is_near_something(&sim->topology, record)) {
            return true;
        }
    }
    return false;
}

bool tum_space4_rows_are_strained(const Space *opaque, const Sim *sim)
{
    const JointSet4 *set = &((const Space4 *)opaque)->joints;
    bool are = false;
    for (size_t i = 0; i < sim->topology.joints.active.count && sim->topology.active_count > 0;
         ++i) {
        are |= set->joint_islands.items[sim->topology.joints.active.items[i]].is_strained;
    }
    return are;
}

bool tum_space4_is_strained(const Space4 *space, const Topology *topology, int32_t body)
{
    const int32_t joint_island = topology->bodies.items[body].joint_island;
    return joint_island != NONE && space->joints.joint_islands.items[joint_island].is_strained;
}

bool tum_space4_has_turned(const Space4 *space, int32_t body)
{
    return space->masses.items[body].is_gyroscopic &&
           halves4_rate(space->states.items[body].turned) > TURN_LEAST;
}

void tum_space4_update_inertias(Space *opaque, const Sim *sim, bool joined_only,
                                Range solver_bodies)
{
    (void)joined_only; // this space updates all: SpaceSolve.bounces_anew is false
    Space4 *space = (Space4 *)opaque;
    for (uint32_t i = solver_bodies.begin; i < solver_bodies.end; ++i) {
        const int32_t body = sim->solver_bodies.items[i];
        const bool has_turned = tum_space4_has_turned(space, body);
        if (has_turned || tum_space4_is_strained(space, &sim->topology, body)) {
            BodyPlace4 *place = &space->places.items[body];
            if (has_turned) {
                end_gyroscopic(&space->masses.items[body], place, &space->states.items[body]);
            }
            space->inverse_inertias.items[body] =
                tum_inverse_inertia4(&space->masses.items[body].inertness, place->rotation);
        }
    }
}

// [m/s] Change of velocity by forces in the substep.
static Vec4 pull_of(const Space4 *space, int32_t body, float seconds)
{
    const Vec4 falls = vec4_scale(space->gravity, seconds * space->starts.items[body].gravity);
    return space->has_pushes ? vec4_add_scaled(falls, space->pushes.items[body].force,
                                               seconds * space->states.items[body].inverse_mass)
                             : falls;
}

// True when contacts support almost none of a body: apart from forces and restitution impulses, its
// velocity is unchanged. Its displacement is then that of a parabola, h v - h^2 a / 2, with the
// velocity v at the end.
static bool flies(const Space4 *space, const Topology *topology, int32_t body, Vec4 pull)
{
    const Vec4 borne = vec4_sub(space->states.items[body].linear, space->starts.items[body].linear);
    return vec4_dot(borne, borne) <= BORNE_SQUARED * vec4_dot(pull, pull) &&
           topology->bodies.items[body].joint_island == NONE;
}

// [m] Joints do not change the flight of the common centre of mass. All bodies get the same
// displacement, which keeps their relative poses.
static Vec4 flight_of(const Space4 *space, const Topology *topology,
                      const JointIsland4 *joint_island, StepTime time)
{
    const Vec4 none = {0.0f, 0.0f, 0.0f, 0.0f};
    Vec4 force = none; // [N]
    float mass = 0.0f;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody4 *joined = &space->joints.bodies.items[joint_island->body_first + i];
        const float inverse_mass = space->states.items[joined->slot].inverse_mass;
        if (!joined->is_movable || !(inverse_mass > 0.0f) ||
            topology->bodies.items[joined->slot].manifold_count > 0) {
            return none;
        }
        const float weight = 1.0f / inverse_mass;
        force = vec4_add_scaled(force, space4_acceleration(space, joined->slot), weight);
        mass += weight;
    }
    return vec4_scale(force, -0.5f * time.substep * time.step / mass);
}

void tum_space4_begin_flights(Space4 *space, const Topology *topology, StepTime time)
{
    for (size_t i = 0; i < topology->joints.active.count; ++i) {
        JointIsland4 *joint_island =
            &space->joints.joint_islands.items[topology->joints.active.items[i]];
        joint_island->flight = flight_of(space, topology, joint_island, time);
    }
}

void tum_move4(Space4 *space, const Topology *topology, int32_t body, float seconds)
{
    SolverBody4 *state = &space->states.items[body];
    const BodyMass4 *mass = &space->masses.items[body];
    BodyPlace4 *place = &space->places.items[body];
    state->moved = vec4_add_scaled(state->moved, state->linear, seconds);
    const Vec4 pull = pull_of(space, body, seconds);
    if (flies(space, topology, body, pull)) {
        state->moved = vec4_add_scaled(state->moved, pull, -0.5f * seconds);
    }
    Halves4 turn;
    if (mass->is_gyroscopic) {
        take_momentum(mass, place, state);
        turn = turn_gyroscopic(mass, place, seconds);
    } else {
        turn = turn_isotropic(place, state->spin, seconds);
    }
    state->turned.left = vec3_add(state->turned.left, turn.left);
    state->turned.right = vec3_add(state->turned.right, turn.right);
    if (mass->is_gyroscopic && topology->bodies.items[body].joint_island != NONE) {
        // Joints are measured with the spin of the current pose.
        end_gyroscopic(mass, place, state);
        space->inverse_inertias.items[body] =
            tum_inverse_inertia4(&mass->inertness, place->rotation);
    }
}

void tum_space4_integrate_positions(Space *opaque, const Sim *sim, StepTime time,
                                    Range solver_bodies)
{
    for (uint32_t i = solver_bodies.begin; i < solver_bodies.end; ++i) {
        tum_move4((Space4 *)opaque, &sim->topology, sim->solver_bodies.items[i], time.substep);
    }
}

// A joint island with drives or springs may move slowly without being at rest.
static bool is_driven(const Topology *topology, const BodyRecord *record)
{
    return record->joint_island != NONE &&
           topology->joints.joint_islands.items[record->joint_island].is_driven;
}

// [m] Displacement since the last sleep test: of the centre, plus that of the farthest point by
// rotation.
static float displacement_since(const BodyRest4 *rest, const BodyPlace4 *place,
                                float bounding_radius)
{
    const float turn = halves4_rate(turn_between(rest->rotation, place->rotation));
    return vec4_length(vec4_sub(place->center, rest->center)) + turn * bounding_radius;
}

static void update_sleep_time(Space4 *space, Topology *topology, int32_t body, float seconds)
{
    const BodyRecord *record = &topology->bodies.items[body];
    const SolverBody4 *state = &space->states.items[body];
    const BodyPlace4 *place = &space->places.items[body];
    const float own = space->masses.items[body].bounding_radius,
                bounding_radius = own > 0.0f ? own : BOUNDING_RADIUS_UNKNOWN;
    const float pull = record->joint_island != NONE
                           ? space->joints.joint_islands.items[record->joint_island].pull
                           : 0.0f;
    const float speed =
        vec4_length(state->linear) + halves4_rate(state->spin) * bounding_radius + pull;
    const bool is_slow =
        speed < SLEEP_SPEED &&
        (speed < SLEEP_SPEED_FREE || (record->manifold_count > 0 && !is_driven(topology, record)));
    BodyRest4 *rest = &space->rests.items[body];
    const uint32_t windows =
        tum_topology_count_rest(topology, body, &rest->trend, is_slow, seconds);
    if ((windows & REST_SHORT_WINDOW) != 0) {
        const float center[4] = {place->center.x, place->center.y, place->center.z,
                                 place->center.w};
        tum_topology_judge_growth(topology, body, &rest->trend.growth, center);
    }
    if ((windows & REST_LONG_WINDOW) != 0) {
        tum_topology_judge_rest(topology, body, &rest->trend,
                                displacement_since(rest, place, bounding_radius));
        rest->center = place->center;
        rest->rotation = place->rotation;
    }
}

// A collider's box for the next step: the boxes at its current pose and at the predicted pose of
// free motion.
static Box swept_box(const Space4 *space, int32_t body, int32_t collider, float seconds)
{
    const BodyMass4 *mass = &space->masses.items[body];
    const SolverBody4 *state = &space->states.items[body];
    Box box = tum_space4_box((const Space *)space, body, collider);
    Vec4 speed = state->linear;
    if (mass->inertness.inverse_mass > 0.0f) {
        speed = vec4_add_scaled(speed, space->gravity, seconds * mass->gravity_factor);
    }
    const float turn = halves4_rate(state->spin) * seconds;
    const float angular_bound = minimum(turn, 2.0f) * minimum(mass->lever, 1e6f);
    for (int i = 0; i < 4; ++i) {
        const float move = vec4_part(speed, i) * seconds;
        box.low[i] += minimum(move, 0.0f) - angular_bound;
        box.high[i] += maximum(move, 0.0f) + angular_bound;
    }
    return box;
}

static bool is_below(float x, float most)
{
    return is_finite(x) && absolute(x) < most;
}

static bool is_sane3(Vec3 a, float most)
{
    return is_below(a.x, most) && is_below(a.y, most) && is_below(a.z, most);
}

static bool is_sane4(Vec4 a, float most)
{
    return is_below(a.x, most) && is_below(a.y, most) && is_below(a.z, most) && is_below(a.w, most);
}

bool tum_space4_is_finite(const Space *opaque, int32_t body)
{
    const Space4 *space = (const Space4 *)opaque;
    const SolverBody4 *state = &space->states.items[body];
    const BodyPlace4 *place = &space->places.items[body];
    const Quat l = place->rotation.left, r = place->rotation.right;
    return is_sane4(place->center, RUNAWAY_DISTANCE) && is_sane4(state->linear, RUNAWAY_SPEED) &&
           is_sane3(state->spin.left, RUNAWAY_SPEED) &&
           is_sane3(state->spin.right, RUNAWAY_SPEED) && is_sane4(vec4(l.x, l.y, l.z, l.w), 2.0f) &&
           is_sane4(vec4(r.x, r.y, r.z, r.w), 2.0f);
}

uint32_t tum_space4_finish_bodies(Space *opaque, Sim *sim, StepTime time, const int32_t *bodies,
                                  uint32_t count)
{
    Space4 *space = (Space4 *)opaque;
    uint32_t not_finite = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const int32_t body = bodies[i];
        SolverBody4 *state = &space->states.items[body];
        BodyPlace4 *place = &space->places.items[body];
        const int32_t joint_island = sim->topology.bodies.items[body].joint_island;
        if (joint_island != NONE) {
            state->moved =
                vec4_add(state->moved, space->joints.joint_islands.items[joint_island].flight);
        }
        place->center = vec4_add(place->center, state->moved);
        end_gyroscopic(&space->masses.items[body], place, state);
        state->moved = (Vec4){0.0f, 0.0f, 0.0f, 0.0f};
        state->turned = (Halves4){{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
        update_sleep_time(space, &sim->topology, body, time.step);
        not_finite += !tum_space4_is_finite(opaque, body);
    }
    return not_finite;
}

float tum_space4_max_point_speed(const Space *opaque, int32_t body)
{
    const Space4 *space = (const Space4 *)opaque;
    const SolverBody4 *state = &space->states.items[body];
    return vec4_length(state->linear) +
           halves4_rate(state->spin) * minimum(space->masses.items[body].lever, 1e6f);
}

void tum_space4_bound(Space *opaque, Topology *topology, StepTime time, Range awake)
{
    const Space4 *space = (const Space4 *)opaque;
    for (uint32_t i = awake.begin; i < awake.end; ++i) {
        const int32_t body = topology->awake.items[i];
        for (int32_t collider = topology->bodies.items[body].first_collider; collider != NONE;
             collider = topology->colliders.items[collider].next) {
            topology->boxes.items[collider] = swept_box(space, body, collider, time.sweep);
        }
    }
}
