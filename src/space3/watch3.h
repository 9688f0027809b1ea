// SPDX-License-Identifier: MIT
/// watch3.h: which pairs need no look, because they have hardly moved since the last one.
///
/// A look at a pair (collide3.h) tells how far two shapes are apart, or where they touch. Either
/// stays good for a while: shapes a distance apart cannot touch before they have moved it, and
/// faces, edges and corners that touch go on touching while they move little. So a look leaves a
/// budget of motion, and a look is due when it is spent:
///
///     budget -= |moved_A - moved_B| + swung_A + swung_B       every step
///     due       budget < |ahead_A - ahead_B| + swing_A + swing_B
///
/// What a pair has of this fills 16 bytes, so that thousands of them are asked in microseconds.
/// Bodies that move together spend budgets without moving against each other: when a budget is
/// spent, where the shapes are to each other is compared with where they were at the last look, and
/// the budget is what is left of the way from there.
///
/// Planes of contact between looks are carried along by their bodies (PlaneAnchor3).
#ifndef TUM_SPACE3_WATCH3_H
#define TUM_SPACE3_WATCH3_H

#include "sim/space.h"
#include "space3/collide3.h"

typedef struct Space3 Space3;

/// What a body did since the last narrow phase, and may do in the coming step if nothing stops it.
typedef struct BodyMotion3 {
    Vec3 moved;  ///< [m] Of the centre of mass.
    float swung; ///< [m] No point of its colliders moved farther against the centre by turning.
    Vec3 ahead;  ///< [m] As `moved`.
    float swing; ///< [m] As `swung`.
} BodyMotion3;

/// What is asked of a pair in every step.
typedef struct PairWatch3 {
    int32_t body[2];
    float budget;  ///< [m] Left to move before the next look; 0 or less: a look is due.
    uint32_t lies; ///< 1: there are planes of contact, to be carried along.
} PairWatch3;

/// Where a pair was when it was looked at.
typedef struct PairLook3 {
    Pose3 pose;  ///< Of the shape that reaches less far, in the frame of the other.
    float slack; ///< [m] What was found holds until it has moved this far from there.
} PairLook3;

/// A plane of contact as both bodies hold it.
typedef struct PlaneAnchor3 {
    Vec3 normal;  ///< In the frame of the body on `side`.
    int32_t side; ///< The side that does not move, if one does not; else the first.
    Vec3 on_a[TOUCH_POINTS], on_b[TOUCH_POINTS]; ///< [m] On either surface, from the centre of mass
                                                 ///< in its body's frame.
} PlaneAnchor3;

/// Notes what bodies did and are about to do. Once before each narrow phase.
/// @return false when out of memory.
bool tum_space3_measure_motion(Space3 *space, const Sim *sim, StepTime time);

/// [m] The farthest that two points of a pair approach each other in the coming step, at the speeds
/// they have.
float tum_space3_approach(const Space3 *space, const Contact *contact);

/// Of a range of active contacts: which are due (sim->changes). Carries along the planes of the
/// others.
void tum_space3_sift(Space *space, Sim *sim, StepTime time, Range contacts);

/// Whether a pair whose budget is spent is still near enough to where it was looked at. Then it
/// has a budget again, and its planes are carried along.
/// @param a_from_b  pose of the second shape in the frame of the first.
bool tum_space3_is_as_seen(Space3 *space, const Sim *sim, int32_t contact, Pose3 a_from_b);

/// After a look: what it leaves. No planes were found up to `apart`, or `count` planes, which now
/// are the contact's.
/// @param slack  [m] As in PairLook3; 0 or less: look again in the next step.
void tum_space3_note_look(Space3 *space, const Sim *sim, int32_t contact, Pose3 a_from_b, bool lies,
                          float slack);

/// Notes where a plane of contact that was just found holds on to its bodies.
void tum_space3_anchor_plane(Space3 *space, const Sim *sim, int32_t manifold);

/// Forgets the last look: a shape, its place in its body, or who is awake has changed.
void tum_space3_reopen(Space *space, int32_t contact);

#endif
