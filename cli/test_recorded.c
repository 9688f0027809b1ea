// SPDX-License-Identifier: MIT
// test_recorded.c: a motion in a file, as an engine whose run is judged while it is read.
#include <string.h>

#include "system/handle.h"
#include "test_engine.h"

static TumStatus run_recorded(void *user, double duration, double rate, TumRun *run)
{
    const RecordedRun *recorded = user;
    const bool is_stdin = strcmp(recorded->path, "-") == 0;
    FileHandle file = tum_handle_standard_input();
    FileResult result = is_stdin ? FILE_OK : tum_handle_open(recorded->path, true, &file);
    const bool is_open = result == FILE_OK;
    char bytes[1 << 16];
    (void)duration;
    (void)rate;
    for (size_t count = 1; result == FILE_OK && count > 0;) {
        result = tum_handle_read(file, bytes, sizeof bytes, &count);
        if (result == FILE_OK && !tum_run_lines(run, bytes, count)) {
            break; // The run says why.
        }
    }
    if (is_open && !is_stdin) {
        (void)tum_handle_close(file);
    }
    if (result != FILE_OK) {
        console_error(recorded->console, "%s: %s", recorded->path, tum_file_result_text(result));
    }
    return tum_file_result_status(result);
}

TumEngine recorded_engine(RecordedRun *recorded)
{
    return (TumEngine){.run = run_recorded, .user = recorded, .is_recorded = true};
}
