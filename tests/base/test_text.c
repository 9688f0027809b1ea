// SPDX-License-Identifier: MIT
// UTF-8 as the Unicode standard defines it, and texts kept once.
#include "base/text.h"
#include "tests/support/support.h"

// Decodes without table 3-7: by the number of leading ones, then by value.
static size_t reference_sequence(const unsigned char *b, size_t bytes)
{
    if (bytes == 0) {
        return 0;
    }
    if (b[0] < 0x80) {
        return 1;
    }
    const size_t length = b[0] >> 5 == 6 ? 2 : b[0] >> 4 == 14 ? 3 : b[0] >> 3 == 30 ? 4 : 0;
    if (length == 0 || length > bytes) {
        return 0;
    }
    uint32_t value = b[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; ++i) {
        if (b[i] >> 6 != 2) {
            return 0;
        }
        value = value << 6 | (b[i] & 0x3fu);
    }
    const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = value >= 0xd800 && value <= 0xdfff;
    return value < smallest[length] || value > 0x10ffff || is_surrogate ? 0 : length;
}

static void every_short_sequence_is_judged_by_its_value(void **state)
{
    (void)state;
    // All pairs of first bytes, with third and fourth bytes at and beside their bounds.
    const unsigned char others[] = {0x00, 0x7f, 0x80, 0xbf, 0xc0, 0xff};
    for (unsigned first = 0; first < 256; ++first) {
        for (unsigned second = 0; second < 256; ++second) {
            for (size_t k = 0; k < 36; ++k) {
                const unsigned char b[4] = {(unsigned char)first, (unsigned char)second,
                                            others[k / 6], others[k % 6]};
                for (size_t bytes = 0; bytes <= 4; ++bytes) {
                    if (tum_utf8_sequence((const char *)b, bytes) != reference_sequence(b, bytes)) {
                        fail_msg("%02x %02x %02x %02x, %zu bytes", b[0], b[1], b[2], b[3], bytes);
                    }
                }
            }
        }
    }
}

static void a_text_is_valid_when_all_its_sequences_are(void **state)
{
    (void)state;
    assert_true(tum_utf8_is_valid("", 0));
    assert_true(tum_utf8_is_valid("a\0b", 3));
    assert_true(tum_utf8_is_valid("\xc3\xa4\xe2\x82\xac\xf0\x9f\x8e\xb2", 9));
    assert_false(tum_utf8_is_valid("\xc3\xa4\xe2\x82", 4));
    assert_false(tum_utf8_is_valid("ok\xc0\x80", 4));
}

static void a_prefix_never_cuts_a_character(void **state)
{
    (void)state;
    const char text[] = "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x8e\xb2"; // 1, 2, 3 and 4 bytes
    const size_t expected[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10};
    for (size_t limit = 0; limit < 12; ++limit) {
        assert_int_equal(tum_utf8_prefix(text, 10, limit), expected[limit]);
    }
}

static void a_set_keeps_each_text_once_in_order(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    TextSet set;
    tum_text_set_init(&set, &allocator);
    assert_int_equal(tum_text_set_find(&set, "a", 1), TEXT_NONE);
    char text[16];
    for (int round = 0; round < 2; ++round) {
        for (uint32_t i = 0; i < 2000; ++i) {
            const int length = snprintf(text, sizeof text, "name %u", i);
            assert_int_equal(tum_text_set_add(&set, text, (size_t)length), i);
        }
    }
    assert_int_equal(set.count, 2000);
    assert_string_equal(set.texts[1234], "name 1234");
    assert_int_equal(set.lengths[1234], 9);
    assert_int_equal(tum_text_set_find(&set, "name 1999", 9), 1999);
    assert_int_equal(tum_text_set_find(&set, "name 2000", 9), TEXT_NONE);
    tum_text_set_clear(&set);
    assert_int_equal(counting.bytes, 0);
}

static void texts_may_be_empty_or_hold_zero_bytes(void **state)
{
    (void)state;
    TextSet set = {0};
    assert_int_equal(tum_text_set_add(&set, "", 0), 0);
    assert_int_equal(tum_text_set_add(&set, "a\0b", 3), 1);
    assert_int_equal(tum_text_set_add(&set, "a\0c", 3), 2);
    assert_int_equal(tum_text_set_add(&set, "a", 1), 3);
    assert_int_equal(tum_text_set_find(&set, NULL, 0), 0);
    assert_memory_equal(set.texts[2], "a\0c", 4);
    assert_int_equal(tum_text_set_find(&set, "a\0c", 3), 2);
    tum_text_set_clear(&set);
}

static void a_set_out_of_memory_keeps_what_it_has(void **state)
{
    (void)state;
    for (size_t fail_after = 0; fail_after < 16; ++fail_after) {
        Counting counting;
        const TumAllocator allocator = counting_allocator(&counting);
        TextSet set;
        tum_text_set_init(&set, &allocator);
        counting.fail_after = fail_after;
        uint32_t kept = 0;
        for (char c = 'a'; c <= 'z'; ++c) {
            const uint32_t index = tum_text_set_add(&set, &c, 1);
            if (index != TEXT_NONE) {
                assert_int_equal(index, kept);
                ++kept;
            }
        }
        assert_int_equal(set.count, kept);
        for (uint32_t i = 0; i < kept; ++i) {
            assert_int_equal(tum_text_set_find(&set, set.texts[i], 1), i);
        }
        tum_text_set_clear(&set);
        assert_int_equal(counting.bytes, 0);
    }
}

static void a_slip_of_the_fingers_is_near_what_was_meant(void **state)
{
    (void)state;
    static const char *const names[] = {"mass", "linearVelocity", "gravityFactor"};
    assert_string_equal(tum_text_nearest("masss", names, 3), "mass");
    assert_string_equal(tum_text_nearest("gravityfactor", names, 3), "gravityFactor");
    assert_string_equal(tum_text_nearest("gravity", names, 3), "gravityFactor"); // its beginning
    assert_null(tum_text_nearest("friction", names, 3));
    assert_null(tum_text_nearest("mass", names, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slip_of_the_fingers_is_near_what_was_meant),
        cmocka_unit_test(every_short_sequence_is_judged_by_its_value),
        cmocka_unit_test(a_text_is_valid_when_all_its_sequences_are),
        cmocka_unit_test(a_prefix_never_cuts_a_character),
        cmocka_unit_test(a_set_keeps_each_text_once_in_order),
        cmocka_unit_test(texts_may_be_empty_or_hold_zero_bytes),
        cmocka_unit_test(a_set_out_of_memory_keeps_what_it_has),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
