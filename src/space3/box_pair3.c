// SPDX-License-Identifier: MIT
#include "space3/box_pair3.h"

#include "space3/sat_choice3.h"

static float last_of(const PairCache3 *cache)
{
    const bool is_a = cache->kind == AXIS3_FACE_A && cache->a < BOX_LAST_OF_B;
    const bool is_b = cache->kind == AXIS3_FACE_B && cache->b < BOX_LAST_OF_B;
    return is_a                         ? (float)cache->a
           : is_b                       ? (float)(BOX_LAST_OF_B + cache->b)
           : cache->kind == AXIS3_EDGES ? (float)BOX_LAST_EDGES
                                        : (float)BOX_LAST_NONE;
}

BoxPairRow3 tum_box_pair3_row(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                              const PairCache3 *cache)
{
    return (BoxPairRow3){.a_from_b = a_from_b,
                         .margin = margin,
                         .half_a = a->half,
                         .bias = size_bias * minimum(a->reach, b->reach),
                         .half_b = b->half,
                         .last = last_of(cache)};
}

// The signs of `n` along u and v: which of the four edges along an axis reaches farthest along n.
static uint32_t edge_toward(Vec3 n, int axis)
{
    const bool plus_u = vec3_part(n, (axis + 1) % 3) >= 0.0f;
    const bool plus_v = vec3_part(n, (axis + 2) % 3) >= 0.0f;
    return (uint32_t)axis * 4 + (plus_u ? 1 : 0) + (plus_v ? 2 : 0);
}

bool tum_box_pair3_axis(const BoxPairRow3 *row, const BoxMeetings3 *meetings, uint32_t lane,
                        Axis3 *axis)
{
    *axis = (Axis3){.kind = (AxisKind3)meetings->kind[lane],
                    .a = (uint32_t)meetings->a[lane],
                    .b = (uint32_t)meetings->b[lane],
                    .normal = lane3(&meetings->normal, lane),
                    .separation = meetings->separation[lane]};
    if (axis->kind == AXIS3_EDGES) {
        const Vec3 back = vec3_negate(quat_unrotate(row->a_from_b.rotation, axis->normal));
        axis->a = edge_toward(axis->normal, (int)axis->a);
        axis->b = edge_toward(back, (int)axis->b);
    }
    return axis->kind != AXIS3_NONE;
}
