// SPDX-License-Identifier: MIT
// unsupported.c: content that an engine leaves out, and the checks it bears on.
#include <stdio.h>
#include <string.h>

#include "expect/cause.h"

// True where one pointer is the other or lies below it.
static bool is_related(const char *a, const char *b)
{
    const size_t length = strlen(a) < strlen(b) ? strlen(a) : strlen(b);
    const char *longer = strlen(a) < strlen(b) ? b : a;
    return strncmp(a, b, length) == 0 && (longer[length] == '\0' || longer[length] == '/');
}

static bool touches(const char *pointer, const char *item)
{
    return item != NULL && item[0] != '\0' && is_related(pointer, item);
}

// "/nodes/3" and what lies below it.
static bool touches_node(const char *pointer, int32_t node)
{
    char item[32];
    (void)snprintf(item, sizeof item, "/nodes/%d", node);
    return is_related(pointer, item);
}

static bool touches_surface(const TumScene *scene, const char *pointer, int32_t shape,
                            int32_t authored, int32_t material, int32_t filter)
{
    return touches(pointer, scene->shapes[shape].pointer) ||
           touches(pointer, scene->shapes[authored].pointer) ||
           (material >= 0 && touches(pointer, scene->materials[material].pointer)) ||
           (filter >= 0 && touches(pointer, scene->filters[filter].pointer));
}

static bool touches_collider(const TumScene *scene, const char *pointer,
                             const TumCollider *collider)
{
    return touches(pointer, collider->pointer) || touches_node(pointer, collider->node) ||
           touches_surface(scene, pointer, collider->shape, collider->authored_shape,
                           collider->material, collider->filter);
}

static bool touches_joint(const TumScene *scene, const char *pointer, const TumJoint *joint)
{
    if (touches(pointer, joint->pointer) || touches(pointer, joint->description)) {
        return true;
    }
    for (int32_t i = 0; i < joint->limit_count; ++i) {
        if (touches(pointer, scene->limits[joint->limit_first + i].pointer)) {
            return true;
        }
    }
    for (int32_t i = 0; i < joint->drive_count; ++i) {
        if (touches(pointer, scene->drives[joint->drive_first + i].pointer)) {
            return true;
        }
    }
    return false;
}

static void involve(const TumScene *scene, bool *bodies, int32_t node)
{
    if (node >= 0 && scene->nodes[node].body >= 0) {
        bodies[scene->nodes[node].body] = true;
    }
}

static void involve_list(const TumScene *scene, bool *bodies, const NodeList *list)
{
    for (size_t i = 0; i < list->count; ++i) {
        involve(scene, bodies, list->nodes[i]);
    }
}

// Marks the bodies of a check and all that are joined to them.
static void involve_check(const TumScene *scene, const Check *check, bool *bodies)
{
    const int32_t nodes[] = {check->a.node,  check->a.other, check->b.node, check->b.other,
                             check->frame_a, check->frame_b, check->body_a, check->body_b};
    const NodeList *lists[] = {&check->nodes, &check->trigger, &check->collider, &check->motion};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; ++i) {
        involve(scene, bodies, nodes[i]);
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i) {
        involve_list(scene, bodies, lists[i]);
    }
    for (size_t i = 0; i < check->limit_count; ++i) {
        const TumJoint *joint = &scene->joints[check->limits[i].joint];
        involve(scene, bodies, joint->node_a);
        involve(scene, bodies, joint->node_b);
    }
    for (bool grows = true; grows;) {
        grows = false;
        for (size_t i = 0; i < scene->joint_count; ++i) {
            const int32_t a = scene->joints[i].body_a, b = scene->joints[i].body_b;
            if (a >= 0 && b >= 0 && bodies[a] != bodies[b]) {
                bodies[a] = bodies[b] = grows = true;
            }
        }
    }
}

static bool bears_on(const TumScene *scene, const char *pointer, const bool *bodies)
{
    for (size_t i = 0; i < scene->body_count; ++i) {
        if (bodies[i] && (touches(pointer, scene->bodies[i].pointer) ||
                          touches_node(pointer, scene->bodies[i].node))) {
            return true;
        }
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        if ((collider->body < 0 || bodies[collider->body]) &&
            touches_collider(scene, pointer, collider)) {
            return true;
        }
    }
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        const bool is_involved = (joint->body_a >= 0 && bodies[joint->body_a]) ||
                                 (joint->body_b >= 0 && bodies[joint->body_b]);
        if (is_involved && touches_joint(scene, pointer, joint)) {
            return true;
        }
    }
    for (size_t i = 0; i < scene->gravity_volume_count; ++i) {
        if (touches(pointer, scene->gravity_volumes[i].pointer)) {
            return true;
        }
    }
    return false;
}

static bool touches_triggers(const TumScene *scene, const char *pointer, const Check *check)
{
    for (size_t i = 0; i < scene->trigger_count; ++i) {
        const TumTrigger *trigger = &scene->triggers[i];
        bool is_named = !check->trigger.is_given;
        for (size_t k = 0; k < check->trigger.count; ++k) {
            is_named = is_named || check->trigger.nodes[k] == trigger->node;
        }
        for (int32_t k = 0; k < trigger->part_count; ++k) {
            const TumTriggerPart *part = &scene->trigger_parts[trigger->part_first + k];
            if (is_named && (touches_node(pointer, part->node) ||
                             touches_surface(scene, pointer, part->shape, part->authored_shape, -1,
                                             part->filter))) {
                return true;
            }
        }
        if (is_named && touches(pointer, trigger->pointer)) {
            return true;
        }
    }
    return false;
}

const char *tum_unsupported_find(const TumScene *scene, const Check *check,
                                 const char *const *pointers, size_t count,
                                 const TumAllocator *allocator, bool *fault)
{
    // Bodies that there are, and equal runs, are no matter of content.
    if (count == 0 || check->kind == CHECK_BODIES || check->kind == CHECK_DETERMINISTIC) {
        return NULL;
    }
    bool *bodies = tum_allocate_zeroed(allocator, scene->body_count + 1, sizeof *bodies);
    const char *found = NULL;
    if (bodies == NULL) {
        *fault = true;
        return NULL;
    }
    involve_check(scene, check, bodies);
    for (size_t i = 0; i < count && found == NULL; ++i) {
        if (bears_on(scene, pointers[i], bodies) ||
            (check->a.node >= 0 && touches_node(pointers[i], check->a.node)) ||
            (check->kind == CHECK_EVENT && touches_triggers(scene, pointers[i], check))) {
            found = pointers[i];
        }
    }
    tum_release(allocator, bodies, (scene->body_count + 1) * sizeof *bodies);
    return found;
}
