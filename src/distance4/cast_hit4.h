// SPDX-License-Identifier: MIT
/// cast_hit4.h: the first hit of a cast in 4D.
#ifndef TUM_DISTANCE4_CAST_HIT4_H
#define TUM_DISTANCE4_CAST_HIT4_H

#include "math/math4.h"

/// The first hit of a ray or a moving shape.
typedef struct CastHit4 {
    double fraction; ///< Fraction of the displacement.
    Vec4 normal; ///< Unit, in the world: surface normal toward the origin of the cast; opposite to
                 ///< the displacement where the cast begins inside.
    Vec4 point;  ///< [m] In the world, on the shape.
    int32_t tetrahedron; ///< Index in a mesh, as given by its creator; otherwise -1.
} CastHit4;

#endif
