// SPDX-License-Identifier: MIT
// articulation_kernel3_avx2.c: articulations for x86 with AVX2.
#if defined(__x86_64__) || defined(__i386__)
#define WIDE_AVX2
#define KERNEL tum_articulation_kernel3_avx2
#include "joint3/articulation_kernel3.inl"
#else
typedef int tum_not_on_this_machine;
#endif
