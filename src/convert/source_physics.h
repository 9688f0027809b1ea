// SPDX-License-Identifier: MIT
/// source_physics.h: the physics of the source's dialects in the copy of the document.
#ifndef TUM_CONVERT_SOURCE_PHYSICS_H
#define TUM_CONVERT_SOURCE_PHYSICS_H

#include "convert/scene_writer.h"

/// The removed extensions, by index; NULL beyond the last one.
const char *tum_writer_extension_taken(size_t index);

/// Removes the physics of all dialects. @return true where the document required some of it.
bool tum_writer_strip(SceneWriter *writer);

/// Reports effects of the source's dialect on the result.
void tum_writer_tell_of_source(SceneWriter *writer);

#endif
