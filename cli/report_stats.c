// SPDX-License-Identifier: MIT
// report_stats.c: percentiles of measures, and failures by their code.
#include "report_stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const int stats_percents[STATS_PERCENTILES] = {1, 5, 25, 50, 75, 95, 99};

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double percentile(const double *sorted, size_t count, int percent)
{
    const double place = (double)(count - 1) * percent / 100.0;
    const size_t below = (size_t)place;
    const size_t above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (place - (double)below) * (sorted[above] - sorted[below]);
}

static void compute(Stats *stats, double *numbers)
{
    double sum = 0.0;
    qsort(numbers, stats->count, sizeof *numbers, compare);
    for (size_t i = 0; i < stats->count; ++i) {
        sum += numbers[i];
        stats->distinct += i == 0 || numbers[i] != numbers[i - 1];
    }
    stats->least = numbers[0];
    stats->most = numbers[stats->count - 1];
    stats->mean = sum / (double)stats->count;
    for (int i = 0; i < STATS_PERCENTILES; ++i) {
        stats->percentiles[i] = percentile(numbers, stats->count, stats_percents[i]);
    }
}

bool stats_compute(Stats *stats, const ReportColumn *column, const ReportRow *rows, size_t count,
                   bool only_done)
{
    *stats = (Stats){.least = (double)NAN, .most = (double)NAN, .mean = (double)NAN};
    for (int i = 0; i < STATS_PERCENTILES; ++i) {
        stats->percentiles[i] = (double)NAN;
    }
    double *numbers = malloc((count + 1) * sizeof *numbers);
    if (numbers == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        const double number = report_number(column, &rows[i]);
        if (!isnan(number) && (!only_done || report_is_done(&rows[i]))) {
            numbers[stats->count++] = number;
        }
    }
    if (stats->count > 0) {
        compute(stats, numbers);
    }
    free(numbers);
    return true;
}

size_t stats_done(const Report *report)
{
    size_t done = 0;
    for (size_t i = 0; i < report->row_count; ++i) {
        done += report_is_done(&report->rows[i]);
    }
    return done;
}

static int compare_groups(const void *left, const void *right)
{
    const Failures *a = left, *b = right;
    if (a->count != b->count) {
        return a->count > b->count ? -1 : 1;
    }
    const int order = strcmp(a->first->outcome, b->first->outcome);
    return order != 0 ? order : strcmp(a->first->code, b->first->code);
}

size_t stats_failures(const Report *report, Failures **groups)
{
    size_t count = 0, room = 0;
    *groups = calloc(1, sizeof **groups);
    for (size_t i = 0; i < report->row_count && *groups != NULL; ++i) {
        const ReportRow *row = &report->rows[i];
        size_t k = 0;
        while (k < count && (strcmp((*groups)[k].first->outcome, row->outcome) != 0 ||
                             strcmp((*groups)[k].first->code, row->code) != 0)) {
            ++k;
        }
        if (report_is_done(row)) {
            continue;
        }
        if (k == count && count == room) {
            room = room == 0 ? 16 : 2 * room;
            Failures *grown = realloc(*groups, room * sizeof *grown);
            if (grown == NULL) {
                free(*groups);
            }
            *groups = grown;
        }
        if (k == count && *groups != NULL) {
            (*groups)[count++] = (Failures){row, 0};
        }
        if (*groups != NULL) {
            ++(*groups)[k].count;
        }
    }
    if (*groups != NULL && count > 0) {
        qsort(*groups, count, sizeof **groups, compare_groups);
    }
    return *groups != NULL ? count : 0;
}
