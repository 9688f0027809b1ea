// SPDX-License-Identifier: MIT
// Files of Windows: names in UTF-8, long paths, files that other programs have open.
#include <wchar.h>

#include "system/folder.h"
#include "system/windows.h"
#include "tests/system/put_file.h"

static void write_text(const char *path, const char *text, FileResult expected)
{
    FileOutput *output;
    FileResult result = tum_file_output_open(path, NULL, &output);
    if (result == FILE_OK) {
        tum_file_output_write(output, text, strlen(text));
        result = tum_file_output_commit(output);
    }
    assert_int_equal(result, expected);
}

// U+00E9, U+4E2D and U+1F600: one, one and two units of UTF-16; two, three and four bytes of UTF-8.
static void names_are_utf8(void **state)
{
    const Folder *folder = *state;
    char path[200];
    snprintf(path, sizeof path, "%s/caf\xc3\xa9 \xe4\xb8\xad \xf0\x9f\x98\x80.txt", folder->path);
    write_text(path, "utf-8", FILE_OK);
    assert_file(path, "utf-8");
    // The system has the same name, in UTF-16.
    wchar_t wide[200];
    const size_t units = mbstowcs(wide, folder->path, 100);
    assert_in_range(units, 1, 100);
    wcscpy(wide + units, L"/caf\x00e9 \x4e2d \xd83d\xde00.txt");
    assert_true(DeleteFileW(wide));
    FileAbout about;
    assert_int_equal(tum_file_about(path, &about), FILE_MISSING);
}

static void a_name_that_is_no_utf8_is_no_path(void **state)
{
    const Folder *folder = *state;
    char path[200];
    FileBytes bytes;
    snprintf(path, sizeof path, "%s/\xff", folder->path);
    assert_int_equal(tum_file_read(path, FILE_ANY, 10, NULL, &bytes), FILE_BAD_PATH);
    write_text(path, "x", FILE_BAD_PATH);
    assert_int_equal(tum_folder_make(path), FILE_BAD_PATH);
}

// Without a prefix, Windows takes 260 characters.
static void paths_may_be_longer_than_260_characters(void **state)
{
    const Folder *folder = *state;
    enum { STEPS = 4, STEP = 100 };
    char path[TEST_FOLDER_BYTES + STEPS * (STEP + 1) + 16];
    size_t ends[STEPS + 1];
    snprintf(path, sizeof path, "%s", folder->path);
    for (int i = 0; i < STEPS; ++i) {
        ends[i] = strlen(path);
        path[ends[i]] = '/';
        memset(path + ends[i] + 1, 'a' + i, STEP);
        path[ends[i] + 1 + STEP] = '\0';
        assert_int_equal(tum_folder_make(path), FILE_OK);
    }
    ends[STEPS] = strlen(path);
    strcpy(path + ends[STEPS], "/file.txt");
    assert_true(strlen(path) > 400);
    write_text(path, "old", FILE_OK);
    write_text(path, "new", FILE_OK);
    assert_file(path, "new");
    tum_file_remove(path);
    FileAbout about;
    assert_int_equal(tum_file_about(path, &about), FILE_MISSING);
    for (int i = STEPS; i > 0; --i) {
        path[ends[i]] = '\0';
        wchar_t *wide;
        assert_int_equal(tum_windows_path(path, &wide), FILE_OK);
        assert_true(RemoveDirectoryW(wide));
        free(wide);
    }
}

static void a_file_is_replaced_while_it_is_open_for_reading_or_left_whole(void **state)
{
    const Folder *folder = *state;
    write_text(folder->file, "old", FILE_OK);
    FILE *open = fopen(folder->file, "rb");
    assert_non_null(open);
    FileOutput *output;
    assert_int_equal(tum_file_output_open(folder->file, NULL, &output), FILE_OK);
    tum_file_output_write(output, "new", 3);
    const FileResult result = tum_file_output_commit(output);
    fclose(open);
    // The C library's fopen forbids others to delete the file: Windows may refuse, and then leaves
    // the old one.
    assert_true(result == FILE_OK || result == FILE_DENIED);
    assert_file(folder->file, result == FILE_OK ? "new" : "old");
    assert_int_equal(list_folder(folder, false), 1);
}

static void a_large_file_is_read_and_may_be_replaced_while_its_bytes_are_used(void **state)
{
    const Folder *folder = *state;
    enum { COUNT = 100000 };
    static char text[COUNT + 1];
    memset(text, 'a', COUNT);
    write_text(folder->file, text, FILE_OK);
    FileBytes bytes;
    assert_int_equal(tum_file_map(folder->file, FILE_ANY, 1, COUNT, NULL, &bytes), FILE_OK);
    assert_false(bytes.is_mapped);
    write_text(folder->file, "new", FILE_OK);
    assert_memory_equal(bytes.data, text, COUNT);
    tum_file_bytes_free(&bytes, NULL);
}

static void a_read_only_file_is_not_replaced(void **state)
{
    const Folder *folder = *state;
    write_text(folder->file, "old", FILE_OK);
    assert_int_equal(chmod(folder->file, 0444), 0);
    write_text(folder->file, "new", FILE_DENIED);
    assert_file(folder->file, "old");
    assert_int_equal(chmod(folder->file, 0666), 0);
}

static void devices_and_folders_are_no_plain_files(void **state)
{
    const Folder *folder = *state;
    FileBytes bytes;
    assert_int_equal(tum_file_read(folder->path, FILE_ANY, 100, NULL, &bytes), FILE_FOLDER);
    assert_int_equal(tum_file_read("NUL", FILE_PLAIN, 100, NULL, &bytes), FILE_NOT_PLAIN);
    write_text("NUL", "discarded", FILE_OK);
    assert_int_equal(tum_file_read("-", FILE_PLAIN, 100, NULL, &bytes), FILE_MISSING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(names_are_utf8),
        IN_FOLDER(a_name_that_is_no_utf8_is_no_path),
        IN_FOLDER(paths_may_be_longer_than_260_characters),
        IN_FOLDER(a_file_is_replaced_while_it_is_open_for_reading_or_left_whole),
        IN_FOLDER(a_large_file_is_read_and_may_be_replaced_while_its_bytes_are_used),
        IN_FOLDER(a_read_only_file_is_not_replaced),
        IN_FOLDER(devices_and_folders_are_no_plain_files),
    };
    return cmocka_run_group_tests_name("file_windows", tests, NULL, NULL);
}
