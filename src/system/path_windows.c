// SPDX-License-Identifier: MIT
// path_windows.c: paths of Windows: absolute ones without links, and names that are no files.
#include <stdlib.h>
#include <string.h>

#include "system/handle.h"
#include "system/windows.h"

const char tum_path_separator = '\\';

// The path of an open file: \\?\C:\a becomes C:/a, and \\?\UNC\server\a becomes //server/a.
static char *plain_path(const wchar_t *final)
{
    char *text = tum_windows_text(final);
    if (text == NULL) {
        return NULL;
    }
    for (char *c = text; *c != '\0'; ++c) {
        *c = *c == '\\' ? '/' : *c;
    }
    if (strncmp(text, "//?/UNC/", 8) == 0) {
        memmove(text + 2, text + 8, strlen(text + 8) + 1);
    } else if (strncmp(text, "//?/", 4) == 0) {
        memmove(text, text + 4, strlen(text + 4) + 1);
    }
    return text;
}

static FileResult final_path(HANDLE handle, char **real)
{
    const DWORD room = GetFinalPathNameByHandleW(handle, NULL, 0, VOLUME_NAME_DOS);
    if (room == 0) {
        return tum_windows_result(GetLastError());
    }
    wchar_t *wide = malloc((size_t)room * sizeof *wide);
    if (wide == NULL) {
        return FILE_MEMORY;
    }
    const DWORD count = GetFinalPathNameByHandleW(handle, wide, room, VOLUME_NAME_DOS);
    if (count > 0 && count < room) {
        *real = plain_path(wide);
    }
    free(wide);
    return count == 0 || count >= room ? FILE_FAILED : *real != NULL ? FILE_OK : FILE_MEMORY;
}

FileResult tum_path_real(const char *path, char **real)
{
    wchar_t *wide;
    *real = NULL;
    FileResult result = tum_windows_path(path, &wide);
    if (result != FILE_OK) {
        return result;
    }
    const HANDLE handle =
        CreateFileW(wide, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    const DWORD error = GetLastError();
    free(wide);
    if (handle == INVALID_HANDLE_VALUE) {
        return tum_windows_result(error);
    }
    result = final_path(handle, real);
    (void)CloseHandle(handle);
    return result;
}

static bool is_word(const char *step, size_t bytes, const char *word)
{
    return strlen(word) == bytes && _strnicmp(step, word, bytes) == 0;
}

// Names that Windows takes for devices in any folder and with any extension ("Naming Files, Paths,
// and Namespaces", Microsoft Learn).
static bool is_device(const char *step, size_t bytes)
{
    size_t name = 0;
    while (name < bytes && step[name] != '.') {
        ++name;
    }
    while (name > 0 && step[name - 1] == ' ') {
        --name;
    }
    static const char *const words[] = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
        if (is_word(step, name, words[i])) {
            return true;
        }
    }
    // COM1 to COM9 and LPT1 to LPT9; the superscripts 1, 2 and 3 count as digits.
    const bool is_port = name >= 4 && (is_word(step, 3, "COM") || is_word(step, 3, "LPT"));
    return is_port && ((name == 4 && step[3] >= '0' && step[3] <= '9') ||
                       (name == 5 && (unsigned char)step[3] == 0xc2));
}

bool tum_path_is_plain_name(const char *path, size_t bytes)
{
    for (size_t begin = 0, end = 0; begin < bytes; begin = end + 1) {
        for (end = begin; end < bytes && path[end] != '/'; ++end) {
            if (path[end] == ':') {
                return false;
            }
        }
        const size_t count = end - begin;
        const bool is_here = count == 1 && path[begin] == '.';
        // Windows drops dots and blanks at the end of a name: "a." would be "a".
        if (count > 0 && !is_here &&
            (path[end - 1] == '.' || path[end - 1] == ' ' || is_device(path + begin, count))) {
            return false;
        }
    }
    return true;
}
