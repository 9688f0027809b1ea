// SPDX-License-Identifier: MIT
/// checkpoint_support.h: checkpoints that somebody altered.
#ifndef TUM_TESTS_CHECKPOINT_SUPPORT_H
#define TUM_TESTS_CHECKPOINT_SUPPORT_H

#include "base/hash.h"

/// Signs altered bytes as tum_checkpoint_write does: somebody who alters bytes can do that too.
static inline void sign_checkpoint(unsigned char *bytes, size_t count)
{
    Hash hash;
    tum_hash_init(&hash, bytes[8]); // the layout
    tum_hash_add(&hash, bytes, 40);
    tum_hash_add(&hash, bytes + 48, count - 48);
    const uint64_t sum = tum_hash_final(&hash);
    for (int i = 0; i < 8; ++i) {
        bytes[40 + i] = (unsigned char)(sum >> (8 * i));
    }
}

#endif
