// SPDX-License-Identifier: MIT
/// file.h: files read whole or mapped, and files replaced in one move. Paths are UTF-8 on every
/// system, and of any length that the system can handle.
///
///     FileOutput *output;
///     FileResult result = tum_file_output_open("crate.gltf", NULL, &output);
///     if (result == FILE_OK) {
///         tum_file_output_write(output, text, bytes);
///         result = tum_file_output_commit(output);        // the whole file, or no change
///     }
#ifndef TUM_SYSTEM_FILE_H
#define TUM_SYSTEM_FILE_H

#include "base/alloc.h"
#include "system/file_result.h"

typedef enum FileKind {
    FILE_ANY,  ///< Pipes and devices too: for names given by a user.
    FILE_PLAIN ///< Plain files alone: for names in a document. Never blocks.
} FileKind;

/// The content of a file. Free it with tum_file_bytes_free.
typedef struct FileBytes {
    unsigned char *data; ///< [count], NULL when count is 0.
    size_t count;
    size_t capacity; ///< [bytes] of the block.
    bool is_mapped;  ///< The block is a mapping of the file and does not belong to the allocator.
} FileBytes;

/// Reads a whole file; "-" is standard input where kind is FILE_ANY.
///
/// @param max_bytes  limit of the content; a larger file gives FILE_TOO_BIG, with no more memory
///                   allocated than about the limit.
/// @param bytes      receives the content; empty on failure.
FileResult tum_file_read(const char *path, FileKind kind, uint64_t max_bytes,
                         const TumAllocator *allocator, FileBytes *bytes);

/// As tum_file_read, but a plain file of at least `map_from` bytes is mapped: pages are read on
/// first access, and the system can take them back at any time. Writes to the mapping are private.
/// Where mapping fails, and on Windows, which replaces no file that is mapped, the file is read.
///
/// If another program shortens a mapped file, the lost pages end this process on access (SIGBUS).
/// Replacing the file, as tum_file_output_commit does, is harmless.
FileResult tum_file_map(const char *path, FileKind kind, uint64_t map_from, uint64_t max_bytes,
                        const TumAllocator *allocator, FileBytes *bytes);

void tum_file_bytes_free(FileBytes *bytes, const TumAllocator *allocator);

/// Output that appears whole or not at all: written to a temporary file beside its target, which
/// tum_file_output_commit renames over it. "-" is standard output, written through at once; so is a
/// target that is no plain file (a pipe, /dev/null).
typedef struct FileOutput FileOutput;

/// @param allocator  NULL: malloc. Copied.
/// @param output     receives the output, NULL on failure. End it with
///                   tum_file_output_commit or tum_file_output_discard.
FileResult tum_file_output_open(const char *path, const TumAllocator *allocator,
                                FileOutput **output);

/// Appends. The first failure stays: later calls and the commit return it too.
FileResult tum_file_output_write(FileOutput *output, const void *bytes, size_t count);

/// Receives the names of temporary files, so that a signal handler can remove them.
typedef struct FileWatch {
    /// `exists` is true once the file is created, false when it is removed or renamed. NULL: no
    /// callback.
    void (*note)(void *user, const char *temporary, bool exists);
    void *user;
} FileWatch;

/// Reports the temporary file of this output from now on, beginning at once.
void tum_file_output_watch(FileOutput *output, FileWatch watch);

/// Flushes the bytes to disk, gives the file its name and frees the output. On failure the target
/// is unchanged.
FileResult tum_file_output_commit(FileOutput *output);

/// Frees the output and leaves the target unchanged. NULL is fine.
void tum_file_output_discard(FileOutput *output);

#endif
