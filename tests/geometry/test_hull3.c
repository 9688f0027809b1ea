// SPDX-License-Identifier: MIT
// Convex hulls: what they enclose, how their faces lie, and that nothing depends on chance.
#include "geometry/hull3.h"

#include "tests/support/support.h"

// Every promise of hull3.h that holds for any hull: faces are planar, point outward, close up, turn
// counter-clockwise; every point given is inside.
static void check_hull(const HullMesh3 *hull, const double *points, size_t count, double tolerance)
{
    size_t edges = 0;
    assert_true(hull->vertex_count >= 4);
    for (size_t f = 0; f < hull->face_count; ++f) {
        const uint32_t first = hull->face_first[f], end = hull->face_first[f + 1];
        assert_true(end >= first + 3);
        assert_near(dvec3_length(hull->normals[f]), 1.0, 1e-12);
        for (uint32_t c = first; c < end; ++c) {
            const uint32_t a = hull->face_vertices[c];
            const uint32_t b = hull->face_vertices[c + 1 == end ? first : c + 1];
            assert_true(a < hull->vertex_count);
            assert_near(dvec3_dot(hull->normals[f], hull->vertices[a]), hull->offsets[f],
                        tolerance);
            // The way back along this edge belongs to exactly one other face.
            size_t twins = 0;
            for (size_t g = 0; g < hull->face_count; ++g) {
                const uint32_t g_first = hull->face_first[g], g_end = hull->face_first[g + 1];
                for (uint32_t d = g_first; d < g_end; ++d) {
                    const uint32_t next = hull->face_vertices[d + 1 == g_end ? g_first : d + 1];
                    twins += hull->face_vertices[d] == b && next == a;
                }
            }
            assert_int_equal(twins, 1);
            ++edges;
            // Counter-clockwise: the inside of the face lies to the left of its edges.
            const DVec3 along = dvec3_sub(hull->vertices[b], hull->vertices[a]);
            const DVec3 left = dvec3_cross(hull->normals[f], along);
            for (uint32_t d = first; d < end; ++d) {
                const DVec3 way =
                    dvec3_sub(hull->vertices[hull->face_vertices[d]], hull->vertices[a]);
                assert_true(dvec3_dot(left, way) >= -tolerance * dvec3_length(along));
            }
        }
        for (size_t i = 0; i < count; ++i) {
            const DVec3 p = {points[3 * i], points[3 * i + 1], points[3 * i + 2]};
            assert_true(dvec3_dot(hull->normals[f], p) <= hull->offsets[f] + tolerance);
        }
    }
    assert_int_equal(hull->vertex_count + hull->face_count, edges / 2 + 2); // Euler
    for (size_t v = 0; v < hull->vertex_count; ++v) {
        assert_true(v == 0 || hull->is_flat || hull->source[v - 1] < hull->source[v]);
        assert_true(hull->source[v] < count);
    }
}

static HullMesh3 build(const double *points, size_t count, Arena *arena)
{
    HullMesh3 hull;
    assert_int_equal(tum_hull3_build(points, count, arena, &hull), TUM_OK);
    return hull;
}

static const double cube[] = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1,
                              -1, -1, 1,  1, -1, 1,  -1, 1, 1,  1, 1, 1};

static void a_cube_has_six_squares(void **state)
{
    (void)state;
    Arena arena = {0};
    const HullMesh3 hull = build(cube, 8, &arena);
    check_hull(&hull, cube, 8, 1e-12);
    assert_int_equal(hull.vertex_count, 8);
    assert_int_equal(hull.face_count, 6);
    assert_false(hull.is_flat);
    for (size_t f = 0; f < 6; ++f) {
        assert_int_equal(hull.face_first[f + 1] - hull.face_first[f], 4);
        assert_near(hull.offsets[f], 1.0, 1e-15);
    }
    for (size_t v = 0; v < 8; ++v) {
        assert_int_equal(hull.source[v], v);
        assert_near(hull.vertices[v].x, cube[3 * v], 0.0);
    }
    tum_arena_clear(&arena);
}

static void a_turned_cube_in_single_precision_still_has_six_sides(void **state)
{
    (void)state;
    Random random = {7};
    for (int round = 0; round < 20; ++round) {
        const DQuat turn =
            dquat_normalize((DQuat){random_in(&random, -1, 1), random_in(&random, -1, 1),
                                    random_in(&random, -1, 1), random_in(&random, -1, 1)});
        double points[24];
        for (size_t i = 0; i < 8; ++i) {
            const DVec3 p =
                dquat_rotate(turn, (DVec3){cube[3 * i], cube[3 * i + 1], cube[3 * i + 2]});
            points[3 * i] = (double)(float)p.x;
            points[3 * i + 1] = (double)(float)p.y;
            points[3 * i + 2] = (double)(float)p.z;
        }
        Arena arena = {0};
        const HullMesh3 hull = build(points, 8, &arena);
        check_hull(&hull, points, 8, 2e-6);
        assert_int_equal(hull.face_count, 6);
        tum_arena_clear(&arena);
    }
}

static void points_on_faces_and_edges_are_no_vertices(void **state)
{
    (void)state;
    // A grid of 5 x 5 x 5 points in single precision: only the corners remain.
    double points[3 * 125];
    size_t count = 0;
    for (int i = 0; i < 125; ++i) {
        points[count++] = (double)(0.1f * (float)(i % 5));
        points[count++] = (double)(0.1f * (float)(i / 5 % 5));
        points[count++] = (double)(0.1f * (float)(i / 25));
    }
    Arena arena = {0};
    const HullMesh3 hull = build(points, 125, &arena);
    check_hull(&hull, points, 125, 1e-6);
    assert_int_equal(hull.vertex_count, 8);
    assert_int_equal(hull.face_count, 6);
    tum_arena_clear(&arena);
}

static void corners_that_hardly_stick_out_of_an_edge_are_no_vertices(void **state)
{
    (void)state;
    // The middles of all twelve edges, a ten-millionth too far out, as rounding leaves them:
    // corners to Quickhull, nothing to a contact.
    double points[3 * 20];
    memcpy(points, cube, sizeof cube);
    size_t count = 24;
    for (int axis = 0; axis < 3; ++axis) {
        for (int side = 0; side < 4; ++side) {
            double p[3];
            p[axis] = 0.0;
            p[(axis + 1) % 3] = (side & 1) != 0 ? 1.0 + 1e-7 : -1.0 - 1e-7;
            p[(axis + 2) % 3] = (side & 2) != 0 ? 1.0 + 1e-7 : -1.0 - 1e-7;
            memcpy(&points[count], p, sizeof p);
            count += 3;
        }
    }
    Arena arena = {0};
    const HullMesh3 hull = build(points, 20, &arena);
    check_hull(&hull, points, 20, 1e-6);
    assert_int_equal(hull.face_count, 6);
    assert_int_equal(hull.vertex_count, 8);
    tum_arena_clear(&arena);
}

static void random_points_are_all_inside_their_hull(void **state)
{
    (void)state;
    Random random = {1};
    for (int round = 0; round < 30; ++round) {
        double points[3 * 60];
        const size_t count = 4 + (size_t)random_in(&random, 0, 56);
        for (size_t i = 0; i < 3 * count; ++i) {
            points[i] = random_in(&random, -3, 5);
        }
        Arena arena = {0};
        const HullMesh3 hull = build(points, count, &arena);
        check_hull(&hull, points, count, 1e-5);
        tum_arena_clear(&arena);
    }
}

static void all_points_of_a_sphere_are_vertices(void **state)
{
    (void)state;
    Random random = {3};
    double points[3 * 100];
    for (size_t i = 0; i < 100; ++i) {
        const DVec3 p =
            dvec3_normalize_or((DVec3){random_in(&random, -1, 1), random_in(&random, -1, 1),
                                       random_in(&random, -1, 1)},
                               (DVec3){1, 0, 0});
        points[3 * i] = 10.0 + p.x;
        points[3 * i + 1] = p.y;
        points[3 * i + 2] = p.z;
    }
    Arena arena = {0};
    const HullMesh3 hull = build(points, 100, &arena);
    check_hull(&hull, points, 100, 1e-5);
    assert_int_equal(hull.vertex_count, 100);
    tum_arena_clear(&arena);
}

static void a_round_cap_is_one_face(void **state)
{
    (void)state;
    // A prism over a regular polygon of 64 sides: two polygons of 64 corners and 64 quads.
    double points[2 * 64 * 3];
    for (int i = 0; i < 64; ++i) {
        double sine, cosine;
        tum_sine_cosine64(2.0 * PI * i / 64.0, &sine, &cosine);
        const double low[] = {cosine, -0.5, sine}, high[] = {cosine, 0.5, sine};
        memcpy(&points[6 * i], low, sizeof low);
        memcpy(&points[6 * i + 3], high, sizeof high);
    }
    Arena arena = {0};
    const HullMesh3 hull = build(points, 128, &arena);
    check_hull(&hull, points, 128, 1e-6);
    assert_int_equal(hull.face_count, 66);
    assert_int_equal(hull.vertex_count, 128);
    tum_arena_clear(&arena);
}

static void ten_thousand_corners_of_one_face_take_no_time(void **state)
{
    (void)state;
    // Two circles of 5,000 points. A side takes in its neighbours while they stay within half a
    // millionth of the extent, 1e-6 m, of its plane: a turn of sqrt(2e-6) either way, 2.8 mrad in
    // all and one step of 1.3 mrad more. So 1,500 sides at least remain.
    enum { AROUND = 5000 };
    double *points = malloc(2 * AROUND * 3 * sizeof *points);
    assert_non_null(points);
    for (int i = 0; i < AROUND; ++i) {
        double sine, cosine;
        tum_sine_cosine64(2.0 * PI * i / AROUND, &sine, &cosine);
        const double two[] = {cosine, -1.0, sine, cosine, 1.0, sine};
        memcpy(&points[6 * i], two, sizeof two);
    }
    Arena arena = {0};
    const HullMesh3 hull = build(points, 2 * AROUND, &arena);
    assert_between(hull.face_count, 1500, AROUND + 2);
    assert_int_equal(hull.vertex_count, 2 * (hull.face_count - 2));
    tum_arena_clear(&arena);
    free(points);
}

static void the_faces_do_not_depend_on_where_memory_lies(void **state)
{
    (void)state;
    double points[3 * 40];
    Random random = {5};
    for (size_t i = 0; i < 3 * 40; ++i) {
        points[i] = random_in(&random, -1, 1);
    }
    Arena arena = {0};
    const HullMesh3 first = build(points, 40, &arena);
    for (size_t round = 1; round < 8; ++round) {
        void *elsewhere = malloc(round * 1000);
        const HullMesh3 again = build(points, 40, &arena);
        free(elsewhere);
        assert_int_equal(again.face_count, first.face_count);
        assert_memory_equal(again.face_vertices, first.face_vertices,
                            first.face_first[first.face_count] * sizeof *first.face_vertices);
        assert_memory_equal(again.normals, first.normals, first.face_count * sizeof(DVec3));
        assert_memory_equal(again.vertices, first.vertices, first.vertex_count * sizeof(DVec3));
    }
    tum_arena_clear(&arena);
}

static void points_nearly_the_same_are_one_vertex(void **state)
{
    (void)state;
    double points[3 * 16];
    for (size_t i = 0; i < 24; ++i) {
        points[i] = cube[i];
        points[24 + i] = cube[i] * (1.0 - 1e-7);
    }
    Arena arena = {0};
    const HullMesh3 hull = build(points, 16, &arena);
    assert_int_equal(hull.vertex_count, 8);
    assert_int_equal(hull.source[7], 7);
    tum_arena_clear(&arena);
}

static void a_flat_set_of_points_is_a_thin_plate(void **state)
{
    (void)state;
    // A tilted square with a point in its middle and one on an edge: two squares and four sides.
    const double points[] = {0, 0, 0, 2, 0, 2, 2, 2, 2, 0, 2, 0, 1, 1, 1, 1, 0, 1};
    Arena arena = {0};
    const HullMesh3 hull = build(points, 6, &arena);
    check_hull(&hull, points, 6, 2e-6);
    assert_true(hull.is_flat);
    assert_int_equal(hull.face_count, 6);
    assert_int_equal(hull.vertex_count, 8);
    // Its normals are at right angles to the plane x = z; half a thickness of 2e-6 on each side.
    assert_near(fabs(hull.normals[0].x), sqrt(0.5), 1e-9);
    assert_near(hull.offsets[0] + hull.offsets[1], 2e-6, 1e-12);
    tum_arena_clear(&arena);
}

static void a_line_is_a_stick(void **state)
{
    (void)state;
    const double points[] = {0, 0, 0, 1, 1, 1, 3, 3, 3, 2, 2, 2};
    Arena arena = {0};
    const HullMesh3 hull = build(points, 4, &arena);
    check_hull(&hull, points, 4, 1e-5);
    assert_true(hull.is_flat);
    assert_int_equal(hull.vertex_count, 8);
    for (size_t v = 0; v < 8; ++v) {
        assert_true(hull.source[v] == 0 || hull.source[v] == 2);
    }
    tum_arena_clear(&arena);
}

static void a_single_point_is_a_crumb_of_one_micrometre(void **state)
{
    (void)state;
    const double points[] = {5, 6, 7, 5, 6, 7};
    Arena arena = {0};
    const HullMesh3 hull = build(points, 2, &arena);
    check_hull(&hull, points, 2, 1e-12);
    assert_true(hull.is_flat);
    assert_int_equal(hull.face_count, 6);
    assert_near(hull.vertices[1].x - hull.vertices[0].x, 1e-6, 1e-12);
    tum_arena_clear(&arena);
}

static void no_points_are_an_input_error(void **state)
{
    (void)state;
    Arena arena = {0};
    HullMesh3 hull;
    assert_int_equal(tum_hull3_build(NULL, 0, &arena, &hull), TUM_ERROR_INPUT);
    assert_int_equal(hull.vertex_count, 0);
    tum_arena_clear(&arena);
}

static void hostile_sets_of_points_get_a_hull_or_an_answer(void **state)
{
    (void)state;
    // Plates hardly thick enough, needles, lattices with noise of a few tolerances: where merging
    // is hardest. Whatever comes back has to keep its promises.
    Random random = {11};
    for (int round = 0; round < 200; ++round) {
        double points[3 * 40];
        const double thickness[] = {1.0, 1e-3, 1e-5, 3e-6, 1e-6, 1e-8, 0.0};
        const double y = thickness[(size_t)random_in(&random, 0, 7)];
        const double z = thickness[(size_t)random_in(&random, 0, 7)];
        const double steps = random_in(&random, 0, 1) < 0.5 ? 3.0 : 1e6;
        for (size_t i = 0; i < 40; ++i) {
            points[3 * i] = floor(random_in(&random, 0, 1) * steps) / steps;
            points[3 * i + 1] = floor(random_in(&random, 0, 1) * steps) / steps * y;
            points[3 * i + 2] = floor(random_in(&random, 0, 1) * steps) / steps * z;
        }
        Arena arena = {0};
        const HullMesh3 hull = build(points, 40, &arena);
        check_hull(&hull, points, 40, 5e-6);
        tum_arena_clear(&arena);
    }
}

static void running_out_of_memory_is_an_error_and_no_leak(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    TumStatus status = TUM_ERROR_MEMORY;
    for (size_t allowed = 0; status != TUM_OK; ++allowed) {
        counting.fail_after = allowed;
        Arena arena;
        tum_arena_init(&arena, &allocator);
        HullMesh3 hull;
        status = tum_hull3_build(cube, 8, &arena, &hull);
        assert_true(status == TUM_OK || status == TUM_ERROR_MEMORY);
        tum_arena_clear(&arena);
        assert_int_equal(counting.blocks, 0);
        assert_true(allowed < 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_has_six_squares),
        cmocka_unit_test(a_turned_cube_in_single_precision_still_has_six_sides),
        cmocka_unit_test(points_on_faces_and_edges_are_no_vertices),
        cmocka_unit_test(corners_that_hardly_stick_out_of_an_edge_are_no_vertices),
        cmocka_unit_test(random_points_are_all_inside_their_hull),
        cmocka_unit_test(all_points_of_a_sphere_are_vertices),
        cmocka_unit_test(a_round_cap_is_one_face),
        cmocka_unit_test(ten_thousand_corners_of_one_face_take_no_time),
        cmocka_unit_test(the_faces_do_not_depend_on_where_memory_lies),
        cmocka_unit_test(points_nearly_the_same_are_one_vertex),
        cmocka_unit_test(a_flat_set_of_points_is_a_thin_plate),
        cmocka_unit_test(a_line_is_a_stick),
        cmocka_unit_test(a_single_point_is_a_crumb_of_one_micrometre),
        cmocka_unit_test(no_points_are_an_input_error),
        cmocka_unit_test(hostile_sets_of_points_get_a_hull_or_an_answer),
        cmocka_unit_test(running_out_of_memory_is_an_error_and_no_leak),
    };
    return cmocka_run_group_tests_name("hulls", tests, NULL, NULL);
}
