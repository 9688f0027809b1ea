// SPDX-License-Identifier: MIT
/// g4mf_writer.h: nodes of G4MF, of which each is one kind of thing at most.
#ifndef TUM_DIALECTS_G4MF_WRITER_H
#define TUM_DIALECTS_G4MF_WRITER_H

#include "dialects/scene_writer.h"

/// Adds a node below another, without a transform of its own, named after it and its part: "Base"
/// and "Mesh" give "BaseMesh". @return its index as the writer counts.
int32_t tum_g4mf_add_part(SceneWriter *writer, int32_t node, const char *part);

#endif
