// SPDX-License-Identifier: MIT
// film_camera.c: a camera that looks down at the bodies of a film and follows them.
#include "film_camera.h"

#include "film_gif.h"

// Axes of the camera: unit vectors. The view goes from (2, 2, 5) to the origin; Y is up.
static const DVec3 right = {0.92847669088525941, 0.0, -0.37139067635410372};
static const DVec3 up = {-0.12930163676704721, 0.93743686656109233, -0.32325409191761804};
static const DVec3 forward = {-0.34815531191139570, -0.34815531191139570, -0.87038827977848924};

static const double focal = 1.7;     // Half of the picture's height is seen at this distance.
static const double distance = 2.2;  // In diagonals of the first box.
static const double leeway = 0.25;   // In diagonals: way of the middle before the camera follows.
static const double far_away = 60.0; // In diagonals.

static double follow(double target, double middle, double most)
{
    return target < middle - most ? middle - most : target > middle + most ? middle + most : target;
}

void film_camera_follow(FilmCamera *camera, DVec3 low, DVec3 high)
{
    const DVec3 middle = dvec3_scale(dvec3_add(low, high), 0.5);
    if (camera->size == 0.0) {
        const double size = dvec3_length(dvec3_sub(high, low));
        camera->size = size > 1e-6 ? size : 1e-6;
        camera->target = middle;
    }
    const double most = leeway * camera->size;
    camera->target =
        (DVec3){follow(camera->target.x, middle.x, most), follow(camera->target.y, middle.y, most),
                follow(camera->target.z, middle.z, most)};
    camera->eye = dvec3_add_scaled(camera->target, forward, -distance * camera->size);
}

DVec3 film_camera_ray(const FilmCamera *camera, double x, double y)
{
    const double half = 0.5 * FILM_HEIGHT;
    const double across = (x - 0.5 * FILM_WIDTH) / half, above = (half - y) / half;
    const DVec3 side = dvec3_add(dvec3_scale(right, across), dvec3_scale(up, above));
    return dvec3_scale(dvec3_add_scaled(side, forward, focal), far_away * camera->size / focal);
}

FilmPlace film_camera_project(const FilmCamera *camera, DVec3 point)
{
    const DVec3 way = dvec3_sub(point, camera->eye);
    const double depth = dvec3_dot(way, forward);
    const double scale = 0.5 * FILM_HEIGHT * focal / depth;
    return (FilmPlace){.x = 0.5 * FILM_WIDTH + scale * dvec3_dot(way, right),
                       .y = 0.5 * FILM_HEIGHT - scale * dvec3_dot(way, up),
                       .depth = depth};
}

double film_camera_near(const FilmCamera *camera)
{
    return 0.05 * camera->size;
}
