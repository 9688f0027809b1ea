// SPDX-License-Identifier: MIT
/// shape4.h: the shapes that collide in 4D, and what all convex ones can answer.
///
/// A shape stands in its own frame. Nearly all are one kind: a box whose axes, in groups, are
/// rounded by curves. Half sizes 0 and one curve over all axes make a ball; one long axis more, a
/// capsule; two curves over two axes each, a duocylinder (docs/formats.md#g4mf). A
/// curve that is a ball of one radius in all four axes is taken out as a radius around the rest,
/// which is the core. Sizes are in metres, in double: GJK needs the digits.
#ifndef TUM_SPACE4_SHAPE4_H
#define TUM_SPACE4_SHAPE4_H

#include "math/math4_64.h"
#include "tumble/scene.h"

typedef enum ShapeKind4 {
    SHAPE4_ROUNDED, ///< half, curves: a box, a ball, a capsule, any cylinder, a duocylinder …
    SHAPE4_TAPERED, ///< half_height, radii, radii_top: the hull of an ellipsoid at either end of Y
    SHAPE4_POINTS,  ///< points: their hull
    SHAPE4_PLANE,   ///< The half-space y <= 0.
    SHAPE4_MESH     ///< mesh: a two-sided shell of tetrahedra; heightmaps are meshes as well
} ShapeKind4;

enum { SHAPE4_CURVES = 4 };

struct Hull4;
struct Mesh4;

typedef struct Shape4 {
    ShapeKind4 kind;
    double radius;                   ///< Of the ball around the core.
    DVec4 half;                      ///< Of the core's box.
    DVec4 radii;                     ///< Of the curves, axis by axis; 0 where an axis has none.
    DVec4 radii_top;                 ///< SHAPE4_TAPERED: at +Y; radii is at -Y.
    double half_height;              ///< SHAPE4_TAPERED: between the middle and the ends' centers.
    uint8_t group[4];                ///< Of each axis: 0 flat, else 1 + the number of its curve.
    double exponents[SHAPE4_CURVES]; ///< Of the curves, >= 1: 2 is an ellipse, 1 a cross-polytope;
                                     ///< 0: there is no such curve, nor any after it.
    const double *points;            ///< SHAPE4_POINTS: 4 numbers each; borrowed.
    size_t point_count;              ///< 1 or more
    const uint32_t *names;           ///< SHAPE4_POINTS without `hull`: of the points, where contact
                                     ///< points are named after them; NULL: 0, 1, 2 … Borrowed.
    const struct Hull4 *hull; ///< SHAPE4_POINTS: cells, faces and edges of the points, or NULL:
                              ///< then contacts have no faces. Borrowed.
    const struct Mesh4 *mesh; ///< SHAPE4_MESH; borrowed.
    double reach;             ///< [m] Greatest distance from the origin, or more; INFINITY: planes.
    DVec4 middle;             ///< Some point well inside; of meshes, of their bound.
    double inner;  ///< [m] A ball of this radius around the middle fits inside; 0: planes, meshes,
                   ///< flat hulls and those without `hull`. How far a body may move without being
                   ///< able to jump through something.
    double shrink; ///< SHAPE4_POINTS: the share of its size by which each point is drawn toward the
                   ///< middle; see tum_shape4_shrunk.
} Shape4;

Shape4 tum_shape4_box(DVec4 half);

/// The hull of points; a shape without any must not be made.
Shape4 tum_shape4_points(const double *points, size_t count);

Shape4 tum_shape4_hull(const struct Hull4 *hull);
Shape4 tum_shape4_plane(void);
Shape4 tum_shape4_mesh(const struct Mesh4 *mesh);

static inline bool shape4_is_convex(const Shape4 *shape)
{
    return shape->kind <= SHAPE4_POINTS;
}

static inline bool shape4_is_ball(const Shape4 *shape)
{
    const DVec4 half = shape->half;
    return shape->kind == SHAPE4_ROUNDED && shape->exponents[0] == 0.0 && shape->radius > 0.0 &&
           half.x == 0.0 && half.y == 0.0 && half.z == 0.0 && half.w == 0.0;
}

/// [m] A turn about its origin moves the surface no farther than a point at this distance: a ball's
/// is where it was.
static inline double shape4_lever(const Shape4 *shape)
{
    return shape4_is_ball(shape) ? 0.0 : shape->reach;
}

/// The same convex shape, its core smaller and a ball around it, of `share` of the largest that
/// fits inside: nowhere more than the shape. Shapes that overlap a little have such cores apart.
/// Faces keep their normals, and those of boxes and of all that is made of segments, circles and
/// balls their places: only edges and corners are drawn in, by the ball's radius at most.
Shape4 tum_shape4_shrunk(const Shape4 *shape, double share);

/// What a general shape of G4MF is: a box of `half` and curves
/// (docs/formats.md#g4mf).
///
/// Exponents below 1 count as 1: the hull of what they make.
///
/// @return false where two curves share an axis: such a shape is an intersection, not a sum, and
///         has to come as the hull of its points. *shape is then a box.
bool tum_shape4_general(DVec4 half, const TumCurve *curves, size_t curve_count, Shape4 *shape);

/// A shape of a scene, scaled component by component (scale >= 0) along its axes.
///
/// @param curves  the scene's.
/// @param mesh    the shape's, or NULL; borrowed, its points are not scaled (they are baked).
/// @return false for kinds that are no convex solid (planes, meshes, heightmaps, rays), for hulls
///         without points and for curves that share an axis.
bool tum_shape4_of_scene(const TumShape *scene_shape, const TumCurve *curves, const TumMesh *mesh,
                         const double scale[4], Shape4 *shape);

/// What a shape of a scene collides as, whatever its kind: as tum_shape4_of_scene, and hulls with
/// their cells, hulls of curves that share an axis, meshes and heightmaps are built for it. Free it
/// with tum_shape4_destroy.
///
/// @return TUM_OK; TUM_ERROR_ARGUMENT for a ray, which is never solid; TUM_ERROR_INPUT for a mesh
///         or hull with nothing in it; or TUM_ERROR_MEMORY.
TumStatus tum_shape4_create(const TumShape *scene_shape, const TumCurve *curves,
                            const TumMesh *mesh, const double scale[4],
                            const TumAllocator *allocator, Shape4 *shape);
void tum_shape4_destroy(Shape4 *shape, const TumAllocator *allocator);

/// The point of the core farthest along `direction`, any length but zero. The shape's own such
/// point lies `radius` further along the unit direction.
DVec4 tum_shape4_core_support(const Shape4 *shape, DVec4 direction);

/// The point of the whole shape farthest along `direction`.
DVec4 tum_shape4_support(const Shape4 *shape, DVec4 direction);

/// Axis-aligned box.
typedef struct Bound4 {
    DVec4 low, high;
} Bound4;

/// A box around the shape at a pose, the smallest for convex ones. Infinite for planes.
Bound4 tum_shape4_bound(const Shape4 *shape, DVec4 position, DMat4 rotation);

#endif
