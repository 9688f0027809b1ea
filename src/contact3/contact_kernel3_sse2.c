// SPDX-License-Identifier: MIT
// contact_kernel3_sse2.c: the contact solver for x86 with SSE2.
#if defined(__x86_64__) || defined(__i386__)
#define WIDE_SSE2
#define KERNEL tum_contact_kernel3_sse2
#define KERNEL_NAME "sse2"
#include "contact3/contact_kernel3.inl"
#else
typedef int tum_not_on_this_machine;
#endif
