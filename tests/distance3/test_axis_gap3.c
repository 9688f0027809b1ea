// SPDX-License-Identifier: MIT
// Closed forms of cylinders, cones and capsules beside GJK and EPA: where a closed form answers,
// the two agree.
#include "tests/support/shapes3.h"

#include "distance3/axis_gap3.h"

// Turns of a pair: any, or aligned so that axes, edges and caps are parallel or at right angles,
// exactly or nearly.
static Quat random_turn(Random *random, int i)
{
    const Quat aligned[4] = {QUAT_IDENTITY, turn_about(1, 0, 0, PI / 2),
                             turn_about(0, 0, 1, PI / 2), turn_about(0, 1, 0, PI / 4)};
    const Quat any = random_rotation(random);
    const double lean = i / 5 % 2 == 0 ? 0.0 : random_in(random, 1e-7, 1e-2);
    const Vec3 axis = random_unit(random);
    const Quat leaning = turn_about((double)axis.x, (double)axis.y, (double)axis.z, lean);
    return i % 5 == 4 ? any : lean > 0.0 ? quat_multiply(leaning, aligned[i % 5]) : aligned[i % 5];
}

static DVec3 tilted(Random *random, DVec3 normal, double by)
{
    const DVec3 d = dvec3_add_scaled(normal, vec3_widen(random_unit(random)), by);
    return dvec3_normalize_or(d, normal);
}

typedef struct Tally {
    int tried, apart, overlapping, shallower;
} Tally;

// One pair of the zoo in a random place, as seen from a guess near the true normal.
static void compare(Random *random, const Shape3 *a, const Shape3 *b, Pose3 pose, Tally *tally)
{
    Core3 core_a = tum_core3_at_origin(a), core_b = tum_core3_at_pose(b, pose);
    const Gap3 truth = tum_gap3(&core_a, &core_b, 1e9, (DVec3){0.0, 0.0, 0.0});
    const double size = (double)fminf(a->bounding_radius, b->bounding_radius);
    const DVec3 guess = tilted(random, truth.normal, random_in(random, 0.0, 0.1));
    Gap3 gap;
    ++tally->tried;
    if (!tum_axis_gap3(&core_a, &core_b, guess, &gap)) {
        return;
    }
    assert_near(dvec3_length(gap.normal), 1.0, 1e-9);
    // The witnesses are apart by the gap along the normal, and lie on the cores.
    const DVec3 between = dvec3_sub(gap.b, gap.a);
    assert_near(dvec3_distance(between, dvec3_scale(gap.normal, gap.distance)), 0.0, 1e-7 * size);
    assert_int_equal(gap.is_overlap, gap.distance <= 0.0);
    if (gap.distance > 0.0) {
        // The certificate allows 1e-6 of the size.
        assert_near(gap.distance, truth.distance, 2e-6 * size);
        ++tally->apart;
        return;
    }
    // EPA stops within 1e-4 of the depth, or 1e-8 of the size. A shorter way out elsewhere is
    // possible, and rare; it is never half as long.
    const double tolerance = 2e-4 * -truth.distance + 2e-6 * size;
    assert_between(gap.distance, 2.0 * truth.distance - tolerance, truth.distance + tolerance);
    ++tally->overlapping;
    tally->shallower += gap.distance < truth.distance - tolerance;
}

static void closed_forms_agree_with_gjk_and_epa(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Tally tally = {0};
    for (uint64_t seed = 1; seed <= 12; ++seed) {
        Random random = {seed};
        for (int i = 0; i < ZOO_COUNT * ZOO_COUNT * 20; ++i) {
            const Shape3 *a = &zoo.shapes[i % ZOO_COUNT];
            const Shape3 *b = &zoo.shapes[i / ZOO_COUNT % ZOO_COUNT];
            Pose3 pose = {.rotation = random_turn(&random, i)};
            const Vec3 d = random_unit(&random);
            const Vec3 back = quat_unrotate(pose.rotation, vec3_negate(d));
            const Vec3 near_b = quat_rotate(pose.rotation, tum_shape3_support(b, back));
            pose.position =
                vec3_add_scaled(vec3_sub(tum_shape3_support(a, d), near_b), d,
                                (float)random_in(&random, i % 2 ? -0.02 : -0.004, 0.01));
            compare(&random, a, b, pose, &tally);
        }
    }
    assert_true(tally.apart > tally.tried / 20);
    assert_true(tally.overlapping > tally.tried / 500);
    assert_true(tally.shallower * 50 <= tally.overlapping);
    zoo_close(&zoo);
}

// Two logs whose axes cross at right angles, 0.5 m apart: 0.5 - 0.2 - 0.25.
static void crossed_cylinders_are_apart_by_their_axes_less_their_radii(void **state)
{
    (void)state;
    const Shape3 a = tum_shape3_cylinder(1.0f, 0.2f, 0.2f),
                 b = tum_shape3_cylinder(1.0f, 0.25f, 0.25f);
    const Pose3 pose = {{0.0f, 0.3f, 0.5f}, turn_about(0, 0, 1, PI / 2)};
    Core3 core_a = tum_core3_at_origin(&a), core_b = tum_core3_at_pose(&b, pose);
    Gap3 gap;
    assert_true(tum_axis_gap3(&core_a, &core_b, (DVec3){0.0, 0.0, 1.0}, &gap));
    assert_near(gap.distance, 0.05, 1e-7);
    assert_near(gap.normal.z, 1.0, 1e-12);
    assert_near(gap.a.y, 0.3, 1e-6);
    assert_near(gap.a.z, 0.2, 1e-6);
}

// The circle x^2 + z^2 = 0.09 and the line x = 0.5, y = 1: 0.2 across and 0.5 up.
static void a_rim_and_an_edge_are_as_far_apart_as_circle_and_line(void **state)
{
    (void)state;
    const Shape3 a = tum_shape3_cylinder(0.5f, 0.3f, 0.3f),
                 b = tum_shape3_box(vec3(1.0f, 1.0f, 1.0f));
    const Pose3 pose = pose_at(1.5f, 2.0f, 0.0f);
    Core3 core_a = tum_core3_at_origin(&a), core_b = tum_core3_at_pose(&b, pose);
    Gap3 gap;
    assert_true(tum_axis_gap3(&core_a, &core_b, (DVec3){0.6, 0.8, 0.01}, &gap));
    assert_near(gap.distance, sqrt(0.2 * 0.2 + 0.5 * 0.5), 1e-6);
    assert_near(gap.a.x, 0.3, 1e-6);
    assert_near(gap.a.y, 0.5, 1e-9);
    assert_near(gap.b.x, 0.5, 1e-6);
}

// A slanted side: the cone's generator through (0.5, -0.5) and (0, 0.5) has the normal (2, 1).
static void a_corner_meets_the_side_of_a_cone_at_right_angles(void **state)
{
    (void)state;
    const Shape3 cone = tum_shape3_cylinder(0.5f, 0.5f, 0.0f),
                 box = tum_shape3_box(vec3(1.0f, 1.0f, 1.0f));
    // The corner (-1, -1, 0 of an edge along z) is 0.1 m from the middle of the generator.
    const double x = 0.25 + 0.1 * 2.0 / sqrt(5.0), y = 0.1 / sqrt(5.0);
    const Pose3 pose = pose_at((float)(x + 1.0), (float)(y + 1.0), 0.0f);
    Core3 core_a = tum_core3_at_origin(&cone), core_b = tum_core3_at_pose(&box, pose);
    Gap3 gap;
    assert_true(tum_axis_gap3(&core_a, &core_b, (DVec3){0.89, 0.45, 0.02}, &gap));
    assert_near(gap.distance, 0.1, 1e-6);
    assert_near(gap.normal.x, 2.0 / sqrt(5.0), 1e-6);
    assert_near(gap.normal.y, 1.0 / sqrt(5.0), 1e-6);
}

// Two cans with parallel axes, one a step higher: from (0.3, 0.5) to (0.8, 1) in the plane of the
// axes.
static void two_rims_are_as_far_apart_as_their_nearest_points(void **state)
{
    (void)state;
    const Shape3 a = tum_shape3_cylinder(0.5f, 0.3f, 0.3f),
                 b = tum_shape3_cylinder(0.5f, 0.2f, 0.2f);
    const Pose3 pose = pose_at(1.0f, 1.5f, 0.0f);
    Core3 core_a = tum_core3_at_origin(&a), core_b = tum_core3_at_pose(&b, pose);
    Gap3 gap;
    assert_true(tum_axis_gap3(&core_a, &core_b, (DVec3){0.6, 0.79, 0.1}, &gap));
    assert_near(gap.distance, sqrt(0.5), 1e-6);
    assert_near(gap.a.x, 0.3, 1e-6);
    assert_near(gap.a.y, 0.5, 1e-9);
    assert_near(gap.b.x, 0.8, 1e-6);
    assert_near(gap.b.y, 1.0, 1e-6);
}

// The rim of a coin that stands across, at the height of 0 where a cone's side is 0.25 m out: its
// lowest point is the nearest, as a corner's would be.
static void a_rim_meets_the_side_of_a_cone(void **state)
{
    (void)state;
    const Shape3 cone = tum_shape3_cylinder(0.5f, 0.5f, 0.0f);
    const Shape3 coin = tum_shape3_cylinder(0.01f, 0.1f, 0.1f);
    // The coin's axis is the normal of the cone's side turned by a quarter about z: the coin lies
    // in the plane of that normal and z, and its rim is nearest with the point along the normal.
    const double c = 2.0 / sqrt(5.0), s = 1.0 / sqrt(5.0), away = 0.1 + 0.05;
    const Quat turn = turn_about(0, 0, 1, atan2(s, c));
    const Pose3 pose = {{(float)(0.25 + away * c), (float)(away * s), 0.0f}, turn};
    Core3 core_a = tum_core3_at_origin(&cone), core_b = tum_core3_at_pose(&coin, pose);
    Gap3 gap;
    assert_true(tum_axis_gap3(&core_a, &core_b, (DVec3){0.9, 0.43, 0.05}, &gap));
    assert_near(gap.distance, 0.05, 1e-6);
    assert_near(gap.normal.x, c, 1e-6);
    assert_near(gap.normal.y, s, 1e-6);
}

// Answers of a pair, and of the same pair in the other order: the same gap the other way round.
static void assert_gap(const Shape3 *a, const Shape3 *b, Pose3 pose, DVec3 guess, double distance,
                       DVec3 normal)
{
    for (int i = 0; i < 2; ++i) {
        Core3 core_a = tum_core3_at_origin(a), core_b = tum_core3_at_pose(b, pose);
        Gap3 gap = {.distance = 0.0};
        const DVec3 toward = dvec3_normalize_or(guess, guess);
        if (i == 0) {
            assert_true(tum_axis_gap3(&core_a, &core_b, toward, &gap));
        } else {
            assert_true(tum_axis_gap3(&core_b, &core_a, dvec3_negate(toward), &gap));
        }
        assert_near(gap.distance - core_a.radius - core_b.radius, distance, 1e-6);
        assert_near(dvec3_distance(gap.normal, i == 0 ? normal : dvec3_negate(normal)), 0.0, 1e-5);
        assert_near(dvec3_dot(dvec3_sub(gap.b, gap.a), gap.normal), gap.distance, 1e-6);
        assert_int_equal(gap.is_overlap, gap.distance <= 0.0);
    }
}

// Where the closed form tries one order alone, GJK gives the same gap at several times the cost.
static void either_shape_may_be_the_one_of_revolution(void **state)
{
    (void)state;
    const Shape3 can = tum_shape3_cylinder(0.5f, 0.3f, 0.3f);
    const Shape3 box = tum_shape3_box(vec3(1.0f, 1.0f, 1.0f));
    assert_gap(&can, &box, pose_at(1.5f, 2.0f, 0.0f), (DVec3){0.6, 0.8, 0.01},
               sqrt(0.2 * 0.2 + 0.5 * 0.5), (DVec3){0.2 / sqrt(0.29), 0.5 / sqrt(0.29), 0.0});
    const Shape3 cone = tum_shape3_cylinder(0.5f, 0.5f, 0.0f);
    const Shape3 coin = tum_shape3_cylinder(0.01f, 0.1f, 0.1f);
    const double c = 2.0 / sqrt(5.0), s = 1.0 / sqrt(5.0), away = 0.1 + 0.05;
    const Pose3 beside = {{(float)(0.25 + away * c), (float)(away * s), 0.0f},
                          turn_about(0, 0, 1, atan2(s, c))};
    assert_gap(&cone, &coin, beside, (DVec3){0.9, 0.43, 0.05}, 0.05, (DVec3){c, s, 0.0});
}

// A leaning edge 1 mm inside the rim of a cone: the vector from the rim to the edge points inwards,
// and the way out is the opposite one.
static void an_edge_that_has_entered_a_rim_leaves_outwards(void **state)
{
    (void)state;
    const Shape3 cone = tum_shape3_cylinder(0.5f, 0.5f, 0.0f);
    const Shape3 box = tum_shape3_box(vec3(1.0f, 0.25f, 1.0f));
    const double in = 1.0 / 1024;
    const Quat leaning = quat_multiply(turn_about(1, 0, 0, 0.01), turn_about(0, 1, 0, PI / 4));
    const Pose3 beside = {{(float)(0.5 - in + sqrt(2.0)), -0.5f, 0.0f}, leaning};
    assert_gap(&cone, &box, beside, (DVec3){1.0, 0.02, 0.03}, -in, (DVec3){1.0, 0.0, 0.0});
}

// The ball at the end of a tapered capsule is 0.1 m above the upper edge of a box that stands on
// its lower one; cores are without the radius of the smaller ball.
static void the_end_of_a_capsule_meets_an_edge(void **state)
{
    (void)state;
    const Shape3 capsule = tum_shape3_capsule(0.5f, 0.3f, 0.1f);
    const Shape3 box = tum_shape3_box(vec3(1.0f, 1.0f, 1.0f));
    const Pose3 below = {{0.0f, (float)(-0.5 - 0.3 - 0.1 - sqrt(2.0)), 0.0f},
                         turn_about(0, 0, 1, PI / 4)};
    assert_gap(&capsule, &box, below, (DVec3){0.02, -1.0, 0.01}, 0.1, (DVec3){0.0, -1.0, 0.0});
}

// A can has passed the corner of a wall since the step before, whose normal was that of a face: the
// edge is found by the can's nearest point.
static void an_edge_is_found_from_the_normal_of_a_face(void **state)
{
    (void)state;
    const Shape3 wall = tum_shape3_box(vec3(0.5f, 0.5f, 0.5f));
    const Shape3 can = tum_shape3_cylinder(0.4f, 0.2f, 0.2f);
    const double apart = hypot(0.25, 0.03125);
    assert_gap(&wall, &can, pose_at(0.75f, 0.0f, -0.53125f), (DVec3){1.0, 0.0, 0.0}, apart - 0.2,
               (DVec3){0.25 / apart, 0.0, -0.03125 / apart});
}

// Logs side by side, 1 mm into each other: the overlap is as deep all along, so that their ends are
// no way out, whether they are parallel or cross near their ends by a hundredth of a radian.
static void logs_side_by_side_overlap_all_along(void **state)
{
    (void)state;
    const Shape3 log = tum_shape3_cylinder(0.5f, 0.2f, 0.2f);
    const double apart = 0.4 - 1.0 / 1024, along = 0.4995, lean = 0.01;
    const DVec3 across = {1.0, 0.0, 0.0};
    assert_gap(&log, &log, pose_at((float)apart, 0.25f, 0.0f), across, -1.0 / 1024, across);
    const Pose3 leaning = {
        {(float)apart, (float)(along - along * cos(lean)), (float)(-along * sin(lean))},
        turn_about(1, 0, 0, lean)};
    assert_gap(&log, &log, leaning, across, -1.0 / 1024, across);
}

// A bolt deep in another one, and two with the same axis, are no matter of one normal.
static void deep_overlaps_are_left_to_epa(void **state)
{
    (void)state;
    const Shape3 a = tum_shape3_cylinder(1.0f, 0.2f, 0.2f);
    const Pose3 poses[3] = {{{0.0f, 0.0f, 0.1f}, turn_about(0, 0, 1, PI / 2)},
                            pose_at(0.0f, 0.0f, 0.0f),
                            pose_at(0.0f, 1.0f, 0.0f)};
    for (int i = 0; i < 3; ++i) {
        Core3 core_a = tum_core3_at_origin(&a), core_b = tum_core3_at_pose(&a, poses[i]);
        Gap3 gap;
        assert_false(tum_axis_gap3(&core_a, &core_b, (DVec3){0.0, 0.0, 1.0}, &gap));
    }
}

// A coin lies 0.9 mm over the rim of a can, 0.5 mm below its top: its way out is 0.5 mm up, not
// 0.9 mm away from the side.
static void an_overlap_near_the_end_of_a_side_is_not_taken_for_one_with_the_side(void **state)
{
    (void)state;
    const Shape3 can = tum_shape3_cylinder(0.5f, 0.3f, 0.3f);
    const Shape3 coin = tum_shape3_cylinder(0.01f, 0.1f, 0.1f);
    const Pose3 pose = pose_at(0.4f - 9e-4f, 0.51f - 5e-4f, 0.0f);
    for (int i = 0; i < 2; ++i) {
        Core3 core_a = tum_core3_at_origin(&can), core_b = tum_core3_at_pose(&coin, pose);
        Gap3 gap = {.distance = 0.0};
        const DVec3 guess = {0.995, i == 0 ? 0.0 : 0.1, 0.02};
        const bool is_found =
            tum_axis_gap3(&core_a, &core_b, dvec3_normalize_or(guess, guess), &gap);
        assert_true(!is_found || gap.distance > -5.1e-4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_forms_agree_with_gjk_and_epa),
        cmocka_unit_test(crossed_cylinders_are_apart_by_their_axes_less_their_radii),
        cmocka_unit_test(a_rim_and_an_edge_are_as_far_apart_as_circle_and_line),
        cmocka_unit_test(a_corner_meets_the_side_of_a_cone_at_right_angles),
        cmocka_unit_test(two_rims_are_as_far_apart_as_their_nearest_points),
        cmocka_unit_test(a_rim_meets_the_side_of_a_cone),
        cmocka_unit_test(either_shape_may_be_the_one_of_revolution),
        cmocka_unit_test(an_edge_that_has_entered_a_rim_leaves_outwards),
        cmocka_unit_test(the_end_of_a_capsule_meets_an_edge),
        cmocka_unit_test(an_edge_is_found_from_the_normal_of_a_face),
        cmocka_unit_test(logs_side_by_side_overlap_all_along),
        cmocka_unit_test(deep_overlaps_are_left_to_epa),
        cmocka_unit_test(an_overlap_near_the_end_of_a_side_is_not_taken_for_one_with_the_side),
    };
    return cmocka_run_group_tests_name("axis_gap3", tests, NULL, NULL);
}
