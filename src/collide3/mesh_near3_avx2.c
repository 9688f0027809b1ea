// SPDX-License-Identifier: MIT
// mesh_near3_avx2.c: mesh_near3.inl for x86 with AVX2.
#if defined(__x86_64__) || defined(__i386__)
#define WIDE_AVX2
#define NEAR_KERNEL tum_mesh_near3_avx2
#include "collide3/mesh_near3.inl"
#else
typedef int tum_not_on_this_machine;
#endif
