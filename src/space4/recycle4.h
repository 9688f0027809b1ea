// SPDX-License-Identifier: MIT
/// recycle4.h: contact recycling: pairs that have hardly moved since their last collision test are
/// not tested again. recycle3.h in 4D; the bounds are derived here.
///
/// No point of A moves farther in the frame of B than (d: from B's centre of mass to A's, x and t:
/// displacement and rotation of a body in the step, r: A's lever, and |t| the greatest speed of a
/// point at unit distance)
///
///     |x_A - x_B - d . t_B| + r |t_A - t_B|  +  second order: |t_B| |x_A - x_B|
///                                               + |t_B|^2 |d| / 2 + r (|t_A| + |t_B|)^2 / 2
///
/// or the same with A and B exchanged. The lever is the bounding radius of the body, except for
/// balls: rotation about its centre leaves a ball's surface in place, so a rolling ball comes no
/// nearer to another surface by rotation.
///
/// The contact of two balls, or of a ball on a half-space, follows from their centres, for any
/// motion: their manifolds are updated for as long as the shapes are near.
#ifndef TUM_SPACE4_RECYCLE4_H
#define TUM_SPACE4_RECYCLE4_H

#include "schedule/space.h"
#include "space4/collide4.h"

typedef struct Space4 Space4;

/// Motion of a body in one step.
typedef struct MotionBound4 {
    Vec4 moved;     ///< [m] Displacement of the centre of mass.
    float swung;    ///< [m] Bound of the displacement of surface points by rotation.
    Halves4 turned; ///< [rad] Finite rotation: each half is 4 sin of a quarter of its angle.
} MotionBound4;

/// Motion of a body since the last narrow phase, and its free motion in the coming step. The
/// members that every pair reads come first.
typedef struct BodyMotion4 {
    _Alignas(64) Vec4 moved_back;
    Vec4 moved_ahead;
    float swung_back, swung_ahead;
    Halves4 turned_back, turned_ahead;
} BodyMotion4;

_Static_assert(sizeof(BodyMotion4) == 128, "two cache lines");

/// Members that are read for each pair in every step.
typedef struct RecycleBudget4 {
    int32_t body[2];
    float budget;  ///< [m] Motion left before the next collision test; 0 or less: the pair is
                   ///< stale.
    uint32_t lies; ///< 1: the pair has manifolds, which are updated.
} RecycleBudget4;

/// Pose of a pair at its last collision test.
typedef struct RecyclePose4 {
    Pose4 pose;  ///< Pose of the shape with the smaller bounding radius, in the frame of the other.
    float slack; ///< [m] Greatest motion from this pose for which the result holds.
} RecyclePose4;

/// Source of the normal of a manifold that is updated.
enum { NORMAL4_OF_A, NORMAL4_OF_B, NORMAL4_BETWEEN };

/// A manifold as anchored in both bodies. A round shape is anchored at its core, so that the shape
/// can roll.
typedef struct ManifoldAnchor4 {
    Vec4 normal;  ///< In the frame of the body that gives the normal; zero between two balls.
    int32_t side; ///< NORMAL4_OF_A or _OF_B: the flat shape, or the one at rest; _BETWEEN: the
                  ///< normal of two balls, from centre to centre.
    float radius_a, radius_b; ///< [m] Radius around the points below; 0 for flat shapes.
    Vec4 on_a[LOCAL_POINTS_MAX4], on_b[LOCAL_POINTS_MAX4]; ///< [m] From the centre of mass, in the
                                                           ///< frames of the bodies.
} ManifoldAnchor4;

/// Motion between two poses about the centre of mass.
MotionBound4 tum_motion_bound4_between(Pose4 before, Pose4 after, float lever);

/// [m] Bound of the change of distance between a surface of A and a surface of B.
/// @param between  from B's centre of mass to A's, after the step or before it.
float tum_motion_bound4_displacement(const MotionBound4 *a, float lever_a, const MotionBound4 *b,
                                     float lever_b, Vec4 between);

/// Records past and predicted motion of bodies. Called once before each narrow phase.
/// @return false when out of memory.
bool tum_space4_measure_motion(Space4 *space, const Topology *topology, StepTime time);

/// [m] Bound of the approach of a pair's surfaces in the coming step, at their current speeds.
float tum_space4_approach(const Space4 *space, const Contact *contact);

/// Selects the stale contacts in a range of active contacts (sim->changes), and updates the
/// manifolds of the others.
void tum_space4_select_stale(Space *space, Sim *sim, StepTime time, Range contacts);

/// True when a pair without budget is still near the pose of its last collision test. The pair then
/// has a budget again, and its manifolds are updated.
/// @param a_from_b  pose of the second shape in the frame of the first.
bool tum_space4_is_as_seen(Space4 *space, const Topology *topology, int32_t contact,
                           Pose4 a_from_b);

/// Records the result of a collision test.
/// @param lies   the pair has manifolds, and they are to be updated.
/// @param slack  [m] as in RecyclePose4; 0 or less: the pair is stale in the next step.
void tum_space4_note_collision(Space4 *space, const Topology *topology, int32_t contact,
                               Pose4 a_from_b, bool lies, float slack);

/// Records a test of bounding balls alone: the balls around the shapes are `slack` farther apart
/// than a contact requires, or the shapes are balls.
void tum_space4_note_balls(Space4 *space, int32_t slot, const Contact *contact, bool lies,
                           float slack);

/// Anchors a new manifold in its bodies.
void tum_space4_anchor_manifold(Space4 *space, const Topology *topology, int32_t manifold);

/// Makes a contact stale: a shape, its pose in the body, or the set of awake bodies has changed.
void tum_space4_reopen(Space *space, int32_t contact);

#endif
