// SPDX-License-Identifier: MIT
// What holds for every pair of shapes: the answer is a separation along its normal, is the same
// from both sides and from everywhere, changes with motion as motion says, and is always a number.
#include "tests/support/shapes3.h"

#include "distance3/gjk3.h"
#include "shape3/core3.h"

static void check_sane(const LocalManifold3 *touch, float margin)
{
    assert_near(vec3_length(touch->normal), 1.0, 1e-5);
    assert_between(touch->point_count, 1, LOCAL_POINTS_MAX);
    for (int i = 0; i < touch->point_count; ++i) {
        assert_true(vec3_is_finite(touch->points[i].position));
        assert_true(is_finite(touch->points[i].separation));
        assert_true(touch->points[i].separation <= margin);
        for (int k = 0; k < i; ++k) {
            assert_true(touch->points[i].feature != touch->points[k].feature);
        }
    }
}

static void every_touch_is_sane_and_as_deep_as_the_shapes_overlap(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {101};
    int touching = 0;
    for (int i = 0; i < ZOO_COUNT * ZOO_COUNT * 12; ++i) {
        const Shape3 *a = &zoo.shapes[i % ZOO_COUNT], *b = &zoo.shapes[i / ZOO_COUNT % ZOO_COUNT];
        const Pose3 pose = random_near_pose(&random, a, b, 0.1);
        const double truth = (double)tum_distance3(a, b, pose, 1.0f, vec3(0, 0, 0)).distance;
        LocalManifold3 touch;
        const int count = collide(a, b, pose, 0.05f, &touch);
        if (fabs(truth - 0.05) > 2e-3) {
            assert_int_equal(count, truth < 0.05);
        }
        if (count == 0) {
            continue;
        }
        check_sane(&touch, 0.05f);
        // A face's normal may be taken at the cost of 5 % of the depth, and a 2000th of the size.
        const double least = (double)least_separation(&touch);
        assert_near(least, truth, 2e-3 + 0.06 * fabs(truth));
        assert_between(least, separation_along(a, b, pose, touch.normal) - 1e-5, 0.05);
        ++touching;
    }
    assert_true(touching > 1000);
    zoo_close(&zoo);
}

static void points_lie_between_the_surfaces(void **state)
{
    (void)state;
    // Half the separation along the normal leads from a point to either surface: no farther out
    // than the shape reaches in that direction.
    Zoo zoo = zoo_open();
    Random random = {102};
    for (int i = 0; i < ZOO_COUNT * ZOO_COUNT * 12; ++i) {
        const Shape3 *a = &zoo.shapes[i % ZOO_COUNT], *b = &zoo.shapes[i / ZOO_COUNT % ZOO_COUNT];
        const Pose3 pose = random_near_pose(&random, a, b, 0.05);
        LocalManifold3 touch;
        if (collide(a, b, pose, 0.03f, &touch) == 0) {
            continue;
        }
        const Vec3 n = touch.normal;
        const float reach_a = vec3_dot(tum_shape3_support(a, n), n);
        for (int k = 0; k < touch.point_count; ++k) {
            const float on_a =
                vec3_dot(touch.points[k].position, n) - 0.5f * touch.points[k].separation;
            assert_between(on_a, -10.0, reach_a + 2e-3f);
            // Sideways it is within both shapes' balls.
            assert_between(vec3_length(touch.points[k].position), 0.0, a->bounding_radius + 0.1f);
            assert_between(vec3_distance(touch.points[k].position, pose.position), 0.0,
                           b->bounding_radius + 0.1f);
        }
    }
    zoo_close(&zoo);
}

static void both_orders_give_mirrored_answers(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {103};
    for (int i = 0; i < ZOO_COUNT * ZOO_COUNT * 8; ++i) {
        const Shape3 *a = &zoo.shapes[i % ZOO_COUNT], *b = &zoo.shapes[i / ZOO_COUNT % ZOO_COUNT];
        const Pose3 pose = random_near_pose(&random, a, b, 0.05);
        LocalManifold3 one, other;
        const int count = collide(a, b, pose, 0.03f, &one);
        const int other_count = collide(b, a, pose3_inverse(pose), 0.03f, &other);
        if (count == 0 || other_count == 0) {
            // They disagree at the border of the margin at most.
            assert_true(count == other_count || (count == 1 && least_separation(&one) > 0.028f) ||
                        (other_count == 1 && least_separation(&other) > 0.028f));
            continue;
        }
        const float tolerance = 1e-3f + 0.06f * fabsf(least_separation(&one));
        assert_near(least_separation(&one), least_separation(&other), tolerance);
        if (a->kind < b->kind || b->kind < a->kind) {
            // One of the two is the other seen from behind: rounding of the pose apart, the same.
            const Vec3 turned = vec3_negate(quat_rotate(pose.rotation, other.normal));
            const bool same = vec3_dot(turned, one.normal) > 0.9999f;
            if (same && one.point_count == other.point_count) {
                assert_near(least_separation(&one), least_separation(&other), 1e-4);
            }
        }
    }
    zoo_close(&zoo);
}

static void the_flipped_order_keeps_names_and_places(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(vec3(1.0f, 0.5f, 1.0f));
    const Shape3 cylinder = tum_shape3_cylinder(0.5f, 0.3f, 0.3f);
    const Pose3 pose = {{0.2f, 0.999f, 0.1f}, turn_about(0, 1, 0, 0.4)};
    LocalManifold3 one, other;
    assert_int_equal(collide(&box, &cylinder, pose, 0.01f, &one), 1);
    assert_int_equal(collide(&cylinder, &box, pose3_inverse(pose), 0.01f, &other), 1);
    assert_int_equal(one.point_count, other.point_count);
    for (int i = 0; i < one.point_count; ++i) {
        assert_int_equal(one.points[i].feature, other.points[i].feature);
        const Vec3 p = pose3_transform(pose, other.points[i].position);
        assert_near(vec3_distance(p, one.points[i].position), 0.0, 1e-5);
    }
}

static void moving_along_the_normal_changes_the_separation_by_as_much(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {104};
    const float step = 1e-3f;
    int checked = 0;
    for (int i = 0; i < ZOO_COUNT * ZOO_COUNT * 8; ++i) {
        const Shape3 *a = &zoo.shapes[i % ZOO_COUNT], *b = &zoo.shapes[i / ZOO_COUNT % ZOO_COUNT];
        const Pose3 pose = random_near_pose(&random, a, b, 0.03);
        PairCache3 cache = {0};
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        if (tum_collide3(widest_pairs3(), a, b, pose, 0.1f, &cache, touches) == 0) {
            continue;
        }
        const LocalManifold3 before = touches[0];
        Pose3 moved = pose;
        moved.position = vec3_add_scaled(pose.position, before.normal, step);
        assert_int_equal(tum_collide3(widest_pairs3(), a, b, moved, 0.1f, &cache, touches), 1);
        const float change = least_separation(&touches[0]) - least_separation(&before);
        // Never by more; less where another direction has become the shortest, which costs at most
        // the preference for faces.
        assert_between(change, -1e-3, step + 1e-3f);
        if (vec3_dot(touches[0].normal, before.normal) > 0.99999f) {
            assert_near(change, step, 2e-4);
            ++checked;
        }
    }
    assert_true(checked > 1000);
    zoo_close(&zoo);
}

static void small_motions_change_the_separation_little(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {105};
    for (int i = 0; i < ZOO_COUNT * ZOO_COUNT * 2; ++i) {
        const Shape3 *a = &zoo.shapes[i % ZOO_COUNT], *b = &zoo.shapes[i / ZOO_COUNT % ZOO_COUNT];
        Pose3 pose = random_near_pose(&random, a, b, 0.03);
        const Vec3 velocity = random_vec3(&random, 2e-4);
        PairCache3 cache = {0};
        float last = 0.0f;
        for (int k = 0; k < 30; ++k) {
            LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
            if (tum_collide3(widest_pairs3(), a, b, pose, 0.1f, &cache, touches) == 0) {
                break;
            }
            const float least = least_separation(&touches[0]);
            if (k > 0) {
                assert_near(least, last, 2e-3 + 0.06 * fabsf(last));
            }
            last = least;
            pose.position = vec3_add(pose.position, velocity);
        }
    }
    zoo_close(&zoo);
}

static void the_place_in_the_world_does_not_matter(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {106};
    for (int i = 0; i < ZOO_COUNT * ZOO_COUNT * 2; ++i) {
        const Shape3 *a = &zoo.shapes[i % ZOO_COUNT], *b = &zoo.shapes[i / ZOO_COUNT % ZOO_COUNT];
        const Pose3 pose = random_near_pose(&random, a, b, 0.02);
        const Pose3 world_from_a = random_pose(&random, 5.0);
        const Pose3 seen = pose3_relative(world_from_a, pose3_multiply(world_from_a, pose));
        LocalManifold3 one, other;
        if (collide(a, b, pose, 0.05f, &one) == 1 && collide(a, b, seen, 0.05f, &other) == 1) {
            assert_near(least_separation(&one), least_separation(&other),
                        1e-3 + 0.06 * fabsf(least_separation(&one)));
        }
    }
    zoo_close(&zoo);
}

static void the_same_call_gives_the_same_bits(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {107};
    for (int i = 0; i < ZOO_COUNT * ZOO_COUNT; ++i) {
        const Shape3 *a = &zoo.shapes[i % ZOO_COUNT], *b = &zoo.shapes[i / ZOO_COUNT % ZOO_COUNT];
        const Pose3 pose = random_near_pose(&random, a, b, 0.05);
        LocalManifold3 one[LOCAL_MANIFOLDS_MAX], other[LOCAL_MANIFOLDS_MAX];
        PairCache3 cache = {0}, other_cache = {0};
        memset(one, 0xaa, sizeof one);
        memset(other, 0x55, sizeof other);
        const int count = tum_collide3(widest_pairs3(), a, b, pose, 0.05f, &cache, one);
        assert_int_equal(count,
                         tum_collide3(widest_pairs3(), a, b, pose, 0.05f, &other_cache, other));
        assert_memory_equal(&cache, &other_cache, sizeof cache);
        if (count == 1) {
            assert_int_equal(one[0].point_count, other[0].point_count);
            assert_memory_equal(one[0].points, other[0].points,
                                (size_t)one[0].point_count * sizeof(LocalPoint3));
        }
    }
    zoo_close(&zoo);
}

static void degenerate_places_have_an_answer(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    const Shape3 planes[4] = {tum_shape3_plane(), tum_shape3_sheet(1.0f, 0.5f, true),
                              tum_shape3_sheet(0.0f, 0.0f, true), tum_shape3_sphere(0.0f)};
    const Quat turns[4] = {QUAT_IDENTITY, turn_about(1, 0, 0, PI / 2), turn_about(0, 1, 0, PI),
                           turn_about(1, 1, 0, PI / 4)};
    for (int i = 0; i < ZOO_COUNT; ++i) {
        for (int k = 0; k < ZOO_COUNT + 4; ++k) {
            for (int turn = 0; turn < 4; ++turn) {
                const Shape3 *b = k < ZOO_COUNT ? &zoo.shapes[k] : &planes[k - ZOO_COUNT];
                LocalManifold3 touch;
                const Pose3 pose = {{0.0f, 0.0f, 0.0f}, turns[turn]};
                if (collide(&zoo.shapes[i], b, pose, 0.01f, &touch) == 1) {
                    check_sane(&touch, 0.01f);
                } else {
                    assert_int_equal(k, ZOO_COUNT + 5); // convex shapes overlap in one place
                }
            }
        }
    }
    zoo_close(&zoo);
}

static void absurd_places_never_give_what_is_no_number(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    const Shape3 plane = tum_shape3_plane(), sheet = tum_shape3_sheet(INFINITY, INFINITY, true);
    const float places[] = {1e-40f, 1e-20f, 1e6f, 1e18f, 1e30f, 3e38f, INFINITY, NAN};
    for (int i = 0; i < ZOO_COUNT; ++i) {
        for (size_t k = 0; k < 3 * sizeof places / sizeof places[0]; ++k) {
            const float place = places[k / 3];
            const Shape3 *b = k % 3 == 0 ? &plane : k % 3 == 1 ? &sheet : &zoo.shapes[4];
            LocalManifold3 touch;
            for (int sign = 0; sign < 2; ++sign) {
                const float at = sign == 0 ? place : -place;
                const Pose3 pose = {{at, at, -at}, turn_about(0, 0, 1, 0.3)};
                if (collide(&zoo.shapes[i], b, pose, 0.01f, &touch) == 1) {
                    check_sane(&touch, 0.01f);
                }
            }
        }
    }
    zoo_close(&zoo);
}

static void a_thousand_times_larger_is_as_exact(void **state)
{
    (void)state;
    // One in each kind, a millimetre on a metre, standing a micrometre deep on the large one's top.
    const float small = 1e-3f;
    const Shape3 grounds[] = {tum_shape3_box(vec3(1.0f, 1.0f, 1.0f)),
                              tum_shape3_cylinder(1.0f, 1.0f, 1.0f)};
    const Shape3 grains[] = {tum_shape3_sphere(small), tum_shape3_box(vec3(small, small, small)),
                             tum_shape3_cylinder(small, small, small),
                             tum_shape3_capsule(small, small, small)};
    const float heights[] = {small, small, small, 2 * small};
    const int points[] = {1, 4, 4, 1};
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < 4; ++k) {
            LocalManifold3 touch;
            const Pose3 pose = pose_at(0.25f, 1.0f + heights[k] - 1e-6f, 0.125f);
            assert_int_equal(collide(&grounds[i], &grains[k], pose, 1e-5f, &touch), 1);
            assert_int_equal(touch.point_count, points[k]);
            assert_near(touch.normal.y, 1.0, 1e-5);
            for (int p = 0; p < touch.point_count; ++p) {
                assert_near(touch.points[p].separation, -1e-6, 2e-7);
            }
        }
    }
}

static void a_remembered_axis_does_not_hide_a_touch(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {108};
    for (int i = 0; i < ZOO_COUNT * ZOO_COUNT * 2; ++i) {
        const Shape3 *a = &zoo.shapes[i % ZOO_COUNT], *b = &zoo.shapes[i / ZOO_COUNT % ZOO_COUNT];
        PairCache3 cache = {0};
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX], fresh;
        for (int k = 0; k < 4; ++k) {
            const Pose3 pose = random_near_pose(&random, a, b, 0.1);
            const int count = tum_collide3(widest_pairs3(), a, b, pose, 0.02f, &cache, touches);
            const int fresh_count = collide(a, b, pose, 0.02f, &fresh);
            if (count != fresh_count) {
                const float least = least_separation(count == 1 ? &touches[0] : &fresh);
                assert_near(least, 0.02, 2e-3);
            } else if (count == 1) {
                assert_near(least_separation(&touches[0]), least_separation(&fresh),
                            2e-3 + 0.06 * fabsf(least_separation(&fresh)));
            }
        }
    }
    zoo_close(&zoo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_touch_is_sane_and_as_deep_as_the_shapes_overlap),
        cmocka_unit_test(points_lie_between_the_surfaces),
        cmocka_unit_test(both_orders_give_mirrored_answers),
        cmocka_unit_test(the_flipped_order_keeps_names_and_places),
        cmocka_unit_test(moving_along_the_normal_changes_the_separation_by_as_much),
        cmocka_unit_test(small_motions_change_the_separation_little),
        cmocka_unit_test(the_place_in_the_world_does_not_matter),
        cmocka_unit_test(the_same_call_gives_the_same_bits),
        cmocka_unit_test(degenerate_places_have_an_answer),
        cmocka_unit_test(absurd_places_never_give_what_is_no_number),
        cmocka_unit_test(a_thousand_times_larger_is_as_exact),
        cmocka_unit_test(a_remembered_axis_does_not_hide_a_touch),
    };
    return cmocka_run_group_tests_name("collide3_laws", tests, NULL, NULL);
}
