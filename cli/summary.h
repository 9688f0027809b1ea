// SPDX-License-Identifier: MIT
/// summary.h: the results of a simulation: a table for people, JSON for scripts.
#ifndef TUM_CLI_SUMMARY_H
#define TUM_CLI_SUMMARY_H

#include <stdint.h>
#include <stdio.h>

#include "tumble/scene.h"
#include "tumble/world.h"

/// Poses of all bodies of a world: in 3D 3 and 4 numbers each, in 4D 4 and 16.
typedef struct Places {
    float *positions; ///< [m]
    float *rotations; ///< x y z w, or a matrix column by column
    size_t count;
    size_t axes, turns; ///< Numbers of a position and a rotation.
} Places;

/// @return false when out of memory.
bool places_read(Places *places, const TumWorld *world);
void places_free(Places *places);

/// True where the poses of a body differ by more than the precision of the table.
bool has_moved(const Places *begin, const Places *end, size_t body);

/// Durations of steps, for --stats.
typedef struct Timing {
    uint64_t total_ns, worst_ns;
} Timing;

/// The results of one run.
typedef struct Summary {
    const char *file;
    const TumScene *scene;
    const TumWorld *world;
    const TumReport *report;
    const Places *begin;
    const struct Remarks *remarks;
    double rate;          ///< [Hz]
    uint64_t steps;       ///< Completed.
    bool diverged;        ///< The step after the last completed one diverged.
    bool interrupted;     ///< A signal ended the run.
    TumWorldCounts peak;  ///< The maximum of each count over all steps.
    const Timing *timing; ///< NULL: without --stats. Equal runs differ in no other member.
} Summary;

void summary_print(FILE *out, const Summary *summary);

/// Prints the summary of a file that could not be simulated: its findings.
/// @return TUM_OK or TUM_ERROR_FILE.
TumStatus summary_print_failure_json(FILE *out, const char *file, const TumReport *report,
                                     const TumScene *scene);

/// @return TUM_OK, TUM_ERROR_FILE or TUM_ERROR_MEMORY.
TumStatus summary_print_json(FILE *out, const Summary *summary);

#endif
