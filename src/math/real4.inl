// SPDX-License-Identifier: MIT
// real4.inl: vectors, bivectors, rotations and matrices in 4D, for any scalar type Real.
//
// math4.h includes this text for float, math4_64.h for double. In double precision each name begins
// with a d, as in DVec4 and dvec4_add: double_names.inl lists them.

typedef struct Vec4 {
    Real x, y, z, w;
} Vec4;

/// An oriented area: a rate of rotation, a torque, an angular momentum.
typedef struct Bivec4 {
    Real xy, xz, yz, xw, yw, zw;
} Bivec4;

/// A bivector as two independent 3-vectors: with a = (YZ, -XZ, XY), the planes of 3D, and b = (XW,
/// YW, ZW), left = a - b and right = a + b. A rotation turns each by its own quaternion.
typedef struct Halves4 {
    Vec3 left, right;
} Halves4;

/// A rotation: turns v, read as a quaternion x y z w, to left v right*. Both quaternions have unit
/// length; every rotation has two pairs, (left, right) and (-left, -right).
typedef struct Rotation4 {
    Quat left, right;
} Rotation4;

/// Four columns.
typedef struct Mat4 {
    Vec4 x, y, z, w;
} Mat4;

/// Maps p to position + rotation * p.
typedef struct Pose4 {
    Vec4 position;
    Rotation4 rotation;
} Pose4;

static inline Vec4 vec4(Real x, Real y, Real z, Real w)
{
    return (Vec4){x, y, z, w};
}

static inline Vec4 vec4_add(Vec4 a, Vec4 b)
{
    return (Vec4){a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

static inline Vec4 vec4_sub(Vec4 a, Vec4 b)
{
    return (Vec4){a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w};
}

static inline Vec4 vec4_scale(Vec4 a, Real factor)
{
    return (Vec4){a.x * factor, a.y * factor, a.z * factor, a.w * factor};
}

/// a + b * factor.
static inline Vec4 vec4_add_scaled(Vec4 a, Vec4 b, Real factor)
{
    return (Vec4){a.x + b.x * factor, a.y + b.y * factor, a.z + b.z * factor, a.w + b.w * factor};
}

static inline Vec4 vec4_negate(Vec4 a)
{
    return (Vec4){-a.x, -a.y, -a.z, -a.w};
}

static inline Vec4 vec4_absolute(Vec4 a)
{
    return (Vec4){absolute(a.x), absolute(a.y), absolute(a.z), absolute(a.w)};
}

static inline Vec4 vec4_minimum(Vec4 a, Vec4 b)
{
    return (Vec4){minimum(a.x, b.x), minimum(a.y, b.y), minimum(a.z, b.z), minimum(a.w, b.w)};
}

static inline Vec4 vec4_maximum(Vec4 a, Vec4 b)
{
    return (Vec4){maximum(a.x, b.x), maximum(a.y, b.y), maximum(a.z, b.z), maximum(a.w, b.w)};
}

static inline Real vec4_dot(Vec4 a, Vec4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

static inline Real vec4_length_squared(Vec4 a)
{
    return vec4_dot(a, a);
}

static inline Real vec4_length(Vec4 a)
{
    return square_root(vec4_dot(a, a));
}

static inline Real vec4_distance(Vec4 a, Vec4 b)
{
    return vec4_length(vec4_sub(a, b));
}

static inline Real vec4_part(Vec4 a, int axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : axis == 2 ? a.z : a.w;
}

static inline bool vec4_is_finite(Vec4 a)
{
    return is_finite(a.x) && is_finite(a.y) && is_finite(a.z) && is_finite(a.w);
}

/// A vector at right angles to all three; its length is the volume they span, and X, Y, Z give +W.
static inline Vec4 vec4_perpendicular(Vec4 a, Vec4 b, Vec4 c)
{
    const Real xy = b.x * c.y - b.y * c.x, xz = b.x * c.z - b.z * c.x;
    const Real yz = b.y * c.z - b.z * c.y, xw = b.x * c.w - b.w * c.x;
    const Real yw = b.y * c.w - b.w * c.y, zw = b.z * c.w - b.w * c.z;
    return (Vec4){-(a.y * zw - a.z * yw + a.w * yz), a.x * zw - a.z * xw + a.w * xz,
                  -(a.x * yw - a.y * xw + a.w * xy), a.x * yz - a.y * xz + a.z * xy};
}

static inline Bivec4 bivec4_add(Bivec4 a, Bivec4 b)
{
    return (Bivec4){a.xy + b.xy, a.xz + b.xz, a.yz + b.yz, a.xw + b.xw, a.yw + b.yw, a.zw + b.zw};
}

/// Component by component: inertia times rate, in principal axes.
static inline Bivec4 bivec4_multiply(Bivec4 a, Bivec4 b)
{
    return (Bivec4){a.xy * b.xy, a.xz * b.xz, a.yz * b.yz, a.xw * b.xw, a.yw * b.yw, a.zw * b.zw};
}

/// The oriented area from a to b: the torque of the force b at the arm a.
static inline Bivec4 vec4_wedge(Vec4 a, Vec4 b)
{
    return (Bivec4){a.x * b.y - a.y * b.x, a.x * b.z - a.z * b.x, a.y * b.z - a.z * b.y,
                    a.x * b.w - a.w * b.x, a.y * b.w - a.w * b.y, a.z * b.w - a.w * b.z};
}

/// Velocity of the point at `arm` from the center under the rate `spin`. With any force F,
/// dot(wedge(arm, F), spin) = dot(F, velocity).
static inline Vec4 bivec4_velocity(Bivec4 spin, Vec4 arm)
{
    return (Vec4){-(spin.xy * arm.y + spin.xz * arm.z + spin.xw * arm.w),
                  spin.xy * arm.x - spin.yz * arm.z - spin.yw * arm.w,
                  spin.xz * arm.x + spin.yz * arm.y - spin.zw * arm.w,
                  spin.xw * arm.x + spin.yw * arm.y + spin.zw * arm.z};
}

static inline Halves4 bivec4_halves(Bivec4 a)
{
    return (Halves4){{a.yz - a.xw, -a.xz - a.yw, a.xy - a.zw},
                     {a.yz + a.xw, -a.xz + a.yw, a.xy + a.zw}};
}

static inline Bivec4 bivec4_from_halves(Halves4 a)
{
    return (Bivec4){.xy = (Real)0.5 * (a.left.z + a.right.z),
                    .xz = -(Real)0.5 * (a.left.y + a.right.y),
                    .yz = (Real)0.5 * (a.left.x + a.right.x),
                    .xw = (Real)0.5 * (a.right.x - a.left.x),
                    .yw = (Real)0.5 * (a.right.y - a.left.y),
                    .zw = (Real)0.5 * (a.right.z - a.left.z)};
}

/// The rotation b, followed by a.
static inline Rotation4 rotation4_multiply(Rotation4 a, Rotation4 b)
{
    return (Rotation4){quat_multiply(a.left, b.left), quat_multiply(a.right, b.right)};
}

static inline Rotation4 rotation4_inverse(Rotation4 a)
{
    return (Rotation4){quat_conjugate(a.left), quat_conjugate(a.right)};
}

/// Normalizes each half, which removes the rounding errors of a rotation.
static inline Rotation4 rotation4_normalize(Rotation4 a)
{
    return (Rotation4){quat_normalize(a.left), quat_normalize(a.right)};
}

static inline Vec4 rotation4_rotate(Rotation4 a, Vec4 v)
{
    const Quat turned =
        quat_multiply(quat_multiply(a.left, (Quat){v.x, v.y, v.z, v.w}), quat_conjugate(a.right));
    return (Vec4){turned.x, turned.y, turned.z, turned.w};
}

static inline Halves4 rotation4_rotate_halves(Rotation4 a, Halves4 v)
{
    return (Halves4){quat_rotate(a.left, v.left), quat_rotate(a.right, v.right)};
}

static inline Bivec4 rotation4_rotate_bivec(Rotation4 a, Bivec4 v)
{
    return bivec4_from_halves(rotation4_rotate_halves(a, bivec4_halves(v)));
}

/// Rotates v by the inverse of a.
static inline Bivec4 rotation4_unrotate_bivec(Rotation4 a, Bivec4 v)
{
    return rotation4_rotate_bivec(rotation4_inverse(a), v);
}

static inline Mat4 rotation4_matrix(Rotation4 rotation)
{
    const Real a = rotation.left.w, b = rotation.left.x, c = rotation.left.y, d = rotation.left.z;
    const Real p = rotation.right.w, q = rotation.right.x;
    const Real s = rotation.right.y, t = rotation.right.z;
    const Real ap = a * p, aq = a * q, as = a * s, at = a * t;
    const Real bp = b * p, bq = b * q, bs = b * s, bt = b * t;
    const Real cp = c * p, cq = c * q, cs = c * s, ct = c * t;
    const Real dp = d * p, dq = d * q, ds = d * s, dt = d * t;
    return (Mat4){{ap + bq - cs - dt, at + bs + cq + dp, -as + bt - cp + dq, aq - bp - ct + ds},
                  {-at + bs + cq - dp, ap - bq + cs - dt, aq + bp + ct + ds, as + bt - cp - dq},
                  {as + bt + cp + dq, -aq - bp + ct + ds, ap - bq - cs + dt, at - bs + cq - dp},
                  {-aq + bp - ct + ds, -as + bt + cp - dq, -at - bs + cq + dp, ap + bq + cs + dt}};
}

static inline Vec4 mat4_transform(Mat4 m, Vec4 v)
{
    return (Vec4){m.x.x * v.x + m.y.x * v.y + m.z.x * v.z + m.w.x * v.w,
                  m.x.y * v.x + m.y.y * v.y + m.z.y * v.z + m.w.y * v.w,
                  m.x.z * v.x + m.y.z * v.y + m.z.z * v.z + m.w.z * v.w,
                  m.x.w * v.x + m.y.w * v.y + m.z.w * v.z + m.w.w * v.w};
}

/// The transpose of m, times v.
static inline Vec4 mat4_transform_transposed(Mat4 m, Vec4 v)
{
    return (Vec4){vec4_dot(m.x, v), vec4_dot(m.y, v), vec4_dot(m.z, v), vec4_dot(m.w, v)};
}

static inline Mat4 mat4_transpose(Mat4 m)
{
    return (Mat4){{m.x.x, m.y.x, m.z.x, m.w.x},
                  {m.x.y, m.y.y, m.z.y, m.w.y},
                  {m.x.z, m.y.z, m.z.z, m.w.z},
                  {m.x.w, m.y.w, m.z.w, m.w.w}};
}

static inline Vec4 pose4_transform(Pose4 pose, Vec4 point)
{
    return vec4_add(pose.position, rotation4_rotate(pose.rotation, point));
}

/// a_from_c = pose_multiply(a_from_b, b_from_c).
static inline Pose4 pose4_multiply(Pose4 a, Pose4 b)
{
    return (Pose4){pose4_transform(a, b.position), rotation4_multiply(a.rotation, b.rotation)};
}

static inline Pose4 pose4_inverse(Pose4 pose)
{
    const Rotation4 back = rotation4_inverse(pose.rotation);
    return (Pose4){rotation4_rotate(back, vec4_negate(pose.position)), back};
}

/// b_from_c out of a_from_b and a_from_c.
static inline Pose4 pose4_relative(Pose4 a_from_b, Pose4 a_from_c)
{
    return pose4_multiply(pose4_inverse(a_from_b), a_from_c);
}
