// SPDX-License-Identifier: MIT
// builder_def.c: defaults of the definitions that programs fill in (tumble/scene_builder.h).
#include "scene/author.h"

#include <math.h> // NAN

#define NO_ROTATION                                                                                \
    {                                                                                              \
        .q = { 0.0, 0.0, 0.0, 1.0 }                                                                \
    }

void tum_node_def_init(TumNodeDef *def, size_t bytes)
{
    const TumNodeDef defaults = {.stamp = NODE_DEF_STAMP,
                                 .parent = -1,
                                 .name = "",
                                 .rotation = NO_ROTATION,
                                 .scale = {1.0, 1.0, 1.0, 1.0}};
    tum_stamp_fill(def, bytes, &defaults);
}

void tum_filter_def_init(TumFilterDef *def, size_t bytes)
{
    const TumFilterDef defaults = {.stamp = FILTER_DEF_STAMP};
    tum_stamp_fill(def, bytes, &defaults);
}

void tum_body_def_init(TumBodyDef *def, size_t bytes)
{
    const double any = (double)NAN;
    const TumBodyDef defaults = {.stamp = BODY_DEF_STAMP,
                                 .node = -1,
                                 .kind = TUM_BODY_DYNAMIC,
                                 .mass = any,
                                 .center_of_mass = {any, any, any, any},
                                 .inertia = {any, any, any, any, any, any},
                                 .inertia_rotation = NO_ROTATION,
                                 .gravity_factor = 1.0};
    tum_stamp_fill(def, bytes, &defaults);
}

void tum_collider_def_init(TumColliderDef *def, size_t bytes)
{
    const TumColliderDef defaults = {
        .stamp = COLLIDER_DEF_STAMP, .node = -1, .shape = -1, .material = -1, .filter = -1};
    tum_stamp_fill(def, bytes, &defaults);
}

void tum_trigger_def_init(TumTriggerDef *def, size_t bytes)
{
    const TumTriggerDef defaults = {
        .stamp = TRIGGER_DEF_STAMP, .node = -1, .shape = -1, .filter = -1};
    tum_stamp_fill(def, bytes, &defaults);
}

void tum_gravity_volume_def_init(TumGravityVolumeDef *def, size_t bytes)
{
    const TumGravityVolumeDef defaults = {.stamp = GRAVITY_VOLUME_DEF_STAMP,
                                          .node = -1,
                                          .kind = TUM_GRAVITY_DIRECTIONAL,
                                          .gravity = 9.81,
                                          .direction = {0.0, -1.0, 0.0},
                                          .radius = 1.0,
                                          .shape = -1};
    tum_stamp_fill(def, bytes, &defaults);
}

void tum_joint_def_init(TumJointDef *def, size_t bytes)
{
    const TumJointDef defaults = {.stamp = JOINT_DEF_STAMP, .node_a = -1, .node_b = -1};
    tum_stamp_fill(def, bytes, &defaults);
}

void tum_track_def_init(TumTrackDef *def, size_t bytes)
{
    const TumTrackDef defaults = {.stamp = TRACK_DEF_STAMP,
                                  .node = -1,
                                  .target = TUM_TRACK_TRANSLATION,
                                  .interpolation = TUM_INTERPOLATION_LINEAR};
    tum_stamp_fill(def, bytes, &defaults);
}
