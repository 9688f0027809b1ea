// SPDX-License-Identifier: MIT
// power.c: logarithm and exponential by their series. Powers of two are taken out first, with the
// argument reduction of W. J. Cody and W. Waite, "Software Manual for the Elementary Functions",
// 1980.
#include "math/power.h"

// ln 2 in two parts; the first has so few bits that its product with an exponent is exact.
#define LN2_HIGH 0x1.62e42feep-1
#define LN2_LOW 0x1.a39ef35793c76p-33

double tum_log64(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)(bits >> 52) - 1023;
    bits = (bits & 0x000fffffffffffffu) | 0x3ff0000000000000u;
    double m;
    memcpy(&m, &bits, sizeof m);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        ++exponent;
    }
    // ln m = 2 artanh s, s = (m - 1) / (m + 1), |s| below 0.172: s^22 / 23 is below the last place.
    const double s = (m - 1.0) / (m + 1.0), s2 = s * s;
    double series = 1.0 / 21.0;
    for (int k = 19; k >= 3; k -= 2) {
        series = 1.0 / k + s2 * series;
    }
    return exponent * LN2_HIGH + (2.0 * s + (2.0 * s * s2 * series + exponent * LN2_LOW));
}

double tum_exp64(double x)
{
    const double twos = x * 1.4426950408889634;
    const int k = (int)(twos < 0.0 ? twos - 0.5 : twos + 0.5);
    const double r = (x - k * LN2_HIGH) - k * LN2_LOW; // |r| below 0.35: r^14 / 14! vanishes
    double series = 1.0;
    for (int i = 13; i >= 1; --i) {
        series = 1.0 + r / i * series;
    }
    const uint64_t bits = (uint64_t)(k + 1023) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return series * scale;
}

double tum_pow64(double base, double exponent)
{
    if (!(base > 1e-300)) {
        return 0.0;
    }
    const double x = exponent * tum_log64(base);
    return x < -700.0 ? 0.0 : tum_exp64(minimum64(x, 700.0));
}
