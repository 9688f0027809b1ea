// SPDX-License-Identifier: MIT
// source.c: documents from memory, the files they name, their scenes and findings.
//
// A script answers later, and a callback of tumble has to answer at once. So opening notes the
// paths that it asks for; the script gets them, gives them, and opens again.
#include <stdlib.h>
#include <string.h>

#include "module.h"

int WEB_EXPORT(tum_web_version)(void)
{
    return (int)tum_version_number();
}

const char *WEB_EXPORT(tum_web_status_text)(int status)
{
    return tum_status_text((TumStatus)status);
}

void *WEB_EXPORT(tum_web_allocate)(size_t bytes)
{
    return malloc(bytes > 0 ? bytes : 1);
}

void WEB_EXPORT(tum_web_release)(void *block)
{
    free(block);
}

/// @param name  name of the file in findings; copied.
/// @return NULL when out of memory.
TumWebSource *WEB_EXPORT(tum_web_source_create)(const char *name)
{
    TumWebSource *source = calloc(1, sizeof *source);
    const size_t bytes = strlen(name) + 1;
    if (source == NULL || (source->name = malloc(bytes)) == NULL) {
        free(source);
        return NULL;
    }
    memcpy(source->name, name, bytes);
    return source;
}

bool web_source_begin(TumWebSource *source)
{
    tum_scene_destroy(source->scene);
    tum_document_destroy(source->document);
    tum_report_destroy(source->report);
    source->scene = NULL;
    source->document = NULL;
    source->report = tum_report_create(NULL);
    return source->report != NULL;
}

void web_source_clear(TumWebSource *source)
{
    tum_document_destroy(source->document);
    tum_report_destroy(source->changes);
    while (source->files != NULL) {
        WebFile *file = source->files;
        source->files = file->next;
        free(file->bytes);
        free(file);
    }
    free(source->name);
    free(source);
}

void WEB_EXPORT(tum_web_source_destroy)(TumWebSource *source)
{
    if (source != NULL) {
        tum_scene_destroy(source->scene);
        tum_report_destroy(source->report);
        web_source_clear(source);
    }
}

// The file of a path, or the place at the end of the list where it belongs.
static WebFile **find_file(TumWebSource *source, const char *path)
{
    WebFile **at = &source->files;
    while (*at != NULL && strcmp((*at)->path, path) != 0) {
        at = &(*at)->next;
    }
    return at;
}

static WebFile *file_of(TumWebSource *source, const char *path)
{
    WebFile **at = find_file(source, path);
    if (*at == NULL) {
        const size_t bytes = strlen(path) + 1;
        *at = calloc(1, sizeof **at + bytes);
        if (*at != NULL) {
            memcpy((*at)->path, path, bytes);
        }
    }
    return *at;
}

static TumStatus find_resource(void *user, const char *path, const void **bytes, size_t *size)
{
    const WebFile *file = file_of(user, path);
    if (file == NULL) {
        return TUM_ERROR_MEMORY;
    }
    if (file->bytes == NULL) {
        return TUM_ERROR_FILE;
    }
    *bytes = file->bytes;
    *size = file->size;
    return TUM_OK;
}

TumDocumentOptions web_document_options(TumWebSource *source)
{
    return (TumDocumentOptions){.name = source->name,
                                .resources = {.read = find_resource, .user = source}};
}

/// Opens the document.
int WEB_EXPORT(tum_web_source_open)(TumWebSource *source, const void *bytes, size_t count)
{
    if (!web_source_begin(source)) {
        return TUM_ERROR_MEMORY;
    }
    const TumDocumentOptions options = web_document_options(source);
    return (int)tum_document_read(bytes, count, &options, &source->document, source->report);
}

/// @return the path of the first file that was asked for and not given, or NULL.
const char *WEB_EXPORT(tum_web_source_wanted)(const TumWebSource *source)
{
    const WebFile *file = source->files;
    while (file != NULL && file->is_given) {
        file = file->next;
    }
    return file != NULL ? file->path : NULL;
}

/// Gives a file.
///
/// @param bytes  of tum_web_allocate, which the source owns from now on; NULL: there is no such
/// file.
int WEB_EXPORT(tum_web_source_give)(TumWebSource *source, const char *path, void *bytes,
                                    size_t size)
{
    WebFile *file = file_of(source, path);
    if (file == NULL) {
        free(bytes);
        return TUM_ERROR_MEMORY;
    }
    free(file->bytes);
    file->bytes = bytes;
    file->size = size;
    file->is_given = true;
    return TUM_OK;
}

int WEB_EXPORT(tum_web_source_dimension)(const TumWebSource *source)
{
    return source->document != NULL ? tum_document_dimension(source->document) : 0;
}

/// Reads the scene of the document. The core module has nothing for four dimensions: scripts ask
/// for the dimension first.
///
/// @param dialect  TumDialect.
int WEB_EXPORT(tum_web_source_read)(TumWebSource *source, int dialect)
{
    const TumSceneOptions options = {.dialect = (TumDialect)dialect};
    return (int)tum_scene_read(source->document, &options, &source->scene, source->report);
}

/// @return a TumDialect, -1 for a name of none.
int WEB_EXPORT(tum_web_dialect)(const char *name)
{
    TumDialect dialect;
    return tum_dialect_by_name(name, &dialect) ? (int)dialect : -1;
}

const char *WEB_EXPORT(tum_web_dialect_name)(int dialect)
{
    return tum_dialect_name((TumDialect)dialect);
}

/// @return ids of the dialects of the scene, "K7, J1".
const char *WEB_EXPORT(tum_web_source_dialects)(const TumWebSource *source)
{
    return source->scene->dialects;
}

/// Counts what is in the scene.
///
/// @param counts  receives dimension, nodes, bodies, joints, materials, filters, triggers, meshes,
/// then
///                bodies of each kind (3) and colliders of each TumShapeKind (10).
void WEB_EXPORT(tum_web_source_counts)(const TumWebSource *source, double counts[21])
{
    const TumScene *scene = source->scene;
    const double all[8] = {scene->dimension,
                           (double)scene->node_count,
                           (double)scene->body_count,
                           (double)scene->joint_count,
                           (double)scene->material_count,
                           (double)scene->filter_count,
                           (double)scene->trigger_count,
                           (double)scene->mesh_count};
    memset(counts, 0, 21 * sizeof *counts);
    memcpy(counts, all, sizeof all);
    for (size_t i = 0; i < scene->body_count; ++i) {
        counts[8 + scene->bodies[i].kind] += 1;
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        counts[11 + scene->shapes[scene->colliders[i].authored_shape].kind] += 1;
    }
}

// Findings.

TumReport *WEB_EXPORT(tum_web_source_report)(const TumWebSource *source)
{
    return source->report;
}

TumReport *WEB_EXPORT(tum_web_source_changes)(const TumWebSource *source)
{
    return source->changes;
}

size_t WEB_EXPORT(tum_web_finding_count)(const TumReport *report)
{
    return tum_report_count(report);
}

/// @return findings of a severity, also those that were not kept.
size_t WEB_EXPORT(tum_web_finding_count_of)(const TumReport *report, int severity)
{
    return tum_report_count_of(report, (TumSeverity)severity);
}

/// Reads a finding.
///
/// @param texts  receives pointers to code, message, pointer (NULL: see the offset), file, result.
/// @param numbers  receives severity and offset.
void WEB_EXPORT(tum_web_finding)(const TumReport *report, size_t index, const char *texts[5],
                                 double numbers[2])
{
    const TumDiagnostic *found = tum_report_at(report, index);
    texts[0] = found->code;
    texts[1] = found->message;
    texts[2] = found->pointer;
    texts[3] = found->file;
    texts[4] = found->result;
    numbers[0] = (double)found->severity;
    numbers[1] = (double)found->offset;
}
