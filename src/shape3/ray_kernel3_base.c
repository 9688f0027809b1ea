// SPDX-License-Identifier: MIT
// ray_kernel3_base.c: the walk of mesh_ray3.c for every processor.
#define RAY_KERNEL tum_mesh3_ray_base
#include "shape3/ray_kernel3.inl"
