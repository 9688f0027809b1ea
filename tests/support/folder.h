// SPDX-License-Identifier: MIT
// folder.h: folders for the files of a test, on every system.
#ifndef TUM_TESTS_FOLDER_H
#define TUM_TESTS_FOLDER_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef _WIN32
#include <direct.h>
#include <io.h>
#endif

enum { TEST_FOLDER_BYTES = 96 };

/// Whether large files are mapped, and whether a user may make links and pipes with names.
#ifdef _WIN32
enum { TEST_MAPS_FILES = false, TEST_HAS_LINKS = false };
#else
enum { TEST_MAPS_FILES = true, TEST_HAS_LINKS = true };
#endif

static inline bool test_folder_add(const char *path)
{
#ifdef _WIN32
    return _mkdir(path) == 0;
#else
    return mkdir(path, 0700) == 0;
#endif
}

/// Makes an empty folder where the system keeps files of short life.
static inline bool test_folder_make(char path[TEST_FOLDER_BYTES])
{
#ifdef _WIN32
    const char *base = getenv("TEMP");
    (void)snprintf(path, TEST_FOLDER_BYTES, "%.70s/tumble-XXXXXX", base != NULL ? base : ".");
    return _mktemp_s(path, strlen(path) + 1) == 0 && test_folder_add(path);
#else
    const char *base = getenv("TMPDIR");
    (void)snprintf(path, TEST_FOLDER_BYTES, "%.70s/tumble-XXXXXX", base != NULL ? base : "/tmp");
    return mkdtemp(path) != NULL;
#endif
}

/// @return false where the system has no such links or pipes.
static inline bool test_link(const char *target, const char *path)
{
#ifdef _WIN32
    (void)target;
    (void)path;
    return false;
#else
    return symlink(target, path) == 0;
#endif
}

static inline bool test_pipe(const char *path)
{
#ifdef _WIN32
    (void)path;
    return false;
#else
    return mkfifo(path, 0600) == 0;
#endif
}

/// Counts the names in a folder, and removes what bears them where `removes`. Folders in the folder
/// are counted and stay.
static inline int test_folder_list(const char *folder, bool removes)
{
    int count = 0;
    DIR *listing = opendir(folder);
    if (listing == NULL) {
        return 0;
    }
    for (struct dirent *entry = readdir(listing); entry != NULL; entry = readdir(listing)) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
            continue;
        }
        ++count;
        if (removes) {
            char path[512];
            (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            (void)remove(path);
        }
    }
    (void)closedir(listing);
    return count;
}

#endif
