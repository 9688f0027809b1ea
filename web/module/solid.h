// SPDX-License-Identifier: MIT
/// solid.h: surfaces of colliders as triangles; inside the module alone.
#ifndef TUM_WEB_SOLID_H
#define TUM_WEB_SOLID_H

#include "math/math3.h"
#include "module.h"

/// Triangles of one collider, or of one part of a trigger. The script reads it as 32 bytes.
typedef struct WebSolid {
    double collider; ///< Id; 0: a part of a trigger.
    int32_t place;   ///< Place of the body; -1: the world.
    uint32_t first;  ///< First triangle.
    uint32_t count;
    uint32_t is_trigger;
    uint32_t kind; ///< TumBodyKind of the body.
    uint32_t unused;
} WebSolid;

/// The last surfaces. The script reads the words in this order.
typedef struct WebSolids {
    float *positions; ///< [m] [triangle_count * 9] Corners in the world, counter-clockwise.
    float *normals;   ///< [triangle_count * 9] Unit, outward, at each corner.
    WebSolid *solids; ///< [solid_count]
    uint32_t triangle_count, solid_count;
    uint32_t triangle_capacity, solid_capacity;
    bool failed; ///< Out of memory.
} WebSolids;

/// A corner of a surface and the normal there.
typedef struct WebCorner {
    Vec3 at, normal;
} WebCorner;

/// Adds a triangle to the solid that was begun last. Triangles without area are left out.
void web_solid_triangle(WebSolids *solids, WebCorner a, WebCorner b, WebCorner c);

/// Adds a flat convex polygon with corners counter-clockwise around its normal.
void web_solid_polygon(WebSolids *solids, const Vec3 *corners, int count, Vec3 normal);

/// Begins the surface of a collider by its slot.
void web_solid_begin(WebSolids *solids, const TumWorld *world, int32_t collider);

/// Begins the surface of a part of a trigger, on a body by its slot.
void web_solid_begin_trigger(WebSolids *solids, const TumWorld *world, int32_t body);

/// Sections of all colliders and triggers of a world of 4D at w [m].
void web_solids_of_sections(const TumWorld *world, double w, WebSolids *solids);

#endif
