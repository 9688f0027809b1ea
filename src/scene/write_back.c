// SPDX-License-Identifier: MIT
// write_back.c: node transforms from body poses (docs/dialects.md#bodies).
//
// Parents come before children. The linear part of a body's node is its rotation times the constant
// stretch; every other node keeps its transform to its parent. A body's node is then expressed in
// its parent's space; without the authored scale the result must be a rotation.
#include "base/assert.h"
#include "scene/hierarchy.h"
#include "scene/scene_memory.h"
#include "scene/track.h"

// Largest deviation of the columns from a rotation before the node counts as sheared
// (docs/dialects.md#bodies).
#define ROTATION_TOLERANCE 1e-4

/// World transforms during the computation.
typedef struct NodePlace {
    DMat3 linear;
    DVec3 translation;
    bool has_moved; // compared with the place at load
} NodePlace;

static bool is_rotation(DMat3 m)
{
    return absolute64(dvec3_length(m.x) - 1.0) <= ROTATION_TOLERANCE &&
           absolute64(dvec3_length(m.y) - 1.0) <= ROTATION_TOLERANCE &&
           absolute64(dvec3_length(m.z) - 1.0) <= ROTATION_TOLERANCE &&
           absolute64(dvec3_dot(m.x, m.y)) <= ROTATION_TOLERANCE &&
           absolute64(dvec3_dot(m.y, m.z)) <= ROTATION_TOLERANCE &&
           absolute64(dvec3_dot(m.z, m.x)) <= ROTATION_TOLERANCE && dmat3_determinant(m) > 0.0;
}

// A column divided by its scale; zero for a scale of zero.
static DVec3 unscaled(DVec3 column, double scale)
{
    return scale != 0.0 ? dvec3_scale(column, 1.0 / scale) : (DVec3){0.0, 0.0, 0.0};
}

// The rotation r with r * diag(scale) nearest to `linear`; false where it is not exact. With one
// factor zero the other two columns determine the third; with more, `authored` is used.
static bool rotation_of(DMat3 linear, const double scale[3], DQuat authored, DQuat *rotation)
{
    DMat3 m = {unscaled(linear.x, scale[0]), unscaled(linear.y, scale[1]),
               unscaled(linear.z, scale[2])};
    const int zeros = (scale[0] == 0.0) + (scale[1] == 0.0) + (scale[2] == 0.0);
    *rotation = authored;
    if (zeros >= 2) {
        return true;
    }
    if (zeros == 1) {
        m.x = scale[0] == 0.0 ? dvec3_cross(m.y, m.z) : m.x;
        m.y = scale[1] == 0.0 ? dvec3_cross(m.z, m.x) : m.y;
        m.z = scale[2] == 0.0 ? dvec3_cross(m.x, m.y) : m.z;
    }
    if (is_rotation(m)) {
        *rotation = dquat_from_matrix(m);
        return true;
    }
    DQuat nearest;
    if ((tum_frame_rotation(m, &nearest) & FRAME_SINGULAR) == 0) {
        *rotation = nearest;
    }
    return false;
}

static NodePlace place_at_load(const TumNode *node)
{
    return (NodePlace){tum_linear_part(node->world), tum_translation_part(node->world), false};
}

static NodePlace place_in_parent(const TumNode *node, const NodePlace *parent)
{
    if (!parent->has_moved) {
        return place_at_load(node);
    }
    const DVec3 local = tum_translation_part(node->local->matrix);
    return (NodePlace){dmat3_multiply(parent->linear, tum_linear_part(node->local->matrix)),
                       dvec3_add(parent->translation, dmat3_transform(parent->linear, local)),
                       true};
}

static NodePlace place_of_body(const TumBody *body, const double position[3],
                               const double rotation[4])
{
    const DMat3 turn =
        dquat_matrix(dquat_normalize((DQuat){rotation[0], rotation[1], rotation[2], rotation[3]}));
    bool has_moved = false;
    for (size_t i = 0; i < 3; ++i) {
        has_moved = has_moved || position[i] != body->position[i];
    }
    for (size_t i = 0; i < 4; ++i) {
        has_moved = has_moved || rotation[i] != body->rotation.q[i];
    }
    return (NodePlace){dmat3_multiply(turn, tum_linear_part(body->stretch)),
                       (DVec3){position[0], position[1], position[2]}, has_moved};
}

static bool is_invertible(DMat3 m)
{
    const double size = dvec3_length(m.x) * dvec3_length(m.y) * dvec3_length(m.z);
    return absolute64(dmat3_determinant(m)) > 1e-12 * size && size > 0.0;
}

// The transform of a body's node to its parent. False where no rotation with the node's scale is
// exact.
static bool local_of_body(const TumNode *node, const NodePlace *place, const NodePlace *parent,
                          double translation[3], double rotation[4])
{
    DMat3 linear = place->linear;
    DVec3 offset = place->translation;
    if (parent != NULL) {
        if (!is_invertible(parent->linear)) {
            return false; // below a scale of zero no motion is visible
        }
        const DMat3 back = dmat3_inverse(parent->linear);
        linear = dmat3_multiply(back, linear);
        offset = dmat3_transform(back, dvec3_sub(offset, parent->translation));
    }
    const DQuat authored = {node->local->rotation[0], node->local->rotation[1],
                            node->local->rotation[2], node->local->rotation[3]};
    DQuat turn;
    const bool is_exact = rotation_of(linear, node->local->scale, authored, &turn);
    const double t[3] = {offset.x, offset.y, offset.z}, q[4] = {turn.x, turn.y, turn.z, turn.w};
    memcpy(translation, t, sizeof t);
    memcpy(rotation, q, sizeof q);
    return is_exact;
}

// The node's own transform with the animations at a time. @return true where they move the node.
static bool play_node(const TumScene *scene, uint32_t n, double seconds, double translation[3],
                      double rotation[4])
{
    const TumTrack *moves = tum_scene_track(scene, TUM_TRACK_TRANSLATION, (int32_t)n);
    const TumTrack *turns = tum_scene_track(scene, TUM_TRACK_ROTATION, (int32_t)n);
    if (moves != NULL) {
        tum_track_sample(moves, seconds, translation);
    }
    if (turns != NULL) {
        tum_track_sample(turns, seconds, rotation);
    }
    return moves != NULL || turns != NULL;
}

static NodePlace place_of_played(const TumNode *node, const double translation[3],
                                 const double rotation[4], const NodePlace *parent)
{
    const DMat3 turn =
        dquat_matrix(dquat_normalize((DQuat){rotation[0], rotation[1], rotation[2], rotation[3]}));
    const NodePlace local = {{dvec3_scale(turn.x, node->local->scale[0]),
                              dvec3_scale(turn.y, node->local->scale[1]),
                              dvec3_scale(turn.z, node->local->scale[2])},
                             {translation[0], translation[1], translation[2]},
                             true};
    if (parent == NULL) {
        return local;
    }
    return (NodePlace){
        dmat3_multiply(parent->linear, local.linear),
        dvec3_add(parent->translation, dmat3_transform(parent->linear, local.translation)), true};
}

// Computes the places of all nodes, and the local transforms of nodes with a body. `seconds` counts
// where `plays` is set.
static TumStatus local_transforms(const TumScene *scene, bool plays, double seconds,
                                  const double *positions, const double *rotations,
                                  double *translation, double *rotation, bool *sheared)
{
    if (!TUM_REQUIRE(scene->memory != NULL)) {
        return TUM_ERROR_ARGUMENT;
    }
    const SceneMemory *memory = scene->memory;
    const size_t count = scene->node_count;
    NodePlace *places = tum_allocate_zeroed(&memory->arena.allocator, count, sizeof *places);
    if (places == NULL && count > 0) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; ++i) {
        memcpy(&translation[3 * i], scene->nodes[i].local->translation, 3 * sizeof *translation);
        memcpy(&rotation[4 * i], scene->nodes[i].local->rotation, 4 * sizeof *rotation);
    }
    for (size_t i = 0; i < memory->order_count; ++i) {
        const uint32_t n = memory->order[i];
        const TumNode *node = &scene->nodes[n];
        const NodePlace *parent = node->parent >= 0 ? &places[node->parent] : NULL;
        const bool is_body = node->body >= 0 && scene->bodies[node->body].node == (int32_t)n;
        double *t = &translation[3 * (size_t)n], *q = &rotation[4 * (size_t)n];
        const bool is_played = plays && play_node(scene, n, seconds, t, q);
        if (is_body && plays && scene->bodies[node->body].driven) {
            const size_t b = (size_t)node->body;
            places[n] = place_of_body(&scene->bodies[b], &positions[3 * b], &rotations[4 * b]);
            continue; // Its own transform is that of the document.
        }
        if (!is_body && is_played) {
            places[n] = place_of_played(node, t, q, parent);
            continue;
        }
        if (!is_body) {
            places[n] = parent != NULL ? place_in_parent(node, parent) : place_at_load(node);
            continue;
        }
        const size_t b = (size_t)node->body;
        places[n] = place_of_body(&scene->bodies[b], &positions[3 * b], &rotations[4 * b]);
        // A node that has not moved, below one that has not moved, needs no change.
        const bool is_same = !places[n].has_moved && (parent == NULL || !parent->has_moved);
        if (!is_same && !local_of_body(node, &places[n], parent, t, q) && sheared != NULL) {
            sheared[n] = true;
        }
    }
    tum_release(&memory->arena.allocator, places, count * sizeof *places);
    return TUM_OK;
}

TumStatus tum_scene_local_transforms3(const TumScene *scene, const double *positions,
                                      const double *rotations, double *translation,
                                      double *rotation, bool *sheared)
{
    return local_transforms(scene, false, 0.0, positions, rotations, translation, rotation,
                            sheared);
}

TumStatus tum_scene_local_transforms3_at(const TumScene *scene, double seconds,
                                         const double *positions, const double *rotations,
                                         double *translation, double *rotation, bool *sheared)
{
    return local_transforms(scene, true, seconds, positions, rotations, translation, rotation,
                            sheared);
}
