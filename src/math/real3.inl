// SPDX-License-Identifier: MIT
// real3.inl: vectors, rotations, matrices and poses in 3D, for any scalar type Real.
//
// math3.h includes this text for float, math3_64.h for double. In double precision each name begins
// with a d, as in DVec3 and dvec3_add: double_names.inl lists them.

typedef struct Vec3 {
    Real x, y, z;
} Vec3;

typedef struct Quat {
    Real x, y, z, w;
} Quat;

/// Three columns.
typedef struct Mat3 {
    Vec3 x, y, z;
} Mat3;

/// A symmetric matrix: inertia, its inverse, second moments.
typedef struct Sym3 {
    Real xx, yy, zz, xy, xz, yz;
} Sym3;

/// Maps p to position + rotation * p.
typedef struct Pose3 {
    Vec3 position;
    Quat rotation;
} Pose3;

static inline Vec3 vec3(Real x, Real y, Real z)
{
    return (Vec3){x, y, z};
}

static inline Vec3 vec3_add(Vec3 a, Vec3 b)
{
    return (Vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline Vec3 vec3_sub(Vec3 a, Vec3 b)
{
    return (Vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline Vec3 vec3_scale(Vec3 a, Real factor)
{
    return (Vec3){a.x * factor, a.y * factor, a.z * factor};
}

/// a + b * factor.
static inline Vec3 vec3_add_scaled(Vec3 a, Vec3 b, Real factor)
{
    return (Vec3){a.x + b.x * factor, a.y + b.y * factor, a.z + b.z * factor};
}

static inline Vec3 vec3_negate(Vec3 a)
{
    return (Vec3){-a.x, -a.y, -a.z};
}

/// Component by component.
static inline Vec3 vec3_multiply(Vec3 a, Vec3 b)
{
    return (Vec3){a.x * b.x, a.y * b.y, a.z * b.z};
}

static inline Vec3 vec3_absolute(Vec3 a)
{
    return (Vec3){absolute(a.x), absolute(a.y), absolute(a.z)};
}

static inline Vec3 vec3_minimum(Vec3 a, Vec3 b)
{
    return (Vec3){minimum(a.x, b.x), minimum(a.y, b.y), minimum(a.z, b.z)};
}

static inline Vec3 vec3_maximum(Vec3 a, Vec3 b)
{
    return (Vec3){maximum(a.x, b.x), maximum(a.y, b.y), maximum(a.z, b.z)};
}

static inline Real vec3_dot(Vec3 a, Vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline Vec3 vec3_cross(Vec3 a, Vec3 b)
{
    return (Vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline Real vec3_length_squared(Vec3 a)
{
    return vec3_dot(a, a);
}

static inline Real vec3_length(Vec3 a)
{
    return square_root(vec3_dot(a, a));
}

static inline Real vec3_distance(Vec3 a, Vec3 b)
{
    return vec3_length(vec3_sub(a, b));
}

/// a scaled to unit length; `fallback` where a is too short to have a direction.
static inline Vec3 vec3_normalize_or(Vec3 a, Vec3 fallback)
{
    const Real squared = vec3_dot(a, a);
    if (!(squared > SQUARE_MIN)) {
        return fallback;
    }
    return vec3_scale(a, 1 / square_root(squared));
}

/// A unit vector at right angles to the unit vector a; a function of a alone.
static inline Vec3 vec3_perpendicular(Vec3 a)
{
    const Vec3 b = absolute(a.x) < (Real)0.6 ? (Vec3){0, a.z, -a.y} : (Vec3){a.y, -a.x, 0};
    return vec3_scale(b, 1 / vec3_length(b));
}

static inline Real vec3_part(Vec3 a, int axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

static inline bool vec3_is_finite(Vec3 a)
{
    return is_finite(a.x) && is_finite(a.y) && is_finite(a.z);
}

/// The rotation b, followed by a.
static inline Quat quat_multiply(Quat a, Quat b)
{
    return (Quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                  a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                  a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                  a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

/// The inverse of a unit quaternion.
static inline Quat quat_conjugate(Quat q)
{
    return (Quat){-q.x, -q.y, -q.z, q.w};
}

/// The unit quaternion; the identity where q has no length.
static inline Quat quat_normalize(Quat q)
{
    const Real squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (!(squared > SQUARE_MIN)) {
        return (Quat){0, 0, 0, 1};
    }
    const Real factor = 1 / square_root(squared);
    return (Quat){q.x * factor, q.y * factor, q.z * factor, q.w * factor};
}

static inline Vec3 quat_rotate(Quat q, Vec3 v)
{
    const Vec3 u = {q.x, q.y, q.z};
    Vec3 t = vec3_cross(u, v);
    t = vec3_add(t, t);
    return vec3_add(vec3_add(v, vec3_scale(t, q.w)), vec3_cross(u, t));
}

/// Rotates v by the inverse of q.
static inline Vec3 quat_unrotate(Quat q, Vec3 v)
{
    return quat_rotate(quat_conjugate(q), v);
}

static inline Mat3 quat_matrix(Quat q)
{
    const Real x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    const Real xx = q.x * x2, xy = q.x * y2, xz = q.x * z2;
    const Real yy = q.y * y2, yz = q.y * z2, zz = q.z * z2;
    const Real wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    return (Mat3){{1 - (yy + zz), xy + wz, xz - wy},
                  {xy - wz, 1 - (xx + zz), yz + wx},
                  {xz + wy, yz - wx, 1 - (xx + yy)}};
}

/// q advanced by the small rotation vector `turn` [rad]: the Cayley form (1, turn/2) / sqrt(1 +
/// |turn/2|^2), a unit quaternion about the same axis by 2 atan(|turn|/2). Second-order accurate
/// and free of trigonometry (docs/simulation.md#2-free-motion).
static inline Quat quat_advance(Quat q, Vec3 turn)
{
    const Quat step = {(Real)0.5 * turn.x, (Real)0.5 * turn.y, (Real)0.5 * turn.z, 1};
    return quat_normalize(quat_multiply(step, q));
}

static inline Vec3 mat3_transform(Mat3 m, Vec3 v)
{
    return (Vec3){m.x.x * v.x + m.y.x * v.y + m.z.x * v.z, m.x.y * v.x + m.y.y * v.y + m.z.y * v.z,
                  m.x.z * v.x + m.y.z * v.y + m.z.z * v.z};
}

/// The transpose of m, times v.
static inline Vec3 mat3_transform_transposed(Mat3 m, Vec3 v)
{
    return (Vec3){vec3_dot(m.x, v), vec3_dot(m.y, v), vec3_dot(m.z, v)};
}

static inline Mat3 mat3_multiply(Mat3 a, Mat3 b)
{
    return (Mat3){mat3_transform(a, b.x), mat3_transform(a, b.y), mat3_transform(a, b.z)};
}

static inline Mat3 mat3_transpose(Mat3 m)
{
    return (Mat3){{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}

static inline Vec3 sym3_transform(Sym3 m, Vec3 v)
{
    return (Vec3){m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
                  m.xz * v.x + m.yz * v.y + m.zz * v.z};
}

/// rotation * diag(diagonal) * rotation transposed (docs/dialects.md#d2).
static inline Sym3 sym3_from_diagonal(Mat3 rotation, Vec3 diagonal)
{
    const Vec3 a = rotation.x, b = rotation.y, c = rotation.z, d = diagonal;
    return (Sym3){d.x * a.x * a.x + d.y * b.x * b.x + d.z * c.x * c.x,
                  d.x * a.y * a.y + d.y * b.y * b.y + d.z * c.y * c.y,
                  d.x * a.z * a.z + d.y * b.z * b.z + d.z * c.z * c.z,
                  d.x * a.x * a.y + d.y * b.x * b.y + d.z * c.x * c.y,
                  d.x * a.x * a.z + d.y * b.x * b.z + d.z * c.x * c.z,
                  d.x * a.y * a.z + d.y * b.y * b.z + d.z * c.y * c.z};
}

static inline Vec3 pose3_transform(Pose3 pose, Vec3 point)
{
    return vec3_add(pose.position, quat_rotate(pose.rotation, point));
}

static inline Vec3 pose3_untransform(Pose3 pose, Vec3 point)
{
    return quat_unrotate(pose.rotation, vec3_sub(point, pose.position));
}

/// a_from_c = pose_multiply(a_from_b, b_from_c).
static inline Pose3 pose3_multiply(Pose3 a, Pose3 b)
{
    return (Pose3){pose3_transform(a, b.position), quat_multiply(a.rotation, b.rotation)};
}

static inline Pose3 pose3_inverse(Pose3 pose)
{
    const Quat back = quat_conjugate(pose.rotation);
    return (Pose3){quat_rotate(back, vec3_negate(pose.position)), back};
}

/// b_from_c out of a_from_b and a_from_c.
static inline Pose3 pose3_relative(Pose3 a_from_b, Pose3 a_from_c)
{
    const Quat back = quat_conjugate(a_from_b.rotation);
    return (Pose3){quat_rotate(back, vec3_sub(a_from_c.position, a_from_b.position)),
                   quat_multiply(back, a_from_c.rotation)};
}
