// SPDX-License-Identifier: MIT
// Separating axes of boxes.
#include "space3/sat3.h"

#include "space3/sat_choice3.h"

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
            // left x right points along the edge: u x v is the axis, each sign turns it around.
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

// The signs of `n` along u and v: which of the four edges along an axis reaches farthest along n.
static uint32_t edge_toward(Vec3 n, int axis)
{
    const bool plus_u = vec3_part(n, (axis + 1) % 3) >= 0.0f;
    const bool plus_v = vec3_part(n, (axis + 2) % 3) >= 0.0f;
    return (uint32_t)axis * 4 + (plus_u ? 1 : 0) + (plus_v ? 2 : 0);
}

typedef struct BoxPair {
    float a[3], b[3];                     // half sizes
    float at_a[3], at_b[3];               // B's middle from A's, along A's and along B's axes
    float turn[3][3], size_of_turn[3][3]; // turn[i][j]: A's axis i . B's axis j
} BoxPair;

static BoxPair box_pair(Vec3 half_a, Vec3 half_b, Pose3 a_from_b)
{
    const Mat3 r = quat_matrix(a_from_b.rotation);
    const Vec3 columns[3] = {r.x, r.y, r.z}, t = a_from_b.position;
    BoxPair pair = {.a = {half_a.x, half_a.y, half_a.z}, .b = {half_b.x, half_b.y, half_b.z}};
    for (int i = 0; i < 3; ++i) {
        pair.at_a[i] = vec3_part(t, i);
        pair.at_b[i] = vec3_dot(t, columns[i]);
        for (int j = 0; j < 3; ++j) {
            pair.turn[i][j] = vec3_part(columns[j], i);
            pair.size_of_turn[i][j] = absolute(pair.turn[i][j]);
        }
    }
    return pair;
}

// Along A's axis i x B's axis j (Gottschalk, Lin, Manocha, "OBBTree", 1996, table 1), over its
// length. A unit axis turned by the cross product has the parts below along A's axes.
static bool edge_axis(const BoxPair *p, int i, int j, float *separation, Vec3 *normal)
{
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const float squared = p->turn[i1][j] * p->turn[i1][j] + p->turn[i2][j] * p->turn[i2][j];
    if (!(squared > parallel_sine * parallel_sine)) {
        return false;
    }
    const float length = square_root(squared);
    const float along = p->at_a[i2] * p->turn[i1][j] - p->at_a[i1] * p->turn[i2][j];
    const float radius_a = p->a[i1] * p->size_of_turn[i2][j] + p->a[i2] * p->size_of_turn[i1][j];
    const float radius_b = p->b[j1] * p->size_of_turn[i][j2] + p->b[j2] * p->size_of_turn[i][j1];
    *separation = (absolute(along) - radius_a - radius_b) / length;
    // e_i x c: zero along i, -c[i2] along i1, c[i1] along i2.
    const float factor = (along >= 0.0f ? 1.0f : -1.0f) / length;
    const float part1 = -p->turn[i2][j] * factor, part2 = p->turn[i1][j] * factor;
    *normal = vec3_add(axis_vector(i1, part1), axis_vector(i2, part2));
    return true;
}

static float smaller_half(Vec3 a, Vec3 b)
{
    return minimum(vec3_length(a), vec3_length(b));
}

bool tum_sat3_boxes(Vec3 half_a, Vec3 half_b, Pose3 a_from_b, float margin, const PairCache3 *cache,
                    Axis3 *axis)
{
    const BoxPair p = box_pair(half_a, half_b, a_from_b);
    const float bias = size_bias * smaller_half(half_a, half_b);
    BestFace best_a = best_face(cache, AXIS3_FACE_A, cache->a);
    BestFace best_b = best_face(cache, AXIS3_FACE_B, cache->b);
    for (int i = 0; i < 3; ++i) {
        const float *row = p.size_of_turn[i];
        const float radius_b = p.b[0] * row[0] + p.b[1] * row[1] + p.b[2] * row[2];
        const float radius_a = p.a[0] * p.size_of_turn[0][i] + p.a[1] * p.size_of_turn[1][i] +
                               p.a[2] * p.size_of_turn[2][i];
        const uint32_t face = 2 * (uint32_t)i;
        offer(&best_a, face + (p.at_a[i] >= 0.0f), absolute(p.at_a[i]) - p.a[i] - radius_b);
        offer(&best_b, face + (p.at_b[i] < 0.0f), absolute(p.at_b[i]) - p.b[i] - radius_a);
    }
    if (!(best_a.separation <= margin) || !(best_b.separation <= margin)) {
        axis->separation = maximum(best_a.separation, best_b.separation);
        return false;
    }
    Axis3 edges = {.kind = AXIS3_EDGES, .separation = -endless};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            float separation;
            Vec3 normal;
            if (!edge_axis(&p, i, j, &separation, &normal)) {
                continue;
            }
            if (!(separation <= margin)) {
                axis->separation = separation;
                return false;
            }
            if (separation > edges.separation) {
                const Vec3 back = vec3_negate(quat_unrotate(a_from_b.rotation, normal));
                edges.separation = separation;
                edges.normal = normal;
                edges.a = edge_toward(normal, i);
                edges.b = edge_toward(back, j);
            }
        }
    }
    keep_last(&best_a, bias);
    keep_last(&best_b, bias);
    const bool b_wins = prefers_b(&best_a, &best_b, cache, bias);
    const BestFace *best = b_wins ? &best_b : &best_a;
    if (edges_win(edges.separation, best->separation, cache, bias)) {
        *axis = edges;
        return true;
    }
    const Vec3 own = axis_vector((int)best->face / 2, best->face % 2 != 0 ? 1.0f : -1.0f);
    axis->kind = b_wins ? AXIS3_FACE_B : AXIS3_FACE_A;
    axis->a = b_wins ? 0 : best->face;
    axis->b = b_wins ? best->face : 0;
    axis->normal = b_wins ? vec3_negate(quat_rotate(a_from_b.rotation, own)) : own;
    axis->separation = best->separation;
    return true;
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
