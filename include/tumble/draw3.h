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
///
/// Limits stand in the joint node's frame, as they are simulated: locks at zero of several axes are
/// drawn as one, limits that never act are not drawn. Bounds that are farther than 10 km count as
/// open. A range or drive has a point, whose value is the measured [m] or [rad]; hard locks have
/// none.
///
///     linear, 1 axis     a segment from min to max with a cross at each end
///             2 axes     a disc or annulus: a circle for each bound, four spokes
///             3 axes     a ball or shell: three circles for each bound
///     angular, 1 axis    an arc of 0.25 m from min to max, its ends, and the turn now; one turn of
///                        arc where the range is wider
///              2 axes    a cone of 0.25 m for each bound, and the connected node's axis now
///              3 axes    an arc about each axis as far as the turn may go, both ways, and the turn
///                        now along its axis, 0.25 m for half a turn
///     locked at zero     linear: two bars across each axis; angular: a square across each axis
///     drive              linear: a line to its target, an X there; angular: an arc to its target,
///                        the target's radius; its speed as an arrow over the path of 0.1 s
///
/// An open end is an arrow: 0.5 m or a quarter turn beyond both the bound and the present position.
///
/// Threads: drawing is a query: between steps, on any number of threads, each with its own buffers.
#ifndef TUMBLE_DRAW3_H
#define TUMBLE_DRAW3_H

#include "tumble/pose.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Things that tum_world_draw3 draws, or-ed.
typedef enum TumDrawFlags {
    TUM_DRAW_SHAPES = 1,   ///< Lines: wireframes of solid colliders, colored by their body's state.
    TUM_DRAW_TRIGGERS = 2, ///< Lines: wireframes of triggers' parts.
    TUM_DRAW_CONTACTS =
        4, ///< A point for each contact point, with its impulse; a line along its normal.
    TUM_DRAW_CENTERS = 8,     ///< A point at the centre of mass of each body that moves.
    TUM_DRAW_BOXES = 16,      ///< Lines: boxes of the broad phase, with room for the coming step.
    TUM_DRAW_VELOCITIES = 32, ///< A line for each moving body: the path of its centre in 0.1 s.
    TUM_DRAW_JOINTS = 64, ///< Lines: both frames of each joint that acts, and the gap between them.
    TUM_DRAW_NAMES =
        128, ///< A label for each body: its node's name where `scene` is given, or number.
    TUM_DRAW_LIMITS = 256,  ///< Lines and points: ranges of limits and targets of drives, as above.
    TUM_DRAW_MEASURES = 512 ///< A label for each such point: "twist x 0.35 rad, -0.5 to 1.2".
} TumDrawFlags;

#define TUM_COLOR_STATIC 0x8c8c8cffu    ///< Colliders of static bodies.
#define TUM_COLOR_AWAKE 0xf2a93bffu     ///< Colliders of dynamic bodies that are awake.
#define TUM_COLOR_ASLEEP 0x5b7fa6ffu    ///< Colliders of dynamic bodies that sleep.
#define TUM_COLOR_KINEMATIC 0x4fc26bffu ///< Colliders of kinematic bodies.
#define TUM_COLOR_TRIGGER 0xb36be0ffu   ///< Parts of triggers.
#define TUM_COLOR_CONTACT 0xff3b30ffu   ///< Contact points and their normals.
#define TUM_COLOR_CENTER 0xffffffffu    ///< Centres of mass.
#define TUM_COLOR_BOX 0x404a55ffu       ///< Boxes of the broad phase.
#define TUM_COLOR_VELOCITY 0x30d0ffffu  ///< Velocities.
#define TUM_COLOR_JOINT 0xe8e04cffu     ///< Gaps between the two frames of a joint.
#define TUM_COLOR_LOCK 0xb0b8c0ffu      ///< Hard limits at zero.
#define TUM_COLOR_LIMIT 0xff8a3cffu     ///< Other hard limits.
#define TUM_COLOR_SPRING 0x6fe0a8ffu    ///< Soft limits.
#define TUM_COLOR_DRIVE 0xff6ad5ffu     ///< Drives and their measures.
#define TUM_COLOR_MEASURE 0xf4f4f4ffu   ///< Present measures of limits.
#define TUM_COLOR_X 0xe04040ffu         ///< X axes of joint frames.
#define TUM_COLOR_Y 0x40c040ffu         ///< Y axes of joint frames.
#define TUM_COLOR_Z 0x4060e0ffu         ///< Z axes of joint frames.

/// Line segment.
typedef struct TumDrawLine3 {
    TumVec3 from;   ///< [m] First end, in the world.
    TumVec3 to;     ///< [m] Second end.
    uint32_t color; ///< 0xRRGGBBAA
} TumDrawLine3;

/// Point with a value.
typedef struct TumDrawPoint3 {
    TumVec3 position; ///< [m] In the world.
    float value; ///< Contacts: [N s] normal impulse of the last substep. Limits and drives: [m] or
                 ///< [rad] measured value. Centres: 0.
    uint32_t color; ///< 0xRRGGBBAA
} TumDrawPoint3;

/// Text at a point.
typedef struct TumDrawLabel3 {
    TumVec3 position; ///< [m] In the world.
    uint32_t color;   ///< 0xRRGGBBAA
    char text[56];    ///< UTF-8, ends with 0; longer names are cut between characters.
} TumDrawLabel3;

/// Request and buffers of a drawing. All zero but flags: the call only counts.
typedef struct TumDraw3 {
    uint32_t flags;        ///< TumDrawFlags, or-ed.
    const TumScene *scene; ///< Scene that the world was made from, or NULL.
    TumDrawLine3 *lines;   ///< [line_capacity] Owned by the caller; NULL where the capacity is 0.
    TumDrawPoint3 *points; ///< [point_capacity] Likewise.
    TumDrawLabel3 *labels; ///< [label_capacity] Likewise.
    size_t line_capacity;  ///< Lines that fit.
    size_t point_capacity; ///< Points that fit.
    size_t label_capacity; ///< Labels that fit.
    size_t line_count;     ///< Written: lines there are, also beyond the capacity.
    size_t point_count;    ///< Written: points there are, also beyond the capacity.
    size_t label_count;    ///< Written: labels there are, also beyond the capacity.
} TumDraw3;

/// Fills the buffers up to their capacity, in the order of the flags.
///
/// @return TUM_OK, or TUM_ERROR_ARGUMENT where `scene` has another number of bodies than the world
///         was made with.
TUM_API TumStatus tum_world_draw3(const TumWorld *world, TumDraw3 *draw);

#ifdef __cplusplus
}
#endif

#endif
