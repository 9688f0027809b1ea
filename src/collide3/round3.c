// SPDX-License-Identifier: MIT
// round3.c: a ball against round shapes and boxes, in closed form.
//
// Each function finds the direction in which the other surface is nearest, in the other shape's
// frame, and the distance: negative inside.
#include "collide3/pairs3.h"

#include "collide3/manifold3.h"

// [m] Distance of two centres below which they have no direction.
static const float same_place = 1e-12f;

// Contact of a ball, in the frame of B: `out` is the outward normal of B at its nearest point.
static int ball_manifold(const Shape3 *ball, Pose3 a_from_b, Vec3 out, float distance, float margin,
                         PairCache3 *cache, LocalManifold3 *manifold)
{
    const float radius = ball->radius_bottom;
    cache->apart = distance - radius;
    const Vec3 normal = vec3_negate(quat_rotate(a_from_b.rotation, out));
    const Vec3 on_a = vec3_scale(normal, radius), on_b = vec3_scale(normal, distance);
    return tum_local_manifold3_single(normal, on_a, on_b, distance - radius, tum_feature3_single(),
                                      margin, manifold);
}

static Vec3 ball_in_b(Pose3 a_from_b)
{
    return quat_unrotate(a_from_b.rotation, vec3_negate(a_from_b.position));
}

int tum_collide_sphere_sphere3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                               PairCache3 *cache, LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX])
{
    const Vec3 between = a_from_b.position;
    const float distance = vec3_length(between);
    cache->apart = distance - a->radius_bottom - b->radius_bottom;
    const Vec3 normal =
        distance > same_place ? vec3_scale(between, 1.0f / distance) : vec3(0.0f, 1.0f, 0.0f);
    const Vec3 on_a = vec3_scale(normal, a->radius_bottom);
    const Vec3 on_b = vec3_add_scaled(between, normal, -b->radius_bottom);
    return tum_local_manifold3_single(normal, on_a, on_b, cache->apart, tum_feature3_single(),
                                      margin, &manifolds[0]);
}

// Position relative to the axis of a shape of revolution: distance from the axis, height, and
// direction away from the axis.
typedef struct Profile {
    float out, up;
    Vec3 azimuth;
} Profile;

static Profile profile_of(Vec3 p)
{
    const float out = square_root(p.x * p.x + p.z * p.z);
    const Vec3 azimuth =
        out > same_place ? vec3(p.x / out, 0.0f, p.z / out) : vec3(1.0f, 0.0f, 0.0f);
    return (Profile){out, p.y, azimuth};
}

static Vec3 unfold(Profile profile, float out, float up)
{
    const Vec3 v = vec3_add_scaled(vec3(0.0f, up, 0.0f), profile.azimuth, out);
    return vec3_normalize_or(v, profile.azimuth);
}

// Distance from the ball at one end.
static float from_end(Profile p, float center, float radius, Vec3 *out)
{
    *out = unfold(p, p.out, p.up - center);
    return square_root(p.out * p.out + (p.up - center) * (p.up - center)) - radius;
}

// In the half plane beside the axis, a tapered capsule is two circles and their common tangent. The
// tangent's normal (cosine, sine) leans by the taper. The tangent is nearest when the foot of the
// point lies between the two points of tangency.
int tum_collide_sphere_capsule3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                                PairCache3 *cache, LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX])
{
    const Profile p = profile_of(ball_in_b(a_from_b));
    const float h = b->half_height, bottom = b->radius_bottom, top = b->radius_top;
    const float sine = (bottom - top) / (2.0f * h);
    Vec3 out;
    float distance;
    if (absolute(sine) >= 1.0f) {
        // One ball contains the other.
        distance = sine > 0.0f ? from_end(p, -h, bottom, &out) : from_end(p, h, top, &out);
    } else {
        const float cosine = square_root(1.0f - sine * sine), up = p.up + h;
        const float foot = up * cosine - p.out * sine;
        if (foot <= 0.0f) {
            distance = from_end(p, -h, bottom, &out);
        } else if (foot >= 2.0f * h * cosine) {
            distance = from_end(p, h, top, &out);
        } else {
            distance = p.out * cosine + up * sine - bottom;
            out = unfold(p, cosine, sine);
        }
    }
    return ball_manifold(a, a_from_b, out, distance, margin, cache, &manifolds[0]);
}

int tum_collide_sphere_box3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                            PairCache3 *cache, LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX])
{
    const Vec3 p = ball_in_b(a_from_b), half = b->half;
    const Vec3 nearest = vec3_maximum(vec3_minimum(p, half), vec3_negate(half));
    const Vec3 offset = vec3_sub(p, nearest);
    const float squared = vec3_length_squared(offset);
    if (squared > same_place * same_place) {
        const float distance = square_root(squared);
        return ball_manifold(a, a_from_b, vec3_scale(offset, 1.0f / distance), distance, margin,
                             cache, &manifolds[0]);
    }
    // Inside: the way out is through the nearest side.
    const Vec3 depth = vec3_sub(half, vec3_absolute(p));
    if (depth.y <= depth.x && depth.y <= depth.z) {
        return ball_manifold(a, a_from_b, vec3(0.0f, p.y >= 0.0f ? 1.0f : -1.0f, 0.0f), -depth.y,
                             margin, cache, &manifolds[0]);
    }
    const Vec3 out = depth.x <= depth.z ? vec3(p.x >= 0.0f ? 1.0f : -1.0f, 0.0f, 0.0f)
                                        : vec3(0.0f, 0.0f, p.z >= 0.0f ? 1.0f : -1.0f);
    return ball_manifold(a, a_from_b, out, -minimum(depth.x, depth.z), margin, cache,
                         &manifolds[0]);
}

// In the half plane beside the axis, a cylinder is a trapezium: two caps and a side. Inside, the
// nearest of the three lines counts; outside, the nearest point of the outline.
int tum_collide_sphere_cylinder3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                                 PairCache3 *cache, LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX])
{
    const Profile p = profile_of(ball_in_b(a_from_b));
    const float h = b->half_height, bottom = b->radius_bottom, top = b->radius_top;
    const float side_x = top - bottom, side_y = 2.0f * h;
    const float length = square_root(side_x * side_x + side_y * side_y);
    const float normal_x = side_y / length, normal_y = -side_x / length;
    const float from_side = (p.out - bottom) * normal_x + (p.up + h) * normal_y;
    const float from_cap = absolute(p.up) - h, cap_up = p.up >= 0.0f ? 1.0f : -1.0f;
    if (from_side <= 0.0f && from_cap <= 0.0f) {
        const bool through_side = from_side > from_cap;
        const Vec3 out = through_side ? unfold(p, normal_x, normal_y) : vec3(0.0f, cap_up, 0.0f);
        return ball_manifold(a, a_from_b, out, maximum(from_side, from_cap), margin, cache,
                             &manifolds[0]);
    }
    const float t =
        clamp(((p.out - bottom) * side_x + (p.up + h) * side_y) / (length * length), 0.0f, 1.0f);
    const float from_rim_x = p.out - (bottom + t * side_x), from_rim_y = p.up - (t * side_y - h);
    const float from_outline = square_root(from_rim_x * from_rim_x + from_rim_y * from_rim_y);
    const bool over_cap = from_cap > 0.0f && p.out <= (p.up >= 0.0f ? top : bottom);
    if (over_cap && from_cap <= from_outline) {
        return ball_manifold(a, a_from_b, vec3(0.0f, cap_up, 0.0f), from_cap, margin, cache,
                             &manifolds[0]);
    }
    if ((t > 0.0f && t < 1.0f) || !(from_outline > same_place)) {
        return ball_manifold(a, a_from_b, unfold(p, normal_x, normal_y), from_side, margin, cache,
                             &manifolds[0]);
    }
    const Vec3 out = unfold(p, from_rim_x / from_outline, from_rim_y / from_outline);
    return ball_manifold(a, a_from_b, out, from_outline, margin, cache, &manifolds[0]);
}

// Ericson, "Real-Time Collision Detection", 2005, section 5.1.9.
void tum_nearest_on_axes3(Vec3 u, Vec3 d, Vec3 v, Vec3 *on_a, Vec3 *on_b)
{
    const float uu = vec3_dot(u, u), vv = vec3_dot(v, v), uv = vec3_dot(u, v);
    const float ud = vec3_dot(u, d), vd = vec3_dot(v, d);
    if (!(uu > 0.0f) || !(vv > 0.0f)) {
        const float s = uu > 0.0f ? clamp(ud / uu, -1.0f, 1.0f) : 0.0f;
        const float t = vv > 0.0f ? clamp(-vd / vv, -1.0f, 1.0f) : 0.0f;
        *on_a = vec3_scale(u, s);
        *on_b = vec3_add_scaled(d, v, t);
        return;
    }
    const float determinant = uu * vv - uv * uv;
    float s;
    if (determinant > 1e-6f * uu * vv) {
        s = clamp((ud * vv - vd * uv) / determinant, -1.0f, 1.0f);
    } else {
        // B's ends along A, and the middle of the common part.
        const float center = ud / uu, reach = absolute(uv) / uu;
        const float low = maximum(-1.0f, center - reach), high = minimum(1.0f, center + reach);
        s = clamp(0.5f * (low + high), -1.0f, 1.0f);
    }
    float t = (s * uv - vd) / vv;
    if (t < -1.0f || t > 1.0f) {
        t = clamp(t, -1.0f, 1.0f);
        s = clamp((ud + t * uv) / uu, -1.0f, 1.0f);
    }
    *on_a = vec3_scale(u, s);
    *on_b = vec3_add_scaled(d, v, t);
}
