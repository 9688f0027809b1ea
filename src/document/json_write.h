// SPDX-License-Identifier: MIT
/// json_write.h: a JSON value as text; tum_document_save writes whole documents.
#ifndef TUM_DOCUMENT_JSON_WRITE_H
#define TUM_DOCUMENT_JSON_WRITE_H

#include "base/json_text.h"
#include "document/value.h"

/// Writes a value: members in order, each number as the shortest decimal that reads back to the
/// same bits, integers beyond 2^53 with their original digits, arrays of numbers on one line.
///
/// @return TUM_OK, TUM_ERROR_MEMORY, or the sink's failure.
TumStatus tum_json_write(const JsonValue *value, TextSink sink, int indent,
                         const TumAllocator *allocator);

#endif
