// SPDX-License-Identifier: MIT
// Saving: text and binary, embedded and beside, and every sample file comes back as it was.
#include <jansson.h>

// jansson and cursor.h both name kinds of values; this test reads files without ours.
#include "base/json_text.h"
#include "tests/support/folder.h"
#include "tests/support/support.h"
#include "tumble/document.h"

static char folder[TEST_FOLDER_BYTES];

/// Bytes of a file, with a zero behind.
typedef struct Bytes {
    char *data;
    size_t count;
} Bytes;

static Bytes load(const char *path)
{
    Bytes bytes = {0};
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    bytes.count = (size_t)ftell(file);
    rewind(file);
    bytes.data = calloc(1, bytes.count + 1);
    assert_non_null(bytes.data);
    assert_int_equal(fread(bytes.data, 1, bytes.count, file), bytes.count);
    fclose(file);
    return bytes;
}

static void store(const char *path, const void *data, size_t count)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, count, file), count);
    fclose(file);
}

static const char *path_of(const char *name)
{
    static char paths[4][512];
    static int next;
    next = (next + 1) % 4;
    snprintf(paths[next], sizeof paths[next], "%s/%s", folder, name);
    return paths[next];
}

static uint32_t word_at(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

// The JSON of a file of either container, by a parser that is not ours; NULL where there is none.
static json_t *json_of(const Bytes *bytes)
{
    const char *text = bytes->data;
    size_t count = bytes->count;
    if (count >= 20 && memcmp(text, "glTF", 4) == 0) {
        count = word_at(text + 12);
        text += 20;
        if (count > bytes->count - 20) {
            return NULL;
        }
    }
    return json_loadb(text, count, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
}

// Equal trees, members in the same order, numbers bit for bit; 1.0 and 1 are one number.
static bool are_same(json_t *a, json_t *b)
{
    if (json_is_number(a) && json_is_number(b)) {
        if (json_is_integer(a) && json_is_integer(b)) {
            return json_integer_value(a) == json_integer_value(b);
        }
        const double x = json_number_value(a), y = json_number_value(b);
        // This parser reads -0 as the integer 0, and -0.0 as what it is.
        const bool lost_its_sign = (json_is_integer(a) || json_is_integer(b)) && x == 0.0;
        return memcmp(&x, &y, sizeof x) == 0 || (lost_its_sign && y == 0.0);
    }
    if (json_typeof(a) != json_typeof(b)) {
        return false;
    }
    if (json_is_array(a)) {
        bool same = json_array_size(a) == json_array_size(b);
        for (size_t i = 0; same && i < json_array_size(a); ++i) {
            same = are_same(json_array_get(a, i), json_array_get(b, i));
        }
        return same;
    }
    if (!json_is_object(a)) {
        return json_equal(a, b) != 0;
    }
    void *x = json_object_iter(a), *y = json_object_iter(b);
    for (; x != NULL && y != NULL;
         x = json_object_iter_next(a, x), y = json_object_iter_next(b, y)) {
        if (strcmp(json_object_iter_key(x), json_object_iter_key(y)) != 0 ||
            !are_same(json_object_iter_value(x), json_object_iter_value(y))) {
            return false;
        }
    }
    return x == NULL && y == NULL;
}

static TumDocument *open_path(const char *path)
{
    TumDocument *document = NULL;
    assert_int_equal(tum_document_open(path, NULL, &document, NULL), TUM_OK);
    return document;
}

// Saves what is at `from` to `to`, and gives the JSON of the new file.
static json_t *save_as(const char *from, const char *to, const TumSaveOptions *options)
{
    TumDocument *document = open_path(from);
    TumReport *report = tum_report_create(NULL);
    assert_int_equal(tum_document_save(document, to, options, report), TUM_OK);
    assert_no_errors(report);
    tum_report_destroy(report);
    tum_document_destroy(document);
    Bytes bytes = load(to);
    json_t *json = json_of(&bytes);
    assert_non_null(json);
    free(bytes.data);
    return json;
}

static const char *uri_of(json_t *json, size_t buffer)
{
    return json_string_value(
        json_object_get(json_array_get(json_object_get(json, "buffers"), buffer), "uri"));
}

static json_int_t number_of(json_t *json, const char *table, size_t index, const char *key)
{
    return json_integer_value(
        json_object_get(json_array_get(json_object_get(json, table), index), key));
}

static const char external[] =
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"b%20c.bin\",\"byteLength\":6},"
    "{\"uri\":\"data:application/octet-stream;base64,eHl6\",\"byteLength\":3,\"name\":\"d\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":6},{\"buffer\":1,\"byteOffset\":1,"
    "\"byteLength\":2},{\"buffer\":1,\"byteLength\":1}]}";

static void an_external_buffer_stays_so_in_the_same_folder(void **state)
{
    (void)state;
    store(path_of("a.gltf"), external, strlen(external));
    json_t *json = save_as(path_of("a.gltf"), path_of("saved.gltf"), NULL);
    json_t *before = json_loads(external, 0, NULL);
    assert_true(are_same(json, before));
    json_decref(before);
    json_decref(json);
    const TumSaveOptions embed = {.embed = true};
    json = save_as(path_of("a.gltf"), path_of("saved.gltf"), &embed);
    assert_string_equal(uri_of(json, 0), "data:application/octet-stream;base64,YmV0YSEh");
    assert_string_equal(uri_of(json, 1), "data:application/octet-stream;base64,eHl6");
    json_decref(json);
}

static void an_external_buffer_is_embedded_in_another_folder(void **state)
{
    (void)state;
    store(path_of("a.gltf"), external, strlen(external));
    json_t *json = save_as(path_of("a.gltf"), path_of("inner/saved.gltf"), NULL);
    assert_string_equal(uri_of(json, 0), "data:application/octet-stream;base64,YmV0YSEh");
    json_decref(json);
}

static void a_text_made_binary_moves_its_bytes_into_the_chunk(void **state)
{
    (void)state;
    store(path_of("a.gltf"), external, strlen(external));
    // The external file stays; the data URI becomes buffer 0, so the others move up.
    json_t *json = save_as(path_of("a.gltf"), path_of("saved.glb"), NULL);
    assert_null(uri_of(json, 0));
    assert_string_equal(uri_of(json, 1), "b%20c.bin");
    assert_int_equal(number_of(json, "bufferViews", 0, "buffer"), 1);
    assert_int_equal(number_of(json, "bufferViews", 1, "buffer"), 0);
    assert_int_equal(number_of(json, "bufferViews", 1, "byteOffset"), 1);
    json_decref(json);
    // All in one: six bytes, two of padding, three more.
    const TumSaveOptions embed = {.embed = true};
    json = save_as(path_of("a.gltf"), path_of("saved.glb"), &embed);
    assert_int_equal(json_array_size(json_object_get(json, "buffers")), 1);
    assert_int_equal(number_of(json, "buffers", 0, "byteLength"), 11);
    assert_int_equal(number_of(json, "bufferViews", 1, "byteOffset"), 9);
    assert_int_equal(number_of(json, "bufferViews", 2, "byteOffset"), 8);
    json_decref(json);
    Bytes bytes = load(path_of("saved.glb"));
    assert_memory_equal(bytes.data + bytes.count - 12, "beta!!\0\0xyz\0", 12);
    free(bytes.data);
}

static void a_binary_file_made_text_and_back_is_the_same(void **state)
{
    (void)state;
    store(path_of("a.gltf"), external, strlen(external));
    const TumSaveOptions embed = {.embed = true};
    json_decref(save_as(path_of("a.gltf"), path_of("one.glb"), &embed));
    json_decref(save_as(path_of("one.glb"), path_of("two.gltf"), NULL));
    json_decref(save_as(path_of("two.gltf"), path_of("three.glb"), NULL));
    json_decref(save_as(path_of("one.glb"), path_of("four.glb"), NULL));
    Bytes one = load(path_of("one.glb")), three = load(path_of("three.glb")),
          four = load(path_of("four.glb"));
    assert_int_equal(one.count, three.count);
    assert_memory_equal(one.data, three.data, one.count);
    assert_int_equal(one.count, four.count);
    assert_memory_equal(one.data, four.data, one.count);
    free(one.data);
    free(three.data);
    free(four.data);
}

static void the_container_can_be_chosen_against_the_name(void **state)
{
    (void)state;
    store(path_of("a.gltf"), external, strlen(external));
    const TumSaveOptions binary = {.container = TUM_CONTAINER_BINARY};
    json_decref(save_as(path_of("a.gltf"), path_of("saved.gltf"), &binary));
    Bytes bytes = load(path_of("saved.gltf"));
    assert_memory_equal(bytes.data, "glTF", 4);
    free(bytes.data);
}

static void text_is_indented_or_on_one_line(void **state)
{
    (void)state;
    const char text[] = "{\"asset\":{\"version\":\"2.0\"},\"extras\":[1,2.5,{}]}";
    TumDocument *document = NULL;
    void *bytes = NULL;
    size_t count = 0;
    assert_int_equal(tum_document_read(text, strlen(text), NULL, &document, NULL), TUM_OK);
    const TumSaveOptions flat = {.no_indent = true};
    assert_int_equal(tum_document_write(document, &flat, &bytes, &count, NULL), TUM_OK);
    assert_int_equal(count, strlen(text) + 1);
    assert_memory_equal(bytes, text, count - 1);
    tum_document_free_bytes(document, bytes, count);
    assert_int_equal(tum_document_write(document, NULL, &bytes, &count, NULL), TUM_OK);
    const char indented[] = "{\n  \"asset\": {\n    \"version\": \"2.0\"\n  },\n"
                            "  \"extras\": [\n    1,\n    2.5,\n    {}\n  ]\n}\n";
    assert_int_equal(count, strlen(indented));
    assert_memory_equal(bytes, indented, count);
    tum_document_free_bytes(document, bytes, count);
    tum_document_destroy(document);
}

static void a_place_that_cannot_be_written_is_an_error(void **state)
{
    (void)state;
    store(path_of("a.gltf"), external, strlen(external));
    TumDocument *document = open_path(path_of("a.gltf"));
    TumReport *report = tum_report_create(NULL);
    assert_int_equal(tum_document_save(document, path_of("no/such/folder/x.gltf"), NULL, report),
                     TUM_ERROR_FILE);
    assert_true(report_has(report, "IO_ERROR", ""));
    tum_report_destroy(report);
    tum_document_destroy(document);
}

// The temporary file that stands, and how many there were.
typedef struct Standing {
    char path[512]; ///< "" for none.
    size_t seen;
} Standing;

static void note_standing(void *user, const char *path, bool exists)
{
    Standing *standing = user;
    if (exists) {
        assert_string_equal(standing->path, "");
        assert_int_equal(access(path, F_OK), 0);
        ++standing->seen;
    } else {
        assert_string_equal(standing->path, path);
        assert_int_equal(access(path, F_OK), -1);
    }
    snprintf(standing->path, sizeof standing->path, "%s", exists ? path : "");
}

static void saving_tells_which_file_is_temporary(void **state)
{
    (void)state;
    store(path_of("a.gltf"),
          "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":3,"
          "\"uri\":\"data:application/octet-stream;base64,AAAA\"}]}",
          106);
    TumDocument *document = open_path(path_of("a.gltf"));
    Standing standing = {0};
    const TumSaveOptions options = {
        .separate = true, .note_temporary = note_standing, .user = &standing};
    assert_int_equal(tum_document_save(document, path_of("b.gltf"), &options, NULL), TUM_OK);
    // The buffer, then the document; none is left.
    assert_int_equal(standing.seen, 2);
    assert_string_equal(standing.path, "");
    tum_document_destroy(document);
}

/// A walk over sample files.
typedef struct Walk {
    size_t same, refused;
} Walk;

// Reads a sample, writes it, and compares what another parser finds in both.
static void check_sample(const char *path, Walk *walk)
{
    TumReport *report = tum_report_create(NULL);
    TumDocument *document = NULL;
    const TumStatus status = tum_document_open(path, NULL, &document, report);
    if (status != TUM_OK) {
        assert_true(tum_report_count_of(report, TUM_SEVERITY_ERROR) > 0);
        ++walk->refused;
    } else {
        Bytes before = load(path), after = {0};
        void *bytes = NULL;
        assert_int_equal(tum_document_write(document, NULL, &bytes, &after.count, NULL), TUM_OK);
        after.data = bytes;
        json_t *a = json_of(&before), *b = json_of(&after);
        if (a == NULL || b == NULL || !are_same(a, b)) {
            print_error("%s does not come back\n", path);
            fail();
        }
        json_decref(a);
        json_decref(b);
        free(before.data);
        tum_document_free_bytes(document, bytes, after.count);
        ++walk->same;
    }
    tum_document_destroy(document);
    tum_report_destroy(report);
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

static void walk_folder(const char *path, Walk *walk)
{
    DIR *directory = opendir(path);
    assert_non_null(directory);
    for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        char below[1024];
        struct stat status;
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] == '.' || stat(below, &status) != 0) {
            continue;
        }
        if (S_ISDIR(status.st_mode)) {
            walk_folder(below, walk);
        } else if (ends_with(below, ".gltf") || ends_with(below, ".glb")) {
            check_sample(below, walk);
        }
    }
    closedir(directory);
}

static void every_sample_comes_back_as_it_was(void **state)
{
    (void)state;
    if (access("../shared/assets", R_OK) != 0) {
        print_message("every_sample_comes_back_as_it_was: no ../shared/assets\n");
        skip();
    }
    Walk walk = {0};
    walk_folder("../shared/assets", &walk);
    walk_folder("../shared/spec/invalid", &walk);
    walk_folder("../shared/spec/seeds", &walk);
    print_message("%zu files come back, %zu are refused\n", walk.same, walk.refused);
    assert_true(walk.same > 10 * walk.refused);
}

// What is added to a buffer comes in the order in which it stands when it is there already.
static void what_is_written_is_written_the_same_again(void **state)
{
    (void)state;
    static const char text[] =
        "{\"asset\":{\"dimension\":3},\"buffers\":[{\"byteLength\":4,\"uri\":[0]},"
        "{\"uri\":\"data:,abcd\"}]}";
    static const char json[] =
        "{\"asset\":{\"dimension\":3},\"buffers\":[{\"byteLength\":4,\"chunk\":1},"
        "{\"byteLength\":4,\"uri\":[0]}]}";
    const TumSaveOptions options = {.container = TUM_CONTAINER_BINARY};
    TumDocument *first = NULL, *second = NULL;
    void *once = NULL, *twice = NULL;
    size_t count_once = 0, count_twice = 0;
    assert_int_equal(tum_document_read(text, strlen(text), NULL, &first, NULL), TUM_OK);
    assert_int_equal(tum_document_write(first, &options, &once, &count_once, NULL), TUM_OK);
    assert_memory_equal((char *)once + 32, json, strlen(json));
    assert_int_equal(tum_document_read(once, count_once, NULL, &second, NULL), TUM_OK);
    assert_int_equal(tum_document_write(second, &options, &twice, &count_twice, NULL), TUM_OK);
    assert_int_equal(count_twice, count_once);
    assert_memory_equal(twice, once, count_once);
    tum_document_free_bytes(first, once, count_once);
    tum_document_free_bytes(second, twice, count_twice);
    tum_document_destroy(second);
    tum_document_destroy(first);
}

static int make_folder(void **state)
{
    (void)state;
    if (!test_folder_make(folder) || !test_folder_add(path_of("inner"))) {
        return -1;
    }
    store(path_of("b c.bin"), "beta!!", 6);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"a.gltf",           "b c.bin",  "saved.gltf", "saved.glb",
                                        "one.glb",          "two.gltf", "three.glb",  "four.glb",
                                        "inner/saved.gltf", "b.gltf",   "b.bin"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        unlink(path_of(names[i]));
    }
    rmdir(path_of("inner"));
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_external_buffer_stays_so_in_the_same_folder),
        cmocka_unit_test(an_external_buffer_is_embedded_in_another_folder),
        cmocka_unit_test(a_text_made_binary_moves_its_bytes_into_the_chunk),
        cmocka_unit_test(a_binary_file_made_text_and_back_is_the_same),
        cmocka_unit_test(the_container_can_be_chosen_against_the_name),
        cmocka_unit_test(text_is_indented_or_on_one_line),
        cmocka_unit_test(a_place_that_cannot_be_written_is_an_error),
        cmocka_unit_test(what_is_written_is_written_the_same_again),
        cmocka_unit_test(saving_tells_which_file_is_temporary),
        cmocka_unit_test(every_sample_comes_back_as_it_was),
    };
    return cmocka_run_group_tests_name("write", tests, make_folder, remove_folder);
}
