// SPDX-License-Identifier: MIT
// articulation_kernel3_scalar.c: teams of assemblies lane by lane: the reference of all others.
#define WIDE_SCALAR
#define KERNEL tum_articulation_kernel3_scalar
#include "joint3/articulation_kernel3.inl"
