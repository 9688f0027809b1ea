// SPDX-License-Identifier: MIT
/// joint3.h: joints as the solver wants them.
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
#ifndef TUM_SPACE3_JOINT3_H
#define TUM_SPACE3_JOINT3_H

#include "base/array.h"
#include "base/hash.h"
#include "math/block_cholesky.h"
#include "math/math3_64.h"
#include "sim/space.h"

typedef enum JointPartKind {
    PART_LOCK,  ///< Every axis of the mask at zero: a row an axis.
    PART_RANGE, ///< One metric between low and high.
    PART_DRIVE  ///< Towards a target, with a force.
} JointPartKind;

/// What a joint consists of. Fill in the first half; the rest is the solver's.
typedef struct JointPart3 {
    JointPartKind kind;
    bool is_angular;
    unsigned axes;    ///< Of frame A, a bit each; one bit of a drive.
    double low, high; ///< [m] or [rad] Range; infinite: open.
    double stiffness; ///< [N/m] or [N m/rad]; INFINITY: hard. Of a drive by its mode.
    double damping;   ///< [N s/m] or [N m s/rad]
    bool has_target;
    bool accelerates;             ///< Stiffness and damping are per unit of effective mass.
    double target, speed;         ///< [m] or [rad], and per second.
    double max_force;             ///< [N] or [N m]
    double angle;                 ///< [rad] 1D angles: continuous, whole turns included.
    bool angle_is_known;          ///< It has been measured once.
    int32_t row_first, row_count; ///< Into JointSet3.rows.
} JointPart3;

/// A frame fixed in a body, relative to its centre of mass.
typedef struct JointDef3 {
    DPose3 frame[2]; ///< Of a side that is the world: in the world.
    const JointPart3 *parts;
    size_t part_count;
} JointDef3;

typedef enum RowState {
    ROW_FREE,   ///< Its impulse is solved for.
    ROW_AT_LOW, ///< Its impulse is held at a bound.
    ROW_AT_HIGH
} RowState;

typedef enum RowSide { SIDE_NONE, SIDE_LOW, SIDE_HIGH } RowSide;

typedef struct JointRow3 {
    int32_t a, b; ///< Bodies of the assembly: into JointSet3.bodies.
    DVec3 n;      ///< Zero for angular rows.
    DVec3 ja, jb, ka, kb;
    double value;     ///< [m] or [rad] where the step's last measurement found it.
    double ahead;     ///< Likewise, at the end of the substep if nothing more happens.
    double goal;      ///< Where a hard row is to be at the end of the substep.
    double diagonal;  ///< Inverse effective mass, J M^-1 J^T.
    double gamma;     ///< Softness, added to the diagonal.
    double bias;      ///< [m/s] or [rad/s]: wanted is x' + bias + gamma p = 0.
    double low, high; ///< Bounds of the impulse.
    double impulse;
    uint8_t state; ///< RowState
    uint8_t side;  ///< RowSide of a range.
    bool is_soft;
    bool is_idle; ///< Does nothing in this substep.
} JointRow3;

typedef struct Joint3 {
    DPose3 frame[2];
    int32_t body[2]; ///< Into JointSet3.bodies, once built.
    int32_t part_first, part_count;
    int32_t row_first, row_count;
    double arm[2]; ///< [m] From the centres of mass to where it pulls.
} Joint3;

/// A body as an assembly sees it. Bodies that no push moves may be in several assemblies.
typedef struct JointBody3 {
    int32_t slot;
    bool is_movable;
    double inverse_mass;
    DSym3 inverse_inertia; ///< In the world.
    DPose3 center;         ///< Pose of the centre of mass.
    DPose3 ahead;          ///< At the end of the substep if velocities stay.
    DVec3 linear, angular;
    double strain; ///< [N m s] Pull of its joints in the last substep, times their arms.
} JointBody3;

/// Two joints of a section that share a movable body.
typedef struct JointLink3 {
    int32_t a, b;  ///< Into JointSet3.ordered; a has the later place.
    int32_t block; ///< Of the section's matrix.
} JointLink3;

typedef struct JointSection3 {
    int32_t joint_first, joint_count; ///< Into JointSet3.ordered.
    int32_t row_first;                ///< Rows stand in the order of the matrix.
    int32_t link_first, link_count;
    BlockCholesky matrix;
    bool is_stale; ///< The matrix no longer says what the rows do.
} JointSection3;

/// Bounces of one pass that joints connect: what they were to do, and did. See blow3.c.
typedef struct BlowShare3 {
    int32_t leader; ///< Assembly that holds the sums, or that leads there.
    float wanted, got;
} BlowShare3;

typedef struct JointAssembly3 {
    int32_t body_first, body_count;
    int32_t section_first, section_count;
    BlowShare3 blow;
} JointAssembly3;

typedef struct JointSet3 {
    ARRAY(Joint3) joints; ///< In the order of sim's joints.
    ARRAY(JointPart3) parts;
    ARRAY(JointRow3) rows;
    ARRAY(double) vector; ///< One a row: right-hand sides and solutions.
    ARRAY(JointBody3) bodies;
    ARRAY(int32_t) ordered; ///< Joints, section by section.
    ARRAY(JointLink3) links;
    ARRAY(JointSection3) sections;
    ARRAY(JointAssembly3) assemblies; ///< In the order of sim's assemblies.
} JointSet3;

typedef struct Space3 Space3;

// joint_build3.c

/// Adds the joint of the next slot. @return false when out of memory.
bool tum_space3_add_joint(Space3 *space, const JointDef3 *joint);

/// Rows that a joint of these parts has, at most BLOCK_SIZE_MOST allowed.
int32_t tum_joint3_row_count(const JointPart3 *parts, size_t count);

/// Lays out the assemblies that tum_sim_finish_joints found.
TumStatus tum_space3_finish_joints(Space3 *space, const Sim *sim);

void tum_joint_set3_clear(JointSet3 *set, const TumAllocator *allocator);

/// Impulses and turn counts.
void tum_joint_set3_hash(const JointSet3 *set, Hash *hash);

// joint_rows3.c

/// Directions and values of a joint's rows where its bodies are now; counts turns.
void tum_joint3_measure(JointSet3 *set, Joint3 *joint);

/// Only values, where its bodies are about to be.
void tum_joint3_look_ahead(JointSet3 *set, const Joint3 *joint);

/// What a joint's rows want in this substep of `substep` seconds.
/// @return true when softness changed, and so the matrix.
bool tum_joint3_begin_substep(JointSet3 *set, const Joint3 *joint, double substep);

/// Hard rows aim from where they would get to.
void tum_joint3_correct(JointSet3 *set, const Joint3 *joint, double substep);

/// Hard rows want no velocity but what leads to an end of their range.
void tum_joint3_begin_relaxing(JointSet3 *set, const Joint3 *joint, double substep);

static inline double joint_row3_velocity(const JointSet3 *set, const JointRow3 *row)
{
    const JointBody3 *a = &set->bodies.items[row->a], *b = &set->bodies.items[row->b];
    return dvec3_dot(row->n, dvec3_sub(b->linear, a->linear)) + dvec3_dot(row->jb, b->angular) -
           dvec3_dot(row->ja, a->angular);
}

// joint_solver3.c

void tum_space3_prepare_joints(Space *space, const Sim *sim, StepTime time, Range active);
void tum_space3_solve_joints(Space *space, const Sim *sim, StepTime time, SolvePass pass,
                             Range active);

#endif
