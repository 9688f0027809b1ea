// SPDX-License-Identifier: MIT
// film.c: takes the pictures of a film while a world moves.
#include "film.h"

#include <math.h>
#include <stdlib.h>

#include "film_picture.h"
#include "tumble/draw4.h"

enum { CENTISECONDS = 5, LAST_CENTISECONDS = 100 }; // [0.01 s] Time of a picture, of the last one.

struct Film {
    FilmGif *gif;
    FilmPicture picture;
    TumDraw3 draw;
    double next; // [s] Time of the next picture.
    uint8_t pixels[FILM_PIXELS];
    size_t picture_count;
    bool is_out_of_memory;
};

FileResult film_open(const char *path, Film **opened)
{
    Film *film = calloc(1, sizeof *film);
    if (film == NULL) {
        return FILE_MEMORY;
    }
    const FileResult result = film_gif_open(path, &film->gif);
    if (result != FILE_OK) {
        free(film);
        return result;
    }
    film->draw.flags = TUM_DRAW_SHAPES | TUM_DRAW_CONTACTS;
    *opened = film;
    return FILE_OK;
}

static TumStatus draw(const TumWorld *world, TumDraw3 *lines)
{
    return tum_world_dimension(world) == 4 ? tum_world_draw4(world, 0.0f, lines)
                                           : tum_world_draw3(world, lines);
}

// Lines of the world; more room than before where they need it.
static bool draw_lines(Film *film, const TumWorld *world)
{
    TumDraw3 *lines = &film->draw;
    if (draw(world, lines) == TUM_OK && lines->line_count > lines->line_capacity) {
        const size_t room = 2 * lines->line_count;
        free(lines->lines);
        lines->lines = calloc(room, sizeof *lines->lines);
        lines->line_capacity = lines->lines != NULL ? room : 0;
        (void)draw(world, lines);
    }
    return lines->line_count <= lines->line_capacity;
}

// The box around all that moves, by the colours of its lines. Bodies outside of the slice of a
// world leave a stage of two metres.
static void follow(Film *film)
{
    DVec3 low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < film->draw.line_count; ++i) {
        const TumDrawLine3 *line = &film->draw.lines[i];
        if (line->color != TUM_COLOR_AWAKE && line->color != TUM_COLOR_ASLEEP) {
            continue;
        }
        for (int end = 0; end < 2; ++end) {
            const TumVec3 at = end == 0 ? line->from : line->to;
            low = (DVec3){fmin(low.x, (double)at.x), fmin(low.y, (double)at.y),
                          fmin(low.z, (double)at.z)};
            high = (DVec3){fmax(high.x, (double)at.x), fmax(high.y, (double)at.y),
                           fmax(high.z, (double)at.z)};
        }
    }
    if (low.x <= high.x) {
        film_camera_follow(&film->picture.camera, low, high);
    } else if (film->picture_count == 0) {
        film_camera_follow(&film->picture.camera, (DVec3){-1.0, 0.0, -1.0}, (DVec3){1.0, 1.0, 1.0});
    }
}

void film_show(Film *film, const TumWorld *world, double seconds, bool is_last)
{
    film->next = seconds > 0.0 ? film->next : 0.0;
    if (film->is_out_of_memory || (seconds < film->next - 1e-9 && !is_last)) {
        return;
    }
    film->next += 0.01 * CENTISECONDS;
    film->is_out_of_memory = !draw_lines(film, world);
    if (!film->is_out_of_memory) {
        follow(film);
        film->picture.world = world;
        film_paint_surfaces(&film->picture);
        film_paint_lines(&film->picture, film->draw.lines, film->draw.line_count);
        film_round_colors(&film->picture, film->pixels);
        film_gif_add(film->gif, film->pixels, CENTISECONDS);
        ++film->picture_count;
    }
}

static void end(Film *film)
{
    free(film->draw.lines);
    free(film);
}

void film_discard(Film *film)
{
    if (film != NULL) {
        film_gif_discard(film->gif);
        end(film);
    }
}

FileResult film_commit(Film *film)
{
    if (film == NULL) {
        return FILE_OK;
    }
    FileResult result = FILE_MEMORY;
    if (film->is_out_of_memory) {
        film_gif_discard(film->gif);
    } else {
        film_gif_add(film->gif, film->pixels, LAST_CENTISECONDS);
        result = film_gif_commit(film->gif);
    }
    end(film);
    return result;
}
