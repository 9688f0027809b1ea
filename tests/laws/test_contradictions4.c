// SPDX-License-Identifier: MIT
// Joints of four dimensions that contradict each other, or stand far apart at the start, come to a
// compromise as those of three do (test_contradictions.c): nothing goes far away, and nothing is
// fast once they have pulled.
#include "tests/support/joint_support4.h"

// Balls in a tesseract of `size`, joined to each other and to the world, all of them wanting the
// middles of both in one place. The first joints make a tree of them, others join any two. Nothing
// collides and nothing falls.
typedef struct Tangle4 {
    Setup4 setup;
    int count;
    double size;
} Tangle4;

static void join_middles(Setup4 *setup, TumJointKind4 kind, int a, int b)
{
    TumJointDef4 def = joint4_def(setup, kind, a, b, (double[4]){0, 0, 0, 0});
    def.frame_a = def.frame_b = pose4_at((double[4]){0, 0, 0, 0});
    joint4_add(setup, &def);
}

static Tangle4 tangle4(int kind, uint64_t seed, double size, int count, int more,
                       const TumWorldDef *def)
{
    Random random = {seed * 7919 + 13};
    Tangle4 t = {.setup = setup4_empty(), .count = count, .size = size};
    t.setup.def = def != NULL ? *def : t.setup.def;
    t.setup.def.gravity[1] = 0;
    t.setup.def.override_gravity = true;
    for (int i = 0; i < count; ++i) {
        double at[4];
        for (int k = 0; k < 4; ++k) {
            at[k] = random_in(&random, -size, size);
        }
        const int body = setup4_body(&t.setup, ball4(0.2), at);
        t.setup.things[body].motion.mass =
            random_in(&random, 0, 1) < 0.3 ? exp(random_in(&random, 0, 7)) : 50;
        t.setup.things[body].system = "all"; // nothing collides
        t.setup.things[body].avoids = "all";
    }
    setup4_start(&t.setup);
    for (int i = 0; i < count - 1 + more; ++i) {
        int a = i + 1, b = (int)random_in(&random, -1, i + 0.999);
        while (i >= count - 1 && (a >= count || a == b)) {
            a = (int)random_in(&random, 0, count - 0.001);
            b = (int)random_in(&random, 0, count - 0.001);
        }
        const int of = kind < 0 ? (int)random_in(&random, 0, TUM_JOINT4_SLIDER + 0.999) : kind;
        join_middles(&t.setup, (TumJointKind4)of, b < 0 ? WORLD4 : b, a);
    }
    return t;
}

// [m/s] Of its fastest body; and none is farther away than it was, by half of that and 5 m.
static double fastest(const Tangle4 *t)
{
    double most = 0;
    for (int i = 0; i < t->count; ++i) {
        const Place4 p = setup4_position(&t->setup, i), v = setup4_velocity(&t->setup, i);
        for (int k = 0; k < 4; ++k) {
            assert_between(fabs(p.at[k]), 0, 1.5 * t->size + 5);
        }
        most = fmax(most, sqrt(dot4(v.at, v.at)));
    }
    return most;
}

static void joints_that_contradict_each_other_come_to_rest(void **state)
{
    (void)state;
    const double sizes[] = {0.003, 0.1, 3};
    for (int kind = -1; kind <= (int)TUM_JOINT4_SLIDER; ++kind) {
        for (int k = 0; k < 6; ++k) {
            const int count = 6 + 4 * (k % 3);
            Tangle4 t = tangle4(kind, (uint64_t)(k + 1), sizes[k % 3], count, count, NULL);
            double most = 0;
            for (int i = 0; i < 90; ++i) {
                setup4_step(&t.setup);
                most = fmax(most, fastest(&t));
            }
            assert_between(most, 0, 12);
            assert_between(fastest(&t), 0, 1);
            setup4_end(&t.setup);
        }
    }
}

// Bodies that are locked in all axes to others, and so to themselves around loops: too many to be
// solved as one.
static void a_net_of_locks_that_contradicts_itself_stays_finite(void **state)
{
    (void)state;
    enum { BODIES = 150, MORE = 400 };
    const double sizes[] = {0.3, 12};
    for (int k = 0; k < 2; ++k) {
        Tangle4 t = tangle4(TUM_JOINT4_WELD, 5, sizes[k], BODIES, MORE, NULL);
        for (int i = 0; i < 45; ++i) {
            setup4_step(&t.setup);
        }
        assert_between(fastest(&t), 0, 12);
        setup4_end(&t.setup);
    }
}

// A joint pulls at 4 m/s at the most: two bodies 9 m apart have met after six
// seconds, and have not fallen asleep on their way, though they have no speed that would last.
static void what_is_far_apart_is_pulled_together(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup.def.gravity[1] = 0;
    setup.def.override_gravity = true;
    const int a = setup4_body(&setup, ball4(0.5), (double[4]){0, 0, 0, 0});
    const int b = setup4_body(&setup, ball4(0.5), (double[4]){0, 0, 0, 9});
    setup4_start(&setup);
    join_middles(&setup, TUM_JOINT4_PIN, a, b);
    setup4_run(&setup, 1);
    assert_between(setup4_position(&setup, b).at[3] - setup4_position(&setup, a).at[3], 4.5, 7);
    setup4_run(&setup, 5);
    assert_near(setup4_position(&setup, a).at[3], 4.5, 1e-3);
    assert_near(setup4_position(&setup, b).at[3], 4.5, 1e-3);
    setup4_end(&setup);
}

// Momentum of all bodies, and angular momentum about the origin. Principal frames of the bodies are
// their own.
static void add_momenta(const Setup4 *setup, int count, double linear[4], double angular[6])
{
    static const int planes[6][2] = {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}};
    memset(linear, 0, 4 * sizeof *linear);
    memset(angular, 0, 6 * sizeof *angular);
    for (int i = 0; i < count; ++i) {
        const TumBody *body = &setup->scene->bodies[setup4_index(setup, i)];
        const TumBasis4 basis = tum_body_pose4(setup->world, setup4_id(setup, i)).rotation;
        const Place4 axes[4] = {place4(basis.x), place4(basis.y), place4(basis.z), place4(basis.w)};
        const Place4 x = setup4_position(setup, i), v = setup4_velocity(setup, i);
        double spin[6];
        setup4_spin(setup, i, spin);
        for (int k = 0; k < 4; ++k) {
            linear[k] += body->mass * v.at[k];
        }
        for (int k = 0; k < 6; ++k) {
            const double *a = axes[planes[k][0]].at, *b = axes[planes[k][1]].at;
            double rate = 0;
            for (int n = 0; n < 6; ++n) {
                const int p = planes[n][0], q = planes[n][1];
                rate += spin[n] * (a[p] * b[q] - a[q] * b[p]);
            }
            for (int n = 0; n < 6; ++n) {
                const int p = planes[n][0], q = planes[n][1];
                angular[n] += body->inertia[k] * rate * (a[p] * b[q] - a[q] * b[p]);
            }
            const int p = planes[k][0], q = planes[k][1];
            angular[k] += body->mass * (x.at[p] * v.at[q] - x.at[q] * v.at[p]);
        }
    }
}

static double distance_of(const double *a, const double *b, int count)
{
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sqrt(sum);
}

// Three plates in a ring of welds that leave 5 mm open, wherever they are, fly and spin in all
// planes. What is lost of the motion against each other, while joints pull in vain, is nothing of
// the whole's.
static void a_ring_that_cannot_close_keeps_its_spin(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup.def.gravity[1] = 0;
    setup.def.override_gravity = true;
    const double places[3][4] = {{0, 0, 0, 0}, {1, 0.2, 0, -0.1}, {0.4, -0.3, 0.8, 0.6}};
    const double spin[6] = {0.8, -0.5, 0.6, 1.2, -0.7, 0.4}, zero[4] = {0, 0, 0, 0};
    for (int i = 0; i < 3; ++i) {
        const int plate = setup4_body(&setup, box4(0.6, 0.2, 0.3, 0.4), places[i]);
        setup.things[plate].motion.mass = 1 + 3 * i;
        setup.things[plate].system = setup.things[plate].avoids = "all"; // nothing collides
        const double *x = places[i];
        const double linear[4] = {1 - spin[0] * x[1] - spin[1] * x[2] - spin[3] * x[3],
                                  spin[0] * x[0] - spin[2] * x[2] - spin[4] * x[3],
                                  spin[1] * x[0] + spin[2] * x[1] - spin[5] * x[3],
                                  spin[3] * x[0] + spin[4] * x[1] + spin[5] * x[2]};
        setup4_move(&setup, plate, linear, spin);
    }
    setup4_start(&setup);
    for (int i = 0; i < 3; ++i) {
        TumJointDef4 def = joint4_def(&setup, TUM_JOINT4_WELD, i, (i + 1) % 3, zero);
        def.frame_b.position.x += i == 2 ? 0.005f : 0.0f;
        (void)joint4_add(&setup, &def);
    }
    double linear[2][4], angular[2][6];
    add_momenta(&setup, 3, linear[0], angular[0]);
    setup4_run(&setup, 1);
    add_momenta(&setup, 3, linear[1], angular[1]);
    const double none[6] = {0, 0, 0, 0, 0, 0};
    assert_near(distance_of(linear[0], linear[1], 4) / distance_of(linear[0], none, 4), 0, 1e-5);
    assert_near(distance_of(angular[0], angular[1], 6) / distance_of(angular[0], none, 6), 0, 1e-3);
    setup4_end(&setup);
}

static uint64_t hash_after(int threads, TumInstructions instructions)
{
    TumWorldDef def = tum_default_world_def();
    def.threads = threads;
    def.instructions = instructions;
    Tangle4 t = tangle4(-1, 3, 1, 40, 40, &def);
    for (int i = 0; i < 20; ++i) {
        setup4_step(&t.setup);
    }
    const uint64_t hash = tum_world_hash(t.setup.world);
    setup4_end(&t.setup);
    return hash;
}

static void compromises_are_the_same_on_any_threads_and_instructions(void **state)
{
    (void)state;
    const uint64_t expected = hash_after(1, TUM_INSTRUCTIONS_SCALAR);
    assert_true(hash_after(3, TUM_INSTRUCTIONS_WIDEST) == expected);
    for (int i = 0; i < TUM_INSTRUCTIONS_COUNT; ++i) {
        if (tum_instructions_exist((TumInstructions)i)) {
            assert_true(hash_after(1, (TumInstructions)i) == expected);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_that_contradict_each_other_come_to_rest),
        cmocka_unit_test(a_net_of_locks_that_contradicts_itself_stays_finite),
        cmocka_unit_test(what_is_far_apart_is_pulled_together),
        cmocka_unit_test(a_ring_that_cannot_close_keeps_its_spin),
        cmocka_unit_test(compromises_are_the_same_on_any_threads_and_instructions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
