// SPDX-License-Identifier: MIT
/// mesh_shapes.h: meshes that the tests of space3/mesh… stand things on.
#ifndef TUM_TESTS_MESH_SHAPES_H
#define TUM_TESTS_MESH_SHAPES_H

#include "collide3/collide3.h"
#include "shape3/mesh3.h"
#include "tests/support/mesh_create.h"
#include "tests/support/support.h"

enum { GRID_MAX = 64 };

/// A grid of squares in XZ, centered, two triangles each, seen counter-clockwise from above; the
/// height at (x, z) is what `height` answers (NULL: 0).
static inline Mesh3 *grid_mesh(int squares, double spacing, double (*height)(double x, double z))
{
    static double points[(GRID_MAX + 1) * (GRID_MAX + 1) * 3];
    static uint32_t triangles[GRID_MAX * GRID_MAX * 6];
    assert_true(squares <= GRID_MAX);
    const int side = squares + 1;
    size_t p = 0, t = 0;
    for (int i = 0; i < side; i++) {
        for (int k = 0; k < side; k++) {
            const double x = (i - squares / 2.0) * spacing, z = (k - squares / 2.0) * spacing;
            points[p++] = x;
            points[p++] = height != NULL ? height(x, z) : 0.0;
            points[p++] = z;
        }
    }
    for (int i = 0; i < squares; i++) {
        for (int k = 0; k < squares; k++) {
            const uint32_t a = (uint32_t)(i * side + k), b = a + (uint32_t)side;
            const uint32_t corners[6] = {a, a + 1, b + 1, a, b + 1, b};
            memcpy(&triangles[t], corners, sizeof corners);
            t += 6;
        }
    }
    Mesh3 *mesh = create_mesh3(points, (uint32_t)(p / 3), triangles, (uint32_t)(t / 3), NULL);
    assert_non_null(mesh);
    return mesh;
}

static const uint32_t box_triangles[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                              {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                              {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};

/// A closed box of twelve triangles, normals outward, or inward for a room.
static inline Mesh3 *box_mesh(double half_x, double half_y, double half_z, bool room)
{
    double points[24];
    uint32_t triangles[36];
    for (int i = 0; i < 8; i++) {
        points[3 * i] = i & 1 ? half_x : -half_x;
        points[3 * i + 1] = i & 2 ? half_y : -half_y;
        points[3 * i + 2] = i & 4 ? half_z : -half_z;
    }
    for (int t = 0; t < 12; t++) {
        triangles[3 * t] = box_triangles[t][0];
        triangles[3 * t + 1] = box_triangles[t][room ? 2 : 1];
        triangles[3 * t + 2] = box_triangles[t][room ? 1 : 2];
    }
    Mesh3 *mesh = create_mesh3(points, 8, triangles, 12, NULL);
    assert_non_null(mesh);
    return mesh;
}

/// A ball of rings and segments, closed, normals outward.
static inline Mesh3 *ball_mesh(double radius, int rings, int segments)
{
    static double points[3 * 4096];
    static uint32_t triangles[3 * 8192];
    size_t p = 0, t = 0;
    for (int i = 0; i <= rings; i++) {
        const double polar = 3.14159265358979 * i / rings;
        for (int k = 0; k < segments; k++) {
            const double turn = 6.28318530717959 * k / segments;
            points[p++] = i == 0 || i == rings ? 0.0 : radius * sin(polar) * cos(turn);
            points[p++] = radius * cos(polar);
            points[p++] = i == 0 || i == rings ? 0.0 : radius * sin(polar) * sin(turn);
        }
    }
    for (int i = 0; i < rings; i++) {
        for (int k = 0; k < segments; k++) {
            const uint32_t a = (uint32_t)(i * segments + k);
            const uint32_t b = (uint32_t)(i * segments + (k + 1) % segments);
            const uint32_t c = a + (uint32_t)segments, d = b + (uint32_t)segments;
            const uint32_t corners[6] = {a, b, d, a, d, c};
            memcpy(&triangles[t], corners, sizeof corners);
            t += 6;
        }
    }
    Mesh3 *mesh = create_mesh3(points, (uint32_t)(p / 3), triangles, (uint32_t)(t / 3), NULL);
    assert_non_null(mesh);
    return mesh;
}

static inline Pose3 pose_at(double x, double y, double z)
{
    return (Pose3){{(float)x, (float)y, (float)z}, QUAT_IDENTITY};
}

/// A turn by `angle` about an axis, then a move.
static inline Pose3 pose_turned(double x, double y, double z, double ax, double ay, double az,
                                double angle)
{
    const double s = sin(angle / 2) / sqrt(ax * ax + ay * ay + az * az);
    return (Pose3){{(float)x, (float)y, (float)z},
                   {(float)(ax * s), (float)(ay * s), (float)(az * s), (float)cos(angle / 2)}};
}

static inline Pose3 random_pose(Random *random, double spread)
{
    double q[4], squared = 0.0;
    for (int i = 0; i < 4; i++) {
        q[i] = random_in(random, -1.0, 1.0);
        squared += q[i] * q[i];
    }
    const double f = 1.0 / sqrt(squared > 1e-6 ? squared : 1.0);
    return (Pose3){{(float)random_in(random, -spread, spread),
                    (float)random_in(random, -spread, spread),
                    (float)random_in(random, -spread, spread)},
                   quat_normalize((Quat){(float)(q[0] * f), (float)(q[1] * f), (float)(q[2] * f),
                                         (float)(q[3] * f)})};
}

/// What every answer of tum_collide3 keeps to.
static inline void assert_well_formed(const LocalManifold3 *touches, int count, float margin)
{
    assert_in_range(count, 0, LOCAL_MANIFOLDS_MAX);
    uint32_t names[LOCAL_MANIFOLDS_MAX * LOCAL_POINTS_MAX];
    int name_count = 0;
    for (int i = 0; i < count; i++) {
        assert_near(vec3_length(touches[i].normal), 1.0, 1e-4);
        assert_in_range(touches[i].point_count, 1, LOCAL_POINTS_MAX);
        for (int k = 0; k < touches[i].point_count; k++) {
            const LocalPoint3 *point = &touches[i].points[k];
            assert_true(vec3_is_finite(point->position));
            assert_true(point->separation <= margin);
            for (int n = 0; n < name_count; n++) {
                assert_int_not_equal(names[n], point->feature);
            }
            names[name_count++] = point->feature;
        }
    }
}

#endif
