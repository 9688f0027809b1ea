// SPDX-License-Identifier: MIT
/// check_data.h: what the parts of a check share; inside check/ only.
#ifndef TUM_CHECK_CHECK_DATA_H
#define TUM_CHECK_CHECK_DATA_H

#include "base/arena.h"
#include "base/report.h"
#include "tumble/check.h"
#include "tumble/world.h"

typedef struct SceneCheck {
    const TumScene *scene;
    TumReport *report;
    Arena arena;
    const TumWorld *world; ///< NULL until there is one.
    TumOverlaps overlaps;  ///< Found so far.
} SceneCheck;

/// What bodies weigh, beside what their shapes would: check_mass.c.
void tum_check_masses(SceneCheck *check);

/// Limits that are exceeded by more than this, in the scene or, where there is one, in the world;
/// of three dimensions: check_joint.c.
void tum_check_joints(const SceneCheck *check, DiagnosticCode code, double most_metres,
                      double most_radians);

/// Overlaps in a world that was never stepped: check_overlap.c.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_check_overlaps(SceneCheck *check);

#endif
