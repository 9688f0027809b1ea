// SPDX-License-Identifier: MIT
/// box_pair3.h: pairs of boxes, eight side by side: along which axis they are farthest apart, or
/// overlap least, and where a face along it lies over one of the other box.
///
/// The face that the axis is of, the reference, is a rectangle. So what lies over it is told in its
/// own frame, without walking polygons: of the other face those corners within the rectangle, where
/// its edges enter and leave it, and the rectangle's corners that lie within the other face. Of an
/// axis of edges it is A's face that looks along it the most, and the other face is projected on it
/// along the axis.
///
/// box_pair3.inl has it once for each set of instructions; all give the same bits.
#ifndef TUM_COLLIDE3_BOX_PAIR3_H
#define TUM_COLLIDE3_BOX_PAIR3_H

#include "collide3/sat3.h"
#include "math/wide3.h"
#include "system/cpu.h"

/// What is asked of a pair: two rows of eight numbers.
typedef struct BoxPairRow3 {
    Pose3 a_from_b;
    float margin; ///< [m]
    Vec3 half_a;  ///< [m]
    float bias;   ///< [m] What an axis has to be better by than a face that won before.
    Vec3 half_b;  ///< [m]
    float last;   ///< The axis that won last time, as below.
} BoxPairRow3;

_Static_assert(sizeof(BoxPairRow3) == 64, "a cache line");

/// BoxPairRow3.last; faces of A are numbered from 0, those of B from 6.
enum { BOX_LAST_NONE = -1, BOX_LAST_OF_B = 6, BOX_LAST_EDGES = 12 };

/// Points where two faces may lie over each other, four of each kind, one a corner or edge. Edge i
/// of a face goes from corner i to the next; corners are (-, -), (+, -), (+, +), (-, +), along the
/// two axes that follow the face's own.
enum {
    BOX_CORNERS = 0,     ///< Of the other face.
    BOX_ENTRIES = 4,     ///< Of the other face's edges into the reference.
    BOX_EXITS = 8,       ///< Of those out of it.
    BOX_REFERENCES = 12, ///< Corners of the reference.
    BOX_POINTS = 16
};

/// What is answered: an Axis3 a lane, words as numbers. AXIS3_NONE: the boxes are apart by more
/// than the margin. Of AXIS3_EDGES a and b are the axes that the edges run along.
typedef struct BoxMeetings3 {
    _Alignas(32) Lanes kind, a, b;
    Lanes3 normal;
    Lanes separation;
    Lanes reference, other; ///< The two faces, as Axis3 numbers them.
    Lanes points;           ///< Bits: which of the points are there, no higher than the margin.
    Lanes sides;            ///< Bits: which crossings are where v ends; the others, where u does.
    Lanes u[BOX_POINTS], v[BOX_POINTS]; ///< [m] Along the axes that follow the reference's own.
    Lanes height[BOX_POINTS];           ///< [m] Over the reference, along the axis.
} BoxMeetings3;

typedef struct BoxPairKernel3 {
    /// All 15 axes of each pair, and what lies over the face that wins. Of nearly equal axes, faces
    /// win over edges, what won last time over what did not, and A over B.
    void (*meet)(const BoxPairRow3 rows[WIDE], BoxMeetings3 *meetings);
} BoxPairKernel3;

/// For what every processor of this build's kind has.
extern const BoxPairKernel3 tum_box_pair3_base;
/// x86 with AVX2 only.
extern const BoxPairKernel3 tum_box_pair3_avx2;

/// The one for this processor.
static inline const BoxPairKernel3 *box_pair3_kernel(void)
{
    return cpu_choose_avx2(&tum_box_pair3_avx2, &tum_box_pair3_base);
}

/// The question a pair of boxes asks.
BoxPairRow3 tum_box_pair3_row(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                              const PairCache3 *cache);

/// The axis in a lane. Edges are numbered axis * 4 + the signs of the other two coordinates.
/// @return false when some axis separates the boxes by more than the margin: axis->separation.
bool tum_box_pair3_axis(const BoxPairRow3 *row, const BoxMeetings3 *meetings, uint32_t lane,
                        Axis3 *axis);

/// What lies over the face that won, as u, v and half the height. Features are the numbers of the
/// points.
/// @return how many points there are.
int tum_box_pair3_points(const BoxMeetings3 *meetings, uint32_t lane,
                         LocalPoint3 points[BOX_POINTS]);

/// The plane of contact of the best of these points, as clip3.h names them.
/// @return 1, or 0 without points.
int tum_box_pair3_touch(const BoxPairRow3 *row, const BoxMeetings3 *meetings, uint32_t lane,
                        const Axis3 *axis, const LocalPoint3 *points, int count,
                        LocalManifold3 *touch);

/// Adds to the one point where edges meet those where the faces beside them lie over each other,
/// the best four of all.
/// @param apart  [m] Points nearer than this to the one that is there are left out.
void tum_box_pair3_beside(const BoxPairRow3 *row, const BoxMeetings3 *meetings, uint32_t lane,
                          float apart, LocalManifold3 *touch);

#endif
