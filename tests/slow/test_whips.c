// SPDX-License-Identifier: MIT
// Light chains that come down over an edge: each link is thrown about by those before it, and turns
// by a radian and more in a substep where the chain snaps taut.
#include "tests/support/whip.h"

static double widest_of_thirty(Whip whip)
{
    double widest = 0;
    for (int i = 0; i < 30; ++i) {
        whip.over_the_edge = 0.5 + i / 15.0;
        widest = fmax(widest, whip_gap(whip));
    }
    return widest;
}

static void chains_that_fall_over_an_edge_stay_whole(void **state)
{
    (void)state;
    for (double speed = 4; speed <= 16; speed *= 2) {
        assert_between(widest_of_thirty((Whip){.is_fixed = true, .speed = speed}), 0, 1e-3);
        assert_between(widest_of_thirty((Whip){.speed = speed}), 0, 1e-3);
    }
}

// Its last substep moves what carries them after the links: pieces have to foresee that.
static void chains_that_are_carried_over_an_edge_stay_whole(void **state)
{
    (void)state;
    assert_between(widest_of_thirty((Whip){.is_fixed = true, .speed = 8, .post_speed = 3}), 0,
                   2e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_that_fall_over_an_edge_stay_whole),
        cmocka_unit_test(chains_that_are_carried_over_an_edge_stay_whole),
    };
    return cmocka_run_group_tests_name("whips", tests, NULL, NULL);
}
