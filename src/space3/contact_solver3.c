// SPDX-License-Identifier: MIT
// contact_solver3.c: lanes of the contact solver: who is in which, what it remembers, and the rows
// of a step. The passes over them are in contact_kernel3.inl.
#include "base/assert.h"
#include "space3/space3.h"

#include <string.h>

// Contacts give way like springs of this frequency, a share of the substep rate: four substeps a
// turn. Softer, tall stacks buckle under their own weight; stiffer, or more damped, heavy bodies on
// light ones begin to tremble (measured on 20 boxes, 1:100 and a pyramid of 40 layers).
static const float CONTACT_SHARE = 0.25f;
static const float CONTACT_DAMPING = 1.0f; // ratio: critical
static const float STICK_SPEED = 0.01f;    // [m/s] below it a sliding contact sticks again

static ContactBlock3 *block_of(Space3 *space, int32_t color, int32_t lane, uint32_t *slot)
{
    *slot = tum_lane_slot(color, lane);
    return &space->blocks[color].items[tum_lane_block(color, lane)];
}

// Every eighth word from `slot` on belongs to that lane.
enum { LANE_WORDS = offsetof(ContactBlock3, lanes_end) / (WIDE * 4) };

static void copy_lane(ContactBlock3 *to, uint32_t to_slot, const ContactBlock3 *from,
                      uint32_t from_slot)
{
    for (size_t i = 0; i < LANE_WORDS; ++i) {
        memcpy((char *)to + (i * WIDE + to_slot) * 4,
               (const char *)from + (i * WIDE + from_slot) * 4, 4);
    }
}

// An inert lane: no mass, no rows, the world's own body on both sides.
static void clear_lane(ContactBlock3 *block, uint32_t slot)
{
    for (size_t i = 0; i < LANE_WORDS; ++i) {
        memset((char *)block + (i * WIDE + slot) * 4, 0, 4);
    }
    block->store_a &= ~(1u << slot);
    block->store_b &= ~(1u << slot);
}

bool tum_space3_reserve_lanes(Space *opaque, const Sim *sim, int32_t color)
{
    Space3 *space = (Space3 *)opaque;
    const uint32_t wanted = tum_block_count(color, sim->graph.colors[color].constraints.count);
    while (space->blocks[color].count < wanted) {
        if (array_push(&space->blocks[color], &space->allocator) == NULL) {
            return false;
        }
    }
    return true;
}

static Vec3 lane3(const Lanes3 *lanes, uint32_t slot)
{
    return (Vec3){lanes->x[slot], lanes->y[slot], lanes->z[slot]};
}

static void set_lane3(Lanes3 *lanes, uint32_t slot, Vec3 v)
{
    lanes->x[slot] = v.x;
    lanes->y[slot] = v.y;
    lanes->z[slot] = v.z;
}

static Vec3 friction_in_world(const ContactBlock3 *block, uint32_t slot)
{
    const Vec3 tangent = lane3(&block->tangent, slot);
    const Vec3 across = vec3_cross(lane3(&block->normal, slot), tangent);
    return vec3_add(vec3_scale(tangent, block->friction_impulse[0][slot]),
                    vec3_scale(across, block->friction_impulse[1][slot]));
}

static void set_friction(ContactBlock3 *block, uint32_t slot, Vec3 normal, Vec3 impulse)
{
    const Vec3 tangent = vec3_perpendicular(normal);
    set_lane3(&block->normal, slot, normal);
    set_lane3(&block->tangent, slot, tangent);
    block->friction_impulse[0][slot] = vec3_dot(impulse, tangent);
    block->friction_impulse[1][slot] = vec3_dot(impulse, vec3_cross(normal, tangent));
}

void tum_space3_put_lane(Space *opaque, const Sim *sim, int32_t manifold)
{
    Space3 *space = (Space3 *)opaque;
    const ManifoldRecord *record = &sim->manifolds.items[manifold];
    const ContactMemory3 *memory = &space->memories.items[manifold];
    uint32_t slot;
    ContactBlock3 *block = block_of(space, record->color, record->lane, &slot);
    clear_lane(block, slot);
    block->lane_points[slot] = memory->point_count;
    for (uint32_t i = 0; i < memory->point_count; ++i) {
        block->points[i].feature[slot] = memory->feature[i];
        block->points[i].impulse[slot] = memory->impulse[i];
    }
    if (memory->point_count > 0) {
        set_friction(block, slot, memory->normal, memory->friction_impulse);
    }
    block->twist_impulse[slot] = memory->twist_impulse;
    block->slip[slot] = memory->slip;
}

void tum_space3_take_lane(Space *opaque, const Sim *sim, int32_t manifold)
{
    Space3 *space = (Space3 *)opaque;
    const ManifoldRecord *record = &sim->manifolds.items[manifold];
    ContactMemory3 *memory = &space->memories.items[manifold];
    uint32_t slot;
    const ContactBlock3 *block = block_of(space, record->color, record->lane, &slot);
    *memory = (ContactMemory3){.point_count = block->lane_points[slot],
                               .normal = lane3(&block->normal, slot),
                               .friction_impulse = friction_in_world(block, slot),
                               .twist_impulse = block->twist_impulse[slot],
                               .slip = block->slip[slot]};
    for (uint32_t i = 0; i < memory->point_count; ++i) {
        memory->feature[i] = block->points[i].feature[slot];
        memory->impulse[i] = block->points[i].impulse[slot];
    }
}

void tum_space3_move_lane(Space *opaque, int32_t color, int32_t from, int32_t to)
{
    Space3 *space = (Space3 *)opaque;
    uint32_t from_slot, to_slot;
    ContactBlock3 *from_block = block_of(space, color, from, &from_slot);
    ContactBlock3 *to_block = block_of(space, color, to, &to_slot);
    if (from != to) {
        copy_lane(to_block, to_slot, from_block, from_slot);
    }
    clear_lane(from_block, from_slot);
}

static Softness soft_contact(float hertz, float substep)
{
    const float omega = 2.0f * PI_F * hertz;
    const float a1 = 2.0f * CONTACT_DAMPING + substep * omega;
    const float a2 = substep * omega * a1;
    const float a3 = 1.0f / (1.0f + a2);
    return (Softness){omega / a1, a2 * a3, a3};
}

// What one lane is prepared from.
typedef struct LaneSource {
    const Contact *contact;
    const Manifold3 *manifold;
    int32_t body[2];
    float inverse_mass[2];
    Sym3 inverse_inertia[2];
    const SolverBody3 *state[2];
    float fall[2];   // [m/s^2] how gravity moves the bodies along the normal
    bool is_free[2]; // moves, and no joint holds it
    bool is_joined;  // a joint holds one of them
    Vec3 a_from_b;   // centre of B relative to the centre of A
    bool drifts;
    SurfaceFlow3 flow[2]; // of the surfaces in their bodies
} LaneSource;

// What cannot be moved has no inertia to feel, whatever it is made of.
static LaneSource lane_source(const Space3 *space, const Sim *sim, int32_t manifold)
{
    LaneSource source = {.contact = &sim->contacts.items[sim->manifolds.items[manifold].contact],
                         .manifold = &space->manifolds.items[manifold]};
    for (int side = 0; side < 2; ++side) {
        const int32_t body = source.contact->body[side];
        source.body[side] = body;
        source.state[side] = &space->states.items[body];
        if (sim->bodies.items[body].is_movable) {
            source.inverse_mass[side] = space->masses.items[body].inverse_mass;
            source.inverse_inertia[side] = space->inverse_inertias.items[body];
        }
        const bool is_joined = sim->bodies.items[body].assembly != NONE;
        source.is_joined |= is_joined;
        source.is_free[side] = source.inverse_mass[side] > 0.0f && !is_joined;
        if (source.inverse_mass[side] > 0.0f) {
            source.fall[side] = space->masses.items[body].gravity_factor *
                                vec3_dot(space->gravity, source.manifold->normal);
        }
    }
    source.a_from_b = vec3_sub(space->places.items[source.body[1]].center,
                               space->places.items[source.body[0]].center);
    for (int side = 0; side < 2 && space->drifts.count > 0; ++side) {
        const Vec3 outward =
            side == 0 ? source.manifold->normal : vec3_negate(source.manifold->normal);
        source.drifts |= tum_surface_flow3(space, source.body[side], source.contact->collider[side],
                                           outward, &source.flow[side]);
    }
    return source;
}

// What an impulse along a row turns. @return the row's effective inverse mass.
static float weigh_row(ContactRow3 *row, uint32_t slot, const LaneSource *source)
{
    const Vec3 ja = lane3(&row->ja, slot), jb = lane3(&row->jb, slot);
    const Vec3 ka = sym3_transform(source->inverse_inertia[0], ja);
    const Vec3 kb = sym3_transform(source->inverse_inertia[1], jb);
    set_lane3(&row->ka, slot, ka);
    set_lane3(&row->kb, slot, kb);
    return source->inverse_mass[0] + source->inverse_mass[1] + vec3_dot(ja, ka) + vec3_dot(jb, kb);
}

// Prepares a row along `direction` at `arm` from A's centre. @return its effective inverse mass.
static float prepare_row(ContactRow3 *row, uint32_t slot, const LaneSource *source, Vec3 arm,
                         Vec3 direction)
{
    set_lane3(&row->ja, slot, vec3_cross(arm, direction));
    set_lane3(&row->jb, slot, vec3_cross(vec3_sub(arm, source->a_from_b), direction));
    return weigh_row(row, slot, source);
}

static float inverse_or_zero(float x)
{
    return x > 0.0f ? 1.0f / x : 0.0f;
}

// What drifting surfaces add to the velocity of B relative to A.
static Vec3 drift_at(const LaneSource *source, Vec3 arm)
{
    return vec3_sub(surface_flow3_at(&source->flow[1], vec3_sub(arm, source->a_from_b)),
                    surface_flow3_at(&source->flow[0], arm));
}

static Vec3 relative_velocity(const LaneSource *source, Vec3 arm)
{
    const SolverBody3 *a = source->state[0], *b = source->state[1];
    const Vec3 at_a = vec3_add(a->linear, vec3_cross(a->angular, arm));
    const Vec3 at_b = vec3_add(b->linear, vec3_cross(b->angular, vec3_sub(arm, source->a_from_b)));
    const Vec3 velocity = vec3_sub(at_b, at_a);
    return source->drifts ? vec3_add(velocity, drift_at(source, arm)) : velocity;
}

// Impulses follow their features, and the length of the substep. Where none of a continuing plane
// is known again (a rolling rim, a sphere), the old pressure is shared out evenly.
static void carry_impulses(ContactBlock3 *block, uint32_t slot, const Manifold3 *manifold,
                           float scale)
{
    const uint32_t old_count = block->lane_points[slot];
    float kept[TOUCH_POINTS] = {0.0f};
    float sum = 0.0f;
    bool any = false;
    for (uint32_t k = 0; k < old_count; ++k) {
        sum += block->points[k].impulse[slot];
        for (int i = 0; i < manifold->point_count; ++i) {
            if (manifold->points[i].feature == block->points[k].feature[slot]) {
                kept[i] = block->points[k].impulse[slot];
                any = true;
            }
        }
    }
    for (int i = 0; i < TOUCH_POINTS; ++i) {
        const bool exists = i < manifold->point_count;
        const float shared = scale * sum / (float)manifold->point_count;
        block->points[i].impulse[slot] = !exists ? 0.0f : any ? scale * kept[i] : shared;
        block->points[i].feature[slot] = exists ? manifold->points[i].feature : 0;
    }
    block->lane_points[slot] = (uint32_t)manifold->point_count;
}

static Vec3 middle_of(const Manifold3 *manifold)
{
    Vec3 sum = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < manifold->point_count; ++i) {
        sum = vec3_add(sum, manifold->points[i].position);
    }
    return vec3_scale(sum, 1.0f / (float)manifold->point_count);
}

static void prepare_points(ContactBlock3 *block, uint32_t slot, const LaneSource *source,
                           Vec3 middle, float elapsed)
{
    const Manifold3 *manifold = source->manifold;
    for (int i = 0; i < TOUCH_POINTS; ++i) {
        ContactPointLanes3 *point = &block->points[i];
        point->struck[slot] = 0.0f;
        point->approach[slot] = 0.0f;
        point->time[slot] = 0.0f;
        point->blow[slot] = 0.0f;
        if (i >= manifold->point_count) {
            const LaneSource nothing = {.a_from_b = {0.0f, 0.0f, 0.0f}};
            prepare_row(&point->row, slot, &nothing, middle, (Vec3){0.0f, 0.0f, 0.0f});
            point->base[slot] = 0.0f;
            point->mass[slot] = 0.0f;
            point->lever[slot] = 0.0f;
            point->drift[slot] = 0.0f;
            continue;
        }
        const Vec3 arm = manifold->points[i].position;
        const float k = prepare_row(&point->row, slot, source, arm, manifold->normal);
        point->mass[slot] = inverse_or_zero(k);
        point->drift[slot] =
            source->drifts ? vec3_dot(drift_at(source, arm), manifold->normal) : 0.0f;
        point->base[slot] = manifold->points[i].separation;
        if (source->drifts) {
            point->base[slot] += point->drift[slot] * elapsed;
        }
        point->lever[slot] = vec3_distance(arm, middle);
    }
}

// Where its nearest point will be when it touches: friction acts on the surfaces, and does not turn
// bodies by what is between them now. What joints hold turns to where it meets, and is left alone.
static LaneSource once_met(const LaneSource *source, Vec3 *middle)
{
    const Manifold3 *manifold = source->manifold;
    float gap = manifold->points[0].separation;
    for (int i = 1; i < manifold->point_count; ++i) {
        gap = minimum(gap, manifold->points[i].separation);
    }
    gap = source->is_joined ? 0.0f : maximum(gap, 0.0f);
    *middle = vec3_add_scaled(*middle, manifold->normal, -0.5f * gap);
    LaneSource met = *source;
    met.a_from_b = vec3_add_scaled(source->a_from_b, manifold->normal, -gap);
    return met;
}

// The rows' inverse masses along the tangents: xx, yy.
static void weigh_friction(ContactBlock3 *block, uint32_t slot, const LaneSource *source, float xx,
                           float yy)
{
    const float xy =
        vec3_dot(lane3(&block->friction[0].ja, slot), lane3(&block->friction[1].ka, slot)) +
        vec3_dot(lane3(&block->friction[0].jb, slot), lane3(&block->friction[1].kb, slot));
    const float determinant = xx * yy - xy * xy;
    if (determinant > 1e-6f * xx * yy) {
        const float inverse = 1.0f / determinant;
        block->friction_mass[0][slot] = yy * inverse;
        block->friction_mass[1][slot] = xx * inverse;
        block->friction_mass[2][slot] = -xy * inverse;
    } else {
        block->friction_mass[0][slot] = inverse_or_zero(xx);
        block->friction_mass[1][slot] = inverse_or_zero(yy);
        block->friction_mass[2][slot] = 0.0f;
    }
    const Vec3 normal = source->manifold->normal;
    const Vec3 ka = sym3_transform(source->inverse_inertia[0], normal);
    const Vec3 kb = sym3_transform(source->inverse_inertia[1], normal);
    set_lane3(&block->twist_ka, slot, ka);
    set_lane3(&block->twist_kb, slot, kb);
    block->twist_mass[slot] = inverse_or_zero(vec3_dot(normal, ka) + vec3_dot(normal, kb));
}

static void prepare_friction(ContactBlock3 *block, uint32_t slot, const LaneSource *source,
                             Vec3 middle)
{
    const Vec3 normal = source->manifold->normal, tangent = lane3(&block->tangent, slot);
    const float xx = prepare_row(&block->friction[0], slot, source, middle, tangent);
    const float yy =
        prepare_row(&block->friction[1], slot, source, middle, vec3_cross(normal, tangent));
    weigh_friction(block, slot, source, xx, yy);
}

static void prepare_drift(ContactBlock3 *block, uint32_t slot, const LaneSource *source,
                          Vec3 middle)
{
    const Vec3 normal = source->manifold->normal, tangent = lane3(&block->tangent, slot);
    const Vec3 drift = source->drifts ? drift_at(source, middle) : vec3(0.0f, 0.0f, 0.0f);
    block->friction_drift[0][slot] = vec3_dot(drift, tangent);
    block->friction_drift[1][slot] = vec3_dot(drift, vec3_cross(normal, tangent));
    block->twist_drift[slot] =
        source->drifts
            ? vec3_dot(vec3_sub(source->flow[1].angular, source->flow[0].angular), normal)
            : 0.0f;
}

static float sliding_speed(const LaneSource *source, Vec3 middle)
{
    const Vec3 velocity = relative_velocity(source, middle);
    const Vec3 normal = source->manifold->normal;
    return vec3_length(vec3_add_scaled(velocity, normal, -vec3_dot(velocity, normal)));
}

static void prepare_lane(ContactBlock3 *block, uint32_t slot, const LaneSource *source,
                         const Softness *softness, StepTime time)
{
    const float scale = time.impulse_scale;
    const Manifold3 *manifold = source->manifold;
    const Contact *contact = source->contact;
    const Vec3 middle = middle_of(manifold);
    block->body_a[slot] = source->body[0];
    block->body_b[slot] = source->body[1];
    block->inverse_mass_a[slot] = source->inverse_mass[0];
    block->inverse_mass_b[slot] = source->inverse_mass[1];
    block->bias_rate[slot] = softness->bias_rate;
    block->mass_scale[slot] = softness->mass_scale;
    block->impulse_scale[slot] = softness->impulse_scale;
    block->static_friction[slot] = contact->static_friction;
    block->dynamic_friction[slot] = contact->dynamic_friction;
    block->restitution[slot] = contact->restitution;
    block->fall[slot] = source->fall[1] - source->fall[0];
    block->held_fall[slot] = (source->is_free[1] ? source->fall[1] : 0.0f) -
                             (source->is_free[0] ? source->fall[0] : 0.0f);
    block->free_a[slot] = source->is_free[0] ? 1.0f : 0.0f;
    block->free_b[slot] = source->is_free[1] ? 1.0f : 0.0f;
    block->joined[slot] = source->is_joined ? 1.0f : 0.0f;
    block->more[slot] = 0.0f;
    set_friction(block, slot, manifold->normal, vec3_scale(friction_in_world(block, slot), scale));
    block->twist_impulse[slot] *= scale;
    carry_impulses(block, slot, manifold, scale);
    prepare_points(block, slot, source, middle, time.elapsed);
    Vec3 met_middle = middle;
    const LaneSource met = once_met(source, &met_middle);
    prepare_friction(block, slot, &met, met_middle);
    prepare_drift(block, slot, &met, met_middle);
    if (block->slip[slot] < 0.0f) {
        block->slip[slot] = sliding_speed(source, middle) > STICK_SPEED ? SLIP_SLIDES : 0.0f;
    }
}

// Lanes of a block that hold contacts: the last block of a color is not full, one of overflowing
// contacts has a single lane.
static uint32_t lanes_in_block(const Sim *sim, int32_t color, uint32_t block)
{
    if (color == COLOR_OVERFLOW) {
        return 1;
    }
    const size_t left = sim->graph.colors[color].constraints.count - (size_t)block * WIDE;
    return left < WIDE ? (uint32_t)left : WIDE;
}

static size_t first_lane(int32_t color, uint32_t block)
{
    return color == COLOR_OVERFLOW ? block : (size_t)block * WIDE;
}

void tum_space3_prepare(Space *opaque, const Sim *sim, StepTime time, int32_t color, Range blocks)
{
    Space3 *space = (Space3 *)opaque;
    const Softness softness = soft_contact(CONTACT_SHARE / time.substep, time.substep);
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        ContactBlock3 *block = &space->blocks[color].items[i];
        const uint32_t lanes = lanes_in_block(sim, color, i);
        block->store_a = 0;
        block->store_b = 0;
        block->point_count = 0;
        block->bounces = 0;
        block->bounced = 0;
        block->drifts = 0;
        for (uint32_t slot = 0; slot < lanes; ++slot) {
            const int32_t manifold =
                sim->graph.colors[color].constraints.items[first_lane(color, i) + slot];
            const LaneSource source = lane_source(space, sim, manifold);
            const bool moves_a = sim->bodies.items[source.body[0]].is_movable;
            const bool moves_b = sim->bodies.items[source.body[1]].is_movable;
            prepare_lane(block, slot, &source, &softness, time);
            block->store_a |= (uint32_t)moves_a << slot;
            block->store_b |= (uint32_t)moves_b << slot;
            block->bounces |= (uint32_t)(source.contact->restitution > 0.0f) << slot;
            block->drifts |= source.drifts;
            if (block->lane_points[slot] > block->point_count) {
                block->point_count = block->lane_points[slot];
            }
        }
    }
}

void tum_space3_solve(Space *opaque, const Sim *sim, StepTime time, SolvePass pass, int32_t color,
                      Range blocks)
{
    (void)sim;
    Space3 *space = (Space3 *)opaque;
    ContactBlock3 *first = &space->blocks[color].items[blocks.begin];
    const uint32_t count = blocks.end - blocks.begin;
    SolverBody3 *bodies = space->states.items;
    const float patience = (float)time.substeps;
    switch (pass) {
    case PASS_WARM_START: space->kernel->warm_start(first, count, bodies); break;
    case PASS_SOLVE:
        space->kernel->solve(first, count, bodies, 1.0f / time.substep, true, patience);
        break;
    case PASS_RELAX:
        space->kernel->solve(first, count, bodies, 1.0f / time.substep, false, patience);
        break;
    case PASS_FIND_BOUNCES: space->kernel->bounce(first, count, bodies, time.substep, true); break;
    case PASS_BOUNCE: space->kernel->bounce(first, count, bodies, time.substep, false); break;
    case PASS_WEIGH_BLOWS: space->kernel->weigh_blows(first, count, bodies, time.substep); break;
    case PASS_PRESS_ON: space->kernel->press_on(first, count, bodies, false); break;
    case PASS_DRAG: space->kernel->press_on(first, count, bodies, true); break;
    case PASS_SETTLE:
    case PASS_RESUME:
    case PASS_SOLVE_AGAIN:
    case PASS_RELAX_AGAIN: break;
    }
}

static void weigh_lane(ContactBlock3 *block, uint32_t slot, const LaneSource *source)
{
    for (uint32_t k = 0; k < block->lane_points[slot]; ++k) {
        ContactPointLanes3 *point = &block->points[k];
        point->mass[slot] = inverse_or_zero(weigh_row(&point->row, slot, source));
    }
    const float xx = weigh_row(&block->friction[0], slot, source);
    const float yy = weigh_row(&block->friction[1], slot, source);
    weigh_friction(block, slot, source, xx, yy);
}

void tum_space3_update_rows(Space *opaque, const Sim *sim, int32_t color, Range blocks)
{
    Space3 *space = (Space3 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        ContactBlock3 *block = &space->blocks[color].items[i];
        const uint32_t lanes = lanes_in_block(sim, color, i);
        for (uint32_t slot = 0; slot < lanes; ++slot) {
            if (tum_space3_has_turned(space, block->body_a[slot]) ||
                tum_space3_has_turned(space, block->body_b[slot])) {
                const LaneSource source = lane_source(
                    space, sim,
                    sim->graph.colors[color].constraints.items[first_lane(color, i) + slot]);
                weigh_lane(block, slot, &source);
            }
        }
    }
}

uint32_t tum_space3_bounces(const Space *opaque, const Sim *sim, int32_t color)
{
    const Space3 *space = (const Space3 *)opaque;
    const uint32_t count = tum_block_count(color, sim->graph.colors[color].constraints.count);
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const ContactBlock3 *block = &space->blocks[color].items[i];
        found |= block->bounces != 0 ? BOUNCE_MAY : 0;
        found |= block->bounced != 0 ? BOUNCE_DID : 0;
        for (uint32_t slot = 0; block->bounced >> slot != 0; ++slot) {
            if ((block->bounced >> slot & 1) != 0 && block->joined[slot] > 0.0f) {
                found |= BOUNCE_JOINED;
            }
        }
    }
    return found;
}

void tum_space3_finish(Space *opaque, const Sim *sim, StepTime time, int32_t color, Range blocks)
{
    (void)time;
    Space3 *space = (Space3 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        ContactBlock3 *block = &space->blocks[color].items[i];
        const uint32_t lanes = lanes_in_block(sim, color, i);
        for (uint32_t slot = 0; slot < lanes; ++slot) {
            const int32_t manifold =
                sim->graph.colors[color].constraints.items[first_lane(color, i) + slot];
            for (uint32_t k = 0; sim->notes_touches && k < block->lane_points[slot]; ++k) {
                space->impulses.items[manifold] += block->points[k].struck[slot];
            }
            if (block->slip[slot] < SLIP_SLIDES) {
                block->slip[slot] = 0.0f;
                continue;
            }
            const LaneSource source = lane_source(space, sim, manifold);
            const float speed = sliding_speed(&source, middle_of(source.manifold));
            block->slip[slot] = speed <= STICK_SPEED ? 0.0f : SLIP_SLIDES;
        }
    }
}

void tum_space3_sum_impulses(Space *opaque, const Sim *sim, int32_t color, bool first, Range blocks)
{
    Space3 *space = (Space3 *)opaque;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        const ContactBlock3 *block = &space->blocks[color].items[i];
        const uint32_t lanes = lanes_in_block(sim, color, i);
        for (uint32_t slot = 0; slot < lanes; ++slot) {
            float sum = 0.0f;
            for (uint32_t k = 0; k < block->lane_points[slot]; ++k) {
                sum += block->points[k].impulse[slot];
            }
            const int32_t manifold =
                sim->graph.colors[color].constraints.items[first_lane(color, i) + slot];
            float *total = &space->impulses.items[manifold];
            *total = first ? sum : *total + sum;
        }
    }
}
