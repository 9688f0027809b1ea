// SPDX-License-Identifier: MIT
/// sweep3.h: a box that moves along a line, against boxes that stand still: what ray and shape
/// casts ask of every tree. A ray is a box without size.
#ifndef TUM_SPACE3_SWEEP3_H
#define TUM_SPACE3_SWEEP3_H

#include "math/math3_64.h"
#include "space3/mesh3.h"

/// Fractions are of `along`: 0 at `from`, 1 at its end.
typedef struct Sweep3 {
    DVec3 from;   ///< [m] The middle of the box.
    DVec3 along;  ///< [m]
    DVec3 extent; ///< [m] Half edges; zero: a ray.
} Sweep3;

/// What a box never met answers: beyond every limit.
#define SWEEP3_MISSED ((double)__builtin_inff())

// Boxes were rounded when they were made; by this share of where they lie they are made larger.
#define SWEEP3_SLACK 1e-6

static inline bool sweep3_clip(double from, double along, double extent, double low, double high,
                               double *enter, double *leave)
{
    const double slack = extent + SWEEP3_SLACK * (absolute64(low) + absolute64(high));
    const double below = low - slack - from, above = high + slack - from;
    if (absolute64(along) < 1e-100) {
        return below <= 0.0 && above >= 0.0;
    }
    const double a = below / along, b = above / along;
    *enter = maximum64(minimum64(a, b), *enter);
    *leave = minimum64(maximum64(a, b), *leave);
    return *enter <= *leave;
}

/// The fraction, 0 to `limit`, at which the moving box first meets a box; SWEEP3_MISSED: it does
/// not. Never later than exact arithmetic would say.
static inline double sweep3_enter(const Sweep3 *sweep, DVec3 low, DVec3 high, double limit)
{
    double enter = 0.0, leave = limit;
    const DVec3 f = sweep->from, d = sweep->along, e = sweep->extent;
    const bool meets = sweep3_clip(f.x, d.x, e.x, low.x, high.x, &enter, &leave) &&
                       sweep3_clip(f.y, d.y, e.y, low.y, high.y, &enter, &leave) &&
                       sweep3_clip(f.z, d.z, e.z, low.z, high.z, &enter, &leave);
    return meets ? enter : SWEEP3_MISSED;
}

/// A walk over the triangles of a mesh in boxes that the moving box meets, nearer boxes first:
/// sweep3.c. Embed it as the first member of whatever `visit` needs to know.
typedef struct MeshSweep3 {
    Sweep3 sweep; ///< In the frame of the mesh.
    double limit; ///< Fraction; visit may lower it.
    /// Looks at `count` triangles side by side, at least one.
    void (*visit)(struct MeshSweep3 *walk, uint32_t first, uint32_t count);
} MeshSweep3;

void tum_mesh3_sweep(const Mesh3 *mesh, MeshSweep3 *walk);

#endif
