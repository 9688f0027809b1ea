// SPDX-License-Identifier: MIT
// body_kernel3_scalar.c: bodies one after the other: the reference of all other kernels.
#define WIDE_SCALAR
#define KERNEL tum_body_kernel3_scalar
#include "motion3/body_kernel3.inl"
