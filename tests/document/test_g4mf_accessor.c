// SPDX-License-Identifier: MIT
// Numbers of every kind that G4MF has (docs/formats.md#g4mf).
#include "document/g4mf_accessor.h"

#include "document/uri.h"
#include "tests/document/g4mf.h"

// A document whose accessor 0 holds these bytes.
static Opened open_numbers(const char *type, size_t vector_size, const void *bytes, size_t count)
{
    TextBuffer uri = {0};
    char rest[4096];
    assert_int_equal(tum_uri_write_data(&uri, bytes, count), TUM_OK);
    snprintf(rest, sizeof rest,
             "'buffers':[{'byteLength':%zu,'uri':'%.*s'}],'bufferViews':[{'byteLength':%zu}],"
             "'accessors':[{'bufferView':0,'componentType':'%s','vectorSize':%zu}]",
             count, (int)uri.text.count, uri.text.items, count, type, vector_size);
    tum_text_buffer_free(&uri);
    Opened opened = open_g4mf(3, rest);
    assert_only(&opened, NULL, NULL);
    return opened;
}

static double number_of(const char *type, const void *bytes, size_t count)
{
    Opened opened = open_numbers(type, 1, bytes, count);
    G4mfAccessor accessor;
    assert_true(tum_g4mf_accessor_open(opened.document, 0, &accessor, opened.report));
    assert_int_equal(accessor.count, 1);
    const double number = tum_g4mf_accessor_number(&accessor, 0);
    close_document(&opened);
    return number;
}

static void floats_of_8_bits_have_4_of_exponent(void **state)
{
    (void)state;
    assert_true(number_of("float8", "\x77", 1) == 240.0);
    assert_true(number_of("float8", "\x01", 1) == 1.0 / 512.0);
    assert_true(number_of("float8", "\xb8", 1) == -1.0);
    assert_true(isinf(number_of("float8", "\x78", 1)));
    assert_true(isnan(number_of("float8", "\x79", 1)));
}

static void floats_of_16_bits_are_halves(void **state)
{
    (void)state;
    assert_true(number_of("float16", "\x00\x3c", 2) == 1.0);
    assert_true(number_of("float16", "\xff\x7b", 2) == 65504.0);
    assert_true(number_of("float16", "\x01\x80", 2) == -ldexp(1.0, -24));
}

static void floats_of_32_and_64_bits_are_the_machines(void **state)
{
    (void)state;
    assert_true(number_of("float32", "\x00\x00\xc0\x3f", 4) == 1.5);
    assert_true(number_of("float64", "\x9a\x99\x99\x99\x99\x99\xb9\x3f", 8) == 0.1);
}

// 1 + 2^-k as a float of 128 bits, times 2^exponent.
static double wide(int bias_exponent, int k)
{
    unsigned char bytes[16] = {0};
    const int bit = 112 - k;
    bytes[bit / 8] = (unsigned char)(1 << (bit % 8));
    bytes[14] = (unsigned char)bias_exponent;
    bytes[15] = (unsigned char)(bias_exponent >> 8);
    return number_of("float128", bytes, 16);
}

static void floats_of_128_bits_round_to_nearest_even(void **state)
{
    (void)state;
    assert_true(wide(16383, 52) == 1.0 + ldexp(1.0, -52)); // The last bit of a double.
    assert_true(wide(16383, 53) == 1.0);                   // Half of it: to even.
    assert_true(wide(16383 + 100, 1) == ldexp(1.5, 100));
    assert_true(isinf(wide(16383 + 1024, 1)));
    assert_true(wide(16383 - 1022, 52) == ldexp(1.0 + ldexp(1.0, -52), -1022));
    assert_true(wide(16383 - 1074, 2) == ldexp(1.0, -1074)); // The smallest double.
    assert_true(wide(16383 - 1075, 1) == ldexp(1.0, -1074)); // Three quarters of it.
    assert_true(wide(16383 - 1076, 1) == 0.0);
}

static void integers_have_signs_or_none(void **state)
{
    (void)state;
    assert_true(number_of("int8", "\xfe", 1) == -2.0);
    assert_true(number_of("uint8", "\xfe", 1) == 254.0);
    assert_true(number_of("int16", "\xfe\xff", 2) == -2.0);
    assert_true(number_of("uint32", "\xff\xff\xff\xff", 4) == 4294967295.0);
    assert_true(number_of("int64", "\xfe\xff\xff\xff\xff\xff\xff\xff", 8) == -2.0);
    assert_true(number_of("int128",
                          "\xfe\xff\xff\xff\xff\xff\xff\xff"
                          "\xff\xff\xff\xff\xff\xff\xff\xff",
                          16) == -2.0);
    assert_true(number_of("uint128", "\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00",
                          16) == ldexp(1.0, 64));
}

static void what_is_no_index_is_the_largest(void **state)
{
    (void)state;
    Opened opened =
        open_numbers("int64", 2, "\x05\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff", 16);
    G4mfAccessor accessor;
    assert_true(tum_g4mf_accessor_open(opened.document, 0, &accessor, opened.report));
    assert_int_equal(accessor.width, 2);
    assert_int_equal(accessor.count, 1);
    assert_int_equal(tum_g4mf_accessor_index(&accessor, 0), 5);
    assert_int_equal(tum_g4mf_accessor_index(&accessor, 1), UINT32_MAX);
    close_document(&opened);
}

static void assert_faulty(const char *accessor_members, const char *view_members, bool is_usable,
                          const char *code, const char *pointer)
{
    char rest[1024];
    G4mfAccessor accessor;
    snprintf(rest, sizeof rest,
             "'buffers':[{'byteLength':8,'uri':'data:application/octet-stream;base64,AAAAAAAAAAA='}"
             "],'bufferViews':[{%s}],'accessors':[{%s}]",
             view_members, accessor_members);
    Opened opened = open_g4mf(3, rest);
    assert_int_equal(tum_g4mf_accessor_open(opened.document, 0, &accessor, opened.report),
                     is_usable);
    assert_only(&opened, code, pointer);
    close_document(&opened);
}

static void accessors_are_checked(void **state)
{
    (void)state;
    assert_faulty("'bufferView':0,'componentType':'float32'", "'byteLength':8", true, NULL, NULL);
    assert_faulty("'bufferView':0,'primitiveType':'float32'", "'byteLength':8", true,
                  "G4MF_OLD_LAYOUT", "/accessors/0/primitiveType");
    assert_faulty("'bufferView':0,'componentType':'float31'", "'byteLength':8", false,
                  "VALUE_NOT_IN_LIST", "/accessors/0/componentType");
    assert_faulty("'bufferView':0", "'byteLength':8", false, "UNDEFINED_PROPERTY", "/accessors/0");
    assert_faulty("'componentType':'float32'", "'byteLength':8", false, "UNDEFINED_PROPERTY",
                  "/accessors/0");
    assert_faulty("'bufferView':0,'componentType':'float32','vectorSize':0", "'byteLength':8",
                  false, "VALUE_NOT_IN_RANGE", "/accessors/0/vectorSize");
    assert_faulty("'bufferView':0,'componentType':'float32'", "'byteLength':7", false,
                  "G4MF_ACCESSOR_SIZE_MISMATCH", "/accessors/0");
    assert_faulty("'bufferView':0,'componentType':'float32'", "'byteLength':4,'byteOffset':2", true,
                  "ACCESSOR_TOTAL_OFFSET_ALIGNMENT", "/accessors/0");
    assert_faulty("'bufferView':0,'componentType':'float32'", "'byteLength':12", false,
                  "BUFFER_VIEW_TOO_LONG", "/bufferViews/0/byteLength");
    assert_faulty("'bufferView':-1,'componentType':'float32'", "'byteLength':8", false,
                  "G4MF_INDEX_MINUS_ONE", "/accessors/0/bufferView");
    assert_faulty("'bufferView':0,'componentType':'int128','vectorSize':9007199254740991",
                  "'byteLength':8", false, "G4MF_ACCESSOR_SIZE_MISMATCH", "/accessors/0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_of_8_bits_have_4_of_exponent),
        cmocka_unit_test(floats_of_16_bits_are_halves),
        cmocka_unit_test(floats_of_32_and_64_bits_are_the_machines),
        cmocka_unit_test(floats_of_128_bits_round_to_nearest_even),
        cmocka_unit_test(integers_have_signs_or_none),
        cmocka_unit_test(what_is_no_index_is_the_largest),
        cmocka_unit_test(accessors_are_checked),
    };
    return cmocka_run_group_tests_name("g4mf_accessor", tests, NULL, NULL);
}
