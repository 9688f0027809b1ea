// SPDX-License-Identifier: MIT
/// value.h: a JSON value as the document keeps it: a tree in the document's arena.
///
/// The tree is ours and not the parser's, because a document may be read from many threads (no
/// counts of references), members are walked by number (hostile objects have a million), and
/// integers beyond 2^53 and -0 keep what the file says. Memory comes from an arena and ends with
/// the document; what an edit replaces stays behind in it. A value has 16 bytes, because a file
/// may spend two on one ("1,").
#ifndef TUM_DOCUMENT_VALUE_H
#define TUM_DOCUMENT_VALUE_H

#include "base/arena.h"
#include "document/json_kind.h"

typedef struct JsonValue JsonValue;
typedef struct JsonMember JsonMember;

struct JsonValue {
    JsonKind kind : 8;
    uint8_t room;   ///< Of an array or object: there is room for 2^room; 0: for `count`.
    uint32_t count; ///< Bytes of a text, items of an array, members of an object; of a number
                    ///< the digits that are kept, because a double cannot hold the integer.
    union {
        double number;    ///< tum_json_number_of reads it.
        const char *text; ///< Also kept digits. Ends with a zero byte; a text may hold others.
        JsonValue *items;
        JsonMember *members; ///< In document order. Many are followed by their order by key.
    };
};

struct JsonMember {
    const char *key; ///< Ends with its only zero byte.
    JsonValue value;
};

static inline JsonValue json_number(double number)
{
    return (JsonValue){.kind = JSON_NUMBER, .number = number};
}

/// The number as a double, the nearest one where digits are kept.
double tum_json_number_of(const JsonValue *number);

static inline JsonValue json_truth(bool truth)
{
    return (JsonValue){.kind = truth ? JSON_TRUE : JSON_FALSE};
}

static inline JsonValue json_empty(JsonKind array_or_object)
{
    return (JsonValue){.kind = array_or_object};
}

/// @param text  copied. @return false when out of memory.
bool tum_json_text(Arena *arena, const char *text, size_t bytes, JsonValue *value);

/// The member's value, or NULL where there is none or `object` is no object.
const JsonValue *tum_json_find(const JsonValue *object, const char *key);

/// The same, to change it.
JsonValue *tum_json_find_mutable(JsonValue *object, const char *key);

/// Sets a member: a new one comes last, one that exists keeps its place. `key` is copied. Pointers
/// to other members of the object end.
///
/// @return where the value now is, or NULL when out of memory.
JsonValue *tum_json_set(Arena *arena, JsonValue *object, const char *key, JsonValue value);

/// Appends an item. Pointers to other items end. @return where it is, or NULL when out of memory.
JsonValue *tum_json_push(Arena *arena, JsonValue *array, JsonValue value);

/// The others keep their order. @return false when the object has no such member.
bool tum_json_remove(JsonValue *object, const char *key);
void tum_json_remove_item(JsonValue *array, uint32_t index);

/// A value with all below it, in an arena of its own. @return false when out of memory.
bool tum_json_copy(Arena *arena, const JsonValue *from, JsonValue *to);

/// A value whose items or members may be replaced without the original noticing; what is below them
/// is the original's. @return false when out of memory.
bool tum_json_copy_level(Arena *arena, const JsonValue *from, JsonValue *to);

/// Makes room for `count` items or members. @return false when out of memory.
bool tum_json_reserve(Arena *arena, JsonValue *value, uint32_t count);

/// [bytes] Of the items of an array or the members of an object that has exactly so many.
uint64_t tum_json_block_bytes(JsonKind kind, uint32_t count);

/// Sorts the keys of an object that has become complete, where it has so many that looking through
/// them would be slow. @return false when out of memory.
bool tum_json_index(const TumAllocator *allocator, JsonValue *object);

/// Members of an object by key, equal ones in document order; NULL where they are few.
const uint32_t *tum_json_order(const JsonValue *object);

#endif
