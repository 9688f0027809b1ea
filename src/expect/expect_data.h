// SPDX-License-Identifier: MIT
/// expect_data.h: expectations as they were read: checks, quantities, windows of time.
#ifndef TUM_EXPECT_DATA_H
#define TUM_EXPECT_DATA_H

#include "base/arena.h"
#include "base/array.h"
#include "math/math4_64.h"
#include "tumble/expect.h"

/// Steps that a check looks at: those from half a step before `begin` to half a step after `end`.
/// Where both are the same time, the nearest of these steps alone.
typedef struct Window {
    bool is_given;     ///< False: the window is the whole run, or that of `is_end`.
    bool is_end;       ///< The last step alone.
    double begin, end; ///< [s]
} Window;

/// Reduction of a series to a number.
typedef enum Reduce {
    REDUCE_ALL, ///< Every number is within the bounds.
    REDUCE_ANY, ///< One number at least is.
    REDUCE_MIN,
    REDUCE_MAX,
    REDUCE_FIRST,
    REDUCE_LAST,
    REDUCE_MEAN,
    REDUCE_SPAN, ///< Largest less smallest.
    REDUCE_NET   ///< Last less first.
} Reduce;

typedef enum QuantityKind {
    QUANTITY_PLACE,         ///< Coordinate `axis_index` of the node, or of a point in it.
    QUANTITY_LINEAR,        ///< Component `axis_index` of the velocity.
    QUANTITY_ANGULAR,       ///< Component `axis_index` of the angular velocity.
    QUANTITY_SPEED,         ///< Length of the velocity.
    QUANTITY_ANGULAR_SPEED, ///< Length of the angular velocity.
    QUANTITY_DISPLACEMENT,  ///< Distance from the place at step 0.
    QUANTITY_ALONG,         ///< The way from the start along `axis`.
    QUANTITY_HORIZONTAL,    ///< Distance from the start in XZ.
    QUANTITY_DISTANCE,      ///< Distance to a point or to another node.
    QUANTITY_TURN,          ///< Angle from the orientation at step 0.
    QUANTITY_TILT,          ///< Angle between `axis` of the node and `to` of the world.
    QUANTITY_TWIST,         ///< Angle about `axis` of the world since step 0, with all turns.
    QUANTITY_LOW,           ///< Lowest coordinate of the body's colliders.
    QUANTITY_HIGH,          ///< Highest coordinate of the body's colliders.
    QUANTITY_ASLEEP         ///< 1 while the body sleeps, else 0.
} QuantityKind;

/// A number for each step.
typedef struct Quantity {
    QuantityKind kind;
    int axis_index;     ///< 0 to 3, for kinds that have one; a plane of an angular velocity.
    const char *unit;   ///< "m", "m/s", "rad", "rad/s", "".
    int32_t node;       ///< Node of the document.
    int32_t other;      ///< Second node of a distance; -1: the point `to`.
    bool has_point;     ///< `point` in the rigid frame of the node counts, not its origin.
    bool has_from;      ///< `from` counts as the start, not the place at step 0.
    bool has_reference; ///< `reference` counts as the start, not the orientation at step 0.
    DVec4 point, axis, from, to;
    DRotation4 reference;
    Window window;
    Reduce reduce;
    const char *subject; ///< "y of Ball from 1 s to 3 s".
} Quantity;

typedef enum CheckKind {
    CHECK_WITHIN,
    CHECK_COMPARE,
    CHECK_POSITION,
    CHECK_BALLISTIC,
    CHECK_SPIN,
    CHECK_MOMENTUM,
    CHECK_ANGULAR_MOMENTUM,
    CHECK_ENERGY,
    CHECK_JOINT,
    CHECK_LIMITS,
    CHECK_EVENT,
    CHECK_BODIES,
    CHECK_AT_REST,
    CHECK_FIXED,
    CHECK_DETERMINISTIC,
    CHECK_AGREE,
    CHECK_KIND_COUNT
} CheckKind;

/// Nodes of the document, or -1 in lists that allow it. Without a list any node will do.
typedef struct NodeList {
    bool is_given;
    int32_t *nodes; ///< [count]
    size_t count;
} NodeList;

typedef enum JointMetric { METRIC_LINEAR, METRIC_ANGULAR, METRIC_AXIS_ANGLE } JointMetric;

/// Metric of two frames (docs/simulation.md#5-joints), along or about axes of frame A.
typedef struct FrameMetric {
    JointMetric metric;
    int axes[3]; ///< [axis_count]
    int axis_count;
} FrameMetric;

/// Hard limit of a joint of the scene.
typedef struct LimitTest {
    int32_t joint; ///< Index of the joint.
    FrameMetric metric;
    double low, high;    ///< [m] or [rad] Bounds; infinite where open.
    double tolerance;    ///< [m] or [rad] Excess that passes.
    const char *pointer; ///< JSON pointer of the limit; borrowed from the scene.
} LimitTest;

typedef struct Check {
    CheckKind kind;
    const char *why;     ///< Reason of the author; "" without one.
    const char *subject; ///< Thing that is checked, for a person.
    const char *fault;   ///< Reason why the check could not be read; NULL: it was read.
    Window window;
    double least, most; ///< Bounds of a number; infinite where open.
    double tolerance;   ///< `tol`.
    Quantity a;         ///< Of within and compare. Other checks: its node and point.
    Quantity b;         ///< Second quantity of compare.
    double ratio, by;   ///< Of compare: the bound is b * ratio + by.
    bool is_below;      ///< Of compare: a < bound, else a > bound.
    Reduce reduce;      ///< Of joint.
    DVec4 vector;       ///< position: the place; ballistic: acceleration; energy: gravity;
                        ///< momentum: the sum.
    bool has_vector;
    DVec4 velocity; ///< ballistic: at the start.
    DVec4 place;    ///< ballistic: the start, where has_place.
    bool has_place;
    DBivec4 spin;              ///< [rad/s] spin: angular velocity.
    DBivec4 inertia;           ///< [kg m^2], for energy [m^2] per kg.
    DRotation4 axes;           ///< angularMomentum: node from principal axes.
    NodeList nodes;            ///< momentum, atRest, fixed, bodies (`equals`), event (`nodes`).
    NodeList include, exclude; ///< bodies.
    NodeList trigger, collider, motion; ///< event.
    double *masses;                     ///< [nodes.count] momentum: [kg].
    unsigned momentum_axes;             ///< momentum: a bit for each axis.
    const char **kinds;                 ///< [kind_count] event.
    size_t kind_count;
    int32_t frame_a, frame_b; ///< joint: nodes of the frames.
    int32_t body_a, body_b;   ///< joint: nodes of the bodies that carry them; -1: those
                              ///< of the frames' own.
    FrameMetric metric;       ///< joint.
    LimitTest *limits;        ///< [limit_count] limits.
    size_t limit_count;
    double speed, angular_speed; ///< atRest: [m/s], [rad/s]; fixed: `angle` in the second.
    double *rates;               ///< [rate_count] agree: [Hz].
    size_t rate_count;
} Check;

struct TumExpectations {
    TumAllocator allocator;
    Arena arena; ///< Holds everything below.
    const TumScene *scene;
    double duration; ///< [s]
    double rates[TUM_MAX_RATES];
    size_t rate_count;
    Check *checks; ///< [check_count]
    size_t check_count;
    size_t limit_count; ///< Limits of all checks together.
};

/// "within": the name of a kind of check.
const char *tum_expect_name(CheckKind kind);

/// Name of a node for a sentence: its own, or "node 3". @return text.
const char *tum_node_label(const TumScene *scene, int32_t node, char *text, size_t room);

#endif
