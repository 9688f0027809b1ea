// SPDX-License-Identifier: MIT
/// joint_team3.h: assemblies that are alike, eight side by side: figures, chains, doors.
///
/// What joint_solver3.c does with one assembly is done here with eight at once, a lane each, in
/// single precision and by another way. An assembly whose joints make no loops is a tree: what
/// hangs at a joint resists the body above it with an inertia that is worked out from the leaves to
/// the root, once for a pose; then velocities follow from the root to the leaves, so that the two
/// sides of a joint move alike whatever rounding does (Featherstone, "Rigid Body Dynamics
/// Algorithms", 2008, chapter 7, for impulses and with joints as constraints between bodies that
/// keep all their coordinates).
///
/// A lane does not depend on what its neighbours are. Alike are assemblies whose bodies are joined
/// in the same way by parts of the same forms; known here is a point, alone, with two locked angles
/// (a hinge), with a cone, with a twist. Who is awake is put into teams anew where somebody fell
/// asleep, woke or was changed; until then what joints remember stays in the teams' lanes.
#ifndef TUM_SPACE3_JOINT_TEAM3_H
#define TUM_SPACE3_JOINT_TEAM3_H

#include "math/wide3.h"
#include "space3/joint3.h"
#include "system/cpu.h"

enum { TEAM_JOINTS_MOST = 64 };

/// Inertia as it resists at some point: force and torque by linear and angular motion.
typedef struct LanesInertia3 {
    LanesSym3 linear;
    LanesMat3 mixed; ///< Rows: force by turning.
    LanesSym3 angular;
} LanesInertia3;

typedef struct TeamBody3 {
    _Alignas(64) int32_t slot[WIDE];
    bool is_movable;
    bool may_tumble;            ///< Some lane does:
    _Alignas(64) Lanes tumbles; ///< 1; else 0.
    Lanes3 linear, angular;
    Lanes3 center;      ///< When the step began,
    Lanes3 moved;       ///< and since.
    LanesQuat rotation; ///< World from body.
    Lanes mass;
    Lanes3 moments;     ///< Principal.
    Lanes reach, guard; ///< As in BodyMass3.
    LanesQuat body_from_principal;
    LanesSym3 inertia;  ///< In the world.
    Lanes strain;       ///< [N m s] Pull of its joints in the last substep, times their arms.
    Lanes3 push, twist; ///< What asks it for change; by motion and by turning.
    Lanes3 linear_change, angular_change;
    Lanes3 half_turn;   ///< In the substep: tan of half the angle, along the axis;
    Lanes turn_scale;   ///< 2 / (1 + half_turn^2),
    Lanes turn_squared; ///< and the angle [rad] times itself.
} TeamBody3;

/// A range or a lock of one angle.
typedef struct TeamLimit3 {
    _Alignas(64) Lanes low, high;
    Lanes value;
    Lanes side;        ///< The end that matters: 1 low, -1 high; 0: none yet.
    Lanes active;      ///< 1: its impulse is solved for; 0: it does nothing.
    Lanes impulse;     ///< [N m s] In this substep.
    Lanes bias, error; ///< [rad/s] What is added to its velocity; their sum.
    Lanes3 direction;  ///< Child against parent: value' = direction . (w_child - w_parent).
    Lanes3 undo;       ///< The vector u with direction . u = 1, along it.
    uint32_t unknown;  ///< A bit a lane: its whole turns are still to be found.
} TeamLimit3;

typedef struct TeamJoint3 {
    _Alignas(64) int32_t joint[WIDE];
    int32_t parent, child; ///< Into the team's bodies.
    int32_t above;         ///< The joint that the parent hangs at, of the team's; NONE: the root.
    bool child_is_b;
    bool is_leaf;  ///< Nothing hangs at the child.
    bool is_first; ///< Of those of its parent, in their order.
    bool is_stale; ///< What is worked out here no longer says who is held.
    bool is_hinge, has_cone, has_twist, twist_is_lock, counts_turns;
    bool is_held;                             ///< A limit acts in some lane.
    int8_t axis;                              ///< Of the frames: of the hinge, the cone, the twist.
    int8_t swing_part, cone_part, twist_part; ///< Of the joint's parts.
    _Alignas(64) Lanes3 local[2];             ///< By side, from the centre of mass.
    LanesQuat frame[2];                       ///< Body from frame.
    Lanes3 arm[2];                            ///< Parent's and child's, to B's point.
    Lanes3 gap;                               ///< [m] From the parent's point to the child's.
    Lanes3 hinge[2];                          ///< The hinge's axis, A's and B's.
    Lanes3 lock_axis[2];                      ///< Across it, in A, child against parent.
    Lanes lock_value[2];                      ///< [rad]
    Lanes lock_impulse[2];
    Lanes3 pull;           ///< [N s] On the child, in this substep.
    TeamLimit3 limits[2];  ///< A cone, a twist.
    LanesInertia3 inertia; ///< Of all that hangs here, at B's point;
    LanesInertia3 left;    ///< what the parent feels of it, at its centre.
    LanesSym3 free;        ///< How it turns by an impulse, if it may,
    LanesMat3 held;        ///< and how it turns along with the parent. Rows.
    Lanes3 error;          ///< [m/s] What points come apart with.
    Lanes3 error_turn;     ///< [rad/s] Locked angles, likewise;
    Lanes3 turn;           ///< and limits that act.
    Lanes3 asked;          ///< What asks for the joint's change, by motion,
    Lanes3 torque;         ///< and by turning; then what the joint gave, of the latter,
    Lanes3 pull_change;    ///< and the former.
} TeamJoint3;

/// A joint of a kind, where it hangs in the tree.
typedef struct TeamStep3 {
    int32_t joint; ///< Of the assembly.
    int32_t parent, child, above;
    bool child_is_b, is_leaf, is_first;
} TeamStep3;

/// What solves for a root that moves.
typedef struct TeamRoot3 {
    _Alignas(64) LanesInertia3 yield;
} TeamRoot3;

/// Assemblies that are alike.
struct TeamKind3 {
    int32_t model;   ///< An assembly of the kind.
    int32_t members; ///< In all.
    int32_t teams;   ///< In this step.
    int32_t open;    ///< A team with lanes left, into JointSet3.teams, or NONE.
    int32_t body_count, joint_count;
    int32_t root;            ///< Of the bodies; immovable where one is.
    ARRAY(TeamStep3) steps;  ///< From the leaves to the root.
    ARRAY(TeamBody3) bodies; ///< Team after team; so the joints, each in the order of steps.
    ARRAY(TeamJoint3) joints;
    ARRAY(TeamRoot3) roots; ///< One a team.
};

struct JointTeam3 {
    int32_t kind;  ///< Into JointSet3.kinds.
    int32_t index; ///< Among the teams of its kind.
    int32_t lanes; ///< Assemblies: the first so many; the others repeat the first.
    int32_t assembly[WIDE];
    bool holds;     ///< What its joints remember.
    bool is_stale;  ///< Some joint is.
    bool meets;     ///< There are contacts in this step;
    bool waits;     ///< in this substep it is solved after them.
    bool is_struck; ///< Since it was last warm-started something bounced.
    bool is_behind; ///< Bodies have moved since joints were measured.
};

/// How far a substep would take the bodies of each lane.
typedef struct TeamWay3 {
    float turn[WIDE];  ///< [rad] The farthest turn of a body.
    float sweep[WIDE]; ///< [rad] And of an arm, from a centre of mass to where a joint pulls.
    uint32_t may_pass; ///< A bit a lane: some body might jump through something thin.
} TeamWay3;

/// What makes eight out of one, compiled per instruction set. Where there are `seconds`, lanes take
/// part for which they are above zero: all that are a piece of the substep go on for so long.
typedef struct TeamKernel3 {
    void (*prepare)(Space3 *space, JointTeam3 *team, StepTime time);
    void (*solve)(Space3 *space, JointTeam3 *team, StepTime time, SolvePass pass);
    void (*survey)(Space3 *space, JointTeam3 *team, StepTime time, TeamWay3 *way);
    void (*begin_piece)(Space3 *space, JointTeam3 *team, StepTime time, const float seconds[WIDE]);
    void (*move)(Space3 *space, JointTeam3 *team, StepTime time, const float seconds[WIDE]);
    void (*end_piece)(Space3 *space, JointTeam3 *team, StepTime time, const float seconds[WIDE]);
} TeamKernel3;

extern const TeamKernel3 tum_team_kernel3_scalar;
#if defined(__x86_64__) || defined(__i386__)
extern const TeamKernel3 tum_team_kernel3_sse2;
extern const TeamKernel3 tum_team_kernel3_avx2;
extern const TeamKernel3 tum_team_kernel3_avx512;
#endif

const TeamKernel3 *tum_choose_team_kernel3(CpuInstructions instructions);

/// Finds out who is alike, once assemblies are laid out. @return false when out of memory.
bool tum_teams3_lay_out(JointSet3 *set, const TumAllocator *allocator);
void tum_teams3_clear(JointSet3 *set, const TumAllocator *allocator);

/// Whether an assembly, or NONE, is solved in a team: it follows fast turns by itself.
bool tum_teams3_take(const Space3 *space, int32_t assembly);

/// Lists what a step solves: assemblies, and teams of those that are balanced.
void tum_teams3_gather(Space3 *space, const Sim *sim);

/// What teams hold of joints goes back to where others look for it.
void tum_teams3_release(JointSet3 *set);

/// What a row of a joint remembers that a team holds.
RowMemory3 tum_team3_memory(const JointSet3 *set, const Joint3 *joint, const JointPart3 *part,
                            int32_t row);

/// The angle of a part of such a joint. @return false where the part counts no turns.
bool tum_team3_counted(const JointSet3 *set, const Joint3 *joint, const JointPart3 *part,
                       double *angle);

#endif
