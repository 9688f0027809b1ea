// SPDX-License-Identifier: MIT
// scene_json.c: the page of `tumble scene --json`: nodes, bodies, materials, filters.
#include "scene_json.h"

#include <math.h>

#include "kind_names.h"

enum {
    SCENE_JSON_VERSION = 1,
    // Pairs of filters grow with the square of their number.
    MOST_RESOLVED_FILTERS = 256
};

void scene_json_begin(SceneJson *out, const char *key)
{
    tum_json_text_key(out->json, key);
    tum_json_text_begin_array(out->json);
}

static void write_number(JsonText *json, double number)
{
    if (isfinite(number)) {
        tum_json_text_double(json, number);
    } else {
        tum_json_text_string(json, isnan(number) ? "NaN" : number > 0.0 ? "Infinity" : "-Infinity");
    }
}

void scene_json_number(SceneJson *out, const char *key, double number)
{
    tum_json_text_key(out->json, key);
    write_number(out->json, number);
}

void scene_json_numbers(SceneJson *out, const char *key, const double *numbers, size_t count)
{
    scene_json_begin(out, key);
    for (size_t i = 0; i < count; ++i) {
        write_number(out->json, numbers[i]);
    }
    tum_json_text_end_array(out->json);
}

void scene_json_rotation(SceneJson *out, const char *key, const TumRotation *rotation)
{
    if (out->axes == 4) {
        scene_json_numbers(out, key, rotation->m, 16);
    } else {
        scene_json_numbers(out, key, rotation->q, 4);
    }
}

static void write_transform4(SceneJson *out, const char *key, const TumTransform4 *transform)
{
    tum_json_text_key(out->json, key);
    tum_json_text_begin_object(out->json);
    scene_json_numbers(out, "position", transform->position, 4);
    scene_json_numbers(out, "basis", transform->basis, 16);
    tum_json_text_end_object(out->json);
}

static void write_node(SceneJson *out, size_t index)
{
    JsonText *json = out->json;
    const TumNode *node = &out->scene->nodes[index];
    char pointer[48];
    snprintf(pointer, sizeof pointer, "/nodes/%zu", index);
    tum_json_text_begin_object(json);
    json_text_member(json, "name", node->name);
    json_text_member(json, "pointer", pointer);
    json_integer_member(json, "parent", node->parent);
    json_integer_member(json, "body", node->body);
    json_boolean_member(json, "inScene", node->in_scene);
    json_boolean_member(json, "hasMatrix", node->has_matrix);
    scene_json_begin(out, "animated");
    for (int i = 0; i < 3; ++i) {
        tum_json_text_boolean(json, node->animated[i]);
    }
    tum_json_text_end_array(json);
    if (out->scene->nodes4 != NULL) {
        write_transform4(out, "local", out->scene->nodes4[index].local);
        write_transform4(out, "world", out->scene->nodes4[index].world);
    } else {
        scene_json_numbers(out, "translation", node->local->translation, 3);
        scene_json_numbers(out, "rotation", node->local->rotation, 4);
        scene_json_numbers(out, "scale", node->local->scale, 3);
        scene_json_numbers(out, "matrix", node->local->matrix, 16);
        scene_json_numbers(out, "world", node->world, 16);
    }
    tum_json_text_end_object(json);
}

static void write_body(SceneJson *out, const TumBody *body)
{
    JsonText *json = out->json;
    tum_json_text_begin_object(json);
    json_integer_member(json, "node", body->node);
    json_text_member(json, "pointer", body->pointer);
    json_text_member(json, "kind", name_of_body_kind(body->kind));
    json_text_member(json, "tag", name_of_tag(body->tag));
    scene_json_numbers(out, "position", body->position, out->axes);
    scene_json_rotation(out, "rotation", &body->rotation);
    scene_json_numbers(out, "stretch", body->stretch, 16);
    scene_json_number(out, "mass", body->mass);
    scene_json_numbers(out, "centerOfMass", body->center_of_mass, out->axes);
    scene_json_numbers(out, "inertia", body->inertia, out->rates);
    scene_json_rotation(out, "inertiaRotation", &body->inertia_rotation);
    scene_json_numbers(out, "linearVelocity", body->linear_velocity, out->axes);
    scene_json_numbers(out, "angularVelocity", body->angular_velocity, out->rates);
    scene_json_number(out, "gravityFactor", body->gravity_factor);
    json_boolean_member(json, "velocityInWorld", body->velocity_in_world);
    json_boolean_member(json, "driven", body->driven);
    json_text_member(json, "massOrigin", name_of_origin(body->mass_origin));
    json_text_member(json, "centerOfMassOrigin", name_of_origin(body->center_of_mass_origin));
    scene_json_begin(out, "inertiaOrigin");
    for (size_t i = 0; i < out->rates; ++i) {
        tum_json_text_string(json, name_of_origin(body->inertia_origin[i]));
    }
    tum_json_text_end_array(json);
    tum_json_text_end_object(json);
}

static void write_material(SceneJson *out, const TumMaterial *material)
{
    tum_json_text_begin_object(out->json);
    json_text_member(out->json, "pointer", material->pointer);
    scene_json_number(out, "staticFriction", material->static_friction);
    scene_json_number(out, "dynamicFriction", material->dynamic_friction);
    scene_json_number(out, "restitution", material->restitution);
    json_text_member(out->json, "frictionCombine", name_of_combine(material->friction_combine));
    json_text_member(out->json, "restitutionCombine",
                     name_of_combine(material->restitution_combine));
    tum_json_text_end_object(out->json);
}

static void write_systems(SceneJson *out, const char *key, int32_t first, int32_t count)
{
    scene_json_begin(out, key);
    for (int32_t i = first; i < first + count; ++i) {
        tum_json_text_string(out->json, out->scene->system_names[out->scene->filter_systems[i]]);
    }
    tum_json_text_end_array(out->json);
}

static void write_filter(SceneJson *out, size_t index)
{
    const TumScene *scene = out->scene;
    const TumFilter *filter = &scene->filters[index];
    tum_json_text_begin_object(out->json);
    json_text_member(out->json, "pointer", filter->pointer);
    write_systems(out, "systems", filter->system_first, filter->system_count);
    write_systems(out, "collideWith", filter->collide_with_first, filter->collide_with_count);
    write_systems(out, "notCollideWith", filter->not_collide_with_first,
                  filter->not_collide_with_count);
    if (scene->filter_count <= MOST_RESOLVED_FILTERS) {
        scene_json_begin(out, "meets");
        for (size_t i = 0; i < scene->filter_count; ++i) {
            if (tum_scene_filters_admit(scene, (int32_t)index, (int32_t)i)) {
                tum_json_text_integer(out->json, (int64_t)i);
            }
        }
        tum_json_text_end_array(out->json);
    }
    tum_json_text_end_object(out->json);
}

static void write_begin(SceneJson *out)
{
    const TumScene *scene = out->scene;
    tum_json_text_begin_object(out->json);
    json_text_member(out->json, "format", "tumble-scene");
    json_integer_member(out->json, "version", SCENE_JSON_VERSION);
    json_text_member(out->json, "file", scene->file);
    json_text_member(out->json, "dialects", scene->dialects);
    json_integer_member(out->json, "dimension", scene->dimension);
    scene_json_numbers(out, "gravity", scene->world_gravity, out->axes);
    json_boolean_member(out->json, "hasGravity", scene->has_world_gravity);
    scene_json_number(out, "density", scene->default_density);
    scene_json_begin(out, "nodes");
    for (size_t i = 0; i < scene->node_count; ++i) {
        write_node(out, i);
    }
    tum_json_text_end_array(out->json);
    scene_json_begin(out, "bodies");
    for (size_t i = 0; i < scene->body_count; ++i) {
        write_body(out, &scene->bodies[i]);
    }
    tum_json_text_end_array(out->json);
    scene_json_begin(out, "materials");
    for (size_t i = 0; i < scene->material_count; ++i) {
        write_material(out, &scene->materials[i]);
    }
    tum_json_text_end_array(out->json);
    scene_json_begin(out, "filters");
    for (size_t i = 0; i < scene->filter_count; ++i) {
        write_filter(out, i);
    }
    tum_json_text_end_array(out->json);
    scene_json_begin(out, "systemNames");
    for (size_t i = 0; i < scene->system_name_count; ++i) {
        tum_json_text_string(out->json, scene->system_names[i]);
    }
    tum_json_text_end_array(out->json);
}

TumStatus scene_print_json(FILE *stream, const TumScene *scene)
{
    JsonText json;
    SceneJson out = {&json, scene, scene->dimension == 4 ? 4 : 3, scene->dimension == 4 ? 6 : 3};
    SceneSurfaces surfaces = {0};
    tum_json_text_init(&json, json_sink(stream), 0);
    write_begin(&out);
    const TumStatus status = scene_json_surfaces(&out, &surfaces);
    if (status == TUM_OK) {
        scene_json_solids(&out, &surfaces);
        scene_json_joints(&out);
        scene_json_gravity(&out);
        scene_json_tracks(&out);
        tum_json_text_end_object(&json);
        tum_json_text_end_line(&json);
    }
    scene_surfaces_clear(&surfaces);
    const TumStatus written = tum_json_text_finish(&json);
    return status != TUM_OK ? status : written;
}
