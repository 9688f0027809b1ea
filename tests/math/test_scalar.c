// SPDX-License-Identifier: MIT
// Sine, cosine and arctangent: as near to the true value as the header promises, and with the signs
// of C.
#include "math/scalar.h"

#include <float.h>

#include "tests/support/support.h"

// In [low, high) with all bits of a double at work; random_in alone has 24.
static double random_double(Random *random, double low, double high)
{
    const double coarse = random_in(random, low, high);
    return coarse + random_in(random, 0.0, 1e-7) * (high - coarse);
}

// How far a double is from the truth, in units of its last place. The truth is the C library's in
// long double, where that has more digits.
static double ulps64(double actual, long double truth)
{
    const double rounded = fabs((double)truth);
    const double unit = nextafter(rounded, INFINITY) - rounded;
    return (double)(fabsl((long double)actual - truth) / (long double)unit);
}

// Where long double is double, the truth itself is off by half a unit.
static double allowed(double units)
{
    return LDBL_MANT_DIG > DBL_MANT_DIG ? units : units + 0.5;
}

static double ulps(float actual, double expected)
{
    const float rounded = fabsf((float)expected);
    const double unit = (double)(nextafterf(rounded, INFINITY) - rounded);
    return fabs((double)actual - expected) / unit;
}

// Sine and cosine by the C library. Those of mingw-w64 are instructions of the x87, whose pi has 66
// bits: they are right for small angles alone. pi/2 in three parts of 48 bits takes the quarter
// turns off beforehand; a product of a part with 5215 turns is exact in the 64 bits of a long
// double.
static void library_sine_cosine(double angle, long double *sine, long double *cosine)
{
#ifdef __MINGW32__
    const long double turns = rintl((long double)angle / 0x1.921fb54442d18469p0L);
    const long double rest = angle - turns * 0x1.921fb54442d1p0L - turns * 0x8.469898cc517p-52L -
                             turns * 0x1.b839a252049c1114p-104L;
    const int quarter = (int)turns & 3;
    const long double s = sinl(rest), c = cosl(rest);
    *sine = quarter == 0 ? s : quarter == 1 ? c : quarter == 2 ? -s : -c;
    *cosine = quarter == 0 ? c : quarter == 1 ? -s : quarter == 2 ? -c : s;
#else
    *sine = sinl(angle);
    *cosine = cosl(angle);
#endif
}

static void check_sine_cosine64(double angle, double limit)
{
    double sine, cosine;
    long double true_sine, true_cosine;
    tum_sine_cosine64(angle, &sine, &cosine);
    library_sine_cosine(angle, &true_sine, &true_cosine);
    const double sine_error = ulps64(sine, true_sine);
    const double cosine_error = ulps64(cosine, true_cosine);
    if (!(sine_error <= limit && cosine_error <= limit)) {
        print_error("at %.17g: sine %.17g is off by %g, cosine %.17g by %g units\n", angle, sine,
                    sine_error, cosine, cosine_error);
        fail();
    }
}

static void sine_and_cosine_in_double_are_within_two_units(void **state)
{
    (void)state;
    Random random = {1};
    for (int i = 0; i < 20000; ++i) {
        check_sine_cosine64(random_double(&random, -8192.0, 8192.0), allowed(0.85));
        check_sine_cosine64(random_double(&random, -4.0, 4.0), allowed(0.85));
    }
}

static void sine_and_cosine_in_float_are_within_one_unit(void **state)
{
    (void)state;
    Random random = {2};
    for (int i = 0; i < 20000; ++i) {
        const float angle = (float)random_in(&random, -8192.0, 8192.0);
        float sine, cosine;
        tum_sine_cosine(angle, &sine, &cosine);
        assert_between(ulps(sine, sin((double)angle)), 0.0, 0.51);
        assert_between(ulps(cosine, cos((double)angle)), 0.0, 0.51);
    }
}

// Next to a multiple of pi/2 nearly all digits of the angle cancel; what is left must be right.
static void digits_survive_next_to_quarter_turns(void **state)
{
    (void)state;
    for (int turns = 1; turns <= 5215; ++turns) {
        const double near = turns * (PI / 2.0);
        check_sine_cosine64(near, allowed(0.85));
        check_sine_cosine64(nextafter(near, 0.0), allowed(0.85));
        check_sine_cosine64(nextafter(near, INFINITY), allowed(0.85));
    }
}

static void small_angles_keep_value_and_sign(void **state)
{
    (void)state;
    double sine, cosine;
    tum_sine_cosine64(-0.0, &sine, &cosine);
    assert_true(sine == 0.0 && signbit(sine));
    assert_true(cosine == 1.0);
    tum_sine_cosine64(5e-324, &sine, &cosine);
    assert_true(sine == 5e-324);
    for (double angle = 1e-9; angle < 1e-6; angle *= 1.37) {
        check_sine_cosine64(angle, 1.0);
    }
}

// The angle is taken modulo the double nearest to 2 pi, which is short by 2.45e-16: after n turns
// that many times n.
static void large_angles_lose_no_more_than_their_turns(void **state)
{
    (void)state;
    for (double angle = 2e6; angle < 1e12; angle *= 3.1) {
        double sine, cosine;
        tum_sine_cosine64(angle, &sine, &cosine);
        const double tolerance = 2.5e-16 * (angle / (2.0 * PI)) + 1e-15;
        assert_near(sine, sin(angle), tolerance);
        assert_near(cosine, cos(angle), tolerance);
    }
}

static void any_number_gives_an_answer_on_the_circle_or_nan(void **state)
{
    (void)state;
    const double angles[] = {1e15, 1e100, 1.7976931348623157e308, -1e300};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; ++i) {
        double sine, cosine;
        tum_sine_cosine64(angles[i], &sine, &cosine);
        assert_near(sine * sine + cosine * cosine, 1.0, 4e-16);
    }
    double sine, cosine;
    tum_sine_cosine64(INFINITY, &sine, &cosine);
    assert_true(isnan(sine) && isnan(cosine));
    tum_sine_cosine64(NAN, &sine, &cosine);
    assert_true(isnan(sine) && isnan(cosine));
}

static void check_atan2_64(double y, double x, double limit)
{
    const double actual = tum_atan2_64(y, x);
    const long double expected = atan2l(y, x);
    if (!(ulps64(actual, expected) <= limit)) {
        print_error("atan2(%.17g, %.17g) is %.17g, expected %.20Lg\n", y, x, actual, expected);
        fail();
    }
}

static void arctangent_in_double_is_within_two_units(void **state)
{
    (void)state;
    Random random = {3};
    for (int i = 0; i < 40000; ++i) {
        check_atan2_64(random_double(&random, -1.0, 1.0), random_double(&random, -1.0, 1.0),
                       allowed(1.45));
        // Both of any size: 10^-30 to 10^30.
        const double y = pow(10.0, random_in(&random, -30.0, 30.0));
        const double x = pow(10.0, random_in(&random, -30.0, 30.0));
        check_atan2_64(i % 2 == 0 ? y : -y, i % 3 == 0 ? x : -x, allowed(1.45));
    }
}

// Near an eighth, the arctangent is a table's row and little else: the row must have its low part.
static void arctangent_near_its_table_is_rounded_almost_correctly(void **state)
{
    (void)state;
    Random random = {5};
    for (int i = 0; i < 8000; ++i) {
        const double y = (1 + i % 8) / 8.0 + random_in(&random, -1e-9, 1e-9) / 3.0;
        check_atan2_64(y, 1.0, allowed(0.6));
    }
}

static void arctangent_holds_at_the_ends_of_the_range(void **state)
{
    (void)state;
    const double sizes[] = {5e-324, 1e-310, 2.3e-308, 1e-200, 1.0, 1e200, 1.7976931348623157e308};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        for (size_t j = 0; j < sizeof sizes / sizeof *sizes; ++j) {
            check_atan2_64(sizes[i], sizes[j], allowed(1.45));
            check_atan2_64(-sizes[i], sizes[j], allowed(1.45));
            check_atan2_64(sizes[i], -sizes[j], allowed(1.45));
        }
    }
}

// C17 annex F.10.1.4 lists them all.
static void zeros_and_infinities_are_those_of_c(void **state)
{
    (void)state;
    const double values[] = {0.0, -0.0, 1.0, -1.0, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
        for (size_t j = 0; j < sizeof values / sizeof *values; ++j) {
            const double actual = tum_atan2_64(values[i], values[j]);
            const double expected = atan2(values[i], values[j]);
            assert_near(actual, expected, 4.5e-16);
            assert_true(!signbit(actual) == !signbit(expected));
        }
    }
    assert_true(isnan(tum_atan2_64(NAN, 1.0)) && isnan(tum_atan2_64(1.0, NAN)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_and_cosine_in_double_are_within_two_units),
        cmocka_unit_test(sine_and_cosine_in_float_are_within_one_unit),
        cmocka_unit_test(digits_survive_next_to_quarter_turns),
        cmocka_unit_test(small_angles_keep_value_and_sign),
        cmocka_unit_test(large_angles_lose_no_more_than_their_turns),
        cmocka_unit_test(any_number_gives_an_answer_on_the_circle_or_nan),
        cmocka_unit_test(arctangent_in_double_is_within_two_units),
        cmocka_unit_test(arctangent_near_its_table_is_rounded_almost_correctly),
        cmocka_unit_test(arctangent_holds_at_the_ends_of_the_range),
        cmocka_unit_test(zeros_and_infinities_are_those_of_c),
    };
    return cmocka_run_group_tests_name("scalar", tests, NULL, NULL);
}
