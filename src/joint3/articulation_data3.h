// SPDX-License-Identifier: MIT
/// articulation_data3.h: what a kernel keeps of a team: its root, its bodies, then its joints in
/// the order of the kind's steps. Each kernel has as many lanes as it works on at once.
#ifndef TUM_JOINT3_ARTICULATION_DATA3_H
#define TUM_JOINT3_ARTICULATION_DATA3_H

#include "joint3/articulation3.h"
#include "math/wide3.h"

/// Inertia as it resists at some point: force and torque by linear and angular motion.
typedef struct ArticulationInertia3 {
    WideLanesSym3 linear;
    WideLanesMat3 mixed; ///< Rows: force by turning.
    WideLanesSym3 angular;
} ArticulationInertia3;

typedef struct ArticulationBody3 {
    _Alignas(64) int32_t slot[WIDE_LANES];
    bool is_movable;
    bool is_ahead;                        ///< Its rotation is not yet where others look for it.
    bool may_tumble;                      ///< Some lane does:
    _Alignas(64) WideLanes is_gyroscopic; ///< 1; else 0.
    WideLanes3 linear, angular;
    WideLanes3 center;      ///< When the step began,
    WideLanes3 moved;       ///< and since;
    WideLanes3 turned;      ///< how far it has turned since [rad].
    WideLanesQuat rotation; ///< World from body.
    WideLanes mass;
    WideLanes3 moments, inverse_moments;         ///< Principal.
    WideLanes fall, reach, ccd_distance_squared; ///< As in BodyStart3.
    WideLanesQuat body_from_principal;
    WideLanesSym3 inertia;  ///< In the world.
    WideLanes strain;       ///< [N m s] Pull of its joints in the last substep, times their arms.
    WideLanes3 push, twist; ///< What joints gave it in the last substep, by motion and by turning.
    WideLanes3 linear_change, angular_change;
    WideLanes3 half_turn;   ///< In the substep: tan of half the angle, along the axis;
    WideLanes turn_scale;   ///< 2 / (1 + half_turn^2),
    WideLanes turn_squared; ///< and the angle [rad] times itself.
} ArticulationBody3;

/// A range or a lock of one angle.
typedef struct ArticulationLimit3 {
    _Alignas(64) WideLanes low, high;
    WideLanes value;
    WideLanes side;        ///< The end that matters: 1 low, -1 high; 0: none yet.
    WideLanes active;      ///< 1: its impulse is solved for; 0: it does nothing.
    WideLanes impulse;     ///< [N m s] In this substep.
    WideLanes bias, error; ///< [rad/s] What is added to its velocity; their sum.
    WideLanes3 direction;  ///< Child against parent: value' = direction . (w_child - w_parent).
    WideLanes3 undo;       ///< The vector u with direction . u = 1, along it.
    uint32_t unknown;      ///< A bit a lane: its whole turns are still to be found.
} ArticulationLimit3;

typedef struct ArticulationJoint3 {
    _Alignas(64) int32_t joint[WIDE_LANES];
    int32_t parent, child; ///< Into the team's bodies.
    int32_t above;         ///< The joint that the parent hangs at, of the team's; NONE: the root.
    bool child_is_b;
    bool is_leaf;  ///< Nothing hangs at the child.
    bool is_stale; ///< What is worked out here no longer says who is held.
    bool is_hinge, has_cone, has_twist, twist_is_lock, counts_turns;
    bool is_held;                             ///< A limit acts in some lane.
    int8_t axis;                              ///< Of the frames: of the hinge, the cone, the twist.
    int8_t swing_part, cone_part, twist_part; ///< Of the joint's parts.
    _Alignas(64) WideLanes3 local[2];         ///< By side, from the centre of mass.
    WideLanesQuat frame[2];                   ///< Body from frame.
    WideLanes3 arm[2];                        ///< Parent's and child's, to B's point.
    WideLanes3 gap;                           ///< [m] From the parent's point to the child's.
    WideLanes3 hinge[2];                      ///< The hinge's axis, A's and B's.
    WideLanes3 lock_axis[2];                  ///< Across it, in A, child against parent.
    WideLanes lock_value[2];                  ///< [rad]
    WideLanes lock_impulse[2];
    WideLanes3 pull;              ///< [N s] On the child, in this substep.
    ArticulationLimit3 limits[2]; ///< A cone, a twist.
    ArticulationInertia3 inertia; ///< Of all that hangs here, at B's point;
    ArticulationInertia3 left;    ///< what the parent feels of it, at its centre.
    WideLanesSym3 free;           ///< How it turns by an impulse, if it may,
    WideLanesMat3 held;           ///< and how it turns along with the parent. Rows.
    WideLanes3 error;             ///< [m/s] What points come apart with.
    WideLanes3 error_turn;        ///< [rad/s] Locked angles, likewise;
    WideLanes3 turn;              ///< and limits that act.
    WideLanes3 asked, asked_turn; ///< What asks for the joint's change, by motion and by turning;
    WideLanes3 up, up_turn;       ///< what of it is left for the parent.
    WideLanes3 torque;            ///< What the joint gave by turning, where it is held,
    WideLanes3 pull_change;       ///< and by motion.
} ArticulationJoint3;

/// What solves for a root that moves.
typedef struct ArticulationRoot3 {
    _Alignas(64) ArticulationInertia3 yield;
} ArticulationRoot3;

#endif
