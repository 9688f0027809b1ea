// SPDX-License-Identifier: MIT
/// file.h: files read whole or mapped, and files replaced in one move.
///
///     FileOutput *output;
///     FileResult result = tum_file_output_open("crate.gltf", NULL, &output);
///     if (result == FILE_OK) {
///         tum_file_output_write(output, text, bytes);
///         result = tum_file_output_commit(output);        // all of it, or nothing changed
///     }
#ifndef TUM_SYSTEM_FILE_H
#define TUM_SYSTEM_FILE_H

#include "base/alloc.h"
#include "system/file_result.h"

typedef enum FileKind {
    FILE_ANY,  ///< Pipes and devices too: what a user names.
    FILE_PLAIN ///< Plain files alone: what a document names. Never blocks.
} FileKind;

/// The content of a file. Free it with tum_file_bytes_free.
typedef struct FileBytes {
    unsigned char *data; ///< [count], NULL when count is 0.
    size_t count;
    size_t capacity; ///< [bytes] of the block.
    bool is_mapped;  ///< The block is a view of the file, not the allocator's.
} FileBytes;

/// Reads a whole file; "-" is standard input where kind is FILE_ANY.
///
/// @param max_bytes  beyond it the answer is FILE_TOO_BIG, and no more memory than about this was
///                   asked for.
/// @param bytes      receives the content; empty on failure.
FileResult tum_file_read(const char *path, FileKind kind, uint64_t max_bytes,
                         const TumAllocator *allocator, FileBytes *bytes);

/// As tum_file_read, but a plain file of `map_from` bytes and more is mapped: it is read as it is
/// looked at, and takes no memory that the system could not have back. What is written there is
/// seen here alone. Where nothing can be mapped, it is read.
///
/// Another program that shortens a mapped file meanwhile takes the pages away: who then looks at
/// them is ended by the system (SIGBUS). Replacing the file by another one, as
/// tum_file_output_commit does, harms nobody.
FileResult tum_file_map(const char *path, FileKind kind, uint64_t map_from, uint64_t max_bytes,
                        const TumAllocator *allocator, FileBytes *bytes);

void tum_file_bytes_free(FileBytes *bytes, const TumAllocator *allocator);

/// Output that appears whole or not at all: written beside its target under another name, moved
/// over it by tum_file_output_commit. "-" is standard output, written through as it comes; so is
/// a target that is no plain file (a pipe, /dev/null).
typedef struct FileOutput FileOutput;

/// @param allocator  NULL: malloc. Copied.
/// @param output     receives the output, NULL on failure. End it with
///                   tum_file_output_commit or tum_file_output_discard.
FileResult tum_file_output_open(const char *path, const TumAllocator *allocator,
                                FileOutput **output);

/// Appends. The first failure stays: later calls and commit answer it too.
FileResult tum_file_output_write(FileOutput *output, const void *bytes, size_t count);

/// Receives the names of temporary files: to remove them when a signal ends the
/// program.
typedef struct FileWatch {
    /// `exists` is true once the file stands, and false when it is gone or has its name. NULL:
    /// nobody.
    void (*note)(void *user, const char *temporary, bool exists);
    void *user;
} FileWatch;

/// Tells about the temporary file of this output from now on, beginning at once.
void tum_file_output_watch(FileOutput *output, FileWatch watch);

/// Brings the bytes to disk, gives the file its name and frees the output. On failure the target
/// is as it was before.
FileResult tum_file_output_commit(FileOutput *output);

/// Frees the output and leaves the target as it was. NULL is fine.
void tum_file_output_discard(FileOutput *output);

#endif
