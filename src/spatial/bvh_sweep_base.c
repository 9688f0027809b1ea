// SPDX-License-Identifier: MIT
// bvh_sweep_base.c: the keys of bvh_sweep.c for every processor.
#define BVH_SWEEP_KERNEL tum_bvh_sweep_base
#include "spatial/bvh_sweep.inl"
