// SPDX-License-Identifier: MIT
// world4.c: poses, velocities and forces of bodies in a 4D world.
#include "tumble/world4.h"

#include "base/assert.h"
#include "world/public4.h"
#include "world/world_data.h"

// [m/s], [rad/s] Velocity at which a motion counts as a jump.
static const double FASTEST = 1e5;

// Slot of a body in a 4D world, or NONE.
static int32_t slot_of(const TumWorld *world, TumBodyId body)
{
    return TUM_REQUIRE(world->dimension == 4) ? tum_world_slot(world, body) : NONE;
}

TumPose4 tum_body_pose4(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = slot_of(world, body);
    return public_pose4(slot != NONE ? tum_space4_body_pose(world->space4, slot) : POSE4_IDENTITY);
}

TumVec4 tum_body_linear_velocity4(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = slot_of(world, body);
    return slot != NONE ? public_vec4(world->space4->states.items[slot].linear)
                        : (TumVec4){0.0f, 0.0f, 0.0f, 0.0f};
}

TumBivec4 tum_body_angular_velocity4(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = slot_of(world, body);
    return slot != NONE ? public_bivec4(tum_space4_spin(world->space4, slot))
                        : (TumBivec4){0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
}

TumVec4 tum_body_center_of_mass4(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = slot_of(world, body);
    return slot != NONE ? public_vec4(world->space4->places.items[slot].center)
                        : (TumVec4){0.0f, 0.0f, 0.0f, 0.0f};
}

size_t tum_world_read_bodies4(const TumWorld *world, const TumBodyArrays4 *arrays)
{
    const size_t bodies = tum_world_body_count(world);
    const size_t count = bodies < arrays->capacity ? bodies : arrays->capacity;
    if (!TUM_REQUIRE(world->dimension == 4)) {
        return 0;
    }
    for (size_t i = 0; i < count; ++i) {
        const int32_t slot = (int32_t)i + 1;
        const TumPose4 pose = public_pose4(tum_space4_body_pose(world->space4, slot));
        if (arrays->positions != NULL) {
            arrays->positions[i] = pose.position;
        }
        if (arrays->rotations != NULL) {
            arrays->rotations[i] = pose.rotation;
        }
        if (arrays->linear_velocities != NULL) {
            arrays->linear_velocities[i] = public_vec4(world->space4->states.items[slot].linear);
        }
        if (arrays->angular_velocities != NULL) {
            arrays->angular_velocities[i] = public_bivec4(tum_space4_spin(world->space4, slot));
        }
    }
    return bodies;
}

TumStatus tum_body_set_pose4(TumWorld *world, TumBodyId body, TumPose4 pose)
{
    const int32_t slot = slot_of(world, body);
    Pose4 inner;
    if (slot == NONE || !inner_pose4(pose, &inner)) {
        return TUM_ERROR_ARGUMENT;
    }
    const TumStatus status = tum_world_detach_body(world, slot);
    if (status != TUM_OK) {
        return status;
    }
    tum_space4_hold_counts(world->space4, &world->sim.topology, slot);
    tum_space4_set_pose(world->space4, slot, inner);
    return tum_world_attach_body(world, slot);
}

// Wakes the body: the velocity of a sleeping body would be lost.
static TumStatus begin_motion(TumWorld *world, int32_t slot)
{
    world->sim.topology.bodies.items[slot].sleep_time = 0.0f;
    world->sim.topology.boxes_are_stale = true;
    return tum_topology_wake(&world->sim.topology, slot);
}

static bool has_motion(const TumWorld *world, int32_t slot)
{
    return slot != NONE && world->sim.topology.bodies.items[slot].kind != TUM_BODY_STATIC;
}

TumStatus tum_body_set_linear_velocity4(TumWorld *world, TumBodyId body, TumVec4 velocity)
{
    const int32_t slot = slot_of(world, body);
    if (!has_motion(world, slot) || !vec4_is_finite(inner_vec4(velocity))) {
        return TUM_ERROR_ARGUMENT;
    }
    const TumStatus status = begin_motion(world, slot);
    if (status == TUM_OK) {
        world->space4->states.items[slot].linear = inner_vec4(velocity);
    }
    return status;
}

TumStatus tum_body_set_angular_velocity4(TumWorld *world, TumBodyId body, TumBivec4 velocity)
{
    const int32_t slot = slot_of(world, body);
    if (!has_motion(world, slot) || !bivec4_is_finite(inner_bivec4(velocity))) {
        return TUM_ERROR_ARGUMENT;
    }
    const TumStatus status = begin_motion(world, slot);
    if (status == TUM_OK) {
        tum_space4_set_spin(world->space4, slot, inner_bivec4(velocity));
    }
    return status;
}

TumStatus tum_body_move_to4(TumWorld *world, TumBodyId body, TumPose4 pose, float seconds)
{
    const int32_t slot = slot_of(world, body);
    Pose4 target;
    if (slot == NONE || !inner_pose4(pose, &target) || !(seconds > 0.0f) ||
        world->sim.topology.bodies.items[slot].kind != TUM_BODY_KINEMATIC) {
        return TUM_ERROR_ARGUMENT;
    }
    const Pose4 now = space4_pose(world->space4, slot);
    target = pose4_multiply(target, world->space4->masses.items[slot].body_from_principal);
    const DVec4 displacement = dvec4_sub(vec4_widen(target.position), vec4_widen(now.position));
    const DBivec4 turn = tum_rotation4_log(drotation4_multiply(
        rotation4_widen(target.rotation), drotation4_inverse(rotation4_widen(now.rotation))));
    const double per_second = 1.0 / (double)seconds;
    const DVec4 v = dvec4_scale(displacement, per_second);
    const DBivec4 w = dbivec4_scale(turn, per_second);
    if (!(dvec4_length(v) < FASTEST) || !(dbivec4_length(w) < FASTEST)) {
        return TUM_ERROR_ARGUMENT;
    }
    const TumStatus status = begin_motion(world, slot);
    if (status == TUM_OK) {
        world->space4->states.items[slot].linear =
            vec4((float)v.x, (float)v.y, (float)v.z, (float)v.w);
        tum_space4_set_spin(
            world->space4, slot,
            (Bivec4){(float)w.xy, (float)w.xz, (float)w.yz, (float)w.xw, (float)w.yw, (float)w.zw});
    }
    return status;
}

static TumStatus push(TumWorld *world, int32_t slot, Vec4 linear, Bivec4 angular)
{
    if (!world->sim.topology.bodies.items[slot].is_movable ||
        !tum_space4_push(world->space4, slot, linear, angular)) {
        return TUM_OK;
    }
    return begin_motion(world, slot);
}

TumStatus tum_body_apply_impulse4(TumWorld *world, TumBodyId body, TumVec4 linear,
                                  TumBivec4 angular)
{
    const int32_t slot = slot_of(world, body);
    if (slot == NONE || !vec4_is_finite(inner_vec4(linear)) ||
        !bivec4_is_finite(inner_bivec4(angular))) {
        return TUM_ERROR_ARGUMENT;
    }
    return push(world, slot, inner_vec4(linear), inner_bivec4(angular));
}

TumStatus tum_body_apply_point_impulse4(TumWorld *world, TumBodyId body, TumVec4 impulse,
                                        TumVec4 point)
{
    const int32_t slot = slot_of(world, body);
    if (slot == NONE || !vec4_is_finite(inner_vec4(impulse)) ||
        !vec4_is_finite(inner_vec4(point))) {
        return TUM_ERROR_ARGUMENT;
    }
    const Vec4 arm = vec4_sub(inner_vec4(point), world->space4->places.items[slot].center);
    return push(world, slot, inner_vec4(impulse), vec4_wedge(arm, inner_vec4(impulse)));
}

// Adds to the force and torque on a body in the next step.
static TumStatus pull(TumWorld *world, int32_t slot, Vec4 force, Bivec4 torque)
{
    const BodyRecord *record = &world->sim.topology.bodies.items[slot];
    if (record->kind != TUM_BODY_DYNAMIC || record->set == SET_ABSENT) {
        return TUM_ERROR_ARGUMENT;
    }
    const TumStatus status = begin_motion(world, slot);
    if (status == TUM_OK) {
        Push4 *push = &world->space4->pushes.items[slot];
        push->force = vec4_add(push->force, force);
        push->torque = bivec4_add(push->torque, torque);
        world->space4->has_pushes = true;
    }
    return status;
}

TumStatus tum_body_add_force4(TumWorld *world, TumBodyId body, TumVec4 force, const TumVec4 *point)
{
    const int32_t slot = slot_of(world, body);
    if (slot == NONE || !vec4_is_finite(inner_vec4(force)) ||
        (point != NULL && !vec4_is_finite(inner_vec4(*point)))) {
        return TUM_ERROR_ARGUMENT;
    }
    const Vec4 center = world->space4->places.items[slot].center;
    const Vec4 arm = point != NULL ? vec4_sub(inner_vec4(*point), center) : vec4(0, 0, 0, 0);
    return pull(world, slot, inner_vec4(force), vec4_wedge(arm, inner_vec4(force)));
}

TumStatus tum_body_add_torque4(TumWorld *world, TumBodyId body, TumBivec4 torque)
{
    const int32_t slot = slot_of(world, body);
    if (slot == NONE || !bivec4_is_finite(inner_bivec4(torque))) {
        return TUM_ERROR_ARGUMENT;
    }
    return pull(world, slot, vec4(0, 0, 0, 0), inner_bivec4(torque));
}
