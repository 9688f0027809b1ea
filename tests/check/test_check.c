// SPDX-License-Identifier: MIT
// Scenes are checked: what their numbers say, and what a second of simulation shows.
#include "tests/scene/kit.h"
#include "tests/support/world_support.h"
#include "tests/support/world_support4.h"
#include "tumble/check.h"

static const double infinite = (double)INFINITY;

// Hints of this code after checking the scene; everything else that is found is another's.
static size_t hints_about(const TumScene *scene, TumReport *report, const char *code)
{
    assert_int_equal(tum_scene_check(scene, NULL, report), TUM_OK);
    size_t count = 0;
    for (size_t i = 0; i < tum_report_count(report); ++i) {
        const TumDiagnostic *found = tum_report_at(report, i);
        const bool is_hint = found->severity == TUM_SEVERITY_HINT;
        count += strcmp(found->code, code) == 0 && is_hint;
    }
    return count;
}

static size_t hints_of(Kit *kit, const char *code)
{
    const size_t count = hints_about(kit_finish(kit), kit->report, code);
    kit_end(kit);
    return count;
}

// The same of a scene of four dimensions.
static size_t hints_of4(Setup4 *setup, const char *code)
{
    setup4_build(setup);
    const size_t count = hints_about(setup->scene, setup->report, code);
    setup4_end(setup);
    return count;
}

// A floor with its top at height 0, and a box of one metre whose centre is at `height`.
static Kit box_above_floor(double height)
{
    Kit kit = kit_begin();
    kit_box(&kit, kit_node_at(&kit, -1, 0, -0.5, 0), 20, 1, 20);
    const int32_t node = kit_node_at(&kit, -1, 0, height, 0);
    kit_motion(&kit, node);
    kit_box(&kit, node, 1, 1, 1);
    return kit;
}

static Kit box_of_mass(double mass)
{
    Kit kit = box_above_floor(0.5);
    kit.motions[0].mass = mass;
    kit.motions[0].mass_origin = TUM_ORIGIN_AUTHORED;
    return kit;
}

static void masses_make_a_density_that_some_stuff_has(void **state)
{
    (void)state;
    // One cubic metre.
    Kit water = box_of_mass(1000), air = box_of_mass(0.5), star = box_of_mass(1e6);
    assert_int_equal(hints_of(&water, "CHECK_DENSITY"), 0);
    assert_int_equal(hints_of(&air, "CHECK_DENSITY"), 1);
    assert_int_equal(hints_of(&star, "CHECK_DENSITY"), 1);
}

static Kit box_of_inertia(double x, double y, double z)
{
    Kit kit = box_of_mass(1000);
    kit.motions[0].inertia[0] = x;
    kit.motions[0].inertia[1] = y;
    kit.motions[0].inertia[2] = z;
    return kit;
}

static void an_inertia_is_like_that_of_the_shapes(void **state)
{
    (void)state;
    // A cube of 1000 kg and 1 m has 1000 / 6 = 166.7 kg m^2 about each axis.
    Kit own = box_of_inertia(166.7, 166.7, 166.7), hollow = box_of_inertia(280, 280, 280);
    Kit unit = box_of_inertia(1, 1, 1), wheel = box_of_inertia(2000, 2000, 200);
    assert_int_equal(hints_of(&own, "CHECK_INERTIA"), 0);
    assert_int_equal(hints_of(&hollow, "CHECK_INERTIA"), 0);
    assert_int_equal(hints_of(&unit, "CHECK_INERTIA"), 1);
    assert_int_equal(hints_of(&wheel, "CHECK_INERTIA"), 1);
}

static void colliders_that_stand_in_each_other_are_told_once(void **state)
{
    (void)state;
    Kit resting = box_above_floor(0.5), sunk = box_above_floor(0.4);
    assert_int_equal(hints_of(&resting, "CHECK_COLLIDERS_OVERLAP"), 0);
    assert_int_equal(hints_of(&sunk, "CHECK_COLLIDERS_OVERLAP"), 1);
    // Two bodies: each would say it of the other.
    Kit pair = kit_begin();
    for (int i = 0; i < 2; ++i) {
        const int32_t node = kit_node_at(&pair, -1, 0.9 * i, 0, 0);
        kit_motion(&pair, node);
        kit_box(&pair, node, 1, 1, 1);
    }
    assert_int_equal(hints_of(&pair, "CHECK_COLLIDERS_OVERLAP"), 1);
}

static void joined_bodies_may_overlap(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    for (int i = 0; i < 2; ++i) {
        const int32_t node = kit_node_at(&kit, -1, 0.5 * i, 0, 0);
        kit_motion(&kit, node);
        kit_box(&kit, node, 1, 1, 1);
    }
    kit_joint(&kit, 0, 1);
    assert_int_equal(hints_of(&kit, "CHECK_COLLIDERS_OVERLAP"), 0);
}

// A box held to the world by one limit of its height above an anchor at the origin.
static Kit held_box(double height, const TumLimit *limit)
{
    Kit kit = kit_begin();
    const int32_t anchor = kit_node(&kit, -1), node = kit_node_at(&kit, -1, 0, height, 0);
    kit_motion(&kit, node);
    kit_box(&kit, node, 0.1, 0.1, 0.1);
    JointDef *joint = kit_joint(&kit, anchor, node);
    joint->limits = limit;
    joint->limit_count = 1;
    return kit;
}

static void limits_hold_before_anything_moves(void **state)
{
    (void)state;
    const TumLimit limit = {.axes = 2, .min = -1, .max = 1, .stiffness = infinite};
    Kit inside = held_box(0.9, &limit), outside = held_box(1.2, &limit);
    assert_int_equal(hints_of(&inside, "CHECK_JOINT_VIOLATED"), 0);
    assert_int_equal(hints_of(&outside, "CHECK_JOINT_VIOLATED"), 1);
}

static void a_joint_that_cannot_close_is_told_of(void **state)
{
    (void)state;
    // Two limits that exclude each other: at height 1, and at height 0.
    const TumLimit limits[] = {{.axes = 2, .min = 1, .max = 1, .stiffness = infinite},
                               {.axes = 2, .min = 0, .max = 0, .stiffness = infinite}};
    Kit torn = held_box(0.5, limits);
    torn.joints[0].limit_count = 2;
    assert_int_equal(hints_of(&torn, "CHECK_JOINT_OPEN"), 1);
    Kit closed = held_box(0, &limits[1]);
    assert_int_equal(hints_of(&closed, "CHECK_JOINT_OPEN"), 0);
}

static void a_body_with_nothing_below_it_falls(void **state)
{
    (void)state;
    Kit over_floor = box_above_floor(100);
    assert_int_equal(hints_of(&over_floor, "CHECK_BODY_FALLS"), 0);
    Kit alone = kit_begin();
    const int32_t node = kit_node(&alone, -1);
    kit_motion(&alone, node);
    kit_box(&alone, node, 1, 1, 1);
    assert_int_equal(hints_of(&alone, "CHECK_BODY_FALLS"), 1);
    Kit floating = kit_begin();
    kit_node(&floating, -1);
    kit_motion(&floating, 0)->gravity_factor = 0;
    kit_box(&floating, 0, 1, 1, 1);
    assert_int_equal(hints_of(&floating, "CHECK_BODY_FALLS"), 0);
}

static void hulls_that_stand_in_each_other_are_told_of_too(void **state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        Setup setup = setup_empty();
        for (int k = 0; k < 2; ++k) {
            const TumShape hull = {.kind = TUM_SHAPE_CONVEX, .mesh = -1};
            // Boxes of one metre as hulls, 0.8 m apart and then 1.2 m.
            setup_box_mesh(&setup, setup_body(&setup, hull, (0.8 + 0.4 * i) * k, 0, 0), 0.5, 0.5,
                           0.5);
        }
        setup_start(&setup);
        assert_int_equal(hints_about(setup.scene, setup.report, "CHECK_COLLIDERS_OVERLAP"), 1 - i);
        setup_end(&setup);
    }
}

// A body of this shape over a floor, its middle at `height`.
static Setup4 thing_above_floor4(Form4 form, double height)
{
    Setup4 setup = setup4_empty();
    setup4_floor(&setup);
    setup4_body(&setup, form, (double[4]){0, height, 0, 0});
    return setup;
}

static void colliders_of_four_dimensions_that_overlap_are_told_once(void **state)
{
    (void)state;
    // Any shape: a duocylinder stands on its round side, 0.5 m below its middle.
    Setup4 resting = thing_above_floor4(duocylinder4(0.5, 0.3), 0.5);
    Setup4 sunk = thing_above_floor4(duocylinder4(0.5, 0.3), 0.4);
    assert_int_equal(hints_of4(&resting, "CHECK_COLLIDERS_OVERLAP"), 0);
    assert_int_equal(hints_of4(&sunk, "CHECK_COLLIDERS_OVERLAP"), 1);
    for (int i = 0; i < 2; ++i) {
        Setup4 pair = setup4_empty();
        for (int k = 0; k < 2; ++k) {
            setup4_body(&pair, box4(1, 1, 1, 1), (double[4]){0, 0, 0, (0.9 + 0.2 * i) * k});
        }
        assert_int_equal(hints_of4(&pair, "CHECK_COLLIDERS_OVERLAP"), 1 - i);
    }
}

static Setup4 box_of_inertia4(double first, double others)
{
    Setup4 setup = thing_above_floor4(box4(1, 1, 1, 1), 0.5);
    MotionDef *motion = &setup.things[1].motion;
    motion->mass = 600;
    motion->mass_origin = TUM_ORIGIN_AUTHORED;
    for (int i = 0; i < 6; ++i) {
        motion->inertia[i] = i == 0 ? first : others;
    }
    return setup;
}

static void an_inertia_of_four_dimensions_is_like_that_of_the_shapes(void **state)
{
    (void)state;
    // A tesseract of 600 kg and 1 m has 600 / 6 = 100 kg m^2 in each plane.
    Setup4 own = box_of_inertia4(100, 100), hollow = box_of_inertia4(170, 170);
    Setup4 unit = box_of_inertia4(1, 1), wheel = box_of_inertia4(1100, 100);
    assert_int_equal(hints_of4(&own, "CHECK_INERTIA"), 0);
    assert_int_equal(hints_of4(&hollow, "CHECK_INERTIA"), 0);
    assert_int_equal(hints_of4(&unit, "CHECK_INERTIA"), 1);
    assert_int_equal(hints_of4(&wheel, "CHECK_INERTIA"), 1);
}

static void a_body_of_four_dimensions_with_nothing_below_it_falls(void **state)
{
    (void)state;
    Setup4 over_floor = thing_above_floor4(ball4(0.5), 100), alone = setup4_empty();
    setup4_body(&alone, ball4(0.5), (double[4]){0, 0, 0, 0});
    assert_int_equal(hints_of4(&over_floor, "CHECK_BODY_FALLS"), 0);
    assert_int_equal(hints_of4(&alone, "CHECK_BODY_FALLS"), 1);
}

// The overlaps in a world of the scene before its first step.
static TumOverlaps overlaps_of(Kit *kit)
{
    const TumScene *scene = kit_finish(kit);
    const TumWorldDef def = tum_default_world_def();
    TumWorld *world = NULL;
    TumOverlaps overlaps;
    assert_int_equal(tum_world_create(scene, &def, &world, kit->report), TUM_OK);
    assert_int_equal(tum_scene_overlaps(scene, world, &overlaps), TUM_OK);
    tum_world_destroy(world);
    kit_end(kit);
    return overlaps;
}

static void overlaps_are_counted_and_the_deepest_is_named(void **state)
{
    (void)state;
    Kit standing = box_above_floor(0.5), sunk = box_above_floor(0.4);
    const TumOverlaps none = overlaps_of(&standing);
    assert_int_equal(none.count, 0);
    assert_int_equal(none.node, -1);
    const TumOverlaps one = overlaps_of(&sunk);
    assert_int_equal(one.count, 1);
    assert_near(one.depth, 0.1, 1e-6); // single precision
    assert_int_equal(one.node, 1);
    assert_int_equal(one.other, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlaps_are_counted_and_the_deepest_is_named),
        cmocka_unit_test(masses_make_a_density_that_some_stuff_has),
        cmocka_unit_test(an_inertia_is_like_that_of_the_shapes),
        cmocka_unit_test(colliders_that_stand_in_each_other_are_told_once),
        cmocka_unit_test(joined_bodies_may_overlap),
        cmocka_unit_test(limits_hold_before_anything_moves),
        cmocka_unit_test(a_joint_that_cannot_close_is_told_of),
        cmocka_unit_test(a_body_with_nothing_below_it_falls),
        cmocka_unit_test(hulls_that_stand_in_each_other_are_told_of_too),
        cmocka_unit_test(colliders_of_four_dimensions_that_overlap_are_told_once),
        cmocka_unit_test(an_inertia_of_four_dimensions_is_like_that_of_the_shapes),
        cmocka_unit_test(a_body_of_four_dimensions_with_nothing_below_it_falls),
    };
    return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
