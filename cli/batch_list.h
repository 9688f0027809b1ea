// SPDX-License-Identifier: MIT
/// batch_list.h: the files of a batch: arguments, folders walked, shares, outputs that collide.
#ifndef TUM_CLI_BATCH_LIST_H
#define TUM_CLI_BATCH_LIST_H

#include "batch.h"

/// One file of a batch.
typedef struct BatchFile {
    char *path;         ///< As it is opened.
    const char *inside; ///< Its part below a folder that was named; else its name.
    char *error;        ///< A folder that could not be read: why. NULL: none.
} BatchFile;

typedef struct BatchList {
    BatchFile *files; ///< [count] in the order of the arguments, folders by name.
    size_t count, capacity;
} BatchList;

/// Lists the files that are named and those of folders, then takes the share of --shard.
///
/// @return EXIT_DONE, or an ExitCode after a message.
int batch_list_make(BatchList *list, const BatchSettings *settings, const char *endings,
                    const char *const *arguments, Console *console);

void batch_list_free(BatchList *list);

/// The path below --out without its extension: "out/props/crate".
///
/// @return false where it is too long.
bool batch_stem(const BatchSettings *settings, const BatchFile *file, char stem[BATCH_PATH_BYTES]);

/// Checks that no two files write the same output. @return EXIT_DONE, or EXIT_USAGE after a
/// message.
int batch_check_outputs(const Verb *verb, const void *settings, const BatchList *list,
                        Console *console);

/// Runs a verb over a list that was made by other means. @return as batch_run.
int batch_run_list(const Verb *verb, const void *settings, const BatchList *list, Console *console);

/// Adds an item to a list, which owns both texts from then on.
///
/// @param path    NULL: out of memory.
/// @param inside  [bytes] of the path before its part below a folder.
/// @param error   NULL: none.
/// @return false when out of memory.
bool batch_list_add(BatchList *list, char *path, size_t inside, char *error);

/// A share of files, which is the same on each machine: the K of N by a hash of the part below the
/// folder.
typedef struct BatchShard {
    unsigned index; ///< From 0.
    unsigned count; ///< 1: all files.
} BatchShard;

/// Reads "2/8" or "auto". @return false after a message.
bool batch_shard_read(const char *text, BatchShard *shard, Console *console);

bool batch_shard_has(BatchShard shard, const char *inside);

#endif
