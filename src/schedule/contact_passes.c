// SPDX-License-Identifier: MIT
// contact_passes.c: passes over the blocks of contacts of a stage.
#include "schedule/passes.h"

static void prepare_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    const Sim *sim = stage->sim;
    sim->ops->solve.prepare(sim->topology.space, sim, stage->time, color, blocks);
    tum_stage_note_flags(stage, color, blocks);
}

static void solve_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    const Sim *sim = stage->sim;
    sim->ops->solve.solve(sim->topology.space, sim, stage->time, stage->pass.contacts, color,
                          blocks);
}

static void update_inertias_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    const Sim *sim = stage->sim;
    sim->ops->solve.update_inertias(sim->topology.space, sim, stage->pass.joined_only,
                                    stage_solver_bodies(stage, begin, end, worker));
}

static void update_rows_of_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    const Sim *sim = stage->sim;
    sim->ops->solve.update_rows(sim->topology.space, sim, color, blocks);
}

static void sum_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    const Sim *sim = stage->sim;
    sim->ops->solve.sum_impulses(sim->topology.space, sim, color, stage->pass.is_first_sum, blocks);
}

static void sum_restitution_of_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    const Sim *sim = stage->sim;
    sim->ops->solve.sum_restitution(sim->topology.space, sim, color, blocks);
}

static void keep_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    const Sim *sim = stage->sim;
    sim->ops->solve.keep_impulses(sim->topology.space, sim, color, blocks);
}

static void limit_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    const Sim *sim = stage->sim;
    sim->ops->solve.limit_impulses(sim->topology.space, sim, color, stage->pass.impulse_factor,
                                   blocks);
}

static void scale_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    const Sim *sim = stage->sim;
    sim->ops->solve.scale_impulses(sim->topology.space, sim, color, stage->pass.impulse_factor,
                                   blocks);
}

static void squeeze_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    const Sim *sim = stage->sim;
    if (sim->ops->solve.squeeze(sim->topology.space, sim, stage->pass.squeeze, color, blocks)) {
        atomic32_or(stage->found.flags, 1);
    }
}

static void squeeze(StageContext *stage, SqueezePass pass)
{
    stage->pass.squeeze = pass;
    tum_stage_run_blocks(stage, squeeze_blocks);
}

// No impulse changes before all have been read.
static void drop_impulses(StageContext *stage, SqueezePass find)
{
    atomic32_store(stage->found.flags, 0);
    squeeze(stage, find);
    if (atomic32_load(stage->found.flags) == 0) {
        return;
    }
    if (find == SQUEEZE_FIND_PARTED) {
        squeeze(stage, SQUEEZE_FIND_BESIDE);
    }
    squeeze(stage, SQUEEZE_DROP);
}

void tum_stage_note_flags(const StageContext *stage, int32_t color, Range blocks)
{
    const Sim *sim = stage->sim;
    const uint32_t flags = sim->ops->solve.block_flags(sim->topology.space, sim, color, blocks);
    if (flags != 0) {
        atomic32_or(stage->found.flags, flags);
    }
}

void tum_stage_prepare_contacts(StageContext *stage)
{
    tum_stage_run_blocks(stage, prepare_blocks);
    const uint32_t flags = atomic32_load(stage->found.flags);
    stage->time.may_bounce = (flags & BOUNCE_MAY) != 0;
    stage->needs.presses = (flags & BLOCKS_PRESS) != 0;
    stage->needs.bears = (flags & BLOCKS_BEAR) != 0 || stage->time.light <= 0.0f;
    stage->needs.slopes = (flags & BLOCKS_SLOPE) != 0;
    stage->needs.turns = (flags & BODIES_TURN) != 0;
    stage->needs.sinks = (flags & BLOCKS_SINK) != 0;
    if (stage->needs.presses) {
        drop_impulses(stage, SQUEEZE_FIND);
    }
}

void tum_stage_drop_parted(StageContext *stage)
{
    if (stage_bears(stage) || stage_has_joints(stage)) {
        drop_impulses(stage, SQUEEZE_FIND_PARTED);
    }
}

void tum_stage_solve_contacts(StageContext *stage, ContactPass pass, int rounds)
{
    stage->pass.contacts = pass;
    for (int i = 0; i < rounds; ++i) {
        tum_stage_run_colors(stage, solve_blocks);
    }
}

void tum_stage_solve_sunk(StageContext *stage, ContactPass pass)
{
    stage->pass.contacts = pass;
    for (int32_t color = stage_next_color(stage, -1); color >= 0;
         color = stage_next_color(stage, color)) {
        if (color_set_has(&stage->needs.sunk, graph_color_number(color))) {
            tum_stage_run_color(stage, solve_blocks, color);
        }
    }
}

void tum_stage_update_rows(StageContext *stage)
{
    tum_stage_run_blocks(stage, update_rows_of_blocks);
}

void tum_stage_refresh_rows(StageContext *stage, bool joined_only)
{
    stage->pass.joined_only = joined_only;
    tum_stage_run_bodies(stage, update_inertias_stage);
    tum_stage_update_rows(stage);
    stage->rows_are_fresh = true;
}

void tum_stage_follow_strain(StageContext *stage)
{
    const Sim *sim = stage->sim;
    if (stage_has_joints(stage) && sim->ops->solve.rows_are_strained(sim->topology.space, sim)) {
        tum_stage_update_rows(stage);
    }
}

void tum_stage_sum_impulses(StageContext *stage, bool is_first)
{
    if (stage->sim->topology.notes_touches) {
        stage->pass.is_first_sum = is_first;
        tum_stage_run_blocks(stage, sum_blocks);
    }
}

void tum_stage_sum_restitution(StageContext *stage)
{
    if (stage->sim->topology.notes_touches) {
        tum_stage_run_blocks(stage, sum_restitution_of_blocks);
    }
}

void tum_stage_scale_impulses(StageContext *stage, float factor)
{
    stage->pass.impulse_factor = factor;
    tum_stage_run_blocks(stage, scale_blocks);
}

static bool has_more_substeps(const StageContext *stage)
{
    return stage->time.substep < stage->asked_substep;
}

void tum_stage_keep_impulses(StageContext *stage)
{
    if (has_more_substeps(stage)) {
        tum_stage_run_blocks(stage, keep_blocks);
    }
}

void tum_stage_limit_impulses(StageContext *stage)
{
    if (has_more_substeps(stage)) {
        stage->pass.impulse_factor = stage->asked_substep / stage->time.substep;
        tum_stage_run_blocks(stage, limit_blocks);
    }
}
