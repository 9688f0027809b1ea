// SPDX-License-Identifier: MIT
/// trial_data.h: what the parts of a trial share; inside trial/ only.
#ifndef TUM_TRIAL_TRIAL_DATA_H
#define TUM_TRIAL_TRIAL_DATA_H

#include "base/arena.h"
#include "base/report.h"
#include "tumble/trial.h"
#include "tumble/world.h"

typedef struct Trial {
    const TumScene *scene;
    TumReport *report;
    Arena arena;
    const TumWorld *world; ///< NULL until there is one.
    TumOverlaps overlaps;  ///< Found so far.
} Trial;

/// What bodies weigh, beside what their shapes would: trial_mass.c.
void tum_try_masses(Trial *trial);

/// Limits that are exceeded by more than this, in the scene or, where there is one, in the world;
/// of three dimensions: trial_joint.c.
void tum_try_joints(const Trial *trial, DiagnosticCode code, double most_metres,
                    double most_radians);

/// Overlaps in a world that was never stepped: trial_overlap.c.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_try_overlaps(Trial *trial);

#endif
