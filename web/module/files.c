// SPDX-License-Identifier: MIT
// files.c: validation, and documents in another dialect; in the full module alone.
#include <stdlib.h>
#include <string.h>

#include "module.h"

/// Opens a document and checks every rule. Files that the document names are asked for as by
/// tum_web_source_open.
///
/// @param deep  also judges the scene, by a second of simulation.
int WEB_EXPORT(tum_web_source_validate)(TumWebSource *source, const void *bytes, size_t count,
                                        int deep)
{
    if (!web_source_begin(source)) {
        return TUM_ERROR_MEMORY;
    }
    const TumDocumentOptions options = web_document_options(source);
    TumValidation validation;
    TumStatus status = tum_validate_bytes(bytes, count, &options, &validation, source->report);
    source->document = validation.document;
    source->scene = validation.scene;
    // A scene without errors always gives a world.
    if (deep != 0 && status == TUM_OK && source->scene != NULL &&
        tum_report_count_of(source->report, TUM_SEVERITY_ERROR) == 0) {
        status = tum_scene_check(source->scene, NULL, source->report);
        status = status == TUM_ERROR_UNSUPPORTED || status == TUM_ERROR_CAPACITY ? TUM_OK : status;
    }
    return (int)status;
}

static TumValidation validation_of(const TumWebSource *source)
{
    return (TumValidation){source->document, source->scene};
}

/// @return NULL where the file could not be opened.
const char *WEB_EXPORT(tum_web_source_mime_type)(const TumWebSource *source)
{
    const TumValidation validation = validation_of(source);
    return tum_validation_mime_type(&validation);
}

/// Writes the summary of the file as JSON.
///
/// @param block  receives pointer and bytes, to be freed with tum_web_info_release.
int WEB_EXPORT(tum_web_source_info)(const TumWebSource *source, size_t block[2])
{
    const TumValidation validation = validation_of(source);
    char *text = NULL;
    const TumStatus status = tum_validation_info(&validation, &text, &block[1]);
    block[0] = (size_t)(uintptr_t)text;
    return (int)status;
}

void WEB_EXPORT(tum_web_info_release)(char *text, size_t count)
{
    tum_validation_free_text(text, count);
}

// Findings that a report counted and did not keep.

/// @return findings of a code that were not kept.
size_t WEB_EXPORT(tum_web_finding_lost)(const TumReport *report, const char *code)
{
    return tum_report_lost_of(report, code);
}

/// @return the code at an index, NULL from their number on.
const char *WEB_EXPORT(tum_web_code)(size_t index)
{
    return tum_report_code(index);
}

/// @return the severity of most findings of a code, -1 for a text that is none.
int WEB_EXPORT(tum_web_code_severity)(const char *code)
{
    const TumExplanation *explanation = tum_report_explain(code);
    return explanation != NULL ? (int)explanation->severity : -1;
}

TumStatus web_write_document(const TumDocument *document, int container, size_t block[2],
                             TumReport *report)
{
    const TumSaveOptions save = {.container = (TumContainer)container, .embed = true};
    void *bytes = NULL;
    block[0] = block[1] = 0;
    const TumStatus status = tum_document_write(document, &save, &bytes, &block[1], report);
    if (status != TUM_OK) {
        return status;
    }
    // The script frees with tum_web_release, whatever allocator the document has.
    void *copy = malloc(block[1] > 0 ? block[1] : 1);
    if (copy != NULL) {
        memcpy(copy, bytes, block[1]);
    }
    block[0] = (size_t)(uintptr_t)copy;
    tum_document_free_bytes(document, bytes, block[1]);
    return copy != NULL ? TUM_OK : TUM_ERROR_MEMORY;
}

/// Writes the document with its physics in another dialect; all buffers are in the bytes.
///
/// @param target  TumTarget.
/// @param container  TumContainer.
/// @param project  leaves out the dimensions beyond the third.
/// @param block  receives pointer and bytes, to be freed with tum_web_release.
int WEB_EXPORT(tum_web_source_write)(TumWebSource *source, int target, int container, int project,
                                     size_t block[2])
{
    const TumWriteOptions options = {.target = (TumTarget)target};
    TumDocument *written = NULL, *projected = NULL;
    tum_report_destroy(source->changes);
    source->changes = tum_report_create(NULL);
    TumStatus status = source->changes != NULL ? TUM_OK : TUM_ERROR_MEMORY;
    if (status == TUM_OK && project != 0 && tum_document_dimension(source->document) != 3) {
        status = tum_document_project(source->document, &projected, source->changes);
        if (status == TUM_OK) {
            tum_scene_destroy(source->scene);
            source->scene = NULL;
            status = tum_scene_read(projected, NULL, &source->scene, source->report);
        }
    }
    if (status == TUM_OK) {
        status = tum_scene_write(source->scene, projected != NULL ? projected : source->document,
                                 &options, &written, source->changes);
    }
    block[0] = block[1] = 0;
    if (status == TUM_OK) {
        status = web_write_document(written, container, block, source->changes);
    }
    tum_document_destroy(written);
    tum_document_destroy(projected);
    return (int)status;
}
