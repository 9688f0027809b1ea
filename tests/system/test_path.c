// SPDX-License-Identifier: MIT
// Paths by their text alone.
#include "system/path.h"

#include "tests/support/support.h"

static void paths_have_folder_name_and_extension(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        size_t folder;
        const char *name, *extension;
    } rows[] = {
        {"a/b.gltf", 1, "b.gltf", "gltf"},
        {"b.GLB", 0, "b.GLB", "GLB"},
        {"/b.gltf", 1, "b.gltf", "gltf"},
        {"a.b/c", 3, "c", ""},
        {"a/b/c.tar.gz", 3, "c.tar.gz", "gz"},
        {"", 0, "", ""},
        {"a/", 1, "", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        assert_int_equal(tum_path_folder_bytes(rows[i].path), rows[i].folder);
        assert_string_equal(tum_path_name(rows[i].path), rows[i].name);
        assert_string_equal(tum_path_extension(rows[i].path), rows[i].extension);
    }
    assert_true(tum_path_has_extension("x/a.GlB", "glb"));
    assert_false(tum_path_has_extension("a.glbx", "glb"));
    assert_false(tum_path_has_extension("a.gl", "glb"));
    assert_false(tum_path_has_extension("glb", "glb"));
}

static void assert_plain(const char *path, FileResult expected, const char *plain)
{
    char *found;
    assert_int_equal(tum_path_plain(path, strlen(path), NULL, &found), expected);
    if (plain != NULL) {
        assert_string_equal(found, plain);
    } else {
        assert_null(found);
    }
    tum_path_free(found, NULL);
}

static void a_path_by_its_text_alone_loses_steps_that_stay(void **state)
{
    (void)state;
    assert_plain("a.bin", FILE_OK, "a.bin");
    assert_plain("./sub//./b.bin", FILE_OK, "sub/b.bin");
    assert_plain("...", FILE_OK, "...");
    assert_plain("sub/C:b", FILE_OK, "sub/C:b");
    assert_plain("./C:b", FILE_OUTSIDE, NULL);
    assert_plain("sub/../b", FILE_OUTSIDE, NULL);
    assert_plain("/b", FILE_OUTSIDE, NULL);
    assert_plain("sub/", FILE_BAD_PATH, NULL);
    assert_plain("./.", FILE_BAD_PATH, NULL);
    assert_plain("", FILE_BAD_PATH, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_by_its_text_alone_loses_steps_that_stay),
        cmocka_unit_test(paths_have_folder_name_and_extension),
    };
    return cmocka_run_group_tests_name("path", tests, NULL, NULL);
}
