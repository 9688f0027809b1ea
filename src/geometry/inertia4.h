// SPDX-License-Identifier: MIT
/// inertia4.h: from second moments to the inertia of a body in 4D.
///
/// Second moments are C = integral of x x^T dm about the center: ten numbers, which add up over
/// parts, and turn and move as in any dimension. The inertia is a map of bivectors, spin to angular
/// momentum; where C is diagonal so is the map, with I_ij = C_i + C_j (spec/physics4d.md section
/// 2.2).
#ifndef TUM_GEOMETRY_INERTIA4_H
#define TUM_GEOMETRY_INERTIA4_H

#include "math/math4_64.h"

/// The six principal moments of a body whose second moments along its axes are `moments`.
DBivec4 tum_plane_moments4(DVec4 moments);

/// Angular momentum of the spin: as skew matrices, spin * C + C * spin.
DBivec4 tum_momentum_of_moments4(DSym4 moments, DBivec4 spin);

/// The map as a matrix: momentum = map * spin, both XY XZ YZ XW YW ZW. Symmetric.
void tum_inertia_map4(DSym4 moments, double map[6][6]);

/// How far six moments are from any body's: a real one has I_xy + I_zw = I_xz + I_yw = I_yz + I_xw.
/// @return the widest difference of the three sums, as a share of the largest.
double tum_inertia_discord4(DBivec4 inertia);

#endif
