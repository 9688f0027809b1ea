// SPDX-License-Identifier: MIT
// animate_joints.c: animated joints: limits, drives, frames and collision flags.
#include "joint3/joint_edit3.h"
#include "joint3/joint_tune3.h"
#include "scene/track.h"
#include "world/animate.h"
#include "world/joint_part.h"
#include "world/world_data.h"

static const double MOST = 1e30; // Bound of animated values.

static bool number_at(const TumTrack *track, double seconds, double *number)
{
    if (track == NULL) {
        return false;
    }
    double value[TRACK_WIDTH_MOST];
    tum_track_sample(track, seconds, value);
    *number = clamp64(value[0], -MOST, MOST);
    return true;
}

static void strength_at(const TumTrack *track, double seconds, double *number)
{
    if (number_at(track, seconds, number)) {
        *number = maximum64(*number, 0.0);
    }
}

/// Tracks from TUM_TRACK_LIMIT_MIN on, of a limit or of a drive.
typedef const TumTrack *JointTrackList[JOINT_TRACK_COUNT];

#define TRACK(tracks, target) ((tracks)[(target)-TUM_TRACK_LIMIT_MIN])

static void find_tracks(const TumScene *scene, int32_t index, bool is_drive, JointTrackList tracks)
{
    for (int i = 0; i < JOINT_TRACK_COUNT; ++i) {
        const int target = (int)TUM_TRACK_LIMIT_MIN + i;
        const bool of_drive = target >= (int)TUM_TRACK_DRIVE_MAX_FORCE;
        tracks[i] =
            of_drive == is_drive ? tum_scene_track(scene, (TumTrackTarget)target, index) : NULL;
    }
}

static void sample_limit(const TumTrack *const *tracks, double seconds, TumLimit *limit)
{
    number_at(TRACK(tracks, TUM_TRACK_LIMIT_MIN), seconds, &limit->min);
    number_at(TRACK(tracks, TUM_TRACK_LIMIT_MAX), seconds, &limit->max);
    strength_at(TRACK(tracks, TUM_TRACK_LIMIT_STIFFNESS), seconds, &limit->stiffness);
    strength_at(TRACK(tracks, TUM_TRACK_LIMIT_DAMPING), seconds, &limit->damping);
}

static void sample_drive(const TumTrack *const *tracks, double seconds, TumDrive *drive)
{
    strength_at(TRACK(tracks, TUM_TRACK_DRIVE_MAX_FORCE), seconds, &drive->max_force);
    drive->has_position_target |=
        number_at(TRACK(tracks, TUM_TRACK_DRIVE_POSITION), seconds, &drive->position_target);
    number_at(TRACK(tracks, TUM_TRACK_DRIVE_VELOCITY), seconds, &drive->velocity_target);
    strength_at(TRACK(tracks, TUM_TRACK_DRIVE_STIFFNESS), seconds, &drive->stiffness);
    strength_at(TRACK(tracks, TUM_TRACK_DRIVE_DAMPING), seconds, &drive->damping);
}

// Connecting joints with tracks.

// Joints with the same description share copies of its tracks. @return NULL when out of memory.
static const TumTrack *copy_once(Animation3 *animation, const TumTrack *track)
{
    const TumTrack **copy = &animation->copies[track->same_as];
    if (*copy == NULL) {
        *copy = tum_track_copy(&animation->arena, track);
    }
    return *copy;
}

static void sample(const JointTracks3 *tracks, double seconds, JointSource3 *source)
{
    if (tracks->is_drive) {
        sample_drive(tracks->tracks, seconds, &source->drives[tracks->index]);
    } else {
        sample_limit(tracks->tracks, seconds, &source->limits[tracks->index]);
    }
}

// Connects a limit or drive of a joint with the tracks of `described`, its index in the scene.
static TumStatus follow_numbers(TumWorld *world, const TumScene *scene, const JointTracks3 *which,
                                int32_t described)
{
    JointTrackList found;
    find_tracks(scene, described, which->is_drive, found);
    JointTracks3 made = *which;
    bool has_some = false;
    for (int i = 0; i < JOINT_TRACK_COUNT; ++i) {
        if (found[i] == NULL) {
            continue;
        }
        has_some = true;
        made.tracks[i] = copy_once(world->animation, found[i]);
        if (made.tracks[i] == NULL) {
            return TUM_ERROR_MEMORY;
        }
    }
    if (!has_some) {
        return TUM_OK;
    }
    JointTracks3 *place = array_push(&world->animation->joint_tracks, &world->allocator);
    if (place == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *place = made;
    JointSource3 *source = &world->joints.items[made.joint];
    *joint_source_follows(source, made.is_drive, made.index) = true;
    sample(place, 0.0, source);
    return TUM_OK;
}

static TumStatus follow_frame(TumWorld *world, int32_t joint, int side,
                              const ShapePlacement3 *placement)
{
    if (placement->animated_nodes == NONE) {
        return TUM_OK;
    }
    JointFrame3 *made = array_push(&world->animation->joint_frames, &world->allocator);
    if (made == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *made = (JointFrame3){.joint = joint,
                          .side = side,
                          .animated_nodes = placement->animated_nodes,
                          .node_from_frame = placement->node_from_shape};
    world->joints.items[joint].frame_follows[side] = true;
    return TUM_OK;
}

static bool is_open_at(const JointCollisionTrack *track, double seconds)
{
    double value[TRACK_WIDTH_MOST];
    tum_track_sample(track->track, seconds, value);
    return value[0] != 0.0;
}

static TumStatus follow_collision_track(TumWorld *world, const TumScene *scene, int32_t joint)
{
    Animation3 *animation = world->animation;
    const TumTrack *track = tum_scene_track(scene, TUM_TRACK_JOINT_COLLISION, joint);
    if (track == NULL) {
        return TUM_OK;
    }
    JointCollisionTrack *made = array_push(&animation->collision_tracks, &world->allocator);
    const TumTrack *copy = tum_track_copy(&animation->arena, track);
    if (made == NULL || copy == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *made = (JointCollisionTrack){.track = copy, .joint = joint};
    world->joints.items[joint].collision_follows = true;
    world->sim.topology.joints.joints.items[joint].lets_collide = is_open_at(made, 0.0);
    return TUM_OK;
}

TumStatus tum_world_follow_joint3(TumWorld *world, const TumScene *scene, int32_t joint,
                                  const ShapePlacement3 placements[2])
{
    if (world->animation == NULL) {
        return TUM_OK;
    }
    const TumJoint *said = &scene->joints[joint];
    TumStatus status = TUM_OK;
    for (int32_t i = 0; i < said->limit_count && status == TUM_OK; ++i) {
        const JointTracks3 which = {.joint = joint, .index = i};
        status = follow_numbers(world, scene, &which, said->limit_first + i);
    }
    for (int32_t i = 0; i < said->drive_count && status == TUM_OK; ++i) {
        const JointTracks3 which = {.joint = joint, .index = i, .is_drive = true};
        status = follow_numbers(world, scene, &which, said->drive_first + i);
    }
    for (int side = 0; side < 2 && status == TUM_OK; ++side) {
        status = follow_frame(world, joint, side, &placements[side]);
    }
    return status == TUM_OK ? follow_collision_track(world, scene, joint) : status;
}

// Functions called in each step.

static bool exists(const TumWorld *world, int32_t joint)
{
    return world->sim.topology.joints.joints.items[joint].exists;
}

static TumStatus move_collision_tracks(TumWorld *world, double seconds)
{
    const Animation3 *animation = world->animation;
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < animation->collision_tracks.count && status == TUM_OK; ++i) {
        const JointCollisionTrack *track = &animation->collision_tracks.items[i];
        if (exists(world, track->joint) && world->joints.items[track->joint].collision_follows) {
            status = tum_world_let_collide(world, track->joint, is_open_at(track, seconds));
        }
    }
    return status;
}

// Index into JointSet3.parts of the part for a limit or drive; NONE while the joint is inactive.
static int32_t part_of(const JointSet3 *set, const JointTracks3 *tracks)
{
    const Joint3 *joint = &set->joints.items[tracks->joint];
    for (int32_t i = joint->part_first; i < joint->part_first + joint->part_count; ++i) {
        const JointPart3 *part = &set->parts.items[i];
        if ((part->kind == PART_DRIVE) == tracks->is_drive && part->source == tracks->index) {
            return i;
        }
    }
    return NONE;
}

// Values with step interpolation do not change between keys.
static bool is_even(const TumTrack *track)
{
    return track != NULL && track->interpolation != TUM_INTERPOLATION_STEP;
}

static TumStatus aim_numbers(TumWorld *world, JointTracks3 *tracks, double seconds, double step)
{
    JointSet3 *set = &world->space3->joints;
    JointSource3 *source = &world->joints.items[tracks->joint];
    tracks->changes = false;
    if (!exists(world, tracks->joint) ||
        !*joint_source_follows(source, tracks->is_drive, tracks->index)) {
        return TUM_OK;
    }
    sample(tracks, seconds, source);
    const int32_t part = part_of(set, tracks);
    if (part == NONE) {
        return TUM_OK;
    }
    tracks->next = tracks->is_drive ? tum_joint_part_of_drive(&source->drives[tracks->index])
                                    : tum_joint_part_of_limit(&source->limits[tracks->index], true);
    const EvenChange3 even = {.low = is_even(TRACK(tracks->tracks, TUM_TRACK_LIMIT_MIN)),
                              .high = is_even(TRACK(tracks->tracks, TUM_TRACK_LIMIT_MAX)),
                              .target = is_even(TRACK(tracks->tracks, TUM_TRACK_DRIVE_POSITION))};
    tracks->changes = tum_joint3_tune(set, tracks->joint, part, &tracks->next, even, step);
    return tracks->changes ? tum_topology_wake_joint(&world->sim.topology, tracks->joint) : TUM_OK;
}

static TumStatus aim_frame(TumWorld *world, JointFrame3 *frame, double step)
{
    const AnimatedNode *node = &world->animation->animated_nodes.nodes[frame->animated_nodes];
    frame->moves = false;
    if (!exists(world, frame->joint) ||
        !world->joints.items[frame->joint].frame_follows[frame->side]) {
        return TUM_OK;
    }
    const int32_t body = world->sim.topology.joints.joints.items[frame->joint].body[frame->side];
    frame->next = dpose3_multiply(node->pose, frame->node_from_frame);
    frame->moves = tum_joint3_aim_frame(&world->space3->joints, frame->joint, frame->side,
                                        tum_world_frame_from_center3(world, body, frame->next),
                                        !node->jumps, step);
    return frame->moves ? tum_topology_wake_joint(&world->sim.topology, frame->joint) : TUM_OK;
}

TumStatus tum_world_aim_joints3(TumWorld *world, double seconds, float step)
{
    Animation3 *animation = world->animation;
    TumStatus status = move_collision_tracks(world, seconds);
    for (size_t i = 0; i < animation->joint_tracks.count && status == TUM_OK; ++i) {
        status = aim_numbers(world, &animation->joint_tracks.items[i], seconds, (double)step);
    }
    for (size_t i = 0; i < animation->joint_frames.count && status == TUM_OK; ++i) {
        status = aim_frame(world, &animation->joint_frames.items[i], (double)step);
    }
    return status;
}

void tum_world_land_joints3(TumWorld *world)
{
    const Animation3 *animation = world->animation;
    JointSet3 *set = &world->space3->joints;
    for (size_t i = 0; i < animation->joint_tracks.count; ++i) {
        const JointTracks3 *tracks = &animation->joint_tracks.items[i];
        if (tracks->changes) { // joints may have been laid out again since tum_world_aim_joints3
            tum_joint3_land(set, tracks->joint, part_of(set, tracks), &tracks->next);
            tum_joint3_halt(set, tracks->joint);
        }
    }
    for (size_t i = 0; i < animation->joint_frames.count; ++i) {
        const JointFrame3 *frame = &animation->joint_frames.items[i];
        if (frame->moves) {
            const int32_t body =
                world->sim.topology.joints.joints.items[frame->joint].body[frame->side];
            world->joints.items[frame->joint].frame[frame->side] = frame->next;
            tum_space3_set_joint_frame(world->space3, frame->joint, frame->side,
                                       tum_world_frame_from_center3(world, body, frame->next));
            tum_joint3_halt(set, frame->joint);
        }
    }
}
