// SPDX-License-Identifier: MIT
/// value.h: a JSON value of a document: a tree in the document's arena.
///
/// The tree is not the parser's own, for several reasons: many threads may read a document, so
/// values have no reference counts; members are accessed by number, since hostile objects have a
/// million of them; integers beyond 2^53 and -0 keep their text. Memory comes from an arena and
/// ends with the document; values replaced by an edit stay in the arena. A value has 16 bytes,
/// because a file may spend two bytes on one ("1,").
#ifndef TUM_DOCUMENT_VALUE_H
#define TUM_DOCUMENT_VALUE_H

#include "base/arena.h"
#include "document/json_kind.h"

typedef struct JsonValue JsonValue;
typedef struct JsonMember JsonMember;

struct JsonValue {
    uint8_t kind;   ///< A JsonKind; a bit field of an enum takes four bytes on Windows.
    uint8_t room;   ///< Arrays and objects: the capacity is 2^room; 0: `count`.
    uint32_t count; ///< Bytes of a text, items of an array, members of an object; of a number the
                    ///< kept digits, where a double cannot hold the integer.
    union {
        double number;    ///< tum_json_number_of reads it.
        const char *text; ///< Also kept digits. Ends with a zero byte; a text may contain others.
        JsonValue *items;
        JsonMember *members; ///< In document order. Many members are followed by their order by
                             ///< key.
    };
};

struct JsonMember {
    const char *key; ///< Ends with a zero byte and contains no other.
    JsonValue value;
};

static inline JsonValue json_number(double number)
{
    return (JsonValue){.kind = JSON_NUMBER, .number = number};
}

/// The number as a double, the nearest one to kept digits.
double tum_json_number_of(const JsonValue *number);

static inline JsonValue json_truth(bool truth)
{
    return (JsonValue){.kind = truth ? JSON_TRUE : JSON_FALSE};
}

static inline JsonValue json_empty(JsonKind array_or_object)
{
    return (JsonValue){.kind = (uint8_t)array_or_object};
}

/// @param text  copied. @return false when out of memory.
bool tum_json_text(Arena *arena, const char *text, size_t bytes, JsonValue *value);

/// The member's value, or NULL where there is none or `object` is no object.
const JsonValue *tum_json_find(const JsonValue *object, const char *key);

/// As tum_json_find, for changes.
JsonValue *tum_json_find_mutable(JsonValue *object, const char *key);

/// Sets a member: a new one goes to the end, an existing one keeps its place. `key` is copied.
/// Pointers to other members of the object become invalid.
///
/// @return the place of the value, or NULL when out of memory.
JsonValue *tum_json_set(Arena *arena, JsonValue *object, const char *key, JsonValue value);

/// Appends an item. Pointers to other items become invalid. @return the item, or NULL when out of
/// memory.
JsonValue *tum_json_push(Arena *arena, JsonValue *array, JsonValue value);

/// Removes a member; the others keep their order. @return false where the object lacks the member.
bool tum_json_remove(JsonValue *object, const char *key);
void tum_json_remove_item(JsonValue *array, uint32_t index);

/// A deep copy in another arena. @return false when out of memory.
bool tum_json_copy(Arena *arena, const JsonValue *from, JsonValue *to);

/// A copy of one level: changes of its items or members leave the original unchanged; deeper levels
/// are shared. @return false when out of memory.
bool tum_json_copy_level(Arena *arena, const JsonValue *from, JsonValue *to);

/// Reserves memory for `count` items or members. @return false when out of memory.
bool tum_json_reserve(Arena *arena, JsonValue *value, uint32_t count);

/// [bytes] Size of a block with exactly `count` items or members.
uint64_t tum_json_block_bytes(JsonKind kind, uint32_t count);

/// Sorts the keys of a complete object, where their number makes a linear search slow. @return
/// false when out of memory.
bool tum_json_index(const TumAllocator *allocator, JsonValue *object);

/// Members of an object by key, equal ones in document order; NULL where they are few.
const uint32_t *tum_json_order(const JsonValue *object);

#endif
