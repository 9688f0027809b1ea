// SPDX-License-Identifier: MIT
/// validate.h: everything that is wrong with the physics in a file, each with its place.
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
/// Codes, severities and the way of pointing are those of the Khronos glTF-Validator where it knows
/// the situation; codes that begin with PHYSICS_ or G4MF_ are ours
/// (docs/diagnostics.md). Looks, cameras and
/// lights are not checked: run both. A file without errors is one that tum_world_create takes.
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

/// All zero means the defaults.
typedef struct TumValidateOptions {
    TumAllocator allocator;  ///< All zero: malloc and free.
    bool no_resources;       ///< Do not open external files; rules about their bytes are left out.
    uint64_t map_from_bytes; ///< As TumDocumentOptions has it.
    TumDialect dialect;      ///< The scene is read in this one alone. Objects of others are checked
                             ///< all the same, but they are no bodies.
} TumValidateOptions;

/// What came of opening and reading on the way; either may be NULL where the file was too broken.
typedef struct TumValidation {
    TumDocument *document;
    TumScene *scene;
} TumValidation;

/// Opens a file, reads its physics and checks every rule.
///
/// @param path        "-" is standard input.
/// @param options     may be NULL.
/// @param validation  receives document and scene; free them with tum_validation_clear, whatever
///                    the answer. NULL: they are not wanted.
/// @param report      receives the findings; errors among them are no failure of this call.
/// @return TUM_OK, TUM_ERROR_FILE (the file itself cannot be read) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_validate(const char *path, const TumValidateOptions *options,
                               TumValidation *validation, TumReport *report);

/// The same for bytes, named and placed as tum_document_read has it.
///
/// @param document_options  may be NULL.
TUM_API TumStatus tum_validate_bytes(const void *bytes, size_t count,
                                     const TumDocumentOptions *document_options,
                                     TumValidation *validation, TumReport *report);

/// The rules for a document that is open already. What opening found is not found again.
///
/// @param options may be NULL.
/// @param scene   receives the scene, or NULL where it cannot be read; free it with
///                tum_scene_destroy. NULL: it is not wanted.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_validate_document(const TumDocument *document,
                                        const TumValidateOptions *options, TumScene **scene,
                                        TumReport *report);

/// What a file is and holds, as the member `info` of a report of the Khronos glTF-Validator has it:
/// JSON in one object, without line breaks.
///
/// @param text  receives `count` bytes; free them with tum_validation_free_text.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_validation_info(const TumValidation *validation, char **text, size_t *count);
TUM_API void tum_validation_free_text(char *text, size_t count);

/// "model/gltf+json", "model/gltf-binary", "model/g4mf+json" or "model/g4mf-binary"; NULL where the
/// file was too broken.
TUM_API const char *tum_validation_mime_type(const TumValidation *validation);

TUM_API void tum_validation_clear(TumValidation *validation);

#ifdef __cplusplus
}
#endif

#endif
