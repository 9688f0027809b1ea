// SPDX-License-Identifier: MIT
/// mesh_near3.h: triangles of a mesh near a shape, eight at once: distances from the shape's box,
/// and visibility.
///
/// mesh_near3.c implements this, a kernel.
#ifndef TUM_COLLIDE3_MESH_NEAR3_H
#define TUM_COLLIDE3_MESH_NEAR3_H

#include "base/kernel.h"
#include "shape3/node3.h"
#include "shape3/shape3.h"

enum { NEAR_BLOCKS = 8, NEAR_TRIANGLES = NEAR_BLOCKS * WIDE };

/// Eight triangles in the frame of the mesh; unused lanes are zero.
typedef struct NearBlock3 {
    _Alignas(32) Lanes3 corners[3]; ///< [m]
    Lanes3 normals;                 ///< Unit, right-hand rule.
    uint32_t triangles[WIDE];       ///< Indices of the triangles.
} NearBlock3;

typedef struct NearTriangles3 {
    Bound3 bound;  ///< [m] The triangles were gathered near this box.
    bool is_whole; ///< All triangles that meet the box are gathered.
    uint32_t count;
    NearBlock3 blocks[NEAR_BLOCKS];
} NearTriangles3;

/// A shape near the mesh. Answers are in the frame of the shape.
typedef struct NearView3 {
    Vec3 position;     ///< [m] Of the shape's frame in the frame of the mesh.
    Mat3 turn;         ///< Rotation from the shape's frame to the mesh's.
    Vec3 middle;       ///< [m] Middle of the shape; tells the side of a triangle.
    Vec3 center, half; ///< [m] Box around the shape, in its frame.
    float margin;      ///< [m] Triangles farther away are not near.
} NearView3;

/// A block of triangles relative to the shape.
typedef struct SeenBlock3 {
    _Alignas(32) Lanes3 corners[3];
    Lanes3 normals; ///< Toward the side of the shape's middle.
    Lanes heights;  ///< [m] Height of the lowest point of the shape's box along the normal.
    Lanes gaps;  ///< [m] Greatest separation of the shape's box and the triangle's along an axis.
    Lanes turns; ///< -1 where the normal has been reversed, else 1.
} SeenBlock3;

/// Outlines of the triangles of a block.
typedef struct Outlines3 {
    _Alignas(32) Lanes3 outward[3]; ///< Unit; in the plane, across edge i, outward.
    Lanes sizes;                    ///< [m] Longest edges.
} Outlines3;

/// Axis of greatest separation, or of least penetration, between a triangle and a shape.
typedef struct NearAxes3 {
    _Alignas(32) Lanes3 directions; ///< Unit, from the triangle to the shape.
    Lanes separations;              ///< [m]
} NearAxes3;

typedef struct NearKernel3 {
    /// Gathers the triangles of the leaves that meet near->bound. Calls `full` whenever the blocks
    /// are full; the blocks are reused afterwards.
    void (*gather)(const Mesh3 *mesh, NearTriangles3 *near, void (*full)(void *user), void *user);
    /// @return bits of the lanes that may be within the margin of the shape.
    uint32_t (*see)(const NearBlock3 *block, const NearView3 *view, SeenBlock3 *seen);
    /// @return bits of the triangles over which the lowest corner of a box stands.
    uint32_t (*outline)(const SeenBlock3 *seen, Vec3 half, Outlines3 *outlines);
    /// The best of the triangle's normal, the box's faces and the cross products of their edges
    /// (Gottschalk, Lin, Manocha, "OBBTree", 1996, section 5); ties go to the earlier in this
    /// order.
    void (*box_axes)(const SeenBlock3 *seen, Vec3 half, NearAxes3 *axes);
    /// The same for a hull (Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC
    /// 2013): of its edges only those that are the farthest features along the cross product.
    /// @param lanes  bits of the triangles that are asked for; answers for others may be worse.
    /// @param axes   with the separations along the triangles' normals.
    void (*hull_axes)(const SeenBlock3 *seen, const Outlines3 *outlines, const Hull3 *hull,
                      uint32_t lanes, NearAxes3 *axes);
    /// tum_mesh3_hides for these triangles only.
    bool (*hides)(const NearTriangles3 *near, Vec3 from, Vec3 to);
} NearKernel3;

KERNEL_DECLARE(const NearKernel3, tum_mesh_near3);

/// Bits of the lanes of a block that have a triangle.
static inline uint32_t mesh_near3_lanes(const NearTriangles3 *near, uint32_t block)
{
    const uint32_t left = near->count - block * WIDE;
    return left < WIDE ? (1u << left) - 1 : (1u << WIDE) - 1;
}

#endif
