// SPDX-License-Identifier: MIT
/// parts.h: what several scenes are made of: grounds, pens, turns, the ground that rolls.
#ifndef SCENES_PARTS_H
#define SCENES_PARTS_H

#include "scenes.h"

/// The rotation by an angle [rad] about a coordinate axis: 0 is x.
void scene_turn(int axis, double angle, double q[4]);
/// out = a * b: b first, then a. May be one of them.
void scene_turn_both(const double a[4], const double b[4], double out[4]);
/// Turns a vector. `out` may be `v`.
void scene_turn_vector(const double q[4], const double v[3], double out[3]);
void scene_turn_back(const double q[4], double out[4]);

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
/// @param is_split  triangles come in no order, and each has points of its own.
void scene_add_terrain(Gltf *gltf, int cells, bool is_split);

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
