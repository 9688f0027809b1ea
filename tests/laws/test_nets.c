// SPDX-License-Identifier: MIT
// Nets that one matrix could hold are swept, which takes a fraction of the time, as long as no body
// of the world is much heavier than a knot.
#include "tests/support/joint_support.h"
#include "tumble/checkpoint.h"

enum { SIDE = 8 }; // 112 joints, 49 meshes

static const double APART = 0.5;   // [m] Of the knots.
static const double KNOT = 2;      // [kg]
static const double WIDEST = 0.01; // [m] A swept net opens by no more,
static const double EXACT = 1e-4;  // [m] one with a matrix by less than this,
static const double SEEN = 1e-3;   // [m] and a swept one by more than this.

typedef struct Net {
    Setup setup;
    Joints joints;
    int knot[SIDE][SIDE]; // column, row
    int other;            // a ball far away on the floor, joined to
    int beside;           // one as heavy as a knot
} Net;

// Spheres that hang by two corners, and two joined balls that nothing brings near them, one of
// another weight. The caller starts the setup.
static Net *make_net(double weight, int threads, TumInstructions instructions)
{
    Net *net = calloc(1, sizeof *net);
    Setup *setup = &net->setup;
    *setup = setup_empty();
    setup->def.threads = threads;
    setup->def.instructions = instructions;
    net->joints = joints_of(setup);
    for (int k = 0; k < SIDE; ++k) {
        for (int i = 0; i < SIDE; ++i) {
            const double x = k * APART, y = 10 - i * APART;
            const bool holds = i == 0 && (k == 0 || k == SIDE - 1);
            const int knot = holds ? setup_static(setup, sphere_shape(0.2), x, y, 0)
                                   : setup_body(setup, sphere_shape(0.2), x, y, 0);
            setup->things[knot].motion.mass = KNOT;
            net->knot[k][i] = knot;
            if (i > 0) {
                joint_ball(&net->joints, joint_add(&net->joints, net->knot[k][i - 1], knot, x,
                                                   y + 0.5 * APART, 0));
            }
            if (k > 0) {
                joint_ball(&net->joints, joint_add(&net->joints, net->knot[k - 1][i], knot,
                                                   x - 0.5 * APART, y, 0));
            }
        }
    }
    setup_floor(setup);
    net->other = setup_body(setup, sphere_shape(0.5), 50, 0.5, 0);
    setup->things[net->other].motion.mass = weight;
    net->beside = setup_body(setup, sphere_shape(0.5), 51.1, 0.5, 0);
    setup->things[net->beside].motion.mass = KNOT;
    joint_ball(&net->joints, joint_add(&net->joints, net->other, net->beside, 50.55, 0.5, 0));
    return net;
}

static Net *hang_net(double weight, int threads, TumInstructions instructions)
{
    Net *net = make_net(weight, threads, instructions);
    setup_start(&net->setup);
    return net;
}

static Net *hang(double weight)
{
    return hang_net(weight, 1, TUM_INSTRUCTIONS_WIDEST);
}

static void take_down(Net *net)
{
    joints_end(&net->joints);
    free(net);
}

static void set_weight(Net *net, double kilograms)
{
    const float moment = (float)(0.4 * kilograms * 0.5 * 0.5);
    const TumMass3 mass = {
        .mass = (float)kilograms, .inertia = {moment, moment, moment}, .orientation = {0, 0, 0, 1}};
    assert_int_equal(tum_body_set_mass3(net->setup.world, setup_id(&net->setup, net->other), &mass),
                     TUM_OK);
}

static void a_small_net_gives_way_by_millimetres_and_is_reported_to(void **state)
{
    (void)state;
    Net *net = hang(32 * KNOT);
    assert_true(report_has(net->setup.report, "SIMULATION_APPROXIMATED", "/joint"));
    for (int i = 0; i < 8; ++i) {
        setup_run(&net->setup, 0.25);
        assert_between(joints_widest_gap(&net->joints), SEEN, WIDEST);
    }
    take_down(net);
}

static void beside_a_body_much_heavier_than_a_knot_a_net_is_solved_as_one(void **state)
{
    (void)state;
    Net *net = hang(33 * KNOT);
    assert_false(report_has(net->setup.report, "SIMULATION_APPROXIMATED", "/joint"));
    for (int i = 0; i < 8; ++i) {
        setup_run(&net->setup, 0.25);
        assert_between(joints_widest_gap(&net->joints), 0, EXACT);
    }
    take_down(net);
}

static void a_heavy_body_that_comes_closes_the_net_and_one_that_goes_opens_it(void **state)
{
    (void)state;
    Net *net = hang(KNOT);
    setup_run(&net->setup, 0.5);
    assert_between(joints_widest_gap(&net->joints), SEEN, WIDEST);
    TumBodyDef3 def = tum_default_body_def3();
    def.pose.position = (TumVec3){-50, 100, 0};
    def.mass.mass = (float)(100 * KNOT);
    TumBodyId heavy;
    assert_int_equal(tum_world_add_body3(net->setup.world, &def, &heavy), TUM_OK);
    setup_run(&net->setup, 0.5);
    assert_between(joints_widest_gap(&net->joints), 0, EXACT);
    assert_int_equal(tum_world_remove_body(net->setup.world, heavy), TUM_OK);
    setup_run(&net->setup, 0.5);
    assert_between(joints_widest_gap(&net->joints), SEEN, WIDEST);
    take_down(net);
}

static void a_change_of_mass_changes_the_solver_of_a_net(void **state)
{
    (void)state;
    Net *net = hang(KNOT);
    setup_run(&net->setup, 0.5);
    set_weight(net, 40 * KNOT);
    setup_run(&net->setup, 0.5);
    assert_between(joints_widest_gap(&net->joints), 0, EXACT);
    set_weight(net, 10 * KNOT);
    setup_run(&net->setup, 0.5);
    assert_between(joints_widest_gap(&net->joints), SEEN, WIDEST);
    take_down(net);
}

// Between the change and the step that notices it.
static void a_net_put_aside_as_its_solver_changes_goes_on_to_the_bit(void **state)
{
    (void)state;
    Net *unbroken = hang(KNOT), *resumed = hang_net(KNOT, 2, TUM_INSTRUCTIONS_SCALAR);
    for (int k = 0; k < 2; ++k) {
        setup_run(&unbroken->setup, 0.25);
        set_weight(unbroken, k == 0 ? 50 * KNOT : KNOT);
        const size_t count = tum_checkpoint_bytes(unbroken->setup.world);
        void *bytes = malloc(count);
        assert_int_equal(tum_checkpoint_write(unbroken->setup.world, bytes, count), TUM_OK);
        assert_int_equal(
            tum_checkpoint_read(resumed->setup.world, bytes, count, NULL, resumed->setup.report),
            TUM_OK);
        free(bytes);
        for (int i = 0; i < 10; ++i) {
            assert_true(tum_world_hash(resumed->setup.world) ==
                        tum_world_hash(unbroken->setup.world));
            setup_step(&unbroken->setup);
            setup_step(&resumed->setup);
        }
    }
    take_down(resumed);
    take_down(unbroken);
}

static uint64_t hash_after(int threads, TumInstructions instructions)
{
    Net *net = hang_net(KNOT, threads, instructions);
    setup_run(&net->setup, 0.25);
    const uint64_t hash = tum_world_hash(net->setup.world);
    take_down(net);
    return hash;
}

static void a_small_net_ends_alike_on_any_threads_and_instructions(void **state)
{
    (void)state;
    const uint64_t expected = hash_after(1, TUM_INSTRUCTIONS_SCALAR);
    assert_true(hash_after(2, TUM_INSTRUCTIONS_WIDEST) == expected);
    for (int i = 0; i < TUM_INSTRUCTIONS_COUNT; ++i) {
        if (tum_instructions_exist((TumInstructions)i)) {
            assert_true(hash_after(1, (TumInstructions)i) == expected);
        }
    }
}

// Places of the lowest knots after ten steps, while a ball falls on the floor at this speed.
static void knots_beside(double fall, TumPose3 places[SIDE])
{
    Net *net = make_net(KNOT, 1, TUM_INSTRUCTIONS_WIDEST);
    Setup *setup = &net->setup;
    set3(setup->things[net->other].motion.linear_velocity, 0, -fall, 0);
    setup->things[net->other].position[1] += 0.02;
    setup_all_materials(setup, 0.5, 0.5, 0.8);
    setup_start(setup);
    setup_run(setup, 10.0 / 60);
    for (int k = 0; k < SIDE; ++k) {
        places[k] = setup_pose(setup, net->knot[k][SIDE - 1]);
    }
    take_down(net);
}

// "Restitution begins, once a contact bounces, at the joint islands that the impulse strikes"
// (docs/joint.md): a bounce elsewhere is nothing to a net, to the bit.
static void a_bounce_elsewhere_leaves_a_net_alone(void **state)
{
    (void)state;
    TumPose3 calm[SIDE], beside[SIDE];
    knots_beside(0.01, calm);
    knots_beside(3, beside);
    assert_memory_equal(beside, calm, sizeof calm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_net_gives_way_by_millimetres_and_is_reported_to),
        cmocka_unit_test(beside_a_body_much_heavier_than_a_knot_a_net_is_solved_as_one),
        cmocka_unit_test(a_heavy_body_that_comes_closes_the_net_and_one_that_goes_opens_it),
        cmocka_unit_test(a_change_of_mass_changes_the_solver_of_a_net),
        cmocka_unit_test(a_net_put_aside_as_its_solver_changes_goes_on_to_the_bit),
        cmocka_unit_test(a_small_net_ends_alike_on_any_threads_and_instructions),
        cmocka_unit_test(a_bounce_elsewhere_leaves_a_net_alone),
    };
    return cmocka_run_group_tests_name("nets", tests, NULL, NULL);
}
