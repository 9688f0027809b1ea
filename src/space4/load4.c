// SPDX-License-Identifier: MIT
// load4.c: the load graph of a solver job in 4D, for schedule/load.h. In 4D columns need no
// additional substeps.
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

static void list_lane(const ContactBlock4 *block, uint32_t slot, const Sim *sim, LoadGraph *graph)
{
    const LoadSides sides = load_sides(graph, sim, block->body_a[slot], block->body_b[slot],
                                       (float[4]){block->normal.x[slot], block->normal.y[slot],
                                                  block->normal.z[slot], block->normal.w[slot]});
    const Vec4 impulse = impulse_on_b(block, slot);
    tum_load_push(graph, sim, block->body_a[slot], block->body_b[slot],
                  (float[4]){impulse.x, impulse.y, impulse.z, impulse.w});
    const float stiffness = stiffness_of(block, slot);
    if (sides.upper != NONE && stiffness > 0.0f) {
        tum_load_add(graph, &sides, (LoadEdge){.stiffness = stiffness});
    }
}

void tum_space4_list_loads(const Space *opaque, const Sim *sim, int32_t color, Range blocks,
                           LoadGraph *graph)
{
    const Space4 *space = (const Space4 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        const uint32_t lanes = topology_lanes_in_block(&sim->topology, color, i);
        for (uint32_t slot = 0; slot < lanes; ++slot) {
            list_lane(&space->blocks.items[color].items[i], slot, sim, graph);
        }
    }
}
