// SPDX-License-Identifier: MIT
// Bodies by the hundred against thin walls, as fast as tumble promises to hold them.
//
// The numbers are seeds: a shot is the same every time. TUMBLE_SHOTS=20000 shoots more,
// TUMBLE_SHOT_FIRST=501 begins elsewhere, TUMBLE_SHOT_LIST=1 tells which of them fail.
#include "tests/support/shot.h"

static long setting(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text != NULL ? strtol(text, NULL, 10) : otherwise;
}

static long first_shot(void)
{
    return setting("TUMBLE_SHOT_FIRST", 1);
}

static long shot_count(void)
{
    return setting("TUMBLE_SHOTS", 100);
}

static void tell(const char *what, long number, double value)
{
    if (setting("TUMBLE_SHOT_LIST", 0) != 0) {
        print_message("%s %ld: %.4f\n", what, number, value);
    }
}

// 5 mm: as deep as a body may sink in where rows push as well (contact3/impact3.c).
static void no_shot_passes_a_wall_or_gains_energy_by_it(void **state)
{
    (void)state;
    const long first = first_shot(), count = shot_count();
    long passed = 0, poked = 0, stopped = 0, gained = 0;
    for (long i = first; i < first + count; ++i) {
        const Shot shot = random_shot((uint64_t)i);
        const ShotEnd end = shoot(&shot);
        assert_false(end.diverged);
        const bool is_thick = shot.wall == WALL_BOX || shot.wall == WALL_CLOSED;
        const bool pokes = end.through > (is_thick ? 0.0 : 6e-3);
        const bool gains = end.gain > 1.02;
        passed += end.passed;
        poked += pokes;
        stopped += end.stopped;
        gained += gains;
        if (end.passed || pokes || end.stopped || gains) {
            tell(end.passed    ? "passed"
                 : pokes       ? "reached through"
                 : end.stopped ? "stopped in the air"
                               : "gained energy",
                 i, gains ? end.gain : end.through);
        }
    }
    print_message("%ld shots: %ld passed, %ld reached through, %ld stopped in the air, "
                  "%ld gained energy\n",
                  count, passed, poked, stopped, gained);
    assert_int_equal(passed, 0);
    assert_int_equal(stopped, 0);
    assert_int_equal(gained, 0);
    assert_true(1000 * poked <= count);
}

// What rows press in as deep as half of its thickness may stay there: of rods 2 m long centimetres.
static void no_pinned_rod_swings_through_a_wall(void **state)
{
    (void)state;
    const long first = first_shot(), count = shot_count() / 4;
    long through = 0;
    double most = -INFINITY;
    for (long i = first; i < first + count; ++i) {
        const double reach = spin_pinned((uint64_t)i);
        through += reach > 0.1;
        most = fmax(most, reach);
        if (reach > 0.1) {
            tell("pinned", i, reach);
        }
    }
    print_message("%ld rods: %ld through, %.4f m at most\n", count, through, most);
    assert_int_equal(through, 0);
}

// Chains break no record of accuracy while they are crushed at 200 m/s, but stay on their side, and
// finite: a blow on joined bodies adds no energy.
static void no_chain_passes_a_wall(void **state)
{
    (void)state;
    const long first = first_shot(), count = shot_count() / 2;
    long passed = 0, diverged = 0;
    double widest = 0;
    for (long i = first; i < first + count; ++i) {
        const ChainShotEnd end = shoot_chain((uint64_t)i);
        passed += end.through > 0;
        diverged += end.diverged;
        widest = fmax(widest, end.gap);
        if (end.through > 0 || end.diverged) {
            tell("chain", i, end.through);
        }
    }
    print_message("%ld chains: %ld passed, %ld worlds ended, %.4f m the widest gap\n", count,
                  passed, diverged, widest);
    assert_int_equal(passed, 0);
    assert_int_equal(diverged, 0);
    assert_between(widest, 0, 0.1);
}

static void no_animated_wall_moves_through_a_body(void **state)
{
    (void)state;
    const long first = first_shot(), count = shot_count();
    long passed = 0;
    for (long i = first; i < first + count; ++i) {
        const bool passes = swat((uint64_t)i);
        passed += passes;
        if (passes) {
            tell("wall", i, 0);
        }
    }
    print_message("%ld walls: %ld through\n", count, passed);
    assert_int_equal(passed, 0);
}

// Bodies that can be pushed are not followed to each other: a rod that begins to spin at the first
// touch passes, three shots in a hundred.
static void few_shots_pass_a_free_board(void **state)
{
    (void)state;
    const long first = first_shot(), count = shot_count();
    long passed = 0, diverged = 0;
    for (long i = first; i < first + count; ++i) {
        bool diverges;
        const bool passes = shoot_at_board((uint64_t)i, &diverges);
        passed += passes;
        diverged += diverges;
        if (passes) {
            tell("board", i, 0);
        }
    }
    print_message("%ld boards: %ld passed, %ld worlds ended\n", count, passed, diverged);
    assert_true(25 * (passed - 2) <= count);
    assert_true(1000 * diverged <= count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_shot_passes_a_wall_or_gains_energy_by_it),
        cmocka_unit_test(no_pinned_rod_swings_through_a_wall),
        cmocka_unit_test(no_chain_passes_a_wall),
        cmocka_unit_test(no_animated_wall_moves_through_a_body),
        cmocka_unit_test(few_shots_pass_a_free_board),
    };
    return cmocka_run_group_tests_name("shots", tests, NULL, NULL);
}
