// SPDX-License-Identifier: MIT
/// gravity_writer.h: gravity of the world and its volumes.
#ifndef TUM_CONVERT_GRAVITY_WRITER_H
#define TUM_CONVERT_GRAVITY_WRITER_H

#include "convert/scene_writer.h"

/// "OMI_physics_gravity": has its own content besides the dialects.
extern const char tum_writer_gravity_extension[];

/// Writes the gravity of the world and of volumes, or reports its loss.
void tum_writer_gravity(SceneWriter *writer);

/// Reports gravity and its volumes where the target has none.
void tum_writer_tell_lost_gravity(SceneWriter *writer);

#endif
