// SPDX-License-Identifier: MIT
// joint_build3.c: layout of joints by joint island and system block.
#include "joint3/joint_build3.h"

#include "base/assert.h"
#include "joint3/articulation3.h"
#include "joint3/joint_state3.h"
#include "joint3/joint_sweep3.h"
#include "space3/space3.h"

// State of the layout.
typedef struct Layout {
    Space3 *space;
    const Topology *topology;
    int32_t *local; // place of each body in set->bodies, or NONE
    int32_t *sizes; // row counts of a system block's joints
    BlockLink *pairs;
    int32_t row_next;
    JointPart3 *parts; // new arrays of parts and rows
    JointRow3 *rows;
    size_t part_count, row_count;
} Layout;

enum {
    PAIRS_MOST = BLOCK_NODES_MOST * (BLOCK_NODES_MOST - 1) / 2,
    JOINTS_PER_LOOP = 16 // fewer: swept, if one matrix is too small for the joints
};

// The body's place in the joint island that begins at `first`.
static int32_t enlist(Layout *layout, int32_t slot, int32_t first)
{
    JointSet3 *set = &layout->space->joints;
    if (layout->local[slot] >= first) {
        return layout->local[slot];
    }
    JointBody3 *body = array_push(&set->bodies, &layout->space->allocator);
    if (body == NULL) {
        return NONE;
    }
    body->slot = slot;
    body->is_movable = layout->topology->bodies.items[slot].is_movable;
    layout->local[slot] = (int32_t)set->bodies.count - 1;
    return layout->local[slot];
}

static bool shares_movable_body(const JointSet3 *set, const Joint3 *a, const Joint3 *b)
{
    for (int i = 0; i < 2; ++i) {
        const bool shared = a->body[i] == b->body[0] || a->body[i] == b->body[1];
        if (shared && set->bodies.items[a->body[i]].is_movable) {
            return true;
        }
    }
    return false;
}

static void list_shared_bodies(const JointSet3 *set, JointLink3 *link)
{
    const Joint3 *a = joint_set3_ordered(set, link->a), *b = joint_set3_ordered(set, link->b);
    for (int i = 0; i < 4; ++i) {
        const int side_a = i / 2, side_b = i % 2;
        const int32_t body = a->body[side_a];
        if (body == b->body[side_b] && set->bodies.items[body].is_movable) {
            link->side[link->count][0] = (uint8_t)side_a;
            link->side[link->count++][1] = (uint8_t)side_b;
        }
    }
}

static size_t find_pairs(const Layout *layout, int32_t first, int32_t count)
{
    const JointSet3 *set = &layout->space->joints;
    size_t found = 0;
    for (int32_t i = 0; i < count; ++i) {
        for (int32_t k = i + 1; k < count; ++k) {
            if (shares_movable_body(set, joint_set3_ordered(set, first + i),
                                    joint_set3_ordered(set, first + k))) {
                layout->pairs[found++] = (BlockLink){i, k};
            }
        }
    }
    return found;
}

static TumStatus add_links(Layout *layout, SystemBlock3 *system_block, size_t pair_count)
{
    JointSet3 *set = &layout->space->joints;
    system_block->link_first = (int32_t)set->links.count;
    system_block->link_count = (int32_t)pair_count;
    for (size_t i = 0; i < pair_count; ++i) {
        JointLink3 *link = array_push(&set->links, &layout->space->allocator);
        if (link == NULL) {
            return TUM_ERROR_MEMORY;
        }
        const BlockLink pair = layout->pairs[i];
        const bool in_order =
            system_block->matrix.place[pair.a] > system_block->matrix.place[pair.b];
        *link =
            (JointLink3){.a = system_block->joint_first + (in_order ? pair.a : pair.b),
                         .b = system_block->joint_first + (in_order ? pair.b : pair.a),
                         .block = tum_block_cholesky_find(&system_block->matrix, pair.a, pair.b)};
        list_shared_bodies(set, link);
    }
    return TUM_OK;
}

// Adds one system block with all of these joints. @return TUM_ERROR_CAPACITY where there are too
// many joints, or too many loops for the fill of the matrix.
static TumStatus add_whole(Layout *layout, int32_t first, int32_t count)
{
    if (count > BLOCK_NODES_MOST) {
        return TUM_ERROR_CAPACITY;
    }
    JointSet3 *set = &layout->space->joints;
    BlockCholesky matrix = {0};
    for (int32_t i = 0; i < count; ++i) {
        layout->sizes[i] = joint_set3_ordered(set, first + i)->row_count;
    }
    const size_t pair_count = find_pairs(layout, first, count);
    const TumStatus status = tum_block_cholesky_init(&matrix, count, layout->sizes, layout->pairs,
                                                     pair_count, &layout->space->allocator);
    if (status != TUM_OK) {
        return status;
    }
    SystemBlock3 *system_block = array_push(&set->system_blocks, &layout->space->allocator);
    if (system_block == NULL) {
        tum_block_cholesky_destroy(&matrix, &layout->space->allocator);
        return TUM_ERROR_MEMORY;
    }
    *system_block = (SystemBlock3){.joint_first = first,
                                   .joint_count = count,
                                   .row_first = layout->row_next,
                                   .matrix = matrix,
                                   .is_stale = true};
    layout->row_next += matrix.row_count;
    return add_links(layout, system_block, pair_count);
}

// Adds one system block, or blocks for both halves of the joints, recursively.
static TumStatus add_system_blocks(Layout *layout, int32_t first, int32_t count)
{
    TumStatus status = add_whole(layout, first, count);
    if (status == TUM_ERROR_CAPACITY) {
        status = add_system_blocks(layout, first, count / 2);
        status = status == TUM_OK ? add_system_blocks(layout, first + count / 2, count - count / 2)
                                  : status;
    }
    return status;
}

// Whether there are so many loops that a cut into system blocks would not hold together.
static bool is_loopy(const Layout *layout, const JointIsland3 *joint_island)
{
    const JointSet3 *set = &layout->space->joints;
    int32_t loops = 1;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        loops -= set->bodies.items[joint_island->body_first + i].is_movable;
    }
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        const Joint3 *joint = joint_set3_ordered(set, joint_island->joint_first + i);
        loops += set->bodies.items[joint->body[0]].is_movable &&
                 set->bodies.items[joint->body[1]].is_movable;
    }
    return loops > joint_island->joint_count / JOINTS_PER_LOOP;
}

// Whether joints form a tree. All fixed bodies count as one body.
static bool is_tree(const Layout *layout, const JointIsland3 *joint_island)
{
    const JointSet3 *set = &layout->space->joints;
    int32_t movable = 0;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        movable += set->bodies.items[joint_island->body_first + i].is_movable;
    }
    const int32_t others = movable < joint_island->body_count ? 1 : 0;
    return joint_island->joint_count <= movable + others - 1;
}

static TumStatus add_joint_sweep(Layout *layout, JointIsland3 *joint_island)
{
    JointSet3 *set = &layout->space->joints;
    JointSweep3 *joint_sweep = array_push(&set->joint_sweeps, &layout->space->allocator);
    if (joint_sweep == NULL) {
        return TUM_ERROR_MEMORY;
    }
    joint_island->joint_sweep = (int32_t)set->joint_sweeps.count - 1;
    const int32_t *joints = &set->ordered.items[joint_island->joint_first];
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        set->joints.items[joints[i]].joint_sweep = joint_island->joint_sweep + 1;
    }
    return tum_joint_sweep3_lay_out(joint_sweep, set, joint_island, joints,
                                    joint_island->joint_count, &layout->space->allocator)
               ? TUM_OK
               : TUM_ERROR_MEMORY;
}

static TumStatus add_joint_island(Layout *layout, const JointIsland *source)
{
    JointSet3 *set = &layout->space->joints;
    const TumAllocator *allocator = &layout->space->allocator;
    const int32_t body_first = (int32_t)set->bodies.count, first = (int32_t)set->ordered.count;
    for (int32_t i = 0; i < source->joint_count; ++i) {
        const int32_t slot = layout->topology->joints.order.items[source->joint_first + i];
        Joint3 *joint = &set->joints.items[slot];
        int32_t *ordered = array_push(&set->ordered, allocator);
        if (ordered == NULL) {
            return TUM_ERROR_MEMORY;
        }
        *ordered = slot;
        for (int side = 0; side < 2; ++side) {
            const int32_t body = layout->topology->joints.joints.items[slot].body[side];
            joint->body[side] = enlist(layout, body, body_first);
            if (joint->body[side] == NONE) {
                return TUM_ERROR_MEMORY;
            }
        }
    }
    JointIsland3 *joint_island = array_push(&set->joint_islands, allocator);
    if (joint_island == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *joint_island = (JointIsland3){.body_first = body_first,
                                   .body_count = (int32_t)set->bodies.count - body_first,
                                   .joint_first = first,
                                   .joint_count = source->joint_count,
                                   .system_block_first = (int32_t)set->system_blocks.count,
                                   .joint_sweep = NONE,
                                   .kind = NONE};
    joint_island->is_tree = is_tree(layout, joint_island);
    TumStatus status = add_whole(layout, first, source->joint_count);
    if (status == TUM_ERROR_CAPACITY) {
        status = is_loopy(layout, joint_island)
                     ? add_joint_sweep(layout, joint_island)
                     : add_system_blocks(layout, first, source->joint_count);
    }
    joint_island->system_block_count =
        (int32_t)set->system_blocks.count - joint_island->system_block_first;
    return status;
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

// Moves rows into the order of the system block's matrix.
static void move_rows(Layout *layout, const SystemBlock3 *system_block)
{
    JointSet3 *set = &layout->space->joints;
    for (int32_t i = 0; i < system_block->joint_count; ++i) {
        Joint3 *joint = joint_set3_ordered(set, system_block->joint_first + i);
        move_joint_rows(layout, joint,
                        system_block->row_first +
                            system_block->matrix.first_row[system_block->matrix.place[i]]);
    }
}

// Moves rows of a joint sweep into the order of its joints, after those of all system blocks.
static void move_swept_rows(Layout *layout, const JointIsland3 *joint_island)
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
    for (size_t i = 0; i < set->system_blocks.count; ++i) {
        move_rows(layout, &set->system_blocks.items[i]);
    }
    for (size_t i = 0; i < set->joint_islands.count; ++i) {
        if (set->joint_islands.items[i].joint_sweep != NONE) {
            move_swept_rows(layout, &set->joint_islands.items[i]);
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
    for (size_t i = 0; i < set->system_blocks.count; ++i) {
        tum_block_cholesky_destroy(&set->system_blocks.items[i].matrix, allocator);
    }
    tum_articulations3_clear(set, allocator);
    for (size_t i = 0; i < set->joint_sweeps.count; ++i) {
        tum_joint_sweep3_clear(&set->joint_sweeps.items[i], allocator);
        set->joint_sweeps.items[i] = (JointSweep3){0};
    }
    for (size_t i = 0; i < set->joints.count; ++i) {
        set->joints.items[i].joint_sweep = 0;
    }
    set->joint_sweeps.count = 0;
    set->bodies.count = set->ordered.count = set->links.count = 0;
    set->system_blocks.count = set->joint_islands.count = 0;
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
    const size_t bodies = layout->topology->bodies.count;
    layout->local = tum_allocate_zeroed(allocator, bodies, sizeof *layout->local);
    layout->sizes = tum_allocate_zeroed(allocator, BLOCK_NODES_MOST, sizeof *layout->sizes);
    layout->pairs = tum_allocate_zeroed(allocator, PAIRS_MOST, sizeof *layout->pairs);
    layout->parts = tum_allocate_zeroed(allocator, layout->part_count, sizeof *layout->parts);
    layout->rows = tum_allocate_zeroed(allocator, layout->row_count, sizeof *layout->rows);
    return layout->local != NULL && layout->sizes != NULL && layout->pairs != NULL &&
           (layout->part_count == 0 || layout->parts != NULL) &&
           (layout->row_count == 0 || layout->rows != NULL) &&
           array_reserve(&set->vector, layout->row_count, allocator) &&
           array_reserve(&set->wrong, layout->row_count, allocator) &&
           array_reserve(&set->free_rows, layout->row_count, allocator);
}

TumStatus tum_space3_finish_joints(Space3 *space, const Topology *topology)
{
    Layout layout = {.space = space, .topology = topology};
    const TumAllocator *allocator = &space->allocator;
    const size_t bodies = topology->bodies.count;
    tum_joint_set3_release(&space->joints);
    clear_layout(&space->joints, allocator);
    TumStatus status = make_room(&layout) ? TUM_OK : TUM_ERROR_MEMORY;
    for (size_t i = 0; i < bodies && status == TUM_OK; ++i) {
        layout.local[i] = NONE;
    }
    for (size_t i = 0; i < topology->joints.joint_islands.count && status == TUM_OK; ++i) {
        status = add_joint_island(&layout, &topology->joints.joint_islands.items[i]);
    }
    if (status == TUM_OK) {
        space->joints.vector.count = space->joints.wrong.count = layout.row_count;
        space->joints.free_rows.count = layout.row_count;
        take_places(&layout);
        status = tum_articulations3_lay_out(&space->joints, allocator) ? TUM_OK : TUM_ERROR_MEMORY;
    }
    tum_release(allocator, layout.local, bodies * sizeof *layout.local);
    tum_release(allocator, layout.sizes, BLOCK_NODES_MOST * sizeof *layout.sizes);
    tum_release(allocator, layout.pairs, PAIRS_MOST * sizeof *layout.pairs);
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
    array_free(&set->free_rows, allocator);
    array_free(&set->bodies, allocator);
    array_free(&set->ordered, allocator);
    array_free(&set->links, allocator);
    array_free(&set->system_blocks, allocator);
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
