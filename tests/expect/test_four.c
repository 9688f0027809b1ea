// SPDX-License-Identifier: MIT
// Expectations in four dimensions: quantities and checks on motions in closed form, and what has no
// meaning there is refused.
#include "tests/expect/expect_support.h"

// A floor, and a crate of 1, 2, 3 and 4 metres whose origin is at (0, 5, 0, 1).
static const char four_scene[] =
    "{\"asset\":{\"dimension\":4},\"nodes\":[{\"children\":[1,2]},"
    "{\"name\":\"Floor\",\"position\":[0,-0.5,0,0],\"physics\":{\"collider\":{\"shape\":0}}},"
    "{\"name\":\"Crate\",\"position\":[0,5,0,1],\"physics\":{\"motion\":{\"type\":\"dynamic\","
    "\"mass\":2}},\"children\":[3]},"
    "{\"name\":\"Part\",\"position\":[1,0,0,0],\"physics\":{\"collider\":{\"shape\":1}}}],"
    "\"shapes\":[{\"size\":[20,1,20,20]},{\"size\":[1,2,3,4]}]}";

static const double wide = 1.2, narrow = 0.5; // [rad/s] Rates in the planes XW and YZ.

// Drifts at (3, 0, 0, 4) m/s and turns in two planes at once: X to W and Y to Z.
static void drift(int32_t node, double t, TumRunBody *body)
{
    (void)node;
    double *m = body->orientation;
    body->position[0] += 3.0 * t;
    body->position[3] += 4.0 * t;
    body->linear_velocity[0] = 3.0;
    body->linear_velocity[3] = 4.0;
    m[0] = m[15] = cos(wide * t);
    m[3] = sin(wide * t);
    m[12] = -sin(wide * t);
    m[5] = m[10] = cos(narrow * t);
    m[6] = sin(narrow * t);
    m[9] = -sin(narrow * t);
    body->angular_velocity[2] = narrow;
    body->angular_velocity[3] = wide;
}

static void hang(int32_t node, double t, TumRunBody *body)
{
    (void)node;
    (void)t;
    (void)body;
}

static Trial judge_four(MotionPath *path, const char *check)
{
    char text[2048];
    Trial trial = trial_open_text(four_scene, path);
    (void)snprintf(text, sizeof text,
                   "{'tumbleExpectations':1,'duration':1,'rate':60,'checks':[%s]}", check);
    assert_int_equal(trial_read(&trial, text), TUM_OK);
    trial_judge(&trial);
    return trial;
}

static void verdict_is(MotionPath *path, const char *check, TumOutcome outcome, double value)
{
    Trial trial = judge_four(path, check);
    const TumVerdict *verdict = trial_verdict(&trial);
    if (verdict->outcome != outcome) {
        print_error("%s: %s\n", check, verdict->message);
    }
    assert_int_equal(verdict->outcome, outcome);
    assert_near(verdict->value, value, 1e-6);
    trial_close(&trial);
}

// The last value of a quantity, with bounds that it keeps and others that it breaks.
static void last_is(const char *quantity, double value)
{
    char check[512];
    (void)snprintf(check, sizeof check,
                   "{'type':'within','node':'Crate',%s,'reduce':'last','min':%.9g,'max':%.9g}",
                   quantity, value - 1e-6, value + 1e-6);
    verdict_is(drift, check, TUM_OUTCOME_PASSED, value);
    (void)snprintf(check, sizeof check,
                   "{'type':'within','node':'Crate',%s,'reduce':'last','min':%.9g}", quantity,
                   value + 1e-3);
    verdict_is(drift, check, TUM_OUTCOME_FAILED, value);
}

static void places_and_velocities_have_four_coordinates(void **state)
{
    (void)state;
    last_is("'q':'x'", 3.0);
    last_is("'q':'w'", 5.0);
    last_is("'q':'vw'", 4.0);
    last_is("'q':'speed'", 5.0);
    last_is("'q':'displacement'", 5.0);
    last_is("'q':'horizontal'", 5.0);
    last_is("'q':'along','axis':[0,0,0,2]", 4.0);
    last_is("'q':'distance','to':[3,5,0,0]", 5.0);
    // One metre along the crate's X, which turns towards W.
    last_is("'q':'w','point':[1,0,0,0]", 5.0 + sin(1.2));
    last_is("'q':'asleep'", 0.0);
}

static void rotations_have_six_planes(void **state)
{
    (void)state;
    last_is("'q':'wxw'", 1.2);
    last_is("'q':'wyz'", 0.5);
    last_is("'q':'wxy'", 0.0);
    last_is("'q':'angularSpeed'", 1.3); // sqrt(1.44 + 0.25)
    // The greater of the two angles.
    last_is("'q':'turn'", 1.2);
    last_is("'q':'tilt','axis':[0,0,0,1],'to':[0,0,0,1]", 1.2);
    last_is("'q':'tilt'", 0.5);
    // From a start that has turned by 0.2 in XW.
    last_is("'q':'turn','reference':[0.9800665778412416,0,0,0.19866933079506122,0,1,0,0,0,0,1,0,"
            "-0.19866933079506122,0,0,0.9800665778412416]",
            1.0);
}

static void colliders_reach_along_the_fourth_axis(void **state)
{
    (void)state;
    // The part's middle is a metre along the crate's X. Its half sizes are 0.5 and 2 in the plane
    // XW.
    const double s = sin(1.2), c = cos(1.2);
    last_is("'q':'high.w'", 5.0 + s + 0.5 * s + 2.0 * c);
    last_is("'q':'low.x'", 3.0 + c - 0.5 * c - 2.0 * s);
    last_is("'q':'low.y'", 5.0 - cos(0.5) - 1.5 * sin(0.5));
}

static void checks_hold_in_four_dimensions(void **state)
{
    (void)state;
    verdict_is(drift, "{'type':'position','node':'Crate','expect':[3,5,0,5],'tol':0.01}",
               TUM_OUTCOME_PASSED, 0.0);
    verdict_is(drift, "{'type':'position','node':'Crate','expect':[3,5,0,4],'tol':0.01}",
               TUM_OUTCOME_FAILED, 1.0);
    verdict_is(drift, "{'type':'ballistic','node':'Crate','v0':[3,0,0,4],'acceleration':[0,0,0,0]}",
               TUM_OUTCOME_PASSED, 0.0);
    verdict_is(drift, "{'type':'spin','node':'Crate','omega':[0,0,0.5,1.2,0,0]}",
               TUM_OUTCOME_PASSED, 0.0);
    verdict_is(drift, "{'type':'spin','node':'Crate','omega':[0,0,0.5,1.1,0,0],'t':1}",
               TUM_OUTCOME_FAILED, 0.1);
    verdict_is(drift,
               "{'type':'momentum','nodes':['Crate'],'masses':[2],'expect':[6,0,0,7],'tol':0.1}",
               TUM_OUTCOME_FAILED, 1.0);
    verdict_is(drift,
               "{'type':'momentum','nodes':['Crate'],'masses':[2],'expect':[6,0,0,7],'tol':0.1,"
               "'axes':'xyz'}",
               TUM_OUTCOME_PASSED, 0.0);
    verdict_is(drift,
               "{'type':'angularMomentum','node':'Crate','inertia':[1,2,3,4,5,6],'tol':0.01}",
               TUM_OUTCOME_PASSED, 0.0);
    verdict_is(drift,
               "{'type':'energy','node':'Crate','gravity':[0,0,0,-1],'inertia':[1,1,1,1,1,1],"
               "'maxGain':3}",
               TUM_OUTCOME_FAILED, 4.0);
    verdict_is(drift, "{'type':'atRest','node':'Crate'}", TUM_OUTCOME_FAILED, 5.0);
    verdict_is(hang, "{'type':'atRest','node':'Crate'}", TUM_OUTCOME_PASSED, 0.0);
    verdict_is(hang, "{'type':'fixed','nodes':['Crate']}", TUM_OUTCOME_PASSED, 0.0);
    verdict_is(drift, "{'type':'fixed','nodes':['Crate'],'tol':9,'t':1}", TUM_OUTCOME_FAILED, 1.2);
    verdict_is(drift, "{'type':'bodies','include':['Crate']}", TUM_OUTCOME_PASSED, 0.0);
    verdict_is(drift, "{'type':'bodies','include':['Floor']}", TUM_OUTCOME_FAILED, 1.0);
}

// Checks that are refused, and a word of the reason.
static void is_refused(const char *check, const char *reason)
{
    Trial trial = judge_four(drift, check);
    const TumVerdict *verdict = trial_verdict(&trial);
    assert_int_equal(verdict->outcome, TUM_OUTCOME_FAILED);
    if (strstr(verdict->message, reason) == NULL) {
        fail_msg("%s: %s", check, verdict->message);
    }
    assert_true(tum_report_count_of(trial.report, TUM_SEVERITY_ERROR) > 0);
    trial_close(&trial);
}

static void what_is_of_three_dimensions_is_refused(void **state)
{
    (void)state;
    is_refused("{'type':'within','q':'twist','node':'Crate','axis':[0,1,0,0],'max':1}",
               "in 3 dimensions alone");
    is_refused("{'type':'within','q':'wx','node':'Crate','max':1}", "in 3 dimensions alone");
    is_refused("{'type':'limits'}", "of three dimensions");
    is_refused("{'type':'joint','a':1,'b':2,'metric':'linear','max':1}", "of three dimensions");
    is_refused("{'type':'position','node':'Crate','expect':[3,5,0],'tol':0.01}", "'expect'");
    is_refused("{'type':'within','q':'turn','node':'Crate','max':1,"
               "'reference':[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,-1]}",
               "no rotation");
    // And the other way round.
    Trial three = judge(hang, "{'type':'within','q':'low.w','node':'Ball','max':1}");
    assert_non_null(strstr(trial_verdict(&three)->message, "in 4 dimensions alone"));
    trial_close(&three);
}

static void skew(int32_t node, double t, TumRunBody *body)
{
    (void)node;
    body->orientation[1] = t > 0.5 ? 0.01 : 0.0;
}

static void misplace(int32_t node, double t, TumRunBody *body)
{
    (void)node;
    (void)t;
    body->position[3] += 0.05;
}

static void a_run_of_another_form_is_refused(void **state)
{
    (void)state;
    static const struct {
        MotionPath *path;
        const char *reason;
    } runs[] = {{skew, "the orientation is no rotation"}, {misplace, "from its place in the file"}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; ++i) {
        Trial trial = judge_four(runs[i].path, "{'type':'atRest','node':'Crate'}");
        assert_non_null(strstr(tum_verdicts_at(trial.verdicts, 0)->message, runs[i].reason));
        assert_int_equal(trial_verdict(&trial)->outcome, TUM_OUTCOME_SKIPPED);
        trial_close(&trial);
    }
    Trial trial = trial_open_text(four_scene, hang);
    assert_int_equal(trial_read(&trial, "{'tumbleExpectations':1,'checks':[]}"), TUM_OK);
    trial.engine.dimension = 3;
    trial_judge(&trial);
    assert_non_null(strstr(tum_verdicts_at(trial.verdicts, 0)->message,
                           "the run has 3 dimensions, the file 4"));
    trial_close(&trial);
}

static void a_recorded_motion_holds_again(void **state)
{
    (void)state;
    const double rate = 60.0;
    const TumRecordOptions options = {.duration = 2.0, .rates = &rate, .rate_count = 1};
    Trial trial = trial_open_text(four_scene, hang);
    char *json;
    size_t count;
    assert_int_equal(
        tum_expectations_record(trial.document, trial.scene, &options, NULL, &json, &count),
        TUM_OK);
    assert_non_null(strstr(json, "\"q\": \"w\""));
    assert_int_equal(tum_expectations_read(json, count, "", trial.document, trial.scene, NULL,
                                           &trial.expectations, trial.report),
                     TUM_OK);
    assert_int_equal(tum_expectations_judge(trial.expectations, NULL, NULL, 0, trial.verdicts),
                     TUM_OK);
    assert_int_equal(tum_report_count(trial.report), 0);
    assert_int_equal(tum_verdicts_count_of(trial.verdicts, TUM_OUTCOME_PASSED),
                     tum_verdicts_count(trial.verdicts));
    assert_true(tum_verdicts_count(trial.verdicts) >= 6);
    tum_expectations_free_text(json, count);
    trial_close(&trial);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_and_velocities_have_four_coordinates),
        cmocka_unit_test(rotations_have_six_planes),
        cmocka_unit_test(colliders_reach_along_the_fourth_axis),
        cmocka_unit_test(checks_hold_in_four_dimensions),
        cmocka_unit_test(what_is_of_three_dimensions_is_refused),
        cmocka_unit_test(a_run_of_another_form_is_refused),
        cmocka_unit_test(a_recorded_motion_holds_again),
    };
    return cmocka_run_group_tests_name("four", tests, NULL, NULL);
}
