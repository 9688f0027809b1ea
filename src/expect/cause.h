// SPDX-License-Identifier: MIT
/// cause.h: places in a document that a verdict comes from: the likeliest cause of a failure, and
/// content that an engine does not support.
#ifndef TUM_EXPECT_CAUSE_H
#define TUM_EXPECT_CAUSE_H

#include "expect/expect_data.h"
#include "tumble/check.h"

/// A cause: `pointer` is NULL where none is likely.
typedef struct Cause {
    const char *pointer; ///< JSON pointer; borrowed from the scene or from `own`.
    const char *reason;  ///< "the body has no collider".
    char own[32];
} Cause;

/// Finds the likeliest cause of a failed check.
///
/// @param node      node of the failure; -1: none.
/// @param overlaps  of the scene at the start.
void tum_cause_find(const TumScene *scene, const Check *check, int32_t node,
                    const TumOverlaps *overlaps, Cause *cause);

/// Finds a pointer that an engine does not support and that bears on a check: one of the check's
/// nodes, of their bodies with colliders, shapes, materials and filters, of bodies joined to those
/// with the joints, and of everything that no body moves, since any body may meet it.
///
/// @param fault  receives true when out of memory.
/// @return a pointer of the list, or NULL.
const char *tum_unsupported_find(const TumScene *scene, const Check *check,
                                 const char *const *pointers, size_t count,
                                 const TumAllocator *allocator, bool *fault);

#endif
