// SPDX-License-Identifier: MIT
// ray_kernel3_avx2.c: the walk of mesh_ray3.c for x86 with AVX2.
#if defined(__x86_64__) || defined(__i386__)
#define WIDE_AVX2
#define RAY_KERNEL tum_mesh3_ray_avx2
#include "shape3/ray_kernel3.inl"
#else
typedef int tum_not_on_this_machine;
#endif
