// SPDX-License-Identifier: MIT
/// rules_document.h: rules of the glTF core that no row of a table can say (docs/diagnostics.md).
#ifndef TUM_VALIDATE_RULES_DOCUMENT_H
#define TUM_VALIDATE_RULES_DOCUMENT_H

#include "validate/schema.h"

// Each is called with an object once its members have been checked.
void tum_check_document(SchemaWalk *walk, const Cursor *root);
void tum_check_asset(SchemaWalk *walk, const Cursor *asset);
void tum_check_node(SchemaWalk *walk, const Cursor *node);
void tum_check_buffer(SchemaWalk *walk, const Cursor *buffer);
void tum_check_buffer_view(SchemaWalk *walk, const Cursor *view);
void tum_check_accessor(SchemaWalk *walk, const Cursor *accessor);
void tum_check_primitive(SchemaWalk *walk, const Cursor *primitive);
void tum_check_mesh(SchemaWalk *walk, const Cursor *mesh);
void tum_check_animation(SchemaWalk *walk, const Cursor *animation);

/// Indices of a primitive lead to one of its vertices.
///
/// @param at     the member that names the accessor: findings go there.
/// @param index  of /accessors; it holds single unsigned integers.
void tum_check_index_data(SchemaWalk *walk, const Cursor *at, int32_t index, size_t vertex_count);

/// Takes what a rule is going to read off what may still be read. Bytes may be named by any number
/// of accessors; together they cost no more than a few readings of the file.
///
/// @return false where nothing is left; a finding says so once.
bool tum_check_budget(SchemaWalk *walk, const Cursor *at, uint64_t numbers);

/// After the walk: what needs to know how every object is used.
void tum_check_usage(SchemaWalk *walk);

/// A shape of the draft of glTF 2.1.
extern const Schema tum_core_shape_schema;

#endif
