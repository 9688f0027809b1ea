// SPDX-License-Identifier: MIT
// id.c: ids as numbers of a script, and vectors from its doubles.
#include "module.h"

enum { WORLD_BITS = 12, GENERATION_BITS = 16, INDEX_BITS = 23 };

_Static_assert(TUM_MAX_COLLIDERS + 1 < 1 << INDEX_BITS, "slots of colliders need more bits");
_Static_assert(2 + INDEX_BITS + GENERATION_BITS + WORLD_BITS == 53, "a double holds 53 bits");

/// The parts of an id.
typedef struct Parts {
    uint32_t kind, index1;
    uint16_t generation, world;
} Parts;

double web_id(int kind, uint32_t index1, uint16_t generation, uint16_t world)
{
    if (index1 == 0) {
        return 0.0;
    }
    const uint64_t number =
        ((((uint64_t)kind << INDEX_BITS | index1) << GENERATION_BITS | generation) << WORLD_BITS) |
        world;
    return (double)number;
}

static Parts parts_of(double id, uint32_t kind)
{
    // Scripts hand in any number.
    if (!(id > 0.0 && id < 9007199254740992.0)) {
        return (Parts){0};
    }
    const uint64_t number = (uint64_t)id;
    const uint64_t slot = number >> (WORLD_BITS + GENERATION_BITS);
    const Parts parts = {.kind = (uint32_t)(slot >> INDEX_BITS),
                         .index1 = (uint32_t)(slot & ((1u << INDEX_BITS) - 1)),
                         .generation = (uint16_t)(number >> WORLD_BITS & 0xffffu),
                         .world = (uint16_t)(number & ((1u << WORLD_BITS) - 1))};
    return parts.kind == kind ? parts : (Parts){0};
}

double web_body_id(TumBodyId id)
{
    return web_id(WEB_BODY, id.index1, id.generation, id.world);
}

double web_collider_id(TumColliderId id)
{
    return web_id(WEB_COLLIDER, id.index1, id.generation, id.world);
}

double web_joint_id(TumJointId id)
{
    return web_id(WEB_JOINT, id.index1, id.generation, id.world);
}

TumBodyId web_body(double id)
{
    const Parts parts = parts_of(id, WEB_BODY);
    return (TumBodyId){parts.index1, parts.generation, parts.world};
}

TumColliderId web_collider(double id)
{
    const Parts parts = parts_of(id, WEB_COLLIDER);
    return (TumColliderId){parts.index1, parts.generation, parts.world};
}

TumJointId web_joint(double id)
{
    const Parts parts = parts_of(id, WEB_JOINT);
    return (TumJointId){parts.index1, parts.generation, parts.world};
}

TumVec3 web_vec3(const double v[3])
{
    return (TumVec3){(float)v[0], (float)v[1], (float)v[2]};
}

TumPose3 web_pose3(const double v[7])
{
    return (TumPose3){web_vec3(v), {(float)v[3], (float)v[4], (float)v[5], (float)v[6]}};
}
