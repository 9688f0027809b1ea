// SPDX-License-Identifier: MIT
/// joint_team3.h: assemblies that are alike, four side by side: figures, chains, doors.
///
/// What joint_solver3.c does with one assembly is done here with four at once, a lane each, in the
/// same order; results differ by rounding at most. A lane does not depend on what its neighbours
/// are. Alike are assemblies whose bodies are joined in the same way by parts of the same forms;
/// only hard parts are known here, at a point or angular (points, swings, cones, twists). Who is
/// awake is put into teams anew in each step; between steps all that joints remember is in
/// JointSet3.
#ifndef TUM_SPACE3_JOINT_TEAM3_H
#define TUM_SPACE3_JOINT_TEAM3_H

#include "math/math3.h"
#include "math/quad64.h"
#include "space3/joint3.h"
#include "system/cpu.h"

enum { TEAM_ROWS = 8 }; ///< Of a joint, at most.

typedef struct TeamBody3 {
    int32_t slot[QUAD];
    bool is_movable;
    QVec3 position; ///< Of the centre of mass.
    QQuat rotation;
    QMat3 axes, axes_ahead;
    QVec3 ahead; ///< Position at the end of the substep.
    QVec3 linear, angular;
    Vec3 stored_linear[QUAD], stored_angular[QUAD]; ///< As others know them.
    Quad inverse_mass;
    QSym3 inverse_inertia; ///< In the world.
    QVec3 inverse_moments; ///< Principal.
    QQuat body_from_principal;
    QuadMask turns_evenly;
    Quad strain;
} TeamBody3;

typedef struct TeamRow3 {
    QVec3 j;    ///< Of angular rows: the direction. Those of points are the axes of the world.
    QVec3 k[2]; ///< By side.
    Quad diagonal, bias, impulse, low, high, value, goal;
    QuadMask is_free, is_at_low; ///< Neither: held at its upper bound.
    QuadMask side_low, side_high;
    QuadMask acts; ///< Something can be moved by it.
} TeamRow3;

typedef struct TeamPart3 {
    uint8_t form;     ///< PartForm
    bool is_equality; ///< A lock, or a range of one value; else a range.
    bool counts_turns;
    unsigned axes;
    int32_t row_first, row_count; ///< Into the team's rows.
    Quad low, high;
    Quad angle; ///< As JointPart3 has them.
    QuadMask angle_is_known;
} TeamPart3;

typedef struct TeamJoint3 {
    int32_t joint[QUAD];
    int32_t body[2];                ///< Into the team's bodies.
    int32_t part_first, part_count; ///< Into the team's parts.
    int32_t row_first, row_count;
    int32_t free_count;           ///< Rows that are free in some lane: those in the matrix,
    uint8_t free_rows[TEAM_ROWS]; ///< the first so many of these.
    bool is_point_first, needs_axes, has_bounds;
    QVec3 local[2];
    QMat3 axes[2];
    QVec3 arm[2];
} TeamJoint3;

/// Assemblies that are alike.
struct TeamKind3 {
    int32_t model;   ///< An assembly of the kind: its section tells how the matrix is laid out.
    int32_t members; ///< In all.
    int32_t teams;   ///< In this step.
    int32_t open;    ///< A team with lanes left, into JointSet3.teams, or NONE.
    int32_t body_count, joint_count, part_count, row_count;
    size_t value_count;
    ARRAY(TeamBody3) bodies; ///< Team after team; so the others.
    ARRAY(TeamJoint3) joints;
    ARRAY(TeamPart3) parts;
    ARRAY(TeamRow3) rows;
    ARRAY(Quad) values; ///< Of matrices.
    ARRAY(Quad) vectors;
};

struct JointTeam3 {
    int32_t kind;  ///< Into JointSet3.kinds.
    int32_t index; ///< Among the teams of its kind.
    int32_t lanes; ///< Assemblies: the first so many; the others repeat the first.
    int32_t assembly[QUAD];
    bool is_stale; ///< The matrix no longer says what the rows do.
};

/// What makes four out of one, compiled per instruction set.
typedef struct TeamKernel3 {
    void (*prepare)(Space3 *space, JointTeam3 *team, StepTime time);
    void (*solve)(Space3 *space, JointTeam3 *team, StepTime time, SolvePass pass);
} TeamKernel3;

extern const TeamKernel3 tum_team_kernel3_base;
#if defined(__x86_64__) || defined(__i386__)
extern const TeamKernel3 tum_team_kernel3_avx2;
#endif

const TeamKernel3 *tum_choose_team_kernel3(CpuInstructions instructions);

/// Finds out who is alike, once assemblies are laid out. @return false when out of memory.
bool tum_teams3_lay_out(JointSet3 *set, const TumAllocator *allocator);
void tum_teams3_clear(JointSet3 *set, const TumAllocator *allocator);

/// Lists what a step solves: assemblies, and teams of those that are calm.
void tum_teams3_gather(Space3 *space, const Sim *sim, StepTime time);

/// What joints remember goes back to where others look for it.
void tum_team3_finish(JointSet3 *set, const JointTeam3 *team);

#endif
