// SPDX-License-Identifier: MIT
/// shape4.h: collision shapes in 4D, and the functions of convex shapes.
///
/// A shape has its own frame. Nearly all shapes are of one kind: a box whose axes, in groups, are
/// rounded by curves. Half sizes 0 and one curve over all axes make a ball; one long axis in
/// addition, a capsule; two curves over two axes each, a duocylinder (docs/formats.md#g4mf). A
/// curve that is a ball of one radius in all four axes is stored as a radius around the rest, which
/// is the core. Sizes are in metres and in double, since GJK needs the precision.
#ifndef TUM_SHAPE4_SHAPE4_H
#define TUM_SHAPE4_SHAPE4_H

#include "math/math4_64.h"
#include "tumble/scene.h"

typedef enum ShapeKind4 {
    SHAPE4_ROUNDED, ///< half, curves: box, ball, capsule, cylinder, duocylinder …
    SHAPE4_TAPERED, ///< half_height, radii, radii_top: hull of an ellipsoid at either end of Y
    SHAPE4_POINTS,  ///< points: the hull of points
    SHAPE4_PLANE,   ///< The half-space y <= 0.
    SHAPE4_MESH     ///< mesh: a two-sided shell of tetrahedra; includes heightmaps
} ShapeKind4;

enum { SHAPE4_CURVES = 4 };

struct Hull4;
struct Mesh4;

typedef struct Shape4 {
    ShapeKind4 kind;
    double radius;                   ///< Radius around the core.
    DVec4 half;                      ///< Half sizes of the core's box.
    DVec4 radii;                     ///< Radii of the curves per axis; 0 for an axis without a
                                     ///< curve.
    DVec4 radii_top;                 ///< SHAPE4_TAPERED: radii at +Y; `radii` are at -Y.
    double half_height;              ///< SHAPE4_TAPERED: from the middle to the centres of the
                                     ///< ends.
    uint8_t group[4];                ///< Per axis: 0 flat, else 1 + the index of its curve.
    double exponents[SHAPE4_CURVES]; ///< Exponents of the curves, >= 1: 2 is an ellipse, 1 a
                                     ///< cross-polytope; 0 ends the list.
    const double *points;            ///< SHAPE4_POINTS: 4 numbers each. Borrowed.
    size_t point_count;              ///< 1 or more
    const uint32_t *names;           ///< SHAPE4_POINTS without `hull`: names of the points for
                                     ///< features; NULL: 0, 1, 2 … Borrowed.
    const struct Hull4 *hull;        ///< SHAPE4_POINTS: cells, faces and edges of the points; NULL:
                                     ///< contacts have no faces. Borrowed.
    const struct Mesh4 *mesh;        ///< SHAPE4_MESH. Borrowed.
    double bounding_radius; ///< [m] Bound of the distance from the origin; INFINITY: planes.
    DVec4 middle;           ///< A point well inside; for meshes, the centre of the box.
    double inner;  ///< [m] Radius of a ball around the middle inside the shape; 0: planes, meshes,
                   ///< flat hulls and points without `hull`. A body that moves less cannot tunnel.
    double shrink; ///< SHAPE4_POINTS: share by which each point is moved toward the middle; see
                   ///< tum_shape4_shrunk.
} Shape4;

Shape4 tum_shape4_box(DVec4 half);

/// The hull of points; the count must not be 0.
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

/// [m] Lever: rotation about the origin displaces the surface no farther than it displaces a point
/// at this distance. 0 for a ball, whose surface stays in place.
static inline double shape4_lever(const Shape4 *shape)
{
    return shape4_is_ball(shape) ? 0.0 : shape->bounding_radius;
}

/// The same convex shape with a smaller core and a ball around it, whose radius is `share` of the
/// largest inscribed ball; it lies within the shape. Shapes that overlap a little then have
/// separate cores. Faces keep their normals, and faces of boxes and of shapes made of segments,
/// circles and balls keep their places: only edges and corners move inward, by at most the radius.
Shape4 tum_shape4_shrunk(const Shape4 *shape, double share);

/// A general shape of G4MF: a box of `half` and curves (docs/formats.md#g4mf).
///
/// Exponents below 1 count as 1, the hull of such a curve.
///
/// @return false where two curves share an axis: the shape is an intersection, not a sum, and
///         has to be given as the hull of its points. *shape is then a box.
bool tum_shape4_general(DVec4 half, const TumCurve *curves, size_t curve_count, Shape4 *shape);

/// A shape of a scene, scaled component by component (scale >= 0) along its axes.
///
/// @param curves  curves of the scene.
/// @param mesh    mesh of the shape, or NULL; borrowed, its points are not scaled (they are baked).
/// @return false for kinds that are no convex solid (planes, meshes, heightmaps, rays), for hulls
///         without points and for curves that share an axis.
bool tum_shape4_of_scene(const TumShape *scene_shape, const TumCurve *curves, const TumMesh *mesh,
                         const double scale[4], Shape4 *shape);

/// The point of the core farthest along `direction`, of any length but zero. The farthest point of
/// the shape lies `radius` further along the unit direction.
DVec4 tum_shape4_core_support(const Shape4 *shape, DVec4 direction);

/// The support point of the whole shape along `direction`.
DVec4 tum_shape4_support(const Shape4 *shape, DVec4 direction);

/// Axis-aligned box.
typedef struct Bound4 {
    DVec4 low, high;
} Bound4;

/// A box around the shape at a pose, the smallest for convex ones. Infinite for planes.
Bound4 tum_shape4_bound(const Shape4 *shape, DVec4 position, DMat4 rotation);

#endif
