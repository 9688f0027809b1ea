// SPDX-License-Identifier: MIT
// Colors never hold a movable body twice, and constraints keep their lanes.
#include "tests/support/support.h"
#include "topology/constraint_graph.h"

enum { BODIES = 12, CONSTRAINTS = 2400 }; // 170 constraints a body: more than there are colors

typedef struct Link {
    int32_t a, b;
    GraphPlace place;
    bool exists;
} Link;

static ConstraintGraph one_batch(void)
{
    ConstraintGraph graph = {.colors = {0}};
    assert_int_equal(tum_graph_add_batch(&graph, NULL), BATCH_SHARED);
    return graph;
}

static void assert_colors_are_proper(const ConstraintGraph *graph, const Link *links)
{
    for (int color = 0; color < COLOR_OVERFLOW; ++color) {
        uint8_t used[BODIES] = {0};
        const GraphColor *lanes = &graph->colors.items[color];
        for (size_t lane = 0; lane < lanes->constraints.count; ++lane) {
            const Link *link = &links[lanes->constraints.items[lane]];
            assert_true(link->exists);
            assert_int_equal(link->place.color, color);
            assert_int_equal(link->place.lane, (int)lane);
            for (int side = 0; side < 2; ++side) {
                const int32_t body = side == 0 ? link->a : link->b;
                if (body >= 0) {
                    assert_int_equal(used[body]++, 0);
                }
            }
        }
    }
}

static void no_color_holds_a_body_twice_while_constraints_come_and_go(void **state)
{
    (void)state;
    ConstraintGraph graph = one_batch();
    Link links[CONSTRAINTS] = {{0}};
    Random random = {5};
    for (int round = 0; round < 10000; ++round) {
        const int32_t i = (int32_t)random_in(&random, 0, CONSTRAINTS);
        Link *link = &links[i];
        if (link->exists) {
            link->exists = false;
            const int32_t moved = tum_graph_remove(&graph, link->place, link->a, link->b);
            if (moved >= 0) {
                links[moved].place.lane = link->place.lane;
            }
        } else {
            link->a = (int32_t)random_in(&random, 0, BODIES);
            link->b = random_in(&random, 0, 1) < 0.3 ? -1 : (link->a + 1 + round % 7) % BODIES;
            link->place = tum_graph_add(&graph, i, 0, link->a, link->b, NULL);
            link->exists = true;
        }
        if (round % 100 == 0) {
            assert_colors_are_proper(&graph, links);
        }
    }
    tum_graph_clear(&graph, NULL);
}

static void contacts_with_the_immovable_are_solved_last(void **state)
{
    (void)state;
    ConstraintGraph graph = one_batch();
    assert_int_equal(tum_graph_add(&graph, 0, 0, 4, 5, NULL).color, 0);
    assert_int_equal(tum_graph_add(&graph, 1, 0, 4, -1, NULL).color, COLOR_OVERFLOW - 1);
    tum_graph_clear(&graph, NULL);
}

static void what_finds_no_color_overflows(void **state)
{
    (void)state;
    ConstraintGraph graph = one_batch();
    for (int32_t i = 0; i < COLOR_DYNAMIC_COUNT + 10; ++i) {
        const GraphPlace place = tum_graph_add(&graph, i, 0, 0, i + 1, NULL);
        assert_int_equal(place.color, i < COLOR_DYNAMIC_COUNT ? i : COLOR_OVERFLOW);
    }
    tum_graph_clear(&graph, NULL);
}

// Body 0 in the middle of three constraints, 0 to 2; then all of them go to another cluster, in
// which there are others already.
static void what_moves_to_another_batch_keeps_its_color(void **state)
{
    (void)state;
    ConstraintGraph graph = one_batch();
    const int32_t batch = tum_graph_add_batch(&graph, NULL);
    GraphPlace place[3];
    for (int32_t i = 0; i < 3; ++i) {
        place[i] = tum_graph_add(&graph, i, BATCH_SHARED, 0, i + 1, NULL);
        assert_int_equal(place[i].color, graph_color(BATCH_SHARED, i));
        const GraphPlace other = tum_graph_add(&graph, 10 + i, batch, 10, 11 + i, NULL);
        assert_int_equal(other.color, graph_color(batch, i));
        assert_int_equal(graph_batch_of_body(&graph, 11 + i), batch);
    }
    for (int32_t i = 0; i < 3; ++i) {
        int32_t freed;
        const GraphPlace moved = tum_graph_move(&graph, place[i], batch, &freed);
        assert_int_equal(freed, -1); // the only one of its color
        assert_int_equal(moved.color, graph_color(batch, i));
        assert_int_equal(moved.lane, 1);
        assert_int_equal(graph.colors.items[moved.color].constraints.items[1], i);
        assert_int_equal(graph.colors.items[place[i].color].constraints.count, 0);
    }
    assert_int_equal(graph.batches.items[BATCH_SHARED].lanes, 0);
    assert_int_equal(graph.batches.items[batch].lanes, 6);
    tum_graph_clear(&graph, NULL);
}

static void passes_visit_the_colors_that_have_lanes(void **state)
{
    (void)state;
    ConstraintGraph graph = one_batch();
    const int32_t batch = tum_graph_add_batch(&graph, NULL);
    const int32_t colors[] = {0, 5, 63, 64, COLOR_OVERFLOW};
    for (size_t i = 0; i < 5; ++i) {
        color_set_add(&graph.batches.items[batch].used, (uint32_t)colors[i]);
    }
    int32_t color = tum_graph_next_color(&graph, batch, -1);
    for (size_t i = 0; i < 5; ++i, color = tum_graph_next_color(&graph, batch, color)) {
        assert_int_equal(color, graph_color(batch, colors[i]));
    }
    assert_int_equal(color, -1);
    assert_int_equal(tum_graph_next_color(&graph, BATCH_SHARED, -1), -1);
    assert_int_equal(tum_graph_next_color(&graph, NO_BATCH, -1), -1);
    tum_graph_clear(&graph, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_color_holds_a_body_twice_while_constraints_come_and_go),
        cmocka_unit_test(contacts_with_the_immovable_are_solved_last),
        cmocka_unit_test(what_finds_no_color_overflows),
        cmocka_unit_test(what_moves_to_another_batch_keeps_its_color),
        cmocka_unit_test(passes_visit_the_colors_that_have_lanes),
    };
    return cmocka_run_group_tests_name("constraint graph", tests, NULL, NULL);
}
