// SPDX-License-Identifier: MIT
// contact_update3.inl: manifolds of lanes at the poses of a step, from their anchors, a vector of
// them at a time; part of contact_prepare3.inl.
//
// Anchors and bodies are rows of eight words, so that the rows of a block are read by
// transposition.
#include "math/wide3.h"

// Manifolds of lanes.
typedef struct WideManifold {
    WideVec3 normal;
    Wide count;      // as a float,
    Wide count_word; // and as the integer word
    WideVec3 position[LOCAL_POINTS_MAX];
    Wide separation[LOCAL_POINTS_MAX];
} WideManifold;

enum {
    ANCHOR_ROWS = sizeof(ManifoldAnchor3) / (WIDE * sizeof(float)),
    ANCHOR_WORDS = sizeof(AnchorPoint3) / sizeof(float)
};

_Static_assert(offsetof(ManifoldAnchor3, points) == WIDE * sizeof(float), "points begin a row");

// Anchor of empty lanes.
static const ManifoldAnchor3 no_anchor = {.normal = {1.0f, 0.0f, 0.0f}, .side = ANCHOR3_WORLD};

INLINE WideMask has_point(Wide count, uint32_t k)
{
    return wide_greater(count, wide_splat((float)k + 0.5f));
}

INLINE void load_place_rows(const ContactSources3 *sources, const int32_t index[WIDE_LANES],
                            Wide columns[WIDE])
{
    const float *rows[WIDE_LANES];
    for (int i = 0; i < WIDE_LANES; ++i) {
        rows[i] = (const float *)((const char *)sources->places +
                                  (size_t)index[i] * sources->place_stride);
    }
    wide_load_rows(rows, columns);
}

INLINE void load_anchor_row(const ManifoldAnchor3 *const anchors[WIDE_LANES], uint32_t row,
                            Wide columns[WIDE])
{
    const float *rows[WIDE_LANES];
    for (int i = 0; i < WIDE_LANES; ++i) {
        rows[i] = &anchors[i]->normal.x + row * WIDE;
    }
    wide_load_rows(rows, columns);
}

// Largest number of points of a lane, for each block and for the lanes of the vector.
INLINE uint32_t count_points(ContactBlock3 *block, WideRows rows, Wide counts)
{
    enum { BLOCKS = WIDE_LANES < WIDE ? 1 : WIDE_LANES / WIDE };
    uint32_t most = 0;
    for (int i = 0; i < BLOCKS && lane_in_block(rows) == 0; ++i) {
        block[i].point_count = 0;
    }
    for (uint32_t k = 0; k < LOCAL_POINTS_MAX; ++k) {
        const uint32_t has = wide_bits(has_point(counts, k));
        for (int i = 0; i < BLOCKS; ++i) {
            if ((has >> i * WIDE & 0xff) != 0) {
                most = k + 1;
                block[i].point_count = block[i].point_count < most ? most : block[i].point_count;
            }
        }
    }
    return most;
}

// Axes of a body, or of the world.
INLINE WideMat3 axes_of(const Wide place[WIDE], WideMask in_world)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    return wide_quat_axes(
        (WideQuat){wide_select(in_world, zero, place[3]), wide_select(in_world, zero, place[4]),
                   wide_select(in_world, zero, place[5]), wide_select(in_world, one, place[6])});
}

// Point that both bodies hold, on the core of each: from A's centre of mass.
typedef struct WideHeld {
    WideVec3 on_a, on_b;
} WideHeld;

INLINE WideHeld hold_at(const Wide *point, const WideMat3 *axes_a, const WideMat3 *axes_b,
                        WideVec3 between)
{
    const WideVec3 own_a = {point[0], point[1], point[2]}, own_b = {point[3], point[4], point[5]};
    return (WideHeld){wide_mat3_transform_transposed(*axes_a, own_a),
                      wide_add3(between, wide_mat3_transform_transposed(*axes_b, own_b))};
}

INLINE Wide one_unless_positive(Wide a)
{
    return wide_select(wide_greater(a, wide_splat(0.0f)), a, wide_splat(1.0f));
}

// tum_nearest_on_axes3 for segments between two points each; a point counts as a parallel segment.
INLINE WideHeld meet_cores(const WideHeld ends[2])
{
    const Wide one = wide_splat(1.0f), low_end = wide_splat(-1.0f), half = wide_splat(0.5f);
    const WideVec3 a = wide_scale3(wide_add3(ends[0].on_a, ends[1].on_a), half);
    const WideVec3 b = wide_scale3(wide_add3(ends[0].on_b, ends[1].on_b), half);
    const WideVec3 u = wide_sub3(ends[1].on_a, a), v = wide_sub3(ends[1].on_b, b);
    const WideVec3 d = wide_sub3(b, a);
    const Wide uv = wide_dot3(u, v), ud = wide_dot3(u, d), vd = wide_dot3(v, d);
    const Wide uu = one_unless_positive(wide_dot3(u, u));
    const Wide vv = one_unless_positive(wide_dot3(v, v));
    const Wide product = wide_mul(uu, vv), determinant = wide_sub(product, wide_mul(uv, uv));
    const WideMask cross = wide_greater(determinant, wide_mul(wide_splat(1e-6f), product));
    const Wide crossing = wide_div(wide_sub(wide_mul(ud, vv), wide_mul(vd, uv)),
                                   wide_select(cross, determinant, one));
    // B's ends along A, and the middle of the common interval.
    const Wide center = wide_div(ud, uu), reach = wide_div(wide_absolute(uv), uu);
    const Wide low = wide_maximum(low_end, wide_sub(center, reach));
    const Wide high = wide_minimum(one, wide_add(center, reach));
    const Wide beside = wide_mul(half, wide_add(low, high));
    const Wide first = wide_clamp(wide_select(cross, crossing, beside), low_end, one);
    const Wide wanted = wide_div(wide_sub(wide_mul(first, uv), vd), vv);
    const Wide t = wide_clamp(wanted, low_end, one);
    const Wide again = wide_clamp(wide_div(wide_add(ud, wide_mul(t, uv)), uu), low_end, one);
    const WideMask is_beyond = wide_greater(wide_absolute(wanted), one);
    const Wide s = wide_select(is_beyond, again, first);
    return (WideHeld){wide_add_scaled3(a, u, s), wide_add_scaled3(b, v, t)};
}

// Normal from core to core; with two points, at right angles to the segment that both are on.
// Crossing cores use the stored normal.
INLINE WideVec3 normal_of_cores(const WideHeld points[2], WideMask are_two, Wide least,
                                WideVec3 own)
{
    const Wide one = wide_splat(1.0f);
    const WideVec3 first = wide_sub3(points[0].on_b, points[0].on_a);
    const WideVec3 other = wide_sub3(points[1].on_b, points[1].on_a);
    const WideVec3 line = wide_sub3(points[1].on_a, points[0].on_a);
    const WideVec3 mean = wide_scale3(wide_add3(first, other), wide_splat(0.5f));
    const Wide along = wide_div(wide_dot3(mean, line), one_unless_positive(wide_dot3(line, line)));
    const WideVec3 across = wide_select3(are_two, wide_sub_scaled3(mean, line, along), first);
    const Wide length = wide_sqrt(wide_dot3(across, across));
    const WideMask apart = wide_greater(length, least);
    const Wide inverse = wide_div(one, wide_select(apart, length, one));
    return wide_select3(apart, wide_scale3(across, inverse), own);
}

// Points and normals of the lanes whose manifolds follow two cores.
INLINE void place_cores(WideMask are_cores, Wide count, Wide radii, WideHeld points[2],
                        WideVec3 *normal)
{
    const WideMask are_two = has_point(count, 1);
    const WideHeld met = meet_cores(points);
    WideHeld placed[2] = {{wide_select3(are_two, points[0].on_a, met.on_a),
                           wide_select3(are_two, points[0].on_b, met.on_b)},
                          points[1]};
    const WideVec3 n =
        normal_of_cores(placed, are_two, wide_mul(wide_splat(CORES_CROSSING), radii), *normal);
    *normal = wide_select3(are_cores, n, *normal);
    points[0].on_a = wide_select3(are_cores, placed[0].on_a, points[0].on_a);
    points[0].on_b = wide_select3(are_cores, placed[0].on_b, points[0].on_b);
}

// Manifolds of lanes at the present poses of their bodies; anchor3.c does the same for one
// manifold.
// @param between  receives the vector from one body's centre of mass to the other's
// @param count    receives the result of count_points
INLINE WideManifold update_manifolds(ContactBlock3 *block, WideRows rows,
                                     const ContactSources3 *sources,
                                     const ManifoldAnchor3 *const *anchors,
                                     const int32_t body_a[WIDE_LANES],
                                     const int32_t body_b[WIDE_LANES], WideVec3 *between,
                                     uint32_t *count)
{
    Wide place_a[WIDE], place_b[WIDE], columns[ANCHOR_ROWS * WIDE];
    load_place_rows(sources, body_a, place_a);
    load_place_rows(sources, body_b, place_b);
    load_anchor_row(anchors, 0, columns);
    WideManifold carried = {.count = wide_from_words(columns[6]), .count_word = columns[6]};
    *count = count_points(block, rows, carried.count);
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f), half = wide_splat(0.5f);
    const WideVec3 normal = {columns[0], columns[1], columns[2]};
    const Wide side = wide_from_words(columns[3]), radius_a = columns[4], radius_b = columns[5];
    const WideMask of_cores = wide_and(wide_greater(side, wide_splat(ANCHOR3_CORES - 0.5f)),
                                       wide_greater(wide_splat(ANCHOR3_CORES + 0.5f), side));
    const WideMask of_b = wide_greater(side, wide_splat(ANCHOR3_B - 0.5f));
    const WideMask in_world = wide_greater(side, wide_splat(ANCHOR3_WORLD - 0.5f));
    const WideMat3 axes_a = axes_of(place_a, in_world), axes_b = axes_of(place_b, in_world);
    *between = (WideVec3){wide_sub(place_b[0], place_a[0]), wide_sub(place_b[1], place_a[1]),
                          wide_sub(place_b[2], place_a[2])};
    WideVec3 n = wide_select3(of_b, wide_mat3_transform_transposed(axes_b, normal),
                              wide_mat3_transform_transposed(axes_a, normal));
    const bool some_are_cores = wide_bits(of_cores) != 0;
    const uint32_t held_count = some_are_cores && *count < 2 ? 2 : *count;
    for (uint32_t row = 1; (row - 1) * WIDE < held_count * ANCHOR_WORDS; ++row) {
        load_anchor_row(anchors, row, columns + row * WIDE);
    }
    WideHeld held[LOCAL_POINTS_MAX];
    for (uint32_t k = 0; k < held_count; ++k) {
        held[k] = hold_at(columns + WIDE + k * ANCHOR_WORDS, &axes_a, &axes_b, *between);
    }
    if (some_are_cores) {
        place_cores(of_cores, carried.count, wide_add(radius_a, radius_b), held, &n);
    }
    const Wide from_a = wide_select(wide_greater(radius_a, zero), one,
                                    wide_select(wide_greater(radius_b, zero), zero, half));
    const Wide across = wide_sub(one, from_a), along = wide_sub(from_a, half);
    carried.normal = n;
    for (uint32_t k = 0; k < *count; ++k) {
        const WideVec3 on_a = wide_add_scaled3(held[k].on_a, n, radius_a);
        const WideVec3 on_b = wide_sub_scaled3(held[k].on_b, n, radius_b);
        const WideVec3 gap = wide_sub3(on_b, on_a);
        carried.separation[k] = wide_dot3(n, gap);
        carried.position[k] = wide_add_scaled3(wide_add_scaled3(on_a, gap, across), n,
                                               wide_mul(along, carried.separation[k]));
    }
    return carried;
}
