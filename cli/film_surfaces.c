// SPDX-License-Identifier: MIT
// film_surfaces.c: the surfaces of a picture, a ray for each block of pixels and one to the light.
#include <math.h>

#include "film_picture.h"
#include "tumble/query3.h"
#include "tumble/query4.h"

enum { BLOCK = 2 }; // [px] A side of the blocks.
_Static_assert(FILM_WIDTH % BLOCK == 0 && FILM_HEIGHT % BLOCK == 0, "whole blocks");

static const FilmColor background = {36.0f, 36.0f, 36.0f};
static const FilmColor bright_square = {152.0f, 152.0f, 152.0f};
static const FilmColor dark_square = {126.0f, 126.0f, 126.0f};
// As TUM_COLOR_AWAKE, TUM_COLOR_ASLEEP and TUM_COLOR_KINEMATIC; their shades round alike.
static const FilmColor awake = {204.0f, 153.0f, 51.0f};
static const FilmColor asleep = {102.0f, 153.0f, 204.0f};
static const FilmColor kinematic = {102.0f, 204.0f, 102.0f};

static const DVec3 to_light = {0.36, 0.80, 0.48}; // Unit vector.
static const double least_light = 0.45;           // Share of the light in the shade.
static const double fog = 14.0; // In sizes of the camera: depth where surfaces fade away.

typedef struct Surface {
    DVec3 point, normal; // [m] and unit
    TumBodyId body;
} Surface;

static TumVec3 narrow(DVec3 a)
{
    return (TumVec3){(float)a.x, (float)a.y, (float)a.z};
}

static bool is_blocked(const TumWorld *world, DVec3 from, DVec3 along)
{
    const TumVec3 a = narrow(from), b = narrow(along);
    bool is = false;
    if (tum_world_dimension(world) == 4) {
        const TumRay4 ray = {{a.x, a.y, a.z, 0.0f}, {b.x, b.y, b.z, 0.0f}};
        (void)tum_world_is_ray_blocked4(world, &ray, NULL, &is);
    } else {
        (void)tum_world_is_ray_blocked3(world, &(TumRay3){a, b}, NULL, &is);
    }
    return is;
}

static bool cast(const TumWorld *world, DVec3 from, DVec3 along, Surface *surface)
{
    const TumVec3 a = narrow(from), b = narrow(along);
    if (tum_world_dimension(world) == 4) {
        const TumRay4 ray = {{a.x, a.y, a.z, 0.0f}, {b.x, b.y, b.z, 0.0f}};
        TumHit4 hit;
        (void)tum_world_cast_ray4(world, &ray, NULL, &hit);
        *surface = (Surface){{(double)hit.point.x, (double)hit.point.y, (double)hit.point.z},
                             {(double)hit.normal.x, (double)hit.normal.y, (double)hit.normal.z},
                             hit.body};
        return hit.is_hit;
    }
    TumHit3 hit;
    (void)tum_world_cast_ray3(world, &(TumRay3){a, b}, NULL, &hit);
    *surface = (Surface){{(double)hit.point.x, (double)hit.point.y, (double)hit.point.z},
                         {(double)hit.normal.x, (double)hit.normal.y, (double)hit.normal.z},
                         hit.body};
    return hit.is_hit;
}

// Squares of half the camera's size, in the two coordinates that the surface spans best.
static bool is_bright(const Surface *surface, double size)
{
    const DVec3 at = dvec3_scale(surface->point, 2.0 / size), n = surface->normal;
    const bool is_floor = n.y >= 0.5 || n.y <= -0.5;
    const double a = is_floor || n.z * n.z > n.x * n.x ? at.x : at.z;
    const double b = is_floor ? at.z : at.y;
    return fmod(floor(a) + floor(b), 2.0) == 0.0;
}

static FilmColor color_of(const FilmPicture *picture, const Surface *surface)
{
    switch (tum_body_kind(picture->world, surface->body)) {
    case TUM_BODY_DYNAMIC: return tum_body_is_awake(picture->world, surface->body) ? awake : asleep;
    case TUM_BODY_KINEMATIC: return kinematic;
    default: return is_bright(surface, picture->camera.size) ? bright_square : dark_square;
    }
}

static FilmColor mix(FilmColor a, FilmColor b, double share)
{
    const float s = (float)share;
    return (FilmColor){a.red + s * (b.red - a.red), a.green + s * (b.green - a.green),
                       a.blue + s * (b.blue - a.blue)};
}

static FilmColor look(const FilmPicture *picture, DVec3 along)
{
    const double size = picture->camera.size;
    Surface surface;
    if (!cast(picture->world, picture->camera.eye, along, &surface)) {
        return background;
    }
    double light = dvec3_dot(surface.normal, to_light);
    const DVec3 from = dvec3_add_scaled(surface.point, surface.normal, 0.004 * size);
    if (light <= 0.0 || is_blocked(picture->world, from, dvec3_scale(to_light, 8.0 * size))) {
        light = 0.0;
    }
    const FilmColor lit =
        mix((FilmColor){0}, color_of(picture, &surface), least_light + (1.0 - least_light) * light);
    const double depth = dvec3_length(dvec3_sub(surface.point, picture->camera.eye)) / size;
    return mix(lit, background, depth < fog ? depth / fog * (depth / fog) : 1.0);
}

void film_paint_surfaces(FilmPicture *picture)
{
    for (int y = 0; y < FILM_HEIGHT; y += BLOCK) {
        for (int x = 0; x < FILM_WIDTH; x += BLOCK) {
            const double middle = 0.5 * BLOCK;
            const DVec3 along = film_camera_ray(&picture->camera, x + middle, y + middle);
            const FilmColor color = look(picture, along);
            for (int i = 0; i < BLOCK * BLOCK; ++i) {
                picture->colors[(y + i / BLOCK) * FILM_WIDTH + x + i % BLOCK] = color;
            }
        }
    }
}

bool film_is_hidden(const FilmPicture *picture, DVec3 point, double leeway)
{
    const DVec3 way = dvec3_sub(point, picture->camera.eye);
    const double length = dvec3_length(way);
    const double share = 1.0 - (leeway + 0.0005 * length) / length;
    return share > 0.0 && is_blocked(picture->world, picture->camera.eye, dvec3_scale(way, share));
}
