// SPDX-License-Identifier: MIT
/// mass4.h: volume, centre and second moments of shapes in 4D (docs/formats.md#g4mf).
#ifndef TUM_GEOMETRY_MASS4_H
#define TUM_GEOMETRY_MASS4_H

#include "geometry/general.h"

/// Of a solid of density 1, in some frame.
typedef struct Volume4 {
    double volume;             ///< [m^4] 0: no volume; the rest is then 0.
    double center[4];          ///< [m]
    double second_moments[16]; ///< [m^6] Integrals of (x_i - center_i)(x_j - center_j).
} Volume4;

Volume4 tum_volume4_of_general(const GeneralShape *shape);

/// Whether a shape has two radii, or, being a hull, stands for one that has.
bool tum_shape4_is_tapered(const TumShape *shape);

/// A shape of two radii, one at each end of Y. A capsule is summed up from slices; all others
/// exactly: round in all axes but Y and those that have a size.
Volume4 tum_volume4_of_tapered(const TumShape *shape);

/// A closed, consistently wound mesh of tetrahedra, by signed simplexes. Positive, however wound.
Volume4 tum_volume4_of_cells(const double *points, const uint32_t *cells, size_t cell_count);

/// The hull of points, by qhull; no volume where they lie in one hyperplane, or where they are more
/// than HULL4_POINTS_MAX.
///
/// @param points  4 numbers each, finite.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_volume4_of_points(const double *points, size_t count, Arena *scratch,
                                Volume4 *volume);

/// Any shape, scaled along its axes; 0 of planes, rays, heightmaps and meshes that enclose nothing.
///
/// @param curves     the scene's; of general shapes.
/// @param mesh       the shape's, or NULL: of hulls and meshes, whose points are not scaled (they
///                   are baked).
/// @param allocator  for scratch memory.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_volume4_of_shape(const TumShape *shape, const TumCurve *curves, const TumMesh *mesh,
                               const double scale[4], const TumAllocator *allocator,
                               Volume4 *volume);

/// After its coordinates were multiplied, each by its factor.
Volume4 tum_volume4_scaled(Volume4 volume, const double scale[4]);

/// Turned by a rotation, column by column, then moved.
Volume4 tum_volume4_moved(Volume4 volume, const double rotation[16], const double position[4]);

Volume4 tum_volume4_add(Volume4 a, Volume4 b);

/// Second moments about a point for a mass spread evenly [kg m^2].
void tum_volume4_about(const Volume4 *volume, double mass, const double point[4],
                       double moments[16]);

#endif
