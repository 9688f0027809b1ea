// SPDX-License-Identifier: MIT
// Cutting polygons and segments down to what lies over a triangle or a rectangle.

#include "space3/mesh_convex3.h"

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
// corners whose way back is not walked.
void tum_mesh_clip3(Clipped3 *polygon, Vec3 normal, float offset, uint32_t side)
{
    float heights[CLIPPED_POINTS];
    Vec3 points[CLIPPED_POINTS];
    uint32_t names[CLIPPED_POINTS];
    const int count = polygon->count;
    int outside = 0;
    for (int i = 0; i < count; i++) {
        heights[i] = vec3_dot(normal, polygon->points[i]) - offset;
        outside += heights[i] > 0.0f;
    }
    if (outside == 0 || outside == count) {
        polygon->count = outside == 0 ? count : 0;
        return;
    }
    memcpy(points, polygon->points, (size_t)count * sizeof points[0]);
    memcpy(names, polygon->names, (size_t)count * sizeof names[0]);
    polygon->count = 0;
    for (int i = 0; i < count; i++) {
        const int next = i + 1 < count ? i + 1 : 0;
        if (heights[i] <= 0.0f) {
            clipped_add(polygon, points[i], names[i]);
        }
        if (count <= 2 && next == 0) {
            break;
        }
        const uint32_t name = mesh_feature3(names[i] + 101u * names[next], side);
        if (heights[i] <= 0.0f && heights[next] > 0.0f) {
            clipped_add(polygon, cut_point(points[i], points[next], -heights[i], heights[next]),
                        name);
        } else if (heights[i] > 0.0f && heights[next] <= 0.0f) {
            clipped_add(polygon, cut_point(points[next], points[i], -heights[next], heights[i]),
                        name);
        }
    }
}
