// SPDX-License-Identifier: MIT
/// output.h: output files that appear whole or not at all (system/file.h), also after signals
/// (interrupt.h).
///
///     Output output;
///     FileResult result = output_open(&output, "run.ndjson");
///     if (result == FILE_OK) {
///         output_write(&output, bytes, count);
///         result = output_commit(&output);
///     }
#ifndef TUM_CLI_OUTPUT_H
#define TUM_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "system/file.h"
#include "tumble/document.h"

/// A zeroed Output is closed.
typedef struct Output {
    FileOutput *file;
    FileResult result; ///< The first failure of a write.
} Output;

/// Opens the output for `path`; "-" is standard output.
FileResult output_open(Output *output, const char *path);

/// The result of output_open, without creating a file.
FileResult output_try(const char *path);

/// Appends bytes. `user` is the Output: this is a TumSink's function.
bool output_write(void *user, const void *bytes, size_t count);

/// Moves the file to its name and closes the output. After a failure the target is unchanged. A
/// closed output is fine.
FileResult output_commit(Output *output);

/// Closes the output and leaves the target unchanged. A closed output is fine.
void output_discard(Output *output);

/// As tum_document_save; signals remove its temporary files.
TumStatus output_save(const TumDocument *document, const char *path, TumSaveOptions options,
                      TumReport *report);

/// True when both paths name the same plain file, also before it exists.
bool output_is_same_file(const char *path, const char *other);

/// "12.3 MB": the size of a file, or "" without a plain file.
const char *output_size_text(const char *path, char text[32]);

#endif
