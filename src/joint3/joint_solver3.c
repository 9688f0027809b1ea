// SPDX-License-Identifier: MIT
// joint_solver3.c: passes over the joints of a joint island.
#include "joint3/joint_solver3.h"

#include <math.h>

#include "contact3/impact3.h"
#include "joint3/articulation3.h"
#include "joint3/joint_ahead3.h"
#include "joint3/joint_count3.h"
#include "joint3/joint_flight3.h"
#include "joint3/joint_measure3.h"
#include "joint3/joint_numbers3.h"
#include "joint3/joint_pull3.h"
#include "joint3/joint_rows3.h"
#include "joint3/joint_sweep3.h"
#include "joint3/joint_system3.h"
#include "joint3/joint_tune3.h"
#include "math/widen3.h"
#include "space3/body_motion3.h"
#include "space3/space3.h"

static const double INFINITE = (double)INFINITY;

// Function called for each joint of a joint island.
typedef void JointVisit(JointSet3 *set, SystemBlock3 *system_block, Joint3 *joint, double substep);

static void visit_joints(JointSet3 *set, const JointIsland3 *joint_island, JointVisit *visit,
                         double substep)
{
    for (int32_t i = 0; i < joint_island->system_block_count; ++i) {
        SystemBlock3 *system_block =
            &set->system_blocks.items[joint_island->system_block_first + i];
        for (int32_t k = 0; k < system_block->joint_count; ++k) {
            visit(set, system_block,
                  &set->joints.items[set->ordered.items[system_block->joint_first + k]], substep);
        }
    }
}

static DVec3 inverse_moments(const BodyMass3 *mass, double least)
{
    const double most = least > 0.0 ? 1.0 / least : INFINITE;
    return dvec3_minimum(vec3_widen(mass->inverse_inertia), (DVec3){most, most, most});
}

static DQuat principal_rotation(const BodyMass3 *mass, DQuat rotation)
{
    return dquat_multiply(rotation, quat_widen(mass->body_from_principal));
}

// @param least  [kg m^2] lower bound of the moments.
static DSym3 inverse_inertia(const BodyMass3 *mass, DQuat rotation, double least)
{
    const DVec3 inverse = inverse_moments(mass, least);
    if (mass->is_isotropic) {
        return (DSym3){inverse.x, inverse.x, inverse.x, 0.0, 0.0, 0.0};
    }
    return dsym3_from_diagonal(dquat_matrix(principal_rotation(mass, rotation)), inverse);
}

static void add_strain(JointSet3 *set, SystemBlock3 *system_block, Joint3 *joint, double substep)
{
    (void)system_block;
    (void)substep;
    DVec3 pull = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < joint->row_count; ++i) {
        const JointRow3 *row = &set->rows.items[joint->row_first + i];
        pull = dvec3_add_scaled(pull, row->n, row->impulse);
    }
    const double impulse = dvec3_length(pull);
    set->bodies.items[joint->body[0]].strain += impulse * dvec3_length(joint->arm[0]);
    set->bodies.items[joint->body[1]].strain += impulse * dvec3_length(joint->arm[1]);
}

// Scales impulses to a substep of another length.
static void rescale(JointSet3 *set, SystemBlock3 *system_block, Joint3 *joint, double scale)
{
    (void)system_block;
    for (int32_t i = 0; i < joint->row_count; ++i) {
        set->rows.items[joint->row_first + i].impulse *= scale;
    }
}

static void load_poses(Space3 *space, const JointIsland3 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody3 *body = &space->joints.bodies.items[joint_island->body_first + i];
        const BodyPlace3 *place = &space->bodies.places.items[body->slot];
        const Vec3 moved = space->bodies.states.items[body->slot].moved;
        body->center.position = dvec3_add(vec3_widen(place->center), vec3_widen(moved));
        body->center.rotation = quat_widen(place->rotation);
        body->axes = dquat_matrix(body->center.rotation);
        if (body->is_movable) {
            const BodyMass3 *mass = &space->bodies.masses.items[body->slot];
            body->inverse_mass = (double)mass->inverse_mass;
            body->inverse_inertia =
                inverse_inertia(mass, body->center.rotation, body->least_inertia);
        }
    }
}

// Resets moments to their true values.
static void forget_strain(JointSet3 *set, const JointIsland3 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        set->bodies.items[joint_island->body_first + i].least_inertia = 0.0;
    }
}

// Angular velocity of a body after an increase of its moments: angular momentum is conserved. A
// decrease leaves the velocity unchanged, so energy falls.
static DVec3 keep_momentum(const BodyMass3 *mass, const JointBody3 *body, double least)
{
    const DVec3 before = inverse_moments(mass, body->least_inertia);
    const DVec3 now = inverse_moments(mass, least);
    const DVec3 share = {before.x > now.x ? now.x / before.x : 1.0,
                         before.y > now.y ? now.y / before.y : 1.0,
                         before.z > now.z ? now.z / before.z : 1.0};
    const DQuat principal = principal_rotation(mass, body->center.rotation);
    const DVec3 own = dquat_rotate(dquat_conjugate(principal), body->angular);
    return dquat_rotate(principal, (DVec3){share.x * own.x, share.y * own.y, share.z * own.z});
}

// Contacts of a body use its increased moments as joints do; otherwise energy would be gained.
static void tell_contacts(Space3 *space, const JointBody3 *body)
{
    ContactBody3 *weight = space3_weight(space, body->slot);
    if (body->least_inertia > 0.0 || weight->joined > JOINED) {
        const DSym3 m = body->inverse_inertia;
        weight->inverse_inertia =
            (Sym3){(float)m.xx, (float)m.yy, (float)m.zz, (float)m.xy, (float)m.xz, (float)m.yz};
        weight->joined = JOINED_STRAINED;
    }
}

static void measure_strain(JointSet3 *set, const JointIsland3 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        set->bodies.items[joint_island->body_first + i].strain = 0.0;
    }
    visit_joints(set, joint_island, add_strain, 0.0);
}

// A body pulled with force f at arm r swings about its joint at sqrt(f r / I) or faster. Where the
// substep is too long to follow this motion, the moments of the body are increased (Andrews,
// Teichmann and Kry, "Geometric Stiffness for Real-time Constrained Multibody Dynamics", 2017), so
// that I >= h^2 f r for the sum over all joints. Between the warm starts of two substeps moments
// only grow.
// @return whether moments have changed.
static bool follow_strain(Space3 *space, JointIsland3 *joint_island, double substep,
                          bool may_shrink)
{
    bool changed = false;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody3 *body = &space->joints.bodies.items[joint_island->body_first + i];
        if (!body->is_movable) {
            continue;
        }
        const BodyMass3 *mass = &space->bodies.masses.items[body->slot];
        const Vec3 inverse = mass->inverse_inertia;
        const double most = (double)maximum(inverse.x, maximum(inverse.y, inverse.z));
        const double wanted = substep * body->strain / SWING_MOST;
        const double own = wanted * most > 1.0 ? wanted : 0.0;
        const double least = may_shrink ? own : maximum64(own, body->least_inertia);
        if (least != body->least_inertia) {
            body->angular = keep_momentum(mass, body, least);
            body->least_inertia = least;
            body->inverse_inertia = inverse_inertia(mass, body->center.rotation, least);
            joint_island->is_strained = changed = true;
        }
        tell_contacts(space, body);
    }
    return changed;
}

static void accelerate(Space3 *space, const JointIsland3 *joint_island, StepTime time)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody3 *body = &space->joints.bodies.items[joint_island->body_first + i];
        if (body->is_movable) {
            tum_accelerate3(space, time, body->slot);
        }
    }
}

static void load_velocities(Space3 *space, const JointIsland3 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody3 *body = &space->joints.bodies.items[joint_island->body_first + i];
        const SolverBody3 *state = &space->bodies.states.items[body->slot];
        body->linear = vec3_widen(state->linear);
        body->angular = vec3_widen(state->angular);
    }
}

static bool is_rounded(DVec3 velocity, Vec3 stored)
{
    const Vec3 v = vec3_narrow(velocity);
    return v.x == stored.x && v.y == stored.y && v.z == stored.z;
}

// Loads only velocities that another pass has changed since they were stored; the rest keep double
// precision.
// @return whether any velocity has changed.
static bool load_changed_velocities(Space3 *space, const JointIsland3 *joint_island)
{
    bool changed = false;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody3 *body = &space->joints.bodies.items[joint_island->body_first + i];
        const SolverBody3 *state = &space->bodies.states.items[body->slot];
        if (!is_rounded(body->linear, state->linear) ||
            !is_rounded(body->angular, state->angular)) {
            body->linear = vec3_widen(state->linear);
            body->angular = vec3_widen(state->angular);
            changed = true;
        }
    }
    return changed;
}

static void store_velocities(Space3 *space, const JointIsland3 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody3 *body = &space->joints.bodies.items[joint_island->body_first + i];
        if (body->is_movable) {
            SolverBody3 *state = &space->bodies.states.items[body->slot];
            state->linear = vec3_narrow(body->linear);
            state->angular = vec3_narrow(body->angular);
        }
    }
}

static void measure(JointSet3 *set, SystemBlock3 *system_block, Joint3 *joint, double substep)
{
    (void)substep;
    tum_joint3_measure(set, joint);
    system_block->is_stale = true;
}

static void advance(JointSet3 *set, SystemBlock3 *system_block, Joint3 *joint, double substep)
{
    (void)system_block;
    if (joint->is_moving) {
        tum_joint3_advance(set, joint, substep);
    }
}

static void begin_substep(JointSet3 *set, SystemBlock3 *system_block, Joint3 *joint, double substep)
{
    system_block->is_stale |= tum_joint3_begin_substep(set, joint, substep);
    tum_joint3_apply(set, joint);
}

static void begin_relaxing(JointSet3 *set, SystemBlock3 *system_block, Joint3 *joint,
                           double substep)
{
    (void)system_block;
    tum_joint3_begin_relaxing(set, joint, substep);
}

static void begin_restitution(JointSet3 *set, SystemBlock3 *system_block, Joint3 *joint,
                              double substep)
{
    (void)system_block;
    tum_joint3_begin_restitution(set, joint, substep);
}

// Computes velocities that bring hard rows to their goals at the end of the substep. Each
// correction leaves a share of the error of about the rotation of directions until then.
static void solve_positions(Space3 *space, JointIsland3 *joint_island, double substep)
{
    JointSet3 *set = &space->joints;
    if (tum_joint3_pull(space, joint_island, QUIET_SPEED, substep)) {
        return;
    }
    tum_joint3_solve(set, joint_island, QUIET_SPEED, INFINITE);
    double loud = CORRECTION_MOST;
    for (int round = 0; round < CORRECTIONS_MOST; ++round) {
        const double turn = tum_joint3_aim_ahead(space, joint_island, substep);
        const double wrong = tum_joint3_solve(set, joint_island, CORRECTED_SPEED, loud);
        if (wrong > loud || wrong * minimum64(2.0 * turn, 1.0) <= CORRECTED_SPEED) {
            return;
        }
        loud = CONTRACTION * wrong;
    }
}

static double joint_sweep_squared(const Space3 *space, const Topology *topology, int32_t index)
{
    const Joint3 *joint = &space->joints.joints.items[index];
    double most = 0.0;
    for (int side = 0; side < 2; ++side) {
        const int32_t body = topology->joints.joints.items[index].body[side];
        const DVec3 arm = dquat_rotate(quat_widen(space->bodies.places.items[body].rotation),
                                       joint->frame[side].position);
        most = maximum64(
            most, arm3_sweep_squared(vec3_widen(space->bodies.states.items[body].angular), arm));
    }
    return most;
}

double tum_joints3_sweep(const Space3 *space, const Topology *topology, double least)
{
    double most = 0.0;
    for (size_t i = 0; i < topology->joints.joints.count; ++i) {
        const JointRecord *joint = &topology->joints.joints.items[i];
        if (!joint->acts) {
            continue;
        }
        double spin = 0.0;
        for (int side = 0; side < 2; ++side) {
            if (topology->bodies.items[joint->body[side]].set == SET_AWAKE) {
                const Vec3 v = space->bodies.states.items[joint->body[side]].angular;
                spin = maximum64(spin, (double)vec3_length_squared(v));
            }
        }
        // The arm of a joint rotates no faster than its body.
        if (spin > maximum64(most, least * least) &&
            !tum_articulations3_take(space, joint->joint_island)) {
            most = maximum64(most, joint_sweep_squared(space, topology, (int32_t)i));
        }
    }
    return square_root64(most);
}

bool tum_space3_is_measured(const Space3 *space, const Topology *topology, int32_t body)
{
    const int32_t joint_island = topology->bodies.items[body].joint_island;
    return joint_island != NONE &&
           space->joints.joint_islands.items[joint_island].joint_sweep == NONE;
}

// Joint sweeps: small ones are run here, larger ones by several workers, color after color.
static bool is_swept(Space3 *space, const JointIsland3 *joint_island, StepTime time, JointPass pass)
{
    if (joint_island->joint_sweep == NONE) {
        return false;
    }
    JointSweep3 *joint_sweep = &space->joints.joint_sweeps.items[joint_island->joint_sweep];
    if (tum_joint_sweep3_is_small(joint_sweep)) {
        tum_joint_sweep3_run(space, time, pass, joint_sweep);
    }
    return true;
}

uint32_t tum_space3_begin_joints(Space *opaque, const Sim *sim, StepTime time)
{
    JointSet3 *set = &((Space3 *)opaque)->joints;
    tum_space3_settle_counts((Space3 *)opaque, &sim->topology);
    tum_joint_sweeps3_begin((Space3 *)opaque, &sim->topology, time);
    tum_articulations3_gather((Space3 *)opaque, &sim->topology);
    tum_space3_begin_flights((Space3 *)opaque, &sim->topology, time);
    return (uint32_t)set->jobs.count;
}

static void prepare_joint_island(Space3 *space, JointIsland3 *joint_island, StepTime time)
{
    JointSet3 *set = &space->joints;
    visit_joints(set, joint_island, rescale, (double)time.impulse_scale);
    joint_island->is_strained = false;
    joint_island->pull = 0.0f;
    forget_strain(set, joint_island);
    load_poses(space, joint_island);
    visit_joints(set, joint_island, measure, (double)time.substep);
}

static JointIsland3 *joint_island_in(JointSet3 *set, const Articulation3 *articulation, int lane)
{
    return &set->joint_islands.items[articulation->joint_island[lane]];
}

static void prepare_articulation(Space3 *space, Articulation3 *articulation, StepTime time)
{
    JointSet3 *set = &space->joints;
    tum_articulation3_prepare(space, articulation, time);
    for (int lane = 0; lane < articulation->lanes; ++lane) {
        joint_island_in(set, articulation, lane)->is_strained = false;
        if (articulation3_has_alone(articulation, lane)) {
            prepare_joint_island(space, joint_island_in(set, articulation, lane), time);
        }
    }
}

void tum_space3_prepare_joints(Space *opaque, StepTime time, Range jobs)
{
    Space3 *space = (Space3 *)opaque;
    JointSet3 *set = &space->joints;
    for (uint32_t i = jobs.begin; i < jobs.end; ++i) {
        const JointJob3 job = set->jobs.items[i];
        if (job.articulation != NONE) {
            prepare_articulation(space, &set->articulations.items[job.articulation], time);
            continue;
        }
        JointIsland3 *joint_island = &set->joint_islands.items[job.joint_island];
        joint_island->pull = 0.0f;
        if (!is_swept(space, joint_island, time, JOINTS_PREPARE)) {
            prepare_joint_island(space, joint_island, time);
        }
    }
}

static void solve_joint_island(Space3 *space, JointIsland3 *joint_island, StepTime time,
                               JointPass pass)
{
    JointSet3 *set = &space->joints;
    const double substep = (double)time.substep;
    switch (pass) {
    case JOINTS_WARM_START:
        if (time.joints_accelerate) {
            accelerate(space, joint_island, time);
        }
        load_velocities(space, joint_island);
        measure_strain(set, joint_island);
        if (follow_strain(space, joint_island, substep, true)) {
            visit_joints(set, joint_island, measure, substep);
        }
        visit_joints(set, joint_island, begin_substep, substep);
        break;
    case JOINTS_SOLVE:
        load_changed_velocities(space, joint_island);
        solve_positions(space, joint_island, substep);
        break;
    case JOINTS_SOLVE_AGAIN:
        if (!load_changed_velocities(space, joint_island)) {
            return;
        }
        solve_positions(space, joint_island, substep);
        break;
    case JOINTS_RESTITUTION_BEGIN:
        load_changed_velocities(space, joint_island);
        forget_strain(set, joint_island); // restitution needs true inertias
        load_poses(space, joint_island);
        visit_joints(set, joint_island, measure, substep);
        visit_joints(set, joint_island, begin_restitution, substep);
        tum_joint3_solve(set, joint_island, QUIET_SPEED, INFINITE);
        break;
    case JOINTS_RELAX_AGAIN:
        if (!load_changed_velocities(space, joint_island)) {
            return;
        }
        tum_joint3_solve(set, joint_island, QUIET_SPEED, INFINITE);
        break;
    case JOINTS_RELAX:
        load_changed_velocities(space, joint_island);
        load_poses(space, joint_island);
        measure_strain(set, joint_island);
        follow_strain(space, joint_island, substep, false);
        visit_joints(set, joint_island, advance, substep);
        visit_joints(set, joint_island, measure, substep);
        tum_joint3_end_pull(set, joint_island);
        visit_joints(set, joint_island, begin_relaxing, substep);
        tum_joint3_solve(set, joint_island, QUIET_SPEED, INFINITE);
        break;
    case JOINTS_PREPARE: return; // joint sweeps only
    }
    store_velocities(space, joint_island);
}

static void begin_rows(JointSet3 *set, SystemBlock3 *system_block, Joint3 *joint, double substep)
{
    system_block->is_stale |= tum_joint3_begin_substep(set, joint, substep);
}

// A joint island that leaves its lane within a step is relaxed first: articulations are not relaxed
// between substeps.
static void take_over(Space3 *space, JointIsland3 *joint_island, StepTime time)
{
    JointSet3 *set = &space->joints;
    time.impulse_scale = 1.0f;
    prepare_joint_island(space, joint_island, time);
    load_velocities(space, joint_island);
    visit_joints(set, joint_island, begin_rows, (double)time.substep);
    visit_joints(set, joint_island, begin_relaxing, (double)time.substep);
    tum_joint3_solve(set, joint_island, QUIET_SPEED, INFINITE);
    store_velocities(space, joint_island);
}

static void solve_articulation(Space3 *space, Articulation3 *articulation, StepTime time,
                               JointPass pass)
{
    JointSet3 *set = &space->joints;
    const bool pulls_evenly = space3_pulls_evenly(space);
    const uint32_t left =
        pass == JOINTS_WARM_START ? tum_articulation3_leave_strained(space, articulation, time) : 0;
    for (int lane = 0; lane < articulation->lanes; ++lane) {
        JointIsland3 *joint_island = joint_island_in(set, articulation, lane);
        if ((left >> lane & 1) != 0) {
            take_over(space, joint_island, time);
        }
        if (articulation3_has_alone(articulation, lane)) {
            solve_joint_island(space, joint_island, time, pass);
        } else if (pass == JOINTS_WARM_START && time.joints_accelerate && !pulls_evenly) {
            accelerate(space, joint_island, time);
        }
    }
    time.joints_accelerate = time.joints_accelerate && pulls_evenly;
    if (!articulation3_is_deserted(articulation)) {
        set->articulation_kernel->solve(space, articulation, time, pass);
    }
}

void tum_space3_solve_joints(Space *opaque, StepTime time, JointPass pass, Range jobs)
{
    Space3 *space = (Space3 *)opaque;
    JointSet3 *set = &space->joints;
    for (uint32_t i = jobs.begin; i < jobs.end; ++i) {
        const JointJob3 job = set->jobs.items[i];
        if (job.articulation == NONE) {
            JointIsland3 *joint_island = &set->joint_islands.items[job.joint_island];
            if (!is_swept(space, joint_island, time, pass)) {
                solve_joint_island(space, joint_island, time, pass);
            }
        } else {
            solve_articulation(space, &set->articulations.items[job.articulation], time, pass);
        }
    }
}

enum {
    PIECES_APART = 2,   // minimum, while joints are pulled together
    PIECES_STRAINED = 3 // minimum with increased moments: a half or a third of a gap opens in each
                        // piece, and is closed by the next
};

// Moving frames advance by whole substeps.
static bool has_moving_frames(const JointSet3 *set, const JointIsland3 *joint_island)
{
    bool found = false;
    for (int32_t i = 0; i < joint_island->joint_count && !found; ++i) {
        found = set->joints.items[set->ordered.items[joint_island->joint_first + i]].is_moving;
    }
    return found;
}

static bool has_hard_end(const JointSet3 *set, const Joint3 *joint)
{
    bool found = false;
    for (int32_t i = 0; i < joint->part_count && !found; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        found = part->kind == PART_RANGE && !part->is_angular && part->low < part->high &&
                !is_finite64(part->stiffness);
    }
    return found;
}

// Whether there are ropes or other lengths with hard ends. Strained by heavy bodies on a light one,
// these are flung by their own corrections, the more the shorter a piece is.
static bool has_ropes(const JointSet3 *set, const JointIsland3 *joint_island)
{
    bool found = false;
    for (int32_t i = 0; i < joint_island->joint_count && !found; ++i) {
        const int32_t joint = set->ordered.items[joint_island->joint_first + i];
        found = has_hard_end(set, &set->joints.items[joint]);
    }
    return found;
}

// Ratio to the mass of the lightest body: limbs of a figure are about twenty times lighter than the
// whole.
static const double HEAVY = 32.0;

static bool has_heavy_body(const JointSet3 *set, const JointIsland3 *joint_island)
{
    double least = INFINITE, most = 0.0;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody3 *body = &set->bodies.items[joint_island->body_first + i];
        if (body->is_movable) {
            least = minimum64(least, body->inverse_mass);
            most = maximum64(most, body->inverse_mass);
        }
    }
    return most > HEAVY * least;
}

// A tree follows an impact in a whole substep, unless a heavy body flings light ones. Loops that
// cannot close come to rest only in pieces.
static bool is_flung(const JointSet3 *set, const JointIsland3 *joint_island)
{
    return joint_island->is_strained && !has_ropes(set, joint_island) &&
           (!joint_island->is_tree || has_heavy_body(set, joint_island));
}

static int least_pieces(const JointSet3 *set, const JointIsland3 *joint_island)
{
    if (joint_island->is_pulled) {
        return PIECES_APART;
    }
    return is_flung(set, joint_island) ? PIECES_STRAINED : 1;
}

static double joint_island_sweep(const Space3 *space, const JointIsland3 *joint_island)
{
    const JointSet3 *set = &space->joints;
    double most = 0.0;
    for (int32_t i = 0; i < joint_island->system_block_count; ++i) {
        const SystemBlock3 *system_block =
            &set->system_blocks.items[joint_island->system_block_first + i];
        for (int32_t k = 0; k < system_block->joint_count; ++k) {
            const Joint3 *joint =
                &set->joints.items[set->ordered.items[system_block->joint_first + k]];
            for (int side = 0; side < 2; ++side) {
                const int32_t slot = set->bodies.items[joint->body[side]].slot;
                most = maximum64(
                    most, arm3_sweep_squared(vec3_widen(space->bodies.states.items[slot].angular),
                                             joint->arm[side]));
            }
        }
    }
    return square_root64(most);
}

// The arm of a joint rotates no faster than its body.
static double fastest_turn(const Space3 *space, const JointIsland3 *joint_island, double substep)
{
    double most = 0.0;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const int32_t slot = space->joints.bodies.items[joint_island->body_first + i].slot;
        most =
            maximum64(most, (double)vec3_length_squared(space->bodies.states.items[slot].angular));
    }
    return square_root64(most) * substep;
}

static int pieces_to_sweep(double sweep)
{
    return sweep < PIECE_SWEEP * (double)PIECES_MOST ? 1 + (int)(sweep / PIECE_SWEEP) : PIECES_MOST;
}

static int pieces_of(const Space3 *space, const JointIsland3 *joint_island, double substep)
{
    const int least = least_pieces(&space->joints, joint_island);
    if ((least == 1 && fastest_turn(space, joint_island, substep) <= PIECE_SWEEP) ||
        has_moving_frames(&space->joints, joint_island)) {
        return 1;
    }
    const int pieces = pieces_to_sweep(joint_island_sweep(space, joint_island) * substep);
    return pieces > least ? pieces : least;
}

static void begin_piece(JointSet3 *set, SystemBlock3 *system_block, Joint3 *joint, double seconds)
{
    system_block->is_stale |= tum_joint3_begin_piece(set, joint, seconds);
}

// Immovable bodies reach the end of the substep only after the last piece.
static void carry_on(JointSet3 *set, const JointIsland3 *joint_island, double seconds)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody3 *body = &set->bodies.items[joint_island->body_first + i];
        if (!body->is_movable) {
            body->center.position = dvec3_add_scaled(body->center.position, body->linear, seconds);
            body->center.rotation =
                dquat_advance(body->center.rotation, dvec3_scale(body->angular, seconds));
            body->axes = dquat_matrix(body->center.rotation);
        }
    }
}

// Rows of the pose at the beginning of a substep are wrong for arms that sweep far in it, as when a
// chain snaps taut. The joint island then moves in pieces, each a substep for the joints alone. So
// does a separated or strained joint island.
static void move_joint_island(Space3 *space, const Sim *sim, StepTime time,
                              JointIsland3 *joint_island)
{
    JointSet3 *set = &space->joints;
    if (joint_island->joint_sweep != NONE) {
        return; // its bodies move like bodies without joints
    }
    const double substep = (double)time.substep;
    const int pieces = pieces_of(space, joint_island, substep);
    const float piece = time.substep / (float)pieces;
    for (int i = 0; i < pieces; ++i) {
        if (pieces > 1) {
            load_changed_velocities(space, joint_island);
            visit_joints(set, joint_island, begin_piece, (double)piece);
            solve_positions(space, joint_island, (double)piece);
            store_velocities(space, joint_island);
        }
        if (!tum_move_joined3(space, sim, joint_island, piece)) {
            return;
        }
        if (i + 1 < pieces) {
            load_changed_velocities(space, joint_island);
            load_poses(space, joint_island);
            carry_on(set, joint_island, (double)piece * (double)(i + 1));
            visit_joints(set, joint_island, measure, (double)piece);
            tum_joint3_end_pull(set, joint_island);
            visit_joints(set, joint_island, begin_relaxing, (double)piece);
            tum_joint3_solve(set, joint_island, QUIET_SPEED, INFINITE);
            store_velocities(space, joint_island);
        }
    }
}

// Pieces of each lane, as in pieces_of and move_joint_island for one joint island.
typedef struct ArticulationPieces {
    int count[ARTICULATION_LANES_MOST];
    float piece[ARTICULATION_LANES_MOST]; // [s]
    int most;
} ArticulationPieces;

static ArticulationPieces articulation_pieces(const Articulation3 *articulation, int32_t lanes,
                                              const ArticulationWay3 *way, float substep)
{
    ArticulationPieces pieces = {.most = 1};
    for (int lane = 0; lane < lanes; ++lane) {
        const double sweep = way->turn[lane] > (float)PIECE_SWEEP ? (double)way->sweep[lane] : 0.0;
        pieces.count[lane] =
            articulation3_has_alone(articulation, lane) ? 0 : pieces_to_sweep(sweep);
        pieces.piece[lane] = substep / maximum((float)pieces.count[lane], 1.0f);
        if (lane < articulation->lanes && pieces.count[lane] > pieces.most) {
            pieces.most = pieces.count[lane];
        }
    }
    return pieces;
}

static void move_articulation(Space3 *space, const Sim *sim, StepTime time,
                              Articulation3 *articulation)
{
    const ArticulationKernel3 *kernel = space->joints.articulation_kernel;
    for (int lane = 0; lane < articulation->lanes; ++lane) {
        if (articulation3_has_alone(articulation, lane)) {
            move_joint_island(space, sim, time,
                              joint_island_in(&space->joints, articulation, lane));
        }
    }
    if (articulation3_is_deserted(articulation)) {
        return;
    }
    ArticulationWay3 way;
    kernel->survey(space, articulation, time, &way);
    ArticulationPieces pieces =
        articulation_pieces(articulation, kernel->lanes, &way, time.substep);
    for (int i = 0; i < pieces.most; ++i) {
        float now[ARTICULATION_LANES_MOST], ends[ARTICULATION_LANES_MOST];
        bool is_piece = false;
        for (int lane = 0; lane < kernel->lanes; ++lane) {
            const bool goes_on = i < pieces.count[lane];
            ends[lane] = goes_on && pieces.count[lane] > 1 ? pieces.piece[lane] : 0.0f;
            now[lane] = goes_on ? pieces.piece[lane] : 0.0f;
            is_piece |= ends[lane] > 0.0f;
        }
        if (is_piece) {
            kernel->begin_piece(space, articulation, time, ends);
        }
        const uint32_t stopped = kernel->stop(space, sim, articulation, time, now);
        kernel->move(space, articulation, time, now);
        for (int lane = 0; lane < kernel->lanes; ++lane) {
            pieces.count[lane] = (stopped >> lane & 1) != 0 ? 0 : pieces.count[lane];
            ends[lane] = i + 1 < pieces.count[lane] ? ends[lane] : 0.0f;
        }
        if (is_piece && i + 1 < pieces.most) {
            kernel->end_piece(space, articulation, time, ends);
        }
    }
}

void tum_space3_move_joints(Space *opaque, const Sim *sim, StepTime time, Range jobs)
{
    Space3 *space = (Space3 *)opaque;
    for (uint32_t i = jobs.begin; i < jobs.end; ++i) {
        const JointJob3 job = space->joints.jobs.items[i];
        if (job.articulation == NONE) {
            move_joint_island(space, sim, time,
                              &space->joints.joint_islands.items[job.joint_island]);
        } else {
            move_articulation(space, sim, time,
                              &space->joints.articulations.items[job.articulation]);
        }
    }
}
