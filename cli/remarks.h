// SPDX-License-Identifier: MIT
/// remarks.h: remarks on the results of a simulation: bodies that left the scene, a world without
/// motion, overlaps at the start.
#ifndef TUM_CLI_REMARKS_H
#define TUM_CLI_REMARKS_H

#include "base/json_text.h"
#include "summary.h"
#include "tumble/check.h"

enum { REMARK_BYTES = 640, MOST_REMARKS = 6 };

typedef struct Remarks {
    char text[MOST_REMARKS][REMARK_BYTES]; ///< One sentence each, without a period.
    size_t count;
} Remarks;

/// Collects the remarks after a run.
///
/// @param gravity   [m/s^2] of the world.
/// @param overlaps  in the world before its first step; NULL: not computed.
/// @param steps     taken since the creation of the world.
void remarks_gather(Remarks *remarks, const TumScene *scene, const TumWorld *world,
                    const Places *begin, const double gravity[4], const TumOverlaps *overlaps,
                    uint64_t steps);

/// Prints one line for each remark.
void remarks_print(FILE *out, const Remarks *remarks);

/// Writes the member "remarks": an array of texts.
void remarks_say(JsonText *json, const Remarks *remarks);

#endif
