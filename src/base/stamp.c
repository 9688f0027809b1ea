// SPDX-License-Identifier: MIT
// stamp.c: stamps of definitions: comparison and filling.
#include "base/stamp.h"

#include <string.h>

enum { SIZE_BITS = 16, SIZE_MASK = 0xffff };

TumStatus tum_stamp_status(uint32_t stamp, uint32_t own)
{
    if (stamp == own) {
        return TUM_OK;
    }
    return stamp >> SIZE_BITS == own >> SIZE_BITS ? TUM_ERROR_VERSION : TUM_ERROR_ARGUMENT;
}

void tum_stamp_fill(void *def, size_t bytes, const void *defaults)
{
    uint32_t stamp;
    memcpy(&stamp, defaults, sizeof stamp);
    if (bytes == (stamp & SIZE_MASK)) {
        memcpy(def, defaults, bytes);
        return;
    }
    memset(def, 0, bytes);
    stamp = stamp >> SIZE_BITS << SIZE_BITS | ((uint32_t)bytes & SIZE_MASK);
    if (bytes >= sizeof stamp) {
        memcpy(def, &stamp, sizeof stamp);
    }
}
