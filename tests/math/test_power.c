// SPDX-License-Identifier: MIT
// Powers agree with the C library's, which is right to a unit in the last place.
#include "math/power.h"
#include "tests/support/support.h"

static void logarithms_are_right_to_the_last_places(void **state)
{
    (void)state;
    Random random = {3};
    for (int i = 0; i < 20000; ++i) {
        const double x = exp(random_in(&random, -600, 600));
        assert_near(tum_log64(x), log(x), 5e-16 * fabs(log(x)));
        const double near_one = 1.0 + random_in(&random, -1e-3, 1e-3);
        assert_near(tum_log64(near_one), log(near_one), 5e-16 * fabs(log(near_one)));
    }
    assert_near(tum_log64(1.0), 0.0, 0.0);
}

static void exponentials_are_right_to_the_last_places(void **state)
{
    (void)state;
    Random random = {5};
    for (int i = 0; i < 20000; ++i) {
        const double x = random_in(&random, -690, 690), y = random_in(&random, -1, 1);
        assert_near(tum_exp64(x) / exp(x), 1.0, 5e-16);
        assert_near(tum_exp64(y) / exp(y), 1.0, 5e-16);
    }
    assert_near(tum_exp64(0.0), 1.0, 0.0);
}

static void powers_are_products_of_roots(void **state)
{
    (void)state;
    Random random = {9};
    for (int i = 0; i < 1000; ++i) {
        const double x = random_in(&random, 1e-3, 10);
        assert_near(tum_pow64(x, 3.0) / (x * x * x), 1.0, 1e-14);
        assert_near(tum_pow64(x, 1.5) / (x * sqrt(x)), 1.0, 1e-14);
        assert_near(tum_pow64(tum_pow64(x, 0.37), 1 / 0.37) / x, 1.0, 1e-14);
    }
    assert_near(tum_pow64(0.0, 0.5), 0.0, 0.0);
    assert_near(tum_pow64(0.5, 1e6), 0.0, 0.0);
    assert_near(tum_pow64(2.0, 1e6) / exp(700), 1.0, 1e-13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logarithms_are_right_to_the_last_places),
        cmocka_unit_test(exponentials_are_right_to_the_last_places),
        cmocka_unit_test(powers_are_products_of_roots),
    };
    return cmocka_run_group_tests_name("power", tests, NULL, NULL);
}
