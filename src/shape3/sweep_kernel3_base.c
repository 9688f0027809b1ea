// SPDX-License-Identifier: MIT
// sweep_kernel3_base.c: the walk of sweep3.c for every processor.
#define SWEEP_KERNEL tum_mesh3_sweep_base
#include "shape3/sweep_kernel3.inl"
