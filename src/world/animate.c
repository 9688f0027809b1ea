// SPDX-License-Identifier: MIT
// animate.c: poses and velocities of driven bodies and colliders.
#include "world/animate.h"

#include <string.h>

#include "contact3/surface_velocity3.h"
#include "joint3/joint_tune3.h"
#include "math/widen3.h"
#include "motion3/space_ops3.h"
#include "scene/track.h"
#include "space3/bodies3.h"
#include "space3/gyroscope3.h"
#include "world/world_data.h"

// [m/s], [rad/s] Faster animated motion is a jump: the body is placed at its new pose without a
// velocity, and pushes no other body on the way.
static const double JUMP_SPEED = 1e5;

// [m] Bound of animated positions. Floats hold it; a body this far out counts as diverged.
static const double FARTHEST = 2e9;

// [s] Interval over which the velocity of a driven body at t = 0 is averaged.
static const double FIRST_MOMENT = 1.0 / 1024.0;

static double within_reach(double x)
{
    return clamp64(x, -FARTHEST, FARTHEST);
}

static DVec3 vec3_within_reach(DVec3 v)
{
    return dvec3(within_reach(v.x), within_reach(v.y), within_reach(v.z));
}

static Pose3 pose3_of(DPose3 pose)
{
    return (Pose3){vec3_narrow(vec3_within_reach(pose.position)),
                   quat_normalize(quat_narrow(pose.rotation))};
}

// The body frame of a scene's body: its next pose where an animation moves the body, else its
// current pose.
static DPose3 frame_pose(const TumWorld *world, int32_t body)
{
    const Animation3 *animation = world->animation;
    if (body < 0) {
        return DPOSE3_IDENTITY;
    }
    if (animation->keyframe_of[body] != NONE) {
        const Keyframe3 *key = &animation->keyframes.items[animation->keyframe_of[body]];
        if (!key->is_released || !world->sim.topology.bodies.items[key->body].exists) {
            return key->next;
        }
    }
    const Pose3 pose = tum_space3_body_pose(world->space3, body + 1);
    const Quat q = pose.rotation;
    return (DPose3){{(double)pose.position.x, (double)pose.position.y, (double)pose.position.z},
                    dquat_normalize((DQuat){(double)q.x, (double)q.y, (double)q.z, (double)q.w})};
}

// Keyframes follow the order of the animated nodes, so the next pose of a frame is known before the
// nodes within the frame use the pose. q and -q are the same rotation; the one nearer to the last
// rotation is taken.
static void aim(const TumWorld *world, Keyframe3 *key)
{
    const AnimatedNode *node = &world->animation->animated_nodes.nodes[key->animated_nodes];
    DPose3 next = dpose3_multiply(frame_pose(world, node->frame), node->pose);
    const DQuat was = key->pose.rotation, q = dquat_normalize(next.rotation);
    const double dot = was.x * q.x + was.y * q.y + was.z * q.z + was.w * q.w;
    next.rotation = dot < 0.0 ? (DQuat){-q.x, -q.y, -q.z, -q.w} : q;
    next.position = vec3_within_reach(next.position);
    key->next = next;
}

static bool same_pose(const DPose3 *a, const DPose3 *b)
{
    return a->position.x == b->position.x && a->position.y == b->position.y &&
           a->position.z == b->position.z && a->rotation.x == b->rotation.x &&
           a->rotation.y == b->rotation.y && a->rotation.z == b->rotation.z &&
           a->rotation.w == b->rotation.w;
}

// Sets velocities from the current pose to the next one. @return true when the body moves.
static bool set_velocity(TumWorld *world, const Keyframe3 *key, double seconds)
{
    SolverBody3 *state = &world->space3->bodies.states.items[key->body];
    state->linear = (Vec3){0.0f, 0.0f, 0.0f};
    state->angular = (Vec3){0.0f, 0.0f, 0.0f};
    if (same_pose(&key->pose, &key->next)) {
        return false;
    }
    const DVec3 path = dvec3_sub(dpose3_transform(key->next, key->local_center),
                                 dpose3_transform(key->pose, key->local_center));
    const DVec3 linear = dvec3_scale(path, 1.0 / seconds);
    const DVec3 angular =
        dvec3_scale(tum_turn_between3(key->pose.rotation, key->next.rotation), 1.0 / seconds);
    if (dvec3_length(linear) < JUMP_SPEED && dvec3_length(angular) < JUMP_SPEED) {
        state->linear = vec3_narrow(linear);
        state->angular = vec3_narrow(angular);
    }
    return true;
}

static void put_down(TumWorld *world, Keyframe3 *key)
{
    BodyPlace3 *place = &world->space3->bodies.places.items[key->body];
    key->pose = key->next;
    place->center = vec3_narrow(dpose3_transform(key->pose, key->local_center));
    place->rotation = pose3_of(key->pose).rotation;
}

Pose3 tum_world_attached_pose3(const TumWorld *world, int32_t animated_nodes,
                               DPose3 node_from_shape)
{
    return pose3_of(dpose3_multiply(world->animation->animated_nodes.nodes[animated_nodes].pose,
                                    node_from_shape));
}

// Bodies that are disabled or released do not follow; their animation continues.
static bool follows(const TumWorld *world, const Keyframe3 *key)
{
    return !key->is_released && world->sim.topology.bodies.items[key->body].set != SET_ABSENT;
}

// Pose of a shape in its body, relative to the centre of mass.
static Pose3 pose_in_body(const TumWorld *world, const AttachedShape3 *attached)
{
    const DPose3 exact =
        attached->animated_nodes == NONE
            ? attached->node_from_shape
            : dpose3_multiply(world->animation->animated_nodes.nodes[attached->animated_nodes].pose,
                              attached->node_from_shape);
    Pose3 pose = pose3_of(exact);
    pose.position =
        vec3_sub(pose.position, world->space3->bodies.masses.items[attached->body].local_center);
    return pose;
}

static void aim_attached(const TumWorld *world, AttachedShape3 *attached)
{
    attached->next = pose_in_body(world, attached);
    if (attached->shape != NONE) {
        const TumShape *shape = &world->animation->shapes.items[attached->shape].now;
        tum_world_implicit_shape(shape, attached->scale, &attached->next_shape);
    }
}

// True when neither the pose nor the shape has step interpolation.
static bool is_even(const Animation3 *animation, const AttachedShape3 *attached)
{
    return (attached->animated_nodes == NONE ||
            !animation->animated_nodes.nodes[attached->animated_nodes].jumps) &&
           (attached->shape == NONE || animation->shapes.items[attached->shape].is_even);
}

static TumStatus aim_colliders(TumWorld *world, float seconds)
{
    const Animation3 *animation = world->animation;
    Space3 *space = world->space3;
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < animation->colliders.count && status == TUM_OK; ++i) {
        AttachedShape3 *attached = &animation->colliders.items[i];
        attached->moves = false;
        if (!world->sim.topology.colliders.items[attached->item].exists) {
            continue;
        }
        aim_attached(world, attached);
        attached->moves =
            tum_surface_aim3(space, attached->item, attached->next, &attached->next_shape,
                             is_even(animation, attached), seconds);
        if (attached->moves) {
            BodyMass3 *mass = &space->bodies.masses.items[attached->body];
            const float reach = minimum(attached->next_shape.bounding_radius, 1e6f);
            mass->bounding_radius =
                maximum(mass->bounding_radius, vec3_length(attached->next.position) + reach);
            mass->ccd_distance =
                minimum(mass->ccd_distance, tum_space3_ccd_distance(&attached->next_shape));
            status = tum_topology_kinematic_moved(&world->sim.topology, seconds, attached->body);
        }
    }
    return status;
}

// A jump has no velocity, so the boxes in the trees do not cover it.
static TumStatus land_colliders(TumWorld *world, float seconds)
{
    const Animation3 *animation = world->animation;
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < animation->colliders.count; ++i) {
        const AttachedShape3 *attached = &animation->colliders.items[i];
        if (!attached->moves) {
            continue;
        }
        const bool jumps = !(tum_surface_speed3(world->space3, attached->item) > 0.0f);
        tum_surface_land3(world->space3, attached->item, attached->next, &attached->next_shape);
        if (jumps && status == TUM_OK) {
            status = tum_topology_kinematic_moved(&world->sim.topology, seconds, attached->body);
        }
    }
    return status;
}

static void move_parts(TumWorld *world)
{
    const Animation3 *animation = world->animation;
    for (size_t i = 0; i < animation->parts.count; ++i) {
        AttachedShape3 *attached = &animation->parts.items[i];
        TriggerPart3 *part = &world->trigger_parts.items[attached->item];
        aim_attached(world, attached);
        part->center_from_shape = attached->next;
        part->shape = attached->next_shape;
    }
}

TumStatus tum_world_animate3(TumWorld *world, float seconds)
{
    Animation3 *animation = world->animation;
    if (animation == NULL) {
        return TUM_OK;
    }
    const double end = world->time + (double)seconds;
    TumStatus status = tum_world_switch_bodies3(world, end);
    if (status == TUM_OK) {
        status = tum_world_move_properties3(world, end, seconds);
    }
    tum_world_move_shapes3(world, end);
    tum_animated_nodes_move(&animation->animated_nodes, end);
    for (size_t i = 0; i < animation->keyframes.count && status == TUM_OK; ++i) {
        Keyframe3 *key = &animation->keyframes.items[i];
        aim(world, key);
        if (!follows(world, key)) {
            key->pose = key->next;
            key->moved = false;
            continue;
        }
        const bool moves = set_velocity(world, key, (double)seconds);
        if (moves || key->moved) {
            status = tum_topology_kinematic_moved(&world->sim.topology, seconds, key->body);
        }
        key->moved = moves;
    }
    if (status == TUM_OK) {
        status = aim_colliders(world, seconds);
    }
    if (status == TUM_OK) {
        status = tum_world_aim_joints3(world, end, seconds);
    }
    move_parts(world);
    return status;
}

TumStatus tum_world_land3(TumWorld *world, float seconds)
{
    Animation3 *animation = world->animation;
    TumStatus status = TUM_OK;
    for (size_t i = 0; animation != NULL && i < animation->keyframes.count; ++i) {
        Keyframe3 *key = &animation->keyframes.items[i];
        if (!key->moved) {
            continue;
        }
        put_down(world, key);
        // A jump has no velocity, so the boxes in the trees do not cover it.
        if (status == TUM_OK &&
            world->sim.topology.life->is_still(world->sim.topology.space, key->body)) {
            status = tum_topology_kinematic_moved(&world->sim.topology, seconds, key->body);
        }
    }
    if (animation == NULL) {
        return status;
    }
    tum_world_land_joints3(world);
    const TumStatus landed = land_colliders(world, seconds);
    return status == TUM_OK ? landed : status;
}

TumStatus tum_world_start_animation3(TumWorld *world)
{
    if (world->animation == NULL) {
        return TUM_OK;
    }
    return tum_world_switch_bodies3(world, 0.0);
}

TumStatus tum_world_resume_animation3(TumWorld *world)
{
    Animation3 *animation = world->animation;
    if (animation == NULL) {
        return TUM_OK;
    }
    tum_animated_nodes_move(&animation->animated_nodes, world->time);
    tum_world_move_shapes3(world, world->time);
    for (size_t i = 0; i < animation->colliders.count; ++i) {
        AttachedShape3 *attached = &animation->colliders.items[i];
        if (!tum_space3_add_surface_velocity(world->space3, attached->item)) {
            return TUM_ERROR_MEMORY;
        }
        aim_attached(world, attached);
        tum_surface_land3(world->space3, attached->item, attached->next, &attached->next_shape);
    }
    move_parts(world);
    return TUM_OK;
}

// Functions called between steps.

static Keyframe3 *keyframe_at(const TumWorld *world, int32_t body)
{
    const Animation3 *animation = world->animation;
    for (size_t i = 0; animation != NULL && i < animation->keyframes.count; ++i) {
        Keyframe3 *key = &animation->keyframes.items[i];
        if (key->body == body && !key->is_released) {
            return key;
        }
    }
    return NULL;
}

bool tum_world_follows_animation(const TumWorld *world, int32_t body)
{
    return keyframe_at(world, body) != NULL;
}

void tum_world_release_body3(TumWorld *world, int32_t body)
{
    Keyframe3 *key = keyframe_at(world, body);
    if (key != NULL) {
        key->is_released = true;
        key->moved = false;
    }
}

void tum_world_catch_up3(TumWorld *world, int32_t body)
{
    Keyframe3 *key = keyframe_at(world, body);
    if (key != NULL) {
        key->next = key->pose;
        put_down(world, key);
        world->space3->bodies.states.items[body] = (SolverBody3){.linear = {0.0f, 0.0f, 0.0f}};
    }
}

void tum_world_follow_center3(TumWorld *world, int32_t body)
{
    Keyframe3 *key = keyframe_at(world, body);
    if (key != NULL) {
        const Vec3 center = world->space3->bodies.masses.items[body].local_center;
        key->local_center = dvec3((double)center.x, (double)center.y, (double)center.z);
    }
}

// Construction.

static bool add_keyframe(Animation3 *animation, const TumAllocator *allocator, int32_t body,
                         int32_t animated_nodes, Vec3 local_center)
{
    Keyframe3 *key = array_push(&animation->keyframes, allocator);
    if (key == NULL) {
        return false;
    }
    *key = (Keyframe3){
        .body = body,
        .animated_nodes = animated_nodes,
        .local_center = {(double)local_center.x, (double)local_center.y, (double)local_center.z},
        .pose = DPOSE3_IDENTITY};
    return true;
}

// Driven bodies of the scene are found by their node.
static bool add_body_keyframes(TumWorld *world, const TumScene *scene, int32_t *body_at)
{
    Animation3 *animation = world->animation;
    for (size_t i = 0; i < scene->body_count; ++i) {
        if (scene->bodies[i].driven) {
            body_at[animation->animated_nodes.index_of[scene->bodies[i].node]] = (int32_t)i;
        }
    }
    for (size_t i = 0; i < animation->animated_nodes.count; ++i) {
        if (body_at[i] == NONE) {
            continue;
        }
        animation->keyframe_of[body_at[i]] = (int32_t)animation->keyframes.count;
        const int32_t slot = body_at[i] + 1;
        if (!add_keyframe(animation, &world->allocator, slot, (int32_t)i,
                          world->space3->bodies.masses.items[slot].local_center)) {
            return false;
        }
    }
    return true;
}

// Adds a kinematic body for a node with colliders, trigger parts or joints that no moving body
// owns.
static bool add_own_body(TumWorld *world, const TumScene *scene, int32_t node, int32_t owner)
{
    Animation3 *animation = world->animation;
    const bool owner_moves =
        owner >= 0 && (scene->bodies[owner].kind != TUM_BODY_STATIC || scene->bodies[owner].driven);
    if (owner_moves || animation->body_of_node[node] != NONE) {
        return true;
    }
    const BodyDef3 def = {.pose = POSE3_IDENTITY, .body_from_principal = QUAT_IDENTITY};
    const int32_t slot =
        tum_topology_add_body(&world->sim.topology, TUM_BODY_KINEMATIC, NONE, false, false);
    animation->body_of_node[node] = slot;
    return slot != NONE && tum_space3_add_body(world->space3, &def) &&
           add_keyframe(animation, &world->allocator, slot,
                        animation->animated_nodes.index_of[node], def.local_center);
}

static bool add_own_bodies(TumWorld *world, const TumScene *scene)
{
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        if (collider->driven && !add_own_body(world, scene, collider->node, collider->body)) {
            return false;
        }
    }
    for (size_t i = 0; i < scene->trigger_part_count; ++i) {
        const TumTriggerPart *part = &scene->trigger_parts[i];
        if (part->driven && !add_own_body(world, scene, part->node, part->body)) {
            return false;
        }
    }
    for (size_t i = 0; i < scene->gravity_volume_count; ++i) {
        const TumGravityVolume *volume = &scene->gravity_volumes[i];
        if (volume->driven && !add_own_body(world, scene, volume->node, volume->body)) {
            return false;
        }
    }
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        if ((joint->driven_a && !add_own_body(world, scene, joint->node_a, joint->body_a)) ||
            (joint->driven_b && !add_own_body(world, scene, joint->node_b, joint->body_b))) {
            return false;
        }
    }
    return true;
}

// Sets all driven bodies to their poses and velocities at t = 0.
static void put_at_start(TumWorld *world)
{
    Animation3 *animation = world->animation;
    tum_animated_nodes_move(&animation->animated_nodes, 0.0);
    for (size_t i = 0; i < animation->keyframes.count; ++i) {
        aim(world, &animation->keyframes.items[i]);
        put_down(world, &animation->keyframes.items[i]);
    }
    tum_animated_nodes_move(&animation->animated_nodes, FIRST_MOMENT);
    for (size_t i = 0; i < animation->keyframes.count; ++i) {
        aim(world, &animation->keyframes.items[i]);
        set_velocity(world, &animation->keyframes.items[i], FIRST_MOMENT);
    }
    tum_animated_nodes_move(&animation->animated_nodes, 0.0);
}

static int32_t *no_indices(Arena *arena, size_t count)
{
    int32_t *indices = tum_arena_allocate(arena, count * sizeof *indices);
    if (indices != NULL) {
        memset(indices, 0xff, count * sizeof *indices);
    }
    return indices;
}

TumStatus tum_world_build_animation3(TumWorld *world, const TumScene *scene)
{
    if (scene->track_count == 0) {
        return TUM_OK;
    }
    Animation3 *animation = tum_allocate_zeroed(&world->allocator, 1, sizeof *animation);
    if (animation == NULL) {
        return TUM_ERROR_MEMORY;
    }
    world->animation = animation;
    tum_arena_init(&animation->arena, &world->allocator);
    TumStatus status =
        tum_animated_nodes_build(&animation->animated_nodes, scene, &animation->arena);
    if (status != TUM_OK) {
        return status;
    }
    animation->body_of_node = no_indices(&animation->arena, scene->node_count);
    animation->keyframe_of = no_indices(&animation->arena, scene->body_count);
    animation->surface_of = no_indices(&animation->arena, scene->material_count);
    animation->shape_of = no_indices(&animation->arena, scene->shape_count);
    animation->copies =
        tum_arena_zeroed(&animation->arena, scene->track_count, sizeof *animation->copies);
    int32_t *body_at = no_indices(&animation->arena, animation->animated_nodes.count);
    if (animation->body_of_node == NULL || animation->keyframe_of == NULL ||
        animation->surface_of == NULL || animation->shape_of == NULL || animation->copies == NULL ||
        body_at == NULL || !add_body_keyframes(world, scene, body_at) ||
        !add_own_bodies(world, scene)) {
        return TUM_ERROR_MEMORY;
    }
    put_at_start(world);
    status = tum_world_build_shapes3(world, scene);
    return status == TUM_OK ? tum_world_build_properties3(world, scene) : status;
}

void tum_world_free_animation3(TumWorld *world)
{
    Animation3 *animation = world->animation;
    if (animation == NULL) {
        return;
    }
    array_free(&animation->keyframes, &world->allocator);
    array_free(&animation->colliders, &world->allocator);
    array_free(&animation->parts, &world->allocator);
    array_free(&animation->shapes, &world->allocator);
    array_free(&animation->joint_tracks, &world->allocator);
    array_free(&animation->joint_frames, &world->allocator);
    array_free(&animation->collision_tracks, &world->allocator);
    array_free(&animation->surfaces, &world->allocator);
    array_free(&animation->surface_uses, &world->allocator);
    array_free(&animation->motions, &world->allocator);
    tum_arena_clear(&animation->arena);
    tum_release(&world->allocator, animation, sizeof *animation);
    world->animation = NULL;
}

ShapePlacement3 tum_world_shape_placement3(const TumWorld *world, const TumScene *scene,
                                           int32_t node, int32_t body, bool driven,
                                           const double position[3], const TumRotation *rotation)
{
    const double *q = rotation->q;
    const DPose3 at_load = {{position[0], position[1], position[2]},
                            dquat_normalize((DQuat){q[0], q[1], q[2], q[3]})};
    ShapePlacement3 placement = {.node = node,
                                 .body = body >= 0 ? body + 1 : WORLD_BODY,
                                 .animated_nodes = NONE,
                                 .exact = at_load};
    const Animation3 *animation = world->animation;
    if (animation == NULL || !driven) {
        placement.body_from_shape =
            (Pose3){{(float)position[0], (float)position[1], (float)position[2]},
                    quat_normalize((Quat){(float)q[0], (float)q[1], (float)q[2], (float)q[3]})};
        return placement;
    }
    const bool has_own_body = animation->body_of_node[node] != NONE;
    if (!has_own_body && scene->bodies[body].node == node) {
        placement.body_from_shape = pose3_of(placement.exact); // The shape may be animated; its
                                                               // pose is fixed.
        return placement;
    }
    const int32_t animated_nodes = animation->animated_nodes.index_of[node];
    const AnimatedNode *place = &animation->animated_nodes.nodes[animated_nodes];
    DPose3 frame_from_shape = at_load;
    if (body >= 0 && place->frame < 0) {
        // The body never moves; the pose of its collider is converted to the world frame.
        const TumBody *owner = &scene->bodies[body];
        const double *r = owner->rotation.q;
        frame_from_shape =
            dpose3_multiply((DPose3){{owner->position[0], owner->position[1], owner->position[2]},
                                     {r[0], r[1], r[2], r[3]}},
                            at_load);
    }
    placement.node_from_shape = dpose3_multiply(dpose3_inverse(place->at_load), frame_from_shape);
    if (has_own_body) {
        placement.body = animation->body_of_node[node];
        placement.exact = placement.node_from_shape;
        placement.body_from_shape = pose3_of(placement.exact);
        return placement;
    }
    placement.animated_nodes = animated_nodes;
    placement.exact = dpose3_multiply(place->pose, placement.node_from_shape);
    placement.body_from_shape = pose3_of(placement.exact);
    return placement;
}

static AttachedShape3 attached_of(const TumWorld *world, const ShapePlacement3 *placement,
                                  int32_t item, int32_t shape, const double scale[4])
{
    AttachedShape3 attached = {.body = placement->body,
                               .item = item,
                               .animated_nodes = placement->animated_nodes,
                               .node_from_shape = placement->animated_nodes == NONE
                                                      ? placement->exact
                                                      : placement->node_from_shape,
                               .shape = world->animation->shape_of[shape]};
    memcpy(attached.scale, scale, sizeof attached.scale);
    return attached;
}

TumStatus tum_world_follow_part3(TumWorld *world, const ShapePlacement3 *placement, int32_t slot,
                                 const TumTriggerPart *part)
{
    if (world->animation == NULL) {
        return TUM_OK;
    }
    AttachedShape3 attached = attached_of(world, placement, slot, part->shape, part->scale);
    if (attached.animated_nodes == NONE && attached.shape == NONE) {
        return TUM_OK;
    }
    attached.next_shape = world->trigger_parts.items[slot].shape;
    AttachedShape3 *made = array_push(&world->animation->parts, &world->allocator);
    if (made == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *made = attached;
    return TUM_OK;
}

static TumStatus follow_place(TumWorld *world, const ShapePlacement3 *placement, int32_t slot,
                              const TumCollider *collider)
{
    AttachedShape3 attached = attached_of(world, placement, slot, collider->shape, collider->scale);
    if (attached.animated_nodes == NONE && attached.shape == NONE) {
        return TUM_OK;
    }
    attached.next_shape = world->space3->colliders.shapes.items[slot];
    AttachedShape3 *made = array_push(&world->animation->colliders, &world->allocator);
    if (made == NULL || !tum_space3_add_surface_velocity(world->space3, slot)) {
        return TUM_ERROR_MEMORY;
    }
    *made = attached;
    return TUM_OK;
}

TumStatus tum_world_follow_collider3(TumWorld *world, const ShapePlacement3 *placement,
                                     int32_t slot, const TumCollider *collider)
{
    Animation3 *animation = world->animation;
    if (animation == NULL) {
        return TUM_OK;
    }
    const TumStatus status = follow_place(world, placement, slot, collider);
    const int32_t material = collider->material;
    if (status != TUM_OK) {
        return status;
    }
    if (material < 0 || animation->surface_of[material] == NONE) {
        return TUM_OK;
    }
    SurfaceUse *use = array_push(&animation->surface_uses, &world->allocator);
    if (use == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *use = (SurfaceUse){slot, animation->surface_of[material]};
    ColliderRecord *record = &world->sim.topology.colliders.items[slot];
    const Surface *surface = &animation->surfaces.items[use->surface];
    record->static_friction = surface->values[0];
    record->dynamic_friction = surface->values[1];
    record->restitution = surface->values[2];
    return TUM_OK;
}
