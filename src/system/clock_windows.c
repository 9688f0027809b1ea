// SPDX-License-Identifier: MIT
// clock_windows.c: the performance counter of Windows.
#include "system/clock.h"
#include "system/windows.h"

uint64_t tum_clock_nanoseconds(void)
{
    LARGE_INTEGER rate, now;
    // Both calls succeed since Windows XP ("QueryPerformanceCounter function", Microsoft Learn).
    (void)QueryPerformanceFrequency(&rate);
    (void)QueryPerformanceCounter(&now);
    const uint64_t ticks = (uint64_t)now.QuadPart, ticks_per_second = (uint64_t)rate.QuadPart;
    // Whole seconds apart: ticks times 1e9 would overflow after half an hour at 10 MHz.
    return ticks / ticks_per_second * 1000000000u +
           ticks % ticks_per_second * 1000000000u / ticks_per_second;
}
