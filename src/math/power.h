// SPDX-License-Identifier: MIT
/// power.h: powers with the same bits everywhere.
#ifndef TUM_MATH_POWER_H
#define TUM_MATH_POWER_H

#include "math/scalar.h"

/// Natural logarithm of a normal number above 0; error below 2 units in the last place.
double tum_log64(double x);

/// e^x for |x| up to 700; error below 2 units in the last place.
double tum_exp64(double x);

/// base^exponent for base >= 0: 0 for a base below 1e-300 and for a power below e^-700; at most
/// e^700. Relative error below 1e-15 times (1 + |exponent log(base)|).
double tum_pow64(double base, double exponent);

#endif
