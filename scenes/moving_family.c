// SPDX-License-Identifier: MIT
// moving_family.c: families of what is moved or moves by itself: a turning table, conveyors,
// rolling balls, dominoes, shots.
#include "family.h"
#include "parts.h"

#include <math.h>

static const double upright[4] = {0.0, 0.0, 0.0, 1.0};
static const double QUARTER = 1.57079632679489661923; // [rad]

static void add_floor(Gltf *gltf, double half, int material)
{
    const double at[3] = {0.0, -1.0, 0.0};
    scene_add_at(gltf, gltf_box(gltf, half, 1.0, half), at, upright, GLTF_FIXED, material);
}

// Boxes and cylinders of 0.15 to 0.4 m fall on a table 20 m wide that turns at 0.3 to 0.8 rad/s.
void scene_family_table(Gltf *gltf, SceneRandom *random, int bodies)
{
    enum { SHAPES = 10 };
    const double radius = 10.0 * sqrt(bodies / 1500.0) + 1.0;
    const int material = scene_random_material(gltf, random, 0.3, 0.8, 0.2);
    add_floor(gltf, 3.0 * radius + 20.0, material);
    const double middle[3] = {0.0, 1.0, 0.0};
    const int table = scene_add_at(gltf, gltf_cylinder(gltf, radius, radius, 1.0), middle, upright,
                                   GLTF_KINEMATIC, material);
    if (!gltf->failed) {
        gltf->nodes[table].spin[1] = scene_random(random, 0.3, 0.8);
    }
    int shapes[SHAPES];
    for (int i = 0; i < SHAPES; ++i) {
        const double a = scene_random(random, 0.15, 0.4), b = scene_random(random, 0.15, 0.4);
        shapes[i] = i % 2 == 0 ? gltf_cylinder(gltf, a, a, 2.0 * b)
                               : gltf_box(gltf, a, b, scene_random(random, 0.15, 0.4));
    }
    const double cell = 1.2;
    const int row = (int)(1.4 * (radius - 1.0) / cell) + 1;
    for (int i = 0; i < bodies && !gltf->failed; ++i) {
        const int level = i / (row * row), place = i % (row * row);
        const double at[3] = {(place % row - 0.5 * (row - 1)) * cell, 2.2 + 1.2 * level,
                              (place / row - 0.5 * (row - 1)) * cell};
        double turn[4];
        scene_random_turn(random, turn);
        scene_add_at(gltf, shapes[scene_pick(random, SHAPES)], at, turn, GLTF_DYNAMIC, material);
    }
}

// Rows of 40 rollers, 0.15 m thick in radius, turn at 4 to 10 rad/s and carry boxes and cylinders
// of 0.2 to 0.35 m to an end, where they fall.
void scene_family_conveyor(Gltf *gltf, SceneRandom *random, int bodies)
{
    enum { ROLLERS = 40, A_BELT = 48, SHAPES = 8, WIDE = 3, LONG = 16 };
    const int belts = (bodies + A_BELT - 1) / A_BELT;
    const double apart = 3.4, pitch = 0.32;
    const int material = scene_random_material(gltf, random, 0.4, 0.8, 0.1);
    add_floor(gltf, 30.0 + apart * belts, material);
    const int roller = gltf_cylinder(gltf, 0.15, 0.15, 2.6);
    int shapes[SHAPES];
    for (int i = 0; i < SHAPES; ++i) {
        const double a = scene_random(random, 0.2, 0.35), b = scene_random(random, 0.2, 0.35);
        shapes[i] = i % 4 == 0 ? gltf_cylinder(gltf, a, a, 2.0 * b)
                               : gltf_box(gltf, a, b, scene_random(random, 0.2, 0.35));
    }
    double across[4];
    scene_turn(0, QUARTER, across); // y, the cylinder's axis, to z
    for (int belt = 0; belt < belts && !gltf->failed; ++belt) {
        const double z = (belt - 0.5 * (belts - 1)) * apart;
        const double speed = scene_random(random, 4.0, 10.0);
        for (int i = 0; i < ROLLERS && !gltf->failed; ++i) {
            const double at[3] = {(i - 0.5 * (ROLLERS - 1)) * pitch, 1.5, z};
            const int node = scene_add_at(gltf, roller, at, across, GLTF_KINEMATIC, material);
            if (!gltf->failed) {
                // In the axes of the node: clockwise about z carries toward +x.
                gltf->nodes[node].spin[1] = -speed;
            }
        }
        for (int i = 0; i < A_BELT && belt * A_BELT + i < bodies; ++i) {
            const double at[3] = {(i / WIDE - 0.5 * (LONG - 1)) * 0.74, 2.1,
                                  z + (i % WIDE - 1) * 0.8};
            scene_add_at(gltf, shapes[scene_pick(random, SHAPES)], at, upright, GLTF_DYNAMIC,
                         material);
        }
    }
}

// Balls of 0.2 to 0.5 m, 2 to 8 m/s fast, over a mesh that is nearly flat.
void scene_family_rolling(Gltf *gltf, SceneRandom *random, int bodies)
{
    const int row = (int)ceil(sqrt(bodies)), cells = 2 * (int)(0.8 * row + 45.0);
    const int material = scene_random_material(gltf, random, 0.4, 0.9, 0.1);
    const double relief = scene_pick(random, 2) == 0 ? 0.0 : scene_random(random, 0.0, 0.05);
    const int ground = scene_add_terrain(gltf, cells, relief, false);
    if (!gltf->failed) {
        gltf->nodes[ground].material = material;
    }
    for (int i = 0; i < bodies && !gltf->failed; ++i) {
        const double radius = scene_random(random, 0.2, 0.5);
        const double at[3] = {(i % row - 0.5 * row) * 1.4 - 20.0, radius + 0.12,
                              (i / row - 0.5 * row) * 1.4};
        const int ball =
            scene_add_at(gltf, gltf_sphere(gltf, radius), at, upright, GLTF_DYNAMIC, material);
        if (!gltf->failed) {
            const double speed = scene_random(random, 2.0, 8.0);
            gltf->nodes[ball].velocity[0] = speed;
            gltf->nodes[ball].spin[2] = -speed / radius;
        }
    }
}

// Rows of 100 dominoes, 0.8 to 1.2 m high, 0.45 to 0.6 of that apart; a ball rolls into the first.
void scene_family_dominoes(Gltf *gltf, SceneRandom *random, int bodies)
{
    enum { A_ROW = 100 };
    const int rows = (bodies + A_ROW - 1) / A_ROW;
    const int material = scene_random_material(gltf, random, 0.3, 0.6, 0.1);
    add_floor(gltf, 50.0 + rows, material);
    for (int row = 0; row < rows && !gltf->failed; ++row) {
        const double high = scene_random(random, 0.8, 1.2);
        const double apart = high * scene_random(random, 0.45, 0.6);
        const double thick = high * scene_random(random, 0.06, 0.12), z = 1.5 * (row - 0.5 * rows);
        const int domino = gltf_box(gltf, 0.5 * thick, 0.5 * high, 0.25 * high);
        const double start = -0.5 * A_ROW * apart;
        for (int i = 0; i < A_ROW && row * A_ROW + i < bodies; ++i) {
            const double at[3] = {start + i * apart, 0.5 * high, z};
            scene_add_at(gltf, domino, at, upright, GLTF_DYNAMIC, material);
        }
        const double radius = 0.35 * high, at[3] = {start - 1.5, radius, z};
        const int ball =
            scene_add_at(gltf, gltf_sphere(gltf, radius), at, upright, GLTF_DYNAMIC, material);
        if (!gltf->failed) {
            gltf->nodes[ball].velocity[0] = 4.0;
            gltf->nodes[ball].spin[2] = -4.0 / radius;
        }
    }
}

// Balls of 0.05 to 0.2 m, 100 to 400 m/s fast, against walls 4 cm thick.
void scene_family_shots(Gltf *gltf, SceneRandom *random, int bodies)
{
    enum { A_WALL = 30 };
    const int walls = (bodies + A_WALL - 1) / A_WALL;
    const int material = scene_random_material(gltf, random, 0.2, 0.6, 0.5);
    // [m] A ball that other balls send past the walls stays over the floor for a second.
    add_floor(gltf, 250.0 + 4.0 * walls, material);
    const int wall = gltf_box(gltf, 0.02, 6.0, 1.9);
    for (int i = 0; i < walls && !gltf->failed; ++i) {
        const double z = 4.0 * (i - 0.5 * walls);
        for (int side = -1; side <= 1; side += 2) {
            const double at[3] = {side * 8.0, 6.0, z};
            scene_add_at(gltf, wall, at, upright, GLTF_FIXED, material);
        }
        for (int k = 0; k < A_WALL && i * A_WALL + k < bodies; ++k) {
            const double at[3] = {-1.2 + 0.6 * (k % 5), 1.0 + 0.9 * (k / 5),
                                  z + scene_random(random, -1.2, 1.2)};
            const double radius = scene_random(random, 0.05, 0.2);
            const int ball =
                scene_add_at(gltf, gltf_sphere(gltf, radius), at, upright, GLTF_DYNAMIC, material);
            if (!gltf->failed) {
                const double speed = scene_random_scale(random, 100.0, 400.0);
                gltf->nodes[ball].velocity[0] = k % 2 == 0 ? speed : -speed;
            }
        }
    }
}
