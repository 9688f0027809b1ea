// SPDX-License-Identifier: MIT
/// safe.h: texts from files, made safe for a terminal. Every printed name, path and message takes
/// this form.
///
/// Escape sequences, line breaks and other control characters become `\x1b`, `\n` …; characters
/// that change the direction or order of text, and invisible ones, become `\u{202e}`; bytes that
/// are not UTF-8 become `\xff`. All other characters stay.
#ifndef TUM_CLI_SAFE_H
#define TUM_CLI_SAFE_H

#include <stddef.h>
#include <stdio.h>

enum {
    SAFE_BYTES = 4096 + 256, ///< Holds a path.
    SAFE_ALL = 1 << 20       ///< Without a limit of columns.
};

/// Writes the safe form of `text` into `buffer`, at most `columns` columns wide; a longer text ends
/// with an ellipsis. A NULL text is empty.
///
/// @param buffer  [room] receives the text and a zero; a text cut to `room` ends with an ellipsis
///                too.
/// @return buffer.
const char *safe_text(char *buffer, size_t room, const char *text, size_t columns);

/// The width of safe text in columns: two for wide characters, none for combining ones.
size_t safe_columns(const char *text);

/// The safe form of a text, until the end of the enclosing block.
#define SAFE(text) safe_text((char[SAFE_BYTES]){0}, SAFE_BYTES, (text), SAFE_ALL)
/// The safe form of a name in a sentence, at most 40 columns.
#define SAFE_NAME(text) safe_text((char[SAFE_BYTES]){0}, SAFE_BYTES, (text), 40)

#endif
