// SPDX-License-Identifier: MIT
// articulation_kernel3_avx512.c: articulations of sixteen lanes for x86 with AVX-512.
#if defined(__x86_64__) || defined(__i386__)
#define WIDE_AVX512
#define KERNEL tum_articulation_kernel3_avx512
#include "joint3/articulation_kernel3.inl"
#else
typedef int tum_not_on_this_machine;
#endif
