// SPDX-License-Identifier: MIT
// Contacts of one place lie side by side, however they come and go, and planes as contacts do.
#include "tests/support/world_support.h"
#include "tumble/checkpoint.h"
#include "world/world_data.h"

enum { TOWERS = 120, NEAR = 64 };

// Towers of two boxes on a floor, three metres from each other.
static Setup towers(void)
{
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    setup_static(&setup, box_shape(400, 1, 4), 180, -0.5, 0);
    for (int i = 0; i < TOWERS; ++i) {
        setup_body(&setup, box_shape(1, 1, 1), 3.0 * i, 0.5, 0);
        setup_body(&setup, box_shape(1, 1, 1), 3.0 * i, 1.5, 0);
    }
    setup_start(&setup);
    setup_run(&setup, 0.1);
    return setup;
}

static int top_of(int tower)
{
    return 2 + 2 * tower;
}

static int32_t only_contact_of_top(const Setup *setup, int tower)
{
    const Sim *sim = &setup->world->sim;
    const int32_t edge =
        sim->topology.bodies.items[setup_id(setup, top_of(tower)).index1 - 1].first_contact;
    assert_int_not_equal(edge, NONE);
    assert_int_equal(sim->topology.contacts.items[edge / 2].edge[edge & 1].next, NONE);
    return edge / 2;
}

static void put_top(Setup *setup, int tower, float height)
{
    const TumPose3 pose = {{3.0f * (float)tower, height, 0}, {0, 0, 0, 1}};
    assert_int_equal(tum_body_set_pose3(setup->world, setup_id(setup, top_of(tower)), pose),
                     TUM_OK);
    setup_step(setup);
}

static void a_contact_that_comes_back_lies_where_those_of_its_bodies_do(void **state)
{
    (void)state;
    Setup setup = towers();
    const int32_t first = only_contact_of_top(&setup, 3), last = only_contact_of_top(&setup, 116);
    assert_true(last - first > NEAR);
    put_top(&setup, 3, 9);
    put_top(&setup, 116, 9);
    // Whoever took the slot that was freed last would have them exchanged.
    put_top(&setup, 3, 1.5f);
    put_top(&setup, 116, 1.5f);
    assert_true(abs(only_contact_of_top(&setup, 3) - first) < NEAR);
    assert_true(abs(only_contact_of_top(&setup, 116) - last) < NEAR);
    setup_end(&setup);
}

static void a_plane_of_contact_has_the_number_of_its_contact(void **state)
{
    (void)state;
    Setup setup = towers();
    const Sim *sim = &setup.world->sim;
    put_top(&setup, 3, 9);
    put_top(&setup, 3, 1.5f);
    for (size_t i = 0; i < sim->topology.contacts.count; ++i) {
        const int32_t plane = sim->topology.contacts.items[i].first_manifold;
        assert_true(plane == NONE || plane == (int32_t)i);
    }
    assert_int_equal(sim->topology.active_count, 2 * TOWERS);
    setup_end(&setup);
}

// What workers share out among them: see Sim.active.
static void active_contacts_are_listed_in_the_order_of_their_slots(void **state)
{
    (void)state;
    Setup setup = towers();
    Sim *sim = &setup.world->sim;
    put_top(&setup, 3, 9);
    put_top(&setup, 50, 9);
    put_top(&setup, 3, 1.5f);
    tum_topology_list_active(&sim->topology);
    assert_int_equal(sim->topology.active.count, 2 * TOWERS - 1);
    for (size_t i = 1; i < sim->topology.active.count; ++i) {
        assert_true(sim->topology.active.items[i - 1] < sim->topology.active.items[i]);
    }
    setup_end(&setup);
}

enum { SIDE = 30, CARPET = SIDE * SIDE };

// A square of boxes that touch, one island in two parts, made in no order; and towers.
static Setup carpet(int threads)
{
    Setup setup = setup_empty();
    setup.def.threads = threads;
    setup_floor(&setup);
    for (int i = 0; i < CARPET; ++i) {
        const int place = i * 337 % CARPET;
        const double rise = 0.01 * (place % 7);
        setup_body(&setup, box_shape(1, 1, 1), place % SIDE, 0.5 + rise, (double)(place / SIDE));
    }
    for (int i = 0; i < TOWERS; ++i) {
        setup_body(&setup, box_shape(1, 1, 1), 3.0 * i, 0.5, -5);
        setup_body(&setup, box_shape(1, 1, 1), 3.0 * i, 1.5, -5);
    }
    setup_start(&setup);
    return setup;
}

static int subdomain_of(const Sim *sim, const Contact *contact)
{
    const int32_t body =
        contact->body[sim->topology.bodies.items[contact->body[0]].is_movable ? 0 : 1];
    return graph_batch_of_body(&sim->topology.graph, body) == BATCH_SHARED
               ? sim->topology.graph.bodies.items[body].subdomain
               : 0;
}

// Of neighbours in the order of slots.
static double share_of_two_parts(const Sim *sim)
{
    int pairs = 0, of_two = 0, last = 0;
    for (size_t i = 0; i < sim->topology.contacts.count; ++i) {
        const Contact *contact = &sim->topology.contacts.items[i];
        const int subdomain = contact->collider[0] != NONE ? subdomain_of(sim, contact) : 0;
        pairs += subdomain > 0 && last > 0;
        of_two += subdomain > 0 && last > 0 && subdomain != last;
        last = subdomain > 0 ? subdomain : last;
    }
    return (double)of_two / pairs;
}

static void contacts_of_a_part_come_to_lie_side_by_side(void **state)
{
    (void)state;
    Setup setup = carpet(1);
    const Sim *sim = &setup.world->sim;
    setup_run(&setup, 20 / 60.0);
    assert_int_equal(sim->topology.graph.depth, 1);
    assert_true(share_of_two_parts(sim) > 0.2); // as they were found
    setup_run(&setup, 13 / 60.0);
    assert_true(share_of_two_parts(sim) < 0.02);
    setup_end(&setup);
}

static void planes_follow_contacts_that_get_other_slots(void **state)
{
    (void)state;
    Setup setup = carpet(1);
    const Sim *sim = &setup.world->sim;
    setup_run(&setup, 33 / 60.0);
    int planes = 0;
    for (int32_t i = 0; i < (int32_t)sim->topology.contacts.count; ++i) {
        const int32_t plane = sim->topology.contacts.items[i].first_manifold;
        planes += plane != NONE;
        assert_true(plane == NONE || abs(plane - i) < NEAR);
    }
    assert_true(planes > CARPET);
    setup_end(&setup);
}

static void put_towers_to_sleep(Setup *setup)
{
    for (int i = 0; i < TOWERS; ++i) {
        assert_int_equal(tum_body_sleep(setup->world, setup_id(setup, 1 + CARPET + 2 * i)), TUM_OK);
    }
}

// Reading a checkpoint looks through all chains, lists and lanes.
static void a_world_goes_on_alike_whoever_gives_its_contacts_other_slots(void **state)
{
    (void)state;
    Setup setup = carpet(1), resumed = carpet(3);
    for (int step = 0; step < 35; ++step) {
        if (step == 20) {
            put_towers_to_sleep(&setup);
            put_towers_to_sleep(&resumed);
        }
        if (step % 11 == 1) {
            const size_t count = tum_checkpoint_bytes(setup.world);
            void *bytes = malloc(count);
            assert_int_equal(tum_checkpoint_write(setup.world, bytes, count), TUM_OK);
            assert_int_equal(tum_checkpoint_read(resumed.world, bytes, count, NULL, resumed.report),
                             TUM_OK);
            free(bytes);
            // Between the last two checkpoints each world has ordered its own.
            assert_true(share_of_two_parts(&setup.world->sim) > 0.2 || step != 23);
        }
        setup_step(&setup);
        setup_step(&resumed);
        assert_true(step == 0 || tum_world_hash(setup.world) == tum_world_hash(resumed.world));
    }
    assert_true(share_of_two_parts(&setup.world->sim) < 0.02);
    // What sleeps has kept its planes: one of two wakes the other.
    const TumBodyId bottom = setup_id(&setup, 1 + CARPET), top = setup_id(&setup, 2 + CARPET);
    assert_false(tum_body_is_awake(setup.world, top));
    assert_int_equal(tum_body_wake(setup.world, bottom), TUM_OK);
    setup_step(&setup);
    assert_true(tum_body_is_awake(setup.world, top));
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, 3 + CARPET)));
    setup_end(&setup);
    setup_end(&resumed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contact_that_comes_back_lies_where_those_of_its_bodies_do),
        cmocka_unit_test(a_plane_of_contact_has_the_number_of_its_contact),
        cmocka_unit_test(active_contacts_are_listed_in_the_order_of_their_slots),
        cmocka_unit_test(contacts_of_a_part_come_to_lie_side_by_side),
        cmocka_unit_test(planes_follow_contacts_that_get_other_slots),
        cmocka_unit_test(a_world_goes_on_alike_whoever_gives_its_contacts_other_slots),
    };
    return cmocka_run_group_tests_name("contact slots", tests, NULL, NULL);
}
