// SPDX-License-Identifier: MIT
/// g4mf_mesh.h: the boundary of a G4MF mesh: triangles in 3D, tetrahedra in 4D.
#ifndef TUM_DOCUMENT_G4MF_MESH_H
#define TUM_DOCUMENT_G4MF_MESH_H

#include "base/arena.h"
#include "document/cursor.h"

/// Points and cells of all surfaces, in the mesh's space. Only used points: those of cells, else of
/// edges, else all points of the mesh (docs/formats.md#g4mf).
typedef struct G4mfMeshData {
    double *points;  ///< [point_count * dimension] in the arena.
    uint32_t *cells; ///< [cell_count * dimension] in the arena.
    size_t point_count, cell_count;
    bool has_errors; ///< Some of the data is broken; findings give the places.
    bool is_out_of_memory;
} G4mfMeshData;

/// @param mesh  index into /meshes.
/// @return false without points, or out of memory. The two flags are set in either case.
bool tum_g4mf_mesh_read(const TumDocument *document, int32_t mesh, Arena *arena, G4mfMeshData *data,
                        TumReport *report);

#endif
