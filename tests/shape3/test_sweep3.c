// SPDX-License-Identifier: MIT
// What moves along a line meets, in the tree of a mesh, every triangle whose box it passes.
#include "shape3/shape_kernels3.h"
#include "shape3/sweep3.h"
#include "system/cpu.h"
#include "tests/support/kernels.h"
#include "tests/support/mesh_create.h"
#include "tests/support/mesh_shapes.h"

enum { SOUP = 600, MESHES = 6 };

// Triangles here and there, around `middle`; flat where `height` is 0.
static Mesh3 *soup_mesh(uint64_t seed, double middle, double size, double height)
{
    static double points[SOUP * 9];
    static uint32_t triangles[SOUP * 3];
    Random random = {seed};
    for (int t = 0; t < SOUP; ++t) {
        const double at[3] = {random_in(&random, -5, 5), random_in(&random, -5, 5),
                              random_in(&random, -5, 5)};
        for (int i = 0; i < 9; ++i) {
            const double part = at[i % 3] + random_in(&random, -0.3, 0.3);
            points[9 * t + i] = middle + size * part * (i % 3 == 1 ? height : 1.0);
        }
        for (int i = 0; i < 3; ++i) {
            triangles[3 * t + i] = (uint32_t)(3 * t + i);
        }
    }
    Mesh3 *mesh = create_mesh3(points, 3 * SOUP, triangles, SOUP, NULL);
    assert_non_null(mesh);
    return mesh;
}

static void make_meshes(Mesh3 *meshes[MESHES])
{
    meshes[0] = soup_mesh(1, 0.0, 1.0, 1.0);
    meshes[1] = soup_mesh(2, 0.0, 1.0, 0.0);    // flat
    meshes[2] = soup_mesh(3, 2000.0, 1.0, 1.0); // far away, where floats are 0.0001 apart
    meshes[3] = soup_mesh(4, 0.0, 1e-4, 1.0);
    meshes[4] = soup_mesh(5, 0.0, 1e6, 1.0);
    meshes[5] = grid_mesh(16, 0.5, NULL);
}

static void free_meshes(Mesh3 *meshes[MESHES])
{
    for (int i = 0; i < MESHES; ++i) {
        tum_mesh3_destroy(meshes[i], NULL);
    }
}

static Bound3 triangle_box(const Mesh3 *mesh, uint32_t t)
{
    const Vec3 a = mesh3_corner(mesh, t, 0), b = mesh3_corner(mesh, t, 1);
    const Vec3 c = mesh3_corner(mesh, t, 2);
    return (Bound3){vec3_minimum(vec3_minimum(a, b), c), vec3_maximum(vec3_maximum(a, b), c)};
}

static bool holds(Bound3 outer, Bound3 inner)
{
    return outer.low.x <= inner.low.x && outer.low.y <= inner.low.y && outer.low.z <= inner.low.z &&
           outer.high.x >= inner.high.x && outer.high.y >= inner.high.y &&
           outer.high.z >= inner.high.z;
}

// Every triangle in the box of its leaf, and in those of all nodes above it.
static uint32_t check_node(const Mesh3 *mesh, int32_t index, const Bound3 *above, int depth)
{
    Bound3 boxes[60];
    assert_in_range(depth, 0, 58);
    for (int d = 0; d < depth; ++d) {
        boxes[d] = above[d];
    }
    const MeshNode3 *node = &mesh->nodes[index];
    uint32_t triangles = 0;
    for (int i = 0; i < MESH3_CHILDREN; ++i) {
        boxes[depth] = mesh_node3_bound(node, i);
        if (node->child[i] >= 0) {
            triangles += check_node(mesh, node->child[i], boxes, depth + 1);
            continue;
        }
        for (uint32_t k = 0; k < node->count[i]; ++k) {
            const Bound3 own = triangle_box(mesh, (uint32_t)~node->child[i] + k);
            for (int d = 0; d <= depth; ++d) {
                assert_true(holds(boxes[d], own));
            }
        }
        triangles += node->count[i];
    }
    return triangles;
}

static void every_box_of_a_tree_holds_the_triangles_below_it(void **state)
{
    (void)state;
    Mesh3 *meshes[MESHES];
    make_meshes(meshes);
    for (int i = 0; i < MESHES; ++i) {
        assert_int_equal(check_node(meshes[i], 0, NULL, 0), meshes[i]->triangle_count);
    }
    free_meshes(meshes);
}

typedef struct SeenSweep {
    MeshSweep3 walk;
    uint32_t order[SOUP], count;
} SeenSweep;

static void see(MeshSweep3 *walk, uint32_t first, uint32_t count)
{
    SeenSweep *seen = (SeenSweep *)walk;
    for (uint32_t i = 0; i < count; ++i) {
        assert_true(seen->count < SOUP);
        seen->order[seen->count++] = first + i;
    }
}

static bool clip(double from, double along, double low, double high, double *enter, double *leave)
{
    if (along == 0.0) {
        return low <= from && from <= high;
    }
    const double a = (low - from) / along, b = (high - from) / along;
    *enter = fmax(*enter, fmin(a, b));
    *leave = fmin(*leave, fmax(a, b));
    return *enter <= *leave;
}

// Without any slack: whatever passes this has to be visited.
static bool passes(const Sweep3 *sweep, Bound3 box, double limit)
{
    const DVec3 f = sweep->from, d = sweep->along, e = sweep->extent;
    double enter = 0.0, leave = limit;
    return clip(f.x, d.x, (double)box.low.x - e.x, (double)box.high.x + e.x, &enter, &leave) &&
           clip(f.y, d.y, (double)box.low.y - e.y, (double)box.high.y + e.y, &enter, &leave) &&
           clip(f.z, d.z, (double)box.low.z - e.z, (double)box.high.z + e.z, &enter, &leave);
}

// Rays and boxes, skew and along one or two axes, some straight at a corner of a triangle.
static Sweep3 random_sweep(Random *random, const Mesh3 *mesh)
{
    const double size = (double)mesh->radius;
    double from[3], along[3], extent[3];
    const double middle[3] = {(double)mesh->middle.x, (double)mesh->middle.y,
                              (double)mesh->middle.z};
    const uint32_t t = (uint32_t)random_in(random, 0, (double)mesh->triangle_count);
    const Vec3 corner = mesh3_corner(mesh, t, 1);
    const double at[3] = {(double)corner.x, (double)corner.y, (double)corner.z};
    const bool aims = random_in(random, 0, 1) < 0.5, is_ray = random_in(random, 0, 1) < 0.7;
    const double still = random_in(random, 0, 1) < 0.5 ? 0.0 : 0.4;
    const double edge = random_in(random, 0, 1) < 0.1 ? 1e4 : 0.2;
    for (int i = 0; i < 3; ++i) {
        along[i] = random_in(random, 0, 1) < still ? 0.0 : random_in(random, -2, 2) * size;
        from[i] = aims ? at[i] - 0.5 * along[i] : middle[i] + random_in(random, -1.2, 1.2) * size;
        extent[i] = is_ray ? 0.0 : random_in(random, 0, edge) * size;
        // What is large barely meets the corner, or barely misses it.
        from[i] = aims && !is_ray && edge > 1.0 ? at[i] + extent[i] : from[i];
    }
    return (Sweep3){{from[0], from[1], from[2]},
                    {along[0], along[1], along[2]},
                    {extent[0], extent[1], extent[2]}};
}

static uint32_t check_sweep(const Mesh3 *mesh, const Sweep3 *sweep, double limit)
{
    SeenSweep seen = {.walk = {.sweep = *sweep, .limit = limit, .visit = see}};
    tum_mesh3_sweep(mesh, &seen.walk);
    uint8_t times[SOUP] = {0};
    for (uint32_t i = 0; i < seen.count; ++i) {
        ++times[seen.order[i]];
    }
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        assert_in_range(times[t], passes(sweep, triangle_box(mesh, t), limit) ? 1 : 0, 1);
    }
    return seen.count;
}

static void a_sweep_visits_every_triangle_whose_box_it_passes_once(void **state)
{
    (void)state;
    Mesh3 *meshes[MESHES];
    make_meshes(meshes);
    Random random = {77};
    for (int i = 0; i < MESHES; ++i) {
        uint32_t visits = 0;
        for (int k = 0; k < 1500; ++k) {
            const Sweep3 sweep = random_sweep(&random, meshes[i]);
            visits += check_sweep(meshes[i], &sweep, random_in(&random, 0.5, 1.0));
        }
        assert_in_range(visits, 1500, 1500 * meshes[i]->triangle_count / 3); // a few of many each
    }
    free_meshes(meshes);
}

// Limits cut some of the ways short.
static void every_instruction_set_visits_the_same_leaves_in_the_same_order(void **state)
{
    (void)state;
    Mesh3 *mesh = soup_mesh(6, 0.0, 1.0, 1.0);
    Random random = {78};
    uint32_t visits = 0;
    for (int k = 0; k < 3000; ++k) {
        const Sweep3 sweep = random_sweep(&random, mesh);
        const double limit = random_in(&random, 0.2, 1.0);
        const SeenSweep none = {.walk = {.sweep = sweep, .limit = limit, .visit = see}};
        SeenSweep scalar = none;
        shape_kernels3(CPU_SCALAR)->sweep(mesh, &scalar.walk);
        visits += scalar.count;
        for (CpuInstructions set = CPU_SCALAR; next_set(&set);) {
            SeenSweep other = none;
            shape_kernels3(set)->sweep(mesh, &other.walk);
            assert_int_equal(scalar.count, other.count);
            assert_memory_equal(scalar.order, other.order, scalar.count * sizeof *scalar.order);
        }
    }
    assert_in_range(visits, 3000, 3000 * SOUP / 3);
    tum_mesh3_destroy(mesh, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_box_of_a_tree_holds_the_triangles_below_it),
        cmocka_unit_test(a_sweep_visits_every_triangle_whose_box_it_passes_once),
        cmocka_unit_test(every_instruction_set_visits_the_same_leaves_in_the_same_order),
    };
    return cmocka_run_group_tests_name("sweeps through meshes", tests, NULL, NULL);
}
