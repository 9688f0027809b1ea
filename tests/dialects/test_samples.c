// SPDX-License-Identifier: MIT
// The published samples and tests of the KHR line and its MSFT ancestors, all revisions: everything
// in them is found, and nothing in them is called an error. Counts are those of the files' JSON.
#include <dirent.h>

#include "tests/dialects/reading.h"

#define ASSETS "../shared/assets/"

typedef struct Expected {
    const char *file, *dialects;
    size_t bodies, colliders, triggers, joints;
} Expected;

static const Expected expected[] = {
    {"khr-samples-2023-08/Filtering/Filtering.gltf", "K1", 4, 10, 0, 0},
    {"khr-samples-2023-08/JointTypes/JointTypes.gltf", "K1", 12, 16, 0, 9},
    {"khr-samples-2024-02/Filtering/Filtering.gltf", "K2", 4, 10, 0, 0},
    {"khr-samples-2024-02/JointTypes/JointTypes.gltf", "K2", 12, 16, 0, 9},
    {"khr-samples-2024-02/Materials_Friction/Materials_Friction.gltf", "K2", 2, 3, 0, 0},
    {"khr-samples-2024-02/ShapeTypes/ShapeTypes.gltf", "K2", 9, 14, 2, 0},
    {"khr-samples-2024-02/Triggers/Triggers.gltf", "K2", 1, 2, 4, 0},
    {"khr-samples-2024-07/Filtering/Filtering.gltf", "K5", 4, 10, 0, 0},
    {"khr-samples-2024-07/JointTypes/JointTypes.gltf", "K5", 2, 3, 0, 1},
    {"khr-samples-2024-10/Filtering/Filtering.gltf", "K6", 4, 10, 0, 0},
    {"khr-samples/Filtering/Filtering.gltf", "K6", 4, 10, 0, 0},
    {"khr-samples/Filtering/Filtering.glb", "K6", 4, 10, 0, 0},
    {"khr-samples/JointTypes/JointTypes.gltf", "K6", 14, 20, 0, 11},
    {"khr-samples/Materials_Friction/Materials_Friction.gltf", "K6", 2, 3, 0, 0},
    {"khr-samples/ShapeTypes/ShapeTypes.gltf", "K6", 9, 14, 2, 0},
    {"khr-samples/Triggers/Triggers.gltf", "K6", 1, 2, 3, 0},
    {"msft-samples-2022-10/Physics/CompoundMaterial.gltf", "M0", 12, 12, 0, 0},
    {"msft-samples-2022-10/Physics/SimpleConstraint.gltf", "M0", 11, 11, 0, 5},
    {"msft-samples-2023-07/Materials_Friction/Materials_Friction.gltf", "M3", 2, 3, 0, 0},
};

static Reading open_file(const char *path)
{
    Reading reading = {.report = tum_report_create(NULL)};
    if (tum_document_open(path, NULL, &reading.document, reading.report) == TUM_OK) {
        reading.status = tum_scene_read(reading.document, NULL, &reading.scene, reading.report);
    }
    return reading;
}

// Skips the test by name where the assets are not at hand.
static void need_assets(void)
{
    DIR *folder = opendir(ASSETS);
    if (folder == NULL) {
        print_message("skipped: %s is not there\n", ASSETS);
        skip();
    }
    closedir(folder);
}

static void samples_hold_what_their_json_says(void **state)
{
    (void)state;
    need_assets();
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        char path[256];
        snprintf(path, sizeof path, ASSETS "%s", expected[i].file);

        Reading reading = open_file(path);
        assert_non_null(reading.scene);
        assert_no_errors(reading.report);
        assert_string_equal(reading.scene->dialects, expected[i].dialects);
        assert_int_equal(reading.scene->body_count, expected[i].bodies);
        assert_int_equal(reading.scene->collider_count, expected[i].colliders);
        assert_int_equal(reading.scene->trigger_count, expected[i].triggers);
        assert_int_equal(reading.scene->joint_count, expected[i].joints);
        reading_end(&reading);
    }
}

static size_t read_folder(const char *folder, const char *prefix)
{
    DIR *entries = opendir(folder);
    assert_non_null(entries);
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        const char *end = strrchr(entry->d_name, '.');
        if (end == NULL || strncmp(entry->d_name, prefix, strlen(prefix)) != 0 ||
            (strcmp(end, ".gltf") != 0 && strcmp(end, ".glb") != 0)) {
            continue;
        }
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        Reading reading = open_file(path);
        if (reading.scene == NULL || tum_report_count_of(reading.report, TUM_SEVERITY_ERROR) > 0) {
            print_error("%s\n", path);
        }
        assert_non_null(reading.scene);
        assert_no_errors(reading.report);
        reading_end(&reading);
        ++count;
    }
    closedir(entries);
    return count;
}

static void the_official_tests_are_read_without_errors(void **state)
{
    (void)state;
    need_assets();
    static const char *const folders[] = {"ColliderTypeMatrix", "CollisionFilter", "Joint",
                                          "Materials", "MotionProperties"};
    size_t count = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i) {
        char folder[256];
        snprintf(folder, sizeof folder, ASSETS "khr-tests/RigidBodies_%s", folders[i]);
        count += read_folder(folder, "RigidBodies_");
    }
    assert_true(count >= 32);
}

static void files_called_right_are_read_without_errors(void **state)
{
    (void)state;
    need_assets();
    assert_true(read_folder("../shared/spec/invalid", "ok-k") >= 8);
    assert_true(read_folder("../shared/spec/invalid", "ok-m") >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_hold_what_their_json_says),
        cmocka_unit_test(the_official_tests_are_read_without_errors),
        cmocka_unit_test(files_called_right_are_read_without_errors),
    };
    return cmocka_run_group_tests_name("samples", tests, NULL, NULL);
}
