// SPDX-License-Identifier: MIT
/// twins.h: one world twice: by a single worker without vector instructions, and by three workers
/// that take their work backwards, with the widest there are. Nobody can tell them apart.
#ifndef TUM_FUZZ_TWINS_H
#define TUM_FUZZ_TWINS_H

#include "fuzz.h"

typedef struct Twins {
    const TumScene *scene; ///< Borrowed.
    TumAllocator allocator;
    TumWorld *worlds[2];
} Twins;

/// @return as tum_world_create, alike for both; no worlds unless TUM_OK.
TumStatus twins_create(Twins *twins, const TumScene *scene, const TumAllocator *allocator);

void twins_destroy(Twins *twins);

/// Both are in the same state and tell the same.
void twins_check(const Twins *twins);

/// One step of both, 1/60 s. @return whether they can go on: false once they diverged.
bool twins_step(Twins *twins);

/// What goes on from the first one's checkpoint takes the place of the second one.
void twins_resume(Twins *twins);

/// A checkpoint that somebody altered and signed anew is refused, or what it says goes on without
/// harm.
///
/// @param alterations  place (by its share of all bytes, in 65536ths) and value, 3 bytes each.
void twins_alter(const Twins *twins, const uint8_t *alterations, size_t count);

#endif
