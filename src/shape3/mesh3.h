// SPDX-License-Identifier: MIT
/// mesh3.h: triangle meshes: a tree over the triangles, and which edges can be hit.
#ifndef TUM_SHAPE3_MESH3_H
#define TUM_SHAPE3_MESH3_H

#include "base/alloc.h"
#include "shape3/mesh_data3.h"

/// Degenerate triangles are dropped.
/// @return TUM_OK, TUM_ERROR_INPUT (nothing is left) or TUM_ERROR_MEMORY.
TumStatus tum_mesh3_build(const double *points, uint32_t point_count, const uint32_t *triangles,
                          uint32_t triangle_count, const TumAllocator *allocator, Mesh3 **mesh);

/// The same where one reason is as good as the other: NULL.
Mesh3 *tum_mesh3_create(const double *points, uint32_t point_count, const uint32_t *triangles,
                        uint32_t triangle_count, const TumAllocator *allocator);
void tum_mesh3_destroy(Mesh3 *mesh, const TumAllocator *allocator);

/// Calls visit for every triangle whose box meets `bound`, in a fixed order, until it answers
/// false.
void tum_mesh3_query(const Mesh3 *mesh, Bound3 bound, bool (*visit)(void *user, uint32_t triangle),
                     void *user);

/// The same along the segment between two points.
void tum_mesh3_query_segment(const Mesh3 *mesh, Vec3 from, Vec3 to,
                             bool (*visit)(void *user, uint32_t triangle), void *user);

/// Whether an edge or a corner of a triangle can be hit from `direction`: true when nothing beside
/// it reaches farther that way.
///
/// @param edges  one bit as EDGE_ACTIVE_i: that edge, and `point` lies on it; two: the corner where
///               they meet.
bool tum_mesh3_is_ridge(const Mesh3 *mesh, uint32_t triangle, unsigned edges, Vec3 point,
                        Vec3 direction);

/// Whether the segment from `from` to `to` passes through a triangle well before its end.
bool tum_mesh3_hides(const Mesh3 *mesh, Vec3 from, Vec3 to);

/// Whether a point is inside, by the parity of crossings; of meaning for solid meshes only.
bool tum_mesh3_contains(const Mesh3 *mesh, Vec3 point);

/// [m] A triangle whose plane is closer than this to the end of a segment does not hide it: some
/// ten roundings of the coordinates involved.
static inline float mesh3_crossing_tolerance(Vec3 from, Vec3 to)
{
    const Vec3 far = vec3_maximum(vec3_absolute(from), vec3_absolute(to));
    return 2e-6f * (far.x + far.y + far.z);
}

#endif
