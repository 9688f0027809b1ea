// SPDX-License-Identifier: MIT
// bvh_search_avx2.c: the search of bvh_search.c for x86 with AVX2.
#if defined(__x86_64__) || defined(__i386__)
#define WIDE_AVX2
#define SEARCH_KERNEL tum_bvh_search_avx2
#include "spatial/bvh_search.inl"
#else
typedef int tum_not_on_this_machine;
#endif
