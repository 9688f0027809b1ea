// SPDX-License-Identifier: MIT
// poses.c: the poses of all bodies after and before the last step, for views of a script.
//
// Both sets are in one block, which moves when bodies are added.
#include <stdlib.h>
#include <string.h>

#include "module.h"

static size_t position_width(const TumWebWorld *world)
{
    return tum_world_dimension(world->world) == 4 ? 4 : 3;
}

static size_t rotation_width(const TumWebWorld *world)
{
    return tum_world_dimension(world->world) == 4 ? 16 : 4;
}

// [bytes] of one set, a multiple of 64.
static size_t set_bytes(const TumWebWorld *world, size_t capacity)
{
    const size_t words = position_width(world) + rotation_width(world) + 2;
    return (capacity * (words * sizeof(float) + 1) + 63) / 64 * 64;
}

static void place_set(const TumWebWorld *world, WebPoses *poses, char *at, size_t capacity)
{
    poses->positions = (float *)(void *)at;
    poses->rotations = poses->positions + capacity * position_width(world);
    poses->nodes = (int32_t *)(poses->rotations + capacity * rotation_width(world));
    poses->changed = (uint32_t *)(poses->nodes + capacity);
    poses->awake = (uint8_t *)(poses->changed + capacity);
}

void web_free_poses(TumWebWorld *world)
{
    free(world->pose_memory);
    world->pose_memory = NULL;
    world->capacity = 0;
}

// Makes room for the bodies of the world; the old poses come along.
static bool reserve(TumWebWorld *world, size_t count)
{
    if (world->pose_memory != NULL && count <= world->capacity) {
        return true;
    }
    const size_t capacity = count + count / 2 + 16, bytes = set_bytes(world, capacity);
    char *block = aligned_alloc(64, 2 * bytes);
    if (block == NULL) {
        return false;
    }
    memset(block, 0, 2 * bytes);
    const size_t positions = position_width(world) * sizeof(float);
    const size_t rotations = rotation_width(world) * sizeof(float);
    for (int i = 0; i < 2; ++i) {
        WebPoses *poses = &world->poses[i];
        const WebPoses old = *poses;
        place_set(world, poses, block + (size_t)i * bytes, capacity);
        if (old.count > 0) {
            memcpy(poses->positions, old.positions, old.count * positions);
            memcpy(poses->rotations, old.rotations, old.count * rotations);
            memcpy(poses->awake, old.awake, old.count);
            memcpy(poses->nodes, old.nodes, old.count * sizeof *old.nodes);
            memcpy(poses->changed, old.changed, old.changed_count * sizeof *old.changed);
        }
    }
    free(world->pose_memory);
    world->pose_memory = block;
    world->capacity = (uint32_t)capacity;
    return true;
}

static void read_bodies(const TumWebWorld *world, WebPoses *poses)
{
    if (tum_world_dimension(world->world) == 4) {
        const TumBodyArrays4 arrays = {.capacity = poses->count,
                                       .positions = (TumVec4 *)(void *)poses->positions,
                                       .rotations = (TumBasis4 *)(void *)poses->rotations};
        tum_world_read_bodies4(world->world, &arrays);
    } else {
        const TumBodyArrays3 arrays = {.capacity = poses->count,
                                       .positions = (TumVec3 *)(void *)poses->positions,
                                       .rotations = (TumQuat *)(void *)poses->rotations};
        tum_world_read_bodies3(world->world, &arrays);
    }
    for (uint32_t i = 0; i < poses->count; ++i) {
        const TumBodyId body = tum_world_body_at(world->world, i);
        poses->awake[i] = tum_body_is_awake(world->world, body);
        poses->nodes[i] = tum_body_node(world->world, body);
    }
}

static bool is_same(const TumWebWorld *world, uint32_t i, const WebPoses *a, const WebPoses *b)
{
    const size_t p = position_width(world), r = rotation_width(world);
    return memcmp(a->positions + i * p, b->positions + i * p, p * sizeof(float)) == 0 &&
           memcmp(a->rotations + i * r, b->rotations + i * r, r * sizeof(float)) == 0;
}

static void copy_pose(const TumWebWorld *world, uint32_t i, WebPoses *to, const WebPoses *from)
{
    const size_t p = position_width(world), r = rotation_width(world);
    memcpy(to->positions + i * p, from->positions + i * p, p * sizeof(float));
    memcpy(to->rotations + i * r, from->rotations + i * r, r * sizeof(float));
    to->awake[i] = from->awake[i];
    to->nodes[i] = from->nodes[i];
}

bool web_read_poses(TumWebWorld *world)
{
    if (!world->is_stale) {
        return true;
    }
    const uint32_t count = (uint32_t)tum_world_body_count(world->world);
    if (!reserve(world, count)) {
        return false;
    }
    WebPoses *now = &world->poses[world->now], *before = &world->poses[1 - world->now];
    now->count = count;
    read_bodies(world, now);
    // A pose that a change has set was not reached by motion: it is that before the step, too.
    for (uint32_t i = 0; i < count; ++i) {
        if (i >= before->count) {
            copy_pose(world, i, before, now);
        }
    }
    before->count = count;
    world->is_stale = false;
    return true;
}

/// Poses of the world.
///
/// @param before  0: now; 1: before the last step.
/// @return WebPoses, NULL when out of memory.
const WebPoses *WEB_EXPORT(tum_web_poses)(TumWebWorld *world, int before)
{
    return web_read_poses(world) ? &world->poses[before != 0 ? 1 - world->now : world->now] : NULL;
}

/// Makes the poses of a body before the last step those of now: for bodies that were put elsewhere,
/// which did not move there.
void WEB_EXPORT(tum_web_poses_jump)(TumWebWorld *world, double id)
{
    const size_t place = web_place(world->world, web_body(id));
    if (web_read_poses(world) && place < world->poses[0].count) {
        copy_pose(world, (uint32_t)place, &world->poses[1 - world->now], &world->poses[world->now]);
    }
}

/// Moves the world by one step.
int WEB_EXPORT(tum_web_step)(TumWebWorld *world, float seconds)
{
    if (!web_read_poses(world)) {
        return TUM_ERROR_MEMORY;
    }
    const TumStatus status = tum_world_step(world->world, seconds);
    if (status != TUM_OK && status != TUM_ERROR_DIVERGED) {
        return (int)status;
    }
    world->now = 1 - world->now;
    WebPoses *now = &world->poses[world->now];
    const WebPoses *before = &world->poses[1 - world->now];
    now->count = before->count;
    read_bodies(world, now);
    now->changed_count = 0;
    for (uint32_t i = 0; i < now->count; ++i) {
        if (!is_same(world, i, now, before)) {
            now->changed[now->changed_count++] = i;
        }
    }
    return (int)status;
}
