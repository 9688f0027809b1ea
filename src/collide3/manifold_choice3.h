// SPDX-License-Identifier: MIT
/// manifold_choice3.h: what of two convex shapes is a contact once their normal is known:
/// convex3.c, poly3.c, face3.c, clip3.c and capsule_pair3.inl.
#ifndef TUM_COLLIDE3_MANIFOLD_CHOICE3_H
#define TUM_COLLIDE3_MANIFOLD_CHOICE3_H

// A face's normal replaces the one found when along it the shapes are no farther into each other
// than by this share of the smaller one's size, or of the depth.
#define SNAP_SHARE 2e-4f
#define SNAP_DEPTH 0.01f

// Cosine up to which a face counts as lying across the normal: 1.8 degrees.
#define ALIGNED_COSINE 0.9995f

// Points that miss the deepest one by this share of the smaller shape's size get it added.
#define MISSED_SHARE 5e-4f

// Points of faces beside what meets are left out this near to it, as a share of the smaller shape's
// size.
#define BESIDE_SHARE 0.01f

// Sine of the angle by which an edge may lean and still be an edge of contact: 3 degrees.
#define EDGE_SLOPE 0.05f

// Sine of the greatest angle between edges that lie along each other: 3 degrees.
#define EDGES_SINE 0.05f

// Edges that run beside each other for less than this share of the shorter one meet in a point.
#define STRETCH_SHARE 0.02f

// A segment this steep (rise by run) shows only its end.
#define STEEP 2.0f

#endif
