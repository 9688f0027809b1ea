// SPDX-License-Identifier: MIT
// Files of POSIX: mapped ones, pipes, devices, links and permissions.
#define _XOPEN_SOURCE 700
#include <sys/stat.h>
#include <unistd.h>

#include "tests/system/put_file.h"

static void a_large_file_is_mapped_and_keeps_what_is_written_to_itself(void **state)
{
    const Folder *folder = *state;
    enum { COUNT = 100000 };
    FILE *file = fopen(folder->file, "wb");
    assert_non_null(file);
    for (int i = 0; i < COUNT; ++i) {
        fputc('a' + i % 26, file);
    }
    fclose(file);
    FileBytes bytes, again;
    assert_int_equal(tum_file_map(folder->file, FILE_ANY, COUNT, COUNT - 1, NULL, &bytes),
                     FILE_TOO_BIG);
    assert_int_equal(tum_file_map(folder->file, FILE_ANY, COUNT, COUNT, NULL, &bytes), FILE_OK);
    assert_true(bytes.is_mapped);
    assert_int_equal(bytes.count, COUNT);
    assert_int_equal(bytes.data[COUNT - 1], 'a' + (COUNT - 1) % 26);
    bytes.data[0] = 'X';
    assert_int_equal(tum_file_read(folder->file, FILE_ANY, COUNT, NULL, &again), FILE_OK);
    assert_false(again.is_mapped);
    assert_int_equal(again.data[0], 'a');
    assert_memory_equal(again.data + 1, bytes.data + 1, COUNT - 1);
    tum_file_bytes_free(&again, NULL);
    tum_file_bytes_free(&bytes, NULL);
    // One byte below the bound.
    assert_int_equal(tum_file_map(folder->file, FILE_ANY, COUNT + 1, COUNT, NULL, &bytes), FILE_OK);
    assert_false(bytes.is_mapped);
    tum_file_bytes_free(&bytes, NULL);
}

static void a_file_that_does_not_tell_its_size_is_read_to_the_limit(void **state)
{
    (void)state;
    FileBytes bytes;
    // Endless.
    assert_int_equal(tum_file_read("/dev/zero", FILE_ANY, 200000, NULL, &bytes), FILE_TOO_BIG);
    // A pipe: 100000 bytes, then its end.
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    static char text[30000];
    memset(text, 'p', sizeof text);
    assert_int_equal(write(ends[1], text, sizeof text), (int)sizeof text);
    close(ends[1]);
    char name[64];
    snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
    assert_int_equal(tum_file_read(name, FILE_ANY, sizeof text, NULL, &bytes), FILE_OK);
    assert_int_equal(bytes.count, sizeof text);
    tum_file_bytes_free(&bytes, NULL);
    close(ends[0]);
}

static void what_is_no_plain_file_is_refused_where_a_document_names_it(void **state)
{
    const Folder *folder = *state;
    FileBytes bytes;
    assert_int_equal(tum_file_read(folder->path, FILE_ANY, 100, NULL, &bytes), FILE_FOLDER);
    assert_int_equal(tum_file_read("/dev/zero", FILE_PLAIN, 100, NULL, &bytes), FILE_NOT_PLAIN);
    // Opening a pipe without a writer must not wait for one.
    assert_int_equal(mkfifo(folder->file, 0600), 0);
    assert_int_equal(tum_file_read(folder->file, FILE_PLAIN, 100, NULL, &bytes), FILE_NOT_PLAIN);
    assert_int_equal(tum_file_read("-", FILE_PLAIN, 100, NULL, &bytes), FILE_MISSING);
}

static void a_replaced_file_keeps_its_permissions(void **state)
{
    const Folder *folder = *state;
    put_file(folder->file, "old");
    assert_int_equal(chmod(folder->file, 0640), 0);
    FileOutput *output;
    assert_int_equal(tum_file_output_open(folder->file, NULL, &output), FILE_OK);
    assert_int_equal(tum_file_output_commit(output), FILE_OK);
    struct stat about;
    assert_int_equal(stat(folder->file, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
}

static void behind_a_link_the_goal_is_replaced_and_the_link_stays(void **state)
{
    const Folder *folder = *state;
    char link_path[128];
    snprintf(link_path, sizeof link_path, "%s/link", folder->path);
    put_file(folder->file, "old");
    assert_int_equal(symlink("file", link_path), 0);
    FileOutput *output;
    assert_int_equal(tum_file_output_open(link_path, NULL, &output), FILE_OK);
    tum_file_output_write(output, "new", 3);
    assert_int_equal(tum_file_output_commit(output), FILE_OK);
    struct stat about;
    assert_int_equal(lstat(link_path, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_file(folder->file, "new");
}

static void a_full_device_is_noticed(void **state)
{
    (void)state;
    FileOutput *output;
    if (tum_file_output_open("/dev/full", NULL, &output) != FILE_OK) {
        skip(); // Only Linux has one.
    }
    // What is larger than the buffer is written at once.
    static const char much[1 << 20];
    assert_int_equal(tum_file_output_write(output, much, sizeof much), FILE_FULL);
    assert_int_equal(tum_file_output_write(output, "x", 1), FILE_FULL);
    assert_int_equal(tum_file_output_commit(output), FILE_FULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_large_file_is_mapped_and_keeps_what_is_written_to_itself),
        IN_FOLDER(a_file_that_does_not_tell_its_size_is_read_to_the_limit),
        IN_FOLDER(what_is_no_plain_file_is_refused_where_a_document_names_it),
        IN_FOLDER(a_replaced_file_keeps_its_permissions),
        IN_FOLDER(behind_a_link_the_goal_is_replaced_and_the_link_stays),
        IN_FOLDER(a_full_device_is_noticed),
    };
    return cmocka_run_group_tests_name("file_posix", tests, NULL, NULL);
}
