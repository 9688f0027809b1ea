// SPDX-License-Identifier: MIT
/// asset.h: meshes for documents written in tests: numbers in, buffers and accessors out.
///
///     Asset asset = {0};
///     int points = asset_floats(&asset, tetrahedron, 4, 3);
///     … asset_text(&asset) is "'buffers': […], 'bufferViews': […], 'accessors': […]" …
#ifndef TUM_TESTS_DIALECTS_ASSET_H
#define TUM_TESTS_DIALECTS_ASSET_H

#include "tests/support/support.h"

typedef struct Asset {
    unsigned char bytes[4096];
    size_t used;
    char views[4096], accessors[4096], text[20480];
    int count; ///< Accessors, one view each.
} Asset;

static inline int asset_add(Asset *asset, const void *bytes, size_t byte_count,
                            const char *accessor)
{
    const size_t room = sizeof asset->views;
    assert_true(asset->used + byte_count + 4 <= sizeof asset->bytes);
    memcpy(asset->bytes + asset->used, bytes, byte_count);
    const char *comma = asset->count > 0 ? ", " : "";
    const size_t views = strlen(asset->views), accessors = strlen(asset->accessors);
    snprintf(asset->views + views, room - views,
             "%s{'buffer': 0, 'byteOffset': %zu, 'byteLength': %zu}", comma, asset->used,
             byte_count);
    snprintf(asset->accessors + accessors, room - accessors, "%s{'bufferView': %d, %s}", comma,
             asset->count, accessor);
    asset->used += (byte_count + 3) / 4 * 4;
    return asset->count++;
}

/// An accessor of `count` elements of 1, 3 or 16 floats.
static inline int asset_floats(Asset *asset, const float *values, int count, int width)
{
    char accessor[128];
    snprintf(accessor, sizeof accessor, "'componentType': 5126, 'count': %d, 'type': '%s'", count,
             width == 3    ? "VEC3"
             : width == 4  ? "VEC4"
             : width == 16 ? "MAT4"
                           : "SCALAR");
    return asset_add(asset, values, (size_t)(count * width) * sizeof *values, accessor);
}

/// An accessor of unsigned shorts: indices (width 1), or joints of a skin (width 4).
static inline int asset_shorts(Asset *asset, const uint16_t *values, int count, int width)
{
    char accessor[128];
    snprintf(accessor, sizeof accessor, "'componentType': 5123, 'count': %d, 'type': '%s'", count,
             width == 4 ? "VEC4" : "SCALAR");
    return asset_add(asset, values, (size_t)(count * width) * sizeof *values, accessor);
}

static inline void asset_base64(const unsigned char *bytes, size_t count, char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        const unsigned b = i + 1 < count ? bytes[i + 1] : 0, c = i + 2 < count ? bytes[i + 2] : 0;
        const unsigned word = (unsigned)bytes[i] << 16 | b << 8 | c;
        *text++ = digits[word >> 18];
        *text++ = digits[word >> 12 & 63];
        *text++ = i + 1 < count ? digits[word >> 6 & 63] : '=';
        *text++ = i + 2 < count ? digits[word & 63] : '=';
    }
    *text = '\0';
}

static inline const char *asset_text(Asset *asset)
{
    char base64[8192];
    asset_base64(asset->bytes, asset->used, base64);
    snprintf(asset->text, sizeof asset->text,
             "'buffers': [{'byteLength': %zu, 'uri': 'data:application/octet-stream;base64,%s'}], "
             "'bufferViews': [%s], 'accessors': [%s]",
             asset->used, base64, asset->views, asset->accessors);
    return asset->text;
}

#endif
