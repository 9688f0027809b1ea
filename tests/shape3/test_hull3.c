// SPDX-License-Identifier: MIT
// A Hull3 knows its edges, the faces beside them and the neighbours of each vertex.
#include "tests/support/shapes3.h"

#include "shape3/core3.h"

static void a_prism_has_the_counts_of_euler(void **state)
{
    (void)state;
    Hull3 *hull = prism_hull(5, 1.0, 1.0, 1.0);
    assert_non_null(hull);
    assert_int_equal(hull->vertex_count, 10);
    assert_int_equal(hull->face_count, 7);
    assert_int_equal(hull->edge_count, 15); // V - E + F = 2
    tum_hull3_destroy(hull, NULL);
}

static void every_edge_lies_between_its_two_faces(void **state)
{
    (void)state;
    Hull3 *hull = prism_hull(6, 1.0, 0.5, 0.4);
    for (uint32_t i = 0; i < hull->edge_count; ++i) {
        const uint32_t *e = hull->edges[i];
        const Vec3 line = vec3_sub(hull->vertices[e[1]], hull->vertices[e[0]]);
        const Vec3 along = vec3_cross(hull->normals[e[2]], hull->normals[e[3]]);
        // Counter-clockwise faces: left x right points from the first vertex to the second.
        assert_near(vec3_dot(along, line) / (vec3_length(along) * vec3_length(line)), 1.0, 1e-5);
    }
    tum_hull3_destroy(hull, NULL);
}

static void every_vertex_is_on_its_faces_and_inside_the_others(void **state)
{
    (void)state;
    Hull3 *hull = octahedron_hull(2.0);
    for (uint32_t face = 0; face < hull->face_count; ++face) {
        uint32_t on = 0;
        for (uint32_t i = 0; i < hull->vertex_count; ++i) {
            const float height = vec3_dot(hull->normals[face], hull->vertices[i]);
            assert_between(height, -10.0, hull->offsets[face]);
            on += height > hull->offsets[face] - 1e-5f;
        }
        assert_int_equal(on, 3);
        assert_near(hull->offsets[face], 2.0 / sqrt(3.0), 1e-6);
    }
    tum_hull3_destroy(hull, NULL);
}

static void neighbours_are_the_other_ends_of_edges(void **state)
{
    (void)state;
    Hull3 *hull = octahedron_hull(1.0);
    for (uint32_t i = 0; i < 6; ++i) {
        // Every vertex meets the four that are not opposite.
        assert_int_equal(hull->neighbor_first[i + 1] - hull->neighbor_first[i], 4);
        for (uint32_t k = hull->neighbor_first[i]; k < hull->neighbor_first[i + 1]; ++k) {
            assert_near(vec3_dot(hull->vertices[i], hull->vertices[hull->neighbors[k]]), 0.0, 0.0);
        }
    }
    tum_hull3_destroy(hull, NULL);
}

static void a_triangle_with_two_sides_has_three_edges(void **state)
{
    (void)state;
    Hull3 *hull = triangle_hull(1.0);
    assert_int_equal(hull->edge_count, 3);
    assert_near(hull->normals[0].y, 1.0, 1e-6);
    assert_near(hull->normals[1].y, -1.0, 1e-6);
    for (uint32_t i = 0; i < 3; ++i) {
        assert_true(hull->edges[i][2] != hull->edges[i][3]);
    }
    tum_hull3_destroy(hull, NULL);
}

static void no_memory_gives_no_hull_and_leaks_nothing(void **state)
{
    (void)state;
    const double p[9] = {1, 0, 0, 0, 0, 1, 0, 0, 0};
    const uint32_t corners[6] = {0, 2, 1, 0, 1, 2}, first[3] = {0, 3, 6};
    for (size_t allowed = 0; allowed < 3; ++allowed) {
        Counting counting;
        const TumAllocator allocator = counting_allocator(&counting);
        counting.fail_after = allowed;
        Hull3 *hull = tum_hull3_create(p, 3, first, corners, 2, &allocator);
        assert_true((hull != NULL) == (allowed == 2));
        tum_hull3_destroy(hull, &allocator);
        assert_int_equal(counting.blocks, 0);
        assert_int_equal(counting.bytes, 0);
    }
}

static void climbing_a_large_hull_finds_the_highest_vertex(void **state)
{
    (void)state;
    Hull3 *hull = prism_hull(60, 1.0, 0.5, 0.8);
    const Shape3 shape = tum_shape3_hull(hull);
    Random random = {5};
    for (int k = 0; k < 300; ++k) {
        const Vec3 d = random_unit(&random);
        float highest = -10.0f;
        for (uint32_t i = 0; i < hull->vertex_count; ++i) {
            highest = maximum(highest, vec3_dot(hull->vertices[i], d));
        }
        assert_near(vec3_dot(tum_shape3_support(&shape, d), d), highest, 1e-6);
    }
    tum_hull3_destroy(hull, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_prism_has_the_counts_of_euler),
        cmocka_unit_test(every_edge_lies_between_its_two_faces),
        cmocka_unit_test(every_vertex_is_on_its_faces_and_inside_the_others),
        cmocka_unit_test(neighbours_are_the_other_ends_of_edges),
        cmocka_unit_test(a_triangle_with_two_sides_has_three_edges),
        cmocka_unit_test(no_memory_gives_no_hull_and_leaks_nothing),
        cmocka_unit_test(climbing_a_large_hull_finds_the_highest_vertex),
    };
    return cmocka_run_group_tests_name("hull3", tests, NULL, NULL);
}
