// SPDX-License-Identifier: MIT
// Small islands are solved whole, cluster by cluster; what is large is shared. Nobody can tell from
// how things move.
#include "contact3/prefetch3.h"
#include "tests/support/joint_support.h"
#include "tumble/checkpoint.h"
#include "world/world_data.h"

static void ok(TumStatus status)
{
    assert_int_equal(status, TUM_OK);
}

static int32_t batch_of(const Setup *setup, int thing)
{
    const int32_t slot = (int32_t)setup_id(setup, thing).index1 - 1;
    return graph_batch_of_body(&setup->world->sim.topology.graph, slot);
}

static int32_t subdomain_of(const Setup *setup, int thing)
{
    const int32_t slot = (int32_t)setup_id(setup, thing).index1 - 1;
    return setup->world->sim.topology.graph.bodies.items[slot].subdomain;
}

static uint32_t shared_lanes(const Setup *setup)
{
    const ConstraintGraph *graph = &setup->world->sim.topology.graph;
    uint32_t lanes = 0;
    for (size_t i = 0; i < graph->batches.count; ++i) {
        lanes += graph->batches.items[i].is_shared ? graph->batches.items[i].lanes : 0;
    }
    return lanes;
}

static void step_and_check(Setup *setup, int steps)
{
    for (int i = 0; i < steps; ++i) {
        setup_step(setup);
        assert_true(tum_topology_batches_are_valid(&setup->world->sim.topology));
    }
}

// A tower of boxes of 1 m that stands at (x, z). @return its lowest box; the others follow.
static int tower(Setup *setup, int height, double x, double z)
{
    int lowest = 0;
    for (int i = 0; i < height; ++i) {
        const int box = setup_body(setup, box_shape(1, 1, 1), x, 0.5 + i, z);
        lowest = i == 0 ? box : lowest;
    }
    return lowest;
}

// Towers of so many boxes in rows, 3 m from each other, about to move.
static Setup towers(int count, int height, int in_a_row)
{
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    setup_floor(&setup);
    for (int i = 0; i < count; ++i) {
        tower(&setup, height, 3.0 * (i % in_a_row), 3.0 * (i / in_a_row));
    }
    setup_start(&setup);
    return setup;
}

// A square of boxes that touch, made row by row, each row along x, or along z where it is turned.
// They stand up to `steps` centimetres higher than they should. @return its first box; the others
// follow.
static int carpet(Setup *setup, int side, bool is_turned, int steps)
{
    const int first = setup->count;
    for (int i = 0; i < side * side; ++i) {
        const double along = i % side, row = (double)(i / side);
        setup_body(setup, box_shape(1, 1, 1), is_turned ? row : along,
                   0.5 + 0.01 * (i % (steps + 1)), is_turned ? along : row);
    }
    return first;
}

static void towers_of_few_boxes_are_in_batches(void **state)
{
    (void)state;
    Setup setup = towers(300, 4, 20);
    step_and_check(&setup, 10);
    // A contact a box and nothing shared, in three clusters or more: none keeps more than 384.
    assert_int_equal(shared_lanes(&setup), 0);
    assert_true(setup.world->sim.topology.graph.batches.count >= 3);
    uint32_t lanes = 0;
    for (size_t i = 1; i < setup.world->sim.topology.graph.batches.count; ++i) {
        lanes += setup.world->sim.topology.graph.batches.items[i].lanes;
    }
    assert_int_equal(lanes, 300 * 4);
    setup_end(&setup);
}

// Weighing goes through all there is, sleepers too: with 100 000 of them beside ten balls that cost
// as much as all else.
static void islands_are_not_weighed_where_nothing_is_shared(void **state)
{
    (void)state;
    Setup setup = towers(20, 2, 5);
    step_and_check(&setup, 130);
    assert_int_equal(shared_lanes(&setup), 0);
    assert_int_equal(setup.world->sim.topology.order.capacity, 0); // Where they would be.
    setup_end(&setup);
}

// All towers begin in one cluster, with a contact each, and grow there. At the eighth step clusters
// that have grown to more than one and a half times 256 lanes give towers away.
static void a_thousand_boxes_are_work_for_four(void **state)
{
    (void)state;
    Setup setup = towers(100, 10, 10);
    step_and_check(&setup, 10);
    const Sim *sim = &setup.world->sim;
    assert_int_equal(sim->jobs.count, 4);
    uint64_t mean_before = 0;
    for (size_t i = 0; i < sim->jobs.count; ++i) {
        const SolveJob unit = sim->jobs.items[i];
        const uint32_t lanes = sim->topology.graph.batches.items[unit.batch].lanes;
        assert_in_range(lanes, 128, 384);
        // A contact a box. Units come in the order of where their bodies are in memory.
        assert_int_equal(unit.end - unit.begin, lanes);
        uint64_t slots = 0;
        for (uint32_t k = unit.begin; k < unit.end; ++k) {
            slots += (uint64_t)sim->solver_bodies.items[k];
        }
        assert_true(slots / lanes > mean_before);
        mean_before = slots / lanes;
    }
    setup_end(&setup);
}

static bool is_listed(const Prefetch3 *ahead, const void *item)
{
    for (uint32_t i = 0; i < ahead->count; ++i) {
        const AddressRange3 *range = &ahead->ranges[i];
        if ((uintptr_t)item >= range->next && (uintptr_t)item < range->end) {
            return true;
        }
    }
    return false;
}

// One slot in four tells where the others are, so a few at the edges may be missing. Planes on the
// floor, a tenth, are ten slots apart here: too scattered to be asked for.
static void where_a_unit_lies_is_known_before_it_is_solved(void **state)
{
    (void)state;
    Setup setup = towers(100, 10, 10);
    step_and_check(&setup, 10);
    const Sim *sim = &setup.world->sim;
    const Space3 *space = setup.world->space3;
    int bodies = 0, contacts = 0, blocks = 0;
    for (size_t i = 0; i < sim->jobs.count; ++i) {
        const SolveJob *unit = &sim->jobs.items[i];
        Prefetch3 ahead;
        tum_prefetch3_list(&ahead, space, sim, unit);
        for (uint32_t k = unit->begin; k < unit->end; ++k) {
            const int32_t body = sim->solver_bodies.items[k];
            bodies += is_listed(&ahead, &space->bodies.states.items[body]) &&
                      is_listed(&ahead, &space->bodies.places.items[body]) &&
                      is_listed(&ahead, &space->bodies.masses.items[body]) &&
                      is_listed(&ahead, &sim->topology.bodies.items[body]);
        }
        for (int k = 0; k < COLOR_COUNT; ++k) {
            const int32_t color = graph_color(unit->batch, k);
            for (size_t lane = 0; lane < sim->topology.graph.colors.items[color].constraints.count;
                 ++lane) {
                const uint32_t block = tum_lane_block(color, (int32_t)lane);
                const int32_t plane =
                    sim->topology.graph.colors.items[color].constraints.items[lane];
                blocks += is_listed(&ahead, &space->solver.blocks.items[color].items[block]);
                contacts += is_listed(&ahead, &space->contacts.anchors.items[plane]);
            }
        }
    }
    assert_int_equal(blocks, 100 * 10); // those of all contacts
    assert_in_range(bodies, 970, 100 * 10);
    assert_in_range(contacts, 870, 100 * 10);
    setup_end(&setup);
}

// 30 by 30 boxes, each touching up to four others and the floor: over 2000 contacts.
static void a_large_island_is_shared(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    setup_floor(&setup);
    const int box = carpet(&setup, 30, false, 0);
    const int apart = tower(&setup, 3, -20, 0);
    setup_start(&setup);
    step_and_check(&setup, 3);
    assert_int_equal(batch_of(&setup, box), BATCH_SHARED);
    assert_true(shared_lanes(&setup) > 2000);
    assert_true(batch_of(&setup, apart) > BATCH_SHARED);
    setup_end(&setup);
}

// The same carpet: 900 boxes weigh over 1280 lanes, so they are cut in two, and where the cut is
// there are some 30 neighbours on each side, each with up to three contacts across and one with the
// floor.
static void a_large_island_is_cut_into_parts(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    setup_floor(&setup);
    carpet(&setup, 30, false, 0);
    setup_start(&setup);
    step_and_check(&setup, 20);
    const ConstraintGraph *graph = &setup.world->sim.topology.graph;
    assert_int_equal(graph->depth, 1);
    const uint32_t all = shared_lanes(&setup);
    assert_true(graph->batches.items[BATCH_SHARED].lanes <= 240);
    for (int32_t node = 1; node <= 2; ++node) {
        const uint32_t lanes = graph->batches.items[graph_batch_of_node(graph, node)].lanes;
        assert_true(lanes > all * 2 / 5 && lanes < all * 3 / 5);
    }
    const SubdomainCut cut = setup.world->sim.topology.cut;
    step_and_check(&setup, 80);
    assert_memory_equal(&setup.world->sim.topology.cut, &cut,
                        sizeof cut); // Nothing changes: it stays.
    setup_end(&setup);
}

// A carpet as wide as it is long, made row by row, along one axis or the other: memory has the rows
// of each half side by side, so the cut is to be between two rows. Contacts are halved, not bodies,
// so it may be a row or two from the middle.
static void a_square_island_is_cut_between_rows_that_were_made_one_after_the_other(void **state)
{
    (void)state;
    for (int turned = 0; turned < 2; ++turned) {
        Setup setup = setup_empty();
        setup.def.no_sleep = true;
        setup_floor(&setup);
        const int first = carpet(&setup, 30, turned == 1, 0);
        setup_start(&setup);
        step_and_check(&setup, 20);
        const ConstraintGraph *graph = &setup.world->sim.topology.graph;
        assert_int_equal(graph->depth, 1);
        for (int i = 0; i < 13 * 30; ++i) {
            assert_int_equal(subdomain_of(&setup, first + i), subdomain_of(&setup, first));
            assert_int_equal(subdomain_of(&setup, first + 899 - i),
                             3 - subdomain_of(&setup, first));
        }
        setup_end(&setup);
    }
}

// A carpet, a box beside it and bodies in the air, which are two jobs.
static void batches_are_jobs_in_the_order_of_their_bodies_before_free_bodies(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    setup_floor(&setup);
    const int large = carpet(&setup, 12, false, 0);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 20, 0.6, 0); // it comes later
    for (int i = 0; i < 200; ++i) {
        setup_body(&setup, box_shape(1, 1, 1), 3.0 * (i % 20), 200, 3.0 * (i / 20));
    }
    setup_start(&setup);
    step_and_check(&setup, 20);
    const Sim *sim = &setup.world->sim;
    assert_int_equal(sim->jobs.count, 4);
    assert_int_equal(sim->jobs.items[0].batch, batch_of(&setup, large));
    assert_int_equal(sim->jobs.items[1].batch, batch_of(&setup, box));
    assert_int_equal(sim->jobs.items[2].batch, NO_BATCH);
    assert_int_equal(sim->jobs.items[3].batch, NO_BATCH);
    assert_true(sim->jobs.items[2].begin < sim->jobs.items[3].begin);
    setup_end(&setup);
}

// Ranges of a task one after another, the last one first, as if each were another worker's.
static void run_backwards(void *user, TumTaskFunction *function, void *context, uint32_t count,
                          uint32_t range)
{
    (void)user;
    const uint32_t ranges = (count + range - 1) / range;
    for (uint32_t i = ranges; i-- > 0;) {
        const uint32_t end = (i + 1) * range;
        function(context, i * range, end < count ? end : count, i % 4);
    }
}

static uint64_t hash_of_carpet(const TumTasks *tasks)
{
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    if (tasks != NULL) {
        setup.def.tasks = *tasks;
    }
    setup_floor(&setup);
    carpet(&setup, 30, false, 6);
    setup_start(&setup);
    step_and_check(&setup, 20);
    assert_int_equal(setup.world->sim.topology.graph.depth, 1);
    const uint64_t hash = tum_world_hash(setup.world);
    setup_end(&setup);
    return hash;
}

// Workers that pass over parts wait for each other only as long as they do not have to.
static void parts_are_solved_alike_by_tasks_that_run_one_after_another(void **state)
{
    (void)state;
    const TumTasks backwards = {run_backwards, 4, NULL};
    assert_true(hash_of_carpet(&backwards) == hash_of_carpet(NULL));
}

// What cannot be moved has no entry of its own among those that have lanes, wherever its slot is:
// with memory checked, asking for one is found out.
static void what_an_island_stands_on_may_come_after_all_its_bodies(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    carpet(&setup, 30, false, 0);
    int board = 0;
    for (int i = 0; i < 1100; ++i) {
        board = setup_body(&setup, box_shape(100, 1, 100), 15, i < 1099 ? -50 : -0.5, 15);
        setup.things[board].motion.kind = TUM_BODY_STATIC;
    }
    setup_start(&setup);
    step_and_check(&setup, 20);
    const Sim *sim = &setup.world->sim;
    assert_int_equal(sim->topology.graph.depth, 1);
    assert_true(sim->topology.graph.bodies.capacity < sim->topology.bodies.count);
    setup_end(&setup);
}

// A board that carries all towers; without it they fall on the floor, each by itself.
static void what_is_left_of_a_large_island_comes_to_batches(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    setup_floor(&setup);
    const int board = setup_body(&setup, box_shape(100, 0.2, 100), 0, 0.1, 0);
    int last = 0;
    for (int i = 0; i < 400; ++i) {
        for (int k = 0; k < 2; ++k) {
            last = setup_body(&setup, box_shape(1, 1, 1), 4.0 * (i % 20) - 38, 0.7 + k,
                              4.0 * (i / 20) - 38);
        }
    }
    setup_start(&setup);
    step_and_check(&setup, 5);
    assert_int_equal(batch_of(&setup, last), BATCH_SHARED);
    ok(tum_body_set_enabled(setup.world, setup_id(&setup, board), false));
    step_and_check(&setup, 130); // Half a second of falling; once in 64 steps clusters are tidied.
    assert_true(batch_of(&setup, last) > BATCH_SHARED);
    assert_int_equal(shared_lanes(&setup), 0);
    setup_end(&setup);
}

static void batches_of_which_little_is_left_are_merged(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    enum { TOWERS = 400 };
    int lowest[TOWERS];
    for (int i = 0; i < TOWERS; ++i) {
        lowest[i] = tower(&setup, 3, 3.0 * (i % 20), 3.0 * (i / 20));
    }
    setup_start(&setup);
    step_and_check(&setup, 3);
    // All but a few from all over sleep.
    for (int i = 0; i < TOWERS; ++i) {
        if (i % 50 != 7) {
            ok(tum_body_sleep(setup.world, setup_id(&setup, lowest[i])));
        } else {
            for (int k = 0; k < 3; ++k) {
                ok(tum_body_set_may_sleep(setup.world, setup_id(&setup, lowest[i] + k), false));
            }
        }
    }
    step_and_check(&setup, 70);
    for (int i = 7; i < TOWERS; i += 50) {
        assert_int_equal(batch_of(&setup, lowest[i]), batch_of(&setup, lowest[7]));
    }
    setup_end(&setup);
}

static void what_a_lift_carries_is_shared_while_it_does(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    setup_floor(&setup);
    const int lift = setup_body(&setup, box_shape(4, 0.2, 4), 0, 2, 0);
    setup.things[lift].motion.kind = TUM_BODY_KINEMATIC;
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 2.6, 0);
    const int upper = setup_body(&setup, box_shape(1, 1, 1), 0, 3.6, 0);
    setup_start(&setup);
    ok(tum_body_set_linear_velocity3(setup.world, setup_id(&setup, lift), (TumVec3){0, 0.2f, 0}));
    step_and_check(&setup, 60);
    assert_int_equal(batch_of(&setup, box), BATCH_SHARED);
    assert_int_equal(batch_of(&setup, upper), BATCH_SHARED);
    assert_near(setup_pose(&setup, upper).position.y, 3.6 + 0.2, 1e-2);
    ok(tum_body_set_enabled(setup.world, setup_id(&setup, lift), false));
    step_and_check(&setup, 130);
    assert_true(batch_of(&setup, box) > BATCH_SHARED);
    setup_end(&setup);
}

// Two boxes on the floor that a joint holds together, until it is switched off.
static void what_is_joined_is_shared(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    Joints joints = joints_of(&setup);
    setup_floor(&setup);
    const int a = tower(&setup, 2, 0, 0), b = tower(&setup, 2, 3, 0);
    const int joint = joint_between(&joints, a, b);
    joint_lock(&joints, joint, TUM_SPACE_LINEAR, 7);
    joints.defs[joint].node_a = joint_anchor(&setup, a, 1.5, 0.5, 0);
    joints.defs[joint].node_b = joint_anchor(&setup, b, 1.5, 0.5, 0);
    setup_start(&setup);
    const TumJointId id = tum_world_joint_at(setup.world, 0);
    ok(tum_joint_set_enabled(setup.world, id, false));
    step_and_check(&setup, 3);
    assert_true(batch_of(&setup, a) > BATCH_SHARED);
    ok(tum_joint_set_enabled(setup.world, id, true));
    step_and_check(&setup, 3);
    assert_int_equal(batch_of(&setup, a), BATCH_SHARED);
    assert_int_equal(batch_of(&setup, b + 1), BATCH_SHARED);
    ok(tum_joint_set_enabled(setup.world, id, false));
    step_and_check(&setup, 70);
    assert_true(batch_of(&setup, a) > BATCH_SHARED);
    joints_end(&joints);
}

// A box slides against a tower while another one falls on it. Alone they are in one cluster from
// the start; with others that came between, what the slider remembers moves to another cluster when
// they meet. To the last bit.
static void an_island_moves_as_if_it_were_alone(void **state)
{
    (void)state;
    TumPose3 poses[2][3];
    for (int others = 0; others < 2; ++others) {
        Setup setup = setup_empty();
        setup.def.no_sleep = true;
        setup_floor(&setup);
        const int slider = setup_body(&setup, box_shape(1, 1, 1), -2.6, 0.5, 0);
        set3(setup.things[slider].motion.linear_velocity, 6, 0, 0);
        for (int i = 0; i < 300 && others == 1; ++i) {
            setup_body(&setup, box_shape(1, 1, 1), -50.0 - 2 * (i % 20), 0.5, 2.0 * (i / 20));
        }
        const int lower = tower(&setup, 2, 0, 0);
        const int falling = setup_body(&setup, box_shape(1, 1, 1), 0.1, 3.5, 0);
        setup_turn(&setup, falling, 1, 2, 3, 0.5);
        for (int i = 0; i < 600 && others == 1; ++i) {
            setup_body(&setup, box_shape(1, 1, 1), 50.0 + i % 25, 0.6, (double)(i / 25));
        }
        setup_start(&setup);
        step_and_check(&setup, 2);
        assert_true((batch_of(&setup, slider) != batch_of(&setup, lower)) == (others == 1));
        step_and_check(&setup, 88);
        assert_true(batch_of(&setup, slider) == batch_of(&setup, lower));
        assert_true((shared_lanes(&setup) > 1000) == (others == 1));
        const int things[3] = {slider, lower, falling};
        for (int i = 0; i < 3; ++i) {
            poses[others][i] = setup_pose(&setup, things[i]);
        }
        setup_end(&setup);
    }
    assert_memory_equal(poses[0], poses[1], sizeof poses[0]);
}

// Boxes and balls that fall in heaps of all sizes, with a paddle that sweeps through some of them,
// a chain, and everything that somebody may do to bodies meanwhile.
enum { HEAP_BODIES = 500 };

static int fill_heaps(Setup *setup, Joints *joints)
{
    setup->def.contact_events = true;
    setup_floor(setup);
    const int paddle = setup_body(setup, box_shape(0.4, 1, 8), -14, 0.6, 0);
    setup->things[paddle].motion.kind = TUM_BODY_KINEMATIC;
    Random random = {77};
    const int first = setup->count;
    for (int i = 0; i < HEAP_BODIES; ++i) {
        const TumShape shape = i % 3 == 0 ? sphere_shape(0.4) : box_shape(0.7, 0.6, 0.8);
        // Fewer and fewer to the side: from one large heap to single bodies.
        const double way = random_in(&random, 0, 1);
        setup_body(setup, shape, 40 * way * way - 10, 0.5 + 0.02 * (i % 300),
                   random_in(&random, -3, 3));
    }
    for (int i = 0; i < 4; ++i) {
        const int joint = joint_between(joints, first + i, first + i + 1);
        joint_lock(joints, joint, TUM_SPACE_LINEAR, 7);
    }
    setup_all_materials(setup, 0.6, 0.5, 0.2);
    return first;
}

static void meddle(Setup *setup, int first, Random *random, int step)
{
    TumWorld *world = setup->world;
    const TumBodyId id = setup_id(setup, first + (int)random_in(random, 0, HEAP_BODIES));
    if (!tum_body_is_enabled(world, id)) {
        ok(tum_body_set_enabled(world, id, true));
    } else if (tum_body_kind(world, id) == TUM_BODY_STATIC) {
        ok(tum_body_set_kind(world, id, TUM_BODY_DYNAMIC));
    } else {
        switch (step % 6) {
        case 0: ok(tum_body_set_enabled(world, id, false)); break;
        case 1: ok(tum_body_set_kind(world, id, TUM_BODY_STATIC)); break;
        case 2: ok(tum_body_sleep(world, id)); break;
        case 3: ok(tum_body_wake(world, id)); break;
        case 4: ok(tum_body_set_linear_velocity3(world, id, (TumVec3){1, 4, 0})); break;
        default: break;
        }
    }
}

static void no_lane_is_lost_or_doubled_whatever_happens(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int first = fill_heaps(&setup, &joints);
    setup_start(&setup);
    const TumBodyId paddle = setup_id(&setup, first - 1);
    Random random = {5};
    bool had_batches = false, had_shared = false;
    for (int step = 0; step < 400; ++step) {
        const float speed = step / 50 % 2 == 0 ? 4.0f : -4.0f;
        ok(tum_body_set_linear_velocity3(setup.world, paddle, (TumVec3){speed, 0, 0}));
        step_and_check(&setup, 1);
        meddle(&setup, first, &random, step);
        had_batches |= setup.world->sim.jobs.count > 3;
        had_shared |= shared_lanes(&setup) > 300;
    }
    assert_true(had_batches && had_shared);
    joints_end(&joints);
}

static void batches_are_taken_up_again_to_the_bit(void **state)
{
    (void)state;
    const int moments = rounds(3, 1);
    for (int k = 0; k < moments; ++k) {
        const int moment = 20 + 60 * k;
        Setup unbroken = setup_empty(), resumed = setup_empty();
        Joints joints = joints_of(&unbroken), others = joints_of(&resumed);
        const int first = fill_heaps(&unbroken, &joints);
        fill_heaps(&resumed, &others);
        resumed.def.threads = 3;
        resumed.def.instructions = TUM_INSTRUCTIONS_SCALAR;
        setup_start(&unbroken);
        setup_start(&resumed);
        Random random = {5};
        for (int step = 0; step < moment; ++step) {
            setup_step(&unbroken);
            meddle(&unbroken, first, &random, step);
        }
        const size_t count = tum_checkpoint_bytes(unbroken.world);
        void *bytes = malloc(count);
        ok(tum_checkpoint_write(unbroken.world, bytes, count));
        ok(tum_checkpoint_read(resumed.world, bytes, count, NULL, resumed.report));
        free(bytes);
        assert_true(unbroken.world->sim.topology.graph.batches.count > 1);
        assert_int_equal(resumed.world->sim.topology.graph.batches.count,
                         unbroken.world->sim.topology.graph.batches.count);
        Random same = random;
        for (int step = moment; step < moment + 70; ++step) {
            setup_step(&unbroken);
            setup_step(&resumed);
            meddle(&unbroken, first, &random, step);
            meddle(&resumed, first, &same, step);
            assert_true(tum_topology_batches_are_valid(&resumed.world->sim.topology));
            assert_true(tum_world_hash(resumed.world) == tum_world_hash(unbroken.world));
        }
        joints_end(&joints);
        joints_end(&others);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(towers_of_few_boxes_are_in_batches),
        cmocka_unit_test(islands_are_not_weighed_where_nothing_is_shared),
        cmocka_unit_test(a_thousand_boxes_are_work_for_four),
        cmocka_unit_test(where_a_unit_lies_is_known_before_it_is_solved),
        cmocka_unit_test(a_large_island_is_shared),
        cmocka_unit_test(a_large_island_is_cut_into_parts),
        cmocka_unit_test(a_square_island_is_cut_between_rows_that_were_made_one_after_the_other),
        cmocka_unit_test(batches_are_jobs_in_the_order_of_their_bodies_before_free_bodies),
        cmocka_unit_test(parts_are_solved_alike_by_tasks_that_run_one_after_another),
        cmocka_unit_test(what_an_island_stands_on_may_come_after_all_its_bodies),
        cmocka_unit_test(what_is_left_of_a_large_island_comes_to_batches),
        cmocka_unit_test(batches_of_which_little_is_left_are_merged),
        cmocka_unit_test(what_a_lift_carries_is_shared_while_it_does),
        cmocka_unit_test(what_is_joined_is_shared),
        cmocka_unit_test(an_island_moves_as_if_it_were_alone),
        cmocka_unit_test(no_lane_is_lost_or_doubled_whatever_happens),
        cmocka_unit_test(batches_are_taken_up_again_to_the_bit),
    };
    return cmocka_run_group_tests_name("clusters", tests, NULL, NULL);
}
