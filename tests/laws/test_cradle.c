// SPDX-License-Identifier: MIT
// A blow passes through bodies that touch, one contact after the other: as many balls leave a row
// as came, as fast as they came.
#include "tests/support/joint_support.h"

enum { ROW_MAX = 7 };

static const double RADIUS = 0.1;
static const double MASS = 2.0;
static const double SPEED = 4.0; // [m/s] of those that come

// Things 0 to count - 1 are balls in a row along x; the first `coming` of them come.
typedef struct Row {
    Setup setup;
    int count;
} Row;

static void add_ball(Row *row, double x, double y, double mass)
{
    const int ball = setup_body(&row->setup, sphere_shape(RADIUS), x, y, 0);
    row->setup.things[ball].motion.mass = mass;
}

// On a floor without friction; those that come are 5 cm before those that wait.
static Row lying_row(int count, int coming, double gap, const double *masses)
{
    Row row = {.setup = setup_empty(), .count = count};
    for (int i = 0; i < count; ++i) {
        const double x = i * (2 * RADIUS + gap) - (i < coming ? 0.05 : 0);
        add_ball(&row, x, RADIUS, masses != NULL ? masses[i] : MASS);
        if (i < coming) {
            set3(row.setup.things[i].motion.linear_velocity, SPEED, 0, 0);
        }
    }
    setup_floor(&row.setup);
    setup_all_materials(&row.setup, 0, 0, 1);
    return row;
}

static double speed_of(const Row *row, int ball)
{
    return (double)setup_velocity(&row->setup, ball).x;
}

static void as_many_balls_leave_a_row_as_came(void **state)
{
    (void)state;
    const double gaps[3] = {0, 0.0004, -0.0001}; // [m]
    for (int count = 2; count <= ROW_MAX; ++count) {
        for (int coming = 1; coming <= 3 && coming < count; ++coming) {
            for (int g = 0; g < 3; ++g) {
                Row row = lying_row(count, coming, gaps[g], NULL);
                setup_start(&row.setup);
                setup_run(&row.setup, 0.3);
                for (int i = 0; i < count; ++i) {
                    const double expected = i < count - coming ? 0 : SPEED;
                    assert_near(speed_of(&row, i), expected, 0.01 * SPEED);
                }
                setup_end(&row.setup);
            }
        }
    }
}

// At 0.4 m/s as at 4, and at any rate: it is far from what gravity adds in two substeps.
static void a_row_hands_on_a_slow_blow(void **state)
{
    (void)state;
    const double rates[3] = {30, 60, 240}, speed = 0.4;
    for (int i = 0; i < 3; ++i) {
        Row row = lying_row(5, 1, 0, NULL);
        row.setup.rate = rates[i];
        set3(row.setup.things[0].motion.linear_velocity, speed, 0, 0);
        setup_start(&row.setup);
        setup_run(&row.setup, 0.3);
        for (int k = 0; k < 5; ++k) {
            assert_near(speed_of(&row, k), k == 4 ? speed : 0, 0.01 * speed);
        }
        setup_end(&row.setup);
    }
}

static const double STRING = 1.0; // [m]
static const double LIFT = 0.6;   // [rad] how far balls are raised before they are let go

// Hung on hinges of the world; those that come are raised about where they hang.
static Joints hang_row(Row *row, int count, int coming, double gap)
{
    *row = (Row){.setup = setup_empty(), .count = count};
    for (int i = 0; i < count; ++i) {
        const double angle = i < coming ? LIFT : 0;
        const double x = i * (2 * RADIUS + gap);
        add_ball(row, x - STRING * sin(angle), STRING - STRING * cos(angle), MASS);
    }
    const int post = setup_static(&row->setup, sphere_shape(0.01), 0, STRING + 1, 0);
    setup_all_materials(&row->setup, 0, 0, 1);
    Joints joints = joints_of(&row->setup);
    for (int i = 0; i < count; ++i) {
        const double x = i * (2 * RADIUS + gap);
        joint_hinge(&joints, joint_add(&joints, post, i, x, STRING, 0), 2);
    }
    return joints;
}

static double height_of(const Row *row, int ball)
{
    return (double)setup_pose(&row->setup, ball).position.y;
}

// Half a period after they were let go, as many hang as high on the other side.
static void as_many_balls_swing_out_of_a_cradle_as_came_in(void **state)
{
    (void)state;
    const double lifted = STRING - STRING * cos(LIFT);
    const double gaps[2] = {0, 0.0004}; // [m]
    for (int count = 2; count <= ROW_MAX; ++count) {
        for (int coming = 1; coming <= 3 && coming < count; ++coming) {
            for (int g = 0; g < 2; ++g) {
                Row row;
                Joints joints = hang_row(&row, count, coming, gaps[g]);
                setup_start(&row.setup);
                double top[ROW_MAX] = {0};
                for (int step = 0; step < 66; ++step) { // a period takes 2.07 s
                    setup_step(&row.setup);
                    for (int i = 0; i < count && step > 33; ++i) {
                        top[i] = fmax(top[i], height_of(&row, i));
                    }
                }
                for (int i = 0; i < count; ++i) {
                    const double expected = i < count - coming ? 0 : lifted;
                    assert_near(top[i], expected, 0.01 * lifted);
                }
                joints_end(&joints);
            }
        }
    }
}

// After five periods the outer balls still take turns, and the others still hang.
static void a_cradle_goes_on_swinging(void **state)
{
    (void)state;
    const double lifted = STRING - STRING * cos(LIFT);
    Row row;
    Joints joints = hang_row(&row, 5, 1, 0);
    setup_start(&row.setup);
    setup_run(&row.setup, 10);
    double top[5] = {0};
    for (int step = 0; step < 125; ++step) {
        setup_step(&row.setup);
        for (int i = 0; i < 5; ++i) {
            top[i] = fmax(top[i], height_of(&row, i));
        }
    }
    for (int i = 0; i < 5; ++i) {
        assert_near(top[i], i == 0 || i == 4 ? lifted : 0, 0.01 * lifted);
    }
    joints_end(&joints);
}

// Two that meet with e = 1.
static bool meet(double mass_a, double mass_b, double *a, double *b)
{
    const double approach = *a - *b;
    if (approach <= 1e-9) {
        return false;
    }
    *a -= 2 * mass_b / (mass_a + mass_b) * approach;
    *b += 2 * mass_a / (mass_a + mass_b) * approach;
    return true;
}

// Only one pair comes together at a time, so the order of meetings is no choice.
static void three_unequal_balls_meet_one_pair_after_the_other(void **state)
{
    (void)state;
    const double rows[4][3] = {{1, 4, 1}, {1, 0.2, 1}, {4, 2, 1}, {1, 3, 8}};
    for (int i = 0; i < 4; ++i) {
        const double *masses = rows[i];
        Row row = lying_row(3, 1, 0, masses);
        setup_start(&row.setup);
        setup_run(&row.setup, 0.3);
        double v[3] = {SPEED, 0, 0};
        for (bool met = true; met;) {
            met = meet(masses[0], masses[1], &v[0], &v[1]);
            met = meet(masses[1], masses[2], &v[1], &v[2]) || met;
        }
        for (int k = 0; k < 3; ++k) {
            assert_near(speed_of(&row, k), v[k], 0.01 * SPEED);
        }
        setup_end(&row.setup);
    }
}

// The blow runs through the row, turns at the wall and runs back.
static void a_ball_bounces_off_a_row_against_a_wall(void **state)
{
    (void)state;
    Row row = lying_row(5, 1, 0, NULL);
    setup_static(&row.setup, box_shape(1, 1, 1), 4 * 2 * RADIUS + RADIUS + 0.5, 0.5, 0);
    setup_all_materials(&row.setup, 0, 0, 1);
    setup_start(&row.setup);
    setup_run(&row.setup, 0.3);
    for (int i = 0; i < 5; ++i) {
        assert_near(speed_of(&row, i), i == 0 ? -SPEED : 0, 0.01 * SPEED);
    }
    setup_end(&row.setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_many_balls_leave_a_row_as_came),
        cmocka_unit_test(a_row_hands_on_a_slow_blow),
        cmocka_unit_test(as_many_balls_swing_out_of_a_cradle_as_came_in),
        cmocka_unit_test(a_cradle_goes_on_swinging),
        cmocka_unit_test(three_unequal_balls_meet_one_pair_after_the_other),
        cmocka_unit_test(a_ball_bounces_off_a_row_against_a_wall),
    };
    return cmocka_run_group_tests_name("cradle", tests, NULL, NULL);
}
