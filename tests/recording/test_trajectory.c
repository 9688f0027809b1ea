// SPDX-License-Identifier: MIT
// Trajectories as lines of JSON, as docs/formats.md describes them.
#include "tests/recording/collect.h"
#include "tests/recording/stage.h"

static const double zero[3] = {0.0, 0.0, 0.0};

// Two free bodies, the later one named so that JSON has to escape it.
static const char two_nodes[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
    "{\"name\":\"root\",\"children\":[1,2]},{\"translation\":[1,2,3]},"
    "{\"name\":\"a \\\"b\\\" \\u00e9\",\"rotation\":[1,0,0,0]}]}";

static const double drift[3] = {1.5, 0.0, -0.25};

static void open_two(Stage *stage)
{
    const MotionDef motions[] = {free_motion(1, drift, zero), free_motion(2, zero, zero)};
    stage_open(stage, two_nodes, motions, 2);
}

static void record(Stage *stage, TumTrajectoryFormat format, int steps, Collected *collected)
{
    TumTrajectory *trajectory = NULL;
    assert_int_equal(
        tum_trajectory_begin(stage->scene, 64.0, format, collect_sink(collected), &trajectory),
        TUM_OK);
    for (int i = 0; i <= steps; ++i) {
        if (i > 0) {
            assert_int_equal(tum_world_step(stage->world, 1.0f / 64.0f), TUM_OK);
        }
        assert_int_equal(tum_trajectory_add(trajectory, stage->world), TUM_OK);
    }
    assert_int_equal(tum_trajectory_end(trajectory), TUM_OK);
    assert_true(collect(collected, "", 1));
}

static void the_lines_are_those_of_version_1(void **state)
{
    (void)state;
    Stage stage;
    Collected collected = {0};
    open_two(&stage);
    record(&stage, TUM_TRAJECTORY_LINES, 1, &collected);
    // 1.5 m/s for 1/64 s are 0.0234375 m, 0.25 m/s are 0.00390625 m: all exact in binary.
    // 2.99609375 is the place; eight digits name the float.
    assert_string_equal(
        (const char *)collected.bytes,
        "{\"format\":\"tumble-trajectory\",\"version\":1,\"source\":\"stage.gltf\","
        "\"dimension\":3,\"rate\":64,\"quaternion\":\"xyzw\",\"nodes\":["
        "{\"index\":1,\"name\":\"\"},{\"index\":2,\"name\":\"a \\\"b\\\" \xc3\xa9\"}]}\n"
        "{\"t\":0,\"bodies\":["
        "{\"node\":1,\"position\":[1,2,3],\"orientation\":[0,0,0,1],"
        "\"linearVelocity\":[1.5,0,-0.25],\"angularVelocity\":[0,0,0],\"asleep\":false},"
        "{\"node\":2,\"position\":[0,0,0],\"orientation\":[1,0,0,0],"
        "\"linearVelocity\":[0,0,0],\"angularVelocity\":[0,0,0],\"asleep\":false}],"
        "\"events\":[]}\n"
        "{\"t\":0.015625,\"bodies\":["
        "{\"node\":1,\"position\":[1.0234375,2,2.9960938],\"orientation\":[0,0,0,1],"
        "\"linearVelocity\":[1.5,0,-0.25],\"angularVelocity\":[0,0,0],\"asleep\":false},"
        "{\"node\":2,\"position\":[0,0,0],\"orientation\":[1,0,0,0],"
        "\"linearVelocity\":[0,0,0],\"angularVelocity\":[0,0,0],\"asleep\":false}],"
        "\"events\":[]}\n");
    free(collected.bytes);
    stage_close(&stage);
}

static void times_are_steps_over_rate_and_not_a_sum(void **state)
{
    (void)state;
    Stage stage;
    Collected collected = {0};
    open_two(&stage);
    TumTrajectory *trajectory = NULL;
    assert_int_equal(tum_trajectory_begin(stage.scene, 10.0, TUM_TRAJECTORY_LINES,
                                          collect_sink(&collected), &trajectory),
                     TUM_OK);
    for (int i = 0; i <= 3; ++i) {
        assert_int_equal(tum_trajectory_add(trajectory, stage.world), TUM_OK);
        assert_int_equal(tum_world_step(stage.world, 0.1f), TUM_OK);
    }
    assert_int_equal(tum_trajectory_end(trajectory), TUM_OK);
    assert_true(collect(&collected, "", 1));
    // Three tenths added up are 0.30000000000000004, and three of a float's more than that.
    assert_non_null(strstr((const char *)collected.bytes, "{\"t\":0.3,"));
    free(collected.bytes);
    stage_close(&stage);
}

static void a_body_that_rests_is_asleep_and_a_static_one_never(void **state)
{
    (void)state;
    Stage stage;
    Collected collected = {0};
    MotionDef motions[] = {free_motion(1, zero, zero), free_motion(2, zero, zero)};
    motions[1].kind = TUM_BODY_STATIC;
    stage_open(&stage, two_nodes, motions, 2);
    record(&stage, TUM_TRAJECTORY_LINES, 192, &collected);
    const char *last = strstr((const char *)collected.bytes, "{\"t\":3,");
    assert_non_null(last);
    const char *first_body = strstr(last, "\"asleep\":"), *second = strstr(last, "\"node\":2");
    assert_memory_equal(first_body, "\"asleep\":true", 13);
    assert_non_null(strstr(second, "\"asleep\":false"));
    free(collected.bytes);
    stage_close(&stage);
}

static void arrays_hold_the_same_motion_as_lines(void **state)
{
    (void)state;
    Stage stage;
    Collected collected = {0};
    open_two(&stage);
    record(&stage, TUM_TRAJECTORY_NPZ, 1, &collected);
    --collected.count; // the zero that ends a text
    char *text =
        read_by_python(&collected, "import sys, zipfile, struct\n"
                                   "b = zipfile.ZipFile(sys.argv[1]).read('position.npy')[128:]\n"
                                   "print(*struct.unpack('=12f', b))\n");
    assert_string_equal(text, "1.0 2.0 3.0 0.0 0.0 0.0 1.0234375 2.0 2.99609375 0.0 0.0 0.0\n");
    free(text);
    free(collected.bytes);
    stage_close(&stage);
}

static void a_sink_that_refuses_stops_the_recording(void **state)
{
    (void)state;
    Stage stage;
    open_two(&stage);
    for (size_t most = 1; most < 20000; most += 4999) {
        Collected collected = {.most = most};
        TumTrajectory *trajectory = NULL;
        TumStatus status = tum_trajectory_begin(stage.scene, 64.0, TUM_TRAJECTORY_LINES,
                                                collect_sink(&collected), &trajectory);
        for (int i = 0; i < 100 && status == TUM_OK; ++i) {
            status = tum_trajectory_add(trajectory, stage.world);
        }
        assert_int_equal(status, TUM_ERROR_FILE);
        if (trajectory != NULL) {
            assert_int_equal(tum_trajectory_add(trajectory, stage.world), TUM_ERROR_FILE);
            assert_int_equal(tum_trajectory_end(trajectory), TUM_ERROR_FILE);
        }
        free(collected.bytes);
    }
    stage_close(&stage);
}

static void a_world_of_another_scene_is_refused(void **state)
{
    (void)state;
    Stage two, one;
    Collected collected = {0};
    open_two(&two);
    const MotionDef motion = free_motion(1, zero, zero);
    stage_open(&one, two_nodes, &motion, 1);
    TumTrajectory *trajectory = NULL;
    assert_int_equal(tum_trajectory_begin(two.scene, 60.0, TUM_TRAJECTORY_LINES,
                                          collect_sink(&collected), &trajectory),
                     TUM_OK);
    assert_int_equal(tum_trajectory_add(trajectory, one.world), TUM_ERROR_ARGUMENT);
    tum_trajectory_end(trajectory);
    free(collected.bytes);
    stage_close(&one);
    stage_close(&two);
}

static void rates_and_sinks_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    Stage stage;
    Collected collected = {0};
    open_two(&stage);
    TumTrajectory *trajectory = NULL;
    assert_int_equal(tum_trajectory_begin(stage.scene, 0.0, TUM_TRAJECTORY_LINES,
                                          collect_sink(&collected), &trajectory),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_trajectory_begin(stage.scene, NAN, TUM_TRAJECTORY_LINES,
                                          collect_sink(&collected), &trajectory),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(
        tum_trajectory_begin(stage.scene, 60.0, TUM_TRAJECTORY_NPZ, (TumSink){0}, &trajectory),
        TUM_ERROR_ARGUMENT);
    assert_null(trajectory);
    assert_int_equal(tum_trajectory_end(NULL), TUM_OK);
    stage_close(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lines_are_those_of_version_1),
        cmocka_unit_test(times_are_steps_over_rate_and_not_a_sum),
        cmocka_unit_test(a_body_that_rests_is_asleep_and_a_static_one_never),
        cmocka_unit_test(arrays_hold_the_same_motion_as_lines),
        cmocka_unit_test(a_sink_that_refuses_stops_the_recording),
        cmocka_unit_test(a_world_of_another_scene_is_refused),
        cmocka_unit_test(rates_and_sinks_that_make_no_sense_are_refused),
    };
    return cmocka_run_group_tests_name("trajectory", tests, NULL, NULL);
}
