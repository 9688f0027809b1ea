// SPDX-License-Identifier: MIT
// body_kernel3_avx512.c: bodies in eight lanes, with all registers of AVX-512.
#if defined(__x86_64__) || defined(__i386__)
#define WIDE_AVX2
#define KERNEL tum_body_kernel3_avx512
#include "motion3/body_kernel3.inl"
#else
typedef int tum_not_on_this_machine;
#endif
