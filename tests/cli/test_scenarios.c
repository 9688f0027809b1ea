// SPDX-License-Identifier: MIT
// `tumble test --scenario`: files in scenes of ours, with exit codes for build servers.
#include "tests/cli/runner.h"

static void a_crate_that_falls_and_rests_passes(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "test --scenario drop crate.gltf"), 0);
    assert_holds(runner.output, "3 passed, 0 failed, 0 skipped");
    assert_int_equal(runner_run(&runner, "test --scenario drop,slope --rate 60,120 --jitter 2,5 "
                                         "crate.gltf"),
                     0);
    assert_holds(runner.output, "16 passed, 0 failed, 0 skipped");
    runner_end(&runner);
}

static void without_expectations_all_scenarios_run(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "test --json crate.gltf"), 0);
    assert_holds(runner.output, "drop/rest");
    assert_holds(runner.output, "tilt/friction");
    assert_holds(runner.output, "rest/asleep");
    runner_end(&runner);
}

static void a_profile_changes_thresholds(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    runner_file(&runner, "long.json",
                "{\"tumbleScenarioProfile\": 1, \"slope\": {\"downhill\": 1000}}");
    assert_int_equal(runner_run(&runner, "test --scenario slope --profile long.json crate.gltf"),
                     1);
    assert_holds(runner.output, "slope/downhill");
    assert_int_equal(runner_run(&runner, "test --scenario slope --profile none.json crate.gltf"),
                     3);
    runner_file(&runner, "wrong.json",
                "{\"tumbleScenarioProfile\": 1, \"slope\": {\"downhil\": 1}}");
    assert_int_equal(runner_run(&runner, "test --scenario slope --profile wrong.json crate.gltf"),
                     1);
    assert_holds(runner.errors, "/slope/downhil");
    assert_holds(runner.errors, "'downhill' may be meant");
    runner_end(&runner);
}

static void scenarios_take_gravity_where_it_makes_sense(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(
        runner_run(&runner, "test --scenario drop --gravity 0,-1.62,0 --json crate.gltf"), 0);
    // A fall of 1.9 m takes 1.53 s on the Moon, 0.62 s on Earth.
    assert_holds(runner.output, "\"time\": 1.53");
    assert_int_equal(runner_run(&runner, "test --scenario drop --gravity 1,-9,0 crate.gltf"), 2);
    assert_holds(runner.errors, "the floor of drop is level");
    assert_int_equal(runner_run(&runner, "test --scenario joints --gravity 0,-9,0 crate.gltf"), 2);
    assert_holds(runner.errors, "joints runs without gravity");
    assert_int_equal(runner_run(&runner, "test --scenario rest --no-sleep crate.gltf"), 2);
    assert_holds(runner.errors, "scenarios judge sleep");
    assert_int_equal(runner_run(&runner, "test --gravity 1,-9,0 crate.gltf"), 0);
    assert_holds(runner.output, "skipped: drop: It needs a gravity straight downward");
    assert_int_equal(runner_run(&runner, "test --scenario drop --substeps 65 crate.gltf"), 2);
    runner_end(&runner);
}

static void wrong_names_and_starts_are_wrong_usage(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "test --scenario drop,slop crate.gltf"), 2);
    assert_holds(runner.errors, "--scenario: no scenario is called \"slop\"; did you mean slope?");
    const char *const jitters[] = {"0", "1.5", "2000", "2,0.5"};
    for (int i = 0; i < 4; ++i) {
        char command[64];
        snprintf(command, sizeof command, "test --jitter %s crate.gltf", jitters[i]);
        assert_int_equal(runner_run(&runner, command), 2);
        assert_holds(runner.errors, "--jitter");
    }
    runner_end(&runner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crate_that_falls_and_rests_passes),
        cmocka_unit_test(without_expectations_all_scenarios_run),
        cmocka_unit_test(a_profile_changes_thresholds),
        cmocka_unit_test(scenarios_take_gravity_where_it_makes_sense),
        cmocka_unit_test(wrong_names_and_starts_are_wrong_usage),
    };
    return cmocka_run_group_tests_name("scenarios", tests, NULL, NULL);
}
