// SPDX-License-Identifier: MIT
/// draw3.h: a three-dimensional world as lines, points and labels, for whatever draws lines.
///
/// No renderer is attached: a call writes into buffers that the caller owns and counts what there
/// is to draw, so that a first call with empty buffers tells how much room a second one needs.
///
///     TumDraw3 draw = {.flags = TUM_DRAW_SHAPES | TUM_DRAW_CONTACTS};
///     tum_world_draw3(world, &draw);
///     draw.lines = malloc(draw.line_count * sizeof *draw.lines);
///     draw.line_capacity = draw.line_count;
///     draw.points = malloc(draw.point_count * sizeof *draw.points);
///     draw.point_capacity = draw.point_count;
///     tum_world_draw3(world, &draw);
///
/// Positions are in metres, in the world, as the last step left it. The same world gives the same
/// lines in the same order. Colors are 0xRRGGBBAA.
#ifndef TUMBLE_DRAW3_H
#define TUMBLE_DRAW3_H

#include "tumble/pose.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What to draw.
typedef enum TumDrawFlags {
    TUM_DRAW_SHAPES = 1,   ///< Lines: wireframes of solid colliders, colored by their body's state.
    TUM_DRAW_TRIGGERS = 2, ///< Lines: wireframes of triggers' parts.
    TUM_DRAW_CONTACTS = 4, ///< A point a contact point, with its impulse; a line along its normal.
    TUM_DRAW_CENTERS = 8,  ///< A point at the centre of mass of each body that moves.
    TUM_DRAW_BOXES = 16,   ///< Lines: boxes of the broad phase, with room for the coming step.
    TUM_DRAW_VELOCITIES = 32, ///< A line a moving body: where its centre would be in 0.1 s.
    TUM_DRAW_JOINTS = 64,     ///< Lines: both frames of each joint that acts, and what is between.
    TUM_DRAW_NAMES = 128,   ///< A label a body: its node's name where `scene` is given, or number.
    TUM_DRAW_LIMITS = 256,  ///< Lines and points: what joints allow and where they drive to, below.
    TUM_DRAW_MEASURES = 512 ///< A label for each such point: "twist x 0.35 rad, -0.5 to 1.2".
} TumDrawFlags;

// Limits stand in the joint node's frame, as they are simulated: locks at zero of several axes are
// one, and what never acts is not there. Bounds that are farther than 10 km count as open. A range
// or drive has a point, its value what it measures [m] or [rad]; hard locks have none.
//
//     linear, 1 axis     a segment from min to max with a cross at each end
//             2 axes     a disc or annulus: a circle for each bound, four spokes
//             3 axes     a ball or shell: three circles for each bound
//     angular, 1 axis    an arc of 0.25 m from min to max, its ends, and the turn now; one turn of
//                        arc where the range is wider
//              2 axes    a cone of 0.25 m for each bound, and the connected node's axis now
//              3 axes    an arc about each axis as far as the turn may go, both ways, and the turn
//                        now along its axis, 0.25 m for half a turn
//     locked at zero     linear: two bars across each axis; angular: a square across each axis
//     drive              linear: a line to its target, an X there; angular: an arc to its target,
//                        the target's radius; its speed as an arrow over what is done in 0.1 s
//
// An end that is open is an arrow: 0.5 m or a quarter turn beyond both the bound and where the
// joint is.

#define TUM_COLOR_STATIC 0x8c8c8cffu
#define TUM_COLOR_AWAKE 0xf2a93bffu
#define TUM_COLOR_ASLEEP 0x5b7fa6ffu
#define TUM_COLOR_KINEMATIC 0x4fc26bffu
#define TUM_COLOR_TRIGGER 0xb36be0ffu
#define TUM_COLOR_CONTACT 0xff3b30ffu
#define TUM_COLOR_CENTER 0xffffffffu
#define TUM_COLOR_BOX 0x404a55ffu
#define TUM_COLOR_VELOCITY 0x30d0ffffu
#define TUM_COLOR_JOINT 0xe8e04cffu
#define TUM_COLOR_LOCK 0xb0b8c0ffu    ///< Hard limits at zero.
#define TUM_COLOR_LIMIT 0xff8a3cffu   ///< Other hard limits.
#define TUM_COLOR_SPRING 0x6fe0a8ffu  ///< Soft limits.
#define TUM_COLOR_DRIVE 0xff6ad5ffu   ///< Drives and what they measure.
#define TUM_COLOR_MEASURE 0xf4f4f4ffu ///< What limits measure now.
#define TUM_COLOR_X 0xe04040ffu       ///< Axes of joint frames.
#define TUM_COLOR_Y 0x40c040ffu
#define TUM_COLOR_Z 0x4060e0ffu

typedef struct TumDrawLine3 {
    TumVec3 from, to; ///< [m]
    uint32_t color;
} TumDrawLine3;

typedef struct TumDrawPoint3 {
    TumVec3 position; ///< [m]
    float value;      ///< Contacts: [N s] the normal impulse of the last substep. Limits and
                      ///< drives: [m] or [rad] what they measure. Centres: 0.
    uint32_t color;
} TumDrawPoint3;

typedef struct TumDrawLabel3 {
    TumVec3 position; ///< [m]
    uint32_t color;
    char text[56]; ///< UTF-8, ends with 0; longer names are cut between characters.
} TumDrawLabel3;

/// What to draw and where to. All zero but flags: counts only.
typedef struct TumDraw3 {
    uint32_t flags;        ///< TumDrawFlags, or-ed.
    const TumScene *scene; ///< The scene that the world was made from, or NULL.
    TumDrawLine3 *lines;   ///< Room for line_capacity; NULL where that is 0. So with the others.
    TumDrawPoint3 *points;
    TumDrawLabel3 *labels;
    size_t line_capacity, point_capacity, label_capacity;
    size_t line_count, point_count, label_count; ///< Written: what there is, also beyond capacity.
} TumDraw3;

/// Fills the buffers up to their capacity, in the order of the flags.
///
/// Threads: like a query, between steps and on any number of threads, each with its own buffers.
///
/// @return TUM_OK, or TUM_ERROR_ARGUMENT where `scene` cannot be the world's: it has another number
///         of bodies.
TUM_API TumStatus tum_world_draw3(const TumWorld *world, TumDraw3 *draw);

#ifdef __cplusplus
}
#endif

#endif
