// SPDX-License-Identifier: MIT
// contact_kernel3_avx512.c: the contact solver for x86 with AVX-512: two blocks at once where
// possible; otherwise eight lanes with thirty-two registers.
#if defined(__x86_64__) || defined(__i386__)
#define WIDE_AVX2
#define KERNEL tum_contact_kernel3_avx512
#define KERNEL_NAME "avx512"
#define KERNEL_PAIRS &tum_contact_pair_kernel3_avx512
#include "contact3/contact_kernel3.inl"
#else
typedef int tum_not_on_this_machine;
#endif
