// SPDX-License-Identifier: MIT
// joint_sweep_strain3.c: links of a joint sweep that joints pull hard. They keep their moments for
// a whole step, as its rows do.
#include "joint3/joint_numbers3.h"
#include "joint3/joint_strain3.h"
#include "joint3/joint_sweep3.h"

// [N s] Impulse of the linear rows of a part.
static double pull_of(JointSweep3 *joint_sweep, const JointPart3 *part)
{
    double squared = 0.0;
    for (int32_t k = 0; k < part->row_count && !part->is_angular; ++k) {
        const double impulse = tum_joint_sweep3_impulse(joint_sweep, part, k);
        squared += impulse * impulse;
    }
    return square_root64(squared);
}

static void add_swept_strain(JointSet3 *set, JointSweep3 *joint_sweep, const Joint3 *joint)
{
    double pull = 0.0;
    for (int32_t k = 0; k < joint->part_count; ++k) {
        pull += pull_of(joint_sweep, &set->parts.items[joint->part_first + k]);
    }
    for (int side = 0; side < 2; ++side) {
        set->bodies.items[joint->body[side]].strain +=
            pull * dvec3_length(joint->frame[side].position);
    }
}

// Share of a body's moments below which rounding cannot hide that it is strained.
static const float STRAIN_NEAR = 0.9f;

// Bound of the inverse moments of a lane, whatever way its body is turned.
static float inverse_moment(const LanesSym3 *matrices, int lane, bool is_round)
{
    return is_round ? matrices->xx[lane]
                    : matrices->xx[lane] + matrices->yy[lane] + matrices->zz[lane];
}

// Sums the strain of all bodies of point blocks, by slot.
static void sum_strains(const JointKernel3 *kernel, const JointSweep3 *joint_sweep, float *strains)
{
    for (size_t i = 0; i < joint_sweep->points.count; ++i) {
        const PointBlock3 *block = &joint_sweep->points.items[i];
        for (int lane = 0; lane < WIDE; ++lane) {
            strains[block->body_a[lane]] = strains[block->body_b[lane]] = 0.0f;
        }
    }
    for (size_t i = 0; i < joint_sweep->points.count; ++i) {
        const PointBlock3 *block = &joint_sweep->points.items[i];
        Lanes on_a, on_b;
        kernel->strain_points(block, on_a, on_b);
        for (int lane = 0; lane < WIDE; ++lane) {
            strains[block->body_a[lane]] += on_a[lane];
            strains[block->body_b[lane]] += on_b[lane];
        }
    }
}

// Whether a body may be strained, by the blocks of points alone, as the step before left them.
// Where they say no, no body is strained, so a world from a checkpoint, which has no blocks yet,
// goes on alike.
static bool may_be_strained(const JointKernel3 *kernel, const JointSweep3 *joint_sweep,
                            float *strains, float substep)
{
    sum_strains(kernel, joint_sweep, strains);
    const float scale = substep / (float)SWING_MOST;
    float most = 0.0f;
    for (size_t i = 0; i < joint_sweep->points.count; ++i) {
        const PointBlock3 *block = &joint_sweep->points.items[i];
        const PointInertia3 *inertia = &joint_sweep->inertia.items[i];
        const bool is_round = block->is_round != 0;
        for (int lane = 0; lane < WIDE; ++lane) {
            most = maximum(most, strains[block->body_a[lane]] *
                                     inverse_moment(&inertia->a, lane, is_round));
            most = maximum(most, strains[block->body_b[lane]] *
                                     inverse_moment(&inertia->b, lane, is_round));
        }
    }
    return most * scale > STRAIN_NEAR || joint_sweep->parts.count > 0;
}

void tum_joint_sweep3_follow_strain(Space3 *space, JointIsland3 *joint_island,
                                    JointSweep3 *joint_sweep, float substep)
{
    JointSet3 *set = &space->joints;
    const bool is_known = !joint_sweep->loads_frames && !joint_island->is_strained;
    joint_island->is_strained = false;
    if (is_known &&
        !may_be_strained(space->kernels.joint_sweep, joint_sweep, set->strains.items, substep)) {
        return;
    }
    JointBody3 *bodies = &set->bodies.items[joint_island->body_first];
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        bodies[i].strain = bodies[i].least_inertia = 0.0;
    }
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        add_swept_strain(set, joint_sweep, joint_island3_joint(set, joint_island, i));
    }
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const BodyMass3 *mass = &space->bodies.masses.items[bodies[i].slot];
        const double least = bodies[i].is_movable
                                 ? tum_joint3_strained_inertia(mass, &bodies[i], (double)substep)
                                 : 0.0;
        if (least > 0.0) {
            tum_joint3_enlarge_moments(space, &bodies[i], least);
            joint_island->is_strained = true;
        }
    }
}
