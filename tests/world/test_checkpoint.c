// SPDX-License-Identifier: MIT
// A world put aside and taken up again: the same bits, or a reason why not.
#include "tests/support/checkpoint_support.h"
#include "tests/support/event_support.h"
#include "tests/support/joint_support.h"
#include "tumble/checkpoint.h"

// Sliders, rollers, bouncers, a stack that sleeps, a hull and a mesh.
static void fill(Setup *setup)
{
    setup->def.contact_events = true;
    setup_floor(setup);
    setup_static(setup, box_shape(1, 2, 8), 4, 1, 0);
    Random random = {21};
    for (int i = 0; i < 24; ++i) {
        const TumShape shapes[4] = {sphere_shape(0.3), box_shape(0.5, 0.6, 0.4),
                                    capsule_shape(0.4, 0.2, 0.25), cylinder_shape(0.5, 0.3, 0.2)};
        const int body =
            setup_body(setup, shapes[i % 4], (i % 4 - 1.5) * 1.0 + random_in(&random, -0.2, 0.2),
                       1 + 0.8 * (i / 8), (i / 4 % 2) * 1.0);
        setup_turn(setup, body, random_in(&random, -1, 1), 1, 0.3, random_in(&random, 0, 3));
        set3(setup->things[body].motion.linear_velocity, random_in(&random, -1, 3), 0, 0);
    }
    for (int i = 0; i < 3; ++i) {
        setup_body(setup, box_shape(1, 1, 1), -8, 0.5 + i, 0);
    }
    const TumShape hull = {.kind = TUM_SHAPE_CONVEX, .mesh = -1};
    setup_box_mesh(setup, setup_body(setup, hull, 0, 5, 0), 0.3, 0.4, 0.2);
    const TumShape mesh = {.kind = TUM_SHAPE_MESH, .mesh = -1};
    setup_box_mesh(setup, setup_static(setup, mesh, 0, 0.1, 3), 2, 0.1, 1);
    setup_all_materials(setup, 0.5, 0.4, 0.3);
}

static void *saved(const Setup *setup, size_t *count)
{
    *count = tum_checkpoint_bytes(setup->world);
    void *bytes = malloc(*count);
    assert_non_null(bytes);
    assert_int_equal(tum_checkpoint_write(setup->world, bytes, *count), TUM_OK);
    return bytes;
}

static void assert_same_state(const Setup *a, const Setup *b)
{
    size_t count_a, count_b;
    void *bytes_a = saved(a, &count_a), *bytes_b = saved(b, &count_b);
    assert_int_equal(count_a, count_b);
    assert_memory_equal(bytes_a, bytes_b, count_a);
    free(bytes_a);
    free(bytes_b);
}

static void a_resumed_run_equals_an_unbroken_one_to_the_bit(void **state)
{
    (void)state;
    // In free fall, in the midst of the heap, while some sleep and some do not.
    const double moments[] = {0.0, 0.25, 1.0, 2.5, 5.0};
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; ++i) {
        Setup unbroken = setup_empty(), resumed = setup_empty();
        fill(&unbroken);
        fill(&resumed);
        resumed.def.threads = 3;
        resumed.def.instructions = TUM_INSTRUCTIONS_SCALAR;
        setup_start(&unbroken);
        setup_start(&resumed);
        setup_run(&unbroken, moments[i]);
        size_t count;
        void *bytes = saved(&unbroken, &count);
        // What the other world did before is of no account.
        setup_run(&resumed, 0.1 * (double)i);
        assert_int_equal(tum_checkpoint_read(resumed.world, bytes, count, NULL, resumed.report),
                         TUM_OK);
        free(bytes);
        assert_no_errors(resumed.report);
        assert_true(tum_world_hash(resumed.world) == tum_world_hash(unbroken.world));
        assert_int_equal(tum_world_step_count(resumed.world), tum_world_step_count(unbroken.world));
        for (int k = 0; k < 90; ++k) {
            setup_step(&unbroken);
            setup_step(&resumed);
            assert_true(tum_world_hash(resumed.world) == tum_world_hash(unbroken.world));
            const TumEvent *events_a, *events_b;
            const size_t events = tum_world_events(unbroken.world, &events_a);
            assert_int_equal(events, tum_world_events(resumed.world, &events_b));
            for (size_t e = 0; e < events; ++e) {
                assert_same_event(&events_a[e], &events_b[e]);
            }
        }
        assert_true(tum_world_time(resumed.world) == tum_world_time(unbroken.world));
        assert_same_state(&unbroken, &resumed);
        setup_end(&resumed);
        setup_end(&unbroken);
    }
}

static void writing_changes_nothing_and_says_how_much_room_it_needs(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    fill(&setup);
    setup_start(&setup);
    setup_run(&setup, 1);
    const uint64_t hash = tum_world_hash(setup.world);
    size_t count;
    void *bytes = saved(&setup, &count), *again = malloc(count + 8);
    memset(again, 0xa5, count + 8);
    assert_int_equal(tum_checkpoint_write(setup.world, again, count - 1), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_checkpoint_write(setup.world, again, count + 8), TUM_OK);
    assert_memory_equal(bytes, again, count);
    for (size_t i = 0; i < 8; ++i) {
        assert_int_equal(((unsigned char *)again)[count + i], 0xa5);
    }
    assert_true(tum_world_hash(setup.world) == hash);
    free(bytes);
    free(again);
    setup_end(&setup);
}

// Few bodies, so that every byte can be tried.
static void fill_little(Setup *setup)
{
    setup->def.contact_events = true;
    setup_floor(setup);
    setup_body(setup, box_shape(1, 1, 1), 0, 0.5, 0);
    setup_body(setup, box_shape(1, 1, 1), 0.2, 1.5, 0);
    setup_body(setup, sphere_shape(0.5), 3, 1, 0);
    const GravityVolumeDef point = {
        .kind = TUM_GRAVITY_POINT, .gravity = 1, .unit_distance = 2, .shape = -1};
    setup_volume(setup, box_shape(2, 2, 2), 3, 2, 0, point);
}

static void assert_refused(Setup *setup, const void *bytes, size_t count, TumStatus status,
                           const char *code)
{
    const uint64_t hash = tum_world_hash(setup->world);
    TumReport *report = tum_report_create(NULL);
    assert_int_equal(tum_checkpoint_read(setup->world, bytes, count, NULL, report), status);
    assert_true(report_has(report, code, NULL));
    assert_true(tum_world_hash(setup->world) == hash);
    tum_report_destroy(report);
}

static void every_truncation_is_refused(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    fill_little(&setup);
    setup_start(&setup);
    setup_run(&setup, 1);
    size_t count;
    char *bytes = saved(&setup, &count);
    for (size_t i = 0; i < count; ++i) {
        // In a block of its own, so that reading past the end is seen.
        char *part = malloc(i + 1);
        memcpy(part, bytes, i);
        char *exact = realloc(part, i > 0 ? i : 1);
        assert_refused(&setup, exact, i, TUM_ERROR_INPUT, "CHECKPOINT_INVALID");
        free(exact);
    }
    char *longer = malloc(count + 1);
    memcpy(longer, bytes, count);
    longer[count] = 0;
    assert_refused(&setup, longer, count + 1, TUM_ERROR_INPUT, "CHECKPOINT_INVALID");
    free(longer);
    free(bytes);
    setup_end(&setup);
}

static void every_flipped_byte_is_refused(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    fill_little(&setup);
    setup_start(&setup);
    setup_run(&setup, 1);
    size_t count;
    unsigned char *bytes = saved(&setup, &count);
    Random random = {7};
    for (int i = 0; i < 1000; ++i) {
        const size_t at = (size_t)random_in(&random, 0, (double)count);
        const unsigned char flip = (unsigned char)random_in(&random, 1, 256);
        bytes[at] ^= flip;
        const uint64_t hash = tum_world_hash(setup.world);
        const TumStatus status = tum_checkpoint_read(setup.world, bytes, count, NULL, NULL);
        assert_true(status == TUM_ERROR_INPUT || status == TUM_ERROR_UNSUPPORTED);
        assert_true(tum_world_hash(setup.world) == hash);
        bytes[at] ^= flip;
    }
    assert_int_equal(tum_checkpoint_read(setup.world, bytes, count, NULL, NULL), TUM_OK);
    free(bytes);
    setup_end(&setup);
}

static void what_is_altered_and_signed_is_refused_or_goes_on_without_harm(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    fill_little(&setup);
    setup_start(&setup);
    setup_run(&setup, 1);
    size_t count;
    unsigned char *bytes = saved(&setup, &count), *altered = malloc(count);
    Random random = {11};
    int refused = 0, accepted = 0;
    for (int i = 0; i < 3000; ++i) {
        memcpy(altered, bytes, count);
        const int flips = 1 + i % 3;
        for (int k = 0; k < flips; ++k) {
            const size_t at = (size_t)random_in(&random, 48, (double)count);
            altered[at] ^= (unsigned char)random_in(&random, 1, 256);
        }
        sign_checkpoint(altered, count);
        const TumStatus status = tum_checkpoint_read(setup.world, altered, count, NULL, NULL);
        if (status != TUM_OK) {
            assert_int_equal(status, TUM_ERROR_INPUT);
            ++refused;
            continue;
        }
        ++accepted;
        for (int k = 0; k < 3; ++k) {
            const TumStatus stepped = tum_world_step(setup.world, 1.0f / 60.0f);
            assert_true(stepped == TUM_OK || stepped == TUM_ERROR_DIVERGED);
        }
    }
    // Indices and counts are refused; numbers are just other numbers.
    assert_true(refused > 300 && accepted > 300);
    free(altered);
    free(bytes);
    setup_end(&setup);
}

static void other_scenes_and_other_settings_are_told_apart(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    fill_little(&setup);
    setup_start(&setup);
    size_t count;
    void *bytes = saved(&setup, &count);

    Setup moved = setup_empty();
    fill_little(&moved);
    moved.things[2].position[0] += 1e-12;
    setup_start(&moved);
    assert_refused(&moved, bytes, count, TUM_ERROR_INPUT, "CHECKPOINT_MISMATCH");
    setup_end(&moved);

    Setup finer = setup_empty();
    fill_little(&finer);
    finer.def.substeps = 8;
    setup_start(&finer);
    assert_refused(&finer, bytes, count, TUM_ERROR_INPUT, "CHECKPOINT_MISMATCH");
    setup_end(&finer);

    assert_refused(&setup, "{\"asset\":{}}", 12, TUM_ERROR_INPUT, "CHECKPOINT_INVALID");
    free(bytes);
    setup_end(&setup);
}

static void running_out_of_memory_leaves_the_world_as_it_was(void **state)
{
    (void)state;
    Counting counting;
    Setup setup = setup_empty();
    fill_little(&setup);
    setup.def.allocator = counting_allocator(&counting);
    setup_start(&setup);
    setup_run(&setup, 1);
    size_t count;
    void *bytes = saved(&setup, &count);
    setup_run(&setup, 1);
    const uint64_t hash = tum_world_hash(setup.world);
    TumStatus status = TUM_ERROR_MEMORY;
    size_t left = 0;
    for (; status != TUM_OK; ++left) {
        counting.fail_after = left;
        status = tum_checkpoint_read(setup.world, bytes, count, NULL, NULL);
        if (status != TUM_OK) {
            assert_int_equal(status, TUM_ERROR_MEMORY);
            assert_true(tum_world_hash(setup.world) == hash);
        }
    }
    assert_true(left > 20);
    free(bytes);
    setup_end(&setup);
    assert_int_equal(counting.blocks, 0);
}

// A lift that carries a box, and a door that sweeps through the heap.
static void fill_animated(Setup *setup)
{
    fill(setup);
    static const double times[3] = {0, 1.1, 2.3};
    static const double heights[9] = {6, 0.3, 0, 6, 1.5, 0, 6, 0.3, 0};
    static const double turns[12] = {0, 0, 0, 1, 0, 0.6, 0, 0.8, 0, 0, 0, -1};
    const int lift = setup_static(setup, box_shape(1, 0.2, 1), 6, 0.3, 0);
    const int door = setup_static(setup, box_shape(3, 1, 0.2), 0, 0.6, -3);
    setup_track(setup, lift, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 3, times, heights);
    setup_track(setup, door, TUM_TRACK_ROTATION, TUM_INTERPOLATION_LINEAR, 3, times, turns);
    setup_body(setup, box_shape(0.4, 0.4, 0.4), 6, 0.7, 0);
}

static void a_resumed_run_with_animations_equals_an_unbroken_one(void **state)
{
    (void)state;
    Setup whole = setup_empty(), resumed = setup_empty();
    fill_animated(&whole);
    fill_animated(&resumed);
    setup_start(&whole);
    setup_start(&resumed);
    setup_run(&whole, 1.5);
    size_t count;
    void *bytes = saved(&whole, &count);
    assert_int_equal(tum_checkpoint_read(resumed.world, bytes, count, "test", resumed.report),
                     TUM_OK);
    free(bytes);
    for (int i = 0; i < 90; ++i) {
        setup_step(&whole);
        setup_step(&resumed);
        assert_true(tum_world_hash(whole.world) == tum_world_hash(resumed.world));
    }
    setup_end(&whole);
    setup_end(&resumed);
}

// A chain that swings into the heap, and a motor that turns a bar with a range of its own.
static Joints fill_joined(Setup *setup)
{
    fill(setup);
    Joints joints = joints_of(setup);
    int above = setup_static(setup, box_shape(0.2, 0.2, 0.2), -3, 4, 0);
    for (int i = 0; i < 6; ++i) {
        const int link = setup_body(setup, box_shape(0.4, 0.1, 0.1), -2.6 + 0.5 * i, 4, 0);
        joint_ball(&joints, joint_add(&joints, above, link, -2.85 + 0.5 * i, 4, 0));
        above = link;
    }
    const int post = setup_static(setup, box_shape(0.2, 2, 0.2), 0, 1, -4);
    const int bar = setup_body(setup, box_shape(2, 0.1, 0.1), 0, 2.2, -4);
    const int joint = joint_add(&joints, post, bar, 0, 2.1, -4);
    joint_hinge(&joints, joint, 1);
    joint_range(&joints, joint, TUM_SPACE_ANGULAR, 2, -20, 9);
    TumDrive *drive = joint_drive(&joints, joint, TUM_SPACE_ANGULAR, 1, TUM_DRIVE_FORCE);
    drive->velocity_target = 7;
    drive->damping = 100;
    return joints;
}

static void a_resumed_run_with_joints_equals_an_unbroken_one(void **state)
{
    (void)state;
    Setup whole = setup_empty(), resumed = setup_empty();
    Joints of_whole = fill_joined(&whole), of_resumed = fill_joined(&resumed);
    setup_start(&whole);
    setup_start(&resumed);
    setup_run(&whole, 1.0);
    size_t count;
    void *bytes = saved(&whole, &count);
    assert_int_equal(tum_checkpoint_read(resumed.world, bytes, count, "test", resumed.report),
                     TUM_OK);
    free(bytes);
    for (int i = 0; i < 90; ++i) { // the bar meets the end of its range, after more than a turn
        setup_step(&whole);
        setup_step(&resumed);
        assert_true(tum_world_hash(whole.world) == tum_world_hash(resumed.world));
    }
    joints_end(&of_whole);
    joints_end(&of_resumed);
}

// 40 balls of 100 to 250 m/s between two walls. Most pairs of their boxes pass each other and are
// no contacts: the search of the next step finds them anew, before a checkpoint and after it.
static void fill_fast(Setup *setup)
{
    Random random = {5};
    setup_floor(setup);
    setup_static(setup, box_shape(0.2, 20, 20), -8, 10, 0);
    setup_static(setup, box_shape(0.2, 20, 20), 8, 10, 0);
    for (int i = 0; i < 40; ++i) {
        const int ball = setup_body(setup, sphere_shape(0.15), random_in(&random, -3, 3),
                                    0.5 + 0.9 * (i / 8), 0.9 * (i % 8));
        const double speed = random_in(&random, 100, 250);
        set3(setup->things[ball].motion.linear_velocity, i % 2 == 0 ? speed : -speed, 0, 0);
    }
    setup_all_materials(setup, 0.4, 0.4, 0.5);
}

static void a_resumed_run_of_fast_balls_equals_an_unbroken_one(void **state)
{
    (void)state;
    for (int moment = 1; moment <= 5; ++moment) {
        Setup whole = setup_empty(), resumed = setup_empty();
        fill_fast(&whole);
        fill_fast(&resumed);
        resumed.def.threads = 3;
        setup_start(&whole);
        setup_start(&resumed);
        for (int i = 0; i < moment; ++i) {
            setup_step(&whole);
        }
        size_t count;
        void *bytes = saved(&whole, &count);
        assert_int_equal(tum_checkpoint_read(resumed.world, bytes, count, NULL, resumed.report),
                         TUM_OK);
        free(bytes);
        for (int i = 0; i < 60; ++i) {
            setup_step(&whole);
            setup_step(&resumed);
            assert_true(tum_world_hash(whole.world) == tum_world_hash(resumed.world));
            assert_int_equal(tum_world_counts(whole.world).pairs,
                             tum_world_counts(resumed.world).pairs);
        }
        assert_same_state(&whole, &resumed);
        setup_end(&resumed);
        setup_end(&whole);
    }
}

static void a_kinematic_body_that_has_a_mass_is_taken_up_again(void **state)
{
    (void)state;
    // Its mass counts for nothing while it is kinematic: no push moves it.
    Setup setup = setup_empty();
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    setup_static(&setup, box_shape(1, 1, 1), 0.5, 0, 0);
    setup.things[box].motion.kind = TUM_BODY_KINEMATIC;
    setup.things[box].motion.mass = 2;
    setup_start(&setup);
    setup_run(&setup, 0.5);
    assert_int_equal(tum_world_counts(setup.world).pairs, 0); // nor does it meet what never moves
    size_t count;
    void *bytes = saved(&setup, &count);
    assert_int_equal(tum_checkpoint_read(setup.world, bytes, count, "test", setup.report), TUM_OK);
    free(bytes);
    setup_end(&setup);
}

// Every kind of property that an animation changes, at rest at no time.
static Joints fill_with_pointers(Setup *setup)
{
    static const double times[3] = {0, 1, 2.5}, open_shut[3] = {0, 1, 0};
    static const double size[9] = {3, 0.5, 3, 3, 1, 3, 3, 0.5, 3};
    static const double slide[9] = {0, 0, 0, 0.4, 0, 0, -0.4, 0.1, 0};
    static const double low[3] = {-2, -0.5, -1}, high[3] = {2, 0.5, 1.5}, opening[3] = {0.5, 0, 1};
    static const double target[3] = {0, 1, -1}, speed[3] = {0, 3, 0};
    static const double inertia[9] = {1, 1, 1, 2, 1, 2, 1, 2, 1};
    Joints joints = joints_of(setup);
    setup_static(setup, box_shape(3, 0.5, 3), 0, 0, 0);
    const int cart = setup_body(setup, box_shape(0.5, 0.5, 0.5), 0, 1.5, 0);
    const int arm = setup_static(setup, box_shape(1.5, 0.2, 0.2), 0, 0, 0);
    setup_parent(setup, arm, cart);
    for (int i = 0; i < 6; ++i) {
        setup_body(setup, sphere_shape(0.25), 0.4 * i - 1, 1, 0.8);
    }
    const int hook = setup_node(setup, 5, 5, 0);
    const int bob = setup_body(setup, box_shape(0.3, 1, 0.3), 5, 4.5, 0);
    const int eye = joint_anchor(setup, bob, 5, 5, 0);
    const int hinge = joint_between(&joints, hook, eye);
    joint_ball(&joints, hinge);
    joint_range(&joints, hinge, TUM_SPACE_ANGULAR, 5, 0, 0.5)->pointer = "/cone";
    const int tail = setup_body(setup, box_shape(0.2, 0.6, 0.2), 0, 1.2, 1.5);
    joint_ball(&joints, joint_add(&joints, cart, tail, 0, 1.5, 1.5));
    const int ring = setup_node(setup, 0, 0.5, 0);
    const int flag = setup_body(setup, box_shape(0.3, 1, 0.3), 0, 2.7, 0);
    setup_parent(setup, ring, cart);
    const int slider = joint_between(&joints, ring, joint_anchor(setup, flag, 0, 2, 0));
    joint_slider(&joints, slider, 0);
    joints.defs[slider].pointer = "/slider";
    joint_range(&joints, slider, TUM_SPACE_LINEAR, 1, -2, 2)->pointer = "/limit";
    TumDrive *drive = joint_drive(&joints, slider, TUM_SPACE_LINEAR, 0, TUM_DRIVE_FORCE);
    drive->stiffness = 500;
    drive->damping = 20;
    drive->pointer = "/drive";

    setup_track(setup, arm, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 3, times, slide);
    setup_track(setup, hook, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 3, times, slide);
    setup_track(setup, ring, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 3, times, slide);
    const struct {
        const char *pointer;
        size_t width;
        const double *values;
    } pointers[] = {
        {"/shape/box/size", 3, size},
        {"/cone/max", 1, opening},
        {"/limit/min", 1, low},
        {"/limit/max", 1, high},
        {"/drive/positionTarget", 1, target},
        {"/drive/velocityTarget", 1, speed},
        {"/motion/isKinematic", 1, open_shut},
        {"/motion/centerOfMass", 3, slide},
        {"/motion/inertiaDiagonal", 3, inertia},
        {"/slider/enableCollision", 1, open_shut},
    };
    for (size_t i = 0; i < sizeof pointers / sizeof *pointers; ++i) {
        setup_pointer_track(setup, pointers[i].pointer, pointers[i].width, TUM_INTERPOLATION_LINEAR,
                            3, times, pointers[i].values);
    }
    return joints;
}

// What follows from the time alone is not in the bytes: it must come out the same all the same.
static void a_resumed_run_with_animated_properties_equals_an_unbroken_one(void **state)
{
    (void)state;
    const double moments[3] = {0.5, 1.2, 2.0};
    for (int k = 0; k < 3; ++k) {
        Setup whole = setup_empty(), resumed = setup_empty();
        Joints of_whole = fill_with_pointers(&whole), of_resumed = fill_with_pointers(&resumed);
        setup_start(&whole);
        setup_start(&resumed);
        assert_int_equal(whole.scene->track_count, 13);
        setup_run(&whole, moments[k]);
        setup_run(&resumed, 0.3); // elsewhere at first
        size_t count;
        void *bytes = saved(&whole, &count);
        assert_int_equal(tum_checkpoint_read(resumed.world, bytes, count, "test", resumed.report),
                         TUM_OK);
        free(bytes);
        for (int i = 0; i < 90; ++i) {
            setup_step(&whole);
            setup_step(&resumed);
            assert_true(tum_world_hash(whole.world) == tum_world_hash(resumed.world));
        }
        joints_end(&of_whole);
        joints_end(&of_resumed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_resumed_run_equals_an_unbroken_one_to_the_bit),
        cmocka_unit_test(a_resumed_run_with_animations_equals_an_unbroken_one),
        cmocka_unit_test(a_resumed_run_of_fast_balls_equals_an_unbroken_one),
        cmocka_unit_test(a_kinematic_body_that_has_a_mass_is_taken_up_again),
        cmocka_unit_test(a_resumed_run_with_animated_properties_equals_an_unbroken_one),
        cmocka_unit_test(a_resumed_run_with_joints_equals_an_unbroken_one),
        cmocka_unit_test(writing_changes_nothing_and_says_how_much_room_it_needs),
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(every_flipped_byte_is_refused),
        cmocka_unit_test(what_is_altered_and_signed_is_refused_or_goes_on_without_harm),
        cmocka_unit_test(other_scenes_and_other_settings_are_told_apart),
        cmocka_unit_test(running_out_of_memory_leaves_the_world_as_it_was),
    };
    return cmocka_run_group_tests_name("checkpoint", tests, NULL, NULL);
}
