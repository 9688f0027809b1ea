// SPDX-License-Identifier: MIT
/// quantity.h: a quantity of a check at each step of a run.
#ifndef TUM_EXPECT_QUANTITY_H
#define TUM_EXPECT_QUANTITY_H

#include "expect/extent.h"
#include "expect/series.h"

enum { FAULT_BYTES = 160 };

/// A quantity in a run.
typedef struct QuantityState {
    const Quantity *quantity;
    Anchor node, other;
    int32_t body;         ///< Body of the run that carries the node; -1: none.
    const Extent *extent; ///< Extent of the body, for low and high.
    DVec4 start;          ///< [m]
    DRotation4 start_rotation;
    double twist, twist_before; ///< [rad] With all turns; of the last step, -pi to pi.
    Seen seen;
    Tally tally;
} QuantityState;

/// Begins at step 0, which motion->first holds.
///
/// @param arena  lives as long as the state. @param scratch  is used during the call.
/// @param fault  receives the reason why the quantity cannot be measured; else it stays.
/// @return false when out of memory.
bool tum_quantity_begin(QuantityState *state, const Quantity *quantity, const Motion *motion,
                        Arena *arena, Arena *scratch, char fault[FAULT_BYTES]);

/// Adds the present step, step 0 too, to the tally where it lies in the window.
void tum_quantity_step(QuantityState *state, const Motion *motion, double least, double most);

#endif
