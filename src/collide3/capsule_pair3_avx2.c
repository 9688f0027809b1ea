// SPDX-License-Identifier: MIT
// capsule_pair3_avx2.c: capsule_pair3.inl for x86 with AVX2.
#if defined(__x86_64__) || defined(__i386__)
#define WIDE_AVX2
#define CAPSULE_PAIR_KERNEL tum_capsule_pair3_avx2
#include "collide3/capsule_pair3.inl"
#else
typedef int tum_not_on_this_machine;
#endif
