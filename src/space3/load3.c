// SPDX-License-Identifier: MIT
// load3.c: who leans on whom in a unit, for sim/load.h.
#include "sim/load.h"
#include "space3/space3.h"

void tum_space3_weigh_loads(const Space *opaque, const Sim *sim, const int32_t *bodies,
                            LoadGraph *graph)
{
    const Space3 *space = (const Space3 *)opaque;
    (void)sim;
    for (size_t i = 0; i < graph->bodies.count; ++i) {
        const BodyMass3 *mass = &space->masses.items[bodies[i]];
        const Vec3 pull =
            vec3_scale(space3_gravity(space, bodies[i], space->places.items[bodies[i]].center),
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

// Where the points of a contact are across it, from the middle of the body above: normals of what
// it leans on are nearly the same.
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

static void list_lane(const ContactBlock3 *block, const ContactRows3 *rows, uint32_t first,
                      uint32_t slot, const Sim *sim, LoadGraph *graph)
{
    const int32_t a = load_index(graph, sim, block->body_a[slot]);
    const int32_t b = load_index(graph, sim, block->body_b[slot]);
    const float *down = graph->bodies.items[a != NONE ? a : b].down;
    const float along = block->normal.x[slot] * down[0] + block->normal.y[slot] * down[1] +
                        block->normal.z[slot] * down[2];
    const bool a_is_upper = along > 0.0f;
    const int32_t upper = a_is_upper ? a : b, lower = a_is_upper ? b : a;
    if (absolute(along) < LEAN_LEAST || upper == NONE) {
        return;
    }
    const uint32_t row = first + slot, points = block->lane_points[slot];
    float mass = 0.0f;
    for (uint32_t k = 0; k < points; ++k) {
        mass += rows->points[k].mass[row];
    }
    if (mass > 0.0f) {
        LoadBody *bodies = graph->bodies.items;
        const PairLanes3 *arms[2] = {&rows->arm_a, &rows->arm_b};
        add_points(&bodies[upper], rows, row, points, arms[!a_is_upper]);
        tum_load_add(graph, upper,
                     (LoadLean){.lower = lower,
                                .stiffness = mass,
                                .thin = lower == NONE
                                            ? bodies[upper].thin
                                            : minimum(bodies[upper].thin, bodies[lower].thin),
                                .upper_arm = absolute(arms[!a_is_upper]->x[row]),
                                .lower_arm = absolute(arms[a_is_upper]->x[row])});
    }
}

void tum_block_loads3(const ContactBlock3 *block, const ContactRows3 *rows, uint32_t first,
                      uint32_t lanes, const Sim *sim, LoadGraph *graph)
{
    for (uint32_t slot = 0; slot < lanes; ++slot) {
        list_lane(block, rows, first, slot, sim, graph);
    }
}
