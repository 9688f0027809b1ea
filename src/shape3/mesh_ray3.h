// SPDX-License-Identifier: MIT
/// mesh_ray3.h: where a ray first meets a triangle of a mesh.
#ifndef TUM_SHAPE3_MESH_RAY3_H
#define TUM_SHAPE3_MESH_RAY3_H

#include "shape3/mesh_data3.h"
#include "shape3/ray_data3.h"

/// Triangles are thin and met from both sides; a ray in the plane of one passes it.
///
/// @param hit  written only when the answer is true.
bool tum_mesh3_cast_ray(const Mesh3 *mesh, const MeshRay3 *ray, MeshHit3 *hit);

#endif
