// SPDX-License-Identifier: MIT
/// mesh_visit3.h: visits of a mesh's triangles in the order of its tree.
#ifndef TUM_SHAPE3_MESH_VISIT3_H
#define TUM_SHAPE3_MESH_VISIT3_H

#include "base/assert.h"
#include "shape3/mesh_data3.h"

/// Calls visit for the triangles of leaves whose boxes `meets` selects, until visit answers false.
/// Inlined, so that the compiler knows both functions.
///
/// @param meets  returns the bits of a node's children to descend into.
static inline __attribute__((always_inline)) void
mesh_visit3(const Mesh3 *mesh, uint32_t (*meets)(const void *with, const MeshNode3 *node),
            const void *with, bool (*visit)(void *user, uint32_t triangle), void *user)
{
    int32_t stack[MESH3_STACK];
    uint8_t counts[MESH3_STACK];
    int depth = 0;
    stack[depth] = 0;
    counts[depth++] = 0;
    while (depth > 0) {
        const int32_t child = stack[--depth];
        if (child < 0) {
            const uint32_t first = (uint32_t)~child;
            for (uint32_t t = first; t < first + counts[depth]; t++) {
                if (!visit(user, t)) {
                    return;
                }
            }
            continue;
        }
        const MeshNode3 *node = &mesh->nodes[child];
        TUM_ASSERT(depth + MESH3_CHILDREN <= MESH3_STACK);
        uint32_t met = meets(with, node);
        while (met != 0) { // The child pushed last is visited first.
            const int i = 31 - __builtin_clz(met);
            met &= ~(1u << i);
            stack[depth] = node->child[i];
            counts[depth++] = node->count[i];
        }
    }
}

#endif
