// SPDX-License-Identifier: MIT
// Lanes of a large color are put in the order of places, and take along what is in them.
#include "sim/sim.h"
#include "sim/space.h"
#include "tests/support/support.h"

enum { LANES = 400, EMPTY = -1 };

/// A space whose lanes hold one number: whose they are.
typedef struct Numbers {
    int32_t lane[LANES + 1];
} Numbers;

static bool reserve_lanes(Space *space, int32_t color, size_t lanes)
{
    (void)space;
    (void)color;
    return lanes <= LANES + 1;
}

static void move_lane(Space *space, GraphPlace from, GraphPlace to)
{
    int32_t *lane = ((Numbers *)space)->lane;
    assert_int_equal(from.color, to.color);
    assert_int_equal(lane[to.lane], EMPTY);
    lane[to.lane] = lane[from.lane];
    lane[from.lane] = EMPTY;
}

static const SpaceOps ops = {
    .dimension = 3, .reserve_lanes = reserve_lanes, .move_lane = move_lane};

#define PUSH(type, array, ...) (*(type *)array_push(array, NULL) = (type)__VA_ARGS__)

// Balls on a floor that never moves, collider 0 of body 0, in a row along an axis: one lane each,
// all of one color, in an order of their own.
static int32_t put_balls(Sim *sim, Numbers *numbers, int count, int axis)
{
    *sim =
        (Sim){.allocator = tum_allocator_or_default(NULL), .ops = &ops, .space = (Space *)numbers};
    assert_int_equal(tum_graph_add_batch(&sim->graph, NULL), BATCH_SHARED);
    PUSH(BodyRecord, &sim->bodies, {.is_movable = false});
    tum_bvh_init(&sim->moving, 3);
    tum_bvh_init(&sim->still, 3);
    const Box floor = {{-9e3f, -1.0f, -9e3f, 0.0f}, {9e3f, 0.0f, 9e3f, 0.0f}};
    PUSH(ColliderRecord, &sim->colliders, {.is_static = true});
    assert_true(tum_bvh_insert(&sim->still, 0, &floor, NULL));
    for (int i = 0; i < count; ++i) {
        const float place = (float)(i * 149 % count) - 0.5f * (float)count; // 149: a prime
        Box box = {{0.0f, 0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f, 0.0f}};
        box.low[axis] += place;
        box.high[axis] += place;
        PUSH(BodyRecord, &sim->bodies, {.is_movable = true});
        PUSH(ColliderRecord, &sim->colliders, {.body = i + 1});
        assert_true(tum_bvh_insert(&sim->moving, i + 1, &box, NULL));
        PUSH(Contact, &sim->contacts, {.collider = {0, i + 1}, .body = {0, i + 1}});
        PUSH(ManifoldRecord, &sim->manifolds, {.contact = i});
    }
    int32_t color = EMPTY;
    numbers->lane[count] = EMPTY;
    for (int i = 0; i < count; ++i) {
        const GraphPlace lane = tum_graph_add(&sim->graph, i, BATCH_SHARED, -1, i + 1, NULL);
        assert_true(i == 0 || lane.color == color);
        color = lane.color;
        sim->manifolds.items[i].color = lane.color;
        sim->manifolds.items[i].lane = lane.lane;
        numbers->lane[lane.lane] = i;
    }
    return color;
}

static void free_sim(Sim *sim)
{
    tum_graph_clear(&sim->graph, NULL);
    array_free(&sim->bodies, NULL);
    array_free(&sim->colliders, NULL);
    tum_bvh_clear(&sim->moving, NULL);
    tum_bvh_clear(&sim->still, NULL);
    array_free(&sim->contacts, NULL);
    array_free(&sim->manifolds, NULL);
    array_free(&sim->found, NULL);
    array_free(&sim->sorted, NULL);
}

static void lanes_stand_along_the_axis_of_their_color(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; ++axis) {
        Sim sim;
        Numbers numbers;
        const int32_t color = put_balls(&sim, &numbers, LANES, axis);
        assert_true(tum_sim_order_lanes(&sim));
        const int32_t *constraints = sim.graph.colors.items[color].constraints.items;
        for (int i = 0; i < LANES; ++i) {
            assert_int_equal(numbers.lane[i], constraints[i]);
            assert_int_equal(sim.manifolds.items[constraints[i]].lane, i);
            const float low = sim.moving.boxes[constraints[i] + 1].low[axis];
            assert_near((double)low, (double)i - 0.5 * LANES, 0.0);
        }
        assert_int_equal(numbers.lane[LANES], EMPTY);
        free_sim(&sim);
    }
}

static void few_lanes_stay_as_they_are(void **state)
{
    (void)state;
    Sim sim;
    Numbers numbers;
    const int32_t color = put_balls(&sim, &numbers, 60, 0);
    assert_true(tum_sim_order_lanes(&sim));
    for (int i = 0; i < 60; ++i) {
        assert_int_equal(numbers.lane[i], i);
        assert_int_equal(sim.graph.colors.items[color].constraints.items[i], i);
    }
    free_sim(&sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_stand_along_the_axis_of_their_color),
        cmocka_unit_test(few_lanes_stay_as_they_are),
    };
    return cmocka_run_group_tests_name("lane_order", tests, NULL, NULL);
}
