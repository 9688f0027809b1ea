// SPDX-License-Identifier: MIT
// Opening documents: what is accepted, what is refused, and nothing that breaks.
#include "tumble/document.h"

#include "document/mesh.h"
#include "document/node.h"
#include "tests/document/opened.h"

#define HEAD "{\"asset\":{\"version\":\"2.0\"}"

static void assert_opens(const char *text, TumStatus status, const char *code, const char *pointer)
{
    Opened opened = open_text(text);
    assert_int_equal(opened.status, status);
    assert_int_equal(opened.document != NULL, status == TUM_OK);
    if (code != NULL && !report_has(opened.report, code, pointer)) {
        print_error("no %s at %s\n", code, pointer);
        fail();
    }
    assert_true(code != NULL || tum_report_count(opened.report) == 0);
    close_document(&opened);
}

static void versions_are_checked(void **state)
{
    (void)state;
    assert_opens(HEAD "}", TUM_OK, NULL, NULL);
    assert_opens("{}", TUM_OK, "UNDEFINED_PROPERTY", "");
    assert_opens("{\"asset\":{}}", TUM_OK, "UNDEFINED_PROPERTY", "/asset");
    assert_opens("{\"asset\":3}", TUM_OK, "TYPE_MISMATCH", "/asset");
    assert_opens("{\"asset\":{\"version\":2.0}}", TUM_OK, "TYPE_MISMATCH", "/asset/version");
    assert_opens("{\"asset\":{\"version\":\"two\"}}", TUM_OK, "PATTERN_MISMATCH", "/asset/version");
    assert_opens("{\"asset\":{\"version\":\"2.0.0\"}}", TUM_OK, "PATTERN_MISMATCH",
                 "/asset/version");
    assert_opens("{\"asset\":{\"version\":\"2.1\"}}", TUM_OK, "UNKNOWN_ASSET_MINOR_VERSION",
                 "/asset/version");
    assert_opens("{\"asset\":{\"version\":\"1.0\"}}", TUM_ERROR_UNSUPPORTED,
                 "UNKNOWN_ASSET_MAJOR_VERSION", "/asset/version");
    assert_opens("{\"asset\":{\"version\":\"42949672962.0\"}}", TUM_ERROR_UNSUPPORTED,
                 "UNKNOWN_ASSET_MAJOR_VERSION", "/asset/version");
    // What says its dimension is G4MF, which has no version.
    assert_opens("{\"asset\":{\"dimension\":4}}", TUM_OK, NULL, NULL);
    assert_opens("{\"asset\":{\"dimension\":2.5}}", TUM_ERROR_INPUT, "TYPE_MISMATCH",
                 "/asset/dimension");
    assert_opens("{\"asset\":{\"dimension\":-1}}", TUM_ERROR_INPUT, "VALUE_NOT_IN_RANGE",
                 "/asset/dimension");
}

static void what_is_no_document_is_refused(void **state)
{
    (void)state;
    assert_opens("", TUM_ERROR_INPUT, "INVALID_JSON", "");
    assert_opens("[]", TUM_ERROR_INPUT, "TYPE_MISMATCH", "");
    assert_opens("null", TUM_ERROR_INPUT, "TYPE_MISMATCH", "");
    assert_opens("\xef\xbb\xbf{}", TUM_ERROR_INPUT, "INVALID_JSON", "");
    assert_opens("G4MF", TUM_ERROR_INPUT, "G4MF_UNEXPECTED_END_OF_HEADER", NULL);
    assert_opens("glTF", TUM_ERROR_INPUT, "GLB_UNEXPECTED_END_OF_HEADER", NULL);
}

static void tables_of_the_wrong_type_do_not_stop_it(void **state)
{
    (void)state;
    assert_opens(HEAD ",\"nodes\":{},\"buffers\":1,\"scenes\":\"x\",\"meshes\":false}", TUM_OK,
                 "TYPE_MISMATCH", "/nodes");
    assert_opens(HEAD ",\"buffers\":[1,null,{}],\"scene\":\"0\",\"nodes\":[null]}", TUM_OK,
                 "TYPE_MISMATCH", "/buffers/0");
    assert_opens(HEAD ",\"nodes\":[{}],\"animations\":[{\"channels\":[{\"target\":{\"node\":5,"
                      "\"path\":\"scale\"}}]},3]}",
                 TUM_OK, "UNRESOLVED_REFERENCE", "/animations/0/channels/0/target/node");
    // null reads as absent.
    assert_opens(HEAD ",\"nodes\":null,\"scene\":null}", TUM_OK, NULL, NULL);
}

static void a_binary_file_by_name_must_be_one(void **state)
{
    (void)state;
    TumReport *report = tum_report_create(NULL);
    TumDocument *document = NULL;
    const TumDocumentOptions options = {.name = "a.GLB"};
    assert_int_equal(tum_document_read("gltf012345678", 13, &options, &document, report),
                     TUM_ERROR_INPUT);
    assert_true(report_has(report, "GLB_INVALID_MAGIC", NULL));
    assert_int_equal(tum_document_read("", 0, &options, &document, report), TUM_ERROR_INPUT);
    assert_true(report_has(report, "GLB_UNEXPECTED_END_OF_HEADER", NULL));
    // A text under the wrong name is read.
    const char text[] = " " HEAD "}";
    assert_int_equal(tum_document_read(text, strlen(text), &options, &document, report), TUM_OK);
    tum_document_destroy(document);
    tum_report_destroy(report);
}

static void a_missing_file_is_reported_under_its_name(void **state)
{
    (void)state;
    TumReport *report = tum_report_create(NULL);
    TumDocument *document = NULL;
    assert_int_equal(tum_document_open("/tmp/there is no such file.gltf", NULL, &document, report),
                     TUM_ERROR_FILE);
    assert_null(document);
    assert_true(report_has(report, "IO_ERROR", ""));
    assert_string_equal(tum_report_at(report, 0)->file, "/tmp/there is no such file.gltf");
    assert_int_equal(tum_document_open("/tmp", NULL, &document, NULL), TUM_ERROR_FILE);
    tum_report_destroy(report);
    tum_document_destroy(NULL);
}

/// A document that uses all that opening looks at: a mesh with a skin and a morph target, an
/// animation, a matrix, an extension, a second scene.
typedef struct Content {
    float points[3][3];
    uint8_t indices[4];
    float weights[3][4];
    uint8_t joints[3][4];
} Content;

static const Content content = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                {0, 1, 2, 0},
                                {{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}},
                                {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 0}}};

#define REST                                                                                       \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":100}],\"accessors\":[{\"bufferView\":0,"        \
    "\"componentType\":5126,\"type\":\"VEC3\",\"count\":3},{\"bufferView\":0,\"byteOffset\":36,"   \
    "\"componentType\":5121,\"type\":\"SCALAR\",\"count\":3},{\"bufferView\":0,"                   \
    "\"byteOffset\":40,\"componentType\":5126,\"type\":\"VEC4\",\"count\":3},{\"bufferView\":0,"   \
    "\"byteOffset\":88,\"componentType\":5121,\"type\":\"VEC4\",\"count\":3}],\"meshes\":[{"       \
    "\"primitives\":[{\"attributes\":{\"POSITION\":0,\"WEIGHTS_0\":2,\"JOINTS_0\":3},"             \
    "\"indices\":1,\"targets\":[{\"POSITION\":0}]}],\"weights\":[0.5]}],\"skins\":[{\"joints\":"   \
    "[0,1]}],\"nodes\":[{\"children\":[1],\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,1,2,3,1]},"          \
    "{\"mesh\":0,\"skin\":0,\"name\":\"\\u00e9\"}],\"scenes\":[{\"nodes\":[0]},{}],"               \
    "\"extensions\":{\"X\":{\"large\":18446744073709551616,\"minus\":-0}}"

// What a reader does with a document, to see it survive.
static void use(const TumDocument *document)
{
    Arena arena = {0};
    MeshData data;
    const Cursor root = tum_cursor_root(document, NULL);
    const MeshSource source = {.mesh = 0, .skin = 0};
    tum_mesh_read(document, &source, &arena, &data, &root);
    for (size_t i = 0; i < tum_document_node_count(document); ++i) {
        assert_non_null(tum_document_node(document, i)->name);
    }
    free(text_of(document));
    tum_arena_clear(&arena);
}

static void every_prefix_of_a_file_opens_or_is_refused(void **state)
{
    (void)state;
    TextBuffer glb = glb_with(&content, sizeof content, REST);
    char *text = NULL;
    {
        Opened opened = open_bytes(glb.text.items, glb.text.count);
        assert_int_equal(opened.status, TUM_OK);
        assert_no_errors(opened.report);
        text = text_of(opened.document);
        close_document(&opened);
    }
    const struct {
        const char *bytes;
        size_t count;
    } files[] = {{glb.text.items, glb.text.count}, {text, strlen(text)}};
    for (size_t f = 0; f < 2; ++f) {
        size_t opened_count = 0;
        for (size_t count = 0; count < files[f].count; ++count) {
            char *exact = malloc(count + 1); // Without a byte behind that would hide a fault.
            assert_non_null(exact);
            memcpy(exact, files[f].bytes, count);
            Opened opened = open_bytes(exact, count);
            free(exact);
            if (opened.status == TUM_OK) {
                ++opened_count;
                use(opened.document);
            } else {
                assert_true(tum_report_count_of(opened.report, TUM_SEVERITY_ERROR) > 0);
            }
            close_document(&opened);
        }
        // A GLB whose JSON chunk is whole opens without the rest; a text does not.
        assert_int_equal(opened_count > 0, f == 0);
    }
    free(text);
    tum_text_buffer_free(&glb);
}

static void damaged_bytes_open_or_are_refused(void **state)
{
    (void)state;
    TextBuffer glb = glb_with(&content, sizeof content, REST);
    Random random = {4};
    for (int round = 0; round < 3000; ++round) {
        char *damaged = malloc(glb.text.count);
        assert_non_null(damaged);
        memcpy(damaged, glb.text.items, glb.text.count);
        const int changes = (int)random_in(&random, 1, 4);
        for (int i = 0; i < changes; ++i) {
            const size_t at = (size_t)random_in(&random, 0, (double)glb.text.count);
            // Digits become other digits more often than anything else becomes nonsense.
            damaged[at] = damaged[at] >= '0' && damaged[at] <= '9'
                              ? (char)('0' + (int)random_in(&random, 0, 10))
                              : (char)(int)random_in(&random, 0, 128);
        }
        Opened opened = open_bytes(damaged, glb.text.count);
        free(damaged);
        if (opened.status == TUM_OK) {
            use(opened.document);
        }
        close_document(&opened);
    }
    tum_text_buffer_free(&glb);
}

static void memory_that_runs_out_is_answered_and_given_back(void **state)
{
    (void)state;
    TextBuffer glb = glb_with(&content, sizeof content, REST);
    for (size_t allowed = 0;; ++allowed) {
        Counting counting;
        const TumDocumentOptions options = {.allocator = counting_allocator(&counting)};
        TumReport *report = tum_report_create(&options.allocator);
        TumDocument *document = NULL;
        void *bytes = NULL;
        size_t count = 0;
        assert_non_null(report);
        counting.fail_after = allowed;
        TumStatus status =
            tum_document_read(glb.text.items, glb.text.count, &options, &document, report);
        assert_int_equal(document != NULL, status == TUM_OK);
        if (status == TUM_OK) {
            status = tum_document_write(document, NULL, &bytes, &count, report);
        }
        if (status == TUM_OK) {
            assert_true(tum_glb_is(bytes, count));
            tum_document_free_bytes(document, bytes, count);
        } else {
            assert_int_equal(status, TUM_ERROR_MEMORY);
            assert_null(bytes);
        }
        tum_document_destroy(document);
        tum_report_destroy(report);
        assert_int_equal(counting.blocks, 0);
        assert_int_equal(counting.bytes, 0);
        if (status == TUM_OK) {
            assert_true(allowed > 5);
            break;
        }
        assert_true(allowed < 1000);
    }
    tum_text_buffer_free(&glb);
}

// Opens `text` repeated, and tells how many bytes each byte of it took at most.
static double memory_per_byte(const char *before, const char *item, const char *after)
{
    enum { REPEATS = 20000 };
    const size_t length = strlen(item);
    char *text = malloc(strlen(before) + REPEATS * (length + 1) + strlen(after) + 1);
    assert_non_null(text);
    size_t at = (size_t)sprintf(text, "%s", before);
    for (int i = 0; i < REPEATS; ++i) {
        at += (size_t)sprintf(text + at, "%s%s", i > 0 ? "," : "", item);
    }
    at += (size_t)sprintf(text + at, "%s", after);
    Counting counting;
    const TumDocumentOptions options = {.allocator = counting_allocator(&counting)};
    TumReport *report = tum_report_create(&options.allocator);
    TumDocument *document = NULL;
    assert_int_equal(tum_document_read(text, at, &options, &document, report), TUM_OK);
    const double ratio = (double)counting.bytes / (double)at;
    tum_document_destroy(document);
    tum_report_destroy(report);
    free(text);
    return ratio;
}

static void memory_stays_within_the_stated_multiple_of_the_file(void **state)
{
    (void)state;
    assert_between(memory_per_byte(HEAD ",\"nodes\":[", "{}", "]}"), 1, 1024);
    assert_between(memory_per_byte(HEAD ",\"nodes\":[", "1", "]}"), 1, 1024);
    assert_between(memory_per_byte(HEAD ",\"extras\":[", "[]", "]}"), 1, 1024);
    assert_between(memory_per_byte(HEAD ",\"extras\":[", "{\"a\":0}", "]}"), 1, 1024);
    assert_between(memory_per_byte(HEAD ",\"buffers\":[", "{}", "]}"), 1, 1024);
}

static void deep_nesting_is_written_as_it_was_read(void **state)
{
    (void)state;
    char text[1200] = HEAD ",\"extras\":";
    const size_t at = strlen(text);
    memset(text + at, '[', 500);
    memset(text + at + 500, ']', 500);
    text[at + 1000] = '}';
    Opened opened = open_text(text);
    char *again = text_of(opened.document);
    assert_string_equal(again, text);
    free(again);
    close_document(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions_are_checked),
        cmocka_unit_test(what_is_no_document_is_refused),
        cmocka_unit_test(tables_of_the_wrong_type_do_not_stop_it),
        cmocka_unit_test(a_binary_file_by_name_must_be_one),
        cmocka_unit_test(a_missing_file_is_reported_under_its_name),
        cmocka_unit_test(every_prefix_of_a_file_opens_or_is_refused),
        cmocka_unit_test(damaged_bytes_open_or_are_refused),
        cmocka_unit_test(memory_that_runs_out_is_answered_and_given_back),
        cmocka_unit_test(memory_stays_within_the_stated_multiple_of_the_file),
        cmocka_unit_test(deep_nesting_is_written_as_it_was_read),
    };
    return cmocka_run_group_tests_name("document", tests, NULL, NULL);
}
