// SPDX-License-Identifier: MIT
// Other files of a document come from a callback.
#include "document/buffer.h"
#include "document/mesh.h"
#include "tests/document/opened.h"
#include "tumble/capacity.h"

enum { ASKED_MAX = 16 };

/// An archive of one file, and what it was asked for.
typedef struct Archive {
    const char *path;
    const void *bytes;
    size_t size;
    TumStatus answer; ///< For its path; others are TUM_ERROR_FILE.
    char asked[ASKED_MAX][64];
    int asked_count, lent_count, released_count;
} Archive;

static TumStatus find(void *user, const char *path, const void **bytes, size_t *size)
{
    Archive *archive = user;
    assert_true(archive->asked_count < ASKED_MAX);
    // What was lent has come back before the next question.
    assert_int_equal(archive->lent_count, archive->released_count);
    snprintf(archive->asked[archive->asked_count++], sizeof archive->asked[0], "%s", path);
    if (strcmp(path, archive->path) != 0) {
        return TUM_ERROR_FILE;
    }
    *bytes = archive->bytes;
    *size = archive->size;
    archive->lent_count += archive->answer == TUM_OK;
    return archive->answer;
}

static void take_back(void *user, const void *bytes, size_t size)
{
    Archive *archive = user;
    assert_ptr_equal(bytes, archive->bytes);
    assert_int_equal(size, archive->size);
    ++archive->released_count;
}

static Archive archive_of(const char *path, const char *text)
{
    return (Archive){.path = path, .bytes = text, .size = strlen(text)};
}

static TumDocumentOptions options_of(Archive *archive)
{
    return (TumDocumentOptions){.name = "a.gltf",
                                .resources = {.read = find, .release = take_back, .user = archive}};
}

static Opened open_with_options(const char *text, const TumDocumentOptions *options)
{
    Opened opened = {.report = tum_report_create(NULL)};
    opened.status = tum_document_read(text, strlen(text), options, &opened.document, opened.report);
    return opened;
}

// A document with one buffer of four bytes.
static Opened open_uri(const char *uri, Archive *archive)
{
    char text[400];
    const TumDocumentOptions options = options_of(archive);
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"%s\",\"byteLength\":4}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":4}]}",
             uri);
    return open_with_options(text, &options);
}

static void assert_asked(const char *uri, const char *path)
{
    Archive archive = archive_of(path, "abcd");
    Opened opened = open_uri(uri, &archive);
    BufferView view;
    assert_int_equal(opened.status, TUM_OK);
    assert_int_equal(archive.asked_count, 1);
    assert_string_equal(archive.asked[0], path);
    assert_true(tum_buffer_view_open(opened.document, 0, &view, opened.report));
    assert_memory_equal(view.bytes, "abcd", 4);
    assert_int_equal(archive.released_count, 1);
    assert_no_errors(opened.report);
    close_document(&opened);
}

static void a_buffer_comes_from_the_callback_by_its_plain_path(void **state)
{
    (void)state;
    assert_asked("b.bin", "b.bin");
    assert_asked("./b.bin", "b.bin");
    assert_asked("deep//./c%20d.bin", "deep/c d.bin");
    assert_asked("%C3%A4.bin", "\xc3\xa4.bin");
    assert_asked("b.bin?version=2#top", "b.bin?version=2#top");
}

static void assert_refused(const char *uri, const char *code)
{
    Archive archive = archive_of("secret.bin", "abcd");
    Opened opened = open_uri(uri, &archive);
    assert_int_equal(opened.status, TUM_OK);
    if (archive.asked_count != 0 || !report_has(opened.report, code, "/buffers/0/uri")) {
        print_error("%s: asked %d times for '%s', or no %s\n", uri, archive.asked_count,
                    archive.asked[0], code);
        fail();
    }
    close_document(&opened);
}

static void nobody_is_asked_for_what_leads_elsewhere(void **state)
{
    (void)state;
    static const char *const uris[] = {"../secret.bin",
                                       "deep/../secret.bin",
                                       "deep/../../secret.bin",
                                       "%2e%2e/secret.bin",
                                       "..%2Fsecret.bin",
                                       "%2e%2e%2fsecret.bin",
                                       "deep/%2E%2E/secret.bin",
                                       "/secret.bin",
                                       "%2Fsecret.bin",
                                       "//example.com/secret.bin",
                                       "C:secret.bin",
                                       "C%3Asecret.bin",
                                       "./C%3Asecret.bin",
                                       "javascript:secret.bin",
                                       "file%3a///secret.bin",
                                       "..\\\\secret.bin",
                                       "..%5csecret.bin",
                                       "secret.bin%00.txt",
                                       "secret.bin%0a",
                                       "secret.bin%7f",
                                       "secret%ff.bin",
                                       "secret%2",
                                       "secret%zz",
                                       "secret.bin/",
                                       ".",
                                       "./",
                                       ""};
    for (size_t i = 0; i < sizeof uris / sizeof *uris; ++i) {
        assert_refused(uris[i], "INVALID_URI");
    }
    assert_refused("https://example.com/secret.bin", "NON_RELATIVE_URI");
    assert_refused("file:///secret.bin", "NON_RELATIVE_URI");
}

static void nobody_is_asked_where_no_resources_are_wanted(void **state)
{
    (void)state;
    Archive archive = archive_of("b.bin", "abcd");
    TumDocumentOptions options = options_of(&archive);
    options.no_resources = true;
    Opened opened = open_with_options(
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"b.bin\",\"byteLength\":4}]}",
        &options);
    assert_int_equal(opened.status, TUM_OK);
    assert_int_equal(archive.asked_count, 0);
    close_document(&opened);
}

static const char two_and_one[] =
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"b.bin\",\"byteLength\":4},"
    "{\"uri\":\"missing.bin\",\"byteLength\":4},{\"uri\":\"./b.bin\",\"byteLength\":2}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":4},{\"buffer\":2,\"byteLength\":2}]}";

static void a_path_is_asked_for_once_and_a_missing_one_stops_nothing(void **state)
{
    (void)state;
    Archive archive = archive_of("b.bin", "abcd");
    const TumDocumentOptions options = options_of(&archive);
    Opened opened = open_with_options(two_and_one, &options);
    BufferView view;
    assert_int_equal(opened.status, TUM_OK);
    assert_int_equal(archive.asked_count, 2);
    assert_string_equal(archive.asked[0], "b.bin");
    assert_string_equal(archive.asked[1], "missing.bin");
    assert_int_equal(archive.released_count, 1);
    assert_true(report_has(opened.report, "IO_ERROR", "/buffers/1/uri"));
    assert_true(tum_buffer_view_open(opened.document, 1, &view, opened.report));
    assert_memory_equal(view.bytes, "ab", 2);
    close_document(&opened);
}

// Every status but TUM_OK and that of memory is a finding; nothing is lent, so nothing comes back.
static void a_failing_callback_is_a_finding(void **state)
{
    (void)state;
    for (int answer = TUM_ERROR_ARGUMENT; answer <= TUM_ERROR_VERSION + 5; ++answer) {
        Archive archive = archive_of("b.bin", "abcd");
        archive.answer = (TumStatus)answer;
        Opened opened = open_uri("b.bin", &archive);
        assert_int_equal(archive.released_count, 0);
        if (answer == TUM_ERROR_MEMORY) {
            assert_int_equal(opened.status, TUM_ERROR_MEMORY);
            assert_null(opened.document);
        } else {
            assert_int_equal(opened.status, TUM_OK);
            assert_true(report_has(opened.report, "IO_ERROR", "/buffers/0/uri"));
        }
        close_document(&opened);
    }
}

static void sizes_that_are_wrong_are_findings(void **state)
{
    (void)state;
    Archive shorter = archive_of("b.bin", "abc"), longer = archive_of("b.bin", "abcde");
    Archive empty = archive_of("b.bin", ""), nothing = {.path = "b.bin", .size = 4};
    Archive null = {.path = "b.bin"};
    Opened opened = open_uri("b.bin", &shorter);
    assert_true(report_has(opened.report, "BUFFER_BYTE_LENGTH_MISMATCH", "/buffers/0"));
    close_document(&opened);
    opened = open_uri("b.bin", &longer);
    assert_no_errors(opened.report);
    close_document(&opened);
    opened = open_uri("b.bin", &empty);
    assert_true(report_has(opened.report, "BUFFER_BYTE_LENGTH_MISMATCH", "/buffers/0"));
    close_document(&opened);
    opened = open_uri("b.bin", &null);
    assert_true(report_has(opened.report, "BUFFER_BYTE_LENGTH_MISMATCH", "/buffers/0"));
    close_document(&opened);
    opened = open_uri("b.bin", &nothing);
    assert_true(report_has(opened.report, "IO_ERROR", "/buffers/0/uri"));
    assert_int_equal(nothing.released_count, 1);
    close_document(&opened);
}

// The size is judged before a byte is read: there are only four.
static void a_size_beyond_the_limit_is_refused_unread(void **state)
{
    (void)state;
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 1, (size_t)TUM_MAX_FILE_BYTES + 1};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        Archive archive = archive_of("b.bin", "abcd");
        archive.size = sizes[i];
        Opened opened = open_uri("b.bin", &archive);
        assert_int_equal(opened.status, TUM_OK);
        assert_true(report_has(opened.report, "IO_ERROR", "/buffers/0/uri"));
        assert_int_equal(archive.released_count, 1);
        close_document(&opened);
    }
}

static TumStatus find_anything(void *user, const char *path, const void **bytes, size_t *size)
{
    (void)path;
    *bytes = user;
    *size = 4;
    return TUM_OK;
}

// Ten bytes are room for two files of four, not for three.
static void other_files_together_stay_within_their_limit(void **state)
{
    (void)state;
    char bytes[] = "abcd";
    const TumDocumentOptions options = {.resources = {.read = find_anything, .user = bytes},
                                        .resource_bytes = 10};
    Opened opened = open_with_options(
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"a\",\"byteLength\":4},"
        "{\"uri\":\"b\",\"byteLength\":4},{\"uri\":\"c\",\"byteLength\":4}]}",
        &options);
    assert_int_equal(opened.status, TUM_OK);
    assert_false(report_has(opened.report, "IO_ERROR", "/buffers/1/uri"));
    assert_true(report_has(opened.report, "IO_ERROR", "/buffers/2/uri"));
    close_document(&opened);
}

// The callback and its bytes may go once the document is open.
static void a_document_keeps_nothing_of_the_callback(void **state)
{
    (void)state;
    char bytes[] = "abcd";
    Archive archive = archive_of("b.bin", bytes);
    Opened opened = open_uri("b.bin", &archive);
    TumDocument *copy = NULL;
    memset(bytes, 'x', 4);
    assert_int_equal(tum_document_copy(opened.document, &copy), TUM_OK);
    char *text = text_of(copy);
    // "abcd" in base64: a document in memory has no file beside it.
    assert_non_null(strstr(text, "base64,YWJjZA=="));
    assert_int_equal(archive.asked_count, 1);
    free(text);
    tum_document_destroy(copy);
    close_document(&opened);
}

static void a_document_of_g4mf_asks_too(void **state)
{
    (void)state;
    Archive archive = archive_of("deep/b.bin", "abcd");
    TumDocumentOptions options = options_of(&archive);
    options.name = "a.g4tf";
    Opened opened = open_with_options("{\"asset\":{\"dimension\":4},\"buffers\":[{\"uri\":"
                                      "\"deep/b.bin\",\"byteLength\":4}]}",
                                      &options);
    assert_int_equal(opened.status, TUM_OK);
    assert_int_equal(archive.asked_count, 1);
    assert_int_equal(archive.released_count, 1);
    close_document(&opened);
}

// The triangle (0,0,0) (1,0,0) (0,1,0) in floats, little-endian.
static void a_mesh_is_in_a_file_that_the_callback_found(void **state)
{
    (void)state;
    static const unsigned char points[36] = {[14] = 0x80, [15] = 0x3f, [30] = 0x80, [31] = 0x3f};
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"mesh.bin\",\"byteLength\":36}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\","
        "\"min\":[0,0,0],\"max\":[1,1,0]}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}";
    Archive archive = {.path = "mesh.bin", .bytes = points, .size = sizeof points};
    const TumDocumentOptions options = options_of(&archive);
    Opened opened = open_with_options(text, &options);
    const MeshSource source = {.mesh = 0, .skin = -1};
    Arena arena;
    MeshData mesh;
    tum_arena_init(&arena, NULL);
    assert_true(tum_mesh_read(opened.document, &source, &arena, &mesh, NULL));
    assert_int_equal(mesh.triangle_count, 1);
    assert_near(mesh.points[3], 1.0, 0.0);
    assert_near(mesh.points[7], 1.0, 0.0);
    tum_arena_clear(&arena);
    close_document(&opened);
}

// Whichever allocation fails, what was lent comes back, and nothing is kept.
static void lack_of_memory_at_any_point_leaves_nothing_behind(void **state)
{
    (void)state;
    TumStatus status = TUM_ERROR_MEMORY;
    for (size_t fail_after = 0; status != TUM_OK; ++fail_after) {
        Archive archive = archive_of("b.bin", "abcd");
        Counting counting;
        TumDocumentOptions options = options_of(&archive);
        options.allocator = counting_allocator(&counting);
        counting.fail_after = fail_after;
        TumDocument *document = NULL;
        status = tum_document_read(two_and_one, strlen(two_and_one), &options, &document, NULL);
        assert_true(status == TUM_OK || status == TUM_ERROR_MEMORY);
        assert_int_equal(archive.lent_count, archive.released_count);
        tum_document_destroy(document);
        assert_int_equal(counting.bytes, 0);
        assert_true(fail_after < 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_buffer_comes_from_the_callback_by_its_plain_path),
        cmocka_unit_test(nobody_is_asked_for_what_leads_elsewhere),
        cmocka_unit_test(nobody_is_asked_where_no_resources_are_wanted),
        cmocka_unit_test(a_path_is_asked_for_once_and_a_missing_one_stops_nothing),
        cmocka_unit_test(a_failing_callback_is_a_finding),
        cmocka_unit_test(sizes_that_are_wrong_are_findings),
        cmocka_unit_test(a_size_beyond_the_limit_is_refused_unread),
        cmocka_unit_test(other_files_together_stay_within_their_limit),
        cmocka_unit_test(a_document_keeps_nothing_of_the_callback),
        cmocka_unit_test(a_document_of_g4mf_asks_too),
        cmocka_unit_test(a_mesh_is_in_a_file_that_the_callback_found),
        cmocka_unit_test(lack_of_memory_at_any_point_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
