// SPDX-License-Identifier: MIT
// resume.c: checkpoints in files.
#include "resume.h"

#include <math.h>
#include <stdlib.h>

#include "output.h"
#include "tumble/checkpoint.h"

// Times are sums of equal steps in double; the tolerance covers their rounding.
static const double SAME_TIME = 1e-6; // relative to the time

TumStatus checkpoint_save(Console *console, const char *path, const TumWorld *world)
{
    const size_t count = tum_checkpoint_bytes(world);
    void *bytes = malloc(count);
    const TumStatus status =
        bytes == NULL ? TUM_ERROR_MEMORY : tum_checkpoint_write(world, bytes, count);
    if (status != TUM_OK) {
        console_error(console, "%s: %s", path, tum_status_text(status));
        free(bytes);
        return status;
    }
    Output output;
    FileResult result = output_open(&output, path);
    if (result == FILE_OK) {
        // The output keeps a failure, and committing returns it.
        (void)output_write(&output, bytes, count);
        result = output_commit(&output);
    }
    if (result != FILE_OK) {
        console_error(console, "%s: %s", path, tum_file_result_text(result));
    }
    free(bytes);
    return tum_file_result_status(result);
}

TumStatus checkpoint_resume(Console *console, const char *path, double rate, TumWorld *world,
                            TumReport *report)
{
    FileBytes bytes;
    const FileResult result = tum_file_read(path, FILE_ANY, UINT64_MAX, NULL, &bytes);
    if (result != FILE_OK) {
        console_error(console, "%s: %s", path, tum_file_result_text(result));
        return tum_file_result_status(result);
    }
    const TumStatus status = tum_checkpoint_read(world, bytes.data, bytes.count, path, report);
    tum_file_bytes_free(&bytes, NULL);
    console_report(console, report);
    if (status != TUM_OK) {
        console_failure(console, path, status, report);
        return status;
    }
    const double time = tum_world_time(world);
    if (fabs(time - (double)tum_world_step_count(world) / rate) > SAME_TIME * time) {
        console_error(console, "%s: made with other steps than the %g of a second", path, rate);
        return TUM_ERROR_INPUT;
    }
    return TUM_OK;
}
