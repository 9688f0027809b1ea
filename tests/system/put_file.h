// SPDX-License-Identifier: MIT
// put_file.h: files in a folder of their own.
#ifndef TUM_TESTS_SYSTEM_PUT_FILE_H
#define TUM_TESTS_SYSTEM_PUT_FILE_H

#include "system/file.h"
#include "tests/support/folder.h"
#include "tests/support/support.h"

/// A folder of its own for each test, and a path in it.
typedef struct Folder {
    char path[TEST_FOLDER_BYTES];
    char file[TEST_FOLDER_BYTES + 8];
} Folder;

static inline int make_folder(void **state)
{
    Folder *folder = calloc(1, sizeof *folder);
    if (!test_folder_make(folder->path)) {
        return -1;
    }
    snprintf(folder->file, sizeof folder->file, "%s/file", folder->path);
    *state = folder;
    return 0;
}

static inline int list_folder(const Folder *folder, bool removes)
{
    return test_folder_list(folder->path, removes);
}

static inline int remove_folder(void **state)
{
    Folder *folder = *state;
    list_folder(folder, true);
    const int result = rmdir(folder->path);
    free(folder);
    return result;
}

static inline void put_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static inline void assert_file(const char *path, const char *expected)
{
    FileBytes bytes;
    assert_int_equal(tum_file_read(path, FILE_PLAIN, 1000000, NULL, &bytes), FILE_OK);
    assert_int_equal(bytes.count, strlen(expected));
    assert_memory_equal(bytes.data, expected, bytes.count);
    tum_file_bytes_free(&bytes, NULL);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

#endif
