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

void scene_build_sparse(Gltf *gltf)
{
    scene_add_ground(gltf, 300.0);
    const int box = gltf_box(gltf, 0.5, 0.5, 0.5), ball = gltf_sphere(gltf, 0.25);
    for (int x = 0; x <= 140; ++x) {
        for (int z = 0; z <= 141; ++z) {
            const int node = scene_add_body(gltf, box, (x - 70) * 3.0, 0.5, (z - 70.5) * 3.0);
            if (!gltf->failed) {
                gltf->nodes[node].name = "asleep";
            }
        }
    }
    for (int x = 0; x < 8; ++x) {
        for (int z = 0; z < 8; ++z) {
            scene_add_body(gltf, ball, (x - 4) * 48.0 + 1.5, 2.0, (z - 4) * 48.0);
        }
    }
}
