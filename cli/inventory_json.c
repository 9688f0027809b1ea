// SPDX-License-Identifier: MIT
// inventory_json.c: `tumble info --json`: every object of a scene with all its numbers.
#include "findings.h"
#include "inventory.h"
#include "json_members.h"
#include "kind_names.h"

static void begin(JsonText *json, const char *key)
{
    tum_json_text_key(json, key);
    tum_json_text_begin_array(json);
}

static int rate_count(const TumScene *scene)
{
    return scene->dimension == 4 ? 6 : 3;
}

static void write_rotation(JsonText *json, const char *key, const TumScene *scene,
                           const TumRotation *rotation)
{
    if (scene->dimension == 4) {
        json_numbers_member(json, key, rotation->m, 16);
    } else {
        json_numbers_member(json, key, rotation->q, 4);
    }
}

static void write_bodies(JsonText *json, const TumScene *scene)
{
    const size_t axes = (size_t)scene->dimension, rates = (size_t)rate_count(scene);
    begin(json, "bodies");
    for (size_t i = 0; i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        tum_json_text_begin_object(json);
        json_integer_member(json, "node", body->node);
        json_text_member(json, "name", scene->nodes[body->node].name);
        json_text_member(json, "kind", name_of_body_kind(body->kind));
        json_text_member(json, "tag", name_of_tag(body->tag));
        json_number_member(json, "mass", body->mass);
        json_text_member(json, "massOrigin", name_of_origin(body->mass_origin));
        json_numbers_member(json, "centerOfMass", body->center_of_mass, axes);
        json_text_member(json, "centerOfMassOrigin", name_of_origin(body->center_of_mass_origin));
        json_numbers_member(json, "inertia", body->inertia, rates);
        write_rotation(json, "inertiaRotation", scene, &body->inertia_rotation);
        begin(json, "inertiaOrigin");
        for (size_t k = 0; k < rates; ++k) {
            tum_json_text_string(json, name_of_origin(body->inertia_origin[k]));
        }
        tum_json_text_end_array(json);
        json_numbers_member(json, "position", body->position, axes);
        write_rotation(json, "rotation", scene, &body->rotation);
        json_numbers_member(json, "linearVelocity", body->linear_velocity, axes);
        json_numbers_member(json, "angularVelocity", body->angular_velocity, rates);
        json_number_member(json, "gravityFactor", body->gravity_factor);
        json_text_member(json, "pointer", body->pointer);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

// The bounds of a mesh.
static void write_extent(JsonText *json, const TumScene *scene, const TumMesh *mesh)
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
    json_numbers_member(json, "min", low, axes);
    json_numbers_member(json, "max", high, axes);
}

static void write_shape(JsonText *json, const TumScene *scene, const TumShape *shape)
{
    tum_json_text_key(json, "shape");
    tum_json_text_begin_object(json);
    json_text_member(json, "type", name_of_shape_kind(shape->kind));
    switch (shape->kind) {
    case TUM_SHAPE_SPHERE: json_number_member(json, "radius", shape->radius); break;
    case TUM_SHAPE_BOX:
    case TUM_SHAPE_GENERAL:
        json_numbers_member(json, "size", shape->size, (size_t)scene->dimension);
        break;
    case TUM_SHAPE_CAPSULE:
    case TUM_SHAPE_CYLINDER:
        json_number_member(json, "height", shape->height);
        json_number_member(json, "radiusBottom", shape->radius_bottom);
        json_number_member(json, "radiusTop", shape->radius_top);
        break;
    case TUM_SHAPE_PLANE:
        json_number_member(json, "sizeX", shape->size[0]);
        json_number_member(json, "sizeZ", shape->size[2]);
        json_boolean_member(json, "doubleSided", shape->double_sided);
        break;
    case TUM_SHAPE_CONVEX:
    case TUM_SHAPE_MESH:
    case TUM_SHAPE_HEIGHTMAP:
        if (shape->mesh >= 0) {
            const TumMesh *mesh = &scene->meshes[shape->mesh];
            json_integer_member(json, "points", (int64_t)mesh->point_count);
            json_integer_member(json, "cells", (int64_t)mesh->cell_count);
            json_boolean_member(json, "closed", mesh->is_closed);
            write_extent(json, scene, mesh);
        }
        break;
    case TUM_SHAPE_RAY: json_number_member(json, "height", shape->height); break;
    }
    tum_json_text_end_object(json);
}

static void write_colliders(JsonText *json, const TumScene *scene)
{
    begin(json, "colliders");
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        tum_json_text_begin_object(json);
        json_integer_member(json, "node", collider->node);
        json_integer_member(json, "body", collider->body);
        write_shape(json, scene, &scene->shapes[collider->shape]);
        json_numbers_member(json, "position", collider->position, (size_t)scene->dimension);
        write_rotation(json, "rotation", scene, &collider->rotation);
        json_numbers_member(json, "scale", collider->scale, (size_t)scene->dimension);
        json_integer_member(json, "material", collider->material);
        json_integer_member(json, "filter", collider->filter);
        json_text_member(json, "pointer", collider->pointer);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

static void write_materials(JsonText *json, const TumScene *scene)
{
    begin(json, "materials");
    for (size_t i = 0; i < scene->material_count; ++i) {
        const TumMaterial *material = &scene->materials[i];
        tum_json_text_begin_object(json);
        json_number_member(json, "staticFriction", material->static_friction);
        json_number_member(json, "dynamicFriction", material->dynamic_friction);
        json_number_member(json, "restitution", material->restitution);
        json_text_member(json, "frictionCombine", name_of_combine(material->friction_combine));
        json_text_member(json, "restitutionCombine",
                         name_of_combine(material->restitution_combine));
        json_text_member(json, "pointer", material->pointer);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

static void write_systems(JsonText *json, const char *key, const TumScene *scene, int32_t first,
                          int32_t count)
{
    begin(json, key);
    for (int32_t i = first; i < first + count; ++i) {
        tum_json_text_string(json, scene->system_names[scene->filter_systems[i]]);
    }
    tum_json_text_end_array(json);
}

static void write_filters(JsonText *json, const TumScene *scene)
{
    begin(json, "filters");
    for (size_t i = 0; i < scene->filter_count; ++i) {
        const TumFilter *filter = &scene->filters[i];
        tum_json_text_begin_object(json);
        write_systems(json, "systems", scene, filter->system_first, filter->system_count);
        write_systems(json, "collideWith", scene, filter->collide_with_first,
                      filter->collide_with_count);
        write_systems(json, "notCollideWith", scene, filter->not_collide_with_first,
                      filter->not_collide_with_count);
        json_text_member(json, "pointer", filter->pointer);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

static void write_triggers(JsonText *json, const TumScene *scene)
{
    begin(json, "triggers");
    for (size_t i = 0; i < scene->trigger_count; ++i) {
        const TumTrigger *trigger = &scene->triggers[i];
        tum_json_text_begin_object(json);
        json_integer_member(json, "node", trigger->node);
        begin(json, "parts");
        for (int32_t k = trigger->part_first; k < trigger->part_first + trigger->part_count; ++k) {
            const TumTriggerPart *part = &scene->trigger_parts[k];
            tum_json_text_begin_object(json);
            json_integer_member(json, "node", part->node);
            json_integer_member(json, "body", part->body);
            write_shape(json, scene, &scene->shapes[part->shape]);
            json_numbers_member(json, "position", part->position, (size_t)scene->dimension);
            write_rotation(json, "rotation", scene, &part->rotation);
            json_numbers_member(json, "scale", part->scale, (size_t)scene->dimension);
            json_integer_member(json, "filter", part->filter);
            tum_json_text_end_object(json);
        }
        tum_json_text_end_array(json);
        json_integer_member(json, "filter", trigger->filter);
        json_text_member(json, "pointer", trigger->pointer);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

static void write_limits(JsonText *json, const TumScene *scene, const TumJoint *joint)
{
    begin(json, "limits");
    for (int32_t i = joint->limit_first; i < joint->limit_first + joint->limit_count; ++i) {
        const TumLimit *limit = &scene->limits[i];
        tum_json_text_begin_object(json);
        json_text_member(json, "space", name_of_space(limit->space));
        begin(json, "axes");
        for (int axis = 0; axis < 3; ++axis) {
            if ((limit->axes >> axis & 1u) != 0) {
                tum_json_text_integer(json, axis);
            }
        }
        tum_json_text_end_array(json);
        json_number_member(json, "min", limit->min);
        json_number_member(json, "max", limit->max);
        json_number_member(json, "stiffness", limit->stiffness);
        json_number_member(json, "damping", limit->damping);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

static void write_drives(JsonText *json, const TumScene *scene, const TumJoint *joint)
{
    begin(json, "drives");
    for (int32_t i = joint->drive_first; i < joint->drive_first + joint->drive_count; ++i) {
        const TumDrive *drive = &scene->drives[i];
        tum_json_text_begin_object(json);
        json_text_member(json, "space", name_of_space(drive->space));
        json_integer_member(json, "axis", drive->axis);
        json_text_member(json, "mode", drive->mode == TUM_DRIVE_FORCE ? "force" : "acceleration");
        json_number_member(json, "maxForce", drive->max_force);
        if (drive->has_position_target) {
            json_number_member(json, "positionTarget", drive->position_target);
        }
        json_number_member(json, "velocityTarget", drive->velocity_target);
        json_number_member(json, "stiffness", drive->stiffness);
        json_number_member(json, "damping", drive->damping);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

static void write_joints(JsonText *json, const TumScene *scene)
{
    begin(json, "joints");
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        tum_json_text_begin_object(json);
        json_integer_member(json, "nodeA", joint->node_a);
        json_integer_member(json, "nodeB", joint->node_b);
        json_integer_member(json, "bodyA", joint->body_a);
        json_integer_member(json, "bodyB", joint->body_b);
        json_numbers_member(json, "positionA", joint->position_a, (size_t)scene->dimension);
        write_rotation(json, "rotationA", scene, &joint->rotation_a);
        json_numbers_member(json, "positionB", joint->position_b, (size_t)scene->dimension);
        write_rotation(json, "rotationB", scene, &joint->rotation_b);
        json_boolean_member(json, "enableCollision", joint->enable_collision);
        write_limits(json, scene, joint);
        write_drives(json, scene, joint);
        json_text_member(json, "pointer", joint->pointer);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

// Lengths for the kind of gravity source, in the frame of the source.
static void write_source(JsonText *json, const TumScene *scene, const TumGravityVolume *volume)
{
    switch (volume->kind) {
    case TUM_GRAVITY_DIRECTIONAL:
        json_numbers_member(json, "direction", volume->direction, 3);
        break;
    case TUM_GRAVITY_POINT: break;
    case TUM_GRAVITY_DISC:
    case TUM_GRAVITY_TORUS: json_numbers_member(json, "radii", volume->radii, 2); break;
    case TUM_GRAVITY_LINE:
        json_numbers_member(json, "points", &scene->gravity_points[3 * (size_t)volume->point_first],
                            3 * (size_t)volume->point_count);
        break;
    case TUM_GRAVITY_SHAPED:
        if (volume->shape >= 0) {
            write_shape(json, scene, &scene->shapes[volume->shape]);
            json_numbers_member(json, "scale", volume->scale, 3);
        }
        break;
    }
}

static void write_gravity_volumes(JsonText *json, const TumScene *scene)
{
    begin(json, "gravityVolumes");
    for (size_t i = 0; i < scene->gravity_volume_count; ++i) {
        const TumGravityVolume *volume = &scene->gravity_volumes[i];
        tum_json_text_begin_object(json);
        json_integer_member(json, "node", volume->node);
        json_integer_member(json, "trigger", volume->trigger);
        json_text_member(json, "type", name_of_gravity_kind(volume->kind));
        json_number_member(json, "gravity", volume->gravity);
        json_integer_member(json, "priority", volume->priority);
        json_boolean_member(json, "replace", volume->replace);
        json_boolean_member(json, "stop", volume->stop);
        json_number_member(json, "unitDistance", volume->unit_distance);
        json_integer_member(json, "body", volume->body);
        json_numbers_member(json, "position", volume->position, (size_t)scene->dimension);
        write_rotation(json, "rotation", scene, &volume->rotation);
        write_source(json, scene, volume);
        json_text_member(json, "pointer", volume->pointer);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

static void write_extensions(JsonText *json, const TumScene *scene)
{
    ExtensionCount counts[EXTENSIONS_MAX];
    const size_t count = inventory_count_extensions(scene, counts);
    begin(json, "extensions");
    for (size_t i = 0; i < count; ++i) {
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)counts[i].name_length, counts[i].name);
        tum_json_text_begin_object(json);
        json_text_member(json, "name", name);
        json_integer_member(json, "bodies", (int64_t)counts[i].bodies);
        json_integer_member(json, "colliders", (int64_t)counts[i].colliders);
        json_integer_member(json, "triggers", (int64_t)counts[i].triggers);
        json_integer_member(json, "joints", (int64_t)counts[i].joints);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

static void write_scene(JsonText *json, const TumScene *scene)
{
    json_text_member(json, "dialects", scene->dialects);
    write_extensions(json, scene);
    json_integer_member(json, "dimension", scene->dimension);
    json_integer_member(json, "nodes", (int64_t)scene->node_count);
    if (scene->has_world_gravity) {
        json_numbers_member(json, "gravity", scene->world_gravity, (size_t)scene->dimension);
    }
    write_bodies(json, scene);
    write_colliders(json, scene);
    write_joints(json, scene);
    write_materials(json, scene);
    write_filters(json, scene);
    write_triggers(json, scene);
    write_gravity_volumes(json, scene);
}

TumStatus inventory_print_json(FILE *out, const char *file, const TumScene *scene,
                               const TumReport *report)
{
    JsonText json;
    tum_json_text_init(&json, json_sink(out), 2);
    tum_json_text_begin_object(&json);
    json_text_member(&json, "file", file);
    if (scene != NULL) {
        write_scene(&json, scene);
    }
    findings_say(&json, report, scene);
    tum_json_text_end_object(&json);
    tum_json_text_end_line(&json);
    return tum_json_text_finish(&json);
}
