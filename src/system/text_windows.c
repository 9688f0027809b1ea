// SPDX-License-Identifier: MIT
// text_windows.c: UTF-8 paths as Windows takes them, and its errors as results.
#include <stdlib.h>
#include <string.h>

#include "system/windows.h"

enum {
    PLAIN_PATH_MAX = 247 ///< [characters] CreateDirectory takes no longer path without the prefix.
};

FileResult tum_windows_result(DWORD error)
{
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME: return FILE_MISSING;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_USER_MAPPED_FILE:
    case ERROR_WRITE_PROTECT: return FILE_DENIED;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
    case ERROR_FILE_TOO_LARGE: return FILE_FULL;
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_DIRECTORY:
    case ERROR_CANT_RESOLVE_FILENAME:
    case ERROR_FILENAME_EXCED_RANGE: return FILE_BAD_PATH;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY: return FILE_MEMORY;
    default: return FILE_FAILED;
    }
}

static FileResult widen(const char *text, wchar_t **wide)
{
    const int count = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    if (count <= 0) {
        return FILE_BAD_PATH;
    }
    *wide = malloc((size_t)count * sizeof **wide);
    if (*wide == NULL) {
        return FILE_MEMORY;
    }
    (void)MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, *wide, count);
    return FILE_OK;
}

// The path with its prefix: \\?\C:\a for C:\a and \\?\UNC\server\a for \\server\a ("Maximum Path
// Length Limitation", Microsoft Learn). A prefixed path is taken literally, so the path is made
// absolute first.
static FileResult lengthen(const wchar_t *path, wchar_t **prefixed)
{
    static const wchar_t local[] = L"\\\\?\\", remote[] = L"\\\\?\\UNC\\";
    enum { PREFIX_ROOM = sizeof remote / sizeof *remote };
    const DWORD room = GetFullPathNameW(path, 0, NULL, NULL);
    if (room == 0) {
        return tum_windows_result(GetLastError());
    }
    wchar_t *whole = malloc(((size_t)room + PREFIX_ROOM) * sizeof *whole);
    if (whole == NULL) {
        return FILE_MEMORY;
    }
    wchar_t *at = whole + PREFIX_ROOM;
    const DWORD count = GetFullPathNameW(path, room, at, NULL);
    if (count == 0 || count >= room) {
        free(whole);
        return FILE_FAILED;
    }
    const bool is_remote = at[0] == L'\\' && at[1] == L'\\';
    const wchar_t *prefix = is_remote ? remote : local;
    const size_t skipped = is_remote ? 2 : 0, bytes = wcslen(prefix) * sizeof *prefix;
    memcpy(whole, prefix, bytes);
    memmove(whole + wcslen(prefix), at + skipped, (count + 1 - skipped) * sizeof *whole);
    *prefixed = whole;
    return FILE_OK;
}

FileResult tum_windows_path(const char *path, wchar_t **wide)
{
    *wide = NULL;
    wchar_t *plain = NULL;
    FileResult result = widen(path, &plain);
    if (result != FILE_OK) {
        return result;
    }
    const bool is_prefixed = plain[0] == L'\\' && plain[1] == L'\\' && plain[2] == L'?';
    // A short relative path may be long below the current folder.
    if (is_prefixed || (wcslen(plain) <= PLAIN_PATH_MAX &&
                        GetFullPathNameW(plain, 0, NULL, NULL) <= PLAIN_PATH_MAX)) {
        *wide = plain;
        return FILE_OK;
    }
    result = lengthen(plain, wide);
    free(plain);
    return result;
}

char *tum_windows_text(const wchar_t *wide)
{
    const int bytes = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = bytes > 0 ? malloc((size_t)bytes) : NULL;
    if (text != NULL) {
        (void)WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, bytes, NULL, NULL);
    }
    return text;
}
