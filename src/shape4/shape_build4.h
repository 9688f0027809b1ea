// SPDX-License-Identifier: MIT
/// shape_build4.h: collision shapes in 4D of a scene's shapes, with the hulls and meshes they
/// borrow.
#ifndef TUM_SHAPE4_SHAPE_BUILD4_H
#define TUM_SHAPE4_SHAPE_BUILD4_H

#include "shape4/shape4.h"

/// The collision shape of a scene's shape of any kind: as tum_shape4_of_scene, plus hulls with
/// cells, hulls of curves that share an axis, meshes and heightmaps. Freed by tum_shape4_destroy.
///
/// @return TUM_OK; TUM_ERROR_ARGUMENT for a ray, which is never solid; TUM_ERROR_INPUT for an empty
///         mesh or hull; or TUM_ERROR_MEMORY.
TumStatus tum_shape4_create(const TumShape *scene_shape, const TumCurve *curves,
                            const TumMesh *mesh, const double scale[4],
                            const TumAllocator *allocator, Shape4 *shape);
void tum_shape4_destroy(Shape4 *shape, const TumAllocator *allocator);

#endif
