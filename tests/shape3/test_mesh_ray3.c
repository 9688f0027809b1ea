// SPDX-License-Identifier: MIT
// Rays in the frame of a mesh: what is met, by every set of instructions.
#include "shape3/mesh_ray3.h"
#include "shape3/shape_kernels3.h"
#include "system/cpu.h"
#include "tests/support/kernels.h"
#include "tests/support/mesh_create.h"
#include "tests/support/mesh_shapes.h"

enum { SOUP = 500, RAYS = 4000 };

static double points[SOUP * 9];
static uint32_t triangles[SOUP * 3];

// Triangles here and there; every fifth has no area, every seventh is there twice.
static Mesh3 *soup_mesh(uint64_t seed)
{
    Random random = {seed};
    for (int t = 0; t < SOUP; ++t) {
        const double at[3] = {random_in(&random, -5, 5), random_in(&random, -5, 5),
                              random_in(&random, -5, 5)};
        for (int i = 0; i < 9; ++i) {
            points[9 * t + i] = at[i % 3] + random_in(&random, -1, 1);
        }
        for (int i = 0; i < 3 && t % 5 == 0; ++i) {
            points[9 * t + 6 + i] = 0.5 * (points[9 * t + i] + points[9 * t + 3 + i]);
        }
        for (int i = 0; i < 3; ++i) {
            triangles[3 * t + i] = (uint32_t)(3 * (t % 7 == 6 ? t - 1 : t) + i);
        }
    }
    Mesh3 *mesh = create_mesh3(points, 3 * SOUP, triangles, SOUP, NULL);
    assert_non_null(mesh);
    return mesh;
}

static MeshRay3 ray_of(DVec3 from, DVec3 along)
{
    const double shift = -dvec3_dot(from, along) / dvec3_length_squared(along);
    return (MeshRay3){.from = from,
                      .along = along,
                      .nearest = dvec3_add_scaled(from, along, shift),
                      .shift = shift,
                      .limit = 1.0};
}

// Skew, along an axis or in the plane of two, backward and forward; every other one starts at a
// coordinate of a corner.
static MeshRay3 random_ray(Random *random)
{
    double from[3], along[3];
    const int corner = (int)random_in(random, 0, 3 * SOUP);
    const bool aims = random_in(random, 0, 1) < 0.5;
    const double still = random_in(random, 0, 1);
    for (int i = 0; i < 3; ++i) {
        const bool stands = random_in(random, 0, 1) < still;
        along[i] = stands ? 0.0 : random_in(random, -12, 12);
        from[i] = stands && aims ? points[3 * corner + i] : random_in(random, -6, 6);
    }
    if (along[0] == 0.0 && along[1] == 0.0) {
        along[2] = along[2] == 0.0 ? -7.0 : along[2];
    }
    return ray_of((DVec3){from[0], from[1], from[2]}, (DVec3){along[0], along[1], along[2]});
}

static DVec3 corner_of(uint32_t triangle, int corner)
{
    const double *p = &points[3 * triangles[3 * triangle + (uint32_t)corner]];
    return (DVec3){(double)(float)p[0], (double)(float)p[1], (double)(float)p[2]};
}

/// Of all triangles as they were given, one by one.
typedef struct Expected {
    double fraction; ///< Of the nearest that is passed well inside; 2: none.
    uint32_t triangle;
    double doubtful; ///< Of the nearest that is passed near its border, where rounding decides.
} Expected;

// Where the line meets the plane, and whether that is inside by areas: not how the kernels do it.
static Expected brute_force(const MeshRay3 *ray)
{
    Expected expected = {2.0, 0, 2.0};
    for (uint32_t t = 0; t < SOUP; ++t) {
        const DVec3 a = corner_of(t, 0), b = corner_of(t, 1), c = corner_of(t, 2);
        const DVec3 normal = dvec3_cross(dvec3_sub(b, a), dvec3_sub(c, a));
        const double area = dvec3_length(normal), speed = dvec3_dot(normal, ray->along);
        if (triangles[3 * t] / 3 % 5 == 0 || absolute64(speed) < 1e-9 * area) {
            continue; // no area, or in its plane
        }
        const double fraction = dvec3_dot(normal, dvec3_sub(a, ray->from)) / speed;
        const DVec3 p = dvec3_add_scaled(ray->from, ray->along, fraction);
        double least = 1.0;
        const DVec3 corners[4] = {a, b, c, a};
        for (int i = 0; i < 3; ++i) {
            const DVec3 edge = dvec3_sub(corners[i + 1], corners[i]);
            const DVec3 part = dvec3_cross(edge, dvec3_sub(p, corners[i]));
            least = minimum64(least, dvec3_dot(part, normal) / (area * area));
        }
        if (least < -1e-9 || fraction < -1e-9 || fraction > 1.0 + 1e-9) {
            continue;
        }
        if (least < 1e-9 || fraction < 1e-9 || fraction > 1.0 - 1e-9) {
            expected.doubtful = minimum64(expected.doubtful, fraction);
        } else if (fraction < expected.fraction) {
            expected.fraction = fraction;
            expected.triangle = t;
        }
    }
    return expected;
}

static void the_first_of_all_triangles_is_met_also_along_axes_and_in_planes(void **state)
{
    (void)state;
    Mesh3 *mesh = soup_mesh(21);
    Random random = {22};
    int hits = 0;
    for (int i = 0; i < RAYS; ++i) {
        const MeshRay3 ray = random_ray(&random);
        const Expected expected = brute_force(&ray);
        if (expected.doubtful <= expected.fraction) {
            continue;
        }
        MeshHit3 hit;
        const bool is_hit = tum_mesh3_cast_ray(mesh, &ray, &hit);
        assert_int_equal(is_hit, expected.fraction <= 1.0);
        if (is_hit) {
            ++hits;
            assert_near(hit.fraction, expected.fraction, 1e-9);
            assert_int_equal(hit.triangle, expected.triangle); // of two alike, the lower one
            assert_true(dvec3_dot(hit.normal, ray.along) < 0.0);
        }
    }
    assert_in_range(hits, RAYS / 4, RAYS - RAYS / 8);
    tum_mesh3_destroy(mesh, NULL);
}

static void every_instruction_set_meets_the_same_to_the_last_bit(void **state)
{
    (void)state;
    Mesh3 *mesh = soup_mesh(23);
    Random random = {24};
    int hits = 0;
    for (int i = 0; i < RAYS; ++i) {
        const MeshRay3 ray = random_ray(&random);
        MeshHit3 hit;
        RayWalk3 scalar = {.mesh = mesh, .ray = &ray, .limit = 1.0, .hit = &hit};
        shape_kernels3(CPU_SCALAR)->ray(&scalar);
        hits += scalar.is_hit;
        for (CpuInstructions set = CPU_SCALAR; next_set(&set);) {
            MeshHit3 same;
            RayWalk3 other = {.mesh = mesh, .ray = &ray, .limit = 1.0, .hit = &same};
            shape_kernels3(set)->ray(&other);
            assert_int_equal(scalar.is_hit, other.is_hit);
            if (scalar.is_hit) {
                assert_memory_equal(&hit.fraction, &same.fraction, sizeof(double));
                assert_memory_equal(&hit.normal, &same.normal, sizeof(DVec3));
                assert_int_equal(hit.triangle, same.triangle);
            }
        }
    }
    assert_in_range(hits, RAYS / 4, RAYS - RAYS / 8);
    tum_mesh3_destroy(mesh, NULL);
}

// A fan: its hub is far from most that use it, however they are numbered.
static void every_leaf_names_the_corners_of_its_triangles(void **state)
{
    (void)state;
    enum { RIM = 3000 };
    static double rim[3 * (RIM + 1)];
    static uint32_t blades[3 * RIM];
    for (uint32_t i = 0; i < RIM; ++i) {
        const double angle = 6.283185307179586 * i / RIM;
        rim[3 * i] = cos(angle);
        rim[3 * i + 2] = sin(angle);
        blades[3 * i] = RIM;
        blades[3 * i + 1] = (i + 1) % RIM;
        blades[3 * i + 2] = i;
    }
    Mesh3 *mesh = create_mesh3(rim, RIM + 1, blades, RIM, NULL);
    assert_non_null(mesh);
    assert_int_equal(mesh->triangle_count, RIM);
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->node_count * MESH3_CHILDREN; ++i) {
        const MeshNode3 *node = &mesh->nodes[i / MESH3_CHILDREN];
        const MeshLeaf3 *leaf = &mesh->leaves[i];
        const uint32_t slot = i % MESH3_CHILDREN;
        for (uint32_t k = 0; node->child[slot] < 0 && k < node->count[slot]; ++k) {
            const uint32_t t = (uint32_t)~node->child[slot] + k;
            for (int corner = 0; corner < 3; ++corner) {
                const uint32_t number = leaf->point + leaf->corners[corner][k];
                assert_int_equal(number, mesh->triangles[t][corner]);
                assert_int_equal(mesh->point_source[number],
                                 blades[3 * mesh->source[t] + (uint32_t)corner]);
            }
            ++count;
        }
    }
    assert_int_equal(count, RIM);
    // The hub comes again every 256 points at least, and few others do.
    assert_in_range(mesh->point_count, RIM + RIM / 256, RIM + RIM / 16);
    tum_mesh3_destroy(mesh, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_of_all_triangles_is_met_also_along_axes_and_in_planes),
        cmocka_unit_test(every_instruction_set_meets_the_same_to_the_last_bit),
        cmocka_unit_test(every_leaf_names_the_corners_of_its_triangles),
    };
    return cmocka_run_group_tests_name("rays through meshes", tests, NULL, NULL);
}
