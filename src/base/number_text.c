// SPDX-License-Identifier: MIT
// number_text.c: shortest decimals by Schubfach. A double v = c 2^q owns the interval of numbers
// that read as v. A power of ten scales the interval to a width between 1 and 10 or so. The scaled
// interval then holds a multiple of ten, or a whole number next to v: four candidates at most,
// which whole-number arithmetic tells apart. Names follow the paper where it has them (R.
// Giulietti, 2020, sections 8 and 9).
#include "base/number_text.h"

#include <string.h>

#include "base/assert.h"
#include "base/power_of_ten.h"

/// Numbers 0.digits * 10^point are written without an exponent for points from -5 to 17.
enum { POINT_MIN = -5, POINT_MAX = 17 };

/// digits * 10^exponent
typedef struct Decimal {
    uint64_t digits;
    int exponent;
} Decimal;

/// The interval in quarter units of 10^k: scaled bounds and middle, the last bit of each sticky.
typedef struct Scaled {
    uint64_t lower, middle, upper;
    int k;
} Scaled;

// floor(x / 2^128) for x = power * factor, its last bit set where a rest was cut off ("round to
// odd", section 9.5). A rest of 1 stems from the cut-off power of ten and does not count.
static uint64_t scaled_double(PowerOfTen power, uint64_t factor)
{
    const uint64_t carry_part = multiply_high(power.low, factor);
    const uint64_t middle = power.high * factor + carry_part;
    const uint64_t high = multiply_high(power.high, factor) + (middle < carry_part);
    return high | (middle > 1);
}

// As scaled_double, with 64 bits of the power of ten and a factor of 32 bits.
static uint64_t scaled_float(uint64_t power, uint64_t factor)
{
    const uint64_t rest = (power * factor) >> 32;
    return multiply_high(power, factor) | (rest > 1);
}

// floor(log10(2^q)), and floor(log10(3/4 2^q)) where the interval's lower half is half as wide.
static int floor_log10_of_power_of_2(int q, bool is_narrow)
{
    return (q * 1262611 - (is_narrow ? 524031 : 0)) >> 22;
}

static Decimal pick(Scaled scaled)
{
    const uint64_t s = scaled.middle / 4;
    if (s >= 10) {
        // One digit less: the interval holds at most one of the two multiples of ten around v.
        const uint64_t tens = s / 10;
        const bool has_low = scaled.lower <= 40 * tens;
        const bool has_high = 40 * tens + 40 <= scaled.upper;
        if (has_low != has_high) {
            return (Decimal){tens + has_high, scaled.k + 1};
        }
    }
    const bool has_low = scaled.lower <= 4 * s, has_high = 4 * s + 4 <= scaled.upper;
    if (has_low != has_high) {
        return (Decimal){s + has_high, scaled.k};
    }
    // Both candidates are in the interval: the nearer one wins, at a tie the one with an even
    // digit.
    const uint64_t half = 4 * s + 2;
    const bool is_up = scaled.middle > half || (scaled.middle == half && (s & 1) != 0);
    return (Decimal){s + is_up, scaled.k};
}

// The bounds belong to the interval when c is even, since ties read as even.
static Decimal shortest_double(uint64_t c, int q, bool is_narrow)
{
    const bool is_odd = (c & 1) != 0;
    const int k = floor_log10_of_power_of_2(q, is_narrow);
    const int shift = q + floor_log2_of_power(-k) + 1;
    PowerOfTen power = tum_power_of_ten(-k);
    // The paper's g is one above the cut-off power, so that products are never too small.
    power.low += 1;
    power.high += power.low == 0;
    const uint64_t middle = 4 * c;
    return pick((Scaled){
        .lower = scaled_double(power, (middle - 2 + is_narrow) << shift) + is_odd,
        .middle = scaled_double(power, middle << shift),
        .upper = scaled_double(power, (middle + 2) << shift) - is_odd,
        .k = k,
    });
}

static Decimal shortest_float(uint32_t c, int q, bool is_narrow)
{
    const bool is_odd = (c & 1) != 0;
    const int k = floor_log10_of_power_of_2(q, is_narrow);
    const int shift = q + floor_log2_of_power(-k) + 1;
    const uint64_t power = tum_power_of_ten(-k).high + 1;
    const uint64_t middle = 4 * (uint64_t)c;
    return pick((Scaled){
        .lower = scaled_float(power, (middle - 2 + is_narrow) << shift) + is_odd,
        .middle = scaled_float(power, middle << shift),
        .upper = scaled_float(power, (middle + 2) << shift) - is_odd,
        .k = k,
    });
}

// Writes digits without leading zeros, the last one just before `end`, two by two, which halves the
// divisions. @return the first digit.
static char *put_digits_before(char *end, uint64_t number)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    while (number >= 100) {
        end -= 2;
        memcpy(end, pairs + 2 * (number % 100), 2);
        number /= 100;
    }
    if (number >= 10) {
        end -= 2;
        memcpy(end, pairs + 2 * number, 2);
        return end;
    }
    *--end = (char)('0' + number);
    return end;
}

static size_t put_unsigned(char *text, uint64_t number)
{
    char digits[20];
    const char *begin = put_digits_before(digits + sizeof digits, number);
    const size_t count = (size_t)(digits + sizeof digits - begin);
    memcpy(text, begin, count);
    return count;
}

// digits[0].digits[1…]e(point - 1)
static size_t put_exponential(char *text, const char *digits, size_t count, int point)
{
    size_t length = 0;
    text[length++] = digits[0];
    if (count > 1) {
        text[length++] = '.';
        memcpy(text + length, digits + 1, count - 1);
        length += count - 1;
    }
    const int exponent = point - 1;
    text[length++] = 'e';
    if (exponent < 0) {
        text[length++] = '-';
    }
    return length + put_unsigned(text + length, (uint64_t)(exponent < 0 ? -exponent : exponent));
}

static size_t put_decimal(char *text, Decimal decimal)
{
    while (decimal.digits % 10 == 0) {
        decimal.digits /= 10;
        ++decimal.exponent;
    }
    char digits[20];
    const size_t count = put_unsigned(digits, decimal.digits);
    // The number is 0.digits times 10^point.
    const int point = decimal.exponent + (int)count;
    if (point > POINT_MAX || point < POINT_MIN) {
        return put_exponential(text, digits, count, point);
    }
    if (point <= 0) {
        const size_t zeros = (size_t)-point;
        memcpy(text, "0.00000", 2 + zeros);
        memcpy(text + 2 + zeros, digits, count);
        return 2 + zeros + count;
    }
    const size_t whole = (size_t)point;
    if (whole >= count) {
        memcpy(text, digits, count);
        memset(text + count, '0', whole - count);
        return whole;
    }
    memcpy(text, digits, whole);
    text[whole] = '.';
    memcpy(text + whole + 1, digits + whole, count - whole);
    return count + 1;
}

static size_t terminated(char *text, size_t length)
{
    TUM_ASSERT(length < NUMBER_TEXT_BYTES);
    text[length] = '\0';
    return length;
}

static size_t put_special(char *text, bool is_negative, bool is_nan)
{
    const char *word = is_nan ? "nan" : is_negative ? "-inf" : "inf";
    const size_t length = strlen(word);
    memcpy(text, word, length);
    return terminated(text, length);
}

size_t tum_number_text_double(double number, char text[NUMBER_TEXT_BYTES])
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    const uint64_t fraction = bits & 0xfffffffffffffu;
    const int biased = (int)(bits >> 52 & 0x7ff);
    const bool is_negative = bits >> 63 != 0;
    if (biased == 0x7ff) {
        return put_special(text, is_negative, fraction != 0);
    }
    size_t length = 0;
    if (is_negative) {
        text[length++] = '-';
    }
    if (biased == 0 && fraction == 0) {
        // Readers that take "-0" for an integer lose its sign.
        memcpy(text + length, "0.0", 3);
        return terminated(text, length + (is_negative ? 3 : 1));
    }
    const uint64_t c = biased == 0 ? fraction : fraction | (uint64_t)1 << 52;
    const int q = (biased == 0 ? 1 : biased) - 1075;
    if (q <= 0 && q > -53 && (c & (((uint64_t)1 << -q) - 1)) == 0) {
        return terminated(text, length + put_unsigned(text + length, c >> -q));
    }
    const bool is_narrow = fraction == 0 && biased > 1;
    return terminated(text, length + put_decimal(text + length, shortest_double(c, q, is_narrow)));
}

size_t tum_number_text_float(float number, char text[NUMBER_TEXT_BYTES])
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    const uint32_t fraction = bits & 0x7fffffu;
    const int biased = (int)(bits >> 23 & 0xff);
    const bool is_negative = bits >> 31 != 0;
    if (biased == 0xff) {
        return put_special(text, is_negative, fraction != 0);
    }
    size_t length = 0;
    if (is_negative) {
        text[length++] = '-';
    }
    if (biased == 0 && fraction == 0) {
        memcpy(text + length, "0.0", 3);
        return terminated(text, length + (is_negative ? 3 : 1));
    }
    const uint32_t c = biased == 0 ? fraction : fraction | (uint32_t)1 << 23;
    const int q = (biased == 0 ? 1 : biased) - 150;
    if (q <= 0 && q > -24 && (c & (((uint32_t)1 << -q) - 1)) == 0) {
        return terminated(text, length + put_unsigned(text + length, c >> -q));
    }
    const bool is_narrow = fraction == 0 && biased > 1;
    return terminated(text, length + put_decimal(text + length, shortest_float(c, q, is_narrow)));
}

size_t tum_number_text_integer(int64_t number, char text[NUMBER_TEXT_BYTES])
{
    if (number >= 0) {
        return tum_number_text_unsigned((uint64_t)number, text);
    }
    text[0] = '-';
    return terminated(text, 1 + put_unsigned(text + 1, 0 - (uint64_t)number));
}

size_t tum_number_text_unsigned(uint64_t number, char text[NUMBER_TEXT_BYTES])
{
    return terminated(text, put_unsigned(text, number));
}
