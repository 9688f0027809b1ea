// SPDX-License-Identifier: MIT
/// block_cholesky.h: direct solution of sparse systems of equations in dense blocks.
///
/// A symmetric positive definite matrix consists of dense blocks: node i has size[i] rows, and only
/// linked nodes share an off-diagonal block. Chains and trees of n nodes are factored in time
/// proportional to n; loops add a little fill. The structure is found once; each factorization
/// takes new numbers (George and Liu, "Computer Solution of Large Sparse Positive Definite
/// Systems", 1981: minimum degree, then A = L D L^T by columns of blocks).
///
///     tum_block_cholesky_begin(&f);  … set diagonals and the blocks of links …
///     tum_block_cholesky_factor(&f);
///     tum_block_cholesky_solve(&f, x);     // x: right-hand side in, solution out
///
/// The order of elimination differs from the numbering: `place` maps a node to its position, and
/// vectors hold rows in the order of positions.
///
/// A node may use fewer rows than its maximum: set `size` before `begin`. Used rows stand first in
/// the node's part of a vector. Blocks are packed column by column, and a column of an odd number
/// of rows has one more, which is zero, as is that row of a vector: a block of nodes with 3 and 2
/// rows has 4 rows and 2 columns.
#ifndef TUM_MATH_BLOCK_CHOLESKY_H
#define TUM_MATH_BLOCK_CHOLESKY_H

#include "base/alloc.h"

enum {
    BLOCK_NODES_MOST = 512, ///< Nodes of one matrix.
    BLOCK_SIZE_MOST = 64    ///< Rows of one node.
};

typedef struct BlockLink {
    int32_t a, b; ///< Two different nodes.
} BlockLink;

typedef struct BlockCholesky {
    int32_t count, row_count, block_count, update_count;
    size_t value_count, scaled_count;
    int32_t *place;        ///< count: node to position.
    int32_t *node;         ///< count: position to node.
    int32_t *first_row;    ///< count + 1: by position; the start of the node's part of a vector.
    int32_t *size;         ///< count: by position; rows in use, initially the maximum.
    int32_t *column_first; ///< count + 1: blocks below the diagonal, column by column.
    int32_t *block_row;    ///< block_count: position, ascending in a column.
    size_t *block_value;   ///< block_count + count: offset into values; the diagonals follow the
                           ///< blocks.
    int32_t *update;       ///< update_count: the target block of a product of two blocks.
    double *values;        ///< Each block column by column; diagonals use the lower triangle.
    double *scaled;        ///< scaled_count: blocks of the factor,
    double *inverse;       ///< row_count: and 1 / D.
} BlockCholesky;

/// @param sizes  rows of each node, 1 to BLOCK_SIZE_MOST.
/// @param links  may repeat.
/// @return TUM_OK, TUM_ERROR_MEMORY, or TUM_ERROR_CAPACITY with more nodes than BLOCK_NODES_MOST or
///         a factor much fuller than a tree's.
TumStatus tum_block_cholesky_init(BlockCholesky *matrix, int32_t count, const int32_t *sizes,
                                  const BlockLink *links, size_t link_count,
                                  const TumAllocator *allocator);
void tum_block_cholesky_destroy(BlockCholesky *matrix, const TumAllocator *allocator);

/// The block of two linked nodes; its rows are those of the node with the later position.
int32_t tum_block_cholesky_find(const BlockCholesky *matrix, int32_t node_a, int32_t node_b);

/// Clears all blocks. The caller then sets the diagonals' lower triangles and the blocks of links.
void tum_block_cholesky_begin(BlockCholesky *matrix);

/// Rows of a column of the node's diagonal, and of blocks whose later node it is.
static inline int32_t block_cholesky_stride(const BlockCholesky *matrix, int32_t position)
{
    return (matrix->size[position] + 1) & ~1;
}

static inline double *block_cholesky_diagonal(BlockCholesky *matrix, int32_t position)
{
    return matrix->values + matrix->block_value[matrix->block_count + position];
}

static inline double *block_cholesky_block(BlockCholesky *matrix, int32_t block)
{
    return matrix->values + matrix->block_value[block];
}

/// Replaces the matrix by its factor. Where rounding leaves no positive pivot, the unknown of that
/// row becomes almost zero.
void tum_block_cholesky_factor(BlockCholesky *matrix);

/// @param x  row_count numbers; only rows in use, and the zeros beside them, are read and written.
void tum_block_cholesky_solve(const BlockCholesky *matrix, double *x);

#endif
