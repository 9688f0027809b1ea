// SPDX-License-Identifier: MIT
// Writing beside the target, renaming into place.
#define _XOPEN_SOURCE 700 // realpath
#include "replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A name that is taken belongs to another process, or to one that died: a few more tries.
enum { NAME_TRIES = 100, NAME_SUFFIX_BYTES = 48 };

// Opens a file of its own beside output->target. `mode` is that of the file it will replace.
static int open_beside(Output *output, const mode_t *mode)
{
    const size_t bytes = strlen(output->target) + NAME_SUFFIX_BYTES;
    output->temporary = malloc(bytes);
    if (output->temporary == NULL) {
        return -1;
    }
    for (int i = 0; i < NAME_TRIES; ++i) {
        snprintf(output->temporary, bytes, "%s.%ld-%d.tmp", output->target, (long)getpid(), i);
        const int file = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0) {
            if (mode != NULL && fchmod(file, *mode & 0777) != 0) {
                // The new file then has the usual rights: no reason to refuse.
                errno = 0;
            }
            return file;
        }
        if (errno != EEXIST) {
            break;
        }
    }
    free(output->temporary);
    output->temporary = NULL;
    return -1;
}

static void release(Output *output)
{
    free(output->target);
    free(output->temporary);
    *output = (Output){0};
}

bool output_open(Output *output, const char *path)
{
    *output = (Output){0};
    if (strcmp(path, "-") == 0) {
        output->stream = stdout;
        return true;
    }
    struct stat status;
    const bool exists = stat(path, &status) == 0;
    int file = -1;
    if (exists && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
    } else if (exists && !S_ISREG(status.st_mode)) {
        file = open(path, O_WRONLY | O_CLOEXEC);
    } else if (exists && access(path, W_OK) != 0) {
        // Renaming would replace a file that its owner protected from writing.
        file = -1;
    } else {
        // A link stays a link: the file it leads to is replaced.
        output->target = exists ? realpath(path, NULL) : strdup(path);
        if (output->target != NULL) {
            file = open_beside(output, exists ? &status.st_mode : NULL);
        }
    }
    if (file >= 0) {
        output->stream = fdopen(file, "wb");
    }
    if (output->stream != NULL) {
        return true;
    }
    const int reason = errno;
    if (file >= 0) {
        close(file);
        if (output->temporary != NULL) {
            unlink(output->temporary);
        }
    }
    release(output);
    errno = reason;
    return false;
}

bool output_is_possible(const char *path)
{
    Output output;
    if (!output_open(&output, path)) {
        return false;
    }
    output_discard(&output);
    return true;
}

bool output_write(void *user, const void *bytes, size_t count)
{
    Output *output = user;
    return fwrite(bytes, 1, count, output->stream) == count;
}

// A rename is on the disk once the folder is. Not every file system can flush a folder; the file is
// in place by then all the same.
static void flush_folder(const char *target)
{
    char *folder = strdup(target);
    if (folder == NULL) {
        return;
    }
    char *slash = strrchr(folder, '/');
    if (slash != NULL) {
        slash[slash == folder ? 1 : 0] = '\0';
    }
    const int file = open(slash != NULL ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) {
        (void)fsync(file);
        close(file);
    }
    free(folder);
}

bool output_commit(Output *output)
{
    if (output->stream == NULL) {
        return true;
    }
    if (output->stream == stdout) {
        const bool flushed = fflush(stdout) == 0 && !ferror(stdout);
        release(output);
        return flushed;
    }
    bool done = fflush(output->stream) == 0 && !ferror(output->stream);
    if (done && output->temporary != NULL) {
        done = fsync(fileno(output->stream)) == 0;
    }
    int reason = errno;
    if (fclose(output->stream) != 0 && done) {
        done = false;
        reason = errno;
    }
    if (output->temporary != NULL) {
        if (done && rename(output->temporary, output->target) == 0) {
            flush_folder(output->target);
        } else {
            reason = done ? errno : reason;
            done = false;
            unlink(output->temporary);
        }
    }
    release(output);
    errno = reason;
    return done;
}

void output_discard(Output *output)
{
    if (output->stream != NULL && output->stream != stdout) {
        fclose(output->stream);
        if (output->temporary != NULL) {
            unlink(output->temporary);
        }
    }
    release(output);
}
