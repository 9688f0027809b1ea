// SPDX-License-Identifier: MIT
// Numbers as text: what is written reads back to the same bits, nothing shorter would, and what is
// read is the nearest number there is. The C library in its "C" locale is the judge.
#include "base/number_text.h"
#include "base/power_of_ten.h"
#include "tests/support/support.h"

static uint64_t random_bits(Random *random)
{
    const uint64_t high = (uint64_t)random_in(random, 0.0, 16777216.0);
    const uint64_t middle = (uint64_t)random_in(random, 0.0, 16777216.0);
    const uint64_t low = (uint64_t)random_in(random, 0.0, 65536.0);
    return high << 40 | middle << 16 | low;
}

static double double_of(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static uint64_t bits_of(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static uint32_t bits_of_float(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

// The nearest double by the C library. strtod of mingw-w64 12 reads some numbers just below a power
// of two as that power: 3.839223843572815e-239. Its strtold rounds right, and rounding once more to
// double is exact unless the wide number lies halfway between two doubles.
static double read_by_library(const char *text)
{
#ifdef __MINGW32__
    const long double wide = strtold(text, NULL);
    const double number = (double)wide;
    const double other = nextafter(number, wide > (long double)number ? INFINITY : -INFINITY);
    const long double error = fabsl(wide - (long double)number);
    if (isfinite(number) && 2 * error != fabsl((long double)other - (long double)number)) {
        return number;
    }
#endif
    return strtod(text, NULL);
}

// Digits of a text without sign, point, exponent and zeros at either end.
static size_t digits_of(const char *text, char digits[NUMBER_TEXT_BYTES])
{
    size_t count = 0;
    for (; *text != '\0' && *text != 'e'; ++text) {
        if (*text >= '0' && *text <= '9' && (count > 0 || *text != '0')) {
            digits[count++] = *text;
        }
    }
    while (count > 0 && digits[count - 1] == '0') {
        --count;
    }
    digits[count] = '\0';
    return count;
}

// The digits of the shortest "%.*e" that reads back; the C library rounds exactly, so of all texts
// with that many digits it writes the one nearest to the number.
static void shortest_by_trial(double number, bool is_float, char digits[NUMBER_TEXT_BYTES])
{
    char text[64];
    for (int precision = 0; precision < 17; ++precision) {
        snprintf(text, sizeof text, "%.*e", precision, fabs(number));
        const bool is_same = is_float ? (double)strtof(text, NULL) == fabs(number)
                                      : read_by_library(text) == fabs(number);
        if (is_same) {
            break;
        }
    }
    digits_of(text, digits);
}

// Beside a power of two the decimal nearest to the number may be out of its interval, on the narrow
// side, while another of the same length is in: then trial finds a longer one than there is. What
// reads back and is shorter is right.
static bool is_as_good(const char *digits, const char *expected)
{
    return strlen(digits) < strlen(expected) || strcmp(digits, expected) == 0;
}

static void check_double(double number)
{
    char text[NUMBER_TEXT_BYTES], digits[NUMBER_TEXT_BYTES], expected[NUMBER_TEXT_BYTES];
    const size_t length = tum_number_text_double(number, text);
    assert_int_equal(length, strlen(text));
    double back = 1.25;
    assert_int_equal(tum_number_parse(text, length, &back), length);
    digits_of(text, digits);
    shortest_by_trial(number, false, expected);
    if (bits_of(read_by_library(text)) != bits_of(number) || bits_of(back) != bits_of(number) ||
        !is_as_good(digits, expected)) {
        fail_msg("%.17g became \"%s\", expected digits %s, read back %.17g", number, text, expected,
                 back);
    }
}

static void check_float(float number)
{
    char text[NUMBER_TEXT_BYTES], digits[NUMBER_TEXT_BYTES], expected[NUMBER_TEXT_BYTES];
    const size_t length = tum_number_text_float(number, text);
    const float back = strtof(text, NULL);
    assert_int_equal(strlen(text), length);
    digits_of(text, digits);
    shortest_by_trial((double)number, true, expected);
    if (bits_of_float(back) != bits_of_float(number) || !is_as_good(digits, expected)) {
        fail_msg("%.9g became \"%s\", expected digits %s, read back %.9g", (double)number, text,
                 expected, (double)back);
    }
}

static void texts_look_like_json_written_by_hand(void **state)
{
    (void)state;
    static const struct {
        double number;
        const char *text;
    } rows[] = {
        {0.0, "0"},
        {-0.0, "-0.0"},
        {1.0, "1"},
        {-1.5, "-1.5"},
        {0.1, "0.1"},
        {100.0, "100"},
        {9.81, "9.81"},
        {1e-6, "0.000001"},
        {1.25e-6, "0.00000125"},
        {1e-7, "1e-7"},
        {1.5e-7, "1.5e-7"},
        {9007199254740992.0, "9007199254740992"},
        {1e16, "10000000000000000"},
        {12345678901234568.0, "12345678901234568"},
        {1e17, "1e17"},
        {1e23, "1e23"},
        {1.7976931348623157e308, "1.7976931348623157e308"},
        {2.2250738585072014e-308, "2.2250738585072014e-308"},
        {5e-324, "5e-324"},
        {0.30000000000000004, "0.30000000000000004"},
        {INFINITY, "inf"},
        {-INFINITY, "-inf"},
        {(double)NAN, "nan"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char text[NUMBER_TEXT_BYTES];
        tum_number_text_double(rows[i].number, text);
        assert_string_equal(text, rows[i].text);
    }
}

static void floats_are_as_short_as_floats_need(void **state)
{
    (void)state;
    static const struct {
        float number;
        const char *text;
    } rows[] = {
        {0.1f, "0.1"},
        {-0.0f, "-0.0"},
        {16777216.0f, "16777216"},
        {33554432.0f, "33554432"},
        {3.4028235e38f, "3.4028235e38"},
        {1e-45f, "1e-45"},
        {0.33333334f, "0.33333334"},
        {1e10f, "10000000000"},
        {INFINITY, "inf"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char text[NUMBER_TEXT_BYTES];
        tum_number_text_float(rows[i].number, text);
        assert_string_equal(text, rows[i].text);
    }
}

// Between 2^25 and 2^26 floats are 4 apart and own 2 on either side. Halfway belongs to the even
// one: 33554470 reads as 33554472 = 4 * 8388618, not as 33554468 = 4 * 8388617.
static void a_bound_that_reads_as_the_number_may_be_written(void **state)
{
    (void)state;
    char text[NUMBER_TEXT_BYTES];
    tum_number_text_float(33554472.0f, text);
    assert_string_equal(text, "33554470");
    tum_number_text_float(33554468.0f, text);
    assert_string_equal(text, "33554468");
    // The same between 2^55 and 2^56 for doubles: 8 apart. 36028797018963980 is halfway between
    // 8 * 4503599627370497 and 8 * 4503599627370498.
    tum_number_text_double(36028797018963984.0, text);
    assert_string_equal(text, "36028797018963980");
    tum_number_text_double(36028797018963976.0, text);
    assert_string_equal(text, "36028797018963976");
}

static void any_double_is_shortest_and_reads_back(void **state)
{
    (void)state;
    Random random = {1};
    for (int i = 0; i < 30000; ++i) {
        const double number = double_of(random_bits(&random));
        if (isfinite(number)) {
            check_double(number);
        }
        // Of the sizes that scenes are made of.
        check_double(random_in(&random, -100.0, 100.0) * 1.0000000001);
        // Short decimals come back as they were.
        check_double((double)(int)random_in(&random, -1e6, 1e6) / 1000.0);
    }
}

static void doubles_at_powers_are_shortest_and_read_back(void **state)
{
    (void)state;
    // A power of two has a neighbor below at half the distance; a power of ten has one digit.
    for (int exponent = -1074; exponent < 1024; ++exponent) {
        const double power = ldexp(1.0, exponent);
        check_double(power);
        check_double(nextafter(power, 0.0));
        check_double(nextafter(power, INFINITY));
    }
    for (int exponent = -323; exponent <= 308; ++exponent) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", exponent);
        const double power = read_by_library(text);
        check_double(power);
        check_double(nextafter(power, 0.0));
        check_double(nextafter(power, INFINITY));
    }
}

static void any_float_is_shortest_and_reads_back(void **state)
{
    (void)state;
    Random random = {2};
    for (int i = 0; i < 30000; ++i) {
        const float number = float_of((uint32_t)random_bits(&random));
        if (isfinite(number)) {
            check_float(number);
        }
        check_float((float)random_in(&random, -100.0, 100.0));
    }
    for (uint32_t exponent = 0; exponent < 255; ++exponent) {
        check_float(float_of(exponent << 23));
        check_float(float_of((exponent << 23) + 1));
        check_float(float_of((exponent << 23) + 0x7fffff));
    }
}

static void integers_of_any_size_are_written(void **state)
{
    (void)state;
    char text[NUMBER_TEXT_BYTES];
    assert_int_equal(tum_number_text_integer(INT64_MIN, text), 20);
    assert_string_equal(text, "-9223372036854775808");
    assert_int_equal(tum_number_text_unsigned(UINT64_MAX, text), 20);
    assert_string_equal(text, "18446744073709551615");
    assert_int_equal(tum_number_text_integer(0, text), 1);
    assert_string_equal(text, "0");
}

static void check_parse(const char *text)
{
    double number = 1.25;
    assert_int_equal(tum_number_parse(text, strlen(text), &number), strlen(text));
    const double expected = read_by_library(text);
    if (bits_of(number) != bits_of(expected)) {
        fail_msg("\"%s\" was read as %.17g, expected %.17g", text, number, expected);
    }
}

static void decimals_are_read_to_the_nearest_number(void **state)
{
    (void)state;
    const char *const texts[] = {
        "0",
        "-0",
        "0.0",
        "-0.0e5",
        "0e999999999999",
        "1e-999999999999",
        "-1e400",
        "1e308",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "179769313486231580793e289",
        "2.2250738585072011e-308",
        "4.9e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2.5e-324",
        "9007199254740993",
        "9007199254740993.0000000000001",
        "9007199254740992.9999999999999",
        "8.5",
        "16777217",
        "16777217.00000000001",
        "16777219",
        "1e23",
        "8.41e21",
        "9.5367431640625e-7",
        "3.4028235677973366e38",
        "3.4028235677973365e38",
        "7.0064923216240854e-46",
        "7.0064923216240853e-46",
        "1.17549435e-38",
        "0.000000000000000001",
        "123456789012345678901234567890",
        "1E5",
        "1e+5",
        "1E-5",
        "0.1e1",
        "6.929001713869936e236",
        "1.0e0000000000000000000005",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        check_parse(texts[i]);
    }
}

static void random_decimals_are_read_to_the_nearest_number(void **state)
{
    (void)state;
    Random random = {3};
    for (int i = 0; i < 30000; ++i) {
        char text[96];
        const uint64_t digits = random_bits(&random) >> (int)random_in(&random, 0, 60);
        snprintf(text, sizeof text, "%llue%d", (unsigned long long)digits,
                 (int)random_in(&random, -345, 310));
        check_parse(text);
        snprintf(text, sizeof text, "%.*f", (int)random_in(&random, 0, 40),
                 random_in(&random, -1000.0, 1000.0));
        check_parse(text);
    }
}

// Halfway between two neighbors, a little above and a little below, in all the digits that takes:
// up to 767 for doubles.
static void midpoints_are_read_with_all_their_digits(void **state)
{
    (void)state;
    Random random = {4};
    for (int i = 0; i < 300; ++i) {
        const uint64_t bits = i % 3 == 0 ? random_bits(&random) >> 12 : random_bits(&random) >> 1;
        const double number = double_of(bits);
        if (!isfinite(number) || number > 1e300) {
            continue;
        }
        // A long double holds the midpoint; printf writes all of it.
        const long double midpoint =
            ((long double)number + (long double)nextafter(number, INFINITY)) / 2;
        char text[1400];
        const int length = snprintf(text, 1200, "%.1100Le", midpoint);
        assert_in_range(length, 1100, 1199);
        char *exponent = strchr(text, 'e');
        check_parse(text);
        char exact_exponent[16];
        snprintf(exact_exponent, sizeof exact_exponent, "%s", exponent);
        // One more digit far behind tips it upwards.
        snprintf(exponent, 32, "1%s", exact_exponent);
        check_parse(text);
    }
}

static void what_is_no_json_number_is_refused(void **state)
{
    (void)state;
    const char *const texts[] = {"", "-", "+1", ".5", "-.5", "inf", "nan", "e5", "a1", " 1", "--1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        double number = 1.25;
        assert_int_equal(tum_number_parse(texts[i], strlen(texts[i]), &number), 0);
        assert_true(number == 1.25);
    }
}

static void reading_ends_where_the_number_ends(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
        double number;
    } rows[] = {
        {"01", 1, 0.0},    {"0x10", 1, 0.0}, {"1.", 1, 1.0},    {"1.e5", 1, 1.0},
        {"1e", 1, 1.0},    {"1e+", 1, 1.0},  {"1.5.5", 3, 1.5}, {"12,3", 2, 12.0},
        {"1e5e5", 3, 1e5}, {"-00", 2, -0.0}, {"1.5]", 3, 1.5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        double number = 1.25;
        assert_int_equal(tum_number_parse(rows[i].text, strlen(rows[i].text), &number),
                         rows[i].length);
        assert_true(bits_of(number) == bits_of(rows[i].number));
    }
    // Bytes beyond the given count are not looked at.
    double number;
    assert_int_equal(tum_number_parse("12345", 2, &number), 2);
    assert_true(number == 12.0);
}

/// A whole number of up to 4096 bits, lowest word first, as simple as can be.
typedef struct Whole {
    uint32_t words[128];
} Whole;

static void whole_times(Whole *whole, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < 128; ++i) {
        carry += (uint64_t)whole->words[i] * factor;
        whole->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    assert_true(carry == 0);
}

static int whole_bits(const Whole *whole)
{
    for (int i = 127; i >= 0; --i) {
        if (whole->words[i] != 0) {
            return 32 * i + 32 - __builtin_clz(whole->words[i]);
        }
    }
    return 0;
}

// Bit i, also of the fraction below bit 0, which is zero.
static uint64_t whole_bit(const Whole *whole, int i)
{
    return i < 0 ? 0 : whole->words[i / 32] >> (i % 32) & 1;
}

static bool whole_less(const Whole *a, const Whole *b)
{
    for (int i = 127; i >= 0; --i) {
        if (a->words[i] != b->words[i]) {
            return a->words[i] < b->words[i];
        }
    }
    return false;
}

static void whole_minus(Whole *a, const Whole *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < 128; ++i) {
        const uint64_t difference = (uint64_t)a->words[i] - b->words[i] - borrow;
        a->words[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
}

static void the_table_of_powers_is_what_it_says(void **state)
{
    (void)state;
    Whole power = {{1}};
    for (int q = 0; q <= POWER_OF_TEN_MAX; ++q) {
        // Upwards: the first 128 bits of 10^q.
        const int bits = whole_bits(&power);
        PowerOfTen expected = {0, 0};
        for (int i = 0; i < 64; ++i) {
            expected.high = expected.high << 1 | whole_bit(&power, bits - 1 - i);
            expected.low = expected.low << 1 | whole_bit(&power, bits - 65 - i);
        }
        assert_true(expected.high == tum_power_of_ten(q).high);
        assert_true(expected.low == tum_power_of_ten(q).low);
        assert_int_equal(floor_log2_of_power(q), bits - 1);
        whole_times(&power, 10);
    }
    power = (Whole){{10}};
    for (int q = -1; q >= POWER_OF_TEN_MIN; --q) {
        // Downwards: 1 divided by 10^-q, beginning with the first bit that is set.
        Whole left = {{1}};
        int exponent = 0;
        while (whole_less(&left, &power)) {
            whole_times(&left, 2);
            --exponent;
        }
        PowerOfTen expected = {0, 0};
        for (int i = 0; i < 128; ++i) {
            const bool bit = !whole_less(&left, &power);
            if (bit) {
                whole_minus(&left, &power);
            }
            whole_times(&left, 2);
            expected.high = expected.high << 1 | expected.low >> 63;
            expected.low = expected.low << 1 | bit;
        }
        assert_true(expected.high == tum_power_of_ten(q).high);
        assert_true(expected.low == tum_power_of_ten(q).low);
        assert_int_equal(floor_log2_of_power(q), exponent);
        whole_times(&power, 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_look_like_json_written_by_hand),
        cmocka_unit_test(floats_are_as_short_as_floats_need),
        cmocka_unit_test(a_bound_that_reads_as_the_number_may_be_written),
        cmocka_unit_test(any_double_is_shortest_and_reads_back),
        cmocka_unit_test(doubles_at_powers_are_shortest_and_read_back),
        cmocka_unit_test(any_float_is_shortest_and_reads_back),
        cmocka_unit_test(integers_of_any_size_are_written),
        cmocka_unit_test(decimals_are_read_to_the_nearest_number),
        cmocka_unit_test(random_decimals_are_read_to_the_nearest_number),
        cmocka_unit_test(midpoints_are_read_with_all_their_digits),
        cmocka_unit_test(what_is_no_json_number_is_refused),
        cmocka_unit_test(reading_ends_where_the_number_ends),
        cmocka_unit_test(the_table_of_powers_is_what_it_says),
    };
    return cmocka_run_group_tests_name("number_text", tests, NULL, NULL);
}
