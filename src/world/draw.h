// SPDX-License-Identifier: MIT
/// draw.h: functions that the drawing files share; inside world/ only.
#ifndef TUM_WORLD_DRAW_H
#define TUM_WORLD_DRAW_H

#include "tumble/draw3.h"
#include "world/world_data.h"

enum { LABEL_BYTES = sizeof((TumDrawLabel3 *)0)->text };

/// A drawing and the color of its next elements.
typedef struct Drawing3 {
    TumDraw3 *draw;
    uint32_t color;
} Drawing3;

static inline TumVec3 public_vec3(Vec3 v)
{
    return (TumVec3){v.x, v.y, v.z};
}

/// Adds a line to a Drawing3; has the signature of tum_wire3's callback.
void tum_draw3_line(void *drawing, Vec3 from, Vec3 to);

void tum_draw3_point(TumDraw3 *draw, Vec3 position, float value, uint32_t color);

/// Adds a label. @return the buffer for its text, or NULL where the drawing has no capacity left.
char *tum_draw3_label(TumDraw3 *draw, Vec3 position, uint32_t color);

/// Color for the state of a body.
uint32_t tum_draw3_color(const BodyRecord *body);

/// Adds a label with the name of a body's node, or its number.
void tum_draw3_name(TumDraw3 *draw, const BodyRecord *body, Vec3 position);

// draw_joint.c

void tum_draw3_joints(const TumWorld *world, TumDraw3 *draw);
void tum_draw3_limits(const TumWorld *world, TumDraw3 *draw);
void tum_draw3_measures(const TumWorld *world, TumDraw3 *draw);

#endif
