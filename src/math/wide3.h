// SPDX-License-Identifier: MIT
/// wide3.h: matrices and rotations of wide numbers: math3.h for wide.h.
#ifndef TUM_MATH_WIDE3_H
#define TUM_MATH_WIDE3_H

#include "math/wide.h"

/// A symmetric matrix in each lane, as blocks hold it.
typedef struct LanesSym3 {
    Lanes xx, yy, zz, xy, xz, yz;
} LanesSym3;

/// A symmetric matrix in each lane of a vector, in memory.
#if defined(WIDE_SIXTEEN) || defined(WIDE_FOUR)
typedef struct WideLanesSym3 {
    WideLanes xx, yy, zz, xy, xz, yz;
} WideLanesSym3;
#else
typedef LanesSym3 WideLanesSym3;
#endif

/// Three rows.
typedef struct WideLanesMat3 {
    WideLanes3 x, y, z;
} WideLanesMat3;

typedef struct WideLanesQuat {
    WideLanes x, y, z, w;
} WideLanesQuat;

/// The value in one lane.
static inline Quat lane_quat(const WideLanesQuat *lanes, uint32_t lane)
{
    return (Quat){lanes->x[lane], lanes->y[lane], lanes->z[lane], lanes->w[lane]};
}

static inline void set_lane_quat(WideLanesQuat *lanes, uint32_t lane, Quat q)
{
    lanes->x[lane] = q.x;
    lanes->y[lane] = q.y;
    lanes->z[lane] = q.z;
    lanes->w[lane] = q.w;
}

typedef struct WideSym3 {
    Wide xx, yy, zz, xy, xz, yz;
} WideSym3;

typedef struct WideMat3 {
    WideVec3 x, y, z; ///< Rows.
} WideMat3;

typedef struct WideQuat {
    Wide x, y, z, w;
} WideQuat;

static inline Wide wide_zero(void)
{
    return wide_splat(0.0f);
}

static inline Wide wide_negate(Wide a)
{
    return wide_sub(wide_zero(), a);
}

static inline Wide wide_absolute(Wide a)
{
    return wide_maximum(a, wide_negate(a));
}

static inline Wide wide_clamp(Wide a, Wide low, Wide high)
{
    return wide_minimum(wide_maximum(a, low), high);
}

/// a where the mask is set, else 0.
static inline Wide wide_where(WideMask mask, Wide a)
{
    return wide_select(mask, a, wide_zero());
}

static inline WideVec3 wide_zero3(void)
{
    return (WideVec3){wide_zero(), wide_zero(), wide_zero()};
}

static inline WideVec3 wide_negate3(WideVec3 a)
{
    return (WideVec3){wide_negate(a.x), wide_negate(a.y), wide_negate(a.z)};
}

static inline WideVec3 wide_select3(WideMask mask, WideVec3 a, WideVec3 b)
{
    return (WideVec3){wide_select(mask, a.x, b.x), wide_select(mask, a.y, b.y),
                      wide_select(mask, a.z, b.z)};
}

/// Component by component.
static inline WideVec3 wide_multiply3(WideVec3 a, WideVec3 b)
{
    return (WideVec3){wide_mul(a.x, b.x), wide_mul(a.y, b.y), wide_mul(a.z, b.z)};
}

static inline Wide wide_length_squared3(WideVec3 a)
{
    return wide_dot3(a, a);
}

static inline WideSym3 wide_load_sym3(const WideLanesSym3 *m)
{
    return (WideSym3){wide_load(m->xx), wide_load(m->yy), wide_load(m->zz),
                      wide_load(m->xy), wide_load(m->xz), wide_load(m->yz)};
}

static inline void wide_store_sym3(WideLanesSym3 *to, WideSym3 m)
{
    wide_store(to->xx, m.xx);
    wide_store(to->yy, m.yy);
    wide_store(to->zz, m.zz);
    wide_store(to->xy, m.xy);
    wide_store(to->xz, m.xz);
    wide_store(to->yz, m.yz);
}

/// The same of a block, from a lane on.
static inline WideSym3 wide_load_sym3_from(const LanesSym3 *m, uint32_t lane)
{
    return (WideSym3){wide_load(&m->xx[lane]), wide_load(&m->yy[lane]), wide_load(&m->zz[lane]),
                      wide_load(&m->xy[lane]), wide_load(&m->xz[lane]), wide_load(&m->yz[lane])};
}

static inline void wide_store_sym3_from(LanesSym3 *to, uint32_t lane, WideSym3 m)
{
    wide_store(&to->xx[lane], m.xx);
    wide_store(&to->yy[lane], m.yy);
    wide_store(&to->zz[lane], m.zz);
    wide_store(&to->xy[lane], m.xy);
    wide_store(&to->xz[lane], m.xz);
    wide_store(&to->yz[lane], m.yz);
}

static inline WideMat3 wide_load_mat3(const WideLanesMat3 *m)
{
    return (WideMat3){wide_load3(&m->x), wide_load3(&m->y), wide_load3(&m->z)};
}

static inline void wide_store_mat3(WideLanesMat3 *to, WideMat3 m)
{
    wide_store3(&to->x, m.x);
    wide_store3(&to->y, m.y);
    wide_store3(&to->z, m.z);
}

static inline WideQuat wide_load_quat(const WideLanesQuat *q)
{
    return (WideQuat){wide_load(q->x), wide_load(q->y), wide_load(q->z), wide_load(q->w)};
}

static inline void wide_store_quat(WideLanesQuat *to, WideQuat q)
{
    wide_store(to->x, q.x);
    wide_store(to->y, q.y);
    wide_store(to->z, q.z);
    wide_store(to->w, q.w);
}

static inline WideVec3 wide_sym3_transform(WideSym3 m, WideVec3 v)
{
    return (WideVec3){
        wide_add(wide_add(wide_mul(m.xx, v.x), wide_mul(m.xy, v.y)), wide_mul(m.xz, v.z)),
        wide_add(wide_add(wide_mul(m.xy, v.x), wide_mul(m.yy, v.y)), wide_mul(m.yz, v.z)),
        wide_add(wide_add(wide_mul(m.xz, v.x), wide_mul(m.yz, v.y)), wide_mul(m.zz, v.z))};
}

static inline WideSym3 wide_sym3_add(WideSym3 a, WideSym3 b)
{
    return (WideSym3){wide_add(a.xx, b.xx), wide_add(a.yy, b.yy), wide_add(a.zz, b.zz),
                      wide_add(a.xy, b.xy), wide_add(a.xz, b.xz), wide_add(a.yz, b.yz)};
}

/// m + factor v v^T.
static inline WideSym3 wide_sym3_add_square(WideSym3 m, WideVec3 v, Wide factor)
{
    const WideVec3 f = wide_scale3(v, factor);
    return (WideSym3){wide_add(m.xx, wide_mul(f.x, v.x)), wide_add(m.yy, wide_mul(f.y, v.y)),
                      wide_add(m.zz, wide_mul(f.z, v.z)), wide_add(m.xy, wide_mul(f.x, v.y)),
                      wide_add(m.xz, wide_mul(f.x, v.z)), wide_add(m.yz, wide_mul(f.y, v.z))};
}

/// The inverse of a positive definite matrix, by L D L^T, which keeps the digits of ill-conditioned
/// matrices.
static inline WideSym3 wide_sym3_inverse(WideSym3 m)
{
    const Wide one = wide_splat(1.0f);
    const Wide dx = wide_div(one, m.xx);
    const Wide yx = wide_mul(m.xy, dx), zx = wide_mul(m.xz, dx);
    const Wide dy = wide_div(one, wide_sub(m.yy, wide_mul(yx, m.xy)));
    const Wide left = wide_sub(m.yz, wide_mul(zx, m.xy));
    const Wide zy = wide_mul(left, dy);
    const Wide dz = wide_div(one, wide_sub(wide_sub(m.zz, wide_mul(zx, m.xz)), wide_mul(zy, left)));
    // Rows of the inverse of L, transposed, times D^-1, times themselves.
    const Wide up = wide_sub(wide_mul(yx, zy), zx); // last row: up, -zy, 1
    const Wide zdx = wide_mul(up, dz), zdy = wide_negate(wide_mul(zy, dz));
    const Wide ydx = wide_negate(wide_mul(yx, dy));
    return (WideSym3){wide_sub(wide_add(dx, wide_mul(up, zdx)), wide_mul(yx, ydx)),
                      wide_sub(dy, wide_mul(zy, zdy)),
                      dz,
                      wide_sub(ydx, wide_mul(zy, zdx)),
                      zdx,
                      zdy};
}

/// Rows times v.
static inline WideVec3 wide_mat3_transform(WideMat3 m, WideVec3 v)
{
    return (WideVec3){wide_dot3(m.x, v), wide_dot3(m.y, v), wide_dot3(m.z, v)};
}

/// The transpose of m, times v.
static inline WideVec3 wide_mat3_transform_transposed(WideMat3 m, WideVec3 v)
{
    return wide_add_scaled3(wide_add_scaled3(wide_scale3(m.x, v.x), m.y, v.y), m.z, v.z);
}

/// m s, s symmetric.
static inline WideMat3 wide_mat3_multiply_sym3(WideMat3 m, WideSym3 s)
{
    return (WideMat3){wide_sym3_transform(s, m.x), wide_sym3_transform(s, m.y),
                      wide_sym3_transform(s, m.z)};
}

/// m + a b^T.
static inline WideMat3 wide_mat3_add_product(WideMat3 m, WideVec3 a, WideVec3 b)
{
    return (WideMat3){wide_add_scaled3(m.x, b, a.x), wide_add_scaled3(m.y, b, a.y),
                      wide_add_scaled3(m.z, b, a.z)};
}

static inline WideQuat wide_quat_multiply(WideQuat a, WideQuat b)
{
    return (WideQuat){
        wide_sub(wide_add(wide_add(wide_mul(a.w, b.x), wide_mul(a.x, b.w)), wide_mul(a.y, b.z)),
                 wide_mul(a.z, b.y)),
        wide_add(wide_add(wide_sub(wide_mul(a.w, b.y), wide_mul(a.x, b.z)), wide_mul(a.y, b.w)),
                 wide_mul(a.z, b.x)),
        wide_add(wide_sub(wide_add(wide_mul(a.w, b.z), wide_mul(a.x, b.y)), wide_mul(a.y, b.x)),
                 wide_mul(a.z, b.w)),
        wide_sub(wide_sub(wide_sub(wide_mul(a.w, b.w), wide_mul(a.x, b.x)), wide_mul(a.y, b.y)),
                 wide_mul(a.z, b.z))};
}

static inline WideQuat wide_quat_conjugate(WideQuat q)
{
    return (WideQuat){wide_negate(q.x), wide_negate(q.y), wide_negate(q.z), q.w};
}

/// The unit quaternion; the length must not be 0.
static inline WideQuat wide_quat_normalize(WideQuat q)
{
    const Wide squared = wide_add(wide_add(wide_mul(q.x, q.x), wide_mul(q.y, q.y)),
                                  wide_add(wide_mul(q.z, q.z), wide_mul(q.w, q.w)));
    const Wide factor = wide_div(wide_splat(1.0f), wide_sqrt(squared));
    return (WideQuat){wide_mul(q.x, factor), wide_mul(q.y, factor), wide_mul(q.z, factor),
                      wide_mul(q.w, factor)};
}

/// The rotated axes: the columns of the rotation's matrix, as three vectors.
static inline WideMat3 wide_quat_axes(WideQuat q)
{
    const Wide one = wide_splat(1.0f);
    const Wide x2 = wide_add(q.x, q.x), y2 = wide_add(q.y, q.y), z2 = wide_add(q.z, q.z);
    const Wide xx = wide_mul(q.x, x2), xy = wide_mul(q.x, y2), xz = wide_mul(q.x, z2);
    const Wide yy = wide_mul(q.y, y2), yz = wide_mul(q.y, z2), zz = wide_mul(q.z, z2);
    const Wide wx = wide_mul(q.w, x2), wy = wide_mul(q.w, y2), wz = wide_mul(q.w, z2);
    return (WideMat3){{wide_sub(one, wide_add(yy, zz)), wide_add(xy, wz), wide_sub(xz, wy)},
                      {wide_sub(xy, wz), wide_sub(one, wide_add(xx, zz)), wide_add(yz, wx)},
                      {wide_add(xz, wy), wide_sub(yz, wx), wide_sub(one, wide_add(xx, yy))}};
}

static inline WideVec3 wide_quat_rotate(WideQuat q, WideVec3 v)
{
    const WideVec3 axis = {q.x, q.y, q.z}, half = wide_cross3(axis, v);
    const WideVec3 twice = wide_add3(half, half);
    return wide_add3(wide_add_scaled3(v, twice, q.w), wide_cross3(axis, twice));
}

#define WIDE_TURN_MOST 0.4f ///< [rad] A WideTurn is exact to rounding up to this angle.

/// A rotation about an axis.
typedef struct WideTurn {
    WideVec3 half; ///< The tangent of half the angle, along the axis.
    Wide scale;    ///< 2 / (1 + half^2)
} WideTurn;

/// The rotation by the series x + x^3/3 + ... of tan x, as in quat_turn. @param turn  [rad] along
/// the axis.
static inline WideTurn wide_turn3(WideVec3 turn)
{
    const Wide one = wide_splat(1.0f);
    const Wide x2 = wide_mul(wide_splat(0.25f), wide_length_squared3(turn));
    Wide stretch = wide_add(wide_splat(2.0f / 15.0f), wide_mul(x2, wide_splat(17.0f / 315.0f)));
    stretch = wide_add(wide_splat(1.0f / 3.0f), wide_mul(x2, stretch));
    stretch = wide_mul(wide_splat(0.5f), wide_add(one, wide_mul(x2, stretch)));
    const WideVec3 half = wide_scale3(turn, stretch);
    return (WideTurn){half, wide_div(wide_splat(2.0f), wide_add(one, wide_length_squared3(half)))};
}

/// True where a rotation is too large for an exact WideTurn.
static inline WideMask wide_turns_far(WideVec3 turn)
{
    return wide_greater(wide_length_squared3(turn), wide_splat(WIDE_TURN_MOST * WIDE_TURN_MOST));
}

/// The change of v by a rotation (Rodrigues), which keeps its length for every angle.
static inline WideVec3 wide_turn_change3(WideTurn turn, WideVec3 v)
{
    const WideVec3 across = wide_cross3(turn.half, v);
    return wide_scale3(wide_add3(across, wide_cross3(turn.half, across)), turn.scale);
}

/// The change of v by the inverse rotation.
static inline WideVec3 wide_turn_back_change3(WideTurn turn, WideVec3 v)
{
    const WideVec3 across = wide_cross3(v, turn.half);
    return wide_scale3(wide_add3(across, wide_cross3(across, turn.half)), turn.scale);
}

/// The rotation q, followed by the turn.
static inline WideQuat wide_quat_turn(WideQuat q, WideTurn turn)
{
    return wide_quat_normalize(
        wide_quat_multiply((WideQuat){turn.half.x, turn.half.y, turn.half.z, wide_splat(1.0f)}, q));
}

/// Angle [rad] of the point (x, y), in [-pi, pi]; 0 for the origin.
///
/// The arctangent of the ratio a / b in [0, 1] of the smaller part to the larger is that of t: t =
/// a / b up to tan(pi / 8), beyond it t = (a - b) / (a + b), and pi / 4 is added. So |t| < 0.4143,
/// and the terms of the series t - t^3/3 + ... after t^19/19 are below a float's rounding.
static inline Wide wide_atan2(Wide y, Wide x)
{
    const Wide one = wide_splat(1.0f), zero = wide_zero();
    const Wide up = wide_absolute(y), along = wide_absolute(x);
    const WideMask steep = wide_greater(up, along);
    const Wide a = wide_select(steep, along, up), b = wide_select(steep, up, along);
    const WideMask large = wide_greater(a, wide_mul(b, wide_splat(0.41421356f)));
    const Wide top = wide_select(large, wide_sub(a, b), a);
    const Wide bottom = wide_select(large, wide_add(a, b), b);
    const Wide t = wide_div(top, wide_select(wide_greater(bottom, zero), bottom, one));
    const Wide z = wide_mul(t, t);
    Wide sum = wide_splat(-1.0f / 19.0f);
    for (int n = 17; n >= 3; n -= 2) {
        sum = wide_add(wide_mul(sum, z), wide_splat(((n & 2) != 0 ? -1.0f : 1.0f) / (float)n));
    }
    const Wide rest = wide_add(t, wide_mul(wide_mul(t, z), sum));
    const Wide low = wide_add(wide_where(large, wide_splat(0.78539816f)), rest);
    const Wide right = wide_select(steep, wide_sub(wide_splat(1.57079633f), low), low);
    const WideMask is_left = wide_greater(zero, x);
    const Wide angle = wide_select(is_left, wide_sub(wide_splat(3.14159265f), right), right);
    return wide_select(wide_greater(zero, y), wide_negate(angle), angle);
}

#endif
