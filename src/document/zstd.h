// SPDX-License-Identifier: MIT
/// zstd.h: Zstandard decompression, which G4MF uses for chunks and buffers.
///
/// A build without libzstd has no decoder and reports this.
#ifndef TUM_DOCUMENT_ZSTD_H
#define TUM_DOCUMENT_ZSTD_H

#include "base/alloc.h"

typedef enum ZstdResult {
    ZSTD_DECODED,
    ZSTD_BROKEN,   ///< No Zstandard data, or damaged.
    ZSTD_TOO_LONG, ///< The output exceeds `most` bytes.
    ZSTD_MEMORY,
    ZSTD_MISSING ///< This build has no decoder.
} ZstdResult;

/// Decoded bytes; free them with tum_release and block_bytes.
typedef struct ZstdBytes {
    uint8_t *bytes;
    size_t count, block_bytes;
} ZstdBytes;

/// Decodes one or more frames. The allocator gives at most twice `most` bytes; the decoder itself
/// takes up to 9 MiB from malloc.
ZstdResult tum_zstd_decode(const void *bytes, size_t count, size_t most,
                           const TumAllocator *allocator, ZstdBytes *decoded);

#endif
