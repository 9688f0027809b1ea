// SPDX-License-Identifier: MIT
/// pointer_writer.h: animation pointers at the new places of their properties.
#ifndef TUM_CONVERT_POINTER_WRITER_H
#define TUM_CONVERT_POINTER_WRITER_H

#include "convert/scene_writer.h"

/// Redirects animations to the new places of their properties; reports those without a target
/// (L-POINTER), behaviour graphs, and extensions of foreign bodies.
void tum_writer_pointers(SceneWriter *writer);

#endif
