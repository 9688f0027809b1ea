// SPDX-License-Identifier: MIT
/// windows.h: the interface of Windows, its texts and its errors; for files named _windows.c alone.
#ifndef TUM_SYSTEM_WINDOWS_H
#define TUM_SYSTEM_WINDOWS_H

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
// Windows 8: precise enough for everything used here.
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0602
#endif
#include <windows.h>

#include "system/file_result.h"

/// The file result of an error from GetLastError.
FileResult tum_windows_result(DWORD error);

/// UTF-16 of a UTF-8 path, absolute and with the prefix \\?\ where the path is too long for
/// functions without it (260 characters). Slashes become backslashes.
///
/// @param wide  receives the path in malloc's memory, NULL on failure.
/// @return FILE_BAD_PATH: no UTF-8. FILE_MEMORY.
FileResult tum_windows_path(const char *path, wchar_t **wide);

/// UTF-8 of a UTF-16 text; half a surrogate pair becomes U+FFFD.
///
/// @return the text in malloc's memory, NULL when out of memory.
char *tum_windows_text(const wchar_t *wide);

#endif
