// SPDX-License-Identifier: MIT
// Properties over time: friction and restitution of materials, mass, gravity factor and velocities
// of bodies (KHR_animation_pointer; spec/dialects.md section 4.8). At every step a property has the
// value of its track at the step's end; what then happens to a body is physics again.
#include <math.h> // INFINITY

#include "scene/track.h"
#include "world/animate.h"
#include "world/world_data.h"

// Beyond this a number means too much anyhow, and floats still hold it.
static const double MOST = 1e30;

static float rounded(double x)
{
    return (float)clamp64(x, -MOST, MOST);
}

static float sample_least_zero(const TumTrack *track, double seconds)
{
    double value[TRACK_WIDTH_MOST];
    tum_track_sample(track, seconds, value);
    return value[0] > 0.0 ? rounded(value[0]) : 0.0f;
}

static TumStatus add_surface(TumWorld *world, const TumScene *scene, size_t material)
{
    Animation3 *animation = world->animation;
    static const TumTrackTarget targets[3] = {TUM_TRACK_STATIC_FRICTION, TUM_TRACK_DYNAMIC_FRICTION,
                                              TUM_TRACK_RESTITUTION};
    const TumMaterial *source = &scene->materials[material];
    Surface made = {.values = {(float)source->static_friction, (float)source->dynamic_friction,
                               (float)source->restitution}};
    bool is_animated = false;
    for (int i = 0; i < 3; ++i) {
        const TumTrack *track = tum_scene_track(scene, targets[i], (int32_t)material);
        if (track != NULL) {
            is_animated = true;
            made.tracks[i] = tum_track_copy(&animation->arena, track);
            if (made.tracks[i] == NULL) {
                return TUM_ERROR_MEMORY;
            }
            made.values[i] = sample_least_zero(track, 0.0);
        }
    }
    if (!is_animated) {
        return TUM_OK;
    }
    Surface *slot = array_push(&animation->surfaces, &world->allocator);
    if (slot == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *slot = made;
    animation->surface_of[material] = (int32_t)animation->surfaces.count - 1;
    return TUM_OK;
}

static TumStatus add_motion(TumWorld *world, const TumScene *scene, int32_t index)
{
    static const TumTrackTarget targets[4] = {TUM_TRACK_MASS, TUM_TRACK_GRAVITY_FACTOR,
                                              TUM_TRACK_LINEAR_VELOCITY,
                                              TUM_TRACK_ANGULAR_VELOCITY};
    Animation3 *animation = world->animation;
    const TumBody *body = &scene->bodies[index];
    const TumTrack *copies[4] = {NULL, NULL, NULL, NULL};
    bool is_animated = false;
    for (int i = 0; i < 4; ++i) {
        const TumTrack *track = tum_scene_track(scene, targets[i], index);
        copies[i] = tum_track_copy(&animation->arena, track);
        is_animated = is_animated || track != NULL;
        if (track != NULL && copies[i] == NULL) {
            return TUM_ERROR_MEMORY;
        }
    }
    if (!is_animated || body->driven || body->kind == TUM_BODY_STATIC) {
        return TUM_OK;
    }
    MotionTracks3 *made = array_push(&animation->motions, &world->allocator);
    if (made == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *made = (MotionTracks3){.body = index + 1,
                            .mass = body->kind == TUM_BODY_DYNAMIC ? copies[0] : NULL,
                            .gravity_factor = copies[1],
                            .linear_velocity = copies[2],
                            .angular_velocity = copies[3],
                            .in_world = body->velocity_in_world,
                            .mass_at_load = body->mass,
                            .mass_now = body->mass};
    for (int i = 0; i < 3; ++i) {
        made->inertia[i] = body->inertia[i];
        made->follows_mass[i] = body->inertia_origin[i] == TUM_ORIGIN_COMPUTED;
    }
    return TUM_OK;
}

TumStatus tum_world_build_properties3(TumWorld *world, const TumScene *scene)
{
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < scene->material_count && status == TUM_OK; ++i) {
        status = add_surface(world, scene, i);
    }
    for (size_t i = 0; i < scene->body_count && status == TUM_OK; ++i) {
        status = add_motion(world, scene, (int32_t)i);
    }
    return status == TUM_OK ? tum_world_move_properties3(world, 0.0, 0.0f) : status;
}

static void sample_surface(Surface *surface, double seconds)
{
    surface->has_changed = false;
    for (int i = 0; i < 3; ++i) {
        if (surface->tracks[i] != NULL) {
            const float value = sample_least_zero(surface->tracks[i], seconds);
            surface->has_changed = surface->has_changed || value != surface->values[i];
            surface->values[i] = value;
        }
    }
}

static TumStatus move_surfaces(TumWorld *world, double seconds)
{
    Animation3 *animation = world->animation;
    for (size_t i = 0; i < animation->surfaces.count; ++i) {
        sample_surface(&animation->surfaces.items[i], seconds);
    }
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < animation->surface_uses.count && status == TUM_OK; ++i) {
        const SurfaceUse *use = &animation->surface_uses.items[i];
        const Surface *surface = &animation->surfaces.items[use->surface];
        if (surface->has_changed) {
            status = tum_sim_set_surface(&world->sim, use->collider, surface->values[0],
                                         surface->values[1], surface->values[2]);
        }
    }
    return status;
}

static float inverse_of(double x)
{
    return is_finite64(x) && x > 0.0 ? (float)(1.0 / x) : 0.0f;
}

// Moments that came from the mass keep their share of it; authored ones stay (spec/scene-model.md
// section 3.5).
static bool move_mass(TumWorld *world, MotionTracks3 *motion, double seconds)
{
    double value[TRACK_WIDTH_MOST];
    tum_track_sample(motion->mass, seconds, value);
    const double mass = value[0] > 0.0 ? value[0] : (double)INFINITY;
    if (mass == motion->mass_now) {
        return false;
    }
    motion->mass_now = mass;
    double moments[3];
    for (int i = 0; i < 3; ++i) {
        const bool follows = motion->follows_mass[i] && is_finite64(motion->mass_at_load);
        moments[i] = motion->inertia[i] * (follows ? mass / motion->mass_at_load : 1.0);
    }
    const Vec3 inverse = {inverse_of(moments[0]), inverse_of(moments[1]), inverse_of(moments[2])};
    const Vec3 inertia = {inverse.x > 0.0f ? (float)moments[0] : 0.0f,
                          inverse.y > 0.0f ? (float)moments[1] : 0.0f,
                          inverse.z > 0.0f ? (float)moments[2] : 0.0f};
    tum_space3_set_mass(world->space3, motion->body, inverse_of(mass), inertia, inverse);
    return true;
}

static bool move_gravity(TumWorld *world, const MotionTracks3 *motion, double seconds)
{
    double value[TRACK_WIDTH_MOST];
    tum_track_sample(motion->gravity_factor, seconds, value);
    float *factor = &world->space3->masses.items[motion->body].gravity_factor;
    const bool is_other = *factor != rounded(value[0]);
    *factor = rounded(value[0]);
    return is_other;
}

// A velocity as its file gives it: in the body's own directions, or in the world's.
static bool move_velocity(TumWorld *world, const MotionTracks3 *motion, const TumTrack *track,
                          double seconds, Vec3 *velocity)
{
    double value[TRACK_WIDTH_MOST];
    tum_track_sample(track, seconds, value);
    Vec3 next = {rounded(value[0]), rounded(value[1]), rounded(value[2])};
    if (!motion->in_world) {
        next = quat_rotate(world->space3->places.items[motion->body].rotation, next);
    }
    const bool is_other = next.x != velocity->x || next.y != velocity->y || next.z != velocity->z;
    *velocity = next;
    return is_other;
}

static bool move_motion(TumWorld *world, MotionTracks3 *motion, double seconds)
{
    SolverBody3 *state = &world->space3->states.items[motion->body];
    const BodyRecord *record = &world->sim.bodies.items[motion->body];
    bool has_changed = false;
    if (!record->exists) {
        return false;
    }
    if (motion->mass != NULL) {
        has_changed |= move_mass(world, motion, seconds);
        tum_space3_set_dynamic(world->space3, motion->body, record->kind == TUM_BODY_DYNAMIC);
    }
    if (motion->gravity_factor != NULL) {
        has_changed |= move_gravity(world, motion, seconds);
    }
    if (motion->linear_velocity != NULL && record->kind != TUM_BODY_STATIC) {
        has_changed |=
            move_velocity(world, motion, motion->linear_velocity, seconds, &state->linear);
    }
    if (motion->angular_velocity != NULL && record->kind != TUM_BODY_STATIC) {
        has_changed |=
            move_velocity(world, motion, motion->angular_velocity, seconds, &state->angular);
    }
    return has_changed;
}

TumStatus tum_world_move_properties3(TumWorld *world, double seconds, float step)
{
    Animation3 *animation = world->animation;
    TumStatus status = move_surfaces(world, seconds);
    for (size_t i = 0; i < animation->motions.count && status == TUM_OK; ++i) {
        MotionTracks3 *motion = &animation->motions.items[i];
        if (move_motion(world, motion, seconds) && step > 0.0f) {
            status = tum_sim_stir(&world->sim, step, motion->body);
        }
    }
    return status;
}
