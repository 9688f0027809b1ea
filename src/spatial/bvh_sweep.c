// SPDX-License-Identifier: MIT
// bvh_sweep.c: a moving box against the boxes of a node.
#include "spatial/bvh_sweep.h"

#include "math/scalar.h"
#include "system/cpu.h"

// Boxes were rounded outward when they were made. They are enlarged by this share of their
// coordinates.
static const double box_slack = 2e-6;

// Least component of a direction, relative to the largest. Over the whole motion such a component
// displaces the box by less than the enlargement of the sides.
static const double least_part = 1e-20;

// Bound of fractions per metre, so that they fit a float.
static const double most_fractions = 1e30;

void tum_bvh_sweep_init(BvhSweep *sweep, int axes, const double *from, const double *along,
                        const double *extent)
{
    double length = 0.0, least = 1e-15;
    for (int i = 0; i < axes; ++i) {
        const double size = absolute64(along[i]);
        length = maximum64(size, length);
        least += 1e-12 * (absolute64(from[i]) + extent[i] + size);
    }
    // Signs are copied without a branch: directions are not predictable.
    for (int i = 0; i < axes; ++i) {
        const double size = maximum64(absolute64(along[i]), least_part * length);
        const double grown = extent[i] + box_slack * (absolute64(from[i]) + extent[i]) + least;
        const double apart = with_sign64(grown, along[i]);
        sweep->inverse[i] = (float)with_sign64(length / size, along[i]);
        sweep->near_from[i] = (float)(from[i] + apart);
        sweep->far_from[i] = (float)(from[i] - apart);
        sweep->share[i] = (float)with_sign64(box_slack, along[i]);
        sweep->near_side[i] = __builtin_signbit(along[i]) != 0;
    }
    sweep->fractions = (float)minimum64((1.0 - box_slack) / length, most_fractions);
    sweep->axes = axes;
}
