// SPDX-License-Identifier: MIT
// The small readers below all others: numbers, UTF-8 and URIs.
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"
#include "base/text.h"
#include "document/g4mf_name.h"
#include "document/uri.h"

// What is read is written so that it reads back to the same bits.
static void check_number(const char *text, size_t count)
{
    double number = 0.0, again = 0.0;
    char written[NUMBER_TEXT_BYTES];
    const size_t length = tum_number_parse(text, count, &number);
    FUZZ_CHECK(length <= count);
    if (length == 0) {
        return;
    }
    if (isfinite(number)) {
        const size_t bytes = tum_number_text_double(number, written);
        FUZZ_CHECK(bytes < NUMBER_TEXT_BYTES && written[bytes] == '\0');
        FUZZ_CHECK(tum_number_parse(written, bytes, &again) == bytes);
        FUZZ_CHECK(memcmp(&number, &again, sizeof number) == 0);
    }
    const float narrow = (float)number;
    if (isfinite(narrow)) {
        const size_t bytes = tum_number_text_float(narrow, written);
        const float narrow_again = strtof(written, NULL);
        FUZZ_CHECK(bytes < NUMBER_TEXT_BYTES && written[bytes] == '\0');
        FUZZ_CHECK(memcmp(&narrow, &narrow_again, sizeof narrow) == 0);
    }
}

static void check_utf8(const char *text, size_t count)
{
    size_t at = 0;
    while (at < count) {
        const size_t length = tum_utf8_sequence(text + at, count - at);
        FUZZ_CHECK(length <= 4 && length <= count - at);
        if (length == 0) {
            break;
        }
        at += length;
    }
    FUZZ_CHECK((at == count) == tum_utf8_is_valid(text, count));
    for (size_t limit = 0; at == count && limit <= count && limit < 8; ++limit) {
        const size_t prefix = tum_utf8_prefix(text, count, limit);
        FUZZ_CHECK(prefix <= limit && tum_utf8_is_valid(text, prefix));
    }
}

// Into a block of just the room that is asked for. NULL where the payload is broken.
static unsigned char *decode(const DataUri *parts, size_t *count)
{
    const size_t room = tum_uri_data_room(parts);
    unsigned char *bytes = malloc(room > 0 ? room : 1);
    FUZZ_CHECK(bytes != NULL);
    if (!tum_uri_decode_data(parts, bytes, count)) {
        free(bytes);
        return NULL;
    }
    FUZZ_CHECK(*count <= room);
    return bytes;
}

// What a data URI stands for, written as one, stands for the same.
static void check_uri(const char *text, size_t count)
{
    DataUri parts;
    if (tum_uri_kind(text, count) != URI_DATA || !tum_uri_parse_data(text, count, &parts)) {
        char *decoded = malloc(count + 1);
        size_t decoded_count = 0;
        FUZZ_CHECK(decoded != NULL);
        if (tum_uri_decode_percent(text, count, decoded, &decoded_count)) {
            FUZZ_CHECK(decoded_count <= count);
        }
        free(decoded);
        return;
    }
    size_t count_once = 0, count_twice = 0;
    unsigned char *once = decode(&parts, &count_once);
    if (once != NULL) {
        TextBuffer written = {0};
        FUZZ_CHECK(tum_uri_write_data(&written, once, count_once) == TUM_OK);
        FUZZ_CHECK(tum_uri_parse_data(written.text.items, written.text.count, &parts));
        unsigned char *twice = decode(&parts, &count_twice);
        FUZZ_CHECK(twice != NULL && count_twice == count_once);
        FUZZ_CHECK(memcmp(once, twice, count_once) == 0);
        tum_text_buffer_free(&written);
        free(twice);
    }
    free(once);
}

int fuzz_text(const uint8_t *bytes, size_t count)
{
    // A copy of its own size: reading past the end is then seen.
    char *text = malloc(count + 1);
    FUZZ_CHECK(text != NULL);
    if (count > 0) {
        memcpy(text, bytes, count);
    }
    text[count] = '\0';
    check_number(text, count);
    check_utf8(text, count);
    check_uri(text, count);
    FUZZ_CHECK(tum_g4mf_name_allowed_bytes(text) <= strlen(text));
    free(text);
    return 0;
}
