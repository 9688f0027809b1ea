// SPDX-License-Identifier: MIT
// sweep_design.c: grids, random samples and Latin hypercubes.
#include "sweep_design.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "sweep_vary.h"

static const char *const kinds[] = {
    [DESIGN_GRID] = "grid", [DESIGN_RANDOM] = "random", [DESIGN_LATIN] = "latin"};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

const char *choice_of_design(size_t index)
{
    return index < KIND_COUNT ? kinds[index] : NULL;
}

// A random number that its place alone determines, the same on every machine.
static uint64_t random_bits(uint64_t seed, uint64_t number, uint64_t run, uint64_t use)
{
    const uint64_t golden = UINT64_C(0x9e3779b97f4a7c15); // The increment of splitmix64.
    return hash_u64(hash_u64(hash_u64(seed + golden) + number * golden + use) + run * golden);
}

enum { USE_VALUE, USE_PERMUTATION };

// In [0, 1), of 53 bits.
static double random_unit(uint64_t seed, uint64_t number, uint64_t run)
{
    return (double)(random_bits(seed, number, run, USE_VALUE) >> 11) * 0x1p-53;
}

// A random permutation (Durstenfeld, "Algorithm 235", 1964).
static void permute(uint32_t *items, uint64_t count, uint64_t seed, uint64_t number)
{
    for (uint64_t i = 0; i < count; ++i) {
        items[i] = (uint32_t)i;
    }
    for (uint64_t i = count; i > 1; --i) {
        // The remainder favours small numbers by less than count / 2^64.
        const uint64_t other = random_bits(seed, number, i, USE_PERMUTATION) % i;
        const uint32_t kept = items[i - 1];
        items[i - 1] = items[other];
        items[other] = kept;
    }
}

static bool count_grid(Design *design, char fault[VARY_FAULT_BYTES])
{
    design->run_count = 1;
    for (size_t i = 0; i < design->vary_count; ++i) {
        const Vary *vary = &design->varies[i];
        if (vary->level_count == 0) {
            return vary_refuse(fault, "the range of %.60s has no step: a grid needs FROM:STEP:TO",
                               vary->names[0]);
        }
        if (vary->level_count > SWEEP_MOST_RUNS / design->run_count) {
            return vary_refuse(fault, "the grid has more than %d runs", SWEEP_MOST_RUNS);
        }
        design->run_count *= vary->level_count;
    }
    return true;
}

static bool make_strata(Design *design, char fault[VARY_FAULT_BYTES])
{
    design->strata = calloc((size_t)design->run_count, design->vary_count * sizeof *design->strata);
    if (design->strata == NULL) {
        return vary_refuse(fault, "out of memory");
    }
    for (size_t i = 0; i < design->vary_count; ++i) {
        permute(design->strata + i * design->run_count, design->run_count, design->seed, i);
    }
    return true;
}

// @return false after a fault, where two --vary set the same number.
static bool names_differ(const Design *design, char fault[VARY_FAULT_BYTES])
{
    for (size_t i = 0; i < design->vary_count; ++i) {
        for (size_t k = 0; k < design->varies[i].name_count; ++k) {
            const char *name = design->varies[i].names[k];
            size_t found = 0;
            for (size_t j = 0; j <= i; ++j) {
                for (size_t m = 0; m < design->varies[j].name_count; ++m) {
                    found += strcmp(design->varies[j].names[m], name) == 0;
                }
            }
            if (found > 1) {
                return vary_refuse(fault, "%.80s is varied twice", name);
            }
        }
    }
    return true;
}

static bool choose_kind(Design *design, const char *kind, int samples, char fault[VARY_FAULT_BYTES])
{
    design->kind = samples > 0 ? DESIGN_RANDOM : DESIGN_GRID;
    for (int i = 0; i < KIND_COUNT && kind != NULL; ++i) {
        if (strcmp(kind, kinds[i]) == 0) {
            design->kind = (DesignKind)i;
        }
    }
    if (design->kind == DESIGN_GRID && samples > 0) {
        return vary_refuse(fault, "--sample N is for --design random and latin; a grid has all of "
                                  "its runs");
    }
    return design->kind == DESIGN_GRID || samples > 0 ||
           vary_refuse(fault, "--design %s needs --sample N", kinds[design->kind]);
}

bool design_read(Design *design, const OptionTexts *varies, const char *kind, int samples,
                 uint64_t seed, char fault[VARY_FAULT_BYTES])
{
    *design = (Design){.seed = seed, .varies = calloc(varies->count + 1, sizeof(Vary))};
    if (design->varies == NULL) {
        return vary_refuse(fault, "out of memory");
    }
    if (varies->count == 0) {
        return vary_refuse(fault, "--vary POINTER=FROM:STEP:TO gives the numbers to vary");
    }
    for (size_t i = 0; i < varies->count; ++i) {
        design->vary_count = i + 1;
        if (!vary_read(&design->varies[i], varies->value[i], fault)) {
            return false;
        }
    }
    design->run_count = (uint64_t)samples;
    return names_differ(design, fault) && choose_kind(design, kind, samples, fault) &&
           (design->kind != DESIGN_GRID || count_grid(design, fault)) &&
           (design->kind != DESIGN_LATIN || make_strata(design, fault));
}

// @param place  in [0, 1).
static double value_at(const Vary *vary, double place)
{
    if (vary->level_count == 0) {
        return vary->from + place * (vary->to - vary->from);
    }
    const uint64_t level = (uint64_t)(place * (double)vary->level_count);
    return vary_level(vary, level < vary->level_count ? level : vary->level_count - 1);
}

void design_values(const Design *design, uint64_t run, double *values)
{
    uint64_t rest = run;
    for (size_t i = design->vary_count; i-- > 0;) {
        const Vary *vary = &design->varies[i];
        if (design->kind == DESIGN_GRID) {
            values[i] = vary_level(vary, rest % vary->level_count);
            rest /= vary->level_count;
            continue;
        }
        double place = random_unit(design->seed, i, run);
        if (design->kind == DESIGN_LATIN) {
            place = ((double)design->strata[i * design->run_count + run] + place) /
                    (double)design->run_count;
        }
        values[i] = value_at(vary, place);
    }
}

void design_free(Design *design)
{
    for (size_t i = 0; i < design->vary_count; ++i) {
        vary_free(&design->varies[i]);
    }
    free(design->varies);
    free(design->strata);
    *design = (Design){0};
}
