// SPDX-License-Identifier: MIT
/// schema_walk.h: the walk through a document along the tables of schema.h.
#ifndef TUM_VALIDATE_SCHEMA_WALK_H
#define TUM_VALIDATE_SCHEMA_WALK_H

#include "validate/schema.h"

/// Checks an index as a row does, and marks its entry.
///
/// @param owner  the object with the index: the place of a finding about a missing table.
void tum_schema_check_index(SchemaWalk *walk, const Cursor *owner, const Cursor *value,
                            const Property *property);

/// Marks an entry as used, like an index.
void tum_schema_mark(SchemaWalk *walk, SchemaTable table, size_t index);

/// Checks an object along a table.
void tum_schema_check_object(SchemaWalk *walk, const Cursor *object, const Schema *schema);

/// Walks the whole document. The caller sets the walk's `numbers_left`. @return false when out of
/// memory.
bool tum_schema_walk(SchemaWalk *walk, const TumDocument *document, Arena *arena,
                     TumReport *report);

/// The table's index in SchemaWalk.tables.
size_t tum_schema_table(const SchemaWalk *walk, SchemaTable table);

/// Files UNUSED_OBJECT at each entry of a table that no index names.
void tum_schema_report_unused(const SchemaWalk *walk);

#endif
