// SPDX-License-Identifier: MIT
/// hash.h: 64-bit hashes of bytes, the same on every machine.
///
/// The function is XXH64 (Yann Collet, "xxHash fast digest algorithm", version 0.1.1 of its
/// specification): words are read little-endian, whatever the machine. The hash tells contents
/// apart; it does not resist people who search for collisions.
///
/// Hash values, never structs: padding has no defined content.
#ifndef TUM_BASE_HASH_H
#define TUM_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/// A hash in progress. Any split of the bytes into tum_hash_add calls gives the same result.
typedef struct Hash {
    uint64_t lanes[4];
    uint64_t seed;
    uint64_t byte_count;
    unsigned char pending[32]; ///< The first byte_count % 32 bytes wait for their stripe.
} Hash;

void tum_hash_init(Hash *hash, uint64_t seed);
void tum_hash_add(Hash *hash, const void *bytes, size_t count);

/// The hash of all bytes added so far; more may follow.
uint64_t tum_hash_final(const Hash *hash);

/// Adds a number as eight bytes, lowest first.
void tum_hash_add_u64(Hash *hash, uint64_t value);

/// The hash of one block of bytes.
uint64_t tum_hash_bytes(const void *bytes, size_t count, uint64_t seed);

/// Spreads one number over 32 bits, one to one (the finalizer of MurmurHash3: Appleby, public
/// domain).
static inline uint32_t hash_u32(uint32_t value)
{
    value ^= value >> 16;
    value *= 0x85ebca6bu;
    value ^= value >> 13;
    value *= 0xc2b2ae35u;
    value ^= value >> 16;
    return value;
}

/// One name for two numbers in this order.
static inline uint32_t hash_u32_pair(uint32_t a, uint32_t b)
{
    return hash_u32(hash_u32(a + 0x9e3779b9u) ^ b);
}

/// Spreads one number over 64 bits, one to one (the finalizer of splitmix64: Steele, Lea, Flood,
/// "Fast splittable pseudorandom number generators", 2014).
static inline uint64_t hash_u64(uint64_t value)
{
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

#endif
