// SPDX-License-Identifier: MIT
// implicit_shape.c: shape objects: type and parameters; spheres, boxes, capsules, cylinders,
// planes.
#include "dialects/implicit_shape.h"

#include "math/scalar.h"

#include <float.h>
#include <math.h>

#define TYPE_BIT(type) (1u << SHAPE_TYPE_##type)
#define IMPLICIT_TYPES (TYPE_BIT(SPHERE) | TYPE_BIT(BOX) | TYPE_BIT(CAPSULE) | TYPE_BIT(CYLINDER))

const ShapeGrammar tum_khr_implicit_shapes = {
    .types = IMPLICIT_TYPES | TYPE_BIT(PLANE),
    .capsule_height = 0.5,
    .capsule_radius = 0.25,
    .cylinder_height = 0.5,
    .cylinder_radius = 0.25,
    .has_double_sided = true,
};

const ShapeGrammar tum_khr_collision_shapes = {
    .types = IMPLICIT_TYPES | TYPE_BIT(CONVEX) | TYPE_BIT(TRIMESH) | TYPE_BIT(MESH),
    .capsule_height = 0.5,
    .capsule_radius = 0.25,
    .cylinder_height = 0.5,
    .cylinder_radius = 0.25,
    .has_flat_capsules = true,
};

const ShapeGrammar tum_msft_shapes = {
    .types = IMPLICIT_TYPES | TYPE_BIT(CONVEX) | TYPE_BIT(TRIMESH),
    .capsule_height = 0.5,
    .capsule_radius = 0.25,
    .cylinder_height = 0.5,
    .cylinder_radius = 0.25,
    .has_flat_capsules = true,
    .is_oldest = true,
};

const ShapeGrammar tum_core_shapes = {
    .types = IMPLICIT_TYPES | TYPE_BIT(PLANE) | TYPE_BIT(CONVEX) | TYPE_BIT(CONCAVE),
    .capsule_height = 1.0,
    .capsule_radius = 0.5,
    .cylinder_height = 2.0,
    .cylinder_radius = 0.5,
};

static const char *const type_names[SHAPE_TYPE_COUNT] = {
    "", "sphere", "box", "capsule", "cylinder", "plane", "convex", "trimesh", "concave", "mesh"};

static bool grammar_has(const ShapeGrammar *grammar, int type)
{
    return (grammar->types >> type & 1u) != 0;
}

static void check_single_type(const Cursor *item, const ShapeGrammar *grammar, ShapeType type)
{
    for (int other = SHAPE_TYPE_SPHERE; other < SHAPE_TYPE_COUNT; ++other) {
        // Schemas of the draft have both names for the parameters of a trimesh (contradiction X3).
        const bool is_alias = type == SHAPE_TYPE_TRIMESH && other == SHAPE_TYPE_MESH;
        if (other == (int)type || is_alias || !grammar_has(grammar, other)) {
            continue;
        }
        const Cursor parameters = tum_cursor_member(item, type_names[other]);
        if (tum_cursor_exists(&parameters)) {
            tum_cursor_report(&parameters, CODE_PHYSICS_SHAPE_AMBIGUOUS,
                              "A shape of type '%s' has parameters of a '%s'; they are ignored.",
                              type_names[type], type_names[other]);
        }
    }
}

// The only type with parameters: the form of 2022, without `type`. Mesh triangles had both names.
static ShapeType type_by_parameters(const Cursor *item, const ShapeGrammar *grammar)
{
    ShapeType found = SHAPE_TYPE_NONE;
    int count = 0;
    for (int type = SHAPE_TYPE_COUNT - 1; type >= SHAPE_TYPE_SPHERE; --type) {
        const int meant = type == SHAPE_TYPE_MESH ? SHAPE_TYPE_TRIMESH : type;
        if (grammar_has(grammar, meant) && reader_has(item, type_names[type])) {
            found = (ShapeType)meant;
            ++count;
        }
    }
    if (count != 1) {
        tum_cursor_report(item, CODE_ONE_OF_MISMATCH,
                          count == 0 ? "The shape has neither a type nor parameters of one."
                                     : "The shape has parameters of several types; one is used.");
    }
    return found;
}

ShapeType tum_shape_type_read(const Cursor *item, const ShapeGrammar *grammar)
{
    if (grammar->is_oldest && !reader_has(item, "type")) {
        return type_by_parameters(item, grammar);
    }
    if (!tum_read_required(item, "type")) {
        return SHAPE_TYPE_NONE;
    }
    const int choice = tum_read_choice(item, "type", type_names, SHAPE_TYPE_COUNT, false);
    if (choice < 0) {
        return SHAPE_TYPE_NONE;
    }
    if (!grammar_has(grammar, choice)) {
        const Cursor type = tum_cursor_member(item, "type");
        tum_cursor_report(&type, CODE_VALUE_NOT_IN_LIST, "'%s' is no type of shape in this table.",
                          type_names[choice]);
        return SHAPE_TYPE_NONE;
    }
    check_single_type(item, grammar, (ShapeType)choice);
    return (ShapeType)choice;
}

Cursor tum_shape_parameters(const Cursor *item, ShapeType type)
{
    const Cursor own = tum_cursor_object(item, type_names[type]);
    if (type == SHAPE_TYPE_TRIMESH && !tum_cursor_exists(&own)) {
        return tum_cursor_object(item, type_names[SHAPE_TYPE_MESH]);
    }
    return own;
}

TumShape tum_default_shape(TumShapeKind kind)
{
    return (TumShape){.kind = kind, .mesh = -1, .curve_first = -1, .pointer = ""};
}

static void warn_of_zero(const Cursor *at)
{
    tum_cursor_report(at, CODE_PHYSICS_DEGENERATE_SHAPE, "The shape has no extent here.");
}

bool tum_read_length(const Cursor *parameters, const char *key, bool may_be_zero, double *length)
{
    if (!tum_read_number(parameters, key, 0.0, length)) {
        return false;
    }
    if (*length == 0.0 && !may_be_zero) {
        const Cursor at = tum_cursor_member(parameters, key);
        warn_of_zero(&at);
    }
    return true;
}

void tum_read_box_size(const Cursor *parameters, TumShape *shape)
{
    double size[3] = {1.0, 1.0, 1.0};
    double found[3];
    if (tum_read_vector(parameters, "size", found, 3)) {
        const Cursor array = tum_cursor_member(parameters, "size");
        for (size_t i = 0; i < 3; ++i) {
            const Cursor item = tum_cursor_item(&array, i);
            if (found[i] < 0.0) {
                tum_cursor_report(&item, CODE_VALUE_NOT_IN_RANGE,
                                  "%g is below the minimum 0; 1 is used.", found[i]);
                continue;
            }
            size[i] = found[i];
            if (found[i] == 0.0) {
                warn_of_zero(&item);
            }
        }
    }
    for (size_t i = 0; i < 3; ++i) {
        shape->size[i] = size[i];
    }
}

// An invalid size was reported and counts as unknown
// (docs/dialects.md#what-every-reader-does).
static bool has_known_sizes(const Cursor *parameters)
{
    static const char *const keys[] = {"height", "radius", "radiusBottom", "radiusTop"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        const Cursor member = tum_cursor_member(parameters, keys[i]);
        double size = 0.0;
        if (tum_cursor_kind(&member) != JSON_ABSENT &&
            (tum_cursor_kind(&member) != JSON_NUMBER || !tum_cursor_number_here(&member, &size) ||
             !(size >= 0.0 && size <= (double)FLT_MAX))) {
            return false;
        }
    }
    return true;
}

void tum_check_round(const Cursor *parameters, const TumShape *shape)
{
    if (!has_known_sizes(parameters)) {
        return;
    }
    if (shape->radius_bottom == 0.0 && shape->radius_top == 0.0) {
        tum_cursor_report(parameters, CODE_PHYSICS_DEGENERATE_SHAPE,
                          "Both radii are zero: the shape is a line.");
    }
    const double difference = absolute64(shape->radius_top - shape->radius_bottom);
    if (shape->kind == TUM_SHAPE_CAPSULE && shape->height > 0.0 && shape->height <= difference) {
        tum_cursor_report(parameters, CODE_PHYSICS_CAPSULE_ENGULFED,
                          "One end sphere lies inside the other: height %g, radii %g and %g.",
                          shape->height, shape->radius_bottom, shape->radius_top);
    }
}

static void read_round(const Cursor *parameters, bool may_be_flat, bool has_one_radius,
                       TumShape *shape)
{
    tum_read_length(parameters, "height", may_be_flat, &shape->height);
    if (has_one_radius && tum_read_number(parameters, "radius", 0.0, &shape->radius_bottom)) {
        shape->radius_top = shape->radius_bottom;
    }
    tum_read_number(parameters, "radiusBottom", 0.0, &shape->radius_bottom);
    tum_read_number(parameters, "radiusTop", 0.0, &shape->radius_top);
    tum_check_round(parameters, shape);
}

static void read_plane(const Cursor *parameters, bool has_double_sided, TumShape *shape)
{
    shape->size[0] = shape->size[2] = (double)INFINITY;
    tum_read_length(parameters, "sizeX", false, &shape->size[0]);
    tum_read_length(parameters, "sizeZ", false, &shape->size[2]);
    if (has_double_sided) {
        tum_cursor_boolean(parameters, "doubleSided", &shape->double_sided);
    }
}

TumShape tum_implicit_shape_read(const Cursor *item, const ShapeGrammar *grammar, ShapeType type)
{
    const Cursor parameters = tum_shape_parameters(item, type);
    TumShape shape = tum_default_shape(TUM_SHAPE_SPHERE);
    switch (type) {
    case SHAPE_TYPE_BOX:
        shape.kind = TUM_SHAPE_BOX;
        tum_read_box_size(&parameters, &shape);
        break;
    case SHAPE_TYPE_CAPSULE:
        shape.kind = TUM_SHAPE_CAPSULE;
        shape.height = grammar->capsule_height;
        shape.radius_bottom = shape.radius_top = grammar->capsule_radius;
        read_round(&parameters, grammar->has_flat_capsules, grammar->is_oldest, &shape);
        break;
    case SHAPE_TYPE_CYLINDER:
        shape.kind = TUM_SHAPE_CYLINDER;
        shape.height = grammar->cylinder_height;
        shape.radius_bottom = shape.radius_top = grammar->cylinder_radius;
        read_round(&parameters, false, grammar->is_oldest, &shape);
        break;
    case SHAPE_TYPE_PLANE:
        shape.kind = TUM_SHAPE_PLANE;
        read_plane(&parameters, grammar->has_double_sided, &shape);
        break;
    default:
        shape.radius = 0.5;
        tum_read_length(&parameters, "radius", false, &shape.radius);
        break;
    }
    return shape;
}

static int32_t read_entry(SceneReader *reader, ShapeTable *table, size_t index)
{
    const Cursor item = tum_cursor_object_at(&table->root.items, index);
    if (!tum_cursor_exists(&item)) {
        return SHAPE_UNUSABLE;
    }
    const ShapeType type = tum_shape_type_read(&item, table->grammar);
    table->types[index] = type;
    if (type == SHAPE_TYPE_NONE) {
        return SHAPE_UNUSABLE;
    }
    if (type >= SHAPE_TYPE_CONVEX) {
        return SHAPE_OF_MESH;
    }
    TumShape shape = tum_implicit_shape_read(&item, table->grammar, type);
    shape.pointer = tum_reader_pointer(reader, &item);
    return tum_scene_builder_shape(reader->builder, &shape);
}

void tum_shape_table_open(ShapeTable *table, SceneReader *reader, const char *extension,
                          const char *key, const ShapeGrammar *grammar)
{
    tum_root_table_open(&table->root, reader, extension, key);
    table->grammar = grammar;
    const size_t count = table->root.count;
    table->shapes = tum_arena_zeroed(&reader->arena, count, sizeof *table->shapes);
    table->types = tum_arena_zeroed(&reader->arena, count, sizeof *table->types);
    if (table->shapes == NULL || table->types == NULL) {
        table->root.count = 0;
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        table->shapes[i] = read_entry(reader, table, i);
    }
}
