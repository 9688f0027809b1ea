// SPDX-License-Identifier: MIT
/// wide4.h: vectors and bivectors in 4D, eight at once. The including file defines an instruction
/// set first, as for wide.h.
#ifndef TUM_MATH_WIDE4_H
#define TUM_MATH_WIDE4_H

#include "math/math4.h"
#include "math/wide.h"

/// Four numbers of eight lanes.
typedef struct WideVec4 {
    Wide x, y, z, w;
} WideVec4;

/// The halves of eight bivectors (Halves4).
typedef struct WideHalves4 {
    WideVec3 left, right;
} WideHalves4;

/// Four numbers of eight lanes in memory.
typedef struct Lanes4 {
    Lanes x, y, z, w;
} Lanes4;

typedef struct LanesHalves4 {
    Lanes3 left, right;
} LanesHalves4;

/// The value in one lane.
static inline Vec4 lane4(const Lanes4 *lanes, uint32_t lane)
{
    return (Vec4){lanes->x[lane], lanes->y[lane], lanes->z[lane], lanes->w[lane]};
}

static inline void set_lane4(Lanes4 *lanes, uint32_t lane, Vec4 v)
{
    lanes->x[lane] = settled(v.x);
    lanes->y[lane] = settled(v.y);
    lanes->z[lane] = settled(v.z);
    lanes->w[lane] = settled(v.w);
}

static inline Halves4 lane_halves(const LanesHalves4 *lanes, uint32_t lane)
{
    return (Halves4){lane3(&lanes->left, lane), lane3(&lanes->right, lane)};
}

static inline void set_lane_halves(LanesHalves4 *lanes, uint32_t lane, Halves4 a)
{
    set_lane3(&lanes->left, lane, a.left);
    set_lane3(&lanes->right, lane, a.right);
}

static inline WideVec4 wide_load4(const Lanes4 *lanes)
{
    return (WideVec4){wide_load(lanes->x), wide_load(lanes->y), wide_load(lanes->z),
                      wide_load(lanes->w)};
}

static inline WideHalves4 wide_load_halves4(const LanesHalves4 *lanes)
{
    return (WideHalves4){wide_load3(&lanes->left), wide_load3(&lanes->right)};
}

static inline void wide_store4(Lanes4 *lanes, WideVec4 a)
{
    wide_store(lanes->x, a.x);
    wide_store(lanes->y, a.y);
    wide_store(lanes->z, a.z);
    wide_store(lanes->w, a.w);
}

static inline void wide_store_halves4(LanesHalves4 *lanes, WideHalves4 a)
{
    wide_store3(&lanes->left, a.left);
    wide_store3(&lanes->right, a.right);
}

static inline WideVec4 wide_scale4(WideVec4 a, Wide factor)
{
    return (WideVec4){wide_mul(a.x, factor), wide_mul(a.y, factor), wide_mul(a.z, factor),
                      wide_mul(a.w, factor)};
}

static inline WideVec4 wide_sub4(WideVec4 a, WideVec4 b)
{
    return (WideVec4){wide_sub(a.x, b.x), wide_sub(a.y, b.y), wide_sub(a.z, b.z),
                      wide_sub(a.w, b.w)};
}

/// a + b * factor.
static inline WideVec4 wide_add_scaled4(WideVec4 a, WideVec4 b, Wide factor)
{
    return (WideVec4){wide_add(a.x, wide_mul(b.x, factor)), wide_add(a.y, wide_mul(b.y, factor)),
                      wide_add(a.z, wide_mul(b.z, factor)), wide_add(a.w, wide_mul(b.w, factor))};
}

/// a - b * factor.
static inline WideVec4 wide_sub_scaled4(WideVec4 a, WideVec4 b, Wide factor)
{
    return (WideVec4){wide_sub(a.x, wide_mul(b.x, factor)), wide_sub(a.y, wide_mul(b.y, factor)),
                      wide_sub(a.z, wide_mul(b.z, factor)), wide_sub(a.w, wide_mul(b.w, factor))};
}

static inline Wide wide_dot4(WideVec4 a, WideVec4 b)
{
    return wide_add(wide_add(wide_mul(a.x, b.x), wide_mul(a.y, b.y)),
                    wide_add(wide_mul(a.z, b.z), wide_mul(a.w, b.w)));
}

/// The sum of products number by number: twice the inner product of the bivectors.
static inline Wide wide_dot_halves4(WideHalves4 a, WideHalves4 b)
{
    return wide_add(wide_dot3(a.left, b.left), wide_dot3(a.right, b.right));
}

static inline WideHalves4 wide_sub_halves4(WideHalves4 a, WideHalves4 b)
{
    return (WideHalves4){wide_sub3(a.left, b.left), wide_sub3(a.right, b.right)};
}

/// a + b * factor.
static inline WideHalves4 wide_add_scaled_halves4(WideHalves4 a, WideHalves4 b, Wide factor)
{
    return (WideHalves4){wide_add_scaled3(a.left, b.left, factor),
                         wide_add_scaled3(a.right, b.right, factor)};
}

/// a - b * factor.
static inline WideHalves4 wide_sub_scaled_halves4(WideHalves4 a, WideHalves4 b, Wide factor)
{
    return (WideHalves4){wide_sub_scaled3(a.left, b.left, factor),
                         wide_sub_scaled3(a.right, b.right, factor)};
}

#endif
