// SPDX-License-Identifier: MIT
/// check_data.h: data shared by the checks; inside check/ only.
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
    const TumWorld *world; ///< NULL before its creation.
    TumOverlaps overlaps;  ///< Overlaps found so far.
} SceneCheck;

/// Compares the mass of bodies with that of their shapes: check_mass.c.
void tum_check_masses(SceneCheck *check);

/// Reports limits that are exceeded by more than this, in the scene or, where it exists, in the
/// world; three dimensions only: check_joint.c.
void tum_check_joints(const SceneCheck *check, DiagnosticCode code, double most_metres,
                      double most_radians);

/// Reports overlaps in a world before its first step: check_overlap.c.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_check_overlaps(SceneCheck *check);

#endif
