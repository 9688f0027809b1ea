// SPDX-License-Identifier: MIT
// cause.c: the likeliest cause of a failed check in the document.
#include "expect/cause.h"

#include <inttypes.h>
#include <stdio.h>

#include "math/scalar.h"

static const double least_overlap = 1e-3; // [m] Shallower overlaps move nothing far.

static bool blame(Cause *cause, const char *pointer, const char *reason)
{
    cause->pointer = pointer != NULL ? pointer : "";
    cause->reason = reason;
    return true;
}

static bool blame_node(Cause *cause, int32_t node, const char *reason)
{
    (void)snprintf(cause->own, sizeof cause->own, "/nodes/%" PRId32, node);
    return blame(cause, cause->own, reason);
}

static bool is_of(const TumCollider *collider, int32_t body)
{
    return collider->body == body && collider->enabled;
}

static bool lacks_collider(const TumScene *scene, int32_t body, Cause *cause)
{
    for (size_t i = 0; i < scene->collider_count; ++i) {
        if (is_of(&scene->colliders[i], body)) {
            return false;
        }
    }
    return blame(cause, scene->bodies[body].pointer, "the body has no collider");
}

// A collider of the body that no other collider may meet.
static bool meets_nothing(const TumScene *scene, int32_t body, Cause *cause)
{
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        if (!is_of(collider, body) || collider->filter < 0) {
            continue;
        }
        bool has_other = false, meets = false;
        for (size_t k = 0; k < scene->collider_count && !meets; ++k) {
            const TumCollider *other = &scene->colliders[k];
            if (!is_of(other, body) && other->enabled) {
                has_other = true;
                meets = tum_scene_filters_admit(scene, collider->filter, other->filter);
            }
        }
        if (has_other && !meets) {
            return blame(cause, scene->filters[collider->filter].pointer,
                         "the filter lets the collider meet no other collider");
        }
    }
    return false;
}

static bool overlaps_at_start(const TumScene *scene, int32_t body, const TumOverlaps *overlaps,
                              Cause *cause)
{
    if (overlaps->count == 0 || overlaps->depth < least_overlap) {
        return false;
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        if (is_of(collider, body) &&
            (collider->node == overlaps->node || collider->node == overlaps->other)) {
            return blame(cause, collider->pointer, "colliders overlap before anything moves");
        }
    }
    return false;
}

static bool is_open(const TumScene *scene, int32_t body, Cause *cause)
{
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        const TumShape *shape = &scene->shapes[collider->shape];
        if (is_of(collider, body) && shape->kind == TUM_SHAPE_MESH && shape->mesh >= 0 &&
            !scene->meshes[shape->mesh].is_closed) {
            return blame(cause, collider->pointer,
                         "the mesh of the collider is open and has no inside");
        }
    }
    return false;
}

// A limit with one allowed value, of a joint of the body.
static bool is_locked(const TumScene *scene, int32_t body, Cause *cause)
{
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        if (joint->body_a != body && joint->body_b != body) {
            continue;
        }
        for (int32_t k = 0; k < joint->limit_count; ++k) {
            const TumLimit *limit = &scene->limits[joint->limit_first + k];
            if (limit->min == limit->max) {
                return blame(cause, limit->pointer,
                             "min and max of a limit are the same, which locks the joint");
            }
        }
    }
    return false;
}

static bool has_trigger(const TumScene *scene, int32_t node)
{
    for (size_t i = 0; i < scene->trigger_count; ++i) {
        if (scene->triggers[i].node == node) {
            return true;
        }
    }
    for (size_t i = 0; i < scene->trigger_part_count; ++i) {
        if (scene->trigger_parts[i].node == node) {
            return true;
        }
    }
    return false;
}

void tum_cause_find(const TumScene *scene, const Check *check, int32_t node,
                    const TumOverlaps *overlaps, Cause *cause)
{
    *cause = (Cause){0};
    if (node < 0 || (size_t)node >= scene->node_count) {
        return;
    }
    if (check->kind == CHECK_EVENT) {
        if (check->trigger.is_given && !has_trigger(scene, node)) {
            blame_node(cause, node, "the node has no trigger");
        }
        return;
    }
    const int32_t body = scene->nodes[node].body;
    if (body < 0) {
        blame_node(cause, node, "the node belongs to no body, so that nothing moves it");
        return;
    }
    const TumBody *of = &scene->bodies[body];
    if (of->kind != TUM_BODY_DYNAMIC) {
        blame(cause, of->pointer, "the body is not dynamic");
        return;
    }
    if (!is_finite64(of->mass)) {
        blame(cause, of->pointer, "the mass of the body is infinite");
        return;
    }
    if (check->kind == CHECK_JOINT && is_locked(scene, body, cause)) {
        return;
    }
    (void)(lacks_collider(scene, body, cause) || meets_nothing(scene, body, cause) ||
           overlaps_at_start(scene, body, overlaps, cause) || is_open(scene, body, cause) ||
           is_locked(scene, body, cause));
}
