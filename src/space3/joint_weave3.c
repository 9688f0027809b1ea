// SPDX-License-Identifier: MIT
// joint_weave3.c: passes over a weave, color after color, and where its impulses are between steps.
#include "space3/joint_weave3.h"

#include "space3/joint_tune3.h"
#include "space3/space3.h"

// Hard parts give way like springs of this frequency, a share of the substep rate. Measured on a
// net of 100 by 100: softer or less damped, joints give way by 15 to 25 mm; at 0.35 it never rests.
static const float JOINT_SHARE = 0.27f;
static const float JOINT_DAMPING = 20.0f; // ratio

// Gaps that no load makes, and the part of their motion that bodies lose in a step beyond them.
static const float WEAVE_APART = 0.05f;                      // [m], [rad]
static const float CALM_RATE = 0.4f, WEAVE_CALM_MOST = 0.2f; // [1/m], [1/rad]

enum { BLOCKS_OF_SMALL = 32 }; // fewer are not worth a barrier for each color

void tum_weave3_clear(JointWeave3 *weave, const TumAllocator *allocator)
{
    array_free(&weave->points, allocator);
    array_free(&weave->inertia, allocator);
    array_free(&weave->frames, allocator);
    array_free(&weave->parts, allocator);
    array_free(&weave->colors, allocator);
    array_free(&weave->point_joints, allocator);
    array_free(&weave->others, allocator);
}

static float *lane_at(Lanes3 *lanes, int32_t lane, int row)
{
    return &(row == 0 ? lanes->x : row == 1 ? lanes->y : lanes->z)[lane % WIDE];
}

static float *impulse_at(JointWeave3 *weave, const JointPart3 *part, int32_t row)
{
    return part->weave == WEAVE_POINT
               ? lane_at(&weave->points.items[part->lane / WIDE].impulse, part->lane, row)
               : &weave->parts.items[part->lane / WIDE].rows[row].impulse[part->lane % WIDE];
}

typedef enum Way { TO_LANES, TO_ROWS } Way;

// A step begins with how far points were apart.
static void move_gap(float *lane, JointRow3 *row, Way way)
{
    if (way == TO_LANES) {
        *lane = (float)row->value;
    } else {
        row->value = (double)*lane;
    }
}

static void move_impulses(JointWeave3 *weave, JointSet3 *set, int32_t joint_slot, Way way)
{
    const Joint3 *joint = &set->joints.items[joint_slot];
    for (int32_t i = 0; i < joint->part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        for (int32_t k = 0; k < part->row_count; ++k) {
            float *lane = impulse_at(weave, part, k);
            JointRow3 *row = &set->rows.items[part->row_first + k];
            if (way == TO_LANES) {
                *lane = (float)row->impulse;
            } else {
                row->impulse = (double)*lane;
            }
            if (part->weave == WEAVE_POINT) {
                move_gap(lane_at(&weave->points.items[part->lane / WIDE].apart, part->lane, k), row,
                         way);
            }
        }
    }
}

static void move_all_impulses(JointWeave3 *weave, JointSet3 *set, Way way)
{
    for (size_t i = 0; i < weave->point_joints.count; ++i) {
        if (weave->point_joints.items[i] != NONE) {
            move_impulses(weave, set, weave->point_joints.items[i], way);
        }
    }
    for (size_t i = 0; i < weave->others.count; ++i) {
        move_impulses(weave, set, weave->others.items[i], way);
    }
    weave->holds = way == TO_LANES;
}

void tum_weaves3_release(JointSet3 *set)
{
    for (size_t i = 0; i < set->weaves.count; ++i) {
        JointWeave3 *weave = &set->weaves.items[i];
        if (weave->holds) {
            move_all_impulses(weave, set, TO_ROWS);
        }
    }
}

double tum_weave3_impulse(JointWeave3 *weave, const JointPart3 *part, int32_t row)
{
    return (double)*impulse_at(weave, part, row);
}

// Blocks of a color: first those of points, then those of other parts.
typedef struct ColorBlocks {
    PointBatch3 points;
    PartBlock3 *parts;
    uint32_t part_count;
} ColorBlocks;

static ColorBlocks blocks_in(JointWeave3 *weave, int32_t index, Range items, SolverBody3 *bodies)
{
    const WeaveColor3 *color = &weave->colors.items[index];
    const uint32_t split = color->point_count;
    const uint32_t point_end = items.end < split ? items.end : split;
    const uint32_t point_begin = color->point_first + items.begin;
    const uint32_t part_begin = items.begin > split ? items.begin : split;
    return (ColorBlocks){
        .points = {.blocks = weave->points.items + point_begin,
                   .inertia = weave->inertia.items + point_begin,
                   .frames = weave->frames.items + point_begin,
                   .count = point_end > items.begin ? point_end - items.begin : 0,
                   .bodies = bodies},
        .parts = weave->parts.items + color->part_first + (part_begin - split),
        .part_count = items.end > part_begin ? items.end - part_begin : 0,
    };
}

static JointPass3 joint_pass(StepTime time, SolvePass pass)
{
    const float omega = 2.0f * PI_F * JOINT_SHARE / time.substep;
    const Softness softness = softness_of(omega, JOINT_DAMPING, time.substep);
    return (JointPass3){.bias = pass == PASS_SOLVE,
                        .inverse_substep = 1.0f / time.substep,
                        .elapsed = time.moved,
                        .softness = softness};
}

static void run_color(Space3 *space, JointWeave3 *weave, StepTime time, SolvePass pass,
                      int32_t color, Range items)
{
    const JointKernel3 *kernel = space->joint_kernel;
    SolverBody3 *bodies = space->states.items;
    const ColorBlocks blocks = blocks_in(weave, color, items, bodies);
    if (pass == PASS_WARM_START) {
        kernel->warm_start_points(blocks.points);
        kernel->warm_start_parts(blocks.parts, blocks.part_count, bodies);
        return;
    }
    const JointPass3 wanted = joint_pass(time, pass);
    kernel->solve_points(blocks.points, &wanted);
    kernel->solve_parts(blocks.parts, blocks.part_count, bodies, &wanted);
}

// Of joints swept once more after contacts only velocities matter.
static bool does_nothing(SolvePass pass)
{
    return pass == PASS_SOLVE_AGAIN;
}

static uint32_t items_of(const JointWeave3 *weave, SolvePass pass, int32_t color)
{
    return pass == PASS_PREPARE
               ? (uint32_t)(weave->points.count + weave->others.count)
               : weave->colors.items[color].point_count + weave->colors.items[color].part_count;
}

bool tum_weave3_is_small(const JointWeave3 *weave)
{
    return weave->points.count + weave->parts.count <= BLOCKS_OF_SMALL;
}

void tum_weave3_run(Space3 *space, StepTime time, SolvePass pass, JointWeave3 *weave)
{
    if (pass == PASS_PREPARE) {
        tum_weave3_prepare(space, weave, time, (Range){0, items_of(weave, pass, 0), 0});
        return;
    }
    for (int32_t i = 0; i < (int32_t)weave->colors.count && !does_nothing(pass); ++i) {
        run_color(space, weave, time, pass, i, (Range){0, items_of(weave, pass, i), 0});
    }
}

static const JointWeave3 *weave_of(const Space3 *space, int32_t assembly)
{
    const int32_t index = space->joints.assemblies.items[assembly].weave;
    return index == NONE ? NULL : &space->joints.weaves.items[index];
}

// Moving frames and ranges of a divided step go on from where the part before left them.
static void advance(JointSet3 *set, const JointAssembly3 *assembly, double seconds)
{
    for (int32_t i = 0; i < assembly->joint_count; ++i) {
        const int32_t slot = set->ordered.items[assembly->joint_first + i];
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

// [m] or [rad] How far the hard parts of a weave were apart in the step before.
static float widest_gap(const JointSet3 *set, const JointWeave3 *weave)
{
    float most = 0.0f;
    for (size_t i = 0; i < weave->points.count; ++i) {
        const Lanes3 *apart = &weave->points.items[i].apart;
        most = maximum(
            most, maximum(widest_in(apart->x), maximum(widest_in(apart->y), widest_in(apart->z))));
    }
    for (size_t i = 0; i < weave->others.count; ++i) {
        const Joint3 *joint = &set->joints.items[weave->others.items[i]];
        for (int32_t k = 0; k < joint->part_count; ++k) {
            const JointPart3 *part = &set->parts.items[joint->part_first + k];
            most = maximum(most, (float)tum_joint3_part_gap(set, part));
        }
    }
    return most;
}

// Parts that contradict each other stay apart, and what they do about it is for ever: bodies lose
// of their motion against the whole.
static void calm(Space3 *space, const JointAssembly3 *assembly, float share)
{
    Vec3 momentum = {0.0f, 0.0f, 0.0f};
    float mass = 0.0f;
    const JointBody3 *bodies = &space->joints.bodies.items[assembly->body_first];
    for (int32_t i = 0; i < assembly->body_count; ++i) {
        const float inverse = space->masses.items[bodies[i].slot].inverse_mass;
        if (bodies[i].is_movable && inverse > 0.0f) {
            momentum = vec3_add_scaled(momentum, space->states.items[bodies[i].slot].linear,
                                       1.0f / inverse);
            mass += 1.0f / inverse;
        }
    }
    const Vec3 mean = vec3_scale(momentum, mass > 0.0f ? 1.0f / mass : 0.0f);
    for (int32_t i = 0; i < assembly->body_count; ++i) {
        SolverBody3 *state = &space->states.items[bodies[i].slot];
        if (bodies[i].is_movable) {
            state->linear = vec3_add_scaled(state->linear, vec3_sub(mean, state->linear), share);
            state->angular = vec3_scale(state->angular, 1.0f - share);
        }
    }
}

void tum_weaves3_begin(Space3 *space, const Sim *sim, StepTime time)
{
    JointSet3 *set = &space->joints;
    const float before = time.elapsed - set->weaves_elapsed;
    set->weaves_elapsed = time.elapsed;
    for (size_t i = 0; i < sim->joints.active.count && set->weaves.count > 0; ++i) {
        const JointAssembly3 *assembly = &set->assemblies.items[sim->joints.active.items[i]];
        if (assembly->weave == NONE) {
            continue;
        }
        JointWeave3 *weave = &set->weaves.items[assembly->weave];
        if (!weave->holds) {
            move_all_impulses(weave, set, TO_LANES);
        }
        if (time.elapsed > 0.0f) {
            advance(set, assembly, (double)before);
        }
        const float gap = widest_gap(set, weave);
        if (gap > WEAVE_APART) {
            calm(space, assembly, minimum((gap - WEAVE_APART) * CALM_RATE, WEAVE_CALM_MOST));
        }
        weave->loads_frames = weave->changes != set->changes;
        weave->changes = set->changes;
    }
}

int32_t tum_space3_weave_colors(const Space *opaque, int32_t assembly, SolvePass pass)
{
    const JointWeave3 *weave = weave_of((const Space3 *)opaque, assembly);
    if (weave == NULL || tum_weave3_is_small(weave) || does_nothing(pass)) {
        return 0;
    }
    return pass == PASS_PREPARE ? 1 : (int32_t)weave->colors.count;
}

uint32_t tum_space3_weave_items(const Space *opaque, int32_t assembly, SolvePass pass,
                                int32_t color)
{
    return items_of(weave_of((const Space3 *)opaque, assembly), pass, color);
}

void tum_space3_run_weave(Space *opaque, StepTime time, SolvePass pass, int32_t assembly,
                          int32_t color, Range items)
{
    Space3 *space = (Space3 *)opaque;
    JointWeave3 *weave =
        &space->joints.weaves.items[space->joints.assemblies.items[assembly].weave];
    if (pass == PASS_PREPARE) {
        tum_weave3_prepare(space, weave, time, items);
    } else {
        run_color(space, weave, time, pass, color, items);
    }
}

const JointKernel3 *tum_choose_joint_kernel3(CpuInstructions instructions)
{
    return cpu_choose_kernel(instructions, tum_joint_kernel3);
}
