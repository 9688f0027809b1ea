// SPDX-License-Identifier: MIT
// Cores of shapes of revolution: the ball or the segment that stands for the surface at a contact.
#include "tests/support/shapes3.h"

#include "collide3/rolling3.h"

static bool cores_of(const Shape3 *a, const Shape3 *b, Pose3 pose, RollingCore3 cores[2])
{
    LocalManifold3 touch;
    assert_int_equal(collide(a, b, pose, 0.01f, &touch), 1);
    return tum_rolling_cores3(a, b, pose, &touch, cores);
}

static Shape3 floor_box(void)
{
    return tum_shape3_box(vec3(5.0f, 0.5f, 5.0f));
}

static void a_lying_cylinder_rolls_about_its_axis(void **state)
{
    (void)state;
    const Shape3 ground = floor_box(), cylinder = tum_shape3_cylinder(0.5f, 0.3f, 0.3f);
    const Pose3 pose = {{0.0f, 0.8f, 0.0f}, turn_about(0, 0, 1, PI / 2)};
    RollingCore3 cores[2];
    assert_true(cores_of(&ground, &cylinder, pose, cores));
    assert_near(cores[0].radius, 0.0, 0.0);
    assert_near(cores[1].radius, 0.3, 1e-6);
    assert_near(cores[1].low, -0.5, 0.0);
    assert_near(cores[1].high, 0.5, 0.0);
}

static void a_standing_cylinder_keeps_the_points_of_its_cap(void **state)
{
    (void)state;
    const Shape3 ground = floor_box(), cylinder = tum_shape3_cylinder(0.5f, 0.3f, 0.3f);
    RollingCore3 cores[2];
    assert_true(cores_of(&ground, &cylinder, pose_at(0.0f, 1.0f, 0.0f), cores));
    assert_near(cores[1].radius, 0.0, 0.0);
}

static void a_tilted_rim_is_a_ball_about_the_axis(void **state)
{
    (void)state;
    // Tilted by 60 degrees: the normal from the lowest rim point meets the axis 0.3 / sin 60 away,
    // 0.3 / tan 60 above the cap.
    const Shape3 ground = floor_box(), cylinder = tum_shape3_cylinder(0.5f, 0.3f, 0.3f);
    const Quat turn = turn_about(0, 0, 1, PI / 3);
    const Vec3 lowest =
        quat_rotate(turn, tum_shape3_support(&cylinder, quat_unrotate(turn, vec3(0, -1, 0))));
    const Pose3 pose = {{0.0f, 0.5f - lowest.y, 0.0f}, turn};
    RollingCore3 cores[2];
    assert_true(cores_of(&ground, &cylinder, pose, cores));
    assert_near(cores[1].radius, 0.3 / sin(PI / 3), 1e-5);
    assert_near(cores[1].low, -0.5 + 0.3 / tan(PI / 3), 1e-5);
    assert_near(cores[1].high, cores[1].low, 0.0);
}

static void the_core_of_a_rolling_shape_does_not_turn_with_it(void **state)
{
    (void)state;
    // A cone on the edge of its base, a tapered capsule on its small end: turned about their axes,
    // they have the same core.
    const Shape3 ground = floor_box();
    const Shape3 shapes[2] = {tum_shape3_cylinder(0.5f, 0.5f, 0.0f),
                              tum_shape3_capsule(0.6f, 0.5f, 0.2f)};
    const Quat leans[2] = {turn_about(0, 0, 1, 0.6), turn_about(0, 0, 1, 2.5)};
    for (int i = 0; i < 2; ++i) {
        RollingCore3 before[2], after[2];
        const Quat spun = quat_multiply(leans[i], turn_about(0, 1, 0, 1.0));
        const Vec3 lowest = quat_rotate(
            leans[i], tum_shape3_support(&shapes[i], quat_unrotate(leans[i], vec3(0, -1, 0))));
        const Vec3 place = {0.0f, 0.5f - lowest.y, 0.0f};
        assert_true(cores_of(&ground, &shapes[i], (Pose3){place, leans[i]}, before));
        assert_true(cores_of(&ground, &shapes[i], (Pose3){place, spun}, after));
        assert_true(before[1].radius > 0.1f);
        assert_near(after[1].radius, before[1].radius, 1e-5);
        assert_near(after[1].low, before[1].low, 1e-5);
    }
}

static void slanted_sides_along_a_face_have_no_core(void **state)
{
    (void)state;
    // The side of a cone leans by atan(0.5); on that side it would roll in a circle.
    const Shape3 ground = floor_box(), cone = tum_shape3_cylinder(0.5f, 0.5f, 0.0f);
    const Quat lying = turn_about(0, 0, 1, -PI / 2 - atan(0.5));
    const Vec3 lowest =
        quat_rotate(lying, tum_shape3_support(&cone, quat_unrotate(lying, vec3(0, -1, 0))));
    const Pose3 pose = {{0.0f, 0.5f - lowest.y, 0.0f}, lying};
    RollingCore3 cores[2];
    assert_false(cores_of(&ground, &cone, pose, cores));
}

// A contact in the frame of B, which stands at the origin: `outward` is B's normal there.
static LocalManifold3 contact_at(Vec3 outward, Vec3 point, int count)
{
    LocalManifold3 manifold = {.normal = vec3_negate(outward), .point_count = count};
    for (int i = 0; i < count; ++i) {
        manifold.points[i].position = point;
    }
    return manifold;
}

// Normals of the side of this capsule rise by 0.25: below that they are those of the lower ball,
// though they point upward.
static void the_ends_of_a_tapered_capsule_meet_at_the_normal_of_its_side(void **state)
{
    (void)state;
    const Shape3 ground = floor_box(), capsule = tum_shape3_capsule(0.6f, 0.5f, 0.2f);
    const float rises[3] = {-0.1f, 0.1f, 0.4f};
    for (int i = 0; i < 3; ++i) {
        const float y = rises[i], x = sqrtf(1 - y * y);
        const bool is_top = i == 2;
        const LocalManifold3 contact = contact_at(vec3(x, y, 0), vec3(0.5f, 0, 0), 1);
        RollingCore3 cores[2];
        assert_true(tum_rolling_cores3(&ground, &capsule, pose_at(0, 0, 0), &contact, cores));
        assert_near(cores[1].radius, is_top ? 0.2 : 0.5, 1e-6);
        assert_near(cores[1].low, is_top ? 0.6 : -0.6, 1e-6);
    }
}

// Two points lie along two segments. A rim is a ball, which has one point.
static void two_points_of_round_shapes_need_two_segments_along_each_other(void **state)
{
    (void)state;
    const Shape3 capsule = tum_shape3_capsule(0.6f, 0.2f, 0.2f),
                 cylinder = tum_shape3_cylinder(0.5f, 0.3f, 0.3f);
    const Vec3 side = {1, 0, 0}, rim = {0.8f, 0.6f, 0};
    for (int count = 1; count <= 2; ++count) {
        RollingCore3 cores[2];
        const LocalManifold3 along = contact_at(side, vec3(-0.2f, 0, 0), count);
        const LocalManifold3 beside = contact_at(side, vec3(-0.2f, 0, 0.05f), count);
        const LocalManifold3 across = contact_at(rim, vec3(0.3f, 0.5f, 0), count);
        const Pose3 at = pose_at(-0.5f, 0, 0); // Both radii away from the axis of A.
        assert_true(tum_rolling_cores3(&capsule, &cylinder, at, &along, cores));
        assert_int_equal(tum_rolling_cores3(&capsule, &cylinder, at, &beside, cores), count == 1);
        assert_int_equal(tum_rolling_cores3(&capsule, &cylinder, at, &across, cores), count == 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ends_of_a_tapered_capsule_meet_at_the_normal_of_its_side),
        cmocka_unit_test(two_points_of_round_shapes_need_two_segments_along_each_other),
        cmocka_unit_test(a_lying_cylinder_rolls_about_its_axis),
        cmocka_unit_test(a_standing_cylinder_keeps_the_points_of_its_cap),
        cmocka_unit_test(a_tilted_rim_is_a_ball_about_the_axis),
        cmocka_unit_test(the_core_of_a_rolling_shape_does_not_turn_with_it),
        cmocka_unit_test(slanted_sides_along_a_face_have_no_core),
    };
    return cmocka_run_group_tests_name("rolling3", tests, NULL, NULL);
}
