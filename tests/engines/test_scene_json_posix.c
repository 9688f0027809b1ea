// SPDX-License-Identifier: MIT
// `tumble scene --json`: every field of the scene, as the library reads it, to the last bit.
#include <jansson.h>
#include <math.h>
#include <stddef.h>

#include "tests/cli/runner.h"
#include "tumble/tumble.h"

// A member of a row: its key, its place in the struct, its count where it has several.
typedef enum FieldKind {
    FIELD_INDEX,
    FIELD_FLAG,
    FIELD_NUMBER,
    FIELD_AXES,  // As many numbers as the scene has dimensions.
    FIELD_RATES, // Numbers of an angular velocity.
    FIELD_ROTATION,
    FIELD_MATRIX, // A pointer to 16 numbers.
    FIELD_TEXT,
    FIELD_NAME, // An enum, told by its word.
    FIELD_FLAGS,
    FIELD_NAMES // An array of enums, one for each rate.
} FieldKind;

typedef struct Field {
    const char *key;
    FieldKind kind;
    size_t offset;
    size_t count; // Numbers of FIELD_NUMBER and FIELD_FLAGS; 0: one number.
    const char *const *words;
} Field;

static const char *const body_kinds[] = {"static", "kinematic", "dynamic"};
static const char *const tags[] = {"none", "character", "vehicle"};
static const char *const origins[] = {"authored", "defaulted", "computed"};
static const char *const shape_kinds[] = {"sphere", "box",  "capsule", "cylinder",  "plane",
                                          "convex", "mesh", "general", "heightmap", "ray"};
static const char *const combines[] = {"none", "average", "minimum", "maximum", "multiply"};
static const char *const spaces[] = {"linear", "angular"};
static const char *const modes[] = {"force", "acceleration"};
static const char *const joints4[] = {"pin", "linePin", "hinge", "duoHinge", "weld", "slider"};
static const char *const gravities[] = {"directional", "point", "disc", "torus", "line", "shaped"};
static const char *const interpolations[] = {"step", "linear", "cubicSpline"};
static const char *const targets[] = {
    "translation",    "rotation",      "staticFriction",  "dynamicFriction", "restitution",
    "mass",           "gravityFactor", "linearVelocity",  "angularVelocity", "kinematic",
    "centerOfMass",   "inertia",       "inertiaRotation", "limitMin",        "limitMax",
    "limitStiffness", "limitDamping",  "driveMaxForce",   "drivePosition",   "driveVelocity",
    "driveStiffness", "driveDamping",  "jointCollision",  "shapeSize",       "shapeSizeX",
    "shapeSizeZ",     "shapeSides",    "shapeRadius",     "shapeHeight",     "shapeBottom",
    "shapeTop"};

// A row of a table: a member of the JSON, and the member of S that it has.
#define FIELD(S, key, kind, member, count, words)                                                  \
    {                                                                                              \
        key, kind, offsetof(S, member), count, words                                               \
    }
#define INDEX(S, key, member) FIELD(S, key, FIELD_INDEX, member, 0, NULL)
#define FLAG(S, key, member) FIELD(S, key, FIELD_FLAG, member, 0, NULL)
#define NUMBER(S, key, member) FIELD(S, key, FIELD_NUMBER, member, 0, NULL)
#define NUMBERS(S, key, member, n) FIELD(S, key, FIELD_NUMBER, member, n, NULL)
#define AXES(S, key, member) FIELD(S, key, FIELD_AXES, member, 0, NULL)
#define RATES(S, key, member) FIELD(S, key, FIELD_RATES, member, 0, NULL)
#define ROTATION(S, key, member) FIELD(S, key, FIELD_ROTATION, member, 0, NULL)
#define MATRIX(S, key, member) FIELD(S, key, FIELD_MATRIX, member, 0, NULL)
#define TEXT(S, key, member) FIELD(S, key, FIELD_TEXT, member, 0, NULL)
#define NAME(S, key, member, words) FIELD(S, key, FIELD_NAME, member, 0, words)
#define END                                                                                        \
    {                                                                                              \
        NULL, FIELD_INDEX, 0, 0, NULL                                                              \
    }

static const Field node_fields[] = {INDEX(TumNode, "parent", parent),
                                    INDEX(TumNode, "body", body),
                                    FLAG(TumNode, "inScene", in_scene),
                                    FLAG(TumNode, "hasMatrix", has_matrix),
                                    {"animated", FIELD_FLAGS, offsetof(TumNode, animated), 3, NULL},
                                    TEXT(TumNode, "name", name),
                                    END};
static const Field local_fields[] = {NUMBERS(TumTransform, "translation", translation, 3),
                                     NUMBERS(TumTransform, "rotation", rotation, 4),
                                     NUMBERS(TumTransform, "scale", scale, 3),
                                     NUMBERS(TumTransform, "matrix", matrix, 16), END};
static const Field local4_fields[] = {NUMBERS(TumTransform4, "position", position, 4),
                                      NUMBERS(TumTransform4, "basis", basis, 16), END};
static const Field body_fields[] = {
    INDEX(TumBody, "node", node),
    NAME(TumBody, "kind", kind, body_kinds),
    NAME(TumBody, "tag", tag, tags),
    AXES(TumBody, "position", position),
    ROTATION(TumBody, "rotation", rotation),
    MATRIX(TumBody, "stretch", stretch),
    NUMBER(TumBody, "mass", mass),
    AXES(TumBody, "centerOfMass", center_of_mass),
    RATES(TumBody, "inertia", inertia),
    ROTATION(TumBody, "inertiaRotation", inertia_rotation),
    AXES(TumBody, "linearVelocity", linear_velocity),
    RATES(TumBody, "angularVelocity", angular_velocity),
    NUMBER(TumBody, "gravityFactor", gravity_factor),
    FLAG(TumBody, "velocityInWorld", velocity_in_world),
    FLAG(TumBody, "driven", driven),
    NAME(TumBody, "massOrigin", mass_origin, origins),
    NAME(TumBody, "centerOfMassOrigin", center_of_mass_origin, origins),
    {"inertiaOrigin", FIELD_NAMES, offsetof(TumBody, inertia_origin), 0, origins},
    TEXT(TumBody, "pointer", pointer),
    END};
static const Field shape_fields[] = {NAME(TumShape, "kind", kind, shape_kinds),
                                     AXES(TumShape, "size", size),
                                     NUMBER(TumShape, "height", height),
                                     NUMBER(TumShape, "radius", radius),
                                     NUMBER(TumShape, "radiusBottom", radius_bottom),
                                     NUMBER(TumShape, "radiusTop", radius_top),
                                     FLAG(TumShape, "doubleSided", double_sided),
                                     INDEX(TumShape, "mesh", mesh),
                                     TEXT(TumShape, "pointer", pointer),
                                     END};
static const Field curve_fields[] = {AXES(TumCurve, "radii", radii),
                                     NUMBER(TumCurve, "exponent", exponent), END};
static const Field material_fields[] = {
    NUMBER(TumMaterial, "staticFriction", static_friction),
    NUMBER(TumMaterial, "dynamicFriction", dynamic_friction),
    NUMBER(TumMaterial, "restitution", restitution),
    NAME(TumMaterial, "frictionCombine", friction_combine, combines),
    NAME(TumMaterial, "restitutionCombine", restitution_combine, combines),
    TEXT(TumMaterial, "pointer", pointer),
    END};
static const Field collider_fields[] = {
    INDEX(TumCollider, "node", node),        INDEX(TumCollider, "body", body),
    INDEX(TumCollider, "shape", shape),      INDEX(TumCollider, "authoredShape", authored_shape),
    AXES(TumCollider, "position", position), ROTATION(TumCollider, "rotation", rotation),
    AXES(TumCollider, "scale", scale),       INDEX(TumCollider, "material", material),
    INDEX(TumCollider, "filter", filter),    FLAG(TumCollider, "enabled", enabled),
    FLAG(TumCollider, "driven", driven),     INDEX(TumCollider, "group", group),
    TEXT(TumCollider, "pointer", pointer),   END};
static const Field part_fields[] = {INDEX(TumTriggerPart, "node", node),
                                    INDEX(TumTriggerPart, "body", body),
                                    INDEX(TumTriggerPart, "shape", shape),
                                    INDEX(TumTriggerPart, "authoredShape", authored_shape),
                                    AXES(TumTriggerPart, "position", position),
                                    ROTATION(TumTriggerPart, "rotation", rotation),
                                    AXES(TumTriggerPart, "scale", scale),
                                    INDEX(TumTriggerPart, "filter", filter),
                                    FLAG(TumTriggerPart, "enabled", enabled),
                                    FLAG(TumTriggerPart, "driven", driven),
                                    END};
static const Field trigger_fields[] = {INDEX(TumTrigger, "node", node),
                                       INDEX(TumTrigger, "partFirst", part_first),
                                       INDEX(TumTrigger, "partCount", part_count),
                                       INDEX(TumTrigger, "filter", filter),
                                       TEXT(TumTrigger, "pointer", pointer),
                                       END};
static const Field joint_fields[] = {INDEX(TumJoint, "nodeA", node_a),
                                     INDEX(TumJoint, "nodeB", node_b),
                                     INDEX(TumJoint, "bodyA", body_a),
                                     INDEX(TumJoint, "bodyB", body_b),
                                     AXES(TumJoint, "positionA", position_a),
                                     AXES(TumJoint, "positionB", position_b),
                                     ROTATION(TumJoint, "rotationA", rotation_a),
                                     ROTATION(TumJoint, "rotationB", rotation_b),
                                     FLAG(TumJoint, "isAtNodes", is_at_nodes),
                                     FLAG(TumJoint, "drivenA", driven_a),
                                     FLAG(TumJoint, "drivenB", driven_b),
                                     INDEX(TumJoint, "limitFirst", limit_first),
                                     INDEX(TumJoint, "limitCount", limit_count),
                                     INDEX(TumJoint, "driveFirst", drive_first),
                                     INDEX(TumJoint, "driveCount", drive_count),
                                     FLAG(TumJoint, "enableCollision", enable_collision),
                                     TEXT(TumJoint, "pointer", pointer),
                                     TEXT(TumJoint, "description", description),
                                     END};
static const Field joint4_fields[] = {NAME(TumJoint, "kind4", kind4, joints4), END};
static const Field limit_fields[] = {NAME(TumLimit, "space", space, spaces),
                                     NUMBER(TumLimit, "min", min),
                                     NUMBER(TumLimit, "max", max),
                                     NUMBER(TumLimit, "stiffness", stiffness),
                                     NUMBER(TumLimit, "damping", damping),
                                     TEXT(TumLimit, "pointer", pointer),
                                     END};
static const Field drive_fields[] = {NAME(TumDrive, "space", space, spaces),
                                     NAME(TumDrive, "mode", mode, modes),
                                     INDEX(TumDrive, "axis", axis),
                                     NUMBER(TumDrive, "maxForce", max_force),
                                     FLAG(TumDrive, "hasPositionTarget", has_position_target),
                                     NUMBER(TumDrive, "positionTarget", position_target),
                                     NUMBER(TumDrive, "velocityTarget", velocity_target),
                                     NUMBER(TumDrive, "stiffness", stiffness),
                                     NUMBER(TumDrive, "damping", damping),
                                     TEXT(TumDrive, "pointer", pointer),
                                     END};
static const Field volume_fields[] = {INDEX(TumGravityVolume, "node", node),
                                      INDEX(TumGravityVolume, "trigger", trigger),
                                      NAME(TumGravityVolume, "kind", kind, gravities),
                                      NUMBER(TumGravityVolume, "gravity", gravity),
                                      FLAG(TumGravityVolume, "replace", replace),
                                      FLAG(TumGravityVolume, "stop", stop),
                                      NUMBER(TumGravityVolume, "unitDistance", unit_distance),
                                      INDEX(TumGravityVolume, "body", body),
                                      AXES(TumGravityVolume, "position", position),
                                      ROTATION(TumGravityVolume, "rotation", rotation),
                                      FLAG(TumGravityVolume, "driven", driven),
                                      AXES(TumGravityVolume, "direction", direction),
                                      NUMBERS(TumGravityVolume, "radii", radii, 2),
                                      INDEX(TumGravityVolume, "pointFirst", point_first),
                                      INDEX(TumGravityVolume, "pointCount", point_count),
                                      INDEX(TumGravityVolume, "shape", shape),
                                      AXES(TumGravityVolume, "scale", scale),
                                      TEXT(TumGravityVolume, "pointer", pointer),
                                      END};
static const Field track_fields[] = {NAME(TumTrack, "target", target, targets),
                                     INDEX(TumTrack, "index", index),
                                     NAME(TumTrack, "interpolation", interpolation, interpolations),
                                     INDEX(TumTrack, "width", width),
                                     INDEX(TumTrack, "sameAs", same_as),
                                     END};

// Comparison. ---------------------------------------------------------------------------------

typedef struct Page {
    const char *file;
    const TumScene *scene;
    size_t compared; // Members.
} Page;

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static void compare_number(Page *page, const char *key, const json_t *value, double expected)
{
    ++page->compared;
    double got = json_number_value(value);
    if (!isfinite(expected)) {
        assert_string_equal(json_string_value(value), expected > 0.0 ? "Infinity" : "-Infinity");
        return;
    }
    if (!json_is_number(value) || !same_bits(got, expected)) {
        fail_msg("%s: %s is %.17g, the scene has %.17g", page->file, key, got, expected);
    }
}

static void compare_numbers(Page *page, const char *key, const json_t *values,
                            const double *expected, size_t count)
{
    assert_int_equal(json_array_size(values), count);
    for (size_t i = 0; i < count; ++i) {
        compare_number(page, key, json_array_get(values, i), expected[i]);
    }
}

static void compare_integer(Page *page, const char *key, const json_t *value, int64_t expected)
{
    ++page->compared;
    if (!json_is_integer(value) || json_integer_value(value) != expected) {
        fail_msg("%s: %s is %lld, the scene has %lld", page->file, key,
                 (long long)json_integer_value(value), (long long)expected);
    }
}

static void compare_text(Page *page, const char *key, const json_t *value, const char *expected)
{
    ++page->compared;
    if (!json_is_string(value) || strcmp(json_string_value(value), expected) != 0) {
        fail_msg("%s: %s is \"%s\", the scene has \"%s\"", page->file, key,
                 json_is_string(value) ? json_string_value(value) : "no text", expected);
    }
}

static void compare_flag(Page *page, const char *key, const json_t *value, bool expected)
{
    ++page->compared;
    if (!json_is_boolean(value) || json_is_true(value) != expected) {
        fail_msg("%s: %s is not %s", page->file, key, expected ? "true" : "false");
    }
}

static void compare_field(Page *page, const Field *field, const json_t *row, const void *item)
{
    const bool is_4d = page->scene->dimension == 4;
    const void *at = (const char *)item + field->offset;
    const json_t *value = json_object_get(row, field->key);
    if (value == NULL) {
        fail_msg("%s: %s is missing", page->file, field->key);
    }
    switch (field->kind) {
    case FIELD_INDEX: compare_integer(page, field->key, value, *(const int32_t *)at); break;
    case FIELD_FLAG: compare_flag(page, field->key, value, *(const bool *)at); break;
    case FIELD_NUMBER:
        if (field->count == 0) {
            compare_number(page, field->key, value, *(const double *)at);
        } else {
            compare_numbers(page, field->key, value, at, field->count);
        }
        break;
    case FIELD_AXES: compare_numbers(page, field->key, value, at, is_4d ? 4 : 3); break;
    case FIELD_RATES: compare_numbers(page, field->key, value, at, is_4d ? 6 : 3); break;
    case FIELD_ROTATION: {
        const TumRotation *rotation = at;
        compare_numbers(page, field->key, value, is_4d ? rotation->m : rotation->q, is_4d ? 16 : 4);
        break;
    }
    case FIELD_MATRIX:
        compare_numbers(page, field->key, value, *(const double *const *)at, 16);
        break;
    case FIELD_TEXT: compare_text(page, field->key, value, *(const char *const *)at); break;
    case FIELD_NAME:
        compare_text(page, field->key, value, field->words[*(const unsigned *)at]);
        break;
    case FIELD_FLAGS:
        for (size_t i = 0; i < field->count; ++i) {
            compare_flag(page, field->key, json_array_get(value, i), ((const bool *)at)[i]);
        }
        break;
    case FIELD_NAMES:
        assert_int_equal(json_array_size(value), is_4d ? 6 : 3);
        for (size_t i = 0; i < json_array_size(value); ++i) {
            compare_text(page, field->key, json_array_get(value, i),
                         field->words[((const unsigned *)at)[i]]);
        }
        break;
    }
}

// @return the number of fields.
static size_t compare_fields(Page *page, const Field *fields, const json_t *row, const void *item)
{
    size_t count = 0;
    for (; fields[count].key != NULL; ++count) {
        compare_field(page, &fields[count], row, item);
    }
    return count;
}

// Rows of a table. `others` members are compared by the caller, and there are no more.
static const json_t *compare_table(Page *page, const json_t *scene, const char *key,
                                   const Field *fields, const void *items, size_t bytes,
                                   size_t count, size_t others)
{
    const json_t *rows = json_object_get(scene, key);
    assert_true(json_is_array(rows));
    assert_int_equal(json_array_size(rows), count);
    for (size_t i = 0; i < count; ++i) {
        const json_t *row = json_array_get(rows, i);
        const size_t known = compare_fields(page, fields, row, (const char *)items + bytes * i);
        if (json_object_size(row) != known + others) {
            fail_msg("%s: %s has %zu members, %zu are known", page->file, key,
                     json_object_size(row), known + others);
        }
    }
    return rows;
}

static void compare_nodes(Page *page, const json_t *text)
{
    const TumScene *scene = page->scene;
    const bool is_4d = scene->nodes4 != NULL;
    const json_t *rows = compare_table(page, text, "nodes", node_fields, scene->nodes,
                                       sizeof *scene->nodes, scene->node_count, is_4d ? 3 : 6);
    for (size_t i = 0; i < scene->node_count; ++i) {
        const json_t *row = json_array_get(rows, i);
        char pointer[32];
        snprintf(pointer, sizeof pointer, "/nodes/%zu", i);
        compare_text(page, "pointer", json_object_get(row, "pointer"), pointer);
        if (is_4d) {
            const TumNode4 *node = &scene->nodes4[i];
            compare_fields(page, local4_fields, json_object_get(row, "local"), node->local);
            compare_fields(page, local4_fields, json_object_get(row, "world"), node->world);
        } else {
            compare_fields(page, local_fields, row, scene->nodes[i].local);
            compare_numbers(page, "world", json_object_get(row, "world"), scene->nodes[i].world,
                            16);
        }
    }
}

static void compare_cells(Page *page, const json_t *row, const TumMesh *mesh)
{
    const size_t axes = (size_t)page->scene->dimension;
    const json_t *cells = json_object_get(row, "cells");
    compare_numbers(page, "points", json_object_get(row, "points"), mesh->points,
                    axes * mesh->point_count);
    assert_int_equal(json_array_size(cells), axes * mesh->cell_count);
    for (size_t i = 0; i < axes * mesh->cell_count; ++i) {
        compare_integer(page, "cells", json_array_get(cells, i), mesh->cells[i]);
    }
}

// A surface is the triangles of its solid's shape at its solid's scale: a hundredth of the
// smallest radius below the surface at most. Its points lie in the hull of finer triangles.
static void compare_surface(Page *page, const json_t *text, int32_t shape, const double *scale,
                            const json_t *row)
{
    const json_int_t index = json_integer_value(json_object_get(row, "surface"));
    const json_t *surfaces = json_object_get(text, "surfaces");
    const TumShape *s = &page->scene->shapes[shape];
    const bool is_even = s->kind == TUM_SHAPE_SPHERE && scale[0] >= scale[1] &&
                         scale[0] <= scale[1] && scale[1] >= scale[2] && scale[1] <= scale[2];
    const bool is_known = s->kind == TUM_SHAPE_BOX || s->kind == TUM_SHAPE_MESH ||
                          s->kind == TUM_SHAPE_HEIGHTMAP || s->kind == TUM_SHAPE_GENERAL ||
                          s->kind == TUM_SHAPE_RAY;
    TumMesh *surface = NULL;
    double radius = 1.0, least = 1.0;
    const double radii[3] = {s->radius, s->radius_bottom, s->radius_top};
    for (int i = 0; i < 3; ++i) {
        radius = radii[i] > 0.0 && radii[i] < radius ? radii[i] : radius;
        least = scale[i] > 0.0 && scale[i] < least ? scale[i] : least;
    }
    if (!is_even && !is_known && page->scene->dimension == 3) {
        const TumStatus status =
            tum_scene_surface3(page->scene, shape, scale, 0.01 * radius * least, NULL, &surface);
        assert_true(status == TUM_OK || status == TUM_ERROR_UNSUPPORTED);
    }
    assert_int_equal(index >= 0, surface != NULL);
    if (surface != NULL) {
        assert_true((size_t)index < json_array_size(surfaces));
        compare_cells(page, json_array_get(surfaces, (size_t)index), surface);
        tum_surface_destroy(surface);
    }
}

static void compare_solids(Page *page, const json_t *text)
{
    const TumScene *scene = page->scene;
    const json_t *rows = json_object_get(text, "meshes");
    assert_int_equal(json_array_size(rows), scene->mesh_count);
    for (size_t i = 0; i < scene->mesh_count; ++i) {
        const json_t *row = json_array_get(rows, i);
        compare_cells(page, row, &scene->meshes[i]);
        compare_flag(page, "closed", json_object_get(row, "closed"), scene->meshes[i].is_closed);
        compare_integer(page, "documentMesh", json_object_get(row, "documentMesh"),
                        scene->meshes[i].document_mesh);
        assert_int_equal(json_object_size(row), 4);
    }
    rows = compare_table(page, text, "shapes", shape_fields, scene->shapes, sizeof *scene->shapes,
                         scene->shape_count, 1);
    for (size_t i = 0; i < scene->shape_count; ++i) {
        const TumShape *shape = &scene->shapes[i];
        compare_table(page, json_array_get(rows, i), "curves", curve_fields,
                      shape->curve_count > 0 ? &scene->curves[shape->curve_first] : NULL,
                      sizeof *scene->curves, (size_t)shape->curve_count, 0);
    }
    rows = compare_table(page, text, "colliders", collider_fields, scene->colliders,
                         sizeof *scene->colliders, scene->collider_count, 1);
    for (size_t i = 0; i < scene->collider_count; ++i) {
        compare_surface(page, text, scene->colliders[i].shape, scene->colliders[i].scale,
                        json_array_get(rows, i));
    }
    compare_table(page, text, "triggers", trigger_fields, scene->triggers, sizeof *scene->triggers,
                  scene->trigger_count, 0);
    rows = compare_table(page, text, "triggerParts", part_fields, scene->trigger_parts,
                         sizeof *scene->trigger_parts, scene->trigger_part_count, 1);
    for (size_t i = 0; i < scene->trigger_part_count; ++i) {
        compare_surface(page, text, scene->trigger_parts[i].shape, scene->trigger_parts[i].scale,
                        json_array_get(rows, i));
    }
}

static void compare_systems(Page *page, const json_t *row, const char *key, int32_t first,
                            int32_t count)
{
    const TumScene *scene = page->scene;
    const json_t *names = json_object_get(row, key);
    assert_int_equal(json_array_size(names), count);
    for (int32_t i = 0; i < count; ++i) {
        compare_text(page, key, json_array_get(names, (size_t)i),
                     scene->system_names[scene->filter_systems[first + i]]);
    }
}

static void compare_filters(Page *page, const json_t *text)
{
    const TumScene *scene = page->scene;
    const json_t *rows = json_object_get(text, "filters");
    assert_int_equal(json_array_size(rows), scene->filter_count);
    for (size_t i = 0; i < scene->filter_count; ++i) {
        const TumFilter *filter = &scene->filters[i];
        const json_t *row = json_array_get(rows, i), *meets = json_object_get(row, "meets");
        compare_text(page, "pointer", json_object_get(row, "pointer"), filter->pointer);
        compare_systems(page, row, "systems", filter->system_first, filter->system_count);
        compare_systems(page, row, "collideWith", filter->collide_with_first,
                        filter->collide_with_count);
        compare_systems(page, row, "notCollideWith", filter->not_collide_with_first,
                        filter->not_collide_with_count);
        size_t met = 0;
        for (size_t k = 0; k < scene->filter_count; ++k) {
            if (tum_scene_filters_admit(scene, (int32_t)i, (int32_t)k)) {
                compare_integer(page, "meets", json_array_get(meets, met++), (int64_t)k);
            }
        }
        assert_int_equal(json_array_size(meets), met);
        assert_int_equal(json_object_size(row), 5);
    }
}

static void compare_joints(Page *page, const json_t *text)
{
    const TumScene *scene = page->scene;
    const bool is_4d = scene->dimension == 4;
    const json_t *rows = compare_table(page, text, "joints", joint_fields, scene->joints,
                                       sizeof *scene->joints, scene->joint_count, is_4d ? 1 : 0);
    for (size_t i = 0; is_4d && i < scene->joint_count; ++i) {
        compare_fields(page, joint4_fields, json_array_get(rows, i), &scene->joints[i]);
    }
    rows = compare_table(page, text, "limits", limit_fields, scene->limits, sizeof *scene->limits,
                         scene->limit_count, 1);
    for (size_t i = 0; i < scene->limit_count; ++i) {
        const json_t *axes = json_object_get(json_array_get(rows, i), "axes");
        size_t next = 0;
        for (int axis = 0; axis < 32; ++axis) {
            if ((scene->limits[i].axes >> axis & 1u) != 0) {
                compare_integer(page, "axes", json_array_get(axes, next++), axis);
            }
        }
        assert_int_equal(json_array_size(axes), next);
    }
    compare_table(page, text, "drives", drive_fields, scene->drives, sizeof *scene->drives,
                  scene->drive_count, 0);
}

static void compare_tracks(Page *page, const json_t *text)
{
    const TumScene *scene = page->scene;
    const json_t *rows = json_object_get(text, "tracks");
    assert_int_equal(json_array_size(rows), scene->track_count);
    for (size_t i = 0; i < scene->track_count; ++i) {
        const TumTrack *track = &scene->tracks[i];
        const json_t *row = json_array_get(rows, i);
        const bool has_keys = track->same_as == (int32_t)i;
        const size_t parts = track->interpolation == TUM_INTERPOLATION_CUBIC_SPLINE ? 3 : 1;
        const size_t known = compare_fields(page, track_fields, row, track);
        assert_int_equal(json_object_size(row), known + (has_keys ? 2 : 0));
        if (has_keys) {
            compare_numbers(page, "times", json_object_get(row, "times"), track->times,
                            track->key_count);
            compare_numbers(page, "values", json_object_get(row, "values"), track->values,
                            track->key_count * (size_t)track->width * parts);
        }
    }
}

static void compare_gravity(Page *page, const json_t *text)
{
    const TumScene *scene = page->scene;
    const size_t axes = scene->dimension == 4 ? 4 : 3;
    const json_t *rows =
        compare_table(page, text, "gravityVolumes", volume_fields, scene->gravity_volumes,
                      sizeof *scene->gravity_volumes, scene->gravity_volume_count, 1);
    for (size_t i = 0; i < scene->gravity_volume_count; ++i) {
        compare_integer(page, "priority", json_object_get(json_array_get(rows, i), "priority"),
                        scene->gravity_volumes[i].priority);
    }
    compare_numbers(page, "gravityPoints", json_object_get(text, "gravityPoints"),
                    scene->gravity_points, 3 * scene->gravity_point_count);
    compare_numbers(page, "gravity", json_object_get(text, "gravity"), scene->world_gravity, axes);
    compare_flag(page, "hasGravity", json_object_get(text, "hasGravity"), scene->has_world_gravity);
}

static void compare_page(Page *page, const json_t *text)
{
    const TumScene *scene = page->scene;
    compare_text(page, "format", json_object_get(text, "format"), "tumble-scene");
    compare_integer(page, "version", json_object_get(text, "version"), 1);
    compare_text(page, "file", json_object_get(text, "file"), scene->file);
    compare_text(page, "dialects", json_object_get(text, "dialects"), scene->dialects);
    compare_integer(page, "dimension", json_object_get(text, "dimension"), scene->dimension);
    compare_number(page, "density", json_object_get(text, "density"), scene->default_density);
    compare_gravity(page, text);
    compare_nodes(page, text);
    compare_table(page, text, "bodies", body_fields, scene->bodies, sizeof *scene->bodies,
                  scene->body_count, 0);
    compare_table(page, text, "materials", material_fields, scene->materials,
                  sizeof *scene->materials, scene->material_count, 0);
    compare_filters(page, text);
    const json_t *names = json_object_get(text, "systemNames");
    assert_int_equal(json_array_size(names), scene->system_name_count);
    for (size_t i = 0; i < scene->system_name_count; ++i) {
        compare_text(page, "systemNames", json_array_get(names, i), scene->system_names[i]);
    }
    compare_solids(page, text);
    compare_joints(page, text);
    compare_tracks(page, text);
    assert_int_equal(json_object_size(text), 25);
}

// Compares the page of a file with the scene that the library reads; @return the members compared.
static size_t compare_file(Runner *runner, const char *path)
{
    char words[512];
    snprintf(words, sizeof words, "scene --json --quiet %s", path);
    const int code = runner_run(runner, words);
    TumReport *report = tum_report_create(NULL);
    TumScene *scene = NULL;
    const TumStatus status = tum_scene_open(path, NULL, &scene, report);
    assert_int_equal(status, TUM_OK);
    assert_int_equal(code, tum_report_count_of(report, TUM_SEVERITY_ERROR) > 0);
    json_error_t error;
    json_t *text = json_loads(runner->output, 0, &error);
    if (text == NULL) {
        fail_msg("%s: %s", path, error.text);
    }
    Page page = {path, scene, 0};
    compare_page(&page, text);
    json_decref(text);
    tum_scene_destroy(scene);
    tum_report_destroy(report);
    return page.compared;
}

static void every_field_of_every_sample_is_there_to_the_last_bit(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    char folder[1024];
    assert_non_null(getcwd(folder, sizeof folder - 32));
    strcat(folder, "/samples/*.g*f");
    glob_t files = {0};
    assert_int_equal(glob(folder, 0, NULL, &files), 0);
    assert_true(files.gl_pathc >= 20);
    size_t compared = 0;
    for (size_t i = 0; i < files.gl_pathc; ++i) {
        compared += compare_file(&runner, files.gl_pathv[i]);
    }
    globfree(&files);
    assert_true(compared > 100000);
    runner_end(&runner);
}

// Numbers that decimals of 15 digits lose, the smallest and the largest double, both zeros, and
// masses and limits without an end.
static void odd_numbers_read_back_to_the_same_bits(void **state)
{
    (void)state;
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},"
        "\"extensionsUsed\":[\"KHR_implicit_shapes\",\"KHR_physics_rigid_bodies\"],"
        "\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":[{\"type\":\"sphere\","
        "\"sphere\":{\"radius\":0.30000000000000004}}]},\"KHR_physics_rigid_bodies\":{"
        "\"physicsMaterials\":[{\"staticFriction\":5e-324,\"dynamicFriction\":1e300,"
        "\"restitution\":0.1,\"frictionCombine\":\"multiply\"}],\"physicsJoints\":[{\"limits\":[{"
        "\"linearAxes\":[0,2],\"max\":1.7976931348623157e308},{\"angularAxes\":[1],\"min\":-0.1,"
        "\"stiffness\":7,\"damping\":0.3}],\"drives\":[{\"type\":\"angular\",\"mode\":"
        "\"acceleration\","
        "\"axis\":2,\"velocityTarget\":-2.2250738585072014e-308,\"damping\":3}]}]}},"
        "\"buffers\":[{\"byteLength\":32,\"uri\":\"data:application/octet-stream;base64,"
        "AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAA=\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":32}],\"accessors\":[{\"bufferView\":0,"
        "\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\",\"min\":[0],\"max\":[1]},"
        "{\"bufferView\":0,\"byteOffset\":8,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}],"
        "\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1}],\"channels\":[{\"sampler\":0,"
        "\"target\":{\"node\":2,\"path\":\"translation\"}}]}],"
        "\"scene\":0,\"scenes\":[{\"nodes\":[0,1,2]}],\"nodes\":["
        "{\"name\":\"A \\\"quoted\\\" \\u00e9\\n\",\"translation\":[-0.0,1e-7,123456789.123],"
        "\"extensions\":{\"KHR_physics_rigid_bodies\":{\"motion\":{\"mass\":0,"
        "\"inertiaDiagonal\":[0,2,3],\"linearVelocity\":[1e-5,-0.0,3]},"
        "\"collider\":{\"geometry\":{\"shape\":0},\"physicsMaterial\":0}}}},"
        "{\"scale\":[1,2,3],\"extensions\":{\"KHR_physics_rigid_bodies\":{\"collider\":{"
        "\"geometry\":{\"shape\":0}}}}},"
        "{\"extensions\":{\"KHR_physics_rigid_bodies\":{\"joint\":{\"connectedNode\":0,"
        "\"joint\":0}}}}]}";
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "odd.gltf", text);
    char path[256];
    snprintf(path, sizeof path, "%s/odd.gltf", runner.folder);
    assert_true(compare_file(&runner, path) > 100);
    assert_non_null(strstr(runner.output, "\"mass\":\"Infinity\""));
    assert_non_null(strstr(runner.output, "\"min\":\"-Infinity\""));
    assert_non_null(strstr(runner.output, "0.30000000000000004"));
    // Frame A is animated, frame B is not.
    assert_non_null(strstr(runner.output, "\"drivenA\":true,\"drivenB\":false"));
    runner_end(&runner);
}

static void hostile_files_are_refused_or_printed_whole(void **state)
{
    (void)state;
    // Files, and the exit codes that tell of them: 1 has errors, 0 has none.
    static const struct {
        const char *text;
        int code;
        bool is_printed;
    } cases[] = {
        {"", 1, false},
        {"{", 1, false},
        {"[]", 1, false},
        {"{\"asset\":{\"version\":\"2.0\"}}", 0, true},
        {"{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[0]}]}", 1, false},
        {"{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[1]},{\"children\":[0]}]}", 1,
         false},
        {"{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"extensions\":{\"KHR_physics_rigid_"
         "bodies\":"
         "{\"collider\":{\"geometry\":{\"shape\":4294967296}},\"joint\":{\"connectedNode\":-3,"
         "\"joint\":9}}}}]}",
         1, true},
        {"{\"asset\":{\"dimension\":5},\"nodes\":[{}]}", 0, true},
    };
    Runner runner;
    runner_begin(&runner);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const char *name = strstr(cases[i].text, "dimension") != NULL ? "case.g4tf" : "case.gltf";
        char words[64];
        runner_file(&runner, name, cases[i].text);
        for (int tree = 0; tree < 2; ++tree) {
            snprintf(words, sizeof words, "scene %s%s", tree ? "" : "--json ", name);
            const int code = runner_run(&runner, words);
            if (code != cases[i].code) {
                fail_msg("case %zu ends with %d: %s", i, code, runner.errors);
            }
            if (!tree) {
                json_t *page = json_loads(runner.output, 0, NULL);
                assert_int_equal(page != NULL, cases[i].is_printed);
                json_decref(page);
            }
        }
    }
    runner_end(&runner);
}

static void a_full_disk_is_told(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_skip_emulated("an emulator has no /dev/full");
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "scene --json crate.gltf >/dev/full"), 3);
    runner_end(&runner);
}

static void a_tree_tells_what_nodes_are(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "scene crate.gltf"), 0);
    assert_string_equal(runner.output, "Floor: box\nCrate: dynamic body of 12 kg, box\n");
    runner_end(&runner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_of_every_sample_is_there_to_the_last_bit),
        cmocka_unit_test(odd_numbers_read_back_to_the_same_bits),
        cmocka_unit_test(hostile_files_are_refused_or_printed_whole),
        cmocka_unit_test(a_full_disk_is_told),
        cmocka_unit_test(a_tree_tells_what_nodes_are),
    };
    return cmocka_run_group_tests_name("scene_json", tests, NULL, NULL);
}
