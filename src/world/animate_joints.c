// SPDX-License-Identifier: MIT
// Joints over time: limits, drives, frames, and whether what is joined collides.
#include "scene/track.h"
#include "space3/joint_tune3.h"
#include "world/animate.h"
#include "world/joint_part.h"
#include "world/world_data.h"

static const double MOST = 1e30; // Beyond this a number means too much anyhow.

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

static void sample_limit(JointTrackList tracks, double seconds, TumLimit *limit)
{
    number_at(TRACK(tracks, TUM_TRACK_LIMIT_MIN), seconds, &limit->min);
    number_at(TRACK(tracks, TUM_TRACK_LIMIT_MAX), seconds, &limit->max);
    strength_at(TRACK(tracks, TUM_TRACK_LIMIT_STIFFNESS), seconds, &limit->stiffness);
    strength_at(TRACK(tracks, TUM_TRACK_LIMIT_DAMPING), seconds, &limit->damping);
}

static void sample_drive(JointTrackList tracks, double seconds, TumDrive *drive)
{
    strength_at(TRACK(tracks, TUM_TRACK_DRIVE_MAX_FORCE), seconds, &drive->max_force);
    drive->has_position_target |=
        number_at(TRACK(tracks, TUM_TRACK_DRIVE_POSITION), seconds, &drive->position_target);
    number_at(TRACK(tracks, TUM_TRACK_DRIVE_VELOCITY), seconds, &drive->velocity_target);
    strength_at(TRACK(tracks, TUM_TRACK_DRIVE_STIFFNESS), seconds, &drive->stiffness);
    strength_at(TRACK(tracks, TUM_TRACK_DRIVE_DAMPING), seconds, &drive->damping);
}

TumLimit tum_limit_at(const TumScene *scene, int32_t limit, double seconds)
{
    JointTrackList tracks;
    TumLimit made = scene->limits[limit];
    find_tracks(scene, limit, false, tracks);
    sample_limit(tracks, seconds, &made);
    return made;
}

TumDrive tum_drive_at(const TumScene *scene, int32_t drive, double seconds)
{
    JointTrackList tracks;
    TumDrive made = scene->drives[drive];
    find_tracks(scene, drive, true, tracks);
    sample_drive(tracks, seconds, &made);
    return made;
}

// Following.

// Joints that share a description share the copies of its tracks. @return NULL when out of memory.
static const TumTrack *copy_once(Animation3 *animation, const TumTrack *track)
{
    const TumTrack **copy = &animation->copies[track->same_as];
    if (*copy == NULL) {
        *copy = tum_track_copy(&animation->arena, track);
    }
    return *copy;
}

static TumStatus follow_part(TumWorld *world, const TumScene *scene, int32_t joint, int32_t part,
                             int32_t source)
{
    Animation3 *animation = world->animation;
    const bool is_drive = (source & 1) != 0;
    JointTracks3 *made = array_push(&animation->joint_tracks, &world->allocator);
    if (made == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *made = (JointTracks3){.joint = joint, .part = part, .is_drive = is_drive};
    if (is_drive) {
        made->drive = scene->drives[source / 2];
        made->drive.pointer = NULL; // the scene's
    } else {
        made->limit = scene->limits[source / 2];
        made->limit.pointer = NULL;
    }
    JointTrackList tracks;
    find_tracks(scene, source / 2, is_drive, tracks);
    for (int i = 0; i < JOINT_TRACK_COUNT; ++i) {
        if (tracks[i] != NULL) {
            made->tracks[i] = copy_once(animation, tracks[i]);
            if (made->tracks[i] == NULL) {
                return TUM_ERROR_MEMORY;
            }
        }
    }
    return TUM_OK;
}

TumStatus tum_world_follow_joint3(TumWorld *world, const TumScene *scene, int32_t joint,
                                  int32_t first, const int32_t *sources, size_t source_count,
                                  const Seat3 seats[2])
{
    Animation3 *animation = world->animation;
    if (animation == NULL) {
        return TUM_OK;
    }
    for (size_t i = 0; i < source_count; ++i) {
        const TumStatus status =
            sources[i] == NONE ? TUM_OK
                               : follow_part(world, scene, joint, first + (int32_t)i, sources[i]);
        if (status != TUM_OK) {
            return status;
        }
    }
    for (int side = 0; side < 2; ++side) {
        const int32_t body = seats[side].body - 1; // of the scene, where it is one of its bodies
        const bool is_placed = seats[side].rig != NONE;
        if (!is_placed && tum_scene_track(scene, TUM_TRACK_CENTER_OF_MASS, body) == NULL) {
            continue;
        }
        JointFrame3 *made = array_push(&animation->joint_frames, &world->allocator);
        if (made == NULL) {
            return TUM_ERROR_MEMORY;
        }
        *made = (JointFrame3){.joint = joint,
                              .side = side,
                              .body = seats[side].body,
                              .rig = seats[side].rig,
                              .node_from_frame =
                                  is_placed ? seats[side].node_from_shape : seats[side].exact};
    }
    return TUM_OK;
}

// Who collides.

int32_t tum_world_joint_gate(TumWorld *world, const TumScene *scene, size_t joint,
                             const int32_t bodies[2], TumStatus *status)
{
    Animation3 *animation = world->animation;
    const TumTrack *track = tum_scene_track(scene, TUM_TRACK_JOINT_COLLISION, (int32_t)joint);
    if (track == NULL) {
        return NONE;
    }
    JointGate *made = array_push(&animation->gates, &world->allocator);
    const TumTrack *copy = tum_track_copy(&animation->arena, track);
    if (made == NULL || copy == NULL) {
        *status = TUM_ERROR_MEMORY;
        return NONE;
    }
    *made = (JointGate){.track = copy, .body = {bodies[0], bodies[1]}};
    return (int32_t)animation->gates.count - 1;
}

static TumStatus forbid(TumWorld *world, const GatedPair *pair)
{
    const int32_t a = (int32_t)(pair->key >> 32), b = (int32_t)(pair->key & UINT32_MAX);
    return pair->of_bodies ? tum_sim_forbid_bodies(&world->sim, a, b)
                           : tum_sim_forbid_colliders(&world->sim, a, b);
}

TumStatus tum_world_forbid3(TumWorld *world, int32_t gate, bool of_bodies, int32_t a, int32_t b)
{
    Animation3 *animation = world->animation;
    const GatedPair pair = {pair_key((uint32_t)a, (uint32_t)b), of_bodies, gate};
    if (animation != NULL && animation->has_gates) {
        GatedPair *slot = array_push(&animation->gated_pairs, &world->allocator);
        if (slot == NULL) {
            return TUM_ERROR_MEMORY;
        }
        *slot = pair;
    }
    return forbid(world, &pair);
}

static bool is_open_at(const JointGate *gate, double seconds)
{
    double value[TRACK_WIDTH_MOST];
    tum_track_sample(gate->track, seconds, value);
    return value[0] != 0.0;
}

// All go, then those that some joint forbids now come back: two joints may forbid one pair.
static TumStatus write_pairs(TumWorld *world)
{
    const Animation3 *animation = world->animation;
    JointTable *table = &world->sim.joints;
    for (size_t i = 0; i < animation->gated_pairs.count; ++i) {
        const GatedPair *pair = &animation->gated_pairs.items[i];
        tum_pair_set_remove(pair->of_bodies ? &table->bodies : &table->colliders, pair->key);
    }
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < animation->gated_pairs.count && status == TUM_OK; ++i) {
        const GatedPair *pair = &animation->gated_pairs.items[i];
        if (pair->gate == NONE || !animation->gates.items[pair->gate].is_open) {
            status = forbid(world, pair);
        }
    }
    return status;
}

static TumStatus find_pairs_again(TumWorld *world, const JointGate *gate)
{
    const Sim *sim = &world->sim;
    const int32_t body = gate->body[sim->bodies.items[gate->body[0]].is_movable ? 0 : 1];
    const TumStatus status = tum_world_detach_body(world, body);
    return status == TUM_OK ? tum_world_attach_body(world, body) : status;
}

static TumStatus move_gates(TumWorld *world, double seconds)
{
    Animation3 *animation = world->animation;
    bool someone = false;
    for (size_t i = 0; i < animation->gates.count; ++i) {
        JointGate *gate = &animation->gates.items[i];
        const bool was_open = gate->is_open;
        gate->is_open = is_open_at(gate, seconds);
        gate->changes = gate->is_open != was_open;
        someone |= gate->changes;
    }
    TumStatus status = someone ? write_pairs(world) : TUM_OK;
    for (size_t i = 0; i < animation->gates.count && status == TUM_OK && someone; ++i) {
        if (animation->gates.items[i].changes) {
            status = find_pairs_again(world, &animation->gates.items[i]);
        }
    }
    return status;
}

// Each step.

static void sample_part(JointTracks3 *tracks, double seconds)
{
    if (tracks->is_drive) {
        sample_drive(tracks->tracks, seconds, &tracks->drive);
        tracks->next = tum_joint_part_of_drive(&tracks->drive);
    } else {
        sample_limit(tracks->tracks, seconds, &tracks->limit);
        tracks->next = tum_joint_part_of_limit(&tracks->limit, true);
    }
}

static DPose3 frame_in_body(const TumWorld *world, const JointFrame3 *frame)
{
    const Vec3 center = world->space3->masses.items[frame->body].local_center;
    DPose3 pose = frame->node_from_frame;
    if (frame->rig != NONE) {
        pose = dpose3_multiply(world->animation->rig.nodes[frame->rig].pose, pose);
    }
    pose.position =
        dvec3_sub(pose.position, dvec3((double)center.x, (double)center.y, (double)center.z));
    return pose;
}

static TumStatus wake_joined(TumWorld *world, int32_t joint)
{
    const JointRecord *record = &world->sim.joints.joints.items[joint];
    const TumStatus status = tum_sim_wake(&world->sim, record->body[0]);
    return status == TUM_OK ? tum_sim_wake(&world->sim, record->body[1]) : status;
}

// Values that jump from key to key do not move between.
static bool is_even(const TumTrack *track)
{
    return track != NULL && track->interpolation != TUM_INTERPOLATION_STEP;
}

TumStatus tum_world_aim_joints3(TumWorld *world, double seconds, float step)
{
    Animation3 *animation = world->animation;
    JointSet3 *set = &world->space3->joints;
    TumStatus status = move_gates(world, seconds);
    for (size_t i = 0; i < animation->joint_tracks.count && status == TUM_OK; ++i) {
        JointTracks3 *tracks = &animation->joint_tracks.items[i];
        const EvenChange3 even = {.low = is_even(TRACK(tracks->tracks, TUM_TRACK_LIMIT_MIN)),
                                  .high = is_even(TRACK(tracks->tracks, TUM_TRACK_LIMIT_MAX)),
                                  .target =
                                      is_even(TRACK(tracks->tracks, TUM_TRACK_DRIVE_POSITION))};
        sample_part(tracks, seconds);
        tracks->changes =
            tum_joint3_tune(set, tracks->joint, tracks->part, &tracks->next, even, (double)step);
        if (tracks->changes) {
            status = wake_joined(world, tracks->joint);
        }
    }
    for (size_t i = 0; i < animation->joint_frames.count && status == TUM_OK; ++i) {
        JointFrame3 *frame = &animation->joint_frames.items[i];
        frame->next = frame_in_body(world, frame);
        if (frame->rig == NONE) {
            // The same place seen from another centre: not from the last one, to the last digit.
            tum_joint3_put_frame(set, frame->joint, frame->side, frame->next);
            continue;
        }
        frame->moves = tum_joint3_aim_frame(set, frame->joint, frame->side, frame->next,
                                            !animation->rig.nodes[frame->rig].jumps, (double)step);
        if (frame->moves) {
            status = wake_joined(world, frame->joint);
        }
    }
    return status;
}

void tum_world_land_joints3(TumWorld *world)
{
    const Animation3 *animation = world->animation;
    JointSet3 *set = &world->space3->joints;
    for (size_t i = 0; i < animation->joint_tracks.count; ++i) {
        const JointTracks3 *tracks = &animation->joint_tracks.items[i];
        if (tracks->changes) {
            tum_joint3_land(set, tracks->part, &tracks->next);
            tum_joint3_halt(set, tracks->joint);
        }
    }
    for (size_t i = 0; i < animation->joint_frames.count; ++i) {
        const JointFrame3 *frame = &animation->joint_frames.items[i];
        if (frame->moves) {
            tum_joint3_put_frame(set, frame->joint, frame->side, frame->next);
            tum_joint3_halt(set, frame->joint);
        }
    }
}

TumStatus tum_world_settle_joints3(TumWorld *world, double seconds)
{
    Animation3 *animation = world->animation;
    JointSet3 *set = &world->space3->joints;
    for (size_t i = 0; i < animation->joint_tracks.count; ++i) {
        JointTracks3 *tracks = &animation->joint_tracks.items[i];
        sample_part(tracks, seconds);
        tum_joint3_settle(set, tracks->part, &tracks->next);
    }
    for (size_t i = 0; i < animation->joint_frames.count; ++i) {
        const JointFrame3 *frame = &animation->joint_frames.items[i];
        tum_joint3_put_frame(set, frame->joint, frame->side, frame_in_body(world, frame));
    }
    for (size_t i = 0; i < animation->gates.count; ++i) {
        animation->gates.items[i].is_open = is_open_at(&animation->gates.items[i], seconds);
    }
    return animation->gates.count > 0 ? write_pairs(world) : TUM_OK;
}
