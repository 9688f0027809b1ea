// SPDX-License-Identifier: MIT
// From body poses back to node transforms: what a viewer has to be told so that every body appears
// where physics put it.
#include "tests/scene/kit.h"

typedef struct Locals {
    double translation[3 * KIT_MAX], rotation[4 * KIT_MAX];
    bool sheared[KIT_MAX];
} Locals;

static Locals write_back(const TumScene *scene, const double *positions, const double *rotations)
{
    Locals locals = {0};
    assert_int_equal(tum_scene_local_transforms3(scene, positions, rotations, locals.translation,
                                                 locals.rotation, locals.sheared),
                     TUM_OK);
    return locals;
}

// World transform of a node out of local ones, up the tree.
static void world_of(const TumScene *scene, const Locals *locals, int32_t node, DMat3 *linear,
                     DVec3 *translation)
{
    *linear = DMAT3_IDENTITY;
    *translation = (DVec3){0, 0, 0};
    for (int32_t n = node; n >= 0; n = scene->nodes[n].parent) {
        const double *t = &locals->translation[3 * n], *q = &locals->rotation[4 * n];
        const double *s = scene->nodes[n].local->scale;
        const DMat3 turn = dquat_matrix((DQuat){q[0], q[1], q[2], q[3]});
        const DMat3 local = {dvec3_scale(turn.x, s[0]), dvec3_scale(turn.y, s[1]),
                             dvec3_scale(turn.z, s[2])};
        *translation = dvec3_add((DVec3){t[0], t[1], t[2]}, dmat3_transform(local, *translation));
        *linear = dmat3_multiply(local, *linear);
    }
}

// The node of each body stands at its position, its axes turned and stretched as they should be.
static void check_bodies(const TumScene *scene, const Locals *locals, const double *positions,
                         const double *rotations)
{
    for (size_t b = 0; b < scene->body_count; ++b) {
        DMat3 linear;
        DVec3 translation;
        world_of(scene, locals, scene->bodies[b].node, &linear, &translation);
        const double t[3] = {translation.x, translation.y, translation.z};
        assert_vector(t, positions[3 * b], positions[3 * b + 1], positions[3 * b + 2]);
        const double *q = &rotations[4 * b], *m = scene->bodies[b].stretch;
        const DMat3 expected =
            dmat3_multiply(dquat_matrix((DQuat){q[0], q[1], q[2], q[3]}),
                           (DMat3){{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}});
        assert_near(dvec3_distance(linear.x, expected.x), 0.0, 1e-9);
        assert_near(dvec3_distance(linear.y, expected.y), 0.0, 1e-9);
        assert_near(dvec3_distance(linear.z, expected.z), 0.0, 1e-9);
    }
}

static void a_body_that_did_not_move_keeps_its_numbers(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t parent = kit_node_at(&kit, -1, 0.1, 0.2, 0.3);
    kit_turn(&kit, parent, 0.6, 0.8, 0, 0.7);
    const int32_t node = kit_node_at(&kit, parent, 1.1, 2.2, 3.3);
    kit_turn(&kit, node, 0, 0.6, 0.8, 0.3);
    kit_motion(&kit, node);
    const TumScene *scene = kit_finish(&kit);
    const Locals locals = write_back(scene, scene->bodies[0].position, scene->bodies[0].rotation.q);
    assert_memory_equal(&locals.translation[3 * node], kit.locals[node].translation,
                        3 * sizeof(double));
    assert_memory_equal(&locals.rotation[4 * node], kit.locals[node].rotation, 4 * sizeof(double));
    kit_end(&kit);
}

// KHR-1, KHR-11.
static void a_body_below_a_turned_and_scaled_parent_lands_where_it_should(void **state)
{
    (void)state;
    // Parent at (1, 0, 0), a quarter turn about Z, scale 2: world (1, 4, 0) is 2 along its X.
    Kit kit = kit_begin();
    const int32_t parent = kit_node_at(&kit, -1, 1, 0, 0);
    kit_turn(&kit, parent, 0, 0, 1, PI / 2);
    kit_scale(&kit, parent, 2, 2, 2);
    const int32_t node = kit_node(&kit, parent);
    kit_motion(&kit, node);
    const TumScene *scene = kit_finish(&kit);
    const double position[] = {1, 4, 0}, rotation[] = {0, 0, 0, 1};
    const Locals locals = write_back(scene, position, rotation);
    assert_vector(&locals.translation[3 * node], 2, 0, 0);
    assert_near(locals.rotation[4 * node + 2], -sqrt(0.5), 1e-12); // undoes the parent's turn
    assert_vector(&locals.translation[0], 1, 0, 0);
    assert_false(locals.sheared[node]);
    kit_end(&kit);
}

// KHR-13, OMI-BODY-15.
static void a_body_nested_in_a_body_is_not_carried_along(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t outer = kit_node(&kit, -1), arm = kit_node_at(&kit, outer, 0, 1, 0);
    const int32_t inner = kit_node_at(&kit, arm, 0, 1, 0), leaf = kit_node_at(&kit, inner, 3, 0, 0);
    kit_motion(&kit, outer);
    kit_motion(&kit, inner)->kind = TUM_BODY_STATIC;
    const TumScene *scene = kit_finish(&kit);
    // The outer body fell by 5; the inner stays at (0, 2, 0), 6 above the arm, which fell too.
    const double positions[] = {0, -5, 0, 0, 2, 0}, rotations[] = {0, 0, 0, 1, 0, 0, 0, 1};
    const Locals locals = write_back(scene, positions, rotations);
    assert_vector(&locals.translation[3 * outer], 0, -5, 0);
    assert_vector(&locals.translation[3 * arm], 0, 1, 0);
    assert_vector(&locals.translation[3 * inner], 0, 6, 0);
    assert_vector(&locals.translation[3 * leaf], 3, 0, 0);
    check_bodies(scene, &locals, positions, rotations);
    kit_end(&kit);
}

// KHR-11.
static void random_trees_of_even_and_mirrored_scales_come_out_exactly(void **state)
{
    (void)state;
    Random random = {23};
    for (int round = 0; round < 100; ++round) {
        Kit kit = kit_begin();
        double positions[3 * KIT_MAX], rotations[4 * KIT_MAX];
        size_t bodies = 0;
        for (int32_t i = 0; i < 12; ++i) {
            const int32_t node =
                kit_node_at(&kit, (int32_t)random_in(&random, -1, i), random_in(&random, -2, 2),
                            random_in(&random, -2, 2), random_in(&random, -2, 2));
            kit_turn(&kit, node, 0.6, 0, 0.8, random_in(&random, -3, 3));
            const double s = random_in(&random, 0.5, 2);
            const bool is_uneven_leaf = i >= 10; // uneven scale on leaves shears nothing
            kit_scale(&kit, node, random_in(&random, -1, 1) < 0 ? -s : s, s,
                      is_uneven_leaf ? 3 * s : s);
            if (is_uneven_leaf) {
                kit.nodes[node].parent = i - 3;
            }
            if (i % 2 == 0) {
                const DQuat q =
                    dquat_normalize((DQuat){random_in(&random, -1, 1), random_in(&random, -1, 1),
                                            random_in(&random, -1, 1), random_in(&random, -1, 1)});
                const double numbers[4] = {q.x, q.y, q.z, q.w};
                memcpy(&rotations[4 * bodies], numbers, sizeof numbers);
                for (size_t k = 0; k < 3; ++k) {
                    positions[3 * bodies + k] = random_in(&random, -9, 9);
                }
                kit_motion(&kit, node);
                ++bodies;
            }
        }
        const TumScene *scene = kit_finish(&kit);
        const Locals locals = write_back(scene, positions, rotations);
        check_bodies(scene, &locals, positions, rotations);
        for (size_t i = 0; i < kit.node_count; ++i) {
            assert_false(locals.sheared[i]);
        }
        kit_end(&kit);
    }
}

static void below_an_uneven_scale_the_nearest_rotation_is_given_and_said(void **state)
{
    (void)state;
    // Parent scaled (2, 1, 1); the body turns by 45 degrees about Z: no rotation and scale (1, 1,
    // 1) under such a parent looks like that. Its place is exact all the same.
    Kit kit = kit_begin();
    const int32_t parent = kit_node(&kit, -1), node = kit_node(&kit, parent);
    kit_scale(&kit, parent, 2, 1, 1);
    kit_motion(&kit, node);
    const TumScene *scene = kit_finish(&kit);
    const double position[] = {6, 1, 0}, rotation[] = {0, 0, sin(PI / 8), cos(PI / 8)};
    const Locals locals = write_back(scene, position, rotation);
    assert_true(locals.sheared[node]);
    assert_false(locals.sheared[parent]);
    assert_vector(&locals.translation[3 * node], 3, 1, 0);
    // diag(1/2, 1, 1) R diag(2, 1, 1) = [[c, -c/2], [2c, c]]: its nearest rotation has the angle
    // atan2(2c + c/2, 2c) = atan2(5, 4).
    const double angle = atan2(5, 4);
    assert_near(locals.rotation[4 * node + 2], sin(angle / 2), 1e-9);
    kit_end(&kit);
}

static void a_flat_node_still_turns(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_scale(&kit, node, 2, 0, 3);
    kit_motion(&kit, node);
    const TumScene *scene = kit_finish(&kit);
    const double position[] = {0, 0, 0}, rotation[] = {0.5, 0.5, 0.5, 0.5};
    const Locals locals = write_back(scene, position, rotation);
    for (size_t k = 0; k < 4; ++k) {
        assert_near(locals.rotation[4 * node + (int32_t)k], 0.5, 1e-12);
    }
    assert_false(locals.sheared[node]);
    kit_end(&kit);
}

static void below_a_scale_of_zero_the_authored_transform_stays(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t parent = kit_node(&kit, -1), node = kit_node_at(&kit, parent, 1, 2, 3);
    kit_scale(&kit, parent, 0, 0, 0);
    kit_motion(&kit, node);
    const TumScene *scene = kit_finish(&kit);
    const double position[] = {7, 7, 7}, rotation[] = {0, 0, 0, 1};
    const Locals locals = write_back(scene, position, rotation);
    assert_vector(&locals.translation[3 * node], 1, 2, 3);
    assert_true(locals.sheared[node]);
    kit_end(&kit);
}

static void without_memory_it_says_so(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    Kit kit = {0};
    kit.builder = tum_scene_builder_create(&allocator, 3, 1000.0, "", NULL);
    kit_motion(&kit, kit_node(&kit, -1));
    const TumScene *scene = kit_finish(&kit);
    counting.fail_after = 0;
    const double position[] = {0, 0, 0}, rotation[] = {0, 0, 0, 1};
    double t[3], q[4];
    assert_int_equal(tum_scene_local_transforms3(scene, position, rotation, t, q, NULL),
                     TUM_ERROR_MEMORY);
    kit_end(&kit);
    assert_int_equal(counting.blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_that_did_not_move_keeps_its_numbers),
        cmocka_unit_test(a_body_below_a_turned_and_scaled_parent_lands_where_it_should),
        cmocka_unit_test(a_body_nested_in_a_body_is_not_carried_along),
        cmocka_unit_test(random_trees_of_even_and_mirrored_scales_come_out_exactly),
        cmocka_unit_test(below_an_uneven_scale_the_nearest_rotation_is_given_and_said),
        cmocka_unit_test(a_flat_node_still_turns),
        cmocka_unit_test(below_a_scale_of_zero_the_authored_transform_stays),
        cmocka_unit_test(without_memory_it_says_so),
    };
    return cmocka_run_group_tests_name("write-back", tests, NULL, NULL);
}
