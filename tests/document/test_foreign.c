// SPDX-License-Identifier: MIT
// Files of other formats are told by their first bytes.
#include "tests/support/support.h"
#include "tumble/document.h"

#define BYTES(text) (text), sizeof(text) - 1

// Reads bytes as a file of this name, and returns the one message it gives.
static const char *message_of(const char *name, const char *bytes, size_t count, TumReport *report)
{
    TumDocument *document = NULL;
    const TumDocumentOptions options = {.name = name};
    assert_int_equal(tum_document_read(bytes, count, &options, &document, report), TUM_ERROR_INPUT);
    assert_null(document);
    assert_int_equal(tum_report_count(report), 1);
    return tum_report_at(report, 0)->message;
}

static void a_file_of_another_format_is_called_by_its_name(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t count;
        const char *message;
    } files[] = {
        {BYTES("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), "This is a PNG picture, not glTF."},
        {BYTES("\xff\xd8\xff\xe0\0\020JFIF"), "This is a JPEG picture, not glTF."},
        {BYTES("PK\003\004\024\0"), "This is a zip archive (or a USDZ or 3MF scene), not glTF."},
        {BYTES("\x1f\x8b\x08\0"), "This is a gzip archive, not glTF; gunzip unpacks it."},
        {BYTES("\x7f"
               "ELF\002\001"),
         "This is an ELF program, not glTF."},
        {BYTES("Kaydara FBX Binary  \0"), "This is an FBX scene, not glTF."},
        {BYTES("#usda 1.0\n"), "This is a USD scene, not glTF."},
        {BYTES("PXR-USDC\0\0"), "This is a USD scene, not glTF."},
        {BYTES("# made by hand\n\nmtllib a.mtl\nv 0 0 0\n"),
         "This is a Wavefront OBJ mesh, not glTF."},
        {BYTES("v 0 0 0\r\nv 1 0 0\r\n"), "This is a Wavefront OBJ mesh, not glTF."},
        {BYTES("<!DOCTYPE html><title>404</title>"),
         "This is a web page, not glTF; perhaps the address of the download is wrong."},
        {BYTES("<?xml version=\"1.0\"?>\n<COLLADA>"), "This is a COLLADA scene, not glTF."},
        {BYTES("version https://git-lfs.github.com/spec/v1\noid sha256:"),
         "This is a Git LFS pointer, not glTF; git lfs pull fetches the file."},
        {BYTES("RIFF\020\0\0\0WEBPVP8 "), "This is a WebP picture, not glTF."},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        TumReport *report = tum_report_create(NULL);
        assert_string_equal(message_of("a.gltf", files[i].bytes, files[i].count, report),
                            files[i].message);
        assert_string_equal(tum_report_at(report, 0)->code, "INVALID_JSON");
        tum_report_destroy(report);
    }
}

static void the_name_of_a_container_keeps_its_code(void **state)
{
    (void)state;
    TumReport *report = tum_report_create(NULL);
    assert_string_equal(message_of("a.glb", BYTES("\x89PNG\r\n\x1a\n"), report),
                        "This is a PNG picture, not glTF.");
    assert_string_equal(tum_report_at(report, 0)->code, "GLB_INVALID_MAGIC");
    tum_report_destroy(report);
    report = tum_report_create(NULL);
    assert_string_equal(message_of("a.g4b", BYTES("PK\003\004"), report),
                        "This is a zip archive (or a USDZ or 3MF scene), not G4MF.");
    assert_string_equal(tum_report_at(report, 0)->code, "G4MF_INVALID_MAGIC");
    tum_report_destroy(report);
}

static void a_document_that_holds_such_words_is_a_document(void **state)
{
    (void)state;
    // "ustar" at byte 257, where tar has it.
    char text[512];
    snprintf(text, sizeof text, "{\"asset\":{\"version\":\"2.0\"},\"extras\":{\"a\":\"%*sustar\"}}",
             215, "");
    assert_memory_equal(text + 257, "ustar", 5);
    TumDocument *document = NULL;
    TumReport *report = tum_report_create(NULL);
    assert_int_equal(tum_document_read(text, strlen(text), NULL, &document, report), TUM_OK);
    assert_int_equal(tum_report_count(report), 0);
    tum_document_destroy(document);
    // The same in a container: a header, a chunk of JSON padded to 4 bytes.
    const size_t length = strlen(text), padded = (length + 3) / 4 * 4;
    unsigned char glb[640] = "glTF\2\0\0\0";
    memset(glb + 20, ' ', padded);
    memcpy(glb + 20, text, length);
    for (int i = 0; i < 4; ++i) {
        glb[8 + i] = (unsigned char)((20 + padded) >> 8 * i);
        glb[12 + i] = (unsigned char)(padded >> 8 * i);
    }
    memcpy(glb + 16, "JSON", 4);
    memcpy(glb + 257, "ustar", 5);
    assert_int_equal(tum_document_read(glb, 20 + padded, NULL, &document, report), TUM_OK);
    tum_document_destroy(document);
    tum_report_destroy(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_of_another_format_is_called_by_its_name),
        cmocka_unit_test(the_name_of_a_container_keeps_its_code),
        cmocka_unit_test(a_document_that_holds_such_words_is_a_document),
    };
    return cmocka_run_group_tests_name("foreign", tests, NULL, NULL);
}
