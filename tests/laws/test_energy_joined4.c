// SPDX-License-Identifier: MIT
// Joined bodies of four dimensions that meet others take no energy from nowhere, and stay joined.
//
// The numbers are seeds: TUMBLE_STRAINS=2500 looks at more scenes, TUMBLE_STRAIN_FIRST=501 begins
// elsewhere.
#include "tests/support/joint_support4.h"
#include "tests/support/shot.h"

enum { LINKS_MOST = 8, FRAMES = 80, SCENES = 24 };

// The error of a swing in a substep, and [m] the opening of joints: of all but one scene in twenty,
// and of those, in which tesseracts that are straight between two walls are struck.
static const double GAIN_MOST = 1.01, GAP_MOST = 3e-3, GAP_STRUCK = 0.02;

static uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

static uint64_t first_scene(void)
{
    return setting("TUMBLE_STRAIN_FIRST", 0);
}

static uint64_t scenes_end(void)
{
    return first_scene() + setting("TUMBLE_STRAINS", SCENES);
}

typedef struct Chain4 {
    Setup4 setup;
    TumJointId joints[LINKS_MOST + 2];
    int joint_count;
} Chain4;

// All bodies resist the same way in every plane.
static double energy_of(const Setup4 *setup)
{
    double sum = 0;
    for (size_t i = 0; i < setup->scene->body_count; ++i) {
        const TumBody *body = &setup->scene->bodies[i];
        const TumBodyId id = tum_world_body_at(setup->world, i);
        const TumVec4 v = tum_body_linear_velocity4(setup->world, id);
        const TumBivec4 w = tum_body_angular_velocity4(setup->world, id);
        const double planes[6] = {(double)w.xy, (double)w.xz, (double)w.yz,
                                  (double)w.xw, (double)w.yw, (double)w.zw};
        double spin = 0;
        for (int k = 0; k < 6; ++k) {
            spin += planes[k] * planes[k];
        }
        const double height = (double)tum_body_pose4(setup->world, id).position.y;
        sum += body->mass * (9.81 * height + 0.5 * inner_product4(v, v)) +
               0.5 * body->inertia[0] * spin;
    }
    return sum;
}

static int add_body(Setup4 *setup, Form4 form, double x, double y, double w, double mass)
{
    const int body = setup4_body(setup, form, (double[4]){x, y, 0, w});
    setup->things[body].motion.mass = mass;
    return body;
}

static void join(Chain4 *chain, int a, int b, double x, double y)
{
    chain->joints[chain->joint_count++] =
        joint4_join(&chain->setup, TUM_JOINT4_PIN, a, b, (double[4]){x, y, 0, 0});
}

// Few scenes open by more than GAP_MOST. @param wide  number of scenes that did.
static void assert_few(uint64_t wide)
{
    assert_in_range(wide, 0, 1 + (scenes_end() - first_scene()) / 20);
}

// @return [m] the widest gap of its joints.
static double passive_gap(Chain4 *chain, uint64_t number)
{
    Setup4 *setup = &chain->setup;
    const double start = energy_of(setup);
    double widest = 0;
    for (int i = 0; i < FRAMES; ++i) {
        setup4_step(setup);
        const double gain = energy_of(setup) / start;
        for (int k = 0; k < chain->joint_count; ++k) {
            widest = fmax(widest, joint4_gap(setup, chain->joints[k]));
        }
        if (!(gain <= GAIN_MOST) || !(widest <= GAP_STRUCK)) {
            fail_msg("scene %llu: %f of its energy in frame %d, a gap of %f m",
                     (unsigned long long)number, gain, i, widest);
        }
    }
    setup4_end(setup);
    if (widest > GAP_MOST) {
        print_message("scene %llu: a gap of %f m\n", (unsigned long long)number, widest);
    }
    return widest;
}

// Tesseracts from a hook, at the end a ball up to a thousand times as heavy, and others in its way.
static void heavy_pendulums_that_meet_tesseracts_gain_no_energy(void **state)
{
    (void)state;
    uint64_t wide = 0;
    for (uint64_t number = first_scene(); number < scenes_end(); ++number) {
        uint64_t random = number;
        const int links = 1 + shot_choice(&random, LINKS_MOST);
        const double mass = shot_random(&random, 1, 50), angle = shot_random(&random, 0.5, 1.6);
        const double ball_mass = mass * pow(1000, shot_random(&random, 0, 1)), radius = 0.6;
        const double hook = 0.7 * links + 2 * radius + 0.1, s = sin(angle), c = cos(angle);
        Chain4 chain = {.setup = setup4_empty()};
        setup4_floor(&chain.setup);
        int body[LINKS_MOST + 1];
        for (int i = 0; i < links; ++i) {
            const double along = 0.7 * (i + 0.5);
            body[i] = add_body(&chain.setup, box4(0.3, 0.3, 0.3, 0.3), s * along, hook - c * along,
                               0, mass);
        }
        const double end = 0.7 * links + radius;
        body[links] = add_body(&chain.setup, ball4(radius), s * end, hook - c * end, 0, ball_mass);
        for (int i = 0; i < 3; ++i) {
            add_body(&chain.setup, box4(0.8, 0.8, 0.8, 0.8), -1, 0.4 + 0.8 * (i / 2), 0.9 * (i % 2),
                     ball_mass / 16);
        }
        chain.setup.def.no_sleep = true;
        setup4_start(&chain.setup);
        for (int i = 0; i <= links; ++i) {
            const double along = 0.7 * i;
            join(&chain, i == 0 ? WORLD4 : body[i - 1], body[i], s * along, hook - c * along);
        }
        wide += passive_gap(&chain, number) > GAP_MOST;
    }
    assert_few(wide);
}

// Tesseracts in a row between two places of the world, and one up to a thousand times as heavy that
// falls on them.
// @return [m] the widest gap of its joints.
static double span_gap(uint64_t number)
{
    uint64_t random = ~number;
    const int links = 1 + shot_choice(&random, LINKS_MOST);
    const double mass = shot_random(&random, 1, 50), drop = shot_random(&random, 0.01, 1);
    const double load = mass * pow(1000, shot_random(&random, 0, 1));
    Chain4 chain = {.setup = setup4_empty()};
    setup4_floor(&chain.setup);
    int body[LINKS_MOST];
    const double first = -0.35 * links;
    for (int i = 0; i < links; ++i) {
        body[i] =
            add_body(&chain.setup, box4(0.6, 0.6, 0.6, 0.6), first + 0.7 * i + 0.35, 4, 0, mass);
    }
    add_body(&chain.setup, box4(0.5, 0.5, 0.5, 0.5), 0.1, 4.6 + drop, 0, load);
    chain.setup.def.no_sleep = true;
    setup4_start(&chain.setup);
    for (int i = 0; i <= links; ++i) {
        join(&chain, i == 0 ? WORLD4 : body[i - 1], i == links ? WORLD4 : body[i], first + 0.7 * i,
             4);
    }
    return passive_gap(&chain, number);
}

static void spans_that_tesseracts_fall_on_gain_no_energy(void **state)
{
    (void)state;
    uint64_t wide = 0;
    for (uint64_t number = first_scene(); number < scenes_end(); ++number) {
        wide += span_gap(number) > GAP_MOST;
    }
    assert_few(wide);
}

// A span that is straight once more has nearly redundant rows. A share of a correction that costs
// too much opened this one by 0.51 m.
static void a_straight_span_is_not_torn_by_a_correction(void **state)
{
    (void)state;
    assert_true(span_gap(319) <= GAP_STRUCK);
}

// Restitution is 0; impulses of an impact once pushed on as the load rose (test_energy_joined.c).
static void loads_that_land_on_a_light_foot_hardly_bounce(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 24; ++number) {
        uint64_t random = number + 1;
        const double foot_mass = 0.05 * pow(40, shot_random(&random, 0, 1));
        const double speed = shot_random(&random, 3, 14);
        Chain4 chain = {.setup = setup4_empty()};
        Setup4 *setup = &chain.setup;
        setup4_floor(setup);
        const int load = add_body(setup, box4(0.5, 0.5, 0.5, 0.5), 0, 0.8, 0, 94);
        const int foot = add_body(setup, box4(0.3, 0.4, 0.3, 0.3), 0, 0.3, 0, foot_mass);
        setup->things[load].motion.linear_velocity[1] = -speed;
        setup->things[foot].motion.linear_velocity[1] = -speed;
        setup->def.no_sleep = true;
        setup4_start(setup);
        (void)joint4_join(setup, TUM_JOINT4_WELD, load, foot, (double[4]){0, 0.52, 0, 0});
        double fastest = 0;
        for (int i = 0; i < 60; ++i) {
            setup4_step(setup);
            fastest = fmax(fastest, setup4_velocity(setup, load).at[1]);
        }
        setup4_end(setup);
        print_message("a foot of %g kg, %g m/s: %g of it\n", foot_mass, speed, fastest / speed);
        assert_between(fastest / speed, 0, 0.5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heavy_pendulums_that_meet_tesseracts_gain_no_energy),
        cmocka_unit_test(spans_that_tesseracts_fall_on_gain_no_energy),
        cmocka_unit_test(a_straight_span_is_not_torn_by_a_correction),
        cmocka_unit_test(loads_that_land_on_a_light_foot_hardly_bounce),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
