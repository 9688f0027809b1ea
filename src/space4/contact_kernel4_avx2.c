// SPDX-License-Identifier: MIT
// contact_kernel4_avx2.c: the contact solver for x86 with AVX2.
#if defined(__x86_64__) || defined(__i386__)
#define WIDE_AVX2
#define KERNEL tum_contact_kernel4_avx2
#define KERNEL_NAME "avx2"
#include "space4/contact_kernel4.inl"
#else
typedef int tum_not_on_this_machine;
#endif
