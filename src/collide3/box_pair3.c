// SPDX-License-Identifier: MIT
// box_pair3.c: contact points of a pair of boxes from the answers of box_pair_kernel3.c.
#include "collide3/box_pair3.h"

#include "collide3/manifold3.h"
#include "collide3/sat_choice3.h"

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
                         .bias = size_bias * minimum(a->bounding_radius, b->bounding_radius),
                         .half_b = b->half,
                         .last = last_of(cache)};
}

// Number of the edge along an axis that is farthest along `n`: the signs of `n` along u and v.
static uint32_t edge_toward(Vec3 n, int axis)
{
    const bool plus_u = vec3_part(n, (axis + 1) % 3) >= 0.0f;
    const bool plus_v = vec3_part(n, (axis + 2) % 3) >= 0.0f;
    return (uint32_t)axis * 4 + (plus_u ? 1 : 0) + (plus_v ? 2 : 0);
}

bool tum_box_pair3_axis(const BoxPairRow3 *row, const BoxPairResults3 *results, uint32_t lane,
                        Axis3 *axis)
{
    *axis = (Axis3){.kind = (AxisKind3)results->kind[lane],
                    .a = (uint32_t)results->a[lane],
                    .b = (uint32_t)results->b[lane],
                    .normal = lane3(&results->normal, lane),
                    .separation = results->separation[lane]};
    if (axis->kind == AXIS3_EDGES) {
        const Vec3 back = vec3_negate(quat_unrotate(row->a_from_b.rotation, axis->normal));
        axis->a = edge_toward(axis->normal, (int)axis->a);
        axis->b = edge_toward(back, (int)axis->b);
    }
    return axis->kind != AXIS3_NONE;
}

int tum_box_pair3_points(const BoxPairResults3 *results, uint32_t lane,
                         LocalPoint3 points[BOX_POINTS])
{
    int count = 0;
    for (uint32_t bits = (uint32_t)results->points[lane]; bits != 0; bits &= bits - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(bits);
        const float height = results->height[i][lane];
        points[count++] =
            (LocalPoint3){vec3(results->u[i][lane], results->v[i][lane], 0.5f * height), height, i};
    }
    return count;
}

// Corner of a face, named by the signs of its coordinates.
static uint32_t corner_of(uint32_t face, uint32_t i)
{
    const uint32_t u = 1u << (face / 2 + 1) % 3, v = 1u << (face / 2 + 2) % 3;
    return (i == 1 || i == 2 ? u : 0) | (i >= 2 ? v : 0) | (face % 2) << face / 2;
}

static uint32_t edge_of(uint32_t face, uint32_t i)
{
    return tum_feature3_edge(corner_of(face, i), corner_of(face, (i + 1) % 4));
}

typedef struct FacePair {
    uint32_t reference, other; // faces
    bool reference_is_a;
    uint32_t sides; // those of BoxPairResults3
} FacePair;

static FacePair faces_of(const BoxPairResults3 *results, uint32_t lane, bool reference_is_a)
{
    return (FacePair){.reference = (uint32_t)results->reference[lane],
                      .other = (uint32_t)results->other[lane],
                      .reference_is_a = reference_is_a,
                      .sides = (uint32_t)results->sides[lane]};
}

static uint32_t name_of(const FacePair *faces, const LocalPoint3 *point)
{
    const uint32_t i = point->feature, corner = i % 4;
    if (i < BOX_ENTRIES) {
        return tum_feature3_vertex(!faces->reference_is_a, corner_of(faces->other, corner));
    }
    if (i >= BOX_REFERENCES) {
        return tum_feature3_vertex(faces->reference_is_a, corner_of(faces->reference, corner));
    }
    // Sides of the rectangle in order: -v, +u, +v, -u.
    const bool meets_v = (faces->sides >> i & 1) != 0;
    const uint32_t side =
        meets_v ? (point->position.y > 0.0f ? 2 : 0) : (point->position.x > 0.0f ? 1 : 3);
    const uint32_t own = edge_of(faces->reference, side), crossing = edge_of(faces->other, corner);
    return faces->reference_is_a ? tum_feature3_crossing(own, crossing)
                                 : tum_feature3_crossing(crossing, own);
}

// Transforms a point from the frame of the reference, with its height along the normal, to the
// frame of the reference's box.
static Vec3 out_of_reference(uint32_t reference, Vec3 half_size, Vec3 p)
{
    const int own = (int)reference / 2;
    const float half = vec3_part(half_size, own);
    const float out = reference % 2 != 0 ? half + p.z : -(half + p.z);
    return own == 0 ? vec3(out, p.x, p.y) : own == 1 ? vec3(p.y, out, p.x) : vec3(p.x, p.y, out);
}

int tum_box_pair3_manifold(const BoxPairRow3 *row, const BoxPairResults3 *results, uint32_t lane,
                           const Axis3 *axis, const LocalPoint3 *points, int count,
                           LocalManifold3 *manifold)
{
    const bool is_a = axis->kind == AXIS3_FACE_A;
    const FacePair faces = faces_of(results, lane, is_a);
    LocalPoint3 kept[LOCAL_POINTS_MAX];
    count = tum_reduce_points3(points, count, vec3(0.0f, 0.0f, 1.0f), kept);
    for (int i = 0; i < count; ++i) {
        const Vec3 at =
            out_of_reference(faces.reference, is_a ? row->half_a : row->half_b, kept[i].position);
        kept[i].feature = name_of(&faces, &kept[i]);
        kept[i].position = is_a ? at : pose3_transform(row->a_from_b, at);
    }
    return tum_local_manifold3_of_points(axis->normal, kept, count, manifold);
}

void tum_box_pair3_beside(const BoxPairRow3 *row, const BoxPairResults3 *results, uint32_t lane,
                          float apart, LocalManifold3 *manifold)
{
    const FacePair faces = faces_of(results, lane, true);
    const LocalPoint3 own = manifold->points[0];
    LocalPoint3 over[BOX_POINTS], points[1 + BOX_POINTS];
    int count = 0;
    points[count] = own;
    points[count++].feature = BOX_POINTS;
    const int over_count = tum_box_pair3_points(results, lane, over);
    for (int i = 0; i < over_count; ++i) {
        const LocalPoint3 *p = &over[i];
        const Vec3 foot = out_of_reference(faces.reference, row->half_a,
                                           vec3(p->position.x, p->position.y, 0.0f));
        const Vec3 at = vec3_add_scaled(foot, manifold->normal, 0.5f * p->separation);
        if (vec3_distance(at, own.position) > apart) {
            points[count++] = (LocalPoint3){at, maximum(p->separation, own.separation), p->feature};
        }
    }
    LocalPoint3 kept[LOCAL_POINTS_MAX];
    count = tum_reduce_points3(points, count, manifold->normal, kept);
    for (int i = 0; i < count; ++i) {
        const uint32_t number = kept[i].feature;
        if (number == BOX_POINTS) {
            kept[i].feature = own.feature;
        } else {
            const Vec3 foot = vec3(results->u[number][lane], results->v[number][lane], 0.0f);
            kept[i].feature = name_of(&faces, &(LocalPoint3){foot, 0.0f, number});
        }
    }
    tum_local_manifold3_of_points(manifold->normal, kept, count, manifold);
}
