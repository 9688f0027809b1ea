// SPDX-License-Identifier: MIT
/// reference.h: reads numbers that an independent program computed.
///
///     Reference reference = reference_open("inertia");
///     const char *item = NULL;
///     while ((item = reference_next(&reference, item)) != NULL) {
///         double mass = reference_number(item, "mass");
///     }
///     reference_close(&reference);
///
/// The cases are those of every set of the reference, one set after the other; sets hold the same
/// files from other random numbers. A test of the list as `reference_test(NAME)` tells set and case
/// when it fails. Where the reference is not there, a test that opens it is skipped.
#ifndef TUM_TESTS_REFERENCE_H
#define TUM_TESTS_REFERENCE_H

#include "tests/support/support.h"

enum { REFERENCE_SETS = 64, REFERENCE_PATH = 512 };

typedef struct Reference {
    char paths[REFERENCE_SETS][REFERENCE_PATH];
    size_t set_count;
    size_t set;        ///< The next to be read.
    const char *cases; ///< Of the set being read.
    size_t case_count; ///< Cases handed out so far.
} Reference;

/// A test that reads a reference, for a list of tests.
#define reference_test(test) cmocka_unit_test_teardown(test, reference_teardown)

int reference_teardown(void **state);

/// One reference is open at a time.
Reference reference_open(const char *name);

/// Fails the test when no case was read.
void reference_close(Reference *reference);

/// The case after `item`, the first after NULL; NULL after the last. A case is good until the next
/// is asked for.
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
