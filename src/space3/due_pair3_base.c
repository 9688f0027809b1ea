// SPDX-License-Identifier: MIT
// due_pair3_base.c: due_pair3.inl for every processor.
#define DUE_PAIR_KERNEL tum_due_pair3_base
#include "space3/due_pair3.inl"
