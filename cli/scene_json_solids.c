// SPDX-License-Identifier: MIT
// scene_json_solids.c: shapes, triangles and the solids that have them, for `tumble scene --json`.
#include <math.h>
#include <stdlib.h>

#include "kind_names.h"
#include "scene_json.h"

// A solid with a curved shape: solids of the same shape and scale have the same triangles.
typedef struct CurvedSolid {
    const double *scale; // [3]
    int32_t shape;
    int32_t *surface; // Receives the index.
} CurvedSolid;

static int order_of_solids(const void *a, const void *b)
{
    const CurvedSolid *one = a, *other = b;
    if (one->shape != other->shape) {
        return one->shape < other->shape ? -1 : 1;
    }
    for (int i = 0; i < 3; ++i) {
        if (one->scale[i] < other->scale[i] || one->scale[i] > other->scale[i]) {
            return one->scale[i] < other->scale[i] ? -1 : 1;
        }
    }
    return 0;
}

// Kinds that an engine may lack; boxes, meshes and even spheres are known to all.
static bool wants_surface(const TumShape *shape, const double *scale)
{
    switch (shape->kind) {
    case TUM_SHAPE_SPHERE:
        return scale[0] < scale[1] || scale[0] > scale[1] || scale[1] < scale[2] ||
               scale[1] > scale[2];
    case TUM_SHAPE_CAPSULE:
    case TUM_SHAPE_CYLINDER:
    case TUM_SHAPE_CONVEX:
    case TUM_SHAPE_PLANE: return true;
    case TUM_SHAPE_BOX:
    case TUM_SHAPE_MESH:
    case TUM_SHAPE_GENERAL:
    case TUM_SHAPE_HEIGHTMAP:
    case TUM_SHAPE_RAY: break;
    }
    return false;
}

// [m] A hundredth of the smallest radius that is not zero.
static double deviation_of(const TumShape *shape, const double *scale)
{
    const double radii[3] = {shape->radius, shape->radius_bottom, shape->radius_top};
    double least = 1.0, thinnest = 1.0;
    for (int i = 0; i < 3; ++i) {
        least = radii[i] > 0.0 ? fmin(least, radii[i]) : least;
        thinnest = scale[i] > 0.0 ? fmin(thinnest, scale[i]) : thinnest;
    }
    const double deviation = 0.01 * least * thinnest;
    return deviation > 0.0 ? deviation : 1e-300;
}

static int32_t *no_surfaces(size_t count)
{
    int32_t *surfaces = malloc((count + 1) * sizeof *surfaces);
    for (size_t i = 0; surfaces != NULL && i < count; ++i) {
        surfaces[i] = -1;
    }
    return surfaces;
}

static size_t collect_solids(const TumScene *scene, SceneSurfaces *surfaces, CurvedSolid *solids)
{
    size_t count = 0;
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *c = &scene->colliders[i];
        if (wants_surface(&scene->shapes[c->shape], c->scale)) {
            solids[count++] = (CurvedSolid){c->scale, c->shape, &surfaces->of_collider[i]};
        }
    }
    for (size_t i = 0; i < scene->trigger_part_count; ++i) {
        const TumTriggerPart *p = &scene->trigger_parts[i];
        if (wants_surface(&scene->shapes[p->shape], p->scale)) {
            solids[count++] = (CurvedSolid){p->scale, p->shape, &surfaces->of_part[i]};
        }
    }
    qsort(solids, count, sizeof *solids, order_of_solids);
    return count;
}

static void write_points(SceneJson *out, const TumMesh *mesh)
{
    JsonText *json = out->json;
    scene_json_numbers(out, "points", mesh->points, mesh->point_count * out->axes);
    scene_json_begin(out, "cells");
    for (size_t i = 0; i < mesh->cell_count * out->axes; ++i) {
        tum_json_text_unsigned(json, mesh->cells[i]);
    }
    tum_json_text_end_array(json);
}

// Writes the triangles of each shape at each scale once. Shapes without triangles are left out.
static TumStatus write_surfaces(SceneJson *out, const CurvedSolid *solids, size_t count)
{
    int32_t next = 0;
    for (size_t i = 0; i < count; ++i) {
        if (i > 0 && order_of_solids(&solids[i - 1], &solids[i]) == 0) {
            *solids[i].surface = *solids[i - 1].surface;
            continue;
        }
        TumMesh *surface = NULL;
        const double deviation =
            deviation_of(&out->scene->shapes[solids[i].shape], solids[i].scale);
        const TumStatus status = tum_scene_surface3(out->scene, solids[i].shape, solids[i].scale,
                                                    deviation, NULL, &surface);
        if (status == TUM_ERROR_MEMORY) {
            return status;
        }
        if (status == TUM_OK) {
            *solids[i].surface = next++;
            tum_json_text_begin_object(out->json);
            write_points(out, surface);
            tum_json_text_end_object(out->json);
            tum_surface_destroy(surface);
        }
    }
    return TUM_OK;
}

TumStatus scene_json_surfaces(SceneJson *out, SceneSurfaces *surfaces)
{
    const TumScene *scene = out->scene;
    scene_json_begin(out, "meshes");
    for (size_t i = 0; i < scene->mesh_count; ++i) {
        tum_json_text_begin_object(out->json);
        json_boolean_member(out->json, "closed", scene->meshes[i].is_closed);
        json_integer_member(out->json, "documentMesh", scene->meshes[i].document_mesh);
        write_points(out, &scene->meshes[i]);
        tum_json_text_end_object(out->json);
    }
    tum_json_text_end_array(out->json);
    const size_t most = scene->collider_count + scene->trigger_part_count + 1;
    CurvedSolid *solids = malloc(most * sizeof *solids);
    surfaces->of_collider = no_surfaces(scene->collider_count);
    surfaces->of_part = no_surfaces(scene->trigger_part_count);
    TumStatus status = TUM_ERROR_MEMORY;
    if (solids != NULL && surfaces->of_collider != NULL && surfaces->of_part != NULL) {
        scene_json_begin(out, "surfaces");
        // Triangles are those of 3D.
        const size_t count = scene->dimension == 3 ? collect_solids(scene, surfaces, solids) : 0;
        status = write_surfaces(out, solids, count);
        tum_json_text_end_array(out->json);
    }
    free(solids);
    return status;
}

void scene_surfaces_clear(SceneSurfaces *surfaces)
{
    free(surfaces->of_collider);
    free(surfaces->of_part);
    *surfaces = (SceneSurfaces){0};
}

static void write_shape(SceneJson *out, const TumShape *shape)
{
    JsonText *json = out->json;
    tum_json_text_begin_object(json);
    json_text_member(json, "kind", name_of_shape_kind(shape->kind));
    json_text_member(json, "pointer", shape->pointer);
    scene_json_numbers(out, "size", shape->size, out->axes);
    scene_json_number(out, "height", shape->height);
    scene_json_number(out, "radius", shape->radius);
    scene_json_number(out, "radiusBottom", shape->radius_bottom);
    scene_json_number(out, "radiusTop", shape->radius_top);
    json_boolean_member(json, "doubleSided", shape->double_sided);
    json_integer_member(json, "mesh", shape->mesh);
    scene_json_begin(out, "curves");
    for (int32_t i = shape->curve_first; i < shape->curve_first + shape->curve_count; ++i) {
        tum_json_text_begin_object(json);
        scene_json_numbers(out, "radii", out->scene->curves[i].radii, out->axes);
        scene_json_number(out, "exponent", out->scene->curves[i].exponent);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
    tum_json_text_end_object(json);
}

static void write_collider(SceneJson *out, const TumCollider *collider, int32_t surface)
{
    JsonText *json = out->json;
    tum_json_text_begin_object(json);
    json_integer_member(json, "node", collider->node);
    json_text_member(json, "pointer", collider->pointer);
    json_integer_member(json, "body", collider->body);
    json_integer_member(json, "shape", collider->shape);
    json_integer_member(json, "authoredShape", collider->authored_shape);
    json_integer_member(json, "surface", surface);
    scene_json_numbers(out, "position", collider->position, out->axes);
    scene_json_rotation(out, "rotation", &collider->rotation);
    scene_json_numbers(out, "scale", collider->scale, out->axes);
    json_integer_member(json, "material", collider->material);
    json_integer_member(json, "filter", collider->filter);
    json_boolean_member(json, "enabled", collider->enabled);
    json_boolean_member(json, "driven", collider->driven);
    json_integer_member(json, "group", collider->group);
    tum_json_text_end_object(json);
}

static void write_part(SceneJson *out, const TumTriggerPart *part, int32_t surface)
{
    JsonText *json = out->json;
    tum_json_text_begin_object(json);
    json_integer_member(json, "node", part->node);
    json_integer_member(json, "body", part->body);
    json_integer_member(json, "shape", part->shape);
    json_integer_member(json, "authoredShape", part->authored_shape);
    json_integer_member(json, "surface", surface);
    scene_json_numbers(out, "position", part->position, out->axes);
    scene_json_rotation(out, "rotation", &part->rotation);
    scene_json_numbers(out, "scale", part->scale, out->axes);
    json_integer_member(json, "filter", part->filter);
    json_boolean_member(json, "enabled", part->enabled);
    json_boolean_member(json, "driven", part->driven);
    tum_json_text_end_object(json);
}

static void write_triggers(SceneJson *out)
{
    JsonText *json = out->json;
    const TumScene *scene = out->scene;
    scene_json_begin(out, "triggers");
    for (size_t i = 0; i < scene->trigger_count; ++i) {
        const TumTrigger *trigger = &scene->triggers[i];
        tum_json_text_begin_object(json);
        json_integer_member(json, "node", trigger->node);
        json_text_member(json, "pointer", trigger->pointer);
        json_integer_member(json, "partFirst", trigger->part_first);
        json_integer_member(json, "partCount", trigger->part_count);
        json_integer_member(json, "filter", trigger->filter);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

void scene_json_solids(SceneJson *out, const SceneSurfaces *surfaces)
{
    const TumScene *scene = out->scene;
    scene_json_begin(out, "shapes");
    for (size_t i = 0; i < scene->shape_count; ++i) {
        write_shape(out, &scene->shapes[i]);
    }
    tum_json_text_end_array(out->json);
    scene_json_begin(out, "colliders");
    for (size_t i = 0; i < scene->collider_count; ++i) {
        write_collider(out, &scene->colliders[i], surfaces->of_collider[i]);
    }
    tum_json_text_end_array(out->json);
    write_triggers(out);
    scene_json_begin(out, "triggerParts");
    for (size_t i = 0; i < scene->trigger_part_count; ++i) {
        write_part(out, &scene->trigger_parts[i], surfaces->of_part[i]);
    }
    tum_json_text_end_array(out->json);
}
