// SPDX-License-Identifier: MIT
// draw.c: lines, points and labels of a world as arrays for a renderer.
#include <stdlib.h>
#include <string.h>

#include "module.h"

void web_free_drawing(TumWebWorld *world)
{
    free(world->drawing.memory);
    free(world->drawing.labels);
    world->drawing = (WebDrawing){0};
}

static TumStatus draw_world(const TumWebWorld *world, float w, TumDraw3 *draw)
{
    return tum_world_dimension(world->world) == 4 ? tum_world_draw4(world->world, w, draw)
                                                  : tum_world_draw3(world->world, draw);
}

static void put_color(uint8_t *at, uint32_t color)
{
    for (int i = 0; i < 4; ++i) {
        at[i] = (uint8_t)(color >> (24 - 8 * i));
    }
}

// Lines end to end, for line segments of a renderer.
static void unpack(WebDrawing *drawing, const TumDraw3 *draw)
{
    for (size_t i = 0; i < draw->line_count; ++i) {
        memcpy(drawing->line_positions + 6 * i, &draw->lines[i].from, 6 * sizeof(float));
        put_color(drawing->line_colors + 8 * i, draw->lines[i].color);
        put_color(drawing->line_colors + 8 * i + 4, draw->lines[i].color);
    }
    for (size_t i = 0; i < draw->point_count; ++i) {
        memcpy(drawing->point_positions + 3 * i, &draw->points[i].position, 3 * sizeof(float));
        drawing->point_values[i] = draw->points[i].value;
        put_color(drawing->point_colors + 4 * i, draw->points[i].color);
    }
}

static bool make_room(WebDrawing *drawing, const TumDraw3 *draw)
{
    const size_t lines = draw->line_count, points = draw->point_count;
    char *block = malloc(lines * (6 * sizeof(float) + 8) + points * (4 * sizeof(float) + 4) + 1);
    drawing->labels = calloc(draw->label_count + 1, sizeof *drawing->labels);
    drawing->memory = block;
    if (block == NULL || drawing->labels == NULL) {
        return false;
    }
    drawing->line_count = (uint32_t)lines;
    drawing->point_count = (uint32_t)points;
    drawing->label_count = (uint32_t)draw->label_count;
    drawing->line_positions = (float *)(void *)block;
    drawing->point_positions = drawing->line_positions + 6 * lines;
    drawing->point_values = drawing->point_positions + 3 * points;
    drawing->line_colors = (uint8_t *)(drawing->point_values + points);
    drawing->point_colors = drawing->line_colors + 8 * lines;
    return true;
}

/// Draws the world.
///
/// @param flags  TumDrawFlags.
/// @param w      [m] in 4D: place of the section.
int WEB_EXPORT(tum_web_draw)(TumWebWorld *world, uint32_t flags, float w)
{
    WebDrawing *drawing = &world->drawing;
    TumDraw3 draw = {.flags = flags, .scene = world->scene};
    web_free_drawing(world);
    TumStatus status = draw_world(world, w, &draw);
    if (status != TUM_OK) {
        return (int)status;
    }
    TumDrawLine3 *lines = malloc((draw.line_count + 1) * sizeof *lines);
    TumDrawPoint3 *points = malloc((draw.point_count + 1) * sizeof *points);
    if (lines == NULL || points == NULL || !make_room(drawing, &draw)) {
        web_free_drawing(world);
        status = TUM_ERROR_MEMORY;
    } else {
        draw.lines = lines;
        draw.points = points;
        draw.labels = drawing->labels;
        draw.line_capacity = draw.line_count;
        draw.point_capacity = draw.point_count;
        draw.label_capacity = draw.label_count;
        status = draw_world(world, w, &draw);
        unpack(drawing, &draw);
    }
    free(lines);
    free(points);
    return (int)status;
}

/// @return the last drawing; its arrays stay until the next one.
const WebDrawing *WEB_EXPORT(tum_web_drawing)(const TumWebWorld *world)
{
    return &world->drawing;
}
