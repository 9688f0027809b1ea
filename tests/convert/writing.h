// SPDX-License-Identifier: MIT
/// writing.h: a document written in a test, its scene in another dialect, and that read again.
///
///     Writing writing = write_members(1, "'nodes': [{'extensions': {…}}]", TUM_TARGET_MSFT);
///     assert_says(&writing, "'mass': 0");
///     assert_change(&writing, "B-MASS", KHR_NODE(0) "/motion");
///     … writing.again.scene->bodies[0] …
///     writing_end(&writing);
#ifndef TUM_TESTS_CONVERT_WRITING_H
#define TUM_TESTS_CONVERT_WRITING_H

#include "tests/dialects/reading.h"

typedef struct Writing {
    Reading source;
    TumReport *changes; ///< What the writer told.
    char *text;         ///< What was written, on one line, with ' for ".
    Reading again;      ///< That, read.
} Writing;

static inline Writing write_reading(Reading source, const TumWriteOptions *options)
{
    static const TumSaveOptions save = {
        .container = TUM_CONTAINER_TEXT, .embed = true, .no_indent = true};
    Writing writing = {.source = source, .changes = tum_report_create(NULL)};
    TumDocument *written = NULL;
    void *bytes = NULL;
    size_t count = 0;
    assert_int_equal(source.status, TUM_OK);
    assert_int_equal(
        tum_scene_write(source.scene, source.document, options, &written, writing.changes), TUM_OK);
    assert_int_equal(tum_document_write(written, &save, &bytes, &count, NULL), TUM_OK);
    writing.again = read_bytes(bytes, count);
    assert_int_equal(writing.again.status, TUM_OK);
    writing.text = malloc(count + 1);
    assert_non_null(writing.text);
    for (size_t i = 0; i < count; ++i) {
        const char c = ((const char *)bytes)[i];
        writing.text[i] = c == '"' ? '\'' : c;
    }
    writing.text[count] = '\0';
    tum_document_free_bytes(written, bytes, count);
    tum_document_destroy(written);
    return writing;
}

static inline Writing write_members(int root_count, const char *members, TumTarget target)
{
    return write_reading(read_members(root_count, members), &(TumWriteOptions){.target = target});
}

static inline void writing_end(Writing *writing)
{
    reading_end(&writing->source);
    reading_end(&writing->again);
    tum_report_destroy(writing->changes);
    free(writing->text);
}

static inline void require_said(const Writing *writing, const char *words, bool is_there,
                                const char *file, int line)
{
    if ((strstr(writing->text, words) != NULL) != is_there) {
        print_error("%s %s in:\n%s\n", is_there ? "no" : "there is", words, writing->text);
        _fail(file, line);
    }
}

#define assert_says(writing, words) require_said((writing), (words), true, __FILE__, __LINE__)
#define assert_silent(writing, words) require_said((writing), (words), false, __FILE__, __LINE__)

static inline void require_change(const Writing *writing, const char *code, const char *pointer,
                                  const char *file, int line)
{
    if (report_has(writing->changes, code, pointer)) {
        return;
    }
    print_error("no %s at %s; told:\n", code, pointer);
    for (size_t i = 0; i < tum_report_count(writing->changes); ++i) {
        const TumDiagnostic *told = tum_report_at(writing->changes, i);
        print_error("  %s %s: %s\n", told->code, told->pointer, told->message);
    }
    _fail(file, line);
}

/// A change of this code at this pointer of the source.
#define assert_change(writing, code, pointer)                                                      \
    require_change((writing), (code), (pointer), __FILE__, __LINE__)

#endif
