// SPDX-License-Identifier: MIT
// contact_memory3.c: lanes of manifolds in blocks, and the state of a manifold that persists.
#include "contact3/contact_memory3.h"

#include <string.h>

#include "schedule/contact_numbers.h"

static ContactBlock3 *block_of(Space3 *space, int32_t color, int32_t lane, uint32_t *slot)
{
    *slot = tum_lane_slot(color, lane);
    return &space->solver.blocks.items[color].items[tum_lane_block(color, lane)];
}

// Every eighth word from `slot` on belongs to one lane.
enum {
    LANE_BYTES = WIDE * 4,
    LANES_BEGIN = offsetof(ContactBlock3, body_a) / LANE_BYTES,
    LANES_END = sizeof(ContactBlock3) / LANE_BYTES
};

static char *lane_word(void *block, size_t row, uint32_t slot)
{
    return (char *)block + row * LANE_BYTES + slot * 4;
}

static void copy_bit(uint32_t *to, uint32_t to_slot, uint32_t from, uint32_t from_slot)
{
    *to = (*to & ~(1u << to_slot)) | (from >> from_slot & 1) << to_slot;
}

static void copy_lane(Space3 *space, GraphPlace from, GraphPlace to)
{
    uint32_t from_slot, to_slot;
    ContactBlock3 *from_block = block_of(space, from.color, from.lane, &from_slot);
    ContactBlock3 *to_block = block_of(space, to.color, to.lane, &to_slot);
    for (size_t i = LANES_BEGIN; i < LANES_END; ++i) {
        memcpy(lane_word(to_block, i, to_slot), lane_word(from_block, i, from_slot), 4);
    }
    copy_bit(&to_block->store_a, to_slot, from_block->store_a, from_slot);
    copy_bit(&to_block->store_b, to_slot, from_block->store_b, from_slot);
    copy_bit(&to_block->bounces, to_slot, from_block->bounces, from_slot);
}

// Clears a lane: no points, the world's own body on both sides.
static void clear_lane(Space3 *space, int32_t color, int32_t lane)
{
    uint32_t slot;
    ContactBlock3 *block = block_of(space, color, lane, &slot);
    for (size_t i = LANES_BEGIN; i < LANES_END; ++i) {
        memset(lane_word(block, i, slot), 0, 4);
    }
    block->store_a &= ~(1u << slot);
    block->store_b &= ~(1u << slot);
    block->bounces &= ~(1u << slot);
}

bool tum_space3_reserve_lanes(Space *opaque, int32_t color, size_t lanes)
{
    Space3 *space = (Space3 *)opaque;
    const size_t colors = (size_t)color + 1, wanted = tum_block_count(color, lanes + 1);
    return array_extend(&space->solver.blocks, colors, &space->allocator) &&
           array_extend(&space->solver.extras, colors, &space->allocator) &&
           array_extend(&space->solver.blocks.items[color], wanted, &space->allocator) &&
           array_extend(&space->solver.extras.items[color], wanted, &space->allocator);
}

void tum_space3_name_lane(Space *opaque, const Topology *topology, int32_t manifold)
{
    Space3 *space = (Space3 *)opaque;
    const ManifoldRecord *record = &topology->manifolds.items[manifold];
    const Contact *contact = &topology->contacts.items[record->contact];
    if (record->color == NONE) {
        return;
    }
    uint32_t slot;
    ContactBlock3 *block = block_of(space, record->color, record->lane, &slot);
    block->body_a[slot] = contact->body[0];
    block->body_b[slot] = contact->body[1];
    block->static_friction[slot] = contact->static_friction;
    block->dynamic_friction[slot] = contact->dynamic_friction;
    copy_bit(&block->store_a, slot, topology->bodies.items[contact->body[0]].is_movable, 0);
    copy_bit(&block->store_b, slot, topology->bodies.items[contact->body[1]].is_movable, 0);
    copy_bit(&block->bounces, slot, contact->restitution > 0.0f, 0);
}

ContactMemory3 tum_contact_memory3(const ContactBlock3 *block, uint32_t slot)
{
    ContactMemory3 memory = {.point_count = block->lane_points[slot],
                             .normal = lane3(&block->normal, slot),
                             .tangent = lane3(&block->tangent, slot),
                             .slip = block->slip[slot]};
    for (uint32_t i = 0; i < memory.point_count; ++i) {
        memory.feature[i] = block->feature[i][slot];
        memory.impulse[i] = block->impulse[i][slot];
    }
    for (int row = 0; row < FRICTION_ROWS; ++row) {
        memory.friction_impulse[row] = block->friction_impulse[row][slot];
    }
    return memory;
}

void tum_contact_set_memory3(ContactBlock3 *block, uint32_t slot, const ContactMemory3 *memory)
{
    block->lane_points[slot] = memory->point_count;
    set_lane3(&block->normal, slot, memory->normal);
    set_lane3(&block->tangent, slot, memory->tangent);
    block->slip[slot] = memory->slip;
    for (uint32_t i = 0; i < memory->point_count; ++i) {
        block->feature[i][slot] = memory->feature[i];
        block->impulse[i][slot] = memory->impulse[i];
    }
    for (int row = 0; row < FRICTION_ROWS; ++row) {
        block->friction_impulse[row][slot] = memory->friction_impulse[row];
    }
}

Vec3 tum_contact_friction3(const ContactMemory3 *memory)
{
    const Vec3 across = vec3_cross(memory->normal, memory->tangent);
    return vec3_add(vec3_scale(memory->tangent, memory->friction_impulse[FRICTION_T]),
                    vec3_scale(across, memory->friction_impulse[FRICTION_C]));
}

// The memory with the tangent that vec3_perpendicular chooses.
static ContactMemory3 with_own_tangent(ContactMemory3 memory)
{
    const Vec3 impulse = tum_contact_friction3(&memory);
    memory.tangent = vec3_perpendicular(memory.normal);
    memory.friction_impulse[FRICTION_T] = vec3_dot(impulse, memory.tangent);
    memory.friction_impulse[FRICTION_C] =
        vec3_dot(impulse, vec3_cross(memory.normal, memory.tangent));
    return memory;
}

void tum_space3_put_lane(Space *opaque, const Topology *topology, int32_t manifold)
{
    Space3 *space = (Space3 *)opaque;
    const ManifoldRecord *record = &topology->manifolds.items[manifold];
    const ContactMemory3 old = space->contacts.memories.items[manifold];
    const ContactMemory3 memory = old.point_count > 0 ? with_own_tangent(old) : old;
    uint32_t slot;
    ContactBlock3 *block = block_of(space, record->color, record->lane, &slot);
    tum_space3_name_lane(opaque, topology, manifold);
    tum_contact_set_memory3(block, slot, &memory);
}

ContactMemory3 tum_space3_memory(const Space3 *space, const Topology *topology, int32_t manifold)
{
    const ManifoldRecord *record = &topology->manifolds.items[manifold];
    if (record->color == NONE) {
        return space->contacts.memories.items[manifold];
    }
    const ContactBlock3 *block = &space->solver.blocks.items[record->color]
                                      .items[tum_lane_block(record->color, record->lane)];
    return tum_contact_memory3(block, tum_lane_slot(record->color, record->lane));
}

void tum_space3_take_lane(Space *opaque, const Topology *topology, int32_t manifold)
{
    Space3 *space = (Space3 *)opaque;
    space->contacts.memories.items[manifold] = tum_space3_memory(space, topology, manifold);
}

void tum_space3_move_lane(Space *opaque, GraphPlace from, GraphPlace to)
{
    Space3 *space = (Space3 *)opaque;
    if (from.color != to.color || from.lane != to.lane) {
        copy_lane(space, from, to);
    }
    clear_lane(space, from.color, from.lane);
}
