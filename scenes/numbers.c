// SPDX-License-Identifier: MIT
// numbers.c: sine and cosine by their series, powers by square roots.
#include "numbers.h"

#include <math.h>

static const double QUARTER = 1.57079632679489661923; // [rad]
static const double QUARTER_REST = 6.123233995736766e-17;

enum { TERMS = 10, BITS = 50 };

// x - x^3/3! + …, or 1 - x^2/2! + …, for angles up to an eighth of a turn.
static double series(double angle, int first)
{
    double term = first == 1 ? angle : 1.0, sum = term;
    for (int i = 0; i < TERMS; ++i) {
        const int factor = first + 2 * i + 1;
        term *= -angle * angle / (double)(factor * (factor + 1));
        sum += term;
    }
    return sum;
}

double scene_sine(double angle)
{
    const double quarters = floor(angle / QUARTER + 0.5);
    const double rest = angle - quarters * QUARTER - quarters * QUARTER_REST;
    switch ((int)quarters & 3) {
    case 0: return series(rest, 1);
    case 1: return series(rest, 0);
    case 2: return -series(rest, 1);
    default: return -series(rest, 0);
    }
}

double scene_cosine(double angle)
{
    return scene_sine(angle + QUARTER);
}

double scene_power(double base, double exponent)
{
    double power = 1.0, root = base;
    for (int i = 0; i < BITS; ++i) {
        exponent *= 2.0;
        root = sqrt(root);
        if (exponent >= 1.0) {
            exponent -= 1.0;
            power *= root;
        }
    }
    return power;
}
