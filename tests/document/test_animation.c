// SPDX-License-Identifier: MIT
// Animations: what they move, and by which keys.
#include "document/animation.h"

#include "tests/document/opened.h"

/// Times and values of a sampler, and what comes of them.
typedef struct Read {
    Opened opened;
    Arena arena;
    Animation animation;
} Read;

// One channel on node 0: times are the first `keys` floats, values the rest.
static Read read_channel(const float *numbers, size_t keys, size_t values, const char *type,
                         const char *path, const char *interpolation)
{
    char rest[1000];
    const size_t width = strcmp(type, "SCALAR") == 0 ? 1 : strcmp(type, "VEC3") == 0 ? 3 : 4;
    snprintf(rest, sizeof rest,
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%zu},{\"buffer\":0,\"byteOffset\":%zu,"
             "\"byteLength\":%zu}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
             "\"type\":\"SCALAR\",\"count\":%zu},{\"bufferView\":1,\"componentType\":5126,"
             "\"type\":\"%s\",\"count\":%zu}],\"nodes\":[{}],\"animations\":[{\"name\":\"A\","
             "\"samplers\":[{\"input\":0,\"output\":1%s}],\"channels\":[{\"sampler\":0,"
             "\"target\":{\"node\":0,\"path\":\"%s\"}}]}]",
             4 * keys, 4 * keys, 4 * values * width, keys, type, values, interpolation, path);
    Read read = {.opened = open_with(numbers, 4 * (keys + values * width), rest)};
    assert_true(tum_animation_read(read.opened.document, 0, &read.arena, &read.animation,
                                   read.opened.report));
    return read;
}

static void end_read(Read *read)
{
    tum_arena_clear(&read->arena);
    close_document(&read->opened);
}

// The numbers of the first channel are those that were given, in order.
static void assert_numbers_are(const Read *read, const double *found, const float *given,
                               size_t count)
{
    assert_int_equal(read->animation.channel_count, 1);
    for (size_t i = 0; i < count; ++i) {
        assert_near(found[i], (double)given[i], 0);
    }
}

static void a_channel_tells_what_it_moves(void **state)
{
    (void)state;
    const float numbers[] = {0.5f, 2, 1, 2, 3, 5, 6, 7};
    Read read = read_channel(numbers, 2, 2, "VEC3", "translation", "");
    assert_int_equal(tum_animation_count(read.opened.document), 1);
    assert_string_equal(read.animation.name, "A");
    assert_int_equal(read.animation.channel_count, 1);
    assert_int_equal(read.animation.channels[0].node, 0);
    assert_int_equal(read.animation.channels[0].path, ANIMATION_TRANSLATION);
    assert_int_equal(read.animation.channels[0].interpolation, ANIMATION_LINEAR);
    assert_int_equal(read.animation.channels[0].width, 3);
    assert_int_equal(read.animation.channels[0].key_count, 2);
    assert_numbers_are(&read, read.animation.channels[0].times, numbers, 2);
    assert_numbers_are(&read, read.animation.channels[0].values, numbers + 2, 6);
    assert_near(read.animation.begin, 0.5, 0);
    assert_near(read.animation.end, 2, 0);
    end_read(&read);
}

static void splines_have_three_values_a_key(void **state)
{
    (void)state;
    float numbers[2 + 18] = {0, 1};
    for (int i = 0; i < 18; ++i) {
        numbers[2 + i] = (float)i;
    }
    Read read =
        read_channel(numbers, 2, 6, "VEC3", "translation", ",\"interpolation\":\"CUBICSPLINE\"");
    assert_int_equal(read.animation.channels[0].interpolation, ANIMATION_CUBIC_SPLINE);
    assert_int_equal(read.animation.channels[0].key_count, 2);
    assert_numbers_are(&read, read.animation.channels[0].values, numbers + 2, 18);
    end_read(&read);
}

static void steps_are_read_as_steps(void **state)
{
    (void)state;
    const float numbers[] = {1, 7, 8, 9};
    Read read = read_channel(numbers, 1, 1, "VEC3", "scale", ",\"interpolation\":\"STEP\"");
    assert_int_equal(read.animation.channels[0].interpolation, ANIMATION_STEP);
    assert_int_equal(read.animation.channels[0].path, ANIMATION_SCALE);
    assert_numbers_are(&read, read.animation.channels[0].values, numbers + 1, 3);
    end_read(&read);
}

static void weights_have_one_number_per_target(void **state)
{
    (void)state;
    const float numbers[] = {0, 1, 1, 2, 3, 5, 6, 7};
    Read read = read_channel(numbers, 2, 6, "SCALAR", "weights", "");
    assert_int_equal(read.animation.channels[0].width, 3);
    assert_numbers_are(&read, read.animation.channels[0].values, numbers + 2, 6);
    end_read(&read);
}

// The channel is left out, and this is why.
static void assert_left_out(Read read, const char *code, const char *pointer)
{
    assert_int_equal(read.animation.channel_count, 0);
    if (!report_has(read.opened.report, code, pointer)) {
        print_error("no %s at %s\n", code, pointer);
        fail();
    }
    end_read(&read);
}

static void what_cannot_be_read_is_left_out(void **state)
{
    (void)state;
    const float backwards[] = {0, 1, 1, 0, 0, 0, 1, 1, 1, 2, 2, 2};
    assert_left_out(read_channel(backwards, 3, 3, "VEC3", "translation", ""),
                    "ACCESSOR_ANIMATION_INPUT_NON_INCREASING", "/animations/0/samplers/0/input");
    const float short_one[] = {0, 1, 2, 0, 0, 0, 1, 1, 1};
    assert_left_out(read_channel(short_one, 3, 2, "VEC3", "translation", ""),
                    "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT",
                    "/animations/0/channels/0/sampler");
    const float narrow[] = {0, 1, 0, 0, 0, 1, 1, 1};
    assert_left_out(read_channel(narrow, 2, 2, "VEC3", "rotation", ""),
                    "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT",
                    "/animations/0/channels/0/sampler");
    assert_left_out(read_channel(narrow, 2, 2, "VEC3", "color", ""), "VALUE_NOT_IN_LIST",
                    "/animations/0/channels/0/target/path");
    const float nowhere[] = {0, 1, 0, (float)NAN, 0, 1, 1, 1};
    assert_left_out(read_channel(nowhere, 2, 2, "VEC3", "translation", ""),
                    "ACCESSOR_INVALID_FLOAT", "/accessors/1");
    assert_left_out(
        read_channel(narrow, 2, 2, "VEC3", "translation", ",\"interpolation\":\"CUBICSPLINE\""),
        "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT", "/animations/0/channels/0/sampler");
}

static void pointers_to_nodes_are_channels_and_others_stay_text(void **state)
{
    (void)state;
    const float numbers[] = {0, 1, 0, 0, 0, 1, 1, 1};
    Opened opened = open_with(
        numbers, sizeof numbers,
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,"
        "\"byteLength\":24}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
        "\"type\":\"SCALAR\",\"count\":2},{\"bufferView\":1,\"componentType\":5126,\"type\":"
        "\"VEC3\",\"count\":2}],\"nodes\":[{},{}],\"animations\":[{\"samplers\":[{\"input\":0,"
        "\"output\":1}],\"channels\":[{\"sampler\":0,\"target\":{\"path\":\"pointer\","
        "\"extensions\":{\"KHR_animation_pointer\":{\"pointer\":\"/nodes/1/scale\"}}}},"
        "{\"sampler\":0,\"target\":{\"path\":\"pointer\",\"extensions\":{"
        "\"KHR_animation_pointer\":{\"pointer\":\"/materials/0/emissiveFactor\"}}}}]}]");
    Arena arena = {0};
    Animation animation;
    assert_true(tum_animation_read(opened.document, 0, &arena, &animation, opened.report));
    assert_int_equal(animation.channel_count, 2);
    assert_int_equal(animation.channels[0].node, 1);
    assert_int_equal(animation.channels[0].path, ANIMATION_SCALE);
    assert_int_equal(animation.channels[1].node, -1);
    assert_int_equal(animation.channels[1].path, ANIMATION_POINTER);
    assert_string_equal(animation.channels[1].pointer, "/materials/0/emissiveFactor");
    assert_int_equal(animation.channels[1].width, 3);
    // One sampler, read once.
    assert_ptr_equal(animation.channels[0].values, animation.channels[1].values);
    tum_arena_clear(&arena);
    close_document(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_channel_tells_what_it_moves),
        cmocka_unit_test(splines_have_three_values_a_key),
        cmocka_unit_test(steps_are_read_as_steps),
        cmocka_unit_test(weights_have_one_number_per_target),
        cmocka_unit_test(what_cannot_be_read_is_left_out),
        cmocka_unit_test(pointers_to_nodes_are_channels_and_others_stay_text),
    };
    return cmocka_run_group_tests_name("animation", tests, NULL, NULL);
}
