// SPDX-License-Identifier: MIT
/// box_pair3.h: pairs of boxes, eight side by side: along which axis they are farthest apart, or
/// overlap least.
///
/// box_pair3.inl has it once for each set of instructions; all give the same bits.
#ifndef TUM_SPACE3_BOX_PAIR3_H
#define TUM_SPACE3_BOX_PAIR3_H

#include "math/wide3.h"
#include "space3/sat3.h"

/// What is asked of a pair: two rows of eight numbers.
typedef struct BoxPairRow3 {
    Pose3 a_from_b;
    float margin; ///< [m]
    Vec3 half_a;  ///< [m]
    float bias;   ///< [m] What an axis has to be better by than a face that won before.
    Vec3 half_b;  ///< [m]
    float last;   ///< The axis that won last time: box_pair3_last.
} BoxPairRow3;

_Static_assert(sizeof(BoxPairRow3) == 64, "a cache line");

/// Of BoxPairRow3.last; faces of A are numbers from 0, those of B from 6.
enum { BOX_LAST_NONE = -1, BOX_LAST_OF_B = 6, BOX_LAST_EDGES = 12 };

/// What is answered: an Axis3 a lane, words as numbers. AXIS3_NONE: the boxes are apart by more
/// than the margin. Of AXIS3_EDGES a and b are the axes that the edges run along.
typedef struct BoxMeetings3 {
    _Alignas(32) Lanes kind, a, b;
    Lanes3 normal;
    Lanes separation;
} BoxMeetings3;

typedef struct BoxPairKernel3 {
    /// All 15 axes of each pair. Of nearly equal axes, faces win over edges, what won last time
    /// over what did not, and A over B.
    void (*meet)(const BoxPairRow3 rows[WIDE], BoxMeetings3 *meetings);
} BoxPairKernel3;

/// For what every processor of this build's kind has.
extern const BoxPairKernel3 tum_box_pair3_base;
/// x86 with AVX2 only.
extern const BoxPairKernel3 tum_box_pair3_avx2;

/// The one for this processor.
static inline const BoxPairKernel3 *box_pair3_kernel(void)
{
#if defined(__x86_64__) || defined(__i386__)
    // The compiler's runtime knows the answer, tum_cpu_has finds it out anew.
    if (__builtin_cpu_supports("avx2")) {
        return &tum_box_pair3_avx2;
    }
#endif
    return &tum_box_pair3_base;
}

/// The question a pair of boxes asks.
BoxPairRow3 tum_box_pair3_row(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                              const PairCache3 *cache);

/// The answer in a lane. Edges are numbered axis * 4 + the signs of the other two coordinates.
/// @return false when some axis separates the boxes by more than the margin: axis->separation.
bool tum_box_pair3_axis(const BoxPairRow3 *row, const BoxMeetings3 *meetings, uint32_t lane,
                        Axis3 *axis);

#endif
