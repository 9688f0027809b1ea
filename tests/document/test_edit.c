// SPDX-License-Identifier: MIT
// Edits add what they are told and leave the rest alone.
#include "document/edit.h"
#include "document/edit_data.h"
#include "document/edit_extension.h"

#include "document/accessor.h"
#include "document/node.h"
#include "tests/document/opened.h"

#define HEAD "{\"asset\":{\"version\":\"2.0\"}"

static void assert_text(const TumDocument *document, const char *expected)
{
    char *text = text_of(document);
    assert_string_equal(text, expected);
    free(text);
}

static void members_are_set_in_place_or_last_and_removed(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD ",\"nodes\":[{\"name\":\"a\",\"extras\":{\"x\":1,\"y\":2}}]}");
    TumDocument *document = opened.document;
    const Cursor root = tum_cursor_root(document, NULL);
    const Cursor nodes = tum_cursor_member(&root, "nodes");
    const Cursor node = tum_cursor_item(&nodes, 0);
    const Cursor extras = tum_cursor_member(&node, "extras");
    const double numbers[] = {0.1, -2, 3};
    assert_int_equal(tum_edit_set_number(document, &extras, "x", 7), TUM_OK);
    assert_int_equal(tum_edit_set_numbers(document, &node, "translation", numbers, 3), TUM_OK);
    // The cursor tells the place, even though the value has moved.
    assert_int_equal(tum_edit_set_boolean(document, &extras, "z", true), TUM_OK);
    assert_int_equal(tum_edit_set_text(document, &extras, "t", "\"q\""), TUM_OK);
    tum_edit_remove(document, &extras, "y");
    tum_edit_remove(document, &extras, "not there");
    assert_text(document, HEAD ",\"nodes\":[{\"name\":\"a\",\"extras\":{\"x\":7,\"z\":true,"
                               "\"t\":\"\\\"q\\\"\"},\"translation\":[0.1,-2,3]}]}");
    const Cursor list = tum_cursor_member(&extras, "list");
    assert_int_equal(tum_edit_set_array(document, &extras, "list"), TUM_OK);
    assert_int_equal(tum_edit_add_number(document, &list, 1), TUM_OK);
    assert_int_equal(tum_edit_add_text(document, &list, "two"), TUM_OK);
    assert_int_equal(tum_edit_add_object(document, &list), TUM_OK);
    assert_int_equal(tum_edit_set_array(document, &extras, "list"), TUM_OK);
    const Cursor third = tum_cursor_item(&list, 2);
    assert_int_equal(tum_edit_set_object(document, &third, "o"), TUM_OK);
    assert_int_equal(tum_edit_set_number(document, &list, "x", 1), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_edit_set_number(document, &extras, "x", (double)INFINITY),
                     TUM_ERROR_ARGUMENT);
    assert_text(document, HEAD ",\"nodes\":[{\"name\":\"a\",\"extras\":{\"x\":7,\"z\":true,"
                               "\"t\":\"\\\"q\\\"\",\"list\":[1,\"two\",{\"o\":{}}]},"
                               "\"translation\":[0.1,-2,3]}]}");
    close_document(&opened);
}

static void an_extension_is_removed_everywhere(void **state)
{
    (void)state;
    Opened opened = open_text(
        HEAD ",\"extensionsUsed\":[\"A\",\"B\"],\"extensionsRequired\":[\"A\"],\"nodes\":["
             "{\"extensions\":{\"A\":{}}},{\"extensions\":{\"A\":{},\"B\":{}},\"extras\":{"
             "\"extensions\":{\"A\":1}}},{\"extensions\":{}}],\"extensions\":{\"A\":[{"
             "\"extensions\":{\"A\":{}}}]}}");
    tum_edit_remove_extension(opened.document, "A");
    assert_text(opened.document,
                HEAD ",\"extensionsUsed\":[\"B\"],\"nodes\":[{},{\"extensions\":{\"B\":{}},"
                     "\"extras\":{\"extensions\":{\"A\":1}}},{\"extensions\":{}}]}");
    tum_edit_remove_extension(opened.document, "B");
    tum_edit_remove_extension(opened.document, "C");
    assert_text(opened.document, HEAD ",\"nodes\":[{},{\"extras\":{\"extensions\":{\"A\":1}}},"
                                      "{\"extensions\":{}}]}");
    close_document(&opened);
}

static void an_extension_is_declared_once(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD "}");
    assert_int_equal(tum_edit_declare_extension(opened.document, "A", false), TUM_OK);
    assert_int_equal(tum_edit_declare_extension(opened.document, "A", true), TUM_OK);
    assert_text(opened.document,
                HEAD ",\"extensionsUsed\":[\"A\"],\"extensionsRequired\":[\"A\"]}");
    close_document(&opened);
}

static void a_matrix_gives_way_to_translation_rotation_and_scale(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD ",\"nodes\":[{\"matrix\":[2,0,0,0,0,2,0,0,0,0,2,0,1,2,3,1]}]}");
    const DocumentNode *node = tum_document_node(opened.document, 0);
    assert_int_equal(tum_edit_set_transform(opened.document, 0, node->local->translation,
                                            node->local->rotation, node->local->scale),
                     TUM_OK);
    assert_text(opened.document, HEAD ",\"nodes\":[{\"translation\":[1,2,3],\"rotation\":[0,0,0,1],"
                                      "\"scale\":[2,2,2]}]}");
    assert_int_equal(tum_edit_set_transform(opened.document, 1, node->local->translation,
                                            node->local->rotation, node->local->scale),
                     TUM_ERROR_ARGUMENT);
    close_document(&opened);
}

static void floats_get_an_accessor_with_bounds(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD "}");
    const float values[] = {0.1f, 5, -3, 2, -0.7f, 9};
    int32_t index = -1;
    assert_int_equal(tum_edit_add_floats(opened.document, values, 2, 3, &index), TUM_OK);
    assert_int_equal(index, 0);
    Accessor accessor;
    double read[6];
    assert_true(tum_accessor_open(opened.document, index, &accessor, opened.report));
    tum_accessor_read(&accessor, 0, 2, read);
    for (int i = 0; i < 6; ++i) {
        assert_near(read[i], (double)values[i], 0);
    }
    // 24 bytes of base64: 0.1f is cd cc cc 3d.
    assert_text(opened.document,
                HEAD ",\"buffers\":[{\"byteLength\":24,\"uri\":\"data:application/octet-stream;"
                     "base64,zczMPQAAoEAAAEDAAAAAQDMzM78AABBB\"}],\"bufferViews\":[{\"buffer\":0,"
                     "\"byteOffset\":0,\"byteLength\":24}],\"accessors\":[{\"bufferView\":0,"
                     "\"componentType\":5126,\"count\":2,\"type\":\"VEC3\",\"min\":[0.1,-0.7,-3],"
                     "\"max\":[2,5,9]}]}");
    const float nan = NAN;
    assert_int_equal(tum_edit_add_floats(opened.document, &nan, 1, 1, NULL), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_edit_add_floats(opened.document, values, 1, 5, NULL), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_edit_add_floats(opened.document, values, 0, 3, NULL), TUM_ERROR_ARGUMENT);
    close_document(&opened);
}

static void bytes_are_appended_to_the_chunk_of_a_binary_file(void **state)
{
    (void)state;
    Opened opened = open_with("abcde", 5, "\"bufferViews\":[{\"buffer\":0,\"byteLength\":5}]");
    int32_t index = -1;
    assert_int_equal(tum_edit_add_view(opened.document, "xyz", 3, &index), TUM_OK);
    assert_int_equal(index, 1);
    void *bytes = NULL;
    size_t count = 0;
    assert_int_equal(tum_document_write(opened.document, NULL, &bytes, &count, NULL), TUM_OK);
    GlbChunks chunks;
    assert_true(tum_glb_read(bytes, count, "", &chunks, NULL));
    // At a multiple of 4, behind zeros.
    assert_memory_equal(chunks.bin, "abcde\0\0\0xyz\0", 12);
    Opened again = open_bytes(bytes, count);
    assert_no_errors(again.report);
    assert_text(again.document,
                HEAD ",\"buffers\":[{\"byteLength\":11,\"uri\":\"data:application/octet-stream;"
                     "base64,YWJjZGUAAAB4eXo=\"}],\"bufferViews\":[{\"buffer\":0,"
                     "\"byteLength\":5},{\"buffer\":0,\"byteOffset\":8,\"byteLength\":3}]}");
    close_document(&again);
    tum_document_free_bytes(opened.document, bytes, count);
    close_document(&opened);
}

static void bytes_leave_the_buffers_of_a_text_file_alone(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD ",\"buffers\":[{\"uri\":\"data:application/octet-stream;base64,"
                                   "YQ==\",\"byteLength\":1}]}");
    assert_int_equal(tum_edit_add_view(opened.document, "xy", 2, NULL), TUM_OK);
    assert_int_equal(tum_edit_add_view(opened.document, "z", 1, NULL), TUM_OK);
    assert_text(opened.document,
                HEAD ",\"buffers\":[{\"uri\":\"data:application/octet-stream;base64,YQ==\","
                     "\"byteLength\":1},{\"byteLength\":5,\"uri\":\"data:application/octet-stream;"
                     "base64,eHkAAHo=\"}],\"bufferViews\":[{\"buffer\":1,\"byteOffset\":0,"
                     "\"byteLength\":2},{\"buffer\":1,\"byteOffset\":4,\"byteLength\":1}]}");
    close_document(&opened);
}

static void an_animation_reads_back_as_it_was_added(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD ",\"nodes\":[{},{}]}");
    const float times[] = {0, 0.5f, 2}, other[] = {0, 1};
    const float positions[] = {0, 0, 0, 1, 2, 3, 4, 5, 6};
    const float turns[] = {0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0};
    const float weights[] = {0, 0.25f, 1, 0.75f};
    const EditChannel channels[] = {{.node = 0,
                                     .path = ANIMATION_TRANSLATION,
                                     .interpolation = ANIMATION_LINEAR,
                                     .key_count = 3,
                                     .width = 3,
                                     .times = times,
                                     .values = positions},
                                    {.node = 0,
                                     .path = ANIMATION_ROTATION,
                                     .interpolation = ANIMATION_LINEAR,
                                     .key_count = 3,
                                     .width = 4,
                                     .times = times,
                                     .values = turns},
                                    {.node = 1,
                                     .path = ANIMATION_WEIGHTS,
                                     .interpolation = ANIMATION_STEP,
                                     .key_count = 2,
                                     .width = 2,
                                     .times = other,
                                     .values = weights}};
    int32_t index = -1;
    assert_int_equal(tum_edit_add_animation(opened.document, "Physics", channels, 3, &index),
                     TUM_OK);
    assert_int_equal(index, 0);
    Arena arena = {0};
    Animation animation;
    assert_true(tum_animation_read(opened.document, 0, &arena, &animation, opened.report));
    assert_no_errors(opened.report);
    assert_string_equal(animation.name, "Physics");
    assert_int_equal(animation.channel_count, 3);
    for (size_t i = 0; i < 3; ++i) {
        const AnimationChannel *channel = &animation.channels[i];
        assert_int_equal(channel->path, channels[i].path);
        assert_int_equal(channel->interpolation, channels[i].interpolation);
        assert_int_equal(channel->key_count, channels[i].key_count);
        assert_int_equal(channel->width, channels[i].width);
        for (size_t k = 0; k < channel->key_count; ++k) {
            assert_near(channel->times[k], (double)channels[i].times[k], 0);
        }
        for (size_t k = 0; k < channel->key_count * channel->width; ++k) {
            assert_near(channel->values[k], (double)channels[i].values[k], 0);
        }
    }
    // Three outputs, and two inputs for three channels: equal times are written once.
    assert_int_equal(tum_cursor_root_count(opened.document, "accessors"), 5);
    tum_arena_clear(&arena);
    close_document(&opened);
}

static void a_wrong_animation_is_not_added(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD ",\"nodes\":[{}]}");
    const float times[] = {0, 0}, values[] = {0, 0, 0, 1, 1, 1};
    EditChannel channel = {.node = 0,
                           .path = ANIMATION_TRANSLATION,
                           .key_count = 2,
                           .width = 3,
                           .times = times,
                           .values = values};
    assert_int_equal(tum_edit_add_animation(opened.document, NULL, &channel, 1, NULL),
                     TUM_ERROR_ARGUMENT);
    channel.key_count = 1;
    channel.node = 1;
    assert_int_equal(tum_edit_add_animation(opened.document, NULL, &channel, 1, NULL),
                     TUM_ERROR_ARGUMENT);
    channel.node = 0;
    assert_int_equal(tum_edit_add_animation(opened.document, NULL, &channel, 0, NULL),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_cursor_root_count(opened.document, "animations"), 0);
    assert_int_equal(tum_edit_add_animation(opened.document, NULL, &channel, 1, NULL), TUM_OK);
    close_document(&opened);
}

static void a_document_with_something_else_in_the_place_is_left_alone(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD ",\"buffers\":{},\"nodes\":[{}]}");
    const float value = 1;
    assert_int_equal(tum_edit_add_floats(opened.document, &value, 1, 1, NULL), TUM_ERROR_INPUT);
    assert_text(opened.document, HEAD ",\"buffers\":{},\"nodes\":[{}]}");
    close_document(&opened);
}

static void running_out_of_memory_leaves_a_document_that_can_be_saved(void **state)
{
    (void)state;
    const float times[] = {0, 1}, values[] = {0, 0, 0, 1, 1, 1};
    const EditChannel channel = {.node = 0,
                                 .path = ANIMATION_TRANSLATION,
                                 .key_count = 2,
                                 .width = 3,
                                 .times = times,
                                 .values = values};
    const char text[] = HEAD ",\"nodes\":[{}]}";
    bool is_done = false;
    for (size_t allowed = 0; !is_done; ++allowed) {
        Counting counting;
        TumDocument *document = NULL;
        const TumDocumentOptions options = {.allocator = counting_allocator(&counting)};
        assert_int_equal(tum_document_read(text, strlen(text), &options, &document, NULL), TUM_OK);
        counting.fail_after = allowed;
        TumStatus status = TUM_OK;
        // Often enough to need new memory of every kind.
        for (int i = 0; i < 20 && status == TUM_OK; ++i) {
            status = tum_edit_add_animation(document, "A", &channel, 1, NULL);
        }
        assert_true(status == TUM_OK || status == TUM_ERROR_MEMORY);
        is_done = status == TUM_OK;
        counting.fail_after = SIZE_MAX;
        char *saved = text_of(document);
        Opened again = open_text(saved);
        assert_int_equal(again.status, TUM_OK);
        close_document(&again);
        free(saved);
        tum_document_destroy(document);
        assert_int_equal(counting.blocks, 0);
        assert_true(allowed < 1000);
    }
}

static void a_new_node_comes_last_and_is_listed_where_it_is_told(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD ",\"scene\":1,\"scenes\":[{},{\"nodes\":[0]}],\"nodes\":[{}]}");
    int32_t index = -1;
    assert_int_equal(tum_edit_add_node(opened.document, 0, "child", &index), TUM_OK);
    assert_int_equal(index, 1);
    assert_int_equal(tum_edit_add_node(opened.document, EDIT_ROOT, NULL, &index), TUM_OK);
    assert_int_equal(tum_edit_add_node(opened.document, EDIT_NOWHERE, "store", NULL), TUM_OK);
    assert_text(opened.document, HEAD ",\"scene\":1,\"scenes\":[{},{\"nodes\":[0,2]}],\"nodes\":["
                                      "{\"children\":[1]},{\"name\":\"child\"},{},"
                                      "{\"name\":\"store\"}]}");
    close_document(&opened);
}

static void a_node_moves_to_the_root_of_the_active_scene(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD ",\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"children\":[1,2]},"
                                   "{},{}]}");
    assert_int_equal(tum_edit_move_to_root(opened.document, 1, 0), TUM_OK);
    assert_text(opened.document, HEAD ",\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":["
                                      "{\"children\":[2]},{},{}]}");
    // The last child takes the list with it.
    assert_int_equal(tum_edit_move_to_root(opened.document, 2, 0), TUM_OK);
    assert_text(opened.document, HEAD ",\"scenes\":[{\"nodes\":[0,1,2]}],\"nodes\":[{},{},{}]}");
    close_document(&opened);
}

static void a_new_mesh_is_one_primitive_of_triangles(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD "}");
    const float points[9] = {0, 0, 0, 1, 0, 0, 0, 2, 0};
    const uint32_t triangle[3] = {0, 1, 2};
    int32_t mesh = -1;
    assert_int_equal(tum_edit_add_mesh(opened.document, "m", points, 3, triangle, 1, &mesh),
                     TUM_OK);
    assert_int_equal(mesh, 0);
    char *text = text_of(opened.document);
    assert_non_null(strstr(text, "\"meshes\":[{\"name\":\"m\",\"primitives\":[{\"attributes\":{"
                                 "\"POSITION\":0},\"indices\":1}]}]"));
    assert_non_null(strstr(text, "\"min\":[0,0,0],\"max\":[1,2,0]"));
    free(text);
    close_document(&opened);
}

static void a_value_of_another_document_is_copied_whole(void **state)
{
    (void)state;
    Opened from = open_text(HEAD ",\"extras\":{\"a\":[1,{\"b\":\"c\"}]}}");
    Opened to = open_text(HEAD "}");
    const Cursor source = tum_cursor_root(from.document, NULL);
    const Cursor extras = tum_cursor_member(&source, "extras");
    const Cursor missing = tum_cursor_member(&source, "x");
    const Cursor root = tum_cursor_root(to.document, NULL);
    assert_int_equal(tum_edit_set_copy(to.document, &root, "extras", &extras), TUM_OK);
    assert_int_equal(tum_edit_set_copy(to.document, &root, "x", &missing), TUM_ERROR_ARGUMENT);
    close_document(&from);
    assert_text(to.document, HEAD ",\"extras\":{\"a\":[1,{\"b\":\"c\"}]}}");
    close_document(&to);
}

static void indices_of_what_is_not_there_do_not_name_what_comes(void **state)
{
    (void)state;
    Opened opened =
        open_text(HEAD ",\"scenes\":[{\"nodes\":[0,7]}],\"nodes\":[{\"children\":[1,2,-1]},"
                       "{\"children\":[2],\"mesh\":0}]}");
    tum_edit_drop_unresolved(opened.document);
    assert_int_equal(tum_edit_add_node(opened.document, 1, NULL, NULL), TUM_OK);
    assert_text(opened.document,
                HEAD ",\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"children\":[1]},{"
                     "\"children\":[2]},{}]}");
    close_document(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_set_in_place_or_last_and_removed),
        cmocka_unit_test(an_extension_is_removed_everywhere),
        cmocka_unit_test(an_extension_is_declared_once),
        cmocka_unit_test(a_matrix_gives_way_to_translation_rotation_and_scale),
        cmocka_unit_test(floats_get_an_accessor_with_bounds),
        cmocka_unit_test(bytes_are_appended_to_the_chunk_of_a_binary_file),
        cmocka_unit_test(bytes_leave_the_buffers_of_a_text_file_alone),
        cmocka_unit_test(an_animation_reads_back_as_it_was_added),
        cmocka_unit_test(a_wrong_animation_is_not_added),
        cmocka_unit_test(a_document_with_something_else_in_the_place_is_left_alone),
        cmocka_unit_test(running_out_of_memory_leaves_a_document_that_can_be_saved),
        cmocka_unit_test(a_new_node_comes_last_and_is_listed_where_it_is_told),
        cmocka_unit_test(a_node_moves_to_the_root_of_the_active_scene),
        cmocka_unit_test(a_new_mesh_is_one_primitive_of_triangles),
        cmocka_unit_test(indices_of_what_is_not_there_do_not_name_what_comes),
        cmocka_unit_test(a_value_of_another_document_is_copied_whole),
    };
    return cmocka_run_group_tests_name("edit", tests, NULL, NULL);
}
