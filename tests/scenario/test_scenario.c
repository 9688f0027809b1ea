// SPDX-License-Identifier: MIT
// Scenarios run where they apply, from starts that a seed gives, and say why where they do not.
#include "scenario/scenario_data.h"
#include "tests/scenario/runs.h"
#include "tumble/capacity.h"
#include "tumble/scene_builder.h"
#include "tumble/world3.h"

// A scene of boxes of 1 m with a floor; `kinds` of their bodies.
static TumScene *boxes(const TumBodyKind *kinds, size_t count)
{
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 3, 0.0, "boxes", NULL);
    const TumShape cube = {.kind = TUM_SHAPE_BOX, .size = {1, 1, 1}, .mesh = -1};
    const int32_t shape = tum_scene_builder_add_shape(builder, &cube);
    for (size_t i = 0; i < count; ++i) {
        TumNodeDef node = tum_default_node_def();
        TumBodyDef body = tum_default_body_def();
        TumColliderDef collider = tum_default_collider_def();
        node.position[0] = 2.0 * (double)i;
        node.position[1] = 0.5;
        collider.node = body.node = tum_scene_builder_add_node(builder, &node);
        collider.shape = shape;
        body.kind = kinds[i];
        assert_true(tum_scene_builder_add_body(builder, &body));
        assert_true(tum_scene_builder_add_collider(builder, &collider));
    }
    TumScene *scene = NULL;
    assert_int_equal(tum_scene_builder_finish(builder, &scene), TUM_OK);
    tum_scene_builder_destroy(builder);
    return scene;
}

static void scenarios_have_names(void **state)
{
    (void)state;
    const char *const names[] = {"drop", "slope", "tilt", "joints", "release", "rest"};
    for (int i = 0; i < TUM_SCENARIO_COUNT; ++i) {
        TumScenario found = TUM_SCENARIO_COUNT;
        assert_string_equal(tum_scenario_name((TumScenario)i), names[i]);
        assert_true(tum_scenario_by_name(names[i], &found));
        assert_int_equal(found, i);
    }
    TumScenario kept = TUM_SCENARIO_TILT;
    assert_false(tum_scenario_by_name("fall", &kept));
    assert_int_equal(kept, TUM_SCENARIO_TILT);
    assert_null(tum_scenario_name(TUM_SCENARIO_COUNT));
}

static void only_the_scenarios_asked_for_run(void **state)
{
    (void)state;
    Runs runs = runs_of("tests/scenario/assets/crate.gltf");
    runs.options.scenarios = 1u << TUM_SCENARIO_SLOPE | 1u << TUM_SCENARIO_DROP;
    runs_start(&runs);
    assert_non_null(runs_find(&runs, "drop/rest"));
    assert_non_null(runs_find(&runs, "slope/downhill"));
    assert_int_equal(tum_verdicts_count(runs.verdicts), 3 + 5);
    runs_end(&runs);
}

static void assert_all_skipped(TumScene *scene, const char *reason)
{
    Runs runs = runs_of_scene(scene);
    runs_start(&runs);
    assert_int_equal(tum_verdicts_count(runs.verdicts), TUM_SCENARIO_COUNT);
    for (size_t i = 0; i < TUM_SCENARIO_COUNT; ++i) {
        const TumVerdict *verdict = tum_verdicts_at(runs.verdicts, i);
        assert_int_equal(verdict->outcome, TUM_OUTCOME_SKIPPED);
        assert_string_equal(verdict->check, tum_scenario_name((TumScenario)i));
        assert_non_null(strstr(verdict->message, reason));
    }
    runs_end(&runs);
}

static void a_scene_without_dynamic_bodies_is_skipped(void **state)
{
    (void)state;
    const TumBodyKind kinds[2] = {TUM_BODY_STATIC, TUM_BODY_KINEMATIC};
    assert_all_skipped(boxes(kinds, 2), "dynamic");
    assert_all_skipped(boxes(kinds, 0), "no body");
}

static void an_asset_that_is_fixed_to_the_world_is_not_dropped(void **state)
{
    (void)state;
    Runs runs = runs_of("tests/scenario/assets/gate.gltf");
    runs_start(&runs);
    const char *const checks[3] = {"drop", "slope", "tilt"};
    for (int i = 0; i < 3; ++i) {
        const TumVerdict *verdict = runs_find(&runs, checks[i]);
        assert_non_null(verdict);
        assert_int_equal(verdict->outcome, TUM_OUTCOME_SKIPPED);
        assert_non_null(strstr(verdict->message, "fixed to the world"));
    }
    assert_int_equal(runs_find(&runs, "joints/moves")->outcome, TUM_OUTCOME_PASSED);
    assert_non_null(strstr(runs_find(&runs, "rest/inside")->message, "hang on joints"));
    runs_end(&runs);
}

static void an_asset_without_joints_or_ground_skips_them(void **state)
{
    (void)state;
    Runs runs = runs_of("tests/scenario/assets/crate.gltf");
    runs_start(&runs);
    assert_non_null(strstr(runs_find(&runs, "joints")->message, "no joints"));
    assert_non_null(strstr(runs_find(&runs, "release")->message, "no joints"));
    assert_non_null(strstr(runs_find(&runs, "rest/inside")->message, "nothing static"));
    assert_int_equal(tum_verdicts_count_of(runs.verdicts, TUM_OUTCOME_SKIPPED), 3);
    runs_end(&runs);
}

static void four_dimensions_have_drop_and_rest(void **state)
{
    (void)state;
    Runs runs = runs_of("tests/scenario/assets/crate4.g4tf");
    runs_start(&runs);
    assert_int_equal(runs_find(&runs, "drop/rest")->outcome, TUM_OUTCOME_PASSED);
    assert_int_equal(runs_find(&runs, "rest/asleep")->outcome, TUM_OUTCOME_PASSED);
    const char *const others[4] = {"slope", "tilt", "joints", "release"};
    for (int i = 0; i < 4; ++i) {
        assert_non_null(strstr(runs_find(&runs, others[i])->message, "four dimensions"));
    }
    runs_end(&runs);
}

static void static_bodies_take_no_part_in_a_drop(void **state)
{
    (void)state;
    // The static box would hold the dynamic one, which stands beside it, above the floor.
    const TumBodyKind kinds[2] = {TUM_BODY_DYNAMIC, TUM_BODY_STATIC};
    Runs runs = runs_of_scene(boxes(kinds, 2));
    runs.options.scenarios = 1u << TUM_SCENARIO_DROP;
    runs_start(&runs);
    const TumVerdict *touch = runs_find(&runs, "drop/touch");
    assert_int_equal(touch->outcome, TUM_OUTCOME_PASSED);
    assert_int_equal(touch->node, 0);
    // A fall of 2 m less 0.1 m: the square root of 2 * 1.9 / 9.81.
    assert_near(touch->time, 0.622, 1.0 / 240.0);
    runs_end(&runs);
}

static void a_body_below_an_endless_floor_is_outside(void **state)
{
    (void)state;
    for (int dimension = 3; dimension <= 4; ++dimension) {
        for (int is_below = 0; is_below < 2; ++is_below) {
            TumSceneBuilder *builder = tum_scene_builder_create(NULL, dimension, 0.0, "", NULL);
            const TumShape shapes[2] = {
                {.kind = TUM_SHAPE_PLANE, .size = {INFINITY, 0, INFINITY}, .mesh = -1},
                {.kind = TUM_SHAPE_BOX, .size = {1, 1, 1, 1}, .mesh = -1}};
            for (int i = 0; i < 2; ++i) {
                TumNodeDef node = tum_default_node_def();
                TumBodyDef body = tum_default_body_def();
                TumColliderDef collider = tum_default_collider_def();
                node.position[1] = i == 0 ? 0.0 : is_below ? -5.0 : 0.5;
                collider.node = body.node = tum_scene_builder_add_node(builder, &node);
                collider.shape = tum_scene_builder_add_shape(builder, &shapes[i]);
                body.kind = TUM_BODY_DYNAMIC;
                assert_true(i == 0 || tum_scene_builder_add_body(builder, &body));
                assert_true(tum_scene_builder_add_collider(builder, &collider));
            }
            TumScene *scene = NULL;
            assert_int_equal(tum_scene_builder_finish(builder, &scene), TUM_OK);
            tum_scene_builder_destroy(builder);
            Runs runs = runs_of_scene(scene);
            runs.options.scenarios = 1u << TUM_SCENARIO_REST;
            runs_start(&runs);
            assert_int_equal(runs_find(&runs, "rest/inside")->outcome,
                             is_below ? TUM_OUTCOME_FAILED : TUM_OUTCOME_PASSED);
            runs_end(&runs);
        }
    }
}

static void every_check_holds_at_each_rate(void **state)
{
    (void)state;
    const double rates[2] = {60.0, 120.0};
    Runs runs = runs_of("tests/scenario/assets/ball.gltf");
    runs.options.rates = rates;
    runs.options.rate_count = 2;
    runs.options.scenarios = 1u << TUM_SCENARIO_DROP;
    runs_start(&runs);
    assert_int_equal(tum_verdicts_count(runs.verdicts), 6);
    for (size_t i = 0; i < 6; ++i) {
        assert_near(tum_verdicts_at(runs.verdicts, i)->rate, rates[i / 3], 0.0);
    }
    runs_end(&runs);
}

typedef struct Watched {
    int steps, begins, ends;
    double last; // [s]
} Watched;

// Counts what a watch sees of crates that fall at 120 Hz.
static void watch(void *user, const TumScenarioView *view)
{
    Watched *watched = user;
    assert_int_equal(view->scenario, TUM_SCENARIO_DROP);
    assert_int_equal(tum_world_step_count(view->world), watched->steps);
    assert_true(view->seconds == watched->steps / 120.0);
    assert_int_equal(view->attempt, watched->ends);
    watched->begins += watched->steps == 0;
    watched->last = view->seconds;
    watched->steps = view->is_last ? 0 : watched->steps + 1;
    watched->ends += view->is_last;
}

static void a_watch_sees_each_world_from_its_begin_to_its_end(void **state)
{
    (void)state;
    const double rate = 120.0;
    Watched watched = {0};
    Runs runs = runs_of("tests/scenario/assets/crate.gltf");
    runs.options.scenarios = 1u << TUM_SCENARIO_DROP;
    runs.options.rates = &rate;
    runs.options.rate_count = 1;
    runs.options.jitter = 3;
    runs.options.watch = watch;
    runs.options.watch_user = &watched;
    runs_start(&runs);
    assert_int_equal(watched.begins, 3);
    assert_int_equal(watched.ends, 3);
    // A drop ends when the asset has fallen and rested for two seconds.
    assert_true(watched.last > 2.0);
    runs_end(&runs);
}

// [s] Time at which a crate that falls from 1 m comes within 0.1 m of the floor.
static double touch_under(const double gravity[4])
{
    Runs runs = runs_of("tests/scenario/assets/crate.gltf");
    runs.options.scenarios = 1u << TUM_SCENARIO_DROP;
    runs.options.override_gravity = gravity != NULL;
    for (int i = 0; gravity != NULL && i < 4; ++i) {
        runs.options.gravity[i] = gravity[i];
    }
    runs_start(&runs);
    const double time = runs_find(&runs, "drop/touch")->time;
    runs_end(&runs);
    return time;
}

static void a_fall_takes_as_long_as_gravity_says(void **state)
{
    (void)state;
    // sqrt(2 * 0.9 / g), within two steps of 240 Hz.
    assert_near(touch_under(NULL), 0.4284, 2.0 / 240.0);
    assert_near(touch_under((double[4]){0.0, -1.62, 0.0, 0.0}), 1.0541, 2.0 / 240.0);
}

static void level_floors_take_gravity_straight_downward(void **state)
{
    (void)state;
    Runs runs = runs_of("tests/scenario/assets/room.gltf");
    runs.options.override_gravity = true;
    runs.options.gravity[0] = 9.81;
    runs_start(&runs);
    for (int i = 0; i < TUM_SCENARIO_COUNT; ++i) {
        const TumScenario scenario = (TumScenario)i;
        const bool takes = tum_scenario_takes_gravity(scenario, runs.options.gravity);
        const TumVerdict *verdict = runs_find(&runs, tum_scenario_name(scenario));
        assert_int_equal(takes, scenario == TUM_SCENARIO_REST);
        if (scenario != TUM_SCENARIO_REST && scenario != TUM_SCENARIO_JOINTS) {
            assert_int_equal(verdict->outcome, TUM_OUTCOME_SKIPPED);
            assert_non_null(strstr(verdict->message, "straight downward"));
        }
    }
    // Along +X the bodies fall out of the room sideways, past all that is static.
    assert_int_equal(runs_find(&runs, "rest/inside")->outcome, TUM_OUTCOME_FAILED);
    runs_end(&runs);
}

static void keep_height(void *user, const TumScenarioView *view)
{
    const TumBodyId crate = tum_world_body_at(view->world, 0);
    *(float *)user = tum_body_pose3(view->world, crate).position.y;
}

// [m] Height of a crate a moment after it has hit the floor.
static float height_with(int substeps)
{
    float height = 0.0f;
    Runs runs = runs_of("tests/scenario/assets/crate.gltf");
    runs_profile(&runs, "{\"tumbleScenarioProfile\": 1, \"drop\": {\"duration\": 0.46}}");
    runs.options.scenarios = 1u << TUM_SCENARIO_DROP;
    runs.options.substeps = substeps;
    runs.options.watch = keep_height;
    runs.options.watch_user = &height;
    runs_start(&runs);
    runs_end(&runs);
    return height;
}

static void substeps_are_those_of_the_options(void **state)
{
    (void)state;
    assert_true(height_with(0) == height_with(4));
    assert_true(height_with(1) != height_with(4));
    Runs runs = runs_of("tests/scenario/assets/crate.gltf");
    runs.options.substeps = TUM_MAX_SUBSTEPS + 1;
    assert_int_equal(tum_scenarios_run(NULL, runs.scene, &runs.options, runs.verdicts, NULL),
                     TUM_ERROR_ARGUMENT);
    runs_end(&runs);
}

static void rates_that_no_world_steps_are_refused(void **state)
{
    (void)state;
    const double wrong[3] = {0.0, -60.0, 1e9};
    for (int i = 0; i < 3; ++i) {
        Runs runs = runs_of("tests/scenario/assets/ball.gltf");
        runs.options.rates = &wrong[i];
        runs.options.rate_count = 1;
        assert_int_equal(
            tum_scenarios_run(NULL, runs.scene, &runs.options, runs.verdicts, runs.report),
            TUM_ERROR_ARGUMENT);
        assert_int_equal(tum_verdicts_count(runs.verdicts), 0);
        runs_end(&runs);
    }
}

static double rest_of_rock(uint32_t jitter, uint64_t seed)
{
    Runs runs = runs_of("tests/scenario/assets/rock.gltf");
    runs.options.scenarios = 1u << TUM_SCENARIO_DROP;
    runs.options.jitter = jitter;
    runs.options.seed = seed;
    runs_start(&runs);
    assert_int_equal(tum_verdicts_count(runs.verdicts), 3);
    const double value = runs_find(&runs, "drop/rest")->value;
    runs_end(&runs);
    return value;
}

static void starts_come_from_the_seed(void **state)
{
    (void)state;
    assert_true(rest_of_rock(1, 7) == rest_of_rock(1, 7));
    assert_true(rest_of_rock(1, 7) != rest_of_rock(1, 8));
    assert_true(rest_of_rock(1, 7) != rest_of_rock(0, 7));
    // The worst of several starts is told.
    assert_true(rest_of_rock(4, 7) >= rest_of_rock(1, 7));
}

// Outcome of four starts of the rock that has to rest within a time.
static TumOutcome outcome_of_rock(uint64_t seed, double rest_time, char *message, size_t bytes)
{
    Runs runs = runs_of("tests/scenario/assets/rock.gltf");
    runs.options.scenarios = 1u << TUM_SCENARIO_DROP;
    runs.options.jitter = 4;
    runs.options.seed = seed;
    runs.profile.drop_rest_time = rest_time;
    runs_start(&runs);
    const TumVerdict *rest = runs_find(&runs, "drop/rest");
    const TumOutcome outcome = rest->outcome;
    snprintf(message, bytes, "%s", rest->message);
    runs_end(&runs);
    return outcome;
}

static void all_starts_have_to_pass(void **state)
{
    (void)state;
    size_t later = 0;
    for (uint64_t seed = 0; seed < 4; ++seed) {
        char message[512];
        const double first = rest_of_rock(1, seed), worst = rest_of_rock(4, seed);
        assert_int_equal(outcome_of_rock(seed, worst + 0.1, message, sizeof message),
                         TUM_OUTCOME_PASSED);
        if (worst > first) {
            ++later;
            assert_int_equal(outcome_of_rock(seed, 0.5 * (first + worst), message, sizeof message),
                             TUM_OUTCOME_FAILED);
            assert_null(strstr(message, "Start 1 of 4"));
        }
    }
    assert_true(later > 0); // In some seed the first start is not the worst.
}

static void a_small_asset_that_floats_does_not_touch_the_floor(void **state)
{
    (void)state;
    // 4 cm above the floor it is within 0.1 m of it, before it moves.
    Runs runs = runs_of("tests/scenario/assets/anvil.gltf");
    runs.options.scenarios = 1u << TUM_SCENARIO_DROP;
    runs.profile.drop_height = 0.02 * 2.0 / 0.3;
    runs_start(&runs);
    const TumVerdict *touch = runs_find(&runs, "drop/touch");
    assert_int_equal(touch->outcome, TUM_OUTCOME_FAILED);
    assert_near(touch->value, 0.04, 1e-6);
    assert_near(touch->most, 0.02, 1e-6);
    runs_end(&runs);
}

static void a_failed_start_is_named(void **state)
{
    (void)state;
    Runs runs = runs_of("tests/scenario/assets/roly-poly.gltf");
    runs.options.scenarios = 1u << TUM_SCENARIO_DROP;
    runs.options.jitter = 3;
    runs.options.seed = 5;
    runs_start(&runs);
    const TumVerdict *rest = runs_find(&runs, "drop/rest");
    assert_int_equal(rest->outcome, TUM_OUTCOME_FAILED);
    assert_non_null(strstr(rest->message, "of 3, seed 5"));
    runs_end(&runs);
}

static void the_box_around_a_ball_stands_still_while_the_ball_spins(void **state)
{
    (void)state;
    Runs runs = runs_of("tests/scenario/assets/ball.gltf");
    Arena arena = {0};
    Asset asset;
    assert_int_equal(tum_asset_read(runs.scene, &arena, &asset), TUM_OK);
    Place place = TUM_PLACE_IDENTITY;
    const Bounds still = tum_asset_bounds(&asset, 0, &place);
    place.axes.x = (DVec4){0.6, 0.8, 0, 0};
    place.axes.y = (DVec4){-0.8, 0.6, 0, 0};
    const Bounds spun = tum_asset_bounds(&asset, 0, &place);
    assert_near(still.high.x, 0.11, 1e-9);
    assert_near(spun.high.x, 0.11, 1e-9);
    assert_near(spun.low.y, -0.11, 1e-9);
    tum_arena_clear(&arena);
    runs_end(&runs);
}

static void bounds_are_those_of_colliders_not_of_what_is_seen(void **state)
{
    (void)state;
    // The visual mesh of the chest has 1 m, its collider 0.5 m.
    Runs runs = runs_of("tests/scenario/assets/chest.gltf");
    Arena arena = {0};
    Asset asset;
    assert_int_equal(tum_asset_read(runs.scene, &arena, &asset), TUM_OK);
    const Place place = TUM_PLACE_IDENTITY;
    assert_near(tum_bounds_diagonal(tum_asset_bounds(&asset, 0, &place)), 0.5 * sqrt(3.0), 1e-6);
    tum_arena_clear(&arena);
    runs_end(&runs);
}

static void joined_bodies_are_one_group(void **state)
{
    (void)state;
    Runs runs = runs_of("tests/scenario/assets/cart.gltf");
    Arena arena = {0};
    Asset asset;
    assert_int_equal(tum_asset_read(runs.scene, &arena, &asset), TUM_OK);
    assert_int_equal(asset.group_count, 1);
    assert_int_equal(asset.dynamic_count, 5);
    assert_int_equal(asset.free_count, 5);
    tum_arena_clear(&arena);
    runs_end(&runs);
    runs = runs_of("tests/scenario/assets/gate.gltf");
    assert_int_equal(tum_asset_read(runs.scene, &arena, &asset), TUM_OK);
    assert_int_equal(asset.group_count, 2);
    assert_int_equal(asset.free_count, 0);
    tum_arena_clear(&arena);
    runs_end(&runs);
}

static void a_lack_of_memory_is_told_and_costs_nothing(void **state)
{
    (void)state;
    Runs runs = runs_of("tests/scenario/assets/crate.gltf");
    runs.options.scenarios = 1u << TUM_SCENARIO_DROP;
    const double rate = 60.0;
    runs.options.rates = &rate;
    runs.options.rate_count = 1;
    size_t failures = 0;
    TumStatus status = TUM_ERROR_MEMORY;
    for (size_t after = 0; status == TUM_ERROR_MEMORY; ++after) {
        Counting counting;
        runs.options.allocator = counting_allocator(&counting);
        counting.fail_after = after;
        TumVerdicts *verdicts = tum_verdicts_create(NULL);
        status = tum_scenarios_run(NULL, runs.scene, &runs.options, verdicts, NULL);
        failures += status == TUM_ERROR_MEMORY;
        assert_int_equal(counting.blocks, 0);
        tum_verdicts_destroy(verdicts);
    }
    assert_int_equal(status, TUM_OK);
    assert_between(failures, 30, 1000);
    runs_end(&runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenarios_have_names),
        cmocka_unit_test(only_the_scenarios_asked_for_run),
        cmocka_unit_test(a_scene_without_dynamic_bodies_is_skipped),
        cmocka_unit_test(an_asset_that_is_fixed_to_the_world_is_not_dropped),
        cmocka_unit_test(an_asset_without_joints_or_ground_skips_them),
        cmocka_unit_test(four_dimensions_have_drop_and_rest),
        cmocka_unit_test(static_bodies_take_no_part_in_a_drop),
        cmocka_unit_test(a_body_below_an_endless_floor_is_outside),
        cmocka_unit_test(every_check_holds_at_each_rate),
        cmocka_unit_test(a_watch_sees_each_world_from_its_begin_to_its_end),
        cmocka_unit_test(a_fall_takes_as_long_as_gravity_says),
        cmocka_unit_test(level_floors_take_gravity_straight_downward),
        cmocka_unit_test(substeps_are_those_of_the_options),
        cmocka_unit_test(rates_that_no_world_steps_are_refused),
        cmocka_unit_test(starts_come_from_the_seed),
        cmocka_unit_test(all_starts_have_to_pass),
        cmocka_unit_test(a_small_asset_that_floats_does_not_touch_the_floor),
        cmocka_unit_test(a_failed_start_is_named),
        cmocka_unit_test(the_box_around_a_ball_stands_still_while_the_ball_spins),
        cmocka_unit_test(bounds_are_those_of_colliders_not_of_what_is_seen),
        cmocka_unit_test(joined_bodies_are_one_group),
        cmocka_unit_test(a_lack_of_memory_is_told_and_costs_nothing),
    };
    return cmocka_run_group_tests_name("scenario", tests, NULL, NULL);
}
