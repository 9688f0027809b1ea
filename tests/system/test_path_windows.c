// SPDX-License-Identifier: MIT
// Paths of a document on Windows: those inside its folder are found, all others refused.
#include "system/path.h"

#include "system/folder.h"
#include "tests/system/put_file.h"

// "d/a.bin" and "d/sub/b.bin" in the folder, and a neighbor "data/c.bin" whose name begins alike.
static int make_home(void **state)
{
    if (make_folder(state) != 0) {
        return -1;
    }
    const Folder *folder = *state;
    static const char *const names[] = {"d",       "d/sub",       "data",
                                        "d/a.bin", "d/sub/b.bin", "data/c.bin"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char path[160];
        snprintf(path, sizeof path, "%s/%s", folder->path, names[i]);
        if (i < 3) {
            test_folder_add(path);
        } else {
            put_file(path, "x");
        }
    }
    return 0;
}

static int remove_home(void **state)
{
    const Folder *folder = *state;
    static const char *const names[] = {"d/sub", "d", "data"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char path[160];
        snprintf(path, sizeof path, "%s/%s", folder->path, names[i]);
        test_folder_list(path, true);
        rmdir(path);
    }
    return remove_folder(state);
}

static FileResult judge(const Folder *folder, const char *relative)
{
    char inner[160], *resolved;
    snprintf(inner, sizeof inner, "%s/d", folder->path);
    const FileResult result = tum_path_inside(inner, relative, strlen(relative), NULL, &resolved);
    assert_true((resolved != NULL) == (result == FILE_OK));
    tum_path_free(resolved, NULL);
    return result;
}

static void files_inside_are_found(void **state)
{
    const char *const spellings[] = {"a.bin", "sub/b.bin", "./sub//b.bin", "SUB/B.bin"};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; ++i) {
        assert_int_equal(judge(*state, spellings[i]), FILE_OK);
    }
}

// Devices are found in every folder, with any extension ("Naming Files, Paths, and Namespaces",
// Microsoft Learn).
static void ways_out_are_refused(void **state)
{
    const char *const ways[] = {"../data/c.bin", "..\\data\\c.bin", "sub\\b.bin",  "C:a.bin",
                                "C:/a.bin",      "//server/a.bin",  "sub/a.bin:b", "sub/C:a.bin",
                                "NUL",           "nul.bin",         "sub/con",     "aux.a.b",
                                "COM1",          "lpt9.txt",        "COM\xc2\xb9", "a.bin.",
                                "a.bin ",        "sub./b.bin",      "NUL .bin"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; ++i) {
        if (judge(*state, ways[i]) != FILE_OUTSIDE) {
            fail_msg("\"%s\" was let through", ways[i]);
        }
    }
    // These only begin like devices.
    assert_int_equal(judge(*state, "null.bin"), FILE_MISSING);
    assert_int_equal(judge(*state, "COM"), FILE_MISSING);
    assert_int_equal(judge(*state, "COM10"), FILE_MISSING);
    assert_int_equal(judge(*state, "console"), FILE_MISSING);
}

static void steps_of_a_users_path_end_at_either_slash(void **state)
{
    (void)state;
    assert_int_equal(tum_path_folder_bytes("a\\b/c.gltf"), 3);
    assert_int_equal(tum_path_folder_bytes("a/b\\c.gltf"), 3);
    assert_string_equal(tum_path_name("a/b\\c.gltf"), "c.gltf");
    assert_string_equal(tum_path_extension("a.b\\c"), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_inside_are_found, make_home, remove_home),
        cmocka_unit_test_setup_teardown(ways_out_are_refused, make_home, remove_home),
        cmocka_unit_test(steps_of_a_users_path_end_at_either_slash),
    };
    return cmocka_run_group_tests_name("path_windows", tests, NULL, NULL);
}
