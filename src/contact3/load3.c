// SPDX-License-Identifier: MIT
// load3.c: load graph of a job's contacts, for schedule/load.h.
#include "contact3/load3.h"

#include "schedule/load.h"
#include "space3/space3.h"

void tum_space3_weigh_loads(const Space *opaque, const Sim *sim, const int32_t *bodies,
                            LoadGraph *graph)
{
    const Space3 *space = (const Space3 *)opaque;
    (void)sim;
    for (size_t i = 0; i < graph->bodies.count; ++i) {
        const BodyMass3 *mass = &space->bodies.masses.items[bodies[i]];
        const Vec3 pull = vec3_scale(
            space3_gravity(space, bodies[i], space->bodies.places.items[bodies[i]].center),
            mass->gravity_factor);
        const float strength = vec3_length(pull);
        const Vec3 down = vec3_scale(pull, strength > 0.0f ? 1.0f / strength : 0.0f);
        const bool has_weight = mass->inverse_mass > 0.0f;
        graph->bodies.items[i] =
            (LoadBody){.down = {down.x, down.y, down.z},
                       .weight = has_weight ? strength / mass->inverse_mass : 0.0f,
                       .thin = body3_inner(mass),
                       .first = NONE};
    }
}

// Adds the positions of a contact's points across the load, from the centre of mass of the upper
// body. The normals of the contacts below a body are assumed to be nearly parallel.
static void add_points(LoadBody *body, const ContactRows3 *rows, uint32_t row, uint32_t points,
                       const PairLanes3 *arm)
{
    for (uint32_t k = 0; k < points; ++k) {
        const float m = rows->points[k].mass[row];
        const float x = arm->y[row] - rows->points[k].arm_c[row];
        const float y = arm->z[row] + rows->points[k].arm_t[row];
        body->sum[0] += m * x;
        body->sum[1] += m * y;
        body->squares[0] += m * x * x;
        body->squares[1] += m * y * y;
        body->squares[2] += m * x * y;
    }
}

// [N s] Impulse of a contact on B.
static Vec3 impulse_on_b(const ContactBlock3 *block, uint32_t slot)
{
    const Vec3 n = lane3(&block->normal, slot), t = lane3(&block->tangent, slot);
    const Vec3 along_t = vec3_scale(t, block->friction_impulse[FRICTION_T][slot]);
    Vec3 sum =
        vec3_add_scaled(along_t, vec3_cross(n, t), block->friction_impulse[FRICTION_C][slot]);
    for (uint32_t k = 0; k < block->lane_points[slot]; ++k) {
        sum = vec3_add_scaled(sum, n, block->impulse[k][slot]);
    }
    return sum;
}

static const SolverBody3 *state_at(const SolverBody3 *states, uint32_t place)
{
    return &states[place / sizeof *states];
}

static void list_lane(const ContactBlock3 *block, const ContactRows3 *rows, uint32_t first,
                      uint32_t slot, const SolverBody3 *states, const Sim *sim, LoadGraph *graph)
{
    const Lanes3 *n = &block->normal;
    const LoadSides sides = load_sides(graph, sim, block->body_a[slot], block->body_b[slot],
                                       (float[4]){n->x[slot], n->y[slot], n->z[slot], 0.0f});
    const uint32_t row = first + slot, points = block->lane_points[slot];
    const Vec3 apart = vec3_sub(state_at(states, rows->place_b[row])->linear,
                                state_at(states, rows->place_a[row])->linear);
    const Vec3 impulse = impulse_on_b(block, slot);
    tum_load_push(graph, sim, block->body_a[slot], block->body_b[slot],
                  (float[4]){impulse.x, impulse.y, impulse.z, 0.0f});
    float stiffness = 0.0f;
    for (uint32_t k = 0; k < points; ++k) {
        stiffness += rows->points[k].mass[row];
    }
    if (sides.upper != NONE && stiffness > 0.0f) {
        const PairLanes3 *upper_arm = sides.a_is_upper ? &rows->arm_a : &rows->arm_b;
        const PairLanes3 *lower_arm = sides.a_is_upper ? &rows->arm_b : &rows->arm_a;
        add_points(&graph->bodies.items[sides.upper], rows, row, points, upper_arm);
        tum_load_add(graph, &sides,
                     (LoadEdge){.stiffness = stiffness,
                                .friction = block->static_friction[slot],
                                .speed_squared = vec3_dot(apart, apart),
                                .upper_arm = absolute(upper_arm->x[row]),
                                .lower_arm = absolute(lower_arm->x[row])});
    }
}

void tum_block_loads3(const ContactBlock3 *block, const ContactRows3 *rows, uint32_t first,
                      uint32_t lanes, const SolverBody3 *states, const Sim *sim, LoadGraph *graph)
{
    for (uint32_t slot = 0; slot < lanes; ++slot) {
        list_lane(block, rows, first, slot, states, sim, graph);
    }
}
