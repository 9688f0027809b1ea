// SPDX-License-Identifier: MIT
// Triangles near a shape, eight at a time: all are found, and what is told of them is what each
// alone would tell.
#include "collide3/mesh_near3.h"

#include "math/math3_64.h"
#include "tests/support/hulls3.h"
#include "tests/support/kernels.h"
#include "tests/support/kernels3.h"
#include "tests/support/mesh_shapes.h"

enum { VIEWS = 400 };

static double bumps(double x, double z)
{
    return 0.3 * sin(3 * x) * cos(2 * z);
}

static Mesh3 *bumpy_mesh(void)
{
    return grid_mesh(24, 0.2, bumps);
}

// A box at `pose` that looks 0.1 m around itself.
static NearView3 view_at(Pose3 pose, Vec3 half)
{
    return (NearView3){.position = pose.position,
                       .turn = quat_matrix(pose.rotation),
                       .half = half,
                       .margin = 0.1f};
}

static Bound3 bound_at(Pose3 pose, Vec3 half)
{
    const Shape3 box = tum_shape3_box(half);
    const Bound3 bound = tum_shape3_bound(&box, &pose);
    const Vec3 margin = {0.1f, 0.1f, 0.1f};
    return (Bound3){vec3_sub(bound.low, margin), vec3_add(bound.high, margin)};
}

/// How often each triangle of a mesh was gathered.
typedef struct Census {
    NearTriangles3 near;
    int times[2048];
    int fills;
} Census;

static void count_gathered(void *user)
{
    Census *census = user;
    ++census->fills;
    for (uint32_t i = 0; i < census->near.count; ++i) {
        ++census->times[census->near.blocks[i / WIDE].triangles[i % WIDE]];
    }
}

static bool meets(const Mesh3 *mesh, uint32_t triangle, Bound3 bound)
{
    const Vec3 a = mesh3_corner(mesh, triangle, 0), b = mesh3_corner(mesh, triangle, 1);
    const Vec3 c = mesh3_corner(mesh, triangle, 2);
    const Vec3 low = vec3_minimum(vec3_minimum(a, b), c);
    const Vec3 high = vec3_maximum(vec3_maximum(a, b), c);
    return low.x <= bound.high.x && low.y <= bound.high.y && low.z <= bound.high.z &&
           high.x >= bound.low.x && high.y >= bound.low.y && high.z >= bound.low.z;
}

static void every_triangle_that_meets_the_box_is_gathered_once(void **state)
{
    (void)state;
    Mesh3 *mesh = bumpy_mesh();
    Random random = {5};
    int whole = 0, parts = 0;
    for (int i = 0; i < VIEWS; ++i) {
        const Pose3 pose = random_pose(&random, 2.5);
        const float size = (float)random_in(&random, 0.01, i % 2 == 0 ? 0.2 : 1.5);
        Census census = {.near = {.bound = bound_at(pose, vec3(size, size, size))}};
        widest_pairs3()->near->gather(mesh, &census.near, count_gathered, &census);
        assert_int_equal(census.near.is_whole, census.fills == 0);
        *(census.near.is_whole ? &whole : &parts) += 1;
        count_gathered(&census);
        for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
            assert_in_range(census.times[t], meets(mesh, t, census.near.bound), 1);
        }
    }
    assert_in_range(whole, VIEWS / 4, VIEWS);
    assert_in_range(parts, VIEWS / 8, VIEWS);
    tum_mesh3_destroy(mesh, NULL);
}

static void ignore_full(void *user)
{
    (void)user;
}

// Of a box at a random place over the mesh, as many of its triangles as have room.
static NearTriangles3 random_near(const Mesh3 *mesh, Random *random, NearView3 *view)
{
    Pose3 pose = random_pose(random, 1.0);
    pose.position.y *= 0.5f;
    const Vec3 half = {(float)random_in(random, 0.05, 0.5), (float)random_in(random, 0.05, 0.5),
                       (float)random_in(random, 0.05, 0.5)};
    *view = view_at(pose, half);
    NearTriangles3 near = {.bound = bound_at(pose, half)};
    widest_pairs3()->near->gather(mesh, &near, ignore_full, NULL);
    return near;
}

static double reach_along(DVec3 axis, Vec3 half)
{
    return fabs(axis.x) * (double)half.x + fabs(axis.y) * (double)half.y +
           fabs(axis.z) * (double)half.z;
}

static DVec3 widen(Vec3 v)
{
    return (DVec3){(double)v.x, (double)v.y, (double)v.z};
}

// How far a box and a triangle are apart along an axis, the better way of both.
static double apart_along(DVec3 axis, const DVec3 corners[3], Vec3 half)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 3; ++i) {
        low = fmin(low, dvec3_dot(axis, corners[i]));
        high = fmax(high, dvec3_dot(axis, corners[i]));
    }
    return fmax(low, -high) - reach_along(axis, half);
}

// The triangle's normal only toward the box's middle.
static double best_apart(const DVec3 corners[3], DVec3 normal, Vec3 half)
{
    const DVec3 jobs[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double best = -dvec3_dot(normal, corners[0]) - reach_along(normal, half);
    for (int i = 0; i < 3; ++i) {
        best = fmax(best, apart_along(jobs[i], corners, half));
        for (int k = 0; k < 3; ++k) {
            const DVec3 cross = dvec3_cross(dvec3_sub(corners[(k + 1) % 3], corners[k]), jobs[i]);
            const double length = dvec3_length(cross);
            if (length > 1e-3) { // edges are 0.2 m long, and more
                best = fmax(best, apart_along(dvec3_scale(cross, 1 / length), corners, half));
            }
        }
    }
    return best;
}

// The axis is the best of all thirteen, for a box; for its hull, where triangle and box are apart,
// another may be better whose edges are not the farthest features.
// @return true where it is the cross product of two edges.
static bool expect_best(const SeenBlock3 *seen, const NearAxes3 *axes, uint32_t lane, Vec3 half,
                        bool is_hull)
{
    DVec3 corners[3];
    for (int c = 0; c < 3; ++c) {
        corners[c] = widen(lane3(&seen->corners[c], lane));
    }
    const DVec3 axis = widen(lane3(&axes->directions, lane));
    const double told = (double)axes->separations[lane];
    const double best = best_apart(corners, widen(lane3(&seen->normals, lane)), half);
    if (is_hull && best > 2e-6) {
        assert_true(told > 0.0 && told <= best + 2e-6);
    } else {
        assert_near(told, best, 2e-6);
    }
    assert_near(dvec3_length(axis), 1.0, 1e-6);
    // From the triangle to the box: all of the triangle is below all of the box.
    double top = -INFINITY;
    for (int c = 0; c < 3; ++c) {
        top = fmax(top, dvec3_dot(axis, corners[c]));
    }
    assert_near(-reach_along(axis, half) - top, told, 2e-6);
    return told > (double)fmaxf(seen->heights[lane], seen->gaps[lane]);
}

static void the_axis_told_is_the_best_of_all_thirteen(void **state)
{
    (void)state;
    Mesh3 *mesh = bumpy_mesh();
    const NearKernel3 *kernel = widest_pairs3()->near;
    Random random = {6};
    int crosses = 0, lanes = 0;
    for (int i = 0; i < VIEWS; ++i) {
        NearView3 view;
        const NearTriangles3 near = random_near(mesh, &random, &view);
        for (uint32_t k = 0; k < near.count; ++k, ++lanes) {
            const uint32_t lane = k % WIDE;
            SeenBlock3 seen;
            NearAxes3 axes;
            kernel->see(&near.blocks[k / WIDE], &view, &seen);
            kernel->box_axes(&seen, view.half, &axes);
            crosses += expect_best(&seen, &axes, lane, view.half, false);
        }
    }
    assert_in_range(crosses, lanes / 50, lanes);
    tum_mesh3_destroy(mesh, NULL);
}

static void a_hull_in_the_shape_of_a_box_has_the_axes_of_the_box(void **state)
{
    (void)state;
    Mesh3 *mesh = bumpy_mesh();
    const NearKernel3 *kernel = widest_pairs3()->near;
    Random random = {10};
    int crosses = 0, lanes = 0;
    for (int i = 0; i < VIEWS; ++i) {
        NearView3 view;
        const NearTriangles3 near = random_near(mesh, &random, &view);
        Hull3 *hull = box_hull((double)view.half.x, (double)view.half.y, (double)view.half.z);
        for (uint32_t k = 0; k < near.count; ++k, ++lanes) {
            const uint32_t lane = k % WIDE;
            SeenBlock3 seen;
            Outlines3 outlines;
            NearAxes3 axes;
            kernel->see(&near.blocks[k / WIDE], &view, &seen);
            kernel->outline(&seen, view.half, &outlines);
            memcpy(axes.separations, seen.heights, sizeof axes.separations);
            kernel->hull_axes(&seen, &outlines, hull, 1u << lane, &axes);
            crosses += expect_best(&seen, &axes, lane, view.half, true);
        }
        tum_hull3_destroy(hull, NULL);
    }
    assert_in_range(crosses, lanes / 50, lanes);
    tum_mesh3_destroy(mesh, NULL);
}

static void what_is_not_within_the_margin_is_not_near(void **state)
{
    (void)state;
    Mesh3 *mesh = bumpy_mesh();
    Random random = {7};
    int near_lanes = 0, far_lanes = 0;
    for (int i = 0; i < VIEWS; ++i) {
        NearView3 view;
        const NearTriangles3 near = random_near(mesh, &random, &view);
        for (uint32_t k = 0; k < near.count; ++k) {
            SeenBlock3 seen;
            const uint32_t lane = k % WIDE;
            const uint32_t bits = widest_pairs3()->near->see(&near.blocks[k / WIDE], &view, &seen);
            const bool is_near = (bits >> lane & 1) != 0;
            *(is_near ? &near_lanes : &far_lanes) += 1;
            assert_true(is_near == (seen.heights[lane] <= 0.1f && seen.gaps[lane] <= 0.1f));
            // The normal of the mesh, turned toward the box.
            const uint32_t t = near.blocks[k / WIDE].triangles[lane];
            const Vec3 normal = mat3_transform(view.turn, lane3(&seen.normals, lane));
            const Vec3 arm = vec3_sub(view.position, mesh3_corner(mesh, t, 0));
            const float side = vec3_dot(mesh->normals[t], arm);
            assert_near(vec3_dot(normal, mesh->normals[t]), side < 0.0f ? -1.0 : 1.0, 3e-6);
            assert_near(seen.heights[lane],
                        fabs((double)side) -
                            reach_along(widen(lane3(&seen.normals, lane)), view.half),
                        2e-6);
        }
    }
    assert_in_range(near_lanes, 100, 100 * VIEWS);
    assert_in_range(far_lanes, 100, 100 * VIEWS);
    tum_mesh3_destroy(mesh, NULL);
}

static void what_hides_a_point_is_found_among_what_is_near(void **state)
{
    (void)state;
    Mesh3 *mesh = ball_mesh(0.5, 5, 6);
    const Bound3 bounds[2] = {{{-0.7f, -0.7f, -0.7f}, {0.7f, 0.7f, 0.7f}},
                              {{-0.7f, -0.7f, 0.2f}, {0.7f, 0.7f, 0.7f}}};
    Random random = {8};
    int hidden = 0;
    for (int i = 0; i < 10 * VIEWS; ++i) {
        NearTriangles3 near = {.bound = bounds[i % 2]};
        Vec3 ends[2];
        for (int k = 0; k < 2; ++k) {
            ends[k].x = (float)random_in(&random, -0.7, 0.7);
            ends[k].y = (float)random_in(&random, -0.7, 0.7);
            ends[k].z = (float)random_in(&random, (double)near.bound.low.z, 0.7);
        }
        widest_pairs3()->near->gather(mesh, &near, ignore_full, NULL);
        assert_true(near.is_whole);
        const bool expected = tum_mesh3_hides(mesh, ends[0], ends[1]);
        assert_int_equal(widest_pairs3()->near->hides(&near, ends[0], ends[1]), expected);
        hidden += expected;
    }
    assert_in_range(hidden, VIEWS, 9 * VIEWS);
    tum_mesh3_destroy(mesh, NULL);
}

// The answers of two kernels for the same triangles.
static void expect_same_bits(const NearKernel3 *one, const NearKernel3 *other, const Mesh3 *mesh,
                             const Hull3 *hull, Random *random)
{
    NearView3 view;
    NearTriangles3 near = random_near(mesh, random, &view), again = {.bound = near.bound};
    one->gather(mesh, &near, ignore_full, NULL);
    other->gather(mesh, &again, ignore_full, NULL);
    assert_int_equal(near.count, again.count);
    assert_int_equal(near.is_whole, again.is_whole);
    const Vec3 end = mat3_transform(view.turn, view.half);
    assert_int_equal(one->hides(&near, view.position, end),
                     other->hides(&near, view.position, end));
    for (uint32_t k = 0; k * WIDE < near.count; ++k) {
        assert_memory_equal(&near.blocks[k], &again.blocks[k], sizeof(NearBlock3));
        SeenBlock3 seen[2] = {0};
        NearAxes3 axes[2] = {0};
        assert_int_equal(one->see(&near.blocks[k], &view, &seen[0]),
                         other->see(&near.blocks[k], &view, &seen[1]));
        assert_memory_equal(&seen[0], &seen[1], sizeof seen[0]);
        Outlines3 outlines[2] = {0};
        assert_int_equal(one->outline(&seen[0], view.half, &outlines[0]),
                         other->outline(&seen[1], view.half, &outlines[1]));
        assert_memory_equal(&outlines[0], &outlines[1], sizeof outlines[0]);
        one->box_axes(&seen[0], view.half, &axes[0]);
        other->box_axes(&seen[1], view.half, &axes[1]);
        assert_memory_equal(&axes[0], &axes[1], sizeof axes[0]);
        one->hull_axes(&seen[0], &outlines[0], hull, NODE3_ALL, &axes[0]);
        other->hull_axes(&seen[1], &outlines[1], hull, NODE3_ALL, &axes[1]);
        assert_memory_equal(&axes[0], &axes[1], sizeof axes[0]);
    }
}

static void every_instruction_set_gives_the_same_bits(void **state)
{
    (void)state;
    Mesh3 *mesh = bumpy_mesh();
    Hull3 *hull = prism_hull(7, 0.3, 0.2, 0.6);
    for (CpuInstructions set = CPU_SCALAR; next_set(&set);) {
        Random random = {9};
        for (int i = 0; i < VIEWS; ++i) {
            expect_same_bits(collide_kernels3(CPU_SCALAR)->near, collide_kernels3(set)->near, mesh,
                             hull, &random);
        }
    }
    tum_hull3_destroy(hull, NULL);
    tum_mesh3_destroy(mesh, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_triangle_that_meets_the_box_is_gathered_once),
        cmocka_unit_test(the_axis_told_is_the_best_of_all_thirteen),
        cmocka_unit_test(a_hull_in_the_shape_of_a_box_has_the_axes_of_the_box),
        cmocka_unit_test(what_is_not_within_the_margin_is_not_near),
        cmocka_unit_test(what_hides_a_point_is_found_among_what_is_near),
        cmocka_unit_test(every_instruction_set_gives_the_same_bits),
    };
    return cmocka_run_group_tests_name("mesh_near3", tests, NULL, NULL);
}
