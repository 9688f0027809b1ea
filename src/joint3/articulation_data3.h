// SPDX-License-Identifier: MIT
/// articulation_data3.h: data that a kernel keeps of an articulation: the root, the bodies, the
/// joints in the order of the kind's steps, then hard limits and springs in the order of their
/// joints. Each kernel has its own number of lanes.
#ifndef TUM_JOINT3_ARTICULATION_DATA3_H
#define TUM_JOINT3_ARTICULATION_DATA3_H

#include "joint3/articulation3.h"
#include "math/wide3.h"

/// Spatial inertia at a point: force and torque as functions of linear and angular motion.
typedef struct ArticulationInertia3 {
    WideLanesSym3 linear;
    WideLanesMat3 mixed; ///< Force by rotation. Rows.
    WideLanesSym3 angular;
} ArticulationInertia3;

typedef struct ArticulationBody3 {
    _Alignas(64) int32_t slot[WIDE_LANES];
    bool is_movable;
    bool is_ahead;                        ///< Its rotation is newer than the body's in Space3.
    bool may_tumble;                      ///< Some lane has gyroscopic torques.
    _Alignas(64) WideLanes is_gyroscopic; ///< 1 in such a lane, else 0.
    WideLanes3 linear, angular;
    WideLanes3 center;      ///< [m] Centre of mass when the step began.
    WideLanes3 moved;       ///< [m] Displacement since then.
    WideLanes3 turned;      ///< [rad] Rotation vector since then.
    WideLanesQuat rotation; ///< World from body.
    WideLanes mass;
    WideLanes3 moments, inverse_moments;                   ///< Principal moments.
    WideLanes fall, bounding_radius, ccd_distance_squared; ///< As in BodyStart3.
    WideLanesQuat body_from_principal;
    WideLanesSym3 inertia; ///< In world axes.
    WideLanes strain; ///< [N m s] Impulses of its joints in the last substep, times their arms.
    WideLanes3 push, twist; ///< [N s], [N m s] Impulse of its joints in the last substep.
    WideLanes3 linear_change, angular_change;
    WideLanes3 half_turn;   ///< Rotation of the substep: tan of half the angle, along the axis,
    WideLanes turn_scale;   ///< 2 / (1 + half_turn^2),
    WideLanes turn_squared; ///< and the squared angle [rad^2].
} ArticulationBody3;

/// Measures of limits and springs.
typedef enum MotionForm {
    MOTION_ABOUT,   ///< The angle about an axis of A.
    MOTION_TWIST,   ///< The same, with the direction of a twist (limit3.h).
    MOTION_CONE,    ///< The angle between an axis of A and the same one of B.
    MOTION_ALONG,   ///< The length along an axis of A.
    MOTION_DISTANCE ///< The distance of the points.
} MotionForm;

/// A length or an angle of a joint. Units are those of an angle; of a length, m for rad, N for N m
/// and kg for kg m^2.
typedef struct ArticulationMotion3 {
    _Alignas(64) WideLanes low, high; ///< [rad] Range.
    WideLanes value;                  ///< [rad]
    WideLanes3 direction; ///< Child relative to parent: value' = direction . (w_child - w_parent).
    uint32_t unknown;     ///< A bit per lane: the whole turns are not known yet.
    uint32_t loose;       ///< A bit per lane: the angle of a twist is nearly loose (limit3.h), or
                          ///< its direction nearly that of others.
    uint8_t form;         ///< MotionForm
    bool counts;          ///< Whole turns are counted.
    int8_t axis;          ///< Of the frames.
    int8_t part, row;     ///< Index of the joint's part, and of the row in it.
} ArticulationMotion3;

static inline bool motion3_is_linear(const ArticulationMotion3 *motion)
{
    return motion->form >= MOTION_ALONG;
}

/// A hard range or a hard lock.
typedef struct ArticulationLimit3 {
    ArticulationMotion3 motion;
    bool is_lock;
    _Alignas(64) WideLanes side; ///< The end in question: 1 low, -1 high, 0 none yet.
    WideLanes active;            ///< 1 if its impulse is solved for, else 0.
    WideLanes impulse;           ///< [N m s] In this substep.
    WideLanes bias, error;       ///< [rad/s] Term added to the velocity; the sum of both.
    WideLanes3 undo;             ///< Vector u parallel to direction with direction . u = 1.
} ArticulationLimit3;

/// A spring and a damper: a drive, a soft lock or a soft range. Its row, as in joint_data3.h:
///
///     grip (direction . (w_child - w_parent) + bias) + impulse = 0,  least <= impulse <= most
typedef struct ArticulationSpring3 {
    ArticulationMotion3 motion;
    bool is_range;   ///< It acts beyond its range.
    bool needs_mass; ///< Some lane accelerates or has a stiffness.
    _Alignas(64) WideLanes stiffness, damping, target, speed, max_force; // as in JointPart3
    WideLanes accelerates; ///< 1: stiffness and damping are per unit of effective mass; else 0.
    WideLanes grip;        ///< [kg m^2] 1 / gamma; 0: the spring does not act.
    WideLanes bias;        ///< [rad/s]
    WideLanes least, most; ///< [N m s]
    WideLanes held;        ///< 1 or -1 where the impulse is at its maximum or minimum, else 0.
    WideLanes impulse;     ///< [N m s] In this substep.
    WideLanes error;       ///< [rad/s] Velocity and bias.
    WideLanes change;      ///< [N m s] Change of the impulse at the present velocity;
    WideLanes next;        ///< the impulse after the solve.
} ArticulationSpring3;

typedef struct ArticulationJoint3 {
    _Alignas(64) int32_t joint[WIDE_LANES];
    int32_t parent, child; ///< Indices into the articulation's bodies.
    int32_t above; ///< Joint between the parent and its own parent, index among the articulation's;
                   ///< NONE at the root.
    int32_t limit_first, limit_count;   ///< Among the limits,
    int32_t spring_first, spring_count; ///< and among the springs.
    bool child_is_b;
    bool is_leaf;                     ///< The child has no further joints.
    bool is_stale;                    ///< The factors do not match the pose or the active limits.
    bool is_fixed;                    ///< All angles are locked;
    bool is_hinge;                    ///< or two of them.
    bool slides;                      ///< The point is not locked as a whole, but along the rails.
    bool has_twists;                  ///< Several limits are about one axis each.
    bool is_held;                     ///< A limit or a spring acts in some lane.
    int8_t axis;                      ///< Axis of the frames: of the hinge.
    int8_t lock_part;                 ///< Index of the part that locks angles.
    int8_t rails;                     ///< Locked lengths of a joint that slides,
    int8_t rail_axis[3];              ///< along the first of these axes of A,
    int8_t rail_part[3], rail_row[3]; ///< and their parts and rows.
    _Alignas(64) WideLanes3 local[2]; ///< By side, relative to the centre of mass.
    WideLanesQuat frame[2];           ///< Body from frame.
    WideLanes3 arm[2];                ///< Parent's and child's, to the point of B.
    WideLanes3 gap;                   ///< [m] From the parent's point to the child's.
    union {
        struct {                     // A hinge:
            WideLanes3 hinge[2];     ///< Its axis in A and in B.
            WideLanes3 lock_axis[2]; ///< Axes across it, in A, child relative to parent.
            WideLanes lock_value[2]; ///< [rad]
            WideLanes lock_impulse[2];
        };
        struct {                   // All angles locked:
            WideLanesQuat between; ///< Rotation from A's frame to B's, in the world.
            WideLanes3 lock_turn;  ///< [N m s] Impulse of its angles on the child, in this substep.
        };
    };
    WideLanes3 pull; ///< [N s] Impulse on the child, in this substep; of rails, one number each.
    ArticulationInertia3 inertia; ///< Articulated inertia of the subtree, at the point of B;
    ArticulationInertia3 left;    ///< its share that acts on the parent, at the parent's centre.
    union {
        struct {
            WideLanesSym3 free; ///< Rotation per angular impulse in the free directions,
            WideLanesMat3 held; ///< and rotation along with the parent. Rows.
        };
        struct {                       // A joint that slides:
            ArticulationInertia3 give; ///< Motion per impulse in the free directions;
            WideLanes3 rail[3];        ///< axes of A, child relative to parent.
        };
    };
    WideLanes3 error;             ///< [m/s] Velocity at which the points separate.
    WideLanes3 error_turn;        ///< [rad/s] Velocity error of locked angles
    WideLanes3 turn;              ///< and of active limits;
    WideLanes3 slide;             ///< [m/s] of a joint that slides, all of its lengths.
    WideLanes3 asked, asked_turn; ///< Right-hand sides of the joint, linear and angular;
    WideLanes3 up, up_turn;       ///< their shares passed to the parent.
    WideLanes3 torque;            ///< [N m s] Impulse of the held angles,
    WideLanes3 pull_change;       ///< [N s] and of the point.
} ArticulationJoint3;

/// Factors of a movable root, and numbers of whole islands.
typedef struct ArticulationRoot3 {
    _Alignas(64) ArticulationInertia3 yield;
    WideLanes reach; ///< [m] Longest lever of a free length: STURDIER_MOST.
} ArticulationRoot3;

#endif
