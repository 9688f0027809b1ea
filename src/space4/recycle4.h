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

#include "space4/space_data4.h"

/// Motion of a body in one step.
typedef struct MotionBound4 {
    Vec4 moved;          ///< [m] Displacement of the centre of mass.
    float angular_bound; ///< [m] Bound of the displacement of surface points by rotation.
    Halves4 turned;      ///< [rad] Finite rotation: each half is 4 sin of a quarter of its angle.
} MotionBound4;

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
/// @param is_updated   the pair has manifolds, and they are to be updated.
/// @param slack  [m] as in RecyclePose4; 0 or less: the pair is stale in the next step.
void tum_space4_note_collision(Space4 *space, const Topology *topology, int32_t contact,
                               Pose4 a_from_b, bool is_updated, float slack);

/// Records a test of bounding balls alone: the balls around the shapes are `slack` farther apart
/// than a contact requires, or the shapes are balls.
void tum_space4_note_balls(Space4 *space, int32_t slot, const Contact *contact, bool is_updated,
                           float slack);

/// Anchors a new manifold in its bodies.
void tum_space4_anchor_manifold(Space4 *space, const Topology *topology, int32_t manifold);

/// Makes a contact stale: a shape, its pose in the body, or the set of awake bodies has changed.
void tum_space4_reopen(Space *space, int32_t contact);

/// A manifold at the current poses of its bodies if it is updated, else as it was found.
Manifold4 tum_space4_manifold(const Space4 *space, const Topology *topology, int32_t manifold);

#endif
