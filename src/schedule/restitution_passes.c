// SPDX-License-Identifier: MIT
// restitution_passes.c: restitution impulses at the beginning of a substep, color after color.
#include "schedule/passes.h"

enum {
    BOUNCES_MOST = 64, // Maximum number of restitution sweeps per substep.
    SHARE_ROUNDS =
        2 // Rounds, at most, in which joints and the contacts of a color share an impulse.
};

static void restitute_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    const Sim *sim = stage->sim;
    const uint32_t flags = sim->ops->solve.restitute(sim->topology.space, sim, stage->time,
                                                     stage->pass.restitution, color, blocks);
    if (flags != 0) {
        atomic32_or(stage->found.flags, flags);
    }
}

// @return the BOUNCE_ bits of the pass.
static uint32_t run_color(StageContext *stage, RestitutionPass pass, int32_t color)
{
    atomic32_store(stage->found.flags, 0);
    stage->pass.restitution = pass;
    tum_stage_run_color(stage, restitute_blocks, color);
    return atomic32_load(stage->found.flags);
}

// Lets joints react to the restitution impulses of joined bodies. Contacts and joints share them.
static void share_with_joints(StageContext *stage, int32_t color)
{
    const Sim *sim = stage->sim;
    sim->ops->solve.mark_struck(sim->topology.space, sim, color, true);
    tum_stage_solve_joints(stage, JOINTS_RESTITUTION);
    for (int i = 0; i < SHARE_ROUNDS; ++i) {
        run_color(stage, RESTITUTION_SCALE, color);
        sim->ops->solve.share_restitution(sim->topology.space, sim, color);
        if ((run_color(stage, RESTITUTION_REPEAT, color) & BOUNCE_DID) == 0) {
            break;
        }
        tum_stage_solve_joints(stage, JOINTS_RESTITUTION);
    }
    run_color(stage, RESTITUTION_FRICTION, color);
    tum_stage_solve_joints(stage, JOINTS_RESTITUTION);
    sim->ops->solve.mark_struck(sim->topology.space, sim, color, false);
}

// Joints then react to restitution impulses alone. Joint islands that are not struck keep the rows
// and the strained moments of the substep.
static void begin_joints(StageContext *stage)
{
    const Sim *sim = stage->sim;
    if (!stage_has_joints(stage)) {
        return;
    }
    for (int marks = 1; marks >= 0; --marks) {
        for (int32_t color = stage_next_color(stage, -1); color >= 0;
             color = stage_next_color(stage, color)) {
            sim->ops->solve.mark_struck(sim->topology.space, sim, color, marks == 1);
        }
        if (marks == 1) {
            tum_stage_solve_joints(stage, JOINTS_RESTITUTION_BEGIN);
        }
    }
}

static uint32_t bounce_color(StageContext *stage, RestitutionPass pass, int32_t color)
{
    const uint32_t flags = run_color(stage, pass, color);
    if (pass != RESTITUTION_FIND && (flags & BOUNCE_JOINED) != 0) {
        share_with_joints(stage, color);
    }
    return flags;
}

// Runs a restitution pass over all colors. Subdomains contain no joined bodies.
// @param pass  RESTITUTION_FIND or RESTITUTION_APPLY
// @return true if there were restitution impulses.
static bool bounce_colors(StageContext *stage, RestitutionPass pass)
{
    atomic32_store(stage->found.flags, 0);
    stage->pass.restitution = pass;
    tum_stage_run_subdomains(stage, restitute_blocks);
    uint32_t flags = atomic32_load(stage->found.flags);
    for (int32_t color = stage_next_color(stage, -1); color >= 0;
         color = stage_next_color(stage, color)) {
        flags |= bounce_color(stage, pass, color);
    }
    return (flags & BOUNCE_DID) != 0;
}

static void list_neighbors(StageContext *stage)
{
    if (!stage->knows_neighbors) {
        const Sim *sim = stage->sim;
        sim->ops->solve.list_neighbors(
            sim->topology.space, sim, stage->range.batch,
            (Range){stage->range.first_body, stage->range.end_body, stage->worker});
        stage->knows_neighbors = true;
    }
}

void tum_stage_bounce(StageContext *stage)
{
    if (!stage->time.may_bounce || !bounce_colors(stage, RESTITUTION_FIND)) {
        return;
    }
    list_neighbors(stage);
    const bool anew = stage->sim->ops->solve.bounces_anew;
    if (!stage->rows_are_fresh && (!anew || stage_has_joints(stage))) {
        tum_stage_refresh_rows(stage, anew);
    }
    begin_joints(stage);
    bool goes_on = true;
    for (int i = 0; i < BOUNCES_MOST && goes_on; ++i) {
        goes_on = bounce_colors(stage, RESTITUTION_APPLY);
    }
    if (anew) {
        tum_stage_update_rows(stage);
    }
}
