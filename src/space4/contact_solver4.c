// SPDX-License-Identifier: MIT
// contact_solver4.c: lanes of the contact solver in 4D: their contacts, their state, and the rows
// of a step. The passes over lanes are in contact_kernel4.c.
#include "space4/contact_solver4.h"
#include "schedule/contact_numbers.h"
#include "schedule/load.h"
#include "schedule/squeeze.h"
#include "space4/integrate4.h"

#include <string.h>

// [m/s] A faster push has to be removed exactly: contact_kernel4.c.
static const float DEEP_PUSH = 0.5f;

static ContactBlock4 *block_of(Space4 *space, int32_t color, int32_t lane, uint32_t *slot)
{
    *slot = tum_lane_slot(color, lane);
    return &space->blocks.items[color].items[tum_lane_block(color, lane)];
}

// Clears a lane: no state, and the world's own body on both sides. Rows prepared from it are inert.
static void clear_lane(ContactBlock4 *block, uint32_t slot)
{
    block->body_a[slot] = block->body_b[slot] = WORLD_BODY;
    block->lane_points[slot] = 0;
    block->slip[slot] = 0.0f;
    block->restitution[slot] = 0.0f;
    for (int k = 0; k < 3; ++k) {
        block->friction.impulse[k][slot] = 0.0f;
        block->twist.impulse[k][slot] = 0.0f;
    }
    for (int k = 0; k < LOCAL_POINTS_MAX4; ++k) {
        block->points[k].impulse[slot] = 0.0f;
    }
    block->store_a &= ~(1u << slot);
    block->store_b &= ~(1u << slot);
    block->bounces &= ~(1u << slot);
}

static void set_bit(uint32_t *bits, uint32_t slot, bool is_set)
{
    *bits = (*bits & ~(1u << slot)) | (is_set ? 1u : 0u) << slot;
}

bool tum_space4_reserve_lanes(Space *opaque, int32_t color, size_t lanes)
{
    Space4 *space = (Space4 *)opaque;
    const size_t colors = (size_t)color + 1, wanted = tum_block_count(color, lanes + 1);
    return array_extend(&space->blocks, colors, &space->allocator) &&
           array_extend(&space->blocks.items[color], wanted, &space->allocator);
}

static Vec4 friction_in_world(const ContactBlock4 *block, uint32_t slot)
{
    Vec4 sum = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int k = 0; k < 3; ++k) {
        sum = vec4_add_scaled(sum, lane4(&block->friction.tangent[k], slot),
                              block->friction.impulse[k][slot]);
    }
    return sum;
}

static Halves4 twist_in_world(const ContactBlock4 *block, uint32_t slot)
{
    Halves4 sum = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    for (int k = 0; k < 3; ++k) {
        sum = halves4_add_scaled(sum, lane_halves(&block->twist.j[k], slot),
                                 2.0f * block->twist.impulse[k][slot]);
    }
    return sum;
}

// An unprepared lane keeps friction and twist in world axes, in a frame that represents any vector
// exactly.
static void keep_friction(ContactBlock4 *block, uint32_t slot, Vec4 friction, Halves4 twist)
{
    const float length = vec4_length(friction);
    const Vec4 along = length > 0.0f ? vec4_scale(friction, 1.0f / length) : friction;
    const Halves4 nothing = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    set_lane4(&block->friction.tangent[0], slot, along);
    block->friction.impulse[0][slot] = length;
    set_lane_halves(&block->twist.j[0], slot, halves4_add_scaled(nothing, twist, 0.5f));
    block->twist.impulse[0][slot] = 1.0f;
}

void tum_space4_name_lane(Space *opaque, const Topology *topology, int32_t manifold)
{
    Space4 *space = (Space4 *)opaque;
    const ManifoldRecord *record = &topology->manifolds.items[manifold];
    const Contact *contact = &topology->contacts.items[record->contact];
    if (record->color == NONE) {
        return;
    }
    uint32_t slot;
    ContactBlock4 *block = block_of(space, record->color, record->lane, &slot);
    block->body_a[slot] = contact->body[0];
    block->body_b[slot] = contact->body[1];
    block->static_friction[slot] = contact->static_friction;
    block->dynamic_friction[slot] = contact->dynamic_friction;
    block->restitution[slot] = contact->restitution;
    set_bit(&block->store_a, slot, topology->bodies.items[contact->body[0]].is_movable);
    set_bit(&block->store_b, slot, topology->bodies.items[contact->body[1]].is_movable);
    set_bit(&block->bounces, slot, contact->restitution > 0.0f);
}

void tum_space4_put_lane(Space *opaque, const Topology *topology, int32_t manifold)
{
    Space4 *space = (Space4 *)opaque;
    const ManifoldRecord *record = &topology->manifolds.items[manifold];
    const ContactMemory4 *memory = &space->memories.items[manifold];
    uint32_t slot;
    ContactBlock4 *block = block_of(space, record->color, record->lane, &slot);
    clear_lane(block, slot);
    tum_space4_name_lane(opaque, topology, manifold);
    block->lane_points[slot] = memory->point_count;
    for (uint32_t i = 0; i < memory->point_count; ++i) {
        block->feature[i][slot] = memory->feature[i];
        block->points[i].impulse[slot] = memory->impulse[i];
    }
    keep_friction(block, slot, memory->friction, memory->twist);
    block->slip[slot] = memory->slip;
}

ContactMemory4 tum_space4_memory(const Space4 *space, const Topology *topology, int32_t manifold)
{
    const ManifoldRecord *record = &topology->manifolds.items[manifold];
    if (record->color == NONE) {
        return space->memories.items[manifold];
    }
    const uint32_t slot = tum_lane_slot(record->color, record->lane);
    const ContactBlock4 *block =
        &space->blocks.items[record->color].items[tum_lane_block(record->color, record->lane)];
    ContactMemory4 memory = {.point_count = block->lane_points[slot],
                             .friction = friction_in_world(block, slot),
                             .twist = twist_in_world(block, slot),
                             .slip = block->slip[slot]};
    for (uint32_t i = 0; i < memory.point_count; ++i) {
        memory.feature[i] = block->feature[i][slot];
        memory.impulse[i] = block->points[i].impulse[slot];
    }
    return memory;
}

void tum_space4_take_lane(Space *opaque, const Topology *topology, int32_t manifold)
{
    Space4 *space = (Space4 *)opaque;
    space->memories.items[manifold] = tum_space4_memory(space, topology, manifold);
}

static void copy_words(void *to, uint32_t to_slot, const void *from, uint32_t from_slot,
                       size_t bytes)
{
    for (size_t at = 0; at < bytes; at += WIDE * 4) {
        memcpy((char *)to + at + (size_t)to_slot * 4,
               (const char *)from + at + (size_t)from_slot * 4, 4);
    }
}

// Copies contact and state of a lane; all other data are prepared again.
static void copy_lane(ContactBlock4 *to, uint32_t to_slot, const ContactBlock4 *from,
                      uint32_t from_slot)
{
    to->body_a[to_slot] = from->body_a[from_slot];
    to->body_b[to_slot] = from->body_b[from_slot];
    to->restitution[to_slot] = from->restitution[from_slot];
    to->static_friction[to_slot] = from->static_friction[from_slot];
    to->dynamic_friction[to_slot] = from->dynamic_friction[from_slot];
    to->slip[to_slot] = from->slip[from_slot];
    copy_words(to->friction.tangent, to_slot, from->friction.tangent, from_slot,
               sizeof to->friction.tangent);
    copy_words(to->friction.impulse, to_slot, from->friction.impulse, from_slot,
               sizeof to->friction.impulse);
    copy_words(to->twist.j, to_slot, from->twist.j, from_slot, sizeof to->twist.j);
    copy_words(to->twist.impulse, to_slot, from->twist.impulse, from_slot,
               sizeof to->twist.impulse);
    to->lane_points[to_slot] = from->lane_points[from_slot];
    for (uint32_t k = 0; k < from->lane_points[from_slot]; ++k) {
        to->points[k].impulse[to_slot] = from->points[k].impulse[from_slot];
        to->feature[k][to_slot] = from->feature[k][from_slot];
    }
    set_bit(&to->store_a, to_slot, (from->store_a >> from_slot & 1) != 0);
    set_bit(&to->store_b, to_slot, (from->store_b >> from_slot & 1) != 0);
    set_bit(&to->bounces, to_slot, (from->bounces >> from_slot & 1) != 0);
}

void tum_space4_move_lane(Space *opaque, GraphPlace from, GraphPlace to)
{
    Space4 *space = (Space4 *)opaque;
    uint32_t from_slot, to_slot;
    ContactBlock4 *from_block = block_of(space, from.color, from.lane, &from_slot);
    ContactBlock4 *to_block = block_of(space, to.color, to.lane, &to_slot);
    if (from.color != to.color || from.lane != to.lane) {
        copy_lane(to_block, to_slot, from_block, from_slot);
    }
    clear_lane(from_block, from_slot);
}

// Sets forces and joints at the bodies of a lane that may bounce.
static void prepare_bounce(ContactBlock4 *block, uint32_t slot, const Space4 *space,
                           const Topology *topology, float substep)
{
    BounceLanes4 *bounce = &block->bounce;
    const int32_t body[2] = {block->body_a[slot], block->body_b[slot]};
    float fall[2] = {0.0f, 0.0f}, flies[2] = {0.0f, 0.0f}, most = 0.0f;
    for (int side = 0; side < 2; ++side) {
        if (space->states.items[body[side]].inverse_mass > 0.0f) {
            const Vec4 acceleration = space4_acceleration(space, body[side]);
            fall[side] = vec4_dot(acceleration, lane4(&block->normal, slot));
            most = maximum(most, vec4_length(acceleration));
            flies[side] = topology->bodies.items[body[side]].joint_island == NONE ? 1.0f : 0.0f;
        }
    }
    bounce->load[slot] = bounce_load(topology->restitution_threshold);
    bounce->least[slot] = bounce_speed(topology->restitution_threshold, most, substep);
    bounce->fall_a[slot] = fall[0];
    bounce->fall_b[slot] = fall[1];
    bounce->free_a[slot] = flies[0];
    bounce->free_b[slot] = flies[1];
    for (int k = 0; k < LOCAL_POINTS_MAX4; ++k) {
        bounce->struck[k][slot] = 0.0f;
        bounce->approach[k][slot] = 0.0f;
        bounce->time[k][slot] = 0.0f;
        bounce->restitution_impulse[k][slot] = 0.0f;
    }
}

// True when the impulse of a point divided by its effective mass exceeds the speed.
static bool presses(const ContactBlock4 *block, float speed)
{
    bool any = false;
    for (uint32_t k = 0; k < block->point_count; ++k) {
        for (uint32_t slot = 0; slot < WIDE; ++slot) {
            any |= block->points[k].impulse[slot] > speed * block->points[k].mass[slot];
        }
    }
    return any;
}

// Lanes of which some point does so.
static uint32_t pressing_lanes(const ContactBlock4 *block, float speed)
{
    uint32_t lanes = 0;
    for (uint32_t k = 0; k < block->point_count; ++k) {
        for (uint32_t slot = 0; slot < WIDE; ++slot) {
            const bool does = block->points[k].impulse[slot] > speed * block->points[k].mass[slot];
            lanes |= (uint32_t)does << slot;
        }
    }
    return lanes;
}

// Whether some contact of two movable bodies lies on a slope near its friction angle.
static bool may_slip(const ContactBlock4 *block, Vec4 down)
{
    uint32_t slips = 0;
    for (uint32_t slot = 0; slot < WIDE; ++slot) {
        const float along = vec4_dot(lane4(&block->normal, slot), down);
        slips |= (uint32_t)load_may_slip(along, block->static_friction[slot]) << slot;
    }
    return (slips & block->store_a & block->store_b) != 0;
}

void tum_space4_prepare(Space *opaque, const Sim *sim, StepTime time, int32_t color, Range blocks)
{
    Space4 *space = (Space4 *)opaque;
    ContactBlock4 *first = &space->blocks.items[color].items[blocks.begin];
    const uint32_t count = blocks.end - blocks.begin;
    const size_t lane = topology_first_lane(color, blocks.begin);
    const ContactSources4 sources = {
        .manifolds = space->manifolds.items,
        .lanes = sim->topology.graph.colors.items[color].constraints.items + lane,
        .lane_count = (uint32_t)(sim->topology.graph.colors.items[color].constraints.count - lane),
        .alone = graph_is_overflow(color),
        .bodies = space->states.items,
        .inverse_inertias = space->inverse_inertias.items,
        .centers = &space->places.items->center.x,
        .center_stride = sizeof *space->places.items,
        .impulse_scale = time.impulse_scale,
        .deep = DEEP_PUSH / soft_contact(time.substep).bias_rate,
    };
    const float pull = vec4_length(space->gravity);
    const Vec4 down = vec4_scale(space->gravity, pull > 0.0f ? 1.0f / pull : 0.0f);
    space->kernel->prepare(first, count, &sources);
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        ContactBlock4 *block = &space->blocks.items[color].items[i];
        const uint32_t lanes =
            block->bounces != 0 ? topology_lanes_in_block(&sim->topology, color, i) : 0;
        for (uint32_t slot = 0; slot < lanes; ++slot) {
            prepare_bounce(block, slot, space, &sim->topology, time.substep);
        }
        block->bears = presses(block, minimum(time.light, pressing_speed()));
        block->presses = block->bears != 0 ? pressing_lanes(block, pressing_speed()) : 0;
        block->slopes = time.light < INFINITY && may_slip(block, down);
    }
    space->kernel->judge_slip(first, count, space->states.items);
}

static void press(Space4 *space, ContactBlock4 *block, const ContactPass4 *numbers)
{
    if (block->presses != 0) {
        // This pass is not a relaxation that counts toward sliding.
        Lanes slip;
        memcpy(slip, block->slip, sizeof slip);
        space->kernel->solve(block, 1, space->states.items, numbers);
        memcpy(block->slip, slip, sizeof slip);
    }
}

void tum_space4_solve(Space *opaque, const Sim *sim, StepTime time, ContactPass pass, int32_t color,
                      Range blocks)
{
    (void)sim;
    Space4 *space = (Space4 *)opaque;
    ContactBlock4 *first = &space->blocks.items[color].items[blocks.begin];
    const uint32_t count = blocks.end - blocks.begin;
    SolverBody4 *bodies = space->states.items;
    const ContactPass4 numbers = {.inverse_substep = 1.0f / time.substep,
                                  .pushes = pass == CONTACTS_SOLVE || pass == CONTACTS_PRESS,
                                  .softness = soft_contact(time.substep),
                                  .patience = (float)time.relaxations};
    switch (pass) {
    case CONTACTS_WARM_START: space->kernel->warm_start(first, count, bodies); break;
    case CONTACTS_SOLVE:
    case CONTACTS_RELAX:
    case CONTACTS_SINK_RELAX: space->kernel->solve(first, count, bodies, &numbers); break;
    case CONTACTS_PRESS:
    case CONTACTS_PRESS_RELAX:
        for (uint32_t i = 0; i < count; ++i) {
            press(space, &first[i], &numbers);
        }
        break;
    case CONTACTS_SINK: break;
    }
}

uint32_t tum_space4_restitute(Space *opaque, const Sim *sim, StepTime time, RestitutionPass pass,
                              int32_t color, Range blocks)
{
    Space4 *space = (Space4 *)opaque;
    // A restitution impulse acts on the two bodies alone, and joints respond before the next one.
    if (pass != RESTITUTION_FIND && pass != RESTITUTION_APPLY) {
        return 0;
    }
    space->kernel->bounce(&space->blocks.items[color].items[blocks.begin],
                          blocks.end - blocks.begin, space->states.items, space->starts.items,
                          time.substep, pass == RESTITUTION_FIND);
    return tum_space4_block_flags(opaque, sim, color, blocks) & (BOUNCE_DID | BOUNCE_JOINED);
}

static bool has_turned(const Space4 *space, const ContactBlock4 *block)
{
    bool turned = false;
    for (uint32_t slot = 0; slot < WIDE; ++slot) {
        turned |= tum_space4_has_turned(space, block->body_a[slot]) ||
                  tum_space4_has_turned(space, block->body_b[slot]);
    }
    return turned;
}

static bool is_strained(const Space4 *space, const Topology *topology, const ContactBlock4 *block)
{
    bool strained = false;
    for (uint32_t slot = 0; slot < WIDE; ++slot) {
        strained |= tum_space4_is_strained(space, topology, block->body_a[slot]) ||
                    tum_space4_is_strained(space, topology, block->body_b[slot]);
    }
    return strained;
}

void tum_space4_update_rows(Space *opaque, const Sim *sim, int32_t color, Range blocks)
{
    Space4 *space = (Space4 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        ContactBlock4 *block = &space->blocks.items[color].items[i];
        const bool strained = is_strained(space, &sim->topology, block);
        if (strained || (block->uneven != 0 && has_turned(space, block))) {
            block->uneven |= strained; // from now on its changes of spin are stored
            space->kernel->weigh(block, space->inverse_inertias.items);
        }
    }
}

static bool is_joined(const Topology *topology, const ContactBlock4 *block, uint32_t slot)
{
    return topology->bodies.items[block->body_a[slot]].joint_island != NONE ||
           topology->bodies.items[block->body_b[slot]].joint_island != NONE;
}

uint32_t tum_space4_block_flags(const Space *opaque, const Sim *sim, int32_t color, Range blocks)
{
    const Space4 *space = (const Space4 *)opaque;
    uint32_t found = 0;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        const ContactBlock4 *block = &space->blocks.items[color].items[i];
        found |= block->bounces != 0 ? BOUNCE_MAY : 0;
        found |= block->bounced != 0 ? BOUNCE_DID : 0;
        found |= block->presses != 0 ? BLOCKS_PRESS : 0;
        found |= block->bears != 0 ? BLOCKS_BEAR : 0;
        found |= block->slopes != 0 ? BLOCKS_SLOPE : 0;
        const uint32_t asked = block->bounced | block->deep;
        for (uint32_t slot = 0; sim->topology.joints.joint_islands.count > 0 && asked >> slot != 0;
             ++slot) {
            const bool bounced = (block->bounced >> slot & 1) != 0;
            const bool is_deep = (block->deep >> slot & 1) != 0;
            if ((bounced || is_deep) && is_joined(&sim->topology, block, slot)) {
                found |= bounced ? BOUNCE_JOINED : 0;
                found |= is_deep ? BLOCKS_SINK : 0;
            }
        }
    }
    return found;
}

void tum_space4_sum_restitution(Space *opaque, const Sim *sim, int32_t color, Range blocks)
{
    Space4 *space = (Space4 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        const ContactBlock4 *block = &space->blocks.items[color].items[i];
        const uint32_t lanes =
            block->bounces != 0 ? topology_lanes_in_block(&sim->topology, color, i) : 0;
        for (uint32_t slot = 0; slot < lanes; ++slot) {
            for (uint32_t k = 0; k < block->lane_points[slot]; ++k) {
                space->impulses.items[topology_manifold_in(&sim->topology, color, i, slot)] +=
                    block->bounce.struck[k][slot];
            }
        }
    }
}

void tum_space4_scale_impulses(Space *opaque, const Sim *sim, int32_t color, float factor,
                               Range blocks)
{
    (void)sim;
    Space4 *space = (Space4 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        ContactBlock4 *block = &space->blocks.items[color].items[i];
        for (uint32_t slot = 0; slot < WIDE; ++slot) {
            for (uint32_t k = 0; k < LOCAL_POINTS_MAX4; ++k) {
                block->points[k].impulse[slot] *= factor;
            }
            for (uint32_t k = 0; k < 3; ++k) {
                block->friction.impulse[k][slot] *= factor;
                block->twist.impulse[k][slot] *= factor;
            }
        }
    }
}

void tum_space4_keep_impulses(Space *opaque, const Sim *sim, int32_t color, Range blocks)
{
    (void)sim;
    Space4 *space = (Space4 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        ContactBlock4 *block = &space->blocks.items[color].items[i];
        for (uint32_t k = 0; k < LOCAL_POINTS_MAX4; ++k) {
            memcpy(block->start_impulse[k], block->points[k].impulse, sizeof(Lanes));
        }
    }
}

void tum_space4_limit_impulses(Space *opaque, const Sim *sim, int32_t color, float factor,
                               Range blocks)
{
    (void)sim;
    Space4 *space = (Space4 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        ContactBlock4 *block = &space->blocks.items[color].items[i];
        for (uint32_t slot = 0; slot < WIDE; ++slot) {
            float before = 0.0f, sum = 0.0f;
            for (uint32_t k = 0; k < block->point_count; ++k) {
                float *impulse = &block->points[k].impulse[slot];
                before += *impulse;
                *impulse = lasting_impulse(*impulse, block->start_impulse[k][slot],
                                           block->points[k].mass[slot], factor);
                sum += *impulse;
            }
            const float share = before > 0.0f ? sum / before : 1.0f;
            for (int row = 0; row < 3; ++row) {
                block->friction.impulse[row][slot] *= share;
                block->twist.impulse[row][slot] *= share;
            }
        }
    }
}

float tum_space4_add_impulse(const Space *opaque, int32_t color, int32_t lane, float sum[4])
{
    const Space4 *space = (const Space4 *)opaque;
    const ContactBlock4 *block = &space->blocks.items[color].items[tum_lane_block(color, lane)];
    const uint32_t slot = tum_lane_slot(color, lane);
    float impulse = 0.0f;
    for (uint32_t k = 0; k < block->lane_points[slot]; ++k) {
        impulse += block->points[k].impulse[slot];
    }
    const Vec4 push = vec4_scale(lane4(&block->normal, slot), impulse);
    sum[0] += push.x;
    sum[1] += push.y;
    sum[2] += push.z;
    sum[3] += push.w;
    return impulse;
}

static void drop_impulses(ContactBlock4 *block, uint32_t lanes)
{
    for (uint32_t slot = 0; lanes >> slot != 0; ++slot) {
        const float kept = (lanes >> slot & 1) != 0 ? 0.0f : 1.0f;
        for (uint32_t k = 0; k < LOCAL_POINTS_MAX4; ++k) {
            block->points[k].impulse[slot] *= kept;
        }
        for (int row = 0; row < 3; ++row) {
            block->friction.impulse[row][slot] *= kept;
            block->twist.impulse[row][slot] *= kept;
        }
    }
}

// [m/s] Speed of B away from A, at a point.
static float separation_speed(const Space4 *space, const ContactBlock4 *block, uint32_t slot,
                              uint32_t k)
{
    const SolverBody4 *a = &space->states.items[block->body_a[slot]];
    const SolverBody4 *b = &space->states.items[block->body_b[slot]];
    const Halves4 ja = lane_halves(&block->points[k].ja, slot);
    const Halves4 jb = halves4_add_scaled(ja, lane_halves(&block->shift, slot), -1.0f);
    return vec4_dot(lane4(&block->normal, slot), vec4_sub(b->linear, a->linear)) +
           (halves4_dot(jb, b->spin) - halves4_dot(ja, a->spin));
}

// Pressed lanes whose bodies part at every point that pushes.
static uint32_t parted_lanes(const Space4 *space, const ContactBlock4 *block)
{
    uint32_t parted = 0;
    for (uint32_t slot = 0; block->presses >> slot != 0; ++slot) {
        bool parts = (block->presses >> slot & 1) != 0;
        for (uint32_t k = 0; k < block->point_count && parts; ++k) {
            parts = !(block->points[k].impulse[slot] > 0.0f) ||
                    separation_speed(space, block, slot, k) > PARTED_SPEED4;
        }
        parted |= (uint32_t)parts << slot;
    }
    return parted;
}

bool tum_space4_is_squeezed(const Space *opaque, int32_t color, int32_t lane)
{
    const Space4 *space = (const Space4 *)opaque;
    return (space->blocks.items[color].items[lane / WIDE].squeezed >> lane % WIDE & 1) != 0;
}

bool tum_space4_squeeze(Space *opaque, const Sim *sim, SqueezePass pass, int32_t color,
                        Range blocks)
{
    Space4 *space = (Space4 *)opaque;
    bool found = false;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        ContactBlock4 *block = &space->blocks.items[color].items[i];
        switch (pass) {
        case SQUEEZE_FIND:
            block->squeezed = tum_sim_squeezed_lanes(sim, color, i, block->presses);
            block->beside = 0;
            break;
        case SQUEEZE_FIND_PARTED: block->squeezed = parted_lanes(space, block); break;
        case SQUEEZE_FIND_BESIDE:
            block->beside = tum_sim_lanes_beside_squeezed(sim, color, i, block->presses);
            break;
        case SQUEEZE_DROP: drop_impulses(block, block->squeezed | block->beside); break;
        }
        found |= block->squeezed != 0;
    }
    return found;
}

void tum_space4_sum_impulses(Space *opaque, const Sim *sim, int32_t color, bool first, Range blocks)
{
    Space4 *space = (Space4 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        const ContactBlock4 *block = &space->blocks.items[color].items[i];
        const uint32_t lanes = topology_lanes_in_block(&sim->topology, color, i);
        for (uint32_t slot = 0; slot < lanes; ++slot) {
            float sum = 0.0f;
            for (uint32_t k = 0; k < block->lane_points[slot]; ++k) {
                sum += block->points[k].impulse[slot];
            }
            float *total =
                &space->impulses.items[topology_manifold_in(&sim->topology, color, i, slot)];
            *total = first ? sum : *total + sum;
        }
    }
}
