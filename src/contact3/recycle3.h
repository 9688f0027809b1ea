// SPDX-License-Identifier: MIT
/// recycle3.h: which pairs need no look, because they have hardly moved since the last one.
///
/// A look at a pair (collide3.h) tells how far two shapes are apart, or where they touch. Either
/// stays good for a while: shapes a distance apart cannot touch before they have moved it, and
/// faces, edges and corners that touch go on touching while they move little. So a look leaves a
/// budget of motion, and a look is due when it is spent:
///
///     budget -= way of the step before        due: budget < way of the coming step
///
/// The way is how much nearer any point of A and any of B may have come: no point of A moves
/// farther in the frame of B than (d: from B's centre of mass to A's, x and t: how far a body moves
/// and turns in the step, r: how far A reaches)
///
///     |x_A - x_B - t_B x d| + r |t_A - t_B|  +  second order: |t_B| |x_A - x_B|
///                                               + |t_B|^2 |d| / 2 + r (|t_A| + |t_B|)^2 / 2
///
/// or the same with A and B exchanged. Where |x_A - x_B| + r_A |t_A| + r_B |t_B| is small enough,
/// that is as good and sooner known. What a pair has of this fills 12 bytes, a body 64 (its state
/// between steps: SolverBody3), so that thousands of pairs are asked in microseconds. When a budget
/// is spent, where the shapes are to each other is compared with where they were at the last look,
/// and the budget is what is left of the way from there (stale_pair3.h).
///
/// Planes of contact between looks are carried along by their bodies (anchor3.h).
#ifndef TUM_CONTACT3_RECYCLE3_H
#define TUM_CONTACT3_RECYCLE3_H

#include "space3/space3.h"

/// @param reach  [m] From the centre of mass to the farthest point of the body; may be endless.
MotionBound3 tum_motion_bound3(Vec3 moved, Vec3 turned, float reach);

/// From one pose about the centre of mass to another.
MotionBound3 tum_motion_bound3_between(Pose3 before, Pose3 after, float reach);

/// [m] No point of A and no point of B come nearer, or get farther apart, by more.
/// @param between  from B's centre of mass to A's, after the step or before it.
float tum_motion_bound3_displacement(const MotionBound3 *a, float reach_a, const MotionBound3 *b,
                                     float reach_b, Vec3 between);

// What a body did since the last narrow phase is noted as a step is done with it. Whoever puts it
// elsewhere between steps has its contacts looked at or ends them; whoever changes its velocity has
// its boxes made anew (tum_space3_bound).

/// Notes what a body that was moved by itself did: from where a step found it (Space3.before).
void tum_space3_note_displacement(Space3 *space, int32_t body);

/// Notes how fast points of a body turn.
void tum_space3_note_swing(Space3 *space, int32_t body);

/// How bodies came to rest counts in one narrow phase. Once before each.
/// @return false when out of memory.
bool tum_space3_begin_motion(Space3 *space, const Topology *topology);

/// Whether shapes that were apart in this step's narrow phase still are.
/// @param edge  of the one that has moved: 2 contact + side
/// @param way   [m] no point of it has moved farther; the other one goes on as it did, for no more
///              than so many seconds since the step began.
bool tum_space3_stays_apart(const Space3 *space, const Topology *topology, int32_t edge, float way,
                            float seconds);

/// Of a range of active contacts: which are due (sim->changes).
void tum_space3_select_stale(Space *space, Sim *sim, StepTime time, Range contacts);

/// After a look: what it leaves.
/// @param seen, slack  as RecyclePose3 has them
void tum_space3_note_collision(Space3 *space, const Topology *topology, int32_t contact, Pose3 seen,
                               float slack);

/// Forgets the last look: a shape, its place in its body, or who is awake has changed.
void tum_space3_reopen(Space *space, int32_t contact);

#endif
