// SPDX-License-Identifier: MIT
// joint_jobs3.c: jobs of the joint passes: joint islands, joint sweeps and articulations.
#include "joint3/joint_jobs3.h"

#include "joint3/articulation3.h"
#include "joint3/articulation_jobs3.h"
#include "joint3/joint_count3.h"
#include "joint3/joint_flight3.h"
#include "joint3/joint_pieces3.h"
#include "joint3/joint_solver3.h"
#include "joint3/joint_sweep3.h"
#include "math/widen3.h"

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
    if (tum_joint_sweep3_is_small(&space->joints.joint_sweeps.items[joint_island->joint_sweep])) {
        tum_joint_sweep3_run(space, time, pass, joint_island);
    }
    return true;
}

static void note_touches(JointSet3 *set, const Topology *topology)
{
    for (size_t i = 0; i < topology->joints.active.count; ++i) {
        const int32_t index = topology->joints.active.items[i];
        const JointIsland *members = &topology->joints.joint_islands.items[index];
        bool touches = false;
        for (int32_t k = 0; k < members->body_count && !touches; ++k) {
            const int32_t body = topology->joints.members.items[members->body_first + k];
            touches = graph_batch_of_body(&topology->graph, body) != NO_BATCH;
        }
        set->joint_islands.items[index].touches = touches && topology->active_count > 0;
        set->joint_islands.items[index].is_sunk = false;
    }
}

uint32_t tum_space3_begin_joints(Space *opaque, const Sim *sim, StepTime time)
{
    JointSet3 *set = &((Space3 *)opaque)->joints;
    tum_space3_settle_counts((Space3 *)opaque, &sim->topology);
    tum_joint_sweeps3_begin((Space3 *)opaque, &sim->topology, time);
    tum_articulations3_gather((Space3 *)opaque, &sim->topology);
    tum_space3_begin_flights((Space3 *)opaque, &sim->topology, time);
    note_touches(set, &sim->topology);
    return (uint32_t)set->jobs.count;
}

void tum_space3_prepare_joints(Space *opaque, StepTime time, Range jobs)
{
    Space3 *space = (Space3 *)opaque;
    JointSet3 *set = &space->joints;
    for (uint32_t i = jobs.begin; i < jobs.end; ++i) {
        const JointJob3 job = set->jobs.items[i];
        if (job.articulation != NONE) {
            tum_articulation3_prepare_lanes(space, &set->articulations.items[job.articulation],
                                            time);
            continue;
        }
        JointIsland3 *joint_island = &set->joint_islands.items[job.joint_island];
        joint_island->pull = 0.0f;
        if (!is_swept(space, joint_island, time, JOINTS_PREPARE)) {
            tum_joint_island3_prepare(space, joint_island, time);
        }
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
                tum_joint_island3_solve(space, joint_island, time, pass);
            }
        } else {
            tum_articulation3_solve(space, &set->articulations.items[job.articulation], time, pass);
        }
    }
}

void tum_space3_move_joints(Space *opaque, const Sim *sim, StepTime time, Range jobs)
{
    Space3 *space = (Space3 *)opaque;
    for (uint32_t i = jobs.begin; i < jobs.end; ++i) {
        const JointJob3 job = space->joints.jobs.items[i];
        if (job.articulation == NONE) {
            tum_joint_island3_move(space, sim, time,
                                   &space->joints.joint_islands.items[job.joint_island]);
        } else {
            tum_articulation3_move(space, sim, time,
                                   &space->joints.articulations.items[job.articulation]);
        }
    }
}
