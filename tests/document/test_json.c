// SPDX-License-Identifier: MIT
// JSON is read strictly, keeps what it says, and is written in the shortest form.
#include "document/json.h"
#include "document/json_write.h"
#include "tests/support/support.h"

#include "tumble/capacity.h"

static Arena arena;

static TumStatus parse(const char *text, size_t count, JsonValue *value, TumReport *report)
{
    return tum_json_parse(text, count, &arena, value, "test.gltf", report);
}

static JsonValue parsed(const char *text)
{
    JsonValue value;
    assert_int_equal(parse(text, strlen(text), &value, NULL), TUM_OK);
    return value;
}

static char *written(const JsonValue *value)
{
    TextBuffer buffer = {0};
    const TumAllocator allocator = tum_allocator_or_default(NULL);
    assert_int_equal(tum_json_write(value, tum_text_buffer_sink(&buffer), 0, &allocator), TUM_OK);
    assert_int_equal(tum_text_buffer_add(&buffer, "", 1), TUM_OK);
    char *text = tum_arena_text(&arena, buffer.text.items, buffer.text.count - 1);
    tum_text_buffer_free(&buffer);
    return text;
}

static void assert_comes_back(const char *text)
{
    const JsonValue value = parsed(text);
    assert_string_equal(written(&value), text);
}

// Refused, with INVALID_JSON at the root and a message that holds `part`.
static void assert_refused_bytes(const char *text, size_t count, const char *part)
{
    TumReport *report = tum_report_create(NULL);
    JsonValue value;
    assert_int_equal(parse(text, count, &value, report), TUM_ERROR_INPUT);
    assert_true(report_has(report, "INVALID_JSON", ""));
    assert_int_equal(tum_report_count(report), 1);
    if (strstr(tum_report_at(report, 0)->message, part) == NULL) {
        print_error("'%s' is not in '%s'\n", part, tum_report_at(report, 0)->message);
        fail();
    }
    tum_report_destroy(report);
}

static void assert_refused(const char *text, const char *part)
{
    assert_refused_bytes(text, strlen(text), part);
}

static void every_kind_of_value_comes_back(void **state)
{
    (void)state;
    assert_comes_back("{\"a\":[1,-2.5,\"x\",true,false,null,{},[]],\"\":{\"b\":1e300}}");
    assert_comes_back("[]");
    assert_comes_back("\"text\"");
}

static void members_keep_their_order(void **state)
{
    (void)state;
    assert_comes_back("{\"z\":1,\"a\":2,\"m\":3,\"b\":4}");
}

static void numbers_come_back_in_the_shortest_form(void **state)
{
    (void)state;
    const JsonValue value = parsed("[1.0, 1e0, 0.10, 100e-2, 1E5, 0.1000000000000000055]");
    // 0.1000000000000000055 is the double that 0.1 is too.
    assert_string_equal(written(&value), "[1,1,0.1,1,100000,0.1]");
}

static void integers_beyond_two_to_the_53_keep_their_digits(void **state)
{
    (void)state;
    assert_comes_back("[9007199254740993]");
    assert_comes_back("[18446744073709551615,-9223372036854775809]");
    assert_comes_back("{\"a\":123456789012345678901234567890,\"b\":[1,22222222222222222222]}");
}

static void minus_zero_keeps_its_sign(void **state)
{
    (void)state;
    const JsonValue value = parsed("[-0, -0.0, 0]");
    assert_true(signbit(tum_json_number_of(&value.items[0])));
    assert_true(signbit(tum_json_number_of(&value.items[1])));
    assert_false(signbit(tum_json_number_of(&value.items[2])));
    const JsonValue again = parsed(written(&value));
    assert_true(signbit(again.items[0].number));
}

static void any_double_comes_back_bit_for_bit(void **state)
{
    (void)state;
    uint64_t bits = 88172645463325252u; // xorshift64: Marsaglia, "Xorshift RNGs", 2003.
    for (int i = 0; i < 2000; ++i) {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        double number;
        memcpy(&number, &bits, sizeof number);
        if (!isfinite(number)) {
            continue;
        }
        char text[64];
        snprintf(text, sizeof text, "[%.17g]", number);
        const JsonValue value = parsed(text);
        const JsonValue again = parsed(written(&value));
        const double read = tum_json_number_of(&again.items[0]);
        assert_memory_equal(&read, &number, sizeof number);
    }
}

static void texts_keep_escapes_zero_bytes_and_other_planes(void **state)
{
    (void)state;
    const JsonValue value = parsed("\"a\\u0000b\\ud83d\\ude00\\n\\u00e9\\/\"");
    assert_int_equal(value.count, 11);
    assert_memory_equal(value.text, "a\0b\xf0\x9f\x98\x80\n\xc3\xa9/", 11);
    const JsonValue again = parsed(written(&value));
    assert_int_equal(again.count, 11);
    assert_memory_equal(again.text, value.text, 11);
}

static void faults_of_syntax_are_refused_with_their_place(void **state)
{
    (void)state;
    assert_refused("", "empty");
    assert_refused("{", "line 1");
    assert_refused("{\"a\":1,\n \"b\" 2}", "line 2");
    assert_refused("{\"a\":1} x", "line 1");
    assert_refused("[1,]", "byte");
    assert_refused("[01]", "column");
    assert_refused("[+1]", "column");
    assert_refused("[.5]", "column");
    assert_refused("[1.]", "column");
    assert_refused("[NaN]", "NaN");
    assert_refused("[Infinity]", "column");
    assert_refused("['a']", "column");
    assert_refused("[-01234567890123456789]", "column");
    assert_refused("// no\n[]", "line 1");
}

// Texts are read eight bytes at a time: at no place does a byte of a word hide another.
static void every_byte_counts_at_every_place_of_a_text(void **state)
{
    (void)state;
    enum { LONGEST = 19 };
    for (size_t count = 1; count <= LONGEST; ++count) {
        for (size_t at = 0; at < count; ++at) {
            for (unsigned byte = 0; byte < 256; ++byte) {
                char text[LONGEST + 8];
                memset(text, 'x', sizeof text);
                memcpy(text, "[\"", 2);
                memcpy(text + 2 + count, "\"]", 2);
                text[2 + at] = (char)byte;
                JsonValue value;
                const TumStatus status = parse(text, count + 4, &value, NULL);
                const bool is_plain = byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
                assert_int_equal(status, is_plain ? TUM_OK : TUM_ERROR_INPUT);
                if (is_plain) {
                    assert_int_equal(value.items[0].count, count);
                    assert_memory_equal(value.items[0].text, text + 2, count);
                    assert_int_equal(value.items[0].text[count], 0);
                }
            }
        }
    }
}

static void members_of_one_name_share_its_text(void **state)
{
    (void)state;
    const JsonValue value = parsed("[{\"translation\":1,\"n\":2},{\"n\":3,\"translation\":4,"
                                   "\"translatiom\":5,\"\":6}]");
    const JsonMember *a = value.items[0].members, *b = value.items[1].members;
    assert_ptr_equal(a[0].key, b[1].key);
    assert_ptr_equal(a[1].key, b[0].key);
    assert_string_equal(b[2].key, "translatiom");
    assert_string_equal(b[3].key, "");
}

static void what_is_not_utf_8_is_refused(void **state)
{
    (void)state;
    assert_refused("[\"\xff\"]", "UTF-8");
    assert_refused("[\"\xed\xa0\x80\"]", "UTF-8");
    assert_refused("[\"\\ud800\"]", "line 1");
    assert_refused("\xef\xbb\xbf{}", "byte order mark");
    assert_refused_bytes("[1\0]", 4, "line 1");
}

static void a_number_that_overflows_a_double_is_refused(void **state)
{
    (void)state;
    assert_refused("[1e999]", "line 1");
    char digits[420] = "[";
    memset(digits + 1, '9', 400);
    digits[401] = ']';
    assert_refused(digits, "too large");
    // Below the smallest there is zero, which is no fault.
    const JsonValue value = parsed("[1e-999]");
    assert_near(value.items[0].number, 0.0, 0.0);
}

static void a_member_name_that_appears_twice_is_refused_by_name(void **state)
{
    (void)state;
    assert_refused("{\"a\":{\"mass\":1,\"b\":\"}\",\n\"mass\":2}}", "\"mass\"");
    assert_refused("{\"a\":1,\"mass and much more, beyond what a parser keeps\":1,"
                   "\"mass and much more, beyond what a parser keeps\":2}",
                   "\"mass and much more, beyond what a parser keeps\"");
}

static void nesting_is_bounded(void **state)
{
    (void)state;
    char text[2 * TUM_MAX_JSON_DEPTH + 8] = {0};
    memset(text, '[', TUM_MAX_JSON_DEPTH);
    memset(text + TUM_MAX_JSON_DEPTH, ']', TUM_MAX_JSON_DEPTH);
    assert_comes_back(text);
    memset(text, '[', TUM_MAX_JSON_DEPTH + 1);
    memset(text + TUM_MAX_JSON_DEPTH + 1, ']', TUM_MAX_JSON_DEPTH + 1);
    assert_refused(text, "deeper than 512");
    // Brackets inside texts do not nest.
    memset(text, '[', sizeof text - 1);
    text[0] = '"';
    text[sizeof text - 2] = '"';
    assert_comes_back(text);
}

static void members_of_a_wide_object_are_found_and_removed(void **state)
{
    (void)state;
    JsonValue object = json_empty(JSON_OBJECT);
    char key[16];
    for (int i = 0; i < 200; ++i) {
        snprintf(key, sizeof key, "k%d", i * 7919 % 200);
        assert_non_null(tum_json_set(&arena, &object, key, json_number(i)));
    }
    assert_int_equal(object.count, 200);
    for (int i = 0; i < 200; i += 2) {
        snprintf(key, sizeof key, "k%d", i * 7919 % 200);
        assert_true(tum_json_remove(&object, key));
        assert_false(tum_json_remove(&object, key));
    }
    for (int i = 0; i < 200; ++i) {
        snprintf(key, sizeof key, "k%d", i * 7919 % 200);
        const JsonValue *found = tum_json_find(&object, key);
        assert_int_equal(found != NULL, i % 2);
        if (found != NULL) {
            assert_near(found->number, i, 0.0);
        }
    }
    assert_null(tum_json_find(&object, "k"));
    assert_null(tum_json_find(&object, "zzz"));
    // Order is that of setting.
    assert_near(object.members[0].value.number, 1, 0.0);
    assert_near(object.members[99].value.number, 199, 0.0);
}

static void a_prefix_of_a_text_is_refused_or_read(void **state)
{
    (void)state;
    const char *text = "{\"a\":[1,-0,18446744073709551616,\"\\u00e9x\"],\"b\":{\"c\":null}} ";
    for (size_t count = 0; count < strlen(text); ++count) {
        char *exact = malloc(count + 1); // Without a byte behind that would hide a fault.
        assert_non_null(exact);
        memcpy(exact, text, count);
        JsonValue value;
        const TumStatus status = parse(exact, count, &value, NULL);
        assert_int_equal(status, count + 1 == strlen(text) ? TUM_OK : TUM_ERROR_INPUT);
        free(exact);
    }
}

static int begin(void **state)
{
    (void)state;
    tum_arena_init(&arena, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    tum_arena_clear(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_value_comes_back),
        cmocka_unit_test(members_keep_their_order),
        cmocka_unit_test(numbers_come_back_in_the_shortest_form),
        cmocka_unit_test(integers_beyond_two_to_the_53_keep_their_digits),
        cmocka_unit_test(minus_zero_keeps_its_sign),
        cmocka_unit_test(any_double_comes_back_bit_for_bit),
        cmocka_unit_test(texts_keep_escapes_zero_bytes_and_other_planes),
        cmocka_unit_test(faults_of_syntax_are_refused_with_their_place),
        cmocka_unit_test(every_byte_counts_at_every_place_of_a_text),
        cmocka_unit_test(members_of_one_name_share_its_text),
        cmocka_unit_test(what_is_not_utf_8_is_refused),
        cmocka_unit_test(a_number_that_overflows_a_double_is_refused),
        cmocka_unit_test(a_member_name_that_appears_twice_is_refused_by_name),
        cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(members_of_a_wide_object_are_found_and_removed),
        cmocka_unit_test(a_prefix_of_a_text_is_refused_or_read),
    };
    return cmocka_run_group_tests_name("json", tests, begin, end);
}
