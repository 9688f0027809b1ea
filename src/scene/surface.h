// SPDX-License-Identifier: MIT
/// surface.h: the surface of a shape as triangles.
#ifndef TUM_SCENE_SURFACE_H
#define TUM_SCENE_SURFACE_H

#include "base/arena.h"
#include "tumble/scene.h"

/// The faces of a sphere, box, capsule, cylinder or hull.
///
/// @param mesh       the points of a hull; unused for other shapes.
/// @param scale      3 factors >= 0 along the shape's axes.
/// @param deviation  [m] > 0: largest distance of triangles inside a round surface.
/// @param surface    receives points and cells, in the arena; is_closed is set.
/// @return TUM_OK, TUM_ERROR_UNSUPPORTED (another kind of shape, or no hull) or TUM_ERROR_MEMORY.
TumStatus tum_convex_surface(const TumShape *shape, const TumMesh *mesh, const double *scale,
                             double deviation, Arena *arena, TumMesh *surface);

#endif
