// SPDX-License-Identifier: MIT
// stale_pair3_base.c: stale_pair3.inl for the baseline instructions of each processor.
#define STALE_PAIR_KERNEL tum_stale_pair3_base
#include "contact3/stale_pair3.inl"
