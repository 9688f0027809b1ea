// SPDX-License-Identifier: MIT
// world.c: worlds of a script: life, events, counts, checkpoints.
#include <stdlib.h>
#include <string.h>

#include "module.h"

int web_changed(TumWebWorld *world, TumStatus status)
{
    world->is_stale = true;
    return (int)status;
}

/// Definition of a world from the numbers of a script.
static TumWorldDef world_def(const double options[11])
{
    TumWorldDef def = tum_default_world_def();
    def.dimension = (int)options[0];
    def.number = (uint16_t)options[1];
    def.substeps = (int)options[2];
    def.no_sleep = options[3] != 0.0;
    def.contact_events = options[4] != 0.0;
    def.phase_times = options[5] != 0.0;
    def.override_gravity = options[6] != 0.0;
    def.threads = (int)options[10];
    if (def.override_gravity) {
        for (int i = 0; i < 3; ++i) {
            def.gravity[i] = (float)options[7 + i];
        }
    }
    return def;
}

/// Makes a world of the scene of a source, or an empty one.
///
/// @param source   consumed where a world is made: its scene and report become those of the world.
///                 NULL: the world is empty.
/// @param options  dimension, number, substeps, no sleep, contact events, phase times, override
///                 gravity, gravity (3), threads.
/// @param status   receives the TumStatus.
/// @return NULL on failure; then the report of the source says why.
TumWebWorld *WEB_EXPORT(tum_web_world_create)(TumWebSource *source, const double options[11],
                                              int *status)
{
    const TumWorldDef def = world_def(options);
    if (!web_has_dimension(source != NULL ? source->scene->dimension : def.dimension)) {
        *status = TUM_ERROR_UNSUPPORTED;
        return NULL;
    }
    TumWebWorld *made = calloc(1, sizeof *made);
    if (made == NULL) {
        *status = TUM_ERROR_MEMORY;
        return NULL;
    }
    *status = (int)tum_world_create(source != NULL ? source->scene : NULL, &def, &made->world,
                                    source != NULL ? source->report : NULL);
    if (*status != TUM_OK) {
        free(made);
        return NULL;
    }
    made->is_stale = true;
    if (source != NULL) {
        made->scene = source->scene;
        made->report = source->report;
        web_source_clear(source);
    }
    return made;
}

void WEB_EXPORT(tum_web_world_destroy)(TumWebWorld *world)
{
    if (world == NULL) {
        return;
    }
    tum_world_destroy(world->world);
    tum_scene_destroy(world->scene);
    tum_report_destroy(world->report);
    web_free_poses(world);
    web_free_drawing(world);
    free(world->ignored);
    free(world);
}

/// @return NULL for a world that was made empty.
TumReport *WEB_EXPORT(tum_web_world_report)(const TumWebWorld *world)
{
    return world->report;
}

int WEB_EXPORT(tum_web_dimension)(const TumWebWorld *world)
{
    return tum_world_dimension(world->world);
}

double WEB_EXPORT(tum_web_time)(const TumWebWorld *world)
{
    return tum_world_time(world->world);
}

double WEB_EXPORT(tum_web_step_count)(const TumWebWorld *world)
{
    return (double)tum_world_step_count(world->world);
}

/// @param hash  receives the low and the high word.
void WEB_EXPORT(tum_web_hash)(const TumWebWorld *world, uint32_t hash[2])
{
    const uint64_t all = tum_world_hash(world->world);
    hash[0] = (uint32_t)all;
    hash[1] = (uint32_t)(all >> 32);
}

double WEB_EXPORT(tum_web_diverged_body)(const TumWebWorld *world)
{
    return web_body_id(tum_world_diverged_body(world->world));
}

/// @param counts  receives bodies, awake bodies, pairs, contacts, manifolds, points, colors,
/// islands,
///                left out.
void WEB_EXPORT(tum_web_counts)(const TumWebWorld *world, double counts[9])
{
    const TumWorldCounts all = tum_world_counts(world->world);
    const double numbers[9] = {all.bodies,   all.awake_bodies, all.pairs,
                               all.contacts, all.manifolds,    all.points,
                               all.colors,   all.islands,      (double)all.left_out};
    memcpy(counts, numbers, sizeof numbers);
}

/// @param seconds  [TUM_PHASE_COUNT] receives [s].
void WEB_EXPORT(tum_web_times)(const TumWebWorld *world, double *seconds)
{
    const TumWorldTimes times = tum_world_times(world->world);
    memcpy(seconds, times.seconds, sizeof times.seconds);
}

/// @return NULL from the number of phases on.
const char *WEB_EXPORT(tum_web_phase_name)(int phase)
{
    return tum_phase_name((TumPhase)phase);
}

/// @param gravity  receives [m/s^2].
void WEB_EXPORT(tum_web_gravity)(const TumWebWorld *world, double gravity[4])
{
    if (tum_world_dimension(world->world) == 4) {
        const TumVec4 g = tum_world_gravity4(world->world);
        const double numbers[4] = {(double)g.x, (double)g.y, (double)g.z, (double)g.w};
        memcpy(gravity, numbers, sizeof numbers);
    } else {
        const TumVec3 g = tum_world_gravity3(world->world);
        const double numbers[4] = {(double)g.x, (double)g.y, (double)g.z, 0.0};
        memcpy(gravity, numbers, sizeof numbers);
    }
}

int WEB_EXPORT(tum_web_set_gravity)(TumWebWorld *world, const double gravity[4])
{
    if (tum_world_dimension(world->world) == 4) {
        const TumVec4 g = {(float)gravity[0], (float)gravity[1], (float)gravity[2],
                           (float)gravity[3]};
        return web_changed(world, tum_world_set_gravity4(world->world, g));
    }
    return web_changed(world, tum_world_set_gravity3(world->world, web_vec3(gravity)));
}

// Events.

size_t WEB_EXPORT(tum_web_event_count)(const TumWebWorld *world)
{
    const TumEvent *events;
    return tum_world_events(world->world, &events);
}

static double *put_side(double *at, const TumEventSide *side)
{
    *at++ = web_collider_id(side->collider);
    *at++ = web_body_id(side->body);
    *at++ = side->node;
    *at++ = side->motion;
    return at;
}

static double *put_vec4(double *at, TumVec4 v)
{
    *at++ = (double)v.x;
    *at++ = (double)v.y;
    *at++ = (double)v.z;
    *at++ = (double)v.w;
    return at;
}

/// @param event  receives TumEventKind, trigger, impulse, speed, point (4), normal (4), and of both
///               sides collider, body, node, motion.
void WEB_EXPORT(tum_web_event)(const TumWebWorld *world, size_t index, double event[20])
{
    const TumEvent *events;
    tum_world_events(world->world, &events);
    const TumEvent *e = &events[index];
    *event++ = e->kind;
    *event++ = e->trigger;
    *event++ = (double)e->impulse;
    *event++ = (double)e->speed;
    event = put_vec4(event, e->point);
    event = put_vec4(event, e->normal);
    event = put_side(event, &e->a);
    put_side(event, &e->b);
}

// Checkpoints.

/// @param block  receives pointer and bytes, to be freed with tum_web_release.
int WEB_EXPORT(tum_web_checkpoint)(const TumWebWorld *world, size_t block[2])
{
    const size_t count = tum_checkpoint_bytes(world->world);
    void *bytes = malloc(count);
    if (bytes == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const TumStatus status = tum_checkpoint_write(world->world, bytes, count);
    if (status != TUM_OK) {
        free(bytes);
        return (int)status;
    }
    block[0] = (size_t)(uintptr_t)bytes;
    block[1] = count;
    return TUM_OK;
}

/// @param report  receives the findings of bytes that are refused; of tum_web_report_create.
int WEB_EXPORT(tum_web_restore)(TumWebWorld *world, const void *bytes, size_t count,
                                TumReport *report)
{
    const TumStatus status = tum_checkpoint_read(world->world, bytes, count, NULL, report);
    if (status == TUM_OK) {
        // No step leads from the old poses to the new ones.
        world->poses[0].count = world->poses[1].count = 0;
        world->poses[0].changed_count = world->poses[1].changed_count = 0;
    }
    return web_changed(world, status);
}

TumReport *WEB_EXPORT(tum_web_report_create)(void)
{
    return tum_report_create(NULL);
}

void WEB_EXPORT(tum_web_report_destroy)(TumReport *report)
{
    tum_report_destroy(report);
}
