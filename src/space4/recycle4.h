// SPDX-License-Identifier: MIT
/// recycle4.h: which pairs need no look, because they have hardly moved since the last one:
/// recycle3.h in four dimensions, where the bounds are derived.
///
/// No point of A moves farther in the frame of B than (d: from B's centre of mass to A's, x and t:
/// how far a body moves and turns in the step, r: A's lever, and |t| the greatest speed of a point
/// at unit distance)
///
///     |x_A - x_B - d . t_B| + r |t_A - t_B|  +  second order: |t_B| |x_A - x_B|
///                                               + |t_B|^2 |d| / 2 + r (|t_A| + |t_B|)^2 / 2
///
/// or the same with A and B exchanged. A lever is as long as a body reaches, but for balls, whose
/// surface is where it was when they have turned about their middles: a ball that rolls gets no
/// nearer to anything by it.
///
/// Two balls, and a ball on a half-space, touch where their middles say, however they move: their
/// planes are carried along for as long as they are near.
#ifndef TUM_SPACE4_RECYCLE4_H
#define TUM_SPACE4_RECYCLE4_H

#include "schedule/space.h"
#include "space4/collide4.h"

typedef struct Space4 Space4;

/// A way in one step.
typedef struct MotionBound4 {
    Vec4 moved;     ///< [m] Of the centre of mass.
    float swung;    ///< [m] No surface of the body's colliders gets farther by turning.
    Halves4 turned; ///< [rad] Of a finite turn: each half 4 sin of a quarter of its angle.
} MotionBound4;

/// What a body did since the last narrow phase, and may do in the coming step if nothing stops it.
/// What every pair asks first comes first.
typedef struct BodyMotion4 {
    _Alignas(64) Vec4 moved_back;
    Vec4 moved_ahead;
    float swung_back, swung_ahead;
    Halves4 turned_back, turned_ahead;
} BodyMotion4;

_Static_assert(sizeof(BodyMotion4) == 128, "two cache lines");

/// What is asked of a pair in every step.
typedef struct RecycleBudget4 {
    int32_t body[2];
    float budget;  ///< [m] Left to move before the next look; 0 or less: a look is due.
    uint32_t lies; ///< 1: there are planes of contact, to be carried along.
} RecycleBudget4;

/// Where a pair was when it was looked at.
typedef struct RecyclePose4 {
    Pose4 pose;  ///< Of the shape that reaches less far, in the frame of the other.
    float slack; ///< [m] What was found holds until it has moved this far from there.
} RecyclePose4;

/// What gives a plane of contact its normal while it is carried along.
enum { NORMAL4_OF_A, NORMAL4_OF_B, NORMAL4_BETWEEN };

/// A plane of contact as both bodies hold it. What is round holds it by its core, so that it may
/// roll on the plane.
typedef struct ManifoldAnchor4 {
    Vec4 normal;  ///< In the frame of the body whose it is; zero between two balls.
    int32_t side; ///< NORMAL4_OF_A or B: of the flat shape, or of what does not move; _BETWEEN: of
                  ///< two balls, from middle to middle.
    float radius_a, radius_b; ///< [m] Of the ball around the points below; 0 for flat shapes.
    Vec4 on_a[LOCAL_POINTS_MAX4], on_b[LOCAL_POINTS_MAX4]; ///< [m] From the centre of mass, in the
                                                           ///< frames of the bodies.
} ManifoldAnchor4;

/// From one pose about the centre of mass to another.
MotionBound4 tum_motion_bound4_between(Pose4 before, Pose4 after, float lever);

/// [m] No surface of A and no surface of B come nearer, or get farther apart, by more.
/// @param between  from B's centre of mass to A's, after the step or before it.
float tum_motion_bound4_displacement(const MotionBound4 *a, float lever_a, const MotionBound4 *b,
                                     float lever_b, Vec4 between);

/// Notes what bodies did and are about to do. Once before each narrow phase.
/// @return false when out of memory.
bool tum_space4_measure_motion(Space4 *space, const Topology *topology, StepTime time);

/// [m] The farthest that the surfaces of a pair approach each other in the coming step, at the
/// speeds they have.
float tum_space4_approach(const Space4 *space, const Contact *contact);

/// Of a range of active contacts: which are due (sim->changes). Carries along the planes of the
/// others.
void tum_space4_select_stale(Space *space, Sim *sim, StepTime time, Range contacts);

/// Whether a pair whose budget is spent is still near enough to where it was looked at. Then it
/// has a budget again, and its planes are carried along.
/// @param a_from_b  pose of the second shape in the frame of the first.
bool tum_space4_is_as_seen(Space4 *space, const Topology *topology, int32_t contact,
                           Pose4 a_from_b);

/// After a look: what it leaves.
/// @param lies   there are planes of contact, and they are to be carried along.
/// @param slack  [m] As in RecyclePose4; 0 or less: look again in the next step.
void tum_space4_note_collision(Space4 *space, const Topology *topology, int32_t contact,
                               Pose4 a_from_b, bool lies, float slack);

/// After less than a look: balls around the shapes are `slack` farther apart than they would have
/// to be for one; or they are the shapes themselves.
void tum_space4_note_balls(Space4 *space, int32_t slot, const Contact *contact, bool lies,
                           float slack);

/// Notes where a plane of contact that was just found holds on to its bodies.
void tum_space4_anchor_manifold(Space4 *space, const Topology *topology, int32_t manifold);

/// Forgets the last look: a shape, its place in its body, or who is awake has changed.
void tum_space4_reopen(Space *space, int32_t contact);

#endif
