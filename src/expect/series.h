// SPDX-License-Identifier: MIT
/// series.h: numbers of the steps in a window, reduced as they pass by.
#ifndef TUM_EXPECT_SERIES_H
#define TUM_EXPECT_SERIES_H

#include "expect/expect_data.h"

/// Steps of a window so far. A zeroed one has seen none.
typedef struct Seen {
    size_t steps;
    double nearest; ///< [s] Distance of the step from a window of one time.
} Seen;

/// Tells whether a step belongs to a window. A nearer step to a window of one time, and each next
/// step of the last one, replace those before.
///
/// @param restarts  receives true where the steps before are to be forgotten.
bool tum_window_takes(const Window *window, double rate, double time, Seen *seen, bool *restarts);

/// A number with its time [s].
typedef struct Sample {
    double value, time;
} Sample;

/// A series so far. A zeroed one is empty.
typedef struct Tally {
    size_t count;
    double sum;
    Sample first, last, min, max;
    bool has_outside, has_inside;
    Sample outside; ///< The first sample outside of the bounds.
    Sample inside;  ///< The first sample inside of the bounds.
    Sample near;    ///< The sample that is nearest to the bounds from outside.
} Tally;

/// @param least, most  bounds; infinite where open.
void tum_tally_add(Tally *tally, double least, double most, Sample sample);

/// The reduction of a series that is not empty. Its time is that of the sample it comes from, or of
/// the last one. REDUCE_ALL gives the first sample outside of the bounds, else the one that came
/// nearest to a bound; REDUCE_ANY the first sample inside, else the nearest one.
Sample tum_tally_reduce(const Tally *tally, Reduce how, double least, double most);

#endif
