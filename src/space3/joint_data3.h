// SPDX-License-Identifier: MIT
/// joint_data3.h: joints as the solver represents them.
///
/// A joint is a list of parts: locks, ranges, drives. A part has rows; a row is one direction in
/// which the joint acts on its two bodies:
///
///     velocity    x' = n . (vb - va) + jb . wb - ja . wa
///     impulse p   va -= ma p n, wa -= ka p; vb += mb p n, wb += kb p      k = I^-1 j
///
/// All rows of a joint island are solved together by a direct method in double precision: a chain
/// of a hundred links under a heavy load is as stiff as a single joint. A joint island with too
/// many loops, or with too many joints on one body, is divided into system blocks that are solved
/// in turn.
#ifndef TUM_SPACE3_JOINT_DATA3_H
#define TUM_SPACE3_JOINT_DATA3_H

#include "base/array.h"
#include "base/hash.h"
#include "math/math3.h"
#include "math/math3_64.h"
#include "schedule/space.h"
#include "topology/joint_layout.h"

typedef enum JointPartKind {
    PART_LOCK,  ///< Every axis of the mask is held at zero: one row per axis.
    PART_RANGE, ///< One metric is held between low and high.
    PART_DRIVE  ///< A force towards a target.
} JointPartKind;

/// Forms of parts whose rows have a cheaper formula than the general definition. Balls, hinges,
/// cones, sliders, fixed joints and distances consist of such parts; see tum_joint3_recognize.
typedef enum PartForm {
    FORM_ANY,      ///< General definition, in the axes of frame A.
    FORM_POINT,    ///< Hard lock of three linear axes: rows along the axes of the world.
    FORM_DISTANCE, ///< Range of three linear axes: independent of the axes.
    FORM_SWING,    ///< Hard lock of two angular axes, as in a hinge.
    FORM_TURN,     ///< Hard lock of three angular axes: rows about the axes of the world.
    FORM_CONE,     ///< Range of two angular axes.
    FORM_TWIST     ///< Lock, range or drive of one angular axis.
} PartForm;

/// Lane type of a part in a joint sweep.
typedef enum PartSweep { SWEEP_NONE, SWEEP_POINT, SWEEP_PART } PartSweep;

/// Part of a joint. The caller fills in the first half; the rest belongs to the solver.
typedef struct JointPart3 {
    JointPartKind kind;
    bool is_angular;
    bool may_lock; ///< A range of several axes that may become a lock: rows of a lock are reserved.
    bool is_open;  ///< The part has no effect at present.
    bool is_implied; ///< Other joints of the same bodies hold what the part holds; set by the
                     ///< layout.
    unsigned axes;   ///< Mask of axes of frame A; a drive has one bit.
    int32_t source; ///< Identifier given by the owner: parts of the same source and kind keep their
                    ///< state when a joint changes.
    double low, high; ///< [m] or [rad] Range; infinite: open.
    double stiffness; ///< [N/m] or [N m/rad]; INFINITY: hard. For a drive the unit depends on its
                      ///< mode.
    double damping;   ///< [N s/m] or [N m s/rad]
    bool has_target;
    bool accelerates;             ///< Stiffness and damping are per unit of effective mass.
    double target, speed;         ///< [m] or [rad], and the same per second.
    double max_force;             ///< [N] or [N m]
    double low_rate, high_rate;   ///< [m/s] or [rad/s] Speed of the bounds in this step.
    double target_rate;           ///< [m/s] or [rad/s]
    uint8_t form;                 ///< PartForm
    uint8_t joint_sweep;          ///< PartSweep
    bool is_loose;                ///< An angle about one axis, loose as measured last (limit3.h).
    int32_t row_first, row_count; ///< Into JointSet3.rows.
    int32_t lane;                 ///< Lane in a block of its joint sweep: joint_sweep3.h.
} JointPart3;

/// Frames fixed in two bodies, relative to the centres of mass, and the parts of a joint.
typedef struct JointDef3 {
    DPose3 frame[2]; ///< On the side of the world: in the world.
    const JointPart3 *parts;
    size_t part_count;  ///< 0: the joint is disabled.
    unsigned counts;    ///< Mask of axes whose angle counts whole turns.
    bool frames_follow; ///< A track moves a frame.
} JointDef3;

typedef enum RowState {
    ROW_FREE,   ///< The impulse is an unknown of the system.
    ROW_AT_LOW, ///< The impulse is fixed at a bound.
    ROW_AT_HIGH
} RowState;

typedef enum RowSide { SIDE_NONE, SIDE_LOW, SIDE_HIGH } RowSide;

/// Row of a joint. Three cache lines; a right-hand side needs the first one.
typedef struct JointRow3 {
    double diagonal; ///< Inverse effective mass, J M^-1 J^T.
    double gamma;    ///< Softness, added to the diagonal.
    double bias;     ///< [m/s] or [rad/s] Row equation: x' + bias + gamma p = 0.
    double impulse;
    double low, high; ///< Bounds of the impulse.
    double value;     ///< [m] or [rad] Position error in the step's last measurement.
    double goal;      ///< Target of a hard row for the end of the substep.
    uint8_t state;    ///< RowState
    uint8_t side;     ///< RowSide of a range.
    bool is_soft;
    bool is_idle; ///< The row has no effect in this substep.
    bool is_angular;
    DVec3 n;          ///< Linear direction; zero for angular rows.
    DVec3 j[2], k[2]; ///< Per side. Angular rows have the same j on both sides.
} JointRow3;

/// Bits of Joint3.redundancy: joint_redundant3.h.
enum {
    JOINT_FRAMES_FOLLOW = 1, ///< A track moves a frame of the joint.
    JOINT_PAIRED = 2,        ///< Another joint has the same bodies.
    JOINT_REDUNDANT = 4      ///< Rows follow from those of another joint: the joint has no impulse.
};

/// Columns of a matrix; four lanes hold each.
typedef struct JointSpin3 {
    DVec3 x;
    double x_zero;
    DVec3 y;
    double y_zero;
    DVec3 z;
    double z_zero;
} JointSpin3;

typedef struct Joint3 {
    DPose3 frame[2];
    DMat3 axes[2];   ///< Axes of the frames, in the body frames.
    int32_t body[2]; ///< Into JointSet3.bodies, once built.
    int32_t part_first, part_count;
    int32_t row_first, row_count;
    int32_t joint_sweep;        ///< 1 + index into JointSet3.joint_sweeps; 0: none.
    int32_t articulation;       ///< 1 + index into JointSet3.articulations; 0: none.
    int32_t articulation_joint; ///< Index of the joint in its articulation,
    int32_t articulation_lane;  ///< and its lane there.
    int32_t free_count;         ///< Rows in the matrix: this number of items at the start of
                                ///< JointSet3.free_rows; in its node after `node_offset` others,
    int32_t node_offset;        ///< and in vectors from
    int32_t vector_first;       ///< here on.
    bool needs_axes;            ///< Some part depends on the axes of the frames.
    bool is_point_first;        ///< The first part is a FORM_POINT: its rows have `spin` in place
                                ///< of j and k.
    bool is_whole_point;        ///< And all of its rows are in the matrix.
    bool has_bounds;            ///< Some rows have bounded impulses.
    bool is_moving;         ///< Some frame moves within its body, or some bound or target moves.
    uint8_t counts;         ///< Mask of axes whose angle counts whole turns,
    uint8_t known;          ///< mask of those that have been measured,
    uint8_t placed;         ///< and mask of those whose bodies have been moved by the caller since.
    uint8_t redundancy;     ///< JOINT_FRAMES_FOLLOW and further bits; set by the layout.
    DVec3 arm[2];           ///< [m] From the centres of mass to the point of action.
    JointSpin3 spin[2];     ///< Where `is_point_first`: angular velocities of a body by unit
                            ///< impulses along the axes of the world at the end of its arm.
    double angle[3];        ///< [rad] About `counts`, whole turns included.
    DVec3 frame_linear[2];  ///< [m/s] Velocity of the frames within their bodies, in this step.
    DVec3 frame_angular[2]; ///< [rad/s] The same, angular.
} Joint3;

/// Copy of a body in a joint island. Bodies of infinite mass may be in several joint islands.
typedef struct JointBody3 {
    _Alignas(BLOCK_ALIGNMENT) int32_t slot;
    bool is_movable;
    double inverse_mass;
    DVec3 linear;
    double linear_zero; ///< Zero: four lanes hold a vector.
    DVec3 angular;
    double angular_zero;
    DSym3 inverse_inertia; ///< In the world.
    DPose3 center;         ///< Pose of the centre of mass.
    DPose3 ahead;          ///< Predicted pose at the end of the substep for constant velocities.
    DMat3 axes;            ///< Rotation matrix of the pose that was set last.
    double strain;        ///< [N m s] Impulses of its joints in the last substep, times their arms.
    double least_inertia; ///< [kg m^2] Lower bound of the moments of inertia, derived from the
                          ///< strain; or 0.
    DVec3 kept_linear, kept_angular;         ///< Velocity before gaps were closed: joint_solver3.c.
    DVec3 unpulled_linear, unpulled_angular; ///< Velocity before a pull,
    DVec3 pulled_linear, pulled_angular; ///< and the velocity that the pull added: joint_pull3.c.
} JointBody3;

/// Restitution of one pass in bodies that are connected by joints: intended and actual work. See
/// restitution3.c.
typedef struct RestitutionShare3 {
    int32_t leader; ///< Joint island that holds the sums, or the next one on the path to it.
    float wanted, got;
} RestitutionShare3;

typedef struct JointSweep3 JointSweep3;             // joint_sweep3.h
typedef struct ArticulationKind3 ArticulationKind3; // articulation3.h
typedef struct Articulation3 Articulation3;

/// Unit of parallel work in a pass: one joint island, or one articulation of several.
typedef struct JointJob3 {
    int32_t joint_island, articulation; ///< The unused member is NONE.
} JointJob3;

enum { KINDS_MOST = 64 }; ///< Kinds of equal joint islands; others are solved one by one.

typedef struct JointIsland3 {
    int32_t body_first, body_count;
    int32_t joint_first, joint_count; ///< Into JointLayout.ordered.
    int32_t system_block_first, system_block_count;
    int32_t joint_sweep; ///< Index into JointSet3.joint_sweeps if the island has no system blocks;
                         ///< or NONE.
    int32_t kind;        ///< Into JointSet3.kinds, or NONE.
    uint64_t judged;     ///< Value of JointSet3.changes at the last test
    bool is_fit;         ///< of whether an articulation can take the island.
    bool is_strained;    ///< The moments of some body have been enlarged in this step.
    bool is_tree;        ///< The joints form no loop, also none through immovable bodies.
    bool is_aimed;       ///< The last solve closes all joints at the end of the substep.
    bool is_hit;         ///< A restitution impulse acts on some body now.
    bool is_struck;      ///< Rows have impulses of restitution, until the warm start.
    bool is_pulled;      ///< The bodies have velocities of a pull.
    bool touches;        ///< Some body has contacts.
    bool is_sunk;        ///< CONTACTS_SINK pushes some body.
    double gap;          ///< Widest gap of its joints by those that pull them together, or less
                         ///< than zero where rows have changed since: joint_pull3.c.
    float pull; ///< [m/s] Fastest pull of this step, which does not count as motion in the test for
                ///< rest.
    RestitutionShare3 restitution_impulse;
    Vec3 flight; ///< [m] Displacement of all bodies at the end of the step.
} JointIsland3;

/// Joints of a space. Joints, parts and rows are always complete; their order and the members below
/// are rebuilt after a joint was added or removed.
typedef struct JointSet3 {
    ARRAY(Joint3) joints; ///< In the order of the topology's joints. A disabled joint has no parts.
    ARRAY(JointPart3) parts;
    ARRAY(JointRow3) rows;
    ARRAY(double) vector; ///< Solutions, in the order of JointLayout's vectors,
    ARRAY(double) wrong;  ///< right-hand sides,
    ARRAY(double) aims;   ///< [m/s] or [rad/s] and bias + (gamma + epsilon) p.
    ARRAY(double) kept;   ///< Per row: the impulse before restitution, or before gaps are closed.
    ARRAY(uint8_t) free_rows; ///< Capacity of one per row: rows of a joint that are in the matrix.
    ARRAY(float) strains;     ///< [N s m] Scratch memory, one per body slot: joint_strain3.c.
    ARRAY(JointBody3) bodies;
    JointLayout layout;
    ARRAY(JointSweep3) joint_sweeps;
    const struct JointSystemKernel3 *system_kernel;
    const struct ArticulationKernel3 *articulation_kernel;
    ARRAY(ArticulationKind3) kinds;
    ARRAY(Articulation3) articulations; ///< Articulations of the last step, as are `jobs`.
    ARRAY(JointJob3) jobs;
    ARRAY(int32_t) gathered; ///< Joint islands from which the articulations were built, in order.
    ARRAY(JointIsland3) joint_islands; ///< In the order of the topology's joint islands.
    uint64_t changes; ///< Counter of changes of frames, of their motion and of masses: lets holders
                      ///< of copies detect a change.
    uint64_t articulations_changes; ///< Value of `changes` that the articulations are built for.
    uint64_t masses_changes;    ///< Counter of changes of masses, also by bodies that come and go,
    uint64_t masses_judged;     ///< and its value when nets were judged by them: joint_net3.c.
    float joint_sweeps_elapsed; ///< [s] StepTime.elapsed of the previous split.
    bool some_placed;           ///< Some joint has angles that are `placed`.
    bool by_definition; ///< All parts are FORM_ANY: the reference for tests of the other forms.
} JointSet3;

typedef struct Space3 Space3;

/// Joint at a place of JointLayout.ordered.
static inline Joint3 *joint_set3_ordered(const JointSet3 *set, int32_t place)
{
    return &set->joints.items[set->layout.ordered.items[place]];
}

/// Joint `index` of a joint island, in the order of its system blocks.
static inline Joint3 *joint_island3_joint(const JointSet3 *set, const JointIsland3 *joint_island,
                                          int32_t index)
{
    return joint_set3_ordered(set, joint_island->joint_first + index);
}

/// Sets a frame and its axes.
static inline void joint3_set_frame(Joint3 *joint, int side, DPose3 frame)
{
    joint->frame[side] = frame;
    joint->axes[side] = dquat_matrix(frame.rotation);
}

/// Impulse of a joint on B in its last solved substep, in the world.
typedef struct JointImpulse3 {
    DVec3 linear;  ///< [N s] At the origin of frame B.
    DVec3 angular; ///< [N m s] About that point.
} JointImpulse3;

/// State of a row that persists between substeps.
typedef struct RowMemory3 {
    double impulse;
    uint8_t state, side; ///< RowState, RowSide
} RowMemory3;

/// [1/s^2] Squared angular speed of an arm that rotates with its body.
static inline double arm3_sweep_squared(DVec3 angular, DVec3 arm)
{
    const double squared = dvec3_length_squared(arm);
    return squared > 1e-12 ? dvec3_length_squared(dvec3_cross(angular, arm)) / squared : 0.0;
}

/// [m/s] Velocity of a point of B relative to the same point of A.
static inline DVec3 joint3_point_velocity(const Joint3 *joint, const JointBody3 *a,
                                          const JointBody3 *b)
{
    return dvec3_sub(dvec3_add(b->linear, dvec3_cross(b->angular, joint->arm[1])),
                     dvec3_add(a->linear, dvec3_cross(a->angular, joint->arm[0])));
}

static inline double joint_row3_velocity(const JointRow3 *row, const JointBody3 *a,
                                         const JointBody3 *b)
{
    return row->is_angular
               ? dvec3_dot(row->j[0], dvec3_sub(b->angular, a->angular))
               : dvec3_dot(row->n, dvec3_sub(b->linear, a->linear)) +
                     dvec3_dot(row->j[1], b->angular) - dvec3_dot(row->j[0], a->angular);
}

/// A spring and a damper as a row: x' + (k e - c speed) / give + gamma p = 0.
typedef struct Spring3 {
    double give; ///< [N s/m] or [N m s/rad]
    double gamma;
    bool acts;
} Spring3;

#endif
