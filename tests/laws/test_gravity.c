// SPDX-License-Identifier: MIT
// Volumes of gravity in a world: docs/simulation.md#9-volumes-of-gravity.
#include "tests/support/world_support.h"

#include "tumble/checkpoint.h"

static const double PI_ = 3.14159265358979323846;

// A world without gravity of its own.
static Setup weightless(void)
{
    Setup setup = setup_empty();
    setup.def.override_gravity = true;
    setup.def.gravity[1] = 0.0f;
    return setup;
}

static GravityVolumeDef pull(TumGravityKind kind, double gravity)
{
    return (GravityVolumeDef){
        .kind = kind, .gravity = gravity, .direction = {0, -1, 0}, .radius = 1, .shape = -1};
}

static GravityVolumeDef pull_along(double x, double y, double z, double gravity)
{
    GravityVolumeDef volume = pull(TUM_GRAVITY_DIRECTIONAL, gravity);
    set3(volume.direction, x, y, z);
    return volume;
}

static int ball_at(Setup *setup, double x, double y, double z)
{
    return setup_body(setup, sphere_shape(0.1), x, y, z);
}

// What a body was accelerated with in the first step [m/s^2], in which nothing moves far.
static TumVec3 first_acceleration(Setup *setup, int thing)
{
    const TumVec3 before = setup_velocity(setup, thing);
    setup_step(setup);
    const TumVec3 after = setup_velocity(setup, thing);
    const float rate = (float)setup->rate;
    return (TumVec3){(after.x - before.x) * rate, (after.y - before.y) * rate,
                     (after.z - before.z) * rate};
}

#define assert_accelerates(setup, thing, ax, ay, az)                                               \
    do {                                                                                           \
        const TumVec3 a_ = first_acceleration((setup), (thing));                                   \
        assert_near((double)a_.x, ax, 2e-3);                                                       \
        assert_near((double)a_.y, ay, 2e-3);                                                       \
        assert_near((double)a_.z, az, 2e-3);                                                       \
    } while (0)

// OMI-GRAVITY-17, OMI-GRAVITY-27.
static void a_point_pulls_with_the_square_of_the_distance(void **state)
{
    (void)state;
    // The millionth of the Earth: 9.80665 at 6.37814 m, so 3.98940 at 10 m.
    Setup setup = weightless();
    GravityVolumeDef volume = pull(TUM_GRAVITY_POINT, 9.80665);
    volume.unit_distance = 6.37814;
    setup_volume(&setup, sphere_shape(40), 0, 0, 0, volume);
    const int inside = ball_at(&setup, 0, 10, 0), outside = ball_at(&setup, 0, 0, 45);
    setup_start(&setup);
    assert_accelerates(&setup, inside, 0, -9.80665 * 6.37814 * 6.37814 / 100, 0);
    assert_near((double)setup_velocity(&setup, outside).z, 0, 0.0);
    setup_end(&setup);
}

static void an_orbit_stays_an_orbit(void **state)
{
    (void)state;
    // v^2 / r = g (u / r)^2 with g u^2 = 100 and r = 4: v = 5, a turn in 5.03 s.
    Setup setup = weightless();
    GravityVolumeDef volume = pull(TUM_GRAVITY_POINT, 1);
    volume.unit_distance = 10;
    setup_volume(&setup, sphere_shape(40), 0, 0, 0, volume);
    const int moon = ball_at(&setup, 4, 0, 0);
    set3(setup.things[moon].motion.linear_velocity, 0, 0, 5);
    setup_start(&setup);
    double nearest = 4, farthest = 4;
    for (int i = 0; i < 60 * 25; ++i) {
        setup_step(&setup);
        const TumVec3 p = setup_pose(&setup, moon).position;
        const double r = sqrt((double)(p.x * p.x + p.y * p.y + p.z * p.z));
        nearest = r < nearest ? r : nearest;
        farthest = r > farthest ? r : farthest;
    }
    // Symplectic Euler with h = 1/240 s keeps an ellipse within a share of omega h of the circle:
    // 1.25 / 240 = 0.5 %; a pull asked once a step would have gained a tenth by now.
    assert_near(nearest, 4, 0.025);
    assert_near(farthest, 4, 0.025);
    setup_end(&setup);
}

// OMI-GRAVITY-28.
static void without_a_unit_distance_the_pull_is_even(void **state)
{
    (void)state;
    Setup setup = weightless();
    setup_volume(&setup, sphere_shape(40), 0, 0, 0, pull(TUM_GRAVITY_POINT, 4));
    const int near = ball_at(&setup, 2, 0, 0), far = ball_at(&setup, 0, 30, 0);
    setup_start(&setup);
    assert_accelerates(&setup, near, -4, 0, 0);
    assert_near((double)setup_velocity(&setup, far).y * 60, -4, 2e-3);
    setup_end(&setup);
}

// OMI-GRAVITY-11.
static void negative_gravity_drives_away(void **state)
{
    (void)state;
    Setup setup = weightless();
    setup_volume(&setup, sphere_shape(40), 0, 0, 0, pull(TUM_GRAVITY_POINT, -4));
    const int ball = ball_at(&setup, 2, 0, 0);
    setup_start(&setup);
    assert_accelerates(&setup, ball, 4, 0, 0);
    setup_end(&setup);
}

// KHR-25.
static void the_gravity_factor_scales_volumes_too(void **state)
{
    (void)state;
    Setup setup = weightless();
    setup_volume(&setup, sphere_shape(40), 0, 0, 0, pull_along(1, 0, 0, 3));
    const int balloon = ball_at(&setup, 0, 0, 0);
    setup.things[balloon].motion.gravity_factor = -0.5;
    setup_start(&setup);
    assert_accelerates(&setup, balloon, -1.5, 0, 0);
    setup_end(&setup);
}

// OMI-GRAVITY-15.
static void a_direction_turns_with_its_node(void **state)
{
    (void)state;
    Setup setup = weightless();
    const int volume = setup_volume(&setup, box_shape(4, 4, 4), 0, 0, 0, pull_along(1, 0, 0, 3));
    // A quarter turn about Z takes X to Y.
    setup_turn(&setup, volume, 0, 0, 1, PI_ / 2);
    const int ball = ball_at(&setup, 0, 0, 0);
    setup_start(&setup);
    assert_accelerates(&setup, ball, 0, 3, 0);
    setup_end(&setup);
}

// OMI-GRAVITY-18, OMI-GRAVITY-19, OMI-GRAVITY-22, OMI-GRAVITY-25.
static void circles_lines_and_shapes_pull_to_their_nearest_point(void **state)
{
    (void)state;
    static const double points[6] = {-1, 0, 0, 1, 0, 0};
    for (int kind = TUM_GRAVITY_DISC; kind <= TUM_GRAVITY_SHAPED; ++kind) {
        Setup setup = weightless();
        GravityVolumeDef volume = pull((TumGravityKind)kind, 5);
        volume.points = points;
        volume.point_count = 2;
        volume.shape = 0; // The first of the scene: a box of 2 m.
        setup_volume(&setup, box_shape(2, 2, 2), 0, 0, 0, volume);
        const int ball = ball_at(&setup, 0.9, 0.6, 0);
        setup_start(&setup);
        // Nearest to (0.9, 0.6, 0): of the disc of radius 1 (0.9, 0, 0); of its rim (1, 0, 0); of
        // the line from (-1, 0, 0) to (1, 0, 0) again (0.9, 0, 0); of the box's surface (1, 0.6,
        // 0).
        const double expected[4][2] = {
            {0, -5}, {5 * 0.1 / sqrt(0.37), -5 * 0.6 / sqrt(0.37)}, {0, -5}, {5, 0}};
        const TumVec3 a = first_acceleration(&setup, ball);
        assert_near((double)a.x, expected[kind - TUM_GRAVITY_DISC][0], 0.02);
        assert_near((double)a.y, expected[kind - TUM_GRAVITY_DISC][1], 0.02);
        setup_end(&setup);
    }
}

// OMI-GRAVITY-7, OMI-GRAVITY-8, OMI-GRAVITY-31, OMI-GRAVITY-32.
static void volumes_add_up_and_the_world_comes_last(void **state)
{
    (void)state;
    // Three volumes over one another, along X, Y and Z, and the world's 9.81 down.
    static const struct {
        bool replace[3], stop[3];
        int64_t priority[3];
        double expected[3];
    } rows[] = {
        {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 2 - 9.81, 3}},
        // Replacing takes away what came before, not the world's.
        {{0, 1, 0}, {0, 0, 0}, {0, 0, 0}, {0, 2 - 9.81, 3}},
        {{0, 0, 1}, {0, 0, 0}, {0, 0, 0}, {0, -9.81, 3}},
        // Stopping keeps away what comes after, the world's too.
        {{0, 0, 0}, {0, 1, 0}, {0, 0, 0}, {1, 2, 0}},
        {{0, 0, 0}, {0, 0, 1}, {0, 0, 0}, {1, 2, 3}},
        {{0, 1, 0}, {0, 1, 0}, {0, 0, 0}, {0, 2, 0}},
        // The highest priority comes first, whatever the order of nodes.
        {{0, 0, 0}, {0, 0, 1}, {0, 0, 7}, {0, 0, 3}},
        {{1, 0, 0}, {0, 0, 0}, {-7, 0, 0}, {1, -9.81, 0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        Setup setup = setup_empty();
        for (int axis = 0; axis < 3; ++axis) {
            GravityVolumeDef volume =
                pull_along(axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0, axis + 1);
            volume.replace = rows[i].replace[axis];
            volume.stop = rows[i].stop[axis];
            volume.priority = rows[i].priority[axis];
            setup_volume(&setup, box_shape(4, 4, 4), 0, 0, 0, volume);
        }
        const int ball = ball_at(&setup, 0, 0, 0);
        setup_start(&setup);
        assert_accelerates(&setup, ball, rows[i].expected[0], rows[i].expected[1],
                           rows[i].expected[2]);
        setup_end(&setup);
    }
}

// OMI-GRAVITY-6.
static void a_volume_ends_where_its_trigger_does(void **state)
{
    (void)state;
    // Driven along X while any part of it touches the box from -1 to 1; then on at constant speed.
    Setup setup = weightless();
    setup_volume(&setup, box_shape(2, 2, 2), 0, 0, 0, pull_along(1, 0, 0, 5));
    const int ball = ball_at(&setup, 0, 0, 0);
    setup_start(&setup);
    setup_run(&setup, 2.0);
    // From x = 0 to 1.1 by 5 m/s^2: v = sqrt(2 * 5 * 1.1), and a step more or less.
    const double speed = (double)setup_velocity(&setup, ball).x;
    assert_near(speed, sqrt(11.0), 5.0 / 60.0 + 0.01);
    setup_run(&setup, 0.5);
    assert_near((double)setup_velocity(&setup, ball).x, speed, 0.0);
    setup_end(&setup);
}

static void a_body_with_several_colliders_is_pulled_once(void **state)
{
    (void)state;
    Setup setup = weightless();
    setup_volume(&setup, box_shape(9, 9, 9), 0, 0, 0, pull_along(1, 0, 0, 3));
    const int body = ball_at(&setup, 0, 0, 0);
    for (int i = 0; i < 3; ++i) {
        setup_parent(&setup, setup_static(&setup, sphere_shape(0.2), 0.3 * i, 0, 0), body);
    }
    setup_start(&setup);
    assert_accelerates(&setup, body, 3, 0, 0);
    setup_end(&setup);
}

static void a_body_without_colliders_is_where_its_mass_is(void **state)
{
    (void)state;
    Setup setup = weightless();
    setup_volume(&setup, box_shape(2, 2, 2), 0, 0, 0, pull_along(1, 0, 0, 3));
    const int inside = setup_node(&setup, 0.9, 0, 0), outside = setup_node(&setup, 1.1, 0, 0);
    const int bodies[2] = {inside, outside};
    for (int i = 0; i < 2; ++i) {
        setup.things[bodies[i]].has_motion = true;
        setup.things[bodies[i]].motion = tum_default_motion_def();
        setup.things[bodies[i]].motion.mass = 1;
    }
    setup_start(&setup);
    assert_accelerates(&setup, inside, 3, 0, 0);
    assert_near((double)setup_velocity(&setup, outside).x, 0, 0.0);
    setup_end(&setup);
}

static void a_volume_moves_with_its_body_and_does_not_pull_it(void **state)
{
    (void)state;
    // A ship that flies along X at 3 m/s with a point of gravity in its middle.
    Setup setup = weightless();
    const int ship = ball_at(&setup, 0, 0, 0);
    set3(setup.things[ship].motion.linear_velocity, 3, 0, 0);
    const int volume = setup_volume(&setup, sphere_shape(5), 0.5, 0, 0, pull(TUM_GRAVITY_POINT, 4));
    setup_parent(&setup, volume, ship);
    const int ball = ball_at(&setup, 9.5, 3, 0);
    setup_start(&setup);
    // At 3 s the source is at (9.5, 0, 0), straight below the ball, which has felt it on the way.
    setup_run(&setup, 1.0);
    assert_near((double)setup_velocity(&setup, ship).x, 3, 0.0);
    setup_run(&setup, 1.5);
    assert_true(setup_velocity(&setup, ball).y < -1.0f);
    assert_true(setup_velocity(&setup, ball).x < -0.1f);
    assert_near((double)setup_velocity(&setup, ship).x, 3, 0.0);
    setup_end(&setup);
}

// A box on a floor that hangs on the wall: gravity is along -X.
static int resting_box(Setup *setup)
{
    const int floor = setup_floor(setup);
    setup_turn(setup, floor, 0, 0, 1, -PI_ / 2);
    return setup_body(setup, box_shape(1, 1, 1), 0.5, 0, 0);
}

static bool is_awake(const Setup *setup, int thing)
{
    return tum_body_is_awake(setup->world, setup_id(setup, thing));
}

static void a_body_that_rests_in_a_volume_sleeps(void **state)
{
    (void)state;
    Setup setup = weightless();
    setup_volume(&setup, box_shape(9, 9, 9), 0, 0, 0, pull_along(-1, 0, 0, 9.81));
    const int box = resting_box(&setup);
    setup_start(&setup);
    setup_run(&setup, 2.0);
    assert_false(is_awake(&setup, box));
    assert_near((double)setup_pose(&setup, box).position.x, 0.5, 1e-3);
    setup_run(&setup, 2.0);
    assert_false(is_awake(&setup, box));
    setup_end(&setup);
}

static void a_sleeper_wakes_when_its_pull_turns(void **state)
{
    (void)state;
    // Still for three seconds; then the volume turns half round in one: what held the box to the
    // wall takes it off.
    static const double times[3] = {0, 3, 4};
    static const double values[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0};
    Setup setup = weightless();
    const int volume = setup_volume(&setup, sphere_shape(30), 0, 0, 0, pull_along(-1, 0, 0, 9.81));
    setup_track(&setup, volume, TUM_TRACK_ROTATION, TUM_INTERPOLATION_LINEAR, 3, times, values);
    const int box = resting_box(&setup);
    setup_start(&setup);
    setup_run(&setup, 2.9);
    assert_false(is_awake(&setup, box));
    setup_run(&setup, 0.2);
    assert_true(is_awake(&setup, box));
    setup_run(&setup, 1.4);
    assert_true(setup_pose(&setup, box).position.x > 1.0f);
    setup_end(&setup);
}

static void a_sleeper_wakes_when_its_volume_leaves(void **state)
{
    (void)state;
    static const double times[3] = {0, 3, 4};
    static const double values[9] = {0, 0, 0, 0, 0, 0, 0, 0, 100};
    Setup setup = setup_empty();
    setup.def.override_gravity = true;
    setup.def.gravity[0] = 1.0f; // Off the wall.
    setup.def.gravity[1] = 0.0f;
    const int volume = setup_volume(&setup, sphere_shape(9), 0, 0, 0, pull_along(-1, 0, 0, 9.81));
    setup_track(&setup, volume, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 3, times, values);
    const int box = resting_box(&setup);
    setup_start(&setup);
    setup_run(&setup, 2.9);
    assert_false(is_awake(&setup, box));
    setup_run(&setup, 2.0);
    assert_true(is_awake(&setup, box));
    assert_true(setup_velocity(&setup, box).x > 0.5f);
    setup_end(&setup);
}

// Twenty balls around a ring that pulls them, beside one volume more.
static void start_ring(Setup *setup)
{
    *setup = weightless();
    GravityVolumeDef ring = pull(TUM_GRAVITY_TORUS, 6);
    ring.radius = 3;
    ring.unit_distance = 1.5;
    setup_volume(setup, sphere_shape(8), 0, 0, 0, ring);
    GravityVolumeDef wind = pull_along(0, 0, 1, 0.5);
    wind.priority = 3;
    setup_volume(setup, box_shape(4, 20, 20), 3, 0, 0, wind);
    for (int i = 0; i < 20; ++i) {
        const double angle = 2 * PI_ * i / 20;
        const int ball = setup_body(setup, box_shape(0.3, 0.2, 0.4), 4.5 * cos(angle),
                                    0.1 * i - 1.0, 4.5 * sin(angle));
        set3(setup->things[ball].motion.linear_velocity, -sin(angle), 0, cos(angle));
    }
}

static void threads_change_nothing(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int i = 0; i < 2; ++i) {
        Setup setup;
        start_ring(&setup);
        setup.def.threads = i == 0 ? 1 : 4;
        setup_start(&setup);
        setup_run(&setup, 3.0);
        hashes[i] = tum_world_hash(setup.world);
        setup_end(&setup);
    }
    assert_true(hashes[0] == hashes[1]);
}

static void a_checkpoint_goes_on_as_if_nothing_had_happened(void **state)
{
    (void)state;
    Setup first, second;
    start_ring(&first);
    start_ring(&second);
    setup_start(&first);
    setup_start(&second);
    setup_run(&first, 1.5);
    const size_t count = tum_checkpoint_bytes(first.world);
    void *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(tum_checkpoint_write(first.world, bytes, count), TUM_OK);
    assert_int_equal(tum_checkpoint_read(second.world, bytes, count, "", second.report), TUM_OK);
    free(bytes);
    for (int i = 0; i < 90; ++i) {
        setup_step(&first);
        setup_step(&second);
        assert_true(tum_world_hash(first.world) == tum_world_hash(second.world));
    }
    setup_end(&first);
    setup_end(&second);
}

static void a_body_in_the_slot_of_one_removed_is_not_pulled_for_it(void **state)
{
    (void)state;
    Setup setup = weightless();
    setup_volume(&setup, box_shape(2, 2, 2), 0, 0, 0, pull_along(1, 0, 0, 3));
    setup_start(&setup);
    TumBodyDef3 def = tum_default_body_def3();
    TumBodyId first, second;
    assert_int_equal(tum_world_add_body3(setup.world, &def, &first), TUM_OK);
    setup_step(&setup);
    setup_step(&setup);
    assert_true(tum_body_linear_velocity3(setup.world, first).x > 0.0f);
    assert_int_equal(tum_world_remove_body(setup.world, first), TUM_OK);
    def.pose.position.x = 50.0f;
    assert_int_equal(tum_world_add_body3(setup.world, &def, &second), TUM_OK);
    setup_step(&setup);
    assert_near((double)tum_body_linear_velocity3(setup.world, second).x, 0, 0.0);
    setup_end(&setup);
}

static void a_settled_step_allocates_nothing(void **state)
{
    (void)state;
    Counting counting;
    Setup setup = weightless();
    setup_volume(&setup, box_shape(9, 9, 9), 0, 0, 0, pull_along(-1, 0, 0, 9.81));
    resting_box(&setup);
    ball_at(&setup, 20, 0, 0);
    setup.def.allocator = counting_allocator(&counting);
    setup_start(&setup);
    setup_run(&setup, 2.0);
    const size_t before = counting.allocations;
    setup_run(&setup, 2.0);
    assert_int_equal(counting.allocations, before);
    setup_end(&setup);
    assert_int_equal(counting.blocks, 0);
}

static void running_out_of_memory_leaks_nothing(void **state)
{
    (void)state;
    static const double points[6] = {-1, 0, 0, 1, 0, 0};
    Setup setup = weightless();
    GravityVolumeDef line = pull(TUM_GRAVITY_LINE, 3);
    line.points = points;
    line.point_count = 2;
    setup_volume(&setup, box_shape(9, 9, 9), 0, 0, 0, line);
    ball_at(&setup, 2, 0, 0);
    setup_start(&setup);
    assert_memory_may_run_out(&setup, 3);
    setup_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_pulls_with_the_square_of_the_distance),
        cmocka_unit_test(an_orbit_stays_an_orbit),
        cmocka_unit_test(without_a_unit_distance_the_pull_is_even),
        cmocka_unit_test(negative_gravity_drives_away),
        cmocka_unit_test(the_gravity_factor_scales_volumes_too),
        cmocka_unit_test(a_direction_turns_with_its_node),
        cmocka_unit_test(circles_lines_and_shapes_pull_to_their_nearest_point),
        cmocka_unit_test(volumes_add_up_and_the_world_comes_last),
        cmocka_unit_test(a_volume_ends_where_its_trigger_does),
        cmocka_unit_test(a_body_with_several_colliders_is_pulled_once),
        cmocka_unit_test(a_body_without_colliders_is_where_its_mass_is),
        cmocka_unit_test(a_volume_moves_with_its_body_and_does_not_pull_it),
        cmocka_unit_test(a_body_that_rests_in_a_volume_sleeps),
        cmocka_unit_test(a_sleeper_wakes_when_its_pull_turns),
        cmocka_unit_test(a_sleeper_wakes_when_its_volume_leaves),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(a_body_in_the_slot_of_one_removed_is_not_pulled_for_it),
        cmocka_unit_test(a_settled_step_allocates_nothing),
        cmocka_unit_test(running_out_of_memory_leaks_nothing),
        cmocka_unit_test(a_checkpoint_goes_on_as_if_nothing_had_happened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
