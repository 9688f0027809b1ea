// SPDX-License-Identifier: MIT
/// rank.h: sort keys of floats.
#ifndef TUM_TOPOLOGY_RANK_H
#define TUM_TOPOLOGY_RANK_H

#include <stdint.h>
#include <string.h>

#define RANK_SIGN 0x80000000u

/// Maps floats to integers of the same order.
static inline uint32_t rank_of(float place)
{
    uint32_t bits;
    memcpy(&bits, &place, sizeof bits);
    return (bits & RANK_SIGN) != 0 ? ~bits : bits | RANK_SIGN;
}

#endif
