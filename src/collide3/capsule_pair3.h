// SPDX-License-Identifier: MIT
/// capsule_pair3.h: pairs of an even capsule and a box, or of two even capsules, eight at once:
/// separation and contact points.
///
/// The core of a capsule is a segment. The normal is the direction of its distance from a box or
/// another segment. Where the segment lies along a side or an edge of the box, or along the other
/// segment, a stretch of it is in contact, from where the later of the two begins to where the
/// earlier ends.
///
/// capsule_pair_kernel3.c implements this, a kernel.
#ifndef TUM_COLLIDE3_CAPSULE_PAIR3_H
#define TUM_COLLIDE3_CAPSULE_PAIR3_H

#include "base/kernel.h"
#include "math/wide3.h"

/// Input for a pair: two rows of eight numbers.
typedef struct CapsulePairRow3 {
    Pose3 pose;         ///< Pose of the capsule in the frame of the box, or of B in the frame of A.
    float margin;       ///< [m]
    float half_height;  ///< [m] Half height of the capsule, or of A.
    float radius;       ///< [m] Radius of the capsule, or of A.
    float other_height; ///< [m] Half height of B; unused with a box.
    float other_radius; ///< [m] Radius of B; unused with a box.
    Vec3 half;          ///< [m] Half edges of the box.
    float size;         ///< [m] Smaller bounding radius of the two shapes.
} CapsulePairRow3;

_Static_assert(sizeof(CapsulePairRow3) == 64, "a cache line");

/// Outcome of a pair. CAPSULE_IS_WITHIN: the segment intersects the box itself, and there is no
/// normal.
enum { CAPSULE_APART, CAPSULE_MEETS, CAPSULE_IS_WITHIN };

/// Contact points: both ends of the stretch, and the nearest point.
enum { CAPSULE_ENDS = 2, CAPSULE_NEAREST = 2, CAPSULE_POINTS = 3 };

/// Cause of an end of the stretch. CAPSULE_OWN_END: the end of the capsule, or of A. CAPSULE_SIDE +
/// face, numbered as in Axis3: that side of the box cuts off the stretch over another side.
/// CAPSULE_CORNER + face: the corner at that end of an edge. CAPSULE_OTHER_END + end: the bottom or
/// the top of B.
enum { CAPSULE_OWN_END = 0, CAPSULE_SIDE = 1, CAPSULE_CORNER = 7, CAPSULE_OTHER_END = 1 };

/// Answer: a pair per lane, with integers as floats, in the frame of the box or of A. Members after
/// `apart` are defined for CAPSULE_MEETS only.
typedef struct CapsulePairResults3 {
    _Alignas(32) Lanes kind;
    Lanes apart;   ///< [m] Separation of the surfaces.
    Lanes3 normal; ///< Unit; out of the box, or from A toward B.
    Lanes points;  ///< Bits of the points that exist.
    Lanes3 at[CAPSULE_POINTS];
    Lanes separation[CAPSULE_POINTS]; ///< [m]
    Lanes end[CAPSULE_ENDS];
} CapsulePairResults3;

typedef struct CapsulePairKernel3 {
    void (*meet_boxes)(const CapsulePairRow3 rows[WIDE], CapsulePairResults3 *results);
    void (*meet_capsules)(const CapsulePairRow3 rows[WIDE], CapsulePairResults3 *results);
} CapsulePairKernel3;

KERNEL_DECLARE(const CapsulePairKernel3, tum_capsule_pair3);

#endif
