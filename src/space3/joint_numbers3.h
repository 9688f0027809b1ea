// SPDX-License-Identifier: MIT
/// joint_numbers3.h: numbers of the joint solver that one assembly and teams of them share.
#ifndef TUM_SPACE3_JOINT_NUMBERS3_H
#define TUM_SPACE3_JOINT_NUMBERS3_H

// (h omega)^2 of a body under the pull of its joints.
static const double SWING_MOST = 1.0;
static const double CALMING = 0.05; // part of its spin that such a body loses in a substep

// [m/s], [rad/s] What rows may be wrong by: about what a float holds of a metre per second; and at
// the end of a substep, where a millimetre per second is four micrometres.
static const double QUIET_SPEED = 1e-7, CORRECTED_SPEED = 1e-3;

// From where bodies would get to. None is made of more than so much, nor of what the one before
// left more of than that part: there directions have turned too far.
enum { CORRECTIONS_MOST = 8 };
static const double CORRECTION_MOST = 4.0; // [m/s], [rad/s]
static const double CONTRACTION = 0.7;

// Of the diagonal: keeps the matrix regular where joints say one thing twice, as loops do. As soft
// as that is a joint between two bodies of 1 kg under 1 MN gives way by a hundredth of a
// millimetre.
static const double EPSILON = 1e-6;

static const double RELEASE_SPEED = 1e-7; // [m/s], [rad/s] what a held row may be wrong by

enum { EXCHANGES_MOST = 6 };

// [rad] Sweeps of an arm in a substep, and for angles, which bend more, turns of a body, up to
// which the correction from ahead is made whole, and not at all.
static const double SLOW_SWEEP = 0.3, FAST_SWEEP = 0.6;
static const double SLOW_SPIN = 0.03, FAST_SPIN = 0.09;

// Cosines of the turn that a range's direction makes in a substep, likewise: a correction along a
// direction that is no longer right makes things worse.
static const double TURNED_LITTLE = 0.98, TURNED_MUCH = 0.9;

static const double SHORTEST = 1e-12; // [m] below it there is no direction

// angle / sine out of the squared sine of an angle below 0.2 rad: the series of the arcsine. What
// is left out is smaller than a rounding error.
enum { ARCSINE_COUNT = 9 };
static const double ARCSINE_TERMS[ARCSINE_COUNT] = {
    1.0,           1.0 / 6.0,       3.0 / 40.0,      5.0 / 112.0,      35.0 / 1152.0,
    63.0 / 2816.0, 231.0 / 13312.0, 143.0 / 10240.0, 6435.0 / 557056.0};
static const double SMALL_SINE_SQUARED = 0.04;

// Violations are undone at most so fast.
static const double PULL_SPEED = 4.0;  // [m/s]
static const double TURN_SPEED = 10.0; // [rad/s]

#endif
