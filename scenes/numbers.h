// SPDX-License-Identifier: MIT
/// numbers.h: functions of additions, multiplications and square roots alone, so that a scene is
/// the same in every C library.
#ifndef SCENES_NUMBERS_H
#define SCENES_NUMBERS_H

/// @param angle  [rad] up to some thousands.
double scene_sine(double angle);
double scene_cosine(double angle);

/// A positive number to a power from 0 to 1.
double scene_power(double base, double exponent);

#endif
