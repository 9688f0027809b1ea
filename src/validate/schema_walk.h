// SPDX-License-Identifier: MIT
/// schema_walk.h: the walk through a document along the tables of schema.h.
#ifndef TUM_VALIDATE_SCHEMA_WALK_H
#define TUM_VALIDATE_SCHEMA_WALK_H

#include "validate/schema.h"

/// Checks an index as a row does, and marks the entry it names.
///
/// @param owner  the object that holds the index: where a table is missing, this is said of it.
void tum_schema_check_index(SchemaWalk *walk, const Cursor *owner, const Cursor *value,
                            const Property *property);

/// Marks an entry as used, as an index that names it does.
void tum_schema_mark(SchemaWalk *walk, SchemaTable table, size_t index);

/// Checks an object along a table.
void tum_schema_check_object(SchemaWalk *walk, const Cursor *object, const Schema *schema);

/// Which texts of an array stand in it before. @return one a item, in the arena; NULL when out of
/// memory.
bool *tum_schema_repeated(Arena *arena, const Cursor *array);

/// Walks the whole document. The walk's `numbers_left` is set before. @return false when out of
/// memory.
bool tum_schema_walk(SchemaWalk *walk, const TumDocument *document, Arena *arena,
                     TumReport *report);

/// The table as it is numbered in SchemaWalk.tables.
size_t tum_schema_table(const SchemaWalk *walk, SchemaTable table);

/// Files an entry of every table, UNUSED_OBJECT, that nothing names.
void tum_schema_report_unused(const SchemaWalk *walk);

#endif
