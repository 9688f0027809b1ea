// SPDX-License-Identifier: MIT
// Triangle meshes find their triangles, and know which edges can be hit.
#include "base/hash.h"
#include "tests/support/mesh_create.h"
#include "tests/support/mesh_shapes.h"

typedef struct Found {
    uint8_t *times; ///< By triangle.
    uint32_t count, last;
    bool in_order;
    uint32_t stop_after;
} Found;

static bool note(void *user, uint32_t triangle)
{
    Found *found = user;
    found->times[triangle]++;
    found->in_order = found->in_order && (found->count == 0 || triangle > found->last);
    found->last = triangle;
    return ++found->count != found->stop_after;
}

static bool meets(const Mesh3 *mesh, uint32_t t, Bound3 bound)
{
    const Vec3 a = mesh3_corner(mesh, t, 0), b = mesh3_corner(mesh, t, 1);
    const Vec3 c = mesh3_corner(mesh, t, 2);
    const Vec3 low = vec3_minimum(vec3_minimum(a, b), c);
    const Vec3 high = vec3_maximum(vec3_maximum(a, b), c);
    return low.x <= bound.high.x && high.x >= bound.low.x && low.y <= bound.high.y &&
           high.y >= bound.low.y && low.z <= bound.high.z && high.z >= bound.low.z;
}

enum { SOUP = 700 };

static Mesh3 *soup_mesh(Random *random, int count, double size, const TumAllocator *allocator)
{
    static double points[SOUP * 9];
    static uint32_t triangles[SOUP * 3];
    for (int t = 0; t < count; t++) {
        double middle[3];
        for (int i = 0; i < 3; i++) {
            middle[i] = random_in(random, -5.0, 5.0);
        }
        for (int i = 0; i < 9; i++) {
            points[9 * t + i] = middle[i % 3] + random_in(random, -size, size);
        }
        for (int i = 0; i < 3; i++) {
            triangles[3 * t + i] = (uint32_t)(3 * t + i);
        }
    }
    return create_mesh3(points, (uint32_t)(3 * count), triangles, (uint32_t)count, allocator);
}

static void the_tree_finds_exactly_the_triangles_whose_boxes_meet(void **state)
{
    (void)state;
    Random random = {1};
    static const int counts[] = {1, 4, 5, 17, SOUP};
    for (size_t n = 0; n < sizeof counts / sizeof counts[0]; n++) {
        Mesh3 *mesh = soup_mesh(&random, counts[n], 0.6, NULL);
        assert_non_null(mesh);
        uint8_t times[SOUP];
        for (int trial = 0; trial < 60; trial++) {
            Bound3 bound;
            for (int axis = 0; axis < 3; axis++) {
                const double middle = random_in(&random, -6.0, 6.0);
                const double half = random_in(&random, 0.0, trial % 3 == 0 ? 4.0 : 0.5);
                (&bound.low.x)[axis] = (float)(middle - half);
                (&bound.high.x)[axis] = (float)(middle + half);
            }
            memset(times, 0, sizeof times);
            Found found = {.times = times, .in_order = true};
            tum_mesh3_query(mesh, bound, note, &found);
            for (uint32_t t = 0; t < mesh->triangle_count; t++) {
                assert_int_equal(times[t], meets(mesh, t, bound) ? 1 : 0);
            }
            assert_true(found.in_order);
        }
        tum_mesh3_destroy(mesh, NULL);
    }
}

static void an_endless_query_visits_every_triangle_once(void **state)
{
    (void)state;
    Random random = {2};
    Mesh3 *mesh = soup_mesh(&random, 77, 0.5, NULL);
    uint8_t times[SOUP] = {0};
    Found found = {.times = times, .in_order = true};
    const Vec3 far = {INFINITY, INFINITY, INFINITY};
    tum_mesh3_query(mesh, (Bound3){vec3_negate(far), far}, note, &found);
    assert_int_equal(found.count, 77);
    tum_mesh3_destroy(mesh, NULL);
}

static void a_query_stops_when_told(void **state)
{
    (void)state;
    Mesh3 *mesh = grid_mesh(8, 1.0, NULL);
    uint8_t times[128] = {0};
    Found found = {.times = times, .in_order = true, .stop_after = 3};
    tum_mesh3_query(mesh, mesh->bound, note, &found);
    assert_int_equal(found.count, 3);
    tum_mesh3_destroy(mesh, NULL);
}

// Whether the segment passes through the triangle, in doubles (Möller and Trumbore, 1997).
static bool crosses(const Mesh3 *mesh, uint32_t t, const double from[3], const double way[3])
{
    double a[3], e1[3], e2[3], p[3], s[3], q[3];
    for (int i = 0; i < 3; i++) {
        a[i] = (double)vec3_part(mesh3_corner(mesh, t, 0), i);
        e1[i] = (double)vec3_part(mesh3_corner(mesh, t, 1), i) - a[i];
        e2[i] = (double)vec3_part(mesh3_corner(mesh, t, 2), i) - a[i];
        s[i] = from[i] - a[i];
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        p[i] = way[j] * e2[k] - way[k] * e2[j];
        q[i] = s[j] * e1[k] - s[k] * e1[j];
    }
    const double determinant = e1[0] * p[0] + e1[1] * p[1] + e1[2] * p[2];
    const double u = (s[0] * p[0] + s[1] * p[1] + s[2] * p[2]) / determinant;
    const double v = (way[0] * q[0] + way[1] * q[1] + way[2] * q[2]) / determinant;
    const double w = (e2[0] * q[0] + e2[1] * q[1] + e2[2] * q[2]) / determinant;
    return u >= 0.0 && v >= 0.0 && u + v <= 1.0 && w >= 0.0 && w <= 1.0;
}

static void a_query_along_a_segment_misses_no_triangle_it_crosses(void **state)
{
    (void)state;
    Random random = {3};
    Mesh3 *mesh = soup_mesh(&random, SOUP, 2.0, NULL);
    int crossed = 0;
    for (int trial = 0; trial < 200; trial++) {
        double from[3], way[3];
        float f[3], g[3];
        for (int i = 0; i < 3; i++) {
            f[i] = (float)random_in(&random, -6.0, 6.0);
            g[i] = (float)random_in(&random, -6.0, 6.0);
            if (trial % 4 == i) {
                g[i] = f[i]; // Along the axes' planes too.
            }
            from[i] = (double)f[i];
            way[i] = (double)g[i] - (double)f[i];
        }
        uint8_t times[SOUP] = {0};
        Found found = {.times = times, .in_order = true};
        tum_mesh3_query_segment(mesh, vec3(f[0], f[1], f[2]), vec3(g[0], g[1], g[2]), note, &found);
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            if (crosses(mesh, t, from, way)) {
                crossed++;
                assert_int_equal(times[t], 1);
            }
        }
    }
    assert_true(crossed > 300); // The trials meant something.
    tum_mesh3_destroy(mesh, NULL);
}

static int count_active(const Mesh3 *mesh)
{
    int active = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        for (unsigned edge = 0; edge < 3; edge++) {
            active += (mesh->edge_flags[t] & 1u << edge) != 0;
        }
    }
    return active;
}

static void a_box_has_twelve_active_edges_and_six_diagonals_that_are_not(void **state)
{
    (void)state;
    Mesh3 *mesh = box_mesh(1.0, 2.0, 3.0, false);
    assert_int_equal(count_active(mesh), 2 * 12); // Each belongs to two triangles.
    for (uint32_t t = 0; t < 12; t++) {
        for (int edge = 0; edge < 3; edge++) {
            const Vec3 along =
                vec3_sub(mesh3_corner(mesh, t, (edge + 1) % 3), mesh3_corner(mesh, t, edge));
            const int axes = (along.x != 0.0f) + (along.y != 0.0f) + (along.z != 0.0f);
            assert_int_equal((mesh->edge_flags[t] >> edge & 1) != 0, axes == 1);
            assert_true(mesh->neighbors[t][edge] != NO_NEIGHBOR);
        }
    }
    tum_mesh3_destroy(mesh, NULL);
}

static void a_flat_grid_is_active_at_its_border_alone(void **state)
{
    (void)state;
    Mesh3 *mesh = grid_mesh(10, 0.7, NULL);
    assert_int_equal(count_active(mesh), 4 * 10);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        for (int edge = 0; edge < 3; edge++) {
            assert_int_equal((mesh->edge_flags[t] >> edge & 1) != 0,
                             mesh->neighbors[t][edge] == NO_NEIGHBOR);
        }
    }
    tum_mesh3_destroy(mesh, NULL);
}

static double valley(double x, double z)
{
    (void)z;
    return 0.5 * fabs(x);
}

static void the_bottom_of_a_valley_is_a_ridge_from_below_and_not_from_above(void **state)
{
    (void)state;
    Mesh3 *mesh = grid_mesh(2, 1.0, valley);
    int bottoms = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        for (int edge = 0; edge < 3; edge++) {
            const Vec3 a = mesh3_corner(mesh, t, edge), b = mesh3_corner(mesh, t, (edge + 1) % 3);
            if (a.x == 0.0f && b.x == 0.0f) {
                bottoms++;
                assert_int_equal(mesh->edge_flags[t] >> edge & 1, 1);
                assert_false(tum_mesh3_is_ridge(mesh, t, 1u << edge, a, vec3(0, 1, 0)));
                assert_true(tum_mesh3_is_ridge(mesh, t, 1u << edge, a, vec3(0, -1, 0)));
            }
        }
    }
    assert_int_equal(bottoms, 4);
    tum_mesh3_destroy(mesh, NULL);
}

static double gentle(double x, double z)
{
    (void)z;
    return -0.03 * fabs(x); // Folds by 2 atan 0.03 = 3.4 degrees, less than 5.
}

static void a_fold_of_three_degrees_is_not_active(void **state)
{
    (void)state;
    Mesh3 *mesh = grid_mesh(4, 1.0, gentle);
    assert_int_equal(count_active(mesh), 4 * 4);
    tum_mesh3_destroy(mesh, NULL);
}

static void a_wall_on_a_floor_leaves_the_floor_smooth(void **state)
{
    (void)state;
    // Four corners of a floor, cut along x = 0, where a wall stands.
    const double points[] = {0, 0, -1, 0, 0, 1, -1, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 1, 4};
    Mesh3 *mesh = create_mesh3(points, 5, triangles, 3, NULL);
    for (uint32_t t = 0; t < 3; t++) {
        const bool floor = mesh->source[t] < 2;
        for (int edge = 0; edge < 3; edge++) {
            const bool shared = mesh3_corner(mesh, t, edge).x == 0.0f &&
                                mesh3_corner(mesh, t, edge).y == 0.0f &&
                                mesh3_corner(mesh, t, (edge + 1) % 3).x == 0.0f &&
                                mesh3_corner(mesh, t, (edge + 1) % 3).y == 0.0f;
            assert_int_equal(mesh->edge_flags[t] >> edge & 1, shared && floor ? 0 : 1);
        }
    }
    tum_mesh3_destroy(mesh, NULL);
}

static void split_vertices_are_still_neighbors(void **state)
{
    (void)state;
    // A square whose triangles share no index, one corner written as -0.
    const double points[] = {0, 0, 0, 0, 0, 1, 1, 0, 1, -0.0, 0, 0, 1, 0, 1, 1, 0, 0};
    const uint32_t triangles[] = {0, 1, 2, 3, 4, 5};
    Mesh3 *mesh = create_mesh3(points, 6, triangles, 2, NULL);
    assert_int_equal(count_active(mesh), 4);
    tum_mesh3_destroy(mesh, NULL);
}

// KHR-SHAPE-18.
static void a_closed_mesh_knows_which_way_its_normals_point(void **state)
{
    (void)state;
    Mesh3 *box = box_mesh(1, 1, 1, false), *room = box_mesh(1, 1, 1, true);
    Mesh3 *ball = ball_mesh(1.0, 12, 16), *floor = grid_mesh(2, 1.0, NULL);
    assert_int_equal(box->solid, 1);
    assert_int_equal(room->solid, -1);
    assert_int_equal(ball->solid, 1);
    assert_int_equal(floor->solid, 0);
    tum_mesh3_destroy(box, NULL);
    tum_mesh3_destroy(room, NULL);
    tum_mesh3_destroy(ball, NULL);
    tum_mesh3_destroy(floor, NULL);
}

static void a_ball_contains_the_points_within_its_radius(void **state)
{
    (void)state;
    Mesh3 *ball = ball_mesh(1.0, 24, 32);
    Random random = {5};
    for (int trial = 0; trial < 500; trial++) {
        const Vec3 p = {(float)random_in(&random, -1.2, 1.2), (float)random_in(&random, -1.2, 1.2),
                        (float)random_in(&random, -1.2, 1.2)};
        const float length = vec3_length(p);
        // Chords of 15 degrees sink 1 - cos 7.5 = 0.9 % below the sphere, twice where both curve.
        if (length < 0.97f || length > 1.001f) {
            assert_int_equal(tum_mesh3_contains(ball, p), length < 1.0f);
        }
    }
    tum_mesh3_destroy(ball, NULL);
}

static void a_wall_hides_what_is_behind_it_but_not_itself(void **state)
{
    (void)state;
    Mesh3 *floor = grid_mesh(4, 1.0, NULL);
    assert_true(tum_mesh3_hides(floor, vec3(0.1f, 1, 0.2f), vec3(0.3f, -0.01f, 0.4f)));
    assert_false(tum_mesh3_hides(floor, vec3(0.1f, 1, 0.2f), vec3(0.3f, 0.0f, 0.4f)));
    assert_false(tum_mesh3_hides(floor, vec3(0.1f, 1, 0.2f), vec3(9.0f, -0.01f, 0.4f)));
    tum_mesh3_destroy(floor, NULL);
}

static void useless_triangles_are_dropped_and_the_rest_keeps_its_numbers(void **state)
{
    (void)state;
    const double points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, NAN, 0, 0, 1e300, 0, 0};
    const uint32_t triangles[] = {
        0, 1, 1, // An edge.
        0, 1, 3, // On a line.
        0, 1, 4, // Not a number.
        0, 1, 5, // Beyond everything.
        0, 1, 9, // No such point.
        0, 1, 2, // Good.
    };
    Mesh3 *mesh = create_mesh3(points, 6, triangles, 6, NULL);
    assert_non_null(mesh);
    assert_int_equal(mesh->triangle_count, 1);
    assert_int_equal(mesh->source[0], 5);
    assert_near(mesh->normals[0].z, 1.0, 1e-7);
    tum_mesh3_destroy(mesh, NULL);
    assert_null(create_mesh3(points, 6, triangles, 5, NULL));
    assert_null(create_mesh3(points, 6, triangles, 0, NULL));
}

static void running_out_of_memory_anywhere_gives_nothing_and_leaks_nothing(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    for (size_t attempts = 0;; attempts++) {
        Random random = {7};
        counting.fail_after = attempts;
        Mesh3 *mesh = soup_mesh(&random, 200, 0.5, &allocator);
        if (mesh != NULL) {
            assert_true(attempts > 2);
            tum_mesh3_destroy(mesh, &allocator);
            assert_int_equal(counting.blocks, 0);
            break;
        }
        assert_int_equal(counting.blocks, 0);
        assert_true(attempts < 100);
    }
}

static void a_fan_and_a_stack_of_equal_triangles_are_built_in_no_time(void **state)
{
    (void)state;
    // All around one edge, and all in one place: nothing to split by, everybody a neighbor.
    enum { MANY = 30000 };
    double *points = calloc(3 * (MANY + 2), sizeof *points);
    uint32_t *fan = calloc(3 * MANY, sizeof *fan), *stack = calloc(3 * MANY, sizeof *stack);
    points[3] = 1.0;
    for (uint32_t t = 0; t < MANY; t++) {
        points[3 * (t + 2) + 1] = cos(t * 1e-3);
        points[3 * (t + 2) + 2] = sin(t * 1e-3);
        const uint32_t corners[] = {0, 1, t + 2};
        memcpy(&fan[3 * t], corners, sizeof corners);
        const uint32_t same[] = {0, 1, 2};
        memcpy(&stack[3 * t], same, sizeof same);
    }
    Mesh3 *meshes[] = {create_mesh3(points, MANY + 2, fan, MANY, NULL),
                       create_mesh3(points, MANY + 2, stack, MANY, NULL)};
    for (int i = 0; i < 2; i++) {
        assert_non_null(meshes[i]);
        assert_int_equal(meshes[i]->triangle_count, MANY);
        uint8_t *times = calloc(MANY, 1);
        Found found = {.times = times, .in_order = true};
        tum_mesh3_query(meshes[i], meshes[i]->bound, note, &found);
        assert_int_equal(found.count, MANY);
        free(times);
        tum_mesh3_destroy(meshes[i], NULL);
    }
    free(points);
    free(fan);
    free(stack);
}

static void triangles_at_doubling_distances_are_all_found(void **state)
{
    (void)state;
    // The centers crowd into the first bin again and again: a tree as lopsided as it gets.
    double points[9 * 90];
    uint32_t triangles[3 * 90];
    for (int t = 0; t < 90; t++) {
        const double scale = ldexp(1.0, t / 2 - 10);
        const double corners[] = {scale, 0, t, scale, scale * 0.5, t, scale * 1.2, 0, t};
        memcpy(&points[9 * t], corners, sizeof corners);
        for (int i = 0; i < 3; i++) {
            triangles[3 * t + i] = (uint32_t)(3 * t + i);
        }
    }
    Mesh3 *mesh = create_mesh3(points, 270, triangles, 90, NULL);
    assert_non_null(mesh);
    uint8_t times[90] = {0};
    Found found = {.times = times, .in_order = true};
    tum_mesh3_query(mesh, mesh->bound, note, &found);
    assert_int_equal(found.count, 90);
    tum_mesh3_destroy(mesh, NULL);
}

// The halves of a quad are one item of the tree; each is still found and named alone.
static void halves_of_quads_keep_their_numbers(void **state)
{
    (void)state;
    Mesh3 *mesh = grid_mesh(20, 1.0, NULL);
    bool seen[800] = {false};
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        assert_false(seen[mesh->source[t]]);
        seen[mesh->source[t]] = true;
    }
    assert_int_equal(mesh->triangle_count, 800);
    tum_mesh3_destroy(mesh, NULL);
}

// Half of the sum of a box's faces, as the heuristic has it.
static double area_of(Bound3 box)
{
    const double x = (double)box.high.x - (double)box.low.x;
    const double y = (double)box.high.y - (double)box.low.y;
    const double z = (double)box.high.z - (double)box.low.z;
    return x * y + y * z + z * x;
}

static void a_grid_of_quads_fills_its_leaves_with_neighbors(void **state)
{
    (void)state;
    // 32 x 32 flat quads fall into leaves of two quads, 1 by 2, each time a cut is in the middle.
    Mesh3 *mesh = grid_mesh(32, 1.0, NULL);
    double area = 0.0;
    int leaves = 0;
    for (uint32_t i = 0; i < mesh->node_count; i++) {
        for (int slot = 0; slot < MESH3_CHILDREN; slot++) {
            if (mesh->nodes[i].child[slot] < 0 && mesh->nodes[i].count[slot] > 0) {
                area += area_of(mesh_node3_bound(&mesh->nodes[i], slot));
                leaves++;
            }
        }
    }
    // Sides are rounded outward by up to 1/255 of a node, which near the root is 32 m wide.
    assert_int_equal(leaves, 512);
    assert_near(area, 1024.0, 30.0);
    tum_mesh3_destroy(mesh, NULL);
}

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static void points_that_crowd_in_one_place_of_a_table_are_still_told_apart(void **state)
{
    (void)state;
    // A strip around 300 points that somebody has chosen for their hash (mesh_edges3.c): all are
    // looked for in the same place of 2048.
    enum { MANY = 300 };
    static double points[9 * MANY];
    static uint32_t triangles[3 * MANY];
    Random random = {11};
    double crowd[MANY][3];
    for (int n = 0; n < MANY;) {
        float p[3];
        for (int i = 0; i < 3; i++) {
            crowd[n][i] = p[i] = (float)random_in(&random, 1.0, 2.0);
        }
        const uint64_t xy = (uint64_t)bits_of(p[0]) << 32 | bits_of(p[1]);
        n += (hash_u64(hash_u64(xy) + bits_of(p[2])) >> 32) % 2048 == 0;
    }
    for (uint32_t t = 0; t < MANY; t++) {
        for (uint32_t i = 0; i < 3; i++) {
            memcpy(&points[9 * t + 3 * i], crowd[(t + i) % MANY], sizeof crowd[0]);
            triangles[3 * t + i] = 3 * t + i;
        }
    }
    Mesh3 *mesh = create_mesh3(points, 3 * MANY, triangles, MANY, NULL);
    assert_non_null(mesh);
    assert_int_equal(mesh->triangle_count, MANY);
    for (uint32_t t = 0; t < MANY; t++) {
        const uint32_t source = mesh->source[t];
        // Edge 0 is edge 1 of the triangle before, edge 1 is edge 0 of the one after.
        assert_int_equal(mesh->source[mesh->neighbors[t][0]], (source + MANY - 1) % MANY);
        assert_int_equal(mesh->source[mesh->neighbors[t][1]], (source + 1) % MANY);
        assert_int_equal(mesh->neighbors[t][2], NO_NEIGHBOR);
    }
    tum_mesh3_destroy(mesh, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tree_finds_exactly_the_triangles_whose_boxes_meet),
        cmocka_unit_test(an_endless_query_visits_every_triangle_once),
        cmocka_unit_test(a_query_stops_when_told),
        cmocka_unit_test(a_query_along_a_segment_misses_no_triangle_it_crosses),
        cmocka_unit_test(a_box_has_twelve_active_edges_and_six_diagonals_that_are_not),
        cmocka_unit_test(a_flat_grid_is_active_at_its_border_alone),
        cmocka_unit_test(the_bottom_of_a_valley_is_a_ridge_from_below_and_not_from_above),
        cmocka_unit_test(a_fold_of_three_degrees_is_not_active),
        cmocka_unit_test(a_wall_on_a_floor_leaves_the_floor_smooth),
        cmocka_unit_test(split_vertices_are_still_neighbors),
        cmocka_unit_test(a_closed_mesh_knows_which_way_its_normals_point),
        cmocka_unit_test(a_ball_contains_the_points_within_its_radius),
        cmocka_unit_test(a_wall_hides_what_is_behind_it_but_not_itself),
        cmocka_unit_test(useless_triangles_are_dropped_and_the_rest_keeps_its_numbers),
        cmocka_unit_test(running_out_of_memory_anywhere_gives_nothing_and_leaks_nothing),
        cmocka_unit_test(a_fan_and_a_stack_of_equal_triangles_are_built_in_no_time),
        cmocka_unit_test(triangles_at_doubling_distances_are_all_found),
        cmocka_unit_test(halves_of_quads_keep_their_numbers),
        cmocka_unit_test(a_grid_of_quads_fills_its_leaves_with_neighbors),
        cmocka_unit_test(points_that_crowd_in_one_place_of_a_table_are_still_told_apart),
    };
    return cmocka_run_group_tests_name("mesh3", tests, NULL, NULL);
}
