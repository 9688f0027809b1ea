// SPDX-License-Identifier: MIT
// accessor.c: typed arrays of a document (glTF 2.0 specification, section 3.6.2).
#include "document/accessor.h"

#include <string.h>

#include "base/assert.h"
#include "base/size.h"
#include "document/buffer.h"
#include "math/scalar.h"
#include "tumble/capacity.h"

enum { COLUMN_ALIGNMENT = 4 /**< [bytes] Alignment of a matrix's columns. */ };

static bool read_component_type(const Cursor *object, ComponentType *type)
{
    const Cursor member = tum_cursor_member(object, "componentType");
    int64_t value = 0;
    if (!tum_cursor_exists(&member)) {
        tum_cursor_report_missing(object, "componentType");
        return false;
    }
    if (!tum_cursor_integer(object, "componentType", &value)) {
        return false;
    }
    if (value < COMPONENT_BYTE || value > COMPONENT_FLOAT || value == 5124) {
        tum_cursor_report(&member, CODE_VALUE_NOT_IN_LIST,
                          "Component type %lld is none of 5120 to 5123, 5125, 5126.",
                          (long long)value);
        return false;
    }
    *type = (ComponentType)value;
    return true;
}

static bool read_element_type(const Cursor *at, Accessor *accessor)
{
    static const struct {
        const char *name;
        size_t rows, columns;
    } types[] = {{"SCALAR", 1, 1}, {"VEC2", 2, 1}, {"VEC3", 3, 1}, {"VEC4", 4, 1},
                 {"MAT2", 2, 2},   {"MAT3", 3, 3}, {"MAT4", 4, 4}};
    const Cursor member = tum_cursor_member(at, "type");
    const char *name = NULL;
    if (!tum_cursor_exists(&member)) {
        tum_cursor_report_missing(at, "type");
        return false;
    }
    if (!tum_cursor_text(at, "type", &name)) {
        return false;
    }
    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
        if (strcmp(name, types[i].name) == 0) {
            accessor->rows = types[i].rows;
            accessor->columns = types[i].columns;
            accessor->width = types[i].rows * types[i].columns;
            return true;
        }
    }
    tum_cursor_report(&member, CODE_VALUE_NOT_IN_LIST,
                      "Type '%.40s' is none of SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3, MAT4.", name);
    return false;
}

// A whole number of at least `least`; false, with a finding, where the number is absent or wrong.
static bool read_count(const Cursor *object, const char *key, int64_t least, size_t *count)
{
    const Cursor member = tum_cursor_member(object, key);
    int64_t value = 0;
    if (!tum_cursor_exists(&member)) {
        tum_cursor_report_missing(object, key);
        return false;
    }
    if (!tum_cursor_integer(object, key, &value)) {
        return false;
    }
    if (value < least || (uint64_t)value > SIZE_MAX) {
        tum_cursor_report(&member, CODE_VALUE_NOT_IN_RANGE, "Value %lld is not %lld or more.",
                          (long long)value, (long long)least);
        return false;
    }
    *count = (size_t)value;
    return true;
}

static bool read_offset(const Cursor *object, size_t *offset)
{
    const Cursor member = tum_cursor_member(object, "byteOffset");
    *offset = 0;
    return !tum_cursor_exists(&member) || read_count(object, "byteOffset", 0, offset);
}

static void read_normalized(const Cursor *at, Accessor *accessor)
{
    tum_cursor_boolean(at, "normalized", &accessor->is_normalized);
    if (accessor->is_normalized &&
        (accessor->type == COMPONENT_FLOAT || accessor->type == COMPONENT_UNSIGNED_INT)) {
        const Cursor member = tum_cursor_member(at, "normalized");
        tum_cursor_report(&member, CODE_ACCESSOR_NORMALIZED_INVALID,
                          "Only 8 and 16 bit integers can be normalised.");
        accessor->is_normalized = false;
    }
}

// Bytes of one element up to the end of its last number: the last column has no padding.
static size_t element_bytes(const Accessor *accessor)
{
    return (accessor->columns - 1) * accessor->column_bytes +
           accessor->rows * component_type_bytes(accessor->type);
}

// True where `count` elements from `offset` on lie within `room` bytes.
static bool fits(const Accessor *accessor, size_t offset, size_t stride, size_t count, size_t room)
{
    size_t end;
    return size_multiply(stride, count - 1, &end) && size_add(end, offset, &end) &&
           size_add(end, element_bytes(accessor), &end) && end <= room;
}

// Alignment rules of glTF 2.0, section 3.6.2.4. A misaligned accessor is read, but probably shows a
// mistake of the exporter.
static void check_alignment(const Cursor *at, int32_t view_index, size_t offset, Accessor *accessor)
{
    const size_t bytes = component_type_bytes(accessor->type);
    Cursor root = tum_cursor_root(at->document, NULL);
    const Cursor views = tum_cursor_member(&root, "bufferViews");
    const Cursor view = tum_cursor_item(&views, (size_t)view_index);
    size_t view_offset = 0;
    const bool is_known = read_offset(&view, &view_offset);
    if (offset % bytes != 0) {
        const Cursor member = tum_cursor_member(at, "byteOffset");
        tum_cursor_report(&member, CODE_ACCESSOR_OFFSET_ALIGNMENT,
                          "Offset %zu is not a multiple of the component size, %zu bytes.", offset,
                          bytes);
        accessor->is_misaligned = true;
    } else if (is_known && (view_offset + offset) % bytes != 0) {
        tum_cursor_report(
            at, CODE_ACCESSOR_TOTAL_OFFSET_ALIGNMENT,
            "Together with the bufferView's, the offset is %zu: not a multiple of the "
            "component size, %zu bytes.",
            view_offset + offset, bytes);
        accessor->is_misaligned = true;
    }
}

static bool open_elements(const TumDocument *document, const Cursor *at, Accessor *accessor)
{
    const Cursor view_member = tum_cursor_member(at, "bufferView");
    size_t offset;
    if (!tum_cursor_exists(&view_member)) {
        if (accessor->count > TUM_MAX_SPARSE_ELEMENTS) {
            const Cursor member = tum_cursor_member(at, "count");
            tum_cursor_report(&member, CODE_VALUE_NOT_IN_RANGE,
                              "%zu elements without a bufferView; %d is the most.", accessor->count,
                              TUM_MAX_SPARSE_ELEMENTS);
            return false;
        }
        return true;
    }
    BufferView view;
    const int32_t view_index =
        tum_cursor_index(at, "bufferView", tum_cursor_root_count(document, "bufferViews"));
    if (view_index < 0 || !read_offset(at, &offset) ||
        !tum_buffer_view_open(document, view_index, &view, at->report)) {
        return false;
    }
    accessor->has_stride = view.stride > 0;
    if (view.stride > 0) {
        if (view.stride < element_bytes(accessor)) {
            tum_cursor_report(at, CODE_ACCESSOR_SMALL_BYTESTRIDE,
                              "A stride of %zu bytes is shorter than an element, %zu.", view.stride,
                              element_bytes(accessor));
            return false;
        }
        accessor->stride = view.stride;
    }
    if (!fits(accessor, offset, accessor->stride, accessor->count, view.count)) {
        const Cursor member = tum_cursor_member(at, "byteOffset");
        tum_cursor_report(&member, CODE_ACCESSOR_TOO_LONG,
                          "%zu elements from byte %zu on do not fit the bufferView's %zu bytes.",
                          accessor->count, offset, view.count);
        return false;
    }
    check_alignment(at, view_index, offset, accessor);
    accessor->bytes = view.bytes + offset;
    return true;
}

static uint32_t unsigned_at(const uint8_t *bytes, ComponentType type)
{
    switch (type) {
    case COMPONENT_BYTE:
    case COMPONENT_UNSIGNED_BYTE: return bytes[0];
    case COMPONENT_SHORT:
    case COMPONENT_UNSIGNED_SHORT: return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
    case COMPONENT_UNSIGNED_INT:
    case COMPONENT_FLOAT: break;
    }
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static uint32_t sparse_index(const Accessor *accessor, size_t i)
{
    return unsigned_at(accessor->sparse_indices + i * component_type_bytes(accessor->index_type),
                       accessor->index_type);
}

// The bytes of an array of `sparse`, `item_bytes` for each override.
static const uint8_t *open_sparse_array(const TumDocument *document, const Cursor *array,
                                        size_t count, size_t item_bytes)
{
    const Cursor view_member = tum_cursor_member(array, "bufferView");
    if (!tum_cursor_exists(&view_member)) {
        tum_cursor_report_missing(array, "bufferView");
        return NULL;
    }
    BufferView view;
    size_t offset, end;
    const int32_t view_index =
        tum_cursor_index(array, "bufferView", tum_cursor_root_count(document, "bufferViews"));
    if (view_index < 0 || !read_offset(array, &offset) ||
        !tum_buffer_view_open(document, view_index, &view, array->report)) {
        return NULL;
    }
    if (!size_multiply(count, item_bytes, &end) || !size_add(end, offset, &end) ||
        end > view.count) {
        const Cursor member = tum_cursor_member(array, "byteOffset");
        tum_cursor_report(&member, CODE_ACCESSOR_TOO_LONG,
                          "%zu overrides from byte %zu on do not fit the bufferView's %zu bytes.",
                          count, offset, view.count);
        return NULL;
    }
    return view.bytes + offset;
}

// Overrides must name elements in ascending order, so that a search finds them.
static bool check_sparse_indices(const Cursor *sparse, const Accessor *accessor)
{
    for (size_t i = 0; i < accessor->sparse_count; ++i) {
        const uint32_t index = sparse_index(accessor, i);
        if (i > 0 && index <= sparse_index(accessor, i - 1)) {
            tum_cursor_report(sparse, CODE_ACCESSOR_SPARSE_INDICES_NON_INCREASING,
                              "Index %zu of the overrides, %u, is not above the one before, %u.", i,
                              (unsigned)index, (unsigned)sparse_index(accessor, i - 1));
            return false;
        }
        if (index >= accessor->count) {
            tum_cursor_report(sparse, CODE_ACCESSOR_SPARSE_INDEX_OOB,
                              "Index %zu of the overrides, %u, is beyond the %zu elements.", i,
                              (unsigned)index, accessor->count);
            return false;
        }
    }
    return true;
}

static bool open_sparse(const TumDocument *document, const Cursor *at, Accessor *accessor)
{
    const Cursor sparse = tum_cursor_object(at, "sparse");
    if (!tum_cursor_exists(&sparse)) {
        return true;
    }
    if (!read_count(&sparse, "count", 1, &accessor->sparse_count)) {
        return false;
    }
    if (accessor->sparse_count > accessor->count) {
        const Cursor member = tum_cursor_member(&sparse, "count");
        tum_cursor_report(&member, CODE_ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE,
                          "%zu overrides of %zu elements.", accessor->sparse_count,
                          accessor->count);
        return false;
    }
    const Cursor indices = tum_cursor_object(&sparse, "indices");
    const Cursor values = tum_cursor_object(&sparse, "values");
    if (!tum_cursor_exists(&indices) || !tum_cursor_exists(&values)) {
        tum_cursor_report_missing(&sparse, tum_cursor_exists(&indices) ? "values" : "indices");
        return false;
    }
    if (!read_component_type(&indices, &accessor->index_type)) {
        return false;
    }
    if (accessor->index_type != COMPONENT_UNSIGNED_BYTE &&
        accessor->index_type != COMPONENT_UNSIGNED_SHORT &&
        accessor->index_type != COMPONENT_UNSIGNED_INT) {
        const Cursor member = tum_cursor_member(&indices, "componentType");
        tum_cursor_report(&member, CODE_VALUE_NOT_IN_LIST,
                          "Component type %d is none of 5121, 5123, 5125.",
                          (int)accessor->index_type);
        return false;
    }
    accessor->sparse_indices = open_sparse_array(document, &indices, accessor->sparse_count,
                                                 component_type_bytes(accessor->index_type));
    accessor->sparse_values = open_sparse_array(document, &values, accessor->sparse_count,
                                                accessor->columns * accessor->column_bytes);
    return accessor->sparse_indices != NULL && accessor->sparse_values != NULL &&
           check_sparse_indices(&sparse, accessor);
}

bool tum_accessor_open(const TumDocument *document, int32_t index, Accessor *accessor,
                       TumReport *report)
{
    *accessor = (Accessor){.index = index};
    const Cursor root = tum_cursor_root(document, report);
    const Cursor accessors = tum_cursor_array(&root, "accessors");
    if (index < 0) {
        return false;
    }
    const Cursor at = tum_cursor_object_at(&accessors, (size_t)index);
    if (!tum_cursor_exists(&at) || !read_component_type(&at, &accessor->type) ||
        !read_element_type(&at, accessor) || !read_count(&at, "count", 1, &accessor->count)) {
        return false;
    }
    read_normalized(&at, accessor);
    accessor->column_bytes = accessor->rows * component_type_bytes(accessor->type);
    if (accessor->columns > 1) {
        accessor->column_bytes =
            (accessor->column_bytes + COLUMN_ALIGNMENT - 1) / COLUMN_ALIGNMENT * COLUMN_ALIGNMENT;
    }
    accessor->stride = accessor->columns * accessor->column_bytes;
    return open_elements(document, &at, accessor) && open_sparse(document, &at, accessor);
}

static double normalized(int32_t value, double largest)
{
    return maximum64(value / largest, -1.0);
}

static double component_at(const uint8_t *bytes, ComponentType type, bool is_normalized)
{
    const uint32_t bits = unsigned_at(bytes, type);
    switch (type) {
    case COMPONENT_BYTE: {
        const int32_t value = (int32_t)(bits ^ 0x80u) - 0x80;
        return is_normalized ? normalized(value, 127.0) : value;
    }
    case COMPONENT_UNSIGNED_BYTE: return is_normalized ? bits / 255.0 : bits;
    case COMPONENT_SHORT: {
        const int32_t value = (int32_t)(bits ^ 0x8000u) - 0x8000;
        return is_normalized ? normalized(value, 32767.0) : value;
    }
    case COMPONENT_UNSIGNED_SHORT: return is_normalized ? bits / 65535.0 : bits;
    case COMPONENT_UNSIGNED_INT: return bits;
    case COMPONENT_FLOAT: break;
    }
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static void read_element(const Accessor *accessor, const uint8_t *bytes, double *values)
{
    const size_t size = component_type_bytes(accessor->type);
    for (size_t column = 0; column < accessor->columns; ++column) {
        const uint8_t *at = bytes + column * accessor->column_bytes;
        for (size_t row = 0; row < accessor->rows; ++row) {
            values[column * accessor->rows + row] =
                component_at(at + row * size, accessor->type, accessor->is_normalized);
        }
    }
}

// The first override at or after an element.
static size_t first_override(const Accessor *accessor, size_t element)
{
    size_t low = 0, high = accessor->sparse_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (sparse_index(accessor, middle) < element) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void tum_accessor_read(const Accessor *accessor, size_t first, size_t count, double *values)
{
    if (!TUM_REQUIRE(first <= accessor->count && count <= accessor->count - first)) {
        return;
    }
    const size_t width = accessor->width;
    if (accessor->bytes == NULL) {
        memset(values, 0, count * width * sizeof *values);
    }
    for (size_t i = 0; i < count && accessor->bytes != NULL; ++i) {
        read_element(accessor, accessor->bytes + (first + i) * accessor->stride,
                     values + i * width);
    }
    const size_t value_bytes = accessor->columns * accessor->column_bytes;
    for (size_t i = first_override(accessor, first); i < accessor->sparse_count; ++i) {
        const size_t element = sparse_index(accessor, i);
        if (element >= first + count) {
            break;
        }
        read_element(accessor, accessor->sparse_values + i * value_bytes,
                     values + (element - first) * width);
    }
}

void tum_accessor_read_indices(const Accessor *accessor, size_t first, size_t count,
                               uint32_t *values)
{
    if (!TUM_REQUIRE(first <= accessor->count && count <= accessor->count - first &&
                     accessor->width == 1)) {
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        values[i] =
            accessor->bytes == NULL
                ? 0
                : unsigned_at(accessor->bytes + (first + i) * accessor->stride, accessor->type);
    }
    for (size_t i = first_override(accessor, first); i < accessor->sparse_count; ++i) {
        const size_t element = sparse_index(accessor, i);
        if (element >= first + count) {
            break;
        }
        values[element - first] = unsigned_at(
            accessor->sparse_values + i * component_type_bytes(accessor->type), accessor->type);
    }
}
