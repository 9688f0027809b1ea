// SPDX-License-Identifier: MIT
// tessellate.c: points on spheres, capsules and cylinders, in rings around the axis.
//
// Between neighbours an angle a apart on two circles, around and along, a facet's middle lies below
// the sphere by r (1 - cos(a/2) cos(a/2)) = r sin(a/2)^2. So a = 2 asin(sqrt(deviation/r)).
#include "geometry/tessellate.h"

#include "math/scalar.h"

enum { AROUND_MIN = 8, AROUND_MAX = 128 };

// A zone of a sphere: latitudes from `low` to `high` [rad], around `center` on the Y axis.
typedef struct Zone {
    double center, radius, low, high;
} Zone;

double tum_smallest_radius(const TumShape *shape)
{
    if (shape->kind == TUM_SHAPE_SPHERE) {
        return shape->radius;
    }
    if (shape->kind != TUM_SHAPE_CAPSULE && shape->kind != TUM_SHAPE_CYLINDER) {
        return 0.0;
    }
    const double bottom = shape->radius_bottom, top = shape->radius_top;
    if (bottom > 0.0 && top > 0.0) {
        return minimum64(bottom, top);
    }
    return maximum64(bottom, top);
}

// The step between neighbours, as points on a full circle.
static uint32_t points_around(double radius, double deviation)
{
    if (!(deviation < radius)) {
        return AROUND_MIN;
    }
    const double sine_squared = deviation / radius;
    const double half =
        tum_atan2_64(square_root64(sine_squared), square_root64(1.0 - sine_squared));
    const double count = PI / half;
    if (!(count < AROUND_MAX)) {
        return AROUND_MAX;
    }
    const uint32_t whole = (uint32_t)count + 1;
    return whole < AROUND_MIN ? AROUND_MIN : whole;
}

static double *add_ring(double *out, double height, double radius, uint32_t around)
{
    for (uint32_t i = 0; i < around; ++i) {
        double sine, cosine;
        tum_sine_cosine64(2.0 * PI * (double)i / (double)around, &sine, &cosine);
        *out++ = radius * cosine;
        *out++ = height;
        *out++ = radius * sine;
    }
    return out;
}

static uint32_t rings_of(Zone zone, uint32_t around)
{
    const double step = 2.0 * PI / (double)around;
    return (uint32_t)((zone.high - zone.low) / step) + 2;
}

static double *add_zone(double *out, Zone zone, uint32_t around)
{
    const uint32_t rings = rings_of(zone, around);
    for (uint32_t i = 0; i < rings; ++i) {
        const double share = (double)i / (double)(rings - 1);
        double sine, cosine;
        tum_sine_cosine64(zone.low + (zone.high - zone.low) * share, &sine, &cosine);
        out = add_ring(out, zone.center + zone.radius * sine, zone.radius * cosine, around);
    }
    return out;
}

// One zone for a ball, two for a capsule: the cone between them touches both at the latitude whose
// sine is (bottom - top) / height.
static int zones_of(const TumShape *shape, Zone zones[2])
{
    const double quarter = 0.5 * PI, half = 0.5 * shape->height;
    const double bottom = shape->radius_bottom, top = shape->radius_top;
    if (shape->kind == TUM_SHAPE_SPHERE) {
        zones[0] = (Zone){0.0, shape->radius, -quarter, quarter};
        return 1;
    }
    if (absolute64(bottom - top) >= shape->height) {
        const bool larger_at_bottom = bottom > top;
        zones[0] =
            (Zone){larger_at_bottom ? -half : half, maximum64(bottom, top), -quarter, quarter};
        return 1;
    }
    const double sine = (bottom - top) / shape->height;
    const double latitude = tum_atan2_64(sine, square_root64(1.0 - sine * sine));
    zones[0] = (Zone){-half, bottom, -quarter, latitude};
    zones[1] = (Zone){half, top, latitude, quarter};
    return 2;
}

static TumStatus tessellate_box(const TumShape *shape, Arena *arena, double **points, size_t *count)
{
    double *out = tum_arena_zeroed(arena, 8, 3 * sizeof *out);
    *points = out;
    if (out == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (int corner = 0; corner < 8; ++corner) {
        for (int axis = 0; axis < 3; ++axis) {
            *out++ = (corner >> axis & 1) != 0 ? 0.5 * shape->size[axis] : -0.5 * shape->size[axis];
        }
    }
    *count = 8;
    return TUM_OK;
}

TumStatus tum_tessellate(const TumShape *shape, double deviation, Arena *arena, double **points,
                         size_t *count)
{
    *count = 0;
    if (shape->kind == TUM_SHAPE_BOX) {
        return tessellate_box(shape, arena, points, count);
    }
    Zone zones[2];
    int zone_count = 0;
    uint32_t around, rings = 2;
    if (shape->kind == TUM_SHAPE_CYLINDER) {
        // Only the circle matters for a cylinder; the sphere's rule is stricter than needed.
        around = points_around(maximum64(shape->radius_bottom, shape->radius_top), deviation);
    } else if (shape->kind == TUM_SHAPE_SPHERE || shape->kind == TUM_SHAPE_CAPSULE) {
        zone_count = zones_of(shape, zones);
        const double second = zone_count == 2 ? zones[1].radius : 0.0;
        around = points_around(maximum64(zones[0].radius, second), deviation);
        rings = rings_of(zones[0], around) + (zone_count == 2 ? rings_of(zones[1], around) : 0);
    } else {
        *points = NULL;
        return TUM_ERROR_ARGUMENT;
    }
    double *out = tum_arena_zeroed(arena, (size_t)around * rings, 3 * sizeof *out);
    *points = out;
    if (out == NULL) {
        return TUM_ERROR_MEMORY;
    }
    if (zone_count == 0) {
        out = add_ring(out, -0.5 * shape->height, shape->radius_bottom, around);
        (void)add_ring(out, 0.5 * shape->height, shape->radius_top, around);
    }
    for (int i = 0; i < zone_count; ++i) {
        out = add_zone(out, zones[i], around);
    }
    *count = (size_t)around * rings;
    return TUM_OK;
}
