// SPDX-License-Identifier: MIT
// Buffers come from the container, from data URIs, and from files inside the document's folder.
#include "document/buffer.h"

#include "document/edit.h"
#include "document/edit_data.h"
#include "document/g4b.h"
#include "system/handle.h"
#include "tests/document/opened.h"
#include "tests/support/folder.h"

static char folder[TEST_FOLDER_BYTES];

static void path_in_folder(char *path, size_t room, const char *name)
{
    snprintf(path, room, "%s/%s", folder, name);
}

static FILE *create_file(const char *name)
{
    char path[256];
    path_in_folder(path, sizeof path, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    return file;
}

static void remove_file(const char *name)
{
    char path[256];
    path_in_folder(path, sizeof path, name);
    assert_int_equal(remove(path), 0);
}

static void write_file(const char *name, const char *content)
{
    FILE *file = create_file(name);
    fputs(content, file);
    fclose(file);
}

static Opened open_file(const char *name)
{
    char path[256];
    path_in_folder(path, sizeof path, name);
    Opened opened = {.report = tum_report_create(NULL)};
    opened.status = tum_document_open(path, NULL, &opened.document, opened.report);
    return opened;
}

// Opens inner/a.gltf with one buffer of the given uri.
static Opened open_uri(const char *uri)
{
    char text[400];
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"%s\",\"byteLength\":4}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":4}]}",
             uri);
    write_file("inner/a.gltf", text);
    Opened opened = open_file("inner/a.gltf");
    assert_int_equal(opened.status, TUM_OK);
    return opened;
}

static void assert_loads(const char *uri, const char *expected)
{
    Opened opened = open_uri(uri);
    BufferView view;
    assert_true(tum_buffer_view_open(opened.document, 0, &view, opened.report));
    assert_int_equal(view.count, 4);
    assert_memory_equal(view.bytes, expected, 4);
    assert_no_errors(opened.report);
    close_document(&opened);
}

static void assert_fails(const char *uri, const char *code)
{
    Opened opened = open_uri(uri);
    BufferView view;
    assert_false(tum_buffer_view_open(opened.document, 0, &view, opened.report));
    if (!report_has(opened.report, code, "/buffers/0/uri")) {
        print_error("%s: no %s\n", uri, code);
        fail();
    }
    close_document(&opened);
}

static void a_file_beside_the_document_is_read(void **state)
{
    (void)state;
    assert_loads("b.bin", "beta");
    assert_loads("./b.bin", "beta");
    assert_loads("deep/c%20d.bin", "cdcd");
    assert_loads("deep/c d.bin", "cdcd");
}

static void a_data_uri_is_decoded(void **state)
{
    (void)state;
    assert_loads("data:application/octet-stream;base64,YWJjZA==", "abcd");
    assert_loads("data:application/gltf-buffer;base64,YWJjZA==", "abcd");
    assert_fails("data:application/octet-stream;base64,YWJ", "INVALID_URI");
    Opened opened = open_uri("data:text/plain;base64,YWJjZA==");
    assert_true(report_has(opened.report, "BUFFER_DATA_URI_MIME_TYPE_INVALID", "/buffers/0/uri"));
    close_document(&opened);
}

// glTF 2.0, section 2.8: clients may support http and file URIs; this one does not. Bytes that are
// missing for it are an error, as those of a file that is not there.
static void bytes_of_another_place_are_missing(void **state)
{
    (void)state;
    const char *const uris[2] = {"https://example.com/b.bin", "file:///b.bin"};
    for (size_t i = 0; i < 2; ++i) {
        Opened opened = open_uri(uris[i]);
        assert_true(report_has(opened.report, "NON_RELATIVE_URI", "/buffers/0/uri"));
        assert_true(report_has(opened.report, "IO_ERROR", "/buffers/0/uri"));
        close_document(&opened);
    }
}

static void nothing_outside_the_folder_is_opened(void **state)
{
    (void)state;
    char absolute[256];
    path_in_folder(absolute, sizeof absolute, "secret.bin");
    for (char *c = strchr(absolute, '\\'); c != NULL; c = strchr(c, '\\')) {
        *c = '/'; // Of Windows.
    }
    assert_fails("../secret.bin", "INVALID_URI");
    assert_fails("deep/../../secret.bin", "INVALID_URI");
    assert_fails("%2e%2e/secret.bin", "INVALID_URI");
    assert_fails("..%2fsecret.bin", "INVALID_URI");
    assert_fails("..\\\\secret.bin", "INVALID_URI");
    assert_fails(absolute, "INVALID_URI");
    if (TEST_HAS_LINKS) {
        assert_fails("link.bin", "INVALID_URI");
        assert_fails("linked/secret.bin", "INVALID_URI");
    }
    assert_fails("b.bin%00.txt", "INVALID_URI");
    assert_fails("b%2", "INVALID_URI");
    assert_fails("file:///etc/passwd", "NON_RELATIVE_URI");
    assert_fails("https://example.com/b.bin", "NON_RELATIVE_URI");
}

static void what_is_no_plain_file_is_an_error_of_reading(void **state)
{
    (void)state;
    assert_fails("missing.bin", "IO_ERROR");
    assert_fails("deep", "IO_ERROR");
    if (TEST_HAS_LINKS) {
        assert_fails("pipe.bin", "IO_ERROR");
    }
}

static void two_buffers_of_one_file_share_its_bytes(void **state)
{
    (void)state;
    write_file("inner/a.gltf",
               "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"b.bin\",\"byteLength\":4},"
               "{\"uri\":\"./b.bin\",\"byteLength\":2}],\"bufferViews\":["
               "{\"buffer\":0,\"byteLength\":4},{\"buffer\":1,\"byteLength\":2},"
               "{\"buffer\":1,\"byteLength\":3}]}");
    Opened opened = open_file("inner/a.gltf");
    BufferView first, second, third;
    assert_true(tum_buffer_view_open(opened.document, 0, &first, opened.report));
    assert_true(tum_buffer_view_open(opened.document, 1, &second, opened.report));
    assert_ptr_equal(first.bytes, second.bytes);
    // byteLength is the end, though the file has more.
    assert_false(tum_buffer_view_open(opened.document, 2, &third, opened.report));
    close_document(&opened);
}

static void a_document_from_memory_has_no_folder_unless_told(void **state)
{
    (void)state;
    const char text[] = "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"b.bin\","
                        "\"byteLength\":4}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":4}]}";
    Opened opened = open_text(text);
    assert_true(report_has(opened.report, "IO_ERROR", "/buffers/0/uri"));
    close_document(&opened);
    char inner[256];
    path_in_folder(inner, sizeof inner, "inner");
    const TumDocumentOptions options = {.folder = inner, .name = "x.gltf"};
    TumDocument *document = NULL;
    BufferView view;
    assert_int_equal(tum_document_read(text, strlen(text), &options, &document, NULL), TUM_OK);
    assert_true(tum_buffer_view_open(document, 0, &view, NULL));
    assert_string_equal(tum_document_name(document), "x.gltf");
    tum_document_destroy(document);
    const TumDocumentOptions alone = {.folder = inner, .no_resources = true};
    TumReport *report = tum_report_create(NULL);
    assert_int_equal(tum_document_read(text, strlen(text), &alone, &document, report), TUM_OK);
    assert_false(tum_buffer_view_open(document, 0, &view, report));
    assert_int_equal(tum_report_count(report), 0);
    tum_document_destroy(document);
    tum_report_destroy(report);
}

static void lengths_that_disagree_are_filed(void **state)
{
    (void)state;
    TextBuffer glb = glb_with("0123456789", 10, "");
    glb.text.items[0] = 'g';
    Opened opened = open_bytes(glb.text.items, glb.text.count);
    assert_int_equal(tum_report_count(opened.report), 0); // Two bytes of padding are none too many.
    close_document(&opened);
    tum_text_buffer_free(&glb);
    TextBuffer long_chunk = {0};
    const char json[] = "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":4}]}";
    tum_glb_write(&long_chunk, json, strlen(json), (const unsigned char *)"01234567", 8);
    opened = open_bytes(long_chunk.text.items, long_chunk.text.count);
    assert_true(report_has(opened.report, "BUFFER_GLB_CHUNK_TOO_BIG", "/buffers/0"));
    close_document(&opened);
    tum_text_buffer_free(&long_chunk);
    opened = open_text("{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":5,\"uri\":"
                       "\"data:application/octet-stream;base64,YWJjZA==\"},{\"uri\":"
                       "\"data:application/octet-stream;base64,YWJjZA==\"},{\"byteLength\":4},"
                       "{\"byteLength\":0,\"uri\":\"data:application/gltf-buffer,x\"}]}");
    assert_true(report_has(opened.report, "BUFFER_BYTE_LENGTH_MISMATCH", "/buffers/0"));
    assert_true(report_has(opened.report, "UNDEFINED_PROPERTY", "/buffers/1"));
    assert_true(report_has(opened.report, "BUFFER_MISSING_GLB_DATA", "/buffers/2"));
    assert_true(report_has(opened.report, "VALUE_NOT_IN_RANGE", "/buffers/3/byteLength"));
    close_document(&opened);
}

static void an_empty_fallback_of_compressed_views_is_no_fault(void **state)
{
    (void)state;
    Opened opened = open_with(
        "abcd", 4,
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":4,\"extensions\":{"
        "\"EXT_meshopt_compression\":{\"buffer\":0,\"byteLength\":4,\"byteStride\":4,\"count\":1,"
        "\"mode\":\"ATTRIBUTES\"}}}]");
    BufferView view;
    // The plain bytes are there.
    assert_true(tum_buffer_view_open(opened.document, 0, &view, opened.report));
    close_document(&opened);
    opened = open_text(
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":4,\"extensions\":{"
        "\"EXT_meshopt_compression\":{\"fallback\":true}}}],\"bufferViews\":[{\"buffer\":0,"
        "\"byteLength\":4,\"extensions\":{\"EXT_meshopt_compression\":{}}}]}");
    assert_int_equal(tum_report_count_of(opened.report, TUM_SEVERITY_ERROR), 0);
    assert_false(tum_buffer_view_open(opened.document, 0, &view, opened.report));
    assert_true(report_has(opened.report, "UNSUPPORTED_EXTENSION", "/bufferViews/0"));
    close_document(&opened);
}

static int make_folder(void **state)
{
    (void)state;
    char path[256], target[256];
    if (!test_folder_make(folder)) {
        return -1;
    }
    path_in_folder(path, sizeof path, "inner");
    test_folder_add(path);
    path_in_folder(path, sizeof path, "inner/deep");
    test_folder_add(path);
    write_file("secret.bin", "key!");
    write_file("inner/b.bin", "beta");
    write_file("inner/deep/c d.bin", "cdcd");
    path_in_folder(path, sizeof path, "inner/link.bin");
    path_in_folder(target, sizeof target, "secret.bin");
    bool is_made = test_link(target, path);
    path_in_folder(path, sizeof path, "inner/linked");
    is_made = test_link(folder, path) && is_made;
    path_in_folder(path, sizeof path, "inner/pipe.bin");
    is_made = test_pipe(path) && is_made;
    return is_made == (bool)TEST_HAS_LINKS ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"inner/a.gltf",   "inner/b.bin",  "inner/deep/c d.bin",
                                        "inner/link.bin", "inner/linked", "inner/pipe.bin",
                                        "secret.bin"};
    char path[256];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        path_in_folder(path, sizeof path, names[i]);
        unlink(path);
    }
    path_in_folder(path, sizeof path, "inner/deep");
    rmdir(path);
    path_in_folder(path, sizeof path, "inner");
    rmdir(path);
    return rmdir(folder);
}

// Counts what is large, and hands everything on.
static void *allocate_and_note(void *user, size_t bytes, size_t alignment)
{
    *(int *)user += bytes > 100000;
    const TumAllocator allocator = tum_allocator_or_default(NULL);
    return allocator.allocate(allocator.user, bytes, alignment);
}

static void release_noted(void *user, void *block, size_t bytes)
{
    (void)user;
    const TumAllocator allocator = tum_allocator_or_default(NULL);
    allocator.release(allocator.user, block, bytes);
}

static void put_word(FILE *file, uint32_t word)
{
    for (int i = 0; i < 4; ++i) {
        fputc((int)(word >> (8 * i) & 255), file);
    }
}

enum { LARGE = 400000 };

// A GLB of one buffer, which holds i % 251, and one view of it all.
static void write_large_glb(void)
{
    static const char json[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":400000}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":400000}]} ";
    const uint32_t text_bytes = (uint32_t)sizeof json - 1, json_bytes = (text_bytes + 3) / 4 * 4;
    FILE *file = create_file("inner/large.glb");
    fputs("glTF", file);
    put_word(file, 2);
    put_word(file, 12 + 8 + json_bytes + 8 + LARGE);
    put_word(file, json_bytes);
    fputs("JSON", file);
    fprintf(file, "%-*s", (int)json_bytes, json);
    put_word(file, LARGE);
    fwrite("BIN", 1, 4, file);
    for (int i = 0; i < LARGE; ++i) {
        fputc(i % 251, file);
    }
    fclose(file);
}

static void assert_large(const TumDocument *document)
{
    BufferView view;
    assert_true(tum_buffer_view_open(document, 0, &view, NULL));
    assert_int_equal(view.count, LARGE);
    for (int i = 0; i < LARGE; ++i) {
        assert_int_equal(view.bytes[i], i % 251);
    }
}

// @param large  receives how many large blocks that took.
static Opened open_large(const char *name, uint64_t map_from_bytes, int *large)
{
    char path[256];
    path_in_folder(path, sizeof path, name);
    *large = 0;
    const TumDocumentOptions options = {.allocator = {allocate_and_note, release_noted, large},
                                        .map_from_bytes = map_from_bytes};
    Opened opened = {.report = tum_report_create(NULL)};
    opened.status = tum_document_open(path, &options, &opened.document, opened.report);
    assert_int_equal(opened.status, TUM_OK);
    return opened;
}

static void a_file_that_is_mostly_its_chunk_is_in_memory_once(void **state)
{
    (void)state;
    write_large_glb();
    int large;
    Opened opened = open_large("inner/large.glb", 0, &large);
    assert_no_errors(opened.report);
    assert_int_equal(large, 1);
    assert_large(opened.document);
    close_document(&opened);
    remove_file("inner/large.glb");
}

static void a_mapped_file_takes_no_memory_for_its_chunk(void **state)
{
    (void)state;
    write_large_glb();
    int large;
    Opened opened = open_large("inner/large.glb", LARGE, &large);
    assert_no_errors(opened.report);
    assert_int_equal(large, TEST_MAPS_FILES ? 0 : 1);
    assert_large(opened.document);
    // Its copy is its own, and so is what an edit appends.
    TumDocument *copy = NULL;
    assert_int_equal(tum_document_copy(opened.document, &copy), TUM_OK);
    int32_t added = -1;
    assert_int_equal(tum_edit_add_view(opened.document, "more", 4, &added), TUM_OK);
    BufferView view;
    assert_true(tum_buffer_view_open(opened.document, added, &view, NULL));
    assert_memory_equal(view.bytes, "more", 4);
    assert_large(opened.document);
    close_document(&opened);
    assert_large(copy);
    tum_document_destroy(copy);
    remove_file("inner/large.glb");
}

static void a_mapped_file_may_be_replaced_while_its_document_lives(void **state)
{
    (void)state;
    write_large_glb();
    int large;
    Opened opened = open_large("inner/large.glb", LARGE, &large);
    assert_no_errors(opened.report);
    char path[256], other[256];
    path_in_folder(path, sizeof path, "inner/large.glb");
    path_in_folder(other, sizeof other, "inner/other.glb");
    assert_int_equal(tum_document_save(opened.document, path, NULL, NULL), TUM_OK);
    write_file("inner/other.glb", "short");
    assert_int_equal(tum_file_rename(other, path), FILE_OK);
    assert_large(opened.document);
    close_document(&opened);
    remove_file("inner/large.glb");
}

static void a_file_that_is_read_may_be_shortened_while_its_document_lives(void **state)
{
    (void)state;
    FILE *file = create_file("inner/large.bin");
    for (int i = 0; i < LARGE; ++i) {
        fputc(i % 251, file);
    }
    fclose(file);
    write_file("inner/a.gltf", "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"large."
                               "bin\",\"byteLength\":400000}],"
                               "\"bufferViews\":[{\"buffer\":0,\"byteLength\":400000}]}");
    int large;
    Opened opened = open_large("inner/a.gltf", LARGE + 1, &large); // one byte below the bound
    assert_no_errors(opened.report);
    write_file("inner/large.bin", "");
    assert_large(opened.document);
    close_document(&opened);
    remove_file("inner/large.bin");
}

static void files_beside_a_mapped_document_are_mapped_and_shared(void **state)
{
    (void)state;
    FILE *file = create_file("inner/large.bin");
    for (int i = 0; i < LARGE; ++i) {
        fputc(i % 251, file);
    }
    fclose(file);
    write_file("inner/a.gltf", "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"large."
                               "bin\",\"byteLength\":400000},"
                               "{\"uri\":\"large.bin\",\"byteLength\":400000}],"
                               "\"bufferViews\":[{\"buffer\":0,\"byteLength\":400000}]}");
    int large;
    Opened opened = open_large("inner/a.gltf", LARGE, &large);
    assert_no_errors(opened.report);
    assert_int_equal(large, TEST_MAPS_FILES ? 0 : 1);
    assert_large(opened.document);
    assert_ptr_equal(opened.document->buffers.items[0].bytes,
                     opened.document->buffers.items[1].bytes);
    close_document(&opened);
    remove_file("inner/large.bin");
}

static void chunks_of_a_mapped_container_are_where_the_file_has_them(void **state)
{
    (void)state;
    // The last chunk is empty.
    static const char json[] =
        "{\"asset\":{\"dimension\":4},\"buffers\":[{\"byteLength\":400000,\"chunk\":1},"
        "{\"byteLength\":0,\"chunk\":2}],\"bufferViews\":[{\"byteLength\":400000}]}";
    static const unsigned char empty[16] = {'B', 'L', 'O', 'B'};
    unsigned char *blob = malloc(LARGE);
    assert_non_null(blob);
    for (int i = 0; i < LARGE; ++i) {
        blob[i] = (unsigned char)(i % 251);
    }
    TextBuffer bytes = {0};
    assert_int_equal(tum_g4b_write(&bytes, json, sizeof json - 1, blob, LARGE), TUM_OK);
    free(blob);
    assert_int_equal(tum_text_buffer_add(&bytes, (const char *)empty, sizeof empty), TUM_OK);
    for (int i = 0; i < 4; ++i) {
        bytes.text.items[8 + i] = (char)(bytes.text.count >> (8 * i)); // the size of the file
    }
    FILE *file = create_file("inner/large.g4b");
    assert_int_equal(fwrite(bytes.text.items, 1, bytes.text.count, file), bytes.text.count);
    fclose(file);
    tum_text_buffer_free(&bytes);
    int large;
    // Of a file that is read, each chunk of several is copied.
    Opened opened = open_large("inner/large.g4b", 0, &large);
    assert_int_equal(large, 2);
    assert_large(opened.document);
    close_document(&opened);
    opened = open_large("inner/large.g4b", LARGE, &large);
    assert_int_equal(large, TEST_MAPS_FILES ? 0 : 2);
    assert_large(opened.document);
    TumDocument *copy = NULL;
    assert_int_equal(tum_document_copy(opened.document, &copy), TUM_OK);
    close_document(&opened);
    assert_large(copy);
    tum_document_destroy(copy);
    remove_file("inner/large.g4b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_that_is_mostly_its_chunk_is_in_memory_once),
        cmocka_unit_test(a_mapped_file_takes_no_memory_for_its_chunk),
        cmocka_unit_test(a_mapped_file_may_be_replaced_while_its_document_lives),
        cmocka_unit_test(a_file_that_is_read_may_be_shortened_while_its_document_lives),
        cmocka_unit_test(files_beside_a_mapped_document_are_mapped_and_shared),
        cmocka_unit_test(chunks_of_a_mapped_container_are_where_the_file_has_them),
        cmocka_unit_test(a_file_beside_the_document_is_read),
        cmocka_unit_test(a_data_uri_is_decoded),
        cmocka_unit_test(bytes_of_another_place_are_missing),
        cmocka_unit_test(nothing_outside_the_folder_is_opened),
        cmocka_unit_test(what_is_no_plain_file_is_an_error_of_reading),
        cmocka_unit_test(two_buffers_of_one_file_share_its_bytes),
        cmocka_unit_test(a_document_from_memory_has_no_folder_unless_told),
        cmocka_unit_test(lengths_that_disagree_are_filed),
        cmocka_unit_test(an_empty_fallback_of_compressed_views_is_no_fault),
    };
    return cmocka_run_group_tests_name("buffer", tests, make_folder, remove_folder);
}
