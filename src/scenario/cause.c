// SPDX-License-Identifier: MIT
// cause.c: the likeliest cause of a failure, with its place in the document and a cure.
//
// Causes are tried in an order: whatever leaves no other outcome (no collider, no weight) before
// whatever makes one likely (an open mesh, an overlap).
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "scenario/joint_axes.h"
#include "tumble/check.h"

enum { CAUSE_BYTES = 400 };

static const double bouncy = 0.95;      // Restitution from which on bounces hardly fade.
static const double overlapping = 0.01; // [m] Smaller overlaps are contact margins.

__attribute__((format(__printf__, 3, 4))) static Cause cause_at(const Run *run, const char *pointer,
                                                                const char *format, ...)
{
    char text[CAUSE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const char *kept = tum_arena_text(run->arena, text, strlen(text));
    return (Cause){pointer != NULL ? pointer : "", kept != NULL ? kept : ""};
}

static const Cause unknown = {NULL, ""};

static bool is_of_body(const TumCollider *collider, int32_t body)
{
    return collider->body == body && collider->shape >= 0;
}

static Cause no_collider(const Run *run, int32_t body)
{
    const TumScene *scene = run->asset->scene;
    size_t count = 0;
    for (size_t i = 0; i < scene->collider_count; ++i) {
        if (is_of_body(&scene->colliders[i], body)) {
            if (!scene->colliders[i].enabled) {
                continue;
            }
            ++count;
        }
    }
    return count > 0
               ? unknown
               : cause_at(run, scene->bodies[body].pointer,
                          "The body has no collider: give its node, or a node below it, one.");
}

static Cause no_extent(const Run *run, int32_t body)
{
    const TumScene *scene = run->asset->scene;
    for (size_t i = 0; i < scene->collider_count; ++i) {
        if (run->asset->bodies[body].solid_count == 0 && is_of_body(&scene->colliders[i], body)) {
            return cause_at(run, scene->colliders[i].pointer,
                            "Planes and rays of a moving body touch no floor: use a box.");
        }
    }
    return unknown;
}

static Cause no_weight(const Run *run, int32_t body)
{
    const TumBody *own = &run->asset->scene->bodies[body];
    if (isinf(own->mass)) {
        return cause_at(run, own->pointer,
                        "The mass is infinite, so no force moves the body: give it a finite mass.");
    }
    if (own->gravity_factor == 0.0) {
        return cause_at(run, own->pointer,
                        "The gravity factor is 0, so the body does not fall: set it to 1.");
    }
    if (own->gravity_factor < 0.0) {
        return cause_at(run, own->pointer,
                        "The gravity factor is %.3g, so the body rises: set it to 1.",
                        own->gravity_factor);
    }
    return unknown;
}

static bool has_list(const TumScene *scene, int32_t filter)
{
    return filter >= 0 && scene->filters[filter].collide_with_count +
                                  scene->filters[filter].not_collide_with_count >
                              0;
}

// A pair of static and dynamic collider that a filter keeps apart.
static Cause filter_pair(const Run *run, int32_t body)
{
    const TumScene *scene = run->asset->scene;
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *own = &scene->colliders[i];
        for (size_t k = 0; is_of_body(own, body) && k < scene->collider_count; ++k) {
            const TumCollider *other = &scene->colliders[k];
            if (other->body != body &&
                (other->body < 0 || run->asset->bodies[other->body].group < 0) &&
                !tum_scene_filters_admit(scene, own->filter, other->filter)) {
                const int32_t filter = has_list(scene, own->filter) ? own->filter : other->filter;
                return cause_at(run, scene->filters[filter].pointer,
                                "The filter keeps the body from the collider of node %d: admit the "
                                "systems of both.",
                                (int)other->node);
            }
        }
    }
    return unknown;
}

static Cause open_mesh(const Run *run, int32_t body)
{
    const TumScene *scene = run->asset->scene;
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        if (!is_of_body(collider, body)) {
            continue;
        }
        const TumShape *shape = &scene->shapes[collider->shape];
        if (shape->kind == TUM_SHAPE_MESH && shape->mesh >= 0 &&
            !scene->meshes[shape->mesh].is_closed) {
            return cause_at(run, collider->pointer,
                            "The mesh is not closed, so the body has no inside: close its holes, "
                            "or use its convex hull.");
        }
    }
    return unknown;
}

static Cause restless_material(const Run *run, int32_t body)
{
    const TumScene *scene = run->asset->scene;
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        if (is_of_body(collider, body) && collider->material >= 0 &&
            scene->materials[collider->material].restitution >= bouncy) {
            return cause_at(run, scene->materials[collider->material].pointer,
                            "The restitution is %.3g, so bounces do not fade: lower it, or let it "
                            "combine by average.",
                            scene->materials[collider->material].restitution);
        }
    }
    return unknown;
}

static Cause friction_of(const Run *run, int32_t body, bool is_low)
{
    const TumScene *scene = run->asset->scene;
    int32_t found = -1;
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        if (is_of_body(collider, body) && collider->material >= 0 &&
            (is_low ? scene->materials[collider->material].dynamic_friction < 0.01
                    : scene->materials[collider->material].static_friction >= 1.0)) {
            found = collider->material;
        }
    }
    if (found < 0) {
        return unknown;
    }
    return is_low
               ? cause_at(run, scene->materials[found].pointer,
                          "The friction is %.3g, so nothing slows the body down: raise it.",
                          scene->materials[found].dynamic_friction)
               : cause_at(run, scene->materials[found].pointer,
                          "The friction is %.3g: a body slides down a slope of 45 degrees below 1.",
                          scene->materials[found].static_friction);
}

// Overlaps before the first step, in the file's own scene.
static Cause overlap(const Run *run)
{
    const TumScene *scene = run->asset->scene;
    TumWorldDef def = tum_default_world_def();
    def.allocator = *run->allocator;
    TumWorld *world = NULL;
    TumOverlaps overlaps = {.node = -1};
    if (tum_world_create(scene, &def, &world, NULL) == TUM_OK) {
        (void)tum_scene_overlaps(scene, world, &overlaps);
    }
    tum_world_destroy(world);
    for (size_t i = 0; overlaps.depth > overlapping && i < scene->collider_count; ++i) {
        if (scene->colliders[i].node == overlaps.node) {
            return cause_at(run, scene->colliders[i].pointer,
                            "Before the first step the collider stands %.3g m deep in that of node "
                            "%d: move them apart, or filter the pair.",
                            overlaps.depth, (int)overlaps.other);
        }
    }
    return unknown;
}

static Cause floating(const Run *run, int32_t body)
{
    const TumScene *scene = run->asset->scene;
    const double *g = run->gravity != NULL ? run->gravity : scene->world_gravity;
    const TumBody *own = &scene->bodies[body];
    if (own->gravity_factor == 0.0 ||
        g[0] * g[0] + g[1] * g[1] + g[2] * g[2] + g[3] * g[3] == 0.0) {
        return cause_at(run, own->pointer,
                        "No gravity acts on the body, so it keeps its velocity: let it begin at "
                        "rest, or damp it.");
    }
    return unknown;
}

static Cause rolling(const Run *run, int32_t body)
{
    const TumScene *scene = run->asset->scene;
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        if (is_of_body(collider, body)) {
            const TumShapeKind kind = scene->shapes[collider->shape].kind;
            if (kind != TUM_SHAPE_BOX && kind != TUM_SHAPE_PLANE) {
                return cause_at(run, collider->pointer,
                                "The shape rolls or rocks, and nothing stops it: give it a flat "
                                "side, or the body another center of mass.");
            }
        }
    }
    return unknown;
}

static Cause motor(const Run *run, int32_t body)
{
    const TumScene *scene = run->asset->scene;
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        for (int32_t k = 0; k < joint->drive_count; ++k) {
            const TumDrive *drive = &scene->drives[joint->drive_first + k];
            if ((joint->body_a == body || joint->body_b == body) && drive->damping == 0.0 &&
                drive->has_position_target && drive->stiffness > 0.0) {
                return cause_at(run, drive->pointer,
                                "The drive is a spring without damping, so it swings on: damp it.");
            }
        }
    }
    return unknown;
}

// A joint of the body's group with an axis that moves and nothing that damps it.
static Cause undamped(const Run *run, int32_t body)
{
    const TumScene *scene = run->asset->scene;
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        const int32_t side = joint->body_a == body ? joint->body_b : joint->body_a;
        JointAxis axes[JOINT_AXES];
        bool is_movable = false, is_damped = false;
        tum_joint_axes(scene, joint, axes);
        for (int k = 0; k < JOINT_AXES; ++k) {
            is_movable |= axis_is_movable(&axes[k]);
        }
        for (int32_t k = 0; k < joint->drive_count; ++k) {
            is_damped |= scene->drives[joint->drive_first + k].damping > 0.0;
        }
        if ((joint->body_a == body || joint->body_b == body) && side != body && is_movable &&
            !is_damped) {
            return cause_at(run, joint->pointer,
                            "Nothing damps the joint, so it swings on: give it a drive with "
                            "damping and no velocity target.");
        }
    }
    return unknown;
}

static Cause hard_limits(const Run *run, int32_t index)
{
    const TumScene *scene = run->asset->scene;
    const TumJoint *joint = &scene->joints[index];
    const int32_t sides[2] = {joint->body_a, joint->body_b};
    bool is_movable = false;
    const char *infinite = NULL;
    for (int i = 0; i < 2; ++i) {
        if (sides[i] >= 0 && run->asset->bodies[sides[i]].group >= 0) {
            const TumBody *body = &scene->bodies[sides[i]];
            is_movable |= !isinf(body->mass) || !isinf(body->inertia[0]);
            infinite = isinf(body->mass) ? body->pointer : infinite;
        }
    }
    if (infinite != NULL && !is_movable) {
        return cause_at(run, infinite,
                        "The mass is infinite, so no drive moves the body: give it a finite mass.");
    }
    for (int32_t k = 0; k < joint->limit_count; ++k) {
        const TumLimit *limit = &scene->limits[joint->limit_first + k];
        if (limit->min < limit->max && !isinf(limit->max - limit->min)) {
            const double room = limit->max - limit->min;
            if (room < (limit->space == TUM_SPACE_ANGULAR ? 0.02 : 0.002)) {
                return cause_at(run, limit->pointer,
                                "The limit leaves a range of %.3g %s alone: widen it; angles are "
                                "in radians.",
                                room, limit->space == TUM_SPACE_ANGULAR ? "rad" : "m");
            }
        }
    }
    return unknown;
}

static bool is_check(const Run *run, const Measure *measure, TumScenario scenario,
                     const char *check)
{
    return run->scenario == scenario && strcmp(measure->check, check) == 0;
}

typedef Cause (*FindCause)(const Run *run, int32_t body);

static Cause overlap_of(const Run *run, int32_t body)
{
    (void)body;
    return overlap(run);
}

static Cause sticky(const Run *run, int32_t body)
{
    return friction_of(run, body, false);
}

static Cause slippery(const Run *run, int32_t body)
{
    return friction_of(run, body, true);
}

// Causes of a failed check that concerns bodies, the likeliest first.
static const FindCause *causes_of(const Run *run, const Measure *measure)
{
    static const FindCause touch[] = {no_weight, no_collider, no_extent, overlap_of, NULL};
    static const FindCause sink[] = {no_collider, no_extent,  no_weight,
                                     open_mesh,   overlap_of, NULL};
    static const FindCause restless[] = {
        no_collider, restless_material, overlap_of, motor,   floating,
        slippery,    undamped,          open_mesh,  rolling, NULL};
    static const FindCause stuck[] = {no_collider, sticky, no_weight, overlap_of, NULL};
    static const FindCause fallen[] = {no_collider, filter_pair, no_extent,  no_weight,
                                       slippery,    open_mesh,   overlap_of, NULL};
    static const FindCause deep[] = {overlap_of, open_mesh, NULL};
    if (is_check(run, measure, TUM_SCENARIO_DROP, "touch") ||
        is_check(run, measure, TUM_SCENARIO_SLOPE, "contact")) {
        return touch;
    }
    if (is_check(run, measure, TUM_SCENARIO_SLOPE, "downhill")) {
        return stuck;
    }
    if (strcmp(measure->check, "floor") == 0 || strcmp(measure->check, "above") == 0) {
        return sink;
    }
    if (is_check(run, measure, TUM_SCENARIO_REST, "inside")) {
        return fallen;
    }
    return is_check(run, measure, TUM_SCENARIO_REST, "penetration") ? deep : restless;
}

Cause tum_find_cause(const Run *run, const Measure *measure)
{
    const TumScene *scene = run->asset->scene;
    Cause cause = unknown;
    if (measure->joint >= 0) {
        cause = hard_limits(run, measure->joint);
        return cause.pointer != NULL
                   ? cause
                   : cause_at(run, scene->joints[measure->joint].pointer,
                              "Its limits leave it a range: look for colliders of its two "
                              "sides that block each other.");
    }
    for (const FindCause *find = causes_of(run, measure);
         measure->body >= 0 && *find != NULL && cause.pointer == NULL; ++find) {
        cause = (*find)(run, measure->body);
    }
    if (cause.pointer == NULL) {
        const char *advice = is_check(run, measure, TUM_SCENARIO_REST, "inside")
                                 ? "Nothing below it holds it: put a collider there, or close the "
                                   "holes of a mesh."
                             : strcmp(measure->check, "finite") == 0
                                 ? "Look for masses, speeds and stiffnesses beyond all measure."
                                 : "No cause is known: watch the motion with `tumble view`.";
        cause = cause_at(run, measure->body >= 0 ? scene->bodies[measure->body].pointer : "", "%s",
                         advice);
    }
    return cause;
}
