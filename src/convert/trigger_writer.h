// SPDX-License-Identifier: MIT
/// trigger_writer.h: the triggers of a scene.
#ifndef TUM_CONVERT_TRIGGER_WRITER_H
#define TUM_CONVERT_TRIGGER_WRITER_H

#include "convert/scene_writer.h"

/// Writes all triggers; makes nodes and members where the target needs them.
void tum_writer_triggers(SceneWriter *writer);

#endif
