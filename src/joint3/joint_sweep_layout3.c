// SPDX-License-Identifier: MIT
// joint_sweep_layout3.c: lanes of the parts of joints, for as long as joints stay. Parts get
// colors greedily, then the parts of each color are put into blocks.
#include "joint3/joint_sweep3.h"
#include "space3/space3.h"

// State of the coloring at a body of a joint.
typedef struct JointSweepUse {
    uint64_t colors; // A bit for each of the first 64 colors.
    int32_t next;    // First color from 64 on that is free.
} JointSweepUse;

// Whether a part is put into a point block, for as long as the layout stands. A part that may
// become a range is not.
static bool is_point_lane(const JointPart3 *part)
{
    return part->form == FORM_POINT && !part->may_lock;
}

bool tum_joint3_fits_joint_sweep(const JointSet3 *set, const Joint3 *joint)
{
    for (int32_t i = 0; i < joint->part_count && joint->joint_sweep != 0; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        if ((part->joint_sweep == SWEEP_POINT) != is_point_lane(part)) {
            return false;
        }
    }
    return true;
}

// The lowest color that is free at both bodies; from 64 on colors are only appended.
static int32_t choose_color(JointSweepUse *a, JointSweepUse *b)
{
    const uint64_t taken = (a != NULL ? a->colors : 0) | (b != NULL ? b->colors : 0);
    int32_t color = 64;
    if (~taken != 0) {
        color = __builtin_ctzll(~taken);
    } else {
        color = a != NULL && a->next > color ? a->next : color;
        color = b != NULL && b->next > color ? b->next : color;
    }
    JointSweepUse *uses[2] = {a, b};
    for (int side = 0; side < 2; ++side) {
        if (uses[side] != NULL && color < 64) {
            uses[side]->colors |= (uint64_t)1 << color;
        } else if (uses[side] != NULL) {
            uses[side]->next = color + 1;
        }
    }
    return color;
}

static JointSweepColor3 *color_at(JointSweep3 *joint_sweep, int32_t color,
                                  const TumAllocator *allocator)
{
    if (!array_extend(&joint_sweep->colors, (size_t)color + 1, allocator)) {
        return NULL;
    }
    return &joint_sweep->colors.items[color];
}

// Assigns each part its color and its index in the color, both in `lane` and `color`.
static bool color_parts(JointSweep3 *joint_sweep, JointSet3 *set, const JointIsland3 *joint_island,
                        const int32_t *joints, int32_t count, JointSweepUse *uses,
                        int32_t *part_colors, const TumAllocator *allocator)
{
    int32_t next = 0;
    for (int32_t i = 0; i < count; ++i) {
        const Joint3 *joint = &set->joints.items[joints[i]];
        JointSweepUse *side[2];
        for (int k = 0; k < 2; ++k) {
            const int32_t body = joint->body[k];
            side[k] =
                set->bodies.items[body].is_movable ? &uses[body - joint_island->body_first] : NULL;
        }
        for (int32_t k = 0; k < joint->part_count; ++k) {
            JointPart3 *part = &set->parts.items[joint->part_first + k];
            const int32_t color = choose_color(side[0], side[1]);
            JointSweepColor3 *lanes = color_at(joint_sweep, color, allocator);
            if (lanes == NULL) {
                return false;
            }
            part->joint_sweep = is_point_lane(part) ? SWEEP_POINT : SWEEP_PART;
            part->lane = (int32_t)(part->joint_sweep == SWEEP_POINT ? lanes->point_count++
                                                                    : lanes->part_count++);
            part_colors[next++] = color;
        }
    }
    return true;
}

static uint32_t blocks_of(uint32_t lanes)
{
    return (lanes + WIDE - 1) / WIDE;
}

// Allocates blocks from the numbers of lanes, color after color, for a new joint sweep.
static bool make_blocks(JointSweep3 *joint_sweep, const TumAllocator *allocator)
{
    uint32_t points = 0, parts = 0;
    for (size_t i = 0; i < joint_sweep->colors.count; ++i) {
        JointSweepColor3 *color = &joint_sweep->colors.items[i];
        *color = (JointSweepColor3){points, blocks_of(color->point_count), parts,
                                    blocks_of(color->part_count)};
        points += color->point_count;
        parts += color->part_count;
    }
    if (!array_extend(&joint_sweep->points, points, allocator) ||
        !array_extend(&joint_sweep->inertia, points, allocator) ||
        !array_extend(&joint_sweep->frames, points, allocator) ||
        !array_extend(&joint_sweep->parts, parts, allocator) ||
        !array_extend(&joint_sweep->point_impulses, points, allocator) ||
        !array_extend(&joint_sweep->part_impulses, parts, allocator) ||
        !array_extend(&joint_sweep->point_joints, (size_t)points * WIDE, allocator)) {
        return false;
    }
    for (size_t i = 0; i < joint_sweep->point_joints.count; ++i) {
        joint_sweep->point_joints.items[i] = NONE;
    }
    return true;
}

static void fill_lane(JointSweep3 *joint_sweep, const JointSet3 *set, const Joint3 *joint,
                      int32_t slot, JointPart3 *part, const JointSweepColor3 *color)
{
    const JointBody3 *a = &set->bodies.items[joint->body[0]];
    const JointBody3 *b = &set->bodies.items[joint->body[1]];
    const uint32_t lane = (uint32_t)part->lane % WIDE;
    if (part->joint_sweep == SWEEP_POINT) {
        part->lane += (int32_t)(color->point_first * WIDE);
        PointBlock3 *block = &joint_sweep->points.items[part->lane / WIDE];
        block->body_a[lane] = a->slot;
        block->body_b[lane] = b->slot;
        block->store_a |= (uint32_t)a->is_movable << lane;
        block->store_b |= (uint32_t)b->is_movable << lane;
        joint_sweep->point_joints.items[part->lane] = slot;
    } else {
        part->lane += (int32_t)(color->part_first * WIDE);
        PartBlock3 *block = &joint_sweep->parts.items[part->lane / WIDE];
        block->body_a[lane] = a->slot;
        block->body_b[lane] = b->slot;
        block->store_a |= (uint32_t)a->is_movable << lane;
        block->store_b |= (uint32_t)b->is_movable << lane;
        if (block->row_count < (uint32_t)part->row_count) {
            block->row_count = (uint32_t)part->row_count;
        }
    }
}

static bool fill_lanes(JointSweep3 *joint_sweep, JointSet3 *set, const int32_t *joints,
                       int32_t count, const int32_t *part_colors, const TumAllocator *allocator)
{
    int32_t next = 0;
    for (int32_t i = 0; i < count; ++i) {
        const Joint3 *joint = &set->joints.items[joints[i]];
        bool is_other = joint->counts != 0;
        for (int32_t k = 0; k < joint->part_count; ++k) {
            JointPart3 *part = &set->parts.items[joint->part_first + k];
            fill_lane(joint_sweep, set, joint, joints[i], part,
                      &joint_sweep->colors.items[part_colors[next++]]);
            is_other |= part->joint_sweep == SWEEP_PART;
        }
        if (is_other) {
            int32_t *other = array_push(&joint_sweep->others, allocator);
            if (other == NULL) {
                return false;
            }
            *other = joints[i];
        }
    }
    return true;
}

bool tum_joint_sweep3_lay_out(JointSweep3 *joint_sweep, JointSet3 *set,
                              const JointIsland3 *joint_island, const int32_t *joints,
                              int32_t count, const TumAllocator *allocator)
{
    size_t parts = 0;
    for (int32_t i = 0; i < count; ++i) {
        parts += (size_t)set->joints.items[joints[i]].part_count;
    }
    const size_t bodies = (size_t)joint_island->body_count;
    JointSweepUse *uses = tum_allocate_zeroed(allocator, bodies, sizeof *uses);
    int32_t *part_colors = tum_allocate_zeroed(allocator, parts, sizeof *part_colors);
    const bool done =
        uses != NULL && part_colors != NULL &&
        color_parts(joint_sweep, set, joint_island, joints, count, uses, part_colors, allocator) &&
        make_blocks(joint_sweep, allocator) &&
        fill_lanes(joint_sweep, set, joints, count, part_colors, allocator);
    tum_release(allocator, uses, bodies * sizeof *uses);
    tum_release(allocator, part_colors, parts * sizeof *part_colors);
    return done;
}
