// SPDX-License-Identifier: MIT
// pack.c: sizes, bytes and checks of packed numbers.
#include "base/pack.h"

#include <string.h>

Pack tum_pack_measuring(void)
{
    return (Pack){.mode = PACK_MEASURE};
}

Pack tum_pack_writing(void *bytes, size_t size)
{
    return (Pack){.mode = PACK_WRITE, .target = bytes, .size = size};
}

Pack tum_pack_reading(const void *bytes, size_t size)
{
    return (Pack){.mode = PACK_READ, .source = bytes, .size = size};
}

// The low `count` bytes of a number, lowest first.
static uint64_t pack_number(Pack *pack, uint64_t value, size_t count)
{
    if (pack->mode == PACK_MEASURE) {
        pack->at += count;
        return value;
    }
    if (pack->failed || pack->size - pack->at < count) {
        pack->failed = true;
        return 0;
    }
    uint64_t result = 0;
    for (size_t i = 0; i < count; ++i) {
        if (pack->mode == PACK_WRITE) {
            pack->target[pack->at + i] = (unsigned char)(value >> (8 * i));
        } else {
            result |= (uint64_t)pack->source[pack->at + i] << (8 * i);
        }
    }
    pack->at += count;
    return result;
}

void tum_pack_u8(Pack *pack, uint8_t *value)
{
    const uint64_t number = pack_number(pack, *value, 1);
    if (pack->mode == PACK_READ) {
        *value = (uint8_t)number;
    }
}

void tum_pack_u16(Pack *pack, uint16_t *value)
{
    const uint64_t number = pack_number(pack, *value, 2);
    if (pack->mode == PACK_READ) {
        *value = (uint16_t)number;
    }
}

void tum_pack_u32(Pack *pack, uint32_t *value)
{
    const uint64_t number = pack_number(pack, *value, 4);
    if (pack->mode == PACK_READ) {
        *value = (uint32_t)number;
    }
}

void tum_pack_u64(Pack *pack, uint64_t *value)
{
    const uint64_t number = pack_number(pack, *value, 8);
    if (pack->mode == PACK_READ) {
        *value = number;
    }
}

void tum_pack_i32(Pack *pack, int32_t *value)
{
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    tum_pack_u32(pack, &bits);
    if (pack->mode == PACK_READ) {
        memcpy(value, &bits, sizeof bits);
    }
}

void tum_pack_f32(Pack *pack, float *value)
{
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    tum_pack_u32(pack, &bits);
    if (pack->mode == PACK_READ) {
        memcpy(value, &bits, sizeof bits);
    }
}

void tum_pack_f64(Pack *pack, double *value)
{
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    tum_pack_u64(pack, &bits);
    if (pack->mode == PACK_READ) {
        memcpy(value, &bits, sizeof bits);
    }
}

void tum_pack_bool(Pack *pack, bool *value)
{
    uint8_t byte = *value ? 1 : 0;
    tum_pack_u8(pack, &byte);
    if (pack->mode == PACK_READ) {
        pack_require(pack, byte <= 1);
        *value = byte == 1;
    }
}

void tum_pack_floats(Pack *pack, float *values, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        tum_pack_f32(pack, &values[i]);
    }
}

size_t tum_pack_count(Pack *pack, size_t count, size_t least_bytes)
{
    uint64_t number = count;
    tum_pack_u64(pack, &number);
    if (pack->mode != PACK_READ) {
        return count;
    }
    const size_t left = pack->failed ? 0 : pack->size - pack->at;
    const size_t least = least_bytes > 0 ? least_bytes : 1;
    if (number > left / least) {
        pack->failed = true;
        return 0;
    }
    return (size_t)number;
}

void tum_pack_array_room(Pack *pack, void **items, size_t *count, size_t *capacity,
                         size_t item_bytes, size_t least_bytes, const TumAllocator *allocator)
{
    const size_t wanted = tum_pack_count(pack, *count, least_bytes);
    if (pack->mode != PACK_READ) {
        return;
    }
    *count = 0;
    if (!tum_array_reserve(items, capacity, wanted, item_bytes, allocator)) {
        pack->failed = true;
        pack->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < wanted; ++i) {
        tum_array_push(items, count, capacity, item_bytes, allocator);
    }
}

void tum_pack_index(Pack *pack, int32_t *index, int32_t least, size_t count)
{
    tum_pack_i32(pack, index);
    if (pack->mode == PACK_READ && (*index < least || (*index >= 0 && (size_t)*index >= count))) {
        pack->failed = true;
        *index = least;
    }
}
