// SPDX-License-Identifier: MIT
// joint_solver4.c: solver passes over joint islands, as in 3D (joint3/joint_solver3.c).
#include <math.h>

#include "math/scalar.h"
#include "math/widen4.h"
#include "schedule/joint_numbers.h"
#include "space4/gyroscope4.h"
#include "space4/integrate4.h"
#include "space4/joint_bodies4.h"

static const double INFINITE = (double)INFINITY;

// Called for each joint of a joint island.
typedef void JointVisit4(JointSet4 *set, SystemBlock *system_block, Joint4 *joint, double substep);

static void visit_joints(JointSet4 *set, const JointIsland4 *joint_island, JointVisit4 *visit,
                         double substep)
{
    for (int32_t i = 0; i < joint_island->system_block_count; ++i) {
        SystemBlock *system_block =
            &set->layout.system_blocks.items[joint_island->system_block_first + i];
        for (int32_t k = 0; k < system_block->joint_count; ++k) {
            visit(set, system_block,
                  &set->joints.items[set->layout.ordered.items[system_block->joint_first + k]],
                  substep);
        }
    }
}

// Linear rows are along the axes of frame A, so the length of the impulse does not depend on the
// axes.
static double pull_of(const Joint4 *joint)
{
    double along[4] = {0.0, 0.0, 0.0, 0.0};
    for (int32_t i = 0; i < joint->row_count; ++i) {
        if (!joint->rows[i].is_angular) {
            along[joint->rows[i].at] += joint->rows[i].impulse;
        }
    }
    return dvec4_length((DVec4){along[0], along[1], along[2], along[3]});
}

static void add_strain(JointSet4 *set, SystemBlock *system_block, Joint4 *joint, double substep)
{
    (void)system_block, (void)substep;
    const double pull = pull_of(joint);
    set->bodies.items[joint->body[0]].strain += pull * joint->arm_length[0];
    set->bodies.items[joint->body[1]].strain += pull * joint->arm_length[1];
}

// Scales impulses to a substep of another length.
static void rescale(JointSet4 *set, SystemBlock *system_block, Joint4 *joint, double scale)
{
    (void)set, (void)system_block;
    for (int32_t i = 0; i < joint->row_count; ++i) {
        joint->rows[i].impulse *= scale;
    }
}

// Resets the lower bounds of moments.
static void forget_strain(JointSet4 *set, const JointIsland4 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        set->bodies.items[joint_island->body_first + i].least_inertia = 0.0;
    }
}

static double share_of(double before, double now)
{
    return before > now ? now / before : 1.0;
}

// Spin of a body whose moments are enlarged: its angular momentum stays. Where moments
// shrink, the spin stays and the energy decreases.
static DHalves4 keep_momentum(const Inertness4 *inertness, const JointBody4 *body, double least)
{
    const DBivec4 before = tum_joint4_inverse_moments(inertness, body->least_inertia);
    const DBivec4 now = tum_joint4_inverse_moments(inertness, least);
    const DBivec4 share = {share_of(before.xy, now.xy), share_of(before.xz, now.xz),
                           share_of(before.yz, now.yz), share_of(before.xw, now.xw),
                           share_of(before.yw, now.yw), share_of(before.zw, now.zw)};
    const DRotation4 rotation = body->center.rotation;
    const DBivec4 own = drotation4_unrotate_bivec(rotation, dbivec4_from_halves(body->spin));
    return dbivec4_halves(drotation4_rotate_bivec(rotation, dbivec4_multiply(share, own)));
}

static Mat3 narrow(DMat3 m)
{
    return (Mat3){vec3_narrow(m.x), vec3_narrow(m.y), vec3_narrow(m.z)};
}

// Contacts use the same moments as joints; different ones would add energy.
static void tell_contacts(Space4 *space, const JointBody4 *body)
{
    const DInverseInertia4 *m = &body->inverse_inertia;
    space->inverse_inertias.items[body->slot] =
        (InverseInertia4){narrow(m->left), narrow(m->right), narrow(m->across)};
}

static double least_of(const Inertness4 *inertness, double wanted)
{
    const Bivec4 v = inertness->inverse_inertia;
    const float most =
        maximum(maximum(maximum(v.xy, v.xz), maximum(v.yz, v.xw)), maximum(v.yw, v.zw));
    return wanted * (double)most > 1.0 ? wanted : 0.0;
}

static void measure_strain(JointSet4 *set, const JointIsland4 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        set->bodies.items[joint_island->body_first + i].strain = 0.0;
    }
    visit_joints(set, joint_island, add_strain, 0.0);
}

// A body pulled with force f at arm r oscillates about its joint at sqrt(f r / I) or faster. Where
// a substep is too long for this frequency, the moments of the body are enlarged to I >= h^2 f r
// for all impulses (Andrews, Teichmann and Kry, "Geometric Stiffness for Real-time Constrained
// Multibody Dynamics", 2017). Between the warm starts of two substeps moments only grow.
// @return true when moments have changed.
static bool follow_strain(Space4 *space, JointIsland4 *joint_island, double substep,
                          bool may_shrink)
{
    bool changed = false;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody4 *body = &space->joints.bodies.items[joint_island->body_first + i];
        if (!body->is_movable) {
            continue;
        }
        const Inertness4 *inertness = &space->masses.items[body->slot].inertness;
        const double own = least_of(inertness, substep * body->strain / SWING_MOST);
        const double least = may_shrink ? own : maximum64(own, body->least_inertia);
        if (least != body->least_inertia) {
            body->spin = keep_momentum(inertness, body, least);
            body->least_inertia = least;
            body->inverse_inertia =
                tum_joint4_inverse_inertia(inertness, body->center.rotation, least);
            changed = true;
        }
    }
    joint_island->is_strained |= changed;
    for (int32_t i = 0; i < joint_island->body_count && joint_island->is_strained; ++i) {
        const JointBody4 *body = &space->joints.bodies.items[joint_island->body_first + i];
        if (body->is_movable) {
            tell_contacts(space, body);
        }
    }
    return changed;
}

static void accelerate(Space4 *space, const JointIsland4 *joint_island, StepTime time)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody4 *body = &space->joints.bodies.items[joint_island->body_first + i];
        if (body->is_movable) {
            tum_accelerate4(space, time, body->slot, joint_island->is_strained);
        }
    }
}

static void measure(JointSet4 *set, SystemBlock *system_block, Joint4 *joint, double substep)
{
    (void)substep;
    tum_joint4_measure(set, joint);
    system_block->is_stale = true;
}

static void begin_substep(JointSet4 *set, SystemBlock *system_block, Joint4 *joint, double substep)
{
    system_block->is_stale |= tum_joint4_begin_substep(joint, substep);
    tum_joint4_apply(set, joint);
}

static void begin_sweeping(JointSet4 *set, SystemBlock *system_block, Joint4 *joint, double substep)
{
    tum_joint4_begin_sweeping(joint, substep);
    system_block->is_stale = true;
    tum_joint4_apply(set, joint);
}

static void begin_relaxing(JointSet4 *set, SystemBlock *system_block, Joint4 *joint, double substep)
{
    (void)set, (void)system_block;
    tum_joint4_begin_relaxing(joint, substep);
}

static void begin_restitution(JointSet4 *set, SystemBlock *system_block, Joint4 *joint,
                              double substep)
{
    (void)set, (void)system_block;
    tum_joint4_begin_restitution(joint, substep);
}

static void end_restitution(JointSet4 *set, SystemBlock *system_block, Joint4 *joint,
                            double substep)
{
    (void)set, (void)system_block, (void)substep;
    tum_joint4_end_restitution(joint);
}

static double turn_ahead(JointSet4 *set, const JointIsland4 *joint_island, double substep)
{
    double turn = 0.0;
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        Joint4 *joint =
            &set->joints.items[set->layout.ordered.items[joint_island->joint_first + i]];
        turn = maximum64(turn, tum_joint4_look_ahead(set, joint, substep));
    }
    return turn;
}

// Solves for velocities that satisfy hard rows at the end of the substep. A correction leaves about
// the share of an error by which directions rotate until then.
static void solve_positions(Space4 *space, JointIsland4 *joint_island, double substep)
{
    JointSet4 *set = &space->joints;
    if (!joint_island->is_swept && tum_joint4_pull(space, joint_island, QUIET_SPEED, substep)) {
        return;
    }
    tum_joint4_solve(set, joint_island, QUIET_SPEED, INFINITE);
    double loud = CORRECTION_MOST;
    if (joint_island->is_swept) {
        return;
    }
    for (int round = 0; round < CORRECTIONS_MOST; ++round) {
        tum_joint4_load_ahead(space, joint_island, substep);
        const double turn = turn_ahead(set, joint_island, substep);
        const double wrong = tum_joint4_solve(set, joint_island, CORRECTED_SPEED, loud);
        if (wrong > loud || wrong * minimum64(2.0 * turn, 1.0) <= CORRECTED_SPEED) {
            return;
        }
        loud = CONTRACTION * wrong;
    }
}

static double joint_sweep(const Space4 *space, const Topology *topology, int32_t index)
{
    const Joint4 *joint = &space->joints.joints.items[index];
    double most = 0.0;
    for (int side = 0; side < 2; ++side) {
        const int32_t body = topology->joints.joints.items[index].body[side];
        if (topology->bodies.items[body].set == SET_AWAKE) {
            const DVec4 arm = drotation4_rotate(rotation4_widen(space->places.items[body].rotation),
                                                joint->frame[side].position);
            most =
                maximum64(most, tum_arm4_sweep(halves4_widen(space->states.items[body].spin), arm));
        }
    }
    return most;
}

double tum_joints4_sweep(const Space4 *space, const Topology *topology)
{
    double most = 0.0;
    for (size_t i = 0; i < topology->joints.joints.count; ++i) {
        if (topology->joints.joints.items[i].acts) {
            most = maximum64(most, joint_sweep(space, topology, (int32_t)i));
        }
    }
    return most;
}

uint32_t tum_space4_begin_joints(Space *opaque, const Sim *sim, StepTime time)
{
    tum_space4_settle_counts((Space4 *)opaque, &sim->topology);
    JointSet4 *set = &((Space4 *)opaque)->joints;
    tum_space4_begin_flights((Space4 *)opaque, &sim->topology, time);
    set->active.count = sim->topology.joints.active.count; // capacity for all of them is reserved
    for (size_t i = 0; i < set->active.count; ++i) {
        set->active.items[i] = sim->topology.joints.active.items[i];
    }
    return (uint32_t)set->active.count;
}

void tum_space4_prepare_joints(Space *opaque, StepTime time, Range jobs)
{
    Space4 *space = (Space4 *)opaque;
    JointSet4 *set = &space->joints;
    for (uint32_t i = jobs.begin; i < jobs.end; ++i) {
        JointIsland4 *joint_island = &set->joint_islands.items[set->active.items[i]];
        visit_joints(set, joint_island, rescale, (double)time.impulse_scale);
        joint_island->is_strained = false;
        joint_island->pull = 0.0f;
        forget_strain(set, joint_island);
        tum_joint4_load_poses(space, joint_island);
        visit_joints(set, joint_island, measure, (double)time.substep);
    }
}

static void solve_joint_island(Space4 *space, JointIsland4 *joint_island, StepTime time,
                               JointPass pass)
{
    JointSet4 *set = &space->joints;
    const double substep = (double)time.substep;
    switch (pass) {
    case JOINTS_WARM_START:
        if (joint_island->is_struck) {
            joint_island->is_struck = false;
            visit_joints(set, joint_island, end_restitution, substep);
        }
        if (time.joints_accelerate) {
            accelerate(space, joint_island, time);
        }
        tum_joint4_load_velocities(space, joint_island);
        measure_strain(set, joint_island);
        if (follow_strain(space, joint_island, substep, true)) {
            visit_joints(set, joint_island, measure, substep);
        }
        visit_joints(set, joint_island, joint_island->is_swept ? begin_sweeping : begin_substep,
                     substep);
        break;
    case JOINTS_SOLVE:
        tum_joint4_load_changed(space, joint_island);
        solve_positions(space, joint_island, substep);
        break;
    case JOINTS_SOLVE_AGAIN:
        if (!tum_joint4_load_changed(space, joint_island)) {
            return;
        }
        solve_positions(space, joint_island, substep);
        break;
    case JOINTS_RESTITUTION_BEGIN:
        tum_joint4_load_changed(space, joint_island);
        forget_strain(set, joint_island); // restitution uses the true inertia
        tum_joint4_load_poses(space, joint_island);
        visit_joints(set, joint_island, measure, substep);
        joint_island->is_struck = true;
        visit_joints(set, joint_island, begin_restitution, substep);
        tum_joint4_solve(set, joint_island, QUIET_SPEED, INFINITE);
        break;
    case JOINTS_RELAX_AGAIN:
    case JOINTS_SINK_RELAX:
    case JOINTS_RESTITUTION:
        if (!tum_joint4_load_changed(space, joint_island)) {
            return;
        }
        tum_joint4_solve(set, joint_island, QUIET_SPEED, INFINITE);
        break;
    case JOINTS_RELAX:
        tum_joint4_load_changed(space, joint_island);
        tum_joint4_load_poses(space, joint_island);
        measure_strain(set, joint_island);
        follow_strain(space, joint_island, substep, false);
        visit_joints(set, joint_island, measure, substep);
        tum_joint4_end_pull(set, joint_island);
        visit_joints(set, joint_island, begin_relaxing, substep);
        tum_joint4_solve(set, joint_island, QUIET_SPEED, INFINITE);
        break;
    case JOINTS_SINK: return;
    case JOINTS_PREPARE: return; // joint sweeps only, which 4D does not have
    }
    tum_joint4_store_velocities(space, joint_island);
}

void tum_space4_solve_joints(Space *opaque, StepTime time, JointPass pass, Range jobs)
{
    Space4 *space = (Space4 *)opaque;
    for (uint32_t i = jobs.begin; i < jobs.end; ++i) {
        const int32_t joint_island = space->joints.active.items[i];
        solve_joint_island(space, &space->joints.joint_islands.items[joint_island], time, pass);
    }
}

static double joint_island_sweep(const Space4 *space, const JointIsland4 *joint_island)
{
    const JointSet4 *set = &space->joints;
    double most = 0.0;
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        const Joint4 *joint =
            &set->joints.items[set->layout.ordered.items[joint_island->joint_first + i]];
        for (int side = 0; side < 2; ++side) {
            const int32_t slot = set->bodies.items[joint->body[side]].slot;
            most = maximum64(most, tum_arm4_sweep(halves4_widen(space->states.items[slot].spin),
                                                  joint->arm[side]));
        }
    }
    return most;
}

// The angular speed of an arm is at most that of its body.
static double fastest_turn(const Space4 *space, const JointIsland4 *joint_island)
{
    double most = 0.0;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const int32_t slot = space->joints.bodies.items[joint_island->body_first + i].slot;
        most = maximum64(most, (double)halves4_rate(space->states.items[slot].spin));
    }
    return most;
}

static int pieces_of(const Space4 *space, const JointIsland4 *joint_island, double substep)
{
    if (joint_island->is_swept || fastest_turn(space, joint_island) * substep <= PIECE_SWEEP) {
        return 1;
    }
    const double sweep = joint_island_sweep(space, joint_island) * substep;
    return sweep < PIECE_SWEEP * (double)PIECES_MOST ? 1 + (int)(sweep / PIECE_SWEEP) : PIECES_MOST;
}

static void begin_piece(JointSet4 *set, SystemBlock *system_block, Joint4 *joint, double seconds)
{
    (void)set;
    system_block->is_stale |= tum_joint4_begin_piece(joint, seconds);
}

// Advances immovable bodies. Their poses in the space change only at the end of the substep.
static void carry_on(JointSet4 *set, const JointIsland4 *joint_island, double seconds)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody4 *body = &set->bodies.items[joint_island->body_first + i];
        if (!body->is_movable) {
            body->center.position = dvec4_add_scaled(body->center.position, body->linear, seconds);
            tum_turn_isotropic4(&body->center.rotation, dbivec4_from_halves(body->spin), seconds);
        }
    }
}

static void move_bodies(Space4 *space, const Topology *topology, const JointIsland4 *joint_island,
                        float seconds)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody4 *body = &space->joints.bodies.items[joint_island->body_first + i];
        if (body->is_movable) {
            tum_move4(space, topology, body->slot, seconds);
        }
    }
}

// Rows of the pose at the start of a substep do not follow arms that rotate far, as when a chain
// snaps taut. The substep is then split into pieces, each of which is a substep for the joints
// alone.
static void move_joint_island(Space4 *space, const Topology *topology, StepTime time,
                              JointIsland4 *joint_island)
{
    JointSet4 *set = &space->joints;
    const int pieces = pieces_of(space, joint_island, (double)time.substep);
    const float piece = time.substep / (float)pieces;
    for (int i = 0; i < pieces; ++i) {
        if (pieces > 1) {
            tum_joint4_load_changed(space, joint_island);
            visit_joints(set, joint_island, begin_piece, (double)piece);
            solve_positions(space, joint_island, (double)piece);
            tum_joint4_store_velocities(space, joint_island);
        }
        move_bodies(space, topology, joint_island, piece);
        if (i + 1 < pieces) {
            tum_joint4_load_changed(space, joint_island);
            tum_joint4_load_poses(space, joint_island);
            carry_on(set, joint_island, (double)piece * (double)(i + 1));
            visit_joints(set, joint_island, measure, (double)piece);
            tum_joint4_end_pull(set, joint_island);
            visit_joints(set, joint_island, begin_relaxing, (double)piece);
            tum_joint4_solve(set, joint_island, QUIET_SPEED, INFINITE);
            tum_joint4_store_velocities(space, joint_island);
        }
    }
}

void tum_space4_move_joints(Space *opaque, const Sim *sim, StepTime time, Range jobs)
{
    Space4 *space = (Space4 *)opaque;
    for (uint32_t i = jobs.begin; i < jobs.end; ++i) {
        const int32_t joint_island = space->joints.active.items[i];
        move_joint_island(space, &sim->topology, time,
                          &space->joints.joint_islands.items[joint_island]);
    }
}
