// SPDX-License-Identifier: MIT
/// body_kernel3.h: bodies through the substeps of a step, eight side by side.
///
/// Nobody asks for the rotation of a body before its step ends, unless it is joined, followed to an
/// impact, or has bounced. Until then the turn since the step began is a vector, and the spin that
/// of its momentum in the inertia of the pose when the step began. Of a body whose moments differ,
/// with the momentum L = I w and the turn t = `turned`, the spin in its pose now is
///
///     u = I^-1 exp(-t) L    in the frame that has turned with it, exp(t) u in the world
///
/// and the turn grows by
///
///     t' = u + (t x u) / 2 + (t x (t x u)) / 12 + ...
///
/// (Iserles and others, "Lie-group methods", 2000, for the series). A substep takes the value in
/// its middle, found by three rounds. All of it is worked out as what a turn changes, so that what
/// single precision rounds off is a share of the turn, not of the momentum.
#ifndef TUM_MOTION3_BODY_KERNEL3_H
#define TUM_MOTION3_BODY_KERNEL3_H

#include "space3/body_motion3.h"

/// Bodies, a lane each.
typedef struct BodyBatch3 {
    int32_t body[WIDE];
    uint32_t count;
} BodyBatch3;

/// Compiled per instruction set; all give the same bits.
typedef struct BodyKernel3 {
    /// Inertia in the world, and its inverse, of bodies whose moments differ.
    void (*weigh)(Space3 *space, const BodyBatch3 *batch);
    /// Gives velocities a substep's gravity [m/s], and what contacts gave them in the one before
    /// where that `repeats`; notes in starts what they are then.
    void (*accelerate)(Space3 *space, const int32_t *bodies, uint32_t count, Vec3 gravity,
                       bool repeats);
    /// Moves bodies by a substep. @param guards  not those that might jump through something thin.
    /// @return bits of the lanes that are left to be moved one at a time.
    uint32_t (*move)(Space3 *space, const BodyBatch3 *batch, float seconds, bool guards);
    /// Puts bodies where they have come to, and notes how they did; joined ones may have turned
    /// besides. @return bits of the lanes that are left.
    uint32_t (*finish)(Space3 *space, const BodyBatch3 *batch);
} BodyKernel3;

extern const BodyKernel3 tum_body_kernel3_scalar;
#if defined(__x86_64__) || defined(__i386__)
extern const BodyKernel3 tum_body_kernel3_sse2;
extern const BodyKernel3 tum_body_kernel3_avx2;
extern const BodyKernel3 tum_body_kernel3_avx512;
#endif

/// The kernel for these instructions, or the widest we have below them.
const BodyKernel3 *tum_choose_body_kernel3(CpuInstructions instructions);

#endif
