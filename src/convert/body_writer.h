// SPDX-License-Identifier: MIT
/// body_writer.h: mass properties for the OMI line and G4MF: engines compute nothing but the
/// inertia, and no value is infinite.
#ifndef TUM_CONVERT_BODY_WRITER_H
#define TUM_CONVERT_BODY_WRITER_H

#include "convert/scene_writer.h"

typedef struct BodyValues {
    TumBodyKind kind;
    double mass;              ///< [kg]
    double center_of_mass[3]; ///< [m] In node space.
    bool has_inertia;         ///< False: the engine computes the inertia.
    double inertia[3];        ///< [kg m^2]
    double inertia_rotation[4];
    bool is_upright; ///< inertia_rotation is the identity.
    double gravity_factor;
} BodyValues;

/// Computes the values and files the conversions: computed mass properties (B-MASS, B-COM),
/// replaced infinity (A-INFINITE, or B-KINEMATIC where no force can move the body) and, where the
/// target lacks it, a lost gravity factor (L-GFACTOR).
BodyValues tum_writer_body_values(SceneWriter *writer, const TumBody *body);

/// Writes three numbers, unless all are zero.
void tum_writer_body_vector(SceneWriter *writer, const Cursor *object, const char *key,
                            const double *vector);

#endif
