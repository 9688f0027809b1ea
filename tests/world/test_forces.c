// SPDX-License-Identifier: MIT
// Gravity of a running world, and damping: v' = -d v.
#include "tests/support/program_support.h"
#include "tumble/checkpoint.h"

static void run(TumWorld *world, int rate, double seconds)
{
    const int steps = (int)(seconds * rate + 0.5);
    for (int i = 0; i < steps; ++i) {
        ok(tum_world_step(world, 1.0f / (float)rate));
    }
}

static TumBodyId flying_ball(TumWorld *world, float linear, float angular)
{
    TumBodyDef3 def = tum_default_body_def3();
    TumColliderDef3 ball = ball_def3(0.5f);
    TumBodyId body;
    def.linear_velocity = (TumVec3){4, 0, 0};
    def.angular_velocity = (TumVec3){0, 3, 0};
    def.linear_damping = linear;
    def.angular_damping = angular;
    ok(tum_world_add_body3(world, &def, &body));
    ok(tum_world_add_collider3(world, body, &ball, NULL));
    return body;
}

// v = v0 exp(-d t), whatever the rate. x = v0 (1 - exp(-d t)) / d, to the square of (d h) / 24 of
// it: a step moves by its length times the velocity in its middle.
static void free_bodies_lose_velocity_exponentially_at_any_rate(void **state)
{
    (void)state;
    const int rates[3] = {30, 60, 240};
    for (int i = 0; i < 3; ++i) {
        const TumWorldDef def = weightless_def();
        TumWorld *world = program_world(3, &def);
        const TumBodyId body = flying_ball(world, 0.7f, 2.0f);
        run(world, rates[i], 1.5);
        assert_vec3_near(tum_body_linear_velocity3(world, body), 4 * exp(-0.7 * 1.5), 0, 0, 2e-5);
        assert_vec3_near(tum_body_angular_velocity3(world, body), 0, 3 * exp(-2.0 * 1.5), 0, 2e-5);
        const double x = 4 * (1 - exp(-0.7 * 1.5)) / 0.7, h = 1.0 / rates[i];
        assert_vec3_near(tum_body_pose3(world, body).position, x, 0, 0,
                         x * (0.7 * h) * (0.7 * h) / 24 + 1e-5);
        tum_world_destroy(world);
    }
}

// g / d (1 - (d h)^2 / 24): with h = 1/60 s and d = 2 /s that is 46 millionths less than g / d.
static void what_falls_comes_to_gravity_by_damping(void **state)
{
    (void)state;
    TumWorld *world = program_world(3, NULL);
    const TumBodyId body = flying_ball(world, 2, 0);
    run(world, 60, 10);
    const double h = 1.0 / 60, v = 9.81 / 2 * (1 - (2 * h) * (2 * h) / 24);
    assert_vec3_near(tum_body_linear_velocity3(world, body), 0, -v, 0, 2e-5);
    tum_world_destroy(world);
}

// The momentum of a body with three different moments keeps its direction and decays as a whole.
static void what_tumbles_loses_its_angular_momentum(void **state)
{
    (void)state;
    const TumWorldDef def = weightless_def();
    TumWorld *world = program_world(3, &def);
    TumBodyDef3 body = tum_default_body_def3();
    TumBodyId id;
    body.mass.inertia = (TumVec3){1, 2, 3};
    body.angular_velocity = (TumVec3){0.5f, 2, 0.1f};
    body.angular_damping = 0.5f;
    ok(tum_world_add_body3(world, &body, &id));
    run(world, 240, 2);
    // L = R diag(1, 2, 3) R^T w, by rotating the spin into the body and the momentum out of it.
    const TumQuat q = tum_body_pose3(world, id).rotation;
    const TumVec3 w = tum_body_angular_velocity3(world, id);
    const double x = (double)q.x, y = (double)q.y, z = (double)q.z, s = (double)q.w;
    const double r[3][3] = {
        {1 - 2 * (y * y + z * z), 2 * (x * y - z * s), 2 * (x * z + y * s)},
        {2 * (x * y + z * s), 1 - 2 * (x * x + z * z), 2 * (y * z - x * s)},
        {2 * (x * z - y * s), 2 * (y * z + x * s), 1 - 2 * (x * x + y * y)},
    };
    const double spin[3] = {(double)w.x, (double)w.y, (double)w.z}, start[3] = {0.5, 4, 0.3};
    for (int row = 0; row < 3; ++row) {
        double momentum = 0;
        for (int k = 0; k < 3; ++k) {
            const double inside = r[0][k] * spin[0] + r[1][k] * spin[1] + r[2][k] * spin[2];
            momentum += r[row][k] * (k + 1) * inside;
        }
        assert_near(momentum, start[row] * exp(-0.5 * 2), 2e-3);
    }
    tum_world_destroy(world);
}

static void in_four_dimensions_damping_is_the_same(void **state)
{
    (void)state;
    const TumWorldDef def = weightless_def();
    TumWorld *world = program_world(4, &def);
    const TumBodyId body =
        program_body4(world, TUM_BODY_DYNAMIC, ball_def4(0.5f), (TumVec4){0, 0, 0, 0}, 0);
    ok(tum_body_set_linear_velocity4(world, body, (TumVec4){0, 0, 0, 4}));
    ok(tum_body_set_angular_velocity4(world, body, (TumBivec4){.xw = 3}));
    ok(tum_body_set_damping(world, body, 0.7f, 2.0f));
    run(world, 60, 1.5);
    assert_vec4_near(tum_body_linear_velocity4(world, body), 0, 0, 0, 4 * exp(-0.7 * 1.5), 2e-5);
    assert_near(tum_body_angular_velocity4(world, body).xw, 3 * exp(-2.0 * 1.5), 2e-5);
    ok(tum_world_set_gravity4(world, (TumVec4){0, 0, 0, -1}));
    assert_vec4_near(tum_world_gravity4(world), 0, 0, 0, -1, 0);
    ok(tum_body_set_damping(world, body, 0, 0));
    const float before = tum_body_linear_velocity4(world, body).w;
    run(world, 60, 1);
    assert_near(tum_body_linear_velocity4(world, body).w, (double)before - 1, 1e-4);
    tum_world_destroy(world);
}

// A hash before and after: none of the bits of who has no damping change, with and without others
// who have.
static void who_has_no_damping_moves_as_if_there_were_none(void **state)
{
    (void)state;
    TumVec3 places[3];
    for (int i = 0; i < 3; ++i) {
        TumWorld *world = program_world(3, NULL);
        const TumBodyId body = flying_ball(world, 0, 0);
        const TumBodyId other =
            program_body3(world, TUM_BODY_DYNAMIC, ball_def3(0.5f), (TumVec3){50, 50, 50}, 0);
        if (i == 1) {
            ok(tum_body_set_damping(world, other, 3, 3));
        } else if (i == 2) {
            ok(tum_body_set_damping(world, body, 3, 3));
            ok(tum_body_set_damping(world, body, 0, 0));
        }
        run(world, 60, 1);
        places[i] = tum_body_pose3(world, body).position;
        tum_world_destroy(world);
    }
    assert_memory_equal(&places[0], &places[1], sizeof *places);
    assert_memory_equal(&places[0], &places[2], sizeof *places);
}

static void only_dynamic_bodies_are_damped(void **state)
{
    (void)state;
    TumWorld *world = program_world(3, NULL);
    const TumBodyId body = flying_ball(world, 5, 5);
    ok(tum_body_set_kind(world, body, TUM_BODY_KINEMATIC));
    run(world, 60, 1);
    assert_vec3_near(tum_body_linear_velocity3(world, body), 4, 0, 0, 0);
    assert_near(tum_body_linear_damping(world, body), 5, 0);
    assert_near(tum_body_angular_damping(world, body), 5, 0);
    tum_world_destroy(world);
}

static void what_is_no_damping_is_refused(void **state)
{
    (void)state;
    TumWorld *world = program_world(3, NULL);
    const TumBodyId body = flying_ball(world, 1, 2);
    const float bad[3] = {-1, INFINITY, NAN};
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(tum_body_set_damping(world, body, bad[i], 0), TUM_ERROR_ARGUMENT);
        assert_int_equal(tum_body_set_damping(world, body, 0, bad[i]), TUM_ERROR_ARGUMENT);
        TumBodyDef3 def = tum_default_body_def3();
        def.angular_damping = bad[i];
        assert_int_equal(tum_world_add_body3(world, &def, NULL), TUM_ERROR_ARGUMENT);
    }
    assert_near(tum_body_linear_damping(world, body), 1, 0);
    assert_near(tum_body_angular_damping(world, body), 2, 0);
    // A place that is used again begins without.
    ok(tum_world_remove_body(world, body));
    assert_int_equal(tum_body_set_damping(world, body, 0, 0), TUM_ERROR_ARGUMENT);
    const TumBodyId next = flying_ball(world, 0, 0);
    assert_int_equal(next.index1, body.index1);
    assert_near(tum_body_linear_damping(world, next), 0, 0);
    tum_world_destroy(world);
}

static void a_new_gravity_wakes_who_falls_by_it(void **state)
{
    (void)state;
    TumWorld *world = program_world(3, NULL);
    program_body3(world, TUM_BODY_STATIC, plane_def3(), (TumVec3){0, 0, 0}, 0);
    TumBodyId balls[2];
    for (int i = 0; i < 2; ++i) {
        balls[i] = program_body3(world, TUM_BODY_DYNAMIC, ball_def3(0.5f),
                                 (TumVec3){3.0f * (float)i, 0.5f, 0}, 0);
    }
    ok(tum_body_set_gravity_factor(world, balls[1], 0));
    assert_near(tum_body_gravity_factor(world, balls[1]), 0, 0);
    program_run(world, 120);
    assert_false(tum_body_is_awake(world, balls[0]));
    assert_vec3_near(tum_world_gravity3(world), 0, (double)-9.81f, 0, 0);
    ok(tum_world_set_gravity3(world, (TumVec3){0, -9.81f, 0}));
    assert_false(tum_body_is_awake(world, balls[0]));
    ok(tum_world_set_gravity3(world, (TumVec3){0, 2, 0}));
    assert_true(tum_body_is_awake(world, balls[0]));
    assert_false(tum_body_is_awake(world, balls[1]));
    program_run(world, 60);
    assert_near(tum_body_linear_velocity3(world, balls[0]).y, 2, 0.02);
    assert_near(tum_body_pose3(world, balls[1]).position.y, 0.5, 1e-3);
    assert_int_equal(tum_world_set_gravity3(world, (TumVec3){0, NAN, 0}), TUM_ERROR_ARGUMENT);
    assert_vec3_near(tum_world_gravity3(world), 0, 2, 0, 0);
    tum_world_destroy(world);
}

static void checkpoints_keep_gravity_and_damping(void **state)
{
    (void)state;
    TumWorld *world = program_world(3, NULL), *next = program_world(3, NULL);
    const TumBodyId body = flying_ball(world, 0.5f, 1.5f);
    ok(tum_world_set_gravity3(world, (TumVec3){1, 2, 3}));
    run(world, 60, 0.5);
    const size_t count = tum_checkpoint_bytes(world);
    void *bytes = malloc(count);
    ok(tum_checkpoint_write(world, bytes, count));
    ok(tum_checkpoint_read(next, bytes, count, NULL, NULL));
    free(bytes);
    TumBodyId same = body;
    same.world = tum_world_body_at(next, 0).world;
    assert_vec3_near(tum_world_gravity3(next), 1, 2, 3, 0);
    assert_near(tum_body_linear_damping(next, same), 0.5, 0);
    assert_near(tum_body_angular_damping(next, same), 1.5, 0);
    for (int i = 0; i < 30; ++i) {
        run(world, 60, 1.0 / 60);
        run(next, 60, 1.0 / 60);
        assert_true(tum_world_hash(world) == tum_world_hash(next));
    }
    tum_world_destroy(world);
    tum_world_destroy(next);
}

// A force F at a point adds the torque (point - centre) x F; the step that it acts in takes both.
static void added_forces_are_read_until_the_next_step(void **state)
{
    (void)state;
    TumWorld *world = program_world(3, NULL);
    const TumBodyId body =
        program_body3(world, TUM_BODY_DYNAMIC, ball_def3(1), (TumVec3){1, 0, 0}, 0);
    const TumVec3 point = {1, 0, 2};
    TumVec3 force, torque;
    tum_body_force3(world, body, &force, &torque);
    assert_vec3_near(force, 0, 0, 0, 0);
    ok(tum_body_add_force3(world, body, (TumVec3){0, 5, 0}, &point));
    ok(tum_body_add_force3(world, body, (TumVec3){3, 0, 0}, NULL));
    ok(tum_body_add_torque3(world, body, (TumVec3){0, 0, 7}));
    tum_body_force3(world, body, &force, &torque);
    assert_vec3_near(force, 3, 5, 0, 0);
    assert_vec3_near(torque, -10, 0, 7, 0);
    run(world, 60, 1.0 / 60);
    tum_body_force3(world, body, &force, &torque);
    assert_vec3_near(force, 0, 0, 0, 0);
    assert_vec3_near(torque, 0, 0, 0, 0);
    ok(tum_body_add_force3(world, body, (TumVec3){0, 5, 0}, NULL));
    ok(tum_world_remove_body(world, body));
    tum_body_force3(world, body, &force, NULL);
    assert_vec3_near(force, 0, 0, 0, 0);
    tum_world_destroy(world);
}

static void in_four_dimensions_added_forces_are_read_too(void **state)
{
    (void)state;
    TumWorld *world = program_world(4, NULL);
    const TumBodyId body =
        program_body4(world, TUM_BODY_DYNAMIC, ball_def4(1), (TumVec4){0, 0, 0, 0}, 0);
    const TumVec4 point = {0, 0, 0, 2};
    TumVec4 force;
    TumBivec4 torque;
    ok(tum_body_add_force4(world, body, (TumVec4){0, 5, 0, 0}, &point));
    ok(tum_body_add_torque4(world, body, (TumBivec4){.xy = 7}));
    tum_body_force4(world, body, &force, &torque);
    assert_vec4_near(force, 0, 5, 0, 0, 0);
    // 2 W ^ 5 Y = -10 Y ^ W.
    assert_near(torque.yw, -10, 0);
    assert_near(torque.xy, 7, 0);
    program_run(world, 1);
    tum_body_force4(world, body, &force, NULL);
    assert_vec4_near(force, 0, 0, 0, 0, 0);
    tum_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_bodies_lose_velocity_exponentially_at_any_rate),
        cmocka_unit_test(what_falls_comes_to_gravity_by_damping),
        cmocka_unit_test(what_tumbles_loses_its_angular_momentum),
        cmocka_unit_test(in_four_dimensions_damping_is_the_same),
        cmocka_unit_test(who_has_no_damping_moves_as_if_there_were_none),
        cmocka_unit_test(only_dynamic_bodies_are_damped),
        cmocka_unit_test(what_is_no_damping_is_refused),
        cmocka_unit_test(a_new_gravity_wakes_who_falls_by_it),
        cmocka_unit_test(checkpoints_keep_gravity_and_damping),
        cmocka_unit_test(added_forces_are_read_until_the_next_step),
        cmocka_unit_test(in_four_dimensions_added_forces_are_read_too),
    };
    return cmocka_run_group_tests_name("gravity and damping", tests, NULL, NULL);
}
