// SPDX-License-Identifier: MIT
// Hulls of whole coordinates, which the lattice of quickhull.h has exactly: their volume, and that
// every point is inside, are equalities.
#include "geometry/quickhull.h"

#include "math/math3_64.h"
#include "tests/support/support.h"

// Points lie at multiples of the lattice's steps: their extent is GRID in each direction.
enum { GRID = 8, POINTS = 120 };

typedef struct Drawn {
    double points[4 * POINTS];
    size_t count;
    int dimension;
} Drawn;

// The corners of a cube of GRID, then points of its grid: most lie in planes with many others.
static Drawn draw_in_cube(Random *random, int dimension, size_t count)
{
    Drawn drawn = {.count = count, .dimension = dimension};
    for (size_t i = 0; i < count; ++i) {
        for (int k = 0; k < dimension; ++k) {
            const double corner = (i >> k & 1) != 0 ? GRID : 0;
            drawn.points[(size_t)dimension * i + (size_t)k] =
                i < 1u << dimension ? corner : floor(random_in(random, 0, GRID + 1));
        }
    }
    return drawn;
}

static long determinant(long rows[4][4], int size)
{
    if (size == 1) {
        return rows[0][0];
    }
    long sum = 0;
    for (int column = 0; column < size; ++column) {
        long minor[4][4] = {{0}};
        for (int i = 1; i < size; ++i) {
            for (int k = 0, to = 0; k < size; ++k) {
                if (k != column) {
                    minor[i - 1][to++] = rows[i][k];
                }
            }
        }
        const long sign = column % 2 == 0 ? 1 : -1;
        sum += sign * rows[0][column] * determinant(minor, size - 1);
    }
    return sum;
}

// The simplex over a facet with a point on top: its volume times a factorial, positive above.
static long volume_over(const Drawn *drawn, const uint32_t *corner, const double *top)
{
    const size_t dimension = (size_t)drawn->dimension;
    long rows[4][4] = {{0}};
    for (size_t k = 0; k < dimension; ++k) {
        const double *to = k + 1 < dimension ? &drawn->points[dimension * corner[k + 1]] : top;
        for (size_t i = 0; i < dimension; ++i) {
            rows[k][i] = (long)(to[i] - drawn->points[dimension * corner[0] + i]);
        }
    }
    return determinant(rows, drawn->dimension);
}

// -1 or 1: whether two orders of the same corners differ by an odd number of swaps.
static int parity(const uint32_t *a, const uint32_t *b, int count)
{
    int sign = 1;
    uint32_t order[4];
    memcpy(order, a, (size_t)count * sizeof *order);
    for (int i = 0; i < count; ++i) {
        int at = i;
        while (at < count && order[at] != b[i]) {
            ++at;
        }
        if (at == count) {
            return 0; // Other corners.
        }
        if (at != i) {
            order[at] = order[i];
            order[i] = b[i];
            sign = -sign;
        }
    }
    return sign;
}

// The corners of a facet but one, turned as its boundary.
static void ridge_of(const uint32_t *corner, int dimension, int without, uint32_t *ridge)
{
    for (int k = 0, to = 0; k < dimension; ++k) {
        if (k != without) {
            ridge[to++] = corner[k];
        }
    }
    if (without % 2 != 0) {
        const uint32_t first = ridge[0];
        ridge[0] = ridge[1];
        ridge[1] = first;
    }
}

// Each ridge of a facet is that of one other facet, turned the other way.
static void check_closed(const uint32_t *corners, size_t facets, int dimension)
{
    for (size_t f = 0; f < facets * (size_t)dimension; ++f) {
        uint32_t ridge[3], other[3];
        size_t twins = 0, same = 0;
        ridge_of(&corners[f / (size_t)dimension * (size_t)dimension], dimension,
                 (int)(f % (size_t)dimension), ridge);
        for (size_t g = 0; g < facets * (size_t)dimension; ++g) {
            ridge_of(&corners[g / (size_t)dimension * (size_t)dimension], dimension,
                     (int)(g % (size_t)dimension), other);
            const int sign = parity(ridge, other, dimension - 1);
            twins += sign < 0;
            same += sign > 0;
        }
        assert_int_equal(twins, 1);
        assert_int_equal(same, 1);
    }
}

static long check_drawn(const Drawn *drawn)
{
    Arena arena = {0};
    uint32_t *corners;
    size_t facets;
    assert_int_equal(tum_quickhull(drawn->points, drawn->count, drawn->dimension, 0.0, &arena,
                                   &corners, &facets),
                     TUM_OK);
    check_closed(corners, facets, drawn->dimension);
    const size_t dimension = (size_t)drawn->dimension;
    long volume = 0;
    for (size_t f = 0; f < facets; ++f) {
        volume -= volume_over(drawn, &corners[dimension * f], drawn->points);
        for (size_t i = 0; i < drawn->count; ++i) {
            const double *point = &drawn->points[dimension * i];
            assert_true(volume_over(drawn, &corners[dimension * f], point) <= 0);
        }
    }
    tum_arena_clear(&arena);
    return volume;
}

static void a_cube_holds_all_points_of_its_grid(void **state)
{
    (void)state;
    Random random = {1};
    for (int round = 0; round < 40; ++round) {
        const size_t count = 8 + (size_t)random_in(&random, 0, POINTS - 8);
        const Drawn drawn = draw_in_cube(&random, 3, count);
        assert_int_equal(check_drawn(&drawn), 6 * GRID * GRID * GRID);
    }
}

static void a_tesseract_holds_all_points_of_its_grid(void **state)
{
    (void)state;
    Random random = {2};
    for (int round = 0; round < 12; ++round) {
        const size_t count = 16 + (size_t)random_in(&random, 0, 40);
        const Drawn drawn = draw_in_cube(&random, 4, count);
        assert_int_equal(check_drawn(&drawn), 24 * GRID * GRID * GRID * GRID);
    }
}

// Of all facets the volume depends on the points alone.
static void the_order_of_points_does_not_matter(void **state)
{
    (void)state;
    Random random = {3};
    for (int round = 0; round < 40; ++round) {
        Drawn drawn = draw_in_cube(&random, 3 + round % 2, 30);
        const size_t dimension = (size_t)drawn.dimension, size = dimension * sizeof(double);
        // Two corners stay, for the extent of the lattice; the others move inward.
        for (size_t i = 1; i + 1 < 1u << dimension; ++i) {
            for (size_t k = 0; k < dimension; ++k) {
                drawn.points[dimension * i + k] = floor(random_in(&random, 0, GRID + 1));
            }
        }
        const long volume = check_drawn(&drawn);
        for (size_t i = drawn.count - 1; i > 0; --i) {
            const size_t j = (size_t)random_in(&random, 0, (double)(i + 1));
            double kept[4];
            memcpy(kept, &drawn.points[dimension * i], size);
            memmove(&drawn.points[dimension * i], &drawn.points[dimension * j], size);
            memcpy(&drawn.points[dimension * j], kept, size);
        }
        assert_int_equal(check_drawn(&drawn), volume);
    }
}

// All points of a face lie in its plane: a hull of what rounding leaves would have any number of
// folds.
static void a_face_of_many_points_is_flat(void **state)
{
    (void)state;
    enum { SIDE = 33 };
    double *points = malloc((2 * SIDE * SIDE) * 3 * sizeof *points);
    assert_non_null(points);
    for (int i = 0; i < 2 * SIDE * SIDE; ++i) {
        points[3 * i] = i % SIDE;
        points[3 * i + 1] = i / SIDE % SIDE;
        points[3 * i + 2] = i / (SIDE * SIDE) * (SIDE - 1);
    }
    Arena arena = {0};
    uint32_t *corners;
    size_t facets;
    assert_int_equal(
        tum_quickhull(points, (size_t)2 * SIDE * SIDE, 3, 0.0, &arena, &corners, &facets), TUM_OK);
    for (size_t f = 0; f < facets; ++f) {
        const double *a = &points[3 * (size_t)corners[3 * f]];
        const double *b = &points[3 * (size_t)corners[3 * f + 1]];
        const double *c = &points[3 * (size_t)corners[3 * f + 2]];
        int planes = 0;
        for (int k = 0; k < 3; ++k) {
            planes += a[k] == b[k] && b[k] == c[k] && (a[k] == 0.0 || a[k] == SIDE - 1);
        }
        assert_true(planes > 0);
    }
    tum_arena_clear(&arena);
    free(points);
}

static void the_same_point_many_times_is_one_corner(void **state)
{
    (void)state;
    Random random = {4};
    Drawn drawn = draw_in_cube(&random, 4, 16);
    memcpy(&drawn.points[64], drawn.points, 64 * sizeof *drawn.points);
    memcpy(&drawn.points[128], drawn.points, 64 * sizeof *drawn.points);
    drawn.count = 48;
    assert_int_equal(check_drawn(&drawn), 24 * GRID * GRID * GRID * GRID);
}

static void points_without_volume_are_an_input_error(void **state)
{
    (void)state;
    Random random = {5};
    for (int dimension = 3; dimension <= 4; ++dimension) {
        Drawn drawn = draw_in_cube(&random, dimension, 40);
        for (size_t i = 0; i < drawn.count; ++i) {
            drawn.points[(size_t)dimension * i] = 0.25;
        }
        Arena arena = {0};
        uint32_t *corners;
        size_t facets;
        for (size_t count = 0; count <= drawn.count; count += 4) {
            assert_int_equal(
                tum_quickhull(drawn.points, count, dimension, 0.0, &arena, &corners, &facets),
                TUM_ERROR_INPUT);
            assert_null(corners);
        }
        tum_arena_clear(&arena);
    }
}

static DVec3 point_at(const double *points, uint32_t index)
{
    const double *p = &points[3 * (size_t)index];
    return (DVec3){p[0], p[1], p[2]};
}

static void flat_points_and_those_too_far_apart_are_an_input_error(void **state)
{
    (void)state;
    Random random = {8};
    Drawn drawn = draw_in_cube(&random, 4, 40);
    for (size_t i = 0; i < drawn.count; ++i) {
        drawn.points[4 * i + 2] *= 1e-4;
    }
    Arena arena = {0};
    uint32_t *corners;
    size_t facets;
    const double flatness[] = {1e-5, 1e-3}, extent[] = {0.9e70, 1.1e70};
    const TumStatus expected[] = {TUM_OK, TUM_ERROR_INPUT};
    for (int k = 0; k < 2; ++k) {
        assert_int_equal(
            tum_quickhull(drawn.points, drawn.count, 4, flatness[k], &arena, &corners, &facets),
            expected[k]);
        Drawn large = draw_in_cube(&random, 3, 40);
        for (size_t i = 0; i < 3 * large.count; ++i) {
            large.points[i] *= extent[k] / GRID;
        }
        assert_int_equal(
            tum_quickhull(large.points, large.count, 3, 0.0, &arena, &corners, &facets),
            expected[k]);
    }
    tum_arena_clear(&arena);
}

// A cloud in a ball: none of its points is 2^-40 of the extent above a facet.
static void rounding_to_the_lattice_is_the_only_error(void **state)
{
    (void)state;
    Random random = {6};
    double points[3 * 300];
    for (size_t i = 0; i < 300; ++i) {
        double squares;
        do {
            squares = 0.0;
            for (size_t k = 0; k < 3; ++k) {
                points[3 * i + k] = random_in(&random, -1, 1);
                squares += points[3 * i + k] * points[3 * i + k];
            }
        } while (squares > 1.0);
    }
    Arena arena = {0};
    uint32_t *corners;
    size_t facets;
    assert_int_equal(tum_quickhull(points, 300, 3, 0.0, &arena, &corners, &facets), TUM_OK);
    check_closed(corners, facets, 3);
    for (size_t f = 0; f < facets; ++f) {
        const DVec3 a = point_at(points, corners[3 * f]);
        const DVec3 b = point_at(points, corners[3 * f + 1]);
        const DVec3 c = point_at(points, corners[3 * f + 2]);
        const DVec3 normal =
            dvec3_normalize_or(dvec3_cross(dvec3_sub(b, a), dvec3_sub(c, a)), (DVec3){0});
        for (size_t i = 0; i < 300; ++i) {
            const DVec3 p = point_at(points, (uint32_t)i);
            assert_true(dvec3_dot(normal, dvec3_sub(p, a)) < 2.0 * 0x1p-40);
        }
    }
    tum_arena_clear(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_holds_all_points_of_its_grid),
        cmocka_unit_test(a_tesseract_holds_all_points_of_its_grid),
        cmocka_unit_test(the_order_of_points_does_not_matter),
        cmocka_unit_test(a_face_of_many_points_is_flat),
        cmocka_unit_test(the_same_point_many_times_is_one_corner),
        cmocka_unit_test(points_without_volume_are_an_input_error),
        cmocka_unit_test(flat_points_and_those_too_far_apart_are_an_input_error),
        cmocka_unit_test(rounding_to_the_lattice_is_the_only_error),
    };
    return cmocka_run_group_tests_name("quickhull", tests, NULL, NULL);
}
