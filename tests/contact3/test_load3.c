// SPDX-License-Identifier: MIT
// Contacts and bodies as the graph of loads has them.
#include "contact3/load3.h"
#include "schedule/load.h"
#include "space3/space3.h"
#include "tests/support/support.h"

enum { GROUND, UPPER, BODIES };

// A body on the ground, in lane 3 of the second of two blocks. The frame is n = y, t = x, and
// c = n x t = -z.
typedef struct OnGround {
    ContactBlock3 block;
    ContactRows3 rows;
    SolverBody3 states[BODIES];
    BodyRecord records[BODIES];
    uint32_t solver_index[BODIES];
    Sim sim;
    LoadGraph graph;
} OnGround;

enum { SLOT = 3, ROW = WIDE + SLOT };

static OnGround *on_ground(void)
{
    OnGround *o = calloc(1, sizeof *o);
    ContactBlock3 *block = &o->block;
    // The lanes before it press nothing.
    for (int slot = 0; slot <= SLOT; ++slot) {
        block->body_a[slot] = GROUND;
        block->body_b[slot] = UPPER;
    }
    block->lane_points[SLOT] = 2;
    set_lane3(&block->normal, SLOT, (Vec3){0, 1, 0});
    set_lane3(&block->tangent, SLOT, (Vec3){1, 0, 0});
    block->static_friction[SLOT] = 0.5f;
    o->rows.place_a[ROW] = GROUND * sizeof(SolverBody3);
    o->rows.place_b[ROW] = UPPER * sizeof(SolverBody3);
    o->records[UPPER].is_movable = true;
    o->sim.topology.bodies.items = o->records;
    o->sim.solver_index.items = o->solver_index;
    assert_true(tum_load_reserve(&o->graph, 1, 2, NULL));
    o->graph.bodies.count = 1;
    o->graph.bodies.items[0] = (LoadBody){.down = {0, -1, 0}, .weight = 10, .first = NONE};
    return o;
}

static void list(OnGround *o)
{
    tum_block_loads3(&o->block, &o->rows, WIDE, SLOT + 1, o->states, &o->sim, &o->graph);
}

static void on_ground_end(OnGround *o)
{
    tum_load_free(&o->graph, NULL);
    free(o);
}

// From the centre of mass the middle is at t = 0.2, c = -0.1, and the points are at (0.5, 0.3) with
// 2 kg and at (-0.1, 0) with 3 kg. An arm is (y, -x) of a point from the middle.
static void points_are_placed_from_the_centre_of_the_upper_body(void **state)
{
    (void)state;
    OnGround *o = on_ground();
    o->rows.arm_b.x[ROW] = 0.6f;
    o->rows.arm_b.y[ROW] = 0.2f;
    o->rows.arm_b.z[ROW] = -0.1f;
    o->rows.arm_a.x[ROW] = -1.5f;
    const float x[2] = {0.3f, -0.3f}, y[2] = {0.4f, 0.1f}, mass[2] = {2, 3};
    for (int k = 0; k < 2; ++k) {
        o->rows.points[k].arm_t[ROW] = y[k];
        o->rows.points[k].arm_c[ROW] = -x[k];
        o->rows.points[k].mass[ROW] = mass[k];
    }
    list(o);
    const LoadBody *body = &o->graph.bodies.items[0];
    assert_near(body->sum[0], 2 * 0.5 - 3 * 0.1, 1e-6);
    assert_near(body->sum[1], 2 * 0.3, 1e-6);
    assert_near(body->squares[0], 2 * 0.25 + 3 * 0.01, 1e-6);
    assert_near(body->squares[1], 2 * 0.09, 1e-6);
    assert_near(body->squares[2], 2 * 0.5 * 0.3, 1e-6);
    assert_int_equal(o->graph.edges.count, 1);
    const LoadEdge *edge = &o->graph.edges.items[0];
    assert_int_equal(edge->lower, NONE);
    assert_near(edge->stiffness, 5, 1e-6);
    assert_near(edge->upper_arm, 0.6, 1e-6);
    assert_near(edge->lower_arm, 1.5, 1e-6);
    assert_near(edge->friction, 0.5, 0);
    assert_near(edge->slope, 0, 0);
    on_ground_end(o);
}

static void impulses_are_those_on_the_body_in_the_world(void **state)
{
    (void)state;
    OnGround *o = on_ground();
    o->block.impulse[0][SLOT] = 4;
    o->block.impulse[1][SLOT] = 6;
    o->block.friction_impulse[FRICTION_T][SLOT] = 1;
    o->block.friction_impulse[FRICTION_C][SLOT] = 2;
    list(o);
    const float *pushed = o->graph.bodies.items[0].pushed;
    assert_near(pushed[0], 1, 0);
    assert_near(pushed[1], 10, 0);
    assert_near(pushed[2], -2, 0);
    on_ground_end(o);
}

static void speeds_are_those_of_the_bodies_of_the_lane(void **state)
{
    (void)state;
    OnGround *o = on_ground();
    o->rows.points[0].mass[ROW] = 1;
    o->states[GROUND].linear = (Vec3){1, 0, 0};
    o->states[UPPER].linear = (Vec3){4, 4, 0};
    list(o);
    assert_near(o->graph.edges.items[0].speed_squared, 25, 1e-5);
    on_ground_end(o);
}

// A body of 2 kg that falls three times as fast, another that nothing moves.
static void weights_follow_the_gravity_of_each_body(void **state)
{
    (void)state;
    Space3 *space = calloc(1, sizeof *space);
    BodyMass3 masses[BODIES] = {
        [UPPER] = {.inverse_mass = 0.5f, .gravity_factor = 3, .ccd_distance = 0.01f}};
    BodyPlace3 places[BODIES] = {[GROUND] = {.center = {0, 0, 0}}};
    const int32_t bodies[BODIES] = {GROUND, UPPER};
    space->bodies.masses.items = masses;
    space->bodies.places.items = places;
    space->gravity = (Vec3){0, 0, -10};
    LoadGraph graph = {.first_body = 0};
    assert_true(tum_load_reserve(&graph, BODIES, BODIES, NULL));
    graph.bodies.count = BODIES;
    tum_space3_weigh_loads((const Space *)space, NULL, bodies, &graph);
    assert_near(graph.bodies.items[GROUND].weight, 0, 0);
    assert_near(graph.bodies.items[UPPER].weight, 2 * 3 * 10, 1e-5);
    assert_near(graph.bodies.items[UPPER].down[2], -1, 1e-6);
    assert_near(graph.bodies.items[UPPER].thin, body3_inner(&masses[UPPER]), 0);
    assert_true(graph.bodies.items[UPPER].thin < 1);
    tum_load_free(&graph, NULL);
    free(space);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_placed_from_the_centre_of_the_upper_body),
        cmocka_unit_test(impulses_are_those_on_the_body_in_the_world),
        cmocka_unit_test(speeds_are_those_of_the_bodies_of_the_lane),
        cmocka_unit_test(weights_follow_the_gravity_of_each_body),
    };
    return cmocka_run_group_tests_name("loads of contacts", tests, NULL, NULL);
}
