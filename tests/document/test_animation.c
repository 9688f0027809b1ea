// SPDX-License-Identifier: MIT
// Animations: what they move, and where it is at a time, against closed forms.
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

static void assert_value(const Read *read, double seconds, const double *expected, double tolerance)
{
    double value[8];
    const AnimationChannel *channel = &read->animation.channels[0];
    tum_animation_sample(channel, seconds, value);
    for (size_t i = 0; i < channel->width; ++i) {
        assert_near(value[i], expected[i], tolerance);
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
    assert_near(read.animation.begin, 0.5, 0);
    assert_near(read.animation.end, 2, 0);
    end_read(&read);
}

static void linear_values_lie_on_a_line_and_are_clamped_outside(void **state)
{
    (void)state;
    const float numbers[] = {1, 3, 7, 0, 0, 0, 4, 8, -4, 0, 8, -4};
    Read read = read_channel(numbers, 3, 3, "VEC3", "scale", ",\"interpolation\":\"LINEAR\"");
    assert_value(&read, -5, (double[]){0, 0, 0}, 0);
    assert_value(&read, 1, (double[]){0, 0, 0}, 0);
    assert_value(&read, 1.5, (double[]){1, 2, -1}, 1e-15);
    assert_value(&read, 3, (double[]){4, 8, -4}, 0);
    assert_value(&read, 6, (double[]){1, 8, -4}, 1e-15);
    assert_value(&read, 99, (double[]){0, 8, -4}, 0);
    assert_value(&read, (double)NAN, (double[]){0, 0, 0}, 0);
    end_read(&read);
}

static void steps_hold_until_the_next_key(void **state)
{
    (void)state;
    const float numbers[] = {0, 1, 2, 1, 1, 1, 2, 2, 2, 3, 3, 3};
    Read read = read_channel(numbers, 3, 3, "VEC3", "translation", ",\"interpolation\":\"STEP\"");
    assert_value(&read, 0.999, (double[]){1, 1, 1}, 0);
    assert_value(&read, 1, (double[]){2, 2, 2}, 0);
    assert_value(&read, 1.999, (double[]){2, 2, 2}, 0);
    assert_value(&read, 2, (double[]){3, 3, 3}, 0);
    end_read(&read);
}

static void rotations_turn_at_even_speed(void **state)
{
    (void)state;
    // From rest to 2 radians about x: at a quarter of the time, half a radian.
    const float numbers[] = {0, 4, 0, 0, 0, 1, (float)sin(1), 0, 0, (float)cos(1)};
    Read read = read_channel(numbers, 2, 2, "VEC4", "rotation", "");
    for (int i = 0; i <= 16; ++i) {
        // Keys are floats: 1e-7 is their rounding.
        const double angle = 2.0 * i / 16;
        assert_value(&read, 4.0 * i / 16, (double[]){sin(angle / 2), 0, 0, cos(angle / 2)}, 1e-7);
    }
    end_read(&read);
}

static void rotations_take_the_shorter_way(void **state)
{
    (void)state;
    // The second key is -q: the same rotation as 0.2 radians about y.
    const float numbers[] = {0, 1, 0, 0, 0, 1, 0, -(float)sin(0.1), 0, -(float)cos(0.1)};
    Read read = read_channel(numbers, 2, 2, "VEC4", "rotation", "");
    assert_value(&read, 0.5, (double[]){0, sin(0.05), 0, cos(0.05)}, 1e-7);
    end_read(&read);
}

static void rotations_that_hardly_differ_are_told_apart(void **state)
{
    (void)state;
    // A microradian: its cosine is 1 to the last digit of a float, its sine is not 0.
    const float numbers[] = {0, 1, 0, 0, 0, 1, 0, 0, 1e-6f, 1};
    Read read = read_channel(numbers, 2, 2, "VEC4", "rotation", "");
    double value[4];
    tum_animation_sample(&read.animation.channels[0], 0.25, value);
    assert_near(value[2], 0.25e-6, 1e-13);
    end_read(&read);
}

static void splines_follow_the_cubic_they_are_made_from(void **state)
{
    (void)state;
    // x(t) = t^3 - 2 t, slope 3 t^2 - 2, keys at 0, 2, 3: a cubic is its own Hermite spline.
    const float times[] = {0, 2, 3};
    float numbers[3 + 27] = {0, 2, 3};
    for (int key = 0; key < 3; ++key) {
        const float t = times[key];
        float *at = numbers + 3 + 9 * key;
        for (int i = 0; i < 3; ++i) {
            const float sign = i == 1 ? -1.0f : 1.0f;
            at[i] = at[6 + i] = sign * (3 * t * t - 2);
            at[3 + i] = sign * (t * t * t - 2 * t);
        }
    }
    Read read =
        read_channel(numbers, 3, 9, "VEC3", "translation", ",\"interpolation\":\"CUBICSPLINE\"");
    for (int i = 0; i <= 30; ++i) {
        const double t = 0.1 * i, x = t * t * t - 2 * t;
        assert_value(&read, t, (double[]){x, -x, x}, 1e-12);
    }
    assert_value(&read, 5, (double[]){21, -21, 21}, 0);
    end_read(&read);
}

static void splined_rotations_are_of_unit_length(void **state)
{
    (void)state;
    const float numbers[] = {0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0,
                             0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
    Read read =
        read_channel(numbers, 2, 6, "VEC4", "rotation", ",\"interpolation\":\"CUBICSPLINE\"");
    for (int i = 0; i <= 10; ++i) {
        double q[4];
        tum_animation_sample(&read.animation.channels[0], 0.1 * i, q);
        assert_near(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-14);
    }
    end_read(&read);
}

static void weights_have_one_number_per_target(void **state)
{
    (void)state;
    const float numbers[] = {0, 1, 1, 2, 3, 5, 6, 7};
    Read read = read_channel(numbers, 2, 6, "SCALAR", "weights", "");
    assert_int_equal(read.animation.channels[0].width, 3);
    assert_value(&read, 0.5, (double[]){3, 4, 5}, 1e-15);
    end_read(&read);
}

static void a_single_key_holds_for_ever(void **state)
{
    (void)state;
    const float numbers[] = {1, 7, 8, 9};
    Read read = read_channel(numbers, 1, 1, "VEC3", "translation", "");
    assert_value(&read, 0, (double[]){7, 8, 9}, 0);
    assert_value(&read, 1, (double[]){7, 8, 9}, 0);
    assert_value(&read, 2, (double[]){7, 8, 9}, 0);
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
        cmocka_unit_test(linear_values_lie_on_a_line_and_are_clamped_outside),
        cmocka_unit_test(steps_hold_until_the_next_key),
        cmocka_unit_test(rotations_turn_at_even_speed),
        cmocka_unit_test(rotations_take_the_shorter_way),
        cmocka_unit_test(rotations_that_hardly_differ_are_told_apart),
        cmocka_unit_test(splines_follow_the_cubic_they_are_made_from),
        cmocka_unit_test(splined_rotations_are_of_unit_length),
        cmocka_unit_test(weights_have_one_number_per_target),
        cmocka_unit_test(a_single_key_holds_for_ever),
        cmocka_unit_test(what_cannot_be_read_is_left_out),
        cmocka_unit_test(pointers_to_nodes_are_channels_and_others_stay_text),
    };
    return cmocka_run_group_tests_name("animation", tests, NULL, NULL);
}
