// SPDX-License-Identifier: MIT
// joint_team_kernel3.inl: joint_solver3.c for many assemblies at once. What is done here and why
// is said in joint_solver3.c and its fellows; how equations are solved, in joint_team3.h and in
// joint_team_system3.inl.
//
// Written once against math/wide.h and compiled per instruction set; the including file defines the
// instruction set and KERNEL, the name of the table.
#include "math/widen3.h"
#include "space3/gyroscope3.h"
#include "space3/impact3.h"
#include "space3/joint_numbers3.h"
#include "space3/joint_team_data3.h"
#include "space3/limit3.h"
#include "space3/space3.h"
#include "space3/wide_body3.h"

#include <stddef.h>

// [rad/s] What a limit that does not act may be passed with: forty microradians in a substep.
static const float PASSED_SPEED = 1e-2f;

// [m/s], [rad/s] What may be left at the end of a substep: a fifth of a millimetre.
static const float CLOSED_SPEED = 5e-2f;

// [rad] Turns of a substep in which a spin that tumbles is not the same from end to end: so much
// that joints open by micrometres, or that it changes by as much as contacts leave undone.
static const float TUMBLE_LEAST = 0.02f, TUMBLE_SLOW = 2e-4f;

// Of aiming, and in each of these of limits that change over: what is left of either comes right in
// the next substep.
enum { AIMS_MOST = 8, ROUNDS_MOST = 4 };

enum { ALL_LANES = (1 << WIDE_LANES) - 1 };

_Static_assert(sizeof(TeamRoot3) % sizeof(TeamLine3) == 0 &&
                   sizeof(TeamBody3) % sizeof(TeamLine3) == 0 &&
                   sizeof(TeamJoint3) % sizeof(TeamLine3) == 0,
               "they lie one after the other");

static size_t bytes(int32_t body_count, int32_t joint_count)
{
    return sizeof(TeamRoot3) + (size_t)body_count * sizeof(TeamBody3) +
           (size_t)joint_count * sizeof(TeamJoint3);
}

typedef struct TeamThings {
    TeamRoot3 *root;
    TeamBody3 *bodies;
    TeamJoint3 *joints;
} TeamThings;

static TeamThings things_of(const TeamKind3 *kind, int32_t index)
{
    TeamRoot3 *root = (TeamRoot3 *)(void *)(kind->lines.items + (size_t)index * kind->team_lines);
    TeamBody3 *bodies = (TeamBody3 *)(void *)(root + 1);
    return (TeamThings){root, bodies, (TeamJoint3 *)(void *)(bodies + kind->body_count)};
}

// A team and where its things are.
typedef struct Team {
    Space3 *space;
    const JointSet3 *set;
    JointTeam3 *team;
    TeamBody3 *bodies;
    TeamJoint3 *joints;
    TeamInertia3 *yield; // of the root
    int32_t body_count, joint_count, root;
    Wide substep, inverse_substep;
} Team;

static Team open_team(Space3 *space, JointTeam3 *team, StepTime time)
{
    JointSet3 *set = &space->joints;
    const TeamKind3 *kind = &set->kinds.items[team->kind];
    const TeamThings things = things_of(kind, team->index);
    return (Team){
        .space = space,
        .set = set,
        .team = team,
        .bodies = things.bodies,
        .joints = things.joints,
        .yield = &things.root->yield,
        .body_count = kind->body_count,
        .joint_count = kind->joint_count,
        .root = kind->root,
        .substep = wide_splat(time.substep),
        .inverse_substep = wide_splat(1.0f / time.substep),
    };
}

// A team in pieces of a substep, each lane in its own. @param does  lanes that take part.
static Team open_piece(Space3 *space, JointTeam3 *team, StepTime time, const float *seconds,
                       WideMask *does)
{
    Team t = open_team(space, team, time);
    const Wide piece = wide_load_words(seconds);
    *does = wide_greater(piece, wide_splat(0.0f));
    t.substep = wide_select(*does, piece, t.substep);
    t.inverse_substep = wide_div(wide_splat(1.0f), t.substep);
    return t;
}

static WideMask lanes_of(uint32_t bits)
{
    WideLanes lanes;
    for (int i = 0; i < WIDE_LANES; ++i) {
        lanes[i] = (bits >> i & 1) != 0 ? 1.0f : 0.0f;
    }
    return wide_greater(wide_load_words(lanes), wide_zero());
}

#include "space3/joint_team_lanes3.inl"

#include "space3/joint_team_system3.inl"

#include "space3/joint_team_load3.inl"

#include "space3/joint_team_measure3.inl"

#include "space3/joint_team_aim3.inl"

#include "space3/joint_team_move3.inl"

// Newton's way to closed joints at the end of the substep: each round leaves a part of an error, in
// one case of a hundred more than bodies turn until then, mostly a third of that.
static void solve_positions(const Team *t, WideMask wanted)
{
    for (int round = 0; round < AIMS_MOST && wide_bits(wanted) != 0; ++round) {
        make_ready(t);
        const Aim aim = aim_ahead(t);
        give(t, wanted, true);
        const Wide turns = wide_minimum(aim.turn, wide_splat(1.0f));
        wanted =
            wide_and(wanted, wide_greater(wide_mul(aim.most, turns), wide_splat(CLOSED_SPEED)));
    }
}

// What begins to pass its end is for the next substep to stop, but for blows, which are over then.
static void solve_velocities(const Team *t, WideMask wanted)
{
    begin_relaxing(t);
    make_ready(t);
    aim_at_rest(t);
    give(t, wanted, t->team->is_struck);
}

// To where bodies are now.
static void follow(const Team *t)
{
    load_poses(t, false);
    measure(t);
    place_inertias(t);
    t->team->is_behind = false;
}

static void begin_substep(const Team *t)
{
    JointTeam3 *team = t->team;
    if (team->is_behind) {
        follow(t);
    }
    if (team->is_struck) {
        forget_impulses(t);
    } else {
        give_again(t);
    }
    team->waits = team->meets && !team->is_struck;
    team->is_struck = false;
    begin_limits(t, lanes_of(ALL_LANES));
}

// What relaxing takes away between two substeps, solving in the second takes away as well: the
// velocities are the same. Only the last of a step are for others to see, and those that bounce.
static bool is_last(StepTime time)
{
    return time.moved + 0.5f * time.substep > time.step;
}

static bool is_relaxed(StepTime time)
{
    return time.may_bounce || is_last(time);
}

static void arrive(const Team *t, StepTime time)
{
    if (is_last(time)) {
        end_step(t);
    }
    follow(t);
}

static void clear_changes(const Team *t)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        wide_store3(&t->bodies[i].linear_change, wide_zero3());
        wide_store3(&t->bodies[i].angular_change, wide_zero3());
    }
}

// A team that is found as it was left has nothing to measure: the same numbers would come of it.
static void prepare(Space3 *space, JointTeam3 *team, StepTime time)
{
    const Team t = open_team(space, team, time);
    team->has_turned = false;
    load_starts(&t);
    if (time.impulse_scale != 1.0f) {
        scale_impulses(&t, wide_splat(time.impulse_scale));
    }
    bool same = !team->is_behind;
    same &= load_poses(&t, true);
    same &= place_inertias(&t);
    if (!same) {
        team->is_behind = false;
        measure(&t);
    }
}

static void load(Space3 *space, JointTeam3 *team, StepTime time)
{
    const Team t = open_team(space, team, time);
    load_masses(&t);
    load_joints(&t);
    clear_changes(&t);
    team->holds = team->is_behind = true;
}

static uint32_t strained(Space3 *space, JointTeam3 *team, StepTime time, float scale)
{
    const Team t = open_team(space, team, time);
    return wide_bits(strained_lanes(&t, scale)) & used_lanes(&t);
}

static void leave_alone(Space3 *space, JointTeam3 *team, StepTime time)
{
    const Team t = open_team(space, team, time);
    for (int32_t i = 0; i < t.body_count; ++i) {
        if (t.bodies[i].is_movable && t.bodies[i].is_ahead) {
            store_rotation(&t, &t.bodies[i]);
        }
    }
}

static void solve(Space3 *space, JointTeam3 *team, StepTime time, SolvePass pass)
{
    const Team t = open_team(space, team, time);
    const WideMask all = lanes_of(solved_lanes(&t));
    uint32_t changed;
    if ((pass == PASS_RELAX || pass == PASS_RELAX_AGAIN) && !is_relaxed(time)) {
        team->is_behind = true;
        return;
    }
    switch (pass) {
    case PASS_WARM_START:
        load_velocities(&t);
        if (time.joints_accelerate) {
            accelerate(&t);
        }
        begin_substep(&t);
        break;
    case PASS_SOLVE:
        if (team->waits) {
            return;
        }
        load_velocities(&t);
        solve_positions(&t, all);
        break;
    case PASS_SETTLE:
        team->is_struck = true;
        team->waits = false;
        load_velocities(&t);
        solve_velocities(&t, all);
        break;
    case PASS_SOLVE_AGAIN:
        changed = load_velocities(&t) | (team->waits ? solved_lanes(&t) : 0);
        if (changed == 0) {
            return;
        }
        solve_positions(&t, lanes_of(changed));
        return; // bodies move next, which stores where they go
    case PASS_RELAX_AGAIN:
        changed = load_velocities(&t);
        if (team->waits) {
            arrive(&t, time);
            solve_velocities(&t, all);
        } else if (changed == 0) {
            return;
        } else {
            solve_velocities(&t, lanes_of(changed));
        }
        break;
    default:
        if (team->waits) {
            return;
        }
        arrive(&t, time);
        solve_velocities(&t, all);
        break;
    }
    store_velocities(&t);
}

static void begin_piece(Space3 *space, JointTeam3 *team, StepTime time, const float *seconds)
{
    WideMask does;
    const Team t = open_piece(space, team, time, seconds, &does);
    begin_limits(&t, does);
    solve_positions(&t, does);
    store_velocities(&t);
}

static void end_piece(Space3 *space, JointTeam3 *team, StepTime time, const float *seconds)
{
    WideMask does;
    const Team t = open_piece(space, team, time, seconds, &does);
    carry_on(&t, does);
    place_inertias(&t);
    measure(&t);
    solve_velocities(&t, does);
    store_velocities(&t);
}

const TeamKernel3 KERNEL = {
    .lanes = WIDE_LANES,
    .bytes = bytes,
    .fill = fill,
    .memory = memory,
    .counted = counted,
    .arm = arm,
    .load = load,
    .strained = strained,
    .leave_alone = leave_alone,
    .prepare = prepare,
    .solve = solve,
    .survey = survey,
    .begin_piece = begin_piece,
    .stop = stop,
    .move = move,
    .end_piece = end_piece,
};
