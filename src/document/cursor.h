// SPDX-License-Identifier: MIT
/// cursor.h: a value of the document and its JSON pointer.
///
/// Readers walk with cursors. A cursor knows where it is, so a finding names its exact place by
/// itself. It refers to the cursor it was made from, which must outlive it:
///
///     const Cursor node = tum_cursor_item(&nodes, 4);
///     const Cursor motion = tum_cursor_member(&node, "motion");
///     double mass = 1.0;
///     tum_cursor_number(&motion, "mass", &mass);   // files TYPE_MISMATCH at /nodes/4/motion/mass
///
/// A missing member gives a cursor that does not exist; reading from that one reads nothing and
/// files nothing. null reads as absent.
#ifndef TUM_DOCUMENT_CURSOR_H
#define TUM_DOCUMENT_CURSOR_H

#include "base/report.h"
#include "document/json_kind.h"
#include "tumble/document.h"

typedef struct Cursor {
    const TumDocument *document;
    TumReport *report;           ///< May be NULL.
    const void *value;           ///< The JSON value; NULL: absent. Only json.c looks inside.
    const struct Cursor *parent; ///< NULL at the root.
    const char *key;             ///< Member name; NULL: an item of an array.
    size_t index;                ///< Of that item.
} Cursor;

Cursor tum_cursor_root(const TumDocument *document, TumReport *report);
Cursor tum_cursor_member(const Cursor *object, const char *key);
Cursor tum_cursor_item(const Cursor *array, size_t index);

/// Member `index` of an object in document order; *key lives as long as the document.
Cursor tum_cursor_member_at(const Cursor *object, size_t index, const char **key);

JsonKind tum_cursor_kind(const Cursor *cursor);
bool tum_cursor_exists(const Cursor *cursor); ///< Neither absent nor null.

/// Items of an array, members of an object, else 0.
size_t tum_cursor_count(const Cursor *cursor);

/// The member as an object or an array; files TYPE_MISMATCH, and gives an absent cursor, where it
/// is something else.
Cursor tum_cursor_object(const Cursor *object, const char *key);
Cursor tum_cursor_array(const Cursor *object, const char *key);
/// Item `index` of an array as an object, likewise.
Cursor tum_cursor_object_at(const Cursor *array, size_t index);

// Each reads one member. True: it was there and right, and *value is set. False: it was absent, or
// wrong (then a finding is filed), and *value is untouched.
bool tum_cursor_number(const Cursor *object, const char *key, double *value);
bool tum_cursor_integer(const Cursor *object, const char *key, int64_t *value);
bool tum_cursor_boolean(const Cursor *object, const char *key, bool *value);
/// *text lives as long as the document.
bool tum_cursor_text(const Cursor *object, const char *key, const char **text);
/// An array of exactly `count` numbers; files ARRAY_LENGTH_NOT_IN_LIST, ARRAY_TYPE_MISMATCH.
bool tum_cursor_numbers(const Cursor *object, const char *key, double *values, size_t count);

/// An index into a table of `table_count` items: -1 where absent or wrong. Files INVALID_INDEX,
/// TYPE_MISMATCH or UNRESOLVED_REFERENCE.
int32_t tum_cursor_index(const Cursor *object, const char *key, size_t table_count);
/// The same for item `index` of an array.
int32_t tum_cursor_index_at(const Cursor *array, size_t index, size_t table_count);

/// The scalar itself, for items of arrays; same rules.
bool tum_cursor_number_here(const Cursor *cursor, double *value);
bool tum_cursor_text_here(const Cursor *cursor, const char **text);

/// Number of items of a root array such as "meshes"; 0 where it is missing or no array.
size_t tum_cursor_root_count(const TumDocument *document, const char *key);

/// Writes the JSON pointer, cut to fit, always terminated. @return the length it needs.
size_t tum_cursor_pointer(const Cursor *cursor, char *text, size_t room);

/// Files UNDEFINED_PROPERTY at an object. One wording for all: the report tells findings of this
/// code apart by it.
void tum_cursor_report_missing(const Cursor *object, const char *key);

/// Files a finding at the cursor, whether its value exists or not.
__attribute__((format(printf, 3, 4))) void
tum_cursor_report(const Cursor *cursor, DiagnosticCode code, const char *format, ...);
/// The same with another severity than the code's own.
__attribute__((format(printf, 4, 5))) void tum_cursor_report_as(const Cursor *cursor,
                                                                DiagnosticCode code,
                                                                TumSeverity severity,
                                                                const char *format, ...);

#endif
