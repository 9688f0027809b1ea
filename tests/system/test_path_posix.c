// SPDX-License-Identifier: MIT
// Paths of a document on POSIX: those inside its folder are found, all others refused.
#define _XOPEN_SOURCE 700
#include "system/path.h"

#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/support.h"

// A home with a document's folder "d", a neighbor "data" whose name begins alike, and links:
//
//     secret              d/a.bin   d/sub/b.bin   data/c.bin
//     d/in → sub/b.bin    d/out → ../secret       d/up → ..     d/ring → ring
static int make_home(void **state)
{
    char *home = calloc(1, 64);
    strcpy(home, "/tmp/tumble-path-XXXXXX");
    if (mkdtemp(home) == NULL || chdir(home) != 0) {
        return -1;
    }
    int bad = mkdir("d", 0700) | mkdir("d/sub", 0700) | mkdir("data", 0700);
    const char *const files[] = {"secret", "d/a.bin", "d/sub/b.bin", "data/c.bin", "d/x y%20.bin"};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        FILE *file = fopen(files[i], "wb");
        bad |= file == NULL || fclose(file) != 0;
    }
    bad |= symlink("sub/b.bin", "d/in") | symlink("../secret", "d/out") | symlink("..", "d/up") |
           symlink("ring", "d/ring");
    *state = home;
    return bad;
}

static int remove_home(void **state)
{
    const char *const names[] = {"d/in",         "d/out",   "d/up",        "d/ring",
                                 "secret",       "d/a.bin", "d/sub/b.bin", "data/c.bin",
                                 "d/x y%20.bin", "d/sub",   "d",           "data"};
    int bad = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        bad |= remove(names[i]);
    }
    bad |= chdir("/") | rmdir(*state);
    free(*state);
    return bad;
}

static FileResult judge(const char *folder, const char *relative)
{
    char *resolved;
    const FileResult result = tum_path_inside(folder, relative, strlen(relative), NULL, &resolved);
    assert_true((resolved != NULL) == (result == FILE_OK));
    tum_path_free(resolved, NULL);
    return result;
}

static void files_inside_are_found(void **state)
{
    const char *home = *state;
    char *resolved, *real_home = realpath(home, NULL), expected[160];
    snprintf(expected, sizeof expected, "%s/d/sub/b.bin", real_home);
    const char *const spellings[] = {"sub/b.bin", "./sub/b.bin", "sub//b.bin", "sub/./b.bin", "in"};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; ++i) {
        assert_int_equal(tum_path_inside("d", spellings[i], strlen(spellings[i]), NULL, &resolved),
                         FILE_OK);
        assert_string_equal(resolved, expected);
        tum_path_free(resolved, NULL);
    }
    assert_int_equal(judge("d", "x y%20.bin"), FILE_OK);
    assert_int_equal(judge("d/", "a.bin"), FILE_OK);
    assert_int_equal(judge("", "d/a.bin"), FILE_OK);
    assert_int_equal(judge("/", "tmp"), FILE_OK);
    free(real_home);
}

static void ways_out_are_refused(void **state)
{
    const char *home = *state;
    char absolute[128];
    snprintf(absolute, sizeof absolute, "%s/d/a.bin", home);
    assert_int_equal(judge("d", absolute), FILE_OUTSIDE);
    const char *const ways[] = {
        "../secret",  "..",         "sub/../../secret", "sub/../a.bin",  "/etc/passwd",
        "..\\secret", "sub\\b.bin", "file:a.bin",       "C:a.bin",       "C:/a.bin",
        "http://a/b", "out",        "up/secret",        "up/data/c.bin", "a\nb",
        "sub/.."};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; ++i) {
        if (judge("d", ways[i]) != FILE_OUTSIDE) {
            fail_msg("\"%s\" was let through", ways[i]);
        }
    }
}

// "…/data" begins with "…/d", and is not in it.
static void a_folder_whose_name_begins_alike_is_outside(void **state)
{
    (void)state;
    assert_int_equal(symlink("../data/c.bin", "d/alike"), 0);
    assert_int_equal(judge("d", "alike"), FILE_OUTSIDE);
    assert_int_equal(remove("d/alike"), 0);
    // The folder itself is no file in it.
    assert_int_equal(judge("d", "."), FILE_OUTSIDE);
}

static void names_that_are_none_are_told_apart_from_missing_files(void **state)
{
    (void)state;
    assert_int_equal(judge("d", ""), FILE_BAD_PATH);
    assert_int_equal(judge("d", "\xff"), FILE_BAD_PATH);
    assert_int_equal(judge("d", "ring"), FILE_BAD_PATH);
    assert_int_equal(judge("d", "none.bin"), FILE_MISSING);
    assert_int_equal(judge("d", "a.bin/b"), FILE_MISSING);
    assert_int_equal(judge("none", "a.bin"), FILE_MISSING);
    char *resolved;
    assert_int_equal(tum_path_inside("d", "a.bin\0x", 7, NULL, &resolved), FILE_BAD_PATH);
    static char long_name[5000];
    memset(long_name, 'a', sizeof long_name - 1);
    assert_int_equal(judge("d", long_name), FILE_BAD_PATH);
}

static void memory_that_is_not_there_is_told(void **state)
{
    (void)state;
    for (size_t fail_after = 0; fail_after < 2; ++fail_after) {
        Counting counting;
        const TumAllocator allocator = counting_allocator(&counting);
        counting.fail_after = fail_after;
        char *resolved;
        assert_int_equal(tum_path_inside("d", "a.bin", 5, &allocator, &resolved), FILE_MEMORY);
        assert_int_equal(counting.bytes, 0);
    }
}

#define AT_HOME(test) cmocka_unit_test_setup_teardown(test, make_home, remove_home)

int main(void)
{
    const struct CMUnitTest tests[] = {
        AT_HOME(files_inside_are_found),
        AT_HOME(ways_out_are_refused),
        AT_HOME(a_folder_whose_name_begins_alike_is_outside),
        AT_HOME(names_that_are_none_are_told_apart_from_missing_files),
        AT_HOME(memory_that_is_not_there_is_told),
    };
    return cmocka_run_group_tests_name("path_posix", tests, NULL, NULL);
}
