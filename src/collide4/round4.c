// SPDX-License-Identifier: MIT
// round4.c: closed-form contacts: balls and capsules, and balls with shapes made of segments,
// circles and balls (docs/simulation.md#11-four-dimensions). The formulas are those of 3D with
// longer vectors.
#include "collide4/pairs4.h"

#include "collide4/face_pair4.h"
#include "collide4/manifold4.h"
#include "math/widen4.h"

// Squared share of the length below which a vector has no direction.
static const float no_direction = 1e-12f;

static const Vec4 origin;

static int long_axis(const Shape4 *shape)
{
    for (int i = 0; i < 4; ++i) {
        if (dvec4_part(shape->half, i) > 0.0) {
            return i;
        }
    }
    return -1;
}

bool tum_is_round4(const Shape4 *shape)
{
    int axes = 0;
    for (int i = 0; i < 4; ++i) {
        axes += dvec4_part(shape->half, i) > 0.0 ? 1 : 0;
    }
    return shape->kind == SHAPE4_ROUNDED && shape->exponents[0] == 0.0 && shape->radius > 0.0 &&
           axes <= 1;
}

/// The core of a ball or capsule.
typedef struct Segment4 {
    Vec4 middle, half;
} Segment4;

static Segment4 segment_of(const Shape4 *shape, Vec4 position, const Mat4 *rotation)
{
    const int axis = long_axis(shape);
    if (axis < 0) {
        return (Segment4){.middle = position};
    }
    const Vec4 columns[4] = {rotation->x, rotation->y, rotation->z, rotation->w};
    return (Segment4){position, vec4_scale(columns[axis], (float)dvec4_part(shape->half, axis))};
}

// Parameter of the point of a segment nearest to p, -1 to 1.
static float nearest_on(Segment4 segment, Vec4 p)
{
    const float squared = vec4_length_squared(segment.half);
    return squared > 0.0f
               ? clamp(vec4_dot(segment.half, vec4_sub(p, segment.middle)) / squared, -1.0f, 1.0f)
               : 0.0f;
}

static Vec4 point_on(Segment4 segment, float t)
{
    return vec4_add_scaled(segment.middle, segment.half, t);
}

// The nearest pair among five candidates: the nearest points of the lines, and the four ends with
// their nearest points. Where one end is part of the solution, so is its partner.
static void nearest_on_both(Segment4 a, Segment4 b, Vec4 *on_a, Vec4 *on_b)
{
    float s[5], t[5];
    int count = 0;
    const float aa = vec4_length_squared(a.half), bb = vec4_length_squared(b.half);
    const float ab = vec4_dot(a.half, b.half);
    const float determinant = aa * bb - ab * ab;
    if (determinant > 1e-9f * aa * bb) {
        const Vec4 apart = vec4_sub(b.middle, a.middle);
        const float along_a = vec4_dot(apart, a.half), along_b = vec4_dot(apart, b.half);
        s[count] = clamp((along_a * bb - along_b * ab) / determinant, -1.0f, 1.0f);
        t[count] = nearest_on(b, point_on(a, s[count]));
        s[count] = nearest_on(a, point_on(b, t[count]));
        ++count;
    }
    for (int end = -1; end <= 1; end += 2) {
        s[count] = (float)end;
        t[count] = nearest_on(b, point_on(a, s[count]));
        ++count;
        t[count] = (float)end;
        s[count] = nearest_on(a, point_on(b, t[count]));
        ++count;
    }
    float least = __builtin_inff();
    for (int i = 0; i < count; ++i) {
        const Vec4 p = point_on(a, s[i]), q = point_on(b, t[i]);
        const float squared = vec4_length_squared(vec4_sub(q, p));
        if (squared < least) {
            least = squared;
            *on_a = p;
            *on_b = q;
        }
    }
}

// A direction perpendicular to both segments; crossing segments have no preferred exit.
static Vec4 across_both(Segment4 a, Segment4 b)
{
    Vec4 frame[2];
    int count = 0;
    const Vec4 halves[2] = {a.half, b.half};
    for (int i = 0; i < 2; ++i) {
        Vec4 rest = halves[i];
        for (int k = 0; k < count; ++k) {
            rest = vec4_add_scaled(rest, frame[k], -vec4_dot(rest, frame[k]));
        }
        if (vec4_length_squared(rest) > 1e-6f * vec4_length_squared(halves[i])) {
            frame[count++] = vec4_normalize_or(rest, vec4(0.0f, 1.0f, 0.0f, 0.0f));
        }
    }
    const Mat4 identity = MAT4_IDENTITY;
    const Vec4 axes[4] = {identity.y, identity.x, identity.z, identity.w};
    Vec4 best = {0};
    for (int i = 0; i < 4; ++i) {
        Vec4 rest = axes[i];
        for (int k = 0; k < count; ++k) {
            rest = vec4_add_scaled(rest, frame[k], -vec4_dot(rest, frame[k]));
        }
        best = vec4_length_squared(rest) > vec4_length_squared(best) + 1e-3f ? rest : best;
    }
    return vec4_normalize_or(best, axes[0]);
}

int tum_collide_round4(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin,
                       PairCache4 *cache, LocalManifold4 *manifold)
{
    const Mat4 identity = MAT4_IDENTITY, rotation = rotation4_matrix(a_from_b.rotation);
    const Segment4 core_a = segment_of(a, (Vec4){0}, &identity);
    const Segment4 core_b = segment_of(b, a_from_b.position, &rotation);
    Vec4 on_a = core_a.middle, on_b = core_b.middle;
    nearest_on_both(core_a, core_b, &on_a, &on_b);
    const float radius_a = (float)a->radius, radius_b = (float)b->radius;
    const Vec4 between = vec4_sub(on_b, on_a);
    const float distance = vec4_length(between), separation = distance - radius_a - radius_b;
    if (!(separation <= margin)) {
        cache->apart = separation;
        return 0;
    }
    const float size = radius_a + radius_b;
    const bool has_direction = distance * distance > no_direction * size * size;
    const Vec4 normal =
        has_direction ? vec4_scale(between, 1.0f / distance) : across_both(core_a, core_b);
    on_a = vec4_add_scaled(on_a, normal, radius_a);
    on_b = vec4_add_scaled(on_b, normal, -radius_b);
    if (long_axis(a) < 0 || long_axis(b) < 0) {
        return tum_local_manifold4_single(normal, on_a, on_b, separation, margin, manifold);
    }
    const Vec4 middle = vec4_scale(vec4_add(on_a, on_b), 0.5f);
    const FacePair4 pair = {{a, identity, origin},
                            {b, rotation, a_from_b.position},
                            normal,
                            separation,
                            margin,
                            (float)minimum64(a->bounding_radius, b->bounding_radius),
                            &middle,
                            false};
    return tum_local_manifold4_of_faces(&pair, manifold);
}

bool tum_is_even4(const Shape4 *shape)
{
    if (shape->kind != SHAPE4_ROUNDED) {
        return false;
    }
    for (int c = 0; c < SHAPE4_CURVES && shape->exponents[c] > 0.0; ++c) {
        double radius = 0.0;
        for (int i = 0; i < 4; ++i) {
            if (shape->group[i] == c + 1) {
                const double own = dvec4_part(shape->radii, i);
                if (shape->exponents[c] != 2.0 || (radius > 0.0 && own != radius)) {
                    return false;
                }
                radius = own;
            }
        }
    }
    return true;
}

static float *part_of(Vec4 *v, int axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : axis == 2 ? &v->z : &v->w;
}

/// The part of a point outside a box along the axes of one curve, or along one flat axis.
typedef struct Factor {
    Vec4 out;     ///< Displacement from the box.
    float length; ///< Length of `out`.
    float radius; ///< Radius of the curve; 0: flat.
    float depth;  ///< Distance to the nearest side of the box; valid inside the box.
    int thin;     ///< Axis of the nearest side.
} Factor;

static Factor factor_of(const Shape4 *shape, Vec4 p, int first)
{
    Factor factor = {.depth = __builtin_inff(), .thin = first};
    for (int i = first; i < 4; ++i) {
        if (i != first && (shape->group[first] == 0 || shape->group[i] != shape->group[first])) {
            continue;
        }
        const float x = vec4_part(p, i), half = (float)dvec4_part(shape->half, i);
        const float inside = half - absolute(x);
        if (inside < 0.0f) {
            *part_of(&factor.out, i) = x < 0.0f ? inside : -inside;
        }
        if (inside < factor.depth) {
            factor.depth = inside;
            factor.thin = i;
        }
        factor.radius = (float)dvec4_part(shape->radii, i);
    }
    factor.length = vec4_length(factor.out);
    return factor;
}

// Signed distance of a point from the core, and the direction away from it. Outside a product the
// distances of all factors combine; inside, the nearest factor determines the exit.
static float core_distance(const Shape4 *shape, Vec4 p, Vec4 *normal)
{
    Vec4 excess = {0};
    float depth = __builtin_inff();
    for (int i = 0; i < 4; ++i) {
        bool is_first = true;
        for (int k = 0; k < i; ++k) {
            is_first = is_first && (shape->group[i] == 0 || shape->group[k] != shape->group[i]);
        }
        if (!is_first) {
            continue;
        }
        const Factor factor = factor_of(shape, p, i);
        if (factor.length > factor.radius) {
            excess = vec4_add_scaled(excess, factor.out, 1.0f - factor.radius / factor.length);
            continue;
        }
        const float to_side =
            factor.length > 0.0f ? factor.radius - factor.length : factor.radius + factor.depth;
        if (to_side < depth) {
            depth = to_side;
            Vec4 side = {0};
            *part_of(&side, factor.thin) = vec4_part(p, factor.thin) < 0.0f ? -1.0f : 1.0f;
            *normal = factor.length > 0.0f ? vec4_scale(factor.out, 1.0f / factor.length) : side;
        }
    }
    const float distance = vec4_length(excess);
    if (!(distance > 0.0f)) {
        return -depth;
    }
    *normal = vec4_normalize_or(excess, *normal);
    return distance;
}

int tum_collide_ball_rounded4(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin,
                              PairCache4 *cache, LocalManifold4 *manifold)
{
    const Mat4 rotation = rotation4_matrix(a_from_b.rotation);
    const Vec4 local = vec4_negate(mat4_transform_transposed(rotation, a_from_b.position));
    Vec4 away = {.y = 1.0f};
    const float distance = core_distance(b, local, &away);
    const float radius_a = (float)a->radius, radius_b = (float)b->radius;
    const float separation = distance - radius_a - radius_b;
    cache->apart = separation;
    const Vec4 normal = vec4_negate(mat4_transform(rotation, away));
    const Vec4 on_a = vec4_scale(normal, radius_a);
    const Vec4 on_b = vec4_scale(normal, distance - radius_b);
    return tum_local_manifold4_single(normal, on_a, on_b, separation, margin, manifold);
}
