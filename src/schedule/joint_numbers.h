// SPDX-License-Identifier: MIT
/// joint_numbers.h: numbers of the joint solvers of both spaces.
#ifndef TUM_SCHEDULE_JOINT_NUMBERS_H
#define TUM_SCHEDULE_JOINT_NUMBERS_H

// (h omega)^2 of a body under the pull of its joints.
static const double SWING_MOST = 1.0;

// [rad] That arms sweep in a piece of a substep, and how many pieces it has.
static const double PIECE_SWEEP = 0.2;
enum { PIECES_MOST = 16 };

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

// Energy that a solution may cost, by what its rows would need alone. Where masses differ by a
// thousand some need as many times more together; EPSILON stops at ten times this.
static const double COST_MOST = 1e5;

// Joints of a loop that are open by more than that are pulled together by rows that yield to each
// other: a correction of 1 m/s makes no more than 1 / (2 sqrt(YIELD)) of it. So joints that
// contradict each other come to a compromise, and do not pass it on the way. From 0.05 mm on, loops
// that are sound opened by 2 % of their size in 26 of 1000 scenes, from 0.3 mm in 15; from 1 mm in
// 8, but then five scenes of 10 000 gain energy.
static const double APART_LENGTH = 3e-4, APART_ANGLE = 1.2e-3; // [m], [rad]
static const double YIELD = 0.1;
static const double CALM_LEAST = 1.5e-3, CALM_MOST = 0.05; // part of their motion that they lose

static const double RELEASE_SPEED = 1e-7; // [m/s], [rad/s] what a held row may be wrong by

enum { EXCHANGES_MOST = 6 };

// [rad] Sweeps of an arm in a substep, and for angles, which bend more, turns of a body, up to
// which the correction from ahead is made whole, and not at all.
static const double SLOW_SWEEP = 0.3, FAST_SWEEP = 0.6;
static const double SLOW_SPIN = 0.03, FAST_SPIN = 0.09;

// Springs with (omega h)^2 below the first are taken where they are, above the second where they
// will be. The least part makes a spring without a damper a solvable row.
static const double SLOW_SPRING = 0.1, STIFF_SPRING = 0.5;
static const double PREFETCH_BODIES_MIN = 0.01;

// Violations are undone at most so fast.
static const double PULL_SPEED = 4.0;  // [m/s]
static const double TURN_SPEED = 10.0; // [rad/s]

#endif
