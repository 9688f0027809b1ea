// SPDX-License-Identifier: MIT
// batch.c: is a command about many files?
#include "batch.h"

#include <stdio.h>
#include <string.h>

#include "system/folder.h"
#include "system/path.h"

size_t batch_name_report(const char *file, const char *stem, bool is_json, BatchName *name)
{
    const char *extension = tum_path_extension(file);
    snprintf(name->path, sizeof name->path, "%s%s%s%s", stem, extension[0] != '\0' ? "." : "",
             extension, is_json ? ".json" : ".txt");
    return 1;
}

bool batch_name_output(const char *stem, const char *ending, BatchName *name)
{
    return snprintf(name->path, sizeof name->path, "%s%s", stem, ending) < BATCH_PATH_BYTES;
}

bool batch_check_ending(const char *output, Console *console)
{
    const bool is_ending = output[0] == '.' && strchr(output, '/') == NULL;
    if (!is_ending) {
        console_error(console,
                      "outputs of many files are named by their endings, as in --bake .glb, "
                      "not \"%.60s\"",
                      output);
    }
    return is_ending;
}

bool batch_is_wanted(const Verb *verb, const void *settings, const char *const *arguments)
{
    if (verb->batch == NULL) {
        return false;
    }
    const BatchSettings *batch =
        (const void *)((const char *)settings + verb->batch->settings_offset);
    bool is_wanted = batch->out != NULL || batch->match != NULL || batch->shard != NULL ||
                     batch->memory_limit > 0 || batch->time_limit > 0.0;
    if (!batch_has_workers()) {
        // A folder is an unreadable file then, which each verb tells.
        const bool is_several = arguments[0] != NULL && arguments[1] != NULL;
        return is_wanted || (is_several && !verb->batch->takes_several_itself);
    }
    for (size_t i = 0; arguments[i] != NULL && !is_wanted; ++i) {
        FileAbout about;
        is_wanted = i > 0 || (tum_file_about(arguments[i], &about) == FILE_OK &&
                              about.nature == FILE_NATURE_FOLDER);
    }
    return is_wanted;
}
