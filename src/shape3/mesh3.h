// SPDX-License-Identifier: MIT
/// mesh3.h: triangle meshes: creation, queries of their tree, and edges that may push.
#ifndef TUM_SHAPE3_MESH3_H
#define TUM_SHAPE3_MESH3_H

#include "base/alloc.h"
#include "shape3/mesh_data3.h"
#include "shape3/shape_kernels3.h"

/// Builds a mesh. Degenerate triangles are dropped.
///
/// @param kernels  of the instruction set of the build and of later queries (shape_kernels3.h).
/// @return TUM_OK, TUM_ERROR_INPUT (no triangle is left) or TUM_ERROR_MEMORY.
TumStatus tum_mesh3_build(const double *points, uint32_t point_count, const uint32_t *triangles,
                          uint32_t triangle_count, const ShapeKernels3 *kernels,
                          const TumAllocator *allocator, Mesh3 **mesh);

void tum_mesh3_destroy(Mesh3 *mesh, const TumAllocator *allocator);

/// Calls visit for every triangle whose box meets `bound`, in a fixed order, until visit answers
/// false.
void tum_mesh3_query(const Mesh3 *mesh, Bound3 bound, bool (*visit)(void *user, uint32_t triangle),
                     void *user);

/// Calls visit for every triangle whose box meets the segment between two points, likewise.
void tum_mesh3_query_segment(const Mesh3 *mesh, Vec3 from, Vec3 to,
                             bool (*visit)(void *user, uint32_t triangle), void *user);

/// True when an edge or a corner of a triangle can be hit from `direction`: no neighbouring
/// triangle reaches farther that way.
///
/// @param edges  one bit as EDGE_ACTIVE_i: that edge, and `point` lies on it; two bits: the corner
///               at which these edges meet.
bool tum_mesh3_is_ridge(const Mesh3 *mesh, uint32_t triangle, unsigned edges, Vec3 point,
                        Vec3 direction);

/// True when the segment from `from` to `to` passes through a triangle well before its end.
bool tum_mesh3_hides(const Mesh3 *mesh, Vec3 from, Vec3 to);

/// True when a point is inside, by the parity of crossings; defined for solid meshes only.
bool tum_mesh3_contains(const Mesh3 *mesh, Vec3 point);

/// Distance between the plane of a triangle and the end of a segment below which the triangle does
/// not hide the end: some ten roundings of the coordinates involved. [m]
static inline float mesh3_crossing_tolerance(Vec3 from, Vec3 to)
{
    const Vec3 far = vec3_maximum(vec3_absolute(from), vec3_absolute(to));
    return 2e-6f * (far.x + far.y + far.z);
}

#endif
