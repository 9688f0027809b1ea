// SPDX-License-Identifier: MIT
/// pack.h: numbers as bytes and back, by one function for both ways.
///
///     static void pack_ball(Pack *pack, Ball *ball)
///     {
///         pack_f32(pack, &ball->radius);
///         pack_i32(pack, &ball->owner);
///     }
///
/// The same function measures, writes and reads, so that the three cannot disagree. Numbers are
/// little-endian on every machine, without padding, floats with all their bits. Measuring and
/// writing change nothing but the pack.
///
/// Reading trusts nothing: what runs past the end, or says of itself what cannot be, makes the pack
/// fail, and from then on everything reads as 0. Whoever reads checks `failed` at the end, and
/// before that only what would lead a loop or an index astray.
#ifndef TUM_BASE_PACK_H
#define TUM_BASE_PACK_H

#include "base/array.h"

typedef enum PackMode { PACK_MEASURE, PACK_WRITE, PACK_READ } PackMode;

typedef struct Pack {
    PackMode mode;
    unsigned char *target;       ///< [size] Of PACK_WRITE.
    const unsigned char *source; ///< [size] Of PACK_READ.
    size_t size;
    size_t at;          ///< [bytes] Passed so far; when measuring, all there is to know.
    bool failed;        ///< Too short, or what was read cannot be.
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
/// One byte, 0 or 1; another one fails.
void tum_pack_bool(Pack *pack, bool *value);
void tum_pack_floats(Pack *pack, float *values, size_t count);

/// The number of items that follow.
///
/// @param least_bytes  [bytes] an item takes at the least: more items than there are bytes left for
///                     fail, so that no file makes us allocate a multiple of its size.
/// @return what was written, or `count` itself when not reading; 0 when it fails.
size_t tum_pack_count(Pack *pack, size_t count, size_t least_bytes);

/// Fails a pack that is being read unless `holds`.
static inline void pack_require(Pack *pack, bool holds)
{
    if (pack->mode == PACK_READ && !holds) {
        pack->failed = true;
    }
}

/// Reading: makes room for what follows, all zero. Else only the count is packed.
void tum_pack_array_room(Pack *pack, void **items, size_t *count, size_t *capacity,
                         size_t item_bytes, size_t least_bytes, const TumAllocator *allocator);

/// The count of an ARRAY; its items are for the caller to pack, one by one. See tum_pack_count.
#define pack_array(pack, array, least_bytes, allocator)                                            \
    tum_pack_array_room((pack), (void **)&(array)->items, &(array)->count, &(array)->capacity,     \
                        sizeof *(array)->items, (least_bytes), (allocator))

/// An index that must be `least` to `count` - 1; fails and reads as `least` otherwise.
void tum_pack_index(Pack *pack, int32_t *index, int32_t least, size_t count);

#endif
