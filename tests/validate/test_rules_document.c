// SPDX-License-Identifier: MIT
// Rules of the core document that no table can say.
#include "tests/validate/validating.h"

static void the_least_version_is_no_newer_than_the_own(void **state)
{
    (void)state;
    assert_finds("{'asset': {'version': '2.0', 'minVersion': '2.1'}}",
                 "ASSET_MIN_VERSION_GREATER_THAN_VERSION 0 /asset/minVersion");
    assert_finds("{'asset': {'version': '2.0', 'minVersion': 'two'}}",
                 "PATTERN_MISMATCH 0 /asset/minVersion");
    assert_clean("{'asset': {'version': '2.0', 'minVersion': '2.0'}}");
}

static void extensions_are_declared_known_and_in_their_place(void **state)
{
    (void)state;
    assert_finds(START "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {}}}]}",
                 "UNDECLARED_EXTENSION 0 " KHR_NODE_0);
    assert_finds(START "'extensionsUsed': ['EX_unheard_of'], 'nodes': [{'extras': {}}]}",
                 "UNSUPPORTED_EXTENSION 2 /extensionsUsed/0");
    assert_finds(START "'extensionsUsed': ['EX_unheard_of'], 'extensionsRequired': "
                       "['EX_unheard_of'], 'nodes': [{'extras': {}}]}",
                 "UNSUPPORTED_EXTENSION 0 /extensionsRequired/0");
    assert_finds(START KHR_USED "'extensionsRequired': ['KHR_texture_basisu'], 'nodes': "
                                "[{'extras': {}}]}",
                 "UNUSED_EXTENSION_REQUIRED 0 /extensionsRequired/0");
    assert_finds(START "'extensionsRequired': ['KHR_texture_basisu'], 'nodes': [{'extras': {}}]}",
                 "UNSATISFIED_DEPENDENCY 0 /extensionsRequired");
    assert_finds("{'asset': {'version': '2.0'}, " KHR_USED "'scenes': [{'nodes': [0], "
                 "'extensions': {'KHR_implicit_shapes': {'anything': 1}}}], 'nodes': "
                 "[{'extras': {}}]}",
                 "UNEXPECTED_EXTENSION_OBJECT 0 /scenes/0/extensions/KHR_implicit_shapes");
    // Also where nothing else is looked at.
    assert_finds(START KHR_USED "'nodes': [{'extras': {}}], 'materials': [{'extensions': "
                                "{'KHR_physics_rigid_bodies': {}}}]}",
                 "UNEXPECTED_EXTENSION_OBJECT 0 /materials/0/extensions/KHR_physics_rigid_bodies");
}

static void nodes_have_a_purpose_and_no_needless_matrix(void **state)
{
    (void)state;
    assert_finds(START "'nodes': [{'name': 'nothing'}]}", "NODE_EMPTY 2 /nodes/0");
    assert_finds(START "'nodes': [{'extras': {}, 'matrix': [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, "
                       "0, 0, 1]}]}",
                 "NODE_MATRIX_DEFAULT 2 /nodes/0/matrix");
    assert_finds(START "'nodes': [{'extras': {}, 'weights': [1]}]}",
                 "UNSATISFIED_DEPENDENCY 0 /nodes/0/weights");
}

// A mesh of three accessors' worth: positions, indices, members of the primitive.
#define MESH(accessor, primitive)                                                                  \
    START "'nodes': [{'mesh': 0}], 'accessors': [" accessor "], 'meshes': [{'primitives': "        \
          "[{'attributes': {'POSITION': 0}" primitive "}]}]}"
#define POINTS(count)                                                                              \
    "{'componentType': 5126, 'type': 'VEC3', 'count': " count                                      \
    ", 'min': [0, 0, 0], 'max': [0, 0, 0]}"

static void primitives_fit_their_mode_and_have_bounds(void **state)
{
    (void)state;
    assert_clean(MESH(POINTS("3"), ""));
    assert_finds(MESH(POINTS("4"), ""),
                 "MESH_PRIMITIVE_INCOMPATIBLE_MODE 1 /meshes/0/primitives/0");
    assert_clean(MESH(POINTS("4"), ", 'mode': 5"));
    assert_finds(MESH("{'componentType': 5126, 'type': 'VEC3', 'count': 3}", ""),
                 "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS 0 "
                 "/meshes/0/primitives/0/attributes/POSITION");
    assert_finds(MESH(POINTS("3") ", {'componentType': 5126, 'type': 'SCALAR', 'count': 3}",
                      ", 'indices': 1"),
                 "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT 0 /meshes/0/primitives/0/indices");
}

// Three floats, 1 2 3, as little endian base64: 0000803f 00000040 00004040.
#define FLOATS                                                                                     \
    START "'nodes': [{'extras': {}}], 'buffers': [{'byteLength': 12, 'uri': "                      \
          "'data:application/octet-stream;base64,AACAPwAAAEAAAEBA'}], 'bufferViews': "             \
          "[{'buffer': 0, 'byteLength': 12}], 'accessors': [{'bufferView': 0, 'componentType': "   \
          "5126, 'type': 'SCALAR', "

static void declared_bounds_are_those_of_the_data(void **state)
{
    (void)state;
    assert_finds(FLOATS "'count': 3, 'min': [1], 'max': [3]}]}", "UNUSED_OBJECT 2 /accessors/0");
    assert_finds(FLOATS "'count': 3, 'min': [0.5], 'max': [3]}]}", "UNUSED_OBJECT 2 /accessors/0",
                 "ACCESSOR_MIN_MISMATCH 0 /accessors/0/min/0");
    assert_finds(FLOATS "'count': 2, 'min': [1], 'max': [3]}]}", "UNUSED_OBJECT 2 /accessors/0",
                 "ACCESSOR_MAX_MISMATCH 0 /accessors/0/max/0");
}

static void what_is_misaligned_is_told_once(void **state)
{
    (void)state;
    assert_finds(FLOATS "'count': 2, 'byteOffset': 2, 'min': [7], 'max': [7]}]}",
                 "UNUSED_OBJECT 2 /accessors/0",
                 "ACCESSOR_OFFSET_ALIGNMENT 0 /accessors/0/byteOffset");
}

static void strides_are_short_multiples_of_four(void **state)
{
    (void)state;
#define STRIDE(stride)                                                                             \
    START "'nodes': [{'extras': {}}], 'buffers': [{'byteLength': 12, 'uri': "                      \
          "'data:application/octet-stream;base64,AACAPwAAAEAAAEBA'}], 'bufferViews': "             \
          "[{'buffer': 0, 'byteLength': 12, 'byteStride': " stride "}], 'images': "                \
          "[{'bufferView': 0}]}"
    assert_clean(STRIDE("8"));
    assert_finds(STRIDE("6"), "VALUE_MULTIPLE_OF 0 /bufferViews/0/byteStride");
    assert_finds(STRIDE("16"), "BUFFER_VIEW_TOO_BIG_BYTE_STRIDE 0 /bufferViews/0/byteStride");
    assert_finds(STRIDE("2"), "VALUE_NOT_IN_RANGE 0 /bufferViews/0/byteStride");
}

// Times 1 2 3 and a channel for each member.
#define ANIMATION(node, channels)                                                                  \
    START "'nodes': [{'extras': {}" node "}], 'buffers': [{'byteLength': 12, 'uri': "              \
          "'data:application/octet-stream;base64,AACAPwAAAEAAAEBA'}], 'bufferViews': "             \
          "[{'buffer': 0, 'byteLength': 12}], 'accessors': [{'bufferView': 0, 'componentType': "   \
          "5126, 'type': 'SCALAR', 'count': 1, 'min': [1], 'max': [1]}, {'bufferView': 0, "        \
          "'componentType': 5126, 'type': 'VEC3', 'count': 1}], 'animations': [{'channels': "      \
          "[" channels "], 'samplers': [{'input': 0, 'output': 1}]}]}"
#define SCALE_CHANNEL "{'sampler': 0, 'target': {'node': 0, 'path': 'scale'}}"

static void a_property_is_animated_once_and_not_beside_a_matrix(void **state)
{
    (void)state;
    assert_clean(ANIMATION("", SCALE_CHANNEL));
    assert_finds(ANIMATION("", SCALE_CHANNEL ", " SCALE_CHANNEL),
                 "ANIMATION_DUPLICATE_TARGETS 0 /animations/0/channels/0/target");
    assert_finds(
        ANIMATION(", 'matrix': [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]", SCALE_CHANNEL),
        "ANIMATION_CHANNEL_TARGET_NODE_MATRIX 0 /animations/0/channels/0/target");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_version_is_no_newer_than_the_own),
        cmocka_unit_test(extensions_are_declared_known_and_in_their_place),
        cmocka_unit_test(nodes_have_a_purpose_and_no_needless_matrix),
        cmocka_unit_test(primitives_fit_their_mode_and_have_bounds),
        cmocka_unit_test(declared_bounds_are_those_of_the_data),
        cmocka_unit_test(what_is_misaligned_is_told_once),
        cmocka_unit_test(strides_are_short_multiples_of_four),
        cmocka_unit_test(a_property_is_animated_once_and_not_beside_a_matrix),
    };
    return cmocka_run_group_tests_name("rules_document", tests, NULL, NULL);
}
