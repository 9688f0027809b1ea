// SPDX-License-Identifier: MIT
// Files: read whole or refused, replaced whole or left alone, and never left behind.
#include "system/file.h"

#include "tests/system/put_file.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_file_is_read_whole_in_one_block_of_its_size),
        IN_FOLDER(an_empty_file_is_no_failure),
        IN_FOLDER(a_file_beyond_the_limit_is_refused_before_it_is_read),
        IN_FOLDER(failures_have_names),
        IN_FOLDER(output_appears_on_commit_and_not_before),
        IN_FOLDER(output_larger_than_the_buffer_is_complete),
        IN_FOLDER(a_target_that_cannot_be_is_told_at_once),
        IN_FOLDER(a_discarded_output_leaves_all_as_it_was),
        IN_FOLDER(a_watch_knows_the_temporary_file_as_long_as_it_stands),
    };
    return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
