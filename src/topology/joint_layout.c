// SPDX-License-Identifier: MIT
// joint_layout.c: bodies, joints and system blocks of joint islands.
#include "topology/joint_layout.h"

#include <string.h>

enum {
    BODIES_MOST = BLOCK_NODES_MOST + 1, // of an island that one matrix holds
    JOINTS_PER_LOOP = 16, // Joints per loop below which an island that exceeds one block is swept.
    // Products of blocks in a factorization, per node, above which a net is swept: 1 in a chain, 6
    // in a net of 4 by 4 bodies, 12 in one of 5 by 5, 108 in one of 16 by 16.
    NET_UPDATES = 8,
    NET_SHARE = 4 // A body with more than this share of the joints is a hub, and the island no net.
};

// Arguments of tum_joint_layout_make, with scratch memory for one system block.
typedef struct Making {
    JointLayout *layout;
    const Topology *topology;
    const TumAllocator *allocator;
    const JointLayoutDef *def;
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
            const int32_t slot = ordered[k], rows = making->def->row_counts[slot];
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

// @return TUM_ERROR_CAPACITY where there are too many joints, or too many loops for the fill of the
//         matrix.
static TumStatus make_matrix(Making *making, int32_t first, int32_t count, BlockCholesky *matrix)
{
    if (count > BLOCK_NODES_MOST) {
        return TUM_ERROR_CAPACITY;
    }
    const int32_t nodes = find_nodes(making, first, count);
    return tum_block_cholesky_init(matrix, nodes, making->sizes, making->pairs,
                                   find_pairs(making, nodes), making->allocator);
}

// Adds the system block of the matrix that was made last. It takes the matrix.
static TumStatus add_system_block(Making *making, int32_t first, int32_t count,
                                  BlockCholesky *matrix)
{
    JointLayout *layout = making->layout;
    SystemBlock *block = array_push(&layout->system_blocks, making->allocator);
    if (block == NULL) {
        tum_block_cholesky_destroy(matrix, making->allocator);
        return TUM_ERROR_MEMORY;
    }
    *block = (SystemBlock){.joint_first = first,
                           .joint_count = count,
                           .vector_first = layout->vector_count,
                           .matrix = *matrix,
                           .is_stale = true};
    layout->vector_count += matrix->row_count;
    for (int32_t i = 0; i < count; ++i) {
        layout->positions.items[first + i] = matrix->place[making->node[i]];
    }
    return add_links(making, block);
}

// Adds one system block, or blocks for both halves of the joints, recursively.
static TumStatus add_system_blocks(Making *making, int32_t first, int32_t count)
{
    BlockCholesky matrix = {0};
    TumStatus status = make_matrix(making, first, count, &matrix);
    if (status == TUM_ERROR_CAPACITY) {
        status = add_system_blocks(making, first, count / 2);
        return status == TUM_OK ? add_system_blocks(making, first + count / 2, count - count / 2)
                                : status;
    }
    return status == TUM_OK ? add_system_block(making, first, count, &matrix) : status;
}

static TumStatus add_swept_blocks(Making *making, const JointRanges *island)
{
    TumStatus status = TUM_OK;
    const int32_t most = making->def->swept_joints;
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

// Counts joints on the way from the nearest body where `steps` is 0, for each movable body.
// @return the farthest body.
static int32_t count_steps(const Making *making, const JointRanges *island, int32_t *steps)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (int32_t i = 0; i < island->joint_count; ++i) {
            const JointEnds *ends = ends_of(making, island->joint_first + i);
            int32_t *a = &steps[ends->body[0] - island->body_first],
                    *b = &steps[ends->body[1] - island->body_first];
            const int32_t most_a = *b + 1, most_b = *a + 1;
            changed |= *a > most_a || *b > most_b;
            *a = *a > most_a ? most_a : *a;
            *b = *b > most_b ? most_b : *b;
        }
    }
    int32_t farthest = 0;
    for (int32_t i = 0; i < island->body_count; ++i) {
        farthest = steps[i] > steps[farthest] ? i : farthest;
    }
    return farthest;
}

// Joints on the way from what holds the island to the body that is farthest away; where nothing
// holds it, from its middle.
static int32_t reach_of(const Making *making, const JointRanges *island)
{
    int32_t steps[BODIES_MOST];
    bool is_held = false;
    for (int32_t i = 0; i < island->body_count; ++i) {
        const bool holds = !is_movable(making, island->body_first + i);
        steps[i] = holds ? 0 : BLOCK_NODES_MOST;
        is_held |= holds;
    }
    if (is_held) {
        return steps[count_steps(making, island, steps)];
    }
    int32_t end = 0;
    for (int from = 0; from < 2; ++from) { // from some body to one end, and from there to the other
        for (int32_t i = 0; i < island->body_count; ++i) {
            steps[i] = i == end ? 0 : BLOCK_NODES_MOST;
        }
        end = count_steps(making, island, steps);
    }
    return (steps[end] + 1) / 2;
}

// Whether one body joins most of the others, as the frame of a car does: its joints fill the matrix
// without a loop.
static bool has_hub(const Making *making, const JointRanges *island)
{
    int32_t joints[BODIES_MOST] = {0}, most = 0;
    for (int32_t i = 0; i < 2 * island->joint_count; ++i) {
        const int32_t body = ends_of(making, island->joint_first + i / 2)->body[i % 2];
        if (is_movable(making, body)) {
            const int32_t count = ++joints[body - island->body_first];
            most = count > most ? count : most;
        }
    }
    return most > island->joint_count / NET_SHARE;
}

// Whether an island is a net: with loops everywhere, and not much longer than wide. A square net
// that hangs by one corner passes; spans and cantilevers, which a sweep would stretch, do not.
static bool is_net(const Making *making, const JointRanges *island, const BlockCholesky *matrix)
{
    if (matrix->update_count <= NET_UPDATES * matrix->count || !is_loopy(making, island) ||
        has_hub(making, island)) {
        return false;
    }
    const int32_t reach = reach_of(making, island);
    return reach * reach <= 2 * matrix->count;
}

// Lists joints and bodies of an island.
static TumStatus add_members(Making *making, const JointIsland *source, int32_t body_first)
{
    JointLayout *layout = making->layout;
    for (int32_t i = 0; i < source->joint_count; ++i) {
        const int32_t slot = making->topology->joints.order.items[source->joint_first + i];
        if (making->def->row_counts[slot] == 0) {
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
    BlockCholesky matrix = {0};
    status = make_matrix(making, joint_first, island->joint_count, &matrix);
    if (status == TUM_ERROR_CAPACITY) {
        island->is_swept = is_loopy(making, island);
        status = island->is_swept ? add_swept_blocks(making, island)
                                  : add_system_blocks(making, joint_first, island->joint_count);
    } else if (status == TUM_OK) {
        const JointLayoutDef *def = making->def;
        island->is_net = def->holds_net != NULL && is_net(making, island, &matrix);
        island->is_swept =
            island->is_net &&
            def->holds_net(def->context, &layout->bodies.items[body_first], island->body_count);
        if (island->is_swept) {
            tum_block_cholesky_destroy(&matrix, making->allocator);
        } else {
            status = add_system_block(making, joint_first, island->joint_count, &matrix);
        }
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
                                const JointLayoutDef *def, const TumAllocator *allocator)
{
    Making making = {.layout = layout, .topology = topology, .allocator = allocator, .def = def};
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
