// SPDX-License-Identifier: MIT
// test_source.c: places of expectations: a file that is named, one beside the asset, or its scene.
#include <string.h>

#include "system/file.h"
#include "system/folder.h"
#include "system/path.h"
#include "test_settings.h"

const char *test_choice_of_velocity_space(size_t index)
{
    static const char *const names[] = {"world", "node"};
    return index < sizeof names / sizeof *names ? names[index] : NULL;
}

static TumStatus read_file(TestRun *test, const char *path)
{
    FileBytes bytes;
    const FileResult result = tum_file_read(path, FILE_ANY, TUM_MAX_FILE_BYTES, NULL, &bytes);
    if (result != FILE_OK) {
        console_error(test->console, "%s: %s", path, tum_file_result_text(result));
        test->is_told = true;
        return tum_file_result_status(result);
    }
    const TumStatus status =
        tum_expectations_read(bytes.count > 0 ? (const void *)bytes.data : "", bytes.count, path,
                              test->document, test->scene, NULL, &test->expectations, test->report);
    tum_file_bytes_free(&bytes, NULL);
    test->place = path;
    return status;
}

// "props/crate.glb" as "props/crate.expect.json". @return false where the path is too long.
bool test_sidecar(const char *file, char *path, size_t room)
{
    const char *extension = tum_path_extension(file);
    size_t length = strlen(file);
    length -= extension[0] != '\0' ? strlen(extension) + 1 : 0;
    return snprintf(path, room, "%.*s.expect.json", (int)length, file) < (int)room;
}

TumStatus test_read_expectations(TestRun *test)
{
    FileAbout about;
    if (test->settings->expect != NULL) {
        return read_file(test, test->settings->expect);
    }
    if (strcmp(test->file, "-") != 0 &&
        test_sidecar(test->file, test->place_text, sizeof test->place_text) &&
        tum_file_about(test->place_text, &about) == FILE_OK) {
        return read_file(test, test->place_text);
    }
    const TumStatus status = tum_expectations_read_extras(test->document, test->scene, NULL,
                                                          &test->expectations, test->report);
    test->place = test->expectations != NULL ? "extras of the scene" : "";
    return status;
}
