// SPDX-License-Identifier: MIT
// joint_team_kernel3_base.c: teams of assemblies for what every processor of this kind has.
#define KERNEL tum_team_kernel3_base
#include "space3/joint_team_kernel3.inl"
