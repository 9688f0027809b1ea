// SPDX-License-Identifier: MIT
/// opened.h: documents for tests, made out of texts and bytes.
#ifndef TUM_TESTS_DOCUMENT_OPENED_H
#define TUM_TESTS_DOCUMENT_OPENED_H

#include "document/cursor.h"
#include "document/glb.h"
#include "tests/support/support.h"
#include "tumble/document.h"

/// A document and what was said when it was opened.
typedef struct Opened {
    TumDocument *document;
    TumReport *report;
    TumStatus status;
} Opened;

static inline Opened open_bytes(const void *bytes, size_t count)
{
    Opened opened = {.report = tum_report_create(NULL)};
    opened.status = tum_document_read(bytes, count, NULL, &opened.document, opened.report);
    return opened;
}

static inline Opened open_text(const char *text)
{
    return open_bytes(text, strlen(text));
}

static inline void close_document(Opened *opened)
{
    tum_document_destroy(opened->document);
    tum_report_destroy(opened->report);
    *opened = (Opened){0};
}

/// A GLB whose only buffer holds `bytes`; `rest` are the other members of the root, after a comma.
static inline TextBuffer glb_with(const void *bytes, size_t count, const char *rest)
{
    TextBuffer glb = {0};
    const size_t room = strlen(rest) + 200;
    char *json = malloc(room);
    assert_non_null(json);
    snprintf(json, room, "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%zu}]%s%s}",
             count, rest[0] != '\0' ? "," : "", rest);
    assert_int_equal(tum_glb_write(&glb, json, strlen(json), bytes, count), TUM_OK);
    free(json);
    return glb;
}

static inline Opened open_with(const void *bytes, size_t count, const char *rest)
{
    TextBuffer glb = glb_with(bytes, count, rest);
    const Opened opened = open_bytes(glb.text.items, glb.text.count);
    tum_text_buffer_free(&glb);
    assert_int_equal(opened.status, TUM_OK);
    return opened;
}

/// The document as text on one line, without the line's end; free() it.
static inline char *text_of(const TumDocument *document)
{
    const TumSaveOptions options = {.container = TUM_CONTAINER_TEXT, .no_indent = true};
    void *bytes = NULL;
    size_t count = 0;
    assert_int_equal(tum_document_write(document, &options, &bytes, &count, NULL), TUM_OK);
    assert_true(count > 0);
    char *text = malloc(count);
    assert_non_null(text);
    memcpy(text, bytes, count - 1);
    text[count - 1] = '\0';
    tum_document_free_bytes(document, bytes, count);
    return text;
}

#endif
