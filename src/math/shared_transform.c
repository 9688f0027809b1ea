// SPDX-License-Identifier: MIT
// shared_transform.c: node transforms that share equal bits.
#include "math/shared_transform.h"

#include <string.h>

#include "math/linear4.h"

const TumTransform tum_transform_identity = {
    .rotation = {0.0, 0.0, 0.0, 1.0}, .scale = {1.0, 1.0, 1.0}, .matrix = LINEAR4_IDENTITY};

const TumTransform4 tum_transform4_identity = {.basis = LINEAR4_IDENTITY};

const void *tum_keep_shared(Arena *arena, const void *what, size_t bytes, const void *one,
                            const void *other)
{
    if (one != NULL && memcmp(what, one, bytes) == 0) {
        return one;
    }
    if (memcmp(what, other, bytes) == 0) {
        return other;
    }
    void *copy = tum_arena_packed(arena, bytes);
    if (copy != NULL) {
        memcpy(copy, what, bytes);
    }
    return copy;
}

const TumTransform *tum_transform_keep(Arena *arena, const TumTransform *transform)
{
    return transform == &tum_transform_identity
               ? transform
               : tum_keep_shared(arena, transform, sizeof *transform, NULL,
                                 &tum_transform_identity);
}

const TumTransform4 *tum_transform4_keep(Arena *arena, const TumTransform4 *transform)
{
    return tum_keep_shared(arena, transform, sizeof *transform, NULL, &tum_transform4_identity);
}

const double *tum_world_keep(Arena *arena, const double world[16], const double *parent,
                             const double *local)
{
    const size_t bytes = 16 * sizeof *world;
    return memcmp(world, local, bytes) == 0
               ? local
               : tum_keep_shared(arena, world, bytes, parent, tum_transform_identity.matrix);
}

const TumTransform4 *tum_world4_keep(Arena *arena, const TumTransform4 *world,
                                     const TumTransform4 *parent)
{
    return tum_keep_shared(arena, world, sizeof *world, parent, &tum_transform4_identity);
}
