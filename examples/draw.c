// SPDX-License-Identifier: MIT
// draw.c: what physics sees, as a drawing that any browser shows (SVG).
//
//     draw samples/joints.gltf >joints.svg
//
// Of a world of four dimensions, what lies at w = 0.

#include <stdio.h>
#include <stdlib.h>

#include "tumble/tumble.h"

// Obliquely from the front: what is nearer is lower and a little to the left. In millimetres.
static void print_place(const char *x_name, const char *y_name, TumVec3 p)
{
    printf(" %s=\"%.0f\" %s=\"%.0f\"", x_name, 1e3 * ((double)p.x - 0.15 * (double)p.z), y_name,
           1e3 * (0.25 * (double)p.z - (double)p.y));
}

static void print_drawing(const TumDraw3 *draw)
{
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-7500 -4900 15000 5900\""
           " style=\"background:#20262e\">\n");
    for (size_t i = 0; i < draw->line_count; ++i) {
        const TumDrawLine3 *line = &draw->lines[i];
        printf("<line");
        print_place("x1", "y1", line->from);
        print_place("x2", "y2", line->to);
        printf(" stroke=\"#%06x\" stroke-width=\"20\"/>\n", (unsigned)(line->color >> 8));
    }
    for (size_t i = 0; i < draw->label_count; ++i) {
        const TumDrawLabel3 *label = &draw->labels[i]; // A name with < or & would want escaping.
        printf("<text");
        print_place("x", "y", label->position);
        printf(" fill=\"#%06x\" font-size=\"160\">%s</text>\n", (unsigned)(label->color >> 8),
               label->text);
    }
    printf("</svg>\n");
}

static TumStatus draw_world(const TumWorld *world, TumDraw3 *draw)
{
    return tum_world_dimension(world) == 4 ? tum_world_draw4(world, 0.0f, draw)
                                           : tum_world_draw3(world, draw);
}

int main(int argc, char **argv)
{
    TumDocument *document = NULL;
    TumScene *scene = NULL;
    TumWorld *world = NULL;
    const TumWorldDef def = tum_default_world_def();
    TumStatus status = tum_document_open(argc > 1 ? argv[1] : "-", NULL, &document, NULL);
    status = status ? status : tum_scene_read(document, NULL, &scene, NULL);
    status = status ? status : tum_world_create(scene, &def, &world, NULL);
    for (int i = 0; i < 30 && status == TUM_OK; ++i) {
        status = tum_world_step(world, 1.0f / 60.0f);
    }
    TumDraw3 draw = {.flags = TUM_DRAW_SHAPES | TUM_DRAW_LIMITS | TUM_DRAW_MEASURES,
                     .scene = scene};
    status = status ? status : draw_world(world, &draw); // Counts.
    draw.lines = calloc(draw.line_count + 1, sizeof *draw.lines);
    draw.labels = calloc(draw.label_count + 1, sizeof *draw.labels);
    status = status ? status : draw.lines && draw.labels ? TUM_OK : TUM_ERROR_MEMORY;
    draw.line_capacity = draw.line_count;
    draw.label_capacity = draw.label_count;
    status = status ? status : draw_world(world, &draw); // Fills.
    if (status == TUM_OK) {
        print_drawing(&draw);
    }
    free(draw.lines);
    free(draw.labels);
    tum_world_destroy(world);
    tum_scene_destroy(scene);
    tum_document_destroy(document);
    return status == TUM_OK ? 0 : 1;
}
