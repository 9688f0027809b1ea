// SPDX-License-Identifier: MIT
/// mesh_convex3.h: one triangle against one convex shape.
///
/// Everything is in the convex shape's frame until a point is handed on: near its origin numbers
/// are small, however large the mesh.
#ifndef TUM_COLLIDE3_MESH_CONVEX3_H
#define TUM_COLLIDE3_MESH_CONVEX3_H

#include "collide3/collide3.h"
#include "collide3/face3.h"
#include "collide3/mesh_manifold3.h"

enum { CLIPPED_POINTS = FACE_POINTS_MAX + 4 }; ///< After cutting at four sides; each adds one.

/// A polygon, or a segment.
typedef struct Clipped3 {
    int count;
    Vec3 points[CLIPPED_POINTS];
    uint32_t names[CLIPPED_POINTS];
} Clipped3;

/// A polygon while it is cut: from one to the other and back.
typedef struct Clipper3 {
    int which;
    Clipped3 polygons[2];
} Clipper3;

/// What is left so far.
static inline Clipped3 *clipper3_polygon(Clipper3 *clipper)
{
    return &clipper->polygons[clipper->which];
}

/// Keeps of a polygon or segment what lies where normal . p <= offset. Cut corners are named after
/// the edge that is cut and `side`.
void tum_mesh_clip3(Clipper3 *clipper, Vec3 normal, float offset, uint32_t side);

/// A convex shape on its way over the triangles.
typedef struct ConvexPass3 {
    const Mesh3 *mesh;
    const Shape3 *shape;
    Pose3 mesh_from_shape;
    float margin;
    NearView3 view;
    const NearKernel3 *kernel;
    NearTriangles3 *near;
    float shallow;   ///< [m] Depth up to which a face normal needs no second opinion.
    bool only_above; ///< The shape is a sheet that is touched from its +Y only.
    MeshGather3 *gather;
} ConvexPass3;

/// A triangle as the shape sees it.
typedef struct FacedTriangle3 {
    uint32_t index, source;
    Vec3 corners[3];     ///< In the order of the mesh.
    Vec3 outward[3];     ///< Unit; in the plane, across edge i, away from the triangle.
    Vec3 normal;         ///< Unit; toward the side that the shape's middle is on.
    Vec3 lowest;         ///< The point of the shape farthest against the normal.
    float separation;    ///< [m] Of that point along the normal.
    unsigned edge_flags; ///< EDGE_ACTIVE_i
    float size;          ///< [m] Longest edge.
} FacedTriangle3;

/// Hands a point on: `on_triangle` is where the mesh is touched, `normal` leads from it to the
/// shape.
void tum_mesh_convex3_add(const ConvexPass3 *pass, Vec3 normal, Vec3 on_triangle, float separation,
                          uint32_t feature);

/// tum_mesh3_is_ridge for a point and a direction in the shape's frame.
bool tum_mesh_convex3_is_ridge(const ConvexPass3 *pass, const FacedTriangle3 *triangle,
                               unsigned edges, Vec3 point, Vec3 direction);

/// The contact of a sphere or capsule, or of any other convex shape but a box, with one triangle.
void tum_mesh_round3(const ConvexPass3 *pass, const FacedTriangle3 *triangle);
void tum_mesh_polytope3(const ConvexPass3 *pass, const FacedTriangle3 *triangle);

/// That of a shape with faces where its lowest point stands over the triangle or no edge counts.
void tum_mesh_polytope3_flat(const ConvexPass3 *pass, const FacedTriangle3 *triangle);

/// The same anywhere else.
/// @param direction   unit, from the triangle to the shape: along it they are farthest apart,
/// @param separation  [m] by this, or overlap least.
void tum_mesh_polytope3_along(const ConvexPass3 *pass, const FacedTriangle3 *triangle,
                              Vec3 direction, float separation);

/// Runs a convex shape over the mesh and adds what it touches; `only_above` as in ConvexPass3.
void tum_mesh_convex3_gather(const Mesh3 *mesh, const Shape3 *convex, Pose3 a_from_b, float margin,
                             bool only_above, MeshGather3 *gather);

#endif
