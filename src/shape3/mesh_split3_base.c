// SPDX-License-Identifier: MIT
// mesh_split3_base.c: the split of mesh_split3.inl for every processor.
#define SPLIT_KERNEL tum_mesh_split3_base
#include "shape3/mesh_split3.inl"
