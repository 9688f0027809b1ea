// SPDX-License-Identifier: MIT
// Numbers as bytes and back, and what reading refuses.
#include "base/pack.h"
#include "tests/support/support.h"

typedef struct Sample {
    uint8_t a;
    uint16_t b;
    uint32_t c;
    uint64_t d;
    int32_t e;
    float f;
    double g;
    bool h;
} Sample;

static void pack_sample(Pack *pack, Sample *sample)
{
    tum_pack_u8(pack, &sample->a);
    tum_pack_u16(pack, &sample->b);
    tum_pack_u32(pack, &sample->c);
    tum_pack_u64(pack, &sample->d);
    tum_pack_i32(pack, &sample->e);
    tum_pack_f32(pack, &sample->f);
    tum_pack_f64(pack, &sample->g);
    tum_pack_bool(pack, &sample->h);
}

enum { SAMPLE_BYTES = 1 + 2 + 4 + 8 + 4 + 4 + 8 + 1 };

static void what_is_written_is_read_back_to_the_bit(void **state)
{
    (void)state;
    Sample sample = {200, 0xbeef, 0xdeadbeefu, 0x0123456789abcdefu, -7, -0.0f, 1e-310, true};
    Pack measuring = tum_pack_measuring();
    pack_sample(&measuring, &sample);
    assert_int_equal(measuring.at, SAMPLE_BYTES);
    unsigned char bytes[SAMPLE_BYTES];
    Pack writing = tum_pack_writing(bytes, sizeof bytes);
    pack_sample(&writing, &sample);
    assert_false(writing.failed);
    // Lowest byte first.
    assert_int_equal(bytes[1], 0xef);
    assert_int_equal(bytes[3], 0xef);
    assert_int_equal(bytes[6], 0xde);
    Sample back = {0};
    Pack reading = tum_pack_reading(bytes, sizeof bytes);
    pack_sample(&reading, &back);
    assert_false(reading.failed);
    assert_int_equal(back.a, sample.a);
    assert_int_equal(back.b, sample.b);
    assert_int_equal(back.c, sample.c);
    assert_true(back.d == sample.d);
    assert_int_equal(back.e, sample.e);
    assert_memory_equal(&back.f, &sample.f, sizeof back.f);
    assert_memory_equal(&back.g, &sample.g, sizeof back.g);
    assert_true(back.h);
}

static void too_few_bytes_fail_and_read_as_nothing(void **state)
{
    (void)state;
    unsigned char bytes[SAMPLE_BYTES];
    memset(bytes, 1, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; ++i) {
        Sample sample = {0};
        Pack reading = tum_pack_reading(bytes, i);
        pack_sample(&reading, &sample);
        assert_true(reading.failed);
        assert_false(sample.h);
        Pack writing = tum_pack_writing(bytes, i);
        pack_sample(&writing, &sample);
        assert_true(writing.failed);
        memset(bytes, 1, sizeof bytes);
    }
}

static void a_truth_is_zero_or_one(void **state)
{
    (void)state;
    const unsigned char two = 2;
    bool truth = true;
    Pack reading = tum_pack_reading(&two, 1);
    tum_pack_bool(&reading, &truth);
    assert_true(reading.failed);
    assert_false(truth);
}

static void a_count_beyond_what_follows_is_refused_before_memory_is_asked_for(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    unsigned char bytes[8 + 12] = {4}; // four items of four bytes, where there is room for three
    ARRAY(uint32_t) items = {0};
    Pack reading = tum_pack_reading(bytes, sizeof bytes);
    pack_array(&reading, &items, 4, &allocator);
    assert_true(reading.failed);
    assert_int_equal(items.count, 0);
    assert_int_equal(counting.allocations, 0);
    bytes[0] = 3;
    reading = tum_pack_reading(bytes, sizeof bytes);
    pack_array(&reading, &items, 4, &allocator);
    assert_false(reading.failed);
    assert_int_equal(items.count, 3);
    array_free(&items, &allocator);
    counting.fail_after = 0;
    reading = tum_pack_reading(bytes, sizeof bytes);
    pack_array(&reading, &items, 4, &allocator);
    assert_true(reading.failed && reading.out_of_memory);
    assert_int_equal(counting.blocks, 0);
}

static void an_index_out_of_range_fails(void **state)
{
    (void)state;
    for (int32_t value = -3; value < 6; ++value) {
        unsigned char bytes[4];
        int32_t index = value;
        Pack writing = tum_pack_writing(bytes, 4);
        tum_pack_index(&writing, &index, -1, 4);
        Pack reading = tum_pack_reading(bytes, 4);
        tum_pack_index(&reading, &index, -1, 4);
        assert_true(reading.failed == (value < -1 || value > 3));
        assert_int_equal(index, reading.failed ? -1 : value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back_to_the_bit),
        cmocka_unit_test(too_few_bytes_fail_and_read_as_nothing),
        cmocka_unit_test(a_truth_is_zero_or_one),
        cmocka_unit_test(a_count_beyond_what_follows_is_refused_before_memory_is_asked_for),
        cmocka_unit_test(an_index_out_of_range_fails),
    };
    return cmocka_run_group_tests_name("pack", tests, NULL, NULL);
}
