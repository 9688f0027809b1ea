// SPDX-License-Identifier: MIT
// pair_set.c: a hash set with open addressing and linear probing.
#include "topology/pair_set.h"

void tum_pair_set_clear(PairSet *set, const TumAllocator *allocator)
{
    tum_release(allocator, set->keys, set->capacity * sizeof *set->keys);
    *set = (PairSet){0};
}

// Finalizer of MurmurHash3 (Appleby, public domain): every bit of the key influences the low bits.
static uint32_t home(const PairSet *set, uint64_t key)
{
    key ^= key >> 33;
    key *= 0xff51afd7ed558ccdu;
    key ^= key >> 33;
    key *= 0xc4ceb9fe1a85ec53u;
    key ^= key >> 33;
    return (uint32_t)key & (set->capacity - 1);
}

static uint32_t find(const PairSet *set, uint64_t key)
{
    uint32_t slot = home(set, key);
    while (set->keys[slot] != 0 && set->keys[slot] != key) {
        slot = (slot + 1) & (set->capacity - 1);
    }
    return slot;
}

static bool grow(PairSet *set, const TumAllocator *allocator)
{
    PairSet larger = {.capacity = set->capacity == 0 ? 256 : set->capacity * 2,
                      .count = set->count};
    larger.keys = tum_allocate_zeroed(allocator, larger.capacity, sizeof *larger.keys);
    if (larger.keys == NULL || larger.capacity > UINT32_MAX / 2) {
        tum_release(allocator, larger.keys, larger.capacity * sizeof *larger.keys);
        return false;
    }
    for (uint32_t i = 0; i < set->capacity; ++i) {
        if (set->keys[i] != 0) {
            larger.keys[find(&larger, set->keys[i])] = set->keys[i];
        }
    }
    tum_release(allocator, set->keys, set->capacity * sizeof *set->keys);
    *set = larger;
    return true;
}

PairAdded tum_pair_set_add(PairSet *set, uint64_t key, const TumAllocator *allocator)
{
    if ((set->count + 1) * 2 > set->capacity && !grow(set, allocator)) {
        return PAIR_NO_MEMORY;
    }
    const uint32_t slot = find(set, key);
    if (set->keys[slot] == key) {
        return PAIR_IS_KNOWN;
    }
    set->keys[slot] = key;
    ++set->count;
    return PAIR_IS_NEW;
}

bool tum_pair_set_has(const PairSet *set, uint64_t key)
{
    return set->capacity > 0 && set->keys[find(set, key)] == key;
}

void tum_pair_set_fetch(const PairSet *set, uint64_t key)
{
    if (set->capacity > 0) {
        __builtin_prefetch(&set->keys[home(set, key)], 1);
    }
}

bool tum_pair_set_remove(PairSet *set, uint64_t key)
{
    if (set->capacity == 0) {
        return false;
    }
    uint32_t hole = find(set, key);
    if (set->keys[hole] != key) {
        return false;
    }
    --set->count;
    // Moves later keys of the run back into the gap, so that no search ends too early.
    const uint32_t mask = set->capacity - 1;
    for (uint32_t next = (hole + 1) & mask; set->keys[next] != 0; next = (next + 1) & mask) {
        const uint32_t wanted = home(set, set->keys[next]);
        if (((next - wanted) & mask) >= ((next - hole) & mask)) {
            set->keys[hole] = set->keys[next];
            hole = next;
        }
    }
    set->keys[hole] = 0;
    return true;
}
