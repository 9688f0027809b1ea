// SPDX-License-Identifier: MIT
// joint_kernel3_scalar.c: joints in lanes lane by lane: the reference of the other kernels.
#define WIDE_SCALAR
#define KERNEL tum_joint_kernel3_scalar
#include "joint3/joint_kernel3.inl"
