// SPDX-License-Identifier: MIT
/// gravity3.h: gravity that differs from place to place (docs/simulation.md#9-volumes-of-gravity).
///
/// A field pulls towards the nearest point of its source. Which fields act on a body is the world's
/// to say, once a step; what they amount to is asked anew in every substep, at the body's centre of
/// mass, so that orbits stay orbits.
#ifndef TUM_DISTANCE3_GRAVITY3_H
#define TUM_DISTANCE3_GRAVITY3_H

#include "math/math3_64.h"
#include "shape3/shape3.h"

typedef enum FieldKind3 {
    FIELD3_DIRECTIONAL, ///< direction
    FIELD3_POINT,       ///< the origin of the frame
    FIELD3_DISC,        ///< the filled ellipse with half axes radii along the frame's X and Z
    FIELD3_TORUS,       ///< its rim
    FIELD3_LINE,        ///< a line through points, in the frame
    FIELD3_SHAPED       ///< the surface of a shape, in the frame
} FieldKind3;

typedef struct Field3 {
    FieldKind3 kind;
    double strength;      ///< [m/s^2] Negative: away.
    double unit_distance; ///< [m] 0: the same at every distance.
    DVec3 direction;      ///< Unit, in the frame.
    double radii[2];      ///< [m]
    const double *points; ///< [m] [point_count * 3], in the frame.
    size_t point_count;
    Shape3 shape;
    Pose3 world_from_frame;
} Field3;

/// The acceleration at a point of the world [m/s^2]. None at the source itself, within a
/// micrometre, and none at the middle of a disc's or torus' rim, which is as near on all sides.
DVec3 tum_field3_at(const Field3 *field, DVec3 point);

/// Which fields act on a body.
typedef struct FieldRange3 {
    uint32_t first, count; ///< Into Gravity3.order.
    bool stops;            ///< The world's gravity does not act beside them.
} FieldRange3;

/// All fields of a world. Owned by the world.
typedef struct Gravity3 {
    const Field3 *fields;
    const uint32_t *order;     ///< Indices of fields.
    const FieldRange3 *bodies; ///< [body_count] One a slot; bodies beyond are in no field.
    size_t body_count;
    float pull_most; ///< [m/s^2] Of the strongest field, at its unit distance.
} Gravity3;

/// The acceleration of a body whose centre of mass is at `center`.
///
/// @param uniform  the world's own.
Vec3 tum_gravity3_at(const Gravity3 *gravity, int32_t body, Vec3 center, Vec3 uniform);

#endif
