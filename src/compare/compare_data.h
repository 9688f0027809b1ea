// SPDX-License-Identifier: MIT
/// compare_data.h: state of a comparison, and how differences reach the caller.
///
/// Failures are sticky: after the first one, and after the callback ended the comparison, nothing
/// is told any more.
#ifndef TUM_COMPARE_DATA_H
#define TUM_COMPARE_DATA_H

#include "base/arena.h"
#include "math/math3_64.h"
#include "tumble/compare.h"
#include "tumble/world.h"

/// Things of two scenes that stand for each other.
typedef struct Pairs {
    int32_t *pair; ///< [things of A] Index of the thing of B, or -1.
    int32_t *back; ///< [things of B] Index of the thing of A, or -1.
} Pairs;

typedef struct Compare {
    const TumScene *a, *b;
    TumCompareOptions options; ///< Without zeros that stand for defaults.
    TumDifferenceSink *sink;   ///< May be NULL.
    void *user;
    TumComparison *result;
    TumReport *report; ///< May be NULL.
    Arena arena;
    uint64_t *paths[2]; ///< [node_count] of each scene: match.h.
    Pairs bodies, colliders;
    TumStatus status; ///< Sticky.
    bool is_over;     ///< The callback ended the comparison.
} Compare;

/// Two things that are compared, for the rows about them.
typedef struct Subject {
    const char *kind; ///< As TumDifference.subject.
    int32_t node_a, node_b;
    const char *pointer_a, *pointer_b; ///< NULL counts as "".
} Subject;

/// [1] Share of the larger number that two numbers may differ by: conversions between dialects turn
/// points into floats and multiply scales into sizes.
#define COMPARE_SHARE 4e-6

/// [m], [rad], [m/s] … Numbers that may differ by that much besides: places near zero come from
/// products of larger numbers.
#define COMPARE_FLOOR 1e-6

// Each function tells of one quantity where its two values differ.

/// @param floor  absolute difference that counts as none.
void tum_compare_numbers(Compare *compare, const Subject *subject, const char *quantity,
                         const char *unit, const double *a, const double *b, size_t count,
                         double floor);
void tum_compare_texts(Compare *compare, const Subject *subject, const char *quantity,
                       const char *a, const char *b);
/// Rotations are the same where no axis turns by more than COMPARE_FLOOR radians and the share.
/// @param a, b  x y z w in 3D, the matrix in 4D, as rotation_numbers gives them.
void tum_compare_rotations(Compare *compare, const Subject *subject, const char *quantity,
                           const double *a, const double *b);

static inline const double *rotation_numbers(int dimension, const TumRotation *rotation)
{
    return dimension == 4 ? rotation->m : rotation->q;
}

static inline void compare_number(Compare *compare, const Subject *subject, const char *quantity,
                                  const char *unit, double a, double b, double floor)
{
    tum_compare_numbers(compare, subject, quantity, unit, &a, &b, 1, floor);
}

static inline void compare_flag(Compare *compare, const Subject *subject, const char *quantity,
                                bool a, bool b)
{
    tum_compare_texts(compare, subject, quantity, a ? "yes" : "no", b ? "yes" : "no");
}

/// Tells that one of the scenes lacks a thing.
void tum_compare_missing(Compare *compare, const Subject *subject, TumDifferenceKind kind);

/// Hands a difference to the caller.
void tum_compare_tell(Compare *compare, TumDifference difference);

/// [rad] Largest angle between the axes of two rotations, as for tum_compare_rotations.
double tum_compare_angle(int dimension, const double *a, const double *b);

static inline bool compare_goes_on(const Compare *compare)
{
    return compare->status == TUM_OK && !compare->is_over;
}

// Parts of a comparison, in this order.
void tum_compare_bodies(Compare *compare);    ///< Matches bodies.
void tum_compare_colliders(Compare *compare); ///< With shapes; matches colliders.
void tum_compare_surfaces(Compare *compare);  ///< Materials and filters of matched colliders.
void tum_compare_triggers(Compare *compare);
void tum_compare_joints(Compare *compare); ///< With limits and drives.
void tum_compare_fields(Compare *compare); ///< Gravity, its volumes, animations of nodes.
void tum_compare_motion(Compare *compare);

/// Where a solid stands: its shape, the body that carries it, its frame.
typedef struct Placed {
    int32_t body, shape;
    const double *position, *scale;
    const TumRotation *rotation;
} Placed;

/// Compares shape and place of two solids, colliders or parts of triggers.
void tum_compare_placed(Compare *compare, const Subject *subject, const Placed *a, const Placed *b);

/// Compares the filters of two indices, or -1.
void tum_compare_filters(Compare *compare, const Subject *subject, int32_t a, int32_t b);

/// True where both bodies stand for each other, the world for the world. Static bodies are the
/// world.
bool tum_compare_same_owner(const Compare *compare, int32_t body_a, int32_t body_b);

/// A frame given in the frame of a body (of the world where body is -1), in the world.
typedef struct WorldFrame {
    double position[4];
    double rotation[16]; ///< In 3D x y z w, in 4D the matrix.
} WorldFrame;

WorldFrame tum_compare_world_frame(const TumScene *scene, int32_t body, const double position[4],
                                   const TumRotation *rotation);

#endif
