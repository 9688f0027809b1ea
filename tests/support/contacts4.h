// SPDX-License-Identifier: MIT
/// contacts4.h: contacts as seen from the world, and how far they may be off.
#ifndef TUM_TESTS_CONTACTS4_H
#define TUM_TESTS_CONTACTS4_H

#include "collide4/collide4.h"
#include "collide4/pairs4.h"
#include "tests/support/placed4.h"
#include "tests/support/poses4.h"

/// Touches of two bodies, in the world.
typedef struct Contact {
    int count; ///< Planes; what follows is of the first.
    DVec4 normal;
    int point_count;
    DVec4 points[LOCAL_POINTS_MAX4];
    double separations[LOCAL_POINTS_MAX4];
    uint32_t features[LOCAL_POINTS_MAX4];
    double deepest;
} Contact;

/// Also checks what holds for all: unit normals, points within the margin, names that are unique.
static inline Contact touch_with(const Shape4 *a, DPose4 at_a, const Shape4 *b, DPose4 at_b,
                                 double margin, PairCache4 *cache)
{
    LocalManifold4 touches[LOCAL_MANIFOLDS_MAX4];
    const Pose4 a_from_b = pose4_narrow(dpose4_relative(at_a, at_b));
    Contact contact = {.deepest = INFINITY};
    contact.count = tum_collide4(a, b, a_from_b, (float)margin, cache, touches);
    for (int t = 0; t < contact.count; ++t) {
        assert_in_range(touches[t].point_count, 1, LOCAL_POINTS_MAX4);
        assert_near(vec4_length(touches[t].normal), 1, 1e-5);
        for (int i = 0; i < touches[t].point_count; ++i) {
            const LocalPoint4 *point = &touches[t].points[i];
            assert_true((double)point->separation <= margin * 1.0001 + 1e-6);
            for (int k = 0; k < i; ++k) {
                assert_int_not_equal(point->feature, touches[t].points[k].feature);
            }
        }
    }
    if (contact.count > 0) {
        contact.normal = drotation4_rotate(at_a.rotation, vec4_widen(touches[0].normal));
        contact.point_count = touches[0].point_count;
    }
    for (int i = 0; i < contact.point_count; ++i) {
        const LocalPoint4 *point = &touches[0].points[i];
        contact.points[i] = dpose4_transform(at_a, vec4_widen(point->position));
        contact.separations[i] = (double)point->separation;
        contact.features[i] = point->feature;
        contact.deepest = fmin(contact.deepest, contact.separations[i]);
    }
    return contact;
}

static inline Contact touch_of(const Shape4 *a, DPose4 at_a, const Shape4 *b, DPose4 at_b,
                               double margin)
{
    PairCache4 cache = {.kind = 0};
    return touch_with(a, at_a, b, at_b, margin, &cache);
}

static inline double least_half(const Shape4 *shape)
{
    const DVec4 half = shape->half;
    return fmin(fmin(half.x, half.y), fmin(half.z, half.w));
}

/// How much a cell of two boxes may be worse than the best of all axes: size_bias and depth_bias of
/// sat4.c, the depth being its own.
static inline double bias_of(const Shape4 *a, const Shape4 *b, double separation)
{
    const double least = fmin(least_half(a), least_half(b));
    return (0.02 * fabs(separation) + 0.005 * least) / (1 - 0.02) + 1e-5;
}

/// How much less deep than the shapes the deepest of eight points may be: faces stand for the
/// deepest point where they reach within deep_share of the extent of it (meeting4.c), and of points
/// within equal_depth of the contact's diagonal any counts as the deepest (manifold4.c).
static inline double depth_room(const Shape4 *a, const Shape4 *b)
{
    const double extent = fmin(a->bounding_radius, b->bounding_radius);
    return 1e-4 * extent + 5e-5 * 2 * sqrt(3) * extent + 1e-5;
}

/// How much smaller the rounder shape is of which GJK tells shallow normals: shrink_share of
/// convex4.c, of the ball that fits inside where only corners are drawn in, else of the size.
static inline double rounding_of(const Shape4 *shape)
{
    return 0.02 * (tum_is_even4(shape) ? shape->inner - shape->radius : shape->bounding_radius);
}

/// How much deeper than the shapes a contact of any two may be: shallow ones by the rounding, the
/// others by a thousandth that EPA may miss.
static inline double depth_error(const Shape4 *a, const Shape4 *b, double separation)
{
    const double rounding = rounding_of(a) + rounding_of(b);
    const double cores = -separation - a->radius - b->radius;
    return (cores < 2 * rounding ? rounding : 1e-3 * fabs(separation)) + 1e-5;
}

#endif
