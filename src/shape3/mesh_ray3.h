// SPDX-License-Identifier: MIT
/// mesh_ray3.h: the first hit of a ray on a mesh.
#ifndef TUM_SHAPE3_MESH_RAY3_H
#define TUM_SHAPE3_MESH_RAY3_H

#include "shape3/mesh_data3.h"
#include "shape3/ray_data3.h"

/// First hit of a ray. Triangles are thin and hit from both sides; a ray in the plane of a triangle
/// does not hit that triangle.
///
/// @param hit  written only when the answer is true.
bool tum_mesh3_cast_ray(const Mesh3 *mesh, const MeshRay3 *ray, MeshHit3 *hit);

#endif
