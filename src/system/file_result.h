// SPDX-License-Identifier: MIT
/// file_result.h: results of operations on files and paths.
#ifndef TUM_SYSTEM_FILE_RESULT_H
#define TUM_SYSTEM_FILE_RESULT_H

#include "tumble/base.h"

typedef enum FileResult {
    FILE_OK,
    FILE_MISSING,   ///< No such file or folder.
    FILE_DENIED,    ///< Permissions forbid it.
    FILE_FOLDER,    ///< A folder in place of a file.
    FILE_NOT_PLAIN, ///< A device where only plain files are read.
    FILE_TOO_BIG,   ///< More bytes than allowed.
    FILE_FULL,      ///< No space left.
    FILE_OUTSIDE,   ///< The path leaves its folder, see path.h.
    FILE_BAD_PATH,  ///< The path is no usable name.
    FILE_MEMORY,    ///< Out of memory.
    FILE_FAILED     ///< Reading or writing failed for another reason.
} FileResult;

/// The text of a result, such as "no such file", to follow a colon in a message.
const char *tum_file_result_text(FileResult result);

/// TUM_ERROR_MEMORY, TUM_ERROR_CAPACITY (FILE_TOO_BIG) or TUM_ERROR_FILE.
TumStatus tum_file_result_status(FileResult result);

#endif
