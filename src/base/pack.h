// SPDX-License-Identifier: MIT
/// pack.h: numbers as bytes and back, one function for both directions.
///
///     static void pack_ball(Pack *pack, Ball *ball)
///     {
///         pack_f32(pack, &ball->radius);
///         pack_i32(pack, &ball->owner);
///     }
///
/// The same function measures, writes and reads, so that the three cannot disagree. Numbers are
/// little-endian on every machine, without padding; floats keep all their bits. Measuring and
/// writing change nothing but the pack.
///
/// Reading trusts no byte. A value past the end or out of range makes the pack fail, and every
/// later read gives 0. Readers test `failed` at the end; earlier they test only values that control
/// a loop or an index.
#ifndef TUM_BASE_PACK_H
#define TUM_BASE_PACK_H

#include "base/array.h"

typedef enum PackMode { PACK_MEASURE, PACK_WRITE, PACK_READ } PackMode;

typedef struct Pack {
    PackMode mode;
    unsigned char *target;       ///< [size] The destination of PACK_WRITE.
    const unsigned char *source; ///< [size] The source of PACK_READ.
    size_t size;
    size_t at;          ///< [bytes] Passed so far; the result of measuring.
    bool failed;        ///< Bytes were missing, or a value was out of range.
    bool out_of_memory; ///< Set by users, together with `failed`.
} Pack;

Pack tum_pack_measuring(void);
Pack tum_pack_writing(void *bytes, size_t size);
Pack tum_pack_reading(const void *bytes, size_t size);

static inline bool pack_is_reading(const Pack *pack)
{
    return pack->mode == PACK_READ;
}

void tum_pack_u8(Pack *pack, uint8_t *value);
void tum_pack_u16(Pack *pack, uint16_t *value);
void tum_pack_u32(Pack *pack, uint32_t *value);
void tum_pack_u64(Pack *pack, uint64_t *value);
void tum_pack_i32(Pack *pack, int32_t *value);
void tum_pack_f32(Pack *pack, float *value);
void tum_pack_f64(Pack *pack, double *value);
/// One byte, 0 or 1; another value fails.
void tum_pack_bool(Pack *pack, bool *value);
void tum_pack_floats(Pack *pack, float *values, size_t count);

/// The number of items that follow.
///
/// @param least_bytes  [bytes] the least size of an item. A count that needs more bytes than are
///                     left fails, so that no file makes the reader allocate a multiple of its
///                     size.
/// @return the count as written, or `count` itself when not reading; 0 on failure.
size_t tum_pack_count(Pack *pack, size_t count, size_t least_bytes);

/// A pack that is being read fails unless `holds`.
static inline void pack_require(Pack *pack, bool holds)
{
    if (pack->mode == PACK_READ && !holds) {
        pack->failed = true;
    }
}

/// Reading: reserves the items that follow, all zero. Otherwise only the count is packed.
void tum_pack_array_room(Pack *pack, void **items, size_t *count, size_t *capacity,
                         size_t item_bytes, size_t least_bytes, const TumAllocator *allocator);

/// The count of an ARRAY; the caller packs the items one by one. See tum_pack_count.
#define pack_array(pack, array, least_bytes, allocator)                                            \
    tum_pack_array_room((pack), (void **)&(array)->items, &(array)->count, &(array)->capacity,     \
                        sizeof *(array)->items, (least_bytes), (allocator))

/// An index from `least` to `count` - 1; another value fails and reads as `least`.
void tum_pack_index(Pack *pack, int32_t *index, int32_t least, size_t count);

#endif
