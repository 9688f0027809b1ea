// SPDX-License-Identifier: MIT
// uri.c: URIs in glTF: the parts of RFC 3986 that distinguish the kinds, data URIs by RFC 2397,
// base64 by RFC 4648.
#include "document/uri.h"

#include <string.h>

#include "base/hex.h"

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool is_letter(char c)
{
    return lower(c) >= 'a' && lower(c) <= 'z';
}

// True where the text begins with `word`, in upper or lower case.
static bool begins_with(const char *text, size_t count, const char *word)
{
    size_t i = 0;
    for (; word[i] != '\0'; ++i) {
        if (i >= count || lower(text[i]) != word[i]) {
            return false;
        }
    }
    return true;
}

// The length of "scheme:", or 0 without a scheme. `is_broken` receives true for a colon in the
// first step of the path that follows no valid scheme (RFC 3986, section 4.2).
static size_t scheme_bytes(const char *uri, size_t count, bool *is_broken)
{
    *is_broken = false;
    bool is_scheme = count > 0 && is_letter(uri[0]);
    for (size_t i = 0; i < count; ++i) {
        const char c = uri[i];
        if (c == ':') {
            *is_broken = !is_scheme;
            return is_scheme ? i + 1 : 0;
        }
        if (c == '/' || c == '?' || c == '#') {
            return 0;
        }
        is_scheme = is_scheme &&
                    (is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.');
    }
    return 0;
}

UriKind tum_uri_kind(const char *uri, size_t count)
{
    static const char *const remote[] = {"http:", "https:", "file:", "ftp:"};
    if (count == 0 || memchr(uri, '\0', count) != NULL) {
        return URI_INVALID;
    }
    if (begins_with(uri, count, "data:")) {
        return URI_DATA;
    }
    for (size_t i = 0; i < sizeof remote / sizeof remote[0]; ++i) {
        if (begins_with(uri, count, remote[i])) {
            return URI_REMOTE;
        }
    }
    bool is_broken;
    if (scheme_bytes(uri, count, &is_broken) > 0 || is_broken || uri[0] == '/') {
        return URI_INVALID;
    }
    return URI_RELATIVE;
}

bool tum_uri_decode_percent(const char *uri, size_t count, char *decoded, size_t *decoded_count)
{
    size_t out = 0;
    for (size_t i = 0; i < count; ++i) {
        if (uri[i] != '%') {
            decoded[out++] = uri[i];
            continue;
        }
        if (count - i < 3 || hex_digit(uri[i + 1]) < 0 || hex_digit(uri[i + 2]) < 0) {
            return false;
        }
        decoded[out++] = (char)(unsigned char)(hex_digit(uri[i + 1]) * 16 + hex_digit(uri[i + 2]));
        i += 2;
    }
    *decoded_count = out;
    return true;
}

bool tum_uri_parse_data(const char *uri, size_t count, DataUri *parts)
{
    static const char prefix[] = "data:", base64[] = ";base64";
    enum { PREFIX_BYTES = sizeof prefix - 1, BASE64_BYTES = sizeof base64 - 1 };
    if (!begins_with(uri, count, prefix)) {
        return false;
    }
    const char *begin = uri + PREFIX_BYTES;
    const char *comma = memchr(begin, ',', count - PREFIX_BYTES);
    if (comma == NULL) {
        return false;
    }
    const size_t head = (size_t)(comma - begin);
    const char *semicolon = memchr(begin, ';', head);
    *parts = (DataUri){
        .media_type = begin,
        .media_type_count = semicolon != NULL ? (size_t)(semicolon - begin) : head,
        .payload = comma + 1,
        .payload_count = count - PREFIX_BYTES - head - 1,
        .is_base64 =
            head >= BASE64_BYTES && begins_with(comma - BASE64_BYTES, BASE64_BYTES, base64),
    };
    return true;
}

size_t tum_uri_data_room(const DataUri *parts)
{
    return parts->is_base64 ? parts->payload_count / 4 * 3 + 3 : parts->payload_count;
}

static int sextet(char c)
{
    if (c >= 'A' && c <= 'Z') {
        return c - 'A';
    }
    if (c >= 'a' && c <= 'z') {
        return c - 'a' + 26;
    }
    if (c >= '0' && c <= '9') {
        return c - '0' + 52;
    }
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static bool decode_base64(const char *text, size_t text_count, unsigned char *bytes, size_t *count)
{
    if (text_count % 4 != 0) {
        return false;
    }
    size_t out = 0;
    for (size_t i = 0; i < text_count; i += 4) {
        const bool is_last = i + 4 == text_count;
        size_t letters = 4;
        while (is_last && letters > 2 && text[i + letters - 1] == '=') {
            --letters;
        }
        uint32_t bits = 0;
        for (size_t k = 0; k < 4; ++k) {
            const int value = k < letters ? sextet(text[i + k]) : 0;
            if (value < 0) {
                return false;
            }
            bits = bits << 6 | (uint32_t)value;
        }
        // Unused bits must be zero (RFC 4648, section 3.5): otherwise two texts would mean the
        // same.
        if ((letters == 2 && (bits & 0xffffu) != 0) || (letters == 3 && (bits & 0xffu) != 0)) {
            return false;
        }
        for (size_t k = 0; k + 1 < letters; ++k) {
            bytes[out++] = (unsigned char)(bits >> (16 - 8 * k) & 0xffu);
        }
    }
    *count = out;
    return true;
}

bool tum_uri_decode_data(const DataUri *parts, unsigned char *bytes, size_t *count)
{
    if (parts->is_base64) {
        return decode_base64(parts->payload, parts->payload_count, bytes, count);
    }
    return tum_uri_decode_percent(parts->payload, parts->payload_count, (char *)bytes, count);
}

TumStatus tum_uri_write_data(TextBuffer *to, const unsigned char *bytes, size_t count)
{
    static const char prefix[] = "data:application/octet-stream;base64,";
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    TumStatus status = tum_text_buffer_add(to, prefix, sizeof prefix - 1);
    for (size_t i = 0; i < count && status == TUM_OK; i += 3) {
        const size_t left = count - i;
        const uint32_t bits = (uint32_t)bytes[i] << 16 |
                              (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                              (left > 2 ? (uint32_t)bytes[i + 2] : 0);
        const char letters[4] = {alphabet[bits >> 18 & 63], alphabet[bits >> 12 & 63],
                                 left > 1 ? alphabet[bits >> 6 & 63] : '=',
                                 left > 2 ? alphabet[bits & 63] : '='};
        status = tum_text_buffer_add(to, letters, sizeof letters);
    }
    return status;
}
