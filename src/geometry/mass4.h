// SPDX-License-Identifier: MIT
/// mass4.h: volume, centre and second moments of shapes in 4D (docs/formats.md#g4mf).
#ifndef TUM_GEOMETRY_MASS4_H
#define TUM_GEOMETRY_MASS4_H

#include "geometry/general.h"

/// Integrals over a solid of density 1, in some frame.
typedef struct Volume4 {
    double volume;             ///< [m^4] 0: no volume; the other members are then 0.
    double center[4];          ///< [m]
    double second_moments[16]; ///< [m^6] Integrals of (x_i - center_i)(x_j - center_j).
} Volume4;

Volume4 tum_volume4_of_general(const GeneralShape *shape);

/// True where a shape, or the original of a hull, has two radii.
bool tum_shape4_is_tapered(const TumShape *shape);

/// The volume of a shape with two radii, one at each end of Y. A capsule is summed from slices; all
/// other shapes are exact: round in all axes but Y and those with a size.
Volume4 tum_volume4_of_tapered(const TumShape *shape);

/// The volume of a closed, consistently wound mesh of tetrahedra, by signed simplexes. Positive for
/// either winding.
Volume4 tum_volume4_of_cells(const double *points, const uint32_t *cells, size_t cell_count);

/// The volume of the hull of points; none where the points lie in one hyperplane or are more than
/// HULL4_POINTS_MAX.
///
/// @param points  4 numbers each, finite.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_volume4_of_points(const double *points, size_t count, Arena *scratch,
                                Volume4 *volume);

/// The volume of any shape, scaled along its axes; 0 for planes, rays, heightmaps and open meshes.
///
/// @param curves     the scene's curves, for general shapes.
/// @param mesh       the shape's mesh or NULL, for hulls and meshes; its points are baked and not
///                   scaled.
/// @param allocator  for scratch memory.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_volume4_of_shape(const TumShape *shape, const TumCurve *curves, const TumMesh *mesh,
                               const double scale[4], const TumAllocator *allocator,
                               Volume4 *volume);

/// The volume after multiplying each coordinate by its factor.
Volume4 tum_volume4_scaled(Volume4 volume, const double scale[4]);

/// The volume after a rotation, column by column, and a translation.
Volume4 tum_volume4_moved(Volume4 volume, const double rotation[16], const double position[4]);

Volume4 tum_volume4_add(Volume4 a, Volume4 b);

/// Second moments [kg m^2] about a point of a mass spread evenly.
void tum_volume4_about(const Volume4 *volume, double mass, const double point[4],
                       double moments[16]);

#endif
