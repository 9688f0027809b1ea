// SPDX-License-Identifier: MIT
// handle_posix.c: open files of POSIX. Calls that a signal interrupts are made again.
#define _XOPEN_SOURCE 700
#include "system/handle.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/error_posix.h"
#include "system/path.h"

static FileResult opened(int descriptor, FileHandle *handle)
{
    handle->value = descriptor;
    return descriptor >= 0 ? FILE_OK : file_result_of_errno(errno);
}

static FileResult success(int code)
{
    return code == 0 ? FILE_OK : file_result_of_errno(errno);
}

FileResult tum_handle_open(const char *path, bool waits, FileHandle *handle)
{
    return opened(open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK)), handle);
}

FileResult tum_handle_open_device(const char *path, FileHandle *handle)
{
    return opened(open(path, O_WRONLY | O_CLOEXEC), handle);
}

FileResult tum_handle_create(const char *path, bool *exists, FileHandle *handle)
{
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
    const FileResult result = opened(open(path, flags, 0666), handle);
    *exists = result != FILE_OK && errno == EEXIST;
    return result;
}

FileHandle tum_handle_standard_input(void)
{
    return (FileHandle){STDIN_FILENO};
}

FileHandle tum_handle_standard_output(void)
{
    return (FileHandle){STDOUT_FILENO};
}

static FileAbout about_of(const struct stat *status)
{
    return (FileAbout){.nature = S_ISREG(status->st_mode)   ? FILE_NATURE_PLAIN
                                 : S_ISDIR(status->st_mode) ? FILE_NATURE_FOLDER
                                                            : FILE_NATURE_DEVICE,
                       .bytes = status->st_size > 0 ? (uint64_t)status->st_size : 0,
                       .volume = (uint64_t)status->st_dev,
                       .number = (uint64_t)status->st_ino,
                       .permissions = (uint32_t)status->st_mode & 0777};
}

FileResult tum_handle_about(FileHandle handle, FileAbout *about)
{
    struct stat status = {0};
    const FileResult result = success(fstat((int)handle.value, &status));
    *about = about_of(&status);
    return result;
}

FileResult tum_file_about(const char *path, FileAbout *about)
{
    struct stat status = {0};
    const FileResult result = success(stat(path, &status));
    *about = about_of(&status);
    return result;
}

FileResult tum_handle_read(FileHandle handle, void *bytes, size_t count, size_t *got)
{
    ssize_t done;
    do {
        done = read((int)handle.value, bytes, count);
    } while (done < 0 && errno == EINTR);
    *got = done > 0 ? (size_t)done : 0;
    return done >= 0 ? FILE_OK : file_result_of_errno(errno);
}

FileResult tum_handle_write(FileHandle handle, const void *bytes, size_t count)
{
    const char *at = bytes;
    while (count > 0) {
        const ssize_t done = write((int)handle.value, at, count);
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            return done < 0 ? file_result_of_errno(errno) : FILE_FAILED;
        }
        at += done;
        count -= (size_t)done;
    }
    return FILE_OK;
}

void *tum_handle_map(FileHandle handle, size_t count)
{
    void *pages = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE, (int)handle.value, 0);
    return pages != MAP_FAILED ? pages : NULL;
}

void tum_handle_unmap(void *pages, size_t count)
{
    (void)munmap(pages, count);
}

void tum_handle_copy_permissions(FileHandle handle, const FileAbout *about)
{
    (void)fchmod((int)handle.value, (mode_t)about->permissions);
}

FileResult tum_handle_sync(FileHandle handle)
{
    return success(fsync((int)handle.value));
}

FileResult tum_handle_close(FileHandle handle)
{
    return success(close((int)handle.value));
}

FileResult tum_file_check_writable(const char *path)
{
    return success(access(path, W_OK));
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

FileResult tum_file_rename(const char *from, const char *to)
{
    const FileResult result = success(rename(from, to));
    if (result == FILE_OK) {
        sync_folder_of(to);
    }
    return result;
}

void tum_file_remove(const char *path)
{
    (void)unlink(path);
}

FileResult tum_folder_make(const char *path)
{
    return success(mkdir(path, 0777));
}

uint64_t tum_process_number(void)
{
    return (uint64_t)getpid();
}
