// SPDX-License-Identifier: MIT
// articulation_jobs3.c: passes over an articulation: lanes together, lanes alone one by one.
#include "joint3/articulation_jobs3.h"

#include "joint3/articulation3.h"
#include "joint3/joint_bodies3.h"
#include "joint3/joint_numbers3.h"
#include "joint3/joint_pieces3.h"
#include "joint3/joint_solver3.h"

static JointIsland3 *joint_island_in(JointSet3 *set, const Articulation3 *articulation, int lane)
{
    return &set->joint_islands.items[articulation->joint_island[lane]];
}

void tum_articulation3_prepare_lanes(Space3 *space, Articulation3 *articulation, StepTime time)
{
    JointSet3 *set = &space->joints;
    tum_articulation3_prepare(space, articulation, time);
    for (int lane = 0; lane < articulation->lanes; ++lane) {
        joint_island_in(set, articulation, lane)->is_strained = false;
        if (articulation3_has_alone(articulation, lane)) {
            tum_joint_island3_prepare(space, joint_island_in(set, articulation, lane), time);
        }
    }
}

// Whether a pass is for marked joint islands, and none of these is.
static bool passes_by(JointSet3 *set, const Articulation3 *articulation, JointPass pass)
{
    const bool of_hit = pass == JOINTS_RESTITUTION_BEGIN || pass == JOINTS_RESTITUTION;
    const bool of_sunk = pass == JOINTS_SINK || pass == JOINTS_SINK_RELAX;
    bool is_marked = !of_hit && !of_sunk;
    for (int lane = 0; lane < articulation->lanes && !is_marked; ++lane) {
        const JointIsland3 *joint_island = joint_island_in(set, articulation, lane);
        is_marked = of_hit ? joint_island->is_hit : joint_island->is_sunk;
    }
    return !is_marked;
}

// Single joint islands solve what their lanes would not.
static void go_on_alone(Space3 *space, Articulation3 *articulation, StepTime time)
{
    const uint32_t flung = tum_articulation3_leave_flung(space, articulation, time);
    for (int lane = 0; lane < articulation->lanes; ++lane) {
        if ((flung >> lane & 1) != 0) {
            tum_joint_island3_go_on(space, joint_island_in(&space->joints, articulation, lane),
                                    time);
        }
    }
}

void tum_articulation3_solve(Space3 *space, Articulation3 *articulation, StepTime time,
                             JointPass pass)
{
    JointSet3 *set = &space->joints;
    if (passes_by(set, articulation, pass)) {
        return;
    }
    const bool pulls_evenly = space3_pulls_evenly(space);
    const uint32_t left =
        pass == JOINTS_WARM_START ? tum_articulation3_leave_strained(space, articulation, time) : 0;
    for (int lane = 0; lane < articulation->lanes; ++lane) {
        JointIsland3 *joint_island = joint_island_in(set, articulation, lane);
        if ((left >> lane & 1) != 0) {
            tum_joint_island3_take_over(space, joint_island, time);
        }
        if (articulation3_has_alone(articulation, lane)) {
            tum_joint_island3_solve(space, joint_island, time, pass);
        } else if (pass == JOINTS_WARM_START && time.joints_accelerate && !pulls_evenly) {
            tum_joint3_accelerate(space, joint_island, time);
        }
    }
    time.joints_accelerate = time.joints_accelerate && pulls_evenly;
    if (!articulation3_is_deserted(articulation)) {
        set->articulation_kernel->solve(space, articulation, time, pass);
        if (pass == JOINTS_SOLVE || pass == JOINTS_SOLVE_AGAIN) {
            go_on_alone(space, articulation, time);
        }
    }
}

// Pieces of each lane, as in joint_pieces3.c for one joint island.
typedef struct ArticulationPieces {
    int count[ARTICULATION_LANES_MOST];
    float piece[ARTICULATION_LANES_MOST]; // [s]
    int most;
} ArticulationPieces;

static ArticulationPieces articulation_pieces(const Articulation3 *articulation, int32_t lanes,
                                              const ArticulationSurvey3 *survey, float substep)
{
    ArticulationPieces pieces = {.most = 1};
    for (int lane = 0; lane < lanes; ++lane) {
        const double sweep =
            survey->turn[lane] > (float)PIECE_SWEEP ? (double)survey->sweep[lane] : 0.0;
        pieces.count[lane] =
            articulation3_has_alone(articulation, lane) ? 0 : tum_joint3_pieces_to_sweep(sweep);
        pieces.piece[lane] = substep / maximum((float)pieces.count[lane], 1.0f);
        if (lane < articulation->lanes && pieces.count[lane] > pieces.most) {
            pieces.most = pieces.count[lane];
        }
    }
    return pieces;
}

// Moves the lanes that are not alone.
static void move_lanes(Space3 *space, const Sim *sim, StepTime time, Articulation3 *articulation)
{
    const ArticulationKernel3 *kernel = space->joints.articulation_kernel;
    ArticulationSurvey3 survey;
    kernel->survey(space, articulation, time, &survey);
    ArticulationPieces pieces =
        articulation_pieces(articulation, kernel->lanes, &survey, time.substep);
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

void tum_articulation3_move(Space3 *space, const Sim *sim, StepTime time,
                            Articulation3 *articulation)
{
    for (int lane = 0; lane < articulation->lanes; ++lane) {
        if (articulation3_has_alone(articulation, lane)) {
            tum_joint_island3_move(space, sim, time,
                                   joint_island_in(&space->joints, articulation, lane));
        }
    }
    if (!articulation3_is_deserted(articulation)) {
        move_lanes(space, sim, time, articulation);
    }
}
