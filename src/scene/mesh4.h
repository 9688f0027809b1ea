// SPDX-License-Identifier: MIT
/// mesh4.h: meshes of tetrahedra, the boundaries of solids in 4D.
#ifndef TUM_SCENE_MESH4_H
#define TUM_SCENE_MESH4_H

#include "scene/builder_data.h"

/// Copies the cells of a mesh to the builder's arena, without those of zero volume, and sets
/// mesh->is_closed. The mesh has its points.
///
/// @param sound  [mesh->point_count] True for valid points.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_copy_cells4(SceneBuilder *builder, const uint32_t *cells, size_t count,
                          const bool *sound, TumMesh *mesh);

#endif
