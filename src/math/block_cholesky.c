// SPDX-License-Identifier: MIT
// block_cholesky.c: minimum degree ordering; block_cholesky_numbers.inl factors and solves.
#include "math/block_cholesky.h"

enum { WORDS_MOST = BLOCK_NODES_MOST / 64 };

// A tree has one block below the diagonal for each node. The factor of a denser graph is refused;
// the caller cuts such a graph up.
enum { BLOCKS_PER_NODE = 24, BLOCKS_BESIDES = 512 };

typedef struct Elimination {
    int32_t count, words;
    uint64_t *adjacent; // count rows of `words`; after elimination of a node: its column
    uint64_t left[WORDS_MOST];
    int32_t level[BLOCK_NODES_MOST]; // eliminations that must come before this one
} Elimination;

static uint64_t *neighbours(const Elimination *e, int32_t node)
{
    return e->adjacent + (size_t)node * (size_t)e->words;
}

static int32_t degree(const Elimination *e, int32_t node)
{
    int32_t sum = 0;
    for (int32_t i = 0; i < e->words; ++i) {
        sum += __builtin_popcountll(neighbours(e, node)[i] & e->left[i]);
    }
    return sum;
}

static bool has_bit(const uint64_t *bits, int32_t i)
{
    return (bits[i / 64] >> (i % 64) & 1) != 0;
}

// Among equal degrees the node of lower level wins: a chain is then eliminated from both ends, and
// the processor overlaps operations that do not depend on each other.
static int32_t least_degree(const Elimination *e)
{
    int32_t best = -1, best_degree = INT32_MAX;
    for (int32_t node = 0; node < e->count; ++node) {
        if (!has_bit(e->left, node)) {
            continue;
        }
        const int32_t d = degree(e, node);
        if (d < best_degree || (d == best_degree && e->level[node] < e->level[best])) {
            best = node;
            best_degree = d;
        }
    }
    return best;
}

// Eliminates all nodes: the neighbors of an eliminated node become neighbors of one another.
static void eliminate(Elimination *e, BlockCholesky *matrix)
{
    size_t blocks = 0, updates = 0;
    for (int32_t position = 0; position < e->count; ++position) {
        const int32_t node = least_degree(e);
        matrix->node[position] = node;
        matrix->place[node] = position;
        uint64_t *column = neighbours(e, node);
        e->left[node / 64] &= ~((uint64_t)1 << (node % 64));
        size_t below = 0;
        for (int32_t i = 0; i < e->words; ++i) {
            column[i] &= e->left[i];
            below += (size_t)__builtin_popcountll(column[i]);
        }
        blocks += below;
        updates += below * (below + 1) / 2;
        for (int32_t other = 0; other < e->count; ++other) {
            if (has_bit(column, other)) {
                uint64_t *row = neighbours(e, other);
                for (int32_t i = 0; i < e->words; ++i) {
                    row[i] |= column[i];
                }
                row[other / 64] &= ~((uint64_t)1 << (other % 64));
                if (e->level[other] <= e->level[node]) {
                    e->level[other] = e->level[node] + 1;
                }
            }
        }
    }
    matrix->block_count = (int32_t)blocks;
    matrix->update_count = (int32_t)updates;
}

static void lay_out(const Elimination *e, BlockCholesky *matrix, const int32_t *sizes)
{
    size_t values = 0;
    int32_t block = 0, row = 0;
    for (int32_t position = 0; position < e->count; ++position) {
        matrix->first_row[position] = row;
        matrix->size[position] = sizes[matrix->node[position]];
        row += block_cholesky_stride(matrix, position);
    }
    matrix->first_row[e->count] = row;
    matrix->row_count = row;
    for (int32_t position = 0; position < e->count; ++position) {
        matrix->column_first[position] = block;
        const uint64_t *column = neighbours(e, matrix->node[position]);
        const size_t width = (size_t)block_cholesky_stride(matrix, position);
        for (int32_t below = position + 1; below < e->count; ++below) {
            if (has_bit(column, matrix->node[below])) {
                matrix->block_row[block] = below;
                matrix->block_value[block++] = values;
                values += width * (size_t)block_cholesky_stride(matrix, below);
            }
        }
    }
    matrix->column_first[e->count] = block;
    matrix->scaled_count = values;
    for (int32_t position = 0; position < e->count; ++position) {
        const size_t width = (size_t)block_cholesky_stride(matrix, position);
        matrix->block_value[matrix->block_count + position] = values;
        values += width * width;
    }
    matrix->value_count = values;
}

// The block at these positions; diagonals have the numbers after those blocks.
static int32_t block_at(const BlockCholesky *matrix, int32_t row, int32_t column)
{
    if (row == column) {
        return matrix->block_count + row;
    }
    int32_t low = matrix->column_first[column], high = matrix->column_first[column + 1];
    while (low + 1 < high) {
        const int32_t middle = (low + high) / 2;
        if (matrix->block_row[middle] <= row) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static void list_updates(BlockCholesky *matrix)
{
    int32_t next = 0;
    for (int32_t position = 0; position < matrix->count; ++position) {
        const int32_t end = matrix->column_first[position + 1];
        for (int32_t a = matrix->column_first[position]; a < end; ++a) {
            for (int32_t b = a; b < end; ++b) {
                matrix->update[next++] =
                    block_at(matrix, matrix->block_row[b], matrix->block_row[a]);
            }
        }
    }
}

static TumStatus build(Elimination *e, BlockCholesky *matrix, const int32_t *sizes,
                       const TumAllocator *allocator)
{
    const size_t count = (size_t)e->count;
    matrix->count = e->count;
    matrix->place = tum_allocate_zeroed(allocator, count, sizeof *matrix->place);
    matrix->node = tum_allocate_zeroed(allocator, count, sizeof *matrix->node);
    matrix->first_row = tum_allocate_zeroed(allocator, count + 1, sizeof *matrix->first_row);
    matrix->size = tum_allocate_zeroed(allocator, count, sizeof *matrix->size);
    matrix->column_first = tum_allocate_zeroed(allocator, count + 1, sizeof *matrix->column_first);
    if (matrix->place == NULL || matrix->node == NULL || matrix->first_row == NULL ||
        matrix->size == NULL || matrix->column_first == NULL) {
        return TUM_ERROR_MEMORY;
    }
    eliminate(e, matrix);
    const size_t blocks = (size_t)matrix->block_count;
    if (blocks > BLOCKS_PER_NODE * count + BLOCKS_BESIDES) {
        matrix->block_count = matrix->update_count = 0;
        return TUM_ERROR_CAPACITY;
    }
    matrix->block_row = tum_allocate_zeroed(allocator, blocks + 1, sizeof *matrix->block_row);
    matrix->block_value =
        tum_allocate_zeroed(allocator, blocks + count, sizeof *matrix->block_value);
    matrix->update =
        tum_allocate_zeroed(allocator, (size_t)matrix->update_count + 1, sizeof *matrix->update);
    if (matrix->block_row == NULL || matrix->block_value == NULL || matrix->update == NULL) {
        return TUM_ERROR_MEMORY;
    }
    lay_out(e, matrix, sizes);
    matrix->values = tum_allocate_zeroed(allocator, matrix->value_count, sizeof *matrix->values);
    matrix->scaled = tum_allocate_zeroed(allocator, matrix->scaled_count, sizeof *matrix->scaled);
    matrix->inverse =
        tum_allocate_zeroed(allocator, (size_t)matrix->row_count, sizeof *matrix->inverse);
    if (matrix->values == NULL || matrix->inverse == NULL ||
        (matrix->scaled == NULL && matrix->scaled_count > 0)) {
        return TUM_ERROR_MEMORY;
    }
    list_updates(matrix);
    return TUM_OK;
}

TumStatus tum_block_cholesky_init(BlockCholesky *matrix, int32_t count, const int32_t *sizes,
                                  const BlockLink *links, size_t link_count,
                                  const TumAllocator *allocator)
{
    *matrix = (BlockCholesky){0};
    if (count > BLOCK_NODES_MOST) {
        return TUM_ERROR_CAPACITY;
    }
    Elimination e = {.count = count, .words = (count + 63) / 64};
    const size_t words = (size_t)count * (size_t)e.words;
    e.adjacent = tum_allocate_zeroed(allocator, words, sizeof *e.adjacent);
    if (e.adjacent == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (int32_t i = 0; i < count; ++i) {
        e.left[i / 64] |= (uint64_t)1 << (i % 64);
    }
    for (size_t i = 0; i < link_count; ++i) {
        neighbours(&e, links[i].a)[links[i].b / 64] |= (uint64_t)1 << (links[i].b % 64);
        neighbours(&e, links[i].b)[links[i].a / 64] |= (uint64_t)1 << (links[i].a % 64);
    }
    const TumStatus status = build(&e, matrix, sizes, allocator);
    tum_release(allocator, e.adjacent, words * sizeof *e.adjacent);
    if (status != TUM_OK) {
        tum_block_cholesky_destroy(matrix, allocator);
    }
    return status;
}

void tum_block_cholesky_destroy(BlockCholesky *matrix, const TumAllocator *allocator)
{
    const size_t count = (size_t)matrix->count, blocks = (size_t)matrix->block_count;
    tum_release(allocator, matrix->place, count * sizeof *matrix->place);
    tum_release(allocator, matrix->node, count * sizeof *matrix->node);
    tum_release(allocator, matrix->first_row, (count + 1) * sizeof *matrix->first_row);
    tum_release(allocator, matrix->size, count * sizeof *matrix->size);
    tum_release(allocator, matrix->column_first, (count + 1) * sizeof *matrix->column_first);
    tum_release(allocator, matrix->block_row, (blocks + 1) * sizeof *matrix->block_row);
    tum_release(allocator, matrix->block_value, (blocks + count) * sizeof *matrix->block_value);
    tum_release(allocator, matrix->update,
                ((size_t)matrix->update_count + 1) * sizeof *matrix->update);
    tum_release(allocator, matrix->values, matrix->value_count * sizeof *matrix->values);
    tum_release(allocator, matrix->scaled, matrix->scaled_count * sizeof *matrix->scaled);
    tum_release(allocator, matrix->inverse, (size_t)matrix->row_count * sizeof *matrix->inverse);
    *matrix = (BlockCholesky){0};
}

int32_t tum_block_cholesky_find(const BlockCholesky *matrix, int32_t node_a, int32_t node_b)
{
    const int32_t a = matrix->place[node_a], b = matrix->place[node_b];
    return a > b ? block_at(matrix, a, b) : block_at(matrix, b, a);
}

static void clear(double *block, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        block[i] = 0.0;
    }
}

void tum_block_cholesky_begin(BlockCholesky *matrix)
{
    for (int32_t p = 0; p < matrix->count; ++p) {
        const int32_t width = block_cholesky_stride(matrix, p);
        clear(block_cholesky_diagonal(matrix, p), width * width);
        for (int32_t a = matrix->column_first[p]; a < matrix->column_first[p + 1]; ++a) {
            clear(block_cholesky_block(matrix, a),
                  width * block_cholesky_stride(matrix, matrix->block_row[a]));
        }
    }
}

#define BLOCK_CHOLESKY_SCOPE
#define BLOCK_CHOLESKY_NAME(name) tum_block_cholesky_##name
#include "math/block_cholesky_numbers.inl"
