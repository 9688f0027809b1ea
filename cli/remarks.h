// SPDX-License-Identifier: MIT
/// remarks.h: sentences about a simulation that its author would want to know: bodies that left the
/// scene, a world where nothing moved, overlaps at the start.
#ifndef TUM_CLI_REMARKS_H
#define TUM_CLI_REMARKS_H

#include "base/json_text.h"
#include "summary.h"
#include "tumble/check.h"

enum { REMARK_BYTES = 640, MOST_REMARKS = 6 };

typedef struct Remarks {
    char text[MOST_REMARKS][REMARK_BYTES]; ///< A sentence each, without a period.
    size_t count;
} Remarks;

/// Sentences about a run, after it.
///
/// @param gravity   [m/s^2] of the world.
/// @param overlaps  in the world before its first step; NULL: nobody looked.
/// @param steps     taken since the beginning of the world.
void remarks_gather(Remarks *remarks, const TumScene *scene, const TumWorld *world,
                    const Places *begin, const double gravity[4], const TumOverlaps *overlaps,
                    uint64_t steps);

/// One line each.
void remarks_print(FILE *out, const Remarks *remarks);

/// The member "remarks": an array of texts.
void remarks_say(JsonText *json, const Remarks *remarks);

#endif
