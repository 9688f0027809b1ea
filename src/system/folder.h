// SPDX-License-Identifier: MIT
/// folder.h: files and folders by their paths, which are UTF-8 on every system.
#ifndef TUM_SYSTEM_FOLDER_H
#define TUM_SYSTEM_FOLDER_H

#include "system/file_result.h"

typedef enum FileNature { FILE_NATURE_PLAIN, FILE_NATURE_FOLDER, FILE_NATURE_DEVICE } FileNature;

/// A file without its content. Two paths name one file where volume and number are the same.
typedef struct FileAbout {
    FileNature nature;
    uint64_t bytes; ///< 0 unless plain.
    uint64_t volume, number;
    uint32_t permissions; ///< Bits of POSIX, 0777 at most; 0 on Windows.
} FileAbout;

/// Describes the file at a path, behind links.
FileResult tum_file_about(const char *path, FileAbout *about);

/// Removes a file, if it is there. On POSIX it may be called in signal handlers.
void tum_file_remove(const char *path);

/// Makes a folder in one that exists.
FileResult tum_folder_make(const char *path);

#endif
