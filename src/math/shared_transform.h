// SPDX-License-Identifier: MIT
/// shared_transform.h: node transforms that share equal bits.
///
/// Most nodes of large files have no transform of their own and share the identity; they also stand
/// at their parents' places and share their matrices. Transforms are shared when their bits are
/// equal.
#ifndef TUM_MATH_SHARED_TRANSFORM_H
#define TUM_MATH_SHARED_TRANSFORM_H

#include "base/arena.h"
#include "tumble/pose.h"

extern const TumTransform tum_transform_identity;
extern const TumTransform4 tum_transform4_identity;

/// One of two kept values where it has the same bits, else a copy of `bytes` in the arena.
///
/// @param one  may be NULL.
/// @return NULL when out of memory.
const void *tum_keep_shared(Arena *arena, const void *what, size_t bytes, const void *one,
                            const void *other);

/// @return the identity above or a copy in the arena; NULL when out of memory.
const TumTransform *tum_transform_keep(Arena *arena, const TumTransform *transform);
const TumTransform4 *tum_transform4_keep(Arena *arena, const TumTransform4 *transform);

/// A matrix [16] of a node with the kept matrix `local`, below `parent`, the kept value of its
/// parent (NULL: a root).
///
/// @return one of these, the identity or a copy in the arena; NULL when out of memory.
const double *tum_world_keep(Arena *arena, const double world[16], const double *parent,
                             const double *local);

/// Likewise a place in 4D.
const TumTransform4 *tum_world4_keep(Arena *arena, const TumTransform4 *world,
                                     const TumTransform4 *parent);

#endif
