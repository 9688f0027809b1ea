// SPDX-License-Identifier: MIT
/// compare.h: differences of two scenes: bodies, colliders, surfaces, joints, gravity, motion.
///
///     static bool print(void *user, const TumDifference *difference) { …; return true; }
///
///     TumComparison found;
///     TumStatus status = tum_scenes_compare(a, b, NULL, print, NULL, &found, report);
///     if (status == TUM_OK && found.difference_count == 0) { … }    // the same physics
///
/// Things are matched by the name of their node where it is unique in both scenes, then by the path
/// of names from the root, then by the index of the node. Static bodies count as the world:
/// dialects differ in whether a collider that never moves has a body.
///
/// Threads: calls on several threads may share scenes, never a report or an allocator that does not
/// allow it.
#ifndef TUMBLE_COMPARE_H
#define TUMBLE_COMPARE_H

#include "tumble/base.h"
#include "tumble/report.h"
#include "tumble/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Options of a comparison. An all-zero struct holds the defaults.
typedef struct TumCompareOptions {
    TumAllocator allocator; ///< Working memory and that of the worlds; all zero: malloc and free.
    bool no_structure;      ///< What the scenes say is not compared.
    bool no_motion;         ///< The scenes are not simulated.
    bool same_bits;         ///< Poses of any gap or angle differ; `tolerance` does not count.
    double tolerance;       ///< [m] and [rad] Largest gap and angle between two poses of a body
                            ///< that count as none. 0: 0.001.
    double duration;        ///< [s] Simulated time, at most 1e6. 0: 10.
    double rate;            ///< [Hz] Steps per second, 1 to 1e4. 0: 60.
} TumCompareOptions;

/// Kind of a difference.
typedef enum TumDifferenceKind {
    TUM_DIFFERENCE_VALUE,  ///< A quantity has two values.
    TUM_DIFFERENCE_ONLY_A, ///< Only the first scene has the thing.
    TUM_DIFFERENCE_ONLY_B, ///< Only the second scene has it.
    TUM_DIFFERENCE_MOTION  ///< The first difference of the motion beyond the tolerance.
} TumDifferenceKind;

/// Difference of two scenes. Everything it points to lives until the callback returns.
///
/// A value is `count` numbers, or a text where `count` is 0.
typedef struct TumDifference {
    TumDifferenceKind kind; ///< Kind, which says the members in use.
    const char *subject;   ///< Thing: "body", "collider", "trigger", "material", "filter", "joint",
                           ///< "limit", "drive", "gravity", "gravity volume", "animation", "scene".
    const char *name;      ///< Name of its node in the first scene that has it; "" without one.
    const char *quantity;  ///< "mass", "size"; "" where the whole thing is missing.
    const char *unit;      ///< "kg", "m"; "" where the value has none.
    int32_t node_a;        ///< Node in the first scene, or -1.
    int32_t node_b;        ///< Node in the second scene, or -1.
    const char *pointer_a; ///< JSON pointer in the first document; "" where there is none.
    const char *pointer_b; ///< JSON pointer in the second document; "" where there is none.
    const double *value_a; ///< [count] Numbers of the first scene; of a motion its position [m].
    const double *value_b; ///< [count] Numbers of the second scene.
    size_t count;          ///< Number of numbers in a value; 0: texts.
    const char *text_a;    ///< Text in place of numbers; "" with numbers.
    const char *text_b;    ///< Text in place of numbers; "" with numbers.
    double time;           ///< [s] Of a motion: simulated time of the first difference.
    double gap;            ///< [m] Of a motion: distance of the two origins of the body frame.
    double angle;          ///< [rad] Of a motion: largest angle between the axes of both frames.
} TumDifference;

/// Receives a difference. @return false to end the comparison.
typedef bool TumDifferenceSink(void *user, const TumDifference *difference);

/// Result of a comparison: counts and extremes.
typedef struct TumComparison {
    size_t difference_count; ///< Differences found, the one of the motion included.
    bool motion_differs;     ///< One of them is of the motion.
    size_t body_count;       ///< Pairs of bodies compared.
    size_t collider_count;   ///< Pairs of colliders compared.
    size_t joint_count;      ///< Pairs of joints compared.
    size_t moving_count;     ///< Pairs of bodies whose motion was compared.
    uint64_t step_count;     ///< Steps compared.
    double largest_gap;      ///< [m] Largest gap of all poses compared.
    double largest_angle;    ///< [rad] Largest angle of all poses compared.
} TumComparison;

/// Compares two scenes: numbers and texts of bodies, colliders, shapes, materials, filters,
/// triggers, joints, gravity and animations of nodes; then the motion, step by step, up to the
/// first difference.
///
/// Numbers are the same within four millionths of the larger one; places, rotations and velocities
/// within a millionth of their unit besides: conversions between dialects stay below. Masses that
/// both scenes compute from colliders are not compared; the colliders are.
///
/// @param options  may be NULL: the defaults.
/// @param sink  may be NULL: differences are counted only.
/// @param user  handed to the sink.
/// @param comparison  receives the result.
/// @param report  receives the approximations of the engine; may be NULL.
/// @return TUM_OK, whether or not there are differences; TUM_ERROR_ARGUMENT (a required pointer is
///         NULL, or an option out of range), TUM_ERROR_DIVERGED (both motions leave the finite
///         numbers in the same step, without a difference before), TUM_ERROR_CAPACITY or
///         TUM_ERROR_MEMORY.
TUM_API TumStatus tum_scenes_compare(const TumScene *a, const TumScene *b,
                                     const TumCompareOptions *options, TumDifferenceSink *sink,
                                     void *user, TumComparison *comparison, TumReport *report);

#ifdef __cplusplus
}
#endif

#endif
