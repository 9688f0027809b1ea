// SPDX-License-Identifier: MIT
// Bodies go through a step side by side as Euler's equations say, and with the same bits whatever
// the instructions.
#include "contact3/recycle3.h"
#include "motion3/body_kernel3.h"
#include "motion3/space_ops3.h"
#include "space3/bodies3.h"
#include "space3/gyroscope3.h"
#include "system/cpu.h"
#include "tests/support/support.h"

#include <math.h>

static const float SUBSTEP = 1.0f / 240.0f;

static Vec3 random_vector(Random *random, double most)
{
    const double x = random_in(random, -most, most), y = random_in(random, -most, most);
    return (Vec3){(float)x, (float)y, (float)random_in(random, -most, most)};
}

static BodyBatch3 all_of(const Space3 *space)
{
    BodyBatch3 batch = {.count = (uint32_t)space->bodies.states.count};
    for (uint32_t i = 0; i < batch.count; ++i) {
        batch.body[i] = (int32_t)i;
    }
    return batch;
}

static void add_body(Space3 *space, Vec3 inertia, Quat rotation, Vec3 linear, Vec3 angular)
{
    const BodyDef3 body = {
        .pose = {{0, 0, 0}, rotation},
        .is_dynamic = true,
        .inverse_mass = 1.0f,
        .inertia = inertia,
        .inverse_inertia = {1.0f / inertia.x, 1.0f / inertia.y, 1.0f / inertia.z},
        .body_from_principal = quat_normalize((Quat){0.2f, -0.1f, 0.5f, 0.7f}),
        .linear_velocity = linear,
        .angular_velocity = angular,
        .gravity_factor = 1.0f,
    };
    assert_true(tum_space3_add_body(space, &body));
    space->bodies.masses.items[space->bodies.masses.count - 1].bounding_radius = 1.0f;
}

static void begin_step(Space3 *space, const BodyKernel3 *kernel, const BodyBatch3 *batch)
{
    for (uint32_t i = 0; i < batch->count; ++i) {
        space->bodies.states.items[i].moved = space->bodies.states.items[i].turned =
            (Vec3){0, 0, 0};
        space->bodies.starts.items[i] = (BodyStart3){
            .fall = 1.0f,
            .rotation_mode = space->bodies.masses.items[i].is_gyroscopic ? ROTATION_GYROSCOPIC
                                                                         : ROTATION_ISOTROPIC,
            .bounding_radius = space->bodies.masses.items[i].bounding_radius,
            .ccd_distance_squared = INFINITY,
        };
    }
    kernel->weigh(space, batch);
}

static void run_steps(Space3 *space, const BodyKernel3 *kernel, int count)
{
    const BodyBatch3 batch = all_of(space);
    for (int i = 0; i < count; ++i) {
        begin_step(space, kernel, &batch);
        for (int k = 0; k < 4; ++k) {
            assert_int_equal(kernel->move(space, &batch, SUBSTEP, true), 0);
        }
        assert_int_equal(kernel->finish(space, &batch), 0);
    }
}

static Vec3 momentum_of(const Space3 *space, int32_t body)
{
    const Quat q = quat_multiply(space->bodies.places.items[body].rotation,
                                 space->bodies.masses.items[body].body_from_principal);
    const Vec3 local = quat_unrotate(q, space->bodies.states.items[body].angular);
    return quat_rotate(q, vec3_multiply(local, space->bodies.masses.items[body].inertia));
}

static float energy_of(const Space3 *space, int32_t body)
{
    return 0.5f * vec3_dot(space->bodies.states.items[body].angular, momentum_of(space, body));
}

// A brick, a rod and a plate; for seven minutes.
static void a_tumbling_body_keeps_its_momentum_and_nearly_its_energy(void **state)
{
    (void)state;
    Space3 *space = tum_space3_create(NULL, 1, CPU_SCALAR);
    const Quat rotation = quat_normalize((Quat){0.1f, -0.4f, 0.3f, 0.8f});
    add_body(space, (Vec3){1, 2, 3}, rotation, (Vec3){0, 0, 0}, (Vec3){2, -3, 4});
    add_body(space, (Vec3){0.02f, 1, 1}, rotation, (Vec3){0, 0, 0}, (Vec3){5, -6, 3});
    add_body(space, (Vec3){1, 1.1f, 2}, rotation, (Vec3){0, 0, 0}, (Vec3){-7, 2, 5});
    Vec3 momentum[3];
    float energy[3];
    for (int32_t i = 0; i < 3; ++i) {
        momentum[i] = momentum_of(space, i);
        energy[i] = energy_of(space, i);
    }
    run_steps(space, space->kernels.bodies, 25000);
    for (int32_t i = 0; i < 3; ++i) {
        assert_near(vec3_distance(momentum_of(space, i), momentum[i]) / vec3_length(momentum[i]), 0,
                    5e-4);
        assert_near(energy_of(space, i) / energy[i], 1, 1e-2);
    }
    tum_space3_destroy(space);
}

// Four substeps, of second order: a tenth of the turn between two of them, squared.
static void a_step_ends_where_a_thousand_small_ones_lead(void **state)
{
    (void)state;
    Space3 *space = tum_space3_create(NULL, 1, CPU_SCALAR);
    const Vec3 inertia = {1, 2, 4}, spin = {3, 5, -4};
    add_body(space, inertia, quat_normalize((Quat){0.1f, -0.4f, 0.3f, 0.8f}), (Vec3){0, 0, 0},
             spin);
    const Quat start = space->bodies.places.items[0].rotation;
    const Quat principal = space->bodies.masses.items[0].body_from_principal;
    Quat fine = start;
    for (int i = 0; i < 1000; ++i) {
        tum_turn_gyroscopic3(&fine, start, spin, inertia, principal, 4e-3f * SUBSTEP);
    }
    const Vec3 end = tum_end_gyroscopic3(fine, start, spin, inertia, principal);
    run_steps(space, space->kernels.bodies, 1);
    const Quat rotation = space->bodies.places.items[0].rotation;
    assert_near(rotation.x, fine.x, 1e-5);
    assert_near(rotation.y, fine.y, 1e-5);
    assert_near(rotation.z, fine.z, 1e-5);
    assert_near(rotation.w, fine.w, 1e-5);
    assert_near(vec3_distance(space->bodies.states.items[0].angular, end), 0, 1e-4);
    tum_space3_destroy(space);
}

static void bodies_fall_and_keep_what_contacts_gave_them(void **state)
{
    (void)state;
    Space3 *space = tum_space3_create(NULL, 1, CPU_SCALAR);
    add_body(space, (Vec3){1, 1, 1}, QUAT_IDENTITY, (Vec3){1, 2, 3}, (Vec3){0, 0, 1});
    const BodyBatch3 batch = all_of(space);
    begin_step(space, space->kernels.bodies, &batch);
    const Vec3 pull = {0, -0.5f, 0};
    SolverBody3 *body = &space->bodies.states.items[0];
    space->kernels.bodies->accelerate(space, batch.body, 1, pull, false);
    assert_near(body->linear.y, 1.5, 0);
    body->linear.y += 0.25f; // a contact
    body->angular.x += 2.0f;
    space->kernels.bodies->accelerate(space, batch.body, 1, pull, true);
    assert_near(body->linear.x, 1, 0);
    assert_near(body->linear.y, 1.75 - 0.5 + 0.25, 0);
    assert_near(body->angular.x, 2 + 2, 0);
    assert_near(body->angular.z, 1, 0);
    tum_space3_destroy(space);
}

// What may pass through something, what tumbles too far, what is moved by itself.
static void what_does_not_fit_a_batch_is_left_where_it_was(void **state)
{
    (void)state;
    Space3 *space = tum_space3_create(NULL, 1, CPU_SCALAR);
    const Vec3 inertia = {1, 2, 3}, v = {1, 0, 0};
    add_body(space, inertia, QUAT_IDENTITY, v, (Vec3){1, 0, 0});
    add_body(space, inertia, QUAT_IDENTITY, v, (Vec3){1, 0, 0});
    add_body(space, inertia, QUAT_IDENTITY, v, (Vec3){0, 100, 1});
    add_body(space, inertia, QUAT_IDENTITY, v, (Vec3){1, 0, 0});
    const BodyBatch3 batch = all_of(space);
    begin_step(space, space->kernels.bodies, &batch);
    // Half of what the fourth moves, at 1 m/s and 1 rad/s where it reaches a metre.
    space->bodies.starts.items[1].ccd_distance_squared = SUBSTEP * SUBSTEP;
    space->bodies.starts.items[3].rotation_mode = ROTATION_ALONE;
    assert_int_equal(space->kernels.bodies->move(space, &batch, SUBSTEP, true), 2 + 4 + 8);
    assert_near(space->bodies.states.items[0].moved.x, SUBSTEP, 0);
    for (int i = 1; i < 4; ++i) {
        assert_near(space->bodies.states.items[i].moved.x, 0, 0);
        assert_near(vec3_length(space->bodies.states.items[i].turned), 0, 0);
    }
    assert_int_equal(space->kernels.bodies->move(space, &batch, SUBSTEP, false), 4 + 8);
    assert_near(space->bodies.states.items[1].moved.x, SUBSTEP, 0);
    tum_space3_destroy(space);
}

// So that somebody looks at it, lane by lane.
static void what_is_no_number_or_runs_away_is_left_at_the_end(void **state)
{
    (void)state;
    Space3 *space = tum_space3_create(NULL, 1, CPU_SCALAR);
    for (int i = 0; i < 5; ++i) {
        add_body(space, (Vec3){1, 2, 3}, QUAT_IDENTITY, (Vec3){1, 0, 0}, (Vec3){1, 0, 0});
    }
    const BodyBatch3 batch = all_of(space);
    begin_step(space, space->kernels.bodies, &batch);
    space->bodies.states.items[1].linear.y = NAN;
    space->bodies.states.items[2].moved.z = INFINITY;
    space->bodies.states.items[3].angular.x = 2e6f;
    space->bodies.places.items[4].rotation.w = NAN;
    assert_int_equal(space->kernels.bodies->finish(space, &batch), 2 + 4 + 8 + 16);
    tum_space3_destroy(space);
}

static void fill(Space3 *space, uint32_t count)
{
    Random random = {7};
    for (uint32_t i = 0; i < count; ++i) {
        const Vec3 uneven = vec3_add((Vec3){1.5f, 1.5f, 1.5f}, random_vector(&random, 1.0));
        const Vec3 axis = random_vector(&random, 1.0), linear = random_vector(&random, 1.0);
        const Vec3 inertia = i % 3 == 0 ? (Vec3){2, 2, 2} : uneven;
        add_body(space, inertia, quat_normalize((Quat){axis.x, axis.y, axis.z, 0.5f}), linear,
                 random_vector(&random, 10.0));
    }
}

// Of those that tumble too, whose way is not an even one.
static void the_end_of_a_step_notes_how_bodies_moved(void **state)
{
    (void)state;
    Space3 *space = tum_space3_create(NULL, 1, CPU_SCALAR);
    fill(space, WIDE);
    Pose3 before[WIDE];
    for (int32_t i = 0; i < WIDE; ++i) {
        space->bodies.masses.items[i].bounding_radius = 0.5f + (float)i;
        before[i] =
            (Pose3){space->bodies.places.items[i].center, space->bodies.places.items[i].rotation};
    }
    run_steps(space, space->kernels.bodies, 1);
    for (int32_t i = 0; i < WIDE; ++i) {
        const BodyPlace3 *place = &space->bodies.places.items[i];
        const SolverBody3 *body = &space->bodies.states.items[i];
        const float bounding_radius = 0.5f + (float)i;
        const MotionBound3 way = tum_motion_bound3_between(
            before[i], (Pose3){place->center, place->rotation}, bounding_radius);
        assert_near(vec3_distance(body->moved, way.moved), 0, 1e-6);
        assert_near(vec3_distance(body->turned, way.turned), 0, 1e-6);
        assert_near(body->angular_bound, way.angular_bound, 1e-6);
        assert_near(body->angular_speed_bound, bounding_radius * vec3_length(body->angular),
                    1e-6 * body->angular_speed_bound);
    }
    tum_space3_destroy(space);
}

// Its assembly has turned it in each substep.
static void the_end_of_a_step_notes_how_a_joined_body_moved(void **state)
{
    (void)state;
    Space3 *space = tum_space3_create(NULL, 1, CPU_SCALAR);
    const Pose3 before = {{0, 0, 0}, quat_normalize((Quat){0.3f, 0.1f, -0.2f, 0.9f})};
    const Pose3 after = {{1, -2, 3}, quat_normalize((Quat){0.1f, -0.4f, 0.3f, 0.8f})};
    add_body(space, (Vec3){1, 2, 3}, before.rotation, (Vec3){4, 5, 6}, (Vec3){7, -8, 9});
    const BodyBatch3 batch = all_of(space);
    begin_step(space, space->kernels.bodies, &batch);
    space->bodies.starts.items[0].rotation_mode = ROTATION_JOINED;
    space->bodies.before.items[0].pose = before;
    space->bodies.places.items[0].rotation = after.rotation;
    space->bodies.states.items[0].moved = after.position;
    assert_int_equal(space->kernels.bodies->finish(space, &batch), 0);
    const MotionBound3 way = tum_motion_bound3_between(before, after, 1.0f);
    assert_near(vec3_distance(space->bodies.states.items[0].moved, way.moved), 0, 0);
    assert_near(vec3_distance(space->bodies.states.items[0].turned, way.turned), 0, 1e-6);
    assert_near(space->bodies.states.items[0].angular_bound, way.angular_bound, 1e-6);
    assert_near(space->bodies.states.items[0].angular_speed_bound, vec3_length((Vec3){7, -8, 9}),
                1e-5);
    tum_space3_destroy(space);
}

static void every_instruction_set_gives_the_bits_of_the_scalar_kernel(void **state)
{
    (void)state;
    for (uint32_t count = 1; count <= WIDE; count += 7) {
        Space3 *expected = tum_space3_create(NULL, 1, CPU_SCALAR);
        fill(expected, count);
        run_steps(expected, expected->kernels.bodies, 50);
        for (int i = 0; i < CPU_INSTRUCTIONS_COUNT; ++i) {
            if (!tum_cpu_has((CpuInstructions)i)) {
                continue;
            }
            Space3 *space = tum_space3_create(NULL, 1, (CpuInstructions)i);
            fill(space, count);
            run_steps(space, space->kernels.bodies, 50);
            for (uint32_t k = 0; k < count; ++k) {
                assert_memory_equal(&space->bodies.states.items[k],
                                    &expected->bodies.states.items[k], sizeof(SolverBody3));
                assert_memory_equal(&space->bodies.places.items[k].center,
                                    &expected->bodies.places.items[k].center, sizeof(Vec3));
                assert_memory_equal(&space->bodies.places.items[k].rotation,
                                    &expected->bodies.places.items[k].rotation, sizeof(Quat));
            }
            tum_space3_destroy(space);
        }
        tum_space3_destroy(expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tumbling_body_keeps_its_momentum_and_nearly_its_energy),
        cmocka_unit_test(a_step_ends_where_a_thousand_small_ones_lead),
        cmocka_unit_test(bodies_fall_and_keep_what_contacts_gave_them),
        cmocka_unit_test(what_does_not_fit_a_batch_is_left_where_it_was),
        cmocka_unit_test(what_is_no_number_or_runs_away_is_left_at_the_end),
        cmocka_unit_test(the_end_of_a_step_notes_how_bodies_moved),
        cmocka_unit_test(the_end_of_a_step_notes_how_a_joined_body_moved),
        cmocka_unit_test(every_instruction_set_gives_the_bits_of_the_scalar_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
