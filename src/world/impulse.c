// SPDX-License-Identifier: MIT
// impulse.c: pushing bodies from outside.
#include "base/assert.h"
#include "space3/impulse3.h"
#include "tumble/world3.h"
#include "world/world_data.h"

static Vec3 vec3_of(TumVec3 v)
{
    return (Vec3){v.x, v.y, v.z};
}

// Where the velocities change, the boxes that were made for the next step no longer hold.
static TumStatus push(TumWorld *world, int32_t slot, Vec3 linear, Vec3 angular)
{
    Sim *sim = &world->sim;
    BodyRecord *body = &sim->bodies.items[slot];
    if (!body->is_movable || !tum_space3_push(world->space3, slot, linear, angular)) {
        return TUM_OK;
    }
    body->sleep_time = 0.0f;
    sim->boxes_are_stale = true;
    return tum_sim_wake(sim, slot);
}

TumStatus tum_body_apply_impulse3(TumWorld *world, TumBodyId body, TumVec3 linear, TumVec3 angular)
{
    if (!TUM_REQUIRE(world->dimension == 3)) {
        return TUM_ERROR_UNSUPPORTED;
    }
    const int32_t slot = tum_world_slot(world, body);
    if (slot == NONE || !vec3_is_finite(vec3_of(linear)) || !vec3_is_finite(vec3_of(angular))) {
        return TUM_ERROR_ARGUMENT;
    }
    return push(world, slot, vec3_of(linear), vec3_of(angular));
}

TumStatus tum_body_apply_point_impulse3(TumWorld *world, TumBodyId body, TumVec3 impulse,
                                        TumVec3 point)
{
    if (!TUM_REQUIRE(world->dimension == 3)) {
        return TUM_ERROR_UNSUPPORTED;
    }
    const int32_t slot = tum_world_slot(world, body);
    if (slot == NONE || !vec3_is_finite(vec3_of(impulse)) || !vec3_is_finite(vec3_of(point))) {
        return TUM_ERROR_ARGUMENT;
    }
    const Vec3 arm = vec3_sub(vec3_of(point), world->space3->places.items[slot].center);
    return push(world, slot, vec3_of(impulse), vec3_cross(arm, vec3_of(impulse)));
}
