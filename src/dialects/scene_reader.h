// SPDX-License-Identifier: MIT
/// scene_reader.h: what all dialect readers share while a document becomes a scene.
///
/// One SceneReader lives as long as one tum_scene_read. Everything readers remember lies in its
/// arena, which ends with it; what they find goes to the scene builder. Failures that end a read
/// are flags here and sticky, so readers go on as if nothing had happened and need no error paths:
/// the answer is worked out once, at the end.
#ifndef TUM_DIALECTS_SCENE_READER_H
#define TUM_DIALECTS_SCENE_READER_H

#include "base/arena.h"
#include "base/array.h"
#include "document/cursor.h"
#include "document/node.h"
#include "scene/scene_builder.h"
#include "tumble/dialect.h"

typedef struct GeometryCache GeometryCache;

/// A trigger made of other triggers, remembered until all triggers are known.
typedef struct Compound {
    int32_t node;
    size_t member_first, member_count; ///< Into SceneReader.compound_members.
    const char *pointer;               ///< Of the trigger object.
} Compound;

typedef struct CompoundMember {
    int32_t node;
    size_t item; ///< In the array `nodes` of the trigger.
} CompoundMember;

typedef struct SceneReader {
    const TumDocument *document;
    TumReport *report;  ///< May be NULL.
    TumDialect dialect; ///< The one that is asked for; TUM_DIALECT_ANY: all that are there.
    SceneBuilder *builder;
    TumAllocator memory; ///< The caller's, noting failures; of arena and arrays.
    TumAllocator caller; ///< The caller's own.
    Arena arena;
    size_t node_count;
    Cursor root, extensions, nodes; ///< Of the document; `extensions` is the root's.
    GeometryCache *geometry;
    struct KhrShapes *khr_shapes; ///< Shared by the dialects of that line; see khr_reader.h.
    struct OmiState *omi;         ///< Likewise; see omi_reader.h.
    bool literal_stiffness;       ///< See TumSceneOptions.
    bool node_velocities;         ///< Likewise.
    unsigned char *aspects;       ///< [node_count] What each node got, see Aspect in dialect.h.
    int32_t *stamps; ///< [node_count] The last trigger that listed the node, plus one; NULL
                     ///< until one lists any.
    ARRAY(Compound) compounds;
    ARRAY(CompoundMember) compound_members;
    size_t codecs_required[3]; ///< Items of extensionsRequired, plus one; required_extensions.c.
    char ids[64];              ///< "K7, J1"
    size_t expanded;           ///< Items that one mention in the file has multiplied into.
    bool has_left_out;         ///< See tum_reader_report_left_out.
    bool out_of_memory;        ///< An allocation failed.
    bool refused;              ///< A required extension cannot be honoured; a finding says which.
    bool beyond_capacity;      ///< `expanded` passed its maximum.
} SceneReader;

/// A file may name one mesh, subtree or joint description any number of times, and each mention
/// costs a copy: in all so many points, triangles, weights, limits, drives, and nodes visited, each
/// counted as sixteen.
#define READER_MAX_EXPANDED 33554432u

/// @return false, with the reader ready for nothing but tum_scene_reader_clear, when out of memory.
///
/// @param options  may be NULL.
bool tum_scene_reader_init(SceneReader *reader, const TumDocument *document,
                           const TumSceneOptions *options, TumReport *report);
void tum_scene_reader_clear(SceneReader *reader);

/// True while reading on can still give a scene.
static inline bool reader_is_fine(const SceneReader *reader)
{
    return !reader->out_of_memory && !reader->refused && !reader->beyond_capacity;
}

/// Accounts for `count` more multiplied items. @return false when that is too many.
bool tum_reader_expand(SceneReader *reader, size_t count);

/// The cursor's JSON pointer, in the arena; "" when out of memory.
const char *tum_reader_pointer(SceneReader *reader, const Cursor *cursor);

/// True when extensionsUsed names the extension.
bool tum_reader_declares(const SceneReader *reader, const char *extension);

/// Files UNDECLARED_EXTENSION at an extension object that is there though extensionsUsed does not
/// name it; it is read all the same.
void tum_reader_report_undeclared(const Cursor *object, const char *extension);

/// Files, once, that objects like this one are left out: they are not in the form that the dialect
/// asked for has.
void tum_reader_report_left_out(SceneReader *reader, const Cursor *object);

/// Adds an id to those shown to people, once.
void tum_reader_add_id(SceneReader *reader, const char *id);

/// An array of a root extension object, such as KHR_physics_rigid_bodies.physicsMaterials. Must
/// not move while it is in use: cursors refer to each other.
typedef struct RootTable {
    Cursor owner; ///< The extension object, or the root of the document.
    Cursor items;
    size_t count;
    const char *name; ///< Of the extension; "" for arrays of the core.
} RootTable;

/// @param extension  NULL: an array of the document itself.
void tum_root_table_open(RootTable *table, const SceneReader *reader, const char *extension,
                         const char *key);
bool tum_root_table_has_owner(const RootTable *table);

/// Files UNDECLARED_EXTENSION where the extension is there and extensionsUsed does not name it.
void tum_root_table_check_declared(const RootTable *table, const SceneReader *reader);

/// The index `object` gives under `key`, or -1. A reference into an extension object that the
/// document does not have is an UNSATISFIED_DEPENDENCY of `object` (docs/diagnostics.md); other
/// errors are filed at the value.
int32_t tum_read_reference(const Cursor *object, const char *key, const RootTable *table);

/// A number that a float can hold, `minimum` or more. True: it is there and right.
bool tum_read_number(const Cursor *object, const char *key, double minimum, double *value);

/// The same where the dialect's default is infinite: the texts "Infinity" and "-Infinity", which
/// schemas print for it, are taken with a warning.
bool tum_read_number_or_infinity(const Cursor *object, const char *key, double minimum,
                                 double *value);

/// `count` numbers that a float can hold.
bool tum_read_vector(const Cursor *object, const char *key, double *values, size_t count);

enum { CHOICE_ABSENT = -1, CHOICE_UNKNOWN = -2 };

/// Which of `names` the text under `key` is. Unknown words are warned of: VALUE_NOT_IN_LIST.
///
/// @param any_case  accepts any mixture of ASCII upper and lower case.
int tum_read_choice(const Cursor *object, const char *key, const char *const *names,
                    size_t name_count, bool any_case);

/// Whether a member is there, right or wrong.
static inline bool reader_has(const Cursor *object, const char *key)
{
    const Cursor member = tum_cursor_member(object, key);
    return tum_cursor_exists(&member);
}

/// Marks the finding filed last with the decision of dialects.md it tells about.
static inline void reader_decision(const Cursor *at, const char *decision)
{
    if (at->report != NULL) {
        tum_report_mark_decision(at->report, decision);
    }
}

/// False, and the finding is filed, when the member is absent.
bool tum_read_required(const Cursor *object, const char *key);

#endif
