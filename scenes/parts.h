// SPDX-License-Identifier: MIT
/// parts.h: parts of several scenes: turns, nodes, joints, grounds, pens, hills, rocks, ragdolls.
#ifndef SCENES_PARTS_H
#define SCENES_PARTS_H

#include "scenes.h"

/// The rotation by an angle [rad] about a coordinate axis: 0 is x.
void scene_turn(int axis, double angle, double q[4]);
/// The rotation about Z from the X axis to a direction.
void scene_turn_toward(double x, double y, double q[4]);
/// out = a * b: b first, then a. May be one of them.
void scene_turn_both(const double a[4], const double b[4], double out[4]);
/// Turns a vector. `out` may be `v`.
void scene_turn_vector(const double q[4], const double v[3], double out[3]);
void scene_turn_back(const double q[4], double out[4]);

/// The rotation from the X axis to a coordinate axis or its opposite.
void scene_turn_x_to(const double axis[3], double q[4]);

/// A node of the world with a shape. @return its index.
int scene_add_at(Gltf *gltf, int geometry, const double at[3], const double turn[4],
                 GltfMotion motion, int material);

/// Joins two nodes of the world at a point [m] of it. The joint's X axis is a coordinate axis or
/// its opposite.
void scene_join(Gltf *gltf, int joint, int node, int connected, const double at[3],
                const double axis[3]);

/// A joint that turns about its X axis without end. @param motor  NULL: none.
int scene_hinge(Gltf *gltf, const GltfMotor *motor);

/// A node that stands still and touches. @return its index.
int scene_add_fixed(Gltf *gltf, int geometry, double x, double y, double z);

/// A body without turn. @return its index.
int scene_add_body(Gltf *gltf, int geometry, double x, double y, double z);

/// A static box of half extents (half, 1, half) whose top is the plane y = 0.
void scene_add_ground(Gltf *gltf, double half);

/// Four static walls about a square.
///
/// @param inner   [m] half width of what is inside.
/// @param height  [m]
void scene_add_pen(Gltf *gltf, double inner, double height);

/// A static mesh of `cells` by `cells` squares of 1 m about the origin.
///
/// @param relief    factor of the heights: 1 is hills of 2 m, 0 a plane.
/// @param is_split  triangles come in no order, and each has points of its own.
/// @return the node, or GLTF_NONE when out of memory.
int scene_add_terrain(Gltf *gltf, int cells, double relief, bool is_split);

/// The hull of a rock: 20 corners, 0.3 to 0.55 m from its middle. @return its geometry.
int scene_rock(Gltf *gltf, int number);

/// The shapes and joints that ragdolls share.
typedef struct RagdollKit {
    int geometry[6], joint[6];
} RagdollKit;

RagdollKit scene_ragdoll_kit(Gltf *gltf);

/// A ragdoll of ten bodies that stands.
///
/// @param feet  [m] Between its feet.
/// @param turn  rotation of the whole.
void scene_add_ragdoll(Gltf *gltf, const RagdollKit *kit, const double feet[3],
                       const double turn[4], int material, int filter);

void scene_build_pyramid(Gltf *gltf);
void scene_build_pyramids(Gltf *gltf);
void scene_build_wall(Gltf *gltf);
void scene_build_pile(Gltf *gltf);
void scene_build_rocks(Gltf *gltf);
void scene_build_terrain(Gltf *gltf);
void scene_build_net(Gltf *gltf);
void scene_build_ragdolls(Gltf *gltf);
void scene_build_drum(Gltf *gltf);
void scene_build_sparse(Gltf *gltf);
void scene_build_crowd_1k(Gltf *gltf);
void scene_build_crowd_10k(Gltf *gltf);
void scene_build_crowd_100k(Gltf *gltf);
void scene_build_few(Gltf *gltf);
void scene_build_few_asleep(Gltf *gltf);
void scene_build_rays(Gltf *gltf);
void scene_build_mesh_split(Gltf *gltf);

#endif
