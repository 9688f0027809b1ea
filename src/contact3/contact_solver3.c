// SPDX-License-Identifier: MIT
// contact_solver3.c: rows of a step and the passes of the contact solver over ranges of blocks. The
// passes over lanes are in contact_kernel3.c.
#include "contact3/contact_solver3.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "contact3/load3.h"
#include "contact3/surface_velocity3.h"
#include "schedule/contact_numbers.h"
#include "schedule/squeeze.h"
#include "space3/body_motion3.h"
#include "space3/space3.h"

static size_t bodies_of_largest_job(const Sim *sim)
{
    size_t most = 0;
    for (size_t i = 0; i < sim->jobs.count; ++i) {
        const SolveJob *unit = &sim->jobs.items[i];
        most = unit->end - unit->begin > most ? unit->end - unit->begin : most;
    }
    return most;
}

static bool reserve_marks(BounceMarks3 *marks, size_t blocks, const TumAllocator *allocator)
{
    return array_reserve_anew(&marks->of_blocks, blocks, allocator) &&
           array_reserve_anew(&marks->neighbors, blocks * WIDE * 2, allocator);
}

bool tum_space3_reserve_rows(Space *opaque, const Sim *sim, size_t shared, size_t alone)
{
    Space3 *space = (Space3 *)opaque;
    const size_t behind = space->bodies.states.count + sim->shared_count - sim->separator_count +
                          ((size_t)STATES_BETWEEN_SUBDOMAINS << sim->topology.graph.depth);
    const size_t most = bodies_of_largest_job(sim) + STATES_BETWEEN_SUBDOMAINS;
    const size_t states = behind + space->solver.worker_count * most;
    bool enough = array_reserve(&space->bodies.states, states, &space->allocator) &&
                  array_reserve_anew(&space->solver.neighbors, states, &space->allocator) &&
                  array_reserve(&space->bodies.contact_bodies, states, &space->allocator) &&
                  array_reserve(&space->bodies.starts, states, &space->allocator) &&
                  array_reserve_anew(&space->solver.rows, shared / 2, &space->allocator) &&
                  reserve_marks(&space->solver.marks, shared, &space->allocator);
    for (uint32_t i = 0; i < space->solver.worker_count && enough; ++i) {
        space->solver.scratch[i].first_state = (uint32_t)(behind + i * most);
        enough = array_reserve_anew(&space->solver.scratch[i].rows, alone / 2, &space->allocator) &&
                 reserve_marks(&space->solver.scratch[i].marks, alone, &space->allocator);
    }
    return enough;
}

static bool is_shared(const Topology *topology, int32_t color)
{
    return topology->graph.batches.items[graph_batch_of_color(color)].is_shared;
}

ContactRows3 *tum_space3_rows(const Space3 *space, const Topology *topology, int32_t color,
                              uint32_t block, uint32_t worker)
{
    ContactRows3 *first = is_shared(topology, color) ? space->solver.rows.items
                                                     : space->solver.scratch[worker].rows.items;
    return first + topology->graph.colors.items[color].first_block / 2 + block / 2;
}

static ContactBatch3 batch_of(Space3 *space, const Topology *topology, int32_t color, Range blocks)
{
    return (ContactBatch3){
        .blocks = &space->solver.blocks.items[color].items[blocks.begin],
        .rows = tum_space3_rows(space, topology, color, blocks.begin, blocks.worker),
        .extras = &space->solver.extras.items[color].items[blocks.begin],
        .first = blocks.begin % 2,
        .count = blocks.end - blocks.begin,
        .bodies = space->bodies.states.items,
        .alone = graph_is_overflow(color),
        .ahead = is_shared(topology, color) ? NULL : &space->solver.scratch[blocks.worker].ahead};
}

static const Contact *contact_in(const Topology *topology, int32_t color, uint32_t block,
                                 uint32_t slot)
{
    const int32_t manifold = topology_manifold_in(topology, color, block, slot);
    return &topology->contacts.items[topology->manifolds.items[manifold].contact];
}

// Clears the extra record of a block; lanes may have been added or removed since its last
// preparation.
static void clear_extras(ContactExtra3 *extra, uint32_t first_slot)
{
    Lanes *lanes = (Lanes *)extra;
    for (size_t i = 0; i < sizeof *extra / sizeof *lanes && first_slot < WIDE; ++i) {
        memset(&lanes[i][first_slot], 0, (WIDE - first_slot) * sizeof lanes[i][0]);
    }
}

// Forces and joints of the bodies of a lane with restitution.
static void prepare_bounce(ContactExtra3 *extra, const ContactBlock3 *block, uint32_t slot,
                           const Space3 *space, const Topology *topology, float restitution,
                           float substep)
{
    const int32_t body[2] = {block->body_a[slot], block->body_b[slot]};
    float fall[2] = {0.0f, 0.0f}, flies[2] = {0.0f, 0.0f}, most = 0.0f;
    extra->restitution[slot] = restitution;
    extra->joined[slot] = 0.0f;
    for (int side = 0; side < 2; ++side) {
        const BodyMass3 *mass = &space->bodies.masses.items[body[side]];
        const bool is_joined = topology->bodies.items[body[side]].joint_island != NONE;
        if (is_joined) {
            extra->joined[slot] = 1.0f;
        }
        if (topology->bodies.items[body[side]].is_movable && mass->inverse_mass > 0.0f) {
            const Vec3 acceleration = space3_acceleration(space, body[side]);
            fall[side] = vec3_dot(acceleration, lane3(&block->normal, slot));
            most = maximum(most, vec3_length(acceleration));
            flies[side] = is_joined ? 0.0f : 1.0f;
        }
    }
    extra->load[slot] = bounce_load(topology->restitution_threshold);
    extra->least[slot] = bounce_speed(topology->restitution_threshold, most, substep);
    extra->fall_a[slot] = fall[0];
    extra->fall_b[slot] = fall[1];
    extra->free_a[slot] = flies[0];
    extra->free_b[slot] = flies[1];
    extra->fall_most[slot] = maximum(fall[1] * flies[1], 0.0f) - minimum(fall[0] * flies[0], 0.0f);
    for (int k = 0; k < LOCAL_POINTS_MAX; ++k) {
        extra->struck[k][slot] = 0.0f;
    }
}

// Adds surface velocities along the normal, at the middle, and about the normal. The position of a
// point along the normal makes no difference to any of these.
static bool prepare_surface_velocity(ContactExtra3 *extra, const ContactBlock3 *block,
                                     ContactRows3 *rows, uint32_t first, uint32_t slot,
                                     const Space3 *space, const Contact *contact, float elapsed)
{
    const uint32_t row = first + slot;
    const Vec3 n = lane3(&block->normal, slot), t = lane3(&block->tangent, slot);
    const Vec3 c = vec3_cross(n, t);
    SurfaceFlow3 flow[2];
    bool surface_velocities = false;
    Vec3 arm[2];
    for (int side = 0; side < 2; ++side) {
        const Vec3 outward = side == 0 ? n : vec3_negate(n);
        surface_velocities |= tum_surface_flow3(space, contact->body[side], contact->collider[side],
                                                outward, &flow[side]);
        const PairLanes3 *arms = side == 0 ? &rows->arm_a : &rows->arm_b;
        const Vec3 a = {arms->x[row], arms->y[row], arms->z[row]};
        arm[side] = vec3_add_scaled(vec3_add_scaled(vec3_scale(n, a.x), t, a.y), c, a.z);
    }
    for (uint32_t k = 0; k < block->lane_points[slot]; ++k) {
        const float along_t = -rows->points[k].arm_c[row], along_c = rows->points[k].arm_t[row];
        const Vec3 offset = vec3_add(vec3_scale(t, along_t), vec3_scale(c, along_c));
        const Vec3 surface_velocity =
            vec3_sub(surface_flow3_at(&flow[1], vec3_add(arm[1], offset)),
                     surface_flow3_at(&flow[0], vec3_add(arm[0], offset)));
        extra->surface_velocity[k][slot] = vec3_dot(surface_velocity, n);
        rows->points[k].base[row] += extra->surface_velocity[k][slot] * elapsed;
    }
    const Vec3 surface_velocity =
        vec3_sub(surface_flow3_at(&flow[1], arm[1]), surface_flow3_at(&flow[0], arm[0]));
    extra->slide_surface_velocity[0][slot] = vec3_dot(surface_velocity, t);
    extra->slide_surface_velocity[1][slot] = vec3_dot(surface_velocity, c);
    extra->spin_surface_velocity[slot] = vec3_dot(vec3_sub(flow[1].angular, flow[0].angular), n);
    return surface_velocities;
}

static void prepare_surface_velocities(Space3 *space, const Topology *topology, int32_t color,
                                       uint32_t index, ContactRows3 *rows, float elapsed)
{
    ContactBlock3 *block = &space->solver.blocks.items[color].items[index];
    ContactExtra3 *extra = &space->solver.extras.items[color].items[index];
    const uint32_t lanes = topology_lanes_in_block(topology, color, index);
    block->surface_velocities = 0;
    for (uint32_t slot = 0; slot < lanes; ++slot) {
        block->surface_velocities |=
            prepare_surface_velocity(extra, block, rows, index % 2 * WIDE, slot, space,
                                     contact_in(topology, color, index, slot), elapsed);
    }
}

static void prepare_bounces(Space3 *space, const Topology *topology, int32_t color, uint32_t index,
                            float substep)
{
    ContactBlock3 *block = &space->solver.blocks.items[color].items[index];
    ContactExtra3 *extra = &space->solver.extras.items[color].items[index];
    const uint32_t lanes =
        block->bounces != 0 ? topology_lanes_in_block(topology, color, index) : 0;
    for (uint32_t slot = 0; slot < lanes; ++slot) {
        prepare_bounce(extra, block, slot, space, topology,
                       contact_in(topology, color, index, slot)->restitution, substep);
    }
}

// Whether the impulse of some point, divided by its effective mass, is greater than a speed.
static bool presses(const ContactBlock3 *block, const ContactRows3 *rows, uint32_t first,
                    float speed)
{
    bool any = false;
    for (uint32_t k = 0; k < block->point_count; ++k) {
        for (uint32_t slot = 0; slot < WIDE; ++slot) {
            any |= block->impulse[k][slot] > speed * rows->points[k].mass[first + slot];
        }
    }
    return any;
}

// Lanes of which some point does so.
static uint32_t pressing_lanes(const ContactBlock3 *block, const ContactRows3 *rows, uint32_t first,
                               float speed)
{
    uint32_t lanes = 0;
    for (uint32_t k = 0; k < block->point_count; ++k) {
        for (uint32_t slot = 0; slot < WIDE; ++slot) {
            const bool does = block->impulse[k][slot] > speed * rows->points[k].mass[first + slot];
            lanes |= (uint32_t)does << slot;
        }
    }
    return lanes;
}

static int32_t joint_island_of(const Topology *topology, int32_t body)
{
    return topology->bodies.items[body].joint_island;
}

static float inner_of(const Space3 *space, int32_t body, bool is_movable)
{
    return is_movable ? body3_inner(&space->bodies.masses.items[body]) : INFINITY;
}

// [kg] All bodies of a joint island, or the body alone; 0 where joints are swept, whose answer no
// pass asks for.
static float mass_with_joined(const Space3 *space, const Topology *topology, int32_t body)
{
    const BodyMass3 *masses = space->bodies.masses.items;
    const int32_t joint_island = joint_island_of(topology, body);
    if (joint_island == NONE) {
        return masses[body].inverse_mass > 0.0f ? 1.0f / masses[body].inverse_mass : 0.0f;
    }
    const JointIsland *members = &topology->joints.joint_islands.items[joint_island];
    const bool is_swept = space->joints.joint_islands.items[joint_island].joint_sweep != NONE;
    float sum = 0.0f;
    for (int32_t i = 0; i < members->body_count && !is_swept; ++i) {
        const float inverse =
            masses[topology->joints.members.items[members->body_first + i]].inverse_mass;
        sum += inverse > 0.0f ? 1.0f / inverse : 0.0f;
    }
    return sum;
}

// Whether one of two bodies is much lighter than what is joined to either.
static bool is_outweighed(const Space3 *space, const Topology *topology, int32_t a, int32_t b)
{
    const BodyMass3 *masses = space->bodies.masses.items;
    const float most =
        maximum(mass_with_joined(space, topology, a), mass_with_joined(space, topology, b));
    return most * maximum(masses[a].inverse_mass, masses[b].inverse_mass) > SINK_OUTWEIGHED;
}

// Lanes in which a joined body is all inside the other one, or deep and one of both is light.
static uint32_t sunk_lanes(const Space3 *space, const Topology *topology,
                           const ContactBlock3 *block, const ContactRows3 *rows, uint32_t first)
{
    uint32_t lanes = 0;
    for (uint32_t slot = 0; slot < WIDE; ++slot) {
        const int32_t a = block->body_a[slot], b = block->body_b[slot];
        float depth = 0.0f;
        for (uint32_t k = 0; k < block->lane_points[slot]; ++k) {
            depth = maximum(depth, 0.0f - rows->points[k].base[first + slot]);
        }
        if (depth > 0.0f &&
            (joint_island_of(topology, a) != NONE || joint_island_of(topology, b) != NONE)) {
            const float inner = minimum(inner_of(space, a, (block->store_a >> slot & 1) != 0),
                                        inner_of(space, b, (block->store_b >> slot & 1) != 0));
            const bool sinks = depth > SINK_WHOLE * inner ||
                               (depth > SINK_DEEP * inner && is_outweighed(space, topology, a, b));
            lanes |= (uint32_t)sinks << slot;
        }
    }
    return lanes;
}

void tum_space3_prepare(Space *opaque, const Sim *sim, StepTime time, int32_t color, Range blocks)
{
    Space3 *space = (Space3 *)opaque;
    const ContactBatch3 batch = batch_of(space, &sim->topology, color, blocks);
    const size_t first = topology_first_lane(color, blocks.begin);
    const ContactSources3 sources = {
        .anchors = space->contacts.anchors.items,
        .features = space->contacts.features.items,
        .lanes = sim->topology.graph.colors.items[color].constraints.items + first,
        .lane_count = (uint32_t)(sim->topology.graph.colors.items[color].constraints.count - first),
        .bodies = space->bodies.contact_bodies.items,
        .states = space->bodies.state_of.items,
        .places = &space->bodies.places.items->center.x,
        .place_stride = sizeof *space->bodies.places.items,
        .impulse_scale = time.impulse_scale,
    };
    const bool has_joints =
        graph_batch_of_color(color) == BATCH_SHARED && sim->topology.joints.joint_islands.count > 0;
    space->kernels.contacts->prepare(batch, &sources);
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        if (space->solver.blocks.items[color].items[i].bounces != 0 ||
            space->colliders.surface_velocities.count > 0) {
            clear_extras(&space->solver.extras.items[color].items[i],
                         topology_lanes_in_block(&sim->topology, color, i));
        }
        prepare_bounces(space, &sim->topology, color, i, time.substep);
        ContactBlock3 *block = &space->solver.blocks.items[color].items[i];
        ContactRows3 *rows = tum_space3_rows(space, &sim->topology, color, i, blocks.worker);
        const uint32_t lane = i % 2 * WIDE;
        block->bears = presses(block, rows, lane, minimum(time.light, pressing_speed()));
        block->presses =
            block->bears != 0 ? pressing_lanes(block, rows, lane, pressing_speed()) : 0;
        block->sinks = has_joints ? sunk_lanes(space, &sim->topology, block, rows, lane) : 0;
        if (space->colliders.surface_velocities.count > 0) {
            prepare_surface_velocities(space, &sim->topology, color, i, rows, time.elapsed);
        }
    }
    // Slopes are looked at in jobs alone, as loads are.
    const float pull = time.light < INFINITY ? vec3_length(space->gravity) : 0.0f;
    space->kernels.contacts->judge_slip(
        batch, vec3_scale(space->gravity, pull > 0.0f ? 1.0f / pull : 0.0f));
}

void tum_space3_list_loads(const Space *opaque, const Sim *sim, int32_t color, Range blocks,
                           LoadGraph *graph)
{
    const Space3 *space = (const Space3 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        tum_block_loads3(&space->solver.blocks.items[color].items[i],
                         tum_space3_rows(space, &sim->topology, color, i, blocks.worker),
                         i % 2 * WIDE, topology_lanes_in_block(&sim->topology, color, i),
                         space->bodies.states.items, sim, graph);
    }
}

// Prefetches blocks of the next color: a color of a subdomain has few blocks, and those of the
// next color are elsewhere in memory.
static void fetch_next_color(const Space3 *space, const Topology *topology, int32_t color,
                             bool is_inside)
{
    const int32_t next = tum_graph_next_color(&topology->graph, graph_batch_of_color(color), color);
    if (next >= 0) {
        const uint32_t first = is_inside ? topology_blocks_at_cut(topology, next) : 0;
        const char *block = (const char *)&space->solver.blocks.items[next].items[first];
        for (size_t i = 0; i < offsetof(ContactBlock3, lane_points); i += 64) {
            __builtin_prefetch(block + i);
        }
    }
}

// Visits blocks with contacts that press, or with those that sink.
static void press(Space3 *space, const Topology *topology, const ContactPass3 *numbers, bool sinks,
                  int32_t color, Range blocks)
{
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        ContactBlock3 *block = &space->solver.blocks.items[color].items[i];
        if ((sinks ? block->sinks : block->presses) != 0) {
            // This pass does not count as a relaxation in the decision on sliding.
            Lanes slip;
            memcpy(slip, block->slip, sizeof slip);
            space->kernels.contacts->solve(
                batch_of(space, topology, color, (Range){i, i + 1, blocks.worker}), numbers);
            memcpy(block->slip, slip, sizeof slip);
        }
    }
}

void tum_space3_solve(Space *opaque, const Sim *sim, StepTime time, ContactPass pass, int32_t color,
                      Range blocks)
{
    Space3 *space = (Space3 *)opaque;
    const ContactKernel3 *kernel = space->kernels.contacts;
    fetch_next_color(space, &sim->topology, color, blocks.begin > 0);
    const ContactBatch3 batch = batch_of(space, &sim->topology, color, blocks);
    const Softness softness = soft_contact(time.substep);
    const ContactPass3 numbers = {.inverse_substep = 1.0f / time.substep,
                                  .softness = softness,
                                  .deep_speed = deep_speed(softness.bias_rate),
                                  .pushes = pass == CONTACTS_SOLVE || pass == CONTACTS_PRESS ||
                                            pass == CONTACTS_SINK,
                                  .patience = (float)time.relaxations};
    switch (pass) {
    case CONTACTS_WARM_START: kernel->warm_start(batch); break;
    case CONTACTS_SOLVE:
    case CONTACTS_RELAX: kernel->solve(batch, &numbers); break;
    case CONTACTS_PRESS:
    case CONTACTS_PRESS_RELAX: press(space, &sim->topology, &numbers, false, color, blocks); break;
    case CONTACTS_SINK:
    case CONTACTS_SINK_RELAX: press(space, &sim->topology, &numbers, true, color, blocks); break;
    }
}

void tum_space3_search_bounces(Space3 *space, const Topology *topology, float substep,
                               int32_t color, Range blocks)
{
    fetch_next_color(space, topology, color, blocks.begin > 0);
    space->kernels.contacts->find_bounces(batch_of(space, topology, color, blocks), substep);
}

void tum_space3_search_block(Space3 *space, const Topology *topology, float substep, int32_t color,
                             uint32_t block, uint32_t worker)
{
    space->kernels.contacts->find_bounces(
        batch_of(space, topology, color, (Range){block, block + 1, worker}), substep);
}

// Whether a body's inertia may have changed since its rows were computed. That of joined bodies
// comes from the joint passes.
static bool has_turned(const Space3 *space, int32_t body)
{
    return space3_weight(space, body)->joined > 0.0f ? space3_resists_anew(space, body, TURN_LEAST)
                                                     : space->bodies.resists_anew.items[body];
}

void tum_space3_weigh_block(Space3 *space, const Topology *topology, int32_t color, uint32_t block,
                            uint32_t worker)
{
    space->kernels.contacts->update_masses(
        batch_of(space, topology, color, (Range){block, block + 1, worker}),
        space->bodies.contact_bodies.items);
}

void tum_space3_update_rows(Space *opaque, const Sim *sim, int32_t color, Range blocks)
{
    Space3 *space = (Space3 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        const ContactBlock3 *block = &space->solver.blocks.items[color].items[i];
        bool is_stale = false;
        for (uint32_t slot = 0; slot < WIDE && !is_stale; ++slot) {
            is_stale =
                has_turned(space, block->body_a[slot]) || has_turned(space, block->body_b[slot]);
        }
        if (is_stale) {
            tum_space3_weigh_block(space, &sim->topology, color, i, blocks.worker);
        }
    }
}

bool tum_space3_mark_sunk(Space *opaque, const Sim *sim, int32_t color)
{
    Space3 *space = (Space3 *)opaque;
    JointIsland3 *joint_islands = space->joints.joint_islands.items;
    bool some = false;
    for (uint32_t i = 0; i < topology_block_count(&sim->topology, color); ++i) {
        const ContactBlock3 *block = &space->solver.blocks.items[color].items[i];
        const uint32_t lanes =
            block->sinks != 0 ? topology_lanes_in_block(&sim->topology, color, i) : 0;
        for (uint32_t slot = 0; slot < lanes; ++slot) { // A visit pushes all bodies of the block.
            const int32_t a = joint_island_of(&sim->topology, block->body_a[slot]),
                          b = joint_island_of(&sim->topology, block->body_b[slot]);
            if (a != NONE) {
                joint_islands[a].is_sunk = true;
            }
            if (b != NONE) {
                joint_islands[b].is_sunk = true;
            }
            some = true;
        }
    }
    return some;
}

uint32_t tum_space3_block_flags(const Space *opaque, const Sim *sim, int32_t color, Range blocks)
{
    (void)sim;
    const Space3 *space = (const Space3 *)opaque;
    uint32_t found = 0;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        const ContactBlock3 *block = &space->solver.blocks.items[color].items[i];
        found |= block->bounces != 0 ? BOUNCE_MAY : 0;
        found |= block->presses != 0 ? BLOCKS_PRESS : 0;
        found |= block->bears != 0 ? BLOCKS_BEAR : 0;
        found |= block->slopes != 0 ? BLOCKS_SLOPE : 0;
        found |= block->sinks != 0 ? BLOCKS_SINK : 0;
    }
    return found;
}

void tum_space3_sum_restitution(Space *opaque, const Sim *sim, int32_t color, Range blocks)
{
    Space3 *space = (Space3 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        const ContactBlock3 *block = &space->solver.blocks.items[color].items[i];
        const ContactExtra3 *extra = &space->solver.extras.items[color].items[i];
        const uint32_t lanes =
            block->bounces != 0 ? topology_lanes_in_block(&sim->topology, color, i) : 0;
        for (uint32_t slot = 0; slot < lanes; ++slot) {
            for (uint32_t k = 0; k < block->lane_points[slot]; ++k) {
                space->contacts.pressures
                    .items[topology_manifold_in(&sim->topology, color, i, slot)]
                    .impulse += extra->struck[k][slot];
            }
        }
    }
}

void tum_space3_scale_impulses(Space *opaque, const Sim *sim, int32_t color, float factor,
                               Range blocks)
{
    (void)sim;
    Space3 *space = (Space3 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        ContactBlock3 *block = &space->solver.blocks.items[color].items[i];
        for (uint32_t slot = 0; slot < WIDE; ++slot) {
            for (uint32_t k = 0; k < LOCAL_POINTS_MAX; ++k) {
                block->impulse[k][slot] *= factor;
            }
            for (int row = 0; row < FRICTION_ROWS; ++row) {
                block->friction_impulse[row][slot] *= factor;
            }
        }
    }
}

void tum_space3_keep_impulses(Space *opaque, const Sim *sim, int32_t color, Range blocks)
{
    const Space3 *space = (const Space3 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        const ContactBlock3 *block = &space->solver.blocks.items[color].items[i];
        ContactRows3 *rows = tum_space3_rows(space, &sim->topology, color, i, blocks.worker);
        for (uint32_t k = 0; k < LOCAL_POINTS_MAX; ++k) {
            memcpy(&rows->start_impulse[k][i % 2 * WIDE], block->impulse[k], sizeof(Lanes));
        }
    }
}

void tum_space3_limit_impulses(Space *opaque, const Sim *sim, int32_t color, float factor,
                               Range blocks)
{
    const Space3 *space = (const Space3 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        ContactBlock3 *block = &space->solver.blocks.items[color].items[i];
        const ContactRows3 *rows = tum_space3_rows(space, &sim->topology, color, i, blocks.worker);
        for (uint32_t slot = 0; slot < WIDE; ++slot) {
            const uint32_t lane = i % 2 * WIDE + slot;
            float before = 0.0f, sum = 0.0f;
            for (uint32_t k = 0; k < block->point_count; ++k) {
                float *impulse = &block->impulse[k][slot];
                before += *impulse;
                *impulse = lasting_impulse(*impulse, rows->start_impulse[k][lane],
                                           rows->points[k].mass[lane], factor);
                sum += *impulse;
            }
            const float share = before > 0.0f ? sum / before : 1.0f;
            for (int row = 0; row < FRICTION_ROWS; ++row) {
                block->friction_impulse[row][slot] *= share;
            }
        }
    }
}

float tum_space3_add_impulse(const Space *opaque, int32_t color, int32_t lane, float sum[4])
{
    const Space3 *space = (const Space3 *)opaque;
    const ContactBlock3 *block =
        &space->solver.blocks.items[color].items[tum_lane_block(color, lane)];
    const uint32_t slot = tum_lane_slot(color, lane);
    float impulse = 0.0f;
    for (uint32_t k = 0; k < block->lane_points[slot]; ++k) {
        impulse += block->impulse[k][slot];
    }
    const Vec3 push = vec3_scale(lane3(&block->normal, slot), impulse);
    sum[0] += push.x;
    sum[1] += push.y;
    sum[2] += push.z;
    return impulse;
}

static void drop_impulses(ContactBlock3 *block, uint32_t lanes)
{
    for (uint32_t slot = 0; lanes >> slot != 0; ++slot) {
        const float kept = (lanes >> slot & 1) != 0 ? 0.0f : 1.0f;
        for (uint32_t k = 0; k < LOCAL_POINTS_MAX; ++k) {
            block->impulse[k][slot] *= kept;
        }
        for (int row = 0; row < FRICTION_ROWS; ++row) {
            block->friction_impulse[row][slot] *= kept;
        }
    }
}

// [m/s] Speed of B away from A, at the middle of a manifold.
static float separation_speed(const Space3 *space, const ContactBlock3 *block,
                              const ContactRows3 *rows, uint32_t slot, uint32_t row)
{
    const Vec3 normal = lane3(&block->normal, slot), tangent = lane3(&block->tangent, slot);
    const Vec3 across = vec3_cross(normal, tangent);
    const PairLanes3 *arms[2] = {&rows->arm_a, &rows->arm_b};
    const uint32_t places[2] = {rows->place_a[row], rows->place_b[row]};
    float speed[2];
    for (int side = 0; side < 2; ++side) {
        const SolverBody3 *body = &space->bodies.states.items[places[side] / sizeof(SolverBody3)];
        const float t = arms[side]->y[row], c = arms[side]->z[row];
        // (w x r) . n with r = x n + t tangent + c across
        speed[side] = vec3_dot(normal, body->linear) + c * vec3_dot(tangent, body->angular) -
                      t * vec3_dot(across, body->angular);
    }
    return speed[1] - speed[0];
}

static uint32_t loaded_lanes(const ContactBlock3 *block, const ContactRows3 *rows, uint32_t first)
{
    return presses(block, rows, first, LOADED_SPEED)
               ? pressing_lanes(block, rows, first, LOADED_SPEED)
               : 0;
}

// Loaded lanes whose bodies part.
static uint32_t parted_lanes(const Space3 *space, const ContactBlock3 *block,
                             const ContactRows3 *rows, uint32_t first)
{
    const uint32_t loaded = loaded_lanes(block, rows, first);
    uint32_t parted = 0;
    for (uint32_t slot = 0; loaded >> slot != 0; ++slot) {
        if ((loaded >> slot & 1) != 0) {
            const float speed = separation_speed(space, block, rows, slot, first + slot);
            parted |= (uint32_t)(speed > PARTED_SPEED) << slot;
        }
    }
    return parted;
}

bool tum_space3_is_squeezed(const Space *opaque, int32_t color, int32_t lane)
{
    const Space3 *space = (const Space3 *)opaque;
    return (space->solver.blocks.items[color].items[lane / WIDE].squeezed >> lane % WIDE & 1) != 0;
}

bool tum_space3_squeeze(Space *opaque, const Sim *sim, SqueezePass pass, int32_t color,
                        Range blocks)
{
    Space3 *space = (Space3 *)opaque;
    bool found = false;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        ContactBlock3 *block = &space->solver.blocks.items[color].items[i];
        const ContactRows3 *rows = tum_space3_rows(space, &sim->topology, color, i, blocks.worker);
        const uint32_t first = i % 2 * WIDE;
        switch (pass) {
        case SQUEEZE_FIND:
            block->squeezed = tum_sim_squeezed_lanes(sim, color, i, block->presses);
            block->beside = 0;
            break;
        case SQUEEZE_FIND_PARTED: block->squeezed = parted_lanes(space, block, rows, first); break;
        case SQUEEZE_FIND_BESIDE:
            block->beside =
                tum_sim_lanes_beside_squeezed(sim, color, i, loaded_lanes(block, rows, first));
            break;
        case SQUEEZE_DROP: drop_impulses(block, block->squeezed | block->beside); break;
        }
        found |= block->squeezed != 0;
    }
    return found;
}

void tum_space3_sum_impulses(Space *opaque, const Sim *sim, int32_t color, bool first, Range blocks)
{
    Space3 *space = (Space3 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        const ContactBlock3 *block = &space->solver.blocks.items[color].items[i];
        const ContactRows3 *rows = tum_space3_rows(space, &sim->topology, color, i, blocks.worker);
        const uint32_t lanes = topology_lanes_in_block(&sim->topology, color, i);
        for (uint32_t slot = 0; slot < lanes; ++slot) {
            ContactPressure now = {0.0f, INFINITY};
            for (uint32_t k = 0; k < block->lane_points[slot]; ++k) {
                now.impulse += block->impulse[k][slot];
                now.separation = minimum(now.separation, rows->points[k].base[i % 2 * WIDE + slot]);
            }
            ContactPressure *sum =
                &space->contacts.pressures
                     .items[topology_manifold_in(&sim->topology, color, i, slot)];
            now.impulse += first ? 0.0f : sum->impulse;
            *sum = now;
        }
    }
}

const ContactKernel3 *tum_choose_contact_kernel3(CpuInstructions instructions)
{
    return cpu_choose_kernel(instructions, tum_contact_kernel3);
}
