// SPDX-License-Identifier: MIT
// stacks.c: what stands: a pyramid, many pyramids, a wall with towers, a field of sleepers.
#include "parts.h"

static void add_pyramid(Gltf *gltf, int box, int base, double x, double z)
{
    for (int i = 0; i < base; ++i) {
        for (int j = 0; j < base - i; ++j) {
            scene_add_body(gltf, box, x + j + 0.5 * i - 0.5 * (base - 1), 0.5 + i, z);
        }
    }
}

void scene_build_pyramid(Gltf *gltf)
{
    scene_add_ground(gltf, 100.0);
    add_pyramid(gltf, gltf_box(gltf, 0.5, 0.5, 0.5), 40, 0.0, 0.0);
}

void scene_build_pyramids(Gltf *gltf)
{
    scene_add_ground(gltf, 100.0);
    const int box = gltf_box(gltf, 0.5, 0.5, 0.5);
    for (int a = 0; a < 10; ++a) {
        for (int b = 0; b < 10; ++b) {
            add_pyramid(gltf, box, 10, (a - 4.5) * 12.0, (b - 4.5) * 6.0);
        }
    }
}

void scene_build_wall(Gltf *gltf)
{
    scene_add_ground(gltf, 100.0);
    const int brick = gltf_box(gltf, 0.5, 0.25, 0.25), box = gltf_box(gltf, 0.5, 0.5, 0.5);
    for (int r = 0; r < 20; ++r) {
        for (int c = 0; c < 40; ++c) {
            const double shift = r % 2 == 0 ? -0.125 : 0.125;
            scene_add_body(gltf, brick, c - 19.5 + shift, 0.25 + 0.5 * r, 0.0);
        }
    }
    for (int i = 0; i < 5; ++i) {
        for (int k = 0; k < 5; ++k) {
            for (int h = 0; h < 12; ++h) {
                scene_add_body(gltf, box, (i - 2) * 3.0, 0.5 + h, 20.0 + 3.0 * k);
            }
        }
    }
}

// Boxes that sleep, count_x by count_z of them.
static void add_sleepers(Gltf *gltf, int count_x, int count_z)
{
    const int box = gltf_box(gltf, 0.5, 0.5, 0.5);
    for (int x = 0; x < count_x; ++x) {
        for (int z = 0; z < count_z; ++z) {
            const int node = scene_add_body(gltf, box, (x - count_x / 2) * 3.0, 0.5,
                                            (z - 0.5 * (count_z - 1)) * 3.0);
            if (!gltf->failed) {
                gltf->nodes[node].name = "asleep";
            }
        }
    }
}

void scene_build_sparse(Gltf *gltf)
{
    scene_add_ground(gltf, 300.0);
    add_sleepers(gltf, 141, 142);
    const int ball = gltf_sphere(gltf, 0.25);
    for (int x = 0; x < 8; ++x) {
        for (int z = 0; z < 8; ++z) {
            scene_add_body(gltf, ball, (x - 4) * 48.0 + 1.5, 2.0, (z - 4) * 48.0);
        }
    }
}

// Towers of ten boxes, square by square.
static void add_crowd(Gltf *gltf, int towers_across)
{
    scene_add_ground(gltf, 500.0);
    const int box = gltf_box(gltf, 0.5, 0.5, 0.5);
    for (int x = 0; x < towers_across; ++x) {
        for (int z = 0; z < towers_across; ++z) {
            for (int h = 0; h < 10; ++h) {
                scene_add_body(gltf, box, (x - towers_across / 2) * 3.0, 0.5 + h,
                               (z - towers_across / 2) * 3.0);
            }
        }
    }
}

void scene_build_crowd_1k(Gltf *gltf)
{
    add_crowd(gltf, 10);
}

void scene_build_crowd_10k(Gltf *gltf)
{
    add_crowd(gltf, 32);
}

void scene_build_crowd_100k(Gltf *gltf)
{
    add_crowd(gltf, 100);
}

// Ten balls that fall between boxes, if there are any.
static void add_few(Gltf *gltf)
{
    const int ball = gltf_sphere(gltf, 0.25);
    for (int x = 0; x < 10; ++x) {
        scene_add_body(gltf, ball, (x - 5) * 48.0 + 1.5, 2.0, 1.5);
    }
}

void scene_build_few(Gltf *gltf)
{
    scene_add_ground(gltf, 500.0);
    add_few(gltf);
}

void scene_build_few_asleep(Gltf *gltf)
{
    scene_add_ground(gltf, 500.0);
    add_sleepers(gltf, 316, 317);
    add_few(gltf);
}
