// SPDX-License-Identifier: MIT
/// g4mf_reader.h: the physics of G4MF documents, in 3 and 4 dimensions
/// (docs/formats.md#g4mf).
///
/// Physics is a part of that format and no extension, and its documents have no other physics: the
/// reader is not among the dialects of glTF.
#ifndef TUM_DIALECTS_G4MF_READER_H
#define TUM_DIALECTS_G4MF_READER_H

#include "dialects/scene_reader.h"

/// Refuses a document that requires any extension: all are unknown.
void tum_g4mf_check_required(SceneReader *reader);

/// Reads shapes, motions, colliders and triggers into the scene. A document of other dimensions
/// gets a finding, and nothing is read.
void tum_g4mf_read(SceneReader *reader);

/// The result of reading a mesh.
typedef struct G4mfMesh {
    int32_t scene; ///< Index in the scene; MESH_UNREAD, or -1: unusable.
    bool is_flat;  ///< The points have no volume.
    bool has_cells;
    bool has_errors; ///< The data are broken; findings give the places.
} G4mfMesh;

/// The table of shapes; entries are read on first use. Must not move while in use.
typedef struct G4mfShapes {
    RootTable root;
    RootTable meshes, accessors;
    int dimension;
    int32_t *shapes;             ///< [root.count] Index in the scene; SHAPE_UNREAD, or -1:
                                 ///< unusable.
    bool *is_ray, *is_heightmap; ///< [root.count]
    G4mfMesh *known;             ///< [meshes.count]
} G4mfShapes;

void tum_g4mf_shapes_open(G4mfShapes *table, SceneReader *reader);

/// @param index  into the table, or -1.
/// @return the shape in the scene, or -1 for an unusable one, with a finding.
int32_t tum_g4mf_shape(SceneReader *reader, G4mfShapes *table, int32_t index);

#endif
