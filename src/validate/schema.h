// SPDX-License-Identifier: MIT
/// schema.h: properties of a document's objects, with their types, ranges and references.
///
/// A Schema is a table with one row for each property; a new rule is an entry of a row. Rules
/// beyond rows are small functions, the `check` of the schema. The walk visits a document along the
/// tables: it files violations, and marks every entry that an index names, so that unused entries
/// are known at its end.
///
///     static const Property sphere[] = {NUMBER("radius", 0.0)};
///     const Schema tum_schema_sphere = SCHEMA(sphere);
///
/// Tables are unions over all revisions of an object
/// (docs/dialects.md#how-revisions-are-told-apart): a property is unexpected when no revision has
/// it.
#ifndef TUM_VALIDATE_SCHEMA_H
#define TUM_VALIDATE_SCHEMA_H

#include <float.h>

#include "base/arena.h"
#include "document/cursor.h"

/// Arrays with indices.
typedef enum SchemaTable {
    TABLE_NONE,
    // Tables of the document itself.
    TABLE_NODES,
    TABLE_MESHES,
    TABLE_SKINS,
    TABLE_ACCESSORS,
    TABLE_BUFFER_VIEWS,
    TABLE_BUFFERS,
    TABLE_CAMERAS,
    TABLE_SCENES,
    // Tables of extensions.
    TABLE_IMPLICIT_SHAPES,
    TABLE_DRAFT_SHAPES,
    TABLE_OLDEST_SHAPES,
    TABLE_CORE_SHAPES,
    TABLE_MSFT_SHAPES,
    TABLE_MSFT_EARLY_SHAPES,
    TABLE_OMI_SHAPES,
    TABLE_OMI_COLLIDERS,
    TABLE_OMI_CONSTRAINTS,
    TABLE_OMI_JOINTS,
    // Tables of G4MF.
    TABLE_G4MF_SHAPES,
    TABLE_G4MF_FILES,
    TABLE_G4MF_MODELS,
    // Tables of a family of dialects: those of the family of the object with the index.
    TABLE_FAMILY,
    TABLE_MATERIALS = TABLE_FAMILY,
    TABLE_FILTERS,
    TABLE_JOINTS,
    TABLE_JOINT_LIMITS,
    TABLE_FAMILY_END,
    TABLE_COUNT = TABLE_FAMILY + 5 * (TABLE_FAMILY_END - TABLE_FAMILY)
} SchemaTable;

/// Dialects with an extension that has its own materials, filters and joints.
typedef enum SchemaFamily {
    FAMILY_KHR,
    FAMILY_KHR_EARLY,
    FAMILY_MSFT,
    FAMILY_MSFT_EARLY,
    FAMILY_OMI,
    FAMILY_COUNT
} SchemaFamily;

/// The place of an extension object.
typedef enum SchemaPlace {
    PLACE_OTHER,
    PLACE_ROOT,
    PLACE_SCENE,
    PLACE_NODE,
    PLACE_SHAPE
} SchemaPlace;

typedef enum PropertyKind {
    PROPERTY_ANY, ///< Not checked, except for extensions and references inside.
    PROPERTY_NUMBER,
    PROPERTY_INTEGER,
    PROPERTY_BOOLEAN,
    PROPERTY_TEXT,
    PROPERTY_CHOICE,  ///< One of `choices`.
    PROPERTY_NUMBERS, ///< An array; `length` items, 0: any number.
    PROPERTY_TEXTS,
    PROPERTY_INDEX,
    PROPERTY_INDICES,
    PROPERTY_OBJECT,
    PROPERTY_OBJECTS, ///< An array of objects.
    PROPERTY_MAP,     ///< An object whose members are indices.
    PROPERTY_MAPS     ///< An array of such objects.
} PropertyKind;

/// Flags of a property.
enum {
    IS_REQUIRED = 1,
    IS_FILLED = 2,       ///< An empty array is an error.
    IS_SET = 4,          ///< A repeated item is an error.
    TAKES_NONE = 8,      ///< An index of -1 means none.
    IS_TREE = 16,        ///< An index that places a node without using it.
    IS_GEOMETRY = 32,    ///< An index that makes a mesh the geometry of a shape.
    TAKES_INFINITY = 64, ///< A number that may be the text "Infinity".
    LEAVES_NONE = 128,   ///< An index of -1 is read as none, with a finding.
    IS_ABOVE = 256,      ///< Numbers must exceed the minimum.
    IS_STRICT = 512,     ///< A text other than a choice is an error.
    MARKS_INSIDE = 1024  ///< For PROPERTY_ANY: indices inside, known by name, mark their entries as
                         ///< used.
};

/// Lengths of arrays that depend on the dimension N of a G4MF document (docs/formats.md#g4mf).
typedef enum DimensionLength {
    LENGTH_FIXED,    ///< Independent of N: `length`.
    LENGTH_VECTOR,   ///< N
    LENGTH_SCALE,    ///< N, or 1
    LENGTH_GRID,     ///< N - 1
    LENGTH_BASIS,    ///< N * N
    LENGTH_BIVECTOR, ///< N * (N - 1) / 2
    LENGTH_ROTOR     ///< 1 + N * (N - 1) / 2, or 2 to the N - 1
} DimensionLength;

typedef struct Schema Schema;

typedef struct Property {
    const char *name;
    PropertyKind kind;
    unsigned flags;
    double minimum, maximum;   ///< Range of numbers and items.
    size_t length, length_too; ///< For PROPERTY_NUMBERS; another valid length, or 0.
    DimensionLength by_dimension;
    SchemaTable table;          ///< For indices.
    const Schema *of;           ///< For objects.
    const char *const *choices; ///< For PROPERTY_CHOICE; the last one is NULL.
    const char *today;          ///< The present name of an old property; NULL: the name is present.
} Property;

typedef struct SchemaWalk SchemaWalk;

struct Schema {
    const Property *properties;
    size_t property_count;
    SchemaPlace place;
    void (*check)(SchemaWalk *walk, const Cursor *object); ///< NULL: the rows suffice.
};

#define SCHEMA(rows)                                                                               \
    {                                                                                              \
        .properties = rows, .property_count = sizeof rows / sizeof *rows                           \
    }
#define SCHEMA_CHECKED(rows, function)                                                             \
    {                                                                                              \
        .properties = rows, .property_count = sizeof rows / sizeof *rows, .check = function        \
    }
#define SCHEMA_AT(rows, where, function)                                                           \
    {                                                                                              \
        .properties = rows, .property_count = sizeof rows / sizeof *rows, .place = where,          \
        .check = function                                                                          \
    }

#define MOST ((double)FLT_MAX)
#define ANYTHING (-(double)FLT_MAX)
#define MAX_INTEGER 9007199254740991.0

#define ANY(key)                                                                                   \
    {                                                                                              \
        .name = key, .kind = PROPERTY_ANY                                                          \
    }
#define NUMBER(key, low)                                                                           \
    {                                                                                              \
        .name = key, .kind = PROPERTY_NUMBER, .minimum = low, .maximum = MOST                      \
    }
#define NUMBER_OR_INFINITY(key, low)                                                               \
    {                                                                                              \
        .name = key, .kind = PROPERTY_NUMBER, .flags = TAKES_INFINITY, .minimum = low,             \
        .maximum = MOST                                                                            \
    }
#define INTEGER(key, options, low)                                                                 \
    {                                                                                              \
        .name = key, .kind = PROPERTY_INTEGER, .flags = options, .minimum = low,                   \
        .maximum = MAX_INTEGER                                                                     \
    }
#define BOOLEAN(key)                                                                               \
    {                                                                                              \
        .name = key, .kind = PROPERTY_BOOLEAN                                                      \
    }
#define TEXT(key, options)                                                                         \
    {                                                                                              \
        .name = key, .kind = PROPERTY_TEXT, .flags = options                                       \
    }
#define NUMBERS(key, count, low)                                                                   \
    {                                                                                              \
        .name = key, .kind = PROPERTY_NUMBERS, .length = count, .minimum = low, .maximum = MOST    \
    }
#define NUMBERS_BY(key, dimension_length, low)                                                     \
    {                                                                                              \
        .name = key, .kind = PROPERTY_NUMBERS, .by_dimension = dimension_length, .minimum = low,   \
        .maximum = MOST                                                                            \
    }
#define CHOICE(key, options, texts)                                                                \
    {                                                                                              \
        .name = key, .kind = PROPERTY_CHOICE, .flags = options, .choices = texts                   \
    }
#define TEXTS(key, options)                                                                        \
    {                                                                                              \
        .name = key, .kind = PROPERTY_TEXTS, .flags = options                                      \
    }
#define INDEX(key, options, where)                                                                 \
    {                                                                                              \
        .name = key, .kind = PROPERTY_INDEX, .flags = options, .table = where                      \
    }
#define INDICES(key, options, where)                                                               \
    {                                                                                              \
        .name = key, .kind = PROPERTY_INDICES, .flags = options, .table = where                    \
    }
#define OBJECT(key, options, schema)                                                               \
    {                                                                                              \
        .name = key, .kind = PROPERTY_OBJECT, .flags = options, .of = schema                       \
    }
#define OBJECTS(key, options, schema)                                                              \
    {                                                                                              \
        .name = key, .kind = PROPERTY_OBJECTS, .flags = options, .of = schema                      \
    }
#define MAP(key, options, where)                                                                   \
    {                                                                                              \
        .name = key, .kind = PROPERTY_MAP, .flags = options, .table = where                        \
    }
#define MAPS(key, options, where)                                                                  \
    {                                                                                              \
        .name = key, .kind = PROPERTY_MAPS, .flags = options, .table = where                       \
    }

/// Uses of a table's entry. Bits.
enum { USED_AT_ALL = 1, USED_FOR_PURPOSE = 2, USED_AS_GEOMETRY = 4 };

struct SchemaWalk {
    const TumDocument *document;
    TumReport *report;
    Arena *arena;
    bool is_g4mf;
    size_t dimension;    ///< 3 in glTF.
    SchemaFamily family; ///< The family of the present extension object.
    struct {
        bool has_owner; ///< The object with the table exists.
        size_t count;
        unsigned char *used; ///< [count] USED_… of each entry.
        uint32_t *seen;      ///< [count] The last list that named the entry.
    } tables[TABLE_COUNT];
    uint32_t list_count;   ///< Lists of indices visited so far.
    const char **declared; ///< [declared_count] From extensionsUsed, sorted.
    size_t declared_count;
    const char **systems; ///< [system_count] From all filters, sorted; the first filter collects
                          ///< them.
    size_t system_count;
    bool has_systems;
    uint64_t numbers_left; ///< Limit left for numbers read by data checks.
    bool is_cut;           ///< Some numbers were not read.
};

/// The schema of an extension object at a place.
typedef struct ExtensionSchema {
    const char *name;
    SchemaPlace place;
    SchemaFamily family;
    const Schema *schema;
} ExtensionSchema;

/// The extensions of physics; each array ends with a NULL name.
extern const ExtensionSchema tum_khr_schemas[];
extern const ExtensionSchema tum_omi_schemas[];

/// The root objects of glTF and of G4MF.
extern const Schema tum_document_schema, tum_g4mf_schema;

/// True when the member exists, valid or not.
static inline bool schema_has(const Cursor *object, const char *key)
{
    const Cursor member = tum_cursor_member(object, key);
    return tum_cursor_exists(&member);
}

#endif
