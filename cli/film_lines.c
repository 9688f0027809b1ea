// SPDX-License-Identifier: MIT
// film_lines.c: the lines of a picture, pixel by pixel, and the colours of a GIF.
#include <math.h>

#include "film_picture.h"

static const FilmColor ink = {26.0f, 26.0f, 26.0f};
static const double opacity = 0.8;
static const float most_tint = 20.0f; // Difference of red, green and blue that counts as grey.
// Circles are drawn by chords, which lie below their surfaces: as a share of a chord and, at most,
// of the camera's size, a line is seen this far behind a surface.
static const double chord_share = 0.03, most_leeway = 0.006;

typedef struct Segment {
    DVec3 from, to; // [m]
    FilmColor color;
    double leeway; // [m]
} Segment;

static DVec3 widen(TumVec3 a)
{
    return (DVec3){(double)a.x, (double)a.y, (double)a.z};
}

static DVec3 between(DVec3 a, DVec3 b, double share)
{
    return dvec3_add_scaled(a, dvec3_sub(b, a), share);
}

static void blend(FilmPicture *picture, int x, int y, FilmColor color, double share)
{
    if (x < 0 || y < 0 || x >= FILM_WIDTH || y >= FILM_HEIGHT) {
        return;
    }
    FilmColor *pixel = &picture->colors[y * FILM_WIDTH + x];
    const float s = (float)(share * opacity);
    pixel->red += s * (color.red - pixel->red);
    pixel->green += s * (color.green - pixel->green);
    pixel->blue += s * (color.blue - pixel->blue);
}

// Cuts off the part of a segment that is nearer than the camera sees. @return false: all of it.
static bool cut(const FilmCamera *camera, Segment *segment)
{
    const double near = film_camera_near(camera);
    const double a = film_camera_project(camera, segment->from).depth - near;
    const double b = film_camera_project(camera, segment->to).depth - near;
    if (a < 0.0 && b > 0.0) {
        segment->from = between(segment->from, segment->to, a / (a - b));
    } else if (b < 0.0 && a > 0.0) {
        segment->to = between(segment->from, segment->to, a / (a - b));
    }
    return a > 0.0 || b > 0.0;
}

// Range of shares in which a coordinate of a line lies within the picture.
static void clip(double from, double to, double end, double *begin_share, double *end_share)
{
    const double way = to - from;
    if (fabs(way) > 1e-9) {
        const double a = (0.0 - from) / way, b = (end - from) / way;
        *begin_share = fmax(*begin_share, fmin(a, b));
        *end_share = fmin(*end_share, fmax(a, b));
    }
}

// A pixel for each step along the longer side; the two pixels beside the line share it.
static void paint(FilmPicture *picture, const Segment *segment)
{
    const FilmPlace a = film_camera_project(&picture->camera, segment->from);
    const FilmPlace b = film_camera_project(&picture->camera, segment->to);
    const double across = b.x - a.x, down = b.y - a.y;
    const bool is_flat = fabs(across) >= fabs(down);
    const double length = fmax(fabs(across), fabs(down));
    double begin = 0.0, end = 1.0;
    clip(a.x, b.x, FILM_WIDTH, &begin, &end);
    clip(a.y, b.y, FILM_HEIGHT, &begin, &end);
    for (double step = floor(begin * length); step <= end * length; step += 1.0) {
        const double share = length > 1.0 ? fmin(step / length, 1.0) : 0.5;
        const double x = a.x + share * across - 0.5, y = a.y + share * down - 0.5;
        if (!(x > -2.0 && x < FILM_WIDTH + 1.0 && y > -2.0 && y < FILM_HEIGHT + 1.0)) {
            continue;
        }
        // Shares in space follow from the inverse depths.
        const double in_space = share * a.depth / (b.depth + share * (a.depth - b.depth));
        if (film_is_hidden(picture, between(segment->from, segment->to, in_space),
                           segment->leeway)) {
            continue;
        }
        const int left = (int)floor(x), top = (int)floor(y);
        const double beside = is_flat ? y - floor(y) : x - floor(x);
        blend(picture, left, top, segment->color, 1.0 - beside);
        blend(picture, left + !is_flat, top + is_flat, segment->color, beside);
    }
}

// Surfaces have the colours of states, so lines of shapes are ink.
static FilmColor color_of(uint32_t color)
{
    return color == TUM_COLOR_CONTACT
               ? (FilmColor){(float)(color >> 24), (float)(color >> 16 & 255u),
                             (float)(color >> 8 & 255u)}
               : ink;
}

void film_paint_lines(FilmPicture *picture, const TumDrawLine3 *lines, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        Segment segment = {.from = widen(lines[i].from),
                           .to = widen(lines[i].to),
                           .color = color_of(lines[i].color)};
        const double length = dvec3_length(dvec3_sub(segment.to, segment.from));
        segment.leeway = fmin(chord_share * length, most_leeway * picture->camera.size);
        if (cut(&picture->camera, &segment)) {
            paint(picture, &segment);
        }
    }
}

static int level(float value, int count)
{
    return (int)(value * (float)(count - 1) / 255.0f + 0.5f);
}

static uint8_t round_color(FilmColor color)
{
    const float most = fmaxf(color.red, fmaxf(color.green, color.blue));
    const float least = fminf(color.red, fminf(color.green, color.blue));
    const int index =
        most - least < most_tint
            ? FILM_CUBE + level(color.green, FILM_GREYS)
            : (level(color.red, FILM_LEVELS) * FILM_LEVELS + level(color.green, FILM_LEVELS)) *
                      FILM_LEVELS +
                  level(color.blue, FILM_LEVELS);
    return (uint8_t)index;
}

void film_round_colors(const FilmPicture *picture, uint8_t *pixels)
{
    for (int i = 0; i < FILM_PIXELS; ++i) {
        pixels[i] = round_color(picture->colors[i]);
    }
}
