// SPDX-License-Identifier: MIT
// pages_windows.c: advice about pages on Windows, which has none of this kind.
#include "base/pages.h"

void tum_pages_prefer_large(void *block, size_t bytes)
{
    (void)block;
    (void)bytes;
}
