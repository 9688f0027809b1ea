// SPDX-License-Identifier: MIT
/// capsule_pair3.h: pairs of an even capsule and a box, or of two such capsules, eight side by
/// side: how far they are apart and which of their points meet.
///
/// What is left of a capsule without its radius is a segment. Its distance from a box or another
/// segment gives the normal; beside a side of the box, an edge or a segment that it lies along, a
/// stretch of it meets the other shape, from where either begins to where either ends.
///
/// capsule_pair3.inl has it once for each set of instructions; all give the same bits.
#ifndef TUM_COLLIDE3_CAPSULE_PAIR3_H
#define TUM_COLLIDE3_CAPSULE_PAIR3_H

#include "math/wide3.h"
#include "system/cpu.h"

/// What is asked of a pair: two rows of eight numbers.
typedef struct CapsulePairRow3 {
    Pose3 pose;         ///< Of the capsule in the frame of the box; of B in the frame of A.
    float margin;       ///< [m]
    float half_height;  ///< [m] Of the capsule; of A.
    float radius;       ///< [m] Likewise.
    float other_height; ///< [m] Of B; not of a box.
    float other_radius; ///< [m] Likewise.
    Vec3 half;          ///< [m] Of the box.
    float size;         ///< [m] How far the shape reaches that reaches less far.
} CapsulePairRow3;

_Static_assert(sizeof(CapsulePairRow3) == 64, "a cache line");

/// What has become of a pair. Where the segment meets the box itself, no normal is told.
enum { CAPSULE_APART, CAPSULE_MEETS, CAPSULE_IS_WITHIN };

/// Points that may meet: the ends of the stretch, and where the shapes are nearest.
enum { CAPSULE_ENDS = 2, CAPSULE_NEAREST = 2, CAPSULE_POINTS = 3 };

/// What ends the stretch: the capsule itself, or A. Or it is a side of the box, as Axis3 numbers
/// faces, that cuts off what lies over another side; or a corner, named by the side that is at its
/// end of the edge. Of two capsules, the bottom or the top of B.
enum { CAPSULE_OWN_END = 0, CAPSULE_SIDE = 1, CAPSULE_CORNER = 7, CAPSULE_OTHER_END = 1 };

/// What is answered, a pair a lane; words as numbers. In the frame of the box, or of A. What comes
/// after the separation is for those that meet.
typedef struct CapsuleMeetings3 {
    _Alignas(32) Lanes kind;
    Lanes apart;   ///< [m] The distance of the surfaces.
    Lanes3 normal; ///< Unit; out of the box, or from A toward B.
    Lanes points;  ///< Bits: which of the points are there.
    Lanes3 at[CAPSULE_POINTS];
    Lanes separation[CAPSULE_POINTS]; ///< [m]
    Lanes end[CAPSULE_ENDS];
} CapsuleMeetings3;

typedef struct CapsulePairKernel3 {
    void (*meet_boxes)(const CapsulePairRow3 rows[WIDE], CapsuleMeetings3 *meetings);
    void (*meet_capsules)(const CapsulePairRow3 rows[WIDE], CapsuleMeetings3 *meetings);
} CapsulePairKernel3;

/// For what every processor of this build's kind has.
extern const CapsulePairKernel3 tum_capsule_pair3_base;
/// x86 with AVX2 only.
extern const CapsulePairKernel3 tum_capsule_pair3_avx2;

/// The one for this processor.
static inline const CapsulePairKernel3 *capsule_pair3_kernel(void)
{
    return cpu_choose_avx2(&tum_capsule_pair3_avx2, &tum_capsule_pair3_base);
}

#endif
