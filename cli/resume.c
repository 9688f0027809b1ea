// SPDX-License-Identifier: MIT
#include "resume.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "replace.h"
#include "tumble/checkpoint.h"

// Steps are added in double: so near are two sums of the same number of equal steps.
static const double SAME_TIME = 1e-6; // of the time

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
    bool done = output_open(&output, path);
    if (done && !output_write(&output, bytes, count)) {
        const int reason = errno;
        output_discard(&output);
        errno = reason;
        done = false;
    }
    done = done && output_commit(&output);
    if (!done) {
        console_error(console, "%s: %s", path, strerror(errno));
    }
    free(bytes);
    return done ? TUM_OK : TUM_ERROR_FILE;
}

// All of a file. @return NULL with `errno` set.
static unsigned char *read_file(const char *path, size_t *count)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    unsigned char *bytes = NULL;
    size_t used = 0, room = 0;
    for (size_t got = 1; got > 0; used += got) {
        if (used == room) {
            room = room == 0 ? 1 << 16 : room * 2;
            unsigned char *moved = realloc(bytes, room);
            if (moved == NULL) {
                free(bytes);
                fclose(file);
                errno = ENOMEM;
                return NULL;
            }
            bytes = moved;
        }
        got = fread(bytes + used, 1, room - used, file);
    }
    const bool failed = ferror(file) != 0;
    const int reason = errno;
    fclose(file);
    if (failed) {
        free(bytes);
        errno = reason;
        return NULL;
    }
    *count = used;
    return bytes;
}

TumStatus checkpoint_resume(Console *console, const char *path, double rate, TumWorld *world,
                            TumReport *report)
{
    size_t count = 0;
    unsigned char *bytes = read_file(path, &count);
    if (bytes == NULL) {
        console_error(console, "%s: %s", path, strerror(errno));
        return TUM_ERROR_FILE;
    }
    const TumStatus status = tum_checkpoint_read(world, bytes, count, path, report);
    free(bytes);
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
