// SPDX-License-Identifier: MIT
// joint_team_kernel3_scalar.c: teams of assemblies lane by lane: the reference of all others.
#define WIDE_SCALAR
#define KERNEL tum_team_kernel3_scalar
#include "space3/joint_team_kernel3.inl"
