// SPDX-License-Identifier: MIT
// In four dimensions too, nobody can tell from how things move who is solved with whom.
#include "tests/support/world_support4.h"
#include "world/world_data.h"

static int32_t batch_of(const Setup4 *setup, int thing)
{
    const int32_t slot = (int32_t)setup4_id(setup, thing).index1 - 1;
    return graph_batch_of_body(&setup->world->sim.topology.graph, slot);
}

static void step_and_check(Setup4 *setup, int steps)
{
    for (int i = 0; i < steps; ++i) {
        setup4_step(setup);
        assert_true(tum_topology_batches_are_valid(&setup->world->sim.topology));
    }
}

// A tesseract slides against another one. Alone they are in one cluster from the start; with others
// that came between, what the slider remembers moves to another cluster when they meet. To the last
// bit.
static void an_island_moves_as_if_it_were_alone(void **state)
{
    (void)state;
    Place4 places[2][2];
    for (int others = 0; others < 2; ++others) {
        Setup4 setup = setup4_empty();
        setup.def.no_sleep = true;
        setup4_floor(&setup);
        const int slider = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){-1.6, 0.5, 0.2, 0});
        setup4_move(&setup, slider, (double[4]){4, 0, 0, 0}, (double[6]){0});
        for (int i = 0; i < 300 && others == 1; ++i) {
            setup4_body(&setup, box4(1, 1, 1, 1),
                        (double[4]){-50.0 - 2 * (i % 20), 0.5, 2.0 * (i / 20), 0});
        }
        const int stands = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0, 0.5, 0, 0});
        setup4_start(&setup);
        step_and_check(&setup, 2);
        assert_true((batch_of(&setup, slider) != batch_of(&setup, stands)) == (others == 1));
        step_and_check(&setup, 28);
        assert_true(batch_of(&setup, slider) == batch_of(&setup, stands));
        places[others][0] = setup4_position(&setup, slider);
        places[others][1] = setup4_position(&setup, stands);
        assert_true(places[others][1].at[0] > 0.01); // it was pushed
        setup4_end(&setup);
    }
    assert_memory_equal(places[0], places[1], sizeof places[0]);
}

// A square of tesseracts that touch, made in no order, so that contacts are given other slots once
// it is in parts.
static uint64_t hash_of_carpet(int threads)
{
    Setup4 setup = setup4_empty();
    setup.def.no_sleep = true;
    setup.def.threads = threads;
    setup4_floor(&setup);
    for (int i = 0; i < 900; ++i) {
        const int place = i * 337 % 900;
        setup4_body(&setup, box4(1, 1, 1, 1),
                    (double[4]){place % 30, 0.5 + 0.01 * (place % 7), (double)(place / 30), 0});
    }
    setup4_start(&setup);
    const Sim *sim = &setup.world->sim;
    step_and_check(&setup, 31);
    assert_int_equal(sim->topology.graph.depth, 1);
    int32_t before[100];
    for (int i = 0; i < 100; ++i) {
        before[i] = sim->topology.contacts.items[i].collider[1];
    }
    step_and_check(&setup, 9);
    int moved = 0;
    for (int i = 0; i < 100; ++i) {
        moved += sim->topology.contacts.items[i].collider[1] != before[i];
    }
    assert_true(moved > 50);
    const uint64_t hash = tum_world_hash(setup.world);
    setup4_end(&setup);
    return hash;
}

static void contacts_get_other_slots_alike_on_one_thread_and_three(void **state)
{
    (void)state;
    assert_true(hash_of_carpet(1) == hash_of_carpet(3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_island_moves_as_if_it_were_alone),
        cmocka_unit_test(contacts_get_other_slots_alike_on_one_thread_and_three),
    };
    return cmocka_run_group_tests_name("clusters in 4D", tests, NULL, NULL);
}
