// SPDX-License-Identifier: MIT
// Contacts of one place lie side by side, however they come and go, and planes as contacts do.
#include "tests/support/world_support.h"
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
    const int32_t edge = sim->bodies.items[setup_id(setup, top_of(tower)).index1 - 1].first_contact;
    assert_int_not_equal(edge, NONE);
    assert_int_equal(sim->contacts.items[edge / 2].edge[edge & 1].next, NONE);
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
    for (size_t i = 0; i < sim->contacts.count; ++i) {
        const int32_t plane = sim->contacts.items[i].first_manifold;
        assert_true(plane == NONE || plane == (int32_t)i);
    }
    assert_int_equal(sim->active_count, 2 * TOWERS);
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
    tum_sim_list_active(sim);
    assert_int_equal(sim->active.count, 2 * TOWERS - 1);
    for (size_t i = 1; i < sim->active.count; ++i) {
        assert_true(sim->active.items[i - 1] < sim->active.items[i]);
    }
    setup_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contact_that_comes_back_lies_where_those_of_its_bodies_do),
        cmocka_unit_test(a_plane_of_contact_has_the_number_of_its_contact),
        cmocka_unit_test(active_contacts_are_listed_in_the_order_of_their_slots),
    };
    return cmocka_run_group_tests_name("contact slots", tests, NULL, NULL);
}
