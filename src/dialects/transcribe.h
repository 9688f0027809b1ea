// SPDX-License-Identifier: MIT
/// transcribe.h: a document of one format as one of the other: nodes, meshes, base colours. Physics
/// is written afterwards, by the target's writer.
///
/// Both make writer->document, with writer->mesh_index, and note failures in writer->status.
/// Whatever is seen and cannot be said is told once for each kind (L-RENDER).
#ifndef TUM_DIALECTS_TRANSCRIBE_H
#define TUM_DIALECTS_TRANSCRIBE_H

#include "dialects/scene_writer.h"

/// glTF from G4MF of 3 dimensions. Nodes keep their index; node 0 is the scene.
void tum_transcribe_to_gltf(SceneWriter *writer);

/// G4MF from glTF. Node 0 is the root; the others move up by one. Meshes that share a node with a
/// body get nodes of their own below.
void tum_transcribe_to_g4mf(SceneWriter *writer);

/// A document to fill. @return false on failure.
bool tum_transcribe_begin(SceneWriter *writer, TumFormat format);

/// Takes `name` and `extras` of an item along.
void tum_transcribe_words(SceneWriter *writer, const Cursor *from, const Cursor *to);

/// Tells once that things of a kind are gone.
void tum_transcribe_lost(SceneWriter *writer, const Cursor *at, const char *kind);

/// Tells of every extension the source uses that is no physics.
void tum_transcribe_extensions(SceneWriter *writer, const Cursor *used);

/// Triangles of a mesh of the source, as either format has them.
typedef struct TranscribedMesh {
    const double *points; ///< 3 numbers each
    size_t point_count;
    const uint32_t *triangles; ///< 3 indices each
    size_t triangle_count;     ///< 0: none.
} TranscribedMesh;

/// Adds a mesh of the copy with the source's words and a material, and remembers where it is.
///
/// @param parts  where the source keeps what has materials, and where the copy does.
void tum_transcribe_mesh(SceneWriter *writer, size_t index, const TranscribedMesh *mesh,
                         const char *const parts[2]);

#endif
