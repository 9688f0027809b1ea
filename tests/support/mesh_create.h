// SPDX-License-Identifier: MIT
// mesh_create.h: meshes for tests that say nothing about failures or instruction sets.
#ifndef TUM_TEST_MESH_CREATE_H
#define TUM_TEST_MESH_CREATE_H

#include "shape3/mesh3.h"

// tum_mesh3_build with the widest instructions of the processor, and NULL for every failure.
static inline Mesh3 *create_mesh3(const double *points, uint32_t point_count,
                                  const uint32_t *triangles, uint32_t triangle_count,
                                  const TumAllocator *allocator)
{
    Mesh3 *mesh;
    (void)tum_mesh3_build(points, point_count, triangles, triangle_count,
                          shape_kernels3(tum_cpu_widest()), allocator, &mesh);
    return mesh;
}

#endif
