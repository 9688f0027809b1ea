// SPDX-License-Identifier: MIT
/// mesh_near3.h: the triangles of a mesh near a shape, eight side by side, and what is asked of all
/// of them: how far they are from the shape's box, and whether they hide something from it.
///
/// mesh_near3.inl has it once for each set of instructions; all give the same bits.
#ifndef TUM_COLLIDE3_MESH_NEAR3_H
#define TUM_COLLIDE3_MESH_NEAR3_H

#include "shape3/node3.h"
#include "system/cpu.h"

enum { NEAR_BLOCKS = 8, NEAR_TRIANGLES = NEAR_BLOCKS * WIDE };

/// In the frame of the mesh; lanes to spare are zero.
typedef struct NearBlock3 {
    _Alignas(32) Lanes3 corners[3]; ///< [m]
    Lanes3 normals;                 ///< Unit, right-hand rule.
    uint32_t triangles[WIDE];       ///< Which they are.
} NearBlock3;

typedef struct NearTriangles3 {
    Bound3 bound;  ///< [m] What they are near to.
    bool is_whole; ///< They are all that meet it.
    uint32_t count;
    NearBlock3 blocks[NEAR_BLOCKS];
} NearTriangles3;

/// Who asks: a shape, in whose frame everything is answered.
typedef struct NearView3 {
    Vec3 position;     ///< [m] Of the shape in the frame of the mesh.
    Mat3 turn;         ///< Turns what is in the shape's frame into the mesh's.
    Vec3 middle;       ///< [m] Of the shape; tells on which side of a triangle it is.
    Vec3 center, half; ///< [m] Of the box around the shape, in its frame.
    float margin;      ///< [m] What is farther is not near.
} NearView3;

/// A block as the shape sees it.
typedef struct SeenBlock3 {
    _Alignas(32) Lanes3 corners[3];
    Lanes3 normals; ///< Toward the side that the shape's middle is on.
    Lanes heights;  ///< [m] Of the lowest point of the shape's box along the normal.
    Lanes gaps;  ///< [m] Between that box and the triangle's, along the axis that parts them most.
    Lanes turns; ///< -1 where the normal has been turned around, else 1.
} SeenBlock3;

/// The outlines of the triangles of a block.
typedef struct Outlines3 {
    _Alignas(32) Lanes3 outward[3]; ///< Unit; in the plane, across edge i, away from the triangle.
    Lanes sizes;                    ///< [m] Longest edges.
} Outlines3;

/// The axis along which a triangle and a box are farthest apart, or overlap least.
typedef struct BoxAxes3 {
    _Alignas(32) Lanes3 directions; ///< Unit, from the triangle to the box.
    Lanes separations;              ///< [m]
} BoxAxes3;

typedef struct NearKernel3 {
    /// Gathers the triangles of those leaves of the mesh that meet near->bound. Whenever there is
    /// no more room `full` is called, and what was gathered is forgotten.
    void (*gather)(const Mesh3 *mesh, NearTriangles3 *near, void (*full)(void *user), void *user);
    /// @return a bit for every lane that may be within the margin of the shape.
    uint32_t (*see)(const NearBlock3 *block, const NearView3 *view, SeenBlock3 *seen);
    /// @return a bit for every triangle that the point of a box that is lowest above it stands
    /// over.
    uint32_t (*outline)(const SeenBlock3 *seen, Vec3 half, Outlines3 *outlines);
    /// The best of the triangle's normal, the box's faces and the crosses of their edges
    /// (Gottschalk, Lin, Manocha, "OBBTree", 1996, section 5), in this order where they tie.
    void (*box_axes)(const SeenBlock3 *seen, Vec3 half, BoxAxes3 *axes);
    /// As tum_mesh3_hides, of these triangles alone.
    bool (*hides)(const NearTriangles3 *near, Vec3 from, Vec3 to);
} NearKernel3;

/// For what every processor of this build's kind has.
extern const NearKernel3 tum_mesh_near3_base;
/// x86 with AVX2 only.
extern const NearKernel3 tum_mesh_near3_avx2;

/// The one for this processor.
static inline const NearKernel3 *mesh_near3_kernel(void)
{
    return cpu_choose_avx2(&tum_mesh_near3_avx2, &tum_mesh_near3_base);
}

/// Lanes of a block that have a triangle, as bits.
static inline uint32_t mesh_near3_lanes(const NearTriangles3 *near, uint32_t block)
{
    const uint32_t left = near->count - block * WIDE;
    return left < WIDE ? (1u << left) - 1 : (1u << WIDE) - 1;
}

#endif
