// SPDX-License-Identifier: MIT
// msft_shape.c: shapes of the MSFT dialects: hollow ones, and the filters in shape objects.
#include "dialects/msft_shape.h"

#include "dialects/mesh_shape.h"
#include "dialects/surface_tables.h"

#include <string.h>

// A shell needs a hull, which costs more than copying points: each of its points and triangles
// counts as this many multiplied items (tum_reader_expand).
enum { SHELL_COST = 4 };

// Hollow convex shapes become their surface; triangles of a mesh have no inside in any case.
static int32_t hollow_or_solid(SceneReader *reader, const Cursor *item, ShapeType type,
                               int32_t shape)
{
    bool is_hollow = false;
    tum_cursor_boolean(item, "isHollow", &is_hollow);
    if (!is_hollow || shape < 0 || type == SHAPE_TYPE_TRIMESH) {
        return shape;
    }
    size_t item_count = 0;
    const int32_t shell = tum_scene_builder_shell(reader->builder, shape, &item_count);
    const Cursor at = tum_cursor_member(item, "isHollow");
    tum_cursor_report(&at, CODE_PHYSICS_HOLLOW_APPROXIMATED,
                      shell >= 0 ? "The hollow shape is made of %zu points and triangles."
                                 : "The hollow shape has no surface to be made of; it is solid.",
                      item_count);
    const size_t cost = (size_t)SHELL_COST * item_count;
    return shell >= 0 && tum_reader_expand(reader, cost) ? shell : shape;
}

int32_t tum_msft_shape_read(SceneReader *reader, const Cursor *item, ShapeType type, int32_t node)
{
    int32_t shape = -1;
    if (type >= SHAPE_TYPE_CONVEX) {
        shape = tum_mesh_shape_read(reader, item, type, &(ShapeUse){.node = node});
    } else if (type != SHAPE_TYPE_NONE) {
        TumShape made = tum_implicit_shape_read(item, &tum_msft_shapes, type);
        made.pointer = tum_reader_pointer(reader, item);
        shape = tum_scene_builder_shape(reader->builder, &made);
    }
    return hollow_or_solid(reader, item, type, shape);
}

bool tum_msft_has_masks(const Cursor *object)
{
    return reader_has(object, "collisionLayers") || reader_has(object, "collisionMask");
}

// Names.

typedef struct Names {
    const char *const *items;
    size_t count;
} Names;

// A list, or a text as a list of one.
static Names read_names(SceneReader *reader, const Cursor *object, const char *key)
{
    Names names = {0};
    const Cursor value = tum_cursor_member(object, key);
    if (tum_cursor_kind(&value) != JSON_TEXT) {
        names.count = tum_read_names(reader, object, key, &names.items);
        return names;
    }
    const char **one = tum_arena_zeroed(&reader->arena, 1, sizeof *one);
    if (one != NULL && tum_cursor_text_here(&value, one)) {
        names = (Names){one, 1};
    }
    return names;
}

static Names join(SceneReader *reader, Names a, Names b)
{
    if (a.count == 0 || b.count == 0) {
        return a.count == 0 ? b : a;
    }
    const char **joined = tum_arena_zeroed(&reader->arena, a.count + b.count, sizeof *joined);
    if (joined == NULL) {
        return a;
    }
    memcpy(joined, a.items, a.count * sizeof *joined);
    memcpy(joined + a.count, b.items, b.count * sizeof *joined);
    return (Names){joined, a.count + b.count};
}

static int32_t read_named_filter(SceneReader *reader, const Cursor *object)
{
    const Names layers = read_names(reader, object, "collideWithLayers");
    const Names own = join(reader, read_names(reader, object, "collisionSystems"),
                           read_names(reader, object, "collisionSystem"));
    const Names systems = join(reader, own, layers);
    const Names with = join(reader, read_names(reader, object, "collideWithSystems"), layers);
    Names without = read_names(reader, object, "notCollideWithSystems");
    if (with.count > 0 && without.count > 0) {
        tum_cursor_report(object, CODE_PHYSICS_FILTER_CONFLICT,
                          "Whom to meet and whom not to meet are both given; the first is used.");
        without.count = 0;
    }
    if (tum_msft_has_masks(object)) {
        tum_cursor_report(object, CODE_ONE_OF_MISMATCH,
                          "The filter is given in names and in masks; the names are used.");
    }
    const FilterDef filter = {.systems = systems.items,
                              .system_count = systems.count,
                              .collide_with = with.items,
                              .collide_with_count = with.count,
                              .not_collide_with = without.items,
                              .not_collide_with_count = without.count,
                              .pointer = tum_reader_pointer(reader, object)};
    return tum_scene_builder_filter(reader->builder, &filter);
}

// Masks.
//
// A pair collides when (mask A & layers B) or (mask B & layers A) is not zero. Names need the
// agreement of both sides: bit i of the layers gives a member of Li that collides with Mi, bit i of
// the mask a member of Mi that collides with Li. Then the systems of A in B's list are those of B
// in A's list, and exist exactly when the pair collides.

enum { MASK_BITS = 32 };
static const char *const layer_names[MASK_BITS] = {
    "layer 0",  "layer 1",  "layer 2",  "layer 3",  "layer 4",  "layer 5",  "layer 6",  "layer 7",
    "layer 8",  "layer 9",  "layer 10", "layer 11", "layer 12", "layer 13", "layer 14", "layer 15",
    "layer 16", "layer 17", "layer 18", "layer 19", "layer 20", "layer 21", "layer 22", "layer 23",
    "layer 24", "layer 25", "layer 26", "layer 27", "layer 28", "layer 29", "layer 30", "layer 31"};
static const char *const mask_names[MASK_BITS] = {
    "mask 0",  "mask 1",  "mask 2",  "mask 3",  "mask 4",  "mask 5",  "mask 6",  "mask 7",
    "mask 8",  "mask 9",  "mask 10", "mask 11", "mask 12", "mask 13", "mask 14", "mask 15",
    "mask 16", "mask 17", "mask 18", "mask 19", "mask 20", "mask 21", "mask 22", "mask 23",
    "mask 24", "mask 25", "mask 26", "mask 27", "mask 28", "mask 29", "mask 30", "mask 31"};

// A number of 32 bits, which exporters wrote with and without a sign. All ones where it is absent
// or invalid.
static uint32_t read_mask(const Cursor *object, const char *key)
{
    int64_t bits = -1;
    if (tum_cursor_integer(object, key, &bits) && (bits < INT32_MIN || bits > UINT32_MAX)) {
        const Cursor at = tum_cursor_member(object, key);
        tum_cursor_report(&at, CODE_VALUE_NOT_IN_RANGE, "The mask has more than 32 bits.");
        bits = -1;
    }
    return (uint32_t)bits;
}

static size_t name_bits(uint32_t bits, const char *const *names, const char **list)
{
    size_t count = 0;
    for (int i = 0; i < MASK_BITS; ++i) {
        if ((bits >> i & 1u) != 0) {
            list[count++] = names[i];
        }
    }
    return count;
}

static int32_t read_mask_filter(SceneReader *reader, const Cursor *object)
{
    const uint32_t layers = read_mask(object, "collisionLayers");
    const uint32_t mask = read_mask(object, "collisionMask");
    const char *systems[2 * MASK_BITS], *with[2 * MASK_BITS];
    size_t system_count = name_bits(layers, layer_names, systems);
    system_count += name_bits(mask, mask_names, systems + system_count);
    size_t with_count = name_bits(layers, mask_names, with);
    with_count += name_bits(mask, layer_names, with + with_count);
    if (with_count == 0) {
        with[with_count++] = "no layer"; // an empty list would admit all colliders
    }
    const FilterDef filter = {.systems = systems,
                              .system_count = system_count,
                              .collide_with = with,
                              .collide_with_count = with_count,
                              .pointer = tum_reader_pointer(reader, object)};
    return tum_scene_builder_filter(reader->builder, &filter);
}

int32_t tum_msft_filter_read(SceneReader *reader, const Cursor *object, bool by_masks)
{
    static const char *const keys[] = {"collisionSystems", "collisionSystem", "collideWithSystems",
                                       "collideWithLayers", "notCollideWithSystems"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        if (reader_has(object, keys[i])) {
            return read_named_filter(reader, object);
        }
    }
    return by_masks ? read_mask_filter(reader, object) : -1;
}
