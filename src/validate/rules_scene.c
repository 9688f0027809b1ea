// SPDX-License-Identifier: MIT
// rules_scene.c: rules about bodies with their colliders, triggers and joints
// (docs/diagnostics.md).
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/hull3.h"
#include "math/math3_64.h"
#include "validate/extensions.h"
#include "validate/rules_physics.h"

enum { POINTER_BYTES = 512 };

// [1] A centre of mass this many diagonals of the colliders away from their middle is a mistake.
static const double most_diagonals = 4.0;

/// Data shared by the rules. The members of a body are those in the document, not in the scene: an
/// unreadable collider is still a collider.
typedef struct Rules {
    const SchemaWalk *walk;
    const TumScene *scene;
    Cursor root, nodes;
    int32_t *body_at;  ///< [node_count] The body at the node itself, or -1.
    int32_t *owner;    ///< [node_count] The body at or above the node, or -1.
    bool *has_company; ///< [body_count] The body has a collider, trigger or joint.
} Rules;

// A cursor refers to its parent, so the caller owns the node's cursor.
static Cursor extensions_of(const Rules *rules, size_t node, Cursor *at)
{
    *at = tum_cursor_item(&rules->nodes, node);
    return tum_cursor_member(at, "extensions");
}

__attribute__((format(__printf__, 4, 5))) static void
file(const Rules *rules, DiagnosticCode code, const char *pointer, const char *format, ...)
{
    char message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    tum_report_add(rules->walk->report, code, tum_document_name(rules->walk->document), pointer,
                   "%s", message);
}

// Owners.

// Follows parents up to a node with a known owner; every edge is walked once.
static void find_owner(Rules *rules, int32_t node, bool *is_known)
{
    int32_t top = node, answer = -1;
    while (top >= 0 && !is_known[top] && rules->body_at[top] < 0) {
        top = rules->scene->nodes[top].parent;
    }
    if (top >= 0) {
        answer = rules->body_at[top] >= 0 ? rules->body_at[top] : rules->owner[top];
        rules->owner[top] = answer;
        is_known[top] = true;
    }
    for (int32_t at = node; at != top; at = rules->scene->nodes[at].parent) {
        rules->owner[at] = answer;
        is_known[at] = true;
    }
}

static bool find_owners(Rules *rules)
{
    const TumScene *scene = rules->scene;
    Arena *arena = rules->walk->arena;
    bool *is_known = tum_arena_zeroed(arena, scene->node_count, 1);
    rules->body_at = tum_arena_zeroed(arena, scene->node_count, sizeof(int32_t));
    rules->owner = tum_arena_zeroed(arena, scene->node_count, sizeof(int32_t));
    rules->has_company = tum_arena_zeroed(arena, scene->body_count, sizeof(bool));
    if (is_known == NULL || rules->body_at == NULL || rules->owner == NULL ||
        rules->has_company == NULL) {
        return false;
    }
    for (size_t i = 0; i < scene->node_count; ++i) {
        rules->body_at[i] = rules->owner[i] = -1;
    }
    for (size_t i = 0; i < scene->body_count; ++i) {
        rules->body_at[scene->bodies[i].node] = (int32_t)i;
    }
    for (size_t i = 0; i < scene->node_count; ++i) {
        find_owner(rules, (int32_t)i, is_known);
    }
    return true;
}

static void mark_company(Rules *rules, int32_t node)
{
    if (node >= 0 && (size_t)node < rules->scene->node_count && rules->owner[node] >= 0) {
        rules->has_company[rules->owner[node]] = true;
    }
}

static void mark_reference(Rules *rules, const Cursor *object, const char *key)
{
    Cursor quiet = *object;
    quiet.report = NULL;
    mark_company(rules, tum_cursor_index(&quiet, key, rules->scene->node_count));
}

// Visits every extension object of a node that is, or holds, a collider, a trigger or a joint.
static void mark_extension(Rules *rules, size_t node, const char *name, const Cursor *extension)
{
    static const char *const members[] = {"collider", "trigger", "joint"};
    const bool is_flat = strcmp(name, "OMI_physics_shape") == 0 ||
                         strcmp(name, "OMI_collider") == 0 ||
                         strcmp(name, "OMI_physics_joint") == 0;
    const Cursor joint = tum_cursor_member(extension, "joint");
    const Cursor *reference = is_flat ? extension : &joint;
    bool has_some = is_flat;
    for (size_t i = 0; i < sizeof members / sizeof *members; ++i) {
        has_some |= schema_has(extension, members[i]);
    }
    if (has_some) {
        mark_company(rules, (int32_t)node);
        mark_reference(rules, reference, "connectedNode");
        mark_reference(rules, reference, "nodeA");
        mark_reference(rules, reference, "nodeB");
    }
}

static void find_g4mf_company(Rules *rules)
{
    for (size_t i = 0; i < rules->scene->node_count; ++i) {
        const Cursor node = tum_cursor_item(&rules->nodes, i);
        const Cursor physics = tum_cursor_member(&node, "physics");
        if (schema_has(&physics, "collider") || schema_has(&physics, "trigger")) {
            mark_company(rules, (int32_t)i);
        }
    }
}

static void find_company(Rules *rules)
{
    if (rules->walk->is_g4mf) {
        find_g4mf_company(rules);
        return;
    }
    for (size_t i = 0; i < rules->scene->node_count; ++i) {
        Cursor node;
        const Cursor extensions = extensions_of(rules, i, &node);
        for (size_t k = 0;
             tum_cursor_kind(&extensions) == JSON_OBJECT && k < tum_cursor_count(&extensions);
             ++k) {
            const char *name = NULL;
            const Cursor extension = tum_cursor_member_at(&extensions, k, &name);
            if (tum_cursor_kind(&extension) == JSON_OBJECT && tum_extension_is_physics(name)) {
                mark_extension(rules, i, name, &extension);
            }
        }
    }
}

// Bodies.

static bool is_undetermined(const TumBody *body)
{
    // The rule about the mass (body_mass.c) already reports such a body: this rule is for masses
    // neither authored nor a dialect's documented default.
    return body->kind == TUM_BODY_DYNAMIC && body->mass_origin == TUM_ORIGIN_DEFAULTED &&
           strstr(body->pointer, "/KHR_") != NULL;
}

// A static body of early OMI is valid without a shape.
static bool may_be_alone(const TumBody *body)
{
    const size_t length = strlen(body->pointer);
    const char *const flat = "/OMI_physics_body";
    return body->kind == TUM_BODY_STATIC && length > strlen(flat) &&
           strcmp(body->pointer + length - strlen(flat), flat) == 0;
}

static void check_alone(const Rules *rules, size_t index)
{
    const TumBody *body = &rules->scene->bodies[index];
    if (!rules->has_company[index] && !is_undetermined(body) && !may_be_alone(body)) {
        file(rules, CODE_PHYSICS_MOTION_WITHOUT_COLLIDER, body->pointer,
             "No collider, trigger or joint belongs to the body: it meets nothing.");
    }
}

/// A box around points, empty where low is above high.
typedef struct Extent {
    DVec3 low, high;
    bool has_points;
} Extent;

static void extent_take(Extent *extent, DVec3 p)
{
    if (!extent->has_points) {
        *extent = (Extent){p, p, true};
    }
    extent->low = (DVec3){minimum64(extent->low.x, p.x), minimum64(extent->low.y, p.y),
                          minimum64(extent->low.z, p.z)};
    extent->high = (DVec3){maximum64(extent->high.x, p.x), maximum64(extent->high.y, p.y),
                           maximum64(extent->high.z, p.z)};
}

// Half of the shape's own box. @return false for an infinite shape.
static bool half_of(const TumShape *shape, DVec3 *half)
{
    const double wide = maximum64(shape->radius_bottom, shape->radius_top);
    switch (shape->kind) {
    case TUM_SHAPE_SPHERE: *half = (DVec3){shape->radius, shape->radius, shape->radius}; break;
    case TUM_SHAPE_CAPSULE: *half = (DVec3){wide, 0.5 * shape->height + wide, wide}; break;
    case TUM_SHAPE_CYLINDER: *half = (DVec3){wide, 0.5 * shape->height, wide}; break;
    case TUM_SHAPE_BOX:
    case TUM_SHAPE_PLANE:
        *half = (DVec3){0.5 * shape->size[0], 0.5 * shape->size[1], 0.5 * shape->size[2]};
        break;
    default: return false;
    }
    return is_finite64(half->x) && is_finite64(half->y) && is_finite64(half->z);
}

// @return false for an infinite collider, or one without a known extent.
static bool take_collider(const TumScene *scene, const TumCollider *collider, Extent *extent)
{
    const TumShape *shape = &scene->shapes[collider->shape];
    const DQuat rotation = {collider->rotation.q[0], collider->rotation.q[1],
                            collider->rotation.q[2], collider->rotation.q[3]};
    const DPose3 pose = {{collider->position[0], collider->position[1], collider->position[2]},
                         rotation};
    if (shape->mesh >= 0) {
        const TumMesh *mesh = &scene->meshes[shape->mesh];
        for (size_t i = 0; i < mesh->point_count; ++i) {
            const double *p = &mesh->points[3 * i];
            extent_take(extent, dpose3_transform(pose, (DVec3){p[0], p[1], p[2]}));
        }
        return true;
    }
    DVec3 half;
    if (!half_of(shape, &half)) {
        return false;
    }
    for (int corner = 0; corner < 8; ++corner) {
        const DVec3 p = {((corner & 1) != 0 ? half.x : -half.x) * collider->scale[0],
                         ((corner & 2) != 0 ? half.y : -half.y) * collider->scale[1],
                         ((corner & 4) != 0 ? half.z : -half.z) * collider->scale[2]};
        extent_take(extent, dpose3_transform(pose, p));
    }
    return true;
}

static void check_center(const Rules *rules, const TumBody *body, const Extent *extent)
{
    const DVec3 center = {body->center_of_mass[0], body->center_of_mass[1],
                          body->center_of_mass[2]};
    const DVec3 middle = dvec3_scale(dvec3_add(extent->low, extent->high), 0.5);
    const double diagonal = dvec3_length(dvec3_sub(extent->high, extent->low));
    const double distance = dvec3_length(dvec3_sub(center, middle));
    if (extent->has_points && distance > most_diagonals * diagonal) {
        char pointer[POINTER_BYTES];
        snprintf(pointer, sizeof pointer, "%s/centerOfMass", body->pointer);
        file(rules, CODE_PHYSICS_CENTER_OF_MASS_OUTSIDE, pointer,
             "The center of mass is %g m from the middle of colliders that are %g m across.",
             distance, diagonal);
    }
}

static void check_centers(const Rules *rules)
{
    const TumScene *scene = rules->scene;
    Extent *extents = tum_arena_zeroed(rules->walk->arena, scene->body_count, sizeof *extents);
    bool *is_endless = tum_arena_zeroed(rules->walk->arena, scene->body_count, sizeof(bool));
    if (extents == NULL || is_endless == NULL) {
        return;
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        if (collider->body >= 0 &&
            scene->bodies[collider->body].center_of_mass_origin == TUM_ORIGIN_AUTHORED) {
            is_endless[collider->body] |= !take_collider(scene, collider, &extents[collider->body]);
        }
    }
    for (size_t i = 0; i < scene->body_count; ++i) {
        if (scene->bodies[i].center_of_mass_origin == TUM_ORIGIN_AUTHORED && !is_endless[i]) {
            check_center(rules, &scene->bodies[i], &extents[i]);
        }
    }
}

// Colliders and triggers.

static void check_g4mf_collider(const Rules *rules, const TumCollider *collider)
{
    const TumShapeKind shape = rules->scene->shapes[collider->shape].kind;
    const TumBodyKind body =
        collider->body >= 0 ? rules->scene->bodies[collider->body].kind : TUM_BODY_STATIC;
    if (shape == TUM_SHAPE_HEIGHTMAP && body != TUM_BODY_STATIC) {
        file(rules, CODE_PHYSICS_DYNAMIC_HEIGHTMAP, collider->pointer,
             "A heightmap that moves; it has no inside and no mass, and is meant to be static.");
    } else if (shape == TUM_SHAPE_MESH && body == TUM_BODY_DYNAMIC) {
        file(rules, CODE_PHYSICS_DYNAMIC_TRIMESH, collider->pointer,
             "A concave mesh that moves; few engines support it, a hull is understood by all.");
    }
}

static void check_collider(const Rules *rules, const TumCollider *collider)
{
    const TumScene *scene = rules->scene;
    const TumShape *shape = &scene->shapes[collider->shape];
    if (collider->body < 0 || scene->bodies[collider->body].kind != TUM_BODY_DYNAMIC ||
        !collider->enabled) {
        return;
    }
    if (shape->kind == TUM_SHAPE_MESH && scene->meshes[shape->mesh].is_closed) {
        file(rules, CODE_PHYSICS_DYNAMIC_TRIMESH, collider->pointer,
             "A triangle mesh that moves; few engines support it, a hull is understood by all.");
    } else if (shape->kind == TUM_SHAPE_MESH) {
        file(rules, CODE_PHYSICS_DYNAMIC_TRIMESH_OPEN, collider->pointer,
             "A triangle mesh that moves and is not closed: it has no inside; use a hull.");
    } else if (shape->kind == TUM_SHAPE_PLANE &&
               !(is_finite64(shape->size[0]) && is_finite64(shape->size[2]))) {
        file(rules, CODE_PHYSICS_DYNAMIC_PLANE, collider->pointer,
             "An infinite plane that moves; give it sizes or take it off the body.");
    }
}

// True for OMI_collider, and for the first revisions of OMI_physics_shape, where the type is
// `hull`.
static bool has_hull_limit(const Rules *rules, const TumShape *shape)
{
    static const char table[] = "/extensions/OMI_physics_shape/shapes/";
    const char *type = "";
    if (strncmp(shape->pointer, table, sizeof table - 1) != 0) {
        return strstr(shape->pointer, "/extensions/OMI_collider") != NULL;
    }
    const Cursor extensions = tum_cursor_member(&rules->root, "extensions");
    const Cursor extension = tum_cursor_member(&extensions, "OMI_physics_shape");
    const Cursor shapes = tum_cursor_member(&extension, "shapes");
    const size_t index = (size_t)strtoul(shape->pointer + sizeof table - 1, NULL, 10);
    const Cursor item = tum_cursor_item(&shapes, index);
    return tum_cursor_text(&item, "type", &type) && strcmp(type, "hull") == 0;
}

static void check_hull_size(const Rules *rules, const TumShape *shape)
{
    enum { MOST_VERTICES = 255 };
    const TumMesh *mesh = shape->mesh >= 0 ? &rules->scene->meshes[shape->mesh] : NULL;
    HullMesh3 hull;
    Arena scratch;
    if (shape->kind != TUM_SHAPE_CONVEX || mesh == NULL || mesh->point_count <= MOST_VERTICES ||
        !has_hull_limit(rules, shape)) {
        return;
    }
    tum_arena_init(&scratch, &rules->walk->arena->allocator);
    if (tum_hull3_build(mesh->points, mesh->point_count, &scratch, &hull) == TUM_OK &&
        hull.vertex_count > MOST_VERTICES) {
        char pointer[POINTER_BYTES];
        snprintf(pointer, sizeof pointer, "%s/mesh", shape->pointer);
        file(rules, CODE_PHYSICS_CONVEX_TOO_MANY_POINTS, pointer,
             "The hull has %zu vertices; this dialect allows %d.", hull.vertex_count,
             MOST_VERTICES);
    }
    tum_arena_clear(&scratch);
}

// The object on a node that makes the node a trigger.
static bool trigger_pointer(const Rules *rules, int32_t node, char pointer[POINTER_BYTES])
{
    static const char *const owners[] = {"KHR_physics_rigid_bodies", "KHR_rigid_bodies",
                                         "MSFT_rigid_bodies", "OMI_physics_body"};
    Cursor at;
    const Cursor extensions = extensions_of(rules, (size_t)node, &at);
    const Cursor physics = tum_cursor_member(&at, "physics");
    const Cursor own = tum_cursor_member(&physics, "trigger");
    if (rules->walk->is_g4mf) {
        return tum_cursor_exists(&own) &&
               tum_cursor_pointer(&own, pointer, POINTER_BYTES) < POINTER_BYTES;
    }
    for (size_t i = 0; i < sizeof owners / sizeof *owners; ++i) {
        const Cursor extension = tum_cursor_member(&extensions, owners[i]);
        const Cursor trigger = tum_cursor_member(&extension, "trigger");
        if (tum_cursor_exists(&trigger)) {
            return tum_cursor_pointer(&trigger, pointer, POINTER_BYTES) < POINTER_BYTES;
        }
    }
    const Cursor collider = tum_cursor_member(&extensions, "OMI_collider");
    return tum_cursor_exists(&collider) &&
           tum_cursor_pointer(&collider, pointer, POINTER_BYTES) < POINTER_BYTES;
}

static void check_trigger(const Rules *rules, const TumTrigger *trigger)
{
    const TumScene *scene = rules->scene;
    for (int32_t i = 0; i < trigger->part_count; ++i) {
        const TumTriggerPart *part = &scene->trigger_parts[trigger->part_first + i];
        char pointer[POINTER_BYTES];
        if (scene->shapes[part->shape].kind == TUM_SHAPE_MESH) {
            const bool has_own = trigger_pointer(rules, part->node, pointer);
            file(rules, CODE_PHYSICS_TRIGGER_TRIMESH, has_own ? pointer : trigger->pointer,
                 "A triangle mesh has no inside; only what touches its surface is noticed.");
        }
    }
}

void tum_check_scene(const SchemaWalk *walk, const TumScene *scene)
{
    Rules rules = {.walk = walk, .scene = scene};
    rules.root = tum_cursor_root(walk->document, NULL);
    rules.nodes = tum_cursor_member(&rules.root, "nodes");
    if (!find_owners(&rules)) {
        return;
    }
    find_company(&rules);
    for (size_t i = 0; i < scene->body_count; ++i) {
        check_alone(&rules, i);
    }
    check_centers(&rules);
    for (size_t i = 0; i < scene->collider_count; ++i) {
        if (walk->is_g4mf) {
            check_g4mf_collider(&rules, &scene->colliders[i]);
        } else {
            check_collider(&rules, &scene->colliders[i]);
        }
    }
    for (size_t i = 0; !walk->is_g4mf && i < scene->shape_count; ++i) {
        check_hull_size(&rules, &scene->shapes[i]);
    }
    for (size_t i = 0; i < scene->trigger_count; ++i) {
        check_trigger(&rules, &scene->triggers[i]);
    }
}
