// SPDX-License-Identifier: MIT
// Zip archives that every reader of zip archives opens.
#include "recording/zip.h"
#include "tests/recording/collect.h"

static const char list_program[] = "import sys, zipfile\n"
                                   "z = zipfile.ZipFile(sys.argv[1])\n"
                                   "print(z.testzip(), end=';')\n"
                                   "for i in z.infolist():\n"
                                   "    print(i.filename, i.date_time[0], i.compress_type,\n"
                                   "          i.extract_version, z.read(i).decode(), end=';')\n";

static void write_two_files(Zip *zip)
{
    const ZipPart first[] = {{"hello ", 6}, {NULL, 0}, {"world", 5}};
    const ZipPart second[] = {{"123456789", 9}};
    tum_zip_add(zip, "a.txt", first, 3);
    tum_zip_add(zip, "b.txt", second, 1);
    tum_zip_add(zip, "empty", NULL, 0);
}

static uint32_t word_at(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static void an_archive_reads_back(void **state)
{
    (void)state;
    Collected collected = {0};
    Zip zip = {.sink = collect_sink(&collected)};
    write_two_files(&zip);
    assert_int_equal(tum_zip_end(&zip), TUM_OK);
    char *text = read_by_python(&collected, list_program);
    assert_string_equal(
        text, "None;a.txt 1980 0 20 hello world;b.txt 1980 0 20 123456789;empty 1980 0 20 ;");
    free(text);
    free(collected.bytes);
}

static void the_check_sum_is_the_one_of_the_format(void **state)
{
    (void)state;
    Collected collected = {0};
    Zip zip = {.sink = collect_sink(&collected)};
    const ZipPart part = {"123456789", 9};
    tum_zip_add(&zip, "n", &part, 1);
    assert_int_equal(tum_zip_end(&zip), TUM_OK);
    // The check value that CRC catalogues list for CRC-32/ISO-HDLC; it stands 14 bytes into the
    // local header, sizes after it.
    assert_int_equal(word_at(collected.bytes + 14), 0xcbf43926u);
    assert_int_equal(word_at(collected.bytes + 18), 9);
    assert_int_equal(word_at(collected.bytes + 22), 9);
    free(collected.bytes);
}

static void large_files_and_offsets_get_64_bit_records(void **state)
{
    (void)state;
    Collected collected = {0};
    // As if 4 GiB were ten bytes: the first file is too long, the others are too far along.
    Zip zip = {.sink = collect_sink(&collected), .largest = 10};
    write_two_files(&zip);
    assert_int_equal(tum_zip_end(&zip), TUM_OK);
    assert_int_equal(word_at(collected.bytes + 18), 0xffffffffu);
    char *text = read_by_python(&collected, list_program);
    assert_string_equal(
        text, "None;a.txt 1980 0 45 hello world;b.txt 1980 0 45 123456789;empty 1980 0 45 ;");
    free(text);
    free(collected.bytes);
}

static void small_archives_do_without_64_bit_records(void **state)
{
    (void)state;
    Collected collected = {0};
    Zip zip = {.sink = collect_sink(&collected)};
    write_two_files(&zip);
    assert_int_equal(tum_zip_end(&zip), TUM_OK);
    for (size_t i = 0; i + 4 <= collected.count; ++i) {
        assert_int_not_equal(word_at(collected.bytes + i), 0x06064b50u);
    }
    free(collected.bytes);
}

static void a_sink_that_refuses_ends_the_archive(void **state)
{
    (void)state;
    for (size_t most = 1; most < 200; most += 7) {
        Collected collected = {.most = most};
        Zip zip = {.sink = collect_sink(&collected)};
        write_two_files(&zip);
        assert_int_equal(tum_zip_end(&zip), TUM_ERROR_FILE);
        free(collected.bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_archive_reads_back),
        cmocka_unit_test(the_check_sum_is_the_one_of_the_format),
        cmocka_unit_test(large_files_and_offsets_get_64_bit_records),
        cmocka_unit_test(small_archives_do_without_64_bit_records),
        cmocka_unit_test(a_sink_that_refuses_ends_the_archive),
    };
    return cmocka_run_group_tests_name("zip", tests, NULL, NULL);
}
