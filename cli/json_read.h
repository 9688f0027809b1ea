// SPDX-License-Identifier: MIT
/// json_read.h: JSON read from front to back, for rows of JSON Lines. No tree is kept.
///
///     JsonRead read = {text, text + bytes};
///     char *key;
///     json_read_open(&read, '{');
///     while (json_read_member(&read, &key)) {        // key lies in the text
///         … one of the readers of a value, or json_read_skip …
///     }
///     return !read.is_wrong && json_read_end(&read);
///
/// Texts are decoded in place. After a fault every call answers false.
#ifndef TUM_CLI_JSON_READ_H
#define TUM_CLI_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>

/// Fields are internal.
typedef struct JsonRead {
    char *at, *end; ///< The rest of the text, which is written to.
    bool is_wrong;  ///< The text is no JSON, or a value of another kind was read.
    bool has_item;  ///< A member or an item was read: a comma follows.
} JsonRead;

/// Reads '{' or '['.
bool json_read_open(JsonRead *read, char bracket);

/// Reads the key of the next member of an object. @return false behind the last one, and after a
/// fault. @param key  ends with a zero.
bool json_read_member(JsonRead *read, char **key);

/// Reads a text; it ends with a zero. A zero within it is a fault.
bool json_read_text(JsonRead *read, char **text);

/// Reads a number; null is NAN.
bool json_read_number(JsonRead *read, double *number);

/// Reads any value.
bool json_read_skip(JsonRead *read);

/// True where nothing but white space is left.
bool json_read_end(JsonRead *read);

#endif
