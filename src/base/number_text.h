// SPDX-License-Identifier: MIT
/// number_text.h: numbers as text and back, exactly, in no locale.
///
///     0 → "0"    -0 → "-0.0"    0.1 → "0.1"    1e16 → "10000000000000000"    1e-7 → "1e-7"
///
/// The text is the shortest decimal that reads back to the same bits, and among these the one
/// nearest to the number: Raffaello Giulietti, "The Schubfach way to render doubles", 2020. Numbers
/// from 1e-6 to below 1e17 have no exponent. Every text is a JSON number (RFC 8259) except "nan",
/// "inf" and "-inf", which JSON lacks.
#ifndef TUM_BASE_NUMBER_TEXT_H
#define TUM_BASE_NUMBER_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NUMBER_TEXT_BYTES = 32 }; ///< Any number and a terminating zero.

/// @return the length without the terminating zero.
size_t tum_number_text_double(double number, char text[NUMBER_TEXT_BYTES]);

/// The shortest decimal that reads back to the same float: 0.1f is "0.1".
size_t tum_number_text_float(float number, char text[NUMBER_TEXT_BYTES]);

size_t tum_number_text_integer(int64_t number, char text[NUMBER_TEXT_BYTES]);
size_t tum_number_text_unsigned(uint64_t number, char text[NUMBER_TEXT_BYTES]);

/// Reads the JSON number at the start of `text` to the nearest double, ties to even. A number
/// beyond the range becomes infinite; one below it becomes zero of the same sign.
///
/// @return the length of the number in bytes, or 0, with *number untouched, where no JSON number
///         begins: no leading plus, point or zeros, no hexadecimal, no "inf".
size_t tum_number_parse(const char *text, size_t bytes, double *number);

#endif
