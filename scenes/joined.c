// SPDX-License-Identifier: MIT
// joined.c: what hangs together: a net of spheres, figures that fall down stairs.
//
// A joint stands in a node below the one body and names a node below the other; both have the same
// place and turn in the world. Its X axis is the one that twists.
#include "parts.h"

#include <stdio.h>
#include <string.h>

static const double DEGREE = 3.14159265358979323846 / 180.0;
static const GltfLimit point = {.axes = 7, .has_min = true};

static int add_frame(Gltf *gltf, int parent, double x, double y)
{
    return gltf_add(gltf, &(GltfNode){.parent = parent,
                                      .position = {x, y, 0.0},
                                      .rotation = {0.0, 0.0, 0.0, 1.0},
                                      .geometry = GLTF_NONE,
                                      .filter = GLTF_NONE,
                                      .joint = GLTF_NONE});
}

// Joins two nodes at a place that is at (x, y) of the first and at its opposite of the second.
static void add_ball(Gltf *gltf, int joint, int node, int other, double x, double y)
{
    const int here = add_frame(gltf, node, x, y), there = add_frame(gltf, other, -x, -y);
    if (!gltf->failed) {
        gltf->nodes[here].joint = joint;
        gltf->nodes[here].connected = there;
    }
}

void scene_build_net(Gltf *gltf)
{
    enum { SIDE = 100 };
    const int sphere = gltf_sphere(gltf, 0.4), filter = gltf_filter(gltf, "net");
    const int ball = gltf_joint(gltf, &point, 1);
    int column[SIDE], before[SIDE];
    for (int k = 0; k < SIDE; ++k) {
        for (int i = 0; i < SIDE; ++i) {
            column[i] = i == 0 ? scene_add_fixed(gltf, sphere, k, -i, 0.0)
                               : scene_add_body(gltf, sphere, k, -i, 0.0);
            if (gltf->failed) {
                return;
            }
            gltf->nodes[column[i]].filter = filter;
            if (i > 0) {
                add_ball(gltf, ball, column[i], column[i - 1], 0.0, 0.5);
            }
            if (i > 0 && k > 0) {
                add_ball(gltf, ball, column[i], before[i], -0.5, 0.0);
            }
        }
        memcpy(before, column, sizeof before);
    }
}

typedef enum LimbKind { LIMB_ROOT, LIMB_CONE, LIMB_HINGE } LimbKind;

// A part of a figure, of the side +1. The other side is mirrored in x = 0.
typedef struct Limb {
    double radius, segment; ///< A capsule; the first two are no capsules.
    double center[3];
    bool lies; ///< Turned by a quarter about z.
    int joined_to;
    LimbKind kind;
    double anchor[3], axis[3];
    bool is_paired;     ///< The axis is the other way on the other side.
    double cone, twist; ///< [degrees]
} Limb;

enum { TORSO, HEAD, UPPER_ARM, FOREARM, THIGH, SHIN, LIMB_COUNT };

static const Limb limbs[LIMB_COUNT] = {
    [TORSO] = {.center = {0.0, 1.20, 0.0}},
    [HEAD] = {.center = {0.0, 1.68, 0.0},
              .kind = LIMB_CONE,
              .joined_to = TORSO,
              .anchor = {0.0, 1.53, 0.0},
              .axis = {0.0, 1.0, 0.0},
              .cone = 30.0,
              .twist = 30.0},
    [UPPER_ARM] = {.radius = 0.06,
                   .segment = 0.22,
                   .center = {0.39, 1.42, 0.0},
                   .lies = true,
                   .kind = LIMB_CONE,
                   .joined_to = TORSO,
                   .anchor = {0.22, 1.42, 0.0},
                   .axis = {1.0, 0.0, 0.0},
                   .is_paired = true,
                   .cone = 80.0,
                   .twist = 45.0},
    [FOREARM] = {.radius = 0.05,
                 .segment = 0.22,
                 .center = {0.72, 1.42, 0.0},
                 .lies = true,
                 .kind = LIMB_HINGE,
                 .joined_to = UPPER_ARM,
                 .anchor = {0.56, 1.42, 0.0},
                 .axis = {0.0, 0.0, 1.0},
                 .twist = 60.0},
    [THIGH] = {.radius = 0.08,
               .segment = 0.26,
               .center = {0.10, 0.67, 0.0},
               .kind = LIMB_CONE,
               .joined_to = TORSO,
               .anchor = {0.10, 0.88, 0.0},
               .axis = {0.0, -1.0, 0.0},
               .cone = 60.0,
               .twist = 20.0},
    [SHIN] = {.radius = 0.06,
              .segment = 0.28,
              .center = {0.10, 0.25, 0.0},
              .kind = LIMB_HINGE,
              .joined_to = THIGH,
              .anchor = {0.10, 0.46, 0.0},
              .axis = {1.0, 0.0, 0.0},
              .twist = 60.0},
};

_Static_assert(LIMB_COUNT == sizeof((RagdollKit){0}.geometry) / sizeof(int), "a shape each");

typedef struct Figure {
    double feet[3], turn[4];
    int material, filter;
    int node[2][LIMB_COUNT]; ///< Torso and head stand in both sides.
} Figure;

RagdollKit scene_ragdoll_kit(Gltf *gltf)
{
    RagdollKit kit = {.geometry = {gltf_box(gltf, 0.18, 0.30, 0.11), gltf_sphere(gltf, 0.12)}};
    for (int i = HEAD; i < LIMB_COUNT; ++i) {
        const Limb *limb = &limbs[i];
        if (i > HEAD) {
            kit.geometry[i] = gltf_capsule(gltf, limb->radius, limb->segment);
        }
        const GltfLimit swing = {.is_angular = true,
                                 .axes = 6,
                                 .has_min = limb->kind == LIMB_HINGE,
                                 .max = limb->cone * DEGREE};
        const GltfLimit twist = {.is_angular = true,
                                 .axes = 1,
                                 .has_min = true,
                                 .min = -limb->twist * DEGREE,
                                 .max = limb->twist * DEGREE};
        const GltfLimit limits[3] = {point, swing, twist};
        kit.joint[i] = gltf_joint(gltf, limits, 3);
    }
    return kit;
}

// A point of the figure, in the frame of a limb's node.
static void place_in_limb(const Limb *limb, int side, const double at[3], const double turn[4],
                          GltfNode *frame)
{
    double own[4], back[4];
    scene_turn(2, limb->lies ? 90.0 * DEGREE : 0.0, own);
    scene_turn_back(own, back);
    const double offset[3] = {side * (at[0] - limb->center[0]), at[1] - limb->center[1],
                              at[2] - limb->center[2]};
    scene_turn_vector(back, offset, frame->position);
    scene_turn_both(back, turn, frame->rotation);
}

static void join_limb(Gltf *gltf, const RagdollKit *kit, const Figure *figure, int index, int side)
{
    const Limb *limb = &limbs[index];
    const int *nodes = figure->node[side > 0];
    const double axis[3] = {limb->is_paired ? side * limb->axis[0] : limb->axis[0], limb->axis[1],
                            limb->axis[2]};
    double turn[4];
    scene_turn_x_to(axis, turn);
    GltfNode there = {.parent = nodes[index], .geometry = GLTF_NONE, .joint = GLTF_NONE};
    place_in_limb(limb, side, limb->anchor, turn, &there);
    GltfNode here = {.parent = nodes[limb->joined_to],
                     .geometry = GLTF_NONE,
                     .joint = kit->joint[index],
                     .connected = gltf_add(gltf, &there)};
    place_in_limb(&limbs[limb->joined_to], side, limb->anchor, turn, &here);
    gltf_add(gltf, &here);
}

static int add_limb(Gltf *gltf, const RagdollKit *kit, const Figure *figure, int index, int side)
{
    const Limb *limb = &limbs[index];
    GltfNode node = {.parent = GLTF_NONE,
                     .geometry = kit->geometry[index],
                     .motion = GLTF_DYNAMIC,
                     .material = figure->material,
                     .filter = figure->filter,
                     .joint = GLTF_NONE};
    const double center[3] = {side * limb->center[0], limb->center[1], limb->center[2]};
    double own[4];
    scene_turn(2, limb->lies ? 90.0 * DEGREE : 0.0, own);
    scene_turn_both(figure->turn, own, node.rotation);
    scene_turn_vector(figure->turn, center, node.position);
    for (int k = 0; k < 3; ++k) {
        node.position[k] += figure->feet[k];
    }
    return gltf_add(gltf, &node);
}

// Bodies first, then the joints.
static void add_figure(Gltf *gltf, const RagdollKit *kit, Figure *figure)
{
    for (int index = TORSO; index <= HEAD; ++index) {
        figure->node[0][index] = add_limb(gltf, kit, figure, index, 1);
        figure->node[1][index] = figure->node[0][index];
    }
    for (int side = -1; side <= 1; side += 2) {
        for (int index = UPPER_ARM; index < LIMB_COUNT; ++index) {
            figure->node[side > 0][index] = add_limb(gltf, kit, figure, index, side);
        }
    }
    join_limb(gltf, kit, figure, HEAD, 1);
    for (int side = -1; side <= 1; side += 2) {
        for (int index = UPPER_ARM; index < LIMB_COUNT; ++index) {
            join_limb(gltf, kit, figure, index, side);
        }
    }
}

void scene_add_ragdoll(Gltf *gltf, const RagdollKit *kit, const double feet[3],
                       const double turn[4], int material, int filter)
{
    Figure figure = {.material = material, .filter = filter};
    memcpy(figure.feet, feet, sizeof figure.feet);
    memcpy(figure.turn, turn, sizeof figure.turn);
    add_figure(gltf, kit, &figure);
}

void scene_build_ragdolls(Gltf *gltf)
{
    enum { FIGURES = 160, STAIRS = 16 };
    for (int i = 0; i < STAIRS; ++i) {
        const double half = 0.2 * (STAIRS - i);
        scene_add_fixed(gltf, gltf_box(gltf, 12.0, half, 0.5), 0.0, half, i - 7.5);
    }
    scene_add_ground(gltf, 60.0);
    const RagdollKit kit = scene_ragdoll_kit(gltf);
    for (int n = 0; n < FIGURES; ++n) {
        const int z = n % 4, x = n / 4 % 8, y = n / 32;
        char name[32];
        snprintf(name, sizeof name, "figure %d", n);
        const double feet[3] = {(x - 3.5) * 2.2, 8.0 + 2.2 * y, (z - 3) * 2.2};
        double turn[4];
        scene_turn(1, 0.7 * n, turn);
        scene_add_ragdoll(gltf, &kit, feet, turn, 0, gltf_filter(gltf, name));
    }
}
