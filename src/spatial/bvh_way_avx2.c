// SPDX-License-Identifier: MIT
// bvh_way_avx2.c: the keys of bvh_way.c for x86 with AVX2.
#if defined(__x86_64__) || defined(__i386__)
#define WIDE_AVX2
#define WAY_KERNEL tum_bvh_way_avx2
#include "spatial/bvh_way.inl"
#else
typedef int tum_not_on_this_machine;
#endif
