// SPDX-License-Identifier: MIT
/// json.h: from text to JSON values, strictly.
///
/// RFC 8259 without extensions: no byte order mark, no NaN, no lone surrogates, no repeated member
/// names, nesting up to TUM_MAX_JSON_DEPTH. Member names may not contain a zero byte; texts may.
#ifndef TUM_DOCUMENT_JSON_H
#define TUM_DOCUMENT_JSON_H

#include "base/report.h"
#include "document/value.h"

/// Reads one value of any kind, followed only by white space.
///
/// The tree takes at most 8 bytes of the arena for each byte of text: 16 for a value, 24 for a
/// member, and their texts. Integers beyond 2^53 also keep their digits. Sorting the names of an
/// object with more than 16 members takes 4 bytes of the allocator for each.
///
/// @param arena  receives the tree.
/// @param file   name for findings.
/// @return TUM_OK; TUM_ERROR_INPUT, with INVALID_JSON at the root giving line, column and byte; or
///         TUM_ERROR_MEMORY.
TumStatus tum_json_parse(const char *text, size_t count, Arena *arena, JsonValue *value,
                         const char *file, TumReport *report);

#endif
