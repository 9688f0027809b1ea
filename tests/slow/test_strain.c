// SPDX-License-Identifier: MIT
// Chains, spans, presses and nets under heavy loads, by the hundred: joined bodies that meet others
// take no energy from nowhere.
//
// The numbers are seeds. TUMBLE_STRAINS=2500 runs more of each kind, TUMBLE_STRAIN_FIRST=501 begins
// elsewhere; the scenes of a quick run are in tests/laws/test_energy_joined.c.
#include "tests/support/strain.h"

static long setting(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text != NULL ? strtol(text, NULL, 10) : otherwise;
}

// A two-hundredth of the scenes may gain: closed spans rebound a little too far.
static void assert_gains_nothing(StrainKind kind)
{
    const long first = setting("TUMBLE_STRAIN_FIRST", 1000), count = setting("TUMBLE_STRAINS", 60);
    long gained = 0;
    for (long i = first; i < first + count; ++i) {
        const Strain strain = random_strain((uint64_t)i * STRAIN_KINDS + (uint64_t)kind);
        const StrainEnd end = strain_run(&strain, 90);
        if (!(end.gain <= 1.01)) {
            ++gained;
            print_message("strain %ld: %f of its energy in frame %d\n", i, end.gain, end.frame);
        }
        // 1.04 is the worst of 900 spans, 1.004 of 2500 pendulums.
        assert_between(end.gain, 0, 1.1);
    }
    assert_in_range(gained, 0, 1 + count / 200);
}

static void chains_with_a_heavy_end_gain_no_energy(void **state)
{
    (void)state;
    assert_gains_nothing(STRAIN_PENDULUM);
}

static void loaded_spans_gain_no_energy(void **state)
{
    (void)state;
    assert_gains_nothing(STRAIN_SPAN);
}

static void ragdolls_under_a_press_gain_no_energy(void **state)
{
    (void)state;
    assert_gains_nothing(STRAIN_PRESS);
}

static void loaded_nets_gain_no_energy(void **state)
{
    (void)state;
    assert_gains_nothing(STRAIN_NET);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_with_a_heavy_end_gain_no_energy),
        cmocka_unit_test(loaded_spans_gain_no_energy),
        cmocka_unit_test(ragdolls_under_a_press_gain_no_energy),
        cmocka_unit_test(loaded_nets_gain_no_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
