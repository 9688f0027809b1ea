// SPDX-License-Identifier: MIT
// collide_table3.c: the table of the kernels of the narrow phase for an instruction set.
#include "collide3/collide_kernels3.h"

#include "collide3/box_pair3.h"
#include "collide3/capsule_pair3.h"
#include "collide3/mesh_near3.h"

const CollideKernels3 KERNEL_NAME(tum_collide_kernels3) = {
    .boxes = &KERNEL_NAME(tum_box_pair3),
    .capsules = &KERNEL_NAME(tum_capsule_pair3),
    .near = &KERNEL_NAME(tum_mesh_near3),
};
