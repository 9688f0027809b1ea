// SPDX-License-Identifier: MIT
// joint_layout.c: bodies, joints and system blocks of joint islands.
#include "topology/joint_layout.h"

#include <string.h>

enum {
    JOINTS_PER_LOOP = 16 // Joints per loop below which an island that exceeds one block is swept.
};

// Arguments of tum_joint_layout_make, with scratch memory for one system block.
typedef struct Making {
    JointLayout *layout;
    const Topology *topology;
    const TumAllocator *allocator;
    const int32_t *row_counts;
    int32_t swept_joints;
    int32_t *local;    // One per body: its last index in layout->bodies, or NONE.
    int32_t *sizes;    // [node_count] Rows of a node,
    int32_t *joints;   // [node_count] the first of its joints, as an index into layout->ordered,
    int32_t *node;     // [node_count] and the node of a joint.
    BlockLink *pairs;  // [pair_count]
    size_t node_count; // Joints of the largest system block, at most.
    size_t pair_count;
} Making;

// Index of the body in the island whose bodies begin at `first`.
static int32_t enlist(Making *making, int32_t slot, int32_t first)
{
    JointLayout *layout = making->layout;
    if (making->local[slot] < first) {
        int32_t *body = array_push(&layout->bodies, making->allocator);
        if (body == NULL) {
            return NONE;
        }
        *body = slot;
        making->local[slot] = (int32_t)layout->bodies.count - 1;
    }
    return making->local[slot];
}

static bool is_movable(const Making *making, int32_t body)
{
    return making->topology->bodies.items[making->layout->bodies.items[body]].is_movable;
}

static const JointEnds *ends_of(const Making *making, int32_t ordered)
{
    return &making->layout->ends.items[making->layout->ordered.items[ordered]];
}

static bool shares_movable_body(const Making *making, const JointEnds *a, const JointEnds *b)
{
    for (int i = 0; i < 2; ++i) {
        const bool shared = a->body[i] == b->body[0] || a->body[i] == b->body[1];
        if (shared && is_movable(making, a->body[i])) {
            return true;
        }
    }
    return false;
}

static bool have_same_bodies(const JointEnds *a, const JointEnds *b)
{
    return (a->body[0] == b->body[0] && a->body[1] == b->body[1]) ||
           (a->body[0] == b->body[1] && a->body[1] == b->body[0]);
}

// Moves joints of the same two bodies behind the first of them, as far as they fit into one node.
// @return the number of nodes.
static int32_t find_nodes(Making *making, int32_t first, int32_t count)
{
    int32_t *ordered = making->layout->ordered.items + first;
    int32_t nodes = 0;
    for (int32_t i = 0; i < count; ++nodes) {
        const int32_t begin = i;
        making->joints[nodes] = first + begin;
        making->sizes[nodes] = 0;
        for (int32_t k = begin; k < count; ++k) {
            const int32_t slot = ordered[k], rows = making->row_counts[slot];
            if ((k == begin ||
                 have_same_bodies(ends_of(making, first + begin), ends_of(making, first + k))) &&
                making->sizes[nodes] + rows <= BLOCK_SIZE_MOST) {
                memmove(ordered + i + 1, ordered + i, (size_t)(k - i) * sizeof *ordered);
                ordered[i] = slot;
                making->sizes[nodes] += rows;
                making->node[i++] = nodes;
            }
        }
    }
    return nodes;
}

static size_t find_pairs(const Making *making, int32_t nodes)
{
    size_t found = 0;
    for (int32_t i = 0; i < nodes; ++i) {
        for (int32_t k = i + 1; k < nodes; ++k) {
            if (shares_movable_body(making, ends_of(making, making->joints[i]),
                                    ends_of(making, making->joints[k]))) {
                making->pairs[found++] = (BlockLink){i, k};
            }
        }
    }
    return found;
}

static void list_shared_bodies(const Making *making, JointLink *link)
{
    const JointEnds *a = ends_of(making, link->a), *b = ends_of(making, link->b);
    for (int i = 0; i < 4; ++i) {
        const int side_a = i / 2, side_b = i % 2;
        if (a->body[side_a] == b->body[side_b] && is_movable(making, a->body[side_a])) {
            link->side[link->count][0] = (uint8_t)side_a;
            link->side[link->count++][1] = (uint8_t)side_b;
        }
    }
}

static TumStatus add_links(Making *making, SystemBlock *block)
{
    JointLayout *layout = making->layout;
    const int32_t first = block->joint_first;
    block->link_first = (int32_t)layout->links.count;
    for (int32_t i = 0; i < block->joint_count; ++i) {
        for (int32_t k = i + 1; k < block->joint_count; ++k) {
            if (!shares_movable_body(making, ends_of(making, first + i),
                                     ends_of(making, first + k))) {
                continue;
            }
            JointLink *link = array_push(&layout->links, making->allocator);
            if (link == NULL) {
                return TUM_ERROR_MEMORY;
            }
            const int32_t *node = making->node, *place = block->matrix.place;
            const bool in_order = place[node[i]] > place[node[k]];
            *link = (JointLink){.a = first + (in_order ? i : k),
                                .b = first + (in_order ? k : i),
                                .block = tum_block_cholesky_find(&block->matrix, node[i], node[k])};
            list_shared_bodies(making, link);
        }
    }
    block->link_count = (int32_t)layout->links.count - block->link_first;
    return TUM_OK;
}

// Adds one system block with all of these joints. @return TUM_ERROR_CAPACITY where there are too
// many joints, or too many loops for the fill of the matrix.
static TumStatus add_whole(Making *making, int32_t first, int32_t count)
{
    if (count > BLOCK_NODES_MOST) {
        return TUM_ERROR_CAPACITY;
    }
    JointLayout *layout = making->layout;
    const int32_t nodes = find_nodes(making, first, count);
    BlockCholesky matrix = {0};
    const TumStatus status = tum_block_cholesky_init(&matrix, nodes, making->sizes, making->pairs,
                                                     find_pairs(making, nodes), making->allocator);
    if (status != TUM_OK) {
        return status;
    }
    SystemBlock *block = array_push(&layout->system_blocks, making->allocator);
    if (block == NULL) {
        tum_block_cholesky_destroy(&matrix, making->allocator);
        return TUM_ERROR_MEMORY;
    }
    *block = (SystemBlock){.joint_first = first,
                           .joint_count = count,
                           .vector_first = layout->vector_count,
                           .matrix = matrix,
                           .is_stale = true};
    layout->vector_count += matrix.row_count;
    for (int32_t i = 0; i < count; ++i) {
        layout->positions.items[first + i] = matrix.place[making->node[i]];
    }
    return add_links(making, block);
}

// Adds one system block, or blocks for both halves of the joints, recursively.
static TumStatus add_system_blocks(Making *making, int32_t first, int32_t count)
{
    TumStatus status = add_whole(making, first, count);
    if (status == TUM_ERROR_CAPACITY) {
        status = add_system_blocks(making, first, count / 2);
        status = status == TUM_OK ? add_system_blocks(making, first + count / 2, count - count / 2)
                                  : status;
    }
    return status;
}

static TumStatus add_swept_blocks(Making *making, const JointRanges *island)
{
    TumStatus status = TUM_OK;
    const int32_t most = making->swept_joints;
    for (int32_t i = 0; most > 0 && i < island->joint_count && status == TUM_OK; i += most) {
        const int32_t left = island->joint_count - i;
        status = add_system_blocks(making, island->joint_first + i, left < most ? left : most);
    }
    return status;
}

static int32_t count_movable(const Making *making, const JointRanges *island)
{
    int32_t count = 0;
    for (int32_t i = 0; i < island->body_count; ++i) {
        count += is_movable(making, island->body_first + i);
    }
    return count;
}

// True for joints without loops. All immovable bodies count as one body.
static bool is_tree(const Making *making, const JointRanges *island)
{
    const int32_t movable = count_movable(making, island);
    const int32_t others = movable < island->body_count ? 1 : 0;
    return island->joint_count <= movable + others - 1;
}

// True where there is a loop for every few joints.
static bool is_loopy(const Making *making, const JointRanges *island)
{
    int32_t loops = 1 - count_movable(making, island);
    for (int32_t i = 0; i < island->joint_count; ++i) {
        const JointEnds *ends = ends_of(making, island->joint_first + i);
        loops += is_movable(making, ends->body[0]) && is_movable(making, ends->body[1]);
    }
    return loops > island->joint_count / JOINTS_PER_LOOP;
}

// Lists joints and bodies of an island.
static TumStatus add_members(Making *making, const JointIsland *source, int32_t body_first)
{
    JointLayout *layout = making->layout;
    for (int32_t i = 0; i < source->joint_count; ++i) {
        const int32_t slot = making->topology->joints.order.items[source->joint_first + i];
        if (making->row_counts[slot] == 0) {
            continue;
        }
        int32_t *ordered = array_push(&layout->ordered, making->allocator);
        int32_t *position = array_push(&layout->positions, making->allocator);
        if (ordered == NULL || position == NULL) {
            return TUM_ERROR_MEMORY;
        }
        *ordered = slot;
        *position = NONE;
        for (int side = 0; side < 2; ++side) {
            const int32_t body = making->topology->joints.joints.items[slot].body[side];
            const int32_t index = enlist(making, body, body_first);
            if (index == NONE) {
                return TUM_ERROR_MEMORY;
            }
            layout->ends.items[slot].body[side] = index;
        }
    }
    return TUM_OK;
}

static TumStatus add_island(Making *making, const JointIsland *source)
{
    JointLayout *layout = making->layout;
    const int32_t body_first = (int32_t)layout->bodies.count;
    const int32_t joint_first = (int32_t)layout->ordered.count;
    JointRanges *island = array_push(&layout->islands, making->allocator);
    TumStatus status = island != NULL ? add_members(making, source, body_first) : TUM_ERROR_MEMORY;
    if (status != TUM_OK) {
        return status;
    }
    *island = (JointRanges){.body_first = body_first,
                            .body_count = (int32_t)layout->bodies.count - body_first,
                            .joint_first = joint_first,
                            .joint_count = (int32_t)layout->ordered.count - joint_first,
                            .system_block_first = (int32_t)layout->system_blocks.count};
    island->is_tree = is_tree(making, island);
    status = add_whole(making, joint_first, island->joint_count);
    if (status == TUM_ERROR_CAPACITY) {
        island->is_swept = is_loopy(making, island);
        status = island->is_swept ? add_swept_blocks(making, island)
                                  : add_system_blocks(making, joint_first, island->joint_count);
    }
    island->system_block_count = (int32_t)layout->system_blocks.count - island->system_block_first;
    return status;
}

static bool reserve(Making *making)
{
    const Topology *topology = making->topology;
    size_t nodes = 0;
    for (size_t i = 0; i < topology->joints.joint_islands.count; ++i) {
        const size_t joints = (size_t)topology->joints.joint_islands.items[i].joint_count;
        nodes = joints > nodes ? joints : nodes;
    }
    making->node_count = nodes < BLOCK_NODES_MOST ? nodes : BLOCK_NODES_MOST;
    making->pair_count = making->node_count * (making->node_count + 1) / 2;
    making->local =
        tum_allocate_zeroed(making->allocator, topology->bodies.count, sizeof *making->local);
    making->sizes =
        tum_allocate_zeroed(making->allocator, making->node_count, sizeof *making->sizes);
    making->joints =
        tum_allocate_zeroed(making->allocator, making->node_count, sizeof *making->joints);
    making->node = tum_allocate_zeroed(making->allocator, making->node_count, sizeof *making->node);
    making->pairs =
        tum_allocate_zeroed(making->allocator, making->pair_count, sizeof *making->pairs);
    return making->local != NULL &&
           (nodes == 0 || (making->sizes != NULL && making->joints != NULL &&
                           making->node != NULL && making->pairs != NULL)) &&
           array_extend(&making->layout->ends, topology->joints.joints.count, making->allocator);
}

static void release(Making *making)
{
    const size_t bodies = making->topology->bodies.count;
    tum_release(making->allocator, making->local, bodies * sizeof *making->local);
    tum_release(making->allocator, making->sizes, making->node_count * sizeof *making->sizes);
    tum_release(making->allocator, making->joints, making->node_count * sizeof *making->joints);
    tum_release(making->allocator, making->node, making->node_count * sizeof *making->node);
    tum_release(making->allocator, making->pairs, making->pair_count * sizeof *making->pairs);
}

TumStatus tum_joint_layout_make(JointLayout *layout, const Topology *topology,
                                const int32_t *row_counts, int32_t swept_joints,
                                const TumAllocator *allocator)
{
    Making making = {.layout = layout,
                     .topology = topology,
                     .allocator = allocator,
                     .row_counts = row_counts,
                     .swept_joints = swept_joints};
    tum_joint_layout_empty(layout, allocator);
    TumStatus status = reserve(&making) ? TUM_OK : TUM_ERROR_MEMORY;
    for (size_t i = 0; i < topology->bodies.count && status == TUM_OK; ++i) {
        making.local[i] = NONE;
    }
    for (size_t i = 0; i < topology->joints.joint_islands.count && status == TUM_OK; ++i) {
        status = add_island(&making, &topology->joints.joint_islands.items[i]);
    }
    release(&making);
    return status;
}

void tum_joint_layout_empty(JointLayout *layout, const TumAllocator *allocator)
{
    for (size_t i = 0; i < layout->system_blocks.count; ++i) {
        tum_block_cholesky_destroy(&layout->system_blocks.items[i].matrix, allocator);
    }
    layout->islands.count = layout->bodies.count = layout->ordered.count = 0;
    layout->positions.count = layout->links.count = layout->system_blocks.count = 0;
    layout->vector_count = 0;
}

void tum_joint_layout_clear(JointLayout *layout, const TumAllocator *allocator)
{
    tum_joint_layout_empty(layout, allocator);
    array_free(&layout->islands, allocator);
    array_free(&layout->bodies, allocator);
    array_free(&layout->ordered, allocator);
    array_free(&layout->positions, allocator);
    array_free(&layout->ends, allocator);
    array_free(&layout->links, allocator);
    array_free(&layout->system_blocks, allocator);
}
