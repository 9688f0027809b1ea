// SPDX-License-Identifier: MIT
// hash.c: XXH64, after the specification of the algorithm; step numbers in comments are those of
// the specification.
#include "base/hash.h"

#include <string.h>

#define PRIME_1 0x9e3779b185ebca87u
#define PRIME_2 0xc2b2ae3d27d4eb4fu
#define PRIME_3 0x165667b19e3779f9u
#define PRIME_4 0x85ebca77c2b2ae63u
#define PRIME_5 0x27d4eb2f165667c5u

enum { STRIPE_BYTES = 32, LANE_COUNT = 4 };

static uint64_t rotate_left(uint64_t value, unsigned bits)
{
    return (value << bits) | (value >> (64 - bits));
}

static uint64_t read_u32(const unsigned char *bytes)
{
    return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
           (uint64_t)bytes[3] << 24;
}

static uint64_t read_u64(const unsigned char *bytes)
{
    return read_u32(bytes) | read_u32(bytes + 4) << 32;
}

static uint64_t round_of(uint64_t lane, uint64_t word)
{
    return rotate_left(lane + word * PRIME_2, 31) * PRIME_1;
}

// Step 2.
static void add_stripe(uint64_t lanes[LANE_COUNT], const unsigned char *stripe)
{
    for (int i = 0; i < LANE_COUNT; ++i) {
        lanes[i] = round_of(lanes[i], read_u64(stripe + 8 * i));
    }
}

// Step 1.
void tum_hash_init(Hash *hash, uint64_t seed)
{
    *hash = (Hash){
        .lanes = {seed + PRIME_1 + PRIME_2, seed + PRIME_2, seed, seed - PRIME_1},
        .seed = seed,
    };
}

void tum_hash_add(Hash *hash, const void *bytes, size_t count)
{
    if (count == 0) {
        return;
    }
    const unsigned char *next = bytes;
    const size_t waiting = (size_t)(hash->byte_count % STRIPE_BYTES);
    hash->byte_count += count;
    if (waiting > 0) {
        const size_t missing = STRIPE_BYTES - waiting;
        const size_t taken = count < missing ? count : missing;
        memcpy(hash->pending + waiting, next, taken);
        if (taken < missing) {
            return;
        }
        add_stripe(hash->lanes, hash->pending);
        next += taken;
        count -= taken;
    }
    for (; count >= STRIPE_BYTES; next += STRIPE_BYTES, count -= STRIPE_BYTES) {
        add_stripe(hash->lanes, next);
    }
    if (count > 0) {
        memcpy(hash->pending, next, count);
    }
}

// Step 3.
static uint64_t joined_lanes(const uint64_t lanes[LANE_COUNT])
{
    uint64_t joined = rotate_left(lanes[0], 1) + rotate_left(lanes[1], 7) +
                      rotate_left(lanes[2], 12) + rotate_left(lanes[3], 18);
    for (int i = 0; i < LANE_COUNT; ++i) {
        joined = (joined ^ round_of(0, lanes[i])) * PRIME_1 + PRIME_4;
    }
    return joined;
}

uint64_t tum_hash_final(const Hash *hash)
{
    uint64_t result =
        hash->byte_count >= STRIPE_BYTES ? joined_lanes(hash->lanes) : hash->seed + PRIME_5;
    // Step 4.
    result += hash->byte_count;
    // Step 5.
    const unsigned char *next = hash->pending;
    size_t left = (size_t)(hash->byte_count % STRIPE_BYTES);
    for (; left >= 8; next += 8, left -= 8) {
        result = rotate_left(result ^ round_of(0, read_u64(next)), 27) * PRIME_1 + PRIME_4;
    }
    if (left >= 4) {
        result = rotate_left(result ^ read_u32(next) * PRIME_1, 23) * PRIME_2 + PRIME_3;
        next += 4;
        left -= 4;
    }
    for (; left > 0; ++next, --left) {
        result = rotate_left(result ^ *next * PRIME_5, 11) * PRIME_1;
    }
    // Step 6.
    result = (result ^ (result >> 33)) * PRIME_2;
    result = (result ^ (result >> 29)) * PRIME_3;
    return result ^ (result >> 32);
}

void tum_hash_add_u64(Hash *hash, uint64_t value)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; ++i) {
        bytes[i] = (unsigned char)(value >> (8 * i));
    }
    tum_hash_add(hash, bytes, sizeof bytes);
}

uint64_t tum_hash_bytes(const void *bytes, size_t count, uint64_t seed)
{
    Hash hash;
    tum_hash_init(&hash, seed);
    tum_hash_add(&hash, bytes, count);
    return tum_hash_final(&hash);
}
