// SPDX-License-Identifier: MIT
// Compressed bufferViews. The streams here are a cube of ours as meshoptimizer 1.3.0 writes it.
#include "document/accessor.h"
#include "document/buffer.h"
#include "document/meshopt_codec.h"
#include "tests/document/opened.h"

// Eight corners, each 16-bit x y z and nothing: -32767 or 32767 by the bits of their number.
static const uint8_t corners_v0[] = {
    0xa0, 0x02, 0x03, 0x43, 0x43, 0x43, 0x00, 0x00, 0x00, 0x00, 0x01, 0x19, 0x99, 0x00, 0x00,
    0x01, 0x0c, 0xcc, 0x00, 0x00, 0x03, 0x04, 0x03, 0x01, 0x04, 0x84, 0x00, 0x00, 0x01, 0x00,
    0xc0, 0x00, 0x00, 0x03, 0x01, 0x00, 0x40, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x80, 0x01, 0x80, 0x01, 0x80, 0x00, 0x00};
static const uint8_t corners_v1[] = {
    0xa1, 0x9b, 0xa9, 0x00, 0x03, 0x04, 0x03, 0x04, 0x03, 0x04, 0x03, 0x00, 0x54, 0x00, 0x03,
    0x04, 0x03, 0x00, 0x10, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x80, 0x01, 0x80, 0x01, 0x80, 0x00, 0x00, 0x01, 0x01};

// Its triangles, 36 indices of 16 bits, as a list of triangles and as a list of numbers.
static const uint8_t triangle_stream[] = {
    0xe1, 0xfe, 0x0f, 0xfe, 0x0f, 0x07, 0x16, 0xa1, 0x02, 0x07, 0x13, 0x91, 0x05,
    0xff, 0x08, 0x04, 0x07, 0xff, 0x02, 0x08, 0x03, 0x00, 0x76, 0x87, 0x56, 0x67,
    0x78, 0xa9, 0x86, 0x65, 0x89, 0x68, 0x98, 0x01, 0x69, 0x00, 0x00};
static const uint8_t index_stream[] = {
    0xd1, 0x00, 0x10, 0x08, 0x16, 0x18, 0x0e, 0x02, 0x08, 0x10, 0x16, 0x18, 0x06, 0x12,
    0x04, 0x10, 0x12, 0x14, 0x02, 0x06, 0x10, 0x04, 0x12, 0x14, 0x0e, 0x0a, 0x08, 0x04,
    0x0a, 0x0c, 0x06, 0x0c, 0x04, 0x08, 0x0a, 0x0c, 0x02, 0x00, 0x00, 0x00, 0x00};

// Floats 1, 1.125, 1.25 and on, by their bits; and pairs of 1000 i and 7 i.
static const uint8_t float_stream[] = {
    0xa1, 0x68, 0x01, 0x00, 0x01, 0x0f, 0x06, 0x02, 0x62, 0xe2, 0x62, 0xf1, 0x31, 0x71, 0x31, 0xfe,
    0xdd, 0xdd, 0x00, 0x00, 0x0f, 0x03, 0x07, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x3f, 0x52};
static const uint8_t pair_stream[] = {
    0xa1, 0x97, 0x00, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f,
    0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x0a, 0x06,
    0x88, 0x88, 0x88, 0x88, 0x86, 0x88, 0x88, 0x88, 0x88, 0x88, 0x68, 0x00, 0x00, 0x00,
    0x00, 0x0a, 0x0e, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};

static const uint16_t cube[36] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                  2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};

#define STREAM(name, elements, bytes)                                                              \
    {                                                                                              \
        name, sizeof name, elements, bytes                                                         \
    }

static void corners_of_a_cube_come_out_of_both_versions(void **state)
{
    (void)state;
    static const MeshoptStream streams[] = {STREAM(corners_v0, 8, 8), STREAM(corners_v1, 8, 8)};
    for (size_t v = 0; v < 2; ++v) {
        uint8_t bytes[64];
        assert_true(tum_meshopt_attributes(&streams[v], bytes));
        for (int i = 0; i < 32; ++i) {
            const int16_t number = (int16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
            assert_int_equal(number, i % 4 == 3 ? 0 : i / 4 >> i % 4 & 1 ? 32767 : -32767);
        }
    }
}

// Channels of floats are exclusive ors, turned; those of pairs are differences of 16 bits. The
// bytes of pairs are stored as they are, and 24 are no whole number of groups.
static void channels_of_version_1_are_undone(void **state)
{
    (void)state;
    static const MeshoptStream floats = STREAM(float_stream, 24, 4);
    static const MeshoptStream pairs = STREAM(pair_stream, 24, 4);
    uint8_t bytes[96];
    assert_true(tum_meshopt_attributes(&floats, bytes));
    for (int i = 0; i < 24; ++i) {
        float number;
        memcpy(&number, bytes + 4 * i, sizeof number);
        assert_near(number, 1.0 + i / 8.0, 0.0);
    }
    assert_true(tum_meshopt_attributes(&pairs, bytes));
    for (int i = 0; i < 24; ++i) {
        assert_int_equal(bytes[4 * i] | bytes[4 * i + 1] << 8, 1000 * i);
        assert_int_equal(bytes[4 * i + 2] | bytes[4 * i + 3] << 8, 7 * i);
    }
}

static void triangles_come_in_order_from_any_of_their_corners(void **state)
{
    (void)state;
    for (size_t stride = 2; stride <= 4; stride += 2) {
        const MeshoptStream stream = STREAM(triangle_stream, 36, stride);
        uint8_t bytes[144];
        assert_true(tum_meshopt_triangles(&stream, bytes));
        for (size_t t = 0; t < 12; ++t) {
            uint16_t found[3];
            for (size_t k = 0; k < 3; ++k) {
                found[k] = bytes[(3 * t + k) * stride];
                assert_int_equal(bytes[(3 * t + k) * stride + 1], 0);
            }
            bool is_same = false;
            for (size_t turn = 0; turn < 3; ++turn) {
                is_same = is_same || (found[0] == cube[3 * t + turn] &&
                                      found[1] == cube[3 * t + (turn + 1) % 3] &&
                                      found[2] == cube[3 * t + (turn + 2) % 3]);
            }
            assert_true(is_same);
        }
    }
}

static void indices_come_back_as_they_were(void **state)
{
    (void)state;
    const MeshoptStream stream = STREAM(index_stream, 36, 2);
    uint8_t bytes[72];
    assert_true(tum_meshopt_indices(&stream, bytes));
    for (int i = 0; i < 36; ++i) {
        assert_int_equal(bytes[2 * i] | bytes[2 * i + 1] << 8, cube[i]);
    }
}

static int16_t number_at(const uint8_t *bytes, int i)
{
    return (int16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
}

// Normals z, -z and (0.6, 0.8, 0) of 12 bits, quaternions of 12 bits, numbers of 12 bits.
static void filters_are_undone(void **state)
{
    (void)state;
    uint8_t octahedral[] = {0x00, 0x00, 0x00, 0x00, 0xff, 0x07, 0xff, 0x7f, 0xff, 0x07, 0xff, 0x07,
                            0xff, 0x07, 0xff, 0x7f, 0x6d, 0x03, 0x92, 0x04, 0xff, 0x07, 0x01, 0x80};
    static const double normals[9] = {0, 0, 1, 0, 0, -1, 0.6, 0.8, 0};
    assert_true(tum_meshopt_octahedral(octahedral, 3, 8));
    for (int i = 0; i < 9; ++i) {
        assert_near(number_at(octahedral, i / 3 * 4 + i % 3) / 32767.0, normals[i], 1.0 / 2047);
    }
    assert_int_equal(number_at(octahedral, 11), -32767); // The fourth number passes.
    uint8_t quaternions[] = {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0x07,
                             0xa7, 0x05, 0xa7, 0x05, 0xa7, 0x05, 0xfc, 0x07,
                             0x37, 0xf9, 0x00, 0x00, 0x00, 0x00, 0xff, 0x07};
    static const double rotations[12] = {0, 0, 0, 1, 0.5, 0.5, 0.5, 0.5, -0.6, 0, 0, 0.8};
    assert_true(tum_meshopt_quaternion(quaternions, 3, 8));
    for (int i = 0; i < 12; ++i) {
        assert_near(number_at(quaternions, i) / 32767.0, rotations[i], 2.0 / 2047);
    }
    uint8_t exponents[] = {0x00, 0x04, 0x00, 0xf6, 0x00, 0xfc, 0xff, 0xf5,
                           0x00, 0x04, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
    static const float numbers[4] = {1.0f, -0.5f, 1024.0f, 0.0f};
    assert_true(tum_meshopt_exponential(exponents, 4, 4));
    assert_memory_equal(exponents, numbers, sizeof numbers);
    // Y 10, Co 4, Cg -2, alpha 5 of 5 bits with its mark: r 16, g 8, b 8 of 31, alpha 10 of 31.
    uint8_t color[4] = {10, 4, 0xfe, 0x15};
    assert_true(tum_meshopt_color(color, 1, 4));
    assert_int_equal(color[0], 132); // 16 / 31 * 255 = 131.6
    assert_int_equal(color[1], 66);  // 8 / 31 * 255 = 65.8
    assert_int_equal(color[2], 66);
    assert_int_equal(color[3], 90); // (5 << 1 | 1) / 31 * 255 = 90.48
    assert_false(tum_meshopt_quaternion(quaternions, 3, 4));
}

// A stream that is cut anywhere, or has a byte too many before its tail, is wrong.
static void streams_of_another_length_are_refused(void **state)
{
    (void)state;
    const MeshoptStream streams[] = {STREAM(corners_v0, 8, 8), STREAM(corners_v1, 8, 8),
                                     STREAM(triangle_stream, 36, 2), STREAM(index_stream, 36, 2)};
    bool (*const decoders[])(const MeshoptStream *, uint8_t *) = {
        tum_meshopt_attributes, tum_meshopt_attributes, tum_meshopt_triangles, tum_meshopt_indices};
    for (size_t s = 0; s < 4; ++s) {
        uint8_t to[72];
        for (size_t count = 0; count <= streams[s].byte_count + 1; ++count) {
            uint8_t *exact = calloc(1, count + 1); // Sanitizers see a read beyond it.
            assert_non_null(exact);
            memcpy(exact, streams[s].bytes,
                   count < streams[s].byte_count ? count : streams[s].byte_count);
            MeshoptStream cut = streams[s];
            cut.bytes = exact;
            cut.byte_count = count;
            assert_int_equal(decoders[s](&cut, to), count == streams[s].byte_count);
            free(exact);
        }
    }
}

// The fallback buffer is empty, as compressors leave it.
static void a_compressed_mesh_is_read_without_its_fallback(void **state)
{
    (void)state;
    static const char *const names[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
    for (int n = 0; n < 2; ++n) {
        uint8_t bytes[sizeof corners_v0 + sizeof index_stream];
        memcpy(bytes, corners_v0, sizeof corners_v0);
        memcpy(bytes + sizeof corners_v0, index_stream, sizeof index_stream);
        char json[2048];
        snprintf(
            json, sizeof json,
            "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%zu},{"
            "\"byteLength\":136,\"extensions\":{\"%s\":{\"fallback\":true}}}],"
            "\"bufferViews\":[{\"buffer\":1,\"byteLength\":64,\"byteStride\":8,\"extensions\":{"
            "\"%s\":{\"buffer\":0,\"byteLength\":%zu,\"byteStride\":8,\"count\":8,\"mode\":"
            "\"ATTRIBUTES\"}}},{\"buffer\":1,\"byteOffset\":64,\"byteLength\":72,\"extensions\":{"
            "\"%s\":{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu,\"byteStride\":2,"
            "\"count\":36,\"mode\":\"INDICES\"}}}],\"accessors\":[{\"bufferView\":0,"
            "\"componentType\":5122,\"normalized\":true,\"count\":8,\"type\":\"VEC3\"},{"
            "\"bufferView\":1,\"componentType\":5123,\"count\":36,\"type\":\"SCALAR\"}]}",
            sizeof bytes, names[n], names[n], sizeof corners_v0, names[n], sizeof corners_v0,
            sizeof index_stream);
        TextBuffer glb = {0};
        assert_int_equal(tum_glb_write(&glb, json, strlen(json), bytes, sizeof bytes), TUM_OK);
        Opened opened = open_bytes(glb.text.items, glb.text.count);
        tum_text_buffer_free(&glb);
        assert_int_equal(opened.status, TUM_OK);
        assert_no_errors(opened.report);
        Accessor accessor;
        double points[24];
        uint32_t indices[36];
        assert_true(tum_accessor_open(opened.document, 0, &accessor, opened.report));
        tum_accessor_read(&accessor, 0, 8, points);
        assert_true(tum_accessor_open(opened.document, 1, &accessor, opened.report));
        tum_accessor_read_indices(&accessor, 0, 36, indices);
        for (int i = 0; i < 24; ++i) {
            assert_near(points[i], i / 3 >> i % 3 & 1 ? 1.0 : -1.0, 0.0);
        }
        for (int i = 0; i < 36; ++i) {
            assert_int_equal(indices[i], cube[i]);
        }
        assert_no_errors(opened.report);
        close_document(&opened);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_of_a_cube_come_out_of_both_versions),
        cmocka_unit_test(channels_of_version_1_are_undone),
        cmocka_unit_test(triangles_come_in_order_from_any_of_their_corners),
        cmocka_unit_test(indices_come_back_as_they_were),
        cmocka_unit_test(filters_are_undone),
        cmocka_unit_test(streams_of_another_length_are_refused),
        cmocka_unit_test(a_compressed_mesh_is_read_without_its_fallback),
    };
    return cmocka_run_group_tests_name("meshopt", tests, NULL, NULL);
}
