// SPDX-License-Identifier: MIT
// sat3.c: boxes as hulls, and edges of boxes, for separating axes.
#include "collide3/sat3.h"

static Vec3 axis_vector(int axis, float sign)
{
    return vec3(axis == 0 ? sign : 0.0f, axis == 1 ? sign : 0.0f, axis == 2 ? sign : 0.0f);
}

void tum_box_hull3_init(BoxHull3 *box, Vec3 half)
{
    const float halves[3] = {half.x, half.y, half.z};
    for (uint32_t i = 0; i < 8; ++i) {
        box->vertices[i] =
            vec3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
        box->neighbor_first[i] = 3 * i;
        for (uint32_t k = 0; k < 3; ++k) {
            box->neighbors[3 * i + k] = i ^ (1u << k);
        }
    }
    box->neighbor_first[8] = 24;
    for (uint32_t axis = 0; axis < 3; ++axis) {
        const uint32_t u = 1u << (axis + 1) % 3, v = 1u << (axis + 2) % 3, w = 1u << axis;
        // u, v, axis are right-handed: this order is counter-clockwise on the positive side.
        const uint32_t loop[4] = {0, u, u | v, v};
        for (uint32_t positive = 0; positive < 2; ++positive) {
            const uint32_t face = 2 * axis + positive;
            box->normals[face] = axis_vector((int)axis, positive ? 1.0f : -1.0f);
            box->offsets[face] = halves[axis];
            box->face_first[face] = 4 * face;
            for (uint32_t i = 0; i < 4; ++i) {
                box->face_vertices[4 * face + i] = positive ? loop[i] | w : loop[3 - i];
            }
        }
        for (uint32_t signs = 0; signs < 4; ++signs) {
            const bool plus_u = signs & 1, plus_v = signs & 2;
            const uint32_t face_u = 2 * ((axis + 1) % 3) + plus_u;
            const uint32_t face_v = 2 * ((axis + 2) % 3) + plus_v;
            // left x right is along the edge: u x v is the axis, and each sign reverses it.
            const bool u_left = plus_u == plus_v;
            uint32_t *edge = box->edges[4 * axis + signs];
            edge[0] = (plus_u ? u : 0) | (plus_v ? v : 0);
            edge[1] = edge[0] | w;
            edge[2] = u_left ? face_u : face_v;
            edge[3] = u_left ? face_v : face_u;
        }
    }
    box->face_first[6] = 24;
    box->hull = (Hull3){.vertices = box->vertices,
                        .normals = box->normals,
                        .offsets = box->offsets,
                        .face_first = box->face_first,
                        .face_vertices = box->face_vertices,
                        .edges = box->edges,
                        .neighbor_first = box->neighbor_first,
                        .neighbors = box->neighbors,
                        .cap_first = box->cap_first,
                        .caps = box->caps,
                        .face_lanes = box->face_lanes,
                        .vertex_count = 8,
                        .face_count = 6,
                        .edge_count = 12};
    tum_hull3_complete(&box->hull);
}

void tum_sat3_box_edge(Vec3 half, uint32_t edge, Vec3 ends[2], uint32_t names[2])
{
    const uint32_t axis = edge / 4, signs = edge % 4;
    const uint32_t u = 1u << (axis + 1) % 3, v = 1u << (axis + 2) % 3;
    names[0] = (signs & 1 ? u : 0) | (signs & 2 ? v : 0);
    names[1] = names[0] | 1u << axis;
    for (int i = 0; i < 2; ++i) {
        ends[i] = vec3(names[i] & 1 ? half.x : -half.x, names[i] & 2 ? half.y : -half.y,
                       names[i] & 4 ? half.z : -half.z);
    }
}

void tum_sat3_nearest_on_edges(Vec3 a0, Vec3 a1, Vec3 b0, Vec3 b1, Vec3 *on_a, Vec3 *on_b)
{
    const Vec3 line_a = vec3_sub(a1, a0), line_b = vec3_sub(b1, b0), from = vec3_sub(b0, a0);
    const float aa = vec3_dot(line_a, line_a), bb = vec3_dot(line_b, line_b);
    const float ab = vec3_dot(line_a, line_b);
    const float at_a = vec3_dot(line_a, from), at_b = vec3_dot(line_b, from);
    const float determinant = aa * bb - ab * ab;
    float s = 0.5f, t = 0.5f;
    if (determinant > 1e-6f * aa * bb) {
        s = clamp((at_a * bb - at_b * ab) / determinant, 0.0f, 1.0f);
        t = clamp((at_a * ab - at_b * aa) / determinant, 0.0f, 1.0f);
    }
    *on_a = vec3_add_scaled(a0, line_a, s);
    *on_b = vec3_add_scaled(b0, line_b, t);
}
