// SPDX-License-Identifier: MIT
// parts.c: parts of several scenes.
#include "parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"

static const double PI = 3.14159265358979323846;

void scene_turn(int axis, double angle, double q[4])
{
    q[0] = q[1] = q[2] = 0.0;
    q[axis] = scene_sine(0.5 * angle);
    q[3] = scene_cosine(0.5 * angle);
}

void scene_turn_toward(double x, double y, double q[4])
{
    const double cosine = x / sqrt(x * x + y * y);
    q[0] = q[1] = 0.0;
    q[2] = y < 0.0 ? -sqrt(0.5 * (1.0 - cosine)) : sqrt(0.5 * (1.0 - cosine));
    q[3] = sqrt(0.5 * (1.0 + cosine));
}

void scene_turn_both(const double a[4], const double b[4], double out[4])
{
    const double q[4] = {
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    };
    memcpy(out, q, sizeof q);
}

void scene_turn_back(const double q[4], double out[4])
{
    for (int i = 0; i < 3; ++i) {
        out[i] = -q[i];
    }
    out[3] = q[3];
}

// v + 2 w (u x v) + 2 u x (u x v), with q = (u, w).
void scene_turn_vector(const double q[4], const double v[3], double out[3])
{
    const double t[3] = {
        2.0 * (q[1] * v[2] - q[2] * v[1]),
        2.0 * (q[2] * v[0] - q[0] * v[2]),
        2.0 * (q[0] * v[1] - q[1] * v[0]),
    };
    const double turned[3] = {
        v[0] + q[3] * t[0] + q[1] * t[2] - q[2] * t[1],
        v[1] + q[3] * t[1] + q[2] * t[0] - q[0] * t[2],
        v[2] + q[3] * t[2] + q[0] * t[1] - q[1] * t[0],
    };
    memcpy(out, turned, sizeof turned);
}

static int add(Gltf *gltf, int geometry, double x, double y, double z, GltfMotion motion)
{
    return gltf_add(gltf, &(GltfNode){.parent = GLTF_NONE,
                                      .position = {x, y, z},
                                      .rotation = {0.0, 0.0, 0.0, 1.0},
                                      .geometry = geometry,
                                      .motion = motion,
                                      .filter = GLTF_NONE,
                                      .joint = GLTF_NONE});
}

int scene_add_at(Gltf *gltf, int geometry, const double at[3], const double turn[4],
                 GltfMotion motion, int material)
{
    const int node = add(gltf, geometry, at[0], at[1], at[2], motion);
    if (!gltf->failed) {
        memcpy(gltf->nodes[node].rotation, turn, sizeof gltf->nodes[node].rotation);
        gltf->nodes[node].material = material;
    }
    return node;
}

void scene_turn_x_to(const double axis[3], double q[4])
{
    const double quarter = 0.5 * PI;
    if (axis[1] != 0.0) {
        scene_turn(2, axis[1] * quarter, q);
    } else if (axis[2] != 0.0) {
        scene_turn(1, -axis[2] * quarter, q);
    } else {
        scene_turn(2, axis[0] > 0.0 ? 0.0 : PI, q);
    }
}

// A node below another for a joint's frame, which has a place and a turn in the world.
static int add_frame(Gltf *gltf, int node, const double at[3], const double turn[4])
{
    const GltfNode *body = &gltf->nodes[node];
    GltfNode frame = {
        .parent = node, .geometry = GLTF_NONE, .filter = GLTF_NONE, .joint = GLTF_NONE};
    double back[4];
    scene_turn_back(body->rotation, back);
    const double offset[3] = {at[0] - body->position[0], at[1] - body->position[1],
                              at[2] - body->position[2]};
    scene_turn_vector(back, offset, frame.position);
    scene_turn_both(back, turn, frame.rotation);
    return gltf_add(gltf, &frame);
}

void scene_join(Gltf *gltf, int joint, int node, int connected, const double at[3],
                const double axis[3])
{
    if (gltf->failed) {
        return;
    }
    double turn[4];
    scene_turn_x_to(axis, turn);
    const int here = add_frame(gltf, node, at, turn);
    const int there = add_frame(gltf, connected, at, turn);
    if (!gltf->failed) {
        gltf->nodes[here].joint = joint;
        gltf->nodes[here].connected = there;
    }
}

int scene_hinge(Gltf *gltf, const GltfMotor *motor)
{
    const GltfLimit limits[2] = {{.axes = 7, .has_min = true},
                                 {.is_angular = true, .axes = 6, .has_min = true}};
    return gltf_motor_joint(gltf, limits, 2, motor);
}

int scene_add_fixed(Gltf *gltf, int geometry, double x, double y, double z)
{
    return add(gltf, geometry, x, y, z, GLTF_FIXED);
}

int scene_add_body(Gltf *gltf, int geometry, double x, double y, double z)
{
    return add(gltf, geometry, x, y, z, GLTF_DYNAMIC);
}

void scene_add_ground(Gltf *gltf, double half)
{
    scene_add_fixed(gltf, gltf_box(gltf, half, 1.0, half), 0.0, -1.0, 0.0);
}

void scene_add_pen(Gltf *gltf, double inner, double height)
{
    const double half = 0.5 * height, along = inner + 1.0, at = inner + 0.5;
    const int across_x = gltf_box(gltf, 0.5, half, along);
    const int across_z = gltf_box(gltf, along, half, 0.5);
    for (int side = -1; side <= 1; side += 2) {
        scene_add_fixed(gltf, across_x, side * at, half, 0.0);
        scene_add_fixed(gltf, across_z, 0.0, half, side * at);
    }
}

static double terrain_height(double x, double z)
{
    return 1.5 * scene_sine(0.12 * x) * scene_cosine(0.15 * z) +
           0.35 * scene_sine(0.7 * x + 0.4 * z) + 0.2 * scene_cosine(0.9 * z - 0.5 * x);
}

// The points of a terrain, and its triangles.
static void fill_terrain(int cells, double relief, float *points, uint32_t *triangles)
{
    const size_t row = (size_t)cells + 1, squares = (size_t)cells * (size_t)cells;
    for (size_t i = 0; i < row * row; ++i) {
        const double x = (double)(i % row) - 0.5 * cells, z = (double)(i / row) - 0.5 * cells;
        points[3 * i] = (float)x;
        points[3 * i + 1] = (float)(relief * terrain_height(x, z));
        points[3 * i + 2] = (float)z;
    }
    for (size_t i = 0; i < squares; ++i) {
        const uint32_t a = (uint32_t)(i / (size_t)cells * row + i % (size_t)cells);
        const uint32_t b = a + 1, c = a + (uint32_t)row, d = c + 1;
        const uint32_t two[6] = {a, c, b, b, c, d};
        memcpy(triangles + 6 * i, two, sizeof two);
    }
}

// Puts triangles in no order and gives each points of its own, three of `own` each.
static void split_triangles(const float *points, uint32_t *triangles, size_t count, float *own)
{
    SceneRandom random = {5};
    for (size_t i = count; i-- > 1;) {
        const size_t other = (size_t)scene_random(&random, 0.0, (double)i);
        uint32_t kept[3];
        memcpy(kept, triangles + 3 * i, sizeof kept);
        memcpy(triangles + 3 * i, triangles + 3 * other, sizeof kept);
        memcpy(triangles + 3 * other, kept, sizeof kept);
    }
    for (size_t i = 0; i < 3 * count; ++i) {
        memcpy(own + 3 * i, points + 3 * (size_t)triangles[i], 3 * sizeof *own);
        triangles[i] = (uint32_t)i;
    }
}

int scene_add_terrain(Gltf *gltf, int cells, double relief, bool is_split)
{
    int node = GLTF_NONE;
    const size_t row = (size_t)cells + 1, count = 2 * (size_t)cells * (size_t)cells;
    float *points = malloc(row * row * 3 * sizeof *points);
    uint32_t *triangles = malloc(3 * count * sizeof *triangles);
    float *own = is_split ? malloc(9 * count * sizeof *own) : NULL;
    if (points == NULL || triangles == NULL || (is_split && own == NULL)) {
        gltf->failed = true;
    } else {
        fill_terrain(cells, relief, points, triangles);
        if (is_split) {
            split_triangles(points, triangles, count, own);
        }
        const int mesh = gltf_mesh(gltf, is_split ? own : points, is_split ? 3 * count : row * row,
                                   triangles, count);
        node = scene_add_fixed(gltf, mesh, 0.0, 0.0, 0.0);
    }
    free(points);
    free(triangles);
    free(own);
    return node;
}
