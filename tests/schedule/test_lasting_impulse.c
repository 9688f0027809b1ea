// SPDX-License-Identifier: MIT
// Impulses from a step of short substeps to one of long ones. A force presses in each substep, an
// impact in one.
#include "schedule/contact_numbers.h"
#include "tests/support/support.h"

static const float mass = 0.01f, factor = 32.0f; // [kg]; substeps by those asked for

// The next step multiplies what is stored by the factor.
static float in_a_long_substep(float impulse, float kept)
{
    return factor * lasting_impulse(impulse, kept, mass, factor);
}

static void an_impact_in_the_last_short_substep_is_as_strong_in_a_long_one(void **state)
{
    (void)state;
    assert_near(in_a_long_substep(22.0f, 0.0f), 22, 1e-5);
}

static void a_force_gives_as_many_times_its_impulse_as_the_substep_is_longer(void **state)
{
    (void)state;
    assert_near(in_a_long_substep(22.0f, 22.0f), 32 * 22, 1e-3);
    assert_near(in_a_long_substep(22.0f, 15.0f), 32 * 22, 1e-3); // it varies
}

static void an_impact_on_what_bears_a_force_adds_its_own_impulse(void **state)
{
    (void)state;
    // 2 N s lasted; up to twice as much counts as such.
    assert_near(in_a_long_substep(22.0f, 2.0f), 32 * 4 + 18, 1e-3);
}

// Where the long impulse is below 17 m/s times the mass one visit of the solver takes it back.
static void a_light_impulse_is_scaled_as_a_force(void **state)
{
    (void)state;
    assert_near(in_a_long_substep(0.005f, 0.0f), 32 * 0.005, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_impact_in_the_last_short_substep_is_as_strong_in_a_long_one),
        cmocka_unit_test(a_force_gives_as_many_times_its_impulse_as_the_substep_is_longer),
        cmocka_unit_test(an_impact_on_what_bears_a_force_adds_its_own_impulse),
        cmocka_unit_test(a_light_impulse_is_scaled_as_a_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
