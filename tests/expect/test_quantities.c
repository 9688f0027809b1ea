// SPDX-License-Identifier: MIT
// Quantities of checks on motions in closed form, and nodes by name, index and pointer.
#include "tests/expect/expect_support.h"

static const double pi = 3.14159265358979323846;

static void slide(int32_t node, double t, TumRunBody *body)
{
    (void)node;
    body->position[0] += 3.0 * t;
    body->position[1] -= 1.0 * t;
    body->position[2] += 4.0 * t;
    body->linear_velocity[0] = 3.0;
    body->linear_velocity[1] = -1.0;
    body->linear_velocity[2] = 4.0;
    body->angular_velocity[0] = 2.0;
    body->angular_velocity[1] = 3.0;
    body->angular_velocity[2] = 6.0;
    body->asleep = t > 0.75;
}

// Two and a half turns about Y in a second.
static void many_turns(int32_t node, double t, TumRunBody *body)
{
    (void)node;
    body->orientation[1] = sin(2.5 * pi * t);
    body->orientation[3] = cos(2.5 * pi * t);
}

// A right angle about Z in a second: X becomes Y.
static void topple(int32_t node, double t, TumRunBody *body)
{
    (void)node;
    body->orientation[2] = sin(pi * t / 4.0);
    body->orientation[3] = cos(pi * t / 4.0);
}

// The last value of a quantity, measured with bounds that it keeps, and broken with others.
static void last_is(MotionPath *path, const char *quantity, double value)
{
    char check[512];
    (void)snprintf(check, sizeof check,
                   "{'type':'within',%s,'reduce':'last','min':%.9g,'max':%.9g}", quantity,
                   value - 1e-6, value + 1e-6);
    PASSES(path, check, value);
    (void)snprintf(check, sizeof check, "{'type':'within',%s,'reduce':'last','min':%.9g}", quantity,
                   value + 1e-3);
    FAILS(path, check, value);
}

static void places_and_velocities(void **state)
{
    (void)state;
    last_is(slide, "'q':'x','node':'Ball'", 3.0);
    last_is(slide, "'q':'y','node':'Ball'", 1.0);
    last_is(slide, "'q':'z','node':'Ball'", 4.0);
    last_is(slide, "'q':'vx','node':'Ball'", 3.0);
    last_is(slide, "'q':'vy','node':'Ball'", -1.0);
    last_is(slide, "'q':'vz','node':'Ball'", 4.0);
    last_is(slide, "'q':'wx','node':'Ball'", 2.0);
    last_is(slide, "'q':'wy','node':'Ball'", 3.0);
    last_is(slide, "'q':'wz','node':'Ball'", 6.0);
    last_is(slide, "'q':'speed','node':'Ball'", sqrt(26.0));
    last_is(slide, "'q':'angularSpeed','node':'Ball'", 7.0);
    last_is(slide, "'q':'asleep','node':'Ball'", 1.0);
}

static void ways_and_distances(void **state)
{
    (void)state;
    last_is(slide, "'q':'displacement','node':'Ball'", sqrt(26.0));
    last_is(slide, "'q':'horizontal','node':'Ball'", 5.0);
    last_is(slide, "'q':'horizontal','node':'Ball','from':[3,9,5]", 1.0);
    last_is(slide, "'q':'along','node':'Ball','axis':[0,0,-2]", -4.0);
    last_is(slide, "'q':'along','node':'Ball','axis':[1,0,0],'from':[1,0,0]", 2.0);
    last_is(slide, "'q':'distance','node':'Ball','to':[3,1,0]", 4.0);
    // Both move alike; the box is 3 m beside the ball and 1 m below.
    last_is(slide, "'q':'distance','node':'Ball','other':'Box'", sqrt(10.0));
    last_is(slide, "'q':'distance','node':'Ball','other':'Floor'", sqrt(9.0 + 121.0 + 16.0));
    last_is(topple, "'q':'y','node':'Ball','point':[2,0,0]", 4.0);
    // The tip is a metre along X of the ball and moves with it.
    last_is(topple, "'q':'y','node':'Tip'", 3.0);
    last_is(topple, "'q':'x','node':'Tip'", 0.0);
}

static void angles(void **state)
{
    (void)state;
    last_is(topple, "'q':'turn','node':'Ball'", pi / 2.0);
    last_is(topple,
            "'q':'turn','node':'Ball','reference':[0,0,0.7071067811865476,0.7071067811865476]",
            0.0);
    last_is(topple, "'q':'tilt','node':'Ball'", pi / 2.0);
    last_is(topple, "'q':'tilt','node':'Ball','axis':[1,0,0]", 0.0);
    last_is(topple, "'q':'tilt','node':'Ball','axis':[1,0,0],'to':[1,1,0]", pi / 4.0);
    // All turns count, where the angle of the rotation comes back.
    last_is(many_turns, "'q':'twist','node':'Ball','axis':[0,1,0]", 5.0 * pi);
    last_is(many_turns, "'q':'twist','node':'Ball','axis':[0,-3,0]", -5.0 * pi);
    last_is(many_turns, "'q':'turn','node':'Ball'", pi);
}

// The box is 2 by 1 by 4 m around (3, 1, 0). Toppled, X and Y change places.
static void bounds_of_colliders(void **state)
{
    (void)state;
    last_is(stay, "'q':'low.x','node':'Box'", 2.0);
    last_is(stay, "'q':'high.x','node':'Box'", 4.0);
    last_is(stay, "'q':'low.y','node':'Box'", 0.5);
    last_is(stay, "'q':'high.y','node':'Box'", 1.5);
    last_is(stay, "'q':'low.z','node':'Box'", -2.0);
    last_is(stay, "'q':'high.z','node':'Box'", 2.0);
    last_is(topple, "'q':'low.y','node':'Box'", 0.0);
    last_is(topple, "'q':'high.x','node':'Box'", 3.5);
    last_is(slide, "'q':'low.y','node':'Ball'", 0.5);
    Trial trial = judge(stay, "{'type':'within','q':'low.y','node':'Ghost','min':0}");
    assert_string_equal(trial_verdict(&trial)->message, "node 3 has no colliders to measure");
    trial_close(&trial);
}

static void nodes_by_index_name_and_pointer(void **state)
{
    (void)state;
    last_is(stay, "'q':'x','node':2", 3.0);
    last_is(stay, "'q':'x','node':'Box'", 3.0);
    last_is(stay, "'q':'x','node':'/nodes/2'", 3.0);
}

// A check with a fault fails in the run, and the finding has its place; the next check is judged.
static void refuse(const char *check, const char *code, const char *pointer, const char *words)
{
    char text[512];
    Trial trial = trial_open(stay);
    (void)snprintf(text, sizeof text,
                   "{'tumbleExpectations':1,'duration':1,'checks':[%s,"
                   "{'type':'within','q':'x','node':'Box','min':0}]}",
                   check);
    assert_int_equal(trial_read(&trial, text), TUM_OK);
    if (!report_has(trial.report, code, pointer)) {
        print_error("%s: no %s at %s\n", check, code, pointer);
    }
    assert_true(report_has(trial.report, code, pointer));
    trial_judge(&trial);
    assert_int_equal(trial_verdict(&trial)->outcome, TUM_OUTCOME_FAILED);
    if (strstr(trial_verdict(&trial)->message, words) == NULL) {
        print_error("%s: %s\n", check, trial_verdict(&trial)->message);
    }
    assert_non_null(strstr(trial_verdict(&trial)->message, words));
    assert_int_equal(tum_verdicts_at(trial.verdicts, 2)->outcome, TUM_OUTCOME_PASSED);
    trial_close(&trial);
}

static void a_check_with_a_fault_fails_and_says_where(void **state)
{
    (void)state;
    refuse("{'type':'within','q':'x','node':'Twin','min':0}", "EXPECTATION_NODE", "/checks/0/node",
           "several nodes are named \"Twin\", 7 and 8");
    refuse("{'type':'within','q':'x','node':'Bal','min':0}", "EXPECTATION_NODE", "/checks/0/node",
           "did you mean \"Ball\"?");
    refuse("{'type':'within','q':'x','node':99,'min':0}", "EXPECTATION_NODE", "/checks/0/node",
           "there is no node 99");
    refuse("{'type':'within','q':'x','node':1.5,'min':0}", "EXPECTATION_NODE", "/checks/0/node",
           "there is no node 1.5");
    refuse("{'type':'within','q':'x','node':'/nodes/99','min':0}", "EXPECTATION_NODE",
           "/checks/0/node", "there is no /nodes/99");
    refuse("{'type':'within','q':'x','min':0}", "UNDEFINED_PROPERTY", "/checks/0", "'node'");
    refuse("{'type':'within','q':'hight.y','node':1,'min':0}", "VALUE_NOT_IN_LIST", "/checks/0/q",
           "did you mean high.y?");
    refuse("{'type':'wihtin','q':'x','node':1}", "VALUE_NOT_IN_LIST", "/checks/0/type",
           "did you mean within?");
    refuse("{'type':7,'q':'x','node':1,'min':0}", "TYPE_MISMATCH", "/checks/0/type",
           "'type' is of the wrong kind");
    refuse("{'type':'within','q':1,'node':1,'min':0}", "TYPE_MISMATCH", "/checks/0/q",
           "'q' is of the wrong kind");
    refuse("{'type':'within','q':'x','node':1,'min':'low'}", "TYPE_MISMATCH", "/checks/0/min",
           "'min' is of the wrong kind");
    refuse("{'type':'within','q':'x','node':1,'reduce':'median'}", "VALUE_NOT_IN_LIST",
           "/checks/0/reduce", "unknown reduction 'median'");
    refuse("{'type':'within','q':'along','node':1,'min':0}", "UNDEFINED_PROPERTY", "/checks/0",
           "'axis'");
    refuse("{'type':'joint','a':1,'b':2,'metric':'linear','axes':[1,1]}", "VALUE_NOT_IN_LIST",
           "/checks/0/axes", "three different numbers");
    refuse("{'type':'momentum','nodes':[1,2],'masses':[1],'tol':1}", "ARRAY_LENGTH_NOT_IN_LIST",
           "/checks/0/masses", "a number for each");
}

static void a_misspelled_member_and_a_missing_bound_are_warnings(void **state)
{
    (void)state;
    Trial trial = judge(stay, "{'type':'within','q':'x','node':'Box','mim':0}");
    assert_true(report_has(trial.report, "UNEXPECTED_PROPERTY", "/checks/0/mim"));
    assert_true(report_has(trial.report, "EXPECTATION_NO_BOUND", "/checks/0"));
    assert_int_equal(tum_report_count_of(trial.report, TUM_SEVERITY_ERROR), 0);
    assert_int_equal(trial_verdict(&trial)->outcome, TUM_OUTCOME_PASSED);
    trial_close(&trial);
}

static void expectations_that_are_none_are_refused(void **state)
{
    static const char *const texts[] = {"",
                                        "[]",
                                        "{}",
                                        "{'tumbleExpectations':2,'checks':[]}",
                                        "{'tumbleExpectations':1,'rates':[0]}",
                                        "{'tumbleExpectations':1,'rates':[30,null],'checks':[]}",
                                        "{'tumbleExpectations':1,'duration':-1}",
                                        "{'tumbleExpectations':1,'duration':1e9}",
                                        "{'tumbleExpectations':1}",
                                        "{'tumbleExpectations':1,'checks':{}}",
                                        "{'tumbleExpectations':1,'checks':[}"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        Trial trial = trial_open(stay);
        assert_int_equal(trial_read(&trial, texts[i]), TUM_ERROR_INPUT);
        assert_true(tum_report_count_of(trial.report, TUM_SEVERITY_ERROR) > 0);
        trial_close(&trial);
    }
}

static void expectations_of_nothing_are_told(void **state)
{
    (void)state;
    Trial trial = trial_open(stay);
    assert_int_equal(trial_read(&trial, "{'tumbleExpectations':1,'checks':[]}"), TUM_OK);
    assert_true(report_has(trial.report, "EMPTY_ENTITY", "/checks"));
    assert_int_equal(tum_report_count_of(trial.report, TUM_SEVERITY_ERROR), 0);
    trial_close(&trial);
}

static void runs_and_checks_have_a_most(void **state)
{
    (void)state;
    Trial trial = trial_open(stay);
    assert_int_equal(
        trial_read(&trial, "{'tumbleExpectations':1,'duration':1e5,'rate':11,'checks':[]}"),
        TUM_ERROR_CAPACITY);
    assert_int_equal(
        trial_read(&trial, "{'tumbleExpectations':1,'rates':[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,"
                           "16,17],'checks':[]}"),
        TUM_ERROR_CAPACITY);
    assert_true(report_has(trial.report, "CAPACITY_EXCEEDED", ""));
    assert_true(report_has(trial.report, "CAPACITY_EXCEEDED", "/rates"));
    trial_close(&trial);
}

// A text with every kind of check; each of its bytes in turn becomes another one.
static void a_text_with_any_byte_changed_is_read_or_refused(void **state)
{
    static const char text[] =
        "{'tumbleExpectations':1,'duration':0.1,'rates':[30,60],'checks':["
        "{'type':'within','q':'twist','node':'Ball','axis':[0,1,0],'t':[0,1],'reduce':'max','max':"
        "9},"
        "{'type':'within','q':'low.y','node':2,'min':-9,'point':[1,2,3]},"
        "{'type':'compare','a':{'q':'x','node':1},'b':{'q':'distance','node':2,'other':3},'op':'<'}"
        ","
        "{'type':'position','node':1,'expect':[0,2,0],'tol':1},{'type':'ballistic','node':1},"
        "{'type':'spin','node':1,'omega':[0,0,0]},"
        "{'type':'momentum','nodes':[1,2],'masses':[1,3],'axes':'xz','tol':99},"
        "{'type':'angularMomentum','node':1,'inertia':[1,1,1],'inertiaOrientation':[0,0,0,1]},"
        "{'type':'energy','node':1,'maxGain':9},"
        "{'type':'joint','a':4,'b':5,'bodyA':1,'metric':'angular','axes':[0,2],'max':9},"
        "{'type':'limits','joints':[4]},{'type':'event','trigger':[6,-1],'nodes':6,'min':0},"
        "{'type':'bodies','include':[1,1],'exclude':[0]},{'type':'atRest','node':1},"
        "{'type':'fixed','nodes':[0]},{'type':'deterministic'},"
        "{'type':'agree','node':1,'rates':[40],'tol':1}]}";
    static const char others[] = {'\'', '9', '-', ']', ' '};
    size_t read = 0;
    (void)state;
    Trial trial = trial_open(stay);
    assert_int_equal(trial_read(&trial, text), TUM_OK);
    assert_no_errors(trial.report);
    for (size_t i = 0; i < sizeof text - 1; ++i) {
        for (size_t k = 0; k < sizeof others; ++k) {
            char changed[sizeof text];
            memcpy(changed, text, sizeof text);
            changed[i] = others[k];
            if (trial_read(&trial, changed) == TUM_OK) {
                tum_verdicts_destroy(trial.verdicts);
                trial.verdicts = tum_verdicts_create(NULL);
                trial_judge(&trial);
                ++read;
            }
        }
    }
    assert_true(read > 1000);
    trial_close(&trial);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_and_velocities),
        cmocka_unit_test(ways_and_distances),
        cmocka_unit_test(angles),
        cmocka_unit_test(bounds_of_colliders),
        cmocka_unit_test(nodes_by_index_name_and_pointer),
        cmocka_unit_test(a_check_with_a_fault_fails_and_says_where),
        cmocka_unit_test(a_misspelled_member_and_a_missing_bound_are_warnings),
        cmocka_unit_test(expectations_that_are_none_are_refused),
        cmocka_unit_test(expectations_of_nothing_are_told),
        cmocka_unit_test(runs_and_checks_have_a_most),
        cmocka_unit_test(a_text_with_any_byte_changed_is_read_or_refused),
    };
    return cmocka_run_group_tests_name("quantities", tests, NULL, NULL);
}
