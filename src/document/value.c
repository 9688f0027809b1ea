// SPDX-License-Identifier: MIT
// A JSON value as the document keeps it.
#include "document/value.h"

#include <string.h>

#include "base/assert.h"
#include "base/size.h"

enum {
    INDEXED_MEMBERS = 16, ///< Up to here looking through all keys is as fast as a search.
    FIRST_CAPACITY = 4
};

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
    uint32_t low = 0, high = object->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const JsonMember *member = &object->members[object->order[middle]];
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
    if (object->order != NULL) {
        return find_in_order(object, key);
    }
    for (uint32_t i = 0; i < object->count; ++i) {
        if (strcmp(object->members[i].key, key) == 0) {
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

bool tum_json_reserve(Arena *arena, JsonValue *value, uint32_t count)
{
    TUM_ASSERT(value->kind == JSON_ARRAY || value->kind == JSON_OBJECT);
    if (count <= value->capacity) {
        return true;
    }
    const size_t item_bytes =
        value->kind == JSON_ARRAY ? sizeof *value->items : sizeof *value->members;
    size_t bytes;
    void *room = size_multiply(count, item_bytes, &bytes) ? tum_arena_allocate(arena, bytes) : NULL;
    if (room == NULL) {
        return false;
    }
    if (value->kind == JSON_ARRAY) {
        if (value->count > 0) {
            memcpy(room, value->items, value->count * item_bytes);
        }
        value->items = room;
    } else {
        if (value->count > 0) {
            memcpy(room, value->members, value->count * item_bytes);
        }
        value->members = room;
    }
    value->capacity = count;
    return true;
}

static bool make_room(Arena *arena, JsonValue *value)
{
    if (value->count < value->capacity) {
        return true;
    }
    if (value->capacity > UINT32_MAX / 2) {
        return false;
    }
    return tum_json_reserve(arena, value,
                            value->capacity == 0 ? FIRST_CAPACITY : value->capacity * 2);
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

bool tum_json_index(Arena *arena, JsonValue *object)
{
    const uint32_t count = object->count;
    object->order = NULL;
    if (count <= INDEXED_MEMBERS) {
        return true;
    }
    uint32_t *order = tum_arena_zeroed(arena, count, 2 * sizeof *order);
    if (order == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        order[i] = i;
    }
    uint32_t *from = order, *to = order + count;
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
    object->order = from;
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
    if (!tum_json_index(arena, object)) {
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

// Takes the number of a removed member out of the sorted ones; those behind it move up by one.
static void remove_from_order(JsonValue *object, uint32_t removed)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < object->count; ++i) {
        const uint32_t member = object->order[i];
        if (member != removed) {
            object->order[kept++] = member > removed ? member - 1 : member;
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
    if (object->order != NULL) {
        remove_from_order(object, index);
    }
    --object->count;
    memmove(&object->members[index], &object->members[index + 1],
            (object->count - index) * sizeof *object->members);
    return true;
}

void tum_json_remove_item(JsonValue *array, uint32_t index)
{
    TUM_ASSERT(index < array->count);
    --array->count;
    memmove(&array->items[index], &array->items[index + 1],
            (array->count - index) * sizeof *array->items);
}

// Recurses as deep as the value is nested, which reading has bounded.
bool tum_json_copy(Arena *arena, const JsonValue *from, JsonValue *to)
{
    *to = *from;
    switch (from->kind) {
    case JSON_ABSENT:
    case JSON_NULL:
    case JSON_FALSE:
    case JSON_TRUE: return true;
    case JSON_NUMBER:
        if (from->digits != NULL) {
            to->digits = tum_arena_text(arena, from->digits, strlen(from->digits));
        }
        return from->digits == NULL || to->digits != NULL;
    case JSON_TEXT: return tum_json_text(arena, from->text, from->count, to);
    case JSON_ARRAY:
        *to = json_empty(JSON_ARRAY);
        if (!tum_json_reserve(arena, to, from->count)) {
            return false;
        }
        for (; to->count < from->count; ++to->count) {
            if (!tum_json_copy(arena, &from->items[to->count], &to->items[to->count])) {
                return false;
            }
        }
        return true;
    case JSON_OBJECT: break;
    }
    *to = json_empty(JSON_OBJECT);
    if (!tum_json_reserve(arena, to, from->count)) {
        return false;
    }
    for (; to->count < from->count; ++to->count) {
        const JsonMember *member = &from->members[to->count];
        JsonMember *made = &to->members[to->count];
        made->key = tum_arena_text(arena, member->key, strlen(member->key));
        if (made->key == NULL || !tum_json_copy(arena, &member->value, &made->value)) {
            return false;
        }
    }
    return tum_json_index(arena, to);
}
