// SPDX-License-Identifier: MIT
/// recycle3.h: recycling of manifolds: pairs that have hardly moved are not collided again.
///
/// The collision of a pair (collide3.h) gives the distance of two shapes, or their local manifolds.
/// The result stays valid for a while: shapes at a distance cannot meet before they have moved by
/// it, and contacts of faces, edges and corners persist while the shapes move little. A collision
/// therefore leaves a budget of displacement. A pair is stale once the budget is used up:
///
///     budget -= displacement of the step before        stale: budget < displacement ahead
///
/// The displacement bounds the approach of any point of A and any point of B: no point of A moves
/// farther in the frame of B than (d: from B's centre of mass to A's, x and t: displacement and
/// turn of a body in the step, r: bounding radius of A)
///
///     |x_A - x_B - t_B x d| + r |t_A - t_B|  +  second order: |t_B| |x_A - x_B|
///                                               + |t_B|^2 |d| / 2 + r (|t_A| + |t_B|)^2 / 2
///
/// or the same with A and B exchanged. If the cheaper bound |x_A - x_B| + r_A |t_A| + r_B |t_B| is
/// small enough, it is used instead. A pair needs 12 bytes for this test, a body 64 (its state
/// between steps: SolverBody3), so that thousands of pairs are tested in microseconds. When a
/// budget is used up, the relative pose of the shapes is compared with that of the last collision,
/// and the budget is renewed to the displacement that is left from there (stale_pair3.h).
///
/// Between collisions manifolds follow their bodies (anchor3.h).
#ifndef TUM_CONTACT3_RECYCLE3_H
#define TUM_CONTACT3_RECYCLE3_H

#include "space3/space3.h"

/// Motion bound of a body.
/// @param bounding_radius  [m] from the centre of mass to the farthest point of the body; may be
/// infinite
MotionBound3 tum_motion_bound3(Vec3 moved, Vec3 turned, float bounding_radius);

/// Motion bound from one pose about the centre of mass to another.
MotionBound3 tum_motion_bound3_between(Pose3 before, Pose3 after, float bounding_radius);

/// [m] Bound of the change of distance between any point of A and any point of B.
/// @param between  from B's centre of mass to A's, after the step or before it.
float tum_motion_bound3_displacement(const MotionBound3 *a, float bounding_radius_a,
                                     const MotionBound3 *b, float bounding_radius_b, Vec3 between);

// The motion of a body since the last narrow phase is noted at the end of its step. A caller that
// moves a body between steps reopens its contacts or ends them; a caller that changes a velocity
// recomputes the body's boxes (tum_space3_bound).

/// Notes the motion of a body that was moved alone, from its pose at the start of the step
/// (Bodies3.before).
void tum_space3_note_displacement(Space3 *space, int32_t body);

/// Notes the bound of a body's point speed by rotation.
void tum_space3_note_angular_speed(Space3 *space, int32_t body);

/// Prepares the motion of bodies for a narrow phase: the motion before a body fell asleep counts
/// once. Called once before each narrow phase.
/// @return false when out of memory.
bool tum_space3_begin_motion(Space3 *space, const Topology *topology);

/// Whether shapes that were apart in this step's narrow phase still are.
/// @param edge  of the body that has moved: 2 contact + side
/// @param displacement [m] bound of the displacement of its points; the other body continues its
/// motion
///              for no more than `seconds` since the start of the step
bool tum_space3_stays_apart(const Space3 *space, const Topology *topology, int32_t edge,
                            float displacement, float seconds);

/// Selects the stale ones of a range of active contacts (sim->changes).
void tum_space3_select_stale(Space *space, Sim *sim, StepTime time, Range contacts);

/// Notes the result of a collision.
/// @param seen, slack  as in RecyclePose3
void tum_space3_note_collision(Space3 *space, const Topology *topology, int32_t contact, Pose3 seen,
                               float slack);

/// Forgets the last collision, because a shape, its pose in the body, or the set of awake bodies
/// has changed.
void tum_space3_reopen(Space *space, int32_t contact);

#endif
