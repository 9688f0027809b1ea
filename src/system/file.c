// SPDX-License-Identifier: MIT
// file.c: files read whole or mapped, and files replaced in one move.
#define _XOPEN_SOURCE 700
#include "system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/size.h"
#include "system/clock.h"
#include "system/file_errno.h"
#include "system/path.h"

enum {
    READ_BYTES = 65536, ///< First block for a file of unknown size.
    OUTPUT_BUFFER_BYTES = 65536,
    TEMPORARY_NAME_BYTES = 32, ///< ".tumble-" and 16 digits, ".tmp", zero.
    TEMPORARY_TRIES = 64
};

// As read, but restarted after signals.
static ssize_t read_some(int descriptor, void *bytes, size_t count)
{
    ssize_t got;
    do {
        got = read(descriptor, bytes, count);
    } while (got < 0 && errno == EINTR);
    return got;
}

static FileResult grow_bytes(FileBytes *bytes, size_t limit, const TumAllocator *allocator)
{
    if (bytes->capacity >= limit) {
        return FILE_TOO_BIG;
    }
    size_t capacity = bytes->capacity < READ_BYTES / 2 ? READ_BYTES : bytes->capacity * 2;
    if (bytes->capacity > SIZE_MAX / 2 || capacity > limit) {
        capacity = limit;
    }
    void *moved = tum_reallocate(allocator, bytes->data, bytes->capacity, capacity);
    if (moved == NULL) {
        return FILE_MEMORY;
    }
    bytes->data = moved;
    bytes->capacity = capacity;
    return FILE_OK;
}

// Reads to the end, whatever size was reported: files change, and some report none.
static FileResult read_all(int descriptor, size_t limit, const TumAllocator *allocator,
                           FileBytes *bytes)
{
    for (;;) {
        if (bytes->count == bytes->capacity) {
            // A full block may hold the whole file: one more byte is tried before more memory.
            unsigned char extra;
            const ssize_t got = read_some(descriptor, &extra, 1);
            if (got <= 0) {
                return got == 0 ? FILE_OK : file_result_of_errno(errno);
            }
            const FileResult grown = grow_bytes(bytes, limit, allocator);
            if (grown != FILE_OK) {
                return grown;
            }
            bytes->data[bytes->count++] = extra;
            continue;
        }
        const ssize_t got =
            read_some(descriptor, bytes->data + bytes->count, bytes->capacity - bytes->count);
        if (got <= 0) {
            return got == 0 ? FILE_OK : file_result_of_errno(errno);
        }
        bytes->count += (size_t)got;
    }
}

static bool map_descriptor(int descriptor, size_t count, FileBytes *bytes)
{
    void *pages = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0);
    if (pages == MAP_FAILED) {
        return false;
    }
    *bytes = (FileBytes){pages, count, count, true};
    return true;
}

static FileResult read_descriptor(int descriptor, FileKind kind, uint64_t map_from,
                                  uint64_t max_bytes, const TumAllocator *allocator,
                                  FileBytes *bytes)
{
    struct stat about;
    if (fstat(descriptor, &about) != 0) {
        return file_result_of_errno(errno);
    }
    const bool is_plain = S_ISREG(about.st_mode);
    if (S_ISDIR(about.st_mode)) {
        return FILE_FOLDER;
    }
    if (kind == FILE_PLAIN && !is_plain) {
        return FILE_NOT_PLAIN;
    }
    const size_t limit = max_bytes < SIZE_MAX ? (size_t)max_bytes : SIZE_MAX;
    if (is_plain && about.st_size > 0) {
        if ((uint64_t)about.st_size > limit) {
            return FILE_TOO_BIG;
        }
        if ((uint64_t)about.st_size >= map_from &&
            map_descriptor(descriptor, (size_t)about.st_size, bytes)) {
            return FILE_OK;
        }
        bytes->data = tum_allocate(allocator, (size_t)about.st_size);
        if (bytes->data == NULL) {
            return FILE_MEMORY;
        }
        bytes->capacity = (size_t)about.st_size;
    }
    return read_all(descriptor, limit, allocator, bytes);
}

static FileResult open_and_read(const char *path, FileKind kind, uint64_t map_from,
                                uint64_t max_bytes, const TumAllocator *allocator, FileBytes *bytes)
{
    *bytes = (FileBytes){0};
    const bool is_standard = kind == FILE_ANY && strcmp(path, "-") == 0;
    int descriptor = STDIN_FILENO;
    if (!is_standard) {
        // Without O_NONBLOCK, opening a pipe without a writer would wait forever.
        const int flags = O_RDONLY | O_CLOEXEC | (kind == FILE_PLAIN ? O_NONBLOCK : 0);
        descriptor = open(path, flags);
        if (descriptor < 0) {
            return file_result_of_errno(errno);
        }
    }
    const FileResult result =
        read_descriptor(descriptor, kind, map_from, max_bytes, allocator, bytes);
    if (!is_standard) {
        (void)close(descriptor);
    }
    if (result != FILE_OK) {
        tum_file_bytes_free(bytes, allocator);
    }
    return result;
}

FileResult tum_file_read(const char *path, FileKind kind, uint64_t max_bytes,
                         const TumAllocator *allocator, FileBytes *bytes)
{
    return open_and_read(path, kind, UINT64_MAX, max_bytes, allocator, bytes);
}

FileResult tum_file_map(const char *path, FileKind kind, uint64_t map_from, uint64_t max_bytes,
                        const TumAllocator *allocator, FileBytes *bytes)
{
    return open_and_read(path, kind, map_from, max_bytes, allocator, bytes);
}

void tum_file_bytes_free(FileBytes *bytes, const TumAllocator *allocator)
{
    if (bytes->is_mapped) {
        (void)munmap(bytes->data, bytes->capacity);
    } else {
        tum_release(allocator, bytes->data, bytes->capacity);
    }
    *bytes = (FileBytes){0};
}

struct FileOutput {
    TumAllocator allocator;
    int descriptor;
    bool is_standard; ///< Standard output stays open.
    FileResult result;
    char *target;    ///< The file's final name; NULL: written through.
    char *temporary; ///< The temporary name beside it; NULL with target.
    size_t target_bytes, temporary_bytes;
    FileWatch watch;
    size_t used;
    char buffer[OUTPUT_BUFFER_BYTES];
};

static void release_output(FileOutput *output)
{
    const TumAllocator allocator = output->allocator;
    tum_release(&allocator, output->target, output->target_bytes);
    tum_release(&allocator, output->temporary, output->temporary_bytes);
    tum_release(&allocator, output, sizeof *output);
}

static char *copy_text(const char *text, const TumAllocator *allocator, size_t *bytes)
{
    const size_t count = strlen(text) + 1;
    char *copy = tum_allocate(allocator, count);
    *bytes = 0;
    if (copy != NULL) {
        *bytes = count;
        memcpy(copy, text, count);
    }
    return copy;
}

// The file behind a name: of a link, the goal is replaced, not the link.
static FileResult find_target(FileOutput *output, const char *path)
{
    char *real = realpath(path, NULL);
    output->target =
        copy_text(real != NULL ? real : path, &output->allocator, &output->target_bytes);
    free(real);
    return output->target != NULL ? FILE_OK : FILE_MEMORY;
}

// Opens a new file under a unique name in the target's folder: a rename is atomic within a folder,
// but not across file systems.
static FileResult open_temporary(FileOutput *output)
{
    const size_t folder_bytes =
        (size_t)(tum_path_name(output->target) - output->target); // With its trailing slash.
    size_t bytes;
    if (!size_add(folder_bytes, TEMPORARY_NAME_BYTES, &bytes)) {
        return FILE_BAD_PATH;
    }
    output->temporary = tum_allocate(&output->allocator, bytes);
    if (output->temporary == NULL) {
        return FILE_MEMORY;
    }
    output->temporary_bytes = bytes;
    memcpy(output->temporary, output->target, folder_bytes);
    // Time and process id make names of concurrent processes differ; O_EXCL catches the rest.
    const uint64_t seed = tum_clock_nanoseconds() ^ (uint64_t)getpid() << 40;
    for (uint64_t attempt = 0; attempt < TEMPORARY_TRIES; ++attempt) {
        (void)snprintf(output->temporary + folder_bytes, TEMPORARY_NAME_BYTES,
                       ".tumble-%016llx.tmp", (unsigned long long)(seed + attempt));
        output->descriptor =
            open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (output->descriptor >= 0) {
            return FILE_OK;
        }
        if (errno != EEXIST) {
            return file_result_of_errno(errno);
        }
    }
    return FILE_FAILED;
}

static FileResult open_output(FileOutput *output, const char *path)
{
    if (strcmp(path, "-") == 0) {
        output->descriptor = STDOUT_FILENO;
        output->is_standard = true;
        return FILE_OK;
    }
    struct stat about;
    const bool exists = stat(path, &about) == 0;
    if (exists && S_ISDIR(about.st_mode)) {
        return FILE_FOLDER;
    }
    if (exists && !S_ISREG(about.st_mode)) {
        output->descriptor = open(path, O_WRONLY | O_CLOEXEC);
        return output->descriptor >= 0 ? FILE_OK : file_result_of_errno(errno);
    }
    // Without this check, write permission for the folder would let a rename replace a
    // write-protected file.
    if (exists && access(path, W_OK) != 0) {
        return file_result_of_errno(errno);
    }
    FileResult result = find_target(output, path);
    if (result == FILE_OK) {
        result = open_temporary(output);
    }
    if (result == FILE_OK && exists) {
        // The new file gets the old one's permissions; where the system refuses, the defaults stay.
        (void)fchmod(output->descriptor, about.st_mode & 0777);
    }
    return result;
}

FileResult tum_file_output_open(const char *path, const TumAllocator *allocator,
                                FileOutput **output)
{
    *output = NULL;
    FileOutput *opened = tum_allocate(allocator, sizeof *opened);
    if (opened == NULL) {
        return FILE_MEMORY;
    }
    opened->allocator = tum_allocator_or_default(allocator);
    opened->descriptor = -1;
    opened->is_standard = false;
    opened->watch = (FileWatch){0};
    opened->result = FILE_OK;
    opened->target = opened->temporary = NULL;
    opened->target_bytes = opened->temporary_bytes = opened->used = 0;
    const FileResult result = open_output(opened, path);
    if (result != FILE_OK) {
        release_output(opened);
        return result;
    }
    *output = opened;
    return FILE_OK;
}

static void note_temporary(const FileOutput *output, bool exists)
{
    if (output->watch.note != NULL && output->temporary != NULL) {
        output->watch.note(output->watch.user, output->temporary, exists);
    }
}

void tum_file_output_watch(FileOutput *output, FileWatch watch)
{
    output->watch = watch;
    note_temporary(output, true);
}

static FileResult write_all(int descriptor, const char *bytes, size_t count)
{
    while (count > 0) {
        const ssize_t done = write(descriptor, bytes, count);
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            return done < 0 ? file_result_of_errno(errno) : FILE_FAILED;
        }
        bytes += done;
        count -= (size_t)done;
    }
    return FILE_OK;
}

static FileResult flush_output(FileOutput *output)
{
    if (output->result == FILE_OK) {
        output->result = write_all(output->descriptor, output->buffer, output->used);
    }
    output->used = 0;
    return output->result;
}

FileResult tum_file_output_write(FileOutput *output, const void *bytes, size_t count)
{
    if (count > sizeof output->buffer - output->used) {
        (void)flush_output(output);
    }
    if (output->result != FILE_OK || count == 0) {
        return output->result;
    }
    if (count >= sizeof output->buffer) {
        output->result = write_all(output->descriptor, bytes, count);
        return output->result;
    }
    memcpy(output->buffer + output->used, bytes, count);
    output->used += count;
    return FILE_OK;
}

// Without this sync a power cut may lose the new name although the bytes are on disk. Some file
// systems cannot sync folders; the file is complete in any case.
static void sync_folder_of(const char *target)
{
    const size_t bytes = (size_t)(tum_path_name(target) - target);
    char folder[4096];
    if (bytes >= sizeof folder) {
        return;
    }
    memcpy(folder, bytes == 0 ? "." : target, bytes == 0 ? 1 : bytes);
    folder[bytes == 0 ? 1 : bytes] = '\0';
    const int descriptor = open(folder, O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) {
        (void)fsync(descriptor);
        (void)close(descriptor);
    }
}

FileResult tum_file_output_commit(FileOutput *output)
{
    FileResult result = flush_output(output);
    const bool is_ours = !output->is_standard;
    if (result == FILE_OK && output->temporary != NULL && fsync(output->descriptor) != 0) {
        result = file_result_of_errno(errno);
    }
    if (is_ours && close(output->descriptor) != 0 && result == FILE_OK) {
        result = file_result_of_errno(errno);
    }
    if (output->temporary != NULL) {
        if (result == FILE_OK && rename(output->temporary, output->target) != 0) {
            result = file_result_of_errno(errno);
        }
        if (result == FILE_OK) {
            sync_folder_of(output->target);
        } else {
            (void)unlink(output->temporary);
        }
        note_temporary(output, false);
    }
    release_output(output);
    return result;
}

void tum_file_output_discard(FileOutput *output)
{
    if (output == NULL) {
        return;
    }
    if (!output->is_standard) {
        (void)close(output->descriptor);
    }
    if (output->temporary != NULL) {
        (void)unlink(output->temporary);
        note_temporary(output, false);
    }
    release_output(output);
}
