// SPDX-License-Identifier: MIT
/// anchor3.h: planes of contact: as a look finds them, and as both bodies hold them until the next.
///
/// Faces, edges and corners that touch go on touching while they move little (recycle3.h).
/// Meanwhile a plane is carried along by its bodies: each holds on to the points where its surface
/// was, and one of them to the normal. Where it is now is worked out when a step is prepared, for
/// the lanes of a block at once (contact_prepare3.inl), by whoever solves them.
#ifndef TUM_SPACE3_ANCHOR3_H
#define TUM_SPACE3_ANCHOR3_H

#include "collide3/collide3.h"
#include "schedule/sim.h"

typedef struct Space3 Space3;

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

/// Has the bodies hold a plane that was just found.
/// @param lasts  it is carried along; else it is only good for this step.
void tum_space3_keep_manifold(Space3 *space, const Topology *topology, int32_t manifold,
                              const Manifold3 *plane, bool lasts);

/// A plane where two bodies carry it; its features are left alone.
/// @param a, b  world from body, about its centre of mass
void tum_anchor3_update_manifold(const ManifoldAnchor3 *anchor, Pose3 a, Pose3 b, Manifold3 *plane);

/// A plane of contact where its bodies are now.
Manifold3 tum_space3_manifold(const Space3 *space, const Topology *topology, int32_t manifold);

/// Its normal alone.
Vec3 tum_space3_manifold_normal(const Space3 *space, const Topology *topology, int32_t manifold);

#endif
