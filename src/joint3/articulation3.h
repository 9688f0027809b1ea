// SPDX-License-Identifier: MIT
/// articulation3.h: assemblies that are alike, eight or sixteen side by side: figures, chains,
/// doors.
///
/// What joint_solver3.c does with one assembly is done here with eight at once, with AVX-512
/// sixteen, a lane each, in single precision and by another way. An assembly whose joints make no
/// loops is a tree: what hangs at a joint resists the body above it with an inertia that is worked
/// out from the leaves to the root, once for a pose; then velocities follow from the root to the
/// leaves, so that the two sides of a joint move alike whatever rounding does (Featherstone, "Rigid
/// Body Dynamics Algorithms", 2008, chapter 7, for impulses and with joints as constraints between
/// bodies that keep all their coordinates).
///
/// A lane does not depend on what its neighbours are. Alike are assemblies whose bodies are joined
/// in the same way by parts of the same forms; known here is a point, alone, with two locked angles
/// (a hinge), with a cone, with a twist. Who is awake is put into teams anew where somebody fell
/// asleep, woke or was changed; until then what joints remember stays in the teams' lanes.
#ifndef TUM_JOINT3_ARTICULATION3_H
#define TUM_JOINT3_ARTICULATION3_H

#include "schedule/joint_numbers.h"
#include "space3/joint_data3.h"
#include "system/cpu.h"

enum { ARTICULATION_JOINTS_MOST = 64, ARTICULATION_LANES_MOST = 16 };

/// Lanes leave their team where a body is strained by more than this many times what its moments
/// stand (SWING_MOST).
static const double ARTICULATION_STRAIN_MOST = 4.0;

/// A joint of a kind, where it hangs in the tree.
typedef struct ArticulationStep3 {
    int32_t joint; ///< Of the assembly.
    int32_t parent, child, above;
    bool child_is_b, is_leaf;
} ArticulationStep3;

/// Room for what a kernel keeps of a team.
typedef struct ArticulationLine3 {
    _Alignas(64) uint8_t bytes[64];
} ArticulationLine3;

/// Assemblies that are alike.
struct ArticulationKind3 {
    int32_t model;         ///< An assembly of the kind.
    int32_t members;       ///< In all.
    int32_t articulations; ///< In this step.
    int32_t open;          ///< A team with lanes left, into JointSet3.teams, or NONE.
    int32_t body_count, joint_count;
    int32_t root;                   ///< Of the bodies; immovable where one is.
    ARRAY(ArticulationStep3) steps; ///< From the leaves to the root.
    ARRAY(ArticulationLine3) lines; ///< Team after team, as articulation_data3.h has them.
    size_t articulation_lines;      ///< Of each.
};

struct Articulation3 {
    int32_t kind;  ///< Into JointSet3.kinds.
    int32_t index; ///< Among the teams of its kind.
    int32_t lanes; ///< Assemblies: the first so many; the others repeat the first.
    int32_t joint_island[ARTICULATION_LANES_MOST];
    uint32_t
        alone;     ///< A bit a lane: strained in this step, and solved by itself (joint_solver3.c).
    bool holds;    ///< Memory of its joints, but of lanes that are alone.
    bool is_stale; ///< Some joint is.
    bool meets;    ///< There are contacts in this step;
    bool waits;    ///< in this substep it is solved after them.
    bool is_struck;  ///< Since it was last warm-started something bounced.
    bool is_behind;  ///< Bodies have moved since joints were measured.
    bool has_turned; ///< Some body has in this step, by more than TURN_OLD.
};

static inline bool articulation3_has_alone(const Articulation3 *articulation, int lane)
{
    return (articulation->alone >> lane & 1) != 0;
}

/// Whether nobody is left in it.
static inline bool articulation3_is_deserted(const Articulation3 *articulation)
{
    return articulation->alone == (1u << articulation->lanes) - 1u;
}

/// How far a substep would take the bodies of each lane.
typedef struct ArticulationWay3 {
    float turn[ARTICULATION_LANES_MOST];  ///< [rad] The farthest turn of a body.
    float sweep[ARTICULATION_LANES_MOST]; ///< [rad] And of an arm, from a centre of mass to where a
                                          ///< joint pulls; where some body turns farther than
                                          ///< PIECE_SWEEP.
} ArticulationWay3;

/// What makes many out of one, compiled per instruction set. Where there are `seconds`, one a lane,
/// those take part for which they are above zero: all that are a piece of the substep go on for so
/// long.
typedef struct ArticulationKernel3 {
    int32_t lanes; ///< Of a team.
    size_t (*bytes)(int32_t body_count, int32_t joint_count);
    /// Who is in its lanes; the others repeat the first.
    void (*fill)(const JointSet3 *set, const Articulation3 *articulation);
    /// What a team holds of a joint: tum_articulation3_memory, tum_articulation3_counted; its arm,
    /// by side.
    RowMemory3 (*memory)(const JointSet3 *set, const Joint3 *joint, const JointPart3 *part,
                         int32_t row);
    bool (*counted)(const JointSet3 *set, const Joint3 *joint, int axis, double *angle);
    DVec3 (*arm)(const JointSet3 *set, const Joint3 *joint, int side);
    /// Takes over the memory of its joints.
    void (*load)(Space3 *space, Articulation3 *articulation, StepTime time);
    /// A bit for each lane, of those that take part, in which some body is so strained that its
    /// moments are to be taken for larger. @param scale  of impulses, that is still to come.
    uint32_t (*strained)(Space3 *space, Articulation3 *articulation, StepTime time, float scale);
    /// Others are about to look at its bodies in the middle of a step.
    void (*leave_alone)(Space3 *space, Articulation3 *articulation, StepTime time);
    void (*prepare)(Space3 *space, Articulation3 *articulation, StepTime time);
    /// Where StepTime.joints_accelerate, gravity pulls first, which is the same everywhere.
    void (*solve)(Space3 *space, Articulation3 *articulation, StepTime time, SolvePass pass);
    void (*survey)(Space3 *space, Articulation3 *articulation, StepTime time,
                   ArticulationWay3 *way);
    void (*begin_piece)(Space3 *space, Articulation3 *articulation, StepTime time,
                        const float *seconds);
    /// Shortens it where somebody would meet what stands still: as tum_move_joined3.
    /// @return a bit for each lane that it is shorter of.
    uint32_t (*stop)(Space3 *space, const Sim *sim, Articulation3 *articulation, StepTime time,
                     float *seconds);
    void (*move)(Space3 *space, Articulation3 *articulation, StepTime time, const float *seconds);
    void (*end_piece)(Space3 *space, Articulation3 *articulation, StepTime time,
                      const float *seconds);
} ArticulationKernel3;

extern const ArticulationKernel3 tum_articulation_kernel3_scalar;
#if defined(__x86_64__) || defined(__i386__)
extern const ArticulationKernel3 tum_articulation_kernel3_sse2;
extern const ArticulationKernel3 tum_articulation_kernel3_avx2;
extern const ArticulationKernel3 tum_articulation_kernel3_avx512;
#endif

const ArticulationKernel3 *tum_choose_articulation_kernel3(CpuInstructions instructions);

/// Finds out who is alike, once assemblies are laid out. @return false when out of memory.
bool tum_articulations3_lay_out(JointSet3 *set, const TumAllocator *allocator);
void tum_articulations3_clear(JointSet3 *set, const TumAllocator *allocator);

/// Whether an assembly, or NONE, is solved in a team: it follows fast turns by itself.
bool tum_articulations3_take(const Space3 *space, int32_t joint_island);

/// Lists what a step solves: assemblies, and teams of those that are balanced.
void tum_articulations3_gather(Space3 *space, const Topology *topology);

/// Whether some body of a joint may have turned by more than TURN_OLD since the step began.
bool tum_articulations3_may_have_turned(const JointSet3 *set);

/// As a step begins: strained lanes are left alone in it, the others are prepared.
void tum_articulation3_prepare(Space3 *space, Articulation3 *articulation, StepTime time);

/// As a substep begins. @return a bit for each lane that is strained now and was not before.
uint32_t tum_articulation3_leave_strained(Space3 *space, Articulation3 *articulation,
                                          StepTime time);

/// What teams hold of joints goes back to where others look for it.
void tum_articulations3_release(JointSet3 *set);

/// What a row of a joint remembers that a team holds.
RowMemory3 tum_articulation3_memory(const JointSet3 *set, const Joint3 *joint,
                                    const JointPart3 *part, int32_t row);

/// The angle about an axis of such a joint. @return false where it counts no turns.
bool tum_articulation3_counted(const JointSet3 *set, const Joint3 *joint, int axis, double *angle);

#endif
