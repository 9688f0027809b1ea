// SPDX-License-Identifier: MIT
/// reference.h: reads spec/reference4d, numbers that an independent program computed.
///
///     Reference reference = reference_open("inertia");
///     const char *item = NULL;
///     while ((item = reference_next(&reference, item)) != NULL) {
///         double mass = reference_number(item, "mass");
///     }
///     reference_close(&reference);
///
/// Where the project stands without its ../shared, a test that opens one is skipped.
#ifndef TUM_TESTS_REFERENCE_H
#define TUM_TESTS_REFERENCE_H

#include "tests/support/support.h"

typedef struct Reference {
    char *text;
    size_t case_count; ///< Cases handed out so far.
} Reference;

Reference reference_open(const char *name);

/// Frees the file; fails the test when no case was read.
void reference_close(Reference *reference);

/// The case after `item`, the first after NULL; NULL after the last.
const char *reference_next(Reference *reference, const char *item);

/// The next element of an array of objects, as reference_next; `array` is a value.
const char *reference_element(const char *array, const char *item);

/// The value of a member of the object at `object`, or NULL.
const char *reference_member(const char *object, const char *name);

/// All numbers of a value, nested arrays in order; at most `capacity`.
/// @return how many there are.
size_t reference_list(const char *value, double *numbers, size_t capacity);

/// A member with exactly this many numbers; fails the test otherwise.
void reference_numbers(const char *object, const char *name, double *numbers, size_t count);
double reference_number(const char *object, const char *name);
bool reference_is(const char *object, const char *name, const char *text);

#endif
