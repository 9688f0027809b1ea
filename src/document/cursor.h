// SPDX-License-Identifier: MIT
/// cursor.h: a value of the document and its JSON pointer.
///
/// Readers walk the document with cursors. A cursor knows its own place, so each finding names its
/// exact place. A cursor refers to its parent cursor, which must outlive it:
///
///     const Cursor node = tum_cursor_item(&nodes, 4);
///     const Cursor motion = tum_cursor_member(&node, "motion");
///     double mass = 1.0;
///     tum_cursor_number(&motion, "mass", &mass);   // files TYPE_MISMATCH at /nodes/4/motion/mass
///
/// A missing member gives an absent cursor; reading from an absent cursor reads nothing and files
/// nothing. null counts as absent.
#ifndef TUM_DOCUMENT_CURSOR_H
#define TUM_DOCUMENT_CURSOR_H

#include "base/report.h"
#include "document/json_kind.h"
#include "tumble/document.h"

typedef struct Cursor {
    const TumDocument *document;
    TumReport *report;           ///< May be NULL.
    const void *value;           ///< The JSON value; NULL: absent. Only json.c reads it.
    const struct Cursor *parent; ///< NULL at the root.
    const char *key;             ///< Member name; NULL: an item of an array.
    size_t index;                ///< The index of that item.
} Cursor;

Cursor tum_cursor_root(const TumDocument *document, TumReport *report);
Cursor tum_cursor_member(const Cursor *object, const char *key);
Cursor tum_cursor_item(const Cursor *array, size_t index);

/// Member `index` of an object in document order; *key lives as long as the document.
Cursor tum_cursor_member_at(const Cursor *object, size_t index, const char **key);

/// The members that an object has among `keys`, as bits, in one pass over the object.
///
/// @param count  at most 32.
uint32_t tum_cursor_members(const Cursor *object, const char *const *keys, size_t count);

JsonKind tum_cursor_kind(const Cursor *cursor);
bool tum_cursor_exists(const Cursor *cursor); ///< Neither absent nor null.

/// The number of an array's items or an object's members, else 0.
size_t tum_cursor_count(const Cursor *cursor);

/// The member as an object or an array; another kind files TYPE_MISMATCH and gives an absent
/// cursor.
Cursor tum_cursor_object(const Cursor *object, const char *key);
Cursor tum_cursor_array(const Cursor *object, const char *key);
/// Item `index` of an array as an object, with the same rule.
Cursor tum_cursor_object_at(const Cursor *array, size_t index);

// Each function reads one member. @return true where the member is present and valid: *value is
// set. False where it is absent or invalid: *value is unchanged, and an invalid member gets a
// finding.
bool tum_cursor_number(const Cursor *object, const char *key, double *value);
bool tum_cursor_integer(const Cursor *object, const char *key, int64_t *value);
bool tum_cursor_boolean(const Cursor *object, const char *key, bool *value);
/// *text lives as long as the document.
bool tum_cursor_text(const Cursor *object, const char *key, const char **text);
/// An array of exactly `count` numbers; files ARRAY_LENGTH_NOT_IN_LIST, ARRAY_TYPE_MISMATCH.
bool tum_cursor_numbers(const Cursor *object, const char *key, double *values, size_t count);
/// The same for up to 16 numbers that readers store as floats: files VALUE_NOT_IN_RANGE beyond
/// FLT_MAX.
bool tum_cursor_floats(const Cursor *object, const char *key, double *values, size_t count);

/// An index into a table of `table_count` items: -1 where absent or wrong. Files INVALID_INDEX,
/// TYPE_MISMATCH or UNRESOLVED_REFERENCE.
int32_t tum_cursor_index(const Cursor *object, const char *key, size_t table_count);
/// As tum_cursor_index, for item `index` of an array.
int32_t tum_cursor_index_at(const Cursor *array, size_t index, size_t table_count);

/// The value of the cursor itself, for items of arrays; same rules.
bool tum_cursor_number_here(const Cursor *cursor, double *value);
bool tum_cursor_text_here(const Cursor *cursor, const char **text);

/// Number of items of a root array such as "meshes"; 0 where it is missing or of another kind.
size_t tum_cursor_root_count(const TumDocument *document, const char *key);

/// Writes the JSON pointer, cut to fit, always terminated. @return the length of the whole pointer.
size_t tum_cursor_pointer(const Cursor *cursor, char *text, size_t room);

/// Files UNDEFINED_PROPERTY at an object. All callers use this wording, because the message
/// distinguishes findings of this code.
void tum_cursor_report_missing(const Cursor *object, const char *key);

/// Files a finding at the cursor, whether or not its value exists.
__attribute__((format(__printf__, 3, 4))) void
tum_cursor_report(const Cursor *cursor, DiagnosticCode code, const char *format, ...);
/// As tum_cursor_report, with another severity than the code's own.
__attribute__((format(__printf__, 4, 5))) void tum_cursor_report_as(const Cursor *cursor,
                                                                    DiagnosticCode code,
                                                                    TumSeverity severity,
                                                                    const char *format, ...);

#endif
