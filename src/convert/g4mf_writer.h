// SPDX-License-Identifier: MIT
/// g4mf_writer.h: new nodes in G4MF, where each node has at most one kind.
#ifndef TUM_CONVERT_G4MF_WRITER_H
#define TUM_CONVERT_G4MF_WRITER_H

#include "convert/scene_writer.h"

/// Name for a part of a node: "Base" and "Mesh" give "BaseMesh". The arena keeps it. NULL where the
/// node has no name.
const char *tum_g4mf_part_name(SceneWriter *writer, int32_t node, const char *part);

/// Adds a node below another, without a transform of its own, with a name from its parent and its
/// role. @return its index in the writer's numbering.
int32_t tum_g4mf_add_part(SceneWriter *writer, int32_t node, const char *part);

/// The node itself while it has no kind and is not taken, else a new node below it, with a finding
/// (B-SPLIT).
int32_t tum_g4mf_free_node(SceneWriter *writer, int32_t node, const char *part, const char *pointer,
                           bool is_taken);

/// Reports the materials and filters of the scene, which G4MF has not.
void tum_g4mf_tell_surfaces(SceneWriter *writer);

#endif
