// SPDX-License-Identifier: MIT
// batch_list_posix.c: the files of a batch. Folders are walked by name, so that the same tree gives
// the same rows everywhere; links to folders are not followed, since they may lead in a circle.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "batch_list.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "system/path.h"

typedef struct Walk {
    BatchList *list;
    const char *match, *endings;
    size_t inside; // [bytes] Length of the folder that was named, with its slash.
    bool is_out_of_memory;
} Walk;

bool batch_list_add(BatchList *list, char *path, size_t inside, char *error)
{
    if (path != NULL && list->count == list->capacity) {
        const size_t capacity = list->capacity == 0 ? 256 : 2 * list->capacity;
        BatchFile *files = realloc(list->files, capacity * sizeof *files);
        if (files != NULL) {
            list->files = files;
            list->capacity = capacity;
        }
    }
    if (path == NULL || list->count == list->capacity) {
        free(path);
        free(error);
        return false;
    }
    list->files[list->count++] = (BatchFile){path, path + inside, error};
    return true;
}

static char *join(const char *folder, const char *name)
{
    const size_t folder_bytes = strlen(folder), name_bytes = strlen(name);
    const bool has_slash = folder_bytes > 0 && folder[folder_bytes - 1] == '/';
    char *path = malloc(folder_bytes + name_bytes + 2);
    if (path != NULL) {
        memcpy(path, folder, folder_bytes);
        path[folder_bytes] = '/';
        memcpy(path + folder_bytes + !has_slash, name, name_bytes + 1);
    }
    return path;
}

static bool has_ending(const char *path, const char *endings)
{
    while (*endings != '\0') {
        char extension[16];
        const size_t length = strcspn(endings, " ");
        snprintf(extension, sizeof extension, "%.*s", (int)length - 1, endings + 1);
        if (tum_path_has_extension(path, extension)) {
            return true;
        }
        endings += length + strspn(endings + length, " ");
    }
    return false;
}

// A pattern with a slash is for the part below the folder, one without for the name.
static bool is_wanted(const Walk *walk, const char *path)
{
    if (walk->match == NULL) {
        return has_ending(path, walk->endings);
    }
    const bool is_path = strchr(walk->match, '/') != NULL;
    return fnmatch(walk->match, is_path ? path + walk->inside : tum_path_name(path), 0) == 0;
}

static void walk_folder(Walk *walk, const char *folder);

// @param path  belongs to this call.
static void walk_entry(Walk *walk, char *path)
{
    struct stat status, target;
    const bool is_there = path != NULL && lstat(path, &status) == 0;
    if (path == NULL) {
        walk->is_out_of_memory = true;
    } else if (is_there && S_ISDIR(status.st_mode)) {
        walk_folder(walk, path);
        free(path);
    } else if (is_there && is_wanted(walk, path) && stat(path, &target) == 0 &&
               S_ISREG(target.st_mode)) {
        walk->is_out_of_memory |= !batch_list_add(walk->list, path, walk->inside, NULL);
    } else {
        free(path);
    }
}

static void walk_folder(Walk *walk, const char *folder)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0) {
        walk->is_out_of_memory |=
            !batch_list_add(walk->list, strdup(folder), 0, strdup(strerror(errno)));
    }
    for (int i = 0; i < count; ++i) {
        const char *name = entries[i]->d_name;
        if (!walk->is_out_of_memory && strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
            walk_entry(walk, join(folder, name));
        }
        free(entries[i]);
    }
    free(entries);
}

static bool add_argument(Walk *walk, const char *argument)
{
    struct stat status;
    const size_t bytes = strlen(argument);
    if (stat(argument, &status) == 0 && S_ISDIR(status.st_mode)) {
        walk->inside = bytes + (bytes > 0 && argument[bytes - 1] != '/');
        walk_folder(walk, argument);
        return !walk->is_out_of_memory;
    }
    return batch_list_add(walk->list, strdup(argument),
                          (size_t)(tum_path_name(argument) - argument), NULL);
}

static void keep_share(BatchList *list, BatchShard shard)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; ++i) {
        if (batch_shard_has(shard, list->files[i].inside)) {
            list->files[kept++] = list->files[i];
        } else {
            free(list->files[i].path);
            free(list->files[i].error);
        }
    }
    list->count = kept;
}

int batch_list_make(BatchList *list, const BatchSettings *settings, const char *endings,
                    const char *const *arguments, Console *console)
{
    BatchShard shard = {0, 1};
    if (settings->shard != NULL && !batch_shard_read(settings->shard, &shard, console)) {
        return EXIT_USAGE;
    }
    Walk walk = {.list = list, .match = settings->match, .endings = endings};
    for (size_t i = 0; arguments[i] != NULL; ++i) {
        if (strcmp(arguments[i], "-") == 0) {
            console_error(console, "standard input is not one of many files");
            return EXIT_USAGE;
        }
        if (!add_argument(&walk, arguments[i])) {
            console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
            return EXIT_FILE;
        }
    }
    if (list->count == 0) {
        console_error(console, "%s: no file there matches %s", arguments[0],
                      settings->match != NULL ? settings->match : endings);
        return EXIT_FILE;
    }
    keep_share(list, shard);
    return EXIT_DONE;
}

void batch_list_free(BatchList *list)
{
    for (size_t i = 0; i < list->count; ++i) {
        free(list->files[i].path);
        free(list->files[i].error);
    }
    free(list->files);
    *list = (BatchList){0};
}

bool batch_stem(const BatchSettings *settings, const BatchFile *file, char stem[BATCH_PATH_BYTES])
{
    const char *extension = tum_path_extension(file->inside);
    size_t bytes = strlen(file->inside);
    bytes -= extension[0] != '\0' ? strlen(extension) + 1 : 0;
    return snprintf(stem, BATCH_PATH_BYTES, "%s/%.*s", settings->out, (int)bytes, file->inside) <
           BATCH_PATH_BYTES;
}

// An output and the file that it is made of.
typedef struct Output {
    char *path;
    const char *file;
} Output;

static int compare(const void *a, const void *b)
{
    return strcmp(((const Output *)a)->path, ((const Output *)b)->path);
}

// @param copy  room for the settings of one file.
// @return the number of outputs, SIZE_MAX when out of memory.
static size_t gather(const Verb *verb, const void *settings, void *copy, const BatchList *list,
                     Output *outputs)
{
    const BatchSettings *batch =
        (const void *)((const char *)settings + verb->batch->settings_offset);
    static const BatchName none;
    size_t count = 0;
    for (size_t i = 0; i < list->count; ++i) {
        BatchName names[BATCH_MOST_OUTPUTS] = {none};
        char stem[BATCH_PATH_BYTES];
        if (list->files[i].error != NULL || !batch_stem(batch, &list->files[i], stem)) {
            continue;
        }
        memcpy(copy, settings, verb->settings_bytes);
        const size_t own = verb->batch->name_outputs(copy, list->files[i].inside, stem, names);
        for (size_t k = 0; k < own; ++k) {
            outputs[count] = (Output){strdup(names[k].path), list->files[i].path};
            if (outputs[count].path == NULL) {
                return SIZE_MAX;
            }
            ++count;
        }
    }
    return count;
}

int batch_check_outputs(const Verb *verb, const void *settings, const BatchList *list,
                        Console *console)
{
    Output *outputs = calloc(list->count * BATCH_MOST_OUTPUTS + 1, sizeof *outputs);
    void *copy = malloc(verb->settings_bytes);
    size_t count = SIZE_MAX;
    if (outputs != NULL && copy != NULL) {
        count = gather(verb, settings, copy, list, outputs);
    }
    int code = EXIT_DONE;
    if (count == SIZE_MAX) {
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
        code = EXIT_FILE;
    } else if (count > 0) {
        qsort(outputs, count, sizeof *outputs, compare);
    }
    for (size_t i = 1; i < count && code == EXIT_DONE; ++i) {
        if (strcmp(outputs[i - 1].path, outputs[i].path) == 0) {
            console_error(console, "%s and %s would both become %s; nothing was done",
                          outputs[i - 1].file, outputs[i].file, outputs[i].path);
            code = EXIT_USAGE;
        }
    }
    for (size_t i = 0; outputs != NULL && i < list->count * BATCH_MOST_OUTPUTS; ++i) {
        free(outputs[i].path);
    }
    free(outputs);
    free(copy);
    return code;
}
