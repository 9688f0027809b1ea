// SPDX-License-Identifier: MIT
// batch_row.c: the row of one file of a batch.
#include "batch_row.h"

#include <stdlib.h>
#include <string.h>

#include "json_members.h"

static const struct {
    const char *name;
    int code;
} outcomes[BATCH_OUTCOME_COUNT] = {
    [BATCH_DONE] = {"done", EXIT_DONE},
    [BATCH_ERRORS] = {"has errors", EXIT_INPUT},
    [BATCH_USAGE] = {"wrong usage", EXIT_USAGE},
    [BATCH_FILE] = {"file failed", EXIT_FILE},
    [BATCH_DIVERGED] = {"diverged", EXIT_DIVERGED},
    [BATCH_FAULT] = {"internal fault", EXIT_FAULT},
    // Limits and crashes are the fault of their file.
    [BATCH_MEMORY] = {"ran out of memory", EXIT_INPUT},
    [BATCH_CRASHED] = {"crashed", EXIT_INPUT},
    [BATCH_TIMED_OUT] = {"timed out", EXIT_INPUT},
};

const char *batch_outcome_name(BatchOutcome outcome)
{
    return outcomes[outcome].name;
}

BatchOutcome batch_outcome_of(int code)
{
    return code == EXIT_MEMORY                      ? BATCH_MEMORY
           : code >= EXIT_DONE && code < EXIT_FAULT ? (BatchOutcome)code
                                                    : BATCH_FAULT;
}

int batch_code_of(BatchOutcome outcome)
{
    return outcomes[outcome].code;
}

// The line of the first error, without "tumble: error: ". @return its length; 0: there is none.
static size_t find_message(const char *errors, size_t bytes, const char **message)
{
    static const char mark[] = "error: ", own[] = "tumble: error: ";
    size_t found = 0;
    bool is_own = false;
    for (size_t begin = 0, end = 0; begin < bytes && !is_own; begin = end + 1) {
        const char *line = errors + begin, *stop = memchr(line, '\n', bytes - begin);
        end = stop != NULL ? (size_t)(stop - errors) : bytes;
        char text[512];
        snprintf(text, sizeof text, "%.*s", (int)(end - begin), line);
        is_own = strncmp(text, own, sizeof own - 1) == 0;
        if (is_own || (found == 0 && strstr(text, mark) != NULL)) {
            *message = is_own ? line + sizeof own - 1 : line;
            found = (size_t)(errors + end - *message);
        }
    }
    return found;
}

// Copies JSON without its line breaks and indentation, which no string of JSON holds.
static size_t on_one_line(const char *text, size_t bytes, char *line)
{
    size_t used = 0;
    for (size_t i = 0; i < bytes; ++i) {
        if (text[i] == '\n') {
            while (i + 1 < bytes && text[i + 1] == ' ') {
                ++i;
            }
        } else {
            line[used++] = text[i];
        }
    }
    return used;
}

TumStatus batch_row_print_json(FILE *out, const BatchRow *row)
{
    const char *message = NULL;
    const size_t message_bytes = find_message(row->errors, row->error_bytes, &message);
    char *line = malloc(row->output_bytes + 1);
    if (line == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const size_t line_bytes = on_one_line(row->output, row->output_bytes, line);
    JsonText json;
    tum_json_text_init(&json, json_sink(out), 0);
    tum_json_text_begin_object(&json);
    json_text_member(&json, "file", row->file);
    json_text_member(&json, "outcome", batch_outcome_name(row->outcome));
    if (row->signal != NULL) {
        json_text_member(&json, "signal", row->signal);
    }
    if (row->outcome != BATCH_DONE && message_bytes > 0) {
        tum_json_text_key(&json, "message");
        tum_json_text_string_bytes(&json, message, message_bytes);
    }
    if (line_bytes > 0 && line[0] == '{') {
        tum_json_text_key(&json, "result");
        tum_json_text_raw(&json, line, line_bytes);
    }
    tum_json_text_end_object(&json);
    tum_json_text_end_line(&json);
    free(line);
    return tum_json_text_finish(&json);
}
