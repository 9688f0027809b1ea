// SPDX-License-Identifier: MIT
// Checks of expectations on motions in closed form: each passes on one side of its bound and fails
// on the other, with the value of the closed form.
#include "tests/expect/expect_support.h"

static const double pi = 3.14159265358979323846;

// The height of a ball that falls for a second from 2 m is 2 - 9.81/2 = -2.905 m.
static void a_number_within_bounds_at_every_step(void **state)
{
    (void)state;
    PASSES(fall, "{'type':'within','q':'y','node':'Ball','min':-2.906}", -2.905);
    FAILS(fall, "{'type':'within','q':'y','node':'Ball','min':-2.904}", -2.905);
    PASSES(fall, "{'type':'within','q':'y','node':'Ball','max':2.0}", 2.0);
    FAILS(fall, "{'type':'within','q':'y','node':'Ball','max':1.99}", 2.0);
}

static void a_reduction_within_bounds(void **state)
{
    (void)state;
    PASSES(fall, "{'type':'within','q':'y','node':'Ball','reduce':'min','max':-2.9}", -2.905);
    FAILS(fall, "{'type':'within','q':'y','node':'Ball','reduce':'max','max':1.9}", 2.0);
    PASSES(fall, "{'type':'within','q':'y','node':'Ball','reduce':'last','min':-3}", -2.905);
    PASSES(fall, "{'type':'within','q':'y','node':'Ball','reduce':'first','min':1}", 2.0);
    PASSES(fall, "{'type':'within','q':'y','node':'Ball','reduce':'span','min':4.9}", 4.905);
    PASSES(fall, "{'type':'within','q':'y','node':'Ball','reduce':'net','max':-4.9}", -4.905);
    FAILS(fall, "{'type':'within','q':'y','node':'Ball','reduce':'net','min':4.9}", -4.905);
    // 61 steps k: the sum of k^2 is 60 * 61 * 121 / 6 = 73810.
    PASSES(fall, "{'type':'within','q':'y','node':'Ball','reduce':'mean','min':0}",
           2.0 - 4.905 * 73810.0 / 3600.0 / 61.0);
}

// The first step below 1 m is the 28th: 2 - 4.905 (28/60)^2 = 0.9318.
static void a_number_that_enters_its_bounds_once(void **state)
{
    (void)state;
    PASSES(fall, "{'type':'within','q':'y','node':'Ball','reduce':'any','max':1,'min':0}",
           2.0 - 4.905 * 28.0 * 28.0 / 3600.0);
    FAILS(fall, "{'type':'within','q':'y','node':'Ball','reduce':'any','min':2.5}", 2.0);
    // Steps 27 and 28 are at 1.0067 and 0.9318: 0.047 above the bounds and 0.018 below.
    FAILS(fall, "{'type':'within','q':'y','node':'Ball','reduce':'any','min':0.95,'max':0.96}",
          2.0 - 4.905 * 28.0 * 28.0 / 3600.0);
    // 0.007 above and 0.058 below.
    FAILS(fall, "{'type':'within','q':'y','node':'Ball','reduce':'any','min':0.99,'max':1}",
          2.0 - 4.905 * 27.0 * 27.0 / 3600.0);
}

static void a_window_of_time_has_half_a_step_of_slack(void **state)
{
    (void)state;
    // Steps 30 to 60; the nearest step to 0.504 s is the 30th.
    PASSES(fall, "{'type':'within','q':'y','node':'Ball','max':1,'t':[0.5,1]}", 2.0 - 4.905 * 0.25);
    PASSES(fall, "{'type':'within','q':'y','node':'Ball','max':1,'t':0.504}", 2.0 - 4.905 * 0.25);
    PASSES(fall, "{'type':'within','q':'y','node':'Ball','min':0,'t':[0.504,0.504]}",
           2.0 - 4.905 * 0.25);
    Trial trial = judge(fall, "{'type':'within','q':'y','node':'Ball','max':1,'t':[1.1,2]}");
    assert_int_equal(trial_verdict(&trial)->outcome, TUM_OUTCOME_FAILED);
    assert_string_equal(trial_verdict(&trial)->message, "the window of time has no steps");
    trial_close(&trial);
}

static void of_two_steps_that_are_as_near_the_earlier_one_counts(void **state)
{
    (void)state;
    // 0.4765625 s lies in the middle of steps 30 and 31 of 64 Hz; all three are exact.
    Trial trial = trial_open(fall);
    assert_int_equal(trial_read(&trial, "{'tumbleExpectations':1,'duration':1,'rate':64,'checks':["
                                        "{'type':'within','q':'y','node':'Ball','max':2,"
                                        "'t':0.4765625}]}"),
                     TUM_OK);
    trial_judge(&trial);
    assert_near(trial_verdict(&trial)->time, 30.0 / 64.0, 0.0);
    trial_close(&trial);
}

static void two_numbers_compared(void **state)
{
    (void)state;
    // -2.905 against 1 * 1 - 3.9 = -2.9 and against 1 - 4 = -3.
    FAILS(fall,
          "{'type':'compare','a':{'q':'y','node':'Ball'},'op':'>','by':-3.9,"
          "'b':{'q':'y','node':'Box','reduce':'first'}}",
          -2.905);
    PASSES(fall,
           "{'type':'compare','a':{'q':'y','node':'Ball'},'op':'<','by':-3.9,"
           "'b':{'q':'y','node':'Box','reduce':'first'}}",
           -2.905);
    PASSES(fall,
           "{'type':'compare','a':{'q':'y','node':'Ball'},'op':'>','by':-4,"
           "'b':{'q':'y','node':'Box','reduce':'max'}}",
           -2.905);
    // A number is neither above nor below itself.
    FAILS(fall,
          "{'type':'compare','a':{'q':'y','node':'Ball'},'op':'>','b':{'q':'y','node':'Ball'}}",
          -2.905);
    FAILS(fall,
          "{'type':'compare','a':{'q':'y','node':'Ball'},'op':'<','b':{'q':'y','node':'Ball'}}",
          -2.905);
}

static void a_place_at_the_end(void **state)
{
    (void)state;
    PASSES(fall, "{'type':'position','node':'Ball','expect':[0.3,-2.905,0.4],'tol':0.501}", 0.5);
    FAILS(fall, "{'type':'position','node':'Ball','expect':[0.3,-2.905,0.4],'tol':0.499}", 0.5);
    // A point one metre along X of a body that turned by a quarter about Y is at -Z.
    PASSES(turn_y,
           "{'type':'position','node':'Ball','point':[1,0,0],'expect':[0,2,-1],'t':0.25,"
           "'tol':1e-6}",
           0.0);
}

static void shifted_fall(int32_t node, double t, TumRunBody *body)
{
    fall(node, t, body);
    body->position[0] += 0.4 * t;
}

// Room is 0.005 + 0.6 * 9.81 t / 60 = 0.005 + 0.0981 t, the drift 0.4 t: 0.3019 t more.
static void a_flight_with_room_for_a_first_order_integrator(void **state)
{
    (void)state;
    PASSES(fall, "{'type':'ballistic','node':'Ball'}", 0.0);
    FAILS(shifted_fall, "{'type':'ballistic','node':'Ball'}", 0.4);
    PASSES(shifted_fall, "{'type':'ballistic','node':'Ball','v0':[0.4,0,0]}", 0.0);
    PASSES(shifted_fall, "{'type':'ballistic','node':'Ball','tol':0.31}", 0.4);
    FAILS(shifted_fall, "{'type':'ballistic','node':'Ball','tol':0.29}", 0.4);
    FAILS(fall, "{'type':'ballistic','node':'Ball','p0':[0,2.5,0]}", 0.5);
    FAILS(stay, "{'type':'ballistic','node':'Ball','acceleration':[0,-2,0]}", 1.0);
}

// Room is tol + 0.01 * 6 t, the error 0.2832 t.
static void a_spin_of_constant_rate(void **state)
{
    (void)state;
    PASSES(turn_y, "{'type':'spin','node':'Ball','omega':[0,6.283185307179586,0]}", 0.0);
    FAILS(turn_y, "{'type':'spin','node':'Ball','omega':[0,6,0],'tol':0.2}", 2.0 * pi - 6.0);
    PASSES(turn_y, "{'type':'spin','node':'Ball','omega':[0,6,0],'tol':0.25}", 2.0 * pi - 6.0);
}

// The ball of 1 kg gains what the box of 3 kg loses.
static void push_apart(int32_t node, double t, TumRunBody *body)
{
    const double speed = t > 0.5 ? 1.0 : 0.0;
    body->linear_velocity[0] = node == NODE_BALL ? 3.0 * speed : node == NODE_BOX ? -speed : 0.0;
}

static void momentum_of_several_bodies(void **state)
{
    (void)state;
    PASSES(push_apart, "{'type':'momentum','nodes':['Ball','Box'],'masses':[1,3],'tol':1e-9}", 0.0);
    FAILS(push_apart, "{'type':'momentum','nodes':['Ball','Box'],'masses':[1,2],'tol':0.99}", 1.0);
    PASSES(push_apart, "{'type':'momentum','nodes':['Ball','Box'],'masses':[1,2],'tol':1.01}", 1.0);
    PASSES(push_apart,
           "{'type':'momentum','nodes':['Ball','Box'],'masses':[1,2],'tol':0.1,'axes':'yz'}", 0.0);
    FAILS(push_apart,
          "{'type':'momentum','nodes':['Ball'],'masses':[2],'tol':5.9,'expect':[0,0,0]}", 6.0);
}

// A spin about Y that slows down to three quarters.
static void slow_spin(int32_t node, double t, TumRunBody *body)
{
    turn_y(node, t, body);
    body->angular_velocity[1] *= 1.0 - 0.25 * t;
}

static void angular_momentum_of_a_free_body(void **state)
{
    (void)state;
    PASSES(turn_y, "{'type':'angularMomentum','node':'Ball','inertia':[1,2,3]}", 0.0);
    FAILS(slow_spin, "{'type':'angularMomentum','node':'Ball','inertia':[1,2,3],'tol':0.249}",
          0.25);
    PASSES(slow_spin, "{'type':'angularMomentum','node':'Ball','inertia':[1,2,3],'tol':0.251}",
           0.25);
}

// Fall without speed: 9.81 * 4.905 J/kg are lost. Spin of 2 pi rad/s: 2 (2 pi)^2 / 2 J/kg.
static void sink(int32_t node, double t, TumRunBody *body)
{
    fall(node, t, body);
    body->linear_velocity[1] = 0.0;
}

static void spin_up(int32_t node, double t, TumRunBody *body)
{
    turn_y(node, t, body);
    body->angular_velocity[1] *= t;
}

static void energy_that_is_lost_and_gained(void **state)
{
    const double lost = 9.81 * 4.905, gained = 4.0 * pi * pi;
    (void)state;
    assert_verdict(fall, "{'type':'energy','node':'Ball','maxGain':1e-9,'maxLoss':1e-9}",
                   TUM_OUTCOME_PASSED, 0.0, 1e-9);
    FAILS(sink, "{'type':'energy','node':'Ball','maxLoss':48.1}", -lost);
    PASSES(sink, "{'type':'energy','node':'Ball','maxLoss':48.2}", -lost);
    FAILS(spin_up, "{'type':'energy','node':'Ball','inertia':[1,2,1],'maxGain':39.4}", gained);
    PASSES(spin_up, "{'type':'energy','node':'Ball','inertia':[1,2,1],'maxGain':39.5}", gained);
    // Gravity of the check's own.
    PASSES(sink, "{'type':'energy','node':'Ball','gravity':[0,0,0],'maxLoss':0.1}", 0.0);
}

// The box moves away along (0.3, 0.4, 0) in a second.
static void part(int32_t node, double t, TumRunBody *body)
{
    if (node == NODE_BOX) {
        body->position[0] += 0.3 * t;
        body->position[1] += 0.4 * t;
    }
}

static void turn_box(int32_t node, double t, TumRunBody *body)
{
    if (node == NODE_BOX) { // A third of a right angle about X.
        body->orientation[0] = sin(pi * t / 12.0);
        body->orientation[3] = cos(pi * t / 12.0);
    }
}

static void a_metric_between_two_frames(void **state)
{
    (void)state;
    PASSES(part, "{'type':'joint','a':'Tip','b':'Handle','metric':'linear','max':0.51}", 0.5);
    FAILS(part,
          "{'type':'joint','a':'Tip','b':'Handle','metric':'linear','reduce':'last','max':0.49}",
          0.5);
    PASSES(part, "{'type':'joint','a':'Tip','b':'Handle','metric':'linear','axes':[0],'max':0.31}",
           0.3);
    PASSES(part,
           "{'type':'joint','a':'Tip','b':'Handle','metric':'linear','axes':[1,2],'max':0.41}",
           0.4);
    PASSES(turn_box,
           "{'type':'joint','a':'Ball','b':'Box','metric':'angular','axes':[0],'max':0.53}",
           pi / 6.0);
    FAILS(turn_box,
          "{'type':'joint','a':'Box','b':'Ball','metric':'angular','axes':0,'reduce':'min',"
          "'min':-0.52}",
          -pi / 6.0);
    // X is the axis of the turn; Y and Z leave their places by its angle.
    PASSES(turn_box,
           "{'type':'joint','a':'Ball','b':'Box','metric':'angular','axes':[1,2],'max':1e-9}", 0.0);
    PASSES(turn_box,
           "{'type':'joint','a':'Ball','b':'Box','metric':'angular','axes':[0,2],'max':0.53}",
           pi / 6.0);
    PASSES(turn_box, "{'type':'joint','a':'Ball','b':'Box','metric':'angular','max':0.53}",
           pi / 6.0);
    PASSES(turn_box,
           "{'type':'joint','a':'Ball','b':'Box','metric':'axisAngle','axes':[1],'max':0.53}",
           pi / 6.0);
    // Frames that the other body carries.
    PASSES(part,
           "{'type':'joint','a':'Tip','b':'Handle','bodyA':'Box','bodyB':'Ball',"
           "'metric':'linear','axes':[0],'min':-0.31}",
           -0.3);
}

// The excess 0.5 m over the tolerance 0.03 m.
static void hard_limits_of_the_joints(void **state)
{
    (void)state;
    PASSES(stay, "{'type':'limits'}", 0.0);
    FAILS(part, "{'type':'limits'}", 0.5 / 0.03);
    PASSES(part, "{'type':'limits','linear':0.51}", 0.5 / 0.51);
    FAILS(turn_box, "{'type':'limits','linear':9,'angular':0.52}", pi / 6.0 / 0.52);
    PASSES(turn_box, "{'type':'limits','linear':9,'angular':0.53,'joints':['Tip']}",
           pi / 6.0 / 0.53);
    Trial trial = judge(part, "{'type':'limits'}");
    assert_string_equal(trial_verdict(&trial)->pointer,
                        "/extensions/KHR_physics_rigid_bodies/physicsJoints/0/limits/0");
    trial_close(&trial);
    trial = judge(part, "{'type':'limits','joints':['Ball']}");
    assert_string_equal(trial_verdict(&trial)->message, "the joints have no hard limits");
    trial_close(&trial);
}

static void judge_events(const char *check, TumOutcome outcome, double value)
{
    static const TumRunEvent events[] = {
        {"triggerEntered", NODE_ZONE, NODE_BALL, NODE_BALL, TUM_RUN_NO_NODE, TUM_RUN_NO_NODE},
        {"triggerEntered", NODE_ZONE, NODE_FLOOR, -1, TUM_RUN_NO_NODE, TUM_RUN_NO_NODE},
        {"contactStarted", TUM_RUN_NO_NODE, TUM_RUN_NO_NODE, TUM_RUN_NO_NODE, NODE_BALL, NODE_BOX}};
    char text[512];
    Trial trial = trial_open(stay);
    trial.engine.events = events;
    trial.engine.event_count = sizeof events / sizeof *events;
    (void)snprintf(text, sizeof text, "{'tumbleExpectations':1,'duration':1,'checks':[%s]}", check);
    assert_int_equal(trial_read(&trial, text), TUM_OK);
    trial_judge(&trial);
    assert_int_equal(trial_verdict(&trial)->outcome, outcome);
    assert_near(trial_verdict(&trial)->value, value, 0.0);
    trial_close(&trial);
}

static void events_are_counted(void **state)
{
    (void)state;
    judge_events("{'type':'event','trigger':'Zone'}", TUM_OUTCOME_PASSED, 2);
    judge_events("{'type':'event','trigger':'Zone','max':1}", TUM_OUTCOME_FAILED, 2);
    judge_events("{'type':'event','trigger':'Zone','min':3}", TUM_OUTCOME_FAILED, 2);
    judge_events("{'type':'event','trigger':'Zone','motion':-1,'max':1}", TUM_OUTCOME_PASSED, 1);
    judge_events("{'type':'event','trigger':'Zone','collider':['Ball','Box'],'max':1}",
                 TUM_OUTCOME_PASSED, 1);
    judge_events("{'type':'event','kind':'contactStarted','nodes':['Box','Ball']}",
                 TUM_OUTCOME_PASSED, 1);
    judge_events("{'type':'event','kind':['triggerEntered','contactStarted'],'min':3,'max':3}",
                 TUM_OUTCOME_PASSED, 3);
    judge_events("{'type':'event','trigger':'Zone','t':[0,0.4],'min':0,'max':0}",
                 TUM_OUTCOME_PASSED, 0);
    judge_events("{'type':'event','trigger':'Zone','t':[0.6,1],'min':0,'max':0}",
                 TUM_OUTCOME_PASSED, 0);
    judge_events("{'type':'event','trigger':'Ball'}", TUM_OUTCOME_FAILED, 0);
}

static void bodies_that_there_are(void **state)
{
    (void)state;
    PASSES(stay, "{'type':'bodies','equals':['Ball','Box','Ghost']}", 0);
    FAILS(stay, "{'type':'bodies','equals':['Ball','Box']}", 1);
    FAILS(stay, "{'type':'bodies','equals':['Ball','Box','Ghost','Floor']}", 1);
    PASSES(stay, "{'type':'bodies','include':['Ball'],'exclude':['Floor']}", 0);
    FAILS(stay, "{'type':'bodies','include':['Floor']}", 1);
    FAILS(stay, "{'type':'bodies','exclude':['Ball']}", 1);
}

static void bodies_at_rest(void **state)
{
    (void)state;
    PASSES(stay, "{'type':'atRest','nodes':['Ball','Box']}", 0);
    FAILS(fall, "{'type':'atRest','node':'Ball'}", 9.81 / 60.0); // the first step is too fast
    PASSES(fall, "{'type':'atRest','node':'Ball','speed':9.82}", 9.81);
    FAILS(fall, "{'type':'atRest','node':'Ball','speed':9.80}", 9.81);
    FAILS(turn_y, "{'type':'atRest','node':'Ball','angularSpeed':6.28}", 2.0 * pi);
    PASSES(turn_y, "{'type':'atRest','node':'Ball','angularSpeed':6.29}", 2.0 * pi);
}

static void bodies_that_stay_where_they_are(void **state)
{
    (void)state;
    PASSES(part, "{'type':'fixed','nodes':['Ball','Floor']}", 0);
    FAILS(part, "{'type':'fixed','nodes':['Ball','Box'],'tol':0.49}", 0.5 * 59.0 / 60.0);
    PASSES(part, "{'type':'fixed','nodes':['Ball','Box'],'tol':0.51}", 0.5);
    FAILS(turn_box, "{'type':'fixed','nodes':['Box'],'angle':0.52}", pi / 6.0);
    PASSES(turn_box, "{'type':'fixed','nodes':['Box'],'angle':0.53}", pi / 6.0);
}

static void judge_again(const char *check, double tremble, double creep, TumOutcome outcome,
                        double value)
{
    char text[512];
    Trial trial = trial_open(stay);
    trial.engine.tremble = tremble;
    trial.engine.creep = creep;
    (void)snprintf(text, sizeof text, "{'tumbleExpectations':1,'duration':1,'checks':[%s]}", check);
    assert_int_equal(trial_read(&trial, text), TUM_OK);
    trial_judge(&trial);
    assert_int_equal(trial_verdict(&trial)->outcome, outcome);
    if (value >= 0.0) {
        assert_near(trial_verdict(&trial)->value, value, 1e-9);
    }
    trial_close(&trial);
}

static void a_second_run_is_the_same(void **state)
{
    (void)state;
    judge_again("{'type':'deterministic'}", 0.0, 0.0, TUM_OUTCOME_PASSED, -1.0);
    judge_again("{'type':'deterministic'}", 1e-12, 0.0, TUM_OUTCOME_FAILED, -1.0);
}

// A place that is a tenth of a millimetre higher for each Hz: 60 Hz and 120 Hz are 6 mm apart.
static void runs_at_other_rates_agree(void **state)
{
    (void)state;
    judge_again("{'type':'agree','node':'Ball','rates':[30,120],'tol':0.0061}", 0.0, 1e-4,
                TUM_OUTCOME_PASSED, 0.006);
    judge_again("{'type':'agree','node':'Ball','rates':[30,120],'tol':0.0059}", 0.0, 1e-4,
                TUM_OUTCOME_FAILED, 0.006);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_within_bounds_at_every_step),
        cmocka_unit_test(a_reduction_within_bounds),
        cmocka_unit_test(a_number_that_enters_its_bounds_once),
        cmocka_unit_test(a_window_of_time_has_half_a_step_of_slack),
        cmocka_unit_test(of_two_steps_that_are_as_near_the_earlier_one_counts),
        cmocka_unit_test(two_numbers_compared),
        cmocka_unit_test(a_place_at_the_end),
        cmocka_unit_test(a_flight_with_room_for_a_first_order_integrator),
        cmocka_unit_test(a_spin_of_constant_rate),
        cmocka_unit_test(momentum_of_several_bodies),
        cmocka_unit_test(angular_momentum_of_a_free_body),
        cmocka_unit_test(energy_that_is_lost_and_gained),
        cmocka_unit_test(a_metric_between_two_frames),
        cmocka_unit_test(hard_limits_of_the_joints),
        cmocka_unit_test(events_are_counted),
        cmocka_unit_test(bodies_that_there_are),
        cmocka_unit_test(bodies_at_rest),
        cmocka_unit_test(bodies_that_stay_where_they_are),
        cmocka_unit_test(a_second_run_is_the_same),
        cmocka_unit_test(runs_at_other_rates_agree),
    };
    return cmocka_run_group_tests_name("checks", tests, NULL, NULL);
}
