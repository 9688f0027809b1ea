// SPDX-License-Identifier: MIT
/// json_document.h: JSON that is no file of 3D as a document, so that cursors walk it; and places
/// of a document by JSON pointer.
#ifndef TUM_DOCUMENT_JSON_DOCUMENT_H
#define TUM_DOCUMENT_JSON_DOCUMENT_H

#include "document/cursor.h"

/// Reads an object of JSON as a document without nodes and buffers.
///
/// @param name  name of the file in findings; copied.
/// @param document  receives the document; free it with tum_document_destroy. NULL on failure.
/// @return TUM_OK, TUM_ERROR_INPUT (no JSON, or no object) or TUM_ERROR_MEMORY.
TumStatus tum_json_document_read(const void *bytes, size_t count, const char *name,
                                 const TumAllocator *allocator, TumDocument **document,
                                 TumReport *report);

/// True where the object at a JSON pointer (RFC 6901) has a member that is not null.
bool tum_json_document_has(const TumDocument *document, const char *pointer, const char *key);

#endif
