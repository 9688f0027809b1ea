// SPDX-License-Identifier: MIT
/// sweep_data3.h: a moving box, and its walk through a mesh.
#ifndef TUM_SHAPE3_SWEEP_DATA3_H
#define TUM_SHAPE3_SWEEP_DATA3_H

#include "math/math3_64.h"

/// A box that moves along a line. Fractions are of `along`: 0 at `from`, 1 at its end.
typedef struct Sweep3 {
    DVec3 from;   ///< [m] Middle of the box at fraction 0.
    DVec3 along;  ///< [m] Displacement at fraction 1.
    DVec3 extent; ///< [m] Half edges; zero: a ray.
} Sweep3;

/// Boxes were rounded when they were made. They are enlarged by this share of their coordinates.
#define SWEEP3_SLACK 1e-6

/// A walk over the triangles in leaves that the moving box meets, nearer leaves first (sweep3.c).
/// Callers embed it as the first member of a struct that holds the data of `visit`.
typedef struct MeshSweep3 {
    Sweep3 sweep; ///< In the frame of the mesh.
    double limit; ///< Fraction; visit may lower it.
    /// Tests `count` >= 1 consecutive triangles.
    void (*visit)(struct MeshSweep3 *walk, uint32_t first, uint32_t count);
} MeshSweep3;

#endif
