// SPDX-License-Identifier: MIT
// body_colliders.c: colliders by body: counted, summed, filled.
#include "scene/body_colliders.h"

static bool has_matter(const TumCollider *collider)
{
    return collider->body >= 0 && collider->enabled;
}

bool tum_body_colliders_list(SceneBuilder *builder, BodyColliders *of)
{
    const size_t body_count = builder->bodies.count, collider_count = builder->colliders.count;
    const TumCollider *colliders = builder->colliders.items;
    *of = (BodyColliders){
        .first = tum_arena_zeroed(&builder->scratch, body_count + 1, sizeof *of->first),
        .colliders = tum_arena_zeroed(&builder->scratch, collider_count, sizeof *of->colliders)};
    if (of->first == NULL || of->colliders == NULL) {
        return false;
    }
    for (size_t i = 0; i < collider_count; ++i) {
        if (has_matter(&colliders[i])) {
            ++of->first[colliders[i].body];
        }
    }
    for (size_t b = 1; b <= body_count; ++b) {
        of->first[b] += of->first[b - 1];
    }
    // Each number is the end of its list now; filling from the back makes it the beginning.
    for (size_t i = collider_count; i-- > 0;) {
        if (has_matter(&colliders[i])) {
            of->colliders[--of->first[colliders[i].body]] = (uint32_t)i;
        }
    }
    return true;
}
