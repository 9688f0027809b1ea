// SPDX-License-Identifier: MIT
/// face_data4.h: a face in the frame of the contact search: its edges and slabs, or its place in a
/// hull where they are looked up; and the names of contact points.
#ifndef TUM_COLLIDE4_FACE_DATA4_H
#define TUM_COLLIDE4_FACE_DATA4_H

#include "collide4/manifold4.h"
#include "math/widen4.h"
#include "shape4/hull4.h"
#include "shape4/shape4.h"

enum { FACE4_EDGES = 12, FACE4_SLABS = 6 };

/// Region between two parallel hyperplanes: low <= normal . p <= high.
typedef struct Slab4 {
    Vec4 normal; ///< Perpendicular to the contact normal.
    float low, high;
    float slack; ///< [m] Ends of edges outside by less are not clipped, so that flush corners keep
                 ///< their names.
    uint32_t name_low, name_high;
} Slab4;

typedef struct Edge4 {
    Vec4 ends[2];
    uint32_t names[2];  ///< Two equal names: a point.
    uint8_t corners[2]; ///< Corner numbers of a box, a bit per axis.
    bool gives[2];      ///< The unclipped end gives a point: one edge of each corner has this flag.
} Edge4;

/// Pose of a shape in the frame of the contact search.
typedef struct View4 {
    const Shape4 *shape;
    Mat4 rotation;
    Vec4 position;
} View4;

typedef struct Face4 {
    int dimension; ///< 0 to 3
    Vec4 normal;   ///< Unit normal of a hyperplane that contains the face, tilted as little as
                   ///< possible from the contact normal.
    float offset;  ///< normal . p = offset on the face.
    int edge_count, slab_count; ///< Counts of those stored here.
    Edge4 edges[FACE4_EDGES];
    Slab4 slabs[FACE4_SLABS];
    bool is_box; ///< center and arms are set; the corners are computed from them.
    Vec4 center, arms[3];
    int hull_count; ///< Count of edges, and bound of slabs, that are looked up in a hull.
    View4 view;     ///< Pose of the hull.
    uint32_t item;  ///< Index of the cell or polygon.
    Vec4 plane[2];  ///< Basis of the polygon.
    Vec4 contact;   ///< The contact normal.
} Face4;

/// Parts of the names of contact points.
enum { OF_A = 0x0a54, OF_B = 0x0b54, EDGE = 0x0e54, CUT = 0x0c54 };

/// A direction of the contact hyperplane, moved along the face's normal into the face.
static inline Vec4 face4_upright(const Face4 *face, Vec4 direction, Vec4 normal)
{
    const float lean = vec4_dot(direction, normal) / vec4_dot(face->normal, normal);
    return vec4_add_scaled(direction, face->normal, -lean);
}

/// [m] A vertex of the hull in the frame of the contact search.
static inline Vec4 face4_hull_vertex(const View4 *view, uint32_t i)
{
    const Vec4 local = vec4_narrow(hull4_vertex(view->shape->hull, i));
    return vec4_add(view->position, mat4_transform(view->rotation, local));
}

/// Outward unit normal of a cell of the hull, in that frame.
static inline Vec4 face4_cell_normal(const View4 *view, uint32_t cell)
{
    return mat4_transform(view->rotation, view->shape->hull->normals[cell]);
}

/// [m] Offset of a cell's hyperplane in that frame; `turned` is its normal there.
static inline float face4_cell_offset(const View4 *view, uint32_t cell, Vec4 turned)
{
    return view->shape->hull->offsets[cell] + vec4_dot(turned, view->position);
}

#endif
