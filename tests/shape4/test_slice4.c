// SPDX-License-Identifier: MIT
// Slices of shapes in 4D are those of the reference.
#include "shape4/slice4.h"
#include "tests/support/shapes4.h"

static DPose4 pose_of(const char *body)
{
    return (DPose4){reference_vec4(body, "position"), reference_rotation4(body, "rotor")};
}

static double distance3(DVec3 a, const double b[3])
{
    return dvec3_distance(a, (DVec3){b[0], b[1], b[2]});
}

// Each polygon is a fan of triangles around its middle, each triangle with the middle of all a
// tetrahedron: of a convex solid these fill it.
static double volume_of(const BoxSlice4 *slice)
{
    DVec3 middle = {0, 0, 0};
    for (int i = 0; i < slice->vertex_count; ++i) {
        middle = dvec3_add_scaled(middle, slice->vertices[i], 1.0 / slice->vertex_count);
    }
    double volume = 0;
    for (int cell = 0; cell < 8; ++cell) {
        DVec3 sum = {0, 0, 0};
        int count = 0;
        for (int pass = 0; pass < 2; ++pass) {
            for (int i = 0; i < slice->edge_count; ++i) {
                const SliceEdge4 *edge = &slice->edges[i];
                if (edge->cell[0] != cell && edge->cell[1] != cell) {
                    continue;
                }
                const DVec3 a = slice->vertices[edge->vertex[0]];
                const DVec3 b = slice->vertices[edge->vertex[1]];
                if (pass == 0) {
                    sum = dvec3_add(sum, dvec3_add(a, b));
                    count += 2;
                } else {
                    const DVec3 c = dvec3_sub(dvec3_scale(sum, 1.0 / count), middle);
                    volume += fabs(dvec3_dot(
                                  c, dvec3_cross(dvec3_sub(a, middle), dvec3_sub(b, middle)))) /
                              6;
                }
            }
        }
    }
    return volume;
}

// An edge has two ends, a vertex three edges, a polygon a cell of its own: V - E + F = 2.
static void check_is_closed(const BoxSlice4 *slice)
{
    int at[SLICE4_VERTICES] = {0}, cells = 0;
    for (int i = 0; i < slice->edge_count; ++i) {
        ++at[slice->edges[i].vertex[0]];
        ++at[slice->edges[i].vertex[1]];
        cells |= 1 << slice->edges[i].cell[0] | 1 << slice->edges[i].cell[1];
    }
    for (int i = 0; i < slice->vertex_count; ++i) {
        assert_int_equal(at[i], 3);
    }
    assert_int_equal(slice->vertex_count - slice->edge_count + __builtin_popcount((unsigned)cells),
                     slice->vertex_count > 0 ? 2 : 0);
}

static void boxes_are_cut_as_the_reference_says(void **state)
{
    (void)state;
    Reference reference = reference_open("slice_box");
    int cut = 0;
    for (const char *item = NULL; (item = reference_next(&reference, item)) != NULL;) {
        const char *body = reference_member(item, "body");
        const DVec4 size = reference_vec4(reference_member(body, "shape"), "size");
        const BoxSlice4 slice =
            tum_slice4_box(dvec4_scale(size, 0.5), pose_of(body), reference_number(item, "w"));
        double vertices[3 * SLICE4_VERTICES];
        const size_t count =
            reference_list(reference_member(item, "vertices"), vertices, 3 * SLICE4_VERTICES) / 3;
        assert_int_equal(slice.vertex_count, count);
        check_is_closed(&slice);
        for (size_t i = 0; i < count; ++i) {
            double nearest = INFINITY;
            for (int k = 0; k < slice.vertex_count; ++k) {
                nearest = fmin(nearest, distance3(slice.vertices[k], vertices + 3 * i));
            }
            assert_near(nearest, 0, 1e-9);
        }
        assert_near(volume_of(&slice), reference_number(item, "volume"), 1e-9);
        cut += count > 0;
    }
    assert_true(cut > 10);
    reference_close(&reference);
}

// Start and direction of a polygon are free.
static bool is_same_polygon(const DVec3 *polygon, int count, const double *expected)
{
    for (int start = 0; start < count; ++start) {
        for (int way = -1; way <= 1; way += 2) {
            double most = 0;
            for (int i = 0; i < count; ++i) {
                const int at = ((start + way * i) % count + count) % count;
                most = fmax(most, distance3(polygon[at], expected + 3 * (size_t)i));
            }
            if (most < 1e-10) {
                return true;
            }
        }
    }
    return false;
}

static void tetrahedra_are_cut_as_the_reference_says(void **state)
{
    (void)state;
    Reference reference = reference_open("slice_tetrahedron");
    int sizes[5] = {0};
    for (const char *item = NULL; (item = reference_next(&reference, item)) != NULL;) {
        double n[16], expected[3 * SLICE4_CORNERS];
        DVec4 corners[4];
        DVec3 polygon[SLICE4_CORNERS];
        reference_numbers(item, "vertices", n, 16);
        for (int i = 0; i < 4; ++i) {
            corners[i] = (DVec4){n[4 * i], n[4 * i + 1], n[4 * i + 2], n[4 * i + 3]};
        }
        const int count = tum_slice4_tetrahedron(corners, reference_number(item, "w"), polygon);
        assert_int_equal(
            reference_list(reference_member(item, "polygon"), expected, 3 * SLICE4_CORNERS),
            3 * count);
        assert_true(count == 0 || is_same_polygon(polygon, count, expected));
        ++sizes[count];
    }
    assert_true(sizes[0] > 0 && sizes[3] > 0 && sizes[4] > 0);
    reference_close(&reference);
}

static void convex_shapes_reach_as_far_as_the_reference_says(void **state)
{
    (void)state;
    Reference reference = reference_open("slice_support");
    for (const char *item = NULL; (item = reference_next(&reference, item)) != NULL;) {
        const char *body = reference_member(item, "body");
        Object4 object;
        reference_shape4(reference_member(body, "shape"), &object);
        double directions[3 * 64], supports[64];
        const size_t count = reference_list(reference_member(item, "supports"), supports, 64);
        assert_int_equal(reference_list(reference_member(item, "directions"), directions, 3 * 64),
                         3 * count);
        for (size_t i = 0; i < count; ++i) {
            const double *d = directions + 3 * i;
            const DVec3 u = {d[0], d[1], d[2]};
            DVec3 point;
            assert_true(tum_slice4_support(&object.shape, pose_of(body),
                                           reference_number(item, "w"), u, &point));
            assert_near(dvec3_dot(u, point), supports[i], 1e-6);
        }
    }
    reference_close(&reference);
}

typedef struct Lines {
    int count;
    double farthest, nearest; // of their ends, from the middle of a ball
    DVec3 middle;
} Lines;

static void note_line(void *user, DVec3 from, DVec3 to)
{
    Lines *lines = user;
    const DVec3 ends[2] = {from, to};
    for (int i = 0; i < 2; ++i) {
        const double distance = dvec3_distance(ends[i], lines->middle);
        lines->farthest = fmax(lines->farthest, distance);
        lines->nearest = fmin(lines->nearest, distance);
    }
    ++lines->count;
}

// A ball of r at a distance d is a ball of the root of r^2 - d^2; beyond r it is nothing.
static void a_ball_is_drawn_as_the_smaller_ball_that_it_is(void **state)
{
    (void)state;
    const Shape4 ball = ball_shape4(0.5);
    const DPose4 pose = {{1, 2, 3, 4}, DROTATION4_IDENTITY};
    Lines lines = {.nearest = INFINITY, .middle = {1, 2, 3}};
    tum_slice4(&ball, pose, 4.3, note_line, &lines);
    assert_int_equal(lines.count, SLICE4_LATTICE_LINES);
    assert_near(lines.farthest, 0.4, 1e-9);
    assert_near(lines.nearest, 0.4, 1e-9);
    lines.count = 0;
    tum_slice4(&ball, pose, 4.51, note_line, &lines);
    tum_slice4(&ball, pose, 3.49, note_line, &lines);
    assert_int_equal(lines.count, 0);
}

// A plane leans into W: what is below it there is a slope as well. Its height follows w.
static void a_plane_is_drawn_where_it_cuts(void **state)
{
    (void)state;
    const Shape4 plane = tum_shape4_plane();
    // Y turned toward W by an angle of sine 0.6: y 0.8 + w 0.6 = 0.
    const DPose4 pose = {{0, 0, 0, 0}, drotation4_exp((DBivec4){.yw = atan2(0.6, 0.8)})};
    Lines lines = {.nearest = INFINITY, .middle = {0, -0.75, 0}};
    tum_slice4(&plane, pose, 1, note_line, &lines);
    assert_int_equal(lines.count, 22);
    assert_near(lines.nearest, 10, 1e-9);
    assert_near(lines.farthest, 10 * sqrt(2), 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        reference_test(boxes_are_cut_as_the_reference_says),
        reference_test(tetrahedra_are_cut_as_the_reference_says),
        reference_test(convex_shapes_reach_as_far_as_the_reference_says),
        cmocka_unit_test(a_ball_is_drawn_as_the_smaller_ball_that_it_is),
        cmocka_unit_test(a_plane_is_drawn_where_it_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
