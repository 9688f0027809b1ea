// SPDX-License-Identifier: MIT
// omi_shape.c: OMI shapes: three layouts in one, and the meaning of a capsule's height.
#include "dialects/omi_shape.h"

#include "dialects/mesh_geometry.h"
#include "math/scalar.h"

#include <string.h>

// The names of types. `hull` became `convex`; OC0 has `mesh` for `trimesh`.
enum { WORD_CONVEX = 4, WORD_HULL = 5, WORD_MESH = 7, WORD_COUNT = 8 };
static const char *const words[WORD_COUNT] = {"sphere", "box",  "capsule", "cylinder",
                                              "convex", "hull", "trimesh", "mesh"};
static const ShapeType types[WORD_COUNT] = {
    SHAPE_TYPE_SPHERE, SHAPE_TYPE_BOX,    SHAPE_TYPE_CAPSULE, SHAPE_TYPE_CYLINDER,
    SHAPE_TYPE_CONVEX, SHAPE_TYPE_CONVEX, SHAPE_TYPE_TRIMESH, SHAPE_TYPE_TRIMESH};

// [m] Defaults: a capsule of total height 2 in either reading.
static const double default_radius = 0.5, default_total_height = 2.0, default_mid_height = 1.0;

/// A shape object with its sub-object.
typedef struct OmiItem {
    const Cursor *item;
    Cursor nested; ///< The sub-object with the parameters; absent in flat layouts.
    int word;
    ShapeType type;
} OmiItem;

// The object with a parameter: the sub-object, or else the item with `type`.
static const Cursor *home_of(const OmiItem *omi, const char *key)
{
    return reader_has(&omi->nested, key) ? &omi->nested : omi->item;
}

static bool has(const OmiItem *omi, const char *key)
{
    return reader_has(&omi->nested, key) || reader_has(omi->item, key);
}

// The place of findings about the parameters as a whole.
static const Cursor *place_of(const OmiItem *omi)
{
    return tum_cursor_exists(&omi->nested) ? &omi->nested : omi->item;
}

// The object under the type's name, or under the other name for the same type. A flat item of type
// `mesh` has an index there.
static Cursor nested_of(const Cursor *item, int word)
{
    const Cursor own = tum_cursor_member(item, words[word]);
    if (tum_cursor_exists(&own) && !(word == WORD_MESH && tum_cursor_kind(&own) == JSON_NUMBER)) {
        return tum_cursor_object(item, words[word]);
    }
    Cursor nested = {0};
    for (int other = WORD_CONVEX; other < WORD_COUNT; ++other) {
        const Cursor alias = tum_cursor_member(item, words[other]);
        if (types[other] == types[word] && tum_cursor_kind(&alias) == JSON_OBJECT) {
            nested = alias;
        }
    }
    return nested;
}

static void check_single_type(const OmiItem *omi)
{
    for (int other = 0; other < WORD_COUNT; ++other) {
        const Cursor parameters = tum_cursor_member(omi->item, words[other]);
        if (types[other] != omi->type && tum_cursor_kind(&parameters) == JSON_OBJECT) {
            tum_cursor_report(&parameters, CODE_PHYSICS_SHAPE_AMBIGUOUS,
                              "A shape of type '%s' has parameters of a '%s'; they are ignored.",
                              words[omi->word], words[other]);
        }
    }
}

// @return false for an item without a known type.
static bool open_item(const OmiShapeTable *table, const Cursor *item, OmiItem *omi)
{
    if (!tum_cursor_exists(item) || !tum_read_required(item, "type")) {
        return false;
    }
    const int word = tum_read_choice(item, "type", words, WORD_COUNT, false);
    if (word < 0) {
        return false;
    }
    if (word == WORD_CONVEX && table->is_collider) {
        const Cursor at = tum_cursor_member(item, "type");
        tum_cursor_report(&at, CODE_VALUE_NOT_IN_LIST,
                          "In OMI_collider the word for 'convex' is 'hull'.");
    }
    *omi =
        (OmiItem){.item = item, .nested = nested_of(item, word), .word = word, .type = types[word]};
    check_single_type(omi);
    return true;
}

static void note_traces(OmiShapeTable *table, const OmiItem *omi)
{
    static const char *const parameters[] = {"size",         "radius", "radiusTop",
                                             "radiusBottom", "height", "extents"};
    OmiShapeTraces *traces = &table->traces;
    const bool is_round = omi->type == SHAPE_TYPE_CAPSULE || omi->type == SHAPE_TYPE_CYLINDER;
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; ++i) {
        traces->flat |= reader_has(omi->item, parameters[i]);
    }
    const Cursor mesh = tum_cursor_member(omi->item, "mesh");
    traces->flat |= tum_cursor_kind(&mesh) == JSON_NUMBER;
    traces->hull |= omi->word == WORD_HULL;
    traces->one_radius |= is_round && reader_has(&omi->nested, "radius");
    traces->two_radii |= is_round && (has(omi, "radiusTop") || has(omi, "radiusBottom"));
    traces->half_extent |= omi->word == WORD_MESH || reader_has(omi->item, "extents");
}

static void read_box(const OmiItem *omi, TumShape *shape)
{
    const Cursor *home = home_of(omi, "size");
    double halves[3];
    tum_read_box_size(home, shape);
    if (!reader_has(home, "size") && tum_read_vector(omi->item, "extents", halves, 3)) {
        for (size_t i = 0; i < 3; ++i) {
            shape->size[i] = 2.0 * absolute64(halves[i]);
        }
    }
}

static void read_radii(const OmiItem *omi, TumShape *shape)
{
    shape->radius_bottom = shape->radius_top = default_radius;
    if (has(omi, "radiusTop") || has(omi, "radiusBottom")) {
        tum_read_number(home_of(omi, "radiusBottom"), "radiusBottom", 0.0, &shape->radius_bottom);
        tum_read_number(home_of(omi, "radiusTop"), "radiusTop", 0.0, &shape->radius_top);
    } else if (tum_read_number(home_of(omi, "radius"), "radius", 0.0, &shape->radius_top)) {
        shape->radius_bottom = shape->radius_top;
    }
}

// Decision D8: each shape by its own members.
static bool is_total_height(const OmiShapeTable *table, const OmiItem *omi)
{
    if (table->is_collider) {
        return true;
    }
    if (has(omi, "radiusTop") || has(omi, "radiusBottom")) {
        return false;
    }
    if (has(omi, "radius") || reader_has(omi->item, "height")) {
        return true;
    }
    if (!has(omi, "height")) {
        return false; // Both readings of absent members give the same capsule.
    }
    tum_cursor_report(place_of(omi), CODE_PHYSICS_CAPSULE_HEIGHT_AMBIGUOUS,
                      table->has_total_heights
                          ? "Without a radius the height is taken for the total one, since other "
                            "objects of the document are of that time."
                          : "Without a radius the height is taken for the distance of the ends' "
                            "centres, as the current text has it.");
    reader_decision(omi->item, "D8");
    return table->has_total_heights;
}

static void read_capsule(const OmiShapeTable *table, const OmiItem *omi, TumShape *shape)
{
    const Cursor *home = home_of(omi, "height");
    read_radii(omi, shape);
    if (!is_total_height(table, omi)) {
        shape->height = default_mid_height;
        tum_read_length(home, "height", false, &shape->height);
        return;
    }
    double total = default_total_height;
    tum_read_number(home, "height", 0.0, &total);
    const double ends = shape->radius_bottom + shape->radius_top;
    shape->height = total > ends ? total - ends : 0.0;
    const Cursor height = tum_cursor_member(home, "height");
    // A height of a wrong type counts as unknown.
    if (total < ends &&
        (tum_cursor_kind(&height) == JSON_ABSENT || tum_cursor_kind(&height) == JSON_NUMBER)) {
        tum_cursor_report(&height, CODE_PHYSICS_CAPSULE_TOO_SHORT,
                          "A total height of %g is less than the two radii of the ends, %g: a "
                          "sphere.",
                          total, ends);
    }
}

static TumShape read_implicit(const OmiShapeTable *table, const OmiItem *omi)
{
    TumShape shape = tum_default_shape(TUM_SHAPE_SPHERE);
    switch (omi->type) {
    case SHAPE_TYPE_BOX:
        shape.kind = TUM_SHAPE_BOX;
        read_box(omi, &shape);
        break;
    case SHAPE_TYPE_CAPSULE:
        shape.kind = TUM_SHAPE_CAPSULE;
        read_capsule(table, omi, &shape);
        tum_check_round(place_of(omi), &shape);
        break;
    case SHAPE_TYPE_CYLINDER:
        shape.kind = TUM_SHAPE_CYLINDER;
        shape.height = default_total_height;
        read_radii(omi, &shape);
        tum_read_length(home_of(omi, "height"), "height", false, &shape.height);
        tum_check_round(place_of(omi), &shape);
        break;
    default:
        shape.radius = default_radius;
        tum_read_length(home_of(omi, "radius"), "radius", false, &shape.radius);
        break;
    }
    return shape;
}

static int32_t add_implicit(SceneReader *reader, const OmiShapeTable *table, const OmiItem *omi)
{
    TumShape shape = read_implicit(table, omi);
    shape.pointer = tum_reader_pointer(reader, omi->item);
    return tum_scene_builder_shape(reader->builder, &shape);
}

bool tum_omi_has_index(const Cursor *object, const char *key)
{
    const Cursor at = tum_cursor_member(object, key);
    Cursor quiet = at;
    quiet.report = NULL;
    double number = 0.0;
    return tum_cursor_exists(&at) && !(tum_cursor_number_here(&quiet, &number) && number == -1.0);
}

void tum_omi_report_none(const Cursor *object, const char *key, const char *consequence)
{
    const Cursor at = tum_cursor_member(object, key);
    if (tum_cursor_exists(&at) && !tum_omi_has_index(object, key)) {
        tum_cursor_report(&at, CODE_PHYSICS_INDEX_MINUS_ONE, "An index of -1 names nothing: %s.",
                          consequence);
    }
}

int32_t tum_omi_reference(const Cursor *object, const char *key, const RootTable *table)
{
    return tum_omi_has_index(object, key) ? tum_read_reference(object, key, table) : -1;
}

static void check_primitives(const SceneReader *reader, int32_t mesh, const Cursor *at)
{
    Cursor root = reader->root;
    root.report = NULL; // Reading the mesh files its faults.
    const Cursor meshes = tum_cursor_member(&root, "meshes");
    const Cursor item = tum_cursor_item(&meshes, (size_t)mesh);
    const Cursor primitives = tum_cursor_member(&item, "primitives");
    const size_t count = tum_cursor_count(&primitives);
    if (count > 1) {
        tum_cursor_report(at, CODE_PHYSICS_MESH_MULTIPLE_PRIMITIVES,
                          "Mesh %d has %zu primitives; they are merged.", (int)mesh, count);
    }
}

static int32_t shape_of_mesh(SceneReader *reader, const OmiShapeTable *table, const OmiItem *omi,
                             int32_t node)
{
    const Cursor *home = home_of(omi, "mesh");
    if (!tum_omi_has_index(home, "mesh")) {
        tum_cursor_report_missing(place_of(omi), "mesh");
        return -1;
    }
    const int32_t mesh = tum_cursor_index(home, "mesh", table->mesh_count);
    if (mesh < 0) {
        return -1;
    }
    const Cursor at = tum_cursor_member(home, "mesh");
    const MeshSource source = {.mesh = mesh, .skin = -1};
    const MeshUse use = {.is_hull = omi->type == SHAPE_TYPE_CONVEX,
                         .needs_triangles = true,
                         .at = &at,
                         .shape = omi->item};
    check_primitives(reader, mesh, &at);
    return tum_shape_of_mesh(reader, &source, node, &use);
}

static int32_t read_entry(SceneReader *reader, OmiShapeTable *table, size_t index)
{
    const Cursor item = tum_cursor_object_at(&table->root.items, index);
    OmiItem omi;
    if (!open_item(table, &item, &omi)) {
        return SHAPE_UNUSABLE;
    }
    note_traces(table, &omi);
    if (table->is_collider) {
        tum_cursor_boolean(&item, "isTrigger", &table->is_trigger[index]);
    }
    return omi.type >= SHAPE_TYPE_CONVEX ? SHAPE_OF_MESH : add_implicit(reader, table, &omi);
}

// True for one radius, nested or flat.
static bool has_one_radius(const Cursor *item)
{
    const Cursor capsule = tum_cursor_member(item, "capsule");
    const Cursor cylinder = tum_cursor_member(item, "cylinder");
    const char *type = "";
    tum_cursor_text(item, "type", &type);
    const bool is_round = strcmp(type, "capsule") == 0 || strcmp(type, "cylinder") == 0;
    return reader_has(&capsule, "radius") || reader_has(&cylinder, "radius") ||
           (is_round && reader_has(item, "radius"));
}

bool tum_omi_shapes_look_old(const SceneReader *reader)
{
    Cursor extensions = reader->extensions;
    extensions.report = NULL;
    const Cursor owner = tum_cursor_member(&extensions, "OMI_physics_shape");
    const Cursor shapes = tum_cursor_member(&owner, "shapes");
    const size_t count = tum_cursor_count(&shapes);
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_item(&shapes, i);
        if (has_one_radius(&item)) {
            return true;
        }
    }
    return false;
}

void tum_omi_shape_table_open(OmiShapeTable *table, SceneReader *reader, const char *extension,
                              const char *key, bool has_total_heights)
{
    tum_root_table_open(&table->root, reader, extension, key);
    table->is_collider = strcmp(extension, "OMI_collider") == 0;
    table->has_total_heights = has_total_heights;
    table->mesh_count = tum_cursor_root_count(reader->document, "meshes");
    const size_t count = table->root.count;
    table->shapes = tum_arena_zeroed(&reader->arena, count, sizeof *table->shapes);
    table->is_trigger = tum_arena_zeroed(&reader->arena, count, sizeof *table->is_trigger);
    if (table->shapes == NULL || table->is_trigger == NULL) {
        table->root.count = 0;
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        table->shapes[i] = read_entry(reader, table, i);
    }
}

int32_t tum_omi_table_shape(SceneReader *reader, OmiShapeTable *table, int32_t node, int32_t index)
{
    if (index < 0 || table->shapes[index] != SHAPE_OF_MESH) {
        return index < 0 ? -1 : table->shapes[index];
    }
    // Meshes without skin are independent of the node.
    const Cursor item = tum_cursor_object_at(&table->root.items, (size_t)index);
    OmiItem omi;
    table->shapes[index] =
        open_item(table, &item, &omi) ? shape_of_mesh(reader, table, &omi, node) : SHAPE_UNUSABLE;
    return table->shapes[index];
}

int32_t tum_omi_inline_shape(SceneReader *reader, OmiShapeTable *table, int32_t node,
                             const Cursor *item, bool *is_trigger)
{
    OmiItem omi;
    if (!open_item(table, item, &omi)) {
        return -1;
    }
    note_traces(table, &omi);
    if (table->is_collider) {
        tum_cursor_boolean(item, "isTrigger", is_trigger);
    }
    return omi.type >= SHAPE_TYPE_CONVEX ? shape_of_mesh(reader, table, &omi, node)
                                         : add_implicit(reader, table, &omi);
}
