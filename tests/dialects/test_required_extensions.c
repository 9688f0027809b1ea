// SPDX-License-Identifier: MIT
// extensionsRequired: docs/dialects.md#what-every-reader-does.
#include "tests/dialects/asset.h"
#include "tests/dialects/reading.h"

static Reading read_requiring(const char *names)
{
    char members[1024];
    snprintf(members, sizeof members, "'extensionsRequired': %s, 'nodes': [{}]", names);
    return read_members(1, members);
}

// OMI-BODY-7, OMI-SHAPE-9, OMI-JOINT-12, OMI-GRAVITY-9.
static void what_we_read_and_what_is_registered_may_be_required(void **state)
{
    (void)state;
    Reading reading = read_requiring("['KHR_physics_rigid_bodies', 'KHR_implicit_shapes', "
                                     "'KHR_collision_shapes', 'KHR_texture_basisu', "
                                     "'KHR_lights_punctual', 'EXT_mesh_gpu_instancing', "
                                     "'KHR_mesh_quantization', 'MPEG_media']");
    assert_int_equal(reading.status, TUM_OK);
    assert_no_errors(reading.report);
    assert_non_null(reading.scene);
    reading_end(&reading);
}

static void an_unknown_name_refuses_the_document(void **state)
{
    (void)state;
    Reading reading = read_requiring("['KHR_lights_punctual', 'ACME_antigravity']");
    assert_int_equal(reading.status, TUM_ERROR_INPUT);
    assert_null(reading.scene);
    assert_found(&reading, "UNSUPPORTED_EXTENSION", TUM_SEVERITY_ERROR, "/extensionsRequired/1");
    reading_end(&reading);
}

static void a_list_of_wrong_types_refuses_nothing(void **state)
{
    (void)state;
    Reading reading = read_requiring("[3]");
    assert_int_equal(reading.status, TUM_OK);
    assert_found(&reading, "ARRAY_TYPE_MISMATCH", TUM_SEVERITY_ERROR, "/extensionsRequired/0");
    reading_end(&reading);
    reading = read_requiring("'KHR_lights_punctual'");
    assert_int_equal(reading.status, TUM_OK);
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, "/extensionsRequired");
    reading_end(&reading);
}

// Mesh 0 is a triangle; primitives may have extensions.
static Reading read_compressed(const char *required, const char *primitive, const char *node)
{
    static const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static char members[24576];
    static Asset asset;
    asset = (Asset){0};
    const int points = asset_floats(&asset, corners, 3, 3);
    snprintf(
        members, sizeof members,
        "%s 'nodes': [{%s}], %s, 'meshes': [{'primitives': [{'attributes': {'POSITION': %d}%s}]}]",
        required, node, asset_text(&asset), points, primitive);
    return read_members(1, members);
}

#define DRACO ", 'extensions': {'KHR_draco_mesh_compression': {}}"
#define COLLIDER                                                                                   \
    "'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'mesh': 0}}}}"

static void a_compressed_mesh_stops_only_who_needs_it(void **state)
{
    (void)state;
    static const char required[] = "'extensionsRequired': ['KHR_draco_mesh_compression'],";
    Reading reading = read_compressed(required, DRACO, COLLIDER);
    assert_int_equal(reading.status, TUM_ERROR_INPUT);
    assert_found(&reading, "UNSUPPORTED_EXTENSION", TUM_SEVERITY_ERROR, "/extensionsRequired/0");
    reading_end(&reading);
    // For looks alone.
    reading = read_compressed(required, DRACO, "'mesh': 0");
    assert_int_equal(reading.status, TUM_OK);
    reading_end(&reading);
    // Another mesh is compressed.
    reading = read_compressed(required, "", COLLIDER);
    assert_int_equal(reading.status, TUM_OK);
    assert_int_equal(reading.scene->collider_count, 1);
    reading_end(&reading);
    // Not required, so the accessors are a fallback.
    reading = read_compressed("", DRACO, COLLIDER);
    assert_int_equal(reading.status, TUM_OK);
    assert_int_equal(reading.scene->collider_count, 1);
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_we_read_and_what_is_registered_may_be_required),
        cmocka_unit_test(an_unknown_name_refuses_the_document),
        cmocka_unit_test(a_list_of_wrong_types_refuses_nothing),
        cmocka_unit_test(a_compressed_mesh_stops_only_who_needs_it),
    };
    return cmocka_run_group_tests_name("required extensions", tests, NULL, NULL);
}
