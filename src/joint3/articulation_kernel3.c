// SPDX-License-Identifier: MIT
// articulation_kernel3.c: the algorithm of joint_solver3.c for many joint islands at once; a
// kernel, of sixteen lanes with AVX-512, of four in WebAssembly. joint_solver3.c and the files it
// calls explain the algorithm; articulation3.h and articulation_system3.inl explain the solution of
// the equations.
#define WIDE_SIXTEEN
#define WIDE_FOUR
#include "contact3/impact3.h"
#include "joint3/articulation_data3.h"
#include "joint3/joint_numbers3.h"
#include "joint3/limit3.h"
#include "math/widen3.h"
#include "space3/gyroscope3.h"
#include "space3/space3.h"
#include "space3/wide_body3.h"

#include <stddef.h>

// [rad/s] Tolerated velocity past an inactive limit: forty microradians in a substep.
static const float PASSED_SPEED = 1e-2f;

// [m/s], [rad/s] Tolerated error at the end of a substep: a fifth of a millimetre.
static const float CLOSED_SPEED = 5e-2f;

// [rad] Rotations per substep above which the gyroscopic change of the spin is integrated: below
// the first, joints open by less than micrometres; below the second, the change is smaller than the
// residual of contacts.
static const float TUMBLE_LEAST = 0.02f, TUMBLE_SLOW = 2e-4f;

// Maximum number of position corrections, and in each of exchanges of limits. The next substep
// corrects the residual of either.
enum { AIMS_MOST = 8, ROUNDS_MOST = 4 };

enum { ALL_LANES = (1 << WIDE_LANES) - 1 };

_Static_assert(sizeof(ArticulationRoot3) % sizeof(ArticulationLine3) == 0 &&
                   sizeof(ArticulationBody3) % sizeof(ArticulationLine3) == 0 &&
                   sizeof(ArticulationJoint3) % sizeof(ArticulationLine3) == 0 &&
                   sizeof(ArticulationLimit3) % sizeof(ArticulationLine3) == 0 &&
                   sizeof(ArticulationSpring3) % sizeof(ArticulationLine3) == 0,
               "they lie one after the other");

static size_t bytes(const ArticulationKind3 *kind)
{
    return sizeof(ArticulationRoot3) + (size_t)kind->body_count * sizeof(ArticulationBody3) +
           (size_t)kind->joint_count * sizeof(ArticulationJoint3) +
           (size_t)kind->limit_count * sizeof(ArticulationLimit3) +
           (size_t)kind->spring_count * sizeof(ArticulationSpring3);
}

typedef struct ArticulationThings {
    ArticulationRoot3 *root;
    ArticulationBody3 *bodies;
    ArticulationJoint3 *joints;
    ArticulationLimit3 *limits;
    ArticulationSpring3 *springs;
} ArticulationThings;

static ArticulationThings things_of(const ArticulationKind3 *kind, int32_t index)
{
    ArticulationRoot3 *root =
        (ArticulationRoot3 *)(void *)(kind->lines.items + (size_t)index * kind->articulation_lines);
    ArticulationBody3 *bodies = (ArticulationBody3 *)(void *)(root + 1);
    ArticulationJoint3 *joints = (ArticulationJoint3 *)(void *)(bodies + kind->body_count);
    ArticulationLimit3 *limits = (ArticulationLimit3 *)(void *)(joints + kind->joint_count);
    return (ArticulationThings){root, bodies, joints, limits,
                                (ArticulationSpring3 *)(void *)(limits + kind->limit_count)};
}

// An articulation and pointers to its data.
typedef struct LaneGroup {
    Space3 *space;
    const JointSet3 *set;
    Articulation3 *articulation;
    ArticulationBody3 *bodies;
    ArticulationJoint3 *joints;
    ArticulationLimit3 *limits;
    ArticulationSpring3 *springs;
    ArticulationRoot3 *root_data;
    int32_t body_count, joint_count, root;
    Wide substep, inverse_substep;
} LaneGroup;

static LaneGroup open_articulation(Space3 *space, Articulation3 *articulation, StepTime time)
{
    JointSet3 *set = &space->joints;
    const ArticulationKind3 *kind = &set->kinds.items[articulation->kind];
    const ArticulationThings things = things_of(kind, articulation->index);
    return (LaneGroup){
        .space = space,
        .set = set,
        .articulation = articulation,
        .bodies = things.bodies,
        .joints = things.joints,
        .limits = things.limits,
        .springs = things.springs,
        .root_data = things.root,
        .body_count = kind->body_count,
        .joint_count = kind->joint_count,
        .root = kind->root,
        .substep = wide_splat(time.substep),
        .inverse_substep = wide_splat(1.0f / time.substep),
    };
}

// An articulation in pieces of a substep, with a duration per lane. @param does  lanes that take
// part.
static LaneGroup open_piece(Space3 *space, Articulation3 *articulation, StepTime time,
                            const float *seconds, WideMask *does)
{
    LaneGroup t = open_articulation(space, articulation, time);
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

static WideMask no_lanes(void)
{
    return wide_greater(wide_zero(), wide_zero());
}

// Functions of a joint's step are inlined: their arguments then stay in registers. Without vectors
// they are in memory anyway.
#ifdef TUM_ISA_SCALAR
#define PART static
#else
#define PART static inline __attribute__((always_inline))
#endif
// Those of rarer joints are not: their variables would take room on the stack of others.
#define APART static __attribute__((noinline))

// The hard limits of a joint.
static ArticulationLimit3 *limits_of(const LaneGroup *t, const ArticulationJoint3 *joint)
{
    return &t->limits[joint->limit_first];
}

static WideMask acts(const ArticulationLimit3 *limit)
{
    return wide_greater(wide_load(limit->active), wide_zero());
}

// Marks a joint for a new factorization; factor() passes the mark on towards the root.
static void spoil(const LaneGroup *t, ArticulationJoint3 *joint)
{
    joint->is_stale = true;
    t->articulation->is_stale = true;
}

#include "joint3/articulation_spring3.inl"

#include "joint3/articulation_lanes3.inl"

#include "joint3/articulation_system3.inl"

#include "joint3/articulation_load3.inl"

#include "joint3/articulation_measure3.inl"

#include "joint3/articulation_aim3.inl"

#include "joint3/articulation_move3.inl"

// Newton's method for closed joints at the end of the substep. Each round leaves a fraction of the
// error: mostly a third of the rotation [rad] in the substep, in one case of a hundred more than
// the rotation. Rounds that leave too much, as where a heavy body hangs on a straight chain of
// light ones, end; corrections that fling bodies are left to joint_solver3.c.
static void solve_positions(const LaneGroup *t, WideMask wanted)
{
    Wide loud = wide_splat(INFINITY);
    for (int round = 0; round < AIMS_MOST && wide_bits(wanted) != 0; ++round) {
        make_ready(t);
        const Aim aim = aim_ahead(t);
        wanted = wide_and(wanted, wide_greater(loud, aim.most));
        loud = wide_mul(wide_splat((float)CONTRACTION), aim.most);
        find(t, wanted, true);
        const WideMask calm = wide_and(wanted, calm_lanes(t));
        t->articulation->flung |= wide_bits(wanted) & ~wide_bits(calm) & used_lanes(t);
        wanted = calm;
        apply(t, wanted);
        const Wide turns = wide_minimum(aim.turn, wide_splat(1.0f));
        wanted =
            wide_and(wanted, wide_greater(wide_mul(aim.most, turns), wide_splat(CLOSED_SPEED)));
    }
}

// Inactive limits stay inactive, as the next substep stops motion past them. Restitution impulses
// are over by then, so limits become active for these.
static void solve_velocities(const LaneGroup *t, WideMask wanted)
{
    begin_relaxing(t);
    make_ready(t);
    aim_at_rest(t);
    give(t, wanted, t->articulation->struck != 0);
}

// Updates joints to the current poses of bodies.
static void follow(const LaneGroup *t)
{
    load_poses(t, false);
    measure(t);
    place_inertias(t);
    t->articulation->is_behind = false;
}

static void begin_substep(const LaneGroup *t)
{
    Articulation3 *articulation = t->articulation;
    if (articulation->is_behind) {
        follow(t);
    }
    begin_springs(t);
    if (articulation->struck != 0) {
        forget_impulses(t, lanes_of(articulation->struck));
    }
    give_again(t);
    articulation->waiting = articulation->meets ? ALL_LANES & ~articulation->struck : 0;
    articulation->struck = 0;
    articulation->has_arrived = false;
    begin_limits(t, lanes_of(ALL_LANES));
}

// Between two substeps relaxation changes nothing: the solve of the next substep removes the same
// velocities. Relaxed velocities are needed only at the end of a step and for bounces.
static bool is_last(StepTime time)
{
    return time.moved + 0.5f * time.substep > time.step;
}

static bool is_relaxed(StepTime time)
{
    return time.may_bounce || is_last(time);
}

static void arrive(const LaneGroup *t, StepTime time)
{
    if (t->articulation->has_arrived) {
        return;
    }
    if (is_last(time)) {
        end_step(t);
    }
    follow(t);
    t->articulation->has_arrived = true;
}

// Lanes that a restitution impulse strikes; lanes without an island go with the first.
static uint32_t hit_lanes(const LaneGroup *t)
{
    uint32_t hit = 0;
    for (int lane = 0; lane < WIDE_LANES; ++lane) {
        const int32_t index = t->articulation->joint_island[lane];
        hit |= (uint32_t)t->space->joints.joint_islands.items[index].is_hit << lane;
    }
    return hit & solved_lanes(t);
}

// Joints of lanes that are struck for the first time in a substep react to restitution alone.
static uint32_t begin_restitution(const LaneGroup *t)
{
    Articulation3 *articulation = t->articulation;
    const uint32_t begins = hit_lanes(t) & ~articulation->struck;
    if (begins != 0) {
        const WideMask lanes = lanes_of(begins);
        articulation->struck |= begins;
        forget_impulses(t, lanes); // those of the last substep act over time
        rest_springs(t, lanes);
    }
    return begins;
}

static void clear_changes(const LaneGroup *t)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        wide_store3(&t->bodies[i].linear_change, wide_zero3());
        wide_store3(&t->bodies[i].angular_change, wide_zero3());
    }
}

// Joints of an articulation whose bodies are unchanged are not measured again: the result would be
// the same.
static void prepare(Space3 *space, Articulation3 *articulation, StepTime time)
{
    const LaneGroup t = open_articulation(space, articulation, time);
    articulation->has_turned = false;
    load_starts(&t);
    if (time.impulse_scale != 1.0f) {
        scale_impulses(&t, wide_splat(time.impulse_scale));
    }
    bool same = !articulation->is_behind;
    same &= load_poses(&t, true);
    same &= place_inertias(&t);
    if (!same) {
        articulation->is_behind = false;
        measure(&t);
    }
}

static void load(Space3 *space, Articulation3 *articulation, StepTime time)
{
    const LaneGroup t = open_articulation(space, articulation, time);
    load_masses(&t);
    load_joints(&t);
    clear_changes(&t);
    articulation->holds = articulation->is_behind = true;
}

static uint32_t strained(Space3 *space, Articulation3 *articulation, StepTime time, float scale)
{
    const LaneGroup t = open_articulation(space, articulation, time);
    return strained_lanes(&t, scale) & used_lanes(&t);
}

static uint32_t loose(Space3 *space, Articulation3 *articulation, StepTime time)
{
    const LaneGroup t = open_articulation(space, articulation, time);
    return loose_lanes(&t) & used_lanes(&t);
}

static void leave_alone(Space3 *space, Articulation3 *articulation, StepTime time)
{
    const LaneGroup t = open_articulation(space, articulation, time);
    for (int32_t i = 0; i < t.body_count; ++i) {
        if (t.bodies[i].is_movable && t.bodies[i].is_ahead) {
            store_rotation(&t, &t.bodies[i]);
        }
    }
}

static void solve(Space3 *space, Articulation3 *articulation, StepTime time, JointPass pass)
{
    const LaneGroup t = open_articulation(space, articulation, time);
    const uint32_t all = solved_lanes(&t), waiting = articulation->waiting & all;
    uint32_t changed;
    const bool relaxes =
        pass == JOINTS_RELAX || pass == JOINTS_RELAX_AGAIN || pass == JOINTS_SINK_RELAX;
    if (relaxes && !is_relaxed(time)) {
        articulation->is_behind = true;
        return;
    }
    switch (pass) {
    case JOINTS_WARM_START:
        load_velocities(&t);
        if (time.joints_accelerate) {
            accelerate(&t);
        }
        begin_substep(&t);
        break;
    case JOINTS_SOLVE:
        if (waiting == all) {
            return;
        }
        load_velocities(&t);
        solve_positions(&t, lanes_of(all & ~waiting));
        break;
    case JOINTS_RESTITUTION_BEGIN:
    case JOINTS_RESTITUTION:
        changed = begin_restitution(&t);
        changed |= load_velocities(&t) & articulation->struck;
        if (changed == 0) {
            return;
        }
        solve_velocities(&t, lanes_of(changed));
        break;
    case JOINTS_SOLVE_AGAIN:
        changed = load_velocities(&t) | waiting;
        if (changed == 0) {
            return;
        }
        solve_positions(&t, lanes_of(changed));
        if (articulation->flung == 0) {
            return; // the move pass stores the velocities
        }
        break;
    case JOINTS_SINK_RELAX: // all lanes have arrived
        changed = load_velocities(&t);
        if (changed == 0) {
            return;
        }
        solve_velocities(&t, lanes_of(changed));
        break;
    case JOINTS_RELAX_AGAIN:
        changed = load_velocities(&t) | waiting;
        if (changed == 0) {
            return;
        }
        arrive(&t, time);
        solve_velocities(&t, lanes_of(changed));
        break;
    case JOINTS_RELAX:
        if (waiting == all) {
            return;
        }
        arrive(&t, time);
        solve_velocities(&t, lanes_of(all & ~waiting));
        break;
    case JOINTS_SINK:    // articulations are solved after contacts
    case JOINTS_PREPARE: // joint sweeps only
        return;
    }
    store_velocities(&t);
}

static void begin_piece(Space3 *space, Articulation3 *articulation, StepTime time,
                        const float *seconds)
{
    WideMask does;
    const LaneGroup t = open_piece(space, articulation, time, seconds, &does);
    begin_limits(&t, does);
    solve_positions(&t, does);
    store_velocities(&t);
}

static void end_piece(Space3 *space, Articulation3 *articulation, StepTime time,
                      const float *seconds)
{
    WideMask does;
    const LaneGroup t = open_piece(space, articulation, time, seconds, &does);
    carry_on(&t, does);
    place_inertias(&t);
    measure(&t);
    solve_velocities(&t, does);
    store_velocities(&t);
}

const ArticulationKernel3 KERNEL_NAME(tum_articulation_kernel3) = {
    .lanes = WIDE_LANES,
    .bytes = bytes,
    .fill = fill,
    .memory = memory,
    .counted = counted,
    .rail = rail,
    .arm = arm,
    .load = load,
    .strained = strained,
    .loose = loose,
    .leave_alone = leave_alone,
    .prepare = prepare,
    .solve = solve,
    .survey = survey,
    .begin_piece = begin_piece,
    .stop = stop,
    .move = move,
    .end_piece = end_piece,
};
