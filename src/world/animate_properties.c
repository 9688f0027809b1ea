// SPDX-License-Identifier: MIT
// animate_properties.c: animated friction and restitution of materials, and animated motion
// properties of bodies (KHR_animation_pointer; docs/simulation.md#properties-by-pointer). In each
// step a property has the value of its track at the end of the step; the solver does the rest.
#include <math.h> // INFINITY

#include "scene/track.h"
#include "space3/bodies3.h"
#include "world/animate.h"
#include "world/world_data.h"

// Bound of animated values; floats hold it.
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

static TumStatus copy_motion_tracks(Animation3 *animation, const TumScene *scene, int32_t index,
                                    MotionTracks3 *made, bool *is_animated)
{
    const struct {
        TumTrackTarget target;
        const TumTrack **copy;
    } wanted[MOTION_TRACK_COUNT] = {
        {TUM_TRACK_MASS, &made->mass},
        {TUM_TRACK_INERTIA, &made->inertia},
        {TUM_TRACK_INERTIA_ROTATION, &made->inertia_rotation},
        {TUM_TRACK_CENTER_OF_MASS, &made->center},
        {TUM_TRACK_KINEMATIC, &made->kinematic},
        {TUM_TRACK_GRAVITY_FACTOR, &made->gravity_factor},
        {TUM_TRACK_LINEAR_VELOCITY, &made->linear_velocity},
        {TUM_TRACK_ANGULAR_VELOCITY, &made->angular_velocity},
    };
    for (int i = 0; i < MOTION_TRACK_COUNT; ++i) {
        const TumTrack *track = tum_scene_track(scene, wanted[i].target, index);
        *wanted[i].copy = tum_track_copy(&animation->arena, track);
        *is_animated = *is_animated || track != NULL;
        if (track != NULL && *wanted[i].copy == NULL) {
            return TUM_ERROR_MEMORY;
        }
    }
    return TUM_OK;
}

static TumStatus add_motion(TumWorld *world, const TumScene *scene, int32_t index)
{
    Animation3 *animation = world->animation;
    const TumBody *body = &scene->bodies[index];
    MotionTracks3 made = {
        .body = index + 1, .in_world = body->velocity_in_world, .mass_at_load = body->mass};
    bool is_animated = false, has_authored_axes = false;
    const TumStatus status = copy_motion_tracks(animation, scene, index, &made, &is_animated);
    if (status != TUM_OK || !is_animated || body->driven || body->kind == TUM_BODY_STATIC) {
        return status;
    }
    for (int i = 0; i < 3; ++i) {
        made.inertia_at_load[i] = body->inertia[i];
        made.follows_mass[i] = body->inertia_origin[i] == TUM_ORIGIN_COMPUTED;
        has_authored_axes |= !made.follows_mass[i];
    }
    // Computed axes belong to computed moments.
    if (made.inertia == NULL && !has_authored_axes) {
        made.inertia_rotation = NULL;
    }
    MotionTracks3 *slot = array_push(&animation->motions, &world->allocator);
    if (slot == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *slot = made;
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
            status =
                tum_topology_set_surface(&world->sim.topology, use->collider, surface->values[0],
                                         surface->values[1], surface->values[2]);
        }
    }
    return status;
}

static float inverse_of(double x)
{
    return is_finite64(x) && x > 0.0 ? (float)(1.0 / x) : 0.0f;
}

static double mass_at(const MotionTracks3 *motion, double seconds)
{
    double value[TRACK_WIDTH_MOST];
    if (motion->mass == NULL) {
        return motion->mass_at_load;
    }
    tum_track_sample(motion->mass, seconds, value);
    return value[0] > 0.0 ? value[0] : (double)INFINITY;
}

// Moments computed from the mass are scaled with the mass; authored moments stay
// (docs/dialects.md#mass).
static void moments_at(const MotionTracks3 *motion, double seconds, double mass, double moments[3])
{
    double value[TRACK_WIDTH_MOST];
    if (motion->inertia != NULL) {
        tum_track_sample(motion->inertia, seconds, value);
    }
    for (int i = 0; i < 3; ++i) {
        const bool follows = motion->follows_mass[i] && is_finite64(motion->mass_at_load);
        const double share = follows ? mass / motion->mass_at_load : 1.0;
        moments[i] = motion->inertia == NULL ? motion->inertia_at_load[i] * share
                     : value[i] > 0.0        ? value[i]
                                             : (double)INFINITY;
    }
}

static bool is_same_weight(const BodyWeight3 *a, const BodyWeight3 *b)
{
    return a->inverse_mass == b->inverse_mass && vec3_distance(a->inertia, b->inertia) == 0.0f &&
           vec3_distance(a->inverse_inertia, b->inverse_inertia) == 0.0f;
}

static bool move_weight(TumWorld *world, const MotionTracks3 *motion, double seconds)
{
    const double mass = mass_at(motion, seconds);
    double moments[3];
    moments_at(motion, seconds, mass, moments);
    const Vec3 inverse = {inverse_of(moments[0]), inverse_of(moments[1]), inverse_of(moments[2])};
    const BodyWeight3 weight = {.inverse_mass = inverse_of(mass),
                                .inverse_inertia = inverse,
                                .inertia = {inverse.x > 0.0f ? (float)moments[0] : 0.0f,
                                            inverse.y > 0.0f ? (float)moments[1] : 0.0f,
                                            inverse.z > 0.0f ? (float)moments[2] : 0.0f}};
    BodyWeight3 *now = &world->space3->bodies.weights.items[motion->body];
    if (is_same_weight(now, &weight)) {
        return false;
    }
    *now = weight;
    const bool is_dynamic = world->sim.topology.bodies.items[motion->body].kind == TUM_BODY_DYNAMIC;
    tum_space3_set_dynamic(world->space3, motion->body, is_dynamic);
    return true;
}

static bool move_axes(TumWorld *world, const MotionTracks3 *motion, double seconds)
{
    double value[TRACK_WIDTH_MOST];
    tum_track_sample(motion->inertia_rotation, seconds, value);
    const Quat next =
        quat_normalize((Quat){(float)value[0], (float)value[1], (float)value[2], (float)value[3]});
    Quat *now = &world->space3->bodies.masses.items[motion->body].body_from_principal;
    const bool is_other =
        now->x != next.x || now->y != next.y || now->z != next.z || now->w != next.w;
    *now = next;
    return is_other;
}

// At load, a velocity is authored for the centre of mass, wherever the centre is.
static bool move_center(TumWorld *world, const MotionTracks3 *motion, double seconds, float step)
{
    double value[TRACK_WIDTH_MOST];
    tum_track_sample(motion->center, seconds, value);
    const Vec3 next = {rounded(value[0]), rounded(value[1]), rounded(value[2])};
    const Vec3 now = world->space3->bodies.masses.items[motion->body].local_center;
    if (vec3_distance(now, next) == 0.0f) {
        return false;
    }
    SolverBody3 *state = &world->space3->bodies.states.items[motion->body];
    const Vec3 velocity = state->linear;
    tum_world_move_center3(world, motion->body, next);
    state->linear = step > 0.0f ? state->linear : velocity;
    return true;
}

static bool move_gravity(TumWorld *world, const MotionTracks3 *motion, double seconds)
{
    double value[TRACK_WIDTH_MOST];
    tum_track_sample(motion->gravity_factor, seconds, value);
    float *factor = &world->space3->bodies.masses.items[motion->body].gravity_factor;
    const bool is_other = *factor != rounded(value[0]);
    *factor = rounded(value[0]);
    return is_other;
}

// A velocity as the file gives it: in body axes or in world axes.
static bool move_velocity(TumWorld *world, const MotionTracks3 *motion, const TumTrack *track,
                          double seconds, Vec3 *velocity)
{
    double value[TRACK_WIDTH_MOST];
    tum_track_sample(track, seconds, value);
    Vec3 next = {rounded(value[0]), rounded(value[1]), rounded(value[2])};
    if (!motion->in_world) {
        next = quat_rotate(world->space3->bodies.places.items[motion->body].rotation, next);
    }
    const bool is_other = next.x != velocity->x || next.y != velocity->y || next.z != velocity->z;
    *velocity = next;
    return is_other;
}

static bool move_motion(TumWorld *world, const MotionTracks3 *motion, double seconds, float step)
{
    SolverBody3 *state = &world->space3->bodies.states.items[motion->body];
    const BodyRecord *record = &world->sim.topology.bodies.items[motion->body];
    bool has_changed = false;
    if (!record->exists) {
        return false;
    }
    if (motion->mass != NULL || motion->inertia != NULL) {
        has_changed |= move_weight(world, motion, seconds);
    }
    if (motion->inertia_rotation != NULL) {
        has_changed |= move_axes(world, motion, seconds);
    }
    if (motion->center != NULL) {
        has_changed |= move_center(world, motion, seconds, step);
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
        const MotionTracks3 *motion = &animation->motions.items[i];
        if (move_motion(world, motion, seconds, step) && step > 0.0f) {
            status = tum_topology_kinematic_moved(&world->sim.topology, step, motion->body);
        }
    }
    return status;
}

TumStatus tum_world_switch_bodies3(TumWorld *world, double seconds)
{
    const Animation3 *animation = world->animation;
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < animation->motions.count && status == TUM_OK; ++i) {
        const MotionTracks3 *motion = &animation->motions.items[i];
        const BodyRecord *record = &world->sim.topology.bodies.items[motion->body];
        if (motion->kinematic == NULL || !record->exists) {
            continue;
        }
        double value[TRACK_WIDTH_MOST];
        tum_track_sample(motion->kinematic, seconds, value);
        const TumBodyKind kind = value[0] != 0.0 ? TUM_BODY_KINEMATIC : TUM_BODY_DYNAMIC;
        if (record->kind != kind) {
            status = tum_world_become(world, motion->body, kind, record->set == SET_ABSENT);
        }
    }
    return status;
}

bool tum_world_weight_follows(const TumWorld *world, int32_t body)
{
    const Animation3 *animation = world->animation;
    for (size_t i = 0; animation != NULL && i < animation->motions.count; ++i) {
        const MotionTracks3 *motion = &animation->motions.items[i];
        if (motion->body == body && (motion->mass != NULL || motion->inertia != NULL)) {
            return true;
        }
    }
    return false;
}
