// SPDX-License-Identifier: MIT
/// sweep_vary.h: one varied number of a design (sweep_design.h), from its text.
#ifndef TUM_CLI_SWEEP_VARY_H
#define TUM_CLI_SWEEP_VARY_H

#include "sweep_design.h"

/// Reads names and values. Free the number with vary_free, also after a fault.
///
/// @return false after a fault.
bool vary_read(Vary *vary, const char *text, char fault[VARY_FAULT_BYTES]);

void vary_free(Vary *vary);

/// @param level  below level_count.
double vary_level(const Vary *vary, uint64_t level);

/// Writes a fault. @return false.
__attribute__((format(__printf__, 2, 3))) bool vary_refuse(char fault[VARY_FAULT_BYTES],
                                                           const char *format, ...);

#endif
