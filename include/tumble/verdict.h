// SPDX-License-Identifier: MIT
/// verdict.h: outcomes of checks on a motion, each with its value, bounds, time and place.
///
/// Scenarios and expectations add one verdict for each check they apply. A check that cannot be
/// applied is skipped, with the reason, and never passed.
///
/// Threads: a list of verdicts belongs to one thread at a time.
#ifndef TUMBLE_VERDICT_H
#define TUMBLE_VERDICT_H

#include "tumble/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// List of verdicts. Opaque; made by tum_verdicts_create, freed by tum_verdicts_destroy.
typedef struct TumVerdicts TumVerdicts;

/// Outcome of a check.
typedef enum TumOutcome {
    TUM_OUTCOME_PASSED = 0,
    TUM_OUTCOME_FAILED = 1,
    TUM_OUTCOME_SKIPPED = 2 ///< The check does not apply; the message has the reason.
} TumOutcome;

/// Verdict: the outcome of one check.
///
/// Texts given to tum_verdicts_add are copied; those of a verdict in a list live as long as the
/// list.
typedef struct TumVerdict {
    const char *check;   ///< Kind of the check: "within", "drop/rest". Never NULL.
    const char *subject; ///< Thing that is checked, for a person: "z(Ball) from 1 s to 3 s"; or "".
    TumOutcome outcome;  ///< Passed, failed or skipped.
    double value;        ///< Measured value, in units of unit; NAN where nothing was measured.
    double least;        ///< Least value that passes, in units of unit; -INFINITY without a bound.
    double most;      ///< Greatest value that passes, in units of unit; INFINITY without a bound.
    const char *unit; ///< "m", "rad/s"; "" for counts and where nothing was measured.
    double time;      ///< [s] Time of the value; NAN where it has none.
    double rate;      ///< [Hz] Rate of the run; NAN where no run was needed.
    int32_t node;     ///< Node of the document; -1 where there is none.
    const char
        *pointer; ///< JSON pointer of the likeliest cause in the document; "" where there is none.
    const char
        *message; ///< Why the check failed or was skipped, with the cure; "" where it passed.
} TumVerdict;

/// Makes an empty list.
///
/// @param allocator  NULL or all zero: malloc and free. Copied.
/// @return the list; free it with tum_verdicts_destroy. NULL when out of memory.
TUM_API TumVerdicts *tum_verdicts_create(const TumAllocator *allocator);

/// Frees a list with its verdicts. NULL is fine.
TUM_API void tum_verdicts_destroy(TumVerdicts *verdicts);

/// Adds a copy of a verdict to the end of a list. Texts that are NULL become "".
///
/// @param verdict  is copied with its texts; its check is not NULL.
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, which leaves the list as it was.
TUM_API TumStatus tum_verdicts_add(TumVerdicts *verdicts, const TumVerdict *verdict);

/// Number of verdicts. 0 where verdicts is NULL.
TUM_API size_t tum_verdicts_count(const TumVerdicts *verdicts);

/// Number of verdicts with an outcome. 0 where verdicts is NULL.
TUM_API size_t tum_verdicts_count_of(const TumVerdicts *verdicts, TumOutcome outcome);

/// Verdict of a list, in the order added.
///
/// @param index  below tum_verdicts_count.
/// @return the verdict; it stays where it is until the next tum_verdicts_add.
TUM_API const TumVerdict *tum_verdicts_at(const TumVerdicts *verdicts, size_t index);

#ifdef __cplusplus
}
#endif

#endif
