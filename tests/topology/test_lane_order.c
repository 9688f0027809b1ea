// SPDX-License-Identifier: MIT
// Lanes of a large color are put in the order of places, and take along what is in them.
#include "tests/support/support.h"
#include "topology/topology.h"

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

static const SpaceLife life = {
    .dimension = 3, .reserve_lanes = reserve_lanes, .move_lane = move_lane};

#define PUSH(type, array, ...) (*(type *)array_push(array, NULL) = (type)__VA_ARGS__)

// Balls on a floor that never moves, collider 0 of body 0, in a row along an axis: one lane each,
// all of one color, in an order of their own.
static int32_t put_balls(Topology *topology, Numbers *numbers, int count, int axis)
{
    *topology = (Topology){
        .allocator = tum_allocator_or_default(NULL), .life = &life, .space = (Space *)numbers};
    assert_int_equal(tum_graph_add_batch(&topology->graph, NULL), BATCH_SHARED);
    PUSH(BodyRecord, &topology->bodies, {.is_movable = false});
    tum_bvh_init(&topology->moving, 3, spatial_kernels(tum_cpu_widest()));
    tum_bvh_init(&topology->still, 3, spatial_kernels(tum_cpu_widest()));
    const Box floor = {{-9e3f, -1.0f, -9e3f, 0.0f}, {9e3f, 0.0f, 9e3f, 0.0f}};
    PUSH(ColliderRecord, &topology->colliders, {.is_static = true});
    assert_true(tum_bvh_insert(&topology->still, 0, &floor, NULL));
    for (int i = 0; i < count; ++i) {
        const float place = (float)(i * 149 % count) - 0.5f * (float)count; // 149: a prime
        Box box = {{0.0f, 0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f, 0.0f}};
        box.low[axis] += place;
        box.high[axis] += place;
        PUSH(BodyRecord, &topology->bodies, {.is_movable = true});
        PUSH(ColliderRecord, &topology->colliders, {.body = i + 1});
        assert_true(tum_bvh_insert(&topology->moving, i + 1, &box, NULL));
        PUSH(Contact, &topology->contacts, {.collider = {0, i + 1}, .body = {0, i + 1}});
        PUSH(ManifoldRecord, &topology->manifolds, {.contact = i});
    }
    int32_t color = EMPTY;
    numbers->lane[count] = EMPTY;
    for (int i = 0; i < count; ++i) {
        const GraphPlace lane = tum_graph_add(&topology->graph, i, BATCH_SHARED, -1, i + 1, NULL);
        assert_true(i == 0 || lane.color == color);
        color = lane.color;
        topology->manifolds.items[i].color = lane.color;
        topology->manifolds.items[i].lane = lane.lane;
        numbers->lane[lane.lane] = i;
    }
    return color;
}

static void free_topology(Topology *topology)
{
    tum_graph_clear(&topology->graph, NULL);
    array_free(&topology->bodies, NULL);
    array_free(&topology->colliders, NULL);
    tum_bvh_clear(&topology->moving, NULL);
    tum_bvh_clear(&topology->still, NULL);
    array_free(&topology->contacts, NULL);
    array_free(&topology->manifolds, NULL);
    array_free(&topology->found, NULL);
    array_free(&topology->sorted, NULL);
}

static void lanes_stand_along_the_axis_of_their_color(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; ++axis) {
        Topology topology;
        Numbers numbers;
        const int32_t color = put_balls(&topology, &numbers, LANES, axis);
        assert_true(tum_topology_order_lanes(&topology));
        const int32_t *constraints = topology.graph.colors.items[color].constraints.items;
        for (int i = 0; i < LANES; ++i) {
            assert_int_equal(numbers.lane[i], constraints[i]);
            assert_int_equal(topology.manifolds.items[constraints[i]].lane, i);
            const float low = topology.moving.boxes[constraints[i] + 1].low[axis];
            assert_near((double)low, (double)i - 0.5 * LANES, 0.0);
        }
        assert_int_equal(numbers.lane[LANES], EMPTY);
        free_topology(&topology);
    }
}

static void few_lanes_stay_as_they_are(void **state)
{
    (void)state;
    Topology topology;
    Numbers numbers;
    const int32_t color = put_balls(&topology, &numbers, 60, 0);
    assert_true(tum_topology_order_lanes(&topology));
    for (int i = 0; i < 60; ++i) {
        assert_int_equal(numbers.lane[i], i);
        assert_int_equal(topology.graph.colors.items[color].constraints.items[i], i);
    }
    free_topology(&topology);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_stand_along_the_axis_of_their_color),
        cmocka_unit_test(few_lanes_stay_as_they_are),
    };
    return cmocka_run_group_tests_name("lane_order", tests, NULL, NULL);
}
