// SPDX-License-Identifier: MIT
// Meshes as they are at load: every mode, every deformation.
#include "document/mesh.h"

#include "tests/document/opened.h"

/// A mesh, read, and what it was read from.
typedef struct Read {
    Opened opened;
    Arena arena;
    MeshData data;
    bool is_read;
} Read;

static Read read_source(const void *bytes, size_t count, const char *rest, MeshSource source)
{
    Read read = {.opened = open_with(bytes, count, rest)};
    const Cursor root = tum_cursor_root(read.opened.document, read.opened.report);
    const Cursor at = tum_cursor_member(&root, "asset");
    read.is_read = tum_mesh_read(read.opened.document, &source, &read.arena, &read.data, &at);
    return read;
}

static Read read_mesh(const void *bytes, size_t count, const char *rest)
{
    return read_source(bytes, count, rest, (MeshSource){.mesh = 0, .skin = -1});
}

static void end_read(Read *read)
{
    tum_arena_clear(&read->arena);
    close_document(&read->opened);
}

static void assert_triangles(const MeshData *data, const uint32_t *expected, size_t count)
{
    assert_int_equal(data->triangle_count, count);
    for (size_t i = 0; i < 3 * count; ++i) {
        assert_int_equal(data->triangles[i], expected[i]);
    }
}

static void assert_point(const MeshData *data, size_t i, double x, double y, double z)
{
    assert_near(data->points[3 * i], x, 1e-12);
    assert_near(data->points[3 * i + 1], y, 1e-12);
    assert_near(data->points[3 * i + 2], z, 1e-12);
}

/// Five points, then six indices.
typedef struct Fan {
    float points[5][3];
    uint8_t indices[8];
} Fan;

static const Fan fan = {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}},
                        {0, 1, 2, 3, 4, 0, 0, 0}};

#define FAN                                                                                        \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":60},{\"buffer\":0,\"byteOffset\":60,"           \
    "\"byteLength\":8}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"type\":"         \
    "\"VEC3\",\"count\":5},{\"bufferView\":1,\"componentType\":5121,\"type\":\"SCALAR\","          \
    "\"count\":6}],\"meshes\":[{\"primitives\":["

#define POSITION "\"attributes\":{\"POSITION\":0}"

static void triangles_are_threes_of_vertices(void **state)
{
    (void)state;
    Read read = read_mesh(&fan, sizeof fan, FAN "{" POSITION ",\"indices\":1}]}]");
    assert_true(read.is_read);
    assert_int_equal(read.data.point_count, 5);
    assert_point(&read.data, 4, 0, 0, 1);
    assert_triangles(&read.data, (const uint32_t[]){0, 1, 2, 3, 4, 0}, 2);
    assert_no_errors(read.opened.report);
    end_read(&read);
    // Without indices in the order they come; what is left over makes none.
    read = read_mesh(&fan, sizeof fan, FAN "{" POSITION "}]}]");
    assert_triangles(&read.data, (const uint32_t[]){0, 1, 2}, 1);
    end_read(&read);
}

static void strips_alternate_and_fans_share_the_first_vertex(void **state)
{
    (void)state;
    // glTF 2.0, section 3.7.2.1: p(i) = {v(i), v(i + 1 + i % 2), v(i + 2 - i % 2)}.
    Read read = read_mesh(&fan, sizeof fan, FAN "{" POSITION ",\"mode\":5}]}]");
    assert_triangles(&read.data, (const uint32_t[]){0, 1, 2, 1, 3, 2, 2, 3, 4}, 3);
    end_read(&read);
    // p(i) = {v(i + 1), v(i + 2), v(0)}; the last one, 4 0 0, names a vertex twice.
    read = read_mesh(&fan, sizeof fan, FAN "{" POSITION ",\"mode\":6,\"indices\":1}]}]");
    assert_triangles(&read.data, (const uint32_t[]){1, 2, 0, 2, 3, 0, 3, 4, 0}, 3);
    end_read(&read);
}

static void points_and_lines_give_points_alone(void **state)
{
    (void)state;
    Read read =
        read_mesh(&fan, sizeof fan,
                  FAN "{" POSITION ",\"mode\":0},{" POSITION ",\"mode\":3},{" POSITION "}]}]");
    assert_true(read.is_read);
    assert_int_equal(read.data.skipped_primitives, 2);
    assert_int_equal(read.data.triangle_count, 1);
    end_read(&read);
}

static void primitives_that_share_positions_share_points(void **state)
{
    (void)state;
    Read read = read_mesh(&fan, sizeof fan,
                          FAN "{" POSITION ",\"indices\":1},{" POSITION ",\"indices\":1}]}]");
    assert_int_equal(read.data.point_count, 5);
    assert_triangles(&read.data, (const uint32_t[]){0, 1, 2, 3, 4, 0, 0, 1, 2, 3, 4, 0}, 4);
    end_read(&read);
}

static void primitives_follow_one_another(void **state)
{
    (void)state;
    // Accessor 2 is the last three points alone.
    Read read = read_mesh(&fan, sizeof fan,
                          "\"bufferViews\":[{\"buffer\":0,\"byteLength\":60}],\"accessors\":["
                          "{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":3},"
                          "{\"bufferView\":0,\"byteOffset\":24,\"componentType\":5126,"
                          "\"type\":\"VEC3\",\"count\":3}],\"meshes\":[{\"primitives\":["
                          "{\"attributes\":{\"POSITION\":0}},{\"attributes\":{\"POSITION\":1}}]}]");
    assert_int_equal(read.data.point_count, 6);
    assert_triangles(&read.data, (const uint32_t[]){0, 1, 2, 3, 4, 5}, 2);
    assert_point(&read.data, 5, 0, 0, 1);
    end_read(&read);
}

static void indices_that_name_no_point_are_left_out(void **state)
{
    (void)state;
    Fan wrong = fan;
    wrong.indices[1] = 5;
    Read read = read_mesh(&wrong, sizeof wrong, FAN "{" POSITION ",\"indices\":1}]}]");
    assert_true(read.is_read);
    assert_triangles(&read.data, (const uint32_t[]){3, 4, 0}, 1);
    assert_true(
        report_has(read.opened.report, "ACCESSOR_INDEX_OOB", "/meshes/0/primitives/0/indices"));
    end_read(&read);
    wrong.indices[1] = 255;
    read = read_mesh(&wrong, sizeof wrong, FAN "{" POSITION ",\"indices\":1}]}]");
    assert_true(report_has(read.opened.report, "ACCESSOR_INDEX_PRIMITIVE_RESTART",
                           "/meshes/0/primitives/0/indices"));
    end_read(&read);
}

static void a_mesh_without_points_is_reported_where_it_is_named(void **state)
{
    (void)state;
    Read read = read_mesh(&fan, sizeof fan, FAN "{\"attributes\":{}}]}]");
    assert_false(read.is_read);
    assert_true(report_has(read.opened.report, "MESH_PRIMITIVE_NO_POSITION",
                           "/meshes/0/primitives/0/attributes"));
    assert_true(report_has(read.opened.report, "PHYSICS_MESH_EMPTY", "/asset"));
    end_read(&read);
    // A fault in the data says enough (docs/diagnostics.md).
    read = read_mesh(&fan, sizeof fan, FAN "{\"attributes\":{\"POSITION\":9}}]}]");
    assert_false(read.is_read);
    assert_true(report_has(read.opened.report, "UNRESOLVED_REFERENCE",
                           "/meshes/0/primitives/0/attributes/POSITION"));
    assert_false(report_has(read.opened.report, "PHYSICS_MESH_EMPTY", NULL));
    end_read(&read);
}

static void a_point_that_is_no_number_leaves_its_primitive_out(void **state)
{
    (void)state;
    Fan wrong = fan;
    wrong.points[2][1] = NAN;
    Read read = read_mesh(&wrong, sizeof wrong, FAN "{" POSITION ",\"indices\":1}]}]");
    assert_false(read.is_read);
    assert_true(report_has(read.opened.report, "ACCESSOR_INVALID_FLOAT", "/accessors/0"));
    end_read(&read);
}

static void quantised_positions_are_read(void **state)
{
    (void)state;
    const int8_t bytes[] = {127, -127, 0, 99, -128, 64, 1, 99};
    const char *const rest =
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8,\"byteStride\":4}],\"accessors\":["
        "{\"bufferView\":0,\"componentType\":5120,\"normalized\":true,\"type\":\"VEC3\","
        "\"count\":2}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]%s";
    char text[400];
    snprintf(text, sizeof text, rest, ",\"extensionsUsed\":[\"KHR_mesh_quantization\"]");
    Read read = read_mesh(bytes, sizeof bytes, text);
    assert_true(read.is_read);
    assert_point(&read.data, 0, 1, -1, 0);
    assert_point(&read.data, 1, -1, 64 / 127.0, 1 / 127.0);
    assert_no_errors(read.opened.report);
    end_read(&read);
    // Without the declaration they are read all the same, with a finding.
    snprintf(text, sizeof text, rest, "");
    read = read_mesh(bytes, sizeof bytes, text);
    assert_true(read.is_read);
    assert_true(report_has(read.opened.report, "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT",
                           "/meshes/0/primitives/0/attributes/POSITION"));
    end_read(&read);
}

/// Three points and the displacements of two targets.
typedef struct Morph {
    float points[3][3], first[3][3], second[3][3];
} Morph;

static const Morph morph = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                            {{1, 1, 1}, {0, 0, 0}, {0, 0, 4}},
                            {{0, 8, 0}, {0, 0, 2}, {0, 0, 0}}};

#define MORPH                                                                                      \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":108}],\"accessors\":[{\"bufferView\":0,"        \
    "\"componentType\":5126,\"type\":\"VEC3\",\"count\":3},{\"bufferView\":0,\"byteOffset\":36,"   \
    "\"componentType\":5126,\"type\":\"VEC3\",\"count\":3},{\"bufferView\":0,\"byteOffset\":72,"   \
    "\"componentType\":5126,\"type\":\"VEC3\",\"count\":3}],\"meshes\":[{\"weights\":[0.5],"       \
    "\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":1},"              \
    "{\"POSITION\":2}]}]}]"

static void morph_targets_displace_points_by_their_weights(void **state)
{
    (void)state;
    // The mesh's own weights: 0.5, and 0 where none is given.
    Read read = read_mesh(&morph, sizeof morph, MORPH);
    assert_point(&read.data, 0, 0.5, 0.5, 0.5);
    assert_point(&read.data, 1, 1, 0, 0);
    assert_point(&read.data, 2, 0, 1, 2);
    end_read(&read);
    const double weights[] = {1, 0.25, 77};
    read = read_source(&morph, sizeof morph, MORPH,
                       (MeshSource){.mesh = 0, .weights = weights, .weight_count = 3, .skin = -1});
    assert_point(&read.data, 0, 1, 1 + 2, 1);
    assert_point(&read.data, 1, 1, 0, 0.5);
    assert_point(&read.data, 2, 0, 1, 4);
    end_read(&read);
}

/// Two points, joints and weights, and two inverse bind matrices.
typedef struct Skinned {
    float points[2][3];
    uint8_t joints[2][4];
    float weights[2][4];
    float inverse_bind[2][16];
} Skinned;

static const Skinned skinned = {{{1, 0, 0}, {0, 2, 0}},
                                {{0, 1, 0, 0}, {1, 0, 0, 0}},
                                {{3, 1, 0, 0}, {1, 0, 0, 0}}, // The first sum up to 4, not to 1.
                                {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                                 {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, 0, 1}}};

#define SKINNED                                                                                    \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":192}],\"accessors\":[{\"bufferView\":0,"        \
    "\"componentType\":5126,\"type\":\"VEC3\",\"count\":2},{\"bufferView\":0,\"byteOffset\":24,"   \
    "\"componentType\":5121,\"type\":\"VEC4\",\"count\":2},{\"bufferView\":0,\"byteOffset\":32,"   \
    "\"componentType\":5126,\"type\":\"VEC4\",\"count\":2},{\"bufferView\":0,\"byteOffset\":64,"   \
    "\"componentType\":5126,\"type\":\"MAT4\",\"count\":2}],\"nodes\":[{\"translation\":"          \
    "[10,0,0],\"children\":[1]},{\"translation\":[0,20,0]},{\"mesh\":0,\"skin\":0}],\"skins\":["   \
    "{\"joints\":[0,1],\"inverseBindMatrices\":3}],\"meshes\":[{\"primitives\":[{"                 \
    "\"attributes\":{\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_0\":2}}]}]"

static void skinned_points_follow_their_joints_into_the_world(void **state)
{
    (void)state;
    Read read = read_source(&skinned, sizeof skinned, SKINNED, (MeshSource){.mesh = 0, .skin = 0});
    assert_true(read.is_read);
    assert_true(read.data.is_skinned);
    // Joint 0 takes p to p + (10, 0, 0); joint 1, at (10, 20, 0), bound at (0, 2, 0), to
    // p + (10, 18, 0). The first point is three quarters the one, one quarter the other.
    assert_point(&read.data, 0, 11, 4.5, 0);
    assert_point(&read.data, 1, 10, 20, 0);
    assert_no_errors(read.opened.report);
    end_read(&read);
    read = read_source(&skinned, sizeof skinned, SKINNED, (MeshSource){.mesh = 0, .skin = -1});
    assert_false(read.data.is_skinned);
    assert_point(&read.data, 0, 1, 0, 0);
    end_read(&read);
}

static void a_second_set_of_joints_counts_too(void **state)
{
    (void)state;
    char text[2000];
    snprintf(text, sizeof text, "%s", SKINNED);
    char *at = strstr(text, "\"JOINTS_0\"");
    assert_non_null(at);
    // The same set twice: the mean is the same.
    snprintf(at, sizeof text - (size_t)(at - text),
             "\"JOINTS_0\":1,\"WEIGHTS_0\":2,\"JOINTS_1\":1,\"WEIGHTS_1\":2}}]}]");
    Read read = read_source(&skinned, sizeof skinned, text, (MeshSource){.mesh = 0, .skin = 0});
    assert_point(&read.data, 0, 11, 4.5, 0);
    end_read(&read);
}

static void points_without_weight_follow_the_first_joint(void **state)
{
    (void)state;
    Skinned weightless = skinned;
    memset(weightless.weights, 0, sizeof weightless.weights);
    weightless.joints[1][0] = 77; // And a joint that is none moves nothing.
    weightless.weights[1][0] = 1;
    Read read =
        read_source(&weightless, sizeof weightless, SKINNED, (MeshSource){.mesh = 0, .skin = 0});
    assert_point(&read.data, 0, 11, 0, 0);
    assert_point(&read.data, 1, 10, 2, 0);
    end_read(&read);
}

static void a_skin_without_skinned_primitives_changes_nothing(void **state)
{
    (void)state;
    Read read = read_source(&fan, sizeof fan,
                            FAN "{" POSITION "}]}],\"nodes\":[{\"translation\":[5,5,5]}],"
                                "\"skins\":[{\"joints\":[0]}]",
                            (MeshSource){.mesh = 0, .skin = 0});
    assert_false(read.data.is_skinned);
    assert_point(&read.data, 1, 1, 0, 0);
    end_read(&read);
}

static void a_compressed_primitive_without_fallback_is_refused(void **state)
{
    (void)state;
    Read read = read_mesh(
        &fan, sizeof fan,
        "\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":5}],\"meshes\":["
        "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"extensions\":{"
        "\"KHR_draco_mesh_compression\":{}}}]}]");
    assert_false(read.is_read);
    assert_true(report_has(read.opened.report, "UNSUPPORTED_EXTENSION", NULL));
    end_read(&read);
}

static void a_little_file_cannot_ask_for_endless_points(void **state)
{
    (void)state;
    // A hundred primitives, each with 16 million zeros of its own: 38 GB if it were believed.
    char *text = malloc(200 * 150);
    assert_non_null(text);
    size_t at = (size_t)sprintf(text, "\"accessors\":[");
    for (int i = 0; i < 100; ++i) {
        at += (size_t)sprintf(text + at,
                              "%s{\"componentType\":5126,\"type\":\"VEC3\",\"count\":16777216}",
                              i > 0 ? "," : "");
    }
    at += (size_t)sprintf(text + at, "],\"meshes\":[{\"primitives\":[");
    for (int i = 0; i < 100; ++i) {
        at +=
            (size_t)sprintf(text + at, "%s{\"attributes\":{\"POSITION\":%d}}", i > 0 ? "," : "", i);
    }
    sprintf(text + at, "]}]");
    Read read = read_mesh("x", 1, text);
    assert_false(read.is_read);
    assert_true(report_has(read.opened.report, "VALUE_NOT_IN_RANGE", "/meshes/0"));
    end_read(&read);
    free(text);
}

static void memory_that_runs_out_gives_no_mesh(void **state)
{
    (void)state;
    Opened opened = open_with(&skinned, sizeof skinned, SKINNED);
    const MeshSource source = {.mesh = 0, .skin = 0};
    bool is_read = false;
    for (size_t allowed = 0; !is_read; ++allowed) {
        Counting counting;
        const TumAllocator allocator = counting_allocator(&counting);
        Arena arena;
        MeshData data;
        tum_arena_init(&arena, &allocator);
        counting.fail_after = allowed;
        is_read = tum_mesh_read(opened.document, &source, &arena, &data, NULL);
        assert_true(is_read == (allowed > 0)); // All of this little mesh fits one chunk.
        tum_arena_clear(&arena);
        assert_int_equal(counting.blocks, 0);
    }
    close_document(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_are_threes_of_vertices),
        cmocka_unit_test(strips_alternate_and_fans_share_the_first_vertex),
        cmocka_unit_test(points_and_lines_give_points_alone),
        cmocka_unit_test(primitives_that_share_positions_share_points),
        cmocka_unit_test(primitives_follow_one_another),
        cmocka_unit_test(indices_that_name_no_point_are_left_out),
        cmocka_unit_test(a_mesh_without_points_is_reported_where_it_is_named),
        cmocka_unit_test(a_point_that_is_no_number_leaves_its_primitive_out),
        cmocka_unit_test(quantised_positions_are_read),
        cmocka_unit_test(morph_targets_displace_points_by_their_weights),
        cmocka_unit_test(skinned_points_follow_their_joints_into_the_world),
        cmocka_unit_test(a_second_set_of_joints_counts_too),
        cmocka_unit_test(points_without_weight_follow_the_first_joint),
        cmocka_unit_test(a_skin_without_skinned_primitives_changes_nothing),
        cmocka_unit_test(a_compressed_primitive_without_fallback_is_refused),
        cmocka_unit_test(memory_that_runs_out_gives_no_mesh),
        cmocka_unit_test(a_little_file_cannot_ask_for_endless_points),
    };
    return cmocka_run_group_tests_name("mesh", tests, NULL, NULL);
}
