// SPDX-License-Identifier: MIT
/// pairs3.h: the functions of collide3.c's matrix, one per pair of kinds or family of pairs.
///
/// All answer as tum_collide3 does, for shapes of the kinds in their names and in that order.
#ifndef TUM_COLLIDE3_PAIRS3_H
#define TUM_COLLIDE3_PAIRS3_H

#include "collide3/collide_kernels3.h"
#include "collide3/local_manifold3.h"
#include "collide3/shape_pair3.h"

typedef int CollidePair3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                         PairCache3 *cache, LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX]);

/// Function for all pairs of one batch (tum_collide3_together).
typedef void CollideBatch3(const CollideKernels3 *kernels, const ShapePair3 *pairs, uint32_t count,
                           LocalManifold3 *manifolds, int *counts);

// round3.c: closed forms.
CollidePair3 tum_collide_sphere_sphere3, tum_collide_sphere_capsule3, tum_collide_sphere_box3;
CollidePair3 tum_collide_sphere_cylinder3;

// poly3.c: separating axes and clipping. A and B are boxes or hulls.
CollideBatch3 tum_collide_boxes3;
CollidePair3 tum_collide_polyhedra3;

// capsule_pair3.c: closed forms for capsules that do not taper.
CollideBatch3 tum_collide_capsules3, tum_collide_capsule_boxes3;

// convex3.c: any two convex shapes, by GJK, EPA and clipping.
CollidePair3 tum_collide_convex3;

// plane3.c: a convex shape on a half-space or a sheet.
CollidePair3 tum_collide_convex_plane3, tum_collide_convex_sheet3;

/// tum_collide_convex3 for a thin plate as B: where the shapes overlap, A is pushed out toward
/// `side`, a unit vector in A's frame, and never through to the other side.
int tum_collide_convex_plate3(const Shape3 *a, const Shape3 *plate, Pose3 a_from_b, Vec3 side,
                              float margin, PairCache3 *cache,
                              LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX]);

/// Nearest points of two segments (round3.c), either of which may be a single point: c + s u and c
/// + d + t v with s, t in [-1, 1]; relative to c. For parallel segments, the middle of the part
/// where they run beside each other.
void tum_nearest_on_axes3(Vec3 u, Vec3 d, Vec3 v, Vec3 *on_a, Vec3 *on_b);

/// A mesh against a convex shape, a plane, a sheet or another mesh. A is the mesh. Arguments as in
/// tum_collide3.
int tum_collide_mesh_convex3(const struct NearKernel3 *kernel, const Shape3 *mesh,
                             const Shape3 *convex, Pose3 a_from_b, float margin, PairCache3 *cache,
                             LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX]);
int tum_collide_mesh_plane3(const Shape3 *mesh, const Shape3 *plane, Pose3 a_from_b, float margin,
                            LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX]);
int tum_collide_mesh_sheet3(const struct NearKernel3 *kernel, const Shape3 *mesh,
                            const Shape3 *sheet, Pose3 a_from_b, float margin,
                            LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX]);
int tum_collide_mesh_mesh3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                           LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX]);

#endif
