// SPDX-License-Identifier: MIT
// test_gather.c: reports that gather the verdicts on many files.
//
// A worker prints the parts of its file behind its verdicts; the parent takes them off in the order
// of the files. A form feed, which neither JSON nor safe text has, stands before each part.
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "system/stream.h"
#include "test_settings.h"

enum { PART_COUNT = 2 };
static const char mark = '\f';

typedef struct Gathered {
    const char *paths[PART_COUNT]; ///< NULL: the report is not asked for.
    Output outputs[PART_COUNT];
} Gathered;

void test_print_parts(FILE *out, const TestSettings *settings, const TestResult *result)
{
    fputc(mark, out);
    if (settings->junit != NULL) {
        test_print_junit(out, result);
    }
    fputc(mark, out);
    if (settings->markdown != NULL) {
        test_print_markdown(out, result);
    }
}

// The part of a file whose process ended before it printed one.
static void write_lost(Output *output, const TestResult *lost, bool is_junit)
{
    TextStream text;
    if (!tum_text_stream_begin(&text)) {
        return;
    }
    if (is_junit) {
        test_print_junit(text.file, lost);
    } else {
        test_print_markdown(text.file, lost);
    }
    if (tum_text_stream_end(&text)) {
        (void)output_write(output, text.text, text.count);
    }
    free(text.text);
}

static bool tell(Console *console, const char *path, FileResult result)
{
    if (result != FILE_OK) {
        console_error(console, "%s: %s", path, tum_file_result_text(result));
    }
    return result == FILE_OK;
}

static void discard(Gathered *gathered)
{
    for (int i = 0; i < PART_COUNT; ++i) {
        output_discard(&gathered->outputs[i]);
    }
    free(gathered);
}

static void *begin(const void *settings_bytes, Console *console)
{
    const TestSettings *settings = settings_bytes;
    Gathered *gathered = calloc(1, sizeof *gathered);
    if (gathered == NULL) {
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
        return NULL;
    }
    gathered->paths[0] = settings->junit;
    gathered->paths[1] = settings->markdown;
    for (int i = 0; i < PART_COUNT; ++i) {
        const char *path = gathered->paths[i];
        if (path != NULL && !tell(console, path, output_open(&gathered->outputs[i], path))) {
            discard(gathered);
            return NULL;
        }
    }
    if (settings->junit != NULL) {
        (void)output_write(&gathered->outputs[0], test_junit_begin, strlen(test_junit_begin));
    }
    return gathered;
}

// A file whose process ended has no parts: its row alone says so.
static size_t take(void *user, const char *file, const char *ending, const char *output,
                   size_t bytes)
{
    Gathered *gathered = user;
    const char *part = bytes > 0 ? memchr(output, mark, bytes) : NULL;
    const size_t own = part != NULL ? (size_t)(part - output) : bytes;
    const TestResult lost = {.file = file, .expectations = "", .failure = ending};
    for (int i = 0; i < PART_COUNT; ++i) {
        const char *end = output + bytes;
        const char *next = part != NULL ? memchr(part + 1, mark, (size_t)(end - part - 1)) : NULL;
        next = next != NULL ? next : end;
        if (gathered->paths[i] != NULL && part != NULL) {
            (void)output_write(&gathered->outputs[i], part + 1, (size_t)(next - part - 1));
        } else if (gathered->paths[i] != NULL) {
            write_lost(&gathered->outputs[i], &lost, i == 0);
        }
        part = part != NULL ? next : NULL;
    }
    return own;
}

static int end(void *user, Console *console)
{
    Gathered *gathered = user;
    bool is_written = true;
    if (gathered->paths[0] != NULL) {
        (void)output_write(&gathered->outputs[0], test_junit_end, strlen(test_junit_end));
    }
    for (int i = 0; i < PART_COUNT; ++i) {
        if (gathered->paths[i] != NULL) {
            is_written = tell(console, gathered->paths[i], output_commit(&gathered->outputs[i])) &&
                         is_written;
        }
    }
    discard(gathered);
    return is_written ? EXIT_DONE : EXIT_FILE;
}

const BatchGather test_gather = {begin, take, end};
