// SPDX-License-Identifier: MIT
// mesh_clip3.c: polygons and segments clipped to the part over a triangle or a rectangle.

#include "collide3/mesh_convex3.h"

static Vec3 cut_point(Vec3 in, Vec3 out, float in_depth, float out_height)
{
    return vec3_add_scaled(in, vec3_sub(out, in), in_depth / (in_depth + out_height));
}

static void clipped_add(Clipped3 *polygon, Vec3 point, uint32_t name)
{
    if (polygon->count < CLIPPED_POINTS) {
        polygon->points[polygon->count] = point;
        polygon->names[polygon->count] = name;
        polygon->count++;
    }
}

// Sutherland and Hodgman, "Reentrant Polygon Clipping" (1974). A segment is a polygon of two
// corners without the side back.
void tum_mesh_clip3(Clipper3 *clipper, Vec3 normal, float offset, uint32_t side)
{
    const Clipped3 *whole = clipper3_polygon(clipper);
    float heights[CLIPPED_POINTS];
    const int count = whole->count;
    int outside = 0;
    for (int i = 0; i < count; i++) {
        heights[i] = vec3_dot(normal, whole->points[i]) - offset;
        outside += heights[i] > 0.0f;
    }
    if (outside == 0) {
        return;
    }
    clipper->which = 1 - clipper->which;
    Clipped3 *part = clipper3_polygon(clipper);
    part->count = 0;
    for (int i = 0; i < count && outside < count; i++) {
        const int next = i + 1 < count ? i + 1 : 0;
        if (heights[i] <= 0.0f) {
            clipped_add(part, whole->points[i], whole->names[i]);
        }
        if (count <= 2 && next == 0) {
            break;
        }
        if (heights[i] <= 0.0f && heights[next] > 0.0f) {
            clipped_add(
                part, cut_point(whole->points[i], whole->points[next], -heights[i], heights[next]),
                mesh_feature3(whole->names[i] + 101u * whole->names[next], side));
        } else if (heights[i] > 0.0f && heights[next] <= 0.0f) {
            clipped_add(
                part, cut_point(whole->points[next], whole->points[i], -heights[next], heights[i]),
                mesh_feature3(whole->names[i] + 101u * whole->names[next], side));
        }
    }
}
