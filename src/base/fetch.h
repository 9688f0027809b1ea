// SPDX-License-Identifier: MIT
/// fetch.h: memory that is asked for before it is needed.
#ifndef TUM_BASE_FETCH_H
#define TUM_BASE_FETCH_H

/// Asks for the cache line of an address, to be written: it leaves other cores that read it now
/// instead of when it is written, which is what __builtin_prefetch does not do on x86 unless the
/// whole file is compiled for it. Processors that do not know PREFETCHW pass over it.
static inline void fetch_to_write(const void *address)
{
#if defined(__x86_64__)
    __asm__ volatile("prefetchw %0" : : "m"(*(const char *)address));
#else
    __builtin_prefetch(address, 1);
#endif
}

#endif
