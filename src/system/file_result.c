// SPDX-License-Identifier: MIT
// file_result.c: results of operations on files as text and as status.
#include "system/file_result.h"

const char *tum_file_result_text(FileResult result)
{
    switch (result) {
    case FILE_OK: return "no error";
    case FILE_MISSING: return "no such file or folder";
    case FILE_DENIED: return "permission denied";
    case FILE_FOLDER: return "a folder, not a file";
    case FILE_NOT_PLAIN: return "not a plain file";
    case FILE_TOO_BIG: return "too big";
    case FILE_FULL: return "no space left";
    case FILE_OUTSIDE: return "leads out of the folder of its document";
    case FILE_BAD_PATH: return "not a usable path";
    case FILE_MEMORY: return "out of memory";
    case FILE_FAILED: return "reading or writing failed";
    }
    return "unknown";
}

TumStatus tum_file_result_status(FileResult result)
{
    switch (result) {
    case FILE_OK: return TUM_OK;
    case FILE_MEMORY: return TUM_ERROR_MEMORY;
    case FILE_TOO_BIG: return TUM_ERROR_CAPACITY;
    default: return TUM_ERROR_FILE;
    }
}
