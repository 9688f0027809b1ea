// SPDX-License-Identifier: MIT
// load4.c: the load graph of a solver job in 4D, for schedule/load.h. Bodies tilt along slopes
// alone: on level ground columns need no additional substeps.
#include "space4/load4.h"
#include "schedule/load.h"

#include <math.h>

float tum_space4_inner(const Space4 *space, const Topology *topology, int32_t body)
{
    float thin = INFINITY;
    for (int32_t slot = topology->bodies.items[body].first_collider; slot != NONE;
         slot = topology->colliders.items[slot].next) {
        const float inner = (float)space->shapes.items[slot].inner;
        thin = inner > 0.0f ? minimum(thin, inner) : thin;
    }
    return thin;
}

void tum_space4_weigh_loads(const Space *opaque, const Sim *sim, const int32_t *bodies,
                            LoadGraph *graph)
{
    const Space4 *space = (const Space4 *)opaque;
    for (size_t i = 0; i < graph->bodies.count; ++i) {
        const BodyMass4 *mass = &space->masses.items[bodies[i]];
        const Vec4 pull = vec4_scale(space->gravity, mass->gravity_factor);
        const float strength = vec4_length(pull);
        const Vec4 down = vec4_scale(pull, strength > 0.0f ? 1.0f / strength : 0.0f);
        const float inverse_mass = mass->inertness.inverse_mass;
        graph->bodies.items[i] =
            (LoadBody){.down = {down.x, down.y, down.z, down.w},
                       .weight = inverse_mass > 0.0f ? strength / inverse_mass : 0.0f,
                       .thin = tum_space4_inner(space, &sim->topology, bodies[i]),
                       .first = NONE};
    }
}

static float stiffness_of(const ContactBlock4 *block, uint32_t slot)
{
    float mass = 0.0f;
    for (uint32_t k = 0; k < block->lane_points[slot]; ++k) {
        mass += block->points[k].mass[slot];
    }
    return mass;
}

// [N s] Impulse of a contact on B.
static Vec4 impulse_on_b(const ContactBlock4 *block, uint32_t slot)
{
    const Vec4 normal = lane4(&block->normal, slot);
    Vec4 sum = vec4_scale(normal, 0.0f);
    for (uint32_t k = 0; k < block->lane_points[slot]; ++k) {
        sum = vec4_add_scaled(sum, normal, block->points[k].impulse[slot]);
    }
    for (int i = 0; i < 3; ++i) {
        sum = vec4_add_scaled(sum, lane4(&block->friction.tangent[i], slot),
                              block->friction.impulse[i][slot]);
    }
    return sum;
}

// Sum of products of the half of a wedge with the halves of another: the product of both wedges.
static float dot_wedge(Halves4 half, Vec4 a, Vec4 b)
{
    const Halves4 of = bivec4_halves(vec4_wedge(a, b));
    return vec3_dot(half.left, of.left) + vec3_dot(half.right, of.right);
}

// Adds the positions of a contact's points down the slope, from the centre of mass of the upper
// body: (arm ^ n) . (slope ^ n) = arm . slope.
static void add_points(LoadBody *body, const ContactBlock4 *block, uint32_t slot, bool is_a)
{
    const Vec4 n = lane4(&block->normal, slot);
    const Vec4 down = {body->down[0], body->down[1], body->down[2], body->down[3]};
    const Vec4 along = vec4_add_scaled(down, n, -vec4_dot(n, down));
    const float length = vec4_length(along);
    const Vec4 slope = vec4_scale(along, length > 0.0f ? 1.0f / length : 0.0f);
    const float shift = is_a ? 0.0f : dot_wedge(lane_halves(&block->shift, slot), slope, n);
    for (uint32_t k = 0; k < block->lane_points[slot]; ++k) {
        const float m = block->points[k].mass[slot];
        const float x = dot_wedge(lane_halves(&block->points[k].ja, slot), slope, n) - shift;
        body->sum[0] += m * x;
        body->squares[0] += m * x * x;
        body->squares[1] += m * x * x;
    }
}

// Distance of a body's centre of mass from the contact, along the normal: (arm ^ t) . (n ^ t).
static float arm_of(const ContactBlock4 *block, uint32_t slot, bool is_a)
{
    const ContactRow4 *row = &block->friction.row[0];
    return absolute(dot_wedge(lane_halves(is_a ? &row->ja : &row->jb, slot),
                              lane4(&block->normal, slot),
                              lane4(&block->friction.tangent[0], slot)));
}

static void list_lane(const ContactBlock4 *block, uint32_t slot, const SolverBody4 *states,
                      const Sim *sim, LoadGraph *graph)
{
    const LoadSides sides = load_sides(graph, sim, block->body_a[slot], block->body_b[slot],
                                       (float[4]){block->normal.x[slot], block->normal.y[slot],
                                                  block->normal.z[slot], block->normal.w[slot]});
    const Vec4 impulse = impulse_on_b(block, slot);
    tum_load_push(graph, sim, block->body_a[slot], block->body_b[slot],
                  (float[4]){impulse.x, impulse.y, impulse.z, impulse.w});
    const float stiffness = stiffness_of(block, slot);
    if (sides.upper != NONE && stiffness > 0.0f) {
        const Vec4 apart =
            vec4_sub(states[block->body_b[slot]].linear, states[block->body_a[slot]].linear);
        add_points(&graph->bodies.items[sides.upper], block, slot, sides.a_is_upper);
        tum_load_add(graph, &sides,
                     (LoadEdge){.stiffness = stiffness,
                                .friction = block->static_friction[slot],
                                .speed_squared = vec4_dot(apart, apart),
                                .upper_arm = arm_of(block, slot, sides.a_is_upper),
                                .lower_arm = arm_of(block, slot, !sides.a_is_upper)});
    }
}

void tum_block_loads4(const ContactBlock4 *block, uint32_t lanes, const SolverBody4 *states,
                      const Sim *sim, LoadGraph *graph)
{
    for (uint32_t slot = 0; slot < lanes; ++slot) {
        list_lane(block, slot, states, sim, graph);
    }
}

void tum_space4_list_loads(const Space *opaque, const Sim *sim, int32_t color, Range blocks,
                           LoadGraph *graph)
{
    const Space4 *space = (const Space4 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        tum_block_loads4(&space->blocks.items[color].items[i],
                         topology_lanes_in_block(&sim->topology, color, i), space->states.items,
                         sim, graph);
    }
}
