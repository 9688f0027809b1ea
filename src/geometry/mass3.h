// SPDX-License-Identifier: MIT
/// mass3.h: volume, centre and second moments of shapes in 3D; closed forms in
/// docs/simulation.md and docs/dialects.md#mass.
#ifndef TUM_GEOMETRY_MASS3_H
#define TUM_GEOMETRY_MASS3_H

#include "geometry/hull3.h"
#include "math/math3_64.h"
#include "tumble/scene.h"

/// Integrals over a solid of density 1, in some frame.
typedef struct Volume3 {
    double volume;        ///< [m^3] 0: no volume; the other members are then 0.
    DVec3 center;         ///< [m]
    DSym3 second_moments; ///< [m^5] Integrals of (x_i - center_i)(x_j - center_j).
} Volume3;

/// The volume of a shape in its own frame, scaled component by component (scale >= 0) along its
/// axes. Open meshes, planes, rays and heightmaps have none. `mesh` is the shape's mesh, or NULL.
///
/// @param memory  for hulls, as TumAllocator; hulls that cannot be built have no volume.
Volume3 tum_volume3_of_shape(const TumShape *shape, const TumMesh *mesh, const double scale[3],
                             const TumAllocator *memory);

/// The volume of a closed, consistently wound triangle mesh, by signed tetrahedra (Mirtich's
/// integrals in the form of Eberly, "Polyhedral Mass Properties", 2002). A mesh wound inside out
/// has a negative volume.
Volume3 tum_volume3_of_triangles(const double *points, const uint32_t *triangles,
                                 size_t triangle_count);

/// The volume of a hull as built; a flat hull has none.
Volume3 tum_volume3_of_hull(const HullMesh3 *hull);

Volume3 tum_volume3_transform(Volume3 volume, DPose3 pose);

/// The volume of a solid after a linear map of its points; mirrored solids stay positive.
Volume3 tum_volume3_map(Volume3 volume, DMat3 map);
Volume3 tum_volume3_add(Volume3 a, Volume3 b);

/// Inertia tensor [kg m^2] about `point` of a mass spread evenly.
DSym3 tum_volume3_inertia(Volume3 volume, double mass, DVec3 point);

/// Principal moments and their frame: tensor = R diag(moments) R^T. The same bits for the same
/// input everywhere; nearly equal moments keep the frame nearest to the identity.
void tum_principal_inertia3(DSym3 tensor, DVec3 *moments, DQuat *rotation);

#endif
