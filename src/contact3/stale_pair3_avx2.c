// SPDX-License-Identifier: MIT
// stale_pair3_avx2.c: stale_pair3.inl for x86 with AVX2.
#if defined(__x86_64__) || defined(__i386__)
#define WIDE_AVX2
#define STALE_PAIR_KERNEL tum_stale_pair3_avx2
#include "contact3/stale_pair3.inl"
#else
typedef int tum_not_on_this_machine;
#endif
