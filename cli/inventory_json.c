// SPDX-License-Identifier: MIT
// inventory_json.c: `tumble info --json`: every object of a scene with all its numbers.
#include "findings.h"
#include "inventory.h"
#include "words.h"

static void begin(JsonText *json, const char *key)
{
    tum_json_text_key(json, key);
    tum_json_text_begin_array(json);
}

static int rate_count(const TumScene *scene)
{
    return scene->dimension == 4 ? 6 : 3;
}

static void say_rotation(JsonText *json, const char *key, const TumScene *scene,
                         const TumRotation *rotation)
{
    if (scene->dimension == 4) {
        say_numbers(json, key, rotation->m, 16);
    } else {
        say_numbers(json, key, rotation->q, 4);
    }
}

static void say_bodies(JsonText *json, const TumScene *scene)
{
    const size_t axes = (size_t)scene->dimension, rates = (size_t)rate_count(scene);
    begin(json, "bodies");
    for (size_t i = 0; i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        tum_json_text_begin_object(json);
        say_integer(json, "node", body->node);
        say_text(json, "name", scene->nodes[body->node].name);
        say_text(json, "kind", word_of_body_kind(body->kind));
        say_text(json, "tag", word_of_tag(body->tag));
        say_number(json, "mass", body->mass);
        say_text(json, "massOrigin", word_of_origin(body->mass_origin));
        say_numbers(json, "centerOfMass", body->center_of_mass, axes);
        say_text(json, "centerOfMassOrigin", word_of_origin(body->center_of_mass_origin));
        say_numbers(json, "inertia", body->inertia, rates);
        say_rotation(json, "inertiaRotation", scene, &body->inertia_rotation);
        begin(json, "inertiaOrigin");
        for (size_t k = 0; k < rates; ++k) {
            tum_json_text_string(json, word_of_origin(body->inertia_origin[k]));
        }
        tum_json_text_end_array(json);
        say_numbers(json, "position", body->position, axes);
        say_rotation(json, "rotation", scene, &body->rotation);
        say_numbers(json, "linearVelocity", body->linear_velocity, axes);
        say_numbers(json, "angularVelocity", body->angular_velocity, rates);
        say_number(json, "gravityFactor", body->gravity_factor);
        say_text(json, "pointer", body->pointer);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

// The bounds of a mesh.
static void say_extent(JsonText *json, const TumScene *scene, const TumMesh *mesh)
{
    const size_t axes = (size_t)scene->dimension;
    double low[4] = {0}, high[4] = {0};
    for (size_t i = 0; i < mesh->point_count; ++i) {
        for (size_t k = 0; k < axes; ++k) {
            const double x = mesh->points[axes * i + k];
            low[k] = i == 0 || x < low[k] ? x : low[k];
            high[k] = i == 0 || x > high[k] ? x : high[k];
        }
    }
    say_numbers(json, "min", low, axes);
    say_numbers(json, "max", high, axes);
}

static void say_shape(JsonText *json, const TumScene *scene, const TumShape *shape)
{
    tum_json_text_key(json, "shape");
    tum_json_text_begin_object(json);
    say_text(json, "type", word_of_shape_kind(shape->kind));
    switch (shape->kind) {
    case TUM_SHAPE_SPHERE: say_number(json, "radius", shape->radius); break;
    case TUM_SHAPE_BOX:
    case TUM_SHAPE_GENERAL: say_numbers(json, "size", shape->size, (size_t)scene->dimension); break;
    case TUM_SHAPE_CAPSULE:
    case TUM_SHAPE_CYLINDER:
        say_number(json, "height", shape->height);
        say_number(json, "radiusBottom", shape->radius_bottom);
        say_number(json, "radiusTop", shape->radius_top);
        break;
    case TUM_SHAPE_PLANE:
        say_number(json, "sizeX", shape->size[0]);
        say_number(json, "sizeZ", shape->size[2]);
        say_truth(json, "doubleSided", shape->double_sided);
        break;
    case TUM_SHAPE_CONVEX:
    case TUM_SHAPE_MESH:
    case TUM_SHAPE_HEIGHTMAP:
        if (shape->mesh >= 0) {
            const TumMesh *mesh = &scene->meshes[shape->mesh];
            say_integer(json, "points", (int64_t)mesh->point_count);
            say_integer(json, "cells", (int64_t)mesh->cell_count);
            say_truth(json, "closed", mesh->is_closed);
            say_extent(json, scene, mesh);
        }
        break;
    case TUM_SHAPE_RAY: say_number(json, "height", shape->height); break;
    }
    tum_json_text_end_object(json);
}

static void say_colliders(JsonText *json, const TumScene *scene)
{
    begin(json, "colliders");
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        tum_json_text_begin_object(json);
        say_integer(json, "node", collider->node);
        say_integer(json, "body", collider->body);
        say_shape(json, scene, &scene->shapes[collider->shape]);
        say_numbers(json, "position", collider->position, (size_t)scene->dimension);
        say_rotation(json, "rotation", scene, &collider->rotation);
        say_numbers(json, "scale", collider->scale, (size_t)scene->dimension);
        say_integer(json, "material", collider->material);
        say_integer(json, "filter", collider->filter);
        say_text(json, "pointer", collider->pointer);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

static void say_materials(JsonText *json, const TumScene *scene)
{
    begin(json, "materials");
    for (size_t i = 0; i < scene->material_count; ++i) {
        const TumMaterial *material = &scene->materials[i];
        tum_json_text_begin_object(json);
        say_number(json, "staticFriction", material->static_friction);
        say_number(json, "dynamicFriction", material->dynamic_friction);
        say_number(json, "restitution", material->restitution);
        say_text(json, "frictionCombine", word_of_combine(material->friction_combine));
        say_text(json, "restitutionCombine", word_of_combine(material->restitution_combine));
        say_text(json, "pointer", material->pointer);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

static void say_systems(JsonText *json, const char *key, const TumScene *scene, int32_t first,
                        int32_t count)
{
    begin(json, key);
    for (int32_t i = first; i < first + count; ++i) {
        tum_json_text_string(json, scene->system_names[scene->filter_systems[i]]);
    }
    tum_json_text_end_array(json);
}

static void say_filters(JsonText *json, const TumScene *scene)
{
    begin(json, "filters");
    for (size_t i = 0; i < scene->filter_count; ++i) {
        const TumFilter *filter = &scene->filters[i];
        tum_json_text_begin_object(json);
        say_systems(json, "systems", scene, filter->system_first, filter->system_count);
        say_systems(json, "collideWith", scene, filter->collide_with_first,
                    filter->collide_with_count);
        say_systems(json, "notCollideWith", scene, filter->not_collide_with_first,
                    filter->not_collide_with_count);
        say_text(json, "pointer", filter->pointer);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

static void say_triggers(JsonText *json, const TumScene *scene)
{
    begin(json, "triggers");
    for (size_t i = 0; i < scene->trigger_count; ++i) {
        const TumTrigger *trigger = &scene->triggers[i];
        tum_json_text_begin_object(json);
        say_integer(json, "node", trigger->node);
        begin(json, "parts");
        for (int32_t k = trigger->part_first; k < trigger->part_first + trigger->part_count; ++k) {
            const TumTriggerPart *part = &scene->trigger_parts[k];
            tum_json_text_begin_object(json);
            say_integer(json, "node", part->node);
            say_integer(json, "body", part->body);
            say_shape(json, scene, &scene->shapes[part->shape]);
            say_numbers(json, "position", part->position, (size_t)scene->dimension);
            say_rotation(json, "rotation", scene, &part->rotation);
            say_numbers(json, "scale", part->scale, (size_t)scene->dimension);
            say_integer(json, "filter", part->filter);
            tum_json_text_end_object(json);
        }
        tum_json_text_end_array(json);
        say_integer(json, "filter", trigger->filter);
        say_text(json, "pointer", trigger->pointer);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

static void say_limits(JsonText *json, const TumScene *scene, const TumJoint *joint)
{
    begin(json, "limits");
    for (int32_t i = joint->limit_first; i < joint->limit_first + joint->limit_count; ++i) {
        const TumLimit *limit = &scene->limits[i];
        tum_json_text_begin_object(json);
        say_text(json, "space", word_of_space(limit->space));
        begin(json, "axes");
        for (int axis = 0; axis < 3; ++axis) {
            if ((limit->axes >> axis & 1u) != 0) {
                tum_json_text_integer(json, axis);
            }
        }
        tum_json_text_end_array(json);
        say_number(json, "min", limit->min);
        say_number(json, "max", limit->max);
        say_number(json, "stiffness", limit->stiffness);
        say_number(json, "damping", limit->damping);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

static void say_drives(JsonText *json, const TumScene *scene, const TumJoint *joint)
{
    begin(json, "drives");
    for (int32_t i = joint->drive_first; i < joint->drive_first + joint->drive_count; ++i) {
        const TumDrive *drive = &scene->drives[i];
        tum_json_text_begin_object(json);
        say_text(json, "space", word_of_space(drive->space));
        say_integer(json, "axis", drive->axis);
        say_text(json, "mode", drive->mode == TUM_DRIVE_FORCE ? "force" : "acceleration");
        say_number(json, "maxForce", drive->max_force);
        if (drive->has_position_target) {
            say_number(json, "positionTarget", drive->position_target);
        }
        say_number(json, "velocityTarget", drive->velocity_target);
        say_number(json, "stiffness", drive->stiffness);
        say_number(json, "damping", drive->damping);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

static void say_joints(JsonText *json, const TumScene *scene)
{
    begin(json, "joints");
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        tum_json_text_begin_object(json);
        say_integer(json, "nodeA", joint->node_a);
        say_integer(json, "nodeB", joint->node_b);
        say_integer(json, "bodyA", joint->body_a);
        say_integer(json, "bodyB", joint->body_b);
        say_numbers(json, "positionA", joint->position_a, (size_t)scene->dimension);
        say_rotation(json, "rotationA", scene, &joint->rotation_a);
        say_numbers(json, "positionB", joint->position_b, (size_t)scene->dimension);
        say_rotation(json, "rotationB", scene, &joint->rotation_b);
        say_truth(json, "enableCollision", joint->enable_collision);
        say_limits(json, scene, joint);
        say_drives(json, scene, joint);
        say_text(json, "pointer", joint->pointer);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

// Lengths for the kind of gravity source, in the frame of the source.
static void say_source(JsonText *json, const TumScene *scene, const TumGravityVolume *volume)
{
    switch (volume->kind) {
    case TUM_GRAVITY_DIRECTIONAL: say_numbers(json, "direction", volume->direction, 3); break;
    case TUM_GRAVITY_POINT: break;
    case TUM_GRAVITY_DISC:
    case TUM_GRAVITY_TORUS: say_numbers(json, "radii", volume->radii, 2); break;
    case TUM_GRAVITY_LINE:
        say_numbers(json, "points", &scene->gravity_points[3 * (size_t)volume->point_first],
                    3 * (size_t)volume->point_count);
        break;
    case TUM_GRAVITY_SHAPED:
        if (volume->shape >= 0) {
            say_shape(json, scene, &scene->shapes[volume->shape]);
            say_numbers(json, "scale", volume->scale, 3);
        }
        break;
    }
}

static void say_gravity_volumes(JsonText *json, const TumScene *scene)
{
    begin(json, "gravityVolumes");
    for (size_t i = 0; i < scene->gravity_volume_count; ++i) {
        const TumGravityVolume *volume = &scene->gravity_volumes[i];
        tum_json_text_begin_object(json);
        say_integer(json, "node", volume->node);
        say_integer(json, "trigger", volume->trigger);
        say_text(json, "type", word_of_gravity_kind(volume->kind));
        say_number(json, "gravity", volume->gravity);
        say_integer(json, "priority", volume->priority);
        say_truth(json, "replace", volume->replace);
        say_truth(json, "stop", volume->stop);
        say_number(json, "unitDistance", volume->unit_distance);
        say_integer(json, "body", volume->body);
        say_numbers(json, "position", volume->position, (size_t)scene->dimension);
        say_rotation(json, "rotation", scene, &volume->rotation);
        say_source(json, scene, volume);
        say_text(json, "pointer", volume->pointer);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

static void say_speakers(JsonText *json, const TumScene *scene)
{
    Speaker speakers[SPEAKERS_MAX];
    const size_t count = inventory_speakers(scene, speakers);
    begin(json, "extensions");
    for (size_t i = 0; i < count; ++i) {
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)speakers[i].name_length, speakers[i].name);
        tum_json_text_begin_object(json);
        say_text(json, "name", name);
        say_integer(json, "bodies", (int64_t)speakers[i].bodies);
        say_integer(json, "colliders", (int64_t)speakers[i].colliders);
        say_integer(json, "triggers", (int64_t)speakers[i].triggers);
        say_integer(json, "joints", (int64_t)speakers[i].joints);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

static void say_scene(JsonText *json, const TumScene *scene)
{
    say_text(json, "dialects", scene->dialects);
    say_speakers(json, scene);
    say_integer(json, "dimension", scene->dimension);
    say_integer(json, "nodes", (int64_t)scene->node_count);
    if (scene->has_world_gravity) {
        say_numbers(json, "gravity", scene->world_gravity, (size_t)scene->dimension);
    }
    say_bodies(json, scene);
    say_colliders(json, scene);
    say_joints(json, scene);
    say_materials(json, scene);
    say_filters(json, scene);
    say_triggers(json, scene);
    say_gravity_volumes(json, scene);
}

TumStatus inventory_print_json(FILE *out, const char *file, const TumScene *scene,
                               const TumReport *report)
{
    JsonText json;
    tum_json_text_init(&json, words_sink(out), 2);
    tum_json_text_begin_object(&json);
    say_text(&json, "file", file);
    if (scene != NULL) {
        say_scene(&json, scene);
    }
    findings_say(&json, report, scene);
    tum_json_text_end_object(&json);
    tum_json_text_end_line(&json);
    return tum_json_text_finish(&json);
}
