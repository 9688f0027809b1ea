// SPDX-License-Identifier: MIT
/// pages.h: advice to the operating system about the pages of large blocks.
#ifndef TUM_BASE_PAGES_H
#define TUM_BASE_PAGES_H

#include <stddef.h>

/// Asks for large pages, where the system has them on request. First access to a page of 4 KiB
/// costs more than reading as many bytes of JSON does.
void tum_pages_prefer_large(void *block, size_t bytes);

#endif
