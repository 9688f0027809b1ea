// SPDX-License-Identifier: MIT
// contact_kernel3_avx2.c: the contact solver for x86 with AVX2.
#if defined(__x86_64__) || defined(__i386__)
#define WIDE_AVX2
#define KERNEL tum_contact_kernel3_avx2
#define KERNEL_NAME "avx2"
#include "contact3/contact_kernel3.inl"
#else
typedef int tum_not_on_this_machine;
#endif
