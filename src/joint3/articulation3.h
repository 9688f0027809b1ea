// SPDX-License-Identifier: MIT
/// articulation3.h: articulations: joint islands of the same structure, such as figures, chains and
/// doors, solved eight or sixteen at a time in the lanes of vectors.
///
/// joint_solver3.c solves one joint island in double precision. An articulation solves eight, with
/// AVX-512 sixteen, one a lane, in single precision and by another method. A joint island without
/// loops is a tree. The articulated inertia of the subtree at each joint is computed once for a
/// pose, from the leaves to the root. Velocities then follow from the root to the leaves, so that
/// both sides of a joint move alike whatever the rounding (Featherstone, "Rigid Body Dynamics
/// Algorithms", 2008, chapter 7, here for impulses and with joints as constraints between bodies
/// that keep all their coordinates). A spring or a drive resists the motion of its joint as a
/// softer moment of inertia would, up to its maximum.
///
/// The result of a lane does not depend on the contents of other lanes. Joint islands are of one
/// kind if their bodies are joined in the same order by parts of the same forms. docs/joint.md
/// lists the supported joints. Awake joint islands are assigned to articulations anew when an
/// island fell asleep, woke or was changed. Until then warm-start data stays in the lanes.
#ifndef TUM_JOINT3_ARTICULATION3_H
#define TUM_JOINT3_ARTICULATION3_H

#include "base/kernel.h"
#include "joint3/limit3.h"
#include "schedule/joint_numbers.h"
#include "space3/joint_data3.h"
#include "system/cpu.h"

enum { ARTICULATION_JOINTS_MOST = 64, ARTICULATION_LANES_MOST = 16 };

/// A joint island leaves its lane where an angle about one axis is nearly loose (limit3.h), and
/// where the strain of a body is more than this many times the strain that its moments resist
/// (SWING_MOST).
static const double ARTICULATION_STRAIN_MOST = 6.0;

/// Single precision suffices where the total mass times the squared length over which bodies turn
/// as one is at most this many times the least moment.
static const double STURDIER_MOST = 3e4;

/// A joint of a kind and its place in the tree.
typedef struct ArticulationStep3 {
    int32_t joint; ///< Index among the joints of the joint island.
    int32_t parent, child, above;
    bool child_is_b, is_leaf;
} ArticulationStep3;

/// Storage of an articulation's kernel data.
typedef struct ArticulationLine3 {
    _Alignas(64) uint8_t bytes[64];
} ArticulationLine3;

/// Joint islands of the same structure.
struct ArticulationKind3 {
    int32_t model;         ///< A joint island of the kind.
    int32_t members;       ///< Joint islands of the kind in the set.
    int32_t articulations; ///< Articulations in this step.
    int32_t open; ///< Articulation with free lanes, index into JointSet3.articulations, or NONE.
    int32_t body_count, joint_count, limit_count, spring_count;
    int32_t root; ///< Body at the root of the tree; the immovable one if there is one.
    ARRAY(ArticulationStep3) steps; ///< From the leaves to the root.
    ARRAY(ArticulationLine3) lines; ///< One articulation after another: articulation_data3.h.
    size_t articulation_lines;      ///< Lines of each articulation.
};

struct Articulation3 {
    int32_t kind;  ///< Into JointSet3.kinds.
    int32_t index; ///< Index among the articulations of its kind.
    int32_t lanes; ///< Lanes that hold a joint island, from the first; the rest repeat the first.
    int32_t joint_island[ARTICULATION_LANES_MOST];
    uint32_t alone; ///< A bit per lane: strained in this step, solved by joint_solver3.c.
    uint32_t flung; ///< A bit per lane: its joints would fling bodies; joint_solver3.c takes over.
    uint32_t waiting; ///< A bit per lane: solved after contacts in this substep.
    uint32_t struck;  ///< A bit per lane: a restitution impulse acted since the last warm start.
    bool holds;       ///< The lanes, except lanes alone, hold the joints' warm-start data.
    bool is_stale;    ///< The data of some joint are stale.
    bool meets;       ///< There are contacts in this step.
    bool has_arrived; ///< Joints are at the poses of the end of the substep.
    bool is_behind;   ///< Bodies have moved since joints were measured.
    bool has_turned;  ///< Some body has turned in this step by more than TURN_OLD.
};

static inline bool articulation3_has_alone(const Articulation3 *articulation, int lane)
{
    return (articulation->alone >> lane & 1) != 0;
}

/// Whether every joint island has left the articulation.
static inline bool articulation3_is_deserted(const Articulation3 *articulation)
{
    return articulation->alone == (1u << articulation->lanes) - 1u;
}

/// Motion of the bodies of each lane in a substep.
typedef struct ArticulationSurvey3 {
    float turn[ARTICULATION_LANES_MOST];  ///< [rad] Largest rotation of a body.
    float sweep[ARTICULATION_LANES_MOST]; ///< [rad] Largest rotation of an arm, from a centre of
                                          ///< mass to the joint's point, where some body turns by
                                          ///< more than PIECE_SWEEP.
} ArticulationSurvey3;

/// Functions of articulations, compiled per instruction set. An argument `seconds` has one number a
/// lane: the duration of a piece of the substep. Lanes with zero take no part.
typedef struct ArticulationKernel3 {
    int32_t lanes;                                  ///< Lanes of an articulation.
    size_t (*bytes)(const ArticulationKind3 *kind); ///< Of the data of an articulation.
    /// Assigns joint islands to the lanes; unused lanes repeat the first.
    void (*fill)(const JointSet3 *set, const Articulation3 *articulation);
    /// Warm-start data of a joint: tum_articulation3_memory, tum_articulation3_counted, a slider's
    /// axes across its motion, and the arm by side.
    RowMemory3 (*memory)(const JointSet3 *set, const Joint3 *joint, const JointPart3 *part,
                         int32_t row);
    bool (*counted)(const JointSet3 *set, const Joint3 *joint, int axis, double *angle);
    DVec3 (*rail)(const JointSet3 *set, const Joint3 *joint, const JointPart3 *part,
                  int32_t row); ///< Direction of a row.
    DVec3 (*arm)(const JointSet3 *set, const Joint3 *joint, int side);
    /// Takes over the warm-start data of the joints.
    void (*load)(Space3 *space, Articulation3 *articulation, StepTime time);
    /// @return a bit for each lane in which the strain of some body requires larger moments.
    /// @param scale  factor of impulses that is still to be applied.
    uint32_t (*strained)(Space3 *space, Articulation3 *articulation, StepTime time, float scale);
    /// @return a bit for each lane in which an angle about one axis is nearly loose (limit3.h), as
    /// measured last in this step.
    uint32_t (*loose)(Space3 *space, Articulation3 *articulation, StepTime time);
    /// Writes back the poses of its bodies before other code reads them in the middle of a step.
    void (*leave_alone)(Space3 *space, Articulation3 *articulation, StepTime time);
    void (*prepare)(Space3 *space, Articulation3 *articulation, StepTime time);
    /// With StepTime.joints_accelerate gravity acts first; it is uniform in an articulation.
    void (*solve)(Space3 *space, Articulation3 *articulation, StepTime time, JointPass pass);
    void (*survey)(Space3 *space, Articulation3 *articulation, StepTime time,
                   ArticulationSurvey3 *result);
    void (*begin_piece)(Space3 *space, Articulation3 *articulation, StepTime time,
                        const float *seconds);
    /// Shortens the piece of a lane where a body would hit an immovable one, as tum_move_joined3.
    /// @return a bit for each lane whose piece was shortened.
    uint32_t (*stop)(Space3 *space, const Sim *sim, Articulation3 *articulation, StepTime time,
                     float *seconds);
    void (*move)(Space3 *space, Articulation3 *articulation, StepTime time, const float *seconds);
    void (*end_piece)(Space3 *space, Articulation3 *articulation, StepTime time,
                      const float *seconds);
} ArticulationKernel3;

KERNEL_DECLARE(const ArticulationKernel3, tum_articulation_kernel3);

const ArticulationKernel3 *tum_choose_articulation_kernel3(CpuInstructions instructions);

/// A drive, a soft lock or a soft range: a spring and a damper.
static inline bool joint3_is_spring(const JointPart3 *part)
{
    return part->kind == PART_DRIVE || is_finite64(part->stiffness);
}

/// A hard lock of lengths, but of a whole point.
static inline bool joint3_is_rail(const JointPart3 *part)
{
    return part->kind == PART_LOCK && !part->is_angular && part->form != FORM_POINT &&
           !joint3_is_spring(part);
}

/// A hard range, or a hard lock of a single angle.
static inline bool joint3_is_limit(const JointPart3 *part)
{
    return !joint3_is_spring(part) && (part->kind == PART_RANGE || part->form == FORM_TWIST);
}

/// Whether the point of a joint is not locked as a whole.
static inline bool joint3_slides(const JointSet3 *set, const Joint3 *joint)
{
    return joint->part_count > 0 && set->parts.items[joint->part_first].form != FORM_POINT;
}

/// Whether a joint has several hard angles of one axis each, ranges or locks.
static inline bool joint3_has_twists(const JointSet3 *set, const Joint3 *joint)
{
    int32_t twists = 0;
    for (int32_t k = 0; k < joint->part_count; ++k) {
        const JointPart3 *part = &set->parts.items[joint->part_first + k];
        twists += joint3_is_limit(part) && part->form == FORM_TWIST;
    }
    return twists > 1;
}

/// Finds joint islands of the same structure. Call it after joint islands are laid out.
/// @return false when out of memory.
bool tum_articulations3_lay_out(JointSet3 *set, const TumAllocator *allocator);
void tum_articulations3_clear(JointSet3 *set, const TumAllocator *allocator);

/// Whether a joint island is solved in an articulation; false for NONE. Articulations follow fast
/// rotations by themselves.
bool tum_articulations3_take(const Space3 *space, int32_t joint_island);

/// Lists the jobs of a step: single joint islands, and articulations of balanced ones.
void tum_articulations3_gather(Space3 *space, const Topology *topology);

/// Whether some body of a joint may have turned by more than TURN_OLD since the step began.
bool tum_articulations3_may_have_turned(const JointSet3 *set);

/// Begins a step: strained joint islands leave their lanes for it, the others are prepared.
void tum_articulation3_prepare(Space3 *space, Articulation3 *articulation, StepTime time);

/// Begins a substep: lanes whose strain is newly too large leave, and those that are flung.
/// @return a bit for each.
uint32_t tum_articulation3_leave_strained(Space3 *space, Articulation3 *articulation,
                                          StepTime time);

/// Lanes that are flung leave in the middle of a substep. @return a bit for each.
uint32_t tum_articulation3_leave_flung(Space3 *space, Articulation3 *articulation, StepTime time);

/// Writes warm-start data of articulations back to the joints.
void tum_articulations3_release(JointSet3 *set);

/// Warm-start data of a row of a joint in an articulation.
RowMemory3 tum_articulation3_memory(const JointSet3 *set, const Joint3 *joint,
                                    const JointPart3 *part, int32_t row);

/// The counted angle [rad] about an axis of a joint in an articulation.
/// @return false where the axis counts no turns.
bool tum_articulation3_counted(const JointSet3 *set, const Joint3 *joint, int axis, double *angle);

#endif
