// SPDX-License-Identifier: MIT
// A world of four dimensions in which nothing extends but evenly along W, and nothing moves along
// it, is one of three (docs/simulation.md#11-four-dimensions). It runs beside the 3D engine here.
#include "tests/support/world_support.h"
#include "tests/support/world_support4.h"

// The same things in both: boxes of 1 m along W, balls with the inertia of 3D.
typedef struct Twins {
    Setup three;
    Setup4 four;
} Twins;

static Twins twins_on_floor(void)
{
    Twins twins = {setup_empty(), setup4_empty()};
    setup_floor(&twins.three);
    setup4_floor(&twins.four);
    return twins;
}

// Weighs the same in both: 10 kg.
static int add_box(Twins *twins, double x, double y, double z, const double place[3])
{
    const int box = setup_body(&twins->three, box_shape(x, y, z), place[0], place[1], place[2]);
    const int box_too =
        setup4_body(&twins->four, box4(x, y, z, 1), (double[4]){place[0], place[1], place[2], 0});
    assert_int_equal(box, box_too);
    twins->three.things[box].motion.mass = 10;
    twins->four.things[box].motion.mass = 10;
    return box;
}

// A ball in 4D resists as m r^2 / 3 in every plane; given what a ball of 3D has, it is one.
static int add_ball(Twins *twins, double radius, const double place[3])
{
    const int ball = setup_body(&twins->three, sphere_shape(radius), place[0], place[1], place[2]);
    setup4_body(&twins->four, ball4(radius), (double[4]){place[0], place[1], place[2], 0});
    twins->three.things[ball].motion.mass = 10;
    MotionDef *motion = &twins->four.things[ball].motion;
    motion->mass = 10;
    for (int k = 0; k < 6; ++k) {
        motion->inertia[k] = 0.4 * 10 * radius * radius;
    }
    for (int k = 0; k < 4; ++k) {
        motion->inertia_rotation4[5 * k] = 1;
    }
    return ball;
}

static void turn(Twins *twins, int thing, int axis, double angle)
{
    const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const int from[3] = {1, 2, 0}, to[3] = {2, 0, 1};
    setup_turn(&twins->three, thing, axes[axis][0], axes[axis][1], axes[axis][2], angle);
    setup4_turn(&twins->four, thing, from[axis], to[axis], angle);
}

// A rotation about x is one in YZ, about y from Z to X, about z in XY.
static void move(Twins *twins, int thing, const double linear[3], const double angular[3])
{
    memcpy(twins->three.things[thing].motion.linear_velocity, linear, 3 * sizeof *linear);
    memcpy(twins->three.things[thing].motion.angular_velocity, angular, 3 * sizeof *angular);
    twins->three.things[thing].motion.velocity_space = VELOCITY_IN_WORLD;
    setup4_move(&twins->four, thing, (double[4]){linear[0], linear[1], linear[2], 0},
                (double[6]){angular[2], -angular[1], angular[0], 0, 0, 0});
}

// The largest distance between the twins of a thing, and how far the one in 4D got along W.
static void compare(Twins *twins, int thing, double seconds, double *apart, double *along_w)
{
    *apart = *along_w = 0;
    for (int step = 0; step < (int)(seconds * 60 + 0.5); ++step) {
        setup_step(&twins->three);
        setup4_step(&twins->four);
        const TumVec3 p = setup_pose(&twins->three, thing).position;
        const Place4 q = setup4_position(&twins->four, thing);
        const double off[3] = {(double)p.x - q.at[0], (double)p.y - q.at[1], (double)p.z - q.at[2]};
        *apart = fmax(*apart, sqrt(off[0] * off[0] + off[1] * off[1] + off[2] * off[2]));
        *along_w = fmax(*along_w, fabs(q.at[3]));
    }
}

static void end(Twins *twins)
{
    setup_end(&twins->three);
    setup4_end(&twins->four);
}

// Free flight, tumbling: both engines turn a box by second order in the step, but not by the same
// rule; where it is does not depend on it.
static void flight_is_the_same(void **state)
{
    (void)state;
    Twins twins = twins_on_floor();
    const int box = add_box(&twins, 1, 2, 0.5, (double[3]){0, 30, 0});
    move(&twins, box, (double[3]){3, 5, -1}, (double[3]){2, 1, -3});
    setup_start(&twins.three);
    setup4_start(&twins.four);
    double apart, along_w;
    compare(&twins, box, 2, &apart, &along_w);
    assert_near(apart, 0, 1e-5);
    assert_near(along_w, 0, 0);
    const TumVec3 spin = setup_spin(&twins.three, box);
    double planes[6];
    setup4_spin(&twins.four, box, planes);
    assert_near(planes[2], spin.x, 0.02);
    assert_near(-planes[1], spin.y, 0.02);
    assert_near(planes[0], spin.z, 0.02);
    end(&twins);
}

// One point of contact: a ball that is thrown, bounces, slides and rolls.
static void a_ball_bounces_and_rolls_the_same(void **state)
{
    (void)state;
    Twins twins = twins_on_floor();
    const int ball = add_ball(&twins, 0.4, (double[3]){0, 2, 0});
    move(&twins, ball, (double[3]){2, 0, 1}, (double[3]){5, 0, -3});
    setup_all_materials(&twins.three, 0.4, 0.4, 0.5);
    setup4_all_materials(&twins.four, 0.4, 0.5);
    setup_start(&twins.three);
    setup4_start(&twins.four);
    double apart, along_w;
    compare(&twins, ball, 3, &apart, &along_w);
    assert_near(apart, 0, 1e-3); // after four bounces
    assert_near(along_w, 0, 1e-6);
    end(&twins);
}

// A box that lands on a corner touches in pairs of points, at both ends of W; what a sweep over
// them leaves uneven leaks into W. Ends within millimetres of each other.
static void a_box_lands_and_comes_to_rest_where_it_does_in_three(void **state)
{
    (void)state;
    Twins twins = twins_on_floor();
    const int box = add_box(&twins, 1.5, 0.5, 1, (double[3]){0, 1.5, 0});
    turn(&twins, box, 0, 0.4);
    move(&twins, box, (double[3]){1, 0, 0.5}, (double[3]){-0.7, -0.5, 1});
    setup_start(&twins.three);
    setup4_start(&twins.four);
    double apart, along_w;
    compare(&twins, box, 3, &apart, &along_w);
    assert_near(apart, 0, 0.02);
    assert_near(along_w, 0, 0.002);
    end(&twins);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flight_is_the_same),
        cmocka_unit_test(a_ball_bounces_and_rolls_the_same),
        cmocka_unit_test(a_box_lands_and_comes_to_rest_where_it_does_in_three),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
