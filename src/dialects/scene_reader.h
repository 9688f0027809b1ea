// SPDX-License-Identifier: MIT
/// scene_reader.h: services for all dialect readers during the conversion of a document to a scene.
///
/// One SceneReader lives as long as one tum_scene_read. Its arena holds all data of the readers and
/// ends with it; results go to the scene builder. Failures that end a read are sticky flags here,
/// so readers continue without error paths, and the status is determined once, at the end.
#ifndef TUM_DIALECTS_SCENE_READER_H
#define TUM_DIALECTS_SCENE_READER_H

#include "base/arena.h"
#include "base/array.h"
#include "document/cursor.h"
#include "document/node.h"
#include "scene/scene_builder.h"
#include "tumble/dialect.h"

typedef struct GeometryCache GeometryCache;

/// A trigger that consists of other triggers, kept until all triggers are known.
typedef struct Compound {
    int32_t node;
    size_t member_first, member_count; ///< Range in SceneReader.compound_members.
    const char *pointer;               ///< Pointer of the trigger object.
} Compound;

typedef struct CompoundMember {
    int32_t node;
    size_t item; ///< Index in the array `nodes` of the trigger.
} CompoundMember;

typedef struct SceneReader {
    const TumDocument *document;
    TumReport *report;  ///< May be NULL.
    TumDialect dialect; ///< The requested dialect; TUM_DIALECT_ANY: all in the document.
    SceneBuilder *builder;
    TumAllocator memory; ///< The caller's allocator with a record of failures; for arena and
                         ///< arrays.
    TumAllocator caller; ///< The caller's allocator itself.
    Arena arena;
    size_t node_count;
    Cursor root, extensions, nodes; ///< Values of the document; `extensions` is the root's.
    GeometryCache *geometry;
    struct KhrShapes *khr_shapes; ///< Shared by the dialects of that line; see khr_geometry.h.
    struct OmiState *omi;         ///< Likewise; see omi_reader.h.
    bool literal_stiffness;       ///< See TumSceneOptions.
    bool node_velocities;         ///< Likewise.
    uint16_t *extended;           ///< [node_count] Bits of the dialects with an extension on the
                                  ///< node; see tum_dialects_mark.
    unsigned on_nodes;            ///< Those of all nodes together.
    bool has_omi;                 ///< A node has an extension of OMI.
    unsigned char *aspects;       ///< [node_count] Aspects read for each node, see Aspect in
                                  ///< dialect.h.
    int32_t *stamps; ///< [node_count] The last trigger that listed the node, plus one; NULL before
                     ///< the first list.
    ARRAY(Compound) compounds;
    ARRAY(CompoundMember) compound_members;
    size_t codecs_required[3]; ///< Index in extensionsRequired, plus one; required_extensions.c.
    char ids[64];              ///< "K7, J1"
    size_t expanded;           ///< Items multiplied from single mentions in the file.
    bool has_left_out;         ///< See tum_reader_report_left_out.
    bool out_of_memory;        ///< An allocation failed.
    bool refused;              ///< A required extension is unsupported; a finding names it.
    bool beyond_capacity;      ///< `expanded` exceeded its maximum.
} SceneReader;

/// Limit of multiplied items. A file may name one mesh, subtree or joint description any number of
/// times, and each mention costs a copy. The limit counts points, triangles, weights, limits,
/// drives, and visited nodes, each of these as sixteen items.
#define READER_MAX_EXPANDED 33554432u

/// @return false when out of memory; the reader then supports only tum_scene_reader_clear.
///
/// @param options  may be NULL.
bool tum_scene_reader_init(SceneReader *reader, const TumDocument *document,
                           const TumSceneOptions *options, TumReport *report);
void tum_scene_reader_clear(SceneReader *reader);

/// True while further reading can still give a scene.
static inline bool reader_is_fine(const SceneReader *reader)
{
    return !reader->out_of_memory && !reader->refused && !reader->beyond_capacity;
}

/// Adds `count` multiplied items. @return false beyond the limit.
bool tum_reader_expand(SceneReader *reader, size_t count);

/// The cursor's JSON pointer, in memory that lasts as long as the reader; "" when out of memory.
const char *tum_reader_pointer(SceneReader *reader, const Cursor *cursor);

/// True when extensionsUsed lists the extension.
bool tum_reader_declares(const SceneReader *reader, const char *extension);

/// Files UNDECLARED_EXTENSION at an extension object that extensionsUsed does not list; the object
/// is read all the same.
void tum_reader_report_undeclared(const Cursor *object, const char *extension);

/// Files, once, that objects like this one are left out: their form is not that of the requested
/// dialect.
void tum_reader_report_left_out(SceneReader *reader, const Cursor *object);

/// Adds an id to those shown to users, without repetition.
void tum_reader_add_id(SceneReader *reader, const char *id);

/// An array of a root extension object, such as KHR_physics_rigid_bodies.physicsMaterials. Must
/// not move while it is in use: cursors refer to each other.
typedef struct RootTable {
    Cursor owner; ///< The extension object, or the root of the document.
    Cursor items;
    size_t count;
    const char *name; ///< Name of the extension; "" for arrays of the core.
} RootTable;

/// @param extension  NULL: an array of the document itself.
void tum_root_table_open(RootTable *table, const SceneReader *reader, const char *extension,
                         const char *key);
bool tum_root_table_has_owner(const RootTable *table);

/// Files UNDECLARED_EXTENSION where extensionsUsed does not list a present extension.
void tum_root_table_check_declared(const RootTable *table, const SceneReader *reader);

/// The index of `object` under `key`, or -1. A reference into an extension object missing in the
/// document is an UNSATISFIED_DEPENDENCY of `object` (docs/diagnostics.md); other errors are filed
/// at the value.
int32_t tum_read_reference(const Cursor *object, const char *key, const RootTable *table);

/// A number within the range of floats, `minimum` or more. @return true where it is present and
/// valid.
bool tum_read_number(const Cursor *object, const char *key, double minimum, double *value);

/// As tum_read_number, for members with an infinite default: the texts "Infinity" and "-Infinity",
/// which schemas print, are accepted with a warning.
bool tum_read_number_or_infinity(const Cursor *object, const char *key, double minimum,
                                 double *value);

/// `count` numbers within the range of floats.
bool tum_read_vector(const Cursor *object, const char *key, double *values, size_t count);

enum { CHOICE_ABSENT = -1, CHOICE_UNKNOWN = -2 };

/// The index in `names` of the text under `key`. Unknown texts get a warning: VALUE_NOT_IN_LIST.
///
/// @param any_case  accepts any mixture of ASCII upper and lower case.
int tum_read_choice(const Cursor *object, const char *key, const char *const *names,
                    size_t name_count, bool any_case);

/// True where a member is present, valid or not.
static inline bool reader_has(const Cursor *object, const char *key)
{
    const Cursor member = tum_cursor_member(object, key);
    return tum_cursor_exists(&member);
}

/// Marks the newest finding with the decision it reports (docs/dialects.md).
static inline void reader_decision(const Cursor *at, const char *decision)
{
    if (at->report != NULL) {
        tum_report_mark_decision(at->report, decision);
    }
}

/// False, with a finding, for an absent member.
bool tum_read_required(const Cursor *object, const char *key);

#endif
