// SPDX-License-Identifier: MIT
/// contact_data3.h: data of contacts and manifolds in a space: anchors, recycling, surface
/// velocities, prefetch lists.
#ifndef TUM_SPACE3_CONTACT_DATA3_H
#define TUM_SPACE3_CONTACT_DATA3_H

#include "collide3/collide3.h"
#include "collide3/rolling3.h"
#include "schedule/space.h"

/// Manifold at its present place: relative to the centre of mass of the contact's first body, with
/// the axes of the world.
typedef struct Manifold3 {
    Vec3 normal;
    int32_t point_count;
    LocalPoint3 points[LOCAL_POINTS_MAX];
    RollingCore3 cores[2]; ///< Of both shapes, for a manifold that lasts.
} Manifold3;

/// Cores whose distance is less than this share of their radii give no direction for a normal.
#define CORES_CROSSING 1e-3f

/// Body whose rotation a manifold follows.
typedef enum AnchorSide3 {
    ANCHOR3_A,
    ANCHOR3_CORES, ///< Neither: the normal leads from the core of one round shape to the core of
                   ///< the other.
    ANCHOR3_B,
    ANCHOR3_WORLD, ///< Neither, and the points do not rotate: the pair is collided in each step.
    ANCHOR3_SIDES
} AnchorSide3;

/// Contact point fixed in both bodies: from the centres of mass, in the body frames.
typedef struct AnchorPoint3 {
    Vec3 on_a, on_b; ///< [m]
} AnchorPoint3;

/// Manifold fixed in its two bodies. Shapes of revolution are represented by their cores
/// (rolling3.h), so that they can roll.
///
/// A manifold of two round shapes with one point follows the nearest points of the cores. Its
/// anchor points are the ends of the cores, whatever the number of points. A manifold that does not
/// last is stored with the axes of the world.
typedef struct ManifoldAnchor3 {
    _Alignas(64) Vec3 normal; ///< In the frame of the body on `side`. ANCHOR3_CORES: in the frame
                              ///< of A, used only where the cores cross.
    int32_t side; ///< AnchorSide3: the flat shape against a round one; else the immovable body, if
                  ///< there is one.
    float radius_a, radius_b; ///< [m] Round shapes around the points; 0 for flat shapes.
    int32_t point_count;
    uint32_t is_new; ///< 1: the points have not been copied to their lane yet.
    AnchorPoint3 points[LOCAL_POINTS_MAX];
} ManifoldAnchor3;

_Static_assert(sizeof(ManifoldAnchor3) == 128,
               "four rows of eight words; of one point, a cache line");

/// LocalPoint3.feature of the points. Lanes hold a copy once they are prepared.
typedef struct ManifoldFeatures3 {
    uint32_t feature[LOCAL_POINTS_MAX];
} ManifoldFeatures3;

/// Number of points per body in an anchor.
static inline int anchor3_points(const ManifoldAnchor3 *anchor)
{
    return anchor->side == ANCHOR3_CORES ? 2 : anchor->point_count;
}

/// Motion of a body in one step.
typedef struct MotionBound3 {
    Vec3 moved;          ///< [m] Displacement of the centre of mass.
    Vec3 turned;         ///< [rad] Finite turn: 2 sin of half the angle.
    float angular_bound; ///< [m] Bound of the displacement by rotation of any collider point.
} MotionBound3;

/// Displacement that a pair may still make before its manifolds are stale.
typedef struct RecycleBudget3 {
    int32_t body[2];
    float budget; ///< [m] Left of the budget; 0 or less: the pair is stale.
} RecycleBudget3;

/// Relative pose of a pair at its last collision.
typedef struct RecyclePose3 {
    Pose3 pose;  ///< Pose of the shape with the smaller bounding radius, in that of the other.
    float slack; ///< [m] Displacement from `pose` up to which the result is recycled; 0 or less: it
                 ///< is valid for one step.
} RecyclePose3;

/// Motion of a collider within its body during a step; zero between steps.
typedef struct SurfaceVelocity3 {
    Vec3 linear;  ///< [m/s] Of the shape's origin, along the axes of the body.
    Vec3 angular; ///< [rad/s] Along the axes of the body.
    float speed;  ///< [m/s] Bound of the speed of any point; 0: at rest.
    float rate;   ///< [1/s] Rate of the change from the present shape to `next`; 0: constant shape.
    Shape3 next;
} SurfaceVelocity3;

/// Velocity of a surface within its body, along the axes of the world, near a contact.
typedef struct SurfaceFlow3 {
    Vec3 origin;  ///< [m] Origin of the shape, from the body's centre of mass.
    Vec3 linear;  ///< [m/s] At the origin; includes growth of the shape.
    Vec3 angular; ///< [rad/s]
} SurfaceFlow3;

static inline Vec3 surface_flow3_at(const SurfaceFlow3 *flow, Vec3 arm)
{
    return vec3_add(flow->linear, vec3_cross(flow->angular, vec3_sub(arm, flow->origin)));
}

enum {
    PREFETCH_RANGES = 64, ///< Most address ranges of a list; further ones are not prefetched.
    PREFETCH_LINE = 64,   ///< [byte]
    PREFETCH_LINES = 5    ///< Cache lines prefetched per block of eight contacts.
};

typedef struct AddressRange3 {
    uintptr_t next, end; ///< Addresses.
} AddressRange3;

typedef struct Prefetch3 {
    uint32_t now, count;
    AddressRange3 ranges[PREFETCH_RANGES];
} Prefetch3;

/// Prefetches cache lines of the next job, in proportion to the number of blocks that the caller is
/// about to solve.
/// @param ahead  NULL: no next job
static inline void prefetch3_fetch(Prefetch3 *ahead, uint32_t blocks)
{
    uint32_t left = ahead != NULL ? blocks * PREFETCH_LINES : 0;
    while (left > 0 && ahead->now < ahead->count) {
        AddressRange3 *range = &ahead->ranges[ahead->now];
        uintptr_t at = range->next;
        for (; left > 0 && at < range->end; --left, at += PREFETCH_LINE) {
            __builtin_prefetch((const void *)at, 0, 2); // the second-level cache
        }
        range->next = at;
        ahead->now += at >= range->end;
    }
}

#endif
