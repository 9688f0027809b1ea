// SPDX-License-Identifier: MIT
// schema_walk.c: the walk along the property tables: objects, references, entries that are used.
#include "validate/schema_walk.h"

#include <string.h>

#include "base/text.h"
#include "validate/extensions.h"
#include "validate/schema_value.h"

/// The place of a table: a key of an extension object of the root, or of the root itself.
typedef struct TablePlace {
    const char *extension, *key;
    bool may_be_unused; ///< Unused entries get no finding.
    bool is_of_g4mf;    ///< The name has another meaning in glTF, or none.
} TablePlace;

static const TablePlace places[TABLE_COUNT] = {
    [TABLE_NONE] = {NULL, "", true, false},
    [TABLE_NODES] = {NULL, "nodes", false, false},
    [TABLE_MESHES] = {NULL, "meshes", false, false},
    [TABLE_SKINS] = {NULL, "skins", false, false},
    [TABLE_ACCESSORS] = {NULL, "accessors", false, false},
    [TABLE_BUFFER_VIEWS] = {NULL, "bufferViews", false, false},
    [TABLE_BUFFERS] = {NULL, "buffers", false, false},
    [TABLE_CAMERAS] = {NULL, "cameras", true, false},
    [TABLE_SCENES] = {NULL, "scenes", true, false},
    [TABLE_IMPLICIT_SHAPES] = {"KHR_implicit_shapes", "shapes", false, false},
    [TABLE_DRAFT_SHAPES] = {"KHR_collision_shapes", "shapes", false, false},
    [TABLE_OLDEST_SHAPES] = {"KHR_collision_shapes", "colliders", false, false},
    [TABLE_CORE_SHAPES] = {NULL, "shapes", true, false},
    [TABLE_MSFT_SHAPES] = {"MSFT_collision_primitives", "colliders", false, false},
    [TABLE_MSFT_EARLY_SHAPES] = {"MSFT_CollisionPrimitives", "colliders", false, false},
    [TABLE_OMI_SHAPES] = {"OMI_physics_shape", "shapes", false, false},
    [TABLE_OMI_COLLIDERS] = {"OMI_collider", "colliders", false, false},
    [TABLE_OMI_CONSTRAINTS] = {"OMI_physics_joint", "constraints", false, false},
    [TABLE_OMI_JOINTS] = {"OMI_physics_joint", "physicsJoints", false, false},
    [TABLE_G4MF_SHAPES] = {NULL, "shapes", false, true},
    [TABLE_G4MF_FILES] = {NULL, "files", true, true},
    [TABLE_G4MF_MODELS] = {NULL, "models", true, true},
};

static const char *const family_names[FAMILY_COUNT] = {
    [FAMILY_KHR] = "KHR_physics_rigid_bodies", [FAMILY_KHR_EARLY] = "KHR_rigid_bodies",
    [FAMILY_MSFT] = "MSFT_rigid_bodies",       [FAMILY_MSFT_EARLY] = "MSFT_RigidBodies",
    [FAMILY_OMI] = "OMI_physics_body",
};

static const char *const family_keys[] = {"physicsMaterials", "collisionFilters", "physicsJoints",
                                          "physicsJointLimits"};
enum { FAMILY_TABLES = TABLE_FAMILY_END - TABLE_FAMILY };

static TablePlace place_of(size_t table)
{
    if (table < TABLE_FAMILY) {
        return places[table];
    }
    const size_t member = (table - TABLE_FAMILY) % FAMILY_TABLES;
    return (TablePlace){family_names[(table - TABLE_FAMILY) / FAMILY_TABLES], family_keys[member],
                        false, false};
}

size_t tum_schema_table(const SchemaWalk *walk, SchemaTable table)
{
    return table < TABLE_FAMILY ? (size_t)table
                                : (size_t)table + (size_t)walk->family * FAMILY_TABLES;
}

static bool open_tables(SchemaWalk *walk)
{
    const Cursor root = tum_cursor_root(walk->document, NULL);
    const Cursor extensions = tum_cursor_member(&root, "extensions");
    for (size_t i = TABLE_NONE + 1; i < TABLE_COUNT; ++i) {
        const TablePlace place = place_of(i);
        const Cursor extension =
            tum_cursor_member(&extensions, place.extension != NULL ? place.extension : "");
        const Cursor *owner = place.extension != NULL ? &extension : &root;
        const Cursor table = tum_cursor_member(owner, place.key);
        const bool is_array =
            tum_cursor_kind(&table) == JSON_ARRAY && (walk->is_g4mf || !place.is_of_g4mf);
        walk->tables[i].has_owner = tum_cursor_exists(owner);
        walk->tables[i].count = is_array ? tum_cursor_count(&table) : 0;
        walk->tables[i].used = tum_arena_zeroed(walk->arena, walk->tables[i].count, 1);
        walk->tables[i].seen =
            tum_arena_zeroed(walk->arena, walk->tables[i].count, sizeof *walk->tables[i].seen);
        if (walk->tables[i].used == NULL || walk->tables[i].seen == NULL) {
            return false;
        }
    }
    return true;
}

// References.

static void mark(SchemaWalk *walk, size_t table, size_t index, unsigned flags)
{
    if (index < walk->tables[table].count) {
        const unsigned purpose = (flags & IS_TREE) != 0 ? 0 : USED_FOR_PURPOSE;
        const unsigned geometry = (flags & IS_GEOMETRY) != 0 ? USED_AS_GEOMETRY : 0;
        walk->tables[table].used[index] |= (unsigned char)(USED_AT_ALL | purpose | geometry);
    }
}

void tum_schema_mark(SchemaWalk *walk, SchemaTable table, size_t index)
{
    mark(walk, tum_schema_table(walk, table), index, 0);
}

// The drafts' shapes are in either table.
static size_t table_with_owner(const SchemaWalk *walk, size_t table)
{
    static const SchemaTable drafts[] = {TABLE_DRAFT_SHAPES, TABLE_OLDEST_SHAPES,
                                         TABLE_IMPLICIT_SHAPES, TABLE_CORE_SHAPES};
    if (table == TABLE_DRAFT_SHAPES || table == TABLE_OLDEST_SHAPES) {
        for (size_t i = 0; i < sizeof drafts / sizeof *drafts; ++i) {
            if (walk->tables[drafts[i]].count > 0) {
                return drafts[i];
            }
        }
    }
    if (table == TABLE_MSFT_SHAPES && !walk->tables[table].has_owner &&
        walk->tables[TABLE_MSFT_EARLY_SHAPES].has_owner) {
        return TABLE_MSFT_EARLY_SHAPES;
    }
    if (table == TABLE_IMPLICIT_SHAPES && !walk->tables[table].has_owner &&
        walk->tables[TABLE_CORE_SHAPES].count > 0) {
        return TABLE_CORE_SHAPES; // decision D32
    }
    return table;
}

void tum_schema_check_index(SchemaWalk *walk, const Cursor *owner, const Cursor *value,
                            const Property *property)
{
    double number = 0.0;
    if (tum_cursor_kind(value) != JSON_NUMBER || !tum_cursor_number_here(value, &number)) {
        tum_schema_expect(value, JSON_NUMBER, "an index");
        return;
    }
    if (number == -1.0 && (property->flags & TAKES_NONE) != 0) {
        return;
    }
    if (number == -1.0 && (property->flags & LEAVES_NONE) != 0) {
        tum_cursor_report(value, CODE_G4MF_INDEX_MINUS_ONE,
                          "An index of -1 means none; leave the property out.");
        return;
    }
    if (number < 0.0 || !tum_schema_is_whole(number)) {
        tum_cursor_report(value, CODE_INVALID_INDEX, "Index %g is no integer from 0 up.", number);
        return;
    }
    if (property->table == TABLE_NONE) {
        return;
    }
    const size_t table = table_with_owner(walk, tum_schema_table(walk, property->table));
    if (!walk->tables[table].has_owner) {
        tum_cursor_report(owner, CODE_UNSATISFIED_DEPENDENCY,
                          "'%s' is an index into the extension '%s', which the document root does "
                          "not have.",
                          property->name, place_of(table).extension);
    } else if (number >= (double)walk->tables[table].count) {
        tum_cursor_report(value, CODE_UNRESOLVED_REFERENCE,
                          "Unresolved reference: %g, in a table of length %zu.", number,
                          walk->tables[table].count);
    } else {
        mark(walk, table, (size_t)number, property->flags);
    }
}

static void check_indices(SchemaWalk *walk, const Cursor *owner, const Cursor *value,
                          const Property *property)
{
    if (!tum_schema_open_array(value, property)) {
        return;
    }
    const size_t count = tum_cursor_count(value);
    const size_t table = tum_schema_table(walk, property->table);
    uint32_t *seen = walk->tables[table].seen;
    const uint32_t list = ++walk->list_count;
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_item(value, i);
        tum_schema_check_index(walk, owner, &item, property);
        double number = -1.0;
        if (tum_cursor_kind(&item) != JSON_NUMBER || !tum_cursor_number_here(&item, &number) ||
            !(number >= 0.0 && number < (double)walk->tables[table].count)) {
            continue;
        }
        uint32_t *known = &seen[(size_t)number];
        if (*known == list && (property->flags & IS_SET) != 0) {
            tum_cursor_report(&item, CODE_DUPLICATE_ELEMENTS, "%g is in the list already.", number);
        }
        *known = list;
    }
}

static void check_map(SchemaWalk *walk, const Cursor *value, const Property *property)
{
    if (!tum_schema_expect(value, JSON_OBJECT, "an object")) {
        return;
    }
    const size_t count = tum_cursor_count(value);
    if ((property->flags & IS_FILLED) != 0 && count == 0) {
        tum_cursor_report(value, CODE_EMPTY_ENTITY, "'%s' is empty.", property->name);
    }
    for (size_t i = 0; i < count; ++i) {
        const char *key = NULL;
        const Cursor member = tum_cursor_member_at(value, i, &key);
        if (strcmp(key, "extras") != 0 && strcmp(key, "extensions") != 0) {
            tum_schema_check_index(walk, value, &member, property);
        }
    }
}

// Extensions, and the content of objects without a table.

static void look_through(SchemaWalk *walk, const Cursor *value, bool is_extension);

/// The table of indices with this name.
typedef struct IndexName {
    const char *key;
    SchemaTable table;
} IndexName;

static void mark_named(SchemaWalk *walk, const IndexName *names, size_t name_count, const char *key,
                       size_t index)
{
    for (size_t i = 0; i < name_count; ++i) {
        if (strcmp(key, names[i].key) == 0) {
            mark(walk, names[i].table, index, 0);
        }
    }
}

// Marks members of objects without a table, by the usual names of such indices.
static void mark_by_name(SchemaWalk *walk, const char *key, const Cursor *value)
{
    static const IndexName names[] = {
        {"bufferView", TABLE_BUFFER_VIEWS},
        {"buffer", TABLE_BUFFERS},
        {"accessor", TABLE_ACCESSORS},
        {"node", TABLE_NODES},
        {"mesh", TABLE_MESHES},
        {"skin", TABLE_SKINS},
        {"indices", TABLE_ACCESSORS},
    };
    // Materials and deformations, in all layouts.
    static const IndexName names_of_g4mf[] = {
        {"values", TABLE_ACCESSORS},       {"simplexes", TABLE_ACCESSORS},
        {"vertices", TABLE_ACCESSORS},     {"edges", TABLE_ACCESSORS},
        {"groups", TABLE_ACCESSORS},       {"weights", TABLE_ACCESSORS},
        {"offsets", TABLE_ACCESSORS},      {"normals", TABLE_ACCESSORS},
        {"cellNormals", TABLE_ACCESSORS},  {"seams", TABLE_ACCESSORS},
        {"textureMap", TABLE_ACCESSORS},   {"topologyTextureMap", TABLE_ACCESSORS},
        {"perVertex", TABLE_ACCESSORS},    {"cellTextureMap", TABLE_ACCESSORS},
        {"perEdge", TABLE_ACCESSORS},      {"perSimplex", TABLE_ACCESSORS},
        {"perCell", TABLE_ACCESSORS},      {"cellColors", TABLE_ACCESSORS},
        {"vertexColors", TABLE_ACCESSORS}, {"edgeColors", TABLE_ACCESSORS},
    };
    double number = -1.0;
    if (tum_cursor_kind(value) != JSON_NUMBER || !tum_cursor_number_here(value, &number) ||
        !(number >= 0.0) || !tum_schema_is_whole(number)) {
        return;
    }
    mark_named(walk, names, sizeof names / sizeof *names, key, (size_t)number);
    if (walk->is_g4mf) {
        mark_named(walk, names_of_g4mf, sizeof names_of_g4mf / sizeof *names_of_g4mf, key,
                   (size_t)number);
    }
}

// "/nodes/4/translation" uses node 4, "/extensions/X/shapes/1/…" an entry of a table.
static void mark_by_pointer(SchemaWalk *walk, const Cursor *value)
{
    const char *text = NULL;
    if (tum_cursor_kind(value) != JSON_TEXT || !tum_cursor_text_here(value, &text)) {
        return;
    }
    for (size_t i = TABLE_NONE + 1; i < TABLE_COUNT; ++i) {
        const TablePlace place = place_of(i);
        const char *at = text;
        const char *const steps[] = {place.extension != NULL ? "extensions" : NULL, place.extension,
                                     place.key};
        bool fits = true;
        for (size_t s = 0; s < 3 && fits; ++s) {
            const size_t length = steps[s] != NULL ? strlen(steps[s]) : 0;
            if (steps[s] != NULL) {
                fits = *at == '/' && strncmp(at + 1, steps[s], length) == 0;
                at += fits ? length + 1 : 0;
            }
        }
        size_t index = 0;
        if (fits && *at == '/' && at[1] >= '0' && at[1] <= '9') {
            for (++at; *at >= '0' && *at <= '9' && index < walk->tables[i].count; ++at) {
                index = index * 10 + (size_t)(*at - '0');
            }
            mark(walk, i, index, 0);
        }
    }
}

static void check_extensions(SchemaWalk *walk, const Cursor *extensions, SchemaPlace place)
{
    if (tum_cursor_kind(extensions) != JSON_OBJECT) {
        tum_schema_expect(extensions, JSON_OBJECT, "an object");
        return;
    }
    const size_t count = tum_cursor_count(extensions);
    for (size_t i = 0; i < count; ++i) {
        const char *name = NULL;
        const Cursor extension = tum_cursor_member_at(extensions, i, &name);
        tum_extension_check_declared(walk, &extension, name);
        const ExtensionSchema *known = walk->is_g4mf ? NULL : tum_extension_schema(name, place);
        if (known != NULL) {
            const SchemaFamily family = walk->family;
            walk->family = known->family;
            if (tum_schema_expect(&extension, JSON_OBJECT, "an object")) {
                tum_schema_check_object(walk, &extension, known->schema);
            }
            walk->family = family;
        } else if (!walk->is_g4mf && tum_extension_is_physics(name)) {
            tum_cursor_report(&extension, CODE_UNEXPECTED_EXTENSION_OBJECT,
                              "'%s' does not belong here; it is not read.", name);
        } else {
            look_through(walk, &extension, true);
        }
    }
}

static void look_through(SchemaWalk *walk, const Cursor *value, bool is_extension)
{
    const JsonKind kind = tum_cursor_kind(value);
    const size_t count = tum_cursor_count(value);
    for (size_t i = 0; kind == JSON_ARRAY && i < count; ++i) {
        const Cursor item = tum_cursor_item(value, i);
        look_through(walk, &item, is_extension);
    }
    for (size_t i = 0; kind == JSON_OBJECT && i < count; ++i) {
        const char *key = NULL;
        const Cursor member = tum_cursor_member_at(value, i, &key);
        if (strcmp(key, "extensions") == 0) {
            check_extensions(walk, &member, PLACE_OTHER);
        } else if (is_extension && strcmp(key, "attributes") == 0) {
            static const Property attributes = MAP("attributes", 0, TABLE_ACCESSORS);
            for (size_t k = 0; k < tum_cursor_count(&member); ++k) {
                const char *name = NULL;
                const Cursor item = tum_cursor_member_at(&member, k, &name);
                double number = -1.0;
                if (tum_cursor_kind(&item) == JSON_NUMBER &&
                    tum_cursor_number_here(&item, &number) && number >= 0.0 &&
                    tum_schema_is_whole(number)) {
                    mark(walk, attributes.table, (size_t)number, 0);
                }
            }
        } else if (is_extension && strcmp(key, "pointer") == 0) {
            mark_by_pointer(walk, &member);
        } else if (strcmp(key, "extras") != 0) {
            if (is_extension) {
                mark_by_name(walk, key, &member);
            }
            look_through(walk, &member, is_extension);
        }
    }
}

// Objects.

static void check_objects(SchemaWalk *walk, const Cursor *value, const Property *property)
{
    if (!tum_schema_open_array(value, property)) {
        return;
    }
    const size_t count = tum_cursor_count(value);
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_item(value, i);
        if (tum_schema_expect(&item, JSON_OBJECT, "an object")) {
            tum_schema_check_object(walk, &item, property->of);
        }
    }
}

static void check_value(SchemaWalk *walk, const Cursor *object, const Cursor *value,
                        const Property *property)
{
    switch (property->kind) {
    case PROPERTY_ANY:
        if ((property->flags & MARKS_INSIDE) != 0) {
            mark_by_name(walk, property->name, value);
        }
        look_through(walk, value, (property->flags & MARKS_INSIDE) != 0);
        break;
    case PROPERTY_NUMBER:
    case PROPERTY_INTEGER: tum_schema_check_number(value, property); break;
    case PROPERTY_BOOLEAN: tum_schema_check_boolean(value); break;
    case PROPERTY_TEXT: tum_schema_expect(value, JSON_TEXT, "a string"); break;
    case PROPERTY_CHOICE: tum_schema_check_choice(value, property); break;
    case PROPERTY_NUMBERS: tum_schema_check_numbers(walk, value, property); break;
    case PROPERTY_TEXTS: tum_schema_check_texts(walk, value, property); break;
    case PROPERTY_INDEX: tum_schema_check_index(walk, object, value, property); break;
    case PROPERTY_INDICES: check_indices(walk, object, value, property); break;
    case PROPERTY_OBJECT:
        if (tum_schema_expect(value, JSON_OBJECT, "an object")) {
            tum_schema_check_object(walk, value, property->of);
        }
        break;
    case PROPERTY_OBJECTS: check_objects(walk, value, property); break;
    case PROPERTY_MAP: check_map(walk, value, property); break;
    case PROPERTY_MAPS:
        for (size_t i = 0; tum_schema_open_array(value, property) && i < tum_cursor_count(value);
             ++i) {
            const Cursor item = tum_cursor_item(value, i);
            check_map(walk, &item, property);
        }
        break;
    }
}

static const Property *find_property(const Schema *schema, const char *key)
{
    for (size_t i = 0; i < schema->property_count; ++i) {
        if (strcmp(schema->properties[i].name, key) == 0) {
            return &schema->properties[i];
        }
    }
    return NULL;
}

static void report_unexpected(const Cursor *value, const Schema *schema, const char *key)
{
    enum { MOST_NAMES = 64 };
    const char *names[MOST_NAMES];
    size_t count = 0;
    for (size_t i = 0; i < schema->property_count && count < MOST_NAMES; ++i) {
        names[count++] = schema->properties[i].name;
    }
    const char *nearest = tum_text_nearest(key, names, count);
    tum_cursor_report(value, CODE_UNEXPECTED_PROPERTY,
                      "No revision has a property '%.64s' here%s%s%s", key,
                      nearest != NULL ? "; perhaps '" : ".", nearest != NULL ? nearest : "",
                      nearest != NULL ? "'?" : "");
}

static void check_member(SchemaWalk *walk, const Cursor *object, const Schema *schema,
                         const char *key, const Cursor *value)
{
    const Property *property = find_property(schema, key);
    if (strcmp(key, "extensions") == 0) {
        check_extensions(walk, value, schema->place);
    } else if (strcmp(key, "extras") == 0) {
        if (tum_cursor_kind(value) != JSON_OBJECT) {
            tum_cursor_report(value, CODE_NON_OBJECT_EXTRAS,
                              "The extras are %s; an object leaves room for others.",
                              tum_schema_kind_text(tum_cursor_kind(value)));
        }
    } else if (property != NULL) {
        if (property->today != NULL) {
            tum_cursor_report(value, CODE_G4MF_OLD_LAYOUT, "'%s' is called '%s' today.", key,
                              property->today);
        }
        check_value(walk, object, value, property);
    } else if (strcmp(key, "name") == 0 || (walk->is_g4mf && strcmp(key, "comment") == 0)) {
        tum_schema_expect(value, JSON_TEXT, "a string");
    } else {
        report_unexpected(value, schema, key);
    }
}

void tum_schema_check_object(SchemaWalk *walk, const Cursor *object, const Schema *schema)
{
    const size_t count = tum_cursor_count(object);
    for (size_t i = 0; i < count; ++i) {
        const char *key = NULL;
        const Cursor value = tum_cursor_member_at(object, i, &key);
        check_member(walk, object, schema, key, &value);
    }
    for (size_t i = 0; i < schema->property_count; ++i) {
        const Property *property = &schema->properties[i];
        if ((property->flags & IS_REQUIRED) == 0) {
            continue;
        }
        const Cursor member = tum_cursor_member(object, property->name);
        if (tum_cursor_kind(&member) == JSON_ABSENT) {
            tum_cursor_report_missing(object, property->name);
        }
    }
    if (schema->check != NULL) {
        schema->check(walk, object);
    }
}

bool tum_schema_walk(SchemaWalk *walk, const TumDocument *document, Arena *arena, TumReport *report)
{
    *walk = (SchemaWalk){.document = document,
                         .report = report,
                         .arena = arena,
                         .is_g4mf = tum_document_format(document) == TUM_FORMAT_G4MF,
                         .dimension = (size_t)tum_document_dimension(document),
                         .numbers_left = walk->numbers_left};
    if (!open_tables(walk) || !tum_extensions_open(walk)) {
        return false;
    }
    const Cursor root = tum_cursor_root(document, report);
    tum_schema_check_object(walk, &root, walk->is_g4mf ? &tum_g4mf_schema : &tum_document_schema);
    return true;
}

void tum_schema_report_unused(const SchemaWalk *walk)
{
    const Cursor root = tum_cursor_root(walk->document, walk->report);
    const Cursor extensions = tum_cursor_member(&root, "extensions");
    for (size_t table = TABLE_NONE + 1; table < TABLE_COUNT; ++table) {
        const TablePlace place = place_of(table);
        if (place.may_be_unused) {
            continue;
        }
        const Cursor extension =
            tum_cursor_member(&extensions, place.extension != NULL ? place.extension : "");
        const Cursor *owner = place.extension != NULL ? &extension : &root;
        const Cursor items = tum_cursor_member(owner, place.key);
        for (size_t i = 0; i < walk->tables[table].count; ++i) {
            if (walk->tables[table].used[i] == 0) {
                const Cursor item = tum_cursor_item(&items, i);
                tum_cursor_report(&item, CODE_UNUSED_OBJECT, "Nothing refers to this object.");
            }
        }
    }
}
