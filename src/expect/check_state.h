// SPDX-License-Identifier: MIT
/// check_state.h: checks in a run: begun at step 0, fed step by step, ended with a verdict.
#ifndef TUM_EXPECT_CHECK_STATE_H
#define TUM_EXPECT_CHECK_STATE_H

#include "expect/quantity.h"

enum { MESSAGE_BYTES = 1024, WHAT_BYTES = 512 };

/// A check in a run. The members below `seen` belong to some kinds alone.
typedef struct CheckState {
    char fault[FAULT_BYTES]; ///< Reason why the check cannot be judged; "": none.
    Seen seen;
    QuantityState a, b;      ///< within, compare.
    Anchor node;             ///< The check's node.
    Anchor frame_a, frame_b; ///< joint.
    Anchor *frames;          ///< [2 * limit_count] limits: frame A and frame B of each.
    int32_t *bodies;         ///< [nodes.count] Bodies of the run; -1: none.
    Tally tally;             ///< joint.
    DVec4 start;             ///< Place or momentum at the start.
    DBivec4 start_momentum;  ///< angularMomentum: at the start.
    DRotation4 start_rotation;
    double start_energy; ///< [J/kg]
    Sample worst;        ///< Measured value that is furthest from its bound, or nearest to it.
    double excess;       ///< Value less its bound, at the worst step.
    double bound;        ///< Bound at the worst step.
    Sample least;        ///< energy: greatest loss, negative.
    size_t index;        ///< Node of `nodes` or limit with the worst value.
    bool is_failed, is_angular; ///< atRest, fixed.
    DVec4 place;                ///< agree: the place in the window.
    size_t hits;                ///< event.
    double hit_time;            ///< [s] event: of the first; NAN without one.
} CheckState;

/// Surroundings of the checks of a run.
typedef struct CheckContext {
    const Motion *motion;
    Arena *arena;   ///< Lives as long as the run.
    Arena *scratch; ///< Lives during tum_expect_begin.
} CheckContext;

/// @return false when out of memory.
bool tum_expect_begin(CheckState *state, const Check *check, const CheckContext *context);
void tum_expect_step(CheckState *state, const Check *check, const Motion *motion,
                     const TumRunStep *step);

/// A verdict with the memory of its message.
typedef struct Judgement {
    TumVerdict verdict;
    char message[MESSAGE_BYTES];
} Judgement;

/// Judges the check by what was seen. deterministic and agree are judged by judge.c.
void tum_expect_end(const CheckState *state, const Check *check, const Motion *motion,
                    Judgement *judgement);

/// Sets outcome, value, bounds and time, and after a failure the message.
///
/// @param what  "y of Ball": the beginning of the message.
void tum_judge_number(Judgement *judgement, const char *what, Sample sample, double least,
                      double most, bool passes);

/// Makes a judgement a failure with a reason and no number.
__attribute__((format(__printf__, 2, 3))) void tum_judge_fault(Judgement *judgement,
                                                               const char *format, ...);

// Kinds of checks, by family: check_law.c, check_joint.c, check_body.c. `begin` is false when out
// of memory. Steps are those of the check's window.
typedef struct CheckFamily {
    bool (*begin)(CheckState *state, const Check *check, const CheckContext *context);
    void (*step)(CheckState *state, const Check *check, const Motion *motion);
    void (*end)(const CheckState *state, const Check *check, const Motion *motion,
                Judgement *judgement);
} CheckFamily;

extern const CheckFamily tum_position_check, tum_ballistic_check, tum_spin_check,
    tum_momentum_check, tum_angular_momentum_check, tum_energy_check;
extern const CheckFamily tum_joint_check, tum_limits_check;
extern const CheckFamily tum_bodies_check, tum_at_rest_check, tum_fixed_check, tum_agree_check;

/// Anchors the check's node at step 0. @return false when out of memory.
bool tum_expect_begin_node(CheckState *state, const Check *check, const CheckContext *context);

/// Finds the bodies of check->nodes. @param needs_all  a node without a body is a fault.
bool tum_expect_begin_bodies(CheckState *state, const Check *check, const CheckContext *context,
                             bool needs_all);

/// Place of the check's node or point now.
DVec4 tum_expect_place(const CheckState *state, const Check *check, const Motion *motion);

#endif
