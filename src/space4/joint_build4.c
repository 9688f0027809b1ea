// SPDX-License-Identifier: MIT
// joint_build4.c: layout of 4D joints in joint islands and system blocks.
#include "space4/space4.h"

// State of the layout, with scratch memory for one system block.
typedef struct Layout4 {
    Space4 *space;
    const Topology *topology;
    int32_t *local; // One per body: its index in set->bodies, or NONE.
    int32_t *sizes; // [room_count]
    BlockLink *pairs;
    size_t room_count, pair_count;
} Layout4;

// Index of the body in the joint island whose bodies begin at `first`.
static int32_t enlist(Layout4 *layout, int32_t slot, int32_t first)
{
    JointSet4 *set = &layout->space->joints;
    if (layout->local[slot] >= first) {
        return layout->local[slot];
    }
    JointBody4 *body = array_push(&set->bodies, &layout->space->allocator);
    if (body == NULL) {
        return NONE;
    }
    *body =
        (JointBody4){.slot = slot, .is_movable = layout->topology->bodies.items[slot].is_movable};
    layout->local[slot] = (int32_t)set->bodies.count - 1;
    return layout->local[slot];
}

static const Joint4 *joint_at(const JointSet4 *set, int32_t index)
{
    return &set->joints.items[set->ordered.items[index]];
}

static void list_shared_bodies(const JointSet4 *set, const Joint4 *a, const Joint4 *b,
                               JointLink4 *link)
{
    for (int i = 0; i < 4; ++i) {
        const int side_a = i / 2, side_b = i % 2;
        const int32_t body = a->body[side_a];
        if (body == b->body[side_b] && set->bodies.items[body].is_movable) {
            link->side[link->count][0] = (uint8_t)side_a;
            link->side[link->count++][1] = (uint8_t)side_b;
        }
    }
}

static size_t find_pairs(const Layout4 *layout, int32_t first, int32_t count)
{
    const JointSet4 *set = &layout->space->joints;
    size_t found = 0;
    for (int32_t i = 0; i < count; ++i) {
        for (int32_t k = i + 1; k < count; ++k) {
            JointLink4 link = {.count = 0};
            list_shared_bodies(set, joint_at(set, first + i), joint_at(set, first + k), &link);
            if (link.count > 0) {
                layout->pairs[found++] = (BlockLink){i, k};
            }
        }
    }
    return found;
}

static TumStatus add_links(Layout4 *layout, SystemBlock4 *system_block, size_t pair_count)
{
    JointSet4 *set = &layout->space->joints;
    system_block->link_first = (int32_t)set->links.count;
    system_block->link_count = (int32_t)pair_count;
    for (size_t i = 0; i < pair_count; ++i) {
        JointLink4 *link = array_push(&set->links, &layout->space->allocator);
        if (link == NULL) {
            return TUM_ERROR_MEMORY;
        }
        const BlockLink pair = layout->pairs[i];
        const bool in_order =
            system_block->matrix.place[pair.a] > system_block->matrix.place[pair.b];
        *link =
            (JointLink4){.a = system_block->joint_first + (in_order ? pair.a : pair.b),
                         .b = system_block->joint_first + (in_order ? pair.b : pair.a),
                         .block = tum_block_cholesky_find(&system_block->matrix, pair.a, pair.b)};
        list_shared_bodies(set, joint_at(set, link->a), joint_at(set, link->b), link);
    }
    return TUM_OK;
}

// Adds joints as one system block. @return TUM_ERROR_CAPACITY where there are too many for one, or
// loops would fill their matrix.
static TumStatus add_whole(Layout4 *layout, int32_t first, int32_t count)
{
    JointSet4 *set = &layout->space->joints;
    const TumAllocator *allocator = &layout->space->allocator;
    if (count > BLOCK_NODES_MOST) {
        return TUM_ERROR_CAPACITY;
    }
    BlockCholesky matrix = {0};
    for (int32_t i = 0; i < count; ++i) {
        layout->sizes[i] = joint_at(set, first + i)->row_count;
    }
    const size_t pairs = find_pairs(layout, first, count);
    const TumStatus status =
        tum_block_cholesky_init(&matrix, count, layout->sizes, layout->pairs, pairs, allocator);
    if (status != TUM_OK) {
        return status;
    }
    double *vector = tum_allocate_zeroed(allocator, (size_t)matrix.row_count, sizeof *vector);
    SystemBlock4 *system_block = vector != NULL ? array_push(&set->system_blocks, allocator) : NULL;
    if (system_block == NULL) {
        tum_release(allocator, vector, (size_t)matrix.row_count * sizeof *vector);
        tum_block_cholesky_destroy(&matrix, allocator);
        return TUM_ERROR_MEMORY;
    }
    *system_block = (SystemBlock4){.joint_first = first,
                                   .joint_count = count,
                                   .matrix = matrix,
                                   .vector = vector,
                                   .is_stale = true};
    return add_links(layout, system_block, pairs);
}

// Adds joints as one system block, or each half of them in turn.
static TumStatus add_system_blocks(Layout4 *layout, int32_t first, int32_t count)
{
    TumStatus status = add_whole(layout, first, count);
    if (status == TUM_ERROR_CAPACITY) {
        status = add_system_blocks(layout, first, count / 2);
        status = status == TUM_OK ? add_system_blocks(layout, first + count / 2, count - count / 2)
                                  : status;
    }
    return status;
}

enum {
    JOINTS_PER_LOOP = 16, // Joints per loop below which an island that exceeds one block is swept.
    SWEPT_JOINTS = 48     // Joints of a swept island that are solved together.
};

// True when there is a loop for every few joints: cut into blocks, the joint island would not hold
// together.
static bool is_loopy(const Layout4 *layout, const JointIsland4 *joint_island)
{
    const JointSet4 *set = &layout->space->joints;
    int32_t loops = 1;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        loops -= set->bodies.items[joint_island->body_first + i].is_movable;
    }
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        const Joint4 *joint = joint_at(set, joint_island->joint_first + i);
        loops += set->bodies.items[joint->body[0]].is_movable &&
                 set->bodies.items[joint->body[1]].is_movable;
    }
    return loops > joint_island->joint_count / JOINTS_PER_LOOP;
}

// True for a joint island without loops. All immovable bodies count as one body.
static bool is_tree(const Layout4 *layout, const JointIsland4 *joint_island)
{
    const JointSet4 *set = &layout->space->joints;
    int32_t movable = 0;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        movable += set->bodies.items[joint_island->body_first + i].is_movable;
    }
    const int32_t others = movable < joint_island->body_count ? 1 : 0;
    return joint_island->joint_count <= movable + others - 1;
}

static TumStatus add_swept(Layout4 *layout, JointIsland4 *joint_island)
{
    TumStatus status = TUM_OK;
    joint_island->is_swept = true;
    int32_t count = 0;
    for (int32_t i = 0; i < joint_island->joint_count && status == TUM_OK; i += count) {
        const int32_t left = joint_island->joint_count - i;
        count = left < SWEPT_JOINTS ? left : SWEPT_JOINTS;
        status = add_system_blocks(layout, joint_island->joint_first + i, count);
    }
    return status;
}

static TumStatus add_joint_island(Layout4 *layout, const JointIsland *source)
{
    JointSet4 *set = &layout->space->joints;
    const TumAllocator *allocator = &layout->space->allocator;
    const int32_t body_first = (int32_t)set->bodies.count, first = (int32_t)set->ordered.count;
    for (int32_t i = 0; i < source->joint_count; ++i) {
        const int32_t slot = layout->topology->joints.order.items[source->joint_first + i];
        int32_t *ordered = array_push(&set->ordered, allocator);
        if (ordered == NULL) {
            return TUM_ERROR_MEMORY;
        }
        *ordered = slot;
        for (int side = 0; side < 2; ++side) {
            const int32_t body = layout->topology->joints.joints.items[slot].body[side];
            const int32_t place = enlist(layout, body, body_first);
            if (place == NONE) {
                return TUM_ERROR_MEMORY;
            }
            set->joints.items[slot].body[side] = place;
        }
    }
    JointIsland4 *joint_island = array_push(&set->joint_islands, allocator);
    if (joint_island == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *joint_island = (JointIsland4){.body_first = body_first,
                                   .body_count = (int32_t)set->bodies.count - body_first,
                                   .joint_first = first,
                                   .joint_count = source->joint_count,
                                   .system_block_first = (int32_t)set->system_blocks.count};
    joint_island->is_tree = is_tree(layout, joint_island);
    TumStatus status = add_whole(layout, first, source->joint_count);
    if (status == TUM_ERROR_CAPACITY) {
        status = is_loopy(layout, joint_island)
                     ? add_swept(layout, joint_island)
                     : add_system_blocks(layout, first, source->joint_count);
    }
    joint_island->system_block_count =
        (int32_t)set->system_blocks.count - joint_island->system_block_first;
    return status;
}

void tum_joint_set4_clear_layout(JointSet4 *set, const TumAllocator *allocator)
{
    for (size_t i = 0; i < set->system_blocks.count; ++i) {
        SystemBlock4 *system_block = &set->system_blocks.items[i];
        tum_release(allocator, system_block->vector,
                    (size_t)system_block->matrix.row_count * sizeof *system_block->vector);
        tum_block_cholesky_destroy(&system_block->matrix, allocator);
    }
    set->bodies.count = set->ordered.count = set->links.count = 0;
    set->system_blocks.count = set->joint_islands.count = set->active.count = 0;
}

static bool make_room(Layout4 *layout)
{
    const Topology *topology = layout->topology;
    const TumAllocator *allocator = &layout->space->allocator;
    for (size_t i = 0; i < topology->joints.joint_islands.count; ++i) {
        const size_t count = (size_t)topology->joints.joint_islands.items[i].joint_count;
        layout->room_count = count > layout->room_count ? count : layout->room_count;
    }
    if (layout->room_count > BLOCK_NODES_MOST) {
        layout->room_count = BLOCK_NODES_MOST;
    }
    layout->pair_count = layout->room_count * (layout->room_count + 1) / 2;
    layout->local = tum_allocate_zeroed(allocator, topology->bodies.count, sizeof *layout->local);
    layout->sizes = tum_allocate_zeroed(allocator, layout->room_count, sizeof *layout->sizes);
    layout->pairs = tum_allocate_zeroed(allocator, layout->pair_count, sizeof *layout->pairs);
    return layout->local != NULL &&
           (layout->room_count == 0 || (layout->sizes != NULL && layout->pairs != NULL)) &&
           array_reserve(&layout->space->joints.active, topology->joints.joint_islands.count,
                         allocator);
}

TumStatus tum_space4_finish_joints(Space4 *space, const Topology *topology)
{
    Layout4 layout = {.space = space, .topology = topology};
    const TumAllocator *allocator = &space->allocator;
    tum_joint_set4_clear_layout(&space->joints, allocator);
    TumStatus status = make_room(&layout) ? TUM_OK : TUM_ERROR_MEMORY;
    for (size_t i = 0; i < topology->bodies.count && status == TUM_OK; ++i) {
        layout.local[i] = NONE;
    }
    for (size_t i = 0; i < topology->joints.joint_islands.count && status == TUM_OK; ++i) {
        status = add_joint_island(&layout, &topology->joints.joint_islands.items[i]);
    }
    tum_release(allocator, layout.local, topology->bodies.count * sizeof *layout.local);
    tum_release(allocator, layout.sizes, layout.room_count * sizeof *layout.sizes);
    tum_release(allocator, layout.pairs, layout.pair_count * sizeof *layout.pairs);
    return status;
}
