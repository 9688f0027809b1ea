// SPDX-License-Identifier: MIT
/// json_kind.h: kinds of JSON values.
#ifndef TUM_DOCUMENT_JSON_KIND_H
#define TUM_DOCUMENT_JSON_KIND_H

typedef enum JsonKind {
    JSON_ABSENT,
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_TEXT,
    JSON_ARRAY,
    JSON_OBJECT
} JsonKind;

#endif
