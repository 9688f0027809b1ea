// SPDX-License-Identifier: MIT
// joint_sweep3.c: passes over a joint sweep, color after color, and its impulses between steps.
#include "joint3/joint_sweep3.h"

#include <string.h>

#include "joint3/joint_rows3.h"
#include "joint3/joint_tune3.h"
#include "space3/space3.h"

// Hard parts act as springs of this frequency, relative to the substep rate. Measured on a net of
// 100 by 100: softer or less damped joints open by 15 to 25 mm; at 0.35 the net never rests.
static const float JOINT_SHARE = 0.27f;
static const float JOINT_DAMPING = 20.0f; // ratio

// Gaps too large for loads to cause, and the share of their motion that bodies lose in a step
// beyond these.
static const float SWEEP_APART = 0.05f;                      // [m], [rad]
static const float CALM_RATE = 0.4f, SWEEP_CALM_MOST = 0.2f; // [1/m], [1/rad]

enum { BLOCKS_OF_SMALL = 32 }; // joint sweeps with fewer are not worth a barrier for each color

void tum_joint_sweep3_clear(JointSweep3 *joint_sweep, const TumAllocator *allocator)
{
    array_free(&joint_sweep->points, allocator);
    array_free(&joint_sweep->inertia, allocator);
    array_free(&joint_sweep->frames, allocator);
    array_free(&joint_sweep->parts, allocator);
    array_free(&joint_sweep->point_impulses, allocator);
    array_free(&joint_sweep->part_impulses, allocator);
    array_free(&joint_sweep->colors, allocator);
    array_free(&joint_sweep->point_joints, allocator);
    array_free(&joint_sweep->others, allocator);
}

static float *lane_at(Lanes3 *lanes, int32_t lane, int row)
{
    return &(row == 0 ? lanes->x : row == 1 ? lanes->y : lanes->z)[lane % WIDE];
}

static float *impulse_at(JointSweep3 *joint_sweep, const JointPart3 *part, int32_t row)
{
    return part->joint_sweep == SWEEP_POINT
               ? lane_at(&joint_sweep->points.items[part->lane / WIDE].impulse, part->lane, row)
               : &joint_sweep->parts.items[part->lane / WIDE].rows[row].impulse[part->lane % WIDE];
}

typedef enum TransferDirection { TO_LANES, TO_ROWS } TransferDirection;

// Transfers the position error of a row, from which the next step takes the gap.
static void move_gap(float *lane, JointRow3 *row, TransferDirection direction)
{
    if (direction == TO_LANES) {
        *lane = (float)row->value;
    } else {
        row->value = (double)*lane;
    }
}

static void move_impulses(JointSweep3 *joint_sweep, JointSet3 *set, int32_t joint_slot,
                          TransferDirection direction)
{
    const Joint3 *joint = &set->joints.items[joint_slot];
    for (int32_t i = 0; i < joint->part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        for (int32_t k = 0; k < part->row_count; ++k) {
            float *lane = impulse_at(joint_sweep, part, k);
            JointRow3 *row = &set->rows.items[part->row_first + k];
            if (direction == TO_LANES) {
                *lane = (float)row->impulse;
            } else {
                row->impulse = (double)*lane;
            }
            if (part->joint_sweep == SWEEP_POINT) {
                move_gap(
                    lane_at(&joint_sweep->points.items[part->lane / WIDE].apart, part->lane, k),
                    row, direction);
            }
        }
    }
}

static void move_all_impulses(JointSweep3 *joint_sweep, JointSet3 *set, TransferDirection direction)
{
    for (size_t i = 0; i < joint_sweep->point_joints.count; ++i) {
        if (joint_sweep->point_joints.items[i] != NONE) {
            move_impulses(joint_sweep, set, joint_sweep->point_joints.items[i], direction);
        }
    }
    for (size_t i = 0; i < joint_sweep->others.count; ++i) {
        move_impulses(joint_sweep, set, joint_sweep->others.items[i], direction);
    }
    joint_sweep->holds = direction == TO_LANES;
}

void tum_joint_sweeps3_release(JointSet3 *set)
{
    for (size_t i = 0; i < set->joint_sweeps.count; ++i) {
        JointSweep3 *joint_sweep = &set->joint_sweeps.items[i];
        if (joint_sweep->holds) {
            move_all_impulses(joint_sweep, set, TO_ROWS);
        }
    }
}

double tum_joint_sweep3_impulse(JointSweep3 *joint_sweep, const JointPart3 *part, int32_t row)
{
    return (double)*impulse_at(joint_sweep, part, row);
}

// Blocks of a color: first point blocks, then blocks of other parts.
typedef struct ColorBlocks {
    PointBatch3 points;
    PartBlock3 *parts;
    uint32_t part_count;
    Lanes3 *point_impulses;       // Kept, one a block.
    PartImpulses3 *part_impulses; // Likewise.
} ColorBlocks;

static ColorBlocks blocks_in(JointSweep3 *joint_sweep, int32_t index, Range items,
                             SolverBody3 *bodies)
{
    const JointSweepColor3 *color = &joint_sweep->colors.items[index];
    const uint32_t split = color->point_count;
    const uint32_t point_end = items.end < split ? items.end : split;
    const uint32_t point_begin = color->point_first + items.begin;
    const uint32_t part_begin = items.begin > split ? items.begin : split;
    const uint32_t part_first = color->part_first + (part_begin - split);
    return (ColorBlocks){
        .points = {.blocks = joint_sweep->points.items + point_begin,
                   .inertia = joint_sweep->inertia.items + point_begin,
                   .frames = joint_sweep->frames.items + point_begin,
                   .count = point_end > items.begin ? point_end - items.begin : 0,
                   .bodies = bodies},
        .parts = joint_sweep->parts.items + part_first,
        .part_count = items.end > part_begin ? items.end - part_begin : 0,
        .point_impulses = joint_sweep->point_impulses.items + point_begin,
        .part_impulses = joint_sweep->part_impulses.items + part_first,
    };
}

// Loads are repeated from substep to substep, reactions to restitution impulses are not.
// @return whether these blocks are struck for the first time in the substep.
static bool keep_impulses(ColorBlocks blocks)
{
    bool is_first = false;
    for (uint32_t i = 0; i < blocks.points.count; ++i) {
        PointBlock3 *block = &blocks.points.blocks[i];
        if (!block->is_struck) {
            blocks.point_impulses[i] = block->impulse;
            block->impulse = (Lanes3){0};
            block->is_struck = is_first = true;
        }
    }
    for (uint32_t i = 0; i < blocks.part_count; ++i) {
        for (uint32_t k = 0; !blocks.parts[i].is_struck && k < blocks.parts[i].row_count; ++k) {
            float *impulse = blocks.parts[i].rows[k].impulse;
            memcpy(blocks.part_impulses[i].rows[k], impulse, sizeof(Lanes));
            memset(impulse, 0, sizeof(Lanes));
        }
        is_first |= !blocks.parts[i].is_struck;
        blocks.parts[i].is_struck = true;
    }
    return is_first;
}

static void recall_impulses(ColorBlocks blocks)
{
    for (uint32_t i = 0; i < blocks.points.count; ++i) {
        PointBlock3 *block = &blocks.points.blocks[i];
        block->impulse = block->is_struck ? blocks.point_impulses[i] : block->impulse;
        block->is_struck = false;
    }
    for (uint32_t i = 0; i < blocks.part_count; ++i) {
        for (uint32_t k = 0; blocks.parts[i].is_struck && k < blocks.parts[i].row_count; ++k) {
            memcpy(blocks.parts[i].rows[k].impulse, blocks.part_impulses[i].rows[k], sizeof(Lanes));
        }
        blocks.parts[i].is_struck = false;
    }
}

static void solve_color(const JointKernel3 *kernel, ColorBlocks blocks, SolverBody3 *bodies,
                        StepTime time, JointPass pass)
{
    const float omega = 2.0f * PI_F * JOINT_SHARE / time.substep;
    const JointPass3 numbers = {.bias = pass == JOINTS_SOLVE,
                                .impact =
                                    pass == JOINTS_RESTITUTION || pass == JOINTS_RESTITUTION_BEGIN,
                                .inverse_substep = 1.0f / time.substep,
                                .elapsed = time.moved,
                                .softness = softness_of(omega, JOINT_DAMPING, time.substep)};
    kernel->solve_points(blocks.points, &numbers);
    kernel->solve_parts(blocks.parts, blocks.part_count, bodies, &numbers);
}

static void run_color(Space3 *space, JointSweep3 *joint_sweep, StepTime time, JointPass pass,
                      int32_t color, Range items)
{
    const JointKernel3 *kernel = space->kernels.joint_sweep;
    SolverBody3 *bodies = space->bodies.states.items;
    const ColorBlocks blocks = blocks_in(joint_sweep, color, items, bodies);
    switch (pass) {
    case JOINTS_WARM_START:
        recall_impulses(blocks);
        tum_joint_sweep3_weigh(space, blocks.points, blocks.parts, blocks.part_count);
        kernel->warm_start_points(blocks.points);
        kernel->warm_start_parts(blocks.parts, blocks.part_count, bodies);
        break;
    case JOINTS_RESTITUTION_BEGIN:
    case JOINTS_RESTITUTION:
        if (keep_impulses(blocks)) {
            tum_joint_sweep3_weigh(space, blocks.points, blocks.parts, blocks.part_count);
        }
        solve_color(kernel, blocks, bodies, time, pass);
        break;
    case JOINTS_SOLVE:
    case JOINTS_RELAX:
    case JOINTS_RELAX_AGAIN: solve_color(kernel, blocks, bodies, time, pass); break;
    case JOINTS_PREPARE:     // tum_joint_sweep3_prepare
    case JOINTS_SOLVE_AGAIN: // does_nothing
    case JOINTS_SINK:
    case JOINTS_SINK_RELAX: break;
    }
}

// When joints are swept once more after contacts, only velocities matter. Restitution is for
// joint islands that it strikes.
static bool does_nothing(const JointIsland3 *joint_island, JointPass pass)
{
    const bool of_restitution = pass == JOINTS_RESTITUTION_BEGIN || pass == JOINTS_RESTITUTION;
    return pass == JOINTS_SOLVE_AGAIN || pass == JOINTS_SINK || pass == JOINTS_SINK_RELAX ||
           (of_restitution && !joint_island->is_hit);
}

// Springs follow their bodies before the colors of this pass.
static bool follows(const JointSweep3 *joint_sweep, JointPass pass)
{
    return pass == JOINTS_RELAX && joint_sweep->parts.count > 0;
}

static uint32_t items_of(const JointSweep3 *joint_sweep, JointPass pass, int32_t color)
{
    return pass == JOINTS_PREPARE
               ? (uint32_t)(joint_sweep->points.count + joint_sweep->others.count)
               : joint_sweep->colors.items[color].point_count +
                     joint_sweep->colors.items[color].part_count;
}

bool tum_joint_sweep3_is_small(const JointSweep3 *joint_sweep)
{
    return joint_sweep->points.count + joint_sweep->parts.count <= BLOCKS_OF_SMALL;
}

void tum_joint_sweep3_run(Space3 *space, StepTime time, JointPass pass,
                          const JointIsland3 *joint_island)
{
    if (does_nothing(joint_island, pass)) {
        return;
    }
    JointSweep3 *joint_sweep = &space->joints.joint_sweeps.items[joint_island->joint_sweep];
    if (pass == JOINTS_PREPARE) {
        tum_joint_sweep3_prepare(space, joint_sweep, time,
                                 (Range){0, items_of(joint_sweep, pass, 0), 0});
        return;
    }
    if (follows(joint_sweep, pass)) {
        tum_joint_sweep3_follow(space, joint_sweep, time,
                                (Range){0, (uint32_t)joint_sweep->others.count, 0});
    }
    for (int32_t i = 0; i < (int32_t)joint_sweep->colors.count; ++i) {
        run_color(space, joint_sweep, time, pass, i, (Range){0, items_of(joint_sweep, pass, i), 0});
    }
}

static const JointSweep3 *joint_sweep_of(const Space3 *space, int32_t joint_island)
{
    const int32_t index = space->joints.joint_islands.items[joint_island].joint_sweep;
    return index == NONE ? NULL : &space->joints.joint_sweeps.items[index];
}

// In later splits of a step, moving frames and ranges continue from the split before.
static void advance(JointSet3 *set, const JointIsland3 *joint_island, double seconds)
{
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        const int32_t slot = set->layout.ordered.items[joint_island->joint_first + i];
        if (set->joints.items[slot].is_moving) {
            tum_joint3_advance(set, &set->joints.items[slot], seconds);
            ++set->changes;
        }
    }
}

static float widest_in(const float *lanes)
{
    float most = 0.0f;
    for (int i = 0; i < WIDE; ++i) {
        most = maximum(most, absolute(lanes[i]));
    }
    return most;
}

// [m] or [rad] Largest error of hard parts of a joint sweep in the step before.
static float widest_gap(const JointSet3 *set, const JointSweep3 *joint_sweep)
{
    float most = 0.0f;
    for (size_t i = 0; i < joint_sweep->points.count; ++i) {
        const Lanes3 *apart = &joint_sweep->points.items[i].apart;
        most = maximum(
            most, maximum(widest_in(apart->x), maximum(widest_in(apart->y), widest_in(apart->z))));
    }
    for (size_t i = 0; i < joint_sweep->others.count; ++i) {
        const Joint3 *joint = &set->joints.items[joint_sweep->others.items[i]];
        for (int32_t k = 0; k < joint->part_count; ++k) {
            const JointPart3 *part = &set->parts.items[joint->part_first + k];
            most = maximum(most, (float)tum_joint3_part_gap(set, part));
        }
    }
    return most;
}

// Contradictory parts never close, and their corrections would go on for ever: bodies lose motion
// relative to the mean of the joint island.
static void calm(Space3 *space, const JointIsland3 *joint_island, float share)
{
    Vec3 momentum = {0.0f, 0.0f, 0.0f};
    float mass = 0.0f;
    const JointBody3 *bodies = &space->joints.bodies.items[joint_island->body_first];
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const float inverse = space->bodies.masses.items[bodies[i].slot].inverse_mass;
        if (bodies[i].is_movable && inverse > 0.0f) {
            momentum = vec3_add_scaled(momentum, space->bodies.states.items[bodies[i].slot].linear,
                                       1.0f / inverse);
            mass += 1.0f / inverse;
        }
    }
    const Vec3 mean = vec3_scale(momentum, mass > 0.0f ? 1.0f / mass : 0.0f);
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        SolverBody3 *state = &space->bodies.states.items[bodies[i].slot];
        if (bodies[i].is_movable) {
            state->linear = vec3_add_scaled(state->linear, vec3_sub(mean, state->linear), share);
            state->angular = vec3_scale(state->angular, 1.0f - share);
        }
    }
}

void tum_joint_sweeps3_begin(Space3 *space, const Topology *topology, StepTime time)
{
    JointSet3 *set = &space->joints;
    const float before = time.elapsed - set->joint_sweeps_elapsed;
    set->joint_sweeps_elapsed = time.elapsed;
    for (size_t i = 0; i < topology->joints.active.count && set->joint_sweeps.count > 0; ++i) {
        JointIsland3 *joint_island = &set->joint_islands.items[topology->joints.active.items[i]];
        if (joint_island->joint_sweep == NONE) {
            continue;
        }
        JointSweep3 *joint_sweep = &set->joint_sweeps.items[joint_island->joint_sweep];
        if (!joint_sweep->holds) {
            move_all_impulses(joint_sweep, set, TO_LANES);
        }
        if (time.elapsed > 0.0f) {
            advance(set, joint_island, (double)before);
        }
        const float gap = widest_gap(set, joint_sweep);
        if (gap > SWEEP_APART) {
            calm(space, joint_island, minimum((gap - SWEEP_APART) * CALM_RATE, SWEEP_CALM_MOST));
        }
        joint_sweep->loads_frames = joint_sweep->changes != set->changes;
        joint_sweep->changes = set->changes;
        tum_joint_sweep3_follow_strain(space, joint_island, joint_sweep,
                                       time.impulse_scale * time.substep);
    }
}

int32_t tum_space3_joint_sweep_colors(const Space *opaque, int32_t joint_island, JointPass pass)
{
    const JointSweep3 *joint_sweep = joint_sweep_of((const Space3 *)opaque, joint_island);
    if (joint_sweep == NULL || tum_joint_sweep3_is_small(joint_sweep) ||
        does_nothing(&((const Space3 *)opaque)->joints.joint_islands.items[joint_island], pass)) {
        return 0;
    }
    return pass == JOINTS_PREPARE
               ? 1
               : (int32_t)joint_sweep->colors.count + (follows(joint_sweep, pass) ? 1 : 0);
}

uint32_t tum_space3_joint_sweep_items(const Space *opaque, int32_t joint_island, JointPass pass,
                                      int32_t color)
{
    const JointSweep3 *joint_sweep = joint_sweep_of((const Space3 *)opaque, joint_island);
    if (!follows(joint_sweep, pass)) {
        return items_of(joint_sweep, pass, color);
    }
    return color == 0 ? (uint32_t)joint_sweep->others.count
                      : items_of(joint_sweep, pass, color - 1);
}

void tum_space3_run_joint_sweep(Space *opaque, StepTime time, JointPass pass, int32_t joint_island,
                                int32_t color, Range items)
{
    Space3 *space = (Space3 *)opaque;
    JointSweep3 *joint_sweep =
        &space->joints.joint_sweeps
             .items[space->joints.joint_islands.items[joint_island].joint_sweep];
    if (pass == JOINTS_PREPARE) {
        tum_joint_sweep3_prepare(space, joint_sweep, time, items);
    } else if (!follows(joint_sweep, pass)) {
        run_color(space, joint_sweep, time, pass, color, items);
    } else if (color == 0) {
        tum_joint_sweep3_follow(space, joint_sweep, time, items);
    } else {
        run_color(space, joint_sweep, time, pass, color - 1, items);
    }
}

const JointKernel3 *tum_choose_joint_kernel3(CpuInstructions instructions)
{
    return cpu_choose_kernel(instructions, tum_joint_kernel3);
}
