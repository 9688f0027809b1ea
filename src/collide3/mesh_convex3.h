// SPDX-License-Identifier: MIT
/// mesh_convex3.h: one triangle against one convex shape.
///
/// All coordinates are in the frame of the convex shape until a contact point is added: near its
/// origin numbers are small, however large the mesh.
#ifndef TUM_COLLIDE3_MESH_CONVEX3_H
#define TUM_COLLIDE3_MESH_CONVEX3_H

#include "collide3/collide3.h"
#include "collide3/face3.h"
#include "collide3/mesh_manifold3.h"

enum { CLIPPED_POINTS = FACE_POINTS_MAX + 4 }; ///< After clipping at four sides; each adds one.

/// A polygon, or a segment.
typedef struct Clipped3 {
    int count;
    Vec3 points[CLIPPED_POINTS];
    uint32_t names[CLIPPED_POINTS];
} Clipped3;

/// A polygon during clipping; each clip writes into the other buffer.
typedef struct Clipper3 {
    int which;
    Clipped3 polygons[2];
} Clipper3;

/// The polygon after the clips so far.
static inline Clipped3 *clipper3_polygon(Clipper3 *clipper)
{
    return &clipper->polygons[clipper->which];
}

/// Keeps the part of a polygon or segment where normal . p <= offset. New corners are named after
/// the clipped edge and `side`.
void tum_mesh_clip3(Clipper3 *clipper, Vec3 normal, float offset, uint32_t side);

/// State of a convex shape's pass over triangles.
typedef struct ConvexPass3 {
    const Mesh3 *mesh;
    const Shape3 *shape;
    Pose3 mesh_from_shape;
    float margin;
    NearView3 view;
    const NearKernel3 *kernel;
    NearTriangles3 *near;
    float shallow;   ///< [m] Depth up to which a face normal needs no check against other axes.
    bool only_above; ///< The shape is a sheet that is touched from its +Y only.
    MeshGather3 *gather;
} ConvexPass3;

/// A triangle relative to the shape.
typedef struct FacedTriangle3 {
    uint32_t index, source;
    Vec3 corners[3];     ///< In the order of the mesh.
    Vec3 outward[3];     ///< Unit; in the plane, perpendicular to edge i, away from the triangle.
    Vec3 normal;         ///< Unit; toward the side of the shape's middle.
    Vec3 lowest;         ///< Support point of the shape against the normal.
    float separation;    ///< [m] Separation of that point along the normal.
    unsigned edge_flags; ///< EDGE_ACTIVE_i
    float size;          ///< [m] Longest edge.
} FacedTriangle3;

/// Adds a contact point: `on_triangle` is its point on the mesh, `normal` is from there to the
/// shape.
void tum_mesh_convex3_add(const ConvexPass3 *pass, Vec3 normal, Vec3 on_triangle, float separation,
                          uint32_t feature);

/// tum_mesh3_is_ridge for a point and a direction in the shape's frame.
bool tum_mesh_convex3_is_ridge(const ConvexPass3 *pass, const FacedTriangle3 *triangle,
                               unsigned edges, Vec3 point, Vec3 direction);

/// Contact of a sphere or a capsule with one triangle.
void tum_mesh_round3(const ConvexPass3 *pass, const FacedTriangle3 *triangle);
/// Contact of a cylinder, an elliptic shape or a hull of many edges with one triangle: GJK finds
/// the axis.
void tum_mesh_polytope3(const ConvexPass3 *pass, const FacedTriangle3 *triangle);

/// Whether a shape with faces touches the triangle along its own normal only: its lowest point
/// stands over the triangle, or no edge of the triangle may push.
bool tum_mesh_polytope3_is_flat(const ConvexPass3 *pass, const FacedTriangle3 *triangle);

/// Contact of such a shape.
void tum_mesh_polytope3_flat(const ConvexPass3 *pass, const FacedTriangle3 *triangle);

/// Contact of a shape with faces along another axis.
///
/// @param direction   unit, from the triangle to the shape: axis of the greatest separation.
/// @param separation  [m] separation along it; negative: least penetration.
void tum_mesh_polytope3_along(const ConvexPass3 *pass, const FacedTriangle3 *triangle,
                              Vec3 direction, float separation);

/// Passes a convex shape over the mesh and adds its contact points; `only_above` as in ConvexPass3.
void tum_mesh_convex3_gather(const NearKernel3 *kernel, const Mesh3 *mesh, const Shape3 *convex,
                             Pose3 a_from_b, float margin, bool only_above, MeshGather3 *gather);

#endif
