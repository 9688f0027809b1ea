// SPDX-License-Identifier: MIT
/// transcribe.h: a document of one format in the other: nodes, meshes, base colors. The target's
/// writer adds the physics afterwards.
///
/// Both directions create writer->document and writer->mesh_index, and record failures in
/// writer->status. Visible content without a counterpart is reported once for each kind (L-RENDER).
#ifndef TUM_CONVERT_TRANSCRIBE_H
#define TUM_CONVERT_TRANSCRIBE_H

#include "convert/scene_writer.h"

/// glTF from G4MF of 3 dimensions. Nodes keep their index; node 0 is the scene.
void tum_transcribe_to_gltf(SceneWriter *writer);

/// G4MF from glTF. Node 0 is the root; the indices of others increase by one. Meshes at a body's
/// node get nodes of their own below.
void tum_transcribe_to_g4mf(SceneWriter *writer);

/// Creates an empty document. @return false on failure.
bool tum_transcribe_begin(SceneWriter *writer, TumFormat format);

/// Copies `name` and `extras` of an item.
void tum_transcribe_words(SceneWriter *writer, const Cursor *from, const Cursor *to);

/// Reports once that a kind of content is lost.
void tum_transcribe_lost(SceneWriter *writer, const Cursor *at, const char *kind);

/// Reports every used extension of the source other than physics.
void tum_transcribe_extensions(SceneWriter *writer, const Cursor *used);

/// Triangles of a mesh of the source, in either format.
typedef struct TranscribedMesh {
    const double *points; ///< 3 numbers each
    size_t point_count;
    const uint32_t *triangles; ///< 3 indices each
    size_t triangle_count;     ///< 0: none.
} TranscribedMesh;

/// Adds a mesh to the copy with the source's name, extras and a material, and records its index.
///
/// @param parts  names of the lists with materials in the source and in the copy.
void tum_transcribe_mesh(SceneWriter *writer, size_t index, const TranscribedMesh *mesh,
                         const char *const parts[2]);

#endif
