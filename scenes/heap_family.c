// SPDX-License-Identifier: MIT
// heap_family.c: families of bodies that fall and lie: logs, mixed heaps, compounds, rain,
// ragdolls.
#include "family.h"
#include "parts.h"

#include <math.h>
#include <stdio.h>

// All nodes so far are of a material.
static void set_materials(Gltf *gltf, int material)
{
    for (size_t i = 0; i < gltf->node_count; ++i) {
        gltf->nodes[i].material = material;
    }
}

// Ground of half a width [m], and a pen on it where its height [m] is above 0.
static void add_floor(Gltf *gltf, double half, double inner, double height, int material)
{
    scene_add_ground(gltf, half);
    if (height > 0.0) {
        scene_add_pen(gltf, inner, height);
    }
    set_materials(gltf, material);
}

// Cylinders and capsules 0.2 to 0.5 m thick and 1 to 3 m long, in layers that lie across each
// other, fall into a pen.
void scene_family_logs(Gltf *gltf, SceneRandom *random, int bodies)
{
    enum { SHAPES = 12 };
    static const double x_axis[3] = {1.0, 0.0, 0.0}, z_axis[3] = {0.0, 0.0, 1.0};
    const double inner = 6.0 * cbrt(bodies / 2400.0) + 1.5, cell = 0.65, length = 3.3;
    const int material = scene_random_material(gltf, random, 0.3, 0.8, 0.2);
    add_floor(gltf, 4.0 * inner + 20.0, inner, 2.0 * inner, material);
    int shapes[SHAPES];
    for (int i = 0; i < SHAPES; ++i) {
        const double radius = scene_random(random, 0.1, 0.25);
        const double along = scene_random(random, 1.0, 3.0);
        shapes[i] = i % 2 == 0 ? gltf_cylinder(gltf, radius, radius, along)
                               : gltf_capsule(gltf, radius, along - 2.0 * radius);
    }
    const int rows = (int)(2.0 * (inner - 0.4) / cell), columns = (int)(2.0 * inner / length);
    const int layer = rows * columns;
    for (int i = 0; i < bodies && !gltf->failed; ++i) {
        const int level = i / layer, row = i % layer / columns, column = i % columns;
        const double across = (row - 0.5 * (rows - 1)) * cell;
        const double along = (column - 0.5 * (columns - 1)) * length;
        const bool is_x = level % 2 == 0;
        double upright[4], tilt[4], turn[4];
        scene_turn_x_to(is_x ? x_axis : z_axis, upright);
        scene_turn(2, 1.57079632679489661923, turn); // y, the shape's axis, to x
        scene_turn_both(upright, turn, turn);
        scene_turn(1, scene_random(random, -0.1, 0.1), tilt);
        scene_turn_both(tilt, turn, turn);
        const double at[3] = {is_x ? along : across, 1.0 + 0.7 * level, is_x ? across : along};
        scene_add_at(gltf, shapes[scene_pick(random, SHAPES)], at, turn, GLTF_DYNAMIC, material);
    }
}

// A shape of about the radius `size`, of any kind that has a volume.
static int random_shape(Gltf *gltf, SceneRandom *random, double size)
{
    const double a = size * scene_random(random, 0.5, 1.0);
    const double b = size * scene_random(random, 0.5, 1.0);
    const double c = size * scene_random(random, 0.5, 1.0);
    switch (scene_pick(random, 7)) {
    case 0: return gltf_sphere(gltf, a);
    case 1: return gltf_box(gltf, 0.7 * a, 0.7 * b, 0.7 * c);
    case 2: return gltf_capsule(gltf, 0.6 * a, b);
    case 3: return gltf_cylinder(gltf, 0.7 * a, 0.7 * a, 1.4 * b);
    case 4: return gltf_cylinder(gltf, 0.8 * a, 0.0, 1.4 * b);
    case 5: return gltf_tapered_capsule(gltf, 0.6 * a, 0.3 * a, b);
    default: return scene_rock(gltf, scene_pick(random, 1000));
    }
}

// Shapes of seven kinds, radius 0.2 to 0.6 m, density 100 to 5000 kg/m^3 by halves of the mass of a
// ball, four deep on wide ground.
void scene_family_heap(Gltf *gltf, SceneRandom *random, int bodies)
{
    enum { SHAPES = 28, DEEP = 4 };
    const int materials[3] = {scene_random_material(gltf, random, 0.2, 0.4, 0.0),
                              scene_random_material(gltf, random, 0.4, 0.7, 0.3),
                              scene_random_material(gltf, random, 0.7, 0.9, 0.5)};
    const int row = (int)ceil(sqrt(bodies / (double)DEEP));
    const double cell = 1.4;
    add_floor(gltf, row * cell + 30.0, 0.0, 0.0, materials[1]);
    int shapes[SHAPES];
    double masses[SHAPES];
    for (int i = 0; i < SHAPES; ++i) {
        const double size = scene_random_scale(random, 0.2, 0.6);
        shapes[i] = random_shape(gltf, random, size);
        masses[i] = 2.0 * size * size * size * scene_random_scale(random, 100.0, 5000.0);
    }
    for (int i = 0; i < bodies && !gltf->failed; ++i) {
        const int level = i / (row * row), place = i % (row * row), kind = i % SHAPES;
        const double at[3] = {(place % row - 0.5 * row) * cell + scene_random(random, -0.1, 0.1),
                              1.0 + 1.5 * level,
                              (place / row - 0.5 * row) * cell + scene_random(random, -0.1, 0.1)};
        double turn[4];
        scene_random_turn(random, turn);
        const int node = scene_add_at(gltf, shapes[kind], at, turn, GLTF_DYNAMIC,
                                      materials[scene_pick(random, 3)]);
        if (!gltf->failed) {
            gltf->nodes[node].mass = masses[kind];
        }
    }
}

// A body of two to four boxes, balls, capsules and cylinders about its origin.
static void add_compound(Gltf *gltf, const int *shapes, int count, double (*offsets)[3],
                         const double at[3], const double turn[4], int material)
{
    const int body = scene_add_at(gltf, GLTF_NONE, at, turn, GLTF_DYNAMIC, material);
    for (int i = 0; i < count && !gltf->failed; ++i) {
        const double upright[4] = {0.0, 0.0, 0.0, 1.0};
        const int child = scene_add_at(gltf, shapes[i], offsets[i], upright, GLTF_FIXED, material);
        gltf->nodes[child].parent = body;
    }
}

// Bodies of two to four shapes, 0.6 to 1.6 m long, of ten patterns, fall into a pen.
void scene_family_compounds(Gltf *gltf, SceneRandom *random, int bodies)
{
    enum { PATTERNS = 10, MOST = 4 };
    const double inner = 6.0 * cbrt(bodies / 1000.0) + 1.0, cell = 1.7;
    const int material = scene_random_material(gltf, random, 0.3, 0.8, 0.2);
    add_floor(gltf, 4.0 * inner + 20.0, inner, 2.0 * inner, material);
    int shapes[PATTERNS][MOST], counts[PATTERNS];
    double offsets[PATTERNS][MOST][3];
    for (int i = 0; i < PATTERNS; ++i) {
        counts[i] = 2 + scene_pick(random, MOST - 1);
        for (int k = 0; k < counts[i]; ++k) {
            const double size = scene_random(random, 0.12, 0.3);
            const int kind = scene_pick(random, 4);
            shapes[i][k] = kind == 0   ? gltf_sphere(gltf, size)
                           : kind == 1 ? gltf_capsule(gltf, 0.6 * size, size)
                           : kind == 2 ? gltf_cylinder(gltf, 0.8 * size, 0.8 * size, 1.5 * size)
                                       : gltf_box(gltf, size, 0.6 * size, 0.8 * size);
            for (int axis = 0; axis < 3; ++axis) {
                offsets[i][k][axis] = scene_random(random, -0.35, 0.35);
            }
        }
    }
    const int row = (int)(2.0 * (inner - 0.6) / cell);
    for (int i = 0; i < bodies && !gltf->failed; ++i) {
        const int level = i / (row * row), place = i % (row * row), pattern = i % PATTERNS;
        const double at[3] = {(place % row - 0.5 * (row - 1)) * cell, 1.2 + 1.6 * level,
                              (place / row - 0.5 * (row - 1)) * cell};
        double turn[4];
        scene_random_turn(random, turn);
        add_compound(gltf, shapes[pattern], counts[pattern], offsets[pattern], at, turn, material);
    }
}

// Balls, boxes and capsules of 0.05 to 0.25 m fall one after the other, for five seconds, into a
// pen.
void scene_family_rain(Gltf *gltf, SceneRandom *random, int bodies)
{
    enum { SHAPES = 12 };
    const double inner = 8.0 * cbrt(bodies / 2500.0);
    const int material = scene_random_material(gltf, random, 0.2, 0.6, 0.4);
    add_floor(gltf, 4.0 * inner + 20.0, inner, 2.0, material);
    int shapes[SHAPES];
    for (int i = 0; i < SHAPES; ++i) {
        const double size = scene_random_scale(random, 0.05, 0.25);
        shapes[i] = i % 3 == 0   ? gltf_sphere(gltf, size)
                    : i % 3 == 1 ? gltf_box(gltf, size, 0.8 * size, 0.6 * size)
                                 : gltf_capsule(gltf, 0.7 * size, size);
    }
    const double fall = 3.0, most = 5.0, speed = 12.0; // [m/s]
    for (int i = 0; i < bodies && !gltf->failed; ++i) {
        // Drops start as if they had fallen for a while already: at even speeds they stay apart.
        const double seconds = most * (i + 1) / bodies;
        const double at[3] = {scene_random(random, -inner, inner), fall + speed * seconds,
                              scene_random(random, -inner, inner)};
        double turn[4];
        scene_random_turn(random, turn);
        scene_add_at(gltf, shapes[scene_pick(random, SHAPES)], at, turn, GLTF_DYNAMIC, material);
    }
}

// Ragdolls stand in the air above hills, turned about y, 2.2 m apart.
void scene_family_dolls(Gltf *gltf, SceneRandom *random, int bodies)
{
    const int dolls = bodies > 10 ? bodies / 10 : 1, row = (int)ceil(sqrt(dolls / 2.0));
    const int cells = 2 * (int)(1.1 * row + 10.0);
    const int material = scene_random_material(gltf, random, 0.3, 0.8, 0.2);
    scene_add_terrain(gltf, cells, scene_random(random, 0.4, 1.2), false);
    set_materials(gltf, material);
    const RagdollKit kit = scene_ragdoll_kit(gltf);
    for (int i = 0; i < dolls && !gltf->failed; ++i) {
        const int level = i / (row * row), place = i % (row * row);
        const double feet[3] = {(place % row - 0.5 * (row - 1)) * 2.2, 4.0 + 2.4 * level,
                                (place / row - 0.5 * (row - 1)) * 2.2};
        char name[32];
        snprintf(name, sizeof name, "doll %d", i);
        double turn[4];
        scene_turn(1, scene_random(random, 0.0, 6.28), turn);
        scene_add_ragdoll(gltf, &kit, feet, turn, material, gltf_filter(gltf, name));
    }
}
