// SPDX-License-Identifier: MIT
/// body_colliders.h: the colliders whose matter makes up each body.
#ifndef TUM_SCENE_BODY_COLLIDERS_H
#define TUM_SCENE_BODY_COLLIDERS_H

#include "scene/builder_data.h"

/// Lists of colliders, one after the other: those of body b are colliders[first[b]] …
/// colliders[first[b + 1] - 1], in the order of the scene.
typedef struct BodyColliders {
    uint32_t *first;     ///< [bodies.count + 1]
    uint32_t *colliders; ///< [first[bodies.count]]
} BodyColliders;

/// Lists the enabled colliders of each body, in scratch. @return false when out of memory.
bool tum_body_colliders_list(SceneBuilder *builder, BodyColliders *of);

#endif
