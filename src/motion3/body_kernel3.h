// SPDX-License-Identifier: MIT
/// body_kernel3.h: integration of bodies over the substeps of a step, eight side by side.
///
/// The rotation of a body is needed only at the end of its step, unless the body is joined,
/// followed to an impact, or has bounced. Until then the turn since the start of the step is kept
/// as a vector, and the angular velocity is the angular momentum divided by the inertia of the pose
/// at the start of the step. For a gyroscopic body, with the angular momentum L = I w and the turn
/// t = `turned`, the angular velocity in the present pose is
///
///     u = I^-1 exp(-t) L    in the frame that has turned with the body, exp(t) u in the world
///
/// and the turn changes by
///
///     t' = u + (t x u) / 2 + (t x (t x u)) / 12 + ...
///
/// (Iserles and others, "Lie-group methods", 2000, for the series). A substep uses the value at its
/// middle, found by three iterations. All terms are computed as changes by the turn, so that the
/// rounding errors of single precision are a share of the turn, not of the momentum.
#ifndef TUM_MOTION3_BODY_KERNEL3_H
#define TUM_MOTION3_BODY_KERNEL3_H

#include "base/kernel.h"
#include "space3/body_motion3.h"

/// Bodies, one per lane.
typedef struct BodyBatch3 {
    int32_t body[WIDE];
    uint32_t count;
} BodyBatch3;

/// Compiled per instruction set; all give the same bits.
typedef struct BodyKernel3 {
    /// Inertia in the world, and its inverse, of gyroscopic bodies.
    void (*weigh)(Space3 *space, const BodyBatch3 *batch);
    /// Adds the velocity change by gravity in a substep [m/s], and with `repeats` the change by
    /// contacts of the substep before; stores the velocities after forces in BodyStart3.
    void (*accelerate)(Space3 *space, const int32_t *bodies, uint32_t count, Vec3 gravity,
                       bool repeats);
    /// Moves bodies by a substep.
    /// @param guarded  [s] leave out bodies whose path of this time might lead through a thin
    ///                 collider: time_guarded3; 0: none is left out.
    /// @return mask of the lanes that remain to be moved one at a time
    uint32_t (*move)(Space3 *space, const BodyBatch3 *batch, float seconds, float guarded);
    /// Sets the poses at the end of the step and notes the motion; joint islands may have turned
    /// joined bodies besides.
    /// @return mask of the lanes that remain
    uint32_t (*finish)(Space3 *space, const BodyBatch3 *batch);
} BodyKernel3;

KERNEL_DECLARE(const BodyKernel3, tum_body_kernel3);

/// Kernel for these instructions, or the widest available one below them.
const BodyKernel3 *tum_choose_body_kernel3(CpuInstructions instructions);

#endif
