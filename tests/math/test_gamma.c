// SPDX-License-Identifier: MIT
// The gamma function agrees with the C library's.
#include "math/gamma.h"
#include "tests/support/support.h"

static void whole_numbers_give_factorials(void **state)
{
    (void)state;
    double factorial = 1.0;
    for (int n = 1; n <= 20; ++n) {
        assert_near(tum_gamma64(n) / factorial, 1.0, 2e-15);
        factorial *= n;
    }
}

static void all_numbers_agree_with_the_library(void **state)
{
    (void)state;
    for (int i = 1; i <= 20000; ++i) {
        const double x = i / 1000.0;
        assert_near(tum_gamma64(x) / tgamma(x), 1.0, 3e-15);
    }
    assert_near(tum_gamma64(1e-6) / tgamma(1e-6), 1.0, 3e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers_give_factorials),
        cmocka_unit_test(all_numbers_agree_with_the_library),
    };
    return cmocka_run_group_tests_name("gamma", tests, NULL, NULL);
}
