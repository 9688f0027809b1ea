// SPDX-License-Identifier: MIT
// gamma.c: the gamma function by the series of its reciprocal.
#include "math/gamma.h"

// 1 / gamma(1 + x) = sum of coefficients[k] x^k, for every x; here for x in [0, 1] (Abramowitz and
// Stegun, "Handbook of Mathematical Functions", 6.1.34).
static const double coefficients[] = {
    1.0,
    0.57721566490153286061,
    -0.65587807152025388108,
    -0.042002635034095235529,
    0.1665386113822914895,
    -0.042197734555544336748,
    -0.0096219715278769735621,
    0.0072189432466630995424,
    -0.0011651675918590651121,
    -0.00021524167411495097282,
    0.00012805028238811618615,
    -0.000020134854780788238656,
    -1.2504934821426706573e-6,
    1.1330272319816958824e-6,
    -2.0563384169776071035e-7,
    6.1160951044814158179e-9,
    5.0020076444692229301e-9,
    -1.1812745704870201446e-9,
    1.0434267116911005105e-10,
    7.782263439905071254e-12,
    -3.6968056186422057082e-12,
    5.100370287454475979e-13,
    -2.0583260535665067832e-14,
    -5.3481225394230179824e-15,
    1.2267786282382607902e-15,
    -1.1812593016974587695e-16,
};

enum { COEFFICIENTS = sizeof coefficients / sizeof *coefficients };

double tum_gamma64(double x)
{
    // gamma(x + 1) = x gamma(x), down or up to an argument of 1 to 2.
    double factor = 1.0;
    for (; x > 2.0; x -= 1.0) {
        factor *= x - 1.0;
    }
    if (x < 1.0) {
        factor /= x;
        x += 1.0;
    }
    double inverse = 0.0;
    for (int k = COEFFICIENTS - 1; k >= 0; --k) {
        inverse = coefficients[k] + (x - 1.0) * inverse;
    }
    return factor / inverse;
}
