// SPDX-License-Identifier: MIT
// zstd.c: Zstandard decoding. No other file includes libzstd.
#include "document/zstd.h"

#ifdef TUMBLE_ZSTD

#include <zstd.h>
#include <zstd_errors.h>

enum {
    FIRST_BLOCK = 65536, ///< [bytes] First block for data without a stated length.
    WINDOW_LOG_MAX = 23  ///< 8 MiB, as level 19 uses: a larger window would let a few bytes
                         ///< allocate too much.
};

// Grows the block, to at most `most` bytes. @return false where it cannot grow.
static bool grow(ZstdBytes *decoded, size_t most, const TumAllocator *allocator)
{
    const size_t half = most / 2;
    size_t room = decoded->block_bytes > half ? most : 2 * decoded->block_bytes;
    room = room > FIRST_BLOCK ? room : FIRST_BLOCK;
    room = room < most ? room : most;
    uint8_t *block = tum_reallocate(allocator, decoded->bytes, decoded->block_bytes, room);
    if (block == NULL) {
        return false;
    }
    decoded->bytes = block;
    decoded->block_bytes = room;
    return true;
}

// Decodes frames one after the other, until the input ends at the end of a frame.
static ZstdResult decode_stream(ZSTD_DCtx *context, const void *bytes, size_t count, size_t most,
                                const TumAllocator *allocator, ZstdBytes *decoded)
{
    ZSTD_inBuffer in = {bytes, count, 0};
    size_t left = 1;
    while (in.pos < in.size || left != 0) {
        if (decoded->count == decoded->block_bytes && decoded->count <= most &&
            !grow(decoded, most + 1, allocator)) {
            return ZSTD_MEMORY;
        }
        ZSTD_outBuffer out = {decoded->bytes, decoded->block_bytes, decoded->count};
        const size_t read_before = in.pos;
        left = ZSTD_decompressStream(context, &out, &in);
        if (ZSTD_isError(left)) {
            return ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation ? ZSTD_MEMORY
                                                                           : ZSTD_BROKEN;
        }
        const bool is_stuck = in.pos == read_before && out.pos == decoded->count;
        decoded->count = out.pos;
        if (decoded->count > most) {
            return ZSTD_TOO_LONG;
        }
        if (is_stuck) {
            return ZSTD_BROKEN; // The data ends inside a frame.
        }
    }
    return count > 0 ? ZSTD_DECODED : ZSTD_BROKEN;
}

ZstdResult tum_zstd_decode(const void *bytes, size_t count, size_t most,
                           const TumAllocator *allocator, ZstdBytes *decoded)
{
    *decoded = (ZstdBytes){0};
    ZSTD_DCtx *context = ZSTD_createDCtx();
    if (context == NULL) {
        return ZSTD_MEMORY;
    }
    ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, WINDOW_LOG_MAX);
    const ZstdResult result = decode_stream(context, bytes, count, most, allocator, decoded);
    ZSTD_freeDCtx(context);
    if (result != ZSTD_DECODED) {
        tum_release(allocator, decoded->bytes, decoded->block_bytes);
        *decoded = (ZstdBytes){0};
    }
    return result;
}

#else

ZstdResult tum_zstd_decode(const void *bytes, size_t count, size_t most,
                           const TumAllocator *allocator, ZstdBytes *decoded)
{
    (void)bytes;
    (void)count;
    (void)most;
    (void)allocator;
    *decoded = (ZstdBytes){0};
    return ZSTD_MISSING;
}

#endif
