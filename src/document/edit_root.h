// SPDX-License-Identifier: MIT
/// edit_root.h: arrays of a document under edit, above all those at its root; inside document/
/// only.
#ifndef TUM_DOCUMENT_EDIT_ROOT_H
#define TUM_DOCUMENT_EDIT_ROOT_H

#include "document/state.h"

/// The root array of this key, created where it is missing.
/// @return TUM_OK, TUM_ERROR_MEMORY, or TUM_ERROR_INPUT where another value stands there.
TumStatus tum_edit_root_array(TumDocument *document, const char *key, JsonValue **array);

/// Appends an item to a root array.
/// @param index  receives its index; may be NULL.
/// @return as tum_edit_root_array, or TUM_ERROR_CAPACITY.
TumStatus tum_edit_add_to_root(TumDocument *document, const char *key, JsonValue value,
                               int32_t *index);

/// An array of numbers. @return false when out of memory.
bool tum_edit_make_numbers(Arena *arena, const double *values, size_t count, JsonValue *array);

#endif
