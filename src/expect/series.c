// SPDX-License-Identifier: MIT
// series.c: numbers of the steps in a window, reduced as they pass by.
#include "expect/series.h"

#include "math/scalar.h"

bool tum_window_takes(const Window *window, double rate, double time, Seen *seen, bool *restarts)
{
    *restarts = window->is_end && seen->steps > 0;
    if (window->is_given) {
        const double half = 0.5 / rate, distance = absolute64(time - window->begin);
        if (!(window->begin - half <= time && time <= window->end + half)) {
            return false;
        }
        if (window->begin == window->end) {
            if (seen->steps > 0 && !(distance < seen->nearest)) {
                return false;
            }
            *restarts = seen->steps > 0;
            seen->nearest = distance;
        }
    }
    ++seen->steps;
    return true;
}

// Distance of a number from the bounds; 0 inside.
static double gap(double value, double least, double most)
{
    return value < least ? least - value : value > most ? value - most : 0.0;
}

void tum_tally_add(Tally *tally, double least, double most, Sample sample)
{
    const bool is_first = tally->count == 0;
    const bool is_inside = sample.value >= least && sample.value <= most;
    tally->first = is_first ? sample : tally->first;
    tally->last = sample;
    tally->min = is_first || sample.value < tally->min.value ? sample : tally->min;
    tally->max = is_first || sample.value > tally->max.value ? sample : tally->max;
    if (is_first || gap(sample.value, least, most) < gap(tally->near.value, least, most)) {
        tally->near = sample;
    }
    tally->outside = !is_inside && !tally->has_outside ? sample : tally->outside;
    tally->inside = is_inside && !tally->has_inside ? sample : tally->inside;
    tally->has_outside = tally->has_outside || !is_inside;
    tally->has_inside = tally->has_inside || is_inside;
    tally->sum += sample.value;
    ++tally->count;
}

// The extreme that has the least room to its bound; the largest number without bounds.
static Sample tightest(const Tally *tally, double least, double most)
{
    const double below = tally->min.value - least, above = most - tally->max.value;
    return below < above ? tally->min : tally->max;
}

Sample tum_tally_reduce(const Tally *tally, Reduce how, double least, double most)
{
    switch (how) {
    case REDUCE_ALL: return tally->has_outside ? tally->outside : tightest(tally, least, most);
    case REDUCE_ANY: return tally->has_inside ? tally->inside : tally->near;
    case REDUCE_MIN: return tally->min;
    case REDUCE_MAX: return tally->max;
    case REDUCE_FIRST: return tally->first;
    case REDUCE_LAST: return tally->last;
    case REDUCE_MEAN: return (Sample){tally->sum / (double)tally->count, tally->last.time};
    case REDUCE_SPAN: return (Sample){tally->max.value - tally->min.value, tally->last.time};
    case REDUCE_NET: break;
    }
    return (Sample){tally->last.value - tally->first.value, tally->last.time};
}
