// SPDX-License-Identifier: MIT
/// gravity3.h: gravity that differs from place to place (docs/simulation.md#9-volumes-of-gravity).
///
/// A field pulls toward the nearest point of its source. The world lists the fields that act on
/// each body once per step. Every substep evaluates these fields anew at the body's centre of mass,
/// so that orbits stay closed.
#ifndef TUM_DISTANCE3_GRAVITY3_H
#define TUM_DISTANCE3_GRAVITY3_H

#include "math/math3_64.h"
#include "shape3/shape3.h"

typedef enum FieldKind3 {
    FIELD3_DIRECTIONAL, ///< uniform along `direction`
    FIELD3_POINT,       ///< source: the origin of the frame
    FIELD3_DISC,  ///< source: the filled ellipse with half axes `radii` along the frame's X and Z
    FIELD3_TORUS, ///< source: the rim of that ellipse
    FIELD3_LINE,  ///< source: the polyline through `points`
    FIELD3_SHAPED ///< source: the surface of a shape
} FieldKind3;

typedef struct Field3 {
    FieldKind3 kind;
    double strength;      ///< [m/s^2] Negative: repulsion.
    double unit_distance; ///< [m] Distance at which the acceleration is `strength`; 0: the same at
                          ///< every distance.
    DVec3 direction;      ///< Unit, in the frame.
    double radii[2];      ///< [m] Half axes.
    const double *points; ///< [m] [point_count * 3] Polyline, in the frame.
    size_t point_count;
    Shape3 shape;
    Pose3 world_from_frame;
} Field3;

/// Acceleration at a point of the world. [m/s^2] Zero within a micrometre of the source, and at the
/// middle of a torus' or disc's rim, which is equally near on all sides.
DVec3 tum_field3_at(const Field3 *field, DVec3 point);

/// Fields that act on a body.
typedef struct FieldRange3 {
    uint32_t first, count; ///< Range of Gravity3.order.
    bool stops;            ///< The world's uniform gravity does not act on the body.
} FieldRange3;

/// All gravity fields of a world. Owned by the world.
typedef struct Gravity3 {
    const Field3 *fields;
    const uint32_t *order;     ///< Indices of fields, in the order of evaluation.
    const FieldRange3 *bodies; ///< [body_count] By body slot; bodies beyond are in no field.
    size_t body_count;
    float pull_most; ///< [m/s^2] Strength of the strongest field at its unit distance.
} Gravity3;

/// Acceleration of a body with the centre of mass `center`. [m/s^2]
///
/// @param uniform  [m/s^2] the world's uniform gravity.
Vec3 tum_gravity3_at(const Gravity3 *gravity, int32_t body, Vec3 center, Vec3 uniform);

#endif
