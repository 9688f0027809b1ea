// SPDX-License-Identifier: MIT
/// manifold_choice3.h: tolerances for the choice of contact points of two convex shapes along a
/// known normal, in convex3.c, poly3.c, face3.c, clip3.c and capsule_pair_kernel3.c.
#ifndef TUM_COLLIDE3_MANIFOLD_CHOICE3_H
#define TUM_COLLIDE3_MANIFOLD_CHOICE3_H

// A face's normal replaces the found normal when the penetration along it is greater by at most
// this share of the smaller shape's size, or of the depth.
#define SNAP_SHARE 2e-4f
#define SNAP_DEPTH 0.01f

// Cosine up to which a face counts as perpendicular to the normal: 1.8 degrees.
#define ALIGNED_COSINE 0.9995f

// The deepest point is added to points that miss it by this share of the smaller shape's size.
#define MISSED_SHARE 5e-4f

// Points of adjacent faces nearer than this share of the smaller shape's size to a contact point
// are left out.
#define BESIDE_SHARE 0.01f

// Sine of the angle by which an edge may lean and still be an edge of contact: 3 degrees.
#define EDGE_SLOPE 0.05f

// Sine of the greatest angle between edges that lie along each other: 3 degrees.
#define EDGES_SINE 0.05f

// A round bar runs beside an edge or another bar where the direction of their nearest points is
// within 45 degrees of the normal.
#define BESIDE_COSINE 0.7f
#define BESIDE_SINE 0.7f

// Edges that run beside each other for less than this share of the shorter edge meet in a point.
#define INTERVAL_SHARE 0.02f

// A segment at least this steep (rise over run) has only its end in contact.
#define STEEP 2.0f

#endif
