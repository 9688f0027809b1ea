// SPDX-License-Identifier: MIT
// Contacts of four dimensions and bodies as the graph of loads has them.
#include "schedule/load.h"
#include "space4/load4.h"
#include "space4/space_data4.h"
#include "tests/support/support.h"

enum { LOWER, UPPER, BODIES, SLOT = 3 };

typedef struct OnSlope {
    ContactBlock4 block;
    SolverBody4 states[BODIES];
    BodyRecord records[BODIES];
    uint32_t solver_index[BODIES];
    Sim sim;
    Space4 space;
    LoadGraph graph;
} OnSlope;

// Half of the halves of a wedge, as rows of contacts are.
static Halves4 row_of(Vec4 arm, Vec4 direction)
{
    const Halves4 of = bivec4_halves(vec4_wedge(arm, direction));
    return (Halves4){vec3_scale(of.left, 0.5f), vec3_scale(of.right, 0.5f)};
}

// The normal leads from A to B and leans by the slope 3 : 4 toward X; downhill is (0.8, -0.6, 0,
// 0).
static const Vec4 normal = {0.6f, 0.8f, 0, 0}, downhill = {0.8f, -0.6f, 0, 0}, aside = {0, 0, 0, 1};

// @param b_is_upper  the upper body is B, at 2 m along the normal and 0.5 m downhill from A; else A
//                    is above B
static OnSlope *on_slope(bool b_is_upper)
{
    OnSlope *o = calloc(1, sizeof *o);
    ContactBlock4 *block = &o->block;
    const float up = b_is_upper ? 1 : -1;
    const Vec4 n = vec4_scale(normal, up);
    const Vec4 b_from_a = vec4_add_scaled(vec4_scale(normal, 2 * up), downhill, 0.5f);
    block->body_a[SLOT] = b_is_upper ? LOWER : UPPER;
    block->body_b[SLOT] = b_is_upper ? UPPER : LOWER;
    block->lane_points[SLOT] = 2;
    block->static_friction[SLOT] = 0.7f;
    set_lane4(&block->normal, SLOT, n);
    set_lane4(&block->friction.tangent[0], SLOT, aside);
    set_lane_halves(&block->shift, SLOT, row_of(b_from_a, n));
    for (int k = 0; k < 2; ++k) {
        // 0.5 m along the normal from A, and downhill by 0.9 m and 0.3 m.
        const Vec4 arm = vec4_add_scaled(vec4_scale(n, 0.5f), downhill, k == 0 ? 0.9f : 0.3f);
        set_lane_halves(&block->points[k].ja, SLOT, row_of(arm, n));
        block->points[k].mass[SLOT] = k == 0 ? 2 : 3;
    }
    const Vec4 middle = vec4_scale(n, 0.5f);
    set_lane_halves(&block->friction.row[0].ja, SLOT, row_of(middle, aside));
    set_lane_halves(&block->friction.row[0].jb, SLOT, row_of(vec4_sub(middle, b_from_a), aside));
    for (int i = 0; i < BODIES; ++i) {
        o->records[i].is_movable = true;
        o->solver_index[i] = (uint32_t)i;
    }
    o->states[UPPER].linear = (Vec4){3, 0, 0, 4};
    o->sim.topology.bodies.items = o->records;
    o->sim.solver_index.items = o->solver_index;
    assert_true(tum_load_reserve(&o->graph, BODIES, 1, NULL));
    o->graph.bodies.count = BODIES;
    for (int i = 0; i < BODIES; ++i) {
        o->graph.bodies.items[i] = (LoadBody){.down = {0, -1, 0, 0}, .weight = 10, .first = NONE};
    }
    return o;
}

static void assert_edge(bool b_is_upper, double first, double second, double upper, double lower)
{
    OnSlope *o = on_slope(b_is_upper);
    tum_block_loads4(&o->block, SLOT + 1, o->states, &o->sim, &o->graph);
    const LoadBody *body = &o->graph.bodies.items[UPPER];
    assert_near(body->sum[0], 2 * first + 3 * second, 1e-5);
    assert_near(body->squares[0], 2 * first * first + 3 * second * second, 1e-5);
    assert_near(body->squares[1], body->squares[0], 0);
    assert_int_equal(o->graph.edges.count, 1);
    const LoadEdge *edge = &o->graph.edges.items[0];
    assert_int_equal(edge->lower, LOWER);
    assert_near(edge->stiffness, 5, 1e-6);
    assert_near(edge->slope, 0.75, 1e-5);
    assert_near(edge->friction, 0.7, 1e-6);
    assert_near(edge->speed_squared, 25, 1e-5);
    assert_near(edge->upper_arm, upper, 1e-5);
    assert_near(edge->lower_arm, lower, 1e-5);
    tum_load_free(&o->graph, NULL);
    free(o);
}

static void points_are_placed_down_the_slope_from_the_centre_of_the_upper_body(void **state)
{
    (void)state;
    assert_edge(true, 0.9 - 0.5, 0.3 - 0.5, 1.5, 0.5);
    assert_edge(false, 0.9, 0.3, 0.5, 1.5);
}

// A body of 2 kg that falls three times as fast.
static void weights_follow_the_gravity_of_each_body(void **state)
{
    (void)state;
    OnSlope *o = on_slope(true);
    BodyMass4 masses[BODIES] = {[UPPER] = {.gravity_factor = 3, .inertness.inverse_mass = 0.5f}};
    const int32_t bodies[BODIES] = {LOWER, UPPER};
    o->space.masses.items = masses;
    o->space.gravity = (Vec4){0, 0, 0, -10};
    o->records[LOWER].first_collider = o->records[UPPER].first_collider = NONE;
    tum_space4_weigh_loads((const Space *)&o->space, &o->sim, bodies, &o->graph);
    assert_near(o->graph.bodies.items[LOWER].weight, 0, 0);
    assert_near(o->graph.bodies.items[UPPER].weight, 60, 1e-4);
    assert_near(o->graph.bodies.items[UPPER].down[3], -1, 1e-6);
    tum_load_free(&o->graph, NULL);
    free(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_placed_down_the_slope_from_the_centre_of_the_upper_body),
        cmocka_unit_test(weights_follow_the_gravity_of_each_body),
    };
    return cmocka_run_group_tests_name("loads of contacts in 4D", tests, NULL, NULL);
}
