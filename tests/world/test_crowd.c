// SPDX-License-Identifier: MIT
// Bodies in one place: their pairs are bounded, and all of them part.
#include "math/scalar.h"
#include "tests/support/world_support.h"
#include "tumble/capacity.h"
#include "tumble/checkpoint.h"

enum { CROWD = 150 };

static Setup crowd_of(int count, TumShape shape)
{
    Setup setup = setup_empty();
    for (int i = 0; i < count; ++i) {
        setup_body(&setup, shape, 0, 5, 0);
    }
    setup.def.override_gravity = true;
    setup.def.gravity[1] = 0.0f;
    return setup;
}

// Of n in one place, the last has no later one, the one before it one, and so on.
static void pairs_of_a_place_are_as_many_as_stated(void **state)
{
    (void)state;
    Setup setup = crowd_of(CROWD, sphere_shape(0.5));
    setup_start(&setup);
    setup_step(&setup);
    const TumWorldCounts counts = tum_world_counts(setup.world);
    const uint32_t kept =
        TUM_MAX_CROWD * (CROWD - TUM_MAX_CROWD) + TUM_MAX_CROWD * (TUM_MAX_CROWD - 1) / 2;
    assert_int_equal(counts.pairs, kept);
    assert_int_equal(counts.left_out, CROWD * (CROWD - 1) / 2 - kept);
    setup_end(&setup);
}

// docs/capacity.md states 32: of 33 in one place each meets all others, of 34 one pair does not.
static void all_pairs_of_thirty_three_in_one_place_are_kept(void **state)
{
    (void)state;
    for (int more = 0; more < 2; ++more) {
        Setup setup = crowd_of(33 + more, sphere_shape(0.5));
        setup_start(&setup);
        setup_step(&setup);
        const TumWorldCounts counts = tum_world_counts(setup.world);
        assert_int_equal(counts.left_out, more);
        assert_int_equal(counts.pairs, 33 * 32 / 2 + 32 * more);
        setup_end(&setup);
    }
}

// A rod along the diagonal of a cube of 1 m, and forty kinematic ones beside it with one middle,
// all of which move along themselves at 0.6 m/s. They touch nothing; their boxes overlap.
static uint64_t left_out_of_rods(double apart)
{
    enum { BESIDE = 40 };
    const double along = 0.6 / sqrt(3);
    Setup setup = setup_empty();
    for (int i = 0; i <= BESIDE; ++i) {
        const double off = i == 0 ? 0 : apart;
        const int rod = setup_body(&setup, capsule_shape(sqrt(3), 0.01, 0.01), off, 5 - off, 0);
        // From Y to the diagonal: about (1, 0, -1), by the angle whose cosine is 1 / sqrt(3).
        setup_turn(&setup, rod, 1, 0, -1, acos(1 / sqrt(3)));
        setup.things[rod].motion.kind = i > 0 ? TUM_BODY_KINEMATIC : TUM_BODY_DYNAMIC;
        setup.things[rod].motion.velocity_space = VELOCITY_IN_WORLD;
        set3(setup.things[rod].motion.linear_velocity, along, along, along);
    }
    setup.def.override_gravity = true;
    setup.def.gravity[1] = 0.0f;
    setup_start(&setup);
    setup_step(&setup);
    const uint64_t left_out = tum_world_counts(setup.world).left_out;
    setup_end(&setup);
    return left_out;
}

// A place is the box in the tree, which is a part of the state, and not the tight one, which is
// older than a checkpoint. A rod's tight box reaches 0.51 m from its middle, and 6 mm of motion
// farther; that in the tree has room for the motion of eight steps, 46 mm: middles 0.54 m apart are
// in one place, where 32 of 40 pairs are kept, and middles 0.6 m apart are not.
static void a_place_is_as_wide_as_the_box_in_the_tree(void **state)
{
    (void)state;
    assert_int_equal(left_out_of_rods(0.5), 40 - TUM_MAX_CROWD);
    assert_int_equal(left_out_of_rods(0.54), 40 - TUM_MAX_CROWD);
    assert_int_equal(left_out_of_rods(0.6), 0);
}

static size_t bytes_of_crowd(int count)
{
    Setup setup = crowd_of(count, box_shape(1, 1, 1));
    Counting counting = {.fail_after = SIZE_MAX};
    setup.def.allocator = counting_allocator(&counting);
    setup_start(&setup);
    setup_step(&setup);
    const size_t bytes = counting.bytes;
    setup_end(&setup);
    return bytes;
}

// 32 pairs of a few kilobytes each, in arrays that may have grown to twice what they need. Without
// a bound twice as many bodies have four times as many pairs.
static void memory_grows_with_bodies_and_not_with_pairs_of_a_place(void **state)
{
    (void)state;
    const size_t some = bytes_of_crowd(200), more = bytes_of_crowd(400);
    assert_true(more - some < 200 * (size_t)400000);
    assert_true(more < 3 * some);
}

// As docs/capacity.md says. Contacts of a body beyond its twenty-fourth take 4.2 KB each, a block
// of eight lanes alone; the arrays of two thirds of that may have grown to twice what they need.
static void a_pair_of_a_place_takes_no_more_than_stated(void **state)
{
    (void)state;
    enum { PAIR_BYTES = 9000, SPARE_BYTES = 1 << 20 };
    const int sizes = rounds(7, 2);
    for (int k = 0; k < sizes; ++k) {
        const int count = 120 + 60 * k;
        Setup setup = crowd_of(count, box_shape(1, 1, 1));
        Counting counting;
        setup.def.allocator = counting_allocator(&counting);
        setup_start(&setup);
        setup_run(&setup, 0.1);
        const size_t pairs = (size_t)(TUM_MAX_CROWD * count);
        assert_in_range(counting.most_bytes, 1, PAIR_BYTES * pairs + SPARE_BYTES);
        setup_end(&setup);
    }
}

static void all_of_a_place_part(void **state)
{
    (void)state;
    Setup setup = crowd_of(80, sphere_shape(0.5));
    setup_start(&setup);
    setup_run(&setup, 3.0);
    double nearest = INFINITY;
    for (int i = 0; i < 80; ++i) {
        const TumVec3 a = setup_pose(&setup, i).position;
        for (int k = 0; k < i; ++k) {
            const TumVec3 b = setup_pose(&setup, k).position;
            const double x = (double)(a.x - b.x), y = (double)(a.y - b.y), z = (double)(a.z - b.z);
            nearest = fmin(nearest, sqrt(x * x + y * y + z * z));
        }
    }
    assert_between(nearest, 0.95, INFINITY); // Two radii, less what contacts leave.
    setup_end(&setup);
}

enum { BALLS = 300 };

// Balls of 1 m at random within a cube of 1.8 m: nearly every pair touches, and not half of them
// hold each other's middle.
static Setup balls_nearly_in_one_place(void)
{
    Setup setup = setup_empty();
    Random random = {1};
    double at[3];
    for (int i = 0; i < BALLS; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            at[axis] = random_in(&random, -0.9, 0.9);
        }
        setup_body(&setup, sphere_shape(1), at[0], at[1], at[2]);
    }
    setup.def.override_gravity = true;
    setup.def.gravity[1] = 0.0f;
    return setup;
}

static void contacts_of_bodies_nearly_in_one_place_are_bounded(void **state)
{
    (void)state;
    Setup setup = balls_nearly_in_one_place();
    setup_start(&setup);
    setup_step(&setup);
    const TumWorldCounts counts = tum_world_counts(setup.world);
    assert_in_range(counts.contacts, 1, TUM_MAX_NEIGHBORS * BALLS);
    assert_true(counts.left_out > BALLS * (BALLS - 1) / 8);
    setup_end(&setup);
}

// A ball in a ring of 66 fixed ones, all of which it touches and none of which shares its place:
// docs/capacity.md states 64.
static void a_collider_has_no_more_contacts_than_stated(void **state)
{
    (void)state;
    enum { RING = TUM_MAX_NEIGHBORS + 2 };
    Setup setup = setup_empty();
    for (int i = 0; i < RING; ++i) {
        const double angle = 2 * PI * i / RING;
        setup_static(&setup, sphere_shape(0.6), 1.09 * cos(angle), 0, 1.09 * sin(angle));
    }
    setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    setup.def.override_gravity = true;
    setup.def.gravity[1] = 0.0f;
    setup_start(&setup);
    setup_step(&setup);
    const TumWorldCounts counts = tum_world_counts(setup.world);
    assert_int_equal(counts.contacts, TUM_MAX_NEIGHBORS);
    assert_int_equal(counts.left_out, RING - TUM_MAX_NEIGHBORS);
    setup_end(&setup);
}

enum { LAYERS = 8, RODS = 40 };

// Rods of 2 m by 2 cm in layers across each other, 1 cm apart: each has all 80 rods of the layers
// above and below within the largest margin, 2 cm.
static Setup layers_of_rods(TumShape shape, int rods[LAYERS][RODS])
{
    Setup setup = setup_empty();
    setup_floor(&setup);
    for (int layer = 0; layer < LAYERS; ++layer) {
        for (int i = 0; i < RODS; ++i) {
            const double across = 0.025 * (i - 0.5 * (RODS - 1)), y = 0.015 + 0.03 * layer;
            const bool along_x = layer % 2 == 0;
            const int rod =
                setup_body(&setup, shape, along_x ? 0 : across, y, along_x ? across : 0);
            setup_turn(&setup, rod, along_x ? 0 : 1, 0, along_x ? 1 : 0, PI / 2);
            rods[layer][i] = rod;
        }
    }
    setup_all_materials(&setup, 0.5, 0.5, 0);
    return setup;
}

// Layers fall onto each other and lie 2 cm apart, less what contacts give way: the lowest ones by
// 2 mm, upper ones by more. A rod that passes through another is 2 cm off.
static void rods_of_a_heap_do_not_pass_through_each_other(void **state)
{
    (void)state;
    const TumShape shapes[2] = {capsule_shape(1.98, 0.01, 0.01), box_shape(0.02, 2, 0.02)};
    const int kinds = rounds(2, 1);
    for (int k = 0; k < kinds; ++k) {
        int rods[LAYERS][RODS];
        Setup setup = layers_of_rods(shapes[k], rods);
        setup_start(&setup);
        setup_run(&setup, 0.5);
        assert_int_equal(tum_world_counts(setup.world).left_out, 0);
        for (int layer = 0; layer < LAYERS; ++layer) {
            for (int i = 0; i < RODS; ++i) {
                assert_near(setup_pose(&setup, rods[layer][i]).position.y, 0.01 + 0.02 * layer,
                            0.01);
            }
        }
        setup_end(&setup);
    }
}

// A collider has more contacts than TUM_MAX_NEIGHBORS where they begin at its surface.
static void contacts_at_the_surface_are_bounded_by_more(void **state)
{
    (void)state;
    enum { MANY = TUM_MAX_SURFACE_NEIGHBORS + 4 };
    Setup setup = setup_empty();
    for (int i = 0; i < MANY; ++i) {
        const double angle = 2 * PI * i / MANY;
        setup_static(&setup, sphere_shape(0.6), 1.099 * cos(angle), 0, 1.099 * sin(angle));
    }
    setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    setup.def.override_gravity = true;
    setup.def.gravity[1] = 0.0f;
    setup_start(&setup);
    setup_step(&setup);
    const TumWorldCounts counts = tum_world_counts(setup.world);
    assert_int_equal(counts.contacts, TUM_MAX_SURFACE_NEIGHBORS);
    assert_int_equal(counts.left_out, MANY - TUM_MAX_SURFACE_NEIGHBORS);
    setup_end(&setup);
}

// As many as a slab and the floor below it carry are no neighbours of either: these are smaller.
static void small_bodies_do_not_count_as_neighbors_of_large_ones(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_static(&setup, box_shape(40, 1, 40), 0, -0.5, 0);
    const int slab = setup_body(&setup, box_shape(8, 0.4, 8), 0, 0.2, 0);
    for (int x = 0; x < 12; ++x) {
        for (int z = 0; z < 12; ++z) {
            setup_body(&setup, box_shape(0.4, 0.4, 0.4), 0.6 * (x - 5.5), 0.6, 0.6 * (z - 5.5));
        }
    }
    setup_start(&setup);
    setup_run(&setup, 1.0);
    assert_int_equal(tum_world_counts(setup.world).left_out, 0);
    assert_near((double)setup_pose(&setup, slab).position.y, 0.2, 0.01);
    setup_end(&setup);
}

static uint64_t hash_of_crowd(int threads)
{
    Setup setup = crowd_of(80, box_shape(1, 0.8, 0.6));
    setup.def.threads = threads;
    setup_start(&setup);
    setup_run(&setup, 0.5);
    const uint64_t hash = tum_world_hash(setup.world);
    setup_end(&setup);
    return hash;
}

static void threads_choose_the_same_pairs(void **state)
{
    (void)state;
    assert_int_equal(hash_of_crowd(1), hash_of_crowd(3));
}

// A world goes on from its checkpoint as if it had not been interrupted: pairs that were left out
// stay so until their boxes part.
static void assert_resumes_with_the_same_bits(Setup *setup, int cuts)
{
    setup_start(setup);
    TumWorld *resumed = NULL;
    assert_int_equal(tum_world_create(setup->scene, &setup->def, &resumed, setup->report), TUM_OK);
    for (int cut = 0; cut < cuts; ++cut) {
        const size_t count = tum_checkpoint_bytes(setup->world);
        void *bytes = malloc(count);
        assert_int_equal(tum_checkpoint_write(setup->world, bytes, count), TUM_OK);
        assert_int_equal(tum_checkpoint_read(resumed, bytes, count, "crowd", setup->report),
                         TUM_OK);
        free(bytes);
        for (int step = 0; step < 10; ++step) {
            setup_step(setup);
            assert_int_equal(tum_world_step(resumed, (float)(1.0 / setup->rate)), TUM_OK);
        }
        print_message("cut %d\n", cut);
        const TumWorldCounts a = tum_world_counts(setup->world), b = tum_world_counts(resumed);
        assert_true(a.left_out > 0);
        assert_int_equal(b.pairs, a.pairs);
        assert_int_equal(b.left_out, a.left_out);
        assert_int_equal(tum_world_hash(resumed), tum_world_hash(setup->world));
    }
    tum_world_destroy(resumed);
    setup_end(setup);
}

static void a_crowd_resumes_with_the_same_bits(void **state)
{
    (void)state;
    Setup spheres = crowd_of(80, sphere_shape(0.5)), boxes = crowd_of(80, box_shape(1, 0.8, 0.6));
    assert_resumes_with_the_same_bits(&spheres, 12);
    assert_resumes_with_the_same_bits(&boxes, 12);
}

static void bodies_nearly_in_one_place_resume_with_the_same_bits(void **state)
{
    (void)state;
    Setup setup = balls_nearly_in_one_place();
    assert_resumes_with_the_same_bits(&setup, rounds(6, 2));
}

// A wide floor's middle lies in the box above it; both have many partners, and still meet.
static void what_is_piled_is_no_crowd(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_static(&setup, box_shape(40, 1, 40), 0, -0.5, 0);
    for (int x = -5; x <= 5; ++x) {
        for (int z = -5; z <= 5; ++z) {
            setup_body(&setup, box_shape(0.5, 0.5, 0.5), 0.6 * x, 0.25, 0.6 * z);
        }
    }
    const int plate = setup_body(&setup, box_shape(10, 0.2, 10), 0, 0.6, 0);
    setup_start(&setup);
    setup_run(&setup, 1.0);
    assert_int_equal(tum_world_counts(setup.world).left_out, 0);
    assert_near((double)setup_pose(&setup, plate).position.y, 0.6, 0.02);
    setup_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pairs_of_thirty_three_in_one_place_are_kept),
        cmocka_unit_test(a_place_is_as_wide_as_the_box_in_the_tree),
        cmocka_unit_test(pairs_of_a_place_are_as_many_as_stated),
        cmocka_unit_test(contacts_of_bodies_nearly_in_one_place_are_bounded),
        cmocka_unit_test(a_collider_has_no_more_contacts_than_stated),
        cmocka_unit_test(rods_of_a_heap_do_not_pass_through_each_other),
        cmocka_unit_test(contacts_at_the_surface_are_bounded_by_more),
        cmocka_unit_test(small_bodies_do_not_count_as_neighbors_of_large_ones),
        cmocka_unit_test(memory_grows_with_bodies_and_not_with_pairs_of_a_place),
        cmocka_unit_test(a_pair_of_a_place_takes_no_more_than_stated),
        cmocka_unit_test(all_of_a_place_part),
        cmocka_unit_test(threads_choose_the_same_pairs),
        cmocka_unit_test(a_crowd_resumes_with_the_same_bits),
        cmocka_unit_test(bodies_nearly_in_one_place_resume_with_the_same_bits),
        cmocka_unit_test(what_is_piled_is_no_crowd),
    };
    return cmocka_run_group_tests_name("crowd", tests, NULL, NULL);
}
