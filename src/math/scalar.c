// SPDX-License-Identifier: MIT
// scalar.c: sine, cosine and arctangent by + - * / alone.
//
// Each function is an argument reduction and a Taylor polynomial of the remainder. Reductions
// subtract multiples of a constant that is stored in several parts, so that cancellation loses
// nothing (W. J. Cody and W. Waite, "Software Manual for the Elementary Functions", 1980). Floats
// are computed in double and rounded once.
#include "math/scalar.h"

// Adding and subtracting this constant rounds a double below 2^51 to an integer, ties to even.
#define ROUNDING 0x1.8p52

#define TWO_OVER_PI 0x1.45f306dc9c883p-1
#define TWO_PI 0x1.921fb54442d18p+2

// pi/2 in parts of 33 bits: their products with integers below 2^20 are exact.
#define HALF_PI_1 0x1.921fb54400000p+0
#define HALF_PI_2 0x1.0b4611a600000p-34
#define HALF_PI_3 0x1.3198a2e000000p-69
#define HALF_PI_4 0x1.b839a252049c1p-104

/// Largest angle [rad] that is reduced with all bits: 2^20 quarter turns are some 2^20.6.
#define REDUCED_MAX 0x1p20

/// The remainder of an angle after whole quarter turns: high + low within [-pi/4, pi/4] and a
/// little.
typedef struct Reduced {
    double high, low;
    int quarter; ///< 0 to 3.
} Reduced;

// Angles this large are coarse: neighbors in float are an eighth of a radian apart, and more. The
// double nearest to 2 pi reduces them, one power of two at a time, each remainder exact.
static double folded(double angle)
{
    double left = absolute64(angle), step = TWO_PI;
    while (step <= left * 0.5) {
        step *= 2.0;
    }
    for (; step >= TWO_PI; step *= 0.5) {
        left -= step <= left ? step : 0.0;
    }
    return angle < 0.0 ? -left : left;
}

static Reduced reduce(double angle)
{
    if (absolute64(angle) > REDUCED_MAX) {
        angle = folded(angle);
    }
    const double turns = (angle * TWO_OVER_PI + ROUNDING) - ROUNDING;
    const int quarter = (int)((int32_t)turns & 3);
    // The subtraction is exact: both operands are close to each other, or turns is 0.
    const double first = angle - turns * HALF_PI_1;
    // Two-difference (D. E. Knuth, TAOCP 2, 4.2.2): second + error = first - product, exactly.
    const double product = turns * HALF_PI_2;
    const double second = first - product;
    const double part = second - first;
    const double error = (first - (second - part)) - (product + part);
    const double rest = error - (turns * HALF_PI_3 + turns * HALF_PI_4);
    const double high = second + rest;
    return (Reduced){high, (second - high) + rest, quarter};
}

// x - x^3/3! + x^5/5! … to x^17 at x = high + low; the next term is below 1e-19 of the sum. The low
// part enters by the derivative, the cosine.
static double sine_part(double high, double low)
{
    const double z = high * high;
    double sum = 1.0 / 355687428096000.0;
    sum = sum * z - 1.0 / 1307674368000.0;
    sum = sum * z + 1.0 / 6227020800.0;
    sum = sum * z - 1.0 / 39916800.0;
    sum = sum * z + 1.0 / 362880.0;
    sum = sum * z - 1.0 / 5040.0;
    sum = sum * z + 1.0 / 120.0;
    sum = sum * z - 1.0 / 6.0;
    return high + (high * z * sum + low * (1.0 - 0.5 * z));
}

// 1 - x^2/2! + x^4/4! … to x^18; the next term is below 1e-20. The rounding error of 1 - x^2/2 is
// added back.
static double cosine_part(double high, double low)
{
    const double z = high * high;
    double sum = -1.0 / 6402373705728000.0;
    sum = sum * z + 1.0 / 20922789888000.0;
    sum = sum * z - 1.0 / 87178291200.0;
    sum = sum * z + 1.0 / 479001600.0;
    sum = sum * z - 1.0 / 3628800.0;
    sum = sum * z + 1.0 / 40320.0;
    sum = sum * z - 1.0 / 720.0;
    sum = sum * z + 1.0 / 24.0;
    const double half = 0.5 * z, most = 1.0 - half;
    return most + (((1.0 - most) - half) + (z * z * sum - high * low));
}

void tum_sine_cosine64(double angle, double *sine, double *cosine)
{
    if (absolute64(angle) < 0x1p-27) {
        // The sine of -0 is -0; the cosine is within half a unit of 1.
        *sine = angle;
        *cosine = 1.0;
        return;
    }
    if (!is_finite64(angle)) {
        *sine = *cosine = angle - angle;
        return;
    }
    const Reduced left = reduce(angle);
    const double s = sine_part(left.high, left.low), c = cosine_part(left.high, left.low);
    switch (left.quarter) {
    case 0: *sine = s, *cosine = c; break;
    case 1: *sine = c, *cosine = -s; break;
    case 2: *sine = -s, *cosine = -c; break;
    default: *sine = -c, *cosine = s; break;
    }
}

void tum_sine_cosine(float angle, float *sine, float *cosine)
{
    double s, c;
    tum_sine_cosine64((double)angle, &s, &c);
    *sine = (float)s;
    *cosine = (float)c;
}

/// A point c on [0, 1] with known arctangent. c is major + minor, so that y - c x is computed with
/// one rounding: major halves the distance, and that difference is exact.
typedef struct AtanPlace {
    double major, minor;
    double high, low; ///< The arctangent.
} AtanPlace;

// Eighths. high is the arctangent rounded to double, low the remainder.
static const AtanPlace atan_places[9] = {
    {0.0, 0.0, 0.0, 0.0},
    {0.125, 0.0, 0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0.25, 0.0, 0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0.25, 0.125, 0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0.5, 0.0, 0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0.5, 0.125, 0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {1.0, -0.25, 0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {1.0, -0.125, 0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {1.0, 0.0, 0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

#define HALF_PI_HIGH 0x1.921fb54442d18p+0
#define HALF_PI_LOW 0x1.1a62633145c07p-54

// Arctangent of y/x for 0 <= y <= x, x > 0, as the sum of *high and the answer:
// atan(y/x) = atan(c) + atan((y - c x) / (x + c y)), the second argument within 1/16.
static double atan_part(double y, double x, double *high)
{
    const AtanPlace place = atan_places[(int)(y / x * 8.0 + 0.5)];
    const double c = place.major + place.minor;
    const double t = ((y - place.major * x) - place.minor * x) / (x + c * y);
    const double z = t * t;
    // t - t^3/3 + t^5/5 … to t^15; the next term is below 1e-20 of t.
    double sum = -1.0 / 15.0;
    sum = sum * z + 1.0 / 13.0;
    sum = sum * z - 1.0 / 11.0;
    sum = sum * z + 1.0 / 9.0;
    sum = sum * z - 1.0 / 7.0;
    sum = sum * z + 1.0 / 5.0;
    sum = sum * z - 1.0 / 3.0;
    *high = place.high;
    return t + (place.low + t * z * sum);
}

static bool is_negative(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 63 != 0;
}

double tum_atan2_64(double y, double x)
{
    if (y != y || x != x) {
        return x + y;
    }
    double a = absolute64(y), b = absolute64(x);
    // Only the ratio counts. Infinities become 1 against 0, or 1 against 1.
    if (!is_finite64(a) || !is_finite64(b)) {
        a = is_finite64(a) ? 0.0 : 1.0;
        b = is_finite64(b) ? 0.0 : 1.0;
    } else if (maximum64(a, b) > 0x1p1000) {
        a *= 0x1p-100;
        b *= 0x1p-100;
    } else if (maximum64(a, b) < 0x1p-900) {
        a *= 0x1p200;
        b *= 0x1p200;
    }
    double angle;
    if (a == 0.0) {
        angle = 0.0;
        if (is_negative(x)) {
            angle = 2.0 * HALF_PI_HIGH;
        }
        return is_negative(y) ? -angle : angle;
    }
    double high;
    if (a <= b) {
        const double low = atan_part(a, b, &high);
        angle = high + low;
    } else {
        const double low = atan_part(b, a, &high);
        angle = (HALF_PI_HIGH - high) - (low - HALF_PI_LOW);
    }
    if (is_negative(x)) {
        angle = 2.0 * HALF_PI_HIGH - (angle - 2.0 * HALF_PI_LOW);
    }
    return is_negative(y) ? -angle : angle;
}
