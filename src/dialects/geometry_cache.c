// SPDX-License-Identifier: MIT
// geometry_cache.c: a hash table from mesh sources to geometries.
#include "dialects/geometry_cache.h"

#include "base/hash.h"

#include <string.h>

static uint64_t key_hash(const GeometryKey *key)
{
    Hash hash;
    tum_hash_init(&hash, 0);
    tum_hash_add_u64(&hash, (uint64_t)key->kind);
    tum_hash_add_u64(&hash, (uint64_t)(uint32_t)key->source.mesh);
    tum_hash_add_u64(&hash, (uint64_t)(uint32_t)key->source.skin);
    tum_hash_add_u64(&hash, (uint64_t)(uint32_t)key->node);
    // NULL weights mean those of the mesh; an empty list means all zero.
    tum_hash_add_u64(&hash, key->source.weights != NULL ? 1 : 0);
    for (size_t i = 0; i < key->source.weight_count; ++i) {
        uint64_t bits;
        memcpy(&bits, &key->source.weights[i], sizeof bits);
        tum_hash_add_u64(&hash, bits);
    }
    return tum_hash_final(&hash);
}

static bool keys_equal(const GeometryKey *a, const GeometryKey *b)
{
    const MeshSource *s = &a->source, *t = &b->source;
    return a->kind == b->kind && a->node == b->node && s->mesh == t->mesh && s->skin == t->skin &&
           s->weight_count == t->weight_count && (s->weights == NULL) == (t->weights == NULL) &&
           (s->weight_count == 0 ||
            memcmp(s->weights, t->weights, s->weight_count * sizeof *s->weights) == 0);
}

// Old bucket arrays stay in the arena: together they are smaller than the newest.
static bool make_room(GeometryCache *cache)
{
    if (cache->count < cache->bucket_count) {
        return true;
    }
    const size_t wanted = cache->bucket_count > 0 ? cache->bucket_count * 2 : 64;
    Geometry **buckets = tum_arena_zeroed(cache->arena, wanted, sizeof *buckets);
    if (buckets == NULL) {
        return false;
    }
    for (size_t i = 0; i < cache->bucket_count; ++i) {
        for (Geometry *at = cache->buckets[i], *next; at != NULL; at = next) {
            Geometry **bucket = &buckets[key_hash(&at->key) & (wanted - 1)];
            next = at->next;
            at->next = *bucket;
            *bucket = at;
        }
    }
    cache->buckets = buckets;
    cache->bucket_count = wanted;
    return true;
}

Geometry *tum_geometry_cache_entry(GeometryCache *cache, const GeometryKey *key)
{
    if (!make_room(cache)) {
        return NULL;
    }
    Geometry **bucket = &cache->buckets[key_hash(key) & (cache->bucket_count - 1)];
    for (Geometry *at = *bucket; at != NULL; at = at->next) {
        if (keys_equal(&at->key, key)) {
            return at;
        }
    }
    Geometry *made = tum_arena_zeroed(cache->arena, 1, sizeof *made);
    const size_t weight_bytes = key->source.weight_count * sizeof(double);
    double *weights = NULL;
    if (key->source.weights != NULL) {
        weights = tum_arena_allocate(cache->arena, weight_bytes);
    }
    if (made == NULL || (key->source.weights != NULL && weights == NULL)) {
        return NULL;
    }
    if (weight_bytes > 0) {
        memcpy(weights, key->source.weights, weight_bytes);
    }
    made->key = *key;
    made->key.source.weights = weights;
    made->mesh = made->shapes[0] = made->shapes[1] = -1;
    made->next = *bucket;
    *bucket = made;
    ++cache->count;
    return made;
}
