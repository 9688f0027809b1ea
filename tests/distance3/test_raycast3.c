// SPDX-License-Identifier: MIT
// Rays against every shape: against distances found without rays.
#include "distance3/raycast3.h"

#include "distance3/shapecast3.h"
#include "tests/support/shapes3.h"

static const Pose3 here = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}};

// Signed distance of a point on the ray, by GJK and EPA.
static double distance_at(const Shape3 *shape, Pose3 pose, Vec3 point)
{
    Nearest3 nearest;
    assert_true(tum_nearest3(shape, pose, point, 1e30, &nearest));
    return nearest.distance;
}

static Vec3 along_ray(Vec3 from, Vec3 way, double t)
{
    return vec3_add_scaled(from, way, (float)t);
}

// A hit lies on the surface, everything before it outside, and a step along the normal leads
// exactly that far away: that is what makes it a normal, also at edges.
static void check_ray(const char *name, const Shape3 *shape, Pose3 pose, Vec3 from, Vec3 way)
{
    CastHit3 hit;
    const bool is_hit = tum_raycast3(shape, &pose, from, way, 1.0, &hit);
    const double clear = is_hit ? hit.fraction : 1.0;
    for (int i = 0; i < 40; ++i) {
        const double distance = distance_at(shape, pose, along_ray(from, way, clear * i / 40.0));
        if (!(distance > -2e-5) && !(is_hit && hit.fraction == 0.0)) {
            fail_msg("%s: a point at %g of %g is %g inside", name, clear * i / 40.0, clear,
                     distance);
        }
    }
    if (!is_hit) {
        return;
    }
    if (hit.fraction == 0.0) {
        assert_true(distance_at(shape, pose, from) < 2e-5);
        assert_near(vec3_dot(hit.normal, way), -vec3_length(way), 1e-4);
        return;
    }
    const double on = distance_at(shape, pose, hit.point);
    const double out = distance_at(shape, pose, vec3_add_scaled(hit.point, hit.normal, 0.01f));
    if (!(fabs(on) < 2e-5) || !(fabs(out - 0.01) < 5e-5) || vec3_dot(hit.normal, way) > 1e-5f) {
        fail_msg("%s: the hit is %g off the surface, %g from it after 0.01 along the normal", name,
                 on, out);
    }
}

static void rays_end_on_the_surface_of_every_convex_shape(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {5};
    int hits = 0;
    for (int k = 0; k < ZOO_COUNT; ++k) {
        for (int i = 0; i < 300; ++i) {
            const Pose3 pose = random_pose(&random, 3.0);
            const Vec3 from = vec3_add(pose.position, random_vec3(&random, 1.5));
            const Vec3 to = vec3_add(pose.position, random_vec3(&random, i % 2 ? 0.5 : 1.5));
            check_ray(zoo.names[k], &zoo.shapes[k], pose, from, vec3_sub(to, from));
            CastHit3 hit;
            hits += tum_raycast3(&zoo.shapes[k], &pose, from, vec3_sub(to, from), 1.0, &hit);
        }
    }
    assert_between(hits, ZOO_COUNT * 60, ZOO_COUNT * 280); // the test tests something
    zoo_close(&zoo);
}

// Along and across the axes quadratics lose their square and planes are parallel.
static void rays_along_axes_are_no_exception(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    const Vec3 ways[3] = {{4.0f, 0.0f, 0.0f}, {0.0f, 4.0f, 0.0f}, {0.0f, 0.0f, 4.0f}};
    for (int k = 0; k < ZOO_COUNT; ++k) {
        for (int axis = 0; axis < 3; ++axis) {
            for (int i = 0; i < 25; ++i) {
                const float a = 0.2f * (float)(i % 5) - 0.41f, b = 0.2f * (float)(i / 5) - 0.39f;
                const Vec3 aside = axis == 0   ? vec3(-2.0f, a, b)
                                   : axis == 1 ? vec3(a, -2.0f, b)
                                               : vec3(a, b, -2.0f);
                check_ray(zoo.names[k], &zoo.shapes[k], here, aside, ways[axis]);
                check_ray(zoo.names[k], &zoo.shapes[k], here, vec3_negate(aside),
                          vec3_negate(ways[axis]));
            }
        }
    }
    zoo_close(&zoo);
}

// A side that leans as the ray does: the quadratic is a line.
static void a_ray_parallel_to_the_side_of_a_cone_meets_its_base(void **state)
{
    (void)state;
    const Shape3 cone = tum_shape3_cylinder(1.0f, 1.0f, 0.0f);
    CastHit3 hit;
    // The side falls by 2 in 1 outward; from below the base, shifted inward by 0.5.
    assert_true(
        tum_raycast3(&cone, &here, vec3(1.5f, -3.0f, 0.0f), vec3(-2.0f, 4.0f, 0.0f), 1.0, &hit));
    assert_near(hit.fraction, 0.5, 1e-6);
    assert_near(hit.normal.y, -1.0, 1e-6);
}

// KHR-155.
static void fractions_follow_from_closed_forms(void **state)
{
    (void)state;
    CastHit3 hit;
    const Shape3 ball = tum_shape3_sphere(0.5f);
    const Vec3 from = {-3.0f, 0.3f, 0.0f}, way = {10.0f, 0.0f, 0.0f};
    assert_true(tum_raycast3(&ball, &here, from, way, 1.0, &hit));
    assert_near(hit.fraction, (3.0 - 0.4) / 10.0, 1e-7); // 0.3^2 + 0.4^2 = 0.5^2
    assert_near(hit.normal.x, -0.8, 1e-6);
    assert_near(hit.normal.y, 0.6, 1e-6);
    assert_false(tum_raycast3(&ball, &here, from, way, 0.2599, &hit));
    assert_true(tum_raycast3(&ball, &here, from, way, 0.2601, &hit));
    // x^2 / 4 + y^2 = 1 at y = 0.6 has x = 1.6.
    const Shape3 ellipsoid = tum_shape3_scaled(tum_shape3_sphere(1.0f), vec3(2.0f, 1.0f, 1.0f));
    assert_true(tum_raycast3(&ellipsoid, &here, vec3(-3.0f, 0.6f, 0.0f), way, 1.0, &hit));
    assert_near(hit.fraction, 0.14, 1e-7);
    assert_near(hit.normal.x / hit.normal.y, -0.4 / 0.6, 1e-5); // gradient (x / 4, y)
}

static void a_small_ball_is_hit_from_a_kilometre_away(void **state)
{
    (void)state;
    const Shape3 ball = tum_shape3_sphere(0.001f);
    CastHit3 hit;
    assert_true(tum_raycast3(&ball, &here, vec3(-1000.0f, 0.0f, 0.0f), vec3(2000.0f, 0.0f, 0.0f),
                             1.0, &hit));
    assert_near(hit.fraction * 2000.0, 999.999, 1e-6);
    assert_false(tum_raycast3(&ball, &here, vec3(-1000.0f, 0.00101f, 0.0f),
                              vec3(2000.0f, 0.0f, 0.0f), 1.0, &hit));
}

static void a_ray_that_begins_inside_hits_at_once(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    for (int k = 0; k < ZOO_COUNT; ++k) {
        CastHit3 hit;
        const Vec3 way = {0.0f, 3.0f, 4.0f};
        assert_true(
            tum_raycast3(&zoo.shapes[k], &here, vec3(0.001f, 0.002f, 0.001f), way, 1.0, &hit));
        assert_true(hit.fraction == 0.0);
        assert_near(hit.normal.y, -0.6, 1e-6);
        assert_near(hit.normal.z, -0.8, 1e-6);
    }
    zoo_close(&zoo);
}

static void a_ray_that_leaves_from_the_surface_does_not_hit(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(vec3(1.0f, 1.0f, 1.0f)), plane = tum_shape3_plane();
    CastHit3 hit;
    assert_false(
        tum_raycast3(&box, &here, vec3(0.0f, 1.0f, 0.0f), vec3(0.0f, 1.0f, 0.0f), 1.0, &hit));
    assert_true(
        tum_raycast3(&box, &here, vec3(0.0f, 1.0f, 0.0f), vec3(0.0f, -1.0f, 0.0f), 1.0, &hit));
    assert_near(hit.normal.y, 1.0, 0.0);
    assert_false(
        tum_raycast3(&plane, &here, vec3(5.0f, 0.0f, 0.0f), vec3(0.0f, 1.0f, 0.0f), 1.0, &hit));
}

// KHR-SHAPE-12.
static void planes_are_half_spaces_without_end(void **state)
{
    (void)state;
    const Shape3 plane = tum_shape3_plane();
    CastHit3 hit;
    assert_true(
        tum_raycast3(&plane, &here, vec3(1e6f, 2.0f, -1e6f), vec3(0.0f, -8.0f, 0.0f), 1.0, &hit));
    assert_near(hit.fraction, 0.25, 1e-9);
    assert_near(hit.normal.y, 1.0, 0.0);
    // Level with it: above passes, below begins inside.
    assert_false(
        tum_raycast3(&plane, &here, vec3(0.0f, 1e-6f, 0.0f), vec3(1.0f, 0.0f, 0.0f), 1.0, &hit));
    assert_true(
        tum_raycast3(&plane, &here, vec3(0.0f, -1e-6f, 0.0f), vec3(1.0f, 0.0f, 0.0f), 1.0, &hit));
    assert_near(hit.normal.x, -1.0, 0.0);
}

// KHR-SHAPE-15.
static void sheets_are_met_from_the_sides_they_have(void **state)
{
    (void)state;
    const Vec3 above = {0.5f, 1.0f, 0.5f}, below = {0.5f, -1.0f, 0.5f};
    const Vec3 down = {0.0f, -2.0f, 0.0f}, up = {0.0f, 2.0f, 0.0f};
    CastHit3 hit;
    for (int sides = 1; sides <= 2; ++sides) {
        const Shape3 sheet = tum_shape3_sheet(1.0f, (float)INFINITY, sides == 2);
        assert_true(tum_raycast3(&sheet, &here, above, down, 1.0, &hit));
        assert_near(hit.fraction, 0.5, 1e-9);
        assert_near(hit.normal.y, 1.0, 0.0);
        assert_true(tum_raycast3(&sheet, &here, below, up, 1.0, &hit) == (sides == 2));
        assert_false(tum_raycast3(&sheet, &here, vec3(1.01f, 1.0f, 0.0f), down, 1.0, &hit));
        assert_true(tum_raycast3(&sheet, &here, vec3(0.99f, 1.0f, 1e5f), down, 1.0, &hit));
        assert_false(tum_raycast3(&sheet, &here, vec3(-2.0f, 0.0f, 0.0f), vec3(4.0f, 0.0f, 0.0f),
                                  1.0, &hit));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_end_on_the_surface_of_every_convex_shape),
        cmocka_unit_test(rays_along_axes_are_no_exception),
        cmocka_unit_test(a_ray_parallel_to_the_side_of_a_cone_meets_its_base),
        cmocka_unit_test(fractions_follow_from_closed_forms),
        cmocka_unit_test(a_small_ball_is_hit_from_a_kilometre_away),
        cmocka_unit_test(a_ray_that_begins_inside_hits_at_once),
        cmocka_unit_test(a_ray_that_leaves_from_the_surface_does_not_hit),
        cmocka_unit_test(planes_are_half_spaces_without_end),
        cmocka_unit_test(sheets_are_met_from_the_sides_they_have),
    };
    return cmocka_run_group_tests_name("rays", tests, NULL, NULL);
}
