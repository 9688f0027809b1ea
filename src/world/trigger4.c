// SPDX-License-Identifier: MIT
// trigger4.c: trigger parts in 4D: poses, boxes and overlap tests.
#include "collide4/collide4.h"
#include "world/world_data.h"

TumStatus tum_world_add_part4(TumWorld *world, const TumScene *scene, const TumTrigger *trigger,
                              const TumTriggerPart *source, TumReport *report)
{
    const Shape4 *shape = NULL;
    Pose4 body_from_shape;
    if (!source->enabled || source->shape < 0) {
        return TUM_OK;
    }
    const TumStatus status = tum_world_convert_shape4(world, scene, source->shape, source->scale,
                                                      trigger->pointer, &shape, report);
    if (status != TUM_OK || shape == NULL ||
        !tum_world_pose4(source->position, &source->rotation, &body_from_shape)) {
        return status;
    }
    TriggerPart4 *part = array_push(&world->trigger_parts4, &world->allocator);
    if (part == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const int32_t body = source->body + 1;
    *part = (TriggerPart4){
        .body = body,
        .filter = source->filter,
        .shape = *shape,
        .principal_from_shape = tum_space4_from_body(world->space4, body, body_from_shape),
    };
    return TUM_OK;
}

static Pose4 part_pose(const TumWorld *world, const TriggerPart4 *part)
{
    return pose4_multiply(space4_pose(world->space4, part->body), part->principal_from_shape);
}

Box tum_world_part_box4(const TumWorld *world, const TriggerPart4 *part)
{
    return tum_box4(&part->shape, part_pose(world, part));
}

bool tum_world_part_touches4(const TumWorld *world, const TriggerPart4 *part, int32_t collider)
{
    const Space4 *space = world->space4;
    const int32_t body = world->sim.topology.colliders.items[collider].body;
    PairCache4 nothing = {.kind = 0};
    LocalManifold4 touches[LOCAL_MANIFOLDS_MAX4];
    return tum_collide4(
               &part->shape, &space->shapes.items[collider],
               pose4_relative(part_pose(world, part), space4_shape_pose(space, body, collider)),
               0.0f, &nothing, touches) > 0;
}
