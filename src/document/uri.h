// SPDX-License-Identifier: MIT
/// uri.h: URIs of buffers: data in the text, a file beside the document, or a remote place.
#ifndef TUM_DOCUMENT_URI_H
#define TUM_DOCUMENT_URI_H

#include "base/alloc.h"
#include "base/json_text.h"

typedef enum UriKind {
    URI_RELATIVE, ///< Below the document's folder, by its text.
    URI_DATA,     ///< The bytes are in the text (RFC 2397).
    URI_REMOTE,   ///< http, https, file, ftp: well-formed, never fetched.
    URI_INVALID   ///< Another scheme, an absolute path, or no URI at all.
} UriKind;

UriKind tum_uri_kind(const char *uri, size_t count);

/// Replaces %41 by A.
///
/// @param decoded  receives at most `count` bytes; may be `uri` itself.
/// @return false where a percent sign stands without two hexadecimal digits.
bool tum_uri_decode_percent(const char *uri, size_t count, char *decoded, size_t *decoded_count);

/// The parts of a data URI, borrowed from its text.
typedef struct DataUri {
    const char *media_type; ///< "application/octet-stream", without parameters; may be empty.
    size_t media_type_count;
    const char *payload;
    size_t payload_count;
    bool is_base64;
} DataUri;

/// @return false where it has no comma.
bool tum_uri_parse_data(const char *uri, size_t count, DataUri *parts);

/// The largest size of the decoded payload.
size_t tum_uri_data_room(const DataUri *parts);

/// Decodes the payload.
///
/// @param bytes  at least tum_uri_data_room bytes.
/// @return false for a broken payload: a letter outside the alphabet, wrong padding, bits left
///         over.
bool tum_uri_decode_data(const DataUri *parts, unsigned char *bytes, size_t *count);

/// Appends "data:application/octet-stream;base64,…".
TumStatus tum_uri_write_data(TextBuffer *to, const unsigned char *bytes, size_t count);

#endif
