// SPDX-License-Identifier: MIT
// block_cholesky.c: minimum degree ordering, factorization and solution by dense blocks.
//
// A diagonal block is L D L^T. Its place takes L and L^T with zeros in place of their ones, so that
// columns of both are subtracted in whole pairs of rows. A block A below it becomes V = A L^-T, and
// V D^-1 is its part of the factor.
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

// The kernels below are compiled once for any width and once for each common width as a constant:
// the order of operations, and so every bit, is the same.
#define KERNEL static inline __attribute__((always_inline))

// Two rows of a column, side by side.
enum { LANES = 2 };
typedef double Lanes __attribute__((vector_size(LANES * sizeof(double)), aligned(8), may_alias));

KERNEL Lanes lanes_at(const double *values)
{
    return *(const Lanes *)values;
}

KERNEL void set_lanes(double *values, Lanes lanes)
{
    *(Lanes *)values = lanes;
}

// Replaces the lower triangle by its factor. A pivot that rounding has eaten becomes so large that
// its unknown is almost zero.
KERNEL void factor_diagonal(double *restrict m, double *restrict inverse, const int32_t n,
                            const int32_t used)
{
    double before[BLOCK_SIZE_MOST];
    for (int32_t k = 0; k < n; ++k) {
        before[k] = m[k * n + k];
        inverse[k] = 0.0;
    }
    for (int32_t p = 0; p < used; ++p) {
        double pivot = m[p * n + p];
        if (!(pivot > 1e-14 * before[p])) {
            pivot = before[p] > 0.0 ? 1e12 * before[p] : 1.0;
        }
        inverse[p] = 1.0 / pivot;
        for (int32_t j = p + 1; j < n; ++j) {
            const double share = m[p * n + j] * inverse[p];
            for (int32_t i = j / LANES * LANES; i < n; i += LANES) {
                set_lanes(m + j * n + i, lanes_at(m + j * n + i) - lanes_at(m + p * n + i) * share);
            }
            m[j * n + p] = share;
        }
    }
    for (int32_t p = 0; p < n; ++p) {
        m[p * n + p] = 0.0;
        for (int32_t j = p + 1; j < n; ++j) {
            m[p * n + j] = m[j * n + p];
        }
    }
}

// Product of `width` columns of `rows` rows with a vector, two rows of it.
KERNEL Lanes product(const double *columns, int32_t rows, const double *x, const int32_t width)
{
    Lanes sum = lanes_at(columns) * x[0];
    for (int32_t k = 1; k < width; ++k) {
        sum += lanes_at(columns + k * rows) * x[k];
    }
    return sum;
}

// y -= columns x.
KERNEL void subtract_product(double *restrict y, const double *restrict columns, const int32_t rows,
                             const double *restrict x, const int32_t width)
{
    for (int32_t i = 0; i < rows; i += LANES) {
        set_lanes(y + i, lanes_at(y + i) - product(columns + i, rows, x, width));
    }
}

// Column j of the transposed block, without copying: x[k] is its row j.
KERNEL void subtract_outer(double *restrict target, const double *restrict columns,
                           const int32_t rows, const double *restrict across,
                           const int32_t across_rows, const int32_t width, const bool is_diagonal)
{
    for (int32_t j = 0; j < across_rows; ++j) {
        double x[BLOCK_SIZE_MOST];
        for (int32_t k = 0; k < width; ++k) {
            x[k] = across[k * across_rows + j];
        }
        for (int32_t i = is_diagonal ? j / LANES * LANES : 0; i < rows; i += LANES) {
            set_lanes(target + j * rows + i,
                      lanes_at(target + j * rows + i) - product(columns + i, rows, x, width));
        }
    }
}

// block <- block L^-T, scaled <- that times D^-1.
KERNEL void divide(double *restrict block, double *restrict scaled, const int32_t rows,
                   const double *restrict diagonal, const double *restrict inverse,
                   const int32_t width)
{
    for (int32_t i = 0; i < rows; i += LANES) {
        Lanes own[BLOCK_SIZE_MOST];
        for (int32_t k = 0; k < width; ++k) {
            own[k] = lanes_at(block + k * rows + i);
            for (int32_t j = 0; j < k; ++j) {
                own[k] -= own[j] * diagonal[j * width + k];
            }
            set_lanes(block + k * rows + i, own[k]);
            set_lanes(scaled + k * rows + i, own[k] * inverse[k]);
        }
    }
}

// Eliminates one node of the factor. @return the updates after its own.
KERNEL const int32_t *eliminate_node(BlockCholesky *matrix, int32_t p, const int32_t *update,
                                     const int32_t width)
{
    const int32_t begin = matrix->column_first[p], end = matrix->column_first[p + 1];
    double *diagonal = block_cholesky_diagonal(matrix, p);
    double *inverse = matrix->inverse + matrix->first_row[p];
    factor_diagonal(diagonal, inverse, width, matrix->size[p]);
    for (int32_t a = begin; a < end; ++a) {
        const int32_t rows = block_cholesky_stride(matrix, matrix->block_row[a]);
        double *scaled = matrix->scaled + matrix->block_value[a];
        if (rows == width) {
            divide(block_cholesky_block(matrix, a), scaled, width, diagonal, inverse, width);
        } else {
            divide(block_cholesky_block(matrix, a), scaled, rows, diagonal, inverse, width);
        }
    }
    for (int32_t a = begin; a < end; ++a) {
        const int32_t columns = block_cholesky_stride(matrix, matrix->block_row[a]);
        const double *across = block_cholesky_block(matrix, a);
        for (int32_t b = a; b < end; ++b) {
            double *target = block_cholesky_block(matrix, *update++);
            const double *scaled = matrix->scaled + matrix->block_value[b];
            const int32_t rows = block_cholesky_stride(matrix, matrix->block_row[b]);
            if (rows == width && columns == width) {
                subtract_outer(target, scaled, width, across, width, width, a == b);
            } else {
                subtract_outer(target, scaled, rows, across, columns, width, a == b);
            }
        }
    }
    return update;
}

// x <- L^-1 x for a factored diagonal.
KERNEL void solve_lower(const double *restrict m, const int32_t n, double *restrict x)
{
    for (int32_t k = 0; k < n; ++k) {
        const double own = x[k];
        for (int32_t i = (k + 1) / LANES * LANES; i < n; i += LANES) {
            set_lanes(x + i, lanes_at(x + i) - lanes_at(m + k * n + i) * own);
        }
    }
}

KERNEL void copy(double *restrict to, const double *restrict from, const int32_t count)
{
    for (int32_t i = 0; i < count; i += LANES) {
        set_lanes(to + i, lanes_at(from + i));
    }
}

// Solves L y = x for a node's part of y and subtracts it from the rows below.
KERNEL void solve_down(const BlockCholesky *matrix, int32_t p, double *x, const int32_t width)
{
    double own[BLOCK_SIZE_MOST]; // stays in registers
    copy(own, x + matrix->first_row[p], width);
    solve_lower(matrix->values + matrix->block_value[matrix->block_count + p], width, own);
    for (int32_t a = matrix->column_first[p]; a < matrix->column_first[p + 1]; ++a) {
        const double *scaled = matrix->scaled + matrix->block_value[a];
        double *below = x + matrix->first_row[matrix->block_row[a]];
        const int32_t rows = block_cholesky_stride(matrix, matrix->block_row[a]);
        if (rows == width) {
            subtract_product(below, scaled, width, own, width);
        } else {
            subtract_product(below, scaled, rows, own, width);
        }
    }
    copy(x + matrix->first_row[p], own, width);
}

// x -= columns^T below, of one row at least.
KERNEL void subtract_transposed(double *restrict x, const double *restrict columns,
                                const int32_t rows, const double *restrict below,
                                const int32_t width)
{
    for (int32_t k = 0; k < width; ++k) {
        Lanes sum = lanes_at(columns + k * rows) * lanes_at(below);
        for (int32_t i = LANES; i < rows; i += LANES) {
            sum += lanes_at(columns + k * rows + i) * lanes_at(below + i);
        }
        x[k] -= sum[0] + sum[1];
    }
}

// x <- L^-T x.
KERNEL void solve_upper(const double *restrict m, const int32_t n, double *restrict x)
{
    for (int32_t k = n; k-- > 0;) {
        const double own = x[k];
        for (int32_t i = 0; i < k; i += LANES) {
            set_lanes(x + i, lanes_at(x + i) - lanes_at(m + k * n + i) * own);
        }
    }
}

// Solves D L^T x = y for a node's part of x.
KERNEL void solve_up(const BlockCholesky *matrix, int32_t p, double *x, const int32_t width)
{
    double own[BLOCK_SIZE_MOST];
    const double *diagonal = matrix->values + matrix->block_value[matrix->block_count + p];
    const double *right = x + matrix->first_row[p], *inverse = matrix->inverse + (right - x);
    for (int32_t i = 0; i < width; i += LANES) {
        set_lanes(own + i, lanes_at(right + i) * lanes_at(inverse + i));
    }
    for (int32_t a = matrix->column_first[p]; a < matrix->column_first[p + 1]; ++a) {
        const double *scaled = matrix->scaled + matrix->block_value[a];
        const double *below = x + matrix->first_row[matrix->block_row[a]];
        const int32_t rows = block_cholesky_stride(matrix, matrix->block_row[a]);
        if (rows == width) {
            subtract_transposed(own, scaled, width, below, width);
        } else if (rows > 0) {
            subtract_transposed(own, scaled, rows, below, width);
        }
    }
    solve_upper(diagonal, width, own);
    copy(x + matrix->first_row[p], own, width);
}

// Common widths: universals and ball joints; hinges, pairs of ball joints, fixed joints.
#define BY_WIDTH(width, CALL)                                                                      \
    switch (width) {                                                                               \
    case 0: break;                                                                                 \
    case 2: CALL(2); break;                                                                        \
    case 4: CALL(4); break;                                                                        \
    case 6: CALL(6); break;                                                                        \
    default: CALL(width); break;                                                                   \
    }

void tum_block_cholesky_factor(BlockCholesky *matrix)
{
    const int32_t *update = matrix->update;
    for (int32_t p = 0; p < matrix->count; ++p) {
        const int32_t width = block_cholesky_stride(matrix, p);
#define ELIMINATE(n) update = eliminate_node(matrix, p, update, n)
        BY_WIDTH(width, ELIMINATE)
#undef ELIMINATE
        if (width == 0) {
            const int32_t below = matrix->column_first[p + 1] - matrix->column_first[p];
            update += below * (below + 1) / 2;
        }
    }
}

void tum_block_cholesky_solve(const BlockCholesky *matrix, double *x)
{
    for (int32_t p = 0; p < matrix->count; ++p) {
        const int32_t width = block_cholesky_stride(matrix, p);
#define SOLVE_DOWN(n) solve_down(matrix, p, x, n)
        BY_WIDTH(width, SOLVE_DOWN)
#undef SOLVE_DOWN
    }
    for (int32_t p = matrix->count; p-- > 0;) {
        const int32_t width = block_cholesky_stride(matrix, p);
#define SOLVE_UP(n) solve_up(matrix, p, x, n)
        BY_WIDTH(width, SOLVE_UP)
#undef SOLVE_UP
    }
}
