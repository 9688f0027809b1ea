// SPDX-License-Identifier: MIT
// query.c: rays, moving shapes, overlaps and nearest points for a script; worlds of 3D.
//
// A filter is four numbers and ids of bodies: filter of the scene, triggers, no colliders, number
// of ids, ids. A shape is nine: TumShapeKind, size (3), height, radius, radius at the bottom,
// radius at the top, 0. A hit is fifteen: is a hit, is a trigger, fraction, distance, point,
// normal, node, motion, triangle, collider, body.
#include <stdlib.h>
#include <string.h>

#include "module.h"

enum { HIT_NUMBERS = 15 };

// Bits of the bodies that a query does not see; the last place stands for bodies that are gone.
// @return false when out of memory.
static bool ignore(TumWebWorld *world, const double *ids, size_t count, TumQueryFilter *filter)
{
    const size_t words = tum_world_body_count(world->world) / 32 + 1;
    if (words > world->ignored_words) {
        uint32_t *grown = realloc(world->ignored, words * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        world->ignored = grown;
        world->ignored_words = words;
    }
    memset(world->ignored, 0, words * sizeof *world->ignored);
    for (size_t i = 0; i < count; ++i) {
        const size_t place = web_place(world->world, web_body(ids[i]));
        world->ignored[place / 32] |= 1u << place % 32;
    }
    filter->ignored = world->ignored;
    filter->ignored_words = words;
    return true;
}

static TumStatus read_filter(TumWebWorld *world, const double *numbers, TumQueryFilter *filter)
{
    *filter = tum_default_query_filter();
    filter->filter = (int32_t)numbers[0];
    filter->triggers = numbers[1] != 0.0;
    filter->no_colliders = numbers[2] != 0.0;
    const size_t ignored = (size_t)numbers[3];
    return ignored == 0 || ignore(world, numbers + 4, ignored, filter) ? TUM_OK : TUM_ERROR_MEMORY;
}

static void put_hit(double *at, const TumHit3 *hit)
{
    const double numbers[HIT_NUMBERS] = {hit->is_hit,
                                         hit->is_trigger,
                                         (double)hit->fraction,
                                         (double)hit->distance,
                                         (double)hit->point.x,
                                         (double)hit->point.y,
                                         (double)hit->point.z,
                                         (double)hit->normal.x,
                                         (double)hit->normal.y,
                                         (double)hit->normal.z,
                                         hit->node,
                                         hit->motion,
                                         hit->triangle,
                                         web_collider_id(hit->collider),
                                         web_body_id(hit->body)};
    memcpy(at, numbers, sizeof numbers);
}

static TumShape shape_of(const double n[9])
{
    return (TumShape){.kind = (TumShapeKind)n[0],
                      .size = {n[1], n[2], n[3]},
                      .height = n[4],
                      .radius = n[5],
                      .radius_bottom = n[6],
                      .radius_top = n[7]};
}

/// Finds the first hit of a ray.
///
/// @param ray  begin and vector to the end.
int WEB_EXPORT(tum_web_cast_ray)(TumWebWorld *world, const double ray[6], const double *filter,
                                 double hit[HIT_NUMBERS])
{
    TumQueryFilter rules;
    TumHit3 found;
    TumStatus status = read_filter(world, filter, &rules);
    if (status == TUM_OK) {
        const TumRay3 path = {web_vec3(ray), web_vec3(ray + 3)};
        status = tum_world_cast_ray3(world->world, &path, &rules, &found);
    }
    if (status == TUM_OK) {
        put_hit(hit, &found);
    }
    return (int)status;
}

/// Finds the first hit of each of many rays.
///
/// @param rays    [count * 6] begins and ends.
/// @param found   [count * 8] receives fraction (-1: no hit), point, normal, distance.
/// @param ids     [count * 2] receives collider and body.
int WEB_EXPORT(tum_web_cast_rays)(TumWebWorld *world, const float *rays, size_t count,
                                  const double *filter, float *found, double *ids)
{
    TumQueryFilter rules;
    TumStatus status = read_filter(world, filter, &rules);
    TumRay3 *paths = malloc((count + 1) * sizeof *paths);
    TumHit3 *hits = malloc((count + 1) * sizeof *hits);
    if (paths == NULL || hits == NULL) {
        status = TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; status == TUM_OK && i < count; ++i) {
        const float *r = rays + 6 * i;
        paths[i] = (TumRay3){{r[0], r[1], r[2]}, {r[3] - r[0], r[4] - r[1], r[5] - r[2]}};
    }
    if (status == TUM_OK) {
        status = tum_world_cast_rays3(world->world, paths, count, &rules, hits);
    }
    // A ray that is not valid hits nothing; the others are answered.
    for (size_t i = 0; (status == TUM_OK || status == TUM_ERROR_ARGUMENT) && i < count; ++i) {
        const TumHit3 *hit = &hits[i];
        const float numbers[8] = {hit->is_hit ? hit->fraction : -1.0f,
                                  hit->point.x,
                                  hit->point.y,
                                  hit->point.z,
                                  hit->normal.x,
                                  hit->normal.y,
                                  hit->normal.z,
                                  hit->distance};
        memcpy(found + 8 * i, numbers, sizeof numbers);
        ids[2 * i] = web_collider_id(hit->collider);
        ids[2 * i + 1] = web_body_id(hit->body);
    }
    free(paths);
    free(hits);
    return (int)status;
}

/// Finds the first hit of a shape that moves without turning.
///
/// @param path  pose (7) and vector to the end.
int WEB_EXPORT(tum_web_cast_shape)(TumWebWorld *world, const double shape[9], const double path[10],
                                   const double *filter, double hit[HIT_NUMBERS])
{
    TumQueryFilter rules;
    TumHit3 found;
    const TumShape moved = shape_of(shape);
    TumStatus status = read_filter(world, filter, &rules);
    if (status == TUM_OK) {
        status = tum_world_cast_shape3(world->world, &moved, web_pose3(path), web_vec3(path + 7),
                                       &rules, &found);
    }
    if (status == TUM_OK) {
        put_hit(hit, &found);
    }
    return (int)status;
}

/// Finds the colliders that a shape overlaps.
///
/// @param block  receives pointer to the hits [count * 15], to be freed with tum_web_release, and
///               their count.
int WEB_EXPORT(tum_web_overlap_shape)(TumWebWorld *world, const double shape[9],
                                      const double pose[7], const double *filter, size_t block[2])
{
    TumQueryFilter rules;
    const TumShape placed = shape_of(shape);
    size_t count = 0;
    TumStatus status = read_filter(world, filter, &rules);
    if (status == TUM_OK) {
        status = tum_world_overlap_shape3(world->world, &placed, web_pose3(pose), &rules, NULL, 0,
                                          &count);
    }
    if (status != TUM_OK) {
        return (int)status;
    }
    TumHit3 *hits = malloc((count + 1) * sizeof *hits);
    double *numbers = malloc((count + 1) * HIT_NUMBERS * sizeof *numbers);
    if (hits == NULL || numbers == NULL) {
        free(hits);
        free(numbers);
        return TUM_ERROR_MEMORY;
    }
    status = tum_world_overlap_shape3(world->world, &placed, web_pose3(pose), &rules, hits, count,
                                      &count);
    for (size_t i = 0; i < count; ++i) {
        put_hit(numbers + i * HIT_NUMBERS, &hits[i]);
    }
    free(hits);
    block[0] = (size_t)(uintptr_t)numbers;
    block[1] = count;
    return (int)status;
}

/// Finds the nearest point of all surfaces.
int WEB_EXPORT(tum_web_nearest_point)(TumWebWorld *world, const double point[3], float reach,
                                      const double *filter, double hit[HIT_NUMBERS])
{
    TumQueryFilter rules;
    TumHit3 found;
    TumStatus status = read_filter(world, filter, &rules);
    if (status == TUM_OK) {
        status = tum_world_nearest_point3(world->world, web_vec3(point), reach, &rules, &found);
    }
    if (status == TUM_OK) {
        put_hit(hit, &found);
    }
    return (int)status;
}
