// SPDX-License-Identifier: MIT
// number_parse.c: decimals to the nearest binary number, by three methods, each where it is exact:
//
//     a product or quotient of two exact doubles      (W. D. Clinger, "How to read floating point
//                                                     numbers accurately", 1990)
//     19 digits times a power of ten to 128 bits      with a bound of the power's error
//     long division of whole numbers                  always right, some microseconds
#include "base/number_text.h"

#include <string.h>

#include "base/assert.h"
#include "base/power_of_ten.h"

/// The layout of a double (IEEE 754).
enum {
    FRACTION_BITS = 52,  ///< Bits of the significand, without the hidden one.
    EXPONENT_MIN = -1022 ///< The smallest normal number is 1.0 * 2^EXPONENT_MIN.
};
static const uint64_t INFINITE_BITS = (uint64_t)0x7ff << FRACTION_BITS;

/// A decimal as read from the text: digits[0 … count - 1] * 10^exponent, without leading zeros.
typedef struct Scan {
    const char *digits;  ///< May contain a decimal point.
    int64_t exponent;    ///< The exponent of the last digit of `head`.
    uint64_t head;       ///< The first 19 digits, or fewer.
    int64_t digit_count; ///< Counted from the first digit that is not zero; 0: the number is zero.
    size_t digit_bytes;  ///< The length of `digits`.
    bool is_negative;
} Scan;

enum { HEAD_DIGITS = 19, EXPONENT_LIMIT = 100000000 };

static bool is_digit(const char *text, size_t bytes, size_t i)
{
    return i < bytes && text[i] >= '0' && text[i] <= '9';
}

// number = [ "-" ] ( "0" / digit1-9 *digit ) [ "." 1*digit ] [ ( "e" / "E" ) [ "+" / "-" ] 1*digit
// ] (RFC 8259, section 6). @return the length, 0 for no number.
static size_t scan_number(const char *text, size_t bytes, Scan *scan)
{
    size_t i = 0;
    *scan = (Scan){.is_negative = bytes > 0 && text[0] == '-'};
    i += scan->is_negative;
    if (!is_digit(text, bytes, i)) {
        return 0;
    }
    int64_t fraction_digits = 0;
    bool after_point = false;
    const bool begins_with_zero = text[i] == '0';
    scan->digits = text + i;
    for (size_t whole_begin = i; i < bytes; ++i) {
        if (!after_point && text[i] == '.' && is_digit(text, bytes, i + 1)) {
            after_point = true;
            continue;
        }
        if (!is_digit(text, bytes, i) || (begins_with_zero && !after_point && i > whole_begin)) {
            break;
        }
        if (scan->digit_count > 0 || text[i] != '0') {
            if (scan->digit_count++ < HEAD_DIGITS) {
                scan->head = scan->head * 10 + (uint64_t)(text[i] - '0');
            }
        }
        fraction_digits += after_point;
    }
    scan->digit_bytes = (size_t)(text + i - scan->digits);
    size_t e = i + 1;
    int64_t exponent = 0;
    if (i < bytes && (text[i] == 'e' || text[i] == 'E')) {
        const bool is_signed = e < bytes && (text[e] == '-' || text[e] == '+');
        const bool is_down = is_signed && text[e] == '-';
        e += is_signed;
        if (is_digit(text, bytes, e)) {
            for (; is_digit(text, bytes, e); ++e) {
                if (exponent < EXPONENT_LIMIT) {
                    exponent = exponent * 10 + (text[e] - '0');
                }
            }
            exponent = is_down ? -exponent : exponent;
            i = e;
        }
    }
    const int64_t left_out = scan->digit_count > HEAD_DIGITS ? scan->digit_count - HEAD_DIGITS : 0;
    scan->exponent = exponent - fraction_digits + left_out;
    return i;
}

// Most numbers: at most 19 digits with those of the fraction, no exponent, and a byte after them.
// @return the length; 0 for others.
static size_t scan_short(const char *text, size_t bytes, Scan *scan)
{
    const bool is_negative = bytes > 0 && text[0] == '-';
    const size_t begin = is_negative;
    // The byte after all digits and the point is there to see.
    const size_t limit = begin + HEAD_DIGITS + 2 < bytes ? begin + HEAD_DIGITS + 2 : bytes;
    uint64_t head = 0;
    size_t i = begin, fraction = 0;
    for (unsigned digit; i < limit && (digit = (unsigned)text[i] - '0') < 10; ++i) {
        head = head * 10 + digit;
    }
    const size_t whole = i - begin;
    if (whole == 0 || (text[begin] == '0' && whole > 1)) {
        return 0;
    }
    if (i < limit && text[i] == '.') {
        const size_t point = i++;
        for (unsigned digit; i < limit && (digit = (unsigned)text[i] - '0') < 10; ++i) {
            head = head * 10 + digit;
        }
        fraction = i - point - 1;
        if (fraction == 0) {
            return 0;
        }
    }
    if (i >= limit || whole + fraction > HEAD_DIGITS || text[i] == 'e' || text[i] == 'E') {
        return 0;
    }
    int64_t digits = (int64_t)(whole + fraction);
    for (size_t zero = begin; head > 0 && (text[zero] == '0' || text[zero] == '.'); ++zero) {
        digits -= text[zero] == '0';
    }
    *scan = (Scan){.is_negative = is_negative,
                   .head = head,
                   .digit_count = head > 0 ? digits : 0,
                   .exponent = -(int64_t)fraction,
                   .digits = text + begin,
                   .digit_bytes = i - begin};
    return i;
}

// The bits of a positive number, rounded to nearest, ties to even. The number is high 2^exponent,
// or with is_more lies between it and (high + 1) 2^exponent. The top bit of high is set.
static uint64_t rounded_bits(uint64_t high, bool is_more, int exponent)
{
    const int top = exponent + 63;
    const bool is_normal = top >= EXPONENT_MIN;
    int dropped = 63 - FRACTION_BITS;
    if (!is_normal) {
        dropped += EXPONENT_MIN - top;
    }
    if (dropped > 64) {
        return 0;
    }
    uint64_t kept = dropped == 64 ? 0 : high >> dropped;
    const uint64_t half = (uint64_t)1 << (dropped - 1);
    const uint64_t rest = dropped == 64 ? high : high & ((half << 1) - 1);
    kept += rest > half || (rest == half && (is_more || (kept & 1) != 0));
    // A carry out of the significand raises the exponent, which is right.
    uint64_t bits = kept;
    if (is_normal) {
        bits += (uint64_t)(top - EXPONENT_MIN) << FRACTION_BITS;
    }
    return bits < INFINITE_BITS ? bits : INFINITE_BITS;
}

// head 10^exponent by a 128-bit power. @return false where its error could change the rounding.
static bool bits_by_product(const Scan *scan, uint64_t *bits)
{
    const int lead = __builtin_clzll(scan->head);
    const uint64_t factor = scan->head << lead;
    const PowerOfTen power = tum_power_of_ten((int)scan->exponent);
    uint64_t low = power.high * factor;
    const uint64_t carry_part = multiply_high(power.low, factor);
    low += carry_part;
    uint64_t high = multiply_high(power.high, factor) + (low < carry_part);
    int exponent = floor_log2_of_power((int)scan->exponent) + 1 - lead;
    // The true product is at least this one and less than 2 units of `low` greater: one unit for
    // the bits cut off here, one for the bits cut off the power.
    if (high >> 63 == 0) {
        high = high << 1 | low >> 63;
        low <<= 1;
        exponent -= 1;
    }
    if (low == 0 || low >= UINT64_MAX - 3) {
        return false;
    }
    *bits = rounded_bits(high, true, exponent);
    return true;
}

/// A whole number of up to 4352 bits: 801 digits times 2^s, or 10^1144 times 2^s.
typedef struct Big {
    uint32_t limbs[136]; ///< Lowest first.
    int count;
} Big;

enum { BIG_LIMBS = 136, BIG_DIGITS = 800 };

static void big_multiply_add(Big *big, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (int i = 0; i < big->count; ++i) {
        carry += (uint64_t)big->limbs[i] * factor;
        big->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        TUM_ASSERT(big->count < BIG_LIMBS);
        big->limbs[big->count++] = (uint32_t)carry;
    }
}

static void big_multiply_power_of_ten(Big *big, int exponent)
{
    for (; exponent >= 9; exponent -= 9) {
        big_multiply_add(big, 1000000000u, 0);
    }
    for (; exponent > 0; --exponent) {
        big_multiply_add(big, 10, 0);
    }
}

static int big_bits(const Big *big)
{
    return big->count == 0 ? 0 : 32 * big->count - __builtin_clz(big->limbs[big->count - 1]);
}

static void big_shift_left(Big *big, int bits)
{
    for (; bits >= 31; bits -= 31) {
        big_multiply_add(big, 1u << 31, 0);
    }
    big_multiply_add(big, 1u << bits, 0);
}

static bool big_is_less(const Big *a, const Big *b)
{
    if (a->count != b->count) {
        return a->count < b->count;
    }
    for (int i = a->count - 1; i >= 0; --i) {
        if (a->limbs[i] != b->limbs[i]) {
            return a->limbs[i] < b->limbs[i];
        }
    }
    return false;
}

// a -= b, where a >= b.
static void big_subtract(Big *a, const Big *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < a->count; ++i) {
        const uint64_t taken = (i < b->count ? b->limbs[i] : 0) + borrow;
        borrow = a->limbs[i] < taken;
        a->limbs[i] = (uint32_t)(a->limbs[i] - taken);
    }
    while (a->count > 0 && a->limbs[a->count - 1] == 0) {
        --a->count;
    }
}

// All digits as a whole number. A midpoint between two doubles has at most 767 digits, so digits
// beyond 800 can only break a tie; one more digit 1 breaks it as well. @return the exponent of the
// last digit.
static int64_t big_of_scan(const Scan *scan, Big *big)
{
    *big = (Big){.count = 0};
    int64_t kept = 0;
    bool has_more = false;
    for (size_t i = 0; i < scan->digit_bytes; ++i) {
        const char character = scan->digits[i];
        if (character == '.' || (kept == 0 && character == '0')) {
            continue;
        }
        if (kept < BIG_DIGITS) {
            ++kept;
            big_multiply_add(big, 10, (uint32_t)(character - '0'));
        } else {
            has_more |= character != '0';
        }
    }
    // Scan.exponent belongs to the last digit of its head.
    const int64_t head_digits = scan->digit_count < HEAD_DIGITS ? scan->digit_count : HEAD_DIGITS;
    const int64_t exponent = scan->exponent + head_digits - kept;
    if (has_more) {
        big_multiply_add(big, 10, 1);
    }
    return exponent - has_more;
}

static uint64_t bits_by_division(const Scan *scan)
{
    Big above, below = {.limbs = {1}, .count = 1};
    const int64_t power = big_of_scan(scan, &above);
    if (power > 0) {
        big_multiply_power_of_ten(&above, (int)power);
    } else {
        big_multiply_power_of_ten(&below, (int)-power);
    }
    // Powers of two scale the quotient until above/below is in [1/2, 1).
    int exponent = big_bits(&above) - big_bits(&below);
    if (exponent < 0) {
        big_shift_left(&above, -exponent);
    } else {
        big_shift_left(&below, exponent);
    }
    if (!big_is_less(&above, &below)) {
        big_shift_left(&below, 1);
        exponent += 1;
    }
    uint64_t high = 0;
    for (int i = 0; i < 64; ++i) {
        big_shift_left(&above, 1);
        high <<= 1;
        if (!big_is_less(&above, &below)) {
            big_subtract(&above, &below);
            high |= 1;
        }
    }
    return rounded_bits(high, above.count != 0, exponent - 64);
}

static uint64_t bits_of_scan(const Scan *scan)
{
    // The number is below 10^(exponent + digits of head), and at least a tenth of that.
    const int64_t head_digits = scan->digit_count < HEAD_DIGITS ? scan->digit_count : HEAD_DIGITS;
    if (scan->digit_count == 0 || scan->exponent + head_digits < -330) {
        return 0;
    }
    if (scan->exponent + head_digits > 310) {
        return INFINITE_BITS;
    }
    uint64_t bits;
    if (scan->digit_count <= HEAD_DIGITS && scan->exponent >= POWER_OF_TEN_MIN &&
        scan->exponent <= POWER_OF_TEN_MAX && bits_by_product(scan, &bits)) {
        return bits;
    }
    return bits_by_division(scan);
}

size_t tum_number_parse(const char *text, size_t bytes, double *number)
{
    static const double exact[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    Scan scan;
    size_t length = scan_short(text, bytes, &scan);
    length = length > 0 ? length : scan_number(text, bytes, &scan);
    if (length == 0) {
        return 0;
    }
    double result;
    if (scan.digit_count <= HEAD_DIGITS && scan.head <= (uint64_t)1 << 53 && scan.exponent >= -22 &&
        scan.exponent <= 22) {
        const double head = (double)scan.head;
        result = scan.exponent < 0 ? head / exact[-scan.exponent] : head * exact[scan.exponent];
    } else {
        const uint64_t bits = bits_of_scan(&scan);
        memcpy(&result, &bits, sizeof result);
    }
    *number = scan.is_negative ? -result : result;
    return length;
}
