// SPDX-License-Identifier: MIT
// Joints that contradict each other, or stand far apart at the start, come to a compromise: nothing
// goes far away, and nothing is fast once they have pulled.
#include "tests/support/joint_support.h"
#include "tumble/checkpoint.h"

#include <math.h>

typedef enum Kind { LOCKS, BALLS, HINGES, ROPES, RAILS, MIXED, KINDS } Kind;

static void add_limits(Joints *joints, int joint, Kind kind, Random *random)
{
    const int axis = (int)random_in(random, 0, 2.999);
    switch (kind) {
    case LOCKS:
        joint_ball(joints, joint);
        joint_lock(joints, joint, TUM_SPACE_ANGULAR, 7);
        break;
    case BALLS: joint_ball(joints, joint); break;
    case HINGES: joint_hinge(joints, joint, axis); break;
    case ROPES: joint_range(joints, joint, TUM_SPACE_LINEAR, 7, 0.2, 0.2); break;
    default: joint_slider(joints, joint, axis); break;
    }
}

enum { NET_COUNT = 150, NET_MORE = 400 }; // more joints than are solved as one

// Bodies in a cube of `size`, the first three of them nodes of the world where some are to be
// `fixed`; the first joints make a tree of them, others join any two. All want the origins of both
// bodies in one place, or 0.2 m apart. Nothing collides and nothing falls.
typedef struct Tangle {
    Setup setup;
    Joints joints;
    int count, fixed;
    double size;
} Tangle;

static Tangle *tangle(Kind kind, uint64_t seed, double size, int count, int fixed, int more)
{
    Random random = {seed * 7919 + 13};
    Tangle *t = calloc(1, sizeof *t);
    *t = (Tangle){.setup = setup_empty(), .count = count, .fixed = fixed, .size = size};
    t->joints = joints_of(&t->setup);
    t->setup.def.gravity[1] = 0;
    t->setup.def.override_gravity = true;
    for (int i = 0; i < count; ++i) {
        const double x = random_in(&random, -size, size), y = random_in(&random, -size, size);
        const double z = random_in(&random, -size, size);
        if (i < fixed) {
            setup_node(&t->setup, x, y, z);
            continue;
        }
        Thing *thing = &t->setup.things[setup_body(&t->setup, sphere_shape(0.2), x, y, z)];
        thing->is_bare = true;
        thing->motion.mass = random_in(&random, 0, 1) < 0.3 ? exp(random_in(&random, 0, 7)) : 50;
        for (int k = 0; k < 3; ++k) {
            thing->motion.inertia[k] = 0.04 * thing->motion.mass * random_in(&random, 0.8, 1.2);
        }
    }
    for (int i = 0; i < count - 1 + more; ++i) {
        int a = i + 1, b = (int)random_in(&random, 0, i + 0.999);
        while (i >= count - 1 && (a >= count || a == b || (a < fixed && b < fixed))) {
            a = (int)random_in(&random, 0, count - 0.001);
            b = (int)random_in(&random, 0, count - 0.001);
        }
        const int of = kind == MIXED ? (int)random_in(&random, 0, MIXED - 0.001) : (int)kind;
        add_limits(&t->joints, joint_between(&t->joints, a, b), (Kind)of, &random);
    }
    setup_start(&t->setup);
    return t;
}

static void untangle(Tangle *t)
{
    joints_end(&t->joints);
    free(t);
}

// [m/s] Of its fastest body; and none is farther away than it was, by half of that and 5 m.
static double fastest(const Tangle *t)
{
    double most = 0;
    for (int i = t->fixed; i < t->count; ++i) {
        const TumVec3 v = setup_velocity(&t->setup, i);
        const TumVec3 p = setup_pose(&t->setup, i).position;
        const double away = fmax(fabs((double)p.x), fmax(fabs((double)p.y), fabs((double)p.z)));
        assert_between(away, 0, 1.5 * t->size + 5);
        most = fmax(most, sqrt((double)(v.x * v.x + v.y * v.y + v.z * v.z)));
    }
    return most;
}

// Loops of every kind, apart by millimetres to metres. What pulls them together is at most 4 m/s a
// joint and leaves no motion: some millimetres per second are left of wandering to the compromise,
// and of ropes what bodies swing with.
static void joints_that_contradict_each_other_come_to_rest(void **state)
{
    (void)state;
    const double sizes[] = {0.003, 0.1, 3};
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int k = 0; k < 12; ++k) {
            const uint64_t seed = (uint64_t)(k + 1);
            const int count = 6 + 4 * (k / 6 + k % 3);
            Tangle *t = tangle((Kind)kind, seed, sizes[k % 3], count, k < 6 ? 3 : 0, count);
            double most = 0;
            for (int i = 0; i < 90; ++i) {
                setup_step(&t->setup);
                most = fmax(most, fastest(t));
            }
            assert_between(most, 0, 12);
            assert_between(fastest(t), 0, 1);
            untangle(t);
        }
    }
}

// The same of so many that they are swept as a net: points are pulled at 4 m/s at most, and what
// swings and is torn on is calmed.
static void a_net_that_contradicts_itself_stays_where_it_is(void **state)
{
    (void)state;
    const double sizes[] = {0.3, 12};
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int k = 0; k < 2; ++k) {
            Tangle *t = tangle((Kind)kind, 5, sizes[k], NET_COUNT, 3, NET_MORE);
            assert_true(report_has(t->setup.report, "SIMULATION_APPROXIMATED", "/joint"));
            double most = 0;
            for (int i = 0; i < 60; ++i) {
                setup_step(&t->setup);
                most = fmax(most, fastest(t));
            }
            const bool swings = kind == ROPES || kind == MIXED;
            assert_between(most, 0, swings ? 120 : 12);
            assert_between(fastest(t), 0, swings ? 60 : 8);
            untangle(t);
        }
    }
}

// A joint pulls at 4 m/s at the most, so two bodies 9 m apart meet after three seconds, and do not
// fall asleep on their way, though they have no speed that would last.
static void what_is_far_apart_is_pulled_together(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    setup.def.gravity[1] = 0;
    setup.def.override_gravity = true;
    const int a = setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    const int b = setup_body(&setup, sphere_shape(0.5), 9, 0, 0);
    joint_ball(&joints, joint_between(&joints, a, b));
    setup_start(&setup);
    setup_run(&setup, 1);
    assert_between(joint_gap(&joints, 0), 4.5, 7);
    setup_run(&setup, 5);
    assert_near(joint_gap(&joints, 0), 0, 1e-4);
    assert_near(setup_pose(&setup, a).position.x, 4.5, 1e-3);
    joints_end(&joints);
}

// Balls along a line between two posts that are too far apart by 3 m, hung into gravity: they stay
// near it, and no joint has given way by more than there was to give.
static void a_chain_too_short_for_its_posts_hangs_between_them(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    enum { LINKS = 10 };
    int before = setup_node(&setup, 0, 0, 0);
    for (int i = 0; i < LINKS; ++i) {
        const int link = setup_body(&setup, box_shape(0.7, 0.1, 0.1), i + 0.5, 0, 0);
        setup.things[link].is_bare = true;
        setup.things[link].motion.mass = 5;
        set3(setup.things[link].motion.inertia, 0.02, 0.2, 0.2);
        const int end = joint_anchor(&setup, link, i + 0.15, 0, 0);
        joint_ball(&joints, joint_between(&joints, before, end));
        before = joint_anchor(&setup, link, i + 0.85, 0, 0);
    }
    joint_ball(&joints, joint_between(&joints, before, setup_node(&setup, LINKS, 0, 0)));
    setup_start(&setup);
    setup_run(&setup, 2);
    double sum = 0;
    for (int i = 0; i < setup.joint_count; ++i) {
        sum += joint_gap(&joints, i);
    }
    assert_between(sum, 3, 3.2); // the sag costs a little
    for (int i = 0; i < 60; ++i) {
        setup_step(&setup);
        for (int k = 1; k < setup.count; ++k) {
            if (setup.things[k].has_motion) {
                assert_between(setup_pose(&setup, k).position.y, -0.3, 0.05);
                assert_between(fabs((double)setup_velocity(&setup, k).y), 0, 0.3);
            }
        }
    }
    joints_end(&joints);
}

static Tangle *mixed_tangle(bool is_net)
{
    // Of the net gaps of points between 0.05 and 0.55 m, by which it is calmed.
    return is_net ? tangle(BALLS, 3, 0.2, NET_COUNT, 3, NET_MORE) : tangle(MIXED, 3, 1, 60, 3, 60);
}

static uint64_t hash_after(int threads, TumInstructions instructions, bool is_net)
{
    Setup *setup;
    Tangle *t = mixed_tangle(is_net);
    setup = &t->setup;
    tum_world_destroy(setup->world);
    setup->def.threads = threads;
    setup->def.instructions = instructions;
    assert_int_equal(tum_world_create(setup->scene, &setup->def, &setup->world, setup->report),
                     TUM_OK);
    for (int i = 0; i < 20; ++i) {
        setup_step(setup);
    }
    const uint64_t hash = tum_world_hash(setup->world);
    untangle(t);
    return hash;
}

static void compromises_are_the_same_on_any_threads_and_instructions(void **state)
{
    (void)state;
    for (int is_net = 0; is_net < 2; ++is_net) {
        const uint64_t expected = hash_after(1, TUM_INSTRUCTIONS_SCALAR, is_net == 1);
        assert_true(hash_after(3, TUM_INSTRUCTIONS_WIDEST, is_net == 1) == expected);
        for (int i = 0; i < TUM_INSTRUCTIONS_COUNT; ++i) {
            if (tum_instructions_exist((TumInstructions)i)) {
                assert_true(hash_after(1, (TumInstructions)i, is_net == 1) == expected);
            }
        }
    }
}

static void a_compromise_put_aside_and_taken_up_goes_on_to_the_bit(void **state)
{
    (void)state;
    for (int is_net = 0; is_net < 2; ++is_net) {
        Tangle *never = mixed_tangle(is_net == 1), *put = mixed_tangle(is_net == 1);
        Tangle *resumed = mixed_tangle(is_net == 1);
        setup_run(&never->setup, 0.5);
        setup_run(&put->setup, 0.5);
        const size_t count = tum_checkpoint_bytes(put->setup.world);
        void *bytes = malloc(count);
        assert_int_equal(tum_checkpoint_write(put->setup.world, bytes, count), TUM_OK);
        assert_int_equal(
            tum_checkpoint_read(resumed->setup.world, bytes, count, NULL, resumed->setup.report),
            TUM_OK);
        free(bytes);
        for (int i = 0; i < 10; ++i) {
            setup_step(&never->setup);
            setup_step(&put->setup);
            setup_step(&resumed->setup);
            const uint64_t hash = tum_world_hash(never->setup.world);
            assert_true(tum_world_hash(put->setup.world) == hash);
            assert_true(tum_world_hash(resumed->setup.world) == hash);
        }
        untangle(never);
        untangle(put);
        untangle(resumed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_that_contradict_each_other_come_to_rest),
        cmocka_unit_test(a_net_that_contradicts_itself_stays_where_it_is),
        cmocka_unit_test(what_is_far_apart_is_pulled_together),
        cmocka_unit_test(a_chain_too_short_for_its_posts_hangs_between_them),
        cmocka_unit_test(compromises_are_the_same_on_any_threads_and_instructions),
        cmocka_unit_test(a_compromise_put_aside_and_taken_up_goes_on_to_the_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
