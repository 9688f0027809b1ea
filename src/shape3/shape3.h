// SPDX-License-Identifier: MIT
/// shape3.h: collision shapes in 3D.
///
/// A shape has its own frame, with Y as axis of revolution. A convex shape is a core and a radius
/// around it: the core of a sphere is a point, that of a capsule a segment (with two radii the
/// radius changes along it), that of a box or hull the shape itself. Sizes are in metres.
#ifndef TUM_SHAPE3_SHAPE3_H
#define TUM_SHAPE3_SHAPE3_H

#include "base/alloc.h"
#include "math/math3.h"
#include "shape3/bound3.h"

typedef enum ShapeKind3 {
    SHAPE3_SPHERE,   ///< radius_bottom
    SHAPE3_CAPSULE,  ///< half_height between centre and end centres, radius_bottom, radius_top
    SHAPE3_BOX,      ///< half
    SHAPE3_CYLINDER, ///< half_height, radius_bottom, radius_top; one 0: a cone
    SHAPE3_ELLIPTIC, ///< a sphere, capsule or cylinder scaled unevenly: base, scale
    SHAPE3_HULL,     ///< hull
    SHAPE3_PLANE,    ///< the half-space y <= 0
    SHAPE3_SHEET,    ///< a rectangle in y = 0: half.x, half.z (INFINITY allowed), double_sided
    SHAPE3_MESH,     ///< mesh: a two-sided shell of triangles
    SHAPE3_KIND_COUNT
} ShapeKind3;

enum { HULL_LANES = 8 }; ///< Faces that are tested at once.

/// A convex polyhedron: faces as polygons, edges with both faces. Immutable, shared by colliders.
typedef struct Hull3 {
    Vec3 *vertices;           ///< [vertex_count]
    Vec3 *normals;            ///< [face_count] unit, outward
    float *offsets;           ///< [face_count] normal . p = offset on the face
    uint32_t *face_first;     ///< [face_count + 1] into face_vertices
    uint32_t *face_vertices;  ///< counter-clockwise seen from outside
    uint32_t (*edges)[4];     ///< [edge_count] vertex, vertex, face on the left, face on the right
    uint32_t *neighbor_first; ///< [vertex_count + 1] into neighbors, for hill climbing
    uint32_t *neighbors;
    uint32_t *cap_first; ///< [vertex_count + 1] into caps: the faces at a vertex, ascending
    uint32_t *caps;
    float (*face_lanes)[4][HULL_LANES]; ///< groups of faces: x, y, z of normals, then offsets;
                                        ///< lanes beyond face_count have infinite offsets
    uint32_t vertex_count, face_count, edge_count;
    Vec3 center;  ///< centroid of the vertices
    float size;   ///< [m] greatest distance of a vertex from the center
    void *memory; ///< one block that contains all of the above
    size_t memory_bytes;
} Hull3;

struct Mesh3;

typedef struct Shape3 {
    ShapeKind3 kind;
    Vec3 half;
    float half_height;
    float radius_bottom, radius_top;
    ShapeKind3 base; ///< base shape of SHAPE3_ELLIPTIC
    Vec3 scale;      ///< factors of SHAPE3_ELLIPTIC; all > 0
    bool double_sided;
    const Hull3 *hull;        ///< borrowed
    const struct Mesh3 *mesh; ///< borrowed
    float bounding_radius;    ///< [m] bounding radius about the origin; INFINITY for planes
    float inner; ///< [m] radius of the ball around the shape's middle that fits inside; 0 for
                 ///< planes, sheets and meshes. A bound of the motion that cannot tunnel through
                 ///< another shape.
} Shape3;

// Sizes below 1 micrometre are raised to it (docs/dialects.md#shapes); nothing else is checked.
Shape3 tum_shape3_sphere(float radius);
Shape3 tum_shape3_capsule(float half_height, float radius_bottom, float radius_top);
Shape3 tum_shape3_box(Vec3 half);
Shape3 tum_shape3_cylinder(float half_height, float radius_bottom, float radius_top);
/// `base` is a sphere, capsule or cylinder. An even scale gives a shape of the base's own kind.
Shape3 tum_shape3_scaled(Shape3 base, Vec3 scale);
Shape3 tum_shape3_hull(const Hull3 *hull);
Shape3 tum_shape3_plane(void);
Shape3 tum_shape3_sheet(float half_x, float half_z, bool double_sided);
Shape3 tum_shape3_mesh(const struct Mesh3 *mesh);

static inline bool shape3_is_convex(const Shape3 *shape)
{
    return shape->kind <= SHAPE3_HULL;
}

/// True for balls, and for capsules that do not taper.
static inline bool shape3_is_round(const Shape3 *shape)
{
    return shape->kind == SHAPE3_SPHERE ||
           (shape->kind == SHAPE3_CAPSULE && shape->radius_bottom == shape->radius_top);
}

/// Computes caps, face_lanes and size from vertices, faces and their corners.
void tum_hull3_complete(Hull3 *hull);

/// Builds a Hull3 from polygons as geometry/hull3.h gives them. Doubles are rounded to floats.
///
/// @return NULL when out of memory.
Hull3 *tum_hull3_create(const double *vertices, uint32_t vertex_count, const uint32_t *face_first,
                        const uint32_t *face_vertices, uint32_t face_count,
                        const TumAllocator *allocator);
void tum_hull3_destroy(Hull3 *hull, const TumAllocator *allocator);

/// Axis-aligned box of a shape at a pose. Infinite for planes.
Bound3 tum_shape3_bound(const Shape3 *shape, const Pose3 *world_from_shape);

#endif
