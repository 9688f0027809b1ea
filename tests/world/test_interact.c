// SPDX-License-Identifier: MIT
// Impulses from outside, and queries through filters and triggers.
#include "tumble/interact3.h"

#include "tests/scene/kit.h"
#include "tests/support/world_support.h"
#include "tumble/query3.h"

static const TumVec3 none = {0, 0, 0};

// KHR-3, KHR-18, KHR-151.
static void an_impulse_changes_velocity_by_itself_over_mass(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0); // 1000 kg
    setup_start(&setup);
    const TumBodyId body = setup_id(&setup, box);
    assert_int_equal(tum_body_apply_impulse3(setup.world, body, (TumVec3){500, 0, -250}, none),
                     TUM_OK);
    assert_near(setup_velocity(&setup, box).x, 0.5, 1e-6);
    assert_near(setup_velocity(&setup, box).z, -0.25, 1e-6);
    // A cube of side a has moments m a^2 / 6.
    assert_int_equal(tum_body_apply_impulse3(setup.world, body, none, (TumVec3){0, 100, 0}),
                     TUM_OK);
    assert_near(setup_spin(&setup, box).y, 100.0 / (1000.0 / 6.0), 1e-5);
    setup_end(&setup);
}

// The rod is turned, so its axis of least inertia is the world's X; the impulse is along its own.
// KHR-19, KHR-20, KHR-151.
static void inertia_turns_with_the_body(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int rod = setup_body(&setup, box_shape(0.1, 2, 0.1), 0, 0, 0);
    setup_turn(&setup, rod, 0, 0, 1, PI / 2);
    setup_start(&setup);
    const double mass = 20.0, along = mass * 0.02 / 12, across = mass * 4.01 / 12;
    const TumBodyId body = setup_id(&setup, rod);
    assert_int_equal(tum_body_apply_impulse3(setup.world, body, none, (TumVec3){0.1f, 0, 2}),
                     TUM_OK);
    assert_near(setup_spin(&setup, rod).x, 0.1 / along, 1e-3);
    assert_near(setup_spin(&setup, rod).z, 2 / across, 1e-4);
    setup_end(&setup);
}

// v = J / m and w = I^-1 (r x J); the point that was hit moves by both.
// KHR-152.
static void an_impulse_at_a_point_also_turns(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int box = setup_body(&setup, box_shape(1, 1, 1), 3, 0, 0);
    setup_start(&setup);
    assert_int_equal(tum_body_apply_point_impulse3(setup.world, setup_id(&setup, box),
                                                   (TumVec3){0, 1000, 0}, (TumVec3){3.5f, 0, 0}),
                     TUM_OK);
    assert_near(setup_velocity(&setup, box).y, 1.0, 1e-6);
    assert_near(setup_spin(&setup, box).z, 0.5 * 1000 / (1000.0 / 6.0), 1e-5);
    setup_end(&setup);
}

static void an_impulse_wakes_the_whole_pile(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int low = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int high = setup_body(&setup, box_shape(1, 1, 1), 0, 1.5, 0);
    setup_start(&setup);
    setup_run(&setup, 3.0);
    const TumBodyId bottom = setup_id(&setup, low), top = setup_id(&setup, high);
    assert_false(tum_body_is_awake(setup.world, bottom));
    assert_int_equal(tum_body_apply_impulse3(setup.world, top, none, none), TUM_OK);
    assert_false(tum_body_is_awake(setup.world, top)); // nothing would change
    assert_int_equal(tum_body_apply_impulse3(setup.world, top, (TumVec3){0, 4000, 0}, none),
                     TUM_OK);
    assert_true(tum_body_is_awake(setup.world, top));
    assert_true(tum_body_is_awake(setup.world, bottom));
    setup_run(&setup, 0.25);
    assert_between(setup_pose(&setup, high).position.y, 2.1, 2.4); // 4 t - g t^2 / 2 = 0.69 up
    setup_end(&setup);
}

// KHR-153.
static void what_cannot_be_pushed_is_not(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int kinematic = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    const int heavy = setup_body(&setup, box_shape(1, 1, 1), 3, 0, 0);
    setup.things[kinematic].motion.kind = TUM_BODY_KINEMATIC;
    setup.things[heavy].motion.mass = INFINITY;
    for (int i = 0; i < 3; ++i) {
        setup.things[heavy].motion.inertia[i] = INFINITY;
    }
    setup_start(&setup);
    const int things[2] = {kinematic, heavy};
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(tum_body_apply_impulse3(setup.world, setup_id(&setup, things[i]),
                                                 (TumVec3){1e6f, 0, 0}, (TumVec3){0, 1e6f, 0}),
                         TUM_OK);
        assert_true(setup_velocity(&setup, things[i]).x == 0.0f);
        assert_true(setup_spin(&setup, things[i]).y == 0.0f);
    }
    assert_int_equal(tum_body_apply_impulse3(setup.world, (TumBodyId){0, 0, 0}, none, none),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(
        tum_body_apply_impulse3(setup.world, setup_id(&setup, heavy), (TumVec3){NAN, 0, 0}, none),
        TUM_ERROR_ARGUMENT);
    setup_end(&setup);
}

// Two boxes on a line, of systems "a" and "b", and a trigger in front of both.
typedef struct Filtered {
    Kit kit;
    TumWorld *world;
    int32_t a, b, trigger, only_a, not_a;
} Filtered;

static Filtered filtered_begin(void)
{
    static const char *const name_a[1] = {"a"}, *const name_b[1] = {"b"};
    Filtered made = {.kit = kit_begin()};
    Kit *kit = &made.kit;
    const FilterDef defs[4] = {
        {.systems = name_a, .system_count = 1, .pointer = "/a"},
        {.systems = name_b, .system_count = 1, .pointer = "/b"},
        {.collide_with = name_a, .collide_with_count = 1, .pointer = "/c"},
        {.not_collide_with = name_a, .not_collide_with_count = 1, .pointer = "/d"}};
    int32_t filters[4];
    for (int i = 0; i < 4; ++i) {
        filters[i] = tum_scene_builder_filter(kit->builder, &defs[i]);
    }
    made.only_a = filters[2];
    made.not_a = filters[3];
    made.trigger = kit_node_at(kit, -1, -2, 0, 0);
    made.a = kit_node_at(kit, -1, 0, 0, 0);
    made.b = kit_node_at(kit, -1, 2, 0, 0);
    kit_box(kit, made.a, 1, 1, 1)->filter = filters[0];
    kit_box(kit, made.b, 1, 1, 1)->filter = filters[1];
    const TumShape ball = {.kind = TUM_SHAPE_SPHERE, .radius = 0.5, .mesh = -1};
    kit_trigger(kit, made.trigger, tum_scene_builder_shape(kit->builder, &ball));
    const TumWorldDef def = tum_default_world_def();
    assert_int_equal(tum_world_create(kit_finish(kit), &def, &made.world, kit->report), TUM_OK);
    return made;
}

static void filtered_end(Filtered *made)
{
    tum_world_destroy(made->world);
    kit_end(&made->kit);
}

// KHR-156.
static void a_ray_sees_what_its_filter_would_meet(void **state)
{
    (void)state;
    Filtered made = filtered_begin();
    const TumVec3 start = {-4, 0, 0}, end = {4, 0, 0};
    const int32_t filters[3] = {-1, made.only_a, made.not_a};
    const int32_t nodes[3] = {made.a, made.a, made.b};
    const double fractions[3] = {3.5 / 8, 3.5 / 8, 5.5 / 8};
    for (int i = 0; i < 3; ++i) {
        int32_t node;
        float fraction;
        TumVec3 normal;
        assert_int_equal(tum_world_cast_ray_filtered3(made.world, start, end, filters[i], &node,
                                                      &fraction, &normal),
                         TUM_OK);
        assert_int_equal(node, nodes[i]);
        assert_near(fraction, fractions[i], 1e-6);
        assert_near(normal.x, -1.0, 1e-6);
    }
    int32_t node;
    assert_int_equal(tum_world_cast_ray_filtered3(made.world, start, start, -1, &node, NULL, NULL),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_world_cast_ray_filtered3(made.world, start, end, 4, &node, NULL, NULL),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(node, -1);
    filtered_end(&made);
}

static void triggers_are_seen_on_request(void **state)
{
    (void)state;
    Filtered made = filtered_begin();
    const TumRay3 ray = {{-4, 0, 0}, {8, 0, 0}};
    TumQueryFilter3 filter = tum_default_query_filter3();
    TumHit3 hits[4];
    size_t count;
    filter.triggers = true;
    assert_int_equal(tum_world_cast_ray_all3(made.world, &ray, &filter, hits, 4, &count), TUM_OK);
    assert_int_equal(count, 3);
    assert_true(hits[0].is_trigger && hits[0].node == made.trigger);
    assert_near(hits[0].distance, 1.5, 1e-6);
    assert_int_equal(hits[1].node, made.a);
    assert_int_equal(hits[2].node, made.b);
    filter.no_colliders = true;
    assert_int_equal(tum_world_cast_ray_all3(made.world, &ray, &filter, hits, 4, &count), TUM_OK);
    assert_int_equal(count, 1);
    const TumShape ball = sphere_shape(2.2);
    const TumPose3 pose = {{-1, 0, 0}, {0, 0, 0, 1}};
    filter.no_colliders = false;
    assert_int_equal(tum_world_overlap_shape3(made.world, &ball, pose, &filter, hits, 4, &count),
                     TUM_OK);
    assert_int_equal(count, 2); // b begins at 1.5, the ball ends at 1.2
    assert_int_equal(hits[0].node, made.a);
    assert_true(hits[1].is_trigger);
    filtered_end(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_impulse_changes_velocity_by_itself_over_mass),
        cmocka_unit_test(inertia_turns_with_the_body),
        cmocka_unit_test(an_impulse_at_a_point_also_turns),
        cmocka_unit_test(an_impulse_wakes_the_whole_pile),
        cmocka_unit_test(what_cannot_be_pushed_is_not),
        cmocka_unit_test(a_ray_sees_what_its_filter_would_meet),
        cmocka_unit_test(triggers_are_seen_on_request),
    };
    return cmocka_run_group_tests_name("interaction", tests, NULL, NULL);
}
