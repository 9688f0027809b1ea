// SPDX-License-Identifier: MIT
#include "geometry/inertia4.h"

DBivec4 tum_plane_moments4(DVec4 moments)
{
    const DVec4 c = moments;
    return (DBivec4){c.x + c.y, c.x + c.z, c.y + c.z, c.x + c.w, c.y + c.w, c.z + c.w};
}

// The integral of x wedge (velocity of x): with C x_j e_j for dm x x^T, the sum over the axes j of
// C e_j wedge (velocity of e_j).
DBivec4 tum_momentum_of_moments4(DSym4 moments, DBivec4 spin)
{
    const DMat4 c = dsym4_matrix(moments), axes = DMAT4_IDENTITY;
    const DVec4 columns[4] = {c.x, c.y, c.z, c.w}, units[4] = {axes.x, axes.y, axes.z, axes.w};
    DBivec4 momentum = {0};
    for (int j = 0; j < 4; ++j) {
        momentum = dbivec4_add(momentum, dvec4_wedge(columns[j], dbivec4_velocity(spin, units[j])));
    }
    return momentum;
}

void tum_inertia_map4(DSym4 moments, double map[6][6])
{
    for (int i = 0; i < 6; ++i) {
        const DBivec4 unit = {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0,
                              i == 3 ? 1.0 : 0.0, i == 4 ? 1.0 : 0.0, i == 5 ? 1.0 : 0.0};
        const DBivec4 column = tum_momentum_of_moments4(moments, unit);
        const double parts[6] = {column.xy, column.xz, column.yz, column.xw, column.yw, column.zw};
        for (int row = 0; row < 6; ++row) {
            map[row][i] = parts[row];
        }
    }
}

double tum_inertia_discord4(DBivec4 inertia)
{
    const double a = inertia.xy + inertia.zw, b = inertia.xz + inertia.yw;
    const double c = inertia.yz + inertia.xw;
    const double low = minimum64(a, minimum64(b, c)), high = maximum64(a, maximum64(b, c));
    return high > 0.0 ? (high - low) / high : 0.0;
}
