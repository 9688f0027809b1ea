// SPDX-License-Identifier: MIT
/// joint_data3.h: joints as the solver wants them.
///
/// A joint is a list of parts: locks, ranges, drives. A part has rows; a row is one direction in
/// which the joint acts on its two bodies:
///
///     velocity    x' = n . (vb - va) + jb . wb - ja . wa
///     impulse p   va -= ma p n, wa -= ka p; vb += mb p n, wb += kb p      k = I^-1 j
///
/// All rows of an assembly are solved together, directly, in double precision: a chain of a hundred
/// links under a heavy load is as stiff as a single joint. An assembly with too many loops, or too
/// many joints on one body, is cut into sections that are solved in turn.
#ifndef TUM_SPACE3_JOINT_DATA3_H
#define TUM_SPACE3_JOINT_DATA3_H

#include "base/array.h"
#include "base/hash.h"
#include "math/block_cholesky.h"
#include "math/math3.h"
#include "math/math3_64.h"
#include "schedule/space.h"

typedef enum JointPartKind {
    PART_LOCK,  ///< Every axis of the mask at zero: a row an axis.
    PART_RANGE, ///< One metric between low and high.
    PART_DRIVE  ///< Towards a target, with a force.
} JointPartKind;

/// What a part is where its rows can be had for less than by its definition. Balls, hinges, cones,
/// sliders, fixed joints and distances are made of these; see tum_joint3_recognize.
typedef enum PartForm {
    FORM_ANY,      ///< By its definition, in the axes of frame A.
    FORM_POINT,    ///< Hard lock of three linear axes: rows along the axes of the world.
    FORM_DISTANCE, ///< Range of three linear axes: needs no axes at all.
    FORM_SWING,    ///< Hard lock of two angular axes, as of a hinge.
    FORM_TURN,     ///< Hard lock of three angular axes: rows about the axes of the world.
    FORM_CONE,     ///< Range of two angular axes.
    FORM_TWIST     ///< Lock, range or drive of one angular axis.
} PartForm;

/// Where a part of a joint in a weave has its lane.
typedef enum PartSweep { SWEEP_NONE, SWEEP_POINT, SWEEP_PART } PartSweep;

/// What a joint consists of. Fill in the first half; the rest is the solver's.
typedef struct JointPart3 {
    JointPartKind kind;
    bool is_angular;
    bool may_lock;    ///< A range of several axes that may become a lock: it has the rows of one.
    bool is_open;     ///< Does nothing for now.
    unsigned axes;    ///< Of frame A, a bit each; one bit of a drive.
    int32_t source;   ///< Its owner's name for it: parts of one source and kind go on from each
                      ///< other when a joint changes.
    double low, high; ///< [m] or [rad] Range; infinite: open.
    double stiffness; ///< [N/m] or [N m/rad]; INFINITY: hard. Of a drive by its mode.
    double damping;   ///< [N s/m] or [N m s/rad]
    bool has_target;
    bool accelerates;             ///< Stiffness and damping are per unit of effective mass.
    double target, speed;         ///< [m] or [rad], and per second.
    double max_force;             ///< [N] or [N m]
    double low_rate, high_rate;   ///< [m/s] or [rad/s] How fast the ends move in this step.
    double target_rate;           ///< [m/s] or [rad/s]
    uint8_t form;                 ///< PartForm
    uint8_t joint_sweep;          ///< PartSweep
    int32_t row_first, row_count; ///< Into JointSet3.rows.
    int32_t lane;                 ///< Of a block of its weave: joint_sweep3.h.
} JointPart3;

/// A frame fixed in a body, relative to its centre of mass.
typedef struct JointDef3 {
    DPose3 frame[2]; ///< Of a side that is the world: in the world.
    const JointPart3 *parts;
    size_t part_count; ///< 0: it does not act.
    unsigned counts;   ///< Axes whose angle counts whole turns, a bit each.
} JointDef3;

typedef enum RowState {
    ROW_FREE,   ///< Its impulse is solved for.
    ROW_AT_LOW, ///< Its impulse is held at a bound.
    ROW_AT_HIGH
} RowState;

typedef enum RowSide { SIDE_NONE, SIDE_LOW, SIDE_HIGH } RowSide;

/// Three cache lines; the first two are what an impulse needs.
typedef struct JointRow3 {
    DVec3 n;          ///< Zero for angular rows.
    DVec3 j[2], k[2]; ///< By side. Of angular rows j is the same on both.
    double diagonal;  ///< Inverse effective mass, J M^-1 J^T.
    double gamma;     ///< Softness, added to the diagonal.
    double bias;      ///< [m/s] or [rad/s]: wanted is x' + bias + gamma p = 0.
    double impulse;
    double low, high; ///< Bounds of the impulse.
    double value;     ///< [m] or [rad] where the step's last measurement found it.
    double goal;      ///< Where a hard row is to be at the end of the substep.
    uint8_t state;    ///< RowState
    uint8_t side;     ///< RowSide of a range.
    bool is_soft;
    bool is_idle; ///< Does nothing in this substep.
    bool is_angular;
} JointRow3;

typedef struct Joint3 {
    DPose3 frame[2];
    DMat3 axes[2];   ///< Of the frames, in their bodies.
    int32_t body[2]; ///< Into JointSet3.bodies, once built.
    int32_t part_first, part_count;
    int32_t row_first, row_count;
    int32_t joint_sweep;        ///< 1 + index into JointSet3.weaves; 0: none.
    int32_t articulation;       ///< 1 + index into JointSet3.teams, of one that holds it; 0: none.
    int32_t articulation_joint; ///< Among that team's,
    int32_t articulation_lane;  ///< and in which lane.
    int32_t free_count;         ///< Rows in the matrix: the first so many of JointSet3.free_rows.
    bool needs_axes;            ///< Some part asks where the axes of the frames are.
    bool is_point_first;        ///< Its first part is a FORM_POINT.
    bool has_bounds;            ///< Impulses of some rows are bounded.
    bool is_moving;         ///< Some frame moves in its body, or the end of a range, or a target.
    uint8_t counts;         ///< Axes whose angle counts whole turns, a bit each,
    uint8_t known;          ///< those of them that have been measured,
    uint8_t placed;         ///< and those whose bodies were put elsewhere since.
    double angle[3];        ///< [rad] About those axes, whole turns included.
    DVec3 arm[2];           ///< [m] From the centres of mass to where it pulls.
    DVec3 frame_linear[2];  ///< [m/s] Of the frames in their bodies, in this step.
    DVec3 frame_angular[2]; ///< [rad/s] Likewise.
} Joint3;

/// A body as an assembly sees it. Bodies that no push moves may be in several assemblies.
typedef struct JointBody3 {
    int32_t slot;
    bool is_movable;
    double inverse_mass;
    DSym3 inverse_inertia; ///< In the world.
    DPose3 center;         ///< Pose of the centre of mass.
    DPose3 ahead;          ///< At the end of the substep if velocities stay.
    DMat3 axes;            ///< The rotation of the one that was placed last.
    DVec3 linear, angular;
    double strain;        ///< [N m s] Pull of its joints in the last substep, times their arms.
    double least_inertia; ///< [kg m^2] No moment is taken for less: as strain asks; or 0.
    DVec3 unpulled_linear, unpulled_angular; ///< Velocity before a pull,
    DVec3 pulled_linear, pulled_angular;     ///< and what it added: joint_pull3.c.
} JointBody3;

/// Two joints of a section that share a movable body.
typedef struct JointLink3 {
    int32_t a, b;       ///< Into JointSet3.ordered; a has the later place.
    int32_t block;      ///< Of the section's matrix.
    uint8_t count;      ///< Bodies shared: one, or both of a pair that is joined twice.
    uint8_t side[2][2]; ///< Of each: which side of a, and of b, it is.
} JointLink3;

typedef struct SystemBlock3 {
    int32_t joint_first, joint_count; ///< Into JointSet3.ordered.
    int32_t row_first;                ///< Rows stand in the order of the matrix.
    int32_t link_first, link_count;
    BlockCholesky matrix;
    bool is_stale; ///< The matrix no longer says what the rows do.
    double yield;  ///< Part of the diagonal by which rows give way to each other: 0 but in a pull.
} SystemBlock3;

/// Bounces of one pass that joints connect: what they were to do, and did. See restitution3.c.
typedef struct RestitutionShare3 {
    int32_t leader; ///< Assembly that holds the sums, or that leads there.
    float wanted, got;
} RestitutionShare3;

typedef struct JointSweep3 JointSweep3;             // joint_sweep3.h
typedef struct ArticulationKind3 ArticulationKind3; // articulation3.h
typedef struct Articulation3 Articulation3;

/// What one worker solves in a pass: an assembly, or a team of them.
typedef struct JointJob3 {
    int32_t joint_island, articulation; ///< The other is NONE.
} JointJob3;

enum { KINDS_MOST = 64 }; ///< Of assemblies that are alike; others are solved one by one.

typedef struct JointIsland3 {
    int32_t body_first, body_count;
    int32_t joint_first, joint_count; ///< Into JointSet3.ordered.
    int32_t system_block_first, system_block_count;
    int32_t joint_sweep; ///< Into JointSet3.weaves, without sections; or NONE.
    int32_t kind;        ///< Into JointSet3.kinds, or NONE.
    uint64_t judged;     ///< JointSet3.changes when it was found out
    bool is_fit;         ///< whether a team takes it.
    bool is_strained;    ///< Moments of some body have been taken for larger in this step.
    bool is_tree;        ///< Its joints make no loop, through what stands still neither.
    bool is_pulled;      ///< Its bodies have velocities of a pull.
    float pull;          ///< [m/s] The fastest pull in this step: it does not rest for that.
    RestitutionShare3 restitution_impulse;
    Vec3 flight; ///< [m] All bodies are to be moved by it at the end of the step.
} JointIsland3;

/// Joints, parts and rows are complete at any time; where they stand and all below is laid out
/// anew after joints came or went.
typedef struct JointSet3 {
    ARRAY(Joint3) joints; ///< In the order of sim's joints. One that does not act has no parts.
    ARRAY(JointPart3) parts;
    ARRAY(JointRow3) rows;
    ARRAY(double) vector;     ///< One a row: right-hand sides and solutions.
    ARRAY(uint8_t) free_rows; ///< Room for one a row: which rows of a joint are in the matrix.
    ARRAY(JointBody3) bodies;
    ARRAY(int32_t) ordered; ///< Joints, section by section.
    ARRAY(JointLink3) links;
    ARRAY(SystemBlock3) system_blocks;
    ARRAY(JointSweep3) joint_sweeps;
    const struct ArticulationKernel3 *articulation_kernel;
    ARRAY(ArticulationKind3) kinds;
    ARRAY(Articulation3) articulations; ///< Of the last step; so are units.
    ARRAY(JointJob3) jobs;
    ARRAY(int32_t) gathered;           ///< Assemblies that these were made of, in order.
    ARRAY(JointIsland3) joint_islands; ///< In the order of sim's assemblies.
    uint64_t changes; ///< Of frames, what moves them and what bodies weigh, counted: for who
                      ///< keeps copies.
    uint64_t articulations_changes; ///< Those that teams know of.
    float joint_sweeps_elapsed;     ///< [s] When the part of the step before this one began.
    bool some_placed;               ///< Some joint has angles that are `placed`.
    bool by_definition; ///< All parts are FORM_ANY: what the other forms are tested against.
} JointSet3;

typedef struct Space3 Space3;

/// Puts a frame, and its axes with it.
static inline void joint3_set_frame(Joint3 *joint, int side, DPose3 frame)
{
    joint->frame[side] = frame;
    joint->axes[side] = dquat_matrix(frame.rotation);
}

/// What a joint gave to B in the last substep that it was solved in, in the world.
typedef struct JointImpulse3 {
    DVec3 linear;  ///< [N s] At the origin of frame B.
    DVec3 angular; ///< [N m s] About that point.
} JointImpulse3;

/// What a row of a joint's part remembers between substeps.
typedef struct RowMemory3 {
    double impulse;
    uint8_t state, side; ///< RowState, RowSide
} RowMemory3;

/// [1/s^2] Squared speed at which an arm turns with its body.
static inline double arm3_sweep_squared(DVec3 angular, DVec3 arm)
{
    const double squared = dvec3_length_squared(arm);
    return squared > 1e-12 ? dvec3_length_squared(dvec3_cross(angular, arm)) / squared : 0.0;
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
