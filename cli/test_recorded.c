// SPDX-License-Identifier: MIT
// test_recorded.c: a motion in a file, as an engine whose run is judged.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "test_engine.h"

static TumStatus run_recorded(void *user, double duration, double rate, TumRun *run)
{
    const RecordedRun *recorded = user;
    const bool is_stdin = strcmp(recorded->path, "-") == 0;
    FILE *file = is_stdin ? stdin : fopen(recorded->path, "rb");
    char bytes[1 << 16];
    (void)duration;
    (void)rate;
    if (file == NULL) {
        console_error(recorded->console, "%s: %s", recorded->path, strerror(errno));
        return TUM_ERROR_FILE;
    }
    size_t count;
    do {
        count = fread(bytes, 1, sizeof bytes, file);
    } while (tum_run_lines(run, bytes, count) && count == sizeof bytes);
    const bool is_read = ferror(file) == 0;
    if (!is_read) {
        console_error(recorded->console, "%s: %s", recorded->path, strerror(errno));
    }
    if (!is_stdin) {
        (void)fclose(file);
    }
    return is_read ? TUM_OK : TUM_ERROR_FILE;
}

TumEngine recorded_engine(RecordedRun *recorded)
{
    return (TumEngine){.run = run_recorded, .user = recorded, .is_recorded = true};
}
