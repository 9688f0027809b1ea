// SPDX-License-Identifier: MIT
/// replace.h: output that appears whole or not at all.
///
///     Output output;
///     if (output_open(&output, "run.ndjson")) {
///         output_write(&output, bytes, count);
///         … output_commit(&output) or output_discard(&output) …
///     }
///
/// Bytes go to a new file beside the target; committing flushes it to the disk and renames it into
/// place, so that a crash leaves the old file or the new one. A target that is not a file (a pipe,
/// a device) and "-", standard output, are written straight away.
///
/// All functions answer false on failure; `errno` then says why.
#ifndef TUM_CLI_REPLACE_H
#define TUM_CLI_REPLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// All zero: closed.
typedef struct Output {
    FILE *stream;    ///< NULL: closed.
    char *target;    ///< Where the file will stand, links followed; NULL: written in place.
    char *temporary; ///< Where it stands meanwhile; NULL: written in place.
} Output;

/// Opens the output for `path`.
bool output_open(Output *output, const char *path);

/// True when output_open would succeed. Leaves nothing behind.
bool output_is_possible(const char *path);

/// Appends bytes. `user` is the Output: this is a TumSink's function.
bool output_write(void *user, const void *bytes, size_t count);

/// Puts the file in place and closes the output, which is closed also after a failure (the target
/// is then as it was). A closed output is fine.
bool output_commit(Output *output);

/// Closes the output and leaves the target as it was. A closed output is fine.
void output_discard(Output *output);

#endif
