// SPDX-License-Identifier: MIT
/// body_writer.h: what a body weighs, for dialects that leave nothing to the engine but inertia and
/// know nothing infinite: the OMI line and G4MF.
#ifndef TUM_DIALECTS_BODY_WRITER_H
#define TUM_DIALECTS_BODY_WRITER_H

#include "dialects/scene_writer.h"

typedef struct BodyValues {
    TumBodyKind kind;
    double mass;              ///< [kg]
    double center_of_mass[3]; ///< [m] In node space.
    bool has_inertia;         ///< Else it is left to the engine.
    double inertia[3];        ///< [kg m^2]
    double inertia_rotation[4];
    bool is_upright; ///< inertia_rotation is the identity.
    double gravity_factor;
} BodyValues;

/// Works the values out and tells what had to be computed (B-MASS, B-COM), what infinity became
/// (A-INFINITE, or B-KINEMATIC where nothing can move the body at all) and, where the target lacks
/// it, that a gravity factor is gone (L-GFACTOR).
BodyValues tum_writer_body_values(SceneWriter *writer, const TumBody *body);

/// Three numbers, unless all are zero.
void tum_writer_body_vector(SceneWriter *writer, const Cursor *object, const char *key,
                            const double *vector);

#endif
