// SPDX-License-Identifier: MIT
/// clock.h: monotonic time for measurements; no simulated state depends on it.
#ifndef TUM_SYSTEM_CLOCK_H
#define TUM_SYSTEM_CLOCK_H

#include <stdint.h>

/// [ns] since an arbitrary moment in the past.
uint64_t tum_clock_nanoseconds(void);

#endif
