// SPDX-License-Identifier: MIT
// pages_posix.c: advice about pages on POSIX systems. Large pages on request are Linux's.
#define _DEFAULT_SOURCE
#include "base/pages.h"

#include <stdint.h>
#include <sys/mman.h>

void tum_pages_prefer_large(void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    enum { SMALLEST_PAGE = 4096 }; // Where pages are larger, the call may fail and changes nothing.
    const uintptr_t within = SMALLEST_PAGE - 1;
    const uintptr_t begin = ((uintptr_t)block + within) & ~within;
    const uintptr_t end = ((uintptr_t)block + bytes) & ~within;
    if (begin < end) {
        (void)madvise((void *)begin, end - begin, MADV_HUGEPAGE);
    }
#else
    (void)block;
    (void)bytes;
#endif
}
