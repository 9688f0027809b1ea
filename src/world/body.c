// SPDX-License-Identifier: MIT
// body.c: ids, poses and velocities of bodies.
#include "base/assert.h"
#include "motion3/space_ops3.h"
#include "tumble/world3.h"
#include "world/world_data.h"

int32_t tum_world_slot(const TumWorld *world, TumBodyId body)
{
    const Topology *topology = &world->sim.topology;
    if (body.index1 == 0 || body.index1 > topology->bodies.count || body.world != world->id) {
        return NONE;
    }
    const int32_t slot = (int32_t)body.index1 - 1;
    const BodyRecord *record = &topology->bodies.items[slot];
    return slot != WORLD_BODY && record->exists && record->generation == body.generation ? slot
                                                                                         : NONE;
}

TumBodyId tum_world_id(const TumWorld *world, int32_t slot)
{
    if (slot == WORLD_BODY || !world->sim.topology.bodies.items[slot].exists) {
        return (TumBodyId){0, 0, 0};
    }
    return (TumBodyId){(uint32_t)slot + 1, world->sim.topology.bodies.items[slot].generation,
                       world->id};
}

size_t tum_world_body_count(const TumWorld *world)
{
    return world->sim.topology.bodies.count - 1;
}

TumBodyId tum_world_body_at(const TumWorld *world, size_t index)
{
    if (index >= tum_world_body_count(world)) {
        return (TumBodyId){0, 0, 0};
    }
    return tum_world_id(world, (int32_t)index + 1);
}

bool tum_body_exists(const TumWorld *world, TumBodyId body)
{
    return tum_world_slot(world, body) != NONE;
}

int32_t tum_body_node(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot(world, body);
    return slot == NONE ? -1 : world->sim.topology.bodies.items[slot].node;
}

TumBodyKind tum_body_kind(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot(world, body);
    return slot == NONE ? TUM_BODY_STATIC
                        : (TumBodyKind)world->sim.topology.bodies.items[slot].kind;
}

bool tum_body_is_awake(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot(world, body);
    return slot != NONE && (world->sim.topology.bodies.items[slot].set == SET_AWAKE ||
                            world->sim.topology.bodies.items[slot].set == SET_STATIC);
}

TumBodyId tum_world_diverged_body(const TumWorld *world)
{
    const int32_t slot = world->sim.topology.diverged;
    return slot == NONE ? (TumBodyId){0, 0, 0} : tum_world_id(world, slot);
}

static TumVec3 public_vec3(Vec3 v)
{
    return (TumVec3){v.x, v.y, v.z};
}

TumPose3 tum_body_pose3(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot(world, body);
    if (!TUM_REQUIRE(world->dimension == 3) || slot == NONE) {
        return (TumPose3){{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}};
    }
    const Pose3 pose = tum_space3_body_pose(world->space3, slot);
    return (TumPose3){public_vec3(pose.position),
                      {pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w}};
}

TumVec3 tum_body_linear_velocity3(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot(world, body);
    if (!TUM_REQUIRE(world->dimension == 3) || slot == NONE) {
        return (TumVec3){0.0f, 0.0f, 0.0f};
    }
    return public_vec3(world->space3->bodies.states.items[slot].linear);
}

TumVec3 tum_body_angular_velocity3(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot(world, body);
    if (!TUM_REQUIRE(world->dimension == 3) || slot == NONE) {
        return (TumVec3){0.0f, 0.0f, 0.0f};
    }
    return public_vec3(world->space3->bodies.states.items[slot].angular);
}

TumVec3 tum_body_center_of_mass3(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot(world, body);
    if (!TUM_REQUIRE(world->dimension == 3) || slot == NONE) {
        return (TumVec3){0.0f, 0.0f, 0.0f};
    }
    return public_vec3(world->space3->bodies.places.items[slot].center);
}

static TumPose3 public_pose3(Pose3 pose)
{
    return (TumPose3){public_vec3(pose.position),
                      {pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w}};
}

size_t tum_world_read_bodies3(const TumWorld *world, const TumBodyArrays3 *arrays)
{
    const size_t bodies = tum_world_body_count(world);
    const size_t count = bodies < arrays->capacity ? bodies : arrays->capacity;
    if (!TUM_REQUIRE(world->dimension == 3)) {
        return 0;
    }
    for (size_t i = 0; i < count; ++i) {
        const TumPose3 pose = public_pose3(tum_space3_body_pose(world->space3, (int32_t)i + 1));
        const SolverBody3 *state = &world->space3->bodies.states.items[i + 1];
        if (arrays->positions != NULL) {
            arrays->positions[i] = pose.position;
        }
        if (arrays->rotations != NULL) {
            arrays->rotations[i] = pose.rotation;
        }
        if (arrays->linear_velocities != NULL) {
            arrays->linear_velocities[i] = public_vec3(state->linear);
        }
        if (arrays->angular_velocities != NULL) {
            arrays->angular_velocities[i] = public_vec3(state->angular);
        }
    }
    return bodies;
}
