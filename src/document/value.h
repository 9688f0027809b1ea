// SPDX-License-Identifier: MIT
/// value.h: a JSON value as the document keeps it: a tree in the document's arena.
///
/// The tree is ours and not the parser's, because a document may be read from many threads (no
/// counts of references), members are walked by number (hostile objects have a million), and
/// integers beyond 2^53 and -0 keep what the file says. Memory comes from an arena and ends with
/// the document; what an edit replaces stays behind in it.
#ifndef TUM_DOCUMENT_VALUE_H
#define TUM_DOCUMENT_VALUE_H

#include "base/arena.h"
#include "document/cursor.h"

typedef struct JsonValue JsonValue;
typedef struct JsonMember JsonMember;

struct JsonValue {
    JsonKind kind;
    uint32_t count;    ///< Bytes of a text, items of an array, members of an object.
    uint32_t capacity; ///< Of items or members.
    union {
        double number;
        const char *text; ///< Ends with a zero byte, and may hold others.
        JsonValue *items;
        JsonMember *members; ///< In document order.
    };
    union {
        const char *digits; ///< Of a number: an integer whose digits a double cannot hold, else
                            ///< NULL.
        uint32_t *order;    ///< Of an object: its members sorted by key, NULL where they are few.
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

/// Makes room for `count` items or members. @return false when out of memory.
bool tum_json_reserve(Arena *arena, JsonValue *value, uint32_t count);

/// Sorts the keys of an object that has become complete, where it has so many that looking through
/// them would be slow. @return false when out of memory.
bool tum_json_index(Arena *arena, JsonValue *object);

#endif
