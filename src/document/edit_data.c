// SPDX-License-Identifier: MIT
// edit_data.c: bufferViews, accessors and animations added to a document.
#include "document/edit_data.h"

#include <string.h>

#include "base/assert.h"
#include "base/number_text.h"
#include "base/size.h"
#include "document/accessor.h"
#include "document/buffer.h"
#include "document/edit_root.h"
#include "math/scalar.h"
#include "tumble/capacity.h"

enum { ALIGNMENT = 4 /**< [bytes] Of appended data: enough for every component type. */ };

/// Members of an object under construction; the end reports a lack of memory on the way.
typedef struct Maker {
    Arena *arena;
    JsonValue object;
    bool is_whole;
} Maker;

static Maker begin_object(TumDocument *document)
{
    return (Maker){&document->arena, json_empty(JSON_OBJECT), true};
}

static void put(Maker *maker, const char *key, JsonValue value)
{
    maker->is_whole =
        maker->is_whole && tum_json_set(maker->arena, &maker->object, key, value) != NULL;
}

static void put_number(Maker *maker, const char *key, double number)
{
    put(maker, key, json_number(number));
}

static void put_text(Maker *maker, const char *key, const char *text)
{
    JsonValue value;
    if (tum_json_text(maker->arena, text, strlen(text), &value)) {
        put(maker, key, value);
    } else {
        maker->is_whole = false;
    }
}

// True where bytes can be appended to a buffer: the buffer is the BIN chunk or was added by an
// edit, and has all its declared bytes. Several buffers may share a chunk of G4MF.
static bool can_grow(const TumDocument *document, const JsonValue *buffers, size_t index)
{
    const DocumentBuffer *buffer = &document->buffers.items[index];
    const JsonValue *length = tum_json_find(&buffers->items[index], "byteLength");
    const bool is_ours =
        buffer->origin == BUFFER_ADDED || (buffer->origin == BUFFER_CHUNK && !document->is_g4mf);
    return is_ours && length != NULL && length->kind == JSON_NUMBER &&
           tum_json_number_of(length) == (double)buffer->count;
}

static TumStatus add_buffer(TumDocument *document)
{
    DocumentBuffer *buffer = array_push(&document->buffers, &document->allocator);
    if (buffer == NULL) {
        return TUM_ERROR_MEMORY;
    }
    buffer->origin = BUFFER_ADDED;
    buffer->is_changed = true;
    Maker maker = begin_object(document);
    put_number(&maker, "byteLength", 0.0);
    const TumStatus status = maker.is_whole
                                 ? tum_edit_add_to_root(document, "buffers", maker.object, NULL)
                                 : TUM_ERROR_MEMORY;
    if (status != TUM_OK) {
        --document->buffers.count;
    }
    return status;
}

// The buffer that receives the bytes of edits.
static TumStatus growing_buffer(TumDocument *document, size_t *index)
{
    JsonValue *buffers;
    const TumStatus status = tum_edit_root_array(document, "buffers", &buffers);
    if (status != TUM_OK) {
        return status;
    }
    TUM_ASSERT(buffers->count == document->buffers.count);
    const size_t count = document->buffers.count;
    if (count > 0 && can_grow(document, buffers, count - 1)) {
        *index = count - 1;
        return TUM_OK;
    }
    if (count > 0 && can_grow(document, buffers, 0)) {
        *index = 0;
        return TUM_OK;
    }
    *index = count;
    return add_buffer(document);
}

static TumStatus add_view(TumDocument *document, const void *bytes, size_t count, size_t alignment,
                          int32_t *index)
{
    size_t buffer_index, end;
    if (count == 0) {
        return TUM_ERROR_ARGUMENT;
    }
    const TumStatus status = growing_buffer(document, &buffer_index);
    if (status != TUM_OK) {
        return status;
    }
    DocumentBuffer *buffer = &document->buffers.items[buffer_index];
    const size_t offset = (buffer->count + alignment - 1) / alignment * alignment;
    if (!size_add(offset, count, &end) || end > TUM_MAX_FILE_BYTES) {
        return TUM_ERROR_CAPACITY;
    }
    Maker view = begin_object(document);
    put_number(&view, "buffer", (double)buffer_index);
    put_number(&view, "byteOffset", (double)offset);
    put_number(&view, "byteLength", (double)count);
    if (!view.is_whole || !tum_buffer_reserve(document, buffer, end)) {
        return TUM_ERROR_MEMORY;
    }
    const TumStatus added = tum_edit_add_to_root(document, "bufferViews", view.object, index);
    if (added != TUM_OK) {
        return added;
    }
    memset(buffer->bytes + buffer->count, 0, offset - buffer->count);
    memcpy(buffer->bytes + offset, bytes, count);
    buffer->count = buffer->present_count = end;
    buffer->is_changed = true;
    JsonValue *buffers = tum_json_find_mutable(&document->root, "buffers");
    JsonValue *length = tum_json_find_mutable(&buffers->items[buffer_index], "byteLength");
    *length = json_number((double)end);
    return TUM_OK;
}

TumStatus tum_edit_add_view(TumDocument *document, const void *bytes, size_t count, int32_t *index)
{
    return add_view(document, bytes, count, ALIGNMENT, index);
}

static const char *type_name(size_t width)
{
    switch (width) {
    case 1: return "SCALAR";
    case 2: return "VEC2";
    case 3: return "VEC3";
    case 4: return "VEC4";
    case 16: return "MAT4";
    default: return NULL;
    }
}

// The shortest decimal that reads back to the float: 0.1 instead of the double 0.10000000149.
static double shortest(float value)
{
    char text[NUMBER_TEXT_BYTES];
    double number = 0.0;
    tum_number_parse(text, tum_number_text_float(value, text), &number);
    return number;
}

// min or max of each of the `width` columns.
static void put_bound(Maker *maker, const char *key, const float *values, size_t count,
                      size_t width, bool is_max)
{
    double bound[16];
    for (size_t k = 0; k < width; ++k) {
        float most = values[k];
        for (size_t i = 1; i < count; ++i) {
            const float value = values[i * width + k];
            most = (is_max ? value > most : value < most) ? value : most;
        }
        bound[k] = shortest(most);
    }
    JsonValue array;
    if (tum_edit_make_numbers(maker->arena, bound, width, &array)) {
        put(maker, key, array);
    } else {
        maker->is_whole = false;
    }
}

static TumStatus add_accessor(TumDocument *document, Maker *maker, int32_t *index)
{
    return maker->is_whole ? tum_edit_add_to_root(document, "accessors", maker->object, index)
                           : TUM_ERROR_MEMORY;
}

static void put_g4mf_accessor(Maker *maker, int32_t view, const char *component, size_t width)
{
    put_number(maker, "bufferView", view);
    put_text(maker, "componentType", component);
    if (width > 1) {
        put_number(maker, "vectorSize", (double)width);
    }
}

static void put_accessor(const TumDocument *document, Maker *maker, int32_t view,
                         ComponentType type, size_t count, size_t width)
{
    if (document->is_g4mf) {
        put_g4mf_accessor(maker, view, type == COMPONENT_FLOAT ? "float32" : "uint32", width);
        return;
    }
    put_number(maker, "bufferView", view);
    put_number(maker, "componentType", type);
    put_number(maker, "count", (double)count);
    put_text(maker, "type", type_name(width));
}

// Appends numbers of 4 or 8 bytes, little-endian whatever the machine.
static TumStatus add_words(TumDocument *document, const void *words, size_t count, size_t width,
                           int32_t *view)
{
    size_t bytes;
    if (!size_multiply(count, width, &bytes)) {
        return TUM_ERROR_CAPACITY;
    }
    unsigned char *block = tum_allocate(&document->allocator, bytes);
    if (block == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; ++i) {
        const unsigned char *from = (const unsigned char *)words + width * i;
        uint32_t narrow = 0;
        uint64_t wide = 0;
        memcpy(width == 4 ? (void *)&narrow : (void *)&wide, from, width);
        wide |= narrow;
        for (size_t k = 0; k < width; ++k) {
            block[width * i + k] = (unsigned char)(wide >> (8 * k) & 0xffu);
        }
    }
    const TumStatus status = add_view(document, block, bytes, width, view);
    tum_release(&document->allocator, block, bytes);
    return status;
}

TumStatus tum_edit_add_doubles(TumDocument *document, const double *values, size_t count,
                               size_t width, int32_t *index)
{
    size_t numbers;
    int32_t view = -1;
    if (count == 0 || !document->is_g4mf || !size_multiply(count, width, &numbers)) {
        return TUM_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < numbers; ++i) {
        if (!is_finite64(values[i])) {
            return TUM_ERROR_ARGUMENT;
        }
    }
    const TumStatus status = add_words(document, values, numbers, sizeof *values, &view);
    if (status != TUM_OK) {
        return status;
    }
    Maker maker = begin_object(document);
    put_g4mf_accessor(&maker, view, "float64", width);
    return add_accessor(document, &maker, index);
}

TumStatus tum_edit_add_floats(TumDocument *document, const float *values, size_t count,
                              size_t width, int32_t *index)
{
    size_t numbers;
    int32_t view = -1;
    if (count == 0 || type_name(width) == NULL || !size_multiply(count, width, &numbers)) {
        return TUM_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < numbers; ++i) {
        if (!is_finite(values[i])) {
            return TUM_ERROR_ARGUMENT;
        }
    }
    const TumStatus status = add_words(document, values, numbers, 4, &view);
    if (status != TUM_OK) {
        return status;
    }
    Maker maker = begin_object(document);
    put_accessor(document, &maker, view, COMPONENT_FLOAT, count, width);
    if (!document->is_g4mf) {
        put_bound(&maker, "min", values, count, width, false);
        put_bound(&maker, "max", values, count, width, true);
    }
    return add_accessor(document, &maker, index);
}

static TumStatus add_integers(TumDocument *document, const uint32_t *values, size_t count,
                              size_t width, int32_t *index)
{
    int32_t view = -1;
    size_t numbers;
    if (count == 0) {
        return TUM_ERROR_ARGUMENT;
    }
    if (!size_multiply(count, width, &numbers)) {
        return TUM_ERROR_CAPACITY;
    }
    const TumStatus status = add_words(document, values, numbers, 4, &view);
    if (status != TUM_OK) {
        return status;
    }
    Maker maker = begin_object(document);
    put_accessor(document, &maker, view, COMPONENT_UNSIGNED_INT, count, width);
    return add_accessor(document, &maker, index);
}

TumStatus tum_edit_add_integers(TumDocument *document, const uint32_t *values, size_t count,
                                int32_t *index)
{
    return add_integers(document, values, count, 1, index);
}

TumStatus tum_edit_add_simplexes(TumDocument *document, const uint32_t *values, size_t count,
                                 size_t width, int32_t *index)
{
    return document->is_g4mf ? add_integers(document, values, count, width, index)
                             : TUM_ERROR_ARGUMENT;
}

static bool is_right_channel(const TumDocument *document, const EditChannel *channel)
{
    if (channel->node < 0 || (size_t)channel->node >= document->node_count ||
        channel->key_count == 0 || channel->width == 0 || !(channel->times[0] >= 0.0f) ||
        (channel->interpolation == ANIMATION_CUBIC_SPLINE && channel->key_count < 2)) {
        return false;
    }
    for (size_t i = 1; i < channel->key_count; ++i) {
        if (!(channel->times[i] > channel->times[i - 1])) {
            return false;
        }
    }
    switch (channel->path) {
    case ANIMATION_TRANSLATION:
    case ANIMATION_SCALE: return channel->width == 3;
    case ANIMATION_ROTATION: return channel->width == 4;
    case ANIMATION_WEIGHTS: return true;
    case ANIMATION_POINTER: break;
    }
    return false;
}

static const char *path_name(AnimationPath path)
{
    switch (path) {
    case ANIMATION_TRANSLATION: return "translation";
    case ANIMATION_ROTATION: return "rotation";
    case ANIMATION_SCALE: return "scale";
    case ANIMATION_WEIGHTS: return "weights";
    case ANIMATION_POINTER: break;
    }
    return "pointer";
}

static const char *interpolation_name(AnimationInterpolation interpolation)
{
    return interpolation == ANIMATION_STEP     ? "STEP"
           : interpolation == ANIMATION_LINEAR ? "LINEAR"
                                               : "CUBICSPLINE";
}

static bool have_same_times(const EditChannel *a, const EditChannel *b)
{
    return a->key_count == b->key_count &&
           memcmp(a->times, b->times, a->key_count * sizeof *a->times) == 0;
}

static bool push_object(Maker *from, JsonValue *array)
{
    return from->is_whole && tum_json_push(from->arena, array, from->object) != NULL;
}

// Appends the sampler and the channel of one property to the lists of an animation.
static TumStatus add_channel(TumDocument *document, const EditChannel *channel, int32_t input,
                             JsonValue *samplers, JsonValue *channels)
{
    const size_t per_key = channel->interpolation == ANIMATION_CUBIC_SPLINE ? 3 : 1;
    const bool is_weights = channel->path == ANIMATION_WEIGHTS;
    size_t values;
    int32_t output = -1;
    if (!size_multiply(channel->key_count, per_key * (is_weights ? channel->width : 1), &values)) {
        return TUM_ERROR_CAPACITY;
    }
    const TumStatus status = tum_edit_add_floats(document, channel->values, values,
                                                 is_weights ? 1 : channel->width, &output);
    if (status != TUM_OK) {
        return status;
    }
    Maker sampler = begin_object(document);
    put_number(&sampler, "input", input);
    put_text(&sampler, "interpolation", interpolation_name(channel->interpolation));
    put_number(&sampler, "output", output);
    Maker target = begin_object(document);
    put_number(&target, "node", channel->node);
    put_text(&target, "path", path_name(channel->path));
    Maker made = begin_object(document);
    put_number(&made, "sampler", samplers->count);
    put(&made, "target", target.object);
    made.is_whole = made.is_whole && target.is_whole;
    return push_object(&sampler, samplers) && push_object(&made, channels) ? TUM_OK
                                                                           : TUM_ERROR_MEMORY;
}

TumStatus tum_edit_add_animation(TumDocument *document, const char *name,
                                 const EditChannel *channels, size_t count, int32_t *index)
{
    for (size_t i = 0; i < count; ++i) {
        if (!is_right_channel(document, &channels[i])) {
            return TUM_ERROR_ARGUMENT;
        }
    }
    if (count == 0) {
        return TUM_ERROR_ARGUMENT;
    }
    JsonValue sampler_list = json_empty(JSON_ARRAY), channel_list = json_empty(JSON_ARRAY);
    int32_t input = -1;
    for (size_t i = 0; i < count; ++i) {
        TumStatus status = TUM_OK;
        if (i == 0 || !have_same_times(&channels[i - 1], &channels[i])) {
            status =
                tum_edit_add_floats(document, channels[i].times, channels[i].key_count, 1, &input);
        }
        if (status == TUM_OK) {
            status = add_channel(document, &channels[i], input, &sampler_list, &channel_list);
        }
        if (status != TUM_OK) {
            return status;
        }
    }
    Maker maker = begin_object(document);
    if (name != NULL) {
        put_text(&maker, "name", name);
    }
    put(&maker, "channels", channel_list);
    put(&maker, "samplers", sampler_list);
    return maker.is_whole ? tum_edit_add_to_root(document, "animations", maker.object, index)
                          : TUM_ERROR_MEMORY;
}
