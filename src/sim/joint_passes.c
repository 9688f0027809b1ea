// SPDX-License-Identifier: MIT
// joint_passes.c: passes over joints: assemblies side by side, then those that are too large for
// one worker, color after color.
#include "sim/stage.h"

enum { ASSEMBLIES_AT_ONCE = 1, JOINTS_WORTH_SHARING = 64 };

static void prepare_joints_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->prepare_joints(stage->sim->space, stage->time, (Range){begin, end, worker});
}

static void solve_joints_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    const Range units = {begin, end, worker};
    stage->sim->ops->solve_joints(stage->sim->space, stage->time, stage->pass, units);
    if (stage->moves_joints) {
        stage->sim->ops->move_joints(stage->sim->space, stage->sim, stage->time, units);
    }
}

// An assembly is a pair or a net of thousands: where there are many joints few may be much work.
static void run_units(StageContext *stage, TumTaskFunction *function)
{
    Sim *sim = stage->sim;
    const uint32_t count = stage->joint_units;
    if (count > 1 && sim->joints.joints.count >= JOINTS_WORTH_SHARING) {
        sim->tasks.run(sim->tasks.user, function, stage, count, ASSEMBLIES_AT_ONCE);
    } else {
        tum_sim_run(sim, function, stage, count, ASSEMBLIES_AT_ONCE);
    }
}

static void weave_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->run_weave(stage->sim->space, stage->time, stage->pass, stage->assembly,
                               stage->color, (Range){begin, end, worker});
}

static void run_assemblies(StageContext *stage, TumTaskFunction *function)
{
    Sim *sim = stage->sim;
    run_units(stage, function);
    for (size_t i = 0; i < sim->joints.active.count && stage->has_weaves; ++i) {
        stage->assembly = sim->joints.active.items[i];
        const int32_t colors = sim->ops->weave_colors(sim->space, stage->assembly, stage->pass);
        for (stage->color = 0; stage->color < colors; ++stage->color) {
            const uint32_t items =
                sim->ops->weave_items(sim->space, stage->assembly, stage->pass, stage->color);
            tum_sim_run(sim, weave_stage, stage, items, BLOCKS_AT_ONCE);
        }
    }
}

static bool has_weaves(const Sim *sim)
{
    for (size_t i = 0; i < sim->joints.active.count; ++i) {
        if (sim->ops->weave_colors(sim->space, sim->joints.active.items[i], PASS_PREPARE) > 0) {
            return true;
        }
    }
    return false;
}

void tum_stage_prepare_joints(StageContext *stage)
{
    stage->pass = PASS_PREPARE;
    tum_sim_gather_assemblies(stage->sim);
    stage->joint_units = stage->sim->ops->begin_joints(stage->sim->space, stage->sim, stage->time);
    stage->has_weaves = has_weaves(stage->sim);
    run_assemblies(stage, prepare_joints_stage);
}

void tum_stage_solve_joints(StageContext *stage, SolvePass pass)
{
    if (stage_has_joints(stage)) {
        stage->pass = pass;
        run_assemblies(stage, solve_joints_stage);
    }
}

void tum_stage_solve_and_move_joints(StageContext *stage, SolvePass pass)
{
    stage->moves_joints = true;
    tum_stage_solve_joints(stage, pass);
    stage->moves_joints = false;
}
