// SPDX-License-Identifier: MIT
/// mesh4.h: meshes of tetrahedra: a tree over them, and what lies beside each.
#ifndef TUM_SPACE4_MESH4_H
#define TUM_SPACE4_MESH4_H

#include "space4/collide4.h"

/// Two children per node. Children: >= 0 another node; < 0: the tetrahedron ~child.
typedef struct MeshNode4 {
    Vec4 low[2], high[2];
    int32_t child[2];
} MeshNode4;

/// Depth of the tree: it halves the tetrahedra at every level.
enum { MESH4_DEPTH = 40 };

typedef struct Mesh4 {
    Vec4 *points;              ///< point_count
    uint32_t (*tetrahedra)[4]; ///< tetrahedron_count
    Vec4 *normals;          ///< tetrahedron_count; unit: perpendicular of the edges from the first
                            ///< corner to the others.
    uint32_t *around_first; ///< point_count + 1; into around.
    uint32_t *around;       ///< Of each point, the tetrahedra that use it, rising.
    MeshNode4 *nodes;       ///< tetrahedron_count - 1, at least one; the root first. A mesh of
                            ///< one tetrahedron has it as both children.
    uint32_t point_count, tetrahedron_count;
    DVec4 low, high; ///< Bound.
    DVec4 middle;    ///< Of the bound.
    double reach;    ///< [m] Greatest distance of a point from the origin.
    void *memory;
    size_t memory_bytes;
} Mesh4;

#endif
