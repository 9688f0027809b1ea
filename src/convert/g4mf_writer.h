// SPDX-License-Identifier: MIT
/// g4mf_writer.h: new nodes in G4MF, where each node has at most one kind.
#ifndef TUM_CONVERT_G4MF_WRITER_H
#define TUM_CONVERT_G4MF_WRITER_H

#include "convert/scene_writer.h"

/// Adds a node below another, without a transform of its own, with a name from its parent and its
/// role: "Base" and "Mesh" give "BaseMesh". @return its index in the writer's numbering.
int32_t tum_g4mf_add_part(SceneWriter *writer, int32_t node, const char *part);

#endif
