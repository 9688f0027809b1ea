// SPDX-License-Identifier: MIT
// g4mf_accessor.c: typed arrays of a G4MF document (docs/formats.md#g4mf).
#include "document/g4mf_accessor.h"

#include <string.h>

#include "base/size.h"
#include "document/buffer.h"
#include "document/g4mf_buffer.h"

/// A float format other than the machine's.
typedef struct FloatFormat {
    int exponent_bits, mantissa_bits;
} FloatFormat;

static bool read_component(const Cursor *at, G4mfAccessor *accessor)
{
    static const struct {
        const char *prefix;
        G4mfComponent kind;
    } kinds[] = {{"float", G4MF_FLOAT}, {"int", G4MF_SIGNED}, {"uint", G4MF_UNSIGNED}};
    static const struct {
        const char *bits;
        size_t bytes;
    } sizes[] = {{"8", 1}, {"16", 2}, {"32", 4}, {"64", 8}, {"128", 16}};
    const Cursor member = tum_g4mf_member(at, "componentType", "primitiveType");
    const char *text = NULL;
    if (!tum_cursor_exists(&member)) {
        tum_cursor_report(at, CODE_UNDEFINED_PROPERTY, "Property 'componentType' must be defined.");
        return false;
    }
    if (!tum_cursor_text_here(&member, &text)) {
        return false;
    }
    for (size_t k = 0; k < 3; ++k) {
        const size_t length = strlen(kinds[k].prefix);
        for (size_t s = 0; s < 5 && strncmp(text, kinds[k].prefix, length) == 0; ++s) {
            if (strcmp(text + length, sizes[s].bits) == 0) {
                accessor->kind = kinds[k].kind;
                accessor->component_bytes = sizes[s].bytes;
                return true;
            }
        }
    }
    tum_cursor_report(&member, CODE_VALUE_NOT_IN_LIST, "'%.40s' is no type of number.", text);
    return false;
}

static bool read_width(const Cursor *at, size_t *width)
{
    int64_t value = 1;
    const Cursor member = tum_cursor_member(at, "vectorSize");
    if (tum_cursor_exists(&member) && !tum_cursor_integer(at, "vectorSize", &value)) {
        return false;
    }
    if (value < 1) {
        tum_cursor_report(&member, CODE_VALUE_NOT_IN_RANGE, "Value %lld is not 1 or more.",
                          (long long)value);
        return false;
    }
    *width = (size_t)value;
    return true;
}

// Reading needs no alignment; the format demands it of files.
static void check_alignment(const TumDocument *document, const Cursor *at, int32_t view,
                            size_t component_bytes)
{
    const Cursor root = tum_cursor_root(document, NULL);
    const Cursor views = tum_cursor_member(&root, "bufferViews");
    const Cursor item = tum_cursor_item(&views, (size_t)view);
    int64_t offset = 0;
    tum_cursor_integer(&item, "byteOffset", &offset);
    if (offset % (int64_t)component_bytes != 0) {
        tum_cursor_report(at, CODE_ACCESSOR_TOTAL_OFFSET_ALIGNMENT,
                          "The bufferView's offset, %lld, is not a multiple of %zu.",
                          (long long)offset, component_bytes);
    }
}

bool tum_g4mf_accessor_open(const TumDocument *document, int32_t index, G4mfAccessor *accessor,
                            TumReport *report)
{
    *accessor = (G4mfAccessor){.index = index};
    const Cursor root = tum_cursor_root(document, report);
    const Cursor accessors = tum_cursor_array(&root, "accessors");
    if (index < 0) {
        return false;
    }
    const Cursor at = tum_cursor_object_at(&accessors, (size_t)index);
    if (!tum_cursor_exists(&at) || !read_component(&at, accessor) ||
        !read_width(&at, &accessor->width)) {
        return false;
    }
    const Cursor member = tum_cursor_member(&at, "bufferView");
    if (!tum_cursor_exists(&member)) {
        tum_cursor_report(&at, CODE_UNDEFINED_PROPERTY, "Property 'bufferView' must be defined.");
        return false;
    }
    const int32_t view_index =
        tum_g4mf_index(&at, "bufferView", tum_cursor_root_count(document, "bufferViews"));
    BufferView view;
    size_t element;
    if (view_index < 0 || !tum_buffer_view_open(document, view_index, &view, report)) {
        return false;
    }
    if (!size_multiply(accessor->width, accessor->component_bytes, &element) ||
        view.count % element != 0) {
        tum_cursor_report(&at, CODE_G4MF_ACCESSOR_SIZE_MISMATCH,
                          "The bufferView's %zu bytes are no whole number of elements of %zu "
                          "components of %zu bytes.",
                          view.count, accessor->width, accessor->component_bytes);
        return false;
    }
    check_alignment(document, &at, view_index, accessor->component_bytes);
    accessor->count = view.count / element;
    accessor->bytes = view.bytes;
    return true;
}

static uint64_t bits_at(const uint8_t *bytes, size_t count)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < count; ++i) {
        bits |= (uint64_t)bytes[i] << (8 * i);
    }
    return bits;
}

static double power_of_two(int exponent)
{
    double value = 1.0;
    const double factor = exponent < 0 ? 0.5 : 2.0;
    for (int i = exponent < 0 ? -exponent : exponent; i > 0; --i) {
        value *= factor;
    }
    return value;
}

// A float of 8 or 16 bits; a double holds each of them exactly.
static double small_float(uint64_t bits, FloatFormat format)
{
    const int bias = (1 << (format.exponent_bits - 1)) - 1;
    const uint64_t mantissa = bits & ((1u << format.mantissa_bits) - 1);
    const int largest = (1 << format.exponent_bits) - 1;
    const int exponent = (int)(bits >> format.mantissa_bits) & largest;
    const bool is_negative = (bits >> (format.exponent_bits + format.mantissa_bits) & 1) != 0;
    double value;
    if (exponent == largest) {
        const uint64_t special = mantissa == 0 ? 0x7ff0000000000000u : 0x7ff8000000000000u;
        memcpy(&value, &special, sizeof value);
    } else if (exponent == 0) {
        value = (double)mantissa * power_of_two(1 - bias - format.mantissa_bits);
    } else {
        value = (double)(mantissa + (1u << format.mantissa_bits)) *
                power_of_two(exponent - bias - format.mantissa_bits);
    }
    return is_negative ? -value : value;
}

// A double keeps 52 of 112 mantissa bits: the rest is rounded, half to even. Carries of the sums go
// up into the exponent, which is right.
static double wide_float(uint64_t low, uint64_t high)
{
    const uint64_t sign = high & 0x8000000000000000u;
    const int exponent = (int)(high >> 48 & 0x7fff);
    const uint64_t kept = (high & 0x0000ffffffffffffu) << 4 | low >> 60;
    const uint64_t rest = low << 4;
    const int shifted = exponent - 16383 + 1023;
    uint64_t bits;
    if (exponent == 0x7fff) {
        bits = kept == 0 && rest == 0 ? 0x7ff0000000000000u : 0x7ff8000000000000u;
    } else if (shifted >= 0x7ff) {
        bits = 0x7ff0000000000000u;
    } else if (shifted > 0) {
        bits = (uint64_t)shifted << 52 | kept;
        bits += rest > 0x8000000000000000u || (rest == 0x8000000000000000u && (bits & 1) != 0);
    } else if (shifted > -53 && exponent > 0) {
        // A subnormal: the leading one moves into the mantissa, and `down` bits are shifted out.
        const int down = 1 - shifted;
        const uint64_t whole = kept | 0x0010000000000000u;
        const uint64_t half = 1ull << (down - 1), fallen = whole & ((1ull << down) - 1);
        bits = whole >> down;
        bits += fallen > half || (fallen == half && (rest != 0 || (bits & 1) != 0));
    } else {
        bits = 0;
    }
    bits |= sign;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// |high low| as a double. The two halves are rounded together: the upper one is exact wherever the
// lower one affects more than the last bit; integers that large are no index or height.
static double wide_integer(uint64_t low, uint64_t high, bool is_signed)
{
    const bool is_negative = is_signed && (high >> 63) != 0;
    if (is_negative) {
        low = ~low + 1;
        high = ~high + (low == 0 ? 1 : 0);
    }
    const double value = (double)high * 18446744073709551616.0 + (double)low;
    return is_negative ? -value : value;
}

static int64_t sign_extended(uint64_t bits, size_t bytes)
{
    const uint64_t sign = 1ull << (8 * bytes - 1);
    return (int64_t)((bits ^ sign) - sign);
}

static double float_number(const uint8_t *bytes, size_t count)
{
    const uint64_t bits = bits_at(bytes, count < 8 ? count : 8);
    switch (count) {
    case 1: return small_float(bits, (FloatFormat){4, 3});
    case 2: return small_float(bits, (FloatFormat){5, 10});
    case 4: {
        const uint32_t word = (uint32_t)bits;
        float value;
        memcpy(&value, &word, sizeof value);
        return (double)value;
    }
    case 8: {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    default: return wide_float(bits, bits_at(bytes + 8, 8));
    }
}

double tum_g4mf_accessor_number(const G4mfAccessor *accessor, size_t at)
{
    const size_t size = accessor->component_bytes;
    const uint8_t *bytes = accessor->bytes + at * size;
    if (accessor->kind == G4MF_FLOAT) {
        return float_number(bytes, size);
    }
    const bool is_signed = accessor->kind == G4MF_SIGNED;
    const uint64_t low = bits_at(bytes, size < 8 ? size : 8);
    if (size == 16) {
        return wide_integer(low, bits_at(bytes + 8, 8), is_signed);
    }
    return is_signed ? (double)sign_extended(low, size) : (double)low;
}

uint32_t tum_g4mf_accessor_index(const G4mfAccessor *accessor, size_t at)
{
    const size_t size = accessor->component_bytes;
    const uint8_t *bytes = accessor->bytes + at * size;
    const uint64_t low = bits_at(bytes, size < 8 ? size : 8);
    const uint64_t high = size == 16 ? bits_at(bytes + 8, 8) : 0;
    const bool is_negative = accessor->kind == G4MF_SIGNED && (bytes[size - 1] & 0x80) != 0;
    return is_negative || high != 0 || low > UINT32_MAX ? UINT32_MAX : (uint32_t)low;
}
