// SPDX-License-Identifier: MIT
/// joint4.h: joints in 4D as the solver wants them.
///
/// A rigid body has ten freedoms: four to go, six to turn. A joint locks some axes and planes of a
/// frame that is fixed in each of its bodies; what it leaves free may have limits and drives, its
/// terms. A row is one direction in which it acts; spins are by halves, of which rows hold what
/// multiplies them number by number:
///
///     velocity    x' = n . (vb - va) + jb . wb - ja . wa       j = halves of (r ^ n) / 2
///     impulse p   va -= ma p n, wa -= ka p; vb += mb p n, wb += kb p      k = I^-1 (2 j)
///
/// Rows stand along the axes a_k of frame A, at B's anchor, and in the planes of two of them. What
/// they hold at zero leads back on the shortest way from any pose
/// (docs/simulation.md#11-four-dimensions):
///
///     axis k             a_k . (anchor of B - anchor of A)
///     all six planes     the bivector of the turn of B in A
///     XW YW ZW           the turn that takes W of A to W of B
///     XZ YZ XW YW        in each half, the turn that takes its third axis from A to B
///     ZW besides these   its angle
///
/// All rows of an assembly are solved together, directly, in double precision, as in 3D. One with
/// too many joints for that is cut into sections that are solved in turn; those of a net, which has
/// loops everywhere and would not hold together so, are small and swept: their joints are soft.
#ifndef TUM_SPACE4_JOINT4_H
#define TUM_SPACE4_JOINT4_H

#include "base/array.h"
#include "base/hash.h"
#include "base/pack.h"
#include "math/block_cholesky.h"
#include "math/math4.h"
#include "math/math4_64.h"
#include "schedule/space.h"

typedef enum JointKind4 {
    JOINT_PIN,
    JOINT_LINE_PIN,
    JOINT_HINGE,
    JOINT_DUO_HINGE,
    JOINT_WELD,
    JOINT_SLIDER,
    JOINT_KIND_COUNT
} JointKind4;

/// What can be measured of what a joint leaves free.
typedef enum JointFreedom4 {
    FREE_X,  ///< [m] The way along X.
    FREE_XY, ///< [rad] The turn from X to Y, whole turns counted.
    FREE_ZW  ///< [rad] The turn from Z to W, likewise.
} JointFreedom4;

/// A limit or a drive of a freedom.
typedef struct JointTerm4 {
    JointFreedom4 freedom;
    bool is_drive;
    double low, high; ///< [m] or [rad] Of a limit; infinite: open.
    double stiffness; ///< [N/m] or [N m/rad]; INFINITY: hard. Of a drive by its mode.
    double damping;   ///< [N s/m] or [N m s/rad]
    // Of a drive:
    bool has_target;
    bool accelerates;     ///< Stiffness and damping are per unit of effective mass.
    double target, speed; ///< [m] or [rad], and per second.
    double max_force;     ///< [N] or [N m]
} JointTerm4;

/// What a joint is to be. Frames are relative to the principal frames of the bodies; of a side that
/// is the world, in the world.
typedef struct JointDef4 {
    DPose4 frame[2];
    JointKind4 kind;
    bool acts; ///< Else it has no rows.
    const JointTerm4 *terms;
    size_t term_count;
} JointDef4;

typedef enum RowState4 {
    ROW4_FREE,   ///< Its impulse is solved for.
    ROW4_AT_LOW, ///< Its impulse is held at a bound.
    ROW4_AT_HIGH
} RowState4;

typedef enum RowSide4 { SIDE4_NONE, SIDE4_LOW, SIDE4_HIGH } RowSide4;

typedef struct JointRow4 {
    DVec4 n;             ///< Zero for angular rows.
    DHalves4 j[2], k[2]; ///< By side.
    double diagonal;     ///< Inverse effective mass, J M^-1 J^T.
    double gamma;        ///< Softness, added to the diagonal.
    double bias;         ///< [m/s] or [rad/s]: wanted is x' + bias + gamma p = 0.
    double impulse;
    double low, high; ///< Bounds of the impulse.
    double value;     ///< [m] or [rad] where the last measurement found it.
    double goal;      ///< Where a hard row is to be at the end of the substep.
    uint8_t at;       ///< Axis 0 to 3, or plane 0 to 5.
    uint8_t state;    ///< RowState4
    uint8_t side;     ///< RowSide4 of a limit.
    bool is_angular;
    bool is_soft;
    bool is_idle; ///< Does nothing in this substep.
} JointRow4;

typedef struct Joint4 {
    DPose4 frame[2];
    JointKind4 kind;
    int32_t body[2]; ///< Into JointSet4.bodies, once laid out.
    JointRow4 *rows; ///< row_count: locks, then one a term.
    JointTerm4 *terms;
    int32_t row_count, lock_count, term_count; ///< No rows: it does not act.
    int32_t free_count;                        ///< Rows in the matrix,
    uint8_t free_rows[BLOCK_SIZE_MOST];        ///< the first so many of these.
    double angle[2];                           ///< [rad] XY and ZW, whole turns included.
    bool angles_are_known;                     ///< They have been measured once,
    bool is_placed;                            ///< and a body was put elsewhere since.
    DVec4 arm[2];                              ///< [m] From the bodies' centres to B's anchor.
    double reach[2];                           ///< [m] Their lengths.
} Joint4;

/// The inverse of a body's inertia in the world, by halves.
typedef struct DInverseInertia4 {
    DMat3 left, right; ///< From left to left, from right to right; symmetric.
    DMat3 across;      ///< From right to left.
} DInverseInertia4;

/// A body as an assembly sees it. Bodies that no push moves may be in several assemblies.
typedef struct JointBody4 {
    int32_t slot;
    bool is_movable;
    double inverse_mass;
    DInverseInertia4 inverse_inertia;
    DPose4 center; ///< Pose of the principal frame.
    DPose4 ahead;  ///< At the end of the substep if velocities stay.
    DVec4 linear;
    DHalves4 spin;
    double strain;        ///< [N m s] Pull of its joints in the last substep, times their arms.
    double least_inertia; ///< [kg m^2] No moment is taken for less: as strain asks; or 0.
    DVec4 unpulled_linear, pulled_linear; ///< Velocity before a pull, and what it added:
    DHalves4 unpulled_spin, pulled_spin;  ///< joint_pull4.c.
} JointBody4;

/// Two joints of a section that share a movable body.
typedef struct JointLink4 {
    int32_t a, b;       ///< Into JointSet4.ordered; a has the later place.
    int32_t block;      ///< Of the section's matrix.
    uint8_t count;      ///< Bodies shared: one, or both of a pair that is joined twice.
    uint8_t side[2][2]; ///< Of each: which side of a, and of b, it is.
} JointLink4;

typedef struct SystemBlock4 {
    int32_t joint_first, joint_count; ///< Into JointSet4.ordered.
    int32_t link_first, link_count;
    BlockCholesky matrix;
    double *vector; ///< Of matrix.row_count: right-hand sides and solutions.
    bool is_stale;  ///< The matrix no longer says what the rows do.
    double yield;   ///< Part of the diagonal by which rows give way to each other: 0 but in a pull.
} SystemBlock4;

typedef struct JointIsland4 {
    int32_t body_first, body_count;
    int32_t joint_first, joint_count; ///< Into JointSet4.ordered.
    int32_t system_block_first, system_block_count;
    bool is_swept;    ///< Its joints are soft.
    bool is_strained; ///< Moments of some body have been taken for larger in this step.
    bool is_tree;     ///< Its joints make no loop, through what stands still neither.
    bool is_pulled;   ///< Its bodies have velocities of a pull.
    float pull;       ///< [m/s] The fastest pull in this step: it does not rest for that.
    Vec4 flight;      ///< [m] All bodies are to be moved by it at the end of the step.
} JointIsland4;

/// Joints and their rows are complete at any time; all below is laid out anew after joints came or
/// went.
typedef struct JointSet4 {
    ARRAY(Joint4) joints; ///< In the order of sim's joints.
    ARRAY(JointBody4) bodies;
    ARRAY(int32_t) ordered; ///< Joints, section by section.
    ARRAY(JointLink4) links;
    ARRAY(SystemBlock4) system_blocks;
    ARRAY(JointIsland4) joint_islands; ///< In the order of sim's assemblies.
    ARRAY(int32_t) active;             ///< Assemblies that are solved in this step.
    bool some_placed;                  ///< Some joint is.
} JointSet4;

typedef struct Space4 Space4;

/// a + b * factor.
static inline DHalves4 dhalves4_add_scaled(DHalves4 a, DHalves4 b, double factor)
{
    return (DHalves4){dvec3_add_scaled(a.left, b.left, factor),
                      dvec3_add_scaled(a.right, b.right, factor)};
}

/// Number by number.
static inline double dhalves4_dot(DHalves4 a, DHalves4 b)
{
    return dvec3_dot(a.left, b.left) + dvec3_dot(a.right, b.right);
}

static inline double joint_row4_velocity(const JointRow4 *row, const JointBody4 *a,
                                         const JointBody4 *b)
{
    const double turning = dhalves4_dot(row->j[1], b->spin) - dhalves4_dot(row->j[0], a->spin);
    return row->is_angular ? turning : dvec4_dot(row->n, dvec4_sub(b->linear, a->linear)) + turning;
}

// joint_edit4.c

/// Rows that lock something, of a joint of this kind.
int32_t tum_joint4_lock_count(JointKind4 kind);

/// Whether a joint of this kind leaves it free.
bool tum_joint4_is_free(JointKind4 kind, JointFreedom4 freedom);

/// Makes room for the joint of a slot; one that is new does not act.
/// @return false when out of memory.
bool tum_space4_reserve_joint(Space4 *space, size_t slot);

/// Makes a joint what `def` says, at most BLOCK_SIZE_MOST rows. Rows that mean what they meant go
/// on with their impulses, and turns are counted on. One that does not act cannot fail.
///
/// @param is_stale  set where it no longer fits the place it was laid out in; else left alone.
/// @return false when out of memory: nothing changed.
bool tum_space4_set_joint(Space4 *space, int32_t slot, const JointDef4 *def, bool *is_stale);

/// Where a frame of a joint is in the world. @param body  slot of that side.
DPose4 tum_space4_joint_frame(const Space4 *space, int32_t slot, int side, int32_t body);

/// [m] or [rad] What a freedom of the joint measures now. @param body  slots of both sides.
double tum_space4_joint_value(const Space4 *space, int32_t slot, JointFreedom4 freedom,
                              const int32_t body[2]);

/// What a joint gave to B in the last substep that it was solved in, in the world.
typedef struct JointImpulse4 {
    DVec4 linear;    ///< [N s] At the origin of frame B.
    DBivec4 angular; ///< [N m s] About that point.
} JointImpulse4;

/// @param body  slots of both sides.
JointImpulse4 tum_space4_joint_impulse(const Space4 *space, int32_t slot, const int32_t body[2]);

/// To be called before a body is put elsewhere: angles know where they were.
void tum_space4_hold_counts(Space4 *space, const Topology *topology, int32_t body);

/// Goes on with these angles, or begins them again, before a step measures them.
void tum_space4_settle_counts(Space4 *space, const Topology *topology);

void tum_joint_set4_clear(JointSet4 *set, const TumAllocator *allocator);

/// What joints are set to, impulses and turn counts, in the order of slots.
void tum_joint_set4_hash(const JointSet4 *set, Hash *hash);

/// What joints remember from step to step, once they are what they were. All else is worked out
/// anew.
void tum_joint_set4_pack(Pack *pack, JointSet4 *set);

// joint_build4.c

/// Lays out the assemblies that tum_topology_finish_joints found. What joints remember stays.
/// @return TUM_OK, or TUM_ERROR_MEMORY: then nothing may be solved before it answered TUM_OK.
TumStatus tum_space4_finish_joints(Space4 *space, const Topology *topology);

void tum_joint_set4_clear_layout(JointSet4 *set, const TumAllocator *allocator);

// joint_measure4.c

/// Directions and values of a joint's rows where its bodies are now; counts turns.
void tum_joint4_measure(const JointSet4 *set, Joint4 *joint);

/// The same of the bodies given; nothing but the joint is written.
void tum_joint4_measure_at(Joint4 *joint, const JointBody4 *a, const JointBody4 *b);

/// The measure of a freedom with the principal frames of the bodies there. Angles go on from what
/// was counted, or are as they begin: within half a turn of zero, or in the range of a limit or
/// nearest to it.
double tum_joint4_value(const Joint4 *joint, const DPose4 *a, const DPose4 *b,
                        JointFreedom4 freedom);

/// Lets hard rows aim from where they would get to: their bodies' poses ahead.
/// @return [rad] how far the joint's directions turn in the substep.
double tum_joint4_look_ahead(const JointSet4 *set, Joint4 *joint, double substep);

/// [rad/s] How fast an arm sweeps with its body.
double tum_arm4_sweep(DHalves4 spin, DVec4 arm);

// joint_rows4.c

/// What a joint's rows want in this substep of `substep` seconds.
/// @return true when softness changed, and so the matrix.
bool tum_joint4_begin_substep(Joint4 *joint, double substep);

/// What its hard rows want in a piece of a substep; soft ones have pushed for all of it.
/// @return as tum_joint4_begin_substep.
bool tum_joint4_begin_piece(Joint4 *joint, double seconds);

/// The same of a joint that is swept: its hard rows give way a little.
void tum_joint4_begin_sweeping(Joint4 *joint, double substep);

/// Hard rows want no velocity but what leads to an end of their range.
void tum_joint4_begin_relaxing(Joint4 *joint, double substep);

/// The same, and what gives way does nothing until the next substep begins: no force of a spring or
/// a drive is great enough to matter in a blow.
void tum_joint4_begin_restitution(Joint4 *joint, double substep);

// joint_system4.c

/// Finds impulses of the joints of an assembly that leave their rows what they want.
/// @param quiet  [m/s], [rad/s] what rows may be wrong by with nothing being done about it.
/// @param loud   Likewise; rows that are wrong by more are left alone, too.
/// @return       what they were wrong by at the most.
double tum_joint4_solve(JointSet4 *set, const JointIsland4 *joint_island, double quiet,
                        double loud);

/// The same, once, of rows that yield to each other: as if their diagonals were 1 + yield times as
/// large.
void tum_joint4_solve_yielding(JointSet4 *set, const JointIsland4 *joint_island, double yield);

/// Once more the impulses of a joint's rows.
void tum_joint4_apply(JointSet4 *set, const Joint4 *joint);

// joint_pull4.c

/// Where hard rows of an assembly with loops are apart by more than APART_LENGTH or APART_ANGLE:
/// velocities that bear loads, and some that bring joints together as far as they agree.
/// @param quiet  as of tum_joint4_solve.
/// @return whether it was apart; false: nothing is done.
bool tum_joint4_pull(Space4 *space, JointIsland4 *joint_island, double quiet, double substep);

/// Bodies have moved by what a pull added: it is gone.
void tum_joint4_end_pull(JointSet4 *set, JointIsland4 *joint_island);

// joint_solver4.c

/// [rad/s] The fastest turn of the arm of a joint that is awake, from a centre of mass to where the
/// joint pulls.
double tum_joints4_sweep(const Space4 *space, const Topology *topology);

uint32_t tum_space4_begin_joints(Space *space, const Sim *sim, StepTime time);
void tum_space4_prepare_joints(Space *space, StepTime time, Range jobs);
void tum_space4_solve_joints(Space *space, StepTime time, SolvePass pass, Range jobs);
void tum_space4_move_joints(Space *space, const Sim *sim, StepTime time, Range jobs);

#endif
