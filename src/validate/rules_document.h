// SPDX-License-Identifier: MIT
/// rules_document.h: rules of the glTF core beyond the property tables (docs/diagnostics.md).
#ifndef TUM_VALIDATE_RULES_DOCUMENT_H
#define TUM_VALIDATE_RULES_DOCUMENT_H

#include "validate/schema.h"

// The walk calls each function with an object after checking the members.
void tum_check_document(SchemaWalk *walk, const Cursor *root);
void tum_check_asset(SchemaWalk *walk, const Cursor *asset);
void tum_check_node(SchemaWalk *walk, const Cursor *node);
void tum_check_buffer(SchemaWalk *walk, const Cursor *buffer);
void tum_check_buffer_view(SchemaWalk *walk, const Cursor *view);
void tum_check_accessor(SchemaWalk *walk, const Cursor *accessor);
void tum_check_primitive(SchemaWalk *walk, const Cursor *primitive);
void tum_check_mesh(SchemaWalk *walk, const Cursor *mesh);
void tum_check_animation(SchemaWalk *walk, const Cursor *animation);

/// Checks that indices of a primitive name its vertices.
///
/// @param at     the member that names the accessor: the place of findings.
/// @param index  into /accessors; the accessor holds single unsigned integers.
void tum_check_index_data(SchemaWalk *walk, const Cursor *at, int32_t index, size_t vertex_count);

/// Subtracts the numbers that a rule will read from the limit of the validation. Any number of
/// accessors may name the same bytes; together they cost no more than a few readings of the file.
///
/// @return false where the limit is reached; a finding reports this once.
bool tum_check_budget(SchemaWalk *walk, const Cursor *at, uint64_t numbers);

/// After the walk: rules that depend on the use of every object.
void tum_check_usage(SchemaWalk *walk);

/// A shape of the draft of glTF 2.1.
extern const Schema tum_core_shape_schema;

#endif
