// SPDX-License-Identifier: MIT
// Cells of G4MF meshes (docs/formats.md#g4mf).
#include "document/g4mf_mesh.h"

#include "document/uri.h"
#include "tests/document/g4mf.h"

/// Accessors under construction: each adds its bytes and its view.
typedef struct Tables {
    unsigned char bytes[2048];
    size_t count, accessor_count;
    char views[1024], accessors[1024];
} Tables;

static void add(Tables *tables, const char *type, size_t width, const void *bytes, size_t count)
{
    const char *comma = tables->accessor_count > 0 ? "," : "";
    const size_t v = strlen(tables->views), a = strlen(tables->accessors);
    snprintf(tables->views + v, sizeof tables->views - v, "%s{'byteOffset':%zu,'byteLength':%zu}",
             comma, tables->count, count);
    snprintf(tables->accessors + a, sizeof tables->accessors - a,
             "%s{'bufferView':%zu,'componentType':'%s','vectorSize':%zu}", comma,
             tables->accessor_count, type, width);
    memcpy(tables->bytes + tables->count, bytes, count);
    tables->count += (count + 15) / 16 * 16;
    ++tables->accessor_count;
}

static Opened open_mesh(int dimension, const Tables *tables, const char *mesh)
{
    TextBuffer uri = {0};
    char rest[8000];
    assert_int_equal(tum_uri_write_data(&uri, tables->bytes, tables->count), TUM_OK);
    snprintf(rest, sizeof rest,
             "'buffers':[{'byteLength':%zu,'uri':'%.*s'}],'bufferViews':[%s],'accessors':[%s],"
             "'meshes':[%s]",
             tables->count, (int)uri.text.count, uri.text.items, tables->views, tables->accessors,
             mesh);
    tum_text_buffer_free(&uri);
    Opened opened = open_g4mf(dimension, rest);
    assert_only(&opened, NULL, NULL);
    return opened;
}

static G4mfMeshData read_mesh(Opened *opened, Arena *arena, bool is_readable)
{
    G4mfMeshData data;
    const TumAllocator memory = tum_allocator_or_default(NULL);
    tum_arena_init(arena, &memory);
    assert_int_equal(tum_g4mf_mesh_read(opened->document, 0, arena, &data, opened->report),
                     is_readable);
    return data;
}

static const double square[15] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 9, 9, 9};

static void simplexes_are_cells_and_unused_points_are_left_out(void **state)
{
    (void)state;
    Tables tables = {0};
    const uint8_t cells[6] = {0, 1, 2, 4, 1, 4}; // The second names a point twice.
    add(&tables, "float64", 3, square, sizeof square);
    add(&tables, "uint8", 3, cells, sizeof cells);
    Opened opened = open_mesh(3, &tables, "{'vertices':0,'surfaces':[{'simplexes':1}]}");
    Arena arena;
    const G4mfMeshData data = read_mesh(&opened, &arena, true);
    assert_only(&opened, NULL, NULL);
    assert_int_equal(data.cell_count, 1);
    assert_int_equal(data.point_count, 3);
    assert_true(data.points[8] == 0.0 && data.points[7] == 1.0);
    tum_arena_clear(&arena);
    close_document(&opened);
}

static void an_index_beyond_the_vertices_loses_its_cell(void **state)
{
    (void)state;
    Tables tables = {0};
    const uint16_t cells[6] = {0, 1, 2, 0, 1, 5};
    add(&tables, "float64", 3, square, sizeof square);
    add(&tables, "uint16", 3, cells, sizeof cells);
    Opened opened = open_mesh(3, &tables, "{'vertices':0,'surfaces':[{'simplexes':1}]}");
    Arena arena;
    const G4mfMeshData data = read_mesh(&opened, &arena, true);
    assert_only(&opened, "ACCESSOR_INDEX_OOB", "/meshes/0/surfaces/0/simplexes");
    assert_int_equal(data.cell_count, 1);
    assert_true(data.has_errors);
    tum_arena_clear(&arena);
    close_document(&opened);
}

static void faces_are_walked_and_cut_into_fans(void **state)
{
    (void)state;
    Tables tables = {0};
    const uint8_t edges[8] = {0, 1, 2, 1, 2, 3, 3, 0}, faces[5] = {4, 0, 1, 2, 3};
    add(&tables, "float64", 3, square, sizeof square);
    add(&tables, "uint8", 2, edges, sizeof edges);
    add(&tables, "uint8", 1, faces, sizeof faces);
    Opened opened = open_mesh(3, &tables, "{'vertices':0,'surfaces':[{'edges':1,'geometry':[2]}]}");
    Arena arena;
    const G4mfMeshData data = read_mesh(&opened, &arena, true);
    assert_only(&opened, NULL, NULL);
    assert_int_equal(data.cell_count, 2);
    const uint32_t expected[6] = {0, 1, 2, 0, 2, 3};
    assert_memory_equal(data.cells, expected, sizeof expected);
    tum_arena_clear(&arena);
    close_document(&opened);
}

static void edges_that_close_no_loop_are_filed(void **state)
{
    (void)state;
    Tables tables = {0};
    const uint8_t edges[6] = {0, 1, 2, 1, 2, 3}, faces[4] = {3, 0, 1, 2};
    add(&tables, "float64", 3, square, sizeof square);
    add(&tables, "uint8", 2, edges, sizeof edges);
    add(&tables, "uint8", 1, faces, sizeof faces);
    Opened opened = open_mesh(3, &tables, "{'vertices':0,'surfaces':[{'edges':1,'geometry':[2]}]}");
    Arena arena;
    const G4mfMeshData data = read_mesh(&opened, &arena, true);
    assert_only(&opened, "ACCESSOR_INDEX_OOB", "/meshes/0/surfaces/0/geometry");
    // The edges still have their four ends.
    assert_int_equal(data.cell_count, 0);
    assert_int_equal(data.point_count, 4);
    tum_arena_clear(&arena);
    close_document(&opened);
}

static void cells_of_4_dimensions_are_cut_into_tetrahedra(void **state)
{
    (void)state;
    // A cube at w = 0, corner i at the bits of i. Edges of each corner pair that differs in a bit;
    // faces as loops of four edges.
    Tables tables = {0};
    float points[32];
    uint8_t edges[24], faces[30], cell[7] = {6, 0, 1, 2, 3, 4, 5};
    int edge_of[8][8], edge_count = 0, used = 0;
    for (int i = 0; i < 8; ++i) {
        for (int k = 0; k < 4; ++k) {
            points[4 * i + k] = (float)(k < 3 ? i >> k & 1 : 0);
        }
        for (int k = 0; k < 3; ++k) {
            const int j = i | 1 << k;
            if (j != i) {
                edges[2 * edge_count] = (uint8_t)i;
                edges[2 * edge_count + 1] = (uint8_t)j;
                edge_of[i][j] = edge_of[j][i] = edge_count++;
            }
        }
    }
    for (int k = 0; k < 3; ++k) {
        const int a = 1 << (k + 1) % 3, b = 1 << (k + 2) % 3;
        for (int side = 0; side < 2; ++side) {
            const int c = side << k;
            faces[used++] = 4;
            faces[used++] = (uint8_t)edge_of[c][c | a];
            faces[used++] = (uint8_t)edge_of[c | a][c | a | b];
            faces[used++] = (uint8_t)edge_of[c | a | b][c | b];
            faces[used++] = (uint8_t)edge_of[c | b][c];
        }
    }
    add(&tables, "float32", 4, points, sizeof points);
    add(&tables, "uint8", 2, edges, sizeof edges);
    add(&tables, "uint8", 1, faces, sizeof faces);
    add(&tables, "uint8", 1, cell, sizeof cell);
    Opened opened =
        open_mesh(4, &tables, "{'vertices':0,'surfaces':[{'edges':1,'geometry':[2,3]}]}");
    Arena arena;
    const G4mfMeshData data = read_mesh(&opened, &arena, true);
    assert_only(&opened, NULL, NULL);
    // Three faces do not touch the first corner, of two triangles each.
    assert_int_equal(data.cell_count, 6);
    double volume = 0.0;
    for (size_t t = 0; t < data.cell_count; ++t) {
        double e[3][3];
        for (int i = 0; i < 3; ++i) {
            for (int k = 0; k < 3; ++k) {
                e[i][k] = data.points[4 * data.cells[4 * t + (size_t)i + 1] + (size_t)k] -
                          data.points[4 * data.cells[4 * t] + (size_t)k];
            }
        }
        volume += fabs(e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
                       e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
                       e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) /
                  6.0;
    }
    assert_near(volume, 1.0, 1e-12);
    tum_arena_clear(&arena);
    close_document(&opened);
}

static void wire_frames_have_points_and_no_cells(void **state)
{
    (void)state;
    Tables tables = {0};
    const uint8_t edges[4] = {0, 1, 1, 2};
    add(&tables, "float64", 3, square, sizeof square);
    add(&tables, "uint8", 2, edges, sizeof edges);
    Opened opened = open_mesh(3, &tables, "{'vertices':0,'surfaces':[{'edges':1}]}");
    Arena arena;
    G4mfMeshData data = read_mesh(&opened, &arena, true);
    assert_int_equal(data.point_count, 3);
    tum_arena_clear(&arena);
    close_document(&opened);
    // Without any surface, all vertices.
    opened = open_mesh(3, &tables, "{'vertices':0,'surfaces':[{}]}");
    data = read_mesh(&opened, &arena, true);
    assert_int_equal(data.point_count, 5);
    assert_only(&opened, NULL, NULL);
    tum_arena_clear(&arena);
    close_document(&opened);
}

static void older_files_are_read(void **state)
{
    (void)state;
    Tables tables = {0};
    const uint8_t cells[3] = {0, 1, 2};
    add(&tables, "float64", 3, square, sizeof square);
    add(&tables, "uint8", 3, cells, sizeof cells);
    Opened opened = open_mesh(3, &tables, "{'surfaces':[{'vertices':0,'simplexes':1}]}");
    Arena arena;
    G4mfMeshData data = read_mesh(&opened, &arena, true);
    assert_int_equal(data.cell_count, 1);
    assert_only(&opened, "G4MF_OLD_LAYOUT", "/meshes/0/surfaces/0/vertices");
    tum_arena_clear(&arena);
    close_document(&opened);
    opened = open_mesh(3, &tables, "{'vertices':0,'surfaces':[{'cells':1}]}");
    data = read_mesh(&opened, &arena, true);
    assert_int_equal(data.cell_count, 1);
    assert_only(&opened, "G4MF_OLD_LAYOUT", "/meshes/0/surfaces/0/cells");
    tum_arena_clear(&arena);
    close_document(&opened);
}

static void vertices_have_the_documents_dimension(void **state)
{
    (void)state;
    Tables tables = {0};
    add(&tables, "float64", 3, square, sizeof square);
    Opened opened = open_mesh(4, &tables, "{'vertices':0,'surfaces':[{}]}");
    Arena arena;
    read_mesh(&opened, &arena, false);
    assert_only(&opened, "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", "/meshes/0/vertices");
    tum_arena_clear(&arena);
    close_document(&opened);
}

static void no_vertices_are_none_to_use(void **state)
{
    (void)state;
    const uint8_t triangle[3] = {0, 1, 2};
    Tables tables = {0};
    add(&tables, "float32", 3, square, 0);
    add(&tables, "uint8", 3, triangle, sizeof triangle);
    Opened opened = open_mesh(3, &tables, "{'vertices':0,'surfaces':[{'simplexes':1}]}");
    Arena arena;
    const G4mfMeshData data = read_mesh(&opened, &arena, false);
    assert_true(data.has_errors);
    assert_only(&opened, "ACCESSOR_INDEX_OOB", "/meshes/0/surfaces/0/simplexes");
    tum_arena_clear(&arena);
    close_document(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simplexes_are_cells_and_unused_points_are_left_out),
        cmocka_unit_test(an_index_beyond_the_vertices_loses_its_cell),
        cmocka_unit_test(faces_are_walked_and_cut_into_fans),
        cmocka_unit_test(edges_that_close_no_loop_are_filed),
        cmocka_unit_test(cells_of_4_dimensions_are_cut_into_tetrahedra),
        cmocka_unit_test(wire_frames_have_points_and_no_cells),
        cmocka_unit_test(older_files_are_read),
        cmocka_unit_test(vertices_have_the_documents_dimension),
        cmocka_unit_test(no_vertices_are_none_to_use),
    };
    return cmocka_run_group_tests_name("g4mf_mesh", tests, NULL, NULL);
}
