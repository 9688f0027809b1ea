// SPDX-License-Identifier: MIT
/// fetch.h: prefetch of cache lines.
#ifndef TUM_BASE_FETCH_H
#define TUM_BASE_FETCH_H

/// Prefetches the cache line of an address for writing. Other cores that share the line give it up
/// now instead of at the write; on x86, __builtin_prefetch does this only where the whole file is
/// compiled for it. Processors without PREFETCHW ignore the instruction.
static inline void fetch_to_write(const void *address)
{
#if defined(__x86_64__)
    __asm__ volatile("prefetchw %0" : : "m"(*(const char *)address));
#else
    __builtin_prefetch(address, 1);
#endif
}

#endif
