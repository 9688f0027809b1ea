// SPDX-License-Identifier: MIT
/// contact_data3.h: what a space keeps of contacts and manifolds: anchors, recycling, surface
/// velocities, what is fetched ahead.
#ifndef TUM_SPACE3_CONTACT_DATA3_H
#define TUM_SPACE3_CONTACT_DATA3_H

#include "collide3/collide3.h"
#include "schedule/space.h"

/// A plane of contact where it is: relative to the centre of mass of the contact's first body, in
/// the world.
typedef struct Manifold3 {
    Vec3 normal;
    int32_t point_count;
    LocalPoint3 points[LOCAL_POINTS_MAX];
} Manifold3;

/// Cores that are nearer than this share of their radii have no direction from one to the other.
#define CORES_CROSSING 1e-3f

/// Which body a plane of contact turns with.
typedef enum AnchorSide3 {
    ANCHOR3_A,
    ANCHOR3_CORES, ///< Neither: its normal is the way from one round shape's core to the other's.
    ANCHOR3_B,
    ANCHOR3_WORLD, ///< Neither, and points do not turn: it is looked at in each step.
    ANCHOR3_SIDES
} AnchorSide3;

/// A point as both bodies hold it: from the centre of mass, in body frames.
typedef struct AnchorPoint3 {
    Vec3 on_a, on_b; ///< [m]
} AnchorPoint3;

/// A plane of contact as both bodies hold it. Balls and capsules hold it by their core, so that
/// they may roll on it.
///
/// Where two of them meet in one point, that is wherever their cores are nearest, and the points
/// below are the ends of the cores, whatever the number of points. What does not last is held in
/// the directions of the world.
typedef struct ManifoldAnchor3 {
    _Alignas(64) Vec3 normal; ///< In the frame of the body on `side`; of cores, which need it only
                              ///< where they cross, of A.
    int32_t side; ///< AnchorSide3: of a flat shape on a round one; else of what does not move, if
                  ///< one does not.
    float radius_a, radius_b; ///< [m] Of the round shape around the points below; 0 for flat ones.
    int32_t point_count;
    uint32_t is_new; ///< 1: its lane has not yet heard of these points.
    AnchorPoint3 points[LOCAL_POINTS_MAX];
} ManifoldAnchor3;

_Static_assert(sizeof(ManifoldAnchor3) == 128,
               "four rows of eight words; of one point, a cache line");

/// LocalPoint3.feature of its points. Lanes have them too once they have been prepared.
typedef struct ManifoldFeatures3 {
    uint32_t feature[LOCAL_POINTS_MAX];
} ManifoldFeatures3;

/// How many points of either body an anchor holds.
static inline int anchor3_points(const ManifoldAnchor3 *anchor)
{
    return anchor->side == ANCHOR3_CORES ? 2 : anchor->point_count;
}

/// A way in one step.
typedef struct MotionBound3 {
    Vec3 moved;  ///< [m] Of the centre of mass.
    Vec3 turned; ///< [rad] Of a finite turn: 2 sin of half the angle.
    float swung; ///< [m] No point of the body's colliders gets farther by turning.
} MotionBound3;

/// What is asked of a pair in every step.
typedef struct RecycleBudget3 {
    int32_t body[2];
    float budget; ///< [m] Left to move before the next look; 0 or less: a look is due.
} RecycleBudget3;

/// Where a pair was when it was looked at.
typedef struct RecyclePose3 {
    Pose3 pose;  ///< Of the shape that reaches less far, in the frame of the other.
    float slack; ///< [m] What was found holds until it has moved this far from there; 0 or less:
                 ///< it holds for one step.
} RecyclePose3;

/// What a collider does in its body during a step; still between steps.
typedef struct SurfaceVelocity3 {
    Vec3 linear;  ///< [m/s] Of the shape's origin, in the directions of the body.
    Vec3 angular; ///< [rad/s] Likewise.
    float speed;  ///< [m/s] No point of it is faster; 0: it is still.
    float rate;   ///< [1/s] Of getting from the shape it has to `next`; 0: it keeps its shape.
    Shape3 next;
} SurfaceVelocity3;

/// The velocity of a surface within its body, in the world, near a contact.
typedef struct SurfaceFlow3 {
    Vec3 origin;  ///< [m] Of the shape, from the body's centre of mass.
    Vec3 linear;  ///< [m/s] At the origin; what comes of growth included.
    Vec3 angular; ///< [rad/s]
} SurfaceFlow3;

static inline Vec3 surface_flow3_at(const SurfaceFlow3 *flow, Vec3 arm)
{
    return vec3_add(flow->linear, vec3_cross(flow->angular, vec3_sub(arm, flow->origin)));
}

enum {
    PREFETCH_STRETCHES = 64, ///< At most; of what lies more scattered the rest is not asked for.
    PREFETCH_LINE = 64,      ///< [byte]
    PREFETCH_PACE = 5        ///< Lines a block of eight contacts.
};

typedef struct Stretch3 {
    uintptr_t next, end; ///< Addresses.
} Stretch3;

typedef struct Prefetch3 {
    uint32_t now, count;
    Stretch3 stretches[PREFETCH_STRETCHES];
} Prefetch3;

/// Asks for some more lines: whoever is about to work on so many blocks.
/// @param ahead  NULL: nothing is known of what comes next
static inline void prefetch3_fetch(Prefetch3 *ahead, uint32_t blocks)
{
    uint32_t left = ahead != NULL ? blocks * PREFETCH_PACE : 0;
    while (left > 0 && ahead->now < ahead->count) {
        Stretch3 *stretch = &ahead->stretches[ahead->now];
        uintptr_t at = stretch->next;
        for (; left > 0 && at < stretch->end; --left, at += PREFETCH_LINE) {
            __builtin_prefetch((const void *)at, 0, 2); // the second-level cache
        }
        stretch->next = at;
        ahead->now += at >= stretch->end;
    }
}

#endif
