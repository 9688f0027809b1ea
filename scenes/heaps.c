// SPDX-License-Identifier: MIT
// heaps.c: what falls and lies: a pile, rocks, boxes on terrain, a drum that turns them over, and
// the terrain that rays are cast at.
#include "parts.h"

#include <math.h>
#include <string.h>

#include "numbers.h"

static const double DEGREE = 3.14159265358979323846 / 180.0;

// A body somewhere about a place, turned anyhow. The draws stand in this order.
static void add_at_random(Gltf *gltf, SceneRandom *random, int geometry, double x, double y,
                          double z, double spread)
{
    if (spread > 0.0) {
        x += scene_random(random, -spread, spread);
        z += scene_random(random, -spread, spread);
    }
    double about_x[4], about_y[4];
    scene_turn(0, scene_random(random, 0.0, 3.0), about_x);
    scene_turn(1, scene_random(random, 0.0, 3.0), about_y);
    const int node = scene_add_body(gltf, geometry, x, y, z);
    if (!gltf->failed) {
        scene_turn_both(about_x, about_y, gltf->nodes[node].rotation);
    }
}

void scene_build_pile(Gltf *gltf)
{
    enum { BODIES = 3000 };
    scene_add_ground(gltf, 50.0);
    scene_add_pen(gltf, 8.0, 12.0);
    const int shapes[3] = {gltf_sphere(gltf, 0.4), gltf_capsule(gltf, 0.3, 0.6),
                           gltf_box(gltf, 0.4, 0.3, 0.35)};
    SceneRandom random = {1};
    for (int n = 0; n < BODIES; ++n) {
        const int z = n % 12, x = n / 12 % 12, y = n / 144;
        add_at_random(gltf, &random, shapes[n % 3], (x - 5.5) * 1.3, 1.5 + 1.4 * y, (z - 5.5) * 1.3,
                      0.1);
    }
}

// Ten directions that keep apart, and their opposites, stretched: 20 corners of a rock.
int scene_rock(Gltf *gltf, int number)
{
    enum { DIRECTIONS = 10 };
    SceneRandom random = {100u + (uint64_t)number};
    double scale[3];
    scale[0] = scene_random(&random, 0.35, 0.5);
    scale[1] = scene_random(&random, 0.3, 0.4);
    scale[2] = scene_random(&random, 0.4, 0.55);
    double taken[DIRECTIONS][3];
    for (int count = 0; count < DIRECTIONS;) {
        double d[3], squares = 0.0;
        for (int k = 0; k < 3; ++k) {
            d[k] = scene_random(&random, -1.0, 1.0);
            squares += d[k] * d[k];
        }
        const double length = sqrt(squares);
        if (length < 0.1 || length > 1.0) {
            continue;
        }
        bool is_near = false;
        for (int i = 0; i < count && !is_near; ++i) {
            const double dot =
                (d[0] * taken[i][0] + d[1] * taken[i][1] + d[2] * taken[i][2]) / length;
            is_near = fabs(dot) >= 0.85;
        }
        for (int k = 0; k < 3 && !is_near; ++k) {
            taken[count][k] = d[k] / length;
        }
        count += !is_near;
    }
    float points[2 * DIRECTIONS][3];
    for (int i = 0; i < 2 * DIRECTIONS; ++i) {
        for (int k = 0; k < 3; ++k) {
            points[i][k] = (float)((i % 2 == 0 ? 1.0 : -1.0) * taken[i / 2][k] * scale[k]);
        }
    }
    return gltf_hull(gltf, points[0], 2 * DIRECTIONS);
}

void scene_build_rocks(Gltf *gltf)
{
    enum { BODIES = 1500, SHAPES = 8 };
    scene_add_ground(gltf, 50.0);
    scene_add_pen(gltf, 7.0, 10.0);
    int shapes[SHAPES];
    for (int k = 0; k < SHAPES; ++k) {
        shapes[k] = scene_rock(gltf, k);
    }
    SceneRandom random = {2};
    for (int n = 0; n < BODIES; ++n) {
        const int z = n % 10, x = n / 10 % 10, y = n / 100;
        add_at_random(gltf, &random, shapes[n % SHAPES], (x - 4.5) * 1.3, 1.5 + 1.3 * y,
                      (z - 4.5) * 1.3, 0.1);
    }
}

void scene_build_terrain(Gltf *gltf)
{
    enum { BODIES = 2700 };
    scene_add_terrain(gltf, 128, 1.0, false);
    const int boxes[3] = {gltf_box(gltf, 0.5, 0.5, 0.5), gltf_box(gltf, 0.5, 0.3, 0.4),
                          gltf_box(gltf, 0.3, 0.3, 0.3)};
    SceneRandom random = {3};
    for (int n = 0; n < BODIES; ++n) {
        const int z = n % 30, x = n / 30 % 30, y = n / 900;
        add_at_random(gltf, &random, boxes[n % 3], (x - 14.5) * 1.6, 4.0 + 1.6 * y,
                      (z - 14.5) * 1.6, 0.0);
    }
}

void scene_build_rays(Gltf *gltf)
{
    scene_add_terrain(gltf, 256, 1.0, false);
}

void scene_build_mesh_split(Gltf *gltf)
{
    scene_add_terrain(gltf, 256, 1.0, true);
}

static void add_to_drum(Gltf *gltf, int drum, int geometry, double angle, double radius, double z)
{
    GltfNode part = {.parent = drum,
                     .geometry = geometry,
                     .filter = GLTF_NONE,
                     .joint = GLTF_NONE,
                     .motion = GLTF_FIXED};
    scene_turn(2, angle, part.rotation);
    const double at[3] = {radius, 0.0, z};
    scene_turn_vector(part.rotation, at, part.position);
    gltf_add(gltf, &part);
}

void scene_build_drum(Gltf *gltf)
{
    const int drum = gltf_add(gltf, &(GltfNode){.parent = GLTF_NONE,
                                                .position = {0.0, 12.0, 0.0},
                                                .rotation = {0.0, 0.0, 0.0, 1.0},
                                                .geometry = GLTF_NONE,
                                                .motion = GLTF_KINEMATIC,
                                                .spin = {0.0, 0.0, 25.0 * DEGREE},
                                                .filter = GLTF_NONE,
                                                .joint = GLTF_NONE});
    const int panel = gltf_box(
        gltf, 0.5, 10.0 * scene_sine(7.5 * DEGREE) / scene_cosine(7.5 * DEGREE) + 0.05, 6.0);
    const int paddle = gltf_box(gltf, 0.75, 0.2, 6.0);
    for (int i = 0; i < 24; ++i) {
        add_to_drum(gltf, drum, panel, i * 15.0 * DEGREE, 9.5, 0.0);
        if (i % 6 == 0) {
            add_to_drum(gltf, drum, paddle, i * 15.0 * DEGREE, 8.25, 0.0);
        }
    }
    const int lid = gltf_box(gltf, 10.0, 10.0, 0.5);
    add_to_drum(gltf, drum, lid, 0.0, 0.0, 6.5);
    add_to_drum(gltf, drum, lid, 0.0, 0.0, -6.5);
    const int box = gltf_box(gltf, 0.2, 0.2, 0.2);
    for (int x = 0; x < 15; ++x) {
        for (int y = 0; y < 15; ++y) {
            for (int z = 0; z < 15; ++z) {
                scene_add_body(gltf, box, (x - 7) * 0.6, 12.0 + (y - 7) * 0.6, (z - 7) * 0.6);
            }
        }
    }
}
