// SPDX-License-Identifier: MIT
// Sparse block systems: the solution fits the equations, chains stay thin, cliques are refused.
#include "math/block_cholesky.h"

#include "tests/support/support.h"

enum { NODES = 40, ROWS_MOST = 240, LINKS_MOST = 120 };

typedef struct System {
    int32_t sizes[NODES];
    BlockLink links[LINKS_MOST];
    size_t link_count;
    BlockCholesky matrix;
    double dense[ROWS_MOST][ROWS_MOST];
} System;

static void set_block(System *system, int32_t row, int32_t column, double *block, Random *random,
                      double diagonal)
{
    const int32_t *first = system->matrix.first_row;
    const int32_t rows = system->matrix.size[row], columns = system->matrix.size[column];
    const int32_t stride = block_cholesky_stride(&system->matrix, row);
    for (int32_t i = 0; i < rows; ++i) {
        for (int32_t k = 0; k < columns; ++k) {
            if (row == column && k > i) {
                continue;
            }
            const double value =
                random_in(random, -1, 1) + (row == column && i == k ? diagonal : 0);
            block[k * stride + i] = value;
            system->dense[first[row] + i][first[column] + k] = value;
            system->dense[first[column] + k][first[row] + i] = value;
        }
    }
}

static void the_solution_fits_random_equations(void **state)
{
    (void)state;
    Random random = {11};
    for (int round = 0; round < 20; ++round) {
        System *system = calloc(1, sizeof *system);
        for (int32_t i = 0; i < NODES; ++i) {
            system->sizes[i] = 1 + (int32_t)random_in(&random, 0, 5);
            if (i > 0) { // a tree, and some loops
                system->links[system->link_count++] =
                    (BlockLink){i, (int32_t)random_in(&random, 0, i)};
            }
        }
        for (int i = 0; i < round; ++i) {
            const int32_t a = (int32_t)random_in(&random, 0, NODES);
            system->links[system->link_count++] = (BlockLink){a, (a + 1 + i) % NODES};
        }
        assert_int_equal(tum_block_cholesky_init(&system->matrix, NODES, system->sizes,
                                                 system->links, system->link_count, NULL),
                         TUM_OK);
        BlockCholesky *matrix = &system->matrix;
        tum_block_cholesky_begin(matrix);
        for (int32_t p = 0; p < NODES; ++p) {
            set_block(system, p, p, block_cholesky_diagonal(matrix, p), &random, 60);
        }
        for (size_t i = 0; i < system->link_count; ++i) {
            const int32_t a = matrix->place[system->links[i].a];
            const int32_t b = matrix->place[system->links[i].b];
            const int32_t block =
                tum_block_cholesky_find(matrix, system->links[i].a, system->links[i].b);
            set_block(system, a > b ? a : b, a > b ? b : a, block_cholesky_block(matrix, block),
                      &random, 0);
        }
        double right[ROWS_MOST], x[ROWS_MOST];
        const int32_t rows = matrix->row_count;
        for (int32_t i = 0; i < rows; ++i) {
            x[i] = right[i] = random_in(&random, -1, 1);
        }
        for (int32_t p = 0; p < NODES; ++p) {
            const int32_t size = matrix->size[p], end = matrix->first_row[p] + size;
            if (size % 2 != 0) {
                x[end] = right[end] = 0;
            }
        }
        tum_block_cholesky_factor(matrix);
        tum_block_cholesky_solve(matrix, x);
        for (int32_t i = 0; i < rows; ++i) {
            double sum = 0;
            for (int32_t k = 0; k < rows; ++k) {
                sum += system->dense[i][k] * x[k];
            }
            assert_near(sum, right[i], 1e-11);
        }
        tum_block_cholesky_destroy(matrix, NULL);
        free(system);
    }
}

// Rows that a node does not use might as well be equations 1 * x = 0: not a bit differs.
static void rows_not_in_use_change_nothing(void **state)
{
    (void)state;
    enum { COUNT = 12, SIZE = 6 };
    Random random = {13};
    int32_t sizes[COUNT];
    BlockLink links[COUNT + 2] = {{0, 11}, {3, 8}};
    size_t link_count = 2;
    for (int32_t i = 0; i < COUNT; ++i) {
        sizes[i] = SIZE;
        if (i > 0) {
            links[link_count++] = (BlockLink){i, i / 2};
        }
    }
    BlockCholesky packed, full;
    assert_int_equal(tum_block_cholesky_init(&packed, COUNT, sizes, links, link_count, NULL),
                     TUM_OK);
    assert_int_equal(tum_block_cholesky_init(&full, COUNT, sizes, links, link_count, NULL), TUM_OK);
    double x[COUNT * SIZE], y[COUNT * SIZE] = {0};
    for (int32_t p = 0; p < COUNT; ++p) {
        packed.size[p] = (int32_t)random_in(&random, 0, SIZE + 1);
    }
    for (size_t i = 0; i < packed.scaled_count; ++i) {
        packed.scaled[i] = 1e9; // as another number of rows leaves it
    }
    tum_block_cholesky_begin(&packed);
    tum_block_cholesky_begin(&full);
    for (int32_t p = 0; p < COUNT; ++p) {
        double *a = block_cholesky_diagonal(&packed, p), *b = block_cholesky_diagonal(&full, p);
        const int32_t stride = block_cholesky_stride(&packed, p);
        for (int32_t i = 0; i < SIZE; ++i) {
            for (int32_t k = 0; k <= i; ++k) {
                const bool in_use = i < packed.size[p];
                b[k * SIZE + i] = in_use ? random_in(&random, -1, 1) + (i == k ? 30 : 0) : i == k;
                if (in_use) {
                    a[k * stride + i] = b[k * SIZE + i];
                }
            }
            y[p * SIZE + i] = i < packed.size[p] ? random_in(&random, -1, 1) : 0;
            x[p * SIZE + i] = y[p * SIZE + i];
        }
    }
    for (size_t l = 0; l < link_count; ++l) {
        const int32_t block = tum_block_cholesky_find(&packed, links[l].a, links[l].b);
        const int32_t from = packed.place[links[l].a], to = packed.place[links[l].b];
        const int32_t rows = packed.size[from > to ? from : to];
        const int32_t columns = packed.size[from > to ? to : from];
        const int32_t stride = block_cholesky_stride(&packed, from > to ? from : to);
        for (int32_t i = 0; i < SIZE; ++i) {
            for (int32_t k = 0; k < SIZE; ++k) {
                const bool in_use = i < rows && k < columns;
                const double value = in_use ? random_in(&random, -1, 1) : 0;
                block_cholesky_block(&full, block)[k * SIZE + i] = value;
                if (in_use) {
                    block_cholesky_block(&packed, block)[k * stride + i] = value;
                }
            }
        }
    }
    tum_block_cholesky_factor(&packed);
    tum_block_cholesky_factor(&full);
    tum_block_cholesky_solve(&packed, x);
    tum_block_cholesky_solve(&full, y);
    for (int32_t i = 0; i < COUNT * SIZE; ++i) {
        assert_near(x[i], y[i], 0);
    }
    tum_block_cholesky_destroy(&packed, NULL);
    tum_block_cholesky_destroy(&full, NULL);
}

// Whatever order its nodes have, a tree needs no block that it does not begin with.
static void a_tree_has_no_fill(void **state)
{
    (void)state;
    enum { COUNT = 500 };
    int32_t sizes[COUNT];
    BlockLink links[COUNT];
    Random random = {12};
    for (int32_t i = 0; i < COUNT; ++i) {
        sizes[i] = 3;
        links[i] = (BlockLink){i, i > 0 ? (int32_t)random_in(&random, 0, i) : 1};
    }
    BlockCholesky matrix;
    assert_int_equal(tum_block_cholesky_init(&matrix, COUNT, sizes, links + 1, COUNT - 1, NULL),
                     TUM_OK);
    assert_int_equal(matrix.block_count, COUNT - 1);
    tum_block_cholesky_destroy(&matrix, NULL);
}

static void what_is_too_full_or_too_large_is_refused(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    int32_t *sizes = calloc(BLOCK_NODES_MOST + 1, sizeof *sizes);
    BlockLink *links = calloc((size_t)COUNT * COUNT, sizeof *links);
    size_t link_count = 0;
    for (int32_t i = 0; i < COUNT; ++i) {
        for (int32_t k = i + 1; k < COUNT; ++k) {
            links[link_count++] = (BlockLink){i, k};
        }
    }
    for (int32_t i = 0; i <= BLOCK_NODES_MOST; ++i) {
        sizes[i] = 1;
    }
    BlockCholesky matrix;
    assert_int_equal(tum_block_cholesky_init(&matrix, COUNT, sizes, links, link_count, &allocator),
                     TUM_ERROR_CAPACITY);
    assert_int_equal(
        tum_block_cholesky_init(&matrix, BLOCK_NODES_MOST + 1, sizes, links, 0, &allocator),
        TUM_ERROR_CAPACITY);
    assert_int_equal(counting.blocks, 0);
    free(sizes);
    free(links);
}

// Two equal equations: there is an answer, and it is finite.
static void a_singular_system_is_answered_with_numbers(void **state)
{
    (void)state;
    const int32_t size = 2;
    BlockCholesky matrix;
    assert_int_equal(tum_block_cholesky_init(&matrix, 1, &size, NULL, 0, NULL), TUM_OK);
    double *values = block_cholesky_diagonal(&matrix, 0);
    values[0] = values[1] = values[2] = values[3] = 2;
    double x[2] = {1, 1};
    tum_block_cholesky_factor(&matrix);
    tum_block_cholesky_solve(&matrix, x);
    assert_near(2 * x[0] + 2 * x[1], 1, 1e-9);
    tum_block_cholesky_destroy(&matrix, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_solution_fits_random_equations),
        cmocka_unit_test(rows_not_in_use_change_nothing),
        cmocka_unit_test(a_tree_has_no_fill),
        cmocka_unit_test(what_is_too_full_or_too_large_is_refused),
        cmocka_unit_test(a_singular_system_is_answered_with_numbers),
    };
    return cmocka_run_group_tests_name("block_cholesky", tests, NULL, NULL);
}
