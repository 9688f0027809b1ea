// SPDX-License-Identifier: MIT
/// draw4.h: the section of a four-dimensional world at one place along W.
///
/// The section at w = c is a world of three dimensions, which draw3.h's lines, points and labels
/// show. A slider that moves c leads through the rest:
///
///     TumDraw3 draw = {.flags = TUM_DRAW_SHAPES | TUM_DRAW_CENTERS};
///     tum_world_draw4(world, 0.0f, &draw); // counts; then with buffers, as in draw3.h
///
///     TUM_DRAW_SHAPES      the edges of sections of boxes, hulls with cells and meshes; a grid of
///     a
///                          plane; a net over the section of a curved shape
///     TUM_DRAW_TRIGGERS    likewise
///     TUM_DRAW_CENTERS     a point for each body that moves, at any W: its value [m] is its
///     distance
///                          beyond c, so that bodies elsewhere can be shown too
///     TUM_DRAW_VELOCITIES  lines from there, without their part along W
///     TUM_DRAW_JOINTS      lines: the axes X, Y, Z of both frames of each joint that acts, as far
///                          as they lie in the section, and the gap between them; at any W
///     TUM_DRAW_NAMES       labels at the same places as centres
///
/// Other flags draw nothing.
///
/// Threads: drawing is a query: between steps, on any number of threads, each with its own buffers.
#ifndef TUMBLE_DRAW4_H
#define TUMBLE_DRAW4_H

#include "tumble/draw3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Fills the buffers up to their capacity, in the order of the flags.
///
/// @param w  [m] place along W; finite.
/// @return TUM_OK, TUM_ERROR_UNSUPPORTED (the world has another dimension) or TUM_ERROR_ARGUMENT (w
///         is not finite, or `scene` has another number of bodies than the world was made with).
TUM_API TumStatus tum_world_draw4(const TumWorld *world, float w, TumDraw3 *draw);

#ifdef __cplusplus
}
#endif

#endif
