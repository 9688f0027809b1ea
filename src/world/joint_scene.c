// SPDX-License-Identifier: MIT
// joint_scene.c: sources of joints from a scene: limits, drives, frames, and pairs that do not
// collide because of the joint (docs/dialects.md#joints).
#include "base/report.h"
#include "scene/joint_check.h"
#include "world/animate.h"
#include "world/world_data.h"

static int32_t slot_of(int32_t body)
{
    return body >= 0 ? body + 1 : WORLD_BODY;
}

static bool is_above(const TumScene *scene, int32_t node, int32_t below)
{
    for (int32_t at = below; at >= 0; at = scene->nodes[at].parent) {
        if (at == node) {
            return true;
        }
    }
    return false;
}

// A joint of the scene while it is added to the world.
typedef struct JointBuild {
    TumWorld *world;
    const TumScene *scene;
    const TumJoint *joint;
    ShapePlacement3 placements[2];
    JointSource3 *source;
} JointBuild;

// Lists the colliders of `owner`, the world or an animated body of its own, that a node stands for.
static bool list_fixed(const JointBuild *build, int32_t node, int32_t owner, int32_t body)
{
    const Topology *topology = &build->world->sim.topology;
    const TumScene *scene = build->scene;
    for (int32_t i = topology->bodies.items[owner].first_collider; i != NONE && node >= 0;
         i = topology->colliders.items[i].next) {
        const int32_t at = topology->colliders.items[i].node;
        if (scene->nodes[at].body < 0 && (is_above(scene, node, at) || is_above(scene, at, node)) &&
            !tum_joint_source_keep_apart(build->source, body, i, &build->world->allocator)) {
            return false;
        }
    }
    return true;
}

// A side that is the world stands only for the colliders at the joint's node. Animated ones among
// these have bodies of their own.
static bool list_world_side(const JointBuild *build, int32_t node, int32_t body)
{
    const TumWorld *world = build->world;
    bool has_room = list_fixed(build, node, WORLD_BODY, body);
    for (size_t i = world->scene_body_count + 1; i < world->fixed_body_count && has_room; ++i) {
        has_room = list_fixed(build, node, (int32_t)i, body);
    }
    return has_room;
}

// Lists the animated colliders that a static body owns.
static bool list_moved_side(const JointBuild *build, int32_t side, int32_t body)
{
    const TumWorld *world = build->world;
    const Topology *topology = &world->sim.topology;
    for (size_t own = world->scene_body_count + 1; own < world->fixed_body_count; ++own) {
        for (int32_t i = topology->bodies.items[own].first_collider; i != NONE;
             i = topology->colliders.items[i].next) {
            if (slot_of(build->scene->nodes[topology->colliders.items[i].node].body) == side &&
                !tum_joint_source_keep_apart(build->source, body, i, &world->allocator)) {
                return false;
            }
        }
    }
    return true;
}

static bool list_apart(const JointBuild *build)
{
    const TumJoint *joint = build->joint;
    const int32_t a = slot_of(joint->body_a), b = slot_of(joint->body_b);
    if (a == b) {
        return true;
    }
    if (a == WORLD_BODY || b == WORLD_BODY) {
        return a == WORLD_BODY ? list_world_side(build, joint->node_a, b)
                               : list_world_side(build, joint->node_b, a);
    }
    return list_moved_side(build, a, b) && list_moved_side(build, b, a);
}

TumStatus tum_world_keep_scene_apart(TumWorld *world, const TumScene *scene, const TumJoint *joint,
                                     JointSource3 *source)
{
    const JointBuild build = {.world = world, .scene = scene, .joint = joint, .source = source};
    return list_apart(&build) ? TUM_OK : TUM_ERROR_MEMORY;
}

static TumStatus make_source(const JointBuild *build)
{
    const TumScene *scene = build->scene;
    const TumJoint *joint = build->joint;
    JointSource3 *source = build->source;
    *source = (JointSource3){.user = joint->user,
                             .frame = {build->placements[0].exact, build->placements[1].exact},
                             .node = {joint->node_a, joint->node_b},
                             .part_of = {slot_of(joint->body_a), slot_of(joint->body_b)}};
    return tum_joint_source_copy(source, scene->limits + joint->limit_first,
                                 (size_t)joint->limit_count, scene->drives + joint->drive_first,
                                 (size_t)joint->drive_count, &build->world->allocator) &&
                   list_apart(build)
               ? TUM_OK
               : TUM_ERROR_MEMORY;
}

static void report_joint(const JointBuild *build, TumReport *report)
{
    const TumJoint *joint = build->joint;
    const int32_t a = build->placements[0].body, b = build->placements[1].body;
    const BodyRecord *bodies = build->world->sim.topology.bodies.items;
    if (a == b || (!bodies[a].is_movable && !bodies[b].is_movable)) {
        tum_report_add(report, CODE_SIMULATION_JOINT_IGNORED, build->scene->file, joint->pointer,
                       a == b ? "Both sides of this joint are one body; it is ignored."
                              : "Nothing that this joint connects can be moved; it is ignored.");
    } else if (tum_joint_source_is_full(build->source)) {
        tum_report_add(report, CODE_SIMULATION_APPROXIMATED, build->scene->file, joint->pointer,
                       "This joint acts in more than %d directions; the rest is left out.",
                       (int)BLOCK_SIZE_MOST);
    }
}

static ShapePlacement3 placement_of(const TumWorld *world, const TumScene *scene,
                                    const TumJoint *joint, int side)
{
    return side == 0
               ? tum_world_shape_placement3(world, scene, joint->node_a, joint->body_a,
                                            joint->driven_a, joint->position_a, &joint->rotation_a)
               : tum_world_shape_placement3(world, scene, joint->node_b, joint->body_b,
                                            joint->driven_b, joint->position_b, &joint->rotation_b);
}

static TumStatus add_joint(TumWorld *world, const TumScene *scene, size_t index, TumReport *report)
{
    const TumJoint *joint = &scene->joints[index];
    const JointBuild build = {
        .world = world,
        .scene = scene,
        .joint = joint,
        .placements = {placement_of(world, scene, joint, 0), placement_of(world, scene, joint, 1)},
        .source = array_push(&world->joints, &world->allocator)};
    TumStatus status = build.source == NULL ? TUM_ERROR_MEMORY : make_source(&build);
    const JointRecord record = {.body = {build.placements[0].body, build.placements[1].body},
                                .is_enabled = true,
                                .lets_collide = joint->enable_collision};
    if (status == TUM_OK && tum_topology_add_joint(&world->sim.topology, &record) == NONE) {
        status = TUM_ERROR_MEMORY;
    }
    const int32_t slot = (int32_t)index;
    status =
        status == TUM_OK ? tum_world_follow_joint3(world, scene, slot, build.placements) : status;
    if (status == TUM_OK) {
        report_joint(&build, report);
        status = tum_world_forbid_joint(world, slot);
    }
    return status == TUM_OK ? tum_world_refresh_joint(world, slot) : status;
}

// Reports each joint island that is solved by sweeps, at the first joint of the island.
static void report_swept(const TumWorld *world, const TumScene *scene, TumReport *report)
{
    const JointSet3 *set = &world->space3->joints;
    for (size_t i = 0; i < set->joint_islands.count; ++i) {
        const JointIsland3 *joint_island = &set->joint_islands.items[i];
        if (joint_island->joint_sweep != NONE) {
            const int32_t first = set->layout.ordered.items[joint_island->joint_first];
            tum_report_add(report, CODE_SIMULATION_APPROXIMATED, scene->file,
                           scene->joints[first].pointer,
                           "This joint and %d that hang together with it form too many loops to be "
                           "solved as one; they are solved one after the other and may give way by "
                           "millimetres, under loads by centimetres.",
                           (int)joint_island->joint_count - 1);
        }
    }
}

TumStatus tum_world_build_joints3(TumWorld *world, const TumScene *scene, TumReport *report)
{
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumStatus status = add_joint(world, scene, i, report);
        if (status != TUM_OK) {
            return status;
        }
    }
    world->scene_joint_count = scene->joint_count;
    const TumStatus status = tum_world_settle_joints(world);
    if (status == TUM_OK) {
        report_swept(world, scene, report);
    }
    return status == TUM_OK ? tum_scene_check_joints(scene, &world->allocator, report) : status;
}
