// SPDX-License-Identifier: MIT
// box_pair3_base.c: box_pair3.inl for every processor.
#define BOX_PAIR_KERNEL tum_box_pair3_base
#include "collide3/box_pair3.inl"
