// SPDX-License-Identifier: MIT
// Each threshold decides: an asset passes a check on one side of it, and fails on the other.
//
// Figures are those of the assets: a crate of 0.5 m falls 1 m in 0.45 s; a rock rolls over for a
// second; a lid has a travel of 0.29 degrees.
#include "tests/scenario/runs.h"

typedef struct Side {
    const char *file; ///< Name below tests/scenario/assets.
    const char *check;
    const char *passes, *fails; ///< Members of a profile.
} Side;

static const Side sides[] = {
    // After 0.33 s the crate is 1 - 0.53 = 0.47 m above the floor.
    {"crate.gltf", "drop/touch", "\"drop\": {\"duration\": 0.33, \"touch\": 0.49}",
     "\"drop\": {\"duration\": 0.33, \"touch\": 0.45}"},
    {"crate.gltf", "drop/touch", "\"drop\": {\"duration\": 0.5}", "\"drop\": {\"duration\": 0.3}"},
    // A fall of 0.25 m takes 0.23 s, one of 1 m 0.45 s.
    {"crate.gltf", "drop/touch", "\"drop\": {\"height\": 0.5, \"duration\": 0.3}",
     "\"drop\": {\"height\": 2, \"duration\": 0.3}"},
    {"cart.gltf", "drop/floor", "\"drop\": {\"depth\": 0.01}", "\"drop\": {\"depth\": 0.0001}"},
    {"rock.gltf", "drop/rest", "\"drop\": {\"restTime\": 1.5}", "\"drop\": {\"restTime\": 0.5}"},
    {"rock.gltf", "drop/rest", "\"drop\": {\"restTime\": 0.5, \"still\": 1}",
     "\"drop\": {\"restTime\": 0.5, \"still\": 0.01}"},
    {"roly-poly.gltf", "drop/rest", "\"drop\": {\"stillTime\": 0.03}",
     "\"drop\": {\"stillTime\": 2}"},
    // tan 20 = 0.36 is below the pair's friction of (0.6 + 0.5) / 2.
    {"crate.gltf", "slope/downhill", "\"slope\": {\"downhill\": 0.5}",
     "\"slope\": {\"downhill\": 0.5, \"angle\": 20}"},
    {"crate.gltf", "slope/downhill", "\"slope\": {\"downhill\": 0.5, \"angle\": 35}",
     "\"slope\": {\"downhill\": 0.5, \"angle\": 35, \"staticFriction\": 1.5, "
     "\"dynamicFriction\": 1.5}"},
    {"crate.gltf", "slope/downhill", "\"slope\": {\"downhill\": 1}",
     "\"slope\": {\"downhill\": 1000}"},
    {"crate.gltf", "slope/downhill", "\"slope\": {\"downhill\": 1, \"ramp\": 1}",
     "\"slope\": {\"downhill\": 1, \"ramp\": 0}"},
    {"crate.gltf", "slope/contact", "\"slope\": {\"duration\": 3}",
     "\"slope\": {\"duration\": 0.1}"},
    {"crate.gltf", "slope/contact", "\"slope\": {\"duration\": 0.2}",
     "\"slope\": {\"duration\": 0.2, \"height\": 1}"},
    // After 0.121 s the crate is (0.1 - 0.071) cos 45 = 0.02 m from the ramp.
    {"crate.gltf", "slope/contact", "\"slope\": {\"duration\": 0.12, \"contact\": 0.03}",
     "\"slope\": {\"duration\": 0.12, \"contact\": 0.01}"},
    {"ghost.gltf", "slope/above", "\"slope\": {\"below\": 1}", "\"slope\": {\"below\": 0.02}"},
    {"superball.gltf", "slope/on", "\"slope\": {\"offTime\": 0.3}",
     "\"slope\": {\"offTime\": 0.1}"},
    {"superball.gltf", "slope/on", "\"slope\": {\"off\": 0.2}", "\"slope\": {\"off\": 0.05}"},
    {"cart.gltf", "slope/floor", "\"slope\": {\"depth\": 0.01}", "\"slope\": {\"depth\": 0.0001}"},
    {"sledge.gltf", "tilt/friction", "\"tilt\": {\"tolerance\": 2}",
     "\"tilt\": {\"tolerance\": 1}"},
    {"crate.gltf", "tilt/friction", "\"tilt\": {\"slip\": 0.02}", "\"tilt\": {\"slip\": 100}"},
    {"tight-lid.gltf", "joints/moves", "\"joints\": {\"angle\": 0.2}",
     "\"joints\": {\"angle\": 0.4}"},
    // 45 degrees a second for 2 s, 90 for 2 s, 45 for 4 s.
    {"cart.gltf", "joints/moves", "\"joints\": {\"angle\": 80}", "\"joints\": {\"angle\": 100}"},
    {"cart.gltf", "joints/moves", "\"joints\": {\"angle\": 100, \"angularSpeed\": 90}",
     "\"joints\": {\"angle\": 100, \"angularSpeed\": 45}"},
    {"cart.gltf", "joints/moves", "\"joints\": {\"angle\": 100, \"duration\": 4}",
     "\"joints\": {\"angle\": 100, \"duration\": 2}"},
    {"cart.gltf", "joints/moves", "\"joints\": {\"effort\": 10}", "\"joints\": {\"effort\": 0}"},
    // A free way of 0.05 m/s and of 0.5 m/s for 2 s; the head's box has a diagonal of 0.35 m.
    {"jack-in-the-box.gltf", "joints/moves", "\"joints\": {\"share\": 0.2}",
     "\"joints\": {\"share\": 0.4}"},
    {"jack-in-the-box.gltf", "joints/moves", "\"joints\": {\"share\": 0.4, \"linearSpeed\": 0.5}",
     "\"joints\": {\"share\": 0.4}"},
    {"gate.gltf", "release/speed", "\"release\": {\"angularSpeed\": 1000}",
     "\"release\": {\"angularSpeed\": 50}"},
    {"beside.gltf", "rest/inside", "\"rest\": {\"fall\": 1000}", "\"rest\": {\"fall\": 400}"},
    {"beside.gltf", "rest/inside", "\"rest\": {\"duration\": 0.2}", "\"rest\": {\"duration\": 2}"},
    {"wedged.gltf", "rest/penetration", "\"rest\": {\"penetration\": 0.1}",
     "\"rest\": {\"penetration\": 0.04}"},
    // The book begins 2 cm deep in the floor and is pushed out.
    {"room.gltf", "rest/penetration", "\"rest\": {\"settle\": 2, \"lasting\": 0}",
     "\"rest\": {\"settle\": 0, \"lasting\": 0}"},
    {"room.gltf", "rest/penetration", "\"rest\": {\"settle\": 0, \"lasting\": 0.1}",
     "\"rest\": {\"settle\": 0, \"lasting\": 0}"},
    {"room.gltf", "rest/asleep", "\"rest\": {\"duration\": 10}",
     "\"rest\": {\"duration\": 0.2, \"settle\": 0.1}"},
};

static TumVerdict verdict_of(const char *file, const char *check, const char *members, Runs *runs)
{
    char path[256], json[512];
    snprintf(path, sizeof path, "tests/scenario/assets/%s", file);
    snprintf(json, sizeof json, "{\"tumbleScenarioProfile\": 1%s%s}",
             members[0] != '\0' ? ", " : "", members);
    *runs = runs_of(path);
    runs_profile(runs, json);
    runs_start(runs);
    const TumVerdict *found = runs_find(runs, check);
    if (found == NULL) {
        fail_msg("%s with %s has no verdict %s", file, json, check);
    }
    return found != NULL ? *found : (TumVerdict){0};
}

static void assert_outcome(const Side *side, const char *members, TumOutcome outcome)
{
    Runs runs;
    const TumVerdict verdict = verdict_of(side->file, side->check, members, &runs);
    if (verdict.outcome != outcome) {
        fail_msg("%s, %s with {%s}: %g is not within %g and %g, or is: outcome %d", side->file,
                 side->check, members, verdict.value, verdict.least, verdict.most,
                 (int)verdict.outcome);
    }
    runs_end(&runs);
}

static void each_threshold_has_two_sides(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; ++i) {
        assert_outcome(&sides[i], sides[i].passes, TUM_OUTCOME_PASSED);
        assert_outcome(&sides[i], sides[i].fails, TUM_OUTCOME_FAILED);
    }
}

static void joints_are_told_in_the_unit_of_their_motion(void **state)
{
    (void)state;
    static const char *const rows[2][2] = {{"cart.gltf", "deg"}, {"jack-in-the-box.gltf", "m"}};
    for (int i = 0; i < 2; ++i) {
        Runs runs;
        const TumVerdict verdict = verdict_of(rows[i][0], "joints/moves", "", &runs);
        assert_string_equal(verdict.unit, rows[i][1]);
        runs_end(&runs);
    }
}

static void a_slider_that_falls_too_fast_fails(void **state)
{
    (void)state;
    // From the middle of 0.6 m: the square root of 2 g 0.3 m is 2.43 m/s.
    const char *members[2] = {"\"release\": {\"linearSpeed\": 3}",
                              "\"release\": {\"linearSpeed\": 2}"};
    for (int i = 0; i < 2; ++i) {
        Runs runs;
        verdict_of("gate.gltf", "release/speed", members[i], &runs);
        const TumVerdict *slide = NULL;
        for (size_t k = 0; k < tum_verdicts_count(runs.verdicts); ++k) {
            const TumVerdict *verdict = tum_verdicts_at(runs.verdicts, k);
            slide = strcmp(verdict->unit, "m/s") == 0 ? verdict : slide;
        }
        assert_non_null(slide);
        assert_near(slide->value, 2.426, 0.05);
        assert_int_equal(slide->outcome, i == 0 ? TUM_OUTCOME_PASSED : TUM_OUTCOME_FAILED);
        runs_end(&runs);
    }
}

static void the_tilt_measures_the_pair_s_friction(void **state)
{
    (void)state;
    // (0.6 + s) / 2 of a floor with friction s, to the resolution of one step.
    const double floors[3] = {0.2, 0.5, 1.2};
    for (int i = 0; i < 3; ++i) {
        char members[128];
        snprintf(members, sizeof members,
                 "\"tilt\": {\"staticFriction\": %g, \"dynamicFriction\": %g}", floors[i],
                 floors[i]);
        Runs runs;
        const TumVerdict tilt = verdict_of("crate.gltf", "tilt/friction", members, &runs);
        assert_near(tilt.value, 0.5 * (0.6 + floors[i]), 0.01);
        runs_end(&runs);
    }
}

static void a_faster_floor_slips_sooner(void **state)
{
    (void)state;
    Runs slow, fast;
    const TumVerdict a =
        verdict_of("crate.gltf", "tilt/friction", "\"tilt\": {\"rate\": 6}", &slow);
    const TumVerdict b =
        verdict_of("crate.gltf", "tilt/friction", "\"tilt\": {\"rate\": 24}", &fast);
    // atan 0.55 = 28.8 degrees, after half a second of rest.
    assert_near(a.time, 0.5 + 28.8 / 6.0, 0.1);
    assert_near(b.time, 0.5 + 28.8 / 24.0, 0.1);
    runs_end(&slow);
    runs_end(&fast);
}

static void friction_beyond_the_end_of_the_tilt_is_skipped(void **state)
{
    (void)state;
    Runs runs;
    const TumVerdict tilt =
        verdict_of("crate.gltf", "tilt/friction", "\"tilt\": {\"angle\": 20}", &runs);
    assert_int_equal(tilt.outcome, TUM_OUTCOME_SKIPPED);
    assert_non_null(strstr(tilt.message, "beyond"));
    runs_end(&runs);
}

static void an_asset_that_has_not_settled_is_not_tilted(void **state)
{
    (void)state;
    Runs early, late;
    const TumVerdict before =
        verdict_of("rock.gltf", "tilt/friction", "\"tilt\": {\"settle\": 0.4}", &early);
    const TumVerdict after =
        verdict_of("rock.gltf", "tilt/friction", "\"tilt\": {\"settle\": 10}", &late);
    assert_int_equal(before.outcome, TUM_OUTCOME_SKIPPED);
    assert_int_equal(after.outcome, TUM_OUTCOME_PASSED);
    runs_end(&early);
    runs_end(&late);
}

static void what_rolls_or_topples_has_no_friction_to_measure(void **state)
{
    (void)state;
    const char *files[3] = {"ball.gltf", "cart.gltf", "bottle.gltf"};
    for (int i = 0; i < 3; ++i) {
        Runs runs;
        const TumVerdict tilt = verdict_of(files[i], "tilt/friction", "", &runs);
        assert_int_equal(tilt.outcome, TUM_OUTCOME_SKIPPED);
        assert_non_null(strstr(tilt.message, "rolls or topples"));
        runs_end(&runs);
    }
}

static void larger_turns_of_the_start_topple_a_bottle(void **state)
{
    (void)state;
    // The bottle stands on a radius of 0.045 m below its middle at 0.13 m: it topples at 19
    // degrees.
    const char *members[3] = {"\"jitter\": {\"turn\": 2}", "\"jitter\": {\"turn\": 0, \"move\": 0}",
                              "\"jitter\": {\"turn\": 60}"};
    double values[3];
    for (int i = 0; i < 3; ++i) {
        char json[128];
        snprintf(json, sizeof json, "{\"tumbleScenarioProfile\": 1, %s}", members[i]);
        Runs runs = runs_of("tests/scenario/assets/bottle.gltf");
        runs_profile(&runs, json);
        runs.options.jitter = 4;
        runs.options.scenarios = 1u << TUM_SCENARIO_DROP;
        runs_start(&runs);
        values[i] = runs_find(&runs, "drop/rest")->value;
        runs_end(&runs);
    }
    assert_true(values[0] < 1.0);
    assert_true(values[1] < values[0]);
    assert_true(values[2] > values[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_threshold_has_two_sides),
        cmocka_unit_test(joints_are_told_in_the_unit_of_their_motion),
        cmocka_unit_test(a_slider_that_falls_too_fast_fails),
        cmocka_unit_test(the_tilt_measures_the_pair_s_friction),
        cmocka_unit_test(a_faster_floor_slips_sooner),
        cmocka_unit_test(friction_beyond_the_end_of_the_tilt_is_skipped),
        cmocka_unit_test(an_asset_that_has_not_settled_is_not_tilted),
        cmocka_unit_test(what_rolls_or_topples_has_no_friction_to_measure),
        cmocka_unit_test(larger_turns_of_the_start_topple_a_bottle),
    };
    return cmocka_run_group_tests_name("thresholds", tests, NULL, NULL);
}
