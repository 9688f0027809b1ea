// SPDX-License-Identifier: MIT
// joint_build3.c: layout of joints by joint island and system block.
#include "joint3/joint_build3.h"

#include "base/assert.h"
#include "joint3/articulation3.h"
#include "joint3/joint_net3.h"
#include "joint3/joint_redundant3.h"
#include "joint3/joint_state3.h"
#include "joint3/joint_sweep3.h"
#include "space3/space3.h"

// State of the layout.
typedef struct Layout {
    Space3 *space;
    const Topology *topology;
    int32_t *row_counts; // one per joint
    int32_t row_next;
    JointPart3 *parts; // new arrays of parts and rows
    JointRow3 *rows;
    size_t part_count, row_count;
} Layout;

static TumStatus add_joint_sweep(Layout *layout, JointIsland3 *joint_island)
{
    JointSet3 *set = &layout->space->joints;
    JointSweep3 *joint_sweep = array_push(&set->joint_sweeps, &layout->space->allocator);
    if (joint_sweep == NULL) {
        return TUM_ERROR_MEMORY;
    }
    joint_island->joint_sweep = (int32_t)set->joint_sweeps.count - 1;
    const int32_t *joints = &set->layout.ordered.items[joint_island->joint_first];
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        set->joints.items[joints[i]].joint_sweep = joint_island->joint_sweep + 1;
    }
    return tum_joint_sweep3_lay_out(joint_sweep, set, joint_island, joints,
                                    joint_island->joint_count, &layout->space->allocator)
               ? TUM_OK
               : TUM_ERROR_MEMORY;
}

static bool add_bodies(Layout *layout)
{
    JointSet3 *set = &layout->space->joints;
    const size_t count = set->layout.bodies.count;
    if (!array_extend(&set->bodies, count, &layout->space->allocator)) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        const int32_t slot = set->layout.bodies.items[i];
        set->bodies.items[i].slot = slot;
        set->bodies.items[i].is_movable = layout->topology->bodies.items[slot].is_movable;
    }
    for (size_t i = 0; i < set->layout.ordered.count; ++i) {
        const int32_t slot = set->layout.ordered.items[i];
        for (int side = 0; side < 2; ++side) {
            set->joints.items[slot].body[side] = set->layout.ends.items[slot].body[side];
        }
    }
    return true;
}

static TumStatus add_joint_islands(Layout *layout)
{
    JointSet3 *set = &layout->space->joints;
    TumStatus status =
        array_extend(&set->joint_islands, set->layout.islands.count, &layout->space->allocator)
            ? TUM_OK
            : TUM_ERROR_MEMORY;
    for (size_t i = 0; i < set->layout.islands.count && status == TUM_OK; ++i) {
        const JointRanges *ranges = &set->layout.islands.items[i];
        JointIsland3 *joint_island = &set->joint_islands.items[i];
        *joint_island = (JointIsland3){.body_first = ranges->body_first,
                                       .body_count = ranges->body_count,
                                       .joint_first = ranges->joint_first,
                                       .joint_count = ranges->joint_count,
                                       .system_block_first = ranges->system_block_first,
                                       .system_block_count = ranges->system_block_count,
                                       .is_tree = ranges->is_tree,
                                       .joint_sweep = NONE,
                                       .kind = NONE};
        if (ranges->is_swept) {
            status = add_joint_sweep(layout, joint_island);
        }
    }
    return status;
}

// Lays out joint islands, and joint sweeps of nets.
static TumStatus lay_out(Layout *layout)
{
    JointSet3 *set = &layout->space->joints;
    for (size_t i = 0; i < layout->topology->joints.joints.count; ++i) {
        const Joint3 *joint = &set->joints.items[i];
        layout->row_counts[i] = joint3_is_redundant(joint) ? 0 : joint->row_count;
    }
    const TumAllocator *allocator = &layout->space->allocator;
    const NetJudge3 judge = tum_net_judge3(layout->space, layout->topology);
    const JointLayoutDef def = {.row_counts = layout->row_counts,
                                .holds_net = tum_net3_is_held_by_sweep,
                                .context = &judge};
    set->masses_judged = set->masses_changes;
    set->vector.count = set->wrong.count = set->aims.count = 0;
    if (tum_joint_layout_make(&set->layout, layout->topology, &def, allocator) != TUM_OK ||
        !array_extend(&set->vector, (size_t)set->layout.vector_count, allocator) ||
        !array_extend(&set->wrong, (size_t)set->layout.vector_count, allocator) ||
        !array_extend(&set->aims, (size_t)set->layout.vector_count, allocator) ||
        !add_bodies(layout)) {
        return TUM_ERROR_MEMORY;
    }
    return add_joint_islands(layout);
}

static void move_joint_rows(Layout *layout, Joint3 *joint, int32_t row)
{
    const JointSet3 *set = &layout->space->joints;
    joint->row_first = row;
    for (int32_t k = 0; k < joint->part_count; ++k) {
        JointPart3 *part = &layout->parts[joint->part_first + k];
        const JointRow3 *before = &set->rows.items[part->row_first];
        part->row_first = row;
        for (int32_t r = 0; r < part->row_count; ++r, ++row) {
            layout->rows[row] = before[r];
        }
    }
}

// Moves rows of a joint island into the order of its joints.
static void move_rows(Layout *layout, const JointIsland3 *joint_island)
{
    JointSet3 *set = &layout->space->joints;
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        Joint3 *joint = joint_set3_ordered(set, joint_island->joint_first + i);
        move_joint_rows(layout, joint, layout->row_next);
        layout->row_next += joint->row_count;
    }
}

// Moves parts and rows to their new places, and drops unused ones. From here on nothing fails.
static void take_places(Layout *layout)
{
    Space3 *space = layout->space;
    JointSet3 *set = &space->joints;
    size_t next = 0;
    for (size_t i = 0; i < set->joints.count; ++i) {
        Joint3 *joint = &set->joints.items[i];
        for (int32_t k = 0; k < joint->part_count; ++k) {
            layout->parts[next + (size_t)k] = set->parts.items[joint->part_first + k];
        }
        joint->part_first = (int32_t)next;
        next += (size_t)joint->part_count;
    }
    for (size_t i = 0; i < set->joint_islands.count; ++i) {
        move_rows(layout, &set->joint_islands.items[i]);
    }
    for (size_t i = 0; i < set->joints.count; ++i) {
        if (joint3_is_redundant(&set->joints.items[i])) {
            move_joint_rows(layout, &set->joints.items[i], layout->row_next);
            layout->row_next += set->joints.items[i].row_count;
        }
    }
    array_free(&set->parts, &space->allocator);
    array_free(&set->rows, &space->allocator);
    set->parts.items = layout->parts;
    set->parts.count = set->parts.capacity = layout->part_count;
    set->rows.items = layout->rows;
    set->rows.count = set->rows.capacity = layout->row_count;
    layout->parts = NULL;
    layout->rows = NULL;
}

static void clear_layout(JointSet3 *set, const TumAllocator *allocator)
{
    tum_joint_layout_empty(&set->layout, allocator);
    tum_articulations3_clear(set, allocator);
    for (size_t i = 0; i < set->joint_sweeps.count; ++i) {
        tum_joint_sweep3_clear(&set->joint_sweeps.items[i], allocator);
        set->joint_sweeps.items[i] = (JointSweep3){0};
    }
    for (size_t i = 0; i < set->joints.count; ++i) {
        set->joints.items[i].joint_sweep = 0;
    }
    set->joint_sweeps.count = 0;
    set->bodies.count = set->joint_islands.count = 0;
}

static bool make_room(Layout *layout)
{
    Space3 *space = layout->space;
    JointSet3 *set = &space->joints;
    for (size_t i = 0; i < set->joints.count; ++i) {
        layout->part_count += (size_t)set->joints.items[i].part_count;
        layout->row_count += (size_t)set->joints.items[i].row_count;
    }
    const TumAllocator *allocator = &space->allocator;
    const size_t joints = layout->topology->joints.joints.count;
    layout->row_counts = tum_allocate_zeroed(allocator, joints, sizeof *layout->row_counts);
    layout->parts = tum_allocate_zeroed(allocator, layout->part_count, sizeof *layout->parts);
    layout->rows = tum_allocate_zeroed(allocator, layout->row_count, sizeof *layout->rows);
    return (joints == 0 || layout->row_counts != NULL) &&
           (layout->part_count == 0 || layout->parts != NULL) &&
           (layout->row_count == 0 || layout->rows != NULL) &&
           array_reserve(&set->free_rows, layout->row_count, allocator) &&
           array_reserve(&set->kept, layout->row_count, allocator) &&
           array_extend(&set->strains, layout->topology->bodies.count, allocator);
}

TumStatus tum_space3_finish_joints(Space3 *space, const Topology *topology)
{
    Layout layout = {.space = space, .topology = topology};
    const TumAllocator *allocator = &space->allocator;
    tum_joint_set3_release(&space->joints);
    clear_layout(&space->joints, allocator);
    tum_joint3_find_redundant(&space->joints, topology);
    TumStatus status = make_room(&layout) ? lay_out(&layout) : TUM_ERROR_MEMORY;
    if (status == TUM_OK) {
        space->joints.free_rows.count = layout.row_count;
        take_places(&layout);
        status = tum_articulations3_lay_out(&space->joints, allocator) ? TUM_OK : TUM_ERROR_MEMORY;
    }
    tum_release(allocator, layout.row_counts,
                topology->joints.joints.count * sizeof *layout.row_counts);
    tum_release(allocator, layout.parts, layout.part_count * sizeof *layout.parts);
    tum_release(allocator, layout.rows, layout.row_count * sizeof *layout.rows);
    return status;
}

void tum_joint_set3_clear(JointSet3 *set, const TumAllocator *allocator)
{
    clear_layout(set, allocator);
    array_free(&set->joints, allocator);
    array_free(&set->parts, allocator);
    array_free(&set->rows, allocator);
    array_free(&set->vector, allocator);
    array_free(&set->wrong, allocator);
    array_free(&set->aims, allocator);
    array_free(&set->kept, allocator);
    array_free(&set->free_rows, allocator);
    array_free(&set->strains, allocator);
    array_free(&set->bodies, allocator);
    tum_joint_layout_clear(&set->layout, allocator);
    array_free(&set->joint_sweeps, allocator);
    array_free(&set->kinds, allocator);
    array_free(&set->articulations, allocator);
    array_free(&set->jobs, allocator);
    array_free(&set->gathered, allocator);
    array_free(&set->joint_islands, allocator);
}

static void hash_part(const JointSet3 *set, const Joint3 *joint, const JointPart3 *part, Hash *hash)
{
    const double numbers[] = {part->low,    part->high,  part->stiffness, part->damping,
                              part->target, part->speed, part->max_force};
    tum_hash_add_u64(hash,
                     (uint64_t)part->kind << 8 | (uint64_t)part->is_angular << 3 | part->axes);
    tum_hash_add(hash, numbers, sizeof numbers);
    for (int32_t i = 0; i < part->row_count; ++i) {
        const RowMemory3 row = tum_joint3_memory(set, joint, part, i);
        tum_hash_add(hash, &row.impulse, sizeof row.impulse);
        tum_hash_add_u64(hash, (uint64_t)row.state << 8 | row.side);
    }
}

static void hash_count(const JointSet3 *set, const Joint3 *joint, Hash *hash)
{
    for (int axis = 0; axis < 3; ++axis) {
        double angle;
        if ((joint->counts >> axis & 1) != 0 && tum_joint3_counted(set, joint, axis, &angle)) {
            tum_hash_add_u64(hash, (uint64_t)axis);
            tum_hash_add(hash, &angle, sizeof angle);
        }
    }
    tum_hash_add_u64(hash, joint->placed);
}

void tum_joint_set3_hash(const JointSet3 *set, Hash *hash)
{
    for (size_t i = 0; i < set->joints.count; ++i) {
        const Joint3 *joint = &set->joints.items[i];
        if (joint->part_count > 0) {
            tum_hash_add_u64(hash, (uint64_t)i);
            tum_hash_add(hash, joint->frame, sizeof joint->frame);
            hash_count(set, joint, hash);
        }
        for (int32_t k = 0; k < joint->part_count; ++k) {
            hash_part(set, joint, &set->parts.items[joint->part_first + k], hash);
        }
    }
}
