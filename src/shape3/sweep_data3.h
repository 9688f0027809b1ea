// SPDX-License-Identifier: MIT
/// sweep_data3.h: a box that moves along a line, and a walk along it.
#ifndef TUM_SHAPE3_SWEEP_DATA3_H
#define TUM_SHAPE3_SWEEP_DATA3_H

#include "math/math3_64.h"

/// Fractions are of `along`: 0 at `from`, 1 at its end.
typedef struct Sweep3 {
    DVec3 from;   ///< [m] The middle of the box.
    DVec3 along;  ///< [m]
    DVec3 extent; ///< [m] Half edges; zero: a ray.
} Sweep3;

/// Boxes were rounded when they were made; by this share of where they lie they count as larger.
#define SWEEP3_SLACK 1e-6

/// A walk over the triangles of a mesh in boxes that the moving box meets, nearer boxes first:
/// sweep3.c. Embed it as the first member of whatever `visit` needs to know.
typedef struct MeshSweep3 {
    Sweep3 sweep; ///< In the frame of the mesh.
    double limit; ///< Fraction; visit may lower it.
    /// Looks at `count` triangles side by side, at least one.
    void (*visit)(struct MeshSweep3 *walk, uint32_t first, uint32_t count);
} MeshSweep3;

#endif
