// SPDX-License-Identifier: MIT
/// validate.h: all violations of the rules of physics in a file, each with its place.
///
///     TumReport *report = tum_report_create(NULL);
///     TumValidation validation;
///     if (tum_validate("crate.gltf", NULL, &validation, report) == TUM_OK) {
///         for (size_t i = 0; i < tum_report_count(report); ++i) {
///             const TumDiagnostic *found = tum_report_at(report, i);
///             …
///         }
///     }
///     tum_validation_clear(&validation);
///     tum_report_destroy(report);
///
/// Codes, severities and pointers are those of the Khronos glTF-Validator where it knows the
/// situation; codes that begin with PHYSICS_ or G4MF_ are tumble's (docs/diagnostics.md).
/// Materials, cameras and lights are not checked: run both validators. tum_world_create takes every
/// file without errors.
///
/// Threads: two validations with reports of their own share nothing.
#ifndef TUMBLE_VALIDATE_H
#define TUMBLE_VALIDATE_H

#include "tumble/dialect.h"
#include "tumble/document.h"
#include "tumble/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Options of validation. An all-zero struct holds the defaults.
typedef struct TumValidateOptions {
    TumAllocator allocator; ///< All zero: malloc and free.
    bool no_resources; ///< External files are not opened; rules about their bytes are left out.
    uint64_t map_from_bytes; ///< [bytes] As in TumDocumentOptions.
    TumDialect dialect; ///< The only dialect that the scene is read in. Objects of other dialects
                        ///< are checked all the same, but they are no bodies.
} TumValidateOptions;

/// Results of opening and reading on the way.
typedef struct TumValidation {
    TumDocument *document; ///< Document; NULL where the file could not be opened.
    TumScene *scene;       ///< Scene; NULL where the document could not be read.
} TumValidation;

/// Opens a file, reads its physics and checks every rule.
///
/// @param path  "-" is standard input.
/// @param options  may be NULL: the defaults.
/// @param validation  receives document and scene; free them with tum_validation_clear, whatever
///                    the status. May be NULL.
/// @param report  receives the findings; errors among them are no failure of this call.
/// @return TUM_OK, TUM_ERROR_FILE (the file itself cannot be read), TUM_ERROR_MEMORY or
///         TUM_ERROR_ARGUMENT (`path` or `report` is NULL).
TUM_API TumStatus tum_validate(const char *path, const TumValidateOptions *options,
                               TumValidation *validation, TumReport *report);

/// Validates a file whose bytes lie in memory.
///
/// @param bytes  borrowed until the return.
/// @param document_options  name and folder of the bytes, as for tum_document_read; may be NULL.
/// @param validation  as for tum_validate.
/// @param report  receives the findings.
/// @return TUM_OK, TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (`bytes` or `report` is NULL).
TUM_API TumStatus tum_validate_bytes(const void *bytes, size_t count,
                                     const TumDocumentOptions *document_options,
                                     TumValidation *validation, TumReport *report);

/// Checks the rules for an open document. Findings of opening are not repeated.
///
/// @param options may be NULL: the defaults.
/// @param scene  receives the scene, or NULL where it cannot be read; free it with
///               tum_scene_destroy. May be NULL.
/// @param report  receives the findings.
/// @return TUM_OK, TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (`document` or `report` is NULL).
TUM_API TumStatus tum_validate_document(const TumDocument *document,
                                        const TumValidateOptions *options, TumScene **scene,
                                        TumReport *report);

/// Writes a summary of the file, as the member `info` of a report of the Khronos glTF-Validator has
/// it: JSON in one object, without line breaks.
///
/// @param text  receives `count` bytes; free them with tum_validation_free_text. NULL on failure.
/// @param count  [bytes] receives their number.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_validation_info(const TumValidation *validation, char **text, size_t *count);

/// Frees the text of tum_validation_info. NULL is fine.
///
/// @param count  [bytes] as tum_validation_info gave it.
TUM_API void tum_validation_free_text(char *text, size_t count);

/// MIME type of the file: "model/gltf+json", "model/gltf-binary", "model/g4mf+json" or
/// "model/g4mf-binary".
///
/// @return a text that lives as long as the program; NULL where the file could not be opened.
TUM_API const char *tum_validation_mime_type(const TumValidation *validation);

/// Frees document and scene of a validation, and sets both to NULL.
TUM_API void tum_validation_clear(TumValidation *validation);

#ifdef __cplusplus
}
#endif

#endif
