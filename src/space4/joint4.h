// SPDX-License-Identifier: MIT
/// joint4.h: joints in 4D: definitions, rows and the functions of their solver.
///
/// A rigid body has ten degrees of freedom: four linear and six angular ones. A joint locks some
/// axes and planes of a frame that is fixed in each of its bodies; its free directions may have
/// limits and drives, its terms. A row is one direction in which the joint acts. Spins are by
/// halves, and rows are scaled so that their product with a spin is componentwise:
///
///     velocity    x' = n . (vb - va) + jb . wb - ja . wa       j = halves of (r ^ n) / 2
///     impulse p   va -= ma p n, wa -= ka p; vb += mb p n, wb += kb p      k = I^-1 (2 j)
///
/// Rows point along the axes a_k of frame A, at B's anchor, and lie in the planes of two axes. The
/// values that they hold at zero lead back along the shortest path from any pose
/// (docs/simulation.md#11-four-dimensions):
///
///     axis k             a_k . (anchor of B - anchor of A)
///     all six planes     the bivector of the rotation of B in A
///     XW YW ZW           the rotation that takes W of A to W of B
///     XZ YZ XW YW        in each half, the rotation that takes its third axis from A to B
///     ZW besides these   its angle
///
/// All rows of a joint island are solved together, directly, in double precision, as in 3D. An
/// island with too many joints for one matrix is cut into system blocks that are solved in turn.
/// The blocks of a net, which has loops everywhere and would not stay together that way, are small
/// and solved by sweeps: their joints are soft.
#ifndef TUM_SPACE4_JOINT4_H
#define TUM_SPACE4_JOINT4_H

#include "base/array.h"
#include "base/hash.h"
#include "base/pack.h"
#include "math/math4.h"
#include "math/math4_64.h"
#include "schedule/space.h"
#include "topology/joint_layout.h"

typedef enum JointKind4 {
    JOINT_PIN,
    JOINT_LINE_PIN,
    JOINT_HINGE,
    JOINT_DUO_HINGE,
    JOINT_WELD,
    JOINT_SLIDER,
    JOINT_KIND_COUNT
} JointKind4;

/// Measurable freedoms of joints.
typedef enum JointFreedom4 {
    FREE_X,  ///< [m] Displacement along X.
    FREE_XY, ///< [rad] Rotation from X to Y, with whole turns.
    FREE_ZW  ///< [rad] Rotation from Z to W, with whole turns.
} JointFreedom4;

/// A limit or a drive of a freedom.
typedef struct JointTerm4 {
    JointFreedom4 freedom;
    bool is_drive;
    double low, high; ///< [m] or [rad] Range of a limit; infinite: open.
    double stiffness; ///< [N/m] or [N m/rad]; INFINITY: hard. For a drive, per its mode.
    double damping;   ///< [N s/m] or [N m s/rad]
    // Members of drives:
    bool has_target;
    bool accelerates;     ///< Stiffness and damping are per unit of effective mass.
    double target, speed; ///< [m] or [rad], and per second.
    double max_force;     ///< [N] or [N m]
} JointTerm4;

/// Definition of a joint. Frames are relative to the principal frames of the bodies, or in the
/// world for a side that is the world.
typedef struct JointDef4 {
    DPose4 frame[2];
    JointKind4 kind;
    bool acts; ///< false: the joint has no rows.
    const JointTerm4 *terms;
    size_t term_count;
} JointDef4;

typedef enum RowState4 {
    ROW4_FREE,   ///< The impulse is unknown and solved for.
    ROW4_AT_LOW, ///< The impulse is held at a bound.
    ROW4_AT_HIGH
} RowState4;

typedef enum RowSide4 { SIDE4_NONE, SIDE4_LOW, SIDE4_HIGH } RowSide4;

typedef struct JointRow4 {
    DVec4 n;             ///< Zero for angular rows.
    DHalves4 j[2], k[2]; ///< Per side.
    double diagonal;     ///< Inverse effective mass, J M^-1 J^T.
    double gamma;        ///< Softness, added to the diagonal.
    double bias;         ///< [m/s] or [rad/s]: the row solves x' + bias + gamma p = 0.
    double impulse;
    double load;      ///< The impulse of the last substep, while restitution is solved.
    double low, high; ///< Bounds of the impulse.
    double value;     ///< [m] or [rad] As last measured.
    double goal;      ///< Value of a hard row at the end of the substep.
    uint8_t at;       ///< Axis 0 to 3, or plane 0 to 5.
    uint8_t state;    ///< RowState4
    uint8_t side;     ///< RowSide4 of a limit.
    bool is_angular;
    bool is_soft;
    bool is_idle; ///< The row is inactive in this substep.
} JointRow4;

typedef struct Joint4 {
    DPose4 frame[2];
    JointKind4 kind;
    int32_t body[2]; ///< Index into JointSet4.bodies, valid after layout.
    JointRow4 *rows; ///< [row_count] Locks, then one row per term.
    JointTerm4 *terms;
    int32_t row_count, lock_count, term_count; ///< row_count 0: the joint is inactive.
    int32_t free_count;                        ///< Count of rows in the matrix; in its node after
    int32_t node_offset;                       ///< these rows of other joints,
    int32_t vector_first;                      ///< and in JointSet4.vector from here on.
    uint8_t free_rows[BLOCK_SIZE_MOST];        ///< The first free_count are valid.
    double angle[2];                           ///< [rad] XY and ZW, with whole turns.
    bool angles_are_known;                     ///< The angles have been measured.
    bool is_placed;                            ///< A body was moved by the program since the last
                                               ///< measurement.
    DVec4 arm[2];                              ///< [m] From the bodies' centres to B's anchor.
    double arm_length[2];                      ///< [m] Lengths of the arms.
} Joint4;

/// Inverse inertia of a body in the world, by halves.
typedef struct DInverseInertia4 {
    DMat3 left, right; ///< Left to left, right to right; symmetric.
    DMat3 across;      ///< Right to left.
} DInverseInertia4;

/// A body in a joint island. Immovable bodies may be in several islands.
typedef struct JointBody4 {
    int32_t slot;
    bool is_movable;
    double inverse_mass;
    DInverseInertia4 inverse_inertia;
    DPose4 center; ///< Pose of the principal frame.
    DPose4 ahead;  ///< Predicted pose at the end of the substep at constant velocities.
    DVec4 linear;
    DHalves4 spin;
    double strain;        ///< [N m s] Sum of joint impulses times their arms in the last substep.
    double least_inertia; ///< [kg m^2] Lower bound of moments that the strain requires; or 0.
    DVec4 unpulled_linear, pulled_linear; ///< Velocity before a pull, and the velocity that the
                                          ///< pull added
    DHalves4 unpulled_spin, pulled_spin;  ///< (joint_pull4.c).
} JointBody4;

typedef struct JointIsland4 {
    int32_t body_first, body_count;
    int32_t joint_first, joint_count; ///< Range of JointLayout.ordered.
    int32_t system_block_first, system_block_count;
    bool is_swept;    ///< Solved by sweeps: the joints are soft.
    bool is_strained; ///< Moments of a body were enlarged in this step.
    bool is_tree;     ///< The joints form no loop, not even through immovable bodies.
    bool is_struck;   ///< Rows have impulses of restitution, until the warm start.
    bool is_pulled;   ///< The bodies have velocities of a pull.
    float pull;       ///< [m/s] Fastest pull in this step; a pull keeps the island awake.
    Vec4 flight;      ///< [m] Displacement of all bodies at the end of the step.
} JointIsland4;

/// Joints and their rows are valid at all times. The other members are laid out again after joints
/// were added or removed.
typedef struct JointSet4 {
    ARRAY(Joint4) joints; ///< By joint slot.
    ARRAY(JointBody4) bodies;
    JointLayout layout;
    ARRAY(double) vector; ///< Capacity of one per row of the layout: right-hand sides, solutions.
    ARRAY(JointIsland4) joint_islands; ///< In the order of the topology's joint islands.
    ARRAY(int32_t) active;             ///< Joint islands that are solved in this step.
    bool some_placed;                  ///< A joint has is_placed set.
} JointSet4;

typedef struct Space4 Space4;

/// a + b * factor.
static inline DHalves4 dhalves4_add_scaled(DHalves4 a, DHalves4 b, double factor)
{
    return (DHalves4){dvec3_add_scaled(a.left, b.left, factor),
                      dvec3_add_scaled(a.right, b.right, factor)};
}

/// Componentwise dot product.
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

/// Count of rows that lock a direction.
int32_t tum_joint4_lock_count(JointKind4 kind);

/// True when a joint of this kind leaves the freedom free.
bool tum_joint4_is_free(JointKind4 kind, JointFreedom4 freedom);

/// Reserves memory for the joint of a slot; a new joint is inactive.
/// @return false when out of memory.
bool tum_space4_reserve_joint(Space4 *space, size_t slot);

/// Sets a joint to a definition of at most BLOCK_SIZE_MOST rows. Rows with the same meaning as
/// before keep their impulses, and counted turns continue. A call for an inactive joint cannot
/// fail.
///
/// @param is_stale  set where the joint no longer fits its layout; else left alone.
/// @return false when out of memory: nothing changed.
bool tum_space4_set_joint(Space4 *space, int32_t slot, const JointDef4 *def, bool *is_stale);

/// Frame of a joint in the world. @param body  slot of that side.
DPose4 tum_space4_joint_frame(const Space4 *space, int32_t slot, int side, int32_t body);

/// [m] or [rad] Current value of a freedom. @param body  slots of both sides.
double tum_space4_joint_value(const Space4 *space, int32_t slot, JointFreedom4 freedom,
                              const int32_t body[2]);

/// Impulse on B in the last substep in which the joint was solved, in the world.
typedef struct JointImpulse4 {
    DVec4 linear;    ///< [N s] At the origin of frame B.
    DBivec4 angular; ///< [N m s] About the origin of frame B.
} JointImpulse4;

/// The impulse of a joint. @param body  slots of both sides.
JointImpulse4 tum_space4_joint_impulse(const Space4 *space, int32_t slot, const int32_t body[2]);

/// Records the angles of a body's joints. Called before the program moves the body.
void tum_space4_hold_counts(Space4 *space, const Topology *topology, int32_t body);

/// Continues or restarts the recorded angles. Called before a step measures them.
void tum_space4_settle_counts(Space4 *space, const Topology *topology);

void tum_joint_set4_clear(JointSet4 *set, const TumAllocator *allocator);

/// Hashes definitions, impulses and turn counts, in the order of slots.
void tum_joint_set4_hash(const JointSet4 *set, Hash *hash);

/// Packs the state of joints from step to step, after their definitions. All other data are
/// recomputed.
void tum_joint_set4_pack(Pack *pack, JointSet4 *set);

// joint_build4.c

/// Lays out the joint islands that tum_topology_finish_joints found. The state of joints stays.
/// @return TUM_OK, or TUM_ERROR_MEMORY: no joint may be solved before a call returns TUM_OK.
TumStatus tum_space4_finish_joints(Space4 *space, const Topology *topology);

void tum_joint_set4_clear_layout(JointSet4 *set, const TumAllocator *allocator);

// joint_measure4.c

/// Measures directions and values of a joint's rows at the current poses, and counts turns.
void tum_joint4_measure(const JointSet4 *set, Joint4 *joint);

/// Measures a joint at the given bodies; only the joint is written.
void tum_joint4_measure_at(Joint4 *joint, const JointBody4 *a, const JointBody4 *b);

/// Value of a freedom for principal frames a and b. Angles continue from the counted turns, or else
/// start within half a turn of zero, or in the range of a limit or nearest to it.
double tum_joint4_value(const Joint4 *joint, const DPose4 *a, const DPose4 *b,
                        JointFreedom4 freedom);

/// Corrects the targets of hard rows by the predicted poses of their bodies.
/// @return [rad] rotation of the joint's directions in the substep.
double tum_joint4_look_ahead(const JointSet4 *set, Joint4 *joint, double substep);

/// [rad/s] Angular speed of an arm that moves with its body.
double tum_arm4_sweep(DHalves4 spin, DVec4 arm);

// joint_rows4.c

/// Sets targets and softness of a joint's rows for a substep of `substep` seconds.
/// @return true when softness changed, so that the matrix is stale.
bool tum_joint4_begin_substep(Joint4 *joint, double substep);

/// Sets targets of hard rows for a piece of a substep; soft rows have acted for all of it.
/// @return as tum_joint4_begin_substep.
bool tum_joint4_begin_piece(Joint4 *joint, double seconds);

/// Sets targets and softness for a joint that is solved by sweeps: its hard rows are slightly soft.
void tum_joint4_begin_sweeping(Joint4 *joint, double substep);

/// Sets the targets of hard rows to zero velocity, except toward an end of their range.
void tum_joint4_begin_relaxing(Joint4 *joint, double substep);

/// Relaxes hard rows and disables soft rows until the next substep begins: forces of springs and
/// drives are negligible in a restitution impulse. Rows begin without an impulse: those of the last
/// substep act over time, and an impact that took them back would add energy.
void tum_joint4_begin_restitution(Joint4 *joint, double substep);

/// Ends restitution: rows have the impulses again with which the next substep starts.
void tum_joint4_end_restitution(Joint4 *joint);

// joint_system4.c

/// Solves for the impulses that give the rows of a joint island their target velocities.
/// @param quiet  [m/s], [rad/s] tolerated error of rows.
/// @param loud   [m/s], [rad/s] rows with a greater error are left alone, too.
/// @return       the greatest error.
double tum_joint4_solve(JointSet4 *set, const JointIsland4 *joint_island, double quiet,
                        double loud);

/// Solves once with softened rows: as if their diagonals were 1 + yield times as large.
void tum_joint4_solve_yielding(JointSet4 *set, const JointIsland4 *joint_island, double yield);

/// Applies the impulses of a joint's rows once more.
void tum_joint4_apply(JointSet4 *set, const Joint4 *joint);

// joint_pull4.c

/// Pulls a joint island with loops together where hard rows are violated by more than APART_LENGTH
/// or APART_ANGLE: velocities that bear loads, plus velocities that close joints as far as they
/// agree.
/// @param quiet  as for tum_joint4_solve.
/// @return true when the island was apart; false: nothing changed.
bool tum_joint4_pull(Space4 *space, JointIsland4 *joint_island, double quiet, double substep);

/// Removes the velocities of a pull, after bodies have moved by them.
void tum_joint4_end_pull(JointSet4 *set, JointIsland4 *joint_island);

// joint_solver4.c

/// [rad/s] The greatest angular speed of an arm, from a centre of mass to the point of a joint,
/// among awake joints.
double tum_joints4_sweep(const Space4 *space, const Topology *topology);

uint32_t tum_space4_begin_joints(Space *space, const Sim *sim, StepTime time);
void tum_space4_prepare_joints(Space *space, StepTime time, Range jobs);
void tum_space4_solve_joints(Space *space, StepTime time, JointPass pass, Range jobs);
void tum_space4_move_joints(Space *space, const Sim *sim, StepTime time, Range jobs);

#endif
