// SPDX-License-Identifier: MIT
// joint_passes.c: passes over joints: jobs of joint islands in parallel, then joint sweeps, which
// are too large for one worker, color after color.
#include "schedule/passes.h"
#include "system/task_ranges.h"

enum { JOINT_ISLANDS_AT_ONCE = 1, JOINTS_WORTH_SHARING = 64 };

static void prepare_joints_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    const Sim *sim = stage->sim;
    const Range jobs = {begin, end, worker};
    sim->ops->joints.prepare_joints(sim->topology.space, stage->time, jobs);
}

static void solve_joints_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    const Sim *sim = stage->sim;
    const Range jobs = {begin, end, worker};
    sim->ops->joints.solve_joints(sim->topology.space, stage->time, stage->pass.joints, jobs);
    if (stage->pass.moves_joints) {
        sim->ops->joints.move_joints(sim->topology.space, sim, stage->time, jobs);
    }
}

// Runs a function over the jobs of joint islands. A joint island may be a pair of bodies or a net
// of thousands, so with many joints even few jobs are shared among workers.
static void run_jobs(StageContext *stage, TumTaskFunction *function)
{
    Topology *topology = &stage->sim->topology;
    const uint32_t count = stage->joint_jobs;
    if (count > 1 && topology->joints.joints.count >= JOINTS_WORTH_SHARING) {
        topology->tasks.run(topology->tasks.user, function, stage, count, JOINT_ISLANDS_AT_ONCE);
    } else {
        tum_run_ranges(&topology->tasks, function, stage, count, JOINT_ISLANDS_AT_ONCE);
    }
}

static void joint_sweep_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    const Sim *sim = stage->sim;
    const StagePass *pass = &stage->pass;
    const Range items = {begin, end, worker};
    sim->ops->joints.run_joint_sweep(sim->topology.space, stage->time, pass->joints,
                                     pass->joint_island, pass->color, items);
}

// Runs the current pass over a joint sweep; other joint islands have no colors.
static void run_joint_sweep(StageContext *stage, int32_t joint_island)
{
    const Sim *sim = stage->sim;
    const Space *space = sim->topology.space;
    StagePass *pass = &stage->pass;
    pass->joint_island = joint_island;
    const int32_t colors = sim->ops->joints.joint_sweep_colors(space, joint_island, pass->joints);
    for (pass->color = 0; pass->color < colors; ++pass->color) {
        const uint32_t items =
            sim->ops->joints.joint_sweep_items(space, joint_island, pass->joints, pass->color);
        tum_run_ranges(&sim->topology.tasks, joint_sweep_stage, stage, items, BLOCKS_AT_ONCE);
    }
}

static void run_joint_islands(StageContext *stage, TumTaskFunction *function)
{
    const Sim *sim = stage->sim;
    run_jobs(stage, function);
    for (size_t i = 0; i < sim->topology.joints.active.count && stage->has_joint_sweeps; ++i) {
        run_joint_sweep(stage, sim->topology.joints.active.items[i]);
    }
}

static bool has_joint_sweeps(const Sim *sim)
{
    for (size_t i = 0; i < sim->topology.joints.active.count; ++i) {
        if (sim->ops->joints.joint_sweep_colors(
                sim->topology.space, sim->topology.joints.active.items[i], JOINTS_PREPARE) > 0) {
            return true;
        }
    }
    return false;
}

// Subdomains contain no joined bodies.
static void mark_sunk(StageContext *stage)
{
    const Sim *sim = stage->sim;
    stage->needs.sunk = (ColorSet){0};
    for (int32_t color = stage_next_color(stage, -1); stage->needs.sinks && color >= 0;
         color = stage_next_color(stage, color)) {
        if (sim->ops->solve.mark_sunk(sim->topology.space, sim, color)) {
            color_set_add(&stage->needs.sunk, graph_color_number(color));
        }
    }
}

void tum_stage_prepare_joints(StageContext *stage)
{
    stage->pass.joints = JOINTS_PREPARE;
    tum_topology_gather_joint_islands(&stage->sim->topology);
    stage->joint_jobs =
        stage->sim->ops->joints.begin_joints(stage->sim->topology.space, stage->sim, stage->time);
    stage->has_joint_sweeps = has_joint_sweeps(stage->sim);
    run_joint_islands(stage, prepare_joints_stage);
    mark_sunk(stage);
}

void tum_stage_solve_joints(StageContext *stage, JointPass pass)
{
    if (stage_has_joints(stage)) {
        stage->pass.joints = pass;
        run_joint_islands(stage, solve_joints_stage);
    }
}

void tum_stage_solve_and_move_joints(StageContext *stage, JointPass pass)
{
    stage->pass.moves_joints = true;
    tum_stage_solve_joints(stage, pass);
    stage->pass.moves_joints = false;
}
