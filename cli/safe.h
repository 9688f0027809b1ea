// SPDX-License-Identifier: MIT
/// safe.h: texts from files, made fit for a terminal. Every name, path and message goes through
/// here.
///
/// Escape sequences, line breaks and other control characters become `\x1b`, `\n` …; characters
/// that change the direction or the order of the text around them, or that nobody sees, become
/// `\u{202e}`; bytes that are not UTF-8 become `\xff`. All else stays as it is.
#ifndef TUM_CLI_SAFE_H
#define TUM_CLI_SAFE_H

#include <stddef.h>
#include <stdio.h>

enum {
    SAFE_BYTES = 4096 + 256, ///< A path fits.
    SAFE_ALL = 1 << 20       ///< As many columns as it takes.
};

/// Writes the safe form of `text` into `buffer`, at most `columns` columns of a terminal wide: what
/// is longer ends with an ellipsis. A NULL text is empty.
///
/// @param buffer  [room] receives the text and a zero; what does not fit ends with an ellipsis too.
/// @return buffer.
const char *safe_text(char *buffer, size_t room, const char *text, size_t columns);

/// The columns of a terminal that safe text takes: two for wide characters, none for combining
/// ones.
size_t safe_columns(const char *text);

/// The safe form of a text, until the end of the enclosing block.
#define SAFE(text) safe_text((char[SAFE_BYTES]){0}, SAFE_BYTES, (text), SAFE_ALL)
/// The same, for a sentence that quotes a name.
#define SAFE_NAME(text) safe_text((char[SAFE_BYTES]){0}, SAFE_BYTES, (text), 40)

#endif
