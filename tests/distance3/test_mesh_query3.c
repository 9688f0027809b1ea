// SPDX-License-Identifier: MIT
// Rays, moving shapes and points against meshes: the tree answers what all triangles one by one do.
#include "distance3/shapecast3.h"
#include "tests/support/mesh_shapes.h"

static const Pose3 here = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}};

static Vec3 random_vec3(Random *random, double size)
{
    const double x = random_in(random, -size, size), y = random_in(random, -size, size);
    const double z = random_in(random, -size, size);
    return vec3((float)x, (float)y, (float)z);
}

// Möller and Trumbore's way, over all triangles.
static bool brute_force(const Mesh3 *mesh, Vec3 from, Vec3 way, double *fraction)
{
    *fraction = 2.0;
    const DVec3 o = {(double)from.x, (double)from.y, (double)from.z};
    const DVec3 d = {(double)way.x, (double)way.y, (double)way.z};
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        DVec3 c[3];
        for (int k = 0; k < 3; ++k) {
            const Vec3 p = mesh3_corner(mesh, i, k);
            c[k] = (DVec3){(double)p.x, (double)p.y, (double)p.z};
        }
        const DVec3 e1 = dvec3_sub(c[1], c[0]), e2 = dvec3_sub(c[2], c[0]);
        const DVec3 p = dvec3_cross(d, e2), s = dvec3_sub(o, c[0]), q = dvec3_cross(s, e1);
        const double det = dvec3_dot(e1, p);
        const double u = dvec3_dot(s, p) / det, v = dvec3_dot(d, q) / det;
        const double t = dvec3_dot(e2, q) / det;
        if (det != 0.0 && u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t >= 0.0 && t < *fraction) {
            *fraction = t;
        }
    }
    return *fraction <= 1.0;
}

static double bumps(double x, double z)
{
    return 0.3 * sin(3 * x) * cos(2 * z);
}

static void the_nearest_of_all_triangles_is_found(void **state)
{
    (void)state;
    Mesh3 *meshes[2] = {grid_mesh(24, 0.2, bumps), ball_mesh(1.0, 16, 24)};
    Random random = {9};
    int hits = 0;
    for (int k = 0; k < 2; ++k) {
        const Shape3 shape = tum_shape3_mesh(meshes[k]);
        for (int i = 0; i < 2000; ++i) {
            const Vec3 from = random_vec3(&random, 2.5), way = random_vec3(&random, 4.0);
            double expected;
            const bool expects = brute_force(meshes[k], from, way, &expected);
            CastHit3 hit;
            assert_true(tum_raycast3(&shape, &here, from, way, 1.0, &hit) == expects);
            if (expects) {
                ++hits;
                assert_near(hit.fraction, expected, 1e-9);
                assert_true(vec3_dot(hit.normal, way) < 0.0f);
                assert_between(hit.triangle, 0, 2000);
            }
        }
        tum_mesh3_destroy(meshes[k], NULL);
    }
    assert_between(hits, 400, 3600);
}

// Straight at corners and edges, where neighbours have to agree who is hit.
static void no_ray_slips_between_triangles(void **state)
{
    (void)state;
    Mesh3 *mesh = grid_mesh(16, 0.25, bumps);
    const Shape3 shape = tum_shape3_mesh(mesh);
    Random random = {3};
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            const Vec3 a = mesh3_corner(mesh, i, k), b = mesh3_corner(mesh, i, (k + 1) % 3);
            const bool inner = absolute(a.x) < 1.9f && absolute(a.z) < 1.9f &&
                               absolute(b.x) < 1.9f && absolute(b.z) < 1.9f;
            const Vec3 at = vec3_add_scaled(a, vec3_sub(b, a), (float)random_in(&random, 0, 1));
            CastHit3 hit;
            const Vec3 targets[2] = {a, at};
            for (int t = 0; t < 2 && inner; ++t) {
                const Vec3 from = {0.1f, 30.0f, -0.2f};
                const Vec3 way = vec3_scale(vec3_sub(targets[t], from), 1.5f);
                assert_true(tum_raycast3(&shape, &here, from, way, 1.0, &hit));
            }
        }
    }
    tum_mesh3_destroy(mesh, NULL);
}

// Straight on corners and middles of edges of a flat grid, its border too: volumes of exactly
// 0.
static void rays_through_corners_and_edges_hit(void **state)
{
    (void)state;
    Mesh3 *mesh = grid_mesh(8, 0.25, NULL);
    const Shape3 shape = tum_shape3_mesh(mesh);
    for (int i = -16; i <= 16; ++i) {
        for (int k = -16; k <= 16; ++k) {
            for (float side = -1.0f; side <= 1.0f; side += 2.0f) {
                const Vec3 from = {0.0625f * (float)i, side, 0.0625f * (float)k};
                CastHit3 hit;
                assert_true(tum_raycast3(&shape, &here, from, vec3(0, -4.0f * side, 0), 1.0, &hit));
                assert_near(hit.fraction, 0.25, 1e-9);
                assert_near(hit.normal.y, side, 1e-6);
            }
        }
    }
    tum_mesh3_destroy(mesh, NULL);
}

static void a_box_lands_on_a_mesh(void **state)
{
    (void)state;
    Mesh3 *grid = grid_mesh(8, 0.5, NULL);
    const Shape3 ground = tum_shape3_mesh(grid), box = tum_shape3_box(vec3(0.5f, 0.25f, 0.5f));
    const Pose3 start = pose_at(0.1, 1.25, 0.1);
    CastHit3 hit;
    assert_true(tum_shapecast3(&ground, here, &box, start, vec3(0, -4, 0), 1.0, &hit));
    assert_near(hit.fraction, 0.25, 1e-6);
    assert_near(hit.normal.y, 1.0, 1e-5);
    assert_near(hit.point.y, 0.0, 1e-5);
    assert_false(tum_shapecast3(&ground, here, &box, start, vec3(0, -4, 0), 0.2499, &hit));
    assert_false(tum_shapecast3(&ground, here, &box, start, vec3(3, 0, 0), 1.0, &hit));
    tum_mesh3_destroy(grid, NULL);
}

// Compared with every triangle, cast one by one as a hull of its own.
static void a_mesh_answers_for_its_nearest_triangle(void **state)
{
    (void)state;
    Mesh3 *mesh = ball_mesh(1.0, 8, 12);
    const Shape3 shape = tum_shape3_mesh(mesh), box = tum_shape3_box(vec3(0.2f, 0.1f, 0.3f));
    Random random = {41};
    int hits = 0;
    for (int i = 0; i < 60; ++i) {
        Pose3 start = random_pose(&random, 0.5);
        start.position.y += 3.0f;
        const Vec3 way = vec3_scale(vec3_sub(random_vec3(&random, 1.2), start.position), 1.2f);
        double expected = 2.0;
        for (uint32_t k = 0; k < mesh->triangle_count; ++k) {
            Vec3 corners[3];
            for (int c = 0; c < 3; ++c) {
                corners[c] = mesh3_corner(mesh, k, c);
            }
            const Hull3 hull = {.vertices = corners, .vertex_count = 3};
            const Shape3 triangle = {.kind = SHAPE3_HULL, .hull = &hull};
            CastHit3 hit;
            if (tum_shapecast3(&triangle, here, &box, start, way, 1.0, &hit) &&
                hit.fraction < expected) {
                expected = hit.fraction;
            }
        }
        CastHit3 hit;
        const bool is_hit = tum_shapecast3(&shape, here, &box, start, way, 1.0, &hit);
        assert_true(is_hit == (expected <= 1.0));
        if (is_hit) {
            ++hits;
            assert_true(hit.fraction == expected);
        }
    }
    assert_between(hits, 20, 59);
    tum_mesh3_destroy(mesh, NULL);
}

static void the_nearest_point_of_a_mesh_is_on_its_nearest_triangle(void **state)
{
    (void)state;
    Nearest3 nearest;
    Mesh3 *grid = grid_mesh(4, 1.0, NULL);
    const Shape3 mesh = tum_shape3_mesh(grid);
    assert_true(tum_nearest3(&mesh, here, vec3(5.0f, 4.0f, 0.3f), 10.0, &nearest));
    assert_near(nearest.distance, 5.0, 1e-6); // the grid ends at x = 2
    assert_near(nearest.point.z, 0.3, 1e-6);
    assert_true(tum_nearest3(&mesh, here, vec3(0.3f, -0.5f, 0.6f), 10.0, &nearest));
    assert_near(nearest.distance, 0.5, 1e-6);
    assert_near(nearest.normal.y, -1.0, 1e-6);
    tum_mesh3_destroy(grid, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_of_all_triangles_is_found),
        cmocka_unit_test(no_ray_slips_between_triangles),
        cmocka_unit_test(rays_through_corners_and_edges_hit),
        cmocka_unit_test(a_box_lands_on_a_mesh),
        cmocka_unit_test(a_mesh_answers_for_its_nearest_triangle),
        cmocka_unit_test(the_nearest_point_of_a_mesh_is_on_its_nearest_triangle),
    };
    return cmocka_run_group_tests_name("queries of meshes", tests, NULL, NULL);
}
