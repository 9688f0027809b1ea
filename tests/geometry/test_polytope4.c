// SPDX-License-Identifier: MIT
// Tetrahedra become the cells, faces and edges that geometry knows them to be.
#include "geometry/polytope4.h"
#include "tests/support/support4.h"

enum { TETRAHEDRA = 400, POINTS = 100 };

/// A boundary to build from.
typedef struct Solid {
    double points[4 * POINTS];
    uint32_t tetrahedra[4 * TETRAHEDRA];
    size_t point_count, count;
} Solid;

static void add_tetrahedron(Solid *solid, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    uint32_t *t = &solid->tetrahedra[4 * solid->count++];
    t[0] = a;
    t[1] = b;
    t[2] = c;
    t[3] = d;
}

// The cube [-1, 1]^4, corner i at the bits of i. Each of its eight cells falls into six tetrahedra
// along the paths from its lowest corner to its highest (Kuhn 1960); where cells meet they agree.
static Solid tesseract(void)
{
    Solid solid = {.point_count = 16};
    for (int i = 0; i < 64; ++i) {
        solid.points[i] = (i / 4 >> i % 4 & 1) != 0 ? 1.0 : -1.0;
    }
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                     {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (uint32_t axis = 0; axis < 4; ++axis) {
        for (uint32_t side = 0; side < 2; ++side) {
            uint32_t steps[3];
            for (uint32_t i = 0, n = 0; i < 4; ++i) {
                if (i != axis) {
                    steps[n++] = 1u << i;
                }
            }
            for (int k = 0; k < 6; ++k) {
                const uint32_t a = side << axis, b = a | steps[orders[k][0]];
                const uint32_t c = b | steps[orders[k][1]], d = c | steps[orders[k][2]];
                add_tetrahedron(&solid, a, b, c, d);
            }
        }
    }
    return solid;
}

static void turn(Solid *solid, DRotation4 rotation)
{
    for (size_t i = 0; i < solid->point_count; ++i) {
        double *p = &solid->points[4 * i];
        const DVec4 turned = drotation4_rotate(rotation, dvec4(p[0], p[1], p[2], p[3]));
        p[0] = (double)(float)turned.x; // rounded as files are
        p[1] = (double)(float)turned.y;
        p[2] = (double)(float)turned.z;
        p[3] = (double)(float)turned.w;
    }
}

// Every promise of polytope4.h that holds for any polytope.
static void check_polytope(const Polytope4 *p, double tolerance)
{
    assert_int_equal(p->vertex_count + p->face_count, p->edge_count + p->cell_count);
    for (size_t c = 0; c < p->cell_count; ++c) {
        assert_near(dvec4_length(p->normals[c]), 1, 1e-12);
        assert_true(p->cell_first[c + 1] >= p->cell_first[c] + 4);
        size_t on = 0;
        for (size_t v = 0; v < p->vertex_count; ++v) {
            const double height = dvec4_dot(p->normals[c], p->vertices[v]) - p->offsets[c];
            assert_true(height <= tolerance);
            on += height >= -tolerance ? 1 : 0;
        }
        assert_int_equal(on, p->cell_first[c + 1] - p->cell_first[c]);
        for (uint32_t i = p->cell_first[c]; i < p->cell_first[c + 1]; ++i) {
            assert_near(dvec4_dot(p->normals[c], p->vertices[p->cell_vertices[i]]), p->offsets[c],
                        tolerance);
            assert_true(i == p->cell_first[c] || p->cell_vertices[i - 1] < p->cell_vertices[i]);
        }
        // A cell is a polyhedron: Euler's relation of three dimensions.
        size_t faces = 0, sides = 0;
        for (size_t f = 0; f < p->face_count; ++f) {
            if (p->face_cells[f][0] == c || p->face_cells[f][1] == c) {
                ++faces;
                sides += p->face_first[f + 1] - p->face_first[f];
            }
        }
        assert_int_equal(sides % 2, 0);
        assert_int_equal(p->cell_first[c + 1] - p->cell_first[c] + faces, sides / 2 + 2);
    }
    for (size_t f = 0; f < p->face_count; ++f) {
        assert_true(p->face_cells[f][0] < p->face_cells[f][1]);
        assert_true(p->face_first[f + 1] >= p->face_first[f] + 3);
    }
    for (size_t v = 0; v < p->vertex_count; ++v) {
        const uint32_t first = p->neighbor_first[v], end = p->neighbor_first[v + 1];
        assert_true(end >= first + 4);
        for (uint32_t i = first; i < end; ++i) {
            assert_true(i == first || p->neighbors[i - 1] < p->neighbors[i]);
            assert_int_not_equal(p->neighbors[i], v);
        }
    }
    assert_int_equal(p->neighbor_first[p->vertex_count], 2 * p->edge_count);
    for (size_t e = 0; e < p->edge_count; ++e) {
        assert_true(p->edges[e][0] < p->edges[e][1]);
    }
}

static Polytope4 build(const Solid *solid, Arena *arena)
{
    Polytope4 polytope;
    assert_int_equal(tum_polytope4_build(solid->points, solid->point_count, solid->tetrahedra,
                                         solid->count, arena, &polytope),
                     TUM_OK);
    return polytope;
}

static void a_tesseract_has_eight_cubes_24_squares_and_32_edges(void **state)
{
    (void)state;
    Arena arena = {0};
    Solid solid = tesseract();
    for (int turned = 0; turned < 2; ++turned) {
        const Polytope4 p = build(&solid, &arena);
        check_polytope(&p, 1e-6);
        assert_int_equal(p.vertex_count, 16);
        assert_int_equal(p.edge_count, 32);
        assert_int_equal(p.face_count, 24);
        assert_int_equal(p.cell_count, 8);
        for (size_t c = 0; c < 8; ++c) {
            assert_int_equal(p.cell_first[c + 1] - p.cell_first[c], 8);
            assert_near(p.offsets[c], 1, 1e-6);
        }
        for (size_t f = 0; f < 24; ++f) {
            const uint32_t *v = &p.face_vertices[p.face_first[f]];
            assert_int_equal(p.face_first[f + 1] - p.face_first[f], 4);
            for (int i = 0; i < 4; ++i) { // round a square all sides are 2
                assert_near(dvec4_distance(p.vertices[v[i]], p.vertices[v[(i + 1) % 4]]), 2, 1e-6);
            }
        }
        turn(&solid, drotation4_exp((DBivec4){0.3, -1, 0.4, 0.8, 0.1, -0.7}));
    }
    tum_arena_clear(&arena);
}

// Corners: two coordinates of +-1, two of 0. Cells: 24 octahedra, each with its normal along an
// axis or a diagonal; four tetrahedra round one of its own diagonals.
static void a_24_cell_has_24_octahedra(void **state)
{
    (void)state;
    Solid solid = {0};
    for (int a = 0; a < 4; ++a) {
        for (int b = a + 1; b < 4; ++b) {
            for (int s = 0; s < 4; ++s) {
                double *p = &solid.points[4 * solid.point_count++];
                p[a] = s & 1 ? 1 : -1;
                p[b] = s & 2 ? 1 : -1;
            }
        }
    }
    for (int cell = 0; cell < 24; ++cell) {
        double normal[4] = {0};
        for (int i = 0; i < 4; ++i) {
            normal[i] = cell < 8 ? (cell / 2 == i ? (cell & 1 ? 2 : -2) : 0)
                                 : ((cell - 8) >> i & 1 ? 1 : -1);
        }
        uint32_t six[6];
        size_t found = 0;
        for (uint32_t v = 0; v < 24; ++v) {
            const double *p = &solid.points[4 * v];
            if (p[0] * normal[0] + p[1] * normal[1] + p[2] * normal[2] + p[3] * normal[3] == 2) {
                assert_true(found < 6);
                six[found++] = v;
            }
        }
        assert_int_equal(found, 6);
        // The corner opposite the first is the farthest; the other four go round.
        uint32_t opposite = 0, ring[4], n = 0;
        double largest = 0;
        for (int i = 1; i < 6; ++i) {
            double squared = 0;
            for (size_t k = 0; k < 4; ++k) {
                const double d = solid.points[4 * six[i] + k] - solid.points[4 * six[0] + k];
                squared += d * d;
            }
            if (squared > largest) {
                largest = squared;
                opposite = six[i];
            }
        }
        for (int i = 1; i < 6; ++i) {
            if (six[i] != opposite) {
                ring[n++] = six[i];
            }
        }
        for (int i = 0; i < 4; ++i) {
            for (int j = i + 1; j < 4; ++j) {
                double squared = 0;
                for (size_t k = 0; k < 4; ++k) {
                    const double d = solid.points[4 * ring[i] + k] - solid.points[4 * ring[j] + k];
                    squared += d * d;
                }
                if (squared < largest) { // neighbors on the ring
                    add_tetrahedron(&solid, six[0], opposite, ring[i], ring[j]);
                }
            }
        }
    }
    assert_int_equal(solid.count, 96);
    Arena arena = {0};
    const Polytope4 p = build(&solid, &arena);
    check_polytope(&p, 1e-12);
    assert_int_equal(p.vertex_count, 24);
    assert_int_equal(p.edge_count, 96);
    assert_int_equal(p.face_count, 96);
    assert_int_equal(p.cell_count, 24);
    tum_arena_clear(&arena);
}

// A point in the middle of a cell, one in a face and one on an edge are no vertices.
static void points_inside_cells_faces_and_edges_are_left_out(void **state)
{
    (void)state;
    Solid solid = tesseract();
    // In the middle of one tetrahedron of a cell; of a triangle on a face; of an edge. Each splits
    // all tetrahedra that hold it.
    const uint32_t *t = solid.tetrahedra;
    const uint32_t held[3][4] = {{t[0], t[1], t[2], t[3]}, {0, 1, 3, 3}, {0, 1, 1, 1}};
    const size_t sizes[3] = {4, 3, 2};
    for (int k = 0; k < 3; ++k) {
        const uint32_t fresh = (uint32_t)solid.point_count++;
        for (size_t i = 0; i < 4; ++i) {
            for (size_t j = 0; j < sizes[k]; ++j) {
                solid.points[4 * fresh + i] += solid.points[4 * held[k][j] + i] / (double)sizes[k];
            }
        }
        const size_t before = solid.count;
        for (size_t at = 0; at < before; ++at) {
            uint32_t *old = &solid.tetrahedra[4 * at];
            size_t slots[4] = {0}, found = 0;
            for (size_t j = 0; j < sizes[k]; ++j) {
                for (size_t i = 0; i < 4; ++i) {
                    if (old[i] == held[k][j]) {
                        slots[found++] = i;
                    }
                }
            }
            if (found < sizes[k]) {
                continue;
            }
            const uint32_t whole[4] = {old[0], old[1], old[2], old[3]};
            old[slots[0]] = fresh;
            for (size_t j = 1; j < found; ++j) {
                uint32_t part[4] = {whole[0], whole[1], whole[2], whole[3]};
                part[slots[j]] = fresh;
                add_tetrahedron(&solid, part[0], part[1], part[2], part[3]);
            }
        }
        assert_true(solid.count > before + 1);
    }
    Arena arena = {0};
    const Polytope4 p = build(&solid, &arena);
    check_polytope(&p, 1e-12);
    assert_int_equal(p.vertex_count, 16);
    assert_int_equal(p.cell_count, 8);
    assert_int_equal(p.edge_count, 32);
    tum_arena_clear(&arena);
}

static void the_hulls_of_the_reference_close_up(void **state)
{
    (void)state;
    Reference reference = reference_open("inertia_mesh");
    const char *item = NULL;
    Arena arena = {0};
    while ((item = reference_next(&reference, item)) != NULL) {
        static const size_t most = (size_t)4 * TETRAHEDRA;
        Solid solid = {0};
        double *indices = calloc(most, sizeof *indices);
        assert_non_null(indices);
        solid.point_count =
            reference_list(reference_member(item, "vertices"), solid.points, 4 * POINTS) / 4;
        const size_t numbers = reference_list(reference_member(item, "tetrahedra"), indices, most);
        assert_true(solid.point_count <= POINTS && numbers <= most);
        for (size_t i = 0; i < numbers; ++i) {
            solid.tetrahedra[i] = (uint32_t)indices[i];
        }
        solid.count = numbers / 4;
        free(indices);
        const Polytope4 p = build(&solid, &arena);
        check_polytope(&p, 1e-6);
    }
    tum_arena_clear(&arena);
    reference_close(&reference);
}

static void what_is_no_boundary_of_a_convex_solid_is_refused(void **state)
{
    (void)state;
    Arena arena = {0};
    Polytope4 p;
    Solid solid = tesseract();
    // A tetrahedron is missing.
    assert_int_equal(
        tum_polytope4_build(solid.points, 16, solid.tetrahedra, solid.count - 1, &arena, &p),
        TUM_ERROR_INPUT);
    // A corner is pushed in.
    solid.points[0] = 0;
    assert_int_equal(
        tum_polytope4_build(solid.points, 16, solid.tetrahedra, solid.count, &arena, &p),
        TUM_ERROR_INPUT);
    // An index is out of range.
    solid = tesseract();
    assert_int_equal(
        tum_polytope4_build(solid.points, 15, solid.tetrahedra, solid.count, &arena, &p),
        TUM_ERROR_INPUT);
    assert_int_equal(p.cell_count, 0);
    tum_arena_clear(&arena);
}

static void running_out_of_memory_is_said(void **state)
{
    (void)state;
    const Solid solid = tesseract();
    TumStatus status = TUM_ERROR_MEMORY;
    for (size_t fail = 0; status == TUM_ERROR_MEMORY; ++fail) {
        Counting counting;
        const TumAllocator allocator = counting_allocator(&counting);
        counting.fail_after = fail;
        Arena arena;
        Polytope4 p;
        tum_arena_init(&arena, &allocator);
        status = tum_polytope4_build(solid.points, 16, solid.tetrahedra, solid.count, &arena, &p);
        assert_true(status == TUM_OK || status == TUM_ERROR_MEMORY);
        assert_true(fail > 0 || status == TUM_ERROR_MEMORY);
        tum_arena_clear(&arena);
        assert_int_equal(counting.blocks, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tesseract_has_eight_cubes_24_squares_and_32_edges),
        cmocka_unit_test(a_24_cell_has_24_octahedra),
        cmocka_unit_test(points_inside_cells_faces_and_edges_are_left_out),
        reference_test(the_hulls_of_the_reference_close_up),
        cmocka_unit_test(what_is_no_boundary_of_a_convex_solid_is_refused),
        cmocka_unit_test(running_out_of_memory_is_said),
    };
    return cmocka_run_group_tests_name("polytope4", tests, NULL, NULL);
}
