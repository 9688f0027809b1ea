// SPDX-License-Identifier: MIT
/// clock.h: time that only goes forward, for measuring; no simulated state depends on it.
#ifndef TUM_SYSTEM_CLOCK_H
#define TUM_SYSTEM_CLOCK_H

#include <stdint.h>

/// [ns] since some moment before.
uint64_t tum_clock_nanoseconds(void);

#endif
