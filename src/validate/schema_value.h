// SPDX-License-Identifier: MIT
/// schema_value.h: values of a document checked along a row of schema.h: kinds, numbers, texts and
/// arrays of these. Each check files its findings at the value.
#ifndef TUM_VALIDATE_SCHEMA_VALUE_H
#define TUM_VALIDATE_SCHEMA_VALUE_H

#include "validate/schema.h"

/// A kind of JSON value in a message.
const char *tum_schema_kind_text(JsonKind kind);

/// Checks the kind of a value; files TYPE_MISMATCH. @param what  the kind due, in a message.
bool tum_schema_expect(const Cursor *value, JsonKind kind, const char *what);

/// True for an integer that 64 bits hold.
bool tum_schema_is_whole(double number);

/// Checks a number, a truth or a text along its row.
void tum_schema_check_number(const Cursor *value, const Property *property);
void tum_schema_check_boolean(const Cursor *value);
void tum_schema_check_choice(const Cursor *value, const Property *property);

/// Checks that a value is an array of an allowed length. @return false where its items need no
/// check.
bool tum_schema_open_array(const Cursor *value, const Property *property);

/// Checks an array of numbers, or of texts, along its row.
void tum_schema_check_numbers(const SchemaWalk *walk, const Cursor *value,
                              const Property *property);
void tum_schema_check_texts(SchemaWalk *walk, const Cursor *value, const Property *property);

/// Marks texts of an array that repeat an earlier one. @return one for each item, in the arena;
/// NULL when out of memory.
bool *tum_schema_repeated(Arena *arena, const Cursor *array);

#endif
