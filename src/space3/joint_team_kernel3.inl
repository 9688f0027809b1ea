// SPDX-License-Identifier: MIT
// joint_team_kernel3.inl: joint_solver3.c for four assemblies at once. What is done here and in the
// two files below it, and why, is said in joint_solver3.c and its fellows.
//
// Compiled per instruction set; the including file defines KERNEL, the name of the table.
#include "space3/joint_numbers3.h"
#include "space3/joint_team3.h"
#include "space3/limit3.h"
#include "space3/space3.h"

#include <math.h>

#define INFINITE ((double)INFINITY)

// A team and where its things are.
typedef struct Team {
    Space3 *space;
    JointSet3 *set;
    JointTeam3 *team;
    const JointSection3 *section; // of the model
    TeamBody3 *bodies;
    TeamJoint3 *joints;
    TeamPart3 *parts;
    TeamRow3 *rows;
    Quad *values, *x;
    int32_t body_count, joint_count;
    double substep;
} Team;

static Team open_team(Space3 *space, JointTeam3 *team, StepTime time)
{
    JointSet3 *set = &space->joints;
    TeamKind3 *kind = &set->kinds.items[team->kind];
    const size_t index = (size_t)team->index;
    return (Team){
        .space = space,
        .set = set,
        .team = team,
        .section = &set->sections.items[set->assemblies.items[kind->model].section_first],
        .bodies = kind->bodies.items + index * (size_t)kind->body_count,
        .joints = kind->joints.items + index * (size_t)kind->joint_count,
        .parts = kind->parts.items + index * (size_t)kind->part_count,
        .rows = kind->rows.items + index * (size_t)kind->row_count,
        .values = kind->values.items + index * kind->value_count,
        .x = kind->vectors.items + index * (size_t)kind->row_count,
        .body_count = kind->body_count,
        .joint_count = kind->joint_count,
        .substep = (double)time.substep,
    };
}

#include "space3/joint_team_measure3.inl"

#include "space3/joint_team_system3.inl"

static void solve_positions(const Team *t, QuadMask active)
{
    solve_rows(t, active, QUIET_SPEED, quad(INFINITE));
    Quad loud = quad(CORRECTION_MOST);
    for (int round = 0; round < CORRECTIONS_MOST && quad_any(active); ++round) {
        load_poses_ahead(t);
        const Quad turn = look_ahead(t, active);
        const Quad wrong = solve_rows(t, active, CORRECTED_SPEED, loud);
        active &=
            ~((wrong > loud) | (wrong * quad_minimum(2.0 * turn, quad(1.0)) <= CORRECTED_SPEED));
        loud = CONTRACTION * wrong;
    }
}

static void load_rows(const Team *t, double scale)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        TeamJoint3 *joint = &t->joints[i];
        for (int lane = 0; lane < QUAD; ++lane) {
            const Joint3 *source = &t->set->joints.items[joint->joint[lane]];
            for (int side = 0; side < 2; ++side) {
                set_lane64(&joint->local[side], lane, source->frame[side].position);
                set_lane64(&joint->axes[side].x, lane, source->axes[side].x);
                set_lane64(&joint->axes[side].y, lane, source->axes[side].y);
                set_lane64(&joint->axes[side].z, lane, source->axes[side].z);
                set_lane64(&joint->arm[side], lane, source->arm[side]);
            }
            for (int32_t p = 0; p < joint->part_count; ++p) {
                const JointPart3 *part = &t->set->parts.items[source->part_first + p];
                TeamPart3 *own = &t->parts[joint->part_first + p];
                own->low[lane] = part->kind == PART_LOCK ? 0.0 : part->low;
                own->high[lane] = part->kind == PART_LOCK ? 0.0 : part->high;
                own->angle[lane] = part->angle;
                own->angle_is_known[lane] = part->angle_is_known ? -1 : 0;
                for (int32_t k = 0; k < part->row_count; ++k) {
                    const JointRow3 *from = &t->set->rows.items[part->row_first + k];
                    TeamRow3 *row = &t->rows[own->row_first + k];
                    row->impulse[lane] = from->impulse * scale;
                    row->is_free[lane] = from->state == ROW_FREE ? -1 : 0;
                    row->is_at_low[lane] = from->state == ROW_AT_LOW ? -1 : 0;
                    row->side_low[lane] = from->side == SIDE_LOW ? -1 : 0;
                    row->side_high[lane] = from->side == SIDE_HIGH ? -1 : 0;
                    row->low[lane] = -INFINITE;
                    row->high[lane] = INFINITE;
                }
            }
        }
    }
}

static void prepare(Space3 *space, JointTeam3 *team, StepTime time)
{
    const Team t = open_team(space, team, time);
    load_masses(&t);
    load_rows(&t, (double)time.impulse_scale);
    load_poses(&t);
    measure(&t);
}

static void solve(Space3 *space, JointTeam3 *team, StepTime time, SolvePass pass)
{
    if (pass == PASS_RESUME) {
        return; // Who is calm answers to blows as to anything else: nothing was changed for them.
    }
    const Team t = open_team(space, team, time);
    const QuadMask changed = load_velocities(&t, pass == PASS_WARM_START);
    switch (pass) {
    case PASS_WARM_START:
        calm(&t);
        begin_substep(&t);
        apply_all(&t);
        break;
    case PASS_SOLVE: solve_positions(&t, quad_all()); break;
    case PASS_SETTLE: solve_rows(&t, quad_all(), QUIET_SPEED, quad(INFINITE)); break;
    case PASS_SOLVE_AGAIN:
        if (!quad_any(changed)) {
            return;
        }
        solve_positions(&t, changed);
        break;
    case PASS_RELAX_AGAIN:
        if (!quad_any(changed)) {
            return;
        }
        solve_rows(&t, changed, QUIET_SPEED, quad(INFINITE));
        break;
    default:
        load_poses(&t);
        measure(&t);
        begin_relaxing(&t);
        solve_rows(&t, quad_all(), QUIET_SPEED, quad(INFINITE));
        break;
    }
    store_velocities(&t);
}

const TeamKernel3 KERNEL = {prepare, solve};
