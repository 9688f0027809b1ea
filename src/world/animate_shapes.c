// SPDX-License-Identifier: MIT
// animate_shapes.c: animated sizes of spheres, boxes, capsules, cylinders and planes. The mass of a
// body stays as it was at load (docs/simulation.md#10-animations).
#include "scene/track.h"
#include "world/animate.h"
#include "world/world_data.h"

static const double LARGEST = 2e9; // [m]

static double length_at(const TumTrack *track, double seconds, double otherwise)
{
    if (track == NULL) {
        return otherwise;
    }
    double value[TRACK_WIDTH_MOST];
    tum_track_sample(track, seconds, value);
    return value[0] > 0.0 ? minimum64(value[0], LARGEST) : 0.0;
}

static const TumTrack *track_of(const MovingShape *shape, TumTrackTarget target)
{
    return shape->tracks[target - TUM_TRACK_SHAPE_SIZE];
}

static void sample(MovingShape *shape, double seconds)
{
    TumShape *now = &shape->now;
    double value[TRACK_WIDTH_MOST];
    if (track_of(shape, TUM_TRACK_SHAPE_SIZE) != NULL) {
        tum_track_sample(track_of(shape, TUM_TRACK_SHAPE_SIZE), seconds, value);
        for (int i = 0; i < 3; ++i) {
            now->size[i] = value[i] > 0.0 ? minimum64(value[i], LARGEST) : 0.0;
        }
    }
    if (track_of(shape, TUM_TRACK_SHAPE_SIDES) != NULL) {
        tum_track_sample(track_of(shape, TUM_TRACK_SHAPE_SIDES), seconds, value);
        now->double_sided = value[0] != 0.0;
    }
    now->size[0] = length_at(track_of(shape, TUM_TRACK_SHAPE_SIZE_X), seconds, now->size[0]);
    now->size[2] = length_at(track_of(shape, TUM_TRACK_SHAPE_SIZE_Z), seconds, now->size[2]);
    now->radius = length_at(track_of(shape, TUM_TRACK_SHAPE_RADIUS), seconds, now->radius);
    now->height = length_at(track_of(shape, TUM_TRACK_SHAPE_HEIGHT), seconds, now->height);
    now->radius_bottom =
        length_at(track_of(shape, TUM_TRACK_SHAPE_BOTTOM), seconds, now->radius_bottom);
    now->radius_top = length_at(track_of(shape, TUM_TRACK_SHAPE_TOP), seconds, now->radius_top);
}

// Tracks are sorted by target; those of shapes are the last.
static TumStatus add_track(TumWorld *world, const TumScene *scene, const TumTrack *track)
{
    Animation3 *animation = world->animation;
    int32_t *index = &animation->shape_of[track->index];
    if (*index == NONE) {
        MovingShape *made = array_push(&animation->shapes, &world->allocator);
        if (made == NULL) {
            return TUM_ERROR_MEMORY;
        }
        *made = (MovingShape){.now = scene->shapes[track->index], .is_even = true};
        made->now.pointer = NULL; // owned by the scene
        *index = (int32_t)animation->shapes.count - 1;
    }
    const TumTrack *copy = tum_track_copy(&animation->arena, track);
    MovingShape *shape = &animation->shapes.items[*index];
    shape->tracks[track->target - TUM_TRACK_SHAPE_SIZE] = copy;
    shape->is_even = shape->is_even && (track->interpolation != TUM_INTERPOLATION_STEP ||
                                        track->target == TUM_TRACK_SHAPE_SIDES);
    return copy != NULL ? TUM_OK : TUM_ERROR_MEMORY;
}

TumStatus tum_world_build_shapes3(TumWorld *world, const TumScene *scene)
{
    TumStatus status = TUM_OK;
    for (size_t i = scene->track_count; i-- > 0 && status == TUM_OK;) {
        if (scene->tracks[i].target < TUM_TRACK_SHAPE_SIZE) {
            break;
        }
        status = add_track(world, scene, &scene->tracks[i]);
    }
    tum_world_move_shapes3(world, 0.0);
    return status;
}

const TumShape *tum_world_shape_now(const TumWorld *world, const TumScene *scene, int32_t shape)
{
    const Animation3 *animation = world->animation;
    const int32_t index = animation != NULL ? animation->shape_of[shape] : NONE;
    return index != NONE ? &animation->shapes.items[index].now : &scene->shapes[shape];
}

void tum_world_move_shapes3(TumWorld *world, double seconds)
{
    for (size_t i = 0; i < world->animation->shapes.count; ++i) {
        sample(&world->animation->shapes.items[i], seconds);
    }
}
