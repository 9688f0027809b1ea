// SPDX-License-Identifier: MIT
// Separating axes of boxes and hulls: the best of all faces and edge pairs, with a preference for
// faces and for what won before.
#include "tests/support/shapes3.h"

#include "collide3/box_pair3.h"
#include "collide3/sat3.h"
#include "distance3/gjk3.h"

static const PairCache3 nothing = {.kind = AXIS3_NONE};

static bool axis_of_boxes(Vec3 half_a, Vec3 half_b, Pose3 a_from_b, float margin,
                          const PairCache3 *cache, Axis3 *axis)
{
    const Shape3 a = tum_shape3_box(half_a), b = tum_shape3_box(half_b);
    BoxPairRow3 rows[WIDE];
    for (int i = 0; i < WIDE; ++i) {
        rows[i] = tum_box_pair3_row(&a, &b, a_from_b, margin, cache);
    }
    BoxPairResults3 results;
    widest_pairs3()->boxes->meet(rows, &results);
    return tum_box_pair3_axis(&rows[0], &results, 0, axis);
}

static void a_box_as_a_hull_has_edges_between_the_right_faces(void **state)
{
    (void)state;
    BoxHull3 box;
    tum_box_hull3_init(&box, vec3(1.0f, 2.0f, 3.0f));
    const Hull3 *hull = &box.hull;
    for (uint32_t i = 0; i < hull->edge_count; ++i) {
        const uint32_t *e = hull->edges[i];
        const Vec3 line = vec3_sub(hull->vertices[e[1]], hull->vertices[e[0]]);
        const Vec3 along = vec3_cross(hull->normals[e[2]], hull->normals[e[3]]);
        assert_near(vec3_dot(along, line), vec3_length(line), 1e-6);
        for (int k = 0; k < 4; ++k) {
            const uint32_t face = e[2 + k / 2];
            assert_near(vec3_dot(hull->normals[face], hull->vertices[e[k % 2]]),
                        hull->offsets[face], 1e-6);
        }
    }
}

static void a_box_as_a_hull_has_faces_that_turn_counter_clockwise(void **state)
{
    (void)state;
    BoxHull3 box;
    tum_box_hull3_init(&box, vec3(1.0f, 2.0f, 3.0f));
    for (uint32_t face = 0; face < 6; ++face) {
        const uint32_t *v = box.face_vertices + box.face_first[face];
        const Vec3 first = vec3_sub(box.vertices[v[1]], box.vertices[v[0]]);
        const Vec3 second = vec3_sub(box.vertices[v[2]], box.vertices[v[1]]);
        assert_true(vec3_dot(vec3_cross(first, second), box.normals[face]) > 0.0f);
    }
}

static void stacked_boxes_meet_at_the_face_of_a(void **state)
{
    (void)state;
    const Vec3 half = {0.5f, 0.5f, 0.5f};
    Axis3 axis;
    assert_true(axis_of_boxes(half, half, pose_at(0.1f, 0.99f, 0.2f), 0.0f, &nothing, &axis));
    assert_int_equal(axis.kind, AXIS3_FACE_A);
    assert_int_equal(axis.a, 3);
    assert_near(axis.normal.y, 1.0, 0.0);
    assert_near(axis.separation, -0.01, 1e-6);
}

static void what_won_last_time_wins_a_tie(void **state)
{
    (void)state;
    const Vec3 half = {0.5f, 0.5f, 0.5f};
    PairCache3 cache = nothing;
    cache.kind = AXIS3_FACE_B;
    cache.b = 2;
    Axis3 axis;
    assert_true(axis_of_boxes(half, half, pose_at(0.1f, 0.99f, 0.2f), 0.0f, &cache, &axis));
    assert_int_equal(axis.kind, AXIS3_FACE_B);
    assert_int_equal(axis.b, 2);
    assert_near(axis.normal.y, 1.0, 0.0);
}

static void crossed_edges_meet_along_their_cross_product(void **state)
{
    (void)state;
    // Two boxes on edge, turned by 45 degrees about x and about z: their edges along x and z cross
    // at right angles, each sqrt(1/2) from its middle.
    const Vec3 half = {0.5f, 0.5f, 0.5f};
    const Quat a = turn_about(1, 0, 0, PI / 4), b = turn_about(0, 0, 1, PI / 4);
    const Pose3 world_from_a = {{0.0f, 0.0f, 0.0f}, a};
    const Pose3 world_from_b = {{0.1f, 1.4f, 0.05f}, b};
    Axis3 axis;
    assert_true(axis_of_boxes(half, half, pose3_relative(world_from_a, world_from_b), 0.0f,
                              &nothing, &axis));
    assert_int_equal(axis.kind, AXIS3_EDGES);
    assert_near(axis.separation, 1.4 - sqrt(2.0), 1e-5);
    assert_near(quat_rotate(a, axis.normal).y, 1.0, 1e-5);
}

// A cube of 1 m as a hull with its middle there.
static Hull3 *cube_hull_at(Vec3 middle)
{
    BoxHull3 box;
    tum_box_hull3_init(&box, vec3(0.5f, 0.5f, 0.5f));
    double vertices[24];
    for (int i = 0; i < 8; ++i) {
        const Vec3 v = vec3_add(box.vertices[i], middle);
        vertices[3 * i] = v.x;
        vertices[3 * i + 1] = v.y;
        vertices[3 * i + 2] = v.z;
    }
    return tum_hull3_create(vertices, 8, box.face_first, box.face_vertices, 6, NULL);
}

// The same two boxes as hulls whose points lie around somewhere else than their origins: what is
// outside of an edge of A is said by A's centre.
static void crossed_edges_of_hulls_off_their_origins_meet_alike(void **state)
{
    (void)state;
    const Quat turn_a = turn_about(1, 0, 0, PI / 4), turn_b = turn_about(0, 0, 1, PI / 4);
    for (int i = 0; i < 8; ++i) {
        const Vec3 by = {i & 1 ? 3.0f : -3.0f, i & 2 ? 4.0f : -4.0f, i & 4 ? 2.0f : -2.0f};
        const Vec3 other = vec3_negate(by);
        const Pose3 world_from_a = {vec3_negate(quat_rotate(turn_a, by)), turn_a};
        const Pose3 world_from_b = {vec3_sub(vec3(0.1f, 1.4f, 0.05f), quat_rotate(turn_b, other)),
                                    turn_b};
        Axis3 axis;
        Hull3 *a = cube_hull_at(by), *b = cube_hull_at(other);
        assert_true(tum_sat3_hulls(a, b, pose3_relative(world_from_a, world_from_b), 0.0f, &nothing,
                                   &axis));
        tum_hull3_destroy(a, NULL);
        tum_hull3_destroy(b, NULL);
        assert_int_equal(axis.kind, AXIS3_EDGES);
        assert_near(axis.separation, 1.4 - sqrt(2.0), 1e-5);
        assert_near(quat_rotate(turn_a, axis.normal).y, 1.0, 1e-5);
    }
}

static void apart_by_more_than_the_margin_is_no_touch(void **state)
{
    (void)state;
    const Vec3 half = {0.5f, 0.5f, 0.5f};
    Axis3 axis;
    assert_false(axis_of_boxes(half, half, pose_at(0.0f, 1.02f, 0.0f), 0.01f, &nothing, &axis));
    assert_true(axis_of_boxes(half, half, pose_at(0.0f, 1.02f, 0.0f), 0.03f, &nothing, &axis));
}

static void boxes_and_their_hulls_agree(void **state)
{
    (void)state;
    Random random = {21};
    const Vec3 half_a = {0.5f, 0.4f, 0.7f}, half_b = {0.3f, 0.6f, 0.2f};
    const Shape3 a = tum_shape3_box(half_a), b = tum_shape3_box(half_b);
    BoxHull3 hull_a, hull_b;
    tum_box_hull3_init(&hull_a, half_a);
    tum_box_hull3_init(&hull_b, half_b);
    int both = 0, unsure = 0;
    for (int i = 0; i < 2000; ++i) {
        const Pose3 pose = random_near_pose(&random, &a, &b, 0.2);
        Axis3 boxes, hulls;
        const bool touch = axis_of_boxes(half_a, half_b, pose, 0.0f, &nothing, &boxes);
        const bool may = tum_sat3_hulls(&hull_a.hull, &hull_b.hull, pose, 0.0f, &nothing, &hulls);
        assert_true(may || !touch);
        unsure += may && !touch;
        if (touch) {
            // Where axes tie within the bias the two may choose differently.
            assert_near(boxes.separation, hulls.separation, 1e-3 + 0.06 * fabsf(boxes.separation));
            ++both;
        }
    }
    // Edges that are apart where no face is: one pose in some fifty.
    assert_true(both > 500);
    assert_true(unsure < 60);
}

static void the_depth_is_that_of_the_polytope_up_to_the_bias(void **state)
{
    (void)state;
    Random random = {22};
    Zoo zoo = zoo_open();
    for (int i = 0; i < 1500; ++i) {
        const Shape3 *a = &zoo.shapes[14 + 3 * (i % 2)], *b = &zoo.shapes[15];
        const Pose3 pose = random_near_pose(&random, a, b, 0.15);
        Axis3 axis;
        const Distance3 d = tum_distance3(a, b, pose, INFINITY, vec3(0.0f, 0.0f, 0.0f));
        const bool touch = tum_sat3_hulls(a->hull, b->hull, pose, 0.0f, &nothing, &axis);
        assert_true(touch == (d.distance <= 0.0f) || fabsf(d.distance) < 1e-5f);
        if (touch) {
            // A face may win over a pair of edges that is 5 % of the depth better.
            assert_between(d.distance - axis.separation, -1e-5, 1e-3 + 0.06 * -d.distance);
            assert_near(axis.separation, separation_along(a, b, pose, axis.normal), 1e-5);
        }
    }
    zoo_close(&zoo);
}

static PairCache3 memory_of(const Axis3 *axis)
{
    return (PairCache3){
        .kind = (uint32_t)axis->kind, .a = axis->a, .b = axis->b, .axis = axis->normal};
}

// The separation along it follows from the new poses, whatever else is nearer there.
static void a_kept_axis_is_the_one_that_was_found_where_it_is_now(void **state)
{
    (void)state;
    Random random = {93};
    int kinds[AXIS3_FREE] = {0};
    for (int i = 0; i < 2000; ++i) {
        BoxHull3 a, b;
        tum_box_hull3_init(&a, vec3(0.5f, 0.3f, 0.4f));
        tum_box_hull3_init(&b, vec3(0.2f, 0.4f, 0.3f));
        Pose3 pose = random_pose(&random, 0.7);
        Axis3 found, kept;
        if (!tum_sat3_hulls(&a.hull, &b.hull, pose, 0.02f, &nothing, &found)) {
            continue;
        }
        const PairCache3 cache = memory_of(&found);
        const Vec3 moved = random_vec3(&random, 1e-3);
        pose.position = vec3_add(pose.position, moved);
        if (tum_sat3_kept(&a.hull, &b.hull, pose, &cache, &kept)) {
            assert_int_equal(kept.kind, found.kind);
            assert_int_equal(kept.a, found.a);
            assert_int_equal(kept.b, found.b);
            assert_near(vec3_distance(kept.normal, found.normal), 0.0, 1e-6);
            assert_near(kept.separation, found.separation + vec3_dot(moved, found.normal), 2e-6);
            ++kinds[kept.kind];
        } else {
            assert_int_equal(found.kind, AXIS3_EDGES);
        }
    }
    assert_true(kinds[AXIS3_FACE_A] > 100 && kinds[AXIS3_FACE_B] > 100 && kinds[AXIS3_EDGES] > 20);
}

// Two boxes on edge, as above; the one on top then falls flat on a face, turned so that its lower
// edge and the other's upper one still face each other.
static void edges_about_to_lie_flat_are_not_kept(void **state)
{
    (void)state;
    BoxHull3 box;
    tum_box_hull3_init(&box, vec3(0.5f, 0.5f, 0.5f));
    const Pose3 world_from_a = {{0.0f, 0.0f, 0.0f}, turn_about(1, 0, 0, PI / 4)};
    Pose3 world_from_b = {{0.1f, 1.4f, 0.05f}, turn_about(0, 0, 1, PI / 4)};
    Axis3 axis;
    assert_true(tum_sat3_hulls(&box.hull, &box.hull, pose3_relative(world_from_a, world_from_b),
                               0.0f, &nothing, &axis));
    assert_int_equal(axis.kind, AXIS3_EDGES);
    const PairCache3 cache = memory_of(&axis);
    for (int degrees = 5; degrees >= 1; --degrees) {
        world_from_b.rotation = turn_about(0, 0, 1, degrees * PI / 180);
        assert_int_equal(tum_sat3_kept(&box.hull, &box.hull,
                                       pose3_relative(world_from_a, world_from_b), &cache, &axis),
                         degrees > 3);
    }
}

static void nothing_is_kept_of_nothing(void **state)
{
    (void)state;
    BoxHull3 box;
    tum_box_hull3_init(&box, vec3(0.5f, 0.5f, 0.5f));
    const Pose3 pose = pose_at(0.0f, 0.99f, 0.0f);
    Axis3 axis;
    assert_false(tum_sat3_kept(&box.hull, &box.hull, pose, &nothing, &axis));
    // Names of features that these shapes do not have, as of a shape that was exchanged.
    for (uint32_t kind = AXIS3_FACE_A; kind <= AXIS3_EDGES; ++kind) {
        const PairCache3 other = {.kind = kind, .a = 12, .b = 12};
        assert_false(tum_sat3_kept(&box.hull, &box.hull, pose, &other, &axis));
    }
}

static void the_points_of_crossing_edges_are_nearest(void **state)
{
    (void)state;
    Vec3 p, q;
    tum_sat3_nearest_on_edges(vec3(-1, 0, 0), vec3(1, 0, 0), vec3(0.5f, 2, -1), vec3(0.5f, 2, 3),
                              &p, &q);
    assert_near(p.x, 0.5, 1e-6);
    assert_near(q.z, 0.0, 1e-6);
    assert_near(vec3_distance(p, q), 2.0, 1e-6);
}

static void parallel_edges_have_points_too(void **state)
{
    (void)state;
    Vec3 p, q;
    tum_sat3_nearest_on_edges(vec3(-1, 0, 0), vec3(1, 0, 0), vec3(-1, 1, 0), vec3(1, 1, 0), &p, &q);
    assert_near(vec3_distance(p, q), 1.0, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_as_a_hull_has_edges_between_the_right_faces),
        cmocka_unit_test(a_box_as_a_hull_has_faces_that_turn_counter_clockwise),
        cmocka_unit_test(stacked_boxes_meet_at_the_face_of_a),
        cmocka_unit_test(what_won_last_time_wins_a_tie),
        cmocka_unit_test(crossed_edges_meet_along_their_cross_product),
        cmocka_unit_test(crossed_edges_of_hulls_off_their_origins_meet_alike),
        cmocka_unit_test(apart_by_more_than_the_margin_is_no_touch),
        cmocka_unit_test(boxes_and_their_hulls_agree),
        cmocka_unit_test(the_depth_is_that_of_the_polytope_up_to_the_bias),
        cmocka_unit_test(a_kept_axis_is_the_one_that_was_found_where_it_is_now),
        cmocka_unit_test(edges_about_to_lie_flat_are_not_kept),
        cmocka_unit_test(nothing_is_kept_of_nothing),
        cmocka_unit_test(the_points_of_crossing_edges_are_nearest),
        cmocka_unit_test(parallel_edges_have_points_too),
    };
    return cmocka_run_group_tests_name("sat3", tests, NULL, NULL);
}
