// SPDX-License-Identifier: MIT
// block_cholesky_numbers.inl: factorization and solution by dense blocks, two functions that
// BLOCK_CHOLESKY_NAME names and BLOCK_CHOLESKY_SCOPE declares. A part of block_cholesky.c, and of
// kernels.
//
// A diagonal block is L D L^T. Its place takes L and L^T with zeros in place of their ones, so that
// columns of both are subtracted in whole pairs of rows. A block A below it becomes V = A L^-T, and
// V D^-1 is its part of the factor.
//
// Rows lie side by side in lanes: four where the processor has such, then two. Lanes never meet,
// but for the sums of subtract_transposed, which are always of two lanes: the bits are the same.

#include "math/settled.h"

// The kernels below are compiled once for any width and once for each common width as a constant:
// the order of operations, and so every bit, is the same.
#define KERNEL static inline __attribute__((always_inline))

// Two rows of a column, side by side, and four.
enum { LANES = 2, FOUR = 4 };
typedef double Lanes __attribute__((vector_size(LANES * sizeof(double)), aligned(8), may_alias));
typedef double Four __attribute__((vector_size(FOUR * sizeof(double)), aligned(8), may_alias));

#if defined(__AVX__)
static const bool has_four = true;
#else
static const bool has_four = false;
#endif

KERNEL Lanes lanes_at(const double *values)
{
    return *(const Lanes *)values;
}

KERNEL void set_lanes(double *values, Lanes lanes)
{
    *(Lanes *)values = lanes;
}

// to[i] -= from[i] * share for rows `begin`, which is even, to `end`.
KERNEL void subtract_scaled(double *restrict to, const double *restrict from, double share,
                            const int32_t begin, const int32_t end)
{
    const double factor = settled64(share);
    int32_t i = begin;
    for (; has_four && i + FOUR <= end; i += FOUR) {
        *(Four *)(to + i) -= *(const Four *)(from + i) * factor;
    }
    for (; i < end; i += LANES) {
        set_lanes(to + i, lanes_at(to + i) - lanes_at(from + i) * factor);
    }
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
            subtract_scaled(m + j * n, m + p * n, share, j / LANES * LANES, n);
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

// y -= columns x, of `width` columns of `rows` rows, for rows `begin`, which is even, to the last.
KERNEL void subtract_product(double *restrict y, const double *restrict columns, const int32_t rows,
                             const double *restrict x, const int32_t width, const int32_t begin)
{
    int32_t i = begin;
    for (; has_four && i + FOUR <= rows; i += FOUR) {
        Four sum = *(const Four *)(columns + i) * settled64(x[0]);
        for (int32_t k = 1; k < width; ++k) {
            sum += *(const Four *)(columns + k * rows + i) * settled64(x[k]);
        }
        *(Four *)(y + i) -= sum;
    }
    for (; i < rows; i += LANES) {
        Lanes sum = lanes_at(columns + i) * settled64(x[0]);
        for (int32_t k = 1; k < width; ++k) {
            sum += lanes_at(columns + k * rows + i) * settled64(x[k]);
        }
        set_lanes(y + i, lanes_at(y + i) - sum);
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
        subtract_product(target + j * rows, columns, rows, x, width,
                         is_diagonal ? j / LANES * LANES : 0);
    }
}

// block <- block L^-T, scaled <- that times D^-1.
KERNEL void divide(double *restrict block, double *restrict scaled, const int32_t rows,
                   const double *restrict diagonal, const double *restrict inverse,
                   const int32_t width)
{
    int32_t i = 0;
    for (; has_four && i + FOUR <= rows; i += FOUR) {
        Four own[BLOCK_SIZE_MOST];
        for (int32_t k = 0; k < width; ++k) {
            own[k] = *(const Four *)(block + k * rows + i);
            for (int32_t j = 0; j < k; ++j) {
                own[k] -= own[j] * settled64(diagonal[j * width + k]);
            }
            *(Four *)(block + k * rows + i) = own[k];
            *(Four *)(scaled + k * rows + i) = own[k] * settled64(inverse[k]);
        }
    }
    for (; i < rows; i += LANES) {
        Lanes own[BLOCK_SIZE_MOST];
        for (int32_t k = 0; k < width; ++k) {
            own[k] = lanes_at(block + k * rows + i);
            for (int32_t j = 0; j < k; ++j) {
                own[k] -= own[j] * settled64(diagonal[j * width + k]);
            }
            set_lanes(block + k * rows + i, own[k]);
            set_lanes(scaled + k * rows + i, own[k] * settled64(inverse[k]));
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
        subtract_scaled(x, m + k * n, x[k], (k + 1) / LANES * LANES, n);
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
            subtract_product(below, scaled, width, own, width, 0);
        } else {
            subtract_product(below, scaled, rows, own, width, 0);
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
        Lanes sum;
        int32_t i = LANES;
        if (has_four && rows >= FOUR) {
            const Four both = *(const Four *)(columns + k * rows) * *(const Four *)below;
            sum = (Lanes){both[0] + both[2], both[1] + both[3]};
            i = FOUR;
        } else {
            sum = lanes_at(columns + k * rows) * lanes_at(below);
        }
        for (; i < rows; i += LANES) {
            sum += lanes_at(columns + k * rows + i) * lanes_at(below + i);
        }
        x[k] -= sum[0] + sum[1];
    }
}

// x <- L^-T x.
KERNEL void solve_upper(const double *restrict m, const int32_t n, double *restrict x)
{
    for (int32_t k = n; k-- > 0;) {
        subtract_scaled(x, m + k * n, x[k], 0, k + k % LANES);
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

BLOCK_CHOLESKY_SCOPE void BLOCK_CHOLESKY_NAME(factor)(BlockCholesky *matrix)
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

BLOCK_CHOLESKY_SCOPE void BLOCK_CHOLESKY_NAME(solve)(const BlockCholesky *matrix, double *x)
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
