// SPDX-License-Identifier: MIT
// animated_nodes.c: transforms of animated nodes and of the nodes between them and their frame.
#include "world/animated_nodes.h"

#include <string.h>

#include "scene/hierarchy.h"
#include "scene/track.h"

static const Placing3 placing_identity = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}},
                                          {0.0, 0.0, 0.0}};

static Placing3 placing_multiply(const Placing3 *a, const Placing3 *b)
{
    return (Placing3){dmat3_multiply(a->linear, b->linear),
                      dvec3_add(a->offset, dmat3_transform(a->linear, b->offset))};
}

static Placing3 placing_of(const double matrix[16])
{
    return (Placing3){tum_linear_part(matrix), tum_translation_part(matrix)};
}

const TumTrack *tum_track_copy(Arena *arena, const TumTrack *track)
{
    if (track == NULL) {
        return NULL;
    }
    const bool is_spline = track->interpolation == TUM_INTERPOLATION_CUBIC_SPLINE;
    const size_t numbers = track->key_count * (size_t)track->width * (is_spline ? 3 : 1);
    TumTrack *copy = tum_arena_zeroed(arena, 1, sizeof *copy);
    double *times = tum_arena_zeroed(arena, track->key_count, sizeof *times);
    double *values = tum_arena_zeroed(arena, numbers, sizeof *values);
    if (copy == NULL || times == NULL || values == NULL) {
        return NULL;
    }
    memcpy(times, track->times, track->key_count * sizeof *times);
    memcpy(values, track->values, numbers * sizeof *values);
    *copy = *track;
    copy->times = times;
    copy->values = values;
    return copy;
}

static bool is_body_node(const TumScene *scene, int32_t node)
{
    const int32_t body = scene->nodes[node].body;
    return body >= 0 && scene->bodies[body].node == node;
}

// Marks a node and its ancestors within its frame. A walk ends at a marked node, so all walks
// together visit a node at most twice.
static void want(const TumScene *scene, unsigned char *wanted, int32_t node)
{
    for (int32_t at = node; at >= 0 && !wanted[at]; at = scene->nodes[at].parent) {
        if (at != node && is_body_node(scene, at)) {
            return;
        }
        wanted[at] = 1;
    }
}

static void want_driven(const TumScene *scene, unsigned char *wanted)
{
    for (size_t i = 0; i < scene->body_count; ++i) {
        if (scene->bodies[i].driven) {
            want(scene, wanted, scene->bodies[i].node);
        }
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        if (scene->colliders[i].driven) {
            want(scene, wanted, scene->colliders[i].node);
        }
    }
    for (size_t i = 0; i < scene->trigger_part_count; ++i) {
        if (scene->trigger_parts[i].driven) {
            want(scene, wanted, scene->trigger_parts[i].node);
        }
    }
    for (size_t i = 0; i < scene->joint_count; ++i) {
        if (scene->joints[i].driven_a) {
            want(scene, wanted, scene->joints[i].node_a);
        }
        if (scene->joints[i].driven_b) {
            want(scene, wanted, scene->joints[i].node_b);
        }
    }
}

// Sets the root of a node without an animated parent: a body frame with the constant stretch of the
// body, the fixed pose of a static body, or the world.
static void hang(const TumScene *scene, int32_t parent, AnimatedNode *made)
{
    made->parent = -1;
    made->frame = -1;
    made->root = placing_identity;
    if (parent < 0) {
        return;
    }
    const int32_t index = scene->nodes[parent].body;
    const TumBody *body = &scene->bodies[index];
    if (body->kind == TUM_BODY_STATIC && !body->driven) {
        made->root = placing_of(scene->nodes[parent].world);
        return;
    }
    made->frame = index;
    made->root.linear = tum_linear_part(body->stretch);
}

static DPose3 rigid_part(const AnimatedNode *node)
{
    DPose3 pose = {node->placing.offset, node->lost_rotation};
    DQuat rotation;
    if ((tum_frame_rotation(node->placing.linear, &rotation) & FRAME_SINGULAR) == 0) {
        pose.rotation = rotation;
    }
    return pose;
}

static void place(const AnimatedNodes *animated_nodes, AnimatedNode *node, const Placing3 *local)
{
    const Placing3 *parent =
        node->parent >= 0 ? &animated_nodes->nodes[node->parent].placing : &node->root;
    node->placing = placing_multiply(parent, local);
    node->pose = rigid_part(node);
}

static bool is_stepped(const TumTrack *track)
{
    return track != NULL && track->interpolation == TUM_INTERPOLATION_STEP;
}

static bool add_node(AnimatedNodes *animated_nodes, const TumScene *scene, int32_t index,
                     Arena *arena)
{
    const TumNode *node = &scene->nodes[index];
    const TumTrack *tracks[2] = {tum_scene_track(scene, TUM_TRACK_TRANSLATION, index),
                                 tum_scene_track(scene, TUM_TRACK_ROTATION, index)};
    AnimatedNode *made = &animated_nodes->nodes[animated_nodes->count];
    *made = (AnimatedNode){.authored = placing_of(node->local->matrix),
                           .translation_track = tum_track_copy(arena, tracks[0]),
                           .rotation_track = tum_track_copy(arena, tracks[1]),
                           .lost_rotation = DQUAT_IDENTITY};
    memcpy(made->translation, node->local->translation, sizeof made->translation);
    memcpy(made->rotation, node->local->rotation, sizeof made->rotation);
    memcpy(made->scale, node->local->scale, sizeof made->scale);
    if (node->parent < 0 || is_body_node(scene, node->parent)) {
        hang(scene, node->parent, made);
    } else {
        made->parent = animated_nodes->index_of[node->parent];
        made->frame = animated_nodes->nodes[made->parent].frame;
    }
    made->jumps = (made->parent >= 0 && animated_nodes->nodes[made->parent].jumps) ||
                  is_stepped(tracks[0]) || is_stepped(tracks[1]);
    if (is_body_node(scene, index) && made->frame < 0) {
        const double *q = scene->bodies[node->body].rotation.q;
        made->lost_rotation = (DQuat){q[0], q[1], q[2], q[3]};
    }
    place(animated_nodes, made, &made->authored);
    made->at_load = made->pose;
    animated_nodes->index_of[index] = (int32_t)animated_nodes->count++;
    return (tracks[0] == NULL || made->translation_track != NULL) &&
           (tracks[1] == NULL || made->rotation_track != NULL);
}

TumStatus tum_animated_nodes_build(AnimatedNodes *animated_nodes, const TumScene *scene,
                                   Arena *arena)
{
    const size_t count = scene->node_count;
    unsigned char *wanted = tum_arena_zeroed(arena, count, 1);
    uint32_t *order = tum_arena_zeroed(arena, count, sizeof *order);
    size_t ordered = 0, wanted_count = 0;
    *animated_nodes = (AnimatedNodes){
        .index_of = tum_arena_zeroed(arena, count, sizeof *animated_nodes->index_of)};
    if (wanted == NULL || order == NULL || animated_nodes->index_of == NULL) {
        return TUM_ERROR_MEMORY;
    }
    memset(animated_nodes->index_of, 0xff, count * sizeof *animated_nodes->index_of);
    want_driven(scene, wanted);
    for (size_t i = 0; i < count; ++i) {
        wanted_count += wanted[i];
    }
    animated_nodes->nodes = tum_arena_zeroed(arena, wanted_count, sizeof *animated_nodes->nodes);
    if (animated_nodes->nodes == NULL ||
        tum_hierarchy_order(scene->nodes, count, &arena->allocator, order, &ordered) != TUM_OK) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < ordered; ++i) {
        if (wanted[order[i]] && !add_node(animated_nodes, scene, (int32_t)order[i], arena)) {
            return TUM_ERROR_MEMORY;
        }
    }
    return TUM_OK;
}

static Placing3 local_at(const AnimatedNode *node, double seconds)
{
    if (node->translation_track == NULL && node->rotation_track == NULL) {
        return node->authored;
    }
    double t[TRACK_WIDTH_MOST], q[TRACK_WIDTH_MOST];
    memcpy(t, node->translation, sizeof node->translation);
    memcpy(q, node->rotation, sizeof node->rotation);
    if (node->translation_track != NULL) {
        tum_track_sample(node->translation_track, seconds, t);
    }
    if (node->rotation_track != NULL) {
        tum_track_sample(node->rotation_track, seconds, q);
    }
    DMat3 linear = dquat_matrix(dquat_normalize((DQuat){q[0], q[1], q[2], q[3]}));
    linear.x = dvec3_scale(linear.x, node->scale[0]);
    linear.y = dvec3_scale(linear.y, node->scale[1]);
    linear.z = dvec3_scale(linear.z, node->scale[2]);
    return (Placing3){linear, {t[0], t[1], t[2]}};
}

void tum_animated_nodes_move(AnimatedNodes *animated_nodes, double seconds)
{
    for (size_t i = 0; i < animated_nodes->count; ++i) {
        const Placing3 local = local_at(&animated_nodes->nodes[i], seconds);
        place(animated_nodes, &animated_nodes->nodes[i], &local);
    }
}
