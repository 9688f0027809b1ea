// SPDX-License-Identifier: MIT
// handle_windows.c: open files of Windows. Files are shared for reading, writing and deleting, as
// POSIX shares them.
#include "system/handle.h"

#include <stdlib.h>
#include <string.h>

#include "system/windows.h"

enum {
    SHARED = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
    PIECE_BYTES = 1 << 26 ///< A call reads or writes fewer than 2^32 bytes.
};

static FileResult last_result(void)
{
    return tum_windows_result(GetLastError());
}

static FileResult success(BOOL is_done)
{
    return is_done ? FILE_OK : last_result();
}

static HANDLE handle_of(FileHandle handle)
{
    return (HANDLE)handle.value;
}

// The error of CreateFileW stays for GetLastError where the path was usable.
static FileResult open_path(const char *path, DWORD access, DWORD disposition, DWORD flags,
                            FileHandle *handle)
{
    wchar_t *wide;
    const FileResult result = tum_windows_path(path, &wide);
    if (result != FILE_OK) {
        SetLastError(ERROR_INVALID_NAME);
        return result;
    }
    const HANDLE opened = CreateFileW(wide, access, SHARED, NULL, disposition, flags, NULL);
    const DWORD error = GetLastError();
    free(wide);
    SetLastError(error);
    handle->value = (intptr_t)opened;
    return opened != INVALID_HANDLE_VALUE ? FILE_OK : tum_windows_result(error);
}

FileResult tum_handle_open(const char *path, bool waits, FileHandle *handle)
{
    // Opening a named pipe fails at once while it has no free instance; it never waits.
    (void)waits;
    // The backup flag opens folders too, which tum_handle_about tells apart.
    return open_path(path, GENERIC_READ, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, handle);
}

FileResult tum_handle_open_device(const char *path, FileHandle *handle)
{
    return open_path(path, GENERIC_WRITE, OPEN_EXISTING, 0, handle);
}

FileResult tum_handle_create(const char *path, bool *exists, FileHandle *handle)
{
    const FileResult result =
        open_path(path, GENERIC_WRITE, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, handle);
    *exists = result != FILE_OK && GetLastError() == ERROR_FILE_EXISTS;
    return result;
}

FileHandle tum_handle_standard_input(void)
{
    return (FileHandle){(intptr_t)GetStdHandle(STD_INPUT_HANDLE)};
}

FileHandle tum_handle_standard_output(void)
{
    return (FileHandle){(intptr_t)GetStdHandle(STD_OUTPUT_HANDLE)};
}

FileResult tum_handle_about(FileHandle handle, FileAbout *about)
{
    BY_HANDLE_FILE_INFORMATION found;
    *about = (FileAbout){.nature = FILE_NATURE_DEVICE};
    if (GetFileType(handle_of(handle)) != FILE_TYPE_DISK) {
        return FILE_OK;
    }
    if (!GetFileInformationByHandle(handle_of(handle), &found)) {
        // Wine knows nothing of a file that it gave the program as standard input. Such a file is
        // read to its end, as a device is.
        return GetLastError() == ERROR_INVALID_HANDLE ? FILE_OK : last_result();
    }
    const bool is_folder = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    *about = (FileAbout){.nature = is_folder ? FILE_NATURE_FOLDER : FILE_NATURE_PLAIN,
                         .bytes = (uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow,
                         .volume = found.dwVolumeSerialNumber,
                         .number = (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow};
    return FILE_OK;
}

FileResult tum_file_about(const char *path, FileAbout *about)
{
    FileHandle handle;
    *about = (FileAbout){0};
    FileResult result = open_path(path, 0, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, &handle);
    if (result == FILE_OK) {
        result = tum_handle_about(handle, about);
        (void)tum_handle_close(handle);
    }
    return result;
}

FileResult tum_handle_read(FileHandle handle, void *bytes, size_t count, size_t *got)
{
    DWORD done = 0;
    const DWORD piece = count < PIECE_BYTES ? (DWORD)count : PIECE_BYTES;
    *got = 0;
    if (!ReadFile(handle_of(handle), bytes, piece, &done, NULL)) {
        // A pipe whose writer has closed it is at its end.
        return GetLastError() == ERROR_BROKEN_PIPE ? FILE_OK : last_result();
    }
    *got = done;
    return FILE_OK;
}

FileResult tum_handle_write(FileHandle handle, const void *bytes, size_t count)
{
    const char *at = bytes;
    while (count > 0) {
        DWORD done = 0;
        const DWORD piece = count < PIECE_BYTES ? (DWORD)count : PIECE_BYTES;
        if (!WriteFile(handle_of(handle), at, piece, &done, NULL)) {
            return last_result();
        }
        if (done == 0) {
            return FILE_FAILED;
        }
        at += done;
        count -= done;
    }
    return FILE_OK;
}

// No program can replace or shorten a file while a mapping of it exists, so files are read instead.
void *tum_handle_map(FileHandle handle, size_t count)
{
    (void)handle;
    (void)count;
    return NULL;
}

void tum_handle_unmap(void *pages, size_t count)
{
    (void)pages;
    (void)count;
}

// A new file inherits the permissions of its folder.
void tum_handle_copy_permissions(FileHandle handle, const FileAbout *about)
{
    (void)handle;
    (void)about;
}

FileResult tum_handle_sync(FileHandle handle)
{
    return success(FlushFileBuffers(handle_of(handle)));
}

FileResult tum_handle_close(FileHandle handle)
{
    return success(CloseHandle(handle_of(handle)));
}

FileResult tum_file_check_writable(const char *path)
{
    wchar_t *wide;
    FileResult result = tum_windows_path(path, &wide);
    if (result == FILE_OK) {
        // Opening for writing would not do: a file that is in use may still be replaced.
        const DWORD attributes = GetFileAttributesW(wide);
        result = attributes == INVALID_FILE_ATTRIBUTES         ? last_result()
                 : (attributes & FILE_ATTRIBUTE_READONLY) != 0 ? FILE_DENIED
                                                               : FILE_OK;
        free(wide);
    }
    return result;
}

FileResult tum_file_rename(const char *from, const char *to)
{
    wchar_t *wide_from, *wide_to = NULL;
    FileResult result = tum_windows_path(from, &wide_from);
    if (result == FILE_OK) {
        result = tum_windows_path(to, &wide_to);
    }
    if (result == FILE_OK) {
        result = success(
            MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH));
    }
    free(wide_to);
    free(wide_from);
    return result;
}

void tum_file_remove(const char *path)
{
    wchar_t *wide;
    if (tum_windows_path(path, &wide) == FILE_OK) {
        (void)DeleteFileW(wide);
        free(wide);
    }
}

FileResult tum_folder_make(const char *path)
{
    wchar_t *wide;
    FileResult result = tum_windows_path(path, &wide);
    if (result == FILE_OK) {
        result = success(CreateDirectoryW(wide, NULL));
        free(wide);
    }
    return result;
}

uint64_t tum_process_number(void)
{
    return GetCurrentProcessId();
}
