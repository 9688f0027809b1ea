// SPDX-License-Identifier: MIT
// output.c: output files that appear whole or not at all.
#include "output.h"

#include <stdio.h>
#include <string.h>

#include "interrupt.h"
#include "system/folder.h"

FileResult output_open(Output *output, const char *path)
{
    *output = (Output){0};
    const FileResult result = tum_file_output_open(path, NULL, &output->file);
    if (result == FILE_OK) {
        tum_file_output_watch(output->file, interrupt_watch());
    }
    return result;
}

FileResult output_try(const char *path)
{
    Output output;
    const FileResult result = output_open(&output, path);
    output_discard(&output);
    return result;
}

bool output_write(void *user, const void *bytes, size_t count)
{
    Output *output = user;
    output->result = tum_file_output_write(output->file, bytes, count);
    return output->result == FILE_OK;
}

FileResult output_commit(Output *output)
{
    const FileResult result = output->file != NULL ? tum_file_output_commit(output->file) : FILE_OK;
    *output = (Output){0};
    return result;
}

void output_discard(Output *output)
{
    tum_file_output_discard(output->file);
    *output = (Output){0};
}

TumStatus output_save(const TumDocument *document, const char *path, TumSaveOptions options,
                      TumReport *report)
{
    const FileWatch watch = interrupt_watch();
    options.note_temporary = watch.note;
    options.user = watch.user;
    return tum_document_save(document, path, &options, report);
}

bool output_is_same_file(const char *path, const char *other)
{
    FileAbout a, b;
    if (strcmp(path, "-") == 0 || strcmp(other, "-") == 0) {
        return false;
    }
    if (tum_file_about(path, &a) != FILE_OK || tum_file_about(other, &b) != FILE_OK) {
        return strcmp(path, other) == 0;
    }
    return a.nature == FILE_NATURE_PLAIN && a.volume == b.volume && a.number == b.number;
}

const char *output_size_text(const char *path, char text[32])
{
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    FileAbout about;
    text[0] = '\0';
    if (strcmp(path, "-") == 0 || tum_file_about(path, &about) != FILE_OK ||
        about.nature != FILE_NATURE_PLAIN) {
        return text;
    }
    double size = (double)about.bytes;
    size_t unit = 0;
    // Without this bound 999.95 would print as 1000.0.
    while (size >= 999.95 && unit + 1 < sizeof units / sizeof *units) {
        size /= 1000.0;
        ++unit;
    }
    snprintf(text, 32, unit == 0 ? "%.0f %s" : "%.1f %s", size,
             unit == 0 && about.bytes == 1 ? "byte" : units[unit]);
    return text;
}
