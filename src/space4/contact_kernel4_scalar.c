// SPDX-License-Identifier: MIT
// contact_kernel4_scalar.c: the contact solver without SIMD: the reference for the other kernels.
#define WIDE_SCALAR
#define KERNEL tum_contact_kernel4_scalar
#define KERNEL_NAME "scalar"
#include "space4/contact_kernel4.inl"
