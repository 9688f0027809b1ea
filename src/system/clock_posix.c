// SPDX-License-Identifier: MIT
// clock_posix.c: the monotonic clock of POSIX.
#define _POSIX_C_SOURCE 200809L
#include "system/clock.h"

#include <time.h>

uint64_t tum_clock_nanoseconds(void)
{
    struct timespec now = {0, 0};
    // POSIX.1-2008 has no failure for this clock with a valid pointer.
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
