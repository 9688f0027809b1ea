// SPDX-License-Identifier: MIT
// mesh_near3_base.c: mesh_near3.inl for every processor.
#define NEAR_KERNEL tum_mesh_near3_base
#include "collide3/mesh_near3.inl"
