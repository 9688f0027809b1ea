// SPDX-License-Identifier: MIT
// Tall stacks of boxes stand, awake, at rates at which springs as soft as their contacts would
// buckle.
#include "tests/support/world_support.h"

// Boxes that are as wide as high on each other.
typedef struct Stack {
    int count;
    double size;                  // [m]
    double rate, seconds;         // [Hz], [s]
    double friction, restitution; // the same everywhere
    double gap;                   // [m] between boxes when they begin to fall
    double off, turned;           // of the size, and [rad] about the vertical: at the most
} Stack;

// Numbers from -1 to 1 (Numerical Recipes' linear congruence).
static double next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / 8388608.0 - 1.0;
}

static Setup stacked(const Stack *stack)
{
    Setup setup = setup_empty();
    uint32_t seed = 1;
    setup.def.no_sleep = true;
    setup.rate = stack->rate;
    setup_floor(&setup);
    for (int i = 0; i < stack->count; ++i) {
        const double size = stack->size, off = stack->off * size;
        const int box =
            setup_body(&setup, box_shape(size, size, size), off * next_random(&seed),
                       size * (0.5 + i) + stack->gap * (i + 1), off * next_random(&seed));
        setup_turn(&setup, box, 0, 1, 0, stack->turned * next_random(&seed));
    }
    setup_all_materials(&setup, stack->friction, stack->friction, stack->restitution);
    setup_start(&setup);
    return setup;
}

// No box comes farther to the side than a tenth of its size, nor does the stack sink by more than
// what was between its boxes and a tenth of a box.
static void assert_stands(Stack stack)
{
    Setup setup = stacked(&stack);
    setup_run(&setup, stack.seconds);
    for (int i = 1; i <= stack.count; ++i) {
        const TumVec3 p = setup_pose(&setup, i).position;
        const double *from = setup.things[i].position;
        assert_near(p.x, from[0], 0.1 * stack.size);
        assert_near(p.z, from[2], 0.1 * stack.size);
        assert_between((double)p.y, stack.size * (i - 0.5 - 0.1), from[1] + 1e-3 * stack.size);
        assert_near(setup_tilt(&setup, i), 0, 0.01);
    }
    setup_end(&setup);
}

static void twenty_boxes_stand_at_thirty_hertz_for_a_minute(void **state)
{
    (void)state;
    assert_stands((Stack){20, 1, 30, 60, 0.6, 0, 0, 0, 0});
    assert_stands((Stack){20, 0.1, 30, 60, 0.3, 0.3, 0, 0, 0});
}

static void fifty_boxes_stand_at_sixty_hertz_for_a_minute(void **state)
{
    (void)state;
    assert_stands((Stack){50, 1, 60, 60, 0.6, 0, 0, 0, 0});
    assert_stands((Stack){50, 2, 60, 60, 1, 0.3, 0, 0, 0});
}

static void fifty_boxes_put_down_carelessly_stand(void **state)
{
    (void)state;
    assert_stands((Stack){50, 1, 60, 20, 0.6, 0, 1e-3, 0.01, 0.1});
    assert_stands((Stack){50, 0.3, 60, 20, 0.6, 0.3, 0, 0.01, 0.5});
}

static void fifty_boxes_stand_at_any_rate(void **state)
{
    (void)state;
    const double rates[3] = {30, 120, 240};
    for (int i = 0; i < 3; ++i) {
        print_message("%g Hz\n", rates[i]);
        assert_stands((Stack){50, 0.5, rates[i], 20, 0.6, 0, 0, 0, 0});
    }
}

static void a_stack_stands_beside_others(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    setup.rate = 30;
    setup_floor(&setup);
    for (int i = 0; i < 20; ++i) {
        setup_body(&setup, box_shape(1, 1, 1), 0, 0.5 + i, 0);
        setup_body(&setup, box_shape(0.2, 0.2, 0.2), 3 + i, 0.1, 0);
    }
    setup_start(&setup);
    setup_run(&setup, 40);
    for (int i = 0; i < 20; ++i) {
        const TumVec3 p = setup_pose(&setup, 1 + 2 * i).position;
        assert_near(p.x, 0, 0.1);
        assert_near(p.y, 0.5 + i, 0.1);
        assert_near(p.z, 0, 0.1);
    }
    setup_end(&setup);
}

// Stones of 1 m by 0.2 m that are 4 to 9 cm thick: a wall of them would topple to either face,
// about which they tilt on points that are nearly on a line.
static void walls_of_thin_stones_stand(void **state)
{
    (void)state;
    const double thicknesses[3] = {0.04, 0.06, 0.09}, rates[2] = {60, 120};
    for (int i = 0; i < 6; ++i) {
        enum { STONES = 16 };
        Setup setup = setup_empty();
        setup.def.no_sleep = true;
        setup.rate = rates[i / 3];
        setup_floor(&setup);
        for (int k = 0; k < STONES; ++k) {
            setup_body(&setup, box_shape(thicknesses[i % 3], 0.2, 1), 0, 0.1 + 0.2 * k, 0);
        }
        setup_all_materials(&setup, 0.6, 0.6, 0);
        setup_start(&setup);
        setup_run(&setup, 10);
        for (int k = 1; k <= STONES; ++k) {
            const TumVec3 p = setup_pose(&setup, k).position;
            assert_near(p.x, 0, 0.01);
            assert_near(p.y, 0.2 * k - 0.1, 0.01);
            assert_near(p.z, 0, 0.01);
        }
        setup_end(&setup);
    }
}

// Contacts are springs that turn by pi / 2 in a substep (docs/simulation.md#4-contacts). So four
// balls of 100 kg in a shaft, with one of 1 kg on all of them, sink in by
// g (1 + 0.01 / 4) (2 h / pi)^2: 69 um at 240 substeps a second. Balls stand on points below their
// middles, which are no feet that a column could buckle on, and make no substep shorter.
static void balls_on_balls_need_no_shorter_substeps(void **state)
{
    (void)state;
    const double rates[2] = {60, 120};
    for (int i = 0; i < 2; ++i) {
        enum { BALLS = 4 };
        Setup setup = setup_empty();
        setup.def.no_sleep = true;
        setup.rate = rates[i];
        setup_floor(&setup);
        for (int side = -1; side <= 1; side += 2) {
            setup_static(&setup, box_shape(1, 4, 6), 1.5 * side, 2, 0);
            setup_static(&setup, box_shape(6, 4, 1), 0, 2, 1.5 * side);
        }
        const int first = setup.count;
        for (int k = 0; k < BALLS; ++k) {
            const int ball = setup_body(&setup, sphere_shape(0.5), k % 2 - 0.5, 0.5, k / 2 - 0.5);
            setup.things[ball].motion.mass = 100;
        }
        const int top = setup_body(&setup, sphere_shape(0.5), 0, 0.5 + sqrt(0.5), 0);
        setup.things[top].motion.mass = 1;
        setup_all_materials(&setup, 0.5, 0.5, 0);
        setup_start(&setup);
        setup_run(&setup, 1.5);
        const double substep = 1 / (4 * rates[i]);
        const double wanted = 9.81 * (1 + 0.01 / 4) * pow(2 * substep / acos(-1), 2);
        for (int k = 0; k < BALLS; ++k) {
            const double sunk = 0.5 - (double)setup_pose(&setup, first + k).position.y;
            assert_near(sunk, wanted, 0.05 * wanted);
        }
        setup_end(&setup);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twenty_boxes_stand_at_thirty_hertz_for_a_minute),
        cmocka_unit_test(fifty_boxes_stand_at_sixty_hertz_for_a_minute),
        cmocka_unit_test(fifty_boxes_put_down_carelessly_stand),
        cmocka_unit_test(fifty_boxes_stand_at_any_rate),
        cmocka_unit_test(walls_of_thin_stones_stand),
        cmocka_unit_test(balls_on_balls_need_no_shorter_substeps),
        cmocka_unit_test(a_stack_stands_beside_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
