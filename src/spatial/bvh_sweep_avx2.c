// SPDX-License-Identifier: MIT
// bvh_sweep_avx2.c: the keys of bvh_sweep.c for x86 with AVX2.
#if defined(__x86_64__) || defined(__i386__)
#define WIDE_AVX2
#define BVH_SWEEP_KERNEL tum_bvh_sweep_avx2
#include "spatial/bvh_sweep.inl"
#else
typedef int tum_not_on_this_machine;
#endif
