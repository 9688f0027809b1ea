// SPDX-License-Identifier: MIT
// Accessors: every type out of bytes made by hand, and nothing read that is not there.
#include "document/accessor.h"
#include "tests/document/opened.h"
#include "tumble/capacity.h"

// Opens accessor 0 of a document whose bufferView 0 is all of `bytes`, and reads it.
static size_t read_accessor(const void *bytes, size_t count, const char *accessor, double *values)
{
    char rest[600];
    snprintf(rest, sizeof rest,
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%zu}],\"accessors\":[{%s}]", count,
             accessor);
    Opened opened = open_with(bytes, count, rest);
    Accessor open;
    const bool is_open = tum_accessor_open(opened.document, 0, &open, opened.report);
    if (is_open) {
        tum_accessor_read(&open, 0, open.count, values);
    }
    assert_true(is_open || tum_report_count(opened.report) > 0);
    const size_t numbers = is_open ? open.count * open.width : 0;
    close_document(&opened);
    return numbers;
}

static void assert_numbers(const double *actual, const double *expected, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        assert_near(actual[i], expected[i], 0.0);
    }
}

static void every_component_type_is_read(void **state)
{
    (void)state;
    double values[4];
    const unsigned char bytes[] = {0x00, 0x7f, 0x80, 0xff};
    assert_int_equal(read_accessor(bytes, 4,
                                   "\"bufferView\":0,\"componentType\":5120,\"type\":\"SCALAR\","
                                   "\"count\":4",
                                   values),
                     4);
    assert_numbers(values, (double[]){0, 127, -128, -1}, 4);
    read_accessor(bytes, 4, "\"bufferView\":0,\"componentType\":5121,\"type\":\"VEC4\",\"count\":1",
                  values);
    assert_numbers(values, (double[]){0, 127, 128, 255}, 4);
    // Little-endian: 0x7f00 and 0xff80.
    read_accessor(bytes, 4, "\"bufferView\":0,\"componentType\":5122,\"type\":\"VEC2\",\"count\":1",
                  values);
    assert_numbers(values, (double[]){32512, -128}, 2);
    read_accessor(bytes, 4, "\"bufferView\":0,\"componentType\":5123,\"type\":\"VEC2\",\"count\":1",
                  values);
    assert_numbers(values, (double[]){32512, 65408}, 2);
    read_accessor(bytes, 4,
                  "\"bufferView\":0,\"componentType\":5125,\"type\":\"SCALAR\",\"count\":1",
                  values);
    assert_numbers(values, (double[]){4286611200.0}, 1);
    // 1.5 is 0x3fc00000, -2 is 0xc0000000 (IEEE 754).
    const unsigned char floats[] = {0, 0, 0xc0, 0x3f, 0, 0, 0, 0xc0};
    read_accessor(floats, 8,
                  "\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC2\",\"count\":1", values);
    assert_numbers(values, (double[]){1.5, -2}, 2);
}

static void normalized_integers_stand_for_fractions(void **state)
{
    (void)state;
    double values[4];
    const unsigned char bytes[] = {0x00, 0x7f, 0x80, 0xff};
    const char *const head = "\"bufferView\":0,\"normalized\":true,\"count\":1,";
    char text[120];
    snprintf(text, sizeof text, "%s\"componentType\":5120,\"type\":\"VEC4\"", head);
    read_accessor(bytes, 4, text, values);
    assert_numbers(values, (double[]){0, 1, -1, -1.0 / 127}, 4);
    snprintf(text, sizeof text, "%s\"componentType\":5121,\"type\":\"VEC4\"", head);
    read_accessor(bytes, 4, text, values);
    assert_numbers(values, (double[]){0, 127 / 255.0, 128 / 255.0, 1}, 4);
    const unsigned char shorts[] = {0x00, 0x80, 0xff, 0x7f};
    snprintf(text, sizeof text, "%s\"componentType\":5122,\"type\":\"VEC2\"", head);
    read_accessor(shorts, 4, text, values);
    assert_numbers(values, (double[]){-1, 1}, 2);
    snprintf(text, sizeof text, "%s\"componentType\":5123,\"type\":\"VEC2\"", head);
    read_accessor(shorts, 4, text, values);
    assert_numbers(values, (double[]){32768 / 65535.0, 32767 / 65535.0}, 2);
}

static void columns_of_small_matrices_are_padded(void **state)
{
    (void)state;
    double values[9];
    // glTF 2.0, section 3.6.2.4: each column begins at a multiple of 4 bytes.
    const unsigned char mat2[] = {1, 2, 99, 99, 3, 4};
    assert_int_equal(
        read_accessor(mat2, sizeof mat2,
                      "\"bufferView\":0,\"componentType\":5121,\"type\":\"MAT2\",\"count\":1",
                      values),
        4);
    assert_numbers(values, (double[]){1, 2, 3, 4}, 4);
    const unsigned char mat3[] = {1, 2, 3, 99, 4, 5, 6, 99, 7, 8, 9};
    assert_int_equal(
        read_accessor(mat3, sizeof mat3,
                      "\"bufferView\":0,\"componentType\":5121,\"type\":\"MAT3\",\"count\":1",
                      values),
        9);
    assert_numbers(values, (double[]){1, 2, 3, 4, 5, 6, 7, 8, 9}, 9);
    const unsigned char wide[] = {1, 0, 2, 0,  3,  0, 99, 99, 4, 0, 5,
                                  0, 6, 0, 99, 99, 7, 0,  8,  0, 9, 0};
    assert_int_equal(
        read_accessor(wide, sizeof wide,
                      "\"bufferView\":0,\"componentType\":5123,\"type\":\"MAT3\",\"count\":1",
                      values),
        9);
    assert_numbers(values, (double[]){1, 2, 3, 4, 5, 6, 7, 8, 9}, 9);
    // Two of them: the first one's last column is padded too.
    const unsigned char two[] = {1, 2, 99, 99, 3, 4, 99, 99, 5, 6, 99, 99, 7, 8};
    assert_int_equal(
        read_accessor(two, sizeof two,
                      "\"bufferView\":0,\"componentType\":5121,\"type\":\"MAT2\",\"count\":2",
                      values),
        8);
    assert_numbers(values, (double[]){1, 2, 3, 4, 5, 6, 7, 8}, 8);
}

static void a_float_matrix_is_read_column_by_column(void **state)
{
    (void)state;
    float matrix[16];
    double values[16];
    for (int i = 0; i < 16; ++i) {
        matrix[i] = (float)i;
    }
    assert_int_equal(
        read_accessor(matrix, sizeof matrix,
                      "\"bufferView\":0,\"componentType\":5126,\"type\":\"MAT4\",\"count\":1",
                      values),
        16);
    assert_near(values[12], 12, 0);
}

static void strides_and_offsets_are_followed(void **state)
{
    (void)state;
    const unsigned char bytes[] = {99, 99, 1, 2, 99, 99, 3, 4, 99, 99, 5, 6};
    Opened opened =
        open_with(bytes, sizeof bytes,
                  "\"bufferViews\":[{\"buffer\":0,\"byteOffset\":1,\"byteLength\":11,"
                  "\"byteStride\":4}],\"accessors\":[{\"bufferView\":0,\"byteOffset\":1,"
                  "\"componentType\":5121,\"type\":\"VEC2\",\"count\":3}]");
    Accessor accessor;
    assert_true(tum_accessor_open(opened.document, 0, &accessor, opened.report));
    double values[6];
    tum_accessor_read(&accessor, 0, 3, values);
    assert_numbers(values, (double[]){1, 2, 3, 4, 5, 6}, 6);
    tum_accessor_read(&accessor, 2, 1, values);
    assert_numbers(values, (double[]){5, 6}, 2);
    close_document(&opened);
}

static void sparse_overrides_replace_elements(void **state)
{
    (void)state;
    // Three shorts, then the indices 0 and 2, then their values.
    const unsigned char bytes[] = {10, 0, 20, 0, 30, 0, 0, 2, 77, 0, 88, 0};
    const char *const rest =
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":6},{\"buffer\":0,\"byteOffset\":6,"
        "\"byteLength\":2},{\"buffer\":0,\"byteOffset\":8,\"byteLength\":4}],\"accessors\":["
        "{\"bufferView\":0,\"componentType\":5123,\"type\":\"SCALAR\",\"count\":3,\"sparse\":{"
        "\"count\":2,\"indices\":{\"bufferView\":1,\"componentType\":5121},"
        "\"values\":{\"bufferView\":2}}},"
        "{\"componentType\":5123,\"type\":\"SCALAR\",\"count\":4,\"sparse\":{"
        "\"count\":2,\"indices\":{\"bufferView\":1,\"componentType\":5121},"
        "\"values\":{\"bufferView\":2}}}]";
    Opened opened = open_with(bytes, sizeof bytes, rest);
    Accessor accessor;
    double values[4];
    uint32_t indices[4];
    assert_true(tum_accessor_open(opened.document, 0, &accessor, opened.report));
    tum_accessor_read(&accessor, 0, 3, values);
    assert_numbers(values, (double[]){77, 20, 88}, 3);
    tum_accessor_read_indices(&accessor, 1, 2, indices);
    assert_int_equal(indices[0], 20);
    assert_int_equal(indices[1], 88);
    // Without a bufferView the rest is zero.
    assert_true(tum_accessor_open(opened.document, 1, &accessor, opened.report));
    tum_accessor_read(&accessor, 0, 4, values);
    assert_numbers(values, (double[]){77, 0, 88, 0}, 4);
    tum_accessor_read(&accessor, 1, 1, values);
    assert_numbers(values, (double[]){0}, 1);
    assert_no_errors(opened.report);
    close_document(&opened);
}

// The accessor cannot be opened, and this is why.
static void assert_refused(const char *rest, const char *code, const char *pointer)
{
    unsigned char bytes[16] = {0, 1, 1, 0, 2, 9};
    Opened opened = open_with(bytes, sizeof bytes, rest);
    Accessor accessor;
    assert_false(tum_accessor_open(opened.document, 0, &accessor, opened.report));
    if (!report_has(opened.report, code, pointer)) {
        print_error("%s is not at %s\n", code, pointer);
        fail();
    }
    close_document(&opened);
}

#define VIEWS                                                                                      \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":16},{\"buffer\":0,\"byteOffset\":8,"            \
    "\"byteLength\":9},{\"buffer\":0,\"byteOffset\":17,\"byteLength\":1},{\"buffer\":5,"           \
    "\"byteLength\":1},{\"buffer\":0,\"byteLength\":16,\"byteStride\":4}],"
#define SHORTS "\"componentType\":5123,\"type\":\"SCALAR\""

static void what_does_not_fit_is_refused_at_its_place(void **state)
{
    (void)state;
    assert_refused(VIEWS "\"accessors\":[{\"bufferView\":0," SHORTS ",\"count\":9}]",
                   "ACCESSOR_TOO_LONG", "/accessors/0/byteOffset");
    assert_refused(VIEWS "\"accessors\":[{\"bufferView\":0,\"byteOffset\":15," SHORTS
                         ",\"count\":1}]",
                   "ACCESSOR_TOO_LONG", "/accessors/0/byteOffset");
    assert_refused(VIEWS "\"accessors\":[{\"bufferView\":0," SHORTS
                         ",\"count\":9223372036854775807}]",
                   "ACCESSOR_TOO_LONG", "/accessors/0/byteOffset");
    assert_refused(VIEWS
                   "\"accessors\":[{\"bufferView\":0,\"byteOffset\":9223372036854775807," SHORTS
                   ",\"count\":1}]",
                   "ACCESSOR_TOO_LONG", "/accessors/0/byteOffset");
    assert_refused(VIEWS "\"accessors\":[{\"bufferView\":1," SHORTS ",\"count\":1}]",
                   "BUFFER_VIEW_TOO_LONG", "/bufferViews/1/byteLength");
    assert_refused(VIEWS "\"accessors\":[{\"bufferView\":2," SHORTS ",\"count\":1}]",
                   "BUFFER_VIEW_TOO_LONG", "/bufferViews/2/byteOffset");
    assert_refused(VIEWS "\"accessors\":[{\"bufferView\":3," SHORTS ",\"count\":1}]",
                   "UNRESOLVED_REFERENCE", "/bufferViews/3/buffer");
    assert_refused(VIEWS "\"accessors\":[{\"bufferView\":9," SHORTS ",\"count\":1}]",
                   "UNRESOLVED_REFERENCE", "/accessors/0/bufferView");
    assert_refused(VIEWS "\"accessors\":[{\"bufferView\":4,\"componentType\":5126,"
                         "\"type\":\"VEC2\",\"count\":1}]",
                   "ACCESSOR_SMALL_BYTESTRIDE", "/accessors/0");
}

static void wrong_properties_are_refused_at_their_place(void **state)
{
    (void)state;
    assert_refused("\"accessors\":[{}]", "UNDEFINED_PROPERTY", "/accessors/0");
    assert_refused("\"accessors\":[{\"componentType\":5124,\"type\":\"SCALAR\",\"count\":1}]",
                   "VALUE_NOT_IN_LIST", "/accessors/0/componentType");
    assert_refused("\"accessors\":[{\"componentType\":5126,\"type\":\"VEC5\",\"count\":1}]",
                   "VALUE_NOT_IN_LIST", "/accessors/0/type");
    assert_refused("\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":0}]",
                   "VALUE_NOT_IN_RANGE", "/accessors/0/count");
    assert_refused("\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":-3}]",
                   "VALUE_NOT_IN_RANGE", "/accessors/0/count");
    assert_refused("\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":1.5}]",
                   "TYPE_MISMATCH", "/accessors/0/count");
    assert_refused("\"accessors\":[3]", "TYPE_MISMATCH", "/accessors/0");
    char text[160];
    snprintf(text, sizeof text,
             "\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":%d}]",
             TUM_MAX_SPARSE_ELEMENTS + 1);
    assert_refused(text, "VALUE_NOT_IN_RANGE", "/accessors/0/count");
}

#define SPARSE(count, offset)                                                                      \
    VIEWS "\"accessors\":[{\"bufferView\":0," SHORTS ",\"count\":4,\"sparse\":{\"count\":" count   \
          ",\"indices\":{\"bufferView\":0,\"byteOffset\":" offset ",\"componentType\":5121},"      \
          "\"values\":{\"bufferView\":0}}}]"

static void wrong_sparse_overrides_are_refused(void **state)
{
    (void)state;
    // The bytes are 0 1 1 0 2 9 0 …
    assert_refused(SPARSE("5", "0"), "ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE",
                   "/accessors/0/sparse/count");
    assert_refused(SPARSE("3", "0"), "ACCESSOR_SPARSE_INDICES_NON_INCREASING",
                   "/accessors/0/sparse");
    assert_refused(SPARSE("2", "4"), "ACCESSOR_SPARSE_INDEX_OOB", "/accessors/0/sparse");
    assert_refused(SPARSE("2", "15"), "ACCESSOR_TOO_LONG",
                   "/accessors/0/sparse/indices/byteOffset");
    assert_refused(VIEWS "\"accessors\":[{\"bufferView\":0," SHORTS
                         ",\"count\":4,\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":0,"
                         "\"componentType\":5126},\"values\":{\"bufferView\":0}}}]",
                   "VALUE_NOT_IN_LIST", "/accessors/0/sparse/indices/componentType");
    assert_refused(VIEWS "\"accessors\":[{\"bufferView\":0," SHORTS
                         ",\"count\":4,\"sparse\":{\"count\":1}}]",
                   "UNDEFINED_PROPERTY", "/accessors/0/sparse");
}

// The byte at 4 is 2: of two elements one too many, of three the last.
static void a_sparse_index_of_exactly_the_count_is_beyond(void **state)
{
    (void)state;
    assert_refused(VIEWS "\"accessors\":[{" SHORTS ",\"count\":2,\"sparse\":{\"count\":1,"
                         "\"indices\":{\"bufferView\":0,\"byteOffset\":4,\"componentType\":"
                         "5121},\"values\":{\"bufferView\":0}}}]",
                   "ACCESSOR_SPARSE_INDEX_OOB", "/accessors/0/sparse");
}

static void an_accessor_that_is_not_there_does_not_open(void **state)
{
    (void)state;
    Opened opened = open_text("{\"asset\":{\"version\":\"2.0\"}}");
    Accessor accessor;
    assert_false(tum_accessor_open(opened.document, 0, &accessor, opened.report));
    assert_false(tum_accessor_open(opened.document, -1, &accessor, opened.report));
    close_document(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_component_type_is_read),
        cmocka_unit_test(normalized_integers_stand_for_fractions),
        cmocka_unit_test(columns_of_small_matrices_are_padded),
        cmocka_unit_test(a_float_matrix_is_read_column_by_column),
        cmocka_unit_test(strides_and_offsets_are_followed),
        cmocka_unit_test(sparse_overrides_replace_elements),
        cmocka_unit_test(what_does_not_fit_is_refused_at_its_place),
        cmocka_unit_test(wrong_properties_are_refused_at_their_place),
        cmocka_unit_test(wrong_sparse_overrides_are_refused),
        cmocka_unit_test(a_sparse_index_of_exactly_the_count_is_beyond),
        cmocka_unit_test(an_accessor_that_is_not_there_does_not_open),
    };
    return cmocka_run_group_tests_name("accessor", tests, NULL, NULL);
}
