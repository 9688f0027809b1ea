// SPDX-License-Identifier: MIT
// mesh_split3_avx2.c: the split of mesh_split3.inl for x86 with AVX2.
#if defined(__x86_64__) || defined(__i386__)
#define WIDE_AVX2
#define SPLIT_KERNEL tum_mesh_split3_avx2
#include "shape3/mesh_split3.inl"
#else
typedef int tum_not_on_this_machine;
#endif
