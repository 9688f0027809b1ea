// SPDX-License-Identifier: MIT
// bvh_way_base.c: the keys of bvh_way.c for every processor.
#define WAY_KERNEL tum_bvh_way_base
#include "spatial/bvh_way.inl"
