// SPDX-License-Identifier: MIT
/// shapes3.h: shapes and poses for tests of the narrow phase.
#ifndef TUM_TESTS_SPACE3_SHAPES3_H
#define TUM_TESTS_SPACE3_SHAPES3_H

#include "collide3/collide3.h"
#include "shape3/core3.h"
#include "tests/support/hulls3.h"
#include "tests/support/kernels3.h"
#include "tests/support/support.h"

static inline Pose3 pose_at(float x, float y, float z)
{
    return (Pose3){{x, y, z}, QUAT_IDENTITY};
}

/// By `angle` [rad] about the axis x y z of any length.
static inline Quat turn_about(double x, double y, double z, double angle)
{
    const double factor = sin(0.5 * angle) / sqrt(x * x + y * y + z * z);
    return (Quat){(float)(x * factor), (float)(y * factor), (float)(z * factor),
                  (float)cos(0.5 * angle)};
}

static inline Vec3 random_vec3(Random *random, double size)
{
    const double x = random_in(random, -size, size), y = random_in(random, -size, size);
    const double z = random_in(random, -size, size);
    return vec3((float)x, (float)y, (float)z);
}

static inline Vec3 random_unit(Random *random)
{
    for (;;) {
        const Vec3 v = random_vec3(random, 1.0);
        const float squared = vec3_length_squared(v);
        if (squared > 0.01f && squared < 1.0f) {
            return vec3_scale(v, 1.0f / sqrtf(squared));
        }
    }
}

static inline Quat random_rotation(Random *random)
{
    const Vec3 axis = random_unit(random);
    const double angle = random_in(random, -PI, PI);
    return turn_about((double)axis.x, (double)axis.y, (double)axis.z, angle);
}

/// Position and rotation drawn one after the other: the order of initializers is not defined.
static inline Pose3 random_pose(Random *random, double size)
{
    Pose3 pose;
    pose.position = random_vec3(random, size);
    pose.rotation = random_rotation(random);
    return pose;
}

static inline Shape3 random_box(Random *random)
{
    const double x = random_in(random, 0.1, 1.0), y = random_in(random, 0.1, 1.0);
    return tum_shape3_box(vec3((float)x, (float)y, (float)random_in(random, 0.1, 1.0)));
}

/// As many pairs as are looked at together, and what they point at.
typedef struct Pairs {
    Shape3 a[BATCH_PAIRS], b[BATCH_PAIRS];
    ShapePair3 pairs[BATCH_PAIRS];
    PairCache3 caches[BATCH_PAIRS];
} Pairs;

/// One of every convex family, in sizes around 1 m.
enum { ZOO_COUNT = 18 };

typedef struct Zoo {
    Shape3 shapes[ZOO_COUNT];
    const char *names[ZOO_COUNT];
    Hull3 *hulls[4];
} Zoo;

static inline Zoo zoo_open(void)
{
    Zoo zoo;
    zoo.hulls[0] = octahedron_hull(0.8);
    zoo.hulls[1] = prism_hull(5, 0.7, 0.4, 1.0);
    zoo.hulls[2] = prism_hull(40, 0.6, 0.5, 0.5);
    zoo.hulls[3] = prism_hull(3, 0.5, 0.9, 0.2);
    const Shape3 shapes[ZOO_COUNT] = {
        tum_shape3_sphere(0.5f),
        tum_shape3_capsule(0.6f, 0.3f, 0.3f),
        tum_shape3_capsule(0.6f, 0.5f, 0.2f),
        tum_shape3_capsule(0.1f, 0.5f, 0.2f),
        tum_shape3_box(vec3(0.5f, 0.3f, 0.8f)),
        tum_shape3_box(vec3(0.9f, 0.02f, 0.6f)),
        tum_shape3_cylinder(0.6f, 0.4f, 0.4f),
        tum_shape3_cylinder(0.05f, 0.8f, 0.8f),
        tum_shape3_cylinder(0.5f, 0.5f, 0.0f),
        tum_shape3_cylinder(0.5f, 0.2f, 0.6f),
        tum_shape3_scaled(tum_shape3_sphere(0.5f), vec3(1.0f, 0.4f, 1.7f)),
        tum_shape3_scaled(tum_shape3_capsule(0.5f, 0.3f, 0.2f), vec3(0.7f, 1.3f, 1.6f)),
        tum_shape3_scaled(tum_shape3_cylinder(0.5f, 0.3f, 0.4f), vec3(0.6f, 1.1f, 1.8f)),
        tum_shape3_box(vec3(0.01f, 0.01f, 0.01f)),
        tum_shape3_hull(zoo.hulls[0]),
        tum_shape3_hull(zoo.hulls[1]),
        tum_shape3_hull(zoo.hulls[2]),
        tum_shape3_hull(zoo.hulls[3]),
    };
    const char *names[ZOO_COUNT] = {"sphere",
                                    "capsule",
                                    "tapered capsule",
                                    "drop",
                                    "box",
                                    "plate",
                                    "cylinder",
                                    "coin",
                                    "cone",
                                    "tapered cylinder",
                                    "ellipsoid",
                                    "elliptic capsule",
                                    "elliptic cylinder",
                                    "small box",
                                    "octahedron",
                                    "prism",
                                    "round hull",
                                    "tapered prism"};
    memcpy(zoo.shapes, shapes, sizeof shapes);
    memcpy(zoo.names, names, sizeof names);
    return zoo;
}

static inline void zoo_close(Zoo *zoo)
{
    for (int i = 0; i < 4; ++i) {
        tum_hull3_destroy(zoo->hulls[i], NULL);
    }
}

/// A pose at which two shapes are near each other: overlapping or apart by up to about `spread`.
static inline Pose3 random_near_pose(Random *random, const Shape3 *a, const Shape3 *b,
                                     double spread)
{
    Pose3 pose = {{0.0f, 0.0f, 0.0f}, random_rotation(random)};
    const Vec3 d = random_unit(random);
    const Vec3 far_a = tum_shape3_support(a, d);
    const Vec3 back = quat_unrotate(pose.rotation, vec3_negate(d));
    const Vec3 near_b = quat_rotate(pose.rotation, tum_shape3_support(b, back));
    const Vec3 contact = vec3_sub(far_a, near_b);
    pose.position = vec3_add_scaled(contact, d, (float)random_in(random, -spread, spread));
    return pose;
}

/// Separation along a unit normal in A's frame, from supports alone.
static inline double separation_along(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, Vec3 n)
{
    const Vec3 p = tum_shape3_support(a, n);
    const Vec3 back = quat_unrotate(a_from_b.rotation, vec3_negate(n));
    const Vec3 q = pose3_transform(a_from_b, tum_shape3_support(b, back));
    return (double)vec3_dot(vec3_sub(q, p), n);
}

/// The greatest separation over all directions: by sampling, then by shrinking steps around the
/// best samples. What GJK and EPA have to find, found without them.
static inline double searched_separation(const Shape3 *a, const Shape3 *b, Pose3 a_from_b)
{
    enum { SAMPLES = 600, KEPT = 6 };
    double best[KEPT];
    Vec3 direction[KEPT];
    for (int i = 0; i < KEPT; ++i) {
        best[i] = -1e30;
        direction[i] = vec3(0.0f, 1.0f, 0.0f);
    }
    for (int i = 0; i < SAMPLES; ++i) {
        // Points of a spiral, evenly spread (Saff and Kuijlaars, 1997).
        const double y = 1.0 - 2.0 * (i + 0.5) / SAMPLES, r = sqrt(1.0 - y * y);
        const double angle = 2.39996322972865332 * i;
        const Vec3 n = {(float)(r * cos(angle)), (float)y, (float)(r * sin(angle))};
        double value = separation_along(a, b, a_from_b, n);
        Vec3 moved = n;
        for (int k = 0; k < KEPT; ++k) {
            if (value > best[k]) {
                const double v = best[k];
                const Vec3 d = direction[k];
                best[k] = value;
                direction[k] = moved;
                value = v;
                moved = d;
            }
        }
    }
    double greatest = -1e30;
    for (int k = 0; k < KEPT; ++k) {
        for (double step = 0.08; step > 1e-5; step *= 0.6) {
            for (int round = 0; round < 8; ++round) {
                const Vec3 side = vec3_perpendicular(direction[k]);
                const Vec3 other = vec3_cross(direction[k], side);
                const double angle = PI / 4.0 * round;
                Vec3 n = vec3_add_scaled(direction[k], side, (float)(step * cos(angle)));
                n = vec3_add_scaled(n, other, (float)(step * sin(angle)));
                n = vec3_scale(n, 1.0f / vec3_length(n));
                const double value = separation_along(a, b, a_from_b, n);
                if (value > best[k]) {
                    best[k] = value;
                    direction[k] = n;
                }
            }
        }
        greatest = best[k] > greatest ? best[k] : greatest;
    }
    return greatest;
}

/// One call without memory of earlier ones; the first plane of contact, or one without points.
static inline int collide(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                          LocalManifold3 *touch)
{
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    PairCache3 cache = {0};
    const int count = tum_collide3(widest_pairs3(), a, b, a_from_b, margin, &cache, touches);
    *touch = count > 0 ? touches[0] : (LocalManifold3){.point_count = 0};
    return count;
}

static inline float least_separation(const LocalManifold3 *touch)
{
    float least = touch->points[0].separation;
    for (int i = 1; i < touch->point_count; ++i) {
        least = minimum(touch->points[i].separation, least);
    }
    return least;
}

#endif
