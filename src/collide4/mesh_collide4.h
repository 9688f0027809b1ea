// SPDX-License-Identifier: MIT
/// mesh_collide4.h: contacts of meshes of tetrahedra.
#ifndef TUM_COLLIDE4_MESH_COLLIDE4_H
#define TUM_COLLIDE4_MESH_COLLIDE4_H

#include "collide4/local_manifold4.h"
#include "shape4/shape4.h"

/// Contacts of a mesh, A, with a convex shape, a plane or another mesh; called by tum_collide4.
int tum_collide_mesh_convex4(const Shape4 *mesh, const Shape4 *convex, Pose4 a_from_b, float margin,
                             LocalManifold4 manifolds[LOCAL_MANIFOLDS_MAX4]);
int tum_collide_mesh_plane4(const Shape4 *mesh, const Shape4 *plane, Pose4 a_from_b, float margin,
                            LocalManifold4 manifolds[LOCAL_MANIFOLDS_MAX4]);
int tum_collide_mesh_mesh4(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin,
                           LocalManifold4 manifolds[LOCAL_MANIFOLDS_MAX4]);

#endif
