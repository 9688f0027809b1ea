// SPDX-License-Identifier: MIT
// Shapes that move: against closed forms, and against distances at, before and after the touch.
#include "distance3/shapecast3.h"

#include "distance3/gjk3.h"
#include "tests/support/shapes3.h"

static const Pose3 here = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}};

static double apart(const Shape3 *a, Pose3 pose_a, const Shape3 *b, Pose3 pose_b, Vec3 way,
                    double t)
{
    pose_b.position = vec3_add_scaled(pose_b.position, way, (float)t);
    return (double)tum_distance3(a, b, pose3_relative(pose_a, pose_b), 1e30f, vec3(0, 0, 0))
        .distance;
}

// At the answer they touch, before it they do not, and from there on the way leads into the other
// shape. Where there is no hit, they never overlap.
static void every_pair_touches_when_the_cast_says(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {17};
    int hits = 0, misses = 0;
    for (int a = 0; a < ZOO_COUNT; ++a) {
        for (int b = 0; b < ZOO_COUNT; ++b) {
            const Shape3 *target = &zoo.shapes[a], *probe = &zoo.shapes[b];
            for (int i = 0; i < 6; ++i) {
                const Pose3 at = random_pose(&random, 2.0);
                Pose3 start = random_pose(&random, 0.3);
                const Vec3 aside = vec3_scale(random_unit(&random), 4.0f);
                start.position = vec3_add(start.position, vec3_add(at.position, aside));
                const Vec3 aim = random_vec3(&random, 0.6);
                const Vec3 way = vec3_scale(vec3_add(aside, aim), -2.0f);
                CastHit3 hit;
                const bool is_hit = tum_shapecast3(target, at, probe, start, way, 1.0, &hit);
                const double until = is_hit ? hit.fraction : 1.0;
                for (int k = 0; k < 20; ++k) {
                    const double d = apart(target, at, probe, start, way, until * k / 20.0);
                    if (!(d > -3e-5)) {
                        fail_msg("%s into %s: overlap of %g at %g of %g", zoo.names[b],
                                 zoo.names[a], d, until * k / 20.0, until);
                    }
                }
                hits += is_hit;
                misses += !is_hit;
                if (is_hit) {
                    const double d = apart(target, at, probe, start, way, hit.fraction);
                    if (!(fabs(d) < 1e-4) || !(vec3_dot(hit.normal, way) < 0.0f)) {
                        fail_msg("%s into %s: %g apart at the hit", zoo.names[b], zoo.names[a], d);
                    }
                }
            }
        }
    }
    assert_between(hits, 600, 1900);
    assert_between(misses, 30, 1500);
    zoo_close(&zoo);
}

// Two balls touch when their centres are the sum of the radii apart: like a ray against one ball of
// that radius.
static void balls_meet_like_a_ray_meets_the_sum_of_their_radii(void **state)
{
    (void)state;
    const Shape3 big = tum_shape3_sphere(0.3f), small = tum_shape3_sphere(0.2f);
    CastHit3 hit;
    assert_true(
        tum_shapecast3(&big, here, &small, pose_at(-3.0f, 0.3f, 0.0f), vec3(10, 0, 0), 1.0, &hit));
    assert_near(hit.fraction, 0.26, 1e-6);
    assert_near(hit.normal.x, -0.8, 1e-5);
    assert_near(hit.point.x, -0.24, 1e-5);
    assert_near(hit.point.y, 0.18, 1e-5);
    assert_false(tum_shapecast3(&big, here, &small, pose_at(-3.0f, 0.5001f, 0.0f), vec3(10, 0, 0),
                                1.0, &hit));
}

static void a_box_lands_on_planes_and_sheets_alike(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(vec3(0.5f, 0.25f, 0.5f));
    const Shape3 grounds[3] = {tum_shape3_plane(), tum_shape3_sheet(2.0f, 2.0f, false),
                               tum_shape3_sheet((float)INFINITY, 2.0f, true)};
    for (int i = 0; i < 3; ++i) {
        CastHit3 hit;
        assert_true(tum_shapecast3(&grounds[i], here, &box, pose_at(0.1f, 1.25f, 0.1f),
                                   vec3(0, -4, 0), 1.0, &hit));
        assert_near(hit.fraction, 0.25, 1e-6);
        assert_near(hit.normal.y, 1.0, 1e-5);
        assert_near(hit.point.y, 0.0, 1e-5);
        assert_false(tum_shapecast3(&grounds[i], here, &box, pose_at(0.1f, 1.25f, 0.1f),
                                    vec3(0, -4, 0), 0.2499, &hit));
        assert_false(tum_shapecast3(&grounds[i], here, &box, pose_at(0.1f, 1.25f, 0.1f),
                                    vec3(3, 0, 0), 1.0, &hit));
        // Turned about the vertical it is as high as before.
        const Pose3 turned = {{0.1f, 1.25f, 0.1f}, turn_about(0, 1, 0, PI / 4)};
        assert_true(tum_shapecast3(&grounds[i], here, &box, turned, vec3(0, -4, 0), 1.0, &hit));
        assert_near(hit.fraction, 0.25, 1e-6);
    }
}

static void one_sided_sheets_let_through_what_comes_from_below(void **state)
{
    (void)state;
    const Shape3 ball = tum_shape3_sphere(0.1f);
    CastHit3 hit;
    for (int sides = 1; sides <= 2; ++sides) {
        const Shape3 sheet = tum_shape3_sheet(1.0f, 1.0f, sides == 2);
        assert_true(tum_shapecast3(&sheet, here, &ball, pose_at(0, -1, 0), vec3(0, 2, 0), 1.0,
                                   &hit) == (sides == 2));
    }
}

static void a_cast_that_begins_in_overlap_hits_at_once(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    const Shape3 ball = tum_shape3_sphere(0.2f);
    for (int k = 0; k < ZOO_COUNT; ++k) {
        CastHit3 hit;
        assert_true(tum_shapecast3(&zoo.shapes[k], here, &ball, pose_at(0.01f, 0.01f, 0.0f),
                                   vec3(0, 3, 4), 1.0, &hit));
        assert_true(hit.fraction == 0.0);
        assert_near(hit.normal.z, -0.8, 1e-6);
    }
    zoo_close(&zoo);
}

static void what_touches_and_leaves_does_not_hit(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(vec3(0.5f, 0.5f, 0.5f));
    CastHit3 hit;
    assert_false(tum_shapecast3(&box, here, &box, pose_at(0, 1, 0), vec3(0, 1, 0), 1.0, &hit));
    assert_false(tum_shapecast3(&box, here, &box, pose_at(0, 1, 0), vec3(1, 0, 0), 1.0, &hit));
    assert_true(tum_shapecast3(&box, here, &box, pose_at(0, 1, 0), vec3(0, -1, 0), 1.0, &hit));
    assert_near(hit.fraction, 0.0, 1e-6);
    assert_near(hit.normal.y, 1.0, 1e-5);
}

static void nearest_points_follow_from_closed_forms(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(vec3(1.0f, 2.0f, 3.0f));
    Nearest3 nearest;
    assert_true(tum_nearest3(&box, here, vec3(4.0f, 6.0f, 0.0f), 10.0, &nearest));
    assert_near(nearest.distance, 5.0, 1e-6); // 3, 4, 5
    assert_near(nearest.point.x, 1.0, 1e-6);
    assert_near(nearest.normal.y, 0.8, 1e-6);
    assert_false(tum_nearest3(&box, here, vec3(4.0f, 6.0f, 0.0f), 4.99, &nearest));
    assert_true(tum_nearest3(&box, here, vec3(0.75f, 0.0f, 0.0f), 1.0, &nearest));
    assert_near(nearest.distance, -0.25, 1e-4);
    assert_near(nearest.point.x, 1.0, 1e-4);
    const Shape3 plane = tum_shape3_plane();
    assert_true(tum_nearest3(&plane, here, vec3(7.0f, -2.0f, 1.0f), 1.0, &nearest));
    assert_near(nearest.distance, -2.0, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_touches_when_the_cast_says),
        cmocka_unit_test(balls_meet_like_a_ray_meets_the_sum_of_their_radii),
        cmocka_unit_test(a_box_lands_on_planes_and_sheets_alike),
        cmocka_unit_test(one_sided_sheets_let_through_what_comes_from_below),
        cmocka_unit_test(a_cast_that_begins_in_overlap_hits_at_once),
        cmocka_unit_test(what_touches_and_leaves_does_not_hit),
        cmocka_unit_test(nearest_points_follow_from_closed_forms),
    };
    return cmocka_run_group_tests_name("moving shapes", tests, NULL, NULL);
}
