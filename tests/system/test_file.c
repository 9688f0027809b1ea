// SPDX-License-Identifier: MIT
// Files: read whole or refused, replaced whole or left alone, and never left behind.
#define _XOPEN_SOURCE 700
#include "system/file.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/support.h"

/// A folder of its own for each test, and a path in it.
typedef struct Folder {
    char path[64];
    char file[128];
} Folder;

static int make_folder(void **state)
{
    Folder *folder = calloc(1, sizeof *folder);
    strcpy(folder->path, "/tmp/tumble-test-XXXXXX");
    if (mkdtemp(folder->path) == NULL) {
        return -1;
    }
    snprintf(folder->file, sizeof folder->file, "%s/file", folder->path);
    *state = folder;
    return 0;
}

// Names in the folder; removed, too, where `removes`.
static int list_folder(const Folder *folder, bool removes)
{
    int count = 0;
    DIR *listing = opendir(folder->path);
    for (struct dirent *entry = readdir(listing); entry != NULL; entry = readdir(listing)) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
            continue;
        }
        ++count;
        if (removes) {
            char path[512];
            snprintf(path, sizeof path, "%s/%s", folder->path, entry->d_name);
            remove(path);
        }
    }
    closedir(listing);
    return count;
}

static int remove_folder(void **state)
{
    Folder *folder = *state;
    list_folder(folder, true);
    const int result = rmdir(folder->path);
    free(folder);
    return result;
}

static void put_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void assert_file(const char *path, const char *expected)
{
    FileBytes bytes;
    assert_int_equal(tum_file_read(path, FILE_PLAIN, 1000000, NULL, &bytes), FILE_OK);
    assert_int_equal(bytes.count, strlen(expected));
    assert_memory_equal(bytes.data, expected, bytes.count);
    tum_file_bytes_free(&bytes, NULL);
}

static void a_file_is_read_whole_in_one_block_of_its_size(void **state)
{
    const Folder *folder = *state;
    put_file(folder->file, "twelve bytes");
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    FileBytes bytes;
    assert_int_equal(tum_file_read(folder->file, FILE_ANY, 12, &allocator, &bytes), FILE_OK);
    assert_int_equal(bytes.count, 12);
    assert_int_equal(bytes.capacity, 12);
    assert_memory_equal(bytes.data, "twelve bytes", 12);
    assert_int_equal(counting.allocations, 1);
    tum_file_bytes_free(&bytes, &allocator);
    assert_int_equal(counting.bytes, 0);
}

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

static void an_empty_file_is_no_failure(void **state)
{
    const Folder *folder = *state;
    put_file(folder->file, "");
    assert_file(folder->file, "");
}

static void a_file_beyond_the_limit_is_refused_before_it_is_read(void **state)
{
    const Folder *folder = *state;
    put_file(folder->file, "twelve bytes");
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    FileBytes bytes;
    assert_int_equal(tum_file_read(folder->file, FILE_ANY, 11, &allocator, &bytes), FILE_TOO_BIG);
    assert_int_equal(counting.allocations, 0);
    assert_null(bytes.data);
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

static void failures_have_names(void **state)
{
    const Folder *folder = *state;
    FileBytes bytes;
    assert_int_equal(tum_file_read(folder->file, FILE_ANY, 100, NULL, &bytes), FILE_MISSING);
    assert_int_equal(tum_file_read("", FILE_ANY, 100, NULL, &bytes), FILE_MISSING);
    put_file(folder->file, "x");
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    counting.fail_after = 0;
    assert_int_equal(tum_file_read(folder->file, FILE_ANY, 100, &allocator, &bytes), FILE_MEMORY);
    for (int i = FILE_OK; i <= FILE_FAILED; ++i) {
        assert_string_not_equal(tum_file_result_text((FileResult)i), "unknown");
    }
    assert_int_equal(tum_file_result_status(FILE_OK), TUM_OK);
    assert_int_equal(tum_file_result_status(FILE_MEMORY), TUM_ERROR_MEMORY);
    assert_int_equal(tum_file_result_status(FILE_TOO_BIG), TUM_ERROR_CAPACITY);
    assert_int_equal(tum_file_result_status(FILE_MISSING), TUM_ERROR_FILE);
}

static void output_appears_on_commit_and_not_before(void **state)
{
    const Folder *folder = *state;
    put_file(folder->file, "old");
    FileOutput *output;
    assert_int_equal(tum_file_output_open(folder->file, NULL, &output), FILE_OK);
    assert_int_equal(tum_file_output_write(output, "new", 3), FILE_OK);
    assert_file(folder->file, "old");
    assert_int_equal(list_folder(folder, false), 2);
    assert_int_equal(tum_file_output_commit(output), FILE_OK);
    assert_file(folder->file, "new");
    assert_int_equal(list_folder(folder, false), 1);
}

static void output_larger_than_the_buffer_is_complete(void **state)
{
    const Folder *folder = *state;
    FileOutput *output;
    assert_int_equal(tum_file_output_open(folder->file, NULL, &output), FILE_OK);
    enum { PIECES = 40, PIECE = 10007 };
    static char piece[PIECE], expected[PIECES * PIECE + 1];
    for (int i = 0; i < PIECES; ++i) {
        memset(piece, 'a' + i % 26, sizeof piece);
        memcpy(expected + i * PIECE, piece, sizeof piece);
        assert_int_equal(tum_file_output_write(output, piece, sizeof piece), FILE_OK);
    }
    assert_int_equal(tum_file_output_commit(output), FILE_OK);
    assert_file(folder->file, expected);
    // One piece larger than any buffer, past it.
    assert_int_equal(tum_file_output_open(folder->file, NULL, &output), FILE_OK);
    assert_int_equal(tum_file_output_write(output, "!", 1), FILE_OK);
    assert_int_equal(tum_file_output_write(output, expected + 1, sizeof expected - 2), FILE_OK);
    assert_int_equal(tum_file_output_commit(output), FILE_OK);
    expected[0] = '!';
    assert_file(folder->file, expected);
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

static void a_target_that_cannot_be_is_told_at_once(void **state)
{
    const Folder *folder = *state;
    FileOutput *output;
    char below[160];
    snprintf(below, sizeof below, "%s/none/file", folder->path);
    assert_int_equal(tum_file_output_open(below, NULL, &output), FILE_MISSING);
    assert_null(output);
    assert_int_equal(tum_file_output_open(folder->path, NULL, &output), FILE_FOLDER);
    for (size_t fail_after = 0; fail_after < 3; ++fail_after) {
        Counting counting;
        const TumAllocator allocator = counting_allocator(&counting);
        counting.fail_after = fail_after;
        assert_int_equal(tum_file_output_open(folder->file, &allocator, &output), FILE_MEMORY);
        assert_int_equal(counting.bytes, 0);
    }
    assert_int_equal(list_folder(folder, false), 0);
}

static void a_discarded_output_leaves_all_as_it_was(void **state)
{
    const Folder *folder = *state;
    put_file(folder->file, "old");
    FileOutput *output;
    assert_int_equal(tum_file_output_open(folder->file, NULL, &output), FILE_OK);
    assert_int_equal(tum_file_output_write(output, "new", 3), FILE_OK);
    tum_file_output_discard(output);
    assert_file(folder->file, "old");
    assert_int_equal(list_folder(folder, false), 1);
    tum_file_output_discard(NULL);
}

// The temporary file that stands; "" for none.
static void remember(void *user, const char *temporary, bool exists)
{
    char *standing = user;
    snprintf(standing, 256, "%s", exists ? temporary : "");
}

static void a_watch_knows_the_temporary_file_as_long_as_it_stands(void **state)
{
    const Folder *folder = *state;
    char standing[256] = "";
    for (int i = 0; i < 2; ++i) {
        FileOutput *output;
        assert_int_equal(tum_file_output_open(folder->file, NULL, &output), FILE_OK);
        tum_file_output_watch(output, (FileWatch){remember, standing});
        assert_int_equal(access(standing, F_OK), 0);
        assert_string_not_equal(standing, folder->file);
        if (i == 0) {
            tum_file_output_discard(output);
        } else {
            assert_int_equal(tum_file_output_commit(output), FILE_OK);
        }
        assert_string_equal(standing, "");
    }
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

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_file_is_read_whole_in_one_block_of_its_size),
        IN_FOLDER(a_large_file_is_mapped_and_keeps_what_is_written_to_itself),
        IN_FOLDER(an_empty_file_is_no_failure),
        IN_FOLDER(a_file_beyond_the_limit_is_refused_before_it_is_read),
        IN_FOLDER(a_file_that_does_not_tell_its_size_is_read_to_the_limit),
        IN_FOLDER(what_is_no_plain_file_is_refused_where_a_document_names_it),
        IN_FOLDER(failures_have_names),
        IN_FOLDER(output_appears_on_commit_and_not_before),
        IN_FOLDER(output_larger_than_the_buffer_is_complete),
        IN_FOLDER(a_replaced_file_keeps_its_permissions),
        IN_FOLDER(behind_a_link_the_goal_is_replaced_and_the_link_stays),
        IN_FOLDER(a_target_that_cannot_be_is_told_at_once),
        IN_FOLDER(a_discarded_output_leaves_all_as_it_was),
        IN_FOLDER(a_watch_knows_the_temporary_file_as_long_as_it_stands),
        IN_FOLDER(a_full_device_is_noticed),
    };
    return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
