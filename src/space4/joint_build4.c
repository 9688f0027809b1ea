// SPDX-License-Identifier: MIT
// joint_build4.c: bodies and joint islands of 4D joints, by the layout of their topology.
#include "space4/space_data4.h"

enum { SWEPT_JOINTS = 48 }; // Joints of a swept island that are solved together.

static bool add_bodies(JointSet4 *set, const Topology *topology, const TumAllocator *allocator)
{
    const size_t count = set->layout.bodies.count;
    if (!array_extend(&set->bodies, count, allocator)) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        const int32_t slot = set->layout.bodies.items[i];
        set->bodies.items[i].slot = slot;
        set->bodies.items[i].is_movable = topology->bodies.items[slot].is_movable;
    }
    for (size_t i = 0; i < set->layout.ordered.count; ++i) {
        const int32_t slot = set->layout.ordered.items[i];
        for (int side = 0; side < 2; ++side) {
            set->joints.items[slot].body[side] = set->layout.ends.items[slot].body[side];
        }
    }
    return true;
}

static bool add_joint_islands(JointSet4 *set, const TumAllocator *allocator)
{
    const size_t count = set->layout.islands.count;
    if (!array_extend(&set->joint_islands, count, allocator) ||
        !array_reserve(&set->active, count, allocator)) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        const JointRanges *ranges = &set->layout.islands.items[i];
        set->joint_islands.items[i] =
            (JointIsland4){.body_first = ranges->body_first,
                           .body_count = ranges->body_count,
                           .joint_first = ranges->joint_first,
                           .joint_count = ranges->joint_count,
                           .system_block_first = ranges->system_block_first,
                           .system_block_count = ranges->system_block_count,
                           .is_tree = ranges->is_tree,
                           .is_swept = ranges->is_swept};
    }
    return true;
}

void tum_joint_set4_clear_layout(JointSet4 *set, const TumAllocator *allocator)
{
    tum_joint_layout_empty(&set->layout, allocator);
    set->bodies.count = set->joint_islands.count = set->active.count = 0;
}

TumStatus tum_space4_finish_joints(Space4 *space, const Topology *topology)
{
    JointSet4 *set = &space->joints;
    const TumAllocator *allocator = &space->allocator;
    const size_t joints = topology->joints.joints.count;
    tum_joint_set4_clear_layout(set, allocator);
    int32_t *row_counts = tum_allocate_zeroed(allocator, joints, sizeof *row_counts);
    if (row_counts == NULL && joints > 0) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < joints; ++i) {
        row_counts[i] = set->joints.items[i].row_count;
    }
    const JointLayoutDef def = {.row_counts = row_counts, .swept_joints = SWEPT_JOINTS};
    const TumStatus status = tum_joint_layout_make(&set->layout, topology, &def, allocator);
    tum_release(allocator, row_counts, joints * sizeof *row_counts);
    if (status != TUM_OK) {
        return status;
    }
    return add_bodies(set, topology, allocator) && add_joint_islands(set, allocator) &&
                   array_reserve(&set->vector, (size_t)set->layout.vector_count, allocator)
               ? TUM_OK
               : TUM_ERROR_MEMORY;
}
