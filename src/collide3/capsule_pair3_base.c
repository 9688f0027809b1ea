// SPDX-License-Identifier: MIT
// capsule_pair3_base.c: capsule_pair3.inl for every processor.
#define CAPSULE_PAIR_KERNEL tum_capsule_pair3_base
#include "collide3/capsule_pair3.inl"
