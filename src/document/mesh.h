// SPDX-License-Identifier: MIT
/// mesh.h: the triangles of a mesh, deformed as at load time.
#ifndef TUM_DOCUMENT_MESH_H
#define TUM_DOCUMENT_MESH_H

#include "base/arena.h"
#include "document/cursor.h"

/// A mesh with its morph weights and its skin.
typedef struct MeshSource {
    int32_t mesh;          ///< Index into meshes.
    const double *weights; ///< Morph weights; NULL: the mesh's own.
    size_t weight_count;   ///< Weights beyond the targets are ignored, missing weights are 0.
    int32_t skin;          ///< -1: none. Skinned points are in world space.
} MeshSource;

/// Points and triangles of all primitives of a mesh, one after the other, in the mesh's space.
typedef struct MeshData {
    double *points;      ///< 3 numbers each, in the arena.
    uint32_t *triangles; ///< 3 indices each, in the arena.
    size_t point_count, triangle_count;
    size_t skipped_primitives; ///< Primitives of points or lines: without triangles, but with their
                               ///< points.
    bool is_skinned;           ///< The points are in world space, not in the mesh's space.
} MeshData;

/// Reads modes 4, 5 and 6 (triangles, strips, fans), indexed or not; sparse, quantised, normalised,
/// strided accessors; morph targets; skins. Triangles with a repeated vertex are dropped. Findings
/// about accessors are filed at the accessor.
///
/// @param at      the property that names the mesh: the place of findings about an unreadable mesh.
/// @return false where no primitive could be read (a finding gives the reason) or memory ran out.
bool tum_mesh_read(const TumDocument *document, const MeshSource *source, Arena *arena,
                   MeshData *data, const Cursor *at);

#endif
