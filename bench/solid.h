// SPDX-License-Identifier: MIT
/// solid.h: the exact shapes of a scene where bodies stand now, and how deep two of them overlap.
///
/// A solid is a convex core grown by a radius: a ball is a point, a capsule a segment, a box or
/// hull its corners with radius 0. The radius of a tapered capsule changes evenly along its
/// segment. Cylinders and cones are prisms and pyramids of 32 sides between the inner and the outer
/// circle: their radius is right to a quarter of a hundredth. All in double, from the scene's
/// numbers: no engine's margins are here.
#ifndef BENCH_SOLID_H
#define BENCH_SOLID_H

#include "tumble/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SOLID_CORNERS = 64, SOLID_AXES = 128, SOLID_SIDES = 32 };

/// Data that all colliders of one shape share, in the frame of the shape.
typedef struct SolidShape {
    bool is_known; ///< A convex shape, a hull with at most SOLID_CORNERS points.
    bool is_box;
    double half[3];    ///< [m] Of a box.
    double radius;     ///< [m] Around the core; of a tapered capsule at its first corner,
    double radius_end; ///< and at its last.
    int corner_count, normal_count, edge_count;
    double corners[SOLID_CORNERS][3];
    double normals[SOLID_AXES][3]; ///< Of faces; opposite ones once.
    double edges[SOLID_AXES][3];   ///< Directions; parallel ones once.
} SolidShape;

/// A place and a turn: x y z, and the rotation's matrix row by row.
typedef struct SolidPose {
    double position[3], rotation[9];
} SolidPose;

SolidPose solid_pose(const double position[3], const double q[4]);
/// out = a * b: b's frame inside a's.
SolidPose solid_pose_in(const SolidPose *a, const SolidPose *b);
void solid_pose_point(const SolidPose *pose, const double p[3], double out[3]);

/// @param scale  of the collider; hulls have it in their points.
void solid_shape_init(SolidShape *shape, const TumScene *scene, int32_t index,
                      const double scale[3]);

/// A shape somewhere.
typedef struct Solid {
    const SolidShape *shape;
    SolidPose pose;
    double low[3], high[3]; ///< Its box in the world.
} Solid;

void solid_place(Solid *solid, const SolidShape *shape, const SolidPose *pose);

/// How far one of two would have to move for them to be apart [m]; 0: they do not overlap.
///
/// The depth of cores that are apart is the sum of the radii less their distance. Else the least
/// overlap along the axes that can separate two polyhedra: normals of faces, products of edges
/// (Gottschalk, "Separating axis theorem", 1996), plus the radii.
double solid_depth(const Solid *a, const Solid *b);

#ifdef __cplusplus
}
#endif

#endif
