// SPDX-License-Identifier: MIT
/// zstd.h: Zstandard data, as G4MF compresses chunks and buffers with it.
///
/// A build without libzstd has no decoder and says so.
#ifndef TUM_DOCUMENT_ZSTD_H
#define TUM_DOCUMENT_ZSTD_H

#include "base/alloc.h"

typedef enum ZstdResult {
    ZSTD_DECODED,
    ZSTD_BROKEN,   ///< No Zstandard data, or damaged.
    ZSTD_TOO_LONG, ///< More than `most` bytes come out of it.
    ZSTD_MEMORY,
    ZSTD_MISSING ///< This build has no decoder.
} ZstdResult;

/// Bytes that came out; free them with tum_release and block_bytes.
typedef struct ZstdBytes {
    uint8_t *bytes;
    size_t count, block_bytes;
} ZstdBytes;

/// Decodes one or more frames. Takes at most twice `most` bytes of the allocator; the decoder
/// itself takes up to 9 MiB of malloc.
ZstdResult tum_zstd_decode(const void *bytes, size_t count, size_t most,
                           const TumAllocator *allocator, ZstdBytes *decoded);

#endif
