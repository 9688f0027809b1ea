// SPDX-License-Identifier: MIT
// file.c: files read whole or mapped, and files replaced in one move.
#include "system/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "system/clock.h"
#include "system/handle.h"
#include "system/path.h"

enum {
    READ_BYTES = 65536, ///< First block for a file of unknown size.
    OUTPUT_BUFFER_BYTES = 65536,
    TEMPORARY_NAME_BYTES = 32, ///< ".tumble-" and 16 digits, ".tmp", zero.
    TEMPORARY_TRIES = 64
};

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
static FileResult read_all(FileHandle handle, size_t limit, const TumAllocator *allocator,
                           FileBytes *bytes)
{
    for (;;) {
        size_t got;
        if (bytes->count == bytes->capacity) {
            // A full block may hold the whole file: one more byte is tried before more memory.
            unsigned char extra;
            const FileResult result = tum_handle_read(handle, &extra, 1, &got);
            if (result != FILE_OK || got == 0) {
                return result;
            }
            const FileResult grown = grow_bytes(bytes, limit, allocator);
            if (grown != FILE_OK) {
                return grown;
            }
            bytes->data[bytes->count++] = extra;
            continue;
        }
        const FileResult result = tum_handle_read(handle, bytes->data + bytes->count,
                                                  bytes->capacity - bytes->count, &got);
        if (result != FILE_OK || got == 0) {
            return result;
        }
        bytes->count += got;
    }
}

static bool map_handle(FileHandle handle, size_t count, FileBytes *bytes)
{
    void *pages = tum_handle_map(handle, count);
    if (pages == NULL) {
        return false;
    }
    *bytes = (FileBytes){pages, count, count, true};
    return true;
}

static FileResult read_handle(FileHandle handle, FileKind kind, uint64_t map_from,
                              uint64_t max_bytes, const TumAllocator *allocator, FileBytes *bytes)
{
    FileAbout about;
    const FileResult result = tum_handle_about(handle, &about);
    if (result != FILE_OK) {
        return result;
    }
    const bool is_plain = about.nature == FILE_NATURE_PLAIN;
    if (about.nature == FILE_NATURE_FOLDER) {
        return FILE_FOLDER;
    }
    if (kind == FILE_PLAIN && !is_plain) {
        return FILE_NOT_PLAIN;
    }
    const size_t limit = max_bytes < SIZE_MAX ? (size_t)max_bytes : SIZE_MAX;
    if (is_plain && about.bytes > 0) {
        if (about.bytes > limit) {
            return FILE_TOO_BIG;
        }
        if (about.bytes >= map_from && map_handle(handle, (size_t)about.bytes, bytes)) {
            return FILE_OK;
        }
        bytes->data = tum_allocate(allocator, (size_t)about.bytes);
        if (bytes->data == NULL) {
            return FILE_MEMORY;
        }
        bytes->capacity = (size_t)about.bytes;
    }
    return read_all(handle, limit, allocator, bytes);
}

static FileResult open_and_read(const char *path, FileKind kind, uint64_t map_from,
                                uint64_t max_bytes, const TumAllocator *allocator, FileBytes *bytes)
{
    *bytes = (FileBytes){0};
    const bool is_standard = kind == FILE_ANY && strcmp(path, "-") == 0;
    FileHandle handle = tum_handle_standard_input();
    if (!is_standard) {
        const FileResult opened = tum_handle_open(path, kind != FILE_PLAIN, &handle);
        if (opened != FILE_OK) {
            return opened;
        }
    }
    const FileResult result = read_handle(handle, kind, map_from, max_bytes, allocator, bytes);
    if (!is_standard) {
        (void)tum_handle_close(handle);
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
        tum_handle_unmap(bytes->data, bytes->capacity);
    } else {
        tum_release(allocator, bytes->data, bytes->capacity);
    }
    *bytes = (FileBytes){0};
}

struct FileOutput {
    TumAllocator allocator;
    FileHandle handle;
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
    char *real;
    (void)tum_path_real(path, &real); // Fails for a new file.
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
    // Time and process number make names of concurrent processes differ; only a new file is opened.
    const uint64_t seed = tum_clock_nanoseconds() ^ tum_process_number() << 40;
    for (uint64_t attempt = 0; attempt < TEMPORARY_TRIES; ++attempt) {
        (void)snprintf(output->temporary + folder_bytes, TEMPORARY_NAME_BYTES,
                       ".tumble-%016llx.tmp", (unsigned long long)(seed + attempt));
        bool exists;
        const FileResult result = tum_handle_create(output->temporary, &exists, &output->handle);
        if (!exists) {
            return result;
        }
    }
    return FILE_FAILED;
}

static FileResult open_output(FileOutput *output, const char *path)
{
    if (strcmp(path, "-") == 0) {
        output->handle = tum_handle_standard_output();
        output->is_standard = true;
        return FILE_OK;
    }
    FileAbout about;
    const bool exists = tum_file_about(path, &about) == FILE_OK;
    if (exists && about.nature == FILE_NATURE_FOLDER) {
        return FILE_FOLDER;
    }
    if (exists && about.nature == FILE_NATURE_DEVICE) {
        return tum_handle_open_device(path, &output->handle);
    }
    // Without this check, write permission for the folder would let a rename replace a
    // write-protected file.
    FileResult result = exists ? tum_file_check_writable(path) : FILE_OK;
    if (result == FILE_OK) {
        result = find_target(output, path);
    }
    if (result == FILE_OK) {
        result = open_temporary(output);
    }
    if (result == FILE_OK && exists) {
        tum_handle_copy_permissions(output->handle, &about);
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

static FileResult flush_output(FileOutput *output)
{
    if (output->result == FILE_OK) {
        output->result = tum_handle_write(output->handle, output->buffer, output->used);
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
        output->result = tum_handle_write(output->handle, bytes, count);
        return output->result;
    }
    memcpy(output->buffer + output->used, bytes, count);
    output->used += count;
    return FILE_OK;
}

FileResult tum_file_output_commit(FileOutput *output)
{
    FileResult result = flush_output(output);
    if (result == FILE_OK && output->temporary != NULL) {
        result = tum_handle_sync(output->handle);
    }
    if (!output->is_standard) {
        const FileResult closed = tum_handle_close(output->handle);
        result = result == FILE_OK ? closed : result;
    }
    if (output->temporary != NULL) {
        if (result == FILE_OK) {
            result = tum_file_rename(output->temporary, output->target);
        }
        if (result != FILE_OK) {
            tum_file_remove(output->temporary);
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
        (void)tum_handle_close(output->handle);
    }
    if (output->temporary != NULL) {
        tum_file_remove(output->temporary);
        note_temporary(output, false);
    }
    release_output(output);
}
