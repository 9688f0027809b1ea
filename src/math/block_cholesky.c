// SPDX-License-Identifier: MIT
#include "math/block_cholesky.h"

#include "math/scalar.h"

#include <string.h>

enum { WORDS_MOST = BLOCK_NODES_MOST / 64 };

// A tree has one block a node below the diagonal. What has so many times more is cut up instead.
enum { BLOCKS_PER_NODE = 24, BLOCKS_BESIDES = 512 };

typedef struct Elimination {
    int32_t count, words;
    uint64_t *adjacent; // count rows of `words`; after elimination of a node: its column
    uint64_t left[WORDS_MOST];
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

static int32_t least_degree(const Elimination *e)
{
    int32_t best = -1, best_degree = INT32_MAX;
    for (int32_t node = 0; node < e->count; ++node) {
        if (!has_bit(e->left, node)) {
            continue;
        }
        const int32_t d = degree(e, node);
        if (d < best_degree) {
            best = node;
            best_degree = d;
        }
    }
    return best;
}

// Eliminates all nodes: whoever was linked to the one that goes is linked to one another.
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
            }
        }
    }
    matrix->block_count = (int32_t)blocks;
    matrix->update_count = (int32_t)updates;
}

static int32_t size_at(const BlockCholesky *matrix, int32_t position)
{
    return matrix->first_row[position + 1] - matrix->first_row[position];
}

static void lay_out(const Elimination *e, BlockCholesky *matrix, const int32_t *sizes)
{
    size_t values = 0;
    int32_t block = 0, row = 0;
    for (int32_t position = 0; position < e->count; ++position) {
        matrix->first_row[position] = row;
        row += sizes[matrix->node[position]];
    }
    matrix->first_row[e->count] = row;
    matrix->row_count = row;
    for (int32_t position = 0; position < e->count; ++position) {
        matrix->column_first[position] = block;
        const uint64_t *column = neighbours(e, matrix->node[position]);
        const size_t width = (size_t)size_at(matrix, position);
        for (int32_t below = position + 1; below < e->count; ++below) {
            if (has_bit(column, matrix->node[below])) {
                matrix->block_row[block] = below;
                matrix->block_value[block++] = values;
                values += width * (size_t)size_at(matrix, below);
            }
        }
    }
    matrix->column_first[e->count] = block;
    for (int32_t position = 0; position < e->count; ++position) {
        const size_t width = (size_t)size_at(matrix, position);
        matrix->block_value[matrix->block_count + position] = values;
        values += width * width;
    }
    matrix->value_count = values;
}

// The block at these positions; diagonals are numbered after the blocks.
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
    matrix->column_first = tum_allocate_zeroed(allocator, count + 1, sizeof *matrix->column_first);
    if (matrix->place == NULL || matrix->node == NULL || matrix->first_row == NULL ||
        matrix->column_first == NULL) {
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
    if (matrix->values == NULL) {
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
    tum_release(allocator, matrix->column_first, (count + 1) * sizeof *matrix->column_first);
    tum_release(allocator, matrix->block_row, (blocks + 1) * sizeof *matrix->block_row);
    tum_release(allocator, matrix->block_value, (blocks + count) * sizeof *matrix->block_value);
    tum_release(allocator, matrix->update,
                ((size_t)matrix->update_count + 1) * sizeof *matrix->update);
    tum_release(allocator, matrix->values, matrix->value_count * sizeof *matrix->values);
    *matrix = (BlockCholesky){0};
}

int32_t tum_block_cholesky_find(const BlockCholesky *matrix, int32_t node_a, int32_t node_b)
{
    const int32_t a = matrix->place[node_a], b = matrix->place[node_b];
    return a > b ? block_at(matrix, a, b) : block_at(matrix, b, a);
}

void tum_block_cholesky_clear(BlockCholesky *matrix)
{
    memset(matrix->values, 0, matrix->value_count * sizeof *matrix->values);
}

static void factor_diagonal(double *d, int32_t n)
{
    for (int32_t i = 0; i < n; ++i) {
        const double before = d[i * n + i];
        double pivot = before;
        for (int32_t k = 0; k < i; ++k) {
            pivot -= d[i * n + k] * d[i * n + k];
        }
        if (!(pivot > 1e-14 * before)) {
            pivot = before > 0.0 ? 1e12 * before : 1.0;
        }
        const double root = square_root64(pivot);
        d[i * n + i] = root;
        for (int32_t j = i + 1; j < n; ++j) {
            double sum = d[j * n + i];
            for (int32_t k = 0; k < i; ++k) {
                sum -= d[j * n + k] * d[i * n + k];
            }
            d[j * n + i] = sum / root;
        }
    }
}

// x <- D^-1 x for a lower triangle D.
static void solve_lower(const double *d, int32_t n, double *x)
{
    for (int32_t i = 0; i < n; ++i) {
        double sum = x[i];
        for (int32_t k = 0; k < i; ++k) {
            sum -= d[i * n + k] * x[k];
        }
        x[i] = sum / d[i * n + i];
    }
}

static void solve_upper(const double *d, int32_t n, double *x)
{
    for (int32_t i = n; i-- > 0;) {
        double sum = x[i];
        for (int32_t k = i + 1; k < n; ++k) {
            sum -= d[k * n + i] * x[k];
        }
        x[i] = sum / d[i * n + i];
    }
}

// target -= lower * upper^T, both with `width` columns.
static void subtract_product(double *target, const double *lower, int32_t rows, const double *upper,
                             int32_t columns, int32_t width)
{
    for (int32_t i = 0; i < rows; ++i) {
        for (int32_t j = 0; j < columns; ++j) {
            double sum = 0.0;
            for (int32_t k = 0; k < width; ++k) {
                sum += lower[i * width + k] * upper[j * width + k];
            }
            target[i * columns + j] -= sum;
        }
    }
}

void tum_block_cholesky_factor(BlockCholesky *matrix)
{
    const int32_t *update = matrix->update;
    for (int32_t p = 0; p < matrix->count; ++p) {
        const int32_t width = size_at(matrix, p);
        double *diagonal = block_cholesky_diagonal(matrix, p);
        factor_diagonal(diagonal, width);
        const int32_t begin = matrix->column_first[p], end = matrix->column_first[p + 1];
        for (int32_t a = begin; a < end; ++a) {
            double *block = block_cholesky_block(matrix, a);
            const int32_t rows = size_at(matrix, matrix->block_row[a]);
            for (int32_t i = 0; i < rows; ++i) {
                solve_lower(diagonal, width, block + i * width);
            }
        }
        for (int32_t a = begin; a < end; ++a) {
            const int32_t columns = size_at(matrix, matrix->block_row[a]);
            const double *upper = block_cholesky_block(matrix, a);
            for (int32_t b = a; b < end; ++b) {
                subtract_product(block_cholesky_block(matrix, *update++),
                                 block_cholesky_block(matrix, b),
                                 size_at(matrix, matrix->block_row[b]), upper, columns, width);
            }
        }
    }
}

void tum_block_cholesky_solve(const BlockCholesky *matrix, double *x)
{
    for (int32_t p = 0; p < matrix->count; ++p) {
        const int32_t width = size_at(matrix, p);
        double *own = x + matrix->first_row[p];
        solve_lower(matrix->values + matrix->block_value[matrix->block_count + p], width, own);
        for (int32_t a = matrix->column_first[p]; a < matrix->column_first[p + 1]; ++a) {
            subtract_product(x + matrix->first_row[matrix->block_row[a]],
                             matrix->values + matrix->block_value[a],
                             size_at(matrix, matrix->block_row[a]), own, 1, width);
        }
    }
    for (int32_t p = matrix->count; p-- > 0;) {
        const int32_t width = size_at(matrix, p);
        double *own = x + matrix->first_row[p];
        for (int32_t a = matrix->column_first[p]; a < matrix->column_first[p + 1]; ++a) {
            const double *block = matrix->values + matrix->block_value[a];
            const double *below = x + matrix->first_row[matrix->block_row[a]];
            const int32_t rows = size_at(matrix, matrix->block_row[a]);
            for (int32_t i = 0; i < rows; ++i) {
                for (int32_t k = 0; k < width; ++k) {
                    own[k] -= block[i * width + k] * below[i];
                }
            }
        }
        solve_upper(matrix->values + matrix->block_value[matrix->block_count + p], width, own);
    }
}
