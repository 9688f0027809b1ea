// SPDX-License-Identifier: MIT
// meshopt_codec.c: decoding of meshopt streams.
#include "document/meshopt_codec.h"

#include <string.h>

#include "math/scalar.h"

/// The unread bytes of a stream.
typedef struct Reader {
    const uint8_t *at, *end;
} Reader;

static size_t left(const Reader *reader)
{
    return (size_t)(reader->end - reader->at);
}

// Attribute streams.

enum {
    GROUP = 16,          ///< Deltas that share a width.
    BLOCK_BYTES = 8192,  ///< Largest block, decoded.
    BLOCK_ELEMENTS = 256 ///< Most elements in a block.
};

enum { CHANNEL_BYTES, CHANNEL_PAIRS, CHANNEL_XOR, CHANNEL_COUNT };

// Bits of a delta, by the two bits of a group: for version 0, and for the first two control modes
// of version 1.
static const uint8_t widths[3][4] = {{0, 2, 4, 8}, {0, 1, 2, 4}, {1, 2, 4, 8}};

// A group of packed deltas; a delta with all bits set is stored as a byte after the group.
static bool read_group(Reader *reader, int width, uint8_t deltas[GROUP])
{
    const size_t packed = (size_t)width * GROUP / 8;
    if (left(reader) < packed) {
        return false;
    }
    const uint8_t *bits = reader->at;
    reader->at += packed;
    if (width == 0 || width == 8) {
        memset(deltas, 0, GROUP);
        memcpy(deltas, bits, packed);
        return true;
    }
    const unsigned sentinel = (1u << width) - 1;
    const int per_byte = 8 / width;
    for (int i = 0; i < GROUP; ++i) {
        const int place = i % per_byte;
        // Single bits start at the least significant bit, wider deltas at the most significant.
        const int shift = width == 1 ? place : 8 - width * (place + 1);
        const unsigned delta = (unsigned)bits[i / per_byte] >> shift & sentinel;
        deltas[i] = (uint8_t)delta;
        if (delta == sentinel) {
            if (left(reader) < 1) {
                return false;
            }
            deltas[i] = *reader->at++;
        }
    }
    return true;
}

// The deltas of one byte of all elements of a block. @param deltas  sized for whole groups.
static bool read_deltas(Reader *reader, const uint8_t width_of[4], size_t count, uint8_t *deltas)
{
    const size_t groups = (count + GROUP - 1) / GROUP;
    const size_t header_bytes = (groups + 3) / 4;
    if (left(reader) < header_bytes) {
        return false;
    }
    const uint8_t *header = reader->at;
    reader->at += header_bytes;
    for (size_t g = 0; g < groups; ++g) {
        const int width = width_of[header[g / 4] >> (g % 4 * 2) & 3];
        if (!read_group(reader, width, deltas + GROUP * g)) {
            return false;
        }
    }
    return true;
}

static bool read_controlled(Reader *reader, int control, size_t count, uint8_t *deltas)
{
    if (control < 2) {
        return read_deltas(reader, widths[1 + control], count, deltas);
    }
    const size_t stored = control == 3 ? count : 0;
    if (left(reader) < stored) {
        return false;
    }
    memset(deltas, 0, BLOCK_ELEMENTS);
    memcpy(deltas, reader->at, stored);
    reader->at += stored;
    return true;
}

static uint32_t unzigzag(uint32_t v)
{
    return (v & 1) != 0 ? ~(v >> 1) : v >> 1;
}

// Decodes four bytes of each element of a block from their deltas and the previous element.
static void undo_channel(uint8_t deltas[4][BLOCK_ELEMENTS], size_t count, unsigned channel,
                         uint8_t before[4], uint8_t *to, size_t stride)
{
    const unsigned mode = channel & 15, turn = channel >> 4;
    for (size_t i = 0; i < count; ++i, to += stride) {
        const uint8_t d[4] = {deltas[0][i], deltas[1][i], deltas[2][i], deltas[3][i]};
        if (mode == CHANNEL_BYTES) {
            for (int k = 0; k < 4; ++k) {
                before[k] = (uint8_t)(before[k] + unzigzag(d[k]));
            }
        } else if (mode == CHANNEL_PAIRS) {
            for (int k = 0; k < 4; k += 2) {
                const uint32_t sum = (uint32_t)(before[k] | before[k + 1] << 8) +
                                     unzigzag((uint32_t)(d[k] | d[k + 1] << 8));
                before[k] = (uint8_t)sum;
                before[k + 1] = (uint8_t)(sum >> 8);
            }
        } else {
            const uint32_t v =
                (uint32_t)d[0] | (uint32_t)d[1] << 8 | (uint32_t)d[2] << 16 | (uint32_t)d[3] << 24;
            const uint32_t turned = v >> turn | v << ((32 - turn) & 31);
            for (int k = 0; k < 4; ++k) {
                before[k] ^= (uint8_t)(turned >> (8 * k));
            }
        }
        memcpy(to, before, 4);
    }
}

static bool are_channels(const uint8_t *channels, size_t count)
{
    bool all = true;
    for (size_t i = 0; i < count; ++i) {
        const unsigned mode = channels[i] & 15u;
        all = all && mode < CHANNEL_COUNT && (mode == CHANNEL_XOR || channels[i] < CHANNEL_XOR);
    }
    return all;
}

bool tum_meshopt_attributes(const MeshoptStream *stream, uint8_t *to)
{
    const size_t stride = stream->stride, quads = stride / 4;
    if (stream->byte_count == 0 || (stream->bytes[0] != 0xa0 && stream->bytes[0] != 0xa1)) {
        return false;
    }
    const bool is_new = stream->bytes[0] == 0xa1;
    const size_t last = stride + (is_new ? quads : 0), least = is_new ? 24 : 32;
    const size_t tail = last > least ? last : least;
    if (stream->byte_count < 1 + tail) {
        return false;
    }
    Reader reader = {stream->bytes + 1, stream->bytes + stream->byte_count - tail};
    uint8_t before[256], channels[64] = {CHANNEL_BYTES};
    memcpy(before, stream->bytes + stream->byte_count - last, stride);
    if (is_new) {
        memcpy(channels, stream->bytes + stream->byte_count - quads, quads);
    }
    if (!are_channels(channels, quads)) {
        return false;
    }
    const size_t whole = BLOCK_BYTES / stride & ~(size_t)(GROUP - 1);
    const size_t most = whole < BLOCK_ELEMENTS ? whole : BLOCK_ELEMENTS;
    for (size_t done = 0, count; done < stream->count; done += count) {
        count = stream->count - done < most ? stream->count - done : most;
        const uint8_t *controls = reader.at;
        if (is_new && left(&reader) < quads) {
            return false;
        }
        reader.at += is_new ? quads : 0;
        for (size_t q = 0; q < quads; ++q) {
            uint8_t deltas[4][BLOCK_ELEMENTS];
            for (int k = 0; k < 4; ++k) {
                const bool is_read =
                    is_new ? read_controlled(&reader, controls[q] >> (2 * k) & 3, count, deltas[k])
                           : read_deltas(&reader, widths[0], count, deltas[k]);
                if (!is_read) {
                    return false;
                }
            }
            undo_channel(deltas, count, channels[q], before + 4 * q, to + done * stride + 4 * q,
                         stride);
        }
    }
    return left(&reader) == 0;
}

// Index streams.

// Seven bits in each byte, the least significant first (LEB128).
static bool read_varint(Reader *reader, uint32_t *value)
{
    *value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
        if (left(reader) < 1) {
            return false;
        }
        const uint8_t byte = *reader->at++;
        *value |= (uint32_t)(byte & 127) << shift;
        if (byte < 128) {
            return true;
        }
    }
    return false;
}

static void write_index(uint8_t *to, size_t stride, uint32_t index)
{
    for (size_t i = 0; i < stride; ++i) {
        to[i] = (uint8_t)(index >> (8 * i));
    }
}

enum { FIFO = 16, INDEX_TAIL = 4, CODE_AUX = 16 };

/// The state of decoding a list of triangles.
typedef struct Triangles {
    Reader data;
    uint32_t next, last;
    uint32_t edges[FIFO][2], vertices[FIFO];
    uint32_t edge_count, vertex_count; ///< Pushed so far.
    bool is_wrong;
} Triangles;

static void push_edge(Triangles *state, uint32_t a, uint32_t b)
{
    uint32_t *edge = state->edges[state->edge_count++ % FIFO];
    edge[0] = a;
    edge[1] = b;
}

static uint32_t push_vertex(Triangles *state, uint32_t vertex)
{
    state->vertices[state->vertex_count++ % FIFO] = vertex;
    return vertex;
}

// The vertex pushed `back` places before the newest.
static uint32_t vertex_at(Triangles *state, uint32_t back)
{
    state->is_wrong = state->is_wrong || back >= state->vertex_count;
    return state->vertices[(state->vertex_count - 1 - back) % FIFO];
}

static uint32_t read_index(Triangles *state)
{
    uint32_t value = 0;
    state->is_wrong = !read_varint(&state->data, &value) || state->is_wrong;
    state->last += unzigzag(value);
    return state->last;
}

// A corner by four bits: the next vertex, a recent vertex, or a free one. `pushed` receives true
// where the vertex is pushed after all three corners are known.
static uint32_t read_corner(Triangles *state, unsigned code, bool may_be_free, bool *pushed)
{
    const bool is_free = may_be_free && code == 15;
    *pushed = code == 0 || is_free;
    return code == 0 ? state->next++ : is_free ? read_index(state) : vertex_at(state, code - 1);
}

static void read_fan(Triangles *state, unsigned code, uint32_t corners[3])
{
    const unsigned back = code >> 4, third = code & 15;
    state->is_wrong = state->is_wrong || back >= state->edge_count;
    const uint32_t *edge = state->edges[(state->edge_count - 1 - back) % FIFO];
    corners[0] = edge[0];
    corners[1] = edge[1];
    bool pushed = third == 0 || third > 12;
    if (third == 13 || third == 14) {
        state->last += third == 13 ? UINT32_MAX : 1;
        corners[2] = state->last;
    } else if (third == 15) {
        corners[2] = read_index(state);
    } else {
        corners[2] = third == 0 ? state->next++ : vertex_at(state, third);
    }
    push_edge(state, corners[2], corners[1]);
    push_edge(state, corners[0], corners[2]);
    if (pushed) {
        push_vertex(state, corners[2]);
    }
}

static void read_free(Triangles *state, unsigned code, const uint8_t *aux, uint32_t corners[3])
{
    const bool is_coded = (code & 15) < 14;
    unsigned pair = is_coded ? aux[code & 15] : 0;
    if (!is_coded) {
        state->is_wrong = state->is_wrong || left(&state->data) < 1;
        pair = state->is_wrong ? 0 : *state->data.at++;
        state->next = pair == 0 ? 0 : state->next;
    }
    bool b_pushed, c_pushed;
    corners[0] = (code & 15) == 15 ? read_index(state) : state->next++;
    corners[1] = read_corner(state, pair >> 4, !is_coded, &b_pushed);
    corners[2] = read_corner(state, pair & 15, !is_coded, &c_pushed);
    push_edge(state, corners[1], corners[0]);
    push_edge(state, corners[2], corners[1]);
    push_edge(state, corners[0], corners[2]);
    push_vertex(state, corners[0]);
    if (b_pushed) {
        push_vertex(state, corners[1]);
    }
    if (c_pushed) {
        push_vertex(state, corners[2]);
    }
}

static bool is_aux(const uint8_t *aux)
{
    bool is_right = aux[14] == 0 && aux[15] == 0;
    for (int i = 0; i < CODE_AUX; ++i) {
        is_right = is_right && (aux[i] & 15) != 15 && aux[i] >> 4 != 15;
    }
    return is_right;
}

bool tum_meshopt_triangles(const MeshoptStream *stream, uint8_t *to)
{
    const size_t count = stream->count / 3;
    if (stream->byte_count < 1 + CODE_AUX || stream->byte_count - 1 - CODE_AUX < count ||
        stream->bytes[0] != 0xe1 || stream->count % 3 != 0) {
        return false;
    }
    const uint8_t *codes = stream->bytes + 1;
    const uint8_t *aux = stream->bytes + stream->byte_count - CODE_AUX;
    Triangles state = {.data = {codes + count, aux}};
    state.is_wrong = !is_aux(aux);
    for (size_t i = 0; i < count && !state.is_wrong; ++i) {
        uint32_t corners[3];
        if (codes[i] < 0xf0) {
            read_fan(&state, codes[i], corners);
        } else {
            read_free(&state, codes[i], aux, corners);
        }
        for (size_t k = 0; k < 3; ++k) {
            write_index(to + (3 * i + k) * stream->stride, stream->stride, corners[k]);
        }
    }
    return !state.is_wrong && left(&state.data) == 0;
}

bool tum_meshopt_indices(const MeshoptStream *stream, uint8_t *to)
{
    if (stream->byte_count < 1 + INDEX_TAIL || stream->bytes[0] != 0xd1) {
        return false;
    }
    Reader reader = {stream->bytes + 1, stream->bytes + stream->byte_count - INDEX_TAIL};
    uint32_t last[2] = {0, 0};
    for (size_t i = 0; i < stream->count; ++i) {
        uint32_t value;
        if (!read_varint(&reader, &value)) {
            return false;
        }
        last[value & 1] += unzigzag(value >> 1);
        write_index(to + i * stream->stride, stream->stride, last[value & 1]);
    }
    return left(&reader) == 0;
}

// Filters.

// Halfway cases are rounded away from zero; numbers out of range are clamped, NaN becomes 0.
static int32_t rounded(float v, float most)
{
    const float moved = v + (v < 0.0f ? -0.5f : 0.5f);
    if (!(moved > -most - 1.0f)) {
        return moved <= 0.0f ? (int32_t)-most : 0;
    }
    return moved < most + 1.0f ? (int32_t)moved : (int32_t)most;
}

static int32_t get_component(const uint8_t *at, size_t bytes)
{
    if (bytes == 1) {
        return (int8_t)*at;
    }
    return (int16_t)(uint16_t)(at[0] | at[1] << 8);
}

static void put_component(uint8_t *at, size_t bytes, int32_t value)
{
    for (size_t i = 0; i < bytes; ++i) {
        at[i] = (uint8_t)((uint32_t)value >> (8 * i));
    }
}

bool tum_meshopt_octahedral(uint8_t *bytes, size_t count, size_t stride)
{
    if (stride != 4 && stride != 8) {
        return false;
    }
    const size_t width = stride / 4;
    const float most = width == 1 ? 127.0f : 32767.0f;
    for (size_t i = 0; i < count; ++i) {
        uint8_t *at = bytes + stride * i;
        const float one = (float)get_component(at + 2 * width, width);
        float x = (float)get_component(at, width) / one;
        float y = (float)get_component(at + width, width) / one;
        float z = 1.0f - absolute(x) - absolute(y);
        const float t = z < 0.0f ? z : 0.0f;
        x += x < 0.0f ? -t : t;
        y += y < 0.0f ? -t : t;
        const float scale = most / square_root(x * x + y * y + z * z);
        put_component(at, width, rounded(x * scale, most));
        put_component(at + width, width, rounded(y * scale, most));
        put_component(at + 2 * width, width, rounded(z * scale, most));
    }
    return true;
}

bool tum_meshopt_quaternion(uint8_t *bytes, size_t count, size_t stride)
{
    const float range = 0.707106781f, most = 32767.0f;
    if (stride != 8) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        uint8_t *at = bytes + 8 * i;
        const int32_t scale = get_component(at + 6, 2);
        const float one = (float)(scale | 3);
        float v[4];
        float rest = 1.0f;
        for (size_t k = 0; k < 3; ++k) {
            v[k] = (float)get_component(at + 2 * k, 2) / one * range;
            rest -= v[k] * v[k];
        }
        v[3] = square_root(rest > 0.0f ? rest : 0.0f);
        for (size_t k = 0; k < 4; ++k) {
            const size_t place = ((size_t)(scale & 3) + k + 1) % 4;
            put_component(at + 2 * place, 2, rounded(v[k] * most, most));
        }
    }
    return true;
}

bool tum_meshopt_exponential(uint8_t *bytes, size_t count, size_t stride)
{
    if (stride % 4 != 0) {
        return false;
    }
    for (size_t i = 0; i < count * (stride / 4); ++i) {
        uint8_t *at = bytes + 4 * i;
        const int32_t exponent = (int8_t)at[3];
        const uint32_t low = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16;
        const int32_t mantissa = (int32_t)low - (low >= 1u << 23 ? 1 << 24 : 0);
        // Two to the exponent as the bits of a double; the product is exact.
        const uint64_t bits = (uint64_t)(1023 + exponent) << 52;
        double power;
        memcpy(&power, &bits, sizeof power);
        const float value = (float)(power * (double)mantissa);
        uint32_t word;
        memcpy(&word, &value, sizeof word);
        write_index(at, 4, word);
    }
    return true;
}

bool tum_meshopt_color(uint8_t *bytes, size_t count, size_t stride)
{
    if (stride != 4 && stride != 8) {
        return false;
    }
    const size_t width = stride / 4;
    const int32_t mask = width == 1 ? 255 : 65535;
    for (size_t i = 0; i < count; ++i) {
        uint8_t *at = bytes + stride * i;
        const int32_t y = get_component(at, width) & mask;
        const int32_t co = get_component(at + width, width);
        const int32_t cg = get_component(at + 2 * width, width);
        const int32_t alpha = get_component(at + 3 * width, width) & mask;
        int32_t full = 1; // all bits up to the highest of alpha
        while (full < alpha) {
            full = full << 1 | 1;
        }
        const int32_t a = alpha & full >> 1;
        const float scale = (float)mask / (float)full;
        const int32_t rgba[4] = {y + co - cg, y + cg, y - co - cg, a << 1 | (a & 1)};
        for (size_t k = 0; k < 4; ++k) {
            const float value = (float)rgba[k] * scale;
            put_component(at + k * width, width, rounded(value < 0.0f ? 0.0f : value, (float)mask));
        }
    }
    return true;
}
