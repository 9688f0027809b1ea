// SPDX-License-Identifier: MIT
// test_record.c: expectations that a file meets now, written into a copy of it or beside it.
#include <string.h>

#include "output.h"
#include "system/path.h"
#include "test_settings.h"

// Fails after a message.
static TumStatus tell(TestRun *test, const char *path, FileResult result)
{
    if (result != FILE_OK) {
        console_error(test->console, "%s: %s", path, tum_file_result_text(result));
        test->is_told = true;
    }
    return tum_file_result_status(result);
}

static TumStatus write_text(TestRun *test, const char *path, const char *json, size_t count)
{
    Output output = {0};
    FileResult result = output_open(&output, path);
    if (result == FILE_OK) {
        (void)output_write(&output, json, count);
        (void)output_write(&output, "\n", 1);
        result = output_commit(&output);
    }
    return tell(test, path, result);
}

static TumStatus write_scene(TestRun *test, const char *path, const char *json, size_t count)
{
    const TumSaveOptions save = {.embed = strcmp(path, "-") == 0};
    TumStatus status = tum_expectations_write_extras(test->document, json, count, test->report);
    return status == TUM_OK ? output_save(test->document, path, save, test->report) : status;
}

static TumStatus write_out(TestRun *test, const char *json, size_t count)
{
    char beside[TEST_PLACE_BYTES];
    const char *path = test->settings->output;
    if (path == NULL) {
        if (strcmp(test->file, "-") == 0 || !test_sidecar(test->file, beside, sizeof beside)) {
            console_error(test->console, "%s: -o OUT says where to write", test->file);
            test->is_told = true;
            return TUM_ERROR_FILE;
        }
        path = beside;
    }
    const TumStatus status = tum_path_has_extension(path, "json")
                                 ? write_text(test, path, json, count)
                                 : write_scene(test, path, json, count);
    if (status == TUM_OK && strcmp(path, "-") != 0) {
        console_note(test->console, "%s: expectations of %s", path, test->file);
    }
    return status;
}

TumStatus test_record(TestRun *test)
{
    const TestSettings *settings = test->settings;
    const TumRecordOptions recording = {.duration = settings->duration,
                                        .rates = settings->rates.count > 0 ? settings->rates.value
                                                                           : NULL,
                                        .rate_count = settings->rates.count};
    TumOwnEngine own = {
        .scene = test->scene, .def = test_world_def(settings), .report = test->report};
    const TumEngine engine = tum_own_engine(&own);
    char *json = NULL;
    size_t count = 0;
    TumStatus status =
        tum_expectations_record(test->document, test->scene, &recording, &engine, &json, &count);
    if (status == TUM_OK) {
        status = write_out(test, json, count);
    }
    tum_expectations_free_text(json, count);
    return status;
}
