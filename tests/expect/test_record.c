// SPDX-License-Identifier: MIT
// Expectations that are recorded pass, live in the scene's extras, and name causes where they fail.
#include "tests/expect/expect_support.h"

static void record(Trial *trial, char **json, size_t *count)
{
    assert_int_equal(
        tum_expectations_record(trial->document, trial->scene, NULL, NULL, json, count), TUM_OK);
}

static void what_happens_now_passes(void **state)
{
    (void)state;
    Trial trial = trial_open(stay);
    char *json = NULL;
    size_t count = 0;
    record(&trial, &json, &count);
    assert_int_equal(tum_expectations_read(json, count, "", trial.document, trial.scene, NULL,
                                           &trial.expectations, trial.report),
                     TUM_OK);
    assert_int_equal(tum_expectations_judge(trial.expectations, NULL, NULL, 0, trial.verdicts),
                     TUM_OK);
    assert_no_errors(trial.report);
    const double *rates;
    assert_int_equal(tum_expectations_rates(trial.expectations, &rates), 3);
    assert_near(rates[2], 120.0, 0.0);
    assert_int_equal(tum_verdicts_count_of(trial.verdicts, TUM_OUTCOME_PASSED),
                     3 * (1 + tum_expectations_check_count(trial.expectations)));
    // Bodies, three ranges for each of three bodies, limits, the trigger, a second run.
    assert_int_equal(tum_expectations_check_count(trial.expectations), 1 + 9 + 1 + 1 + 1);
    // The names that are unique stand for their nodes.
    assert_non_null(strstr(json, "\"Ball\""));
    tum_expectations_free_text(json, count);
    trial_close(&trial);
}

// Another motion does not pass: all stand still, where all fell.
static void another_motion_fails_what_was_recorded(void **state)
{
    (void)state;
    Trial trial = trial_open(stay);
    char *json = NULL;
    size_t count = 0;
    record(&trial, &json, &count);
    assert_int_equal(tum_expectations_read(json, count, "", trial.document, trial.scene, NULL,
                                           &trial.expectations, trial.report),
                     TUM_OK);
    trial.engine.tremble = 0.0;
    trial.engine.path = turn_y; // turns the ball away from the joint
    trial_judge(&trial);
    assert_true(tum_verdicts_count_of(trial.verdicts, TUM_OUTCOME_FAILED) >= 1);
    tum_expectations_free_text(json, count);
    trial_close(&trial);
}

static void expectations_live_in_the_extras_of_the_scene(void **state)
{
    static const char text[] =
        "{\"tumbleExpectations\":1,\"duration\":0.5,\"checks\":[{\"type\":\"within\",\"q\":\"y\","
        "\"node\":\"Ball\",\"max\":2.01,\"why\":\"nothing lifts it\"}]}";
    (void)state;
    Trial trial = trial_open(stay);
    assert_int_equal(tum_expectations_read_extras(trial.document, trial.scene, NULL,
                                                  &trial.expectations, trial.report),
                     TUM_OK);
    assert_null(trial.expectations);
    assert_int_equal(
        tum_expectations_write_extras(trial.document, text, sizeof text - 1, trial.report), TUM_OK);
    void *bytes = NULL;
    size_t count = 0;
    assert_int_equal(tum_document_write(trial.document, NULL, &bytes, &count, NULL), TUM_OK);
    TumDocument *again = NULL;
    assert_int_equal(tum_document_read(bytes, count, NULL, &again, trial.report), TUM_OK);
    assert_int_equal(
        tum_expectations_read_extras(again, trial.scene, NULL, &trial.expectations, trial.report),
        TUM_OK);
    assert_non_null(trial.expectations);
    assert_near(tum_expectations_duration(trial.expectations), 0.5, 0.0);
    assert_string_equal(tum_expectations_why(trial.expectations, 0), "nothing lifts it");
    tum_document_free_bytes(trial.document, bytes, count);
    tum_document_destroy(again);
    trial_close(&trial);
}

// A reason of the author stands in the message of a failure.
static void a_failure_says_why_it_was_expected(void **state)
{
    (void)state;
    Trial trial = judge(fall, "{'type':'within','q':'y','node':'Ghost','min':0,'why':'it hovers'}");
    const TumVerdict *verdict = trial_verdict(&trial);
    assert_string_equal(verdict->message,
                        "y of Ghost is -0.0682 m at t = 0.4667 s, expected at least 0 m; likely "
                        "because the body has no collider; expected because it hovers");
    trial_close(&trial);
}

/// A scene with one ball and one floor, of which a part is broken.
#define SCENE(shapes, more, nodes)                                                                 \
    "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0,1]}],\"scene\":0,"                 \
    "\"extensionsUsed\":[\"KHR_implicit_shapes\",\"KHR_physics_rigid_bodies\"],"                   \
    "\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":[" shapes                                 \
    "]},\"KHR_physics_rigid_bodies\":{" more "}},\"nodes\":[" nodes "]}"
#define BOX_SHAPE "{\"type\":\"box\",\"box\":{\"size\":[2,1,4]}}"
#define FLOOR_NODE "{\"name\":\"Floor\"," BODY(COLLIDER(0)) "}"

static void assert_cause(const char *text, const char *check, const char *pointer)
{
    Trial trial = trial_open_text(text, stay);
    char json[512];
    (void)snprintf(json, sizeof json, "{'tumbleExpectations':1,'duration':1,'checks':[%s]}", check);
    assert_int_equal(trial_read(&trial, json), TUM_OK);
    assert_int_equal(tum_expectations_judge(trial.expectations, NULL, NULL, 0, trial.verdicts),
                     TUM_OK);
    const TumVerdict *verdict = trial_verdict(&trial);
    if (verdict->outcome != TUM_OUTCOME_FAILED || strcmp(verdict->pointer, pointer) != 0) {
        print_error("%s: %g [%s] %s\n", check, verdict->value, verdict->pointer, verdict->message);
    }
    assert_int_equal(verdict->outcome, TUM_OUTCOME_FAILED);
    assert_string_equal(verdict->pointer, pointer);
    trial_close(&trial);
}

static void the_likeliest_cause_has_its_pointer(void **state)
{
    static const char falls[] = "{'type':'within','q':'y','node':1,'min':1.5}";
    static const char rests[] = "{'type':'within','q':'y','node':1,'max':1.5,'reduce':'last'}";
    (void)state;
    assert_cause(SCENE(BOX_SHAPE, "",
                       FLOOR_NODE ",{\"translation\":[0,2,0]," BODY(MOTION("\"mass\":1")) "}"),
                 falls, "/nodes/1/extensions/KHR_physics_rigid_bodies/motion");
    assert_cause(SCENE(BOX_SHAPE, "",
                       FLOOR_NODE
                       ",{\"translation\":[0,2,0]," BODY(MOTION("\"mass\":0") "," COLLIDER(0)) "}"),
                 "{'type':'within','q':'x','node':1,'min':1}",
                 "/nodes/1/extensions/KHR_physics_rigid_bodies/motion");
    assert_cause(SCENE(BOX_SHAPE,
                       "\"collisionFilters\":[{\"collisionSystems\":[\"a\"],"
                       "\"collideWithSystems\":[\"b\"]},{\"collisionSystems\":[\"c\"]}]",
                       "{\"name\":\"Floor\"," BODY(
                           "\"collider\":{\"geometry\":{\"shape\":0},"
                           "\"collisionFilter\":1}") "}"
                                                     ",{\"translation\":[0,2,0]," BODY(
                                                         MOTION("\"mass\":1") ",\"collide"
                                                                              "r\":{"
                                                                              "\"geometry"
                                                                              "\":{"
                                                                              "\"shape\":"
                                                                              "0},"
                                                                              "\"collisio"
                                                                              "nFilter\":"
                                                                              "0}") "}"),
                 "{'type':'within','q':'y','node':1,'min':0.9}",
                 "/extensions/KHR_physics_rigid_bodies/collisionFilters/0");
    assert_cause(SCENE(BOX_SHAPE, "",
                       FLOOR_NODE ",{\"translation\":[0,0.5,0]," BODY(
                           MOTION("\"mass\":1") "," COLLIDER(0)) "}"),
                 "{'type':'within','q':'y','node':1,'max':0.55,'reduce':'last'}",
                 "/nodes/1/extensions/KHR_physics_rigid_bodies/collider");
    assert_cause(SCENE(BOX_SHAPE, "", FLOOR_NODE ",{\"translation\":[0,2,0]}"), rests, "/nodes/1");
    assert_cause(SCENE(BOX_SHAPE, "",
                       FLOOR_NODE ",{\"translation\":[0,2,0]," BODY(
                           MOTION("\"isKinematic\":true") "," COLLIDER(0)) "}"),
                 rests, "/nodes/1/extensions/KHR_physics_rigid_bodies/motion");
    assert_cause(
        SCENE(
            BOX_SHAPE,
            "\"physicsJoints\":[{\"limits\":[{\"linearAxes\":[0,1,2],\"min\":0,\"max\":0"
            "}]}]",
            "{\"name\":\"Floor\"," BODY(COLLIDER(
                0) ",\"joint\":{\"connectedNode\":1,\"joint\":"
                   "0}") "},{\"translation\":[0,2,0]," BODY(MOTION("\"mass\":1") "," COLLIDER(0)) "}"),
        "{'type':'within','q':'y','node':1,'min':1.9,'reduce':'last'}",
        "/extensions/KHR_physics_rigid_bodies/physicsJoints/0/limits/0");
    assert_cause(expect_scene, "{'type':'event','trigger':'Ball'}", "/nodes/1");
}

static void memory_that_runs_out_is_told(void **state)
{
    static const char text[] =
        "{\"tumbleExpectations\":1,\"duration\":0.1,\"checks\":[{\"type\":\"within\",\"q\":\"low."
        "y\","
        "\"node\":\"Ball\",\"max\":9},{\"type\":\"limits\"},{\"type\":\"bodies\",\"include\":[1]},"
        "{\"type\":\"fixed\",\"nodes\":[0]}]}";
    (void)state;
    Trial trial = trial_open(stay);
    const TumEngine engine = {.run = path_run, .user = &trial.engine};
    for (size_t after = 0;; ++after) {
        Counting counting;
        const TumAllocator allocator = counting_allocator(&counting);
        counting.fail_after = after;
        TumExpectations *expectations = NULL;
        TumStatus status = tum_expectations_read(text, sizeof text - 1, "", trial.document,
                                                 trial.scene, &allocator, &expectations, NULL);
        if (status == TUM_OK) {
            TumVerdicts *verdicts = tum_verdicts_create(NULL);
            status = tum_expectations_judge(expectations, &engine, NULL, 0, verdicts);
            tum_verdicts_destroy(verdicts);
        }
        tum_expectations_destroy(expectations);
        assert_int_equal(counting.blocks, 0);
        if (status == TUM_OK) {
            assert_true(after > 10);
            break;
        }
        assert_int_equal(status, TUM_ERROR_MEMORY);
    }
    trial_close(&trial);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_happens_now_passes),
        cmocka_unit_test(another_motion_fails_what_was_recorded),
        cmocka_unit_test(expectations_live_in_the_extras_of_the_scene),
        cmocka_unit_test(a_failure_says_why_it_was_expected),
        cmocka_unit_test(the_likeliest_cause_has_its_pointer),
        cmocka_unit_test(memory_that_runs_out_is_told),
    };
    return cmocka_run_group_tests_name("recorded expectations", tests, NULL, NULL);
}
