// SPDX-License-Identifier: MIT
/// joint_numbers.h: parameters of the joint solvers, in both spaces.
#ifndef TUM_SCHEDULE_JOINT_NUMBERS_H
#define TUM_SCHEDULE_JOINT_NUMBERS_H

// (h omega)^2 of a body under the tension of its joints, above which its inertia is increased.
static const double SWING_MOST = 1.0;

// Angle that arms sweep in one piece of a substep [rad], and the maximum number of pieces.
static const double PIECE_SWEEP = 0.2;
enum { PIECES_MOST = 16 };

// Velocity errors of rows that are tolerated [m/s], [rad/s]: about the precision of a float at one
// metre per second; and at the end of a substep, where a millimetre per second is four micrometres.
static const double QUIET_SPEED = 1e-7, CORRECTED_SPEED = 1e-3;

// Corrections computed from the positions that bodies would reach: their maximum number, the
// largest error that is corrected, and the largest error as a share of that before. Beyond these,
// directions have rotated too far.
enum { CORRECTIONS_MOST = 8 };
static const double CORRECTION_MOST = 4.0; // [m/s], [rad/s]
static const double CONTRACTION = 0.7;

// Regularization relative to the diagonal: keeps the matrix regular where joints are redundant, as
// in loops. It makes a joint between two bodies of 1 kg yield by a hundredth of a millimetre under
// 1 MN.
static const double EPSILON = 1e-6;

// Energy that a solution may cost, relative to the sum of its rows alone. With mass ratios of a
// thousand some solutions need as many times more; EPSILON limits it to ten times this.
static const double COST_MOST = 1e5;

// A solution that turns some body by more than FLUNG_TURN [rad] in the substep, and adds more than
// this share to the kinetic energy of the joint island, or so much per mass [J/kg], is taken back;
// the island is pulled together instead. With a fifth of the energy twice as many scenes open by
// 2 %; without the limit a chain at the ends of its ranges moved ten times as fast. A smaller turn
// may add the share GAIN_MUCH: a taut loop of 1700 kg would take 1.6 times its energy at a turn of
// 0.019.
static const double FLUNG_TURN = 0.02, GAIN_MOST = 0.05, GAIN_LEAST = 0.05;
static const double FLUNG_TURN_LEAST = 0.002, GAIN_MUCH = 0.5;

// Opening beyond which the joints of a loop are pulled together by soft rows, with the softness
// YIELD: a correction of 1 m/s causes at most 1 / (2 sqrt(YIELD)) m/s. Joints that contradict each
// other then reach a compromise without overshoot. With 0.05 mm instead, sound loops opened by 2 %
// of their size in 26 of 1000 scenes; with 0.3 mm in 15; with 1 mm in 8, but five of 10 000 scenes
// gain energy.
static const double APART_LENGTH = 3e-4, APART_ANGLE = 1.2e-3; // [m], [rad]
static const double YIELD = 0.1;
static const double CALM_LEAST = 1.5e-3, CALM_MOST = 0.05; // share of their motion that such bodies
                                                           // lose

static const double RELEASE_SPEED = 1e-7; // [m/s], [rad/s] tolerated error of a row held at a limit

enum { EXCHANGES_MOST = 6 };

// Range over which the correction from predicted positions fades out: made in full below the first
// number, not at all above the second. Arm sweep per substep [rad]; for angular rows, which are
// less linear, rotation per substep [rad].
static const double SLOW_SWEEP = 0.3, FAST_SWEEP = 0.6;
static const double SLOW_SPIN = 0.03, FAST_SPIN = 0.09;

// Springs with (omega h)^2 below the first number are explicit, above the second implicit. The
// minimum implicit share makes a spring without damping a solvable row.
static const double SLOW_SPRING = 0.1, STIFF_SPRING = 0.5;
static const double IMPLICIT_SHARE_MIN = 0.01;

// Maximum speed at which violations are corrected.
static const double PULL_SPEED = 4.0;  // [m/s]
static const double TURN_SPEED = 10.0; // [rad/s]

// [rad] Arms and rows of a joint sweep that have turned farther in a step are computed anew. An
// impulse by the masses of another direction goes too far: of a link with an arm r, a mass m and a
// moment I by a factor of 1 + m r^2 / I sin^2, and beyond two, sweep after sweep, velocities grow.
// Springs in the directions of a pose that is gone add energy.
static const float TURNED_ARM = 0.05f;

#endif
