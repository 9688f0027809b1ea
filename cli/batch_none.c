// SPDX-License-Identifier: MIT
// batch_none.c: many files on a system without fork.
#include "batch_list.h"

#include <stdlib.h>
#include <string.h>

bool batch_has_workers(void)
{
    return false;
}

int batch_run(const Verb *verb, const void *settings, const char *const *arguments,
              Console *console)
{
    (void)settings;
    (void)arguments;
    console_error(console,
                  "tumble %s takes one file here: folders, several files and their options need "
                  "worker processes, which this build does not have",
                  verb->name);
    return EXIT_USAGE;
}

// Lists the files that are named; a folder is an unreadable file then, which each verb tells.
int batch_list_make(BatchList *list, const BatchSettings *settings, const char *endings,
                    const char *const *arguments, Console *console)
{
    (void)settings;
    (void)endings;
    while (arguments[list->count] != NULL) {
        ++list->count;
    }
    list->files = calloc(list->count + 1, sizeof *list->files);
    bool has_memory = list->files != NULL;
    for (size_t i = 0; i < list->count && has_memory; ++i) {
        list->files[i].path = strdup(arguments[i]);
        list->files[i].inside = list->files[i].path;
        has_memory = list->files[i].path != NULL;
    }
    if (!has_memory) {
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
    }
    return has_memory ? EXIT_DONE : EXIT_FILE;
}

void batch_list_free(BatchList *list)
{
    for (size_t i = 0; i < list->count && list->files != NULL; ++i) {
        free(list->files[i].path);
    }
    free(list->files);
    *list = (BatchList){0};
}
