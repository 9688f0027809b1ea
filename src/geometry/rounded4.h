// SPDX-License-Identifier: MIT
/// rounded4.h: volume and mean squares of rounded boxes in 4D: closed forms for every exponent.
#ifndef TUM_GEOMETRY_ROUNDED4_H
#define TUM_GEOMETRY_ROUNDED4_H

#include "tumble/scene.h"

/// Of a solid of density 1 around the origin; its second moments off the axes are zero.
typedef struct RoundedMoments4 {
    double volume;         ///< [m^4]
    double mean_square[4]; ///< [m^2] Of each coordinate. Times the mass: second moments.
} RoundedMoments4;

/// A box of half sizes `half` whose axes are rounded by curves that share none: a box, a ball, a
/// capsule, a cylinder of any kind, a duocylinder … (spec/g4mf.md section 7.3). Such a solid is a
/// product, and a coordinate depends on its own factor only.
///
/// Exponents below 1 count as 1: the hull of what they make. Flat solids have no volume.
///
/// @return false where two curves share an axis: no product, no closed form.
bool tum_rounded_moments4(const double half[4], const TumCurve *curves, size_t curve_count,
                          RoundedMoments4 *moments);

#endif
