// SPDX-License-Identifier: MIT
// value.c: JSON values of a document.
#include "document/value.h"

#include <string.h>

#include "base/assert.h"
#include "base/number_text.h"

enum {
    INDEXED_MEMBERS = 16, ///< Up to this many keys a linear search is as fast as a binary one.
    FIRST_ROOM = 2,       ///< A capacity of 2^2.
    MOST_ROOM = 31        ///< A capacity of 2^31: counts have 32 bits.
};

_Static_assert(sizeof(JsonValue) == 16, "docs/capacity.md counts on it");

// Memory: the block of an array or object has a capacity of `count`, or of 2^room after growing. A
// block for many members is followed by as many uint32_t for their order by key.

static uint32_t capacity_of(const JsonValue *value)
{
    return value->room == 0 ? value->count : 1u << value->room;
}

static size_t item_bytes(JsonKind kind)
{
    return kind == JSON_ARRAY ? sizeof(JsonValue) : sizeof(JsonMember);
}

uint64_t tum_json_block_bytes(JsonKind kind, uint32_t count)
{
    const bool has_order = kind == JSON_OBJECT && count > INDEXED_MEMBERS;
    const uint64_t order_bytes = has_order ? (uint64_t)count * sizeof(uint32_t) : 0;
    return (uint64_t)count * item_bytes(kind) + (order_bytes + 7) / 8 * 8;
}

static uint32_t *order_of(const JsonValue *object)
{
    return object->count <= INDEXED_MEMBERS ? NULL
                                            : (uint32_t *)(object->members + capacity_of(object));
}

const uint32_t *tum_json_order(const JsonValue *object)
{
    return order_of(object);
}

double tum_json_number_of(const JsonValue *number)
{
    double value = number->number;
    if (number->count > 0) {
        tum_number_parse(number->text, number->count, &value);
    }
    return value;
}

bool tum_json_text(Arena *arena, const char *text, size_t bytes, JsonValue *value)
{
    const char *copy = bytes < UINT32_MAX ? tum_arena_text(arena, text, bytes) : NULL;
    if (copy == NULL) {
        return false;
    }
    *value = (JsonValue){.kind = JSON_TEXT, .count = (uint32_t)bytes, .text = copy};
    return true;
}

// Binary search among the sorted keys.
static const JsonMember *find_in_order(const JsonValue *object, const char *key)
{
    const uint32_t *order = order_of(object);
    uint32_t low = 0, high = object->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const JsonMember *member = &object->members[order[middle]];
        const int difference = strcmp(member->key, key);
        if (difference == 0) {
            return member;
        }
        if (difference < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

static const JsonMember *find_member(const JsonValue *object, const char *key)
{
    if (object == NULL || object->kind != JSON_OBJECT) {
        return NULL;
    }
    if (object->count > INDEXED_MEMBERS) {
        return find_in_order(object, key);
    }
    for (uint32_t i = 0; i < object->count; ++i) {
        // Most names differ in their first byte.
        if (object->members[i].key[0] == key[0] && strcmp(object->members[i].key, key) == 0) {
            return &object->members[i];
        }
    }
    return NULL;
}

const JsonValue *tum_json_find(const JsonValue *object, const char *key)
{
    const JsonMember *member = find_member(object, key);
    return member == NULL ? NULL : &member->value;
}

JsonValue *tum_json_find_mutable(JsonValue *object, const char *key)
{
    const JsonMember *member = find_member(object, key);
    return member == NULL ? NULL : &object->members[member - object->members].value;
}

// The block of an empty array or object. NULL when out of memory.
static void *allocate_block(Arena *arena, JsonKind kind, uint32_t count)
{
    const uint64_t bytes = tum_json_block_bytes(kind, count);
    return bytes <= SIZE_MAX ? tum_arena_allocate(arena, (size_t)bytes) : NULL;
}

bool tum_json_reserve(Arena *arena, JsonValue *value, uint32_t count)
{
    TUM_ASSERT(value->kind == JSON_ARRAY || value->kind == JSON_OBJECT);
    if (count <= capacity_of(value)) {
        return true;
    }
    uint32_t room = FIRST_ROOM;
    while (room < MOST_ROOM && count > 1u << room) {
        ++room;
    }
    void *block = count <= 1u << room ? allocate_block(arena, value->kind, 1u << room) : NULL;
    if (block == NULL) {
        return false;
    }
    if (value->count > 0) {
        memcpy(block, value->items, value->count * item_bytes(value->kind));
    }
    value->items = block;
    value->room = (uint8_t)room;
    return true;
}

static bool make_room(Arena *arena, JsonValue *value)
{
    return value->count < UINT32_MAX && tum_json_reserve(arena, value, value->count + 1);
}

// Merges the sorted runs [begin, middle) and [middle, end) of `from` into `to`.
static void merge_runs(const JsonMember *members, const uint32_t *from, uint32_t *to,
                       uint32_t begin, uint32_t middle, uint32_t end)
{
    uint32_t left = begin, right = middle;
    for (uint32_t i = begin; i < end; ++i) {
        const bool take_left =
            right >= end ||
            (left < middle && strcmp(members[from[left]].key, members[from[right]].key) <= 0);
        to[i] = take_left ? from[left++] : from[right++];
    }
}

bool tum_json_index(const TumAllocator *allocator, JsonValue *object)
{
    const uint32_t count = object->count;
    uint32_t *order = order_of(object);
    if (order == NULL) {
        return true;
    }
    uint32_t *scratch = tum_allocate(allocator, count * sizeof *scratch);
    if (scratch == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        order[i] = i;
    }
    uint32_t *from = order, *to = scratch;
    for (uint64_t run = 1; run < count; run *= 2) {
        for (uint64_t begin = 0; begin < count; begin += 2 * run) {
            const uint64_t middle = begin + run < count ? begin + run : count;
            const uint64_t end = begin + 2 * run < count ? begin + 2 * run : count;
            merge_runs(object->members, from, to, (uint32_t)begin, (uint32_t)middle, (uint32_t)end);
        }
        uint32_t *const swapped = from;
        from = to;
        to = swapped;
    }
    if (from != order) {
        memcpy(order, from, count * sizeof *order);
    }
    tum_release(allocator, scratch, count * sizeof *scratch);
    return true;
}

JsonValue *tum_json_set(Arena *arena, JsonValue *object, const char *key, JsonValue value)
{
    JsonValue *old = tum_json_find_mutable(object, key);
    if (old != NULL) {
        *old = value;
        return old;
    }
    const char *kept_key = tum_arena_text(arena, key, strlen(key));
    if (kept_key == NULL || !make_room(arena, object)) {
        return NULL;
    }
    object->members[object->count++] = (JsonMember){.key = kept_key, .value = value};
    if (!tum_json_index(&arena->allocator, object)) {
        --object->count;
        return NULL;
    }
    return &object->members[object->count - 1].value;
}

JsonValue *tum_json_push(Arena *arena, JsonValue *array, JsonValue value)
{
    if (!make_room(arena, array)) {
        return NULL;
    }
    array->items[array->count] = value;
    return &array->items[array->count++];
}

// Removes a member's number from the sorted order; greater numbers decrease by one.
static void remove_from_order(uint32_t *order, uint32_t count, uint32_t removed)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t member = order[i];
        if (member != removed) {
            order[kept++] = member > removed ? member - 1 : member;
        }
    }
}

bool tum_json_remove(JsonValue *object, const char *key)
{
    const JsonMember *member = find_member(object, key);
    if (member == NULL) {
        return false;
    }
    const uint32_t index = (uint32_t)(member - object->members);
    const uint32_t *before = order_of(object);
    if (before != NULL) {
        remove_from_order(order_of(object), object->count, index);
    }
    --object->count;
    memmove(&object->members[index], &object->members[index + 1],
            (object->count - index) * sizeof *object->members);
    if (order_of(object) != NULL) { // The order lies after the capacity, which may have shrunk with
                                    // the count.
        memmove(order_of(object), before, object->count * sizeof *before);
    }
    return true;
}

void tum_json_remove_item(JsonValue *array, uint32_t index)
{
    TUM_ASSERT(index < array->count);
    --array->count;
    memmove(&array->items[index], &array->items[index + 1],
            (array->count - index) * sizeof *array->items);
}

// Allocates a block for the same number of items or members.
static bool copy_room(Arena *arena, const JsonValue *from, JsonValue *to)
{
    *to = *from;
    to->room = 0;
    to->items = from->count > 0 ? allocate_block(arena, from->kind, from->count) : NULL;
    return from->count == 0 || to->items != NULL;
}

bool tum_json_copy_level(Arena *arena, const JsonValue *from, JsonValue *to)
{
    if (!copy_room(arena, from, to)) {
        return false;
    }
    if (from->count > 0) {
        memcpy(to->items, from->items, from->count * item_bytes(from->kind));
    }
    return from->kind == JSON_ARRAY || tum_json_index(&arena->allocator, to);
}

static bool copy_items(Arena *arena, const JsonValue *from, JsonValue *to)
{
    for (uint32_t i = 0; i < from->count; ++i) {
        if (!tum_json_copy(arena, &from->items[i], &to->items[i])) {
            return false;
        }
    }
    return true;
}

static bool copy_members(Arena *arena, const JsonValue *from, JsonValue *to)
{
    for (uint32_t i = 0; i < from->count; ++i) {
        const JsonMember *member = &from->members[i];
        JsonMember *made = &to->members[i];
        made->key = tum_arena_text(arena, member->key, strlen(member->key));
        if (made->key == NULL || !tum_json_copy(arena, &member->value, &made->value)) {
            return false;
        }
    }
    return tum_json_index(&arena->allocator, to);
}

// The recursion is as deep as the value's nesting, which reading has bounded.
bool tum_json_copy(Arena *arena, const JsonValue *from, JsonValue *to)
{
    *to = *from;
    switch ((JsonKind)from->kind) {
    case JSON_ABSENT:
    case JSON_NULL:
    case JSON_FALSE:
    case JSON_TRUE: return true;
    case JSON_NUMBER:
        if (from->count > 0) {
            to->text = tum_arena_text(arena, from->text, from->count);
        }
        return from->count == 0 || to->text != NULL;
    case JSON_TEXT: return tum_json_text(arena, from->text, from->count, to);
    case JSON_ARRAY:
    case JSON_OBJECT: break;
    }
    if (!copy_room(arena, from, to)) {
        return false;
    }
    return from->kind == JSON_ARRAY ? copy_items(arena, from, to) : copy_members(arena, from, to);
}
