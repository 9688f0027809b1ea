// SPDX-License-Identifier: MIT
/// sweep_design.h: the design of a sweep: varied numbers, and their values in each run.
///
///     rate=30:30:240                                       a range with a step
///     /nodes/4/translation/1=1,2,5                         a list
///     /materials/0/mass=1:10                               a range without a step, for samples
///     /a/staticFriction,/a/dynamicFriction=0.1:0.1:0.9     one value for several numbers
#ifndef TUM_CLI_SWEEP_DESIGN_H
#define TUM_CLI_SWEEP_DESIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "option.h"

enum {
    VARY_MOST_NAMES = 8, ///< Numbers that share one value.
    VARY_FAULT_BYTES = 320,
    SWEEP_MOST_RUNS = 10000000
};

/// The number that a name stands for.
typedef enum VaryTarget {
    VARY_DOCUMENT, ///< A JSON pointer.
    VARY_RATE,     ///< [Hz]
    VARY_DURATION, ///< [s]
    VARY_SUBSTEPS,
    VARY_GRAVITY,   ///< [m/s^2] Its strength; it keeps its direction.
    VARY_GRAVITY_X, ///< [m/s^2] One component; then Y, Z and W.
    VARY_GRAVITY_Y,
    VARY_GRAVITY_Z,
    VARY_GRAVITY_W
} VaryTarget;

/// A varied number, or several that share a value.
typedef struct Vary {
    char *names[VARY_MOST_NAMES]; ///< [name_count] "/nodes/4/translation/1", "rate".
    VaryTarget targets[VARY_MOST_NAMES];
    size_t name_count;
    double *list;         ///< [level_count] Of a list; NULL: a range.
    uint64_t level_count; ///< 0: any number of the range.
    double from, to, step;
    double
        denominator; ///< from and step are whole numbers over this power of ten; 0: they are not.
} Vary;

typedef enum DesignKind { DESIGN_GRID, DESIGN_RANDOM, DESIGN_LATIN } DesignKind;

/// A design. Free it with design_free.
typedef struct Design {
    DesignKind kind;
    Vary *varies; ///< [vary_count]
    size_t vary_count;
    uint64_t run_count;
    uint64_t seed;
    uint32_t *strata; ///< [vary_count * run_count] Of a Latin hypercube: a permutation for each
                      ///< number; else NULL.
} Design;

/// Names of designs, as an OptionChoice: "grid", "random", "latin".
const char *choice_of_design(size_t index);

/// Reads the design of a sweep.
///
/// @param varies   of --vary, one at least.
/// @param kind     of --design; NULL: grid, or random with samples.
/// @param samples  of --sample; 0: not given.
/// @param fault    receives one sentence, where something is wrong.
/// @return false after a fault.
bool design_read(Design *design, const OptionTexts *varies, const char *kind, int samples,
                 uint64_t seed, char fault[VARY_FAULT_BYTES]);

/// The values of a run.
///
/// In a grid the last number changes fastest. A sample of a random design does not depend on their
/// number: a larger design has the runs of a smaller one. A Latin hypercube has one sample in each
/// of run_count equal parts of each number (McKay, Beckman, Conover, "A comparison of three methods
/// for selecting values of input variables", 1979).
///
/// @param run     below run_count.
/// @param values  [vary_count] receives them.
void design_values(const Design *design, uint64_t run, double *values);

void design_free(Design *design);

#endif
