// SPDX-License-Identifier: MIT
// contact_kernel3_scalar.c: the contact solver lane by lane: the reference of all other kernels.
#define WIDE_SCALAR
#define KERNEL tum_contact_kernel3_scalar
#define KERNEL_NAME "scalar"
#include "contact3/contact_kernel3.inl"
