// SPDX-License-Identifier: MIT
// integrate3.c: integration of velocities and poses, from the start of a step to its end.
#include "motion3/integrate3.h"

#include <math.h>

#include "contact3/impact3.h"
#include "contact3/recycle3.h"
#include "joint3/articulation3.h"
#include "joint3/joint_jobs3.h"
#include "motion3/body_kernel3.h"
#include "schedule/contact_numbers.h"
#include "schedule/space.h"
#include "space3/body_motion3.h"
#include "space3/gyroscope3.h"
#include "space3/space3.h"

// Weight of turns of an inertia that rows follow.
static const float FOLLOWED = 0.5f;

static bool is_near_something(const Topology *topology, const BodyRecord *record)
{
    return record->first_contact != NONE && record->is_movable && topology->active_count > 0;
}

// [rad] Turn of the inertia of a gyroscopic body in contact in a step; smaller where rows follow
// the inertia.
static float turn_of_inertia(const Space3 *space, const Topology *topology, int32_t body,
                             float seconds)
{
    const BodyRecord *record = &topology->bodies.items[body];
    const BodyMass3 *mass = &space->bodies.masses.items[body];
    if (!mass->is_gyroscopic || !is_near_something(topology, record)) {
        return 0.0f;
    }
    const Quat world_from_principal =
        quat_multiply(space->bodies.places.items[body].rotation, mass->body_from_principal);
    const Vec3 local =
        quat_unrotate(world_from_principal, space->bodies.states.items[body].angular);
    const float turn = vec3_length(vec3_multiply(local, mass->inertia_anisotropy)) * seconds;
    return tum_articulations3_take(space, record->joint_island) ? FOLLOWED * turn : turn;
}

int tum_space3_step_splits(const Space *opaque, const Sim *sim, StepTime time)
{
    const Space3 *space = (const Space3 *)opaque;
    const double substep = (double)(time.step / (float)time.substeps);
    const double swept = SWEEP_MOST / substep;
    const bool has_joints = sim->topology.joints.joints.count > 0;
    float most = 0.0f, fastest = 0.0f; // [rad], [rad^2/s^2] of joined bodies
    for (size_t i = 0; i < sim->topology.awake.count; ++i) {
        const int32_t body = sim->topology.awake.items[i];
        if (space->bodies.spins.items[body] != 0 &&
            sim->topology.bodies.items[body].joint_island != NONE &&
            tum_space3_spins_fast(space, body, time.step)) {
            most = maximum(most, turn_of_inertia(space, &sim->topology, body, time.step));
        }
        // The joints of few bodies are looked up: only those of bodies faster than all before.
        const float turn =
            has_joints ? vec3_length_squared(space->bodies.states.items[body].angular) : 0.0f;
        if (turn > fastest && sim->topology.bodies.items[body].first_joint != NONE) {
            fastest = turn;
        }
    }
    const double sweep = (double)fastest > swept * swept
                             ? tum_joints3_sweep(space, &sim->topology, swept) * substep
                             : 0.0;
    int parts = 1;
    while (parts < STEP_SPLITS_MAX &&
           (most > TURN_MOST * (float)parts || sweep > SWEEP_MOST * (double)parts)) {
        ++parts;
    }
    return parts;
}

// Adds a body to a batch. @return whether the batch is full.
static bool join_batch(BodyBatch3 *batch, int32_t body)
{
    batch->body[batch->count++] = body;
    return batch->count == WIDE;
}

// Rotation mode of a body. Joints that are measured in each substep need its rotation there; joint
// sweeps need it at the start of a step.
static float rotation_mode_of(const Space3 *space, const Topology *topology, int32_t body)
{
    const BodyRecord *record = &topology->bodies.items[body];
    if (tum_space3_is_measured(space, topology, body)) {
        return ROTATION_JOINED;
    }
    if (record->first_joint != NONE && record->joint_island == NONE) {
        return ROTATION_ALONE;
    }
    return space->bodies.masses.items[body].is_gyroscopic ? ROTATION_GYROSCOPIC
                                                          : ROTATION_ISOTROPIC;
}

// Places the solver state of a body. The states of a subdomain are beside each other; those of a
// job are where the worker had those of its job before.
static void place_state(Space3 *space, const Sim *sim, int32_t body, uint32_t of_job,
                        uint32_t worker)
{
    const uint32_t index = sim->solver_index.items[body];
    uint32_t at = (uint32_t)body;
    if (index >= sim->shared_count) {
        at = space->solver.scratch[worker].first_state + of_job;
    } else if (index >= sim->separator_count) {
        const int32_t leaf = sim->topology.graph.bodies.items[body].subdomain -
                             graph_first_leaf(&sim->topology.graph);
        at = (uint32_t)space->bodies.states.count + index - sim->separator_count +
             (uint32_t)leaf * STATES_BETWEEN_SUBDOMAINS;
    }
    if (at != (uint32_t)body) {
        space->bodies.states.items[at] = space->bodies.states.items[body];
        space->bodies.state_of.items[body] = at;
    }
}

static void put_state_back(Space3 *space, int32_t body)
{
    const uint32_t at = space->bodies.state_of.items[body];
    if (at != (uint32_t)body) {
        space->bodies.states.items[body] = space->bodies.states.items[at];
        space->bodies.state_of.items[body] = (uint32_t)body;
    }
}

static void prepare_body(Space3 *space, const Sim *sim, StepTime time, int32_t body)
{
    const BodyRecord *record = &sim->topology.bodies.items[body];
    const BodyMass3 *mass = &space->bodies.masses.items[body];
    SolverBody3 *state = space3_state(space, body);
    BodyPlace3 *place = &space->bodies.places.items[body];
    state->moved = (Vec3){0.0f, 0.0f, 0.0f};
    state->turned = (Vec3){0.0f, 0.0f, 0.0f};
    place->start = place->rotation;
    place->is_fast =
        record->joint_island == NONE &&
        (tum_is_fast3(mass, state, time.sweep) || tum_meets_fast3(space, sim, body, time.sweep));
    *space3_weight(space, body) = (ContactBody3){
        .inverse_mass = mass->inverse_mass, .joined = record->joint_island != NONE ? JOINED : 0.0f};
    BodyStart3 *start = space3_start(space, body);
    // Infinite mass: constant velocity, gravity included (docs/dialects.md#d3).
    start->fall = mass->inverse_mass > 0.0f ? mass->gravity_factor : 0.0f;
    start->rotation_mode = rotation_mode_of(space, &sim->topology, body);
    if (!body3_is_batched(start)) {
        space->bodies.before.items[body].pose = (Pose3){place->center, place->rotation};
    }
    // CCD of joined bodies is limited to those with contacts.
    const bool is_followed =
        record->is_movable &&
        (record->joint_island == NONE ||
         (start->rotation_mode == ROTATION_JOINED && record->first_contact != NONE));
    start->bounding_radius = mass->bounding_radius;
    start->ccd_distance_squared = !is_followed     ? INFINITY
                                  : place->is_fast ? -1.0f
                                                   : mass->ccd_distance * mass->ccd_distance;
}

static bool touches(const Topology *topology, int32_t body)
{
    return graph_batch_of_body(&topology->graph, body) != NO_BATCH;
}

// [rad/s] Turn of the inertia of a body without joints that is in contact.
static float own_turn_rate(const Space3 *space, const Topology *topology, int32_t body)
{
    const bool may_turn =
        space->bodies.spins.items[body] != 0 && topology->bodies.items[body].joint_island == NONE;
    return may_turn ? turn_of_inertia(space, topology, body, 1.0f) : 0.0f;
}

float tum_space3_substep_demand(const Space *opaque, const Sim *sim, const int32_t *bodies,
                                uint32_t count, float least, LoadBounds *bounds)
{
    const Space3 *space = (const Space3 *)opaque;
    const float pull = space3_strongest_pull(space);
    float most = least;
    LoadBounds of = {pull, INFINITY, 0.0f, 0.0f, INFINITY, 0.0f, 0.0f};
    float low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < count; ++i) {
        const BodyMass3 *mass = &space->bodies.masses.items[bodies[i]];
        if (mass->inverse_mass > 0.0f) {
            of.thinnest = minimum(of.thinnest, body3_inner(mass));
            of.bounding_radius = maximum(of.bounding_radius, mass->bounding_radius);
            const float height =
                vec3_dot(space->bodies.places.items[bodies[i]].center, space->gravity);
            low = minimum(low, height);
            high = maximum(high, height);
            of.least_inverse_mass = minimum(of.least_inverse_mass, mass->inverse_mass);
            of.most_inverse_mass = maximum(of.most_inverse_mass, mass->inverse_mass);
        }
        of.turn_rate = maximum(of.turn_rate, own_turn_rate(space, &sim->topology, bodies[i]));
        const float own = pull * absolute(mass->gravity_factor);
        if (own > most * mass->bounding_radius && mass->bounding_radius > 0.0f &&
            mass->inverse_mass > 0.0f && touches(&sim->topology, bodies[i])) {
            most = own / mass->bounding_radius;
        }
    }
    of.height = space->local_gravity != NULL ? INFINITY
                : high > low                 ? (high - low) / vec3_length(space->gravity)
                                             : 0.0f;
    *bounds = of;
    return most;
}

void tum_space3_prepare_bodies(Space *opaque, const Sim *sim, StepTime time, const int32_t *bodies,
                               uint32_t count, uint32_t worker)
{
    Space3 *space = (Space3 *)opaque;
    BodyBatch3 batch = {.count = 0};
    for (uint32_t i = 0; i < count; ++i) {
        const int32_t body = bodies[i];
        const BodyMass3 *mass = &space->bodies.masses.items[body];
        place_state(space, sim, body, i, worker);
        prepare_body(space, sim, time, body);
        if (!mass->is_gyroscopic) {
            space3_weight(space, body)->inverse_inertia =
                tum_inverse_inertia3(mass, space->bodies.places.items[body].rotation);
        } else if (join_batch(&batch, body)) {
            space->kernels.bodies->weigh(space, &batch);
            batch.count = 0;
        }
    }
    if (batch.count > 0) {
        space->kernels.bodies->weigh(space, &batch);
    }
}

void tum_space3_integrate_velocities(Space *opaque, const Sim *sim, StepTime time,
                                     Range solver_bodies)
{
    Space3 *space = (Space3 *)opaque;
    for (uint32_t i = solver_bodies.begin; i < solver_bodies.end; ++i) {
        space->bodies.resists_anew.items[sim->solver_bodies.items[i]] = false;
    }
    if (!space3_pulls_evenly(space)) {
        for (uint32_t i = solver_bodies.begin; i < solver_bodies.end; ++i) {
            tum_accelerate3(space, time, sim->solver_bodies.items[i]);
        }
    } else if (solver_bodies.end > solver_bodies.begin) {
        space->kernels.bodies->accelerate(space, sim->solver_bodies.items + solver_bodies.begin,
                                          solver_bodies.end - solver_bodies.begin,
                                          vec3_scale(space->gravity, time.substep), time.repeats);
    }
}

bool tum_space3_rows_are_stale(const Space *opaque, const Sim *sim)
{
    const Space3 *space = (const Space3 *)opaque;
    const bool may_be =
        sim->topology.active_count > 0 && tum_articulations3_may_have_turned(&space->joints);
    const size_t count = may_be ? sim->topology.awake.count : 0;
    for (size_t i = 0; i < count; ++i) {
        const int32_t body = sim->topology.awake.items[i];
        const BodyRecord *record = &sim->topology.bodies.items[body];
        if (record->joint_island != NONE && space->bodies.masses.items[body].is_gyroscopic &&
            vec3_length_squared(space->bodies.states.items[body].turned) > TURN_OLD * TURN_OLD &&
            is_near_something(&sim->topology, record)) {
            return true;
        }
    }
    return false;
}

bool tum_space3_rows_are_strained(const Space *opaque, const Sim *sim)
{
    const JointSet3 *set = &((const Space3 *)opaque)->joints;
    bool are = false;
    for (size_t i = 0; i < sim->topology.joints.active.count && sim->topology.active_count > 0;
         ++i) {
        are |= set->joint_islands.items[sim->topology.joints.active.items[i]].is_strained;
    }
    return are;
}

// Joint islands handle their own bodies; contacts and external forces need the inertia here.
static void update_joined(Space3 *space, const Topology *topology, int32_t body)
{
    if (!space3_resists_anew(space, body, TURN_LEAST)) {
        return;
    }
    const BodyMass3 *mass = &space->bodies.masses.items[body];
    if (!tum_space3_is_measured(space, topology, body)) {
        // Moments that a joint sweep has enlarged stay for a step.
        if (space3_weight(space, body)->joined <= JOINED) {
            tum_resist_anew3(space, body);
        }
    } else if (space->bodies.has_pushes || touches(topology, body)) {
        space3_weight(space, body)->inverse_inertia =
            tum_inverse_inertia3(mass, space->bodies.places.items[body].rotation);
    }
}

void tum_space3_update_inertias(Space *opaque, const Sim *sim, bool joined_only,
                                Range solver_bodies)
{
    Space3 *space = (Space3 *)opaque;
    for (uint32_t i = solver_bodies.begin; i < solver_bodies.end; ++i) {
        const int32_t body = sim->solver_bodies.items[i];
        space->bodies.resists_anew.items[body] = false;
        if (sim->topology.bodies.items[body].joint_island != NONE) {
            update_joined(space, &sim->topology, body);
        } else if (!joined_only && space3_resists_anew(space, body, TURN_OLD)) {
            tum_resist_anew3(space, body);
        }
    }
}

static void move_alone(Space3 *space, int32_t body, float seconds)
{
    SolverBody3 *state = space3_state(space, body);
    tum_leave_batches3(space, body);
    state->moved = vec3_add_scaled(state->moved, state->linear, seconds);
    const Vec3 pull = space3_pull(space, body, seconds);
    if (space3_flies(space, body, pull)) {
        state->moved = vec3_add_scaled(state->moved, pull, -0.5f * seconds);
    }
    state->turned =
        vec3_add(state->turned, tum_turn3(&space->bodies.masses.items[body],
                                          &space->bodies.places.items[body], state, seconds));
}

// Moves the remaining lanes: bodies without obstacles in a batch of their own, the others one at a
// time.
static void move_left(Space3 *space, const Sim *sim, StepTime time, const BodyBatch3 *batch,
                      uint32_t left)
{
    BodyBatch3 free = {.count = 0};
    for (uint32_t lane = 0; lane < batch->count; ++lane) {
        const int32_t body = batch->body[lane];
        const BodyStart3 *start = space3_start(space, body);
        if ((left >> lane & 1) == 0) {
            continue;
        }
        if (tum_may_pass3(start, space3_state(space, body), time_guarded3(time)) &&
            tum_needs_ccd3(space, sim, time, body)) {
            tum_leave_batches3(space, body);
            tum_move_guarded3(space, sim, time, body);
        } else if (start->rotation_mode == ROTATION_ALONE) {
            move_alone(space, body, time.substep);
        } else {
            join_batch(&free, body);
        }
    }
    const uint32_t alone =
        free.count > 0 ? space->kernels.bodies->move(space, &free, time.substep, 0.0f) : 0;
    for (uint32_t lane = 0; lane < free.count; ++lane) {
        if ((alone >> lane & 1) != 0) {
            move_alone(space, free.body[lane], time.substep);
        }
    }
}

static void move_batch(Space3 *space, const Sim *sim, StepTime time, const BodyBatch3 *batch)
{
    const uint32_t left =
        space->kernels.bodies->move(space, batch, time.substep, time_guarded3(time));
    if (left != 0) {
        move_left(space, sim, time, batch, left);
    }
}

void tum_space3_integrate_positions(Space *opaque, const Sim *sim, StepTime time,
                                    Range solver_bodies)
{
    Space3 *space = (Space3 *)opaque;
    BodyBatch3 batch = {.count = 0};
    for (uint32_t i = solver_bodies.begin; i < solver_bodies.end; ++i) {
        const int32_t body = sim->solver_bodies.items[i];
        if (space3_start(space, body)->rotation_mode != ROTATION_JOINED &&
            join_batch(&batch, body)) {
            move_batch(space, sim, time, &batch);
            batch.count = 0;
        }
    }
    if (batch.count > 0) {
        move_batch(space, sim, time, &batch);
    }
}

// A body that a drive or a spring may move slowly counts as resting only without motion.
static bool is_driven(const Topology *topology, const BodyRecord *record)
{
    return record->joint_island != NONE &&
           topology->joints.joint_islands.items[record->joint_island].is_driven;
}

// [m] Displacement of a body since its last test for rest: of its centre of mass, and of its
// farthest point by rotation.
static float displacement_since(const BodyRest3 *rest, const BodyPlace3 *place,
                                float bounding_radius)
{
    const Quat a = rest->rotation, b = place->rotation;
    const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, w = a.w - b.w;
    const float turn = 2.0f * square_root(x * x + y * y + z * z + w * w);
    return vec3_distance(rest->center, place->center) + turn * bounding_radius;
}

static void update_sleep_time(Space3 *space, Topology *topology, int32_t body, float seconds)
{
    const BodyRecord *record = &topology->bodies.items[body];
    const SolverBody3 *state = &space->bodies.states.items[body];
    const BodyPlace3 *place = &space->bodies.places.items[body];
    const float own = space->bodies.masses.items[body].bounding_radius,
                bounding_radius = own > 0.0f ? own : BOUNDING_RADIUS_UNKNOWN;
    const float pull = record->joint_island != NONE
                           ? space->joints.joint_islands.items[record->joint_island].pull
                           : 0.0f;
    const float speed =
        vec3_length(state->linear) + vec3_length(state->angular) * bounding_radius + pull;
    const bool is_slow =
        speed < SLEEP_SPEED &&
        (speed < SLEEP_SPEED_FREE || (record->manifold_count > 0 && !is_driven(topology, record)));
    BodyRest3 *rest = &space->bodies.rests.items[body];
    const uint32_t windows =
        tum_topology_count_rest(topology, body, &rest->trend, is_slow, seconds);
    if ((windows & REST_SHORT_WINDOW) != 0) {
        const float center[4] = {place->center.x, place->center.y, place->center.z};
        tum_topology_judge_growth(topology, body, &rest->trend.growth, center);
    }
    if ((windows & REST_LONG_WINDOW) != 0) {
        tum_topology_judge_rest(topology, body, &rest->trend,
                                displacement_since(rest, place, bounding_radius));
        rest->center = place->center;
        rest->rotation = place->rotation;
    }
}

static bool is_sane(Vec3 a, float most)
{
    return vec3_is_finite(a) && absolute(a.x) < most && absolute(a.y) < most &&
           absolute(a.z) < most;
}

bool tum_space3_is_finite(const Space *opaque, int32_t body)
{
    const Space3 *space = (const Space3 *)opaque;
    const SolverBody3 *state = space3_state(space, body);
    const BodyPlace3 *place = &space->bodies.places.items[body];
    const Quat q = place->rotation;
    return is_sane(place->center, RUNAWAY_DISTANCE3) && is_sane(state->linear, RUNAWAY_SPEED3) &&
           is_sane(state->angular, RUNAWAY_SPEED3) && is_finite(q.x) && is_finite(q.y) &&
           is_finite(q.z) && is_finite(q.w);
}

static void finish_alone(Space3 *space, int32_t body)
{
    SolverBody3 *state = space3_state(space, body);
    BodyPlace3 *place = &space->bodies.places.items[body];
    tum_leave_batches3(space, body);
    place->center = vec3_add(place->center, state->moved);
    tum_end_turn3(&space->bodies.masses.items[body], place, state);
    space3_start(space, body)->rotation_mode = ROTATION_ALONE;
}

static uint32_t finish_batch(Space3 *space, const BodyBatch3 *batch)
{
    const uint32_t left = space->kernels.bodies->finish(space, batch);
    uint32_t not_finite = 0;
    for (uint32_t lane = 0; lane < batch->count && left != 0; ++lane) {
        if ((left >> lane & 1) != 0) {
            finish_alone(space, batch->body[lane]);
            not_finite += !tum_space3_is_finite((const Space *)space, batch->body[lane]);
        }
    }
    return not_finite;
}

// Ends the step of a body. The kernel has noted the motion of the bodies that it finished.
static void leave_step(Space3 *space, int32_t body, float seconds)
{
    const bool is_noted = space3_start(space, body)->rotation_mode != ROTATION_ALONE;
    put_state_back(space, body);
    if (!is_noted) {
        tum_space3_note_displacement(space, body);
        tum_space3_note_angular_speed(space, body);
    }
    tum_space3_note_spin(space, body, seconds);
}

uint32_t tum_space3_finish_bodies(Space *opaque, Sim *sim, StepTime time, const int32_t *bodies,
                                  uint32_t count)
{
    Space3 *space = (Space3 *)opaque;
    BodyBatch3 batch = {.count = 0};
    uint32_t not_finite = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const int32_t joint_island = sim->topology.bodies.items[bodies[i]].joint_island;
        if (joint_island != NONE) {
            SolverBody3 *state = space3_state(space, bodies[i]);
            state->moved =
                vec3_add(state->moved, space->joints.joint_islands.items[joint_island].flight);
        }
        if (join_batch(&batch, bodies[i])) {
            not_finite += finish_batch(space, &batch);
            batch.count = 0;
        }
    }
    if (batch.count > 0) {
        not_finite += finish_batch(space, &batch);
    }
    for (uint32_t i = 0; i < count; ++i) {
        leave_step(space, bodies[i], time.sweep);
        update_sleep_time(space, &sim->topology, bodies[i], time.step);
    }
    return not_finite;
}
