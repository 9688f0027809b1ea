// SPDX-License-Identifier: MIT
// articulation_kernel3_scalar.c: articulations lane by lane: the reference of the other kernels.
#define WIDE_SCALAR
#define KERNEL tum_articulation_kernel3_scalar
#include "joint3/articulation_kernel3.inl"
