// SPDX-License-Identifier: MIT
// Rules about bytes: what accessors, meshes and animations make of them.
#include "tests/validate/validating.h"

// A triangle of floats, 36 bytes, and what is behind it, base64 of a multiple of 3 bytes.
#define TRIANGLE "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"
#define BUFFER(length, bytes)                                                                      \
    "'buffers': [{'byteLength': " length ", 'uri': 'data:application/octet-stream;base64," bytes   \
    "'}]"
#define POSITIONS                                                                                  \
    "{'bufferView': 0, 'componentType': 5126, 'count': 3, 'type': 'VEC3', 'min': [0, 0, 0], "      \
    "'max': [1, 1, 0]}"

// The triangle, drawn with indices: the last three bytes.
#define INDEXED(view, accessor, indices)                                                           \
    START "'nodes': [{'mesh': 0}], 'meshes': [{'primitives': [{'attributes': {'POSITION': 0}, "    \
          "'indices': 1}]}], 'accessors': [" POSITIONS ", {'bufferView': 1, 'count': 3, " accessor \
          "}], 'bufferViews': [{'buffer': 0, 'byteLength': 36}, {'buffer': 0, 'byteOffset': 36, "  \
          "'byteLength': 3" view "}], " BUFFER("39", TRIANGLE indices) "}"
#define BYTES "'componentType': 5121, 'type': 'SCALAR'"
#define INDICES "/meshes/0/primitives/0/indices"

static void indices_lead_to_vertices_of_every_mesh(void **state)
{
    (void)state;
    assert_clean(INDEXED("", BYTES, "AAEC")); // 0 1 2
    assert_finds(INDEXED("", BYTES, "AAED"), "ACCESSOR_INDEX_OOB 0 " INDICES);
    assert_finds(INDEXED("", BYTES, "AAH/"), "ACCESSOR_INDEX_PRIMITIVE_RESTART 0 " INDICES);
}

static void indices_are_single_unsigned_integers_side_by_side(void **state)
{
    (void)state;
    assert_finds(INDEXED("", "'componentType': 5120, 'type': 'SCALAR'", "AAEC"),
                 "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT 0 " INDICES);
    assert_finds(INDEXED(", 'byteStride': 4", BYTES, "AAEC"),
                 "MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE 0 " INDICES,
                 "BUFFER_VIEW_TOO_BIG_BYTE_STRIDE 0 /bufferViews/1/byteStride",
                 "ACCESSOR_TOO_LONG 0 /accessors/1/byteOffset");
    assert_finds(INDEXED("", BYTES ", 'normalized': 1", "AAEC"),
                 "TYPE_MISMATCH 0 /accessors/1/normalized");
}

// Positions with more members of their accessor, and more of the mesh.
#define DRAWN(members, primitive, mesh, node)                                                      \
    START "'nodes': [{'mesh': 0" node "}], 'meshes': [{'primitives': [{'attributes': "             \
          "{'POSITION': 0}" primitive "}]" mesh "}], 'accessors': [{'bufferView': 0, "             \
          "'componentType': 5126, 'count': 3, 'type': 'VEC3', " members                            \
          "}], 'bufferViews': [{'buffer': 0, 'byteLength': 36}], " BUFFER("36", TRIANGLE) "}"
#define BOUNDS "'min': [0, 0, 0], 'max': [1, 1, 0]"

static void bounds_are_those_of_the_data(void **state)
{
    (void)state;
    assert_clean(DRAWN(BOUNDS, "", "", ""));
    assert_finds(DRAWN("'min': [0, -0.5, 0], 'max': [1, 1, 2]", "", "", ""),
                 "ACCESSOR_MIN_MISMATCH 0 /accessors/0/min/1",
                 "ACCESSOR_MAX_MISMATCH 0 /accessors/0/max/2");
    assert_finds(DRAWN("'min': [0, 0], 'max': [1, 1, 0]", "", "", ""),
                 "ARRAY_LENGTH_NOT_IN_LIST 0 /accessors/0/min");
    assert_finds(DRAWN("'min': [0, 0, 0]", "", "", ""),
                 "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS 0 "
                 "/meshes/0/primitives/0/attributes/POSITION");
    assert_finds(DRAWN(BOUNDS ", 'normalized': true", "", "", ""),
                 "ACCESSOR_NORMALIZED_INVALID 0 /accessors/0/normalized");
}

static void morph_targets_are_counted(void **state)
{
    (void)state;
    assert_clean(DRAWN(BOUNDS, ", 'targets': [{'POSITION': 0}]", "", ", 'weights': [1]"));
    assert_finds(DRAWN(BOUNDS, "", "", ", 'weights': [1]"),
                 "NODE_WEIGHTS_INVALID 0 /nodes/0/weights");
    assert_finds(
        DRAWN(BOUNDS, "}, {'attributes': {'POSITION': 0}, 'targets': [{'POSITION': 0}]", "", ""),
        "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT 0 /meshes/0/primitives/1/targets");
}

static void attributes_have_one_length(void **state)
{
    (void)state;
    assert_finds(
        START "'nodes': [{'mesh': 0}], 'meshes': [{'primitives': [{'attributes': "
              "{'POSITION': 0, 'NORMAL': 1}}]}], 'accessors': [" POSITIONS
              ", {'bufferView': 0, 'componentType': 5126, 'count': 2, 'type': 'VEC3'}], "
              "'bufferViews': [{'buffer': 0, 'byteLength': 36}], " BUFFER("36", TRIANGLE) "}",
        "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT 0 /meshes/0/primitives/0/attributes/NORMAL");
}

// Animation: times 0 and 1, 8 bytes, and 24 bytes of values, two places or three halves.
#define MOVED(times, times_members, output, path, interpolation, bytes)                            \
    START                                                                                          \
    "'nodes': [{'extras': {}}], 'animations': [{'channels': [{'sampler': 0, 'target': {'node': "   \
    "0, 'path': '" path "'}}], 'samplers': [{'input': 0, 'output': 1" interpolation                \
    "}]}], 'accessors': [{'bufferView': 0, 'componentType': 5126, 'type': 'SCALAR', 'count': "     \
    "2" times_members "}, {'bufferView': 1, 'componentType': 5126, " output                        \
    "}], 'bufferViews': [{'buffer': 0, 'byteLength': 8}, {'buffer': 1, 'byteLength': "             \
    "32}], 'buffers': [{'byteLength': 8, 'uri': 'data:application/octet-stream;base64," times      \
    "'}, {'byteLength': 32, 'uri': 'data:application/octet-stream;base64," bytes "'}]}"
#define FROM_0_TO_1 ", 'min': [0], 'max': [1]"
#define ZEROS "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
#define TURNS "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8=" // identity, twice
#define PLACES "'type': 'VEC3', 'count': 2"
#define ROTATIONS "'type': 'VEC4', 'count': 2"
#define SAMPLER "/animations/0/channels/0/sampler"

static void times_rise_from_zero_and_are_bounded(void **state)
{
    (void)state;
    assert_clean(MOVED("AAAAAAAAgD8=", FROM_0_TO_1, PLACES, "translation", "", ZEROS));
    assert_finds(
        MOVED("AAAAAAAAgD8=", "", PLACES, "translation", "", ZEROS),
        "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS 0 /animations/0/samplers/0/input");
    assert_finds(
        MOVED("AACAvwAAgD8=", ", 'min': [-1], 'max': [1]", PLACES, "translation", "", ZEROS),
        "ACCESSOR_ANIMATION_INPUT_NEGATIVE 0 /animations/0/samplers/0/input");
    assert_finds(
        MOVED("AACAPwAAgD8=", ", 'min': [1], 'max': [1]", PLACES, "translation", "", ZEROS),
        "ACCESSOR_ANIMATION_INPUT_NON_INCREASING 0 /animations/0/samplers/0/input");
}

static void values_fit_the_property_and_the_times(void **state)
{
    (void)state;
    assert_clean(MOVED("AAAAAAAAgD8=", FROM_0_TO_1, ROTATIONS, "rotation", "", TURNS));
    assert_finds(MOVED("AAAAAAAAgD8=", FROM_0_TO_1, ROTATIONS, "rotation", "", ZEROS),
                 "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION 0 " SAMPLER);
    assert_finds(MOVED("AAAAAAAAgD8=", FROM_0_TO_1, ROTATIONS, "translation", "", TURNS),
                 "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT 0 " SAMPLER);
    assert_finds(MOVED("AAAAAAAAgD8=", FROM_0_TO_1, PLACES, "translation",
                       ", 'interpolation': 'CUBICSPLINE'", ZEROS),
                 "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT 0 " SAMPLER);
    assert_finds(MOVED("AAAAAAAAgD8=", FROM_0_TO_1, PLACES, "translation",
                       ", 'interpolation': 'SMOOTH'", ZEROS),
                 "VALUE_NOT_IN_LIST 1 /animations/0/samplers/0/interpolation");
}

// 60000 bytes, named by 40 accessors: 2.4 million numbers. A little over a million and eight times
// the buffer are read (tum_check_budget), so that no small file takes long.
static void bytes_that_are_named_too_often_are_not_all_checked(void **state)
{
    (void)state;
    enum { BYTES_OF_BUFFER = 60000, BASE64 = BYTES_OF_BUFFER / 3 * 4, ACCESSORS = 40 };
    const size_t room = BASE64 + 8192;
    char *text = malloc(room);
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, room, "{'asset': {'version': '2.0'}, 'accessors': [");
    for (int i = 0; i < ACCESSORS; ++i) {
        used += (size_t)snprintf(text + used, room - used,
                                 "%s{'bufferView': 0, 'componentType': 5121, 'type': 'SCALAR', "
                                 "'count': 60000}",
                                 i > 0 ? ", " : "");
    }
    used +=
        (size_t)snprintf(text + used, room - used,
                         "], 'bufferViews': [{'buffer': 0, 'byteLength': 60000}], 'buffers': "
                         "[{'byteLength': 60000, 'uri': 'data:application/octet-stream;base64,");
    memset(text + used, 'A', BASE64);
    snprintf(text + used + BASE64, room - used - BASE64, "'}]}");
    TumReport *report = validated(text);
    // 1048576 + 8 * 60000 numbers are 25 readings of the buffer and a half.
    assert_true(report_has(report, "CAPACITY_EXCEEDED", "/accessors/25"));
    assert_int_equal(tum_report_count_of(report, TUM_SEVERITY_ERROR), 0);
    tum_report_destroy(report);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(indices_lead_to_vertices_of_every_mesh),
        cmocka_unit_test(indices_are_single_unsigned_integers_side_by_side),
        cmocka_unit_test(bounds_are_those_of_the_data),
        cmocka_unit_test(morph_targets_are_counted),
        cmocka_unit_test(attributes_have_one_length),
        cmocka_unit_test(times_rise_from_zero_and_are_bounded),
        cmocka_unit_test(values_fit_the_property_and_the_times),
        cmocka_unit_test(bytes_that_are_named_too_often_are_not_all_checked),
    };
    return cmocka_run_group_tests_name("rules_data", tests, NULL, NULL);
}
