// SPDX-License-Identifier: MIT
/// extensions.h: known and declared extensions, and their places.
#ifndef TUM_VALIDATE_EXTENSIONS_H
#define TUM_VALIDATE_EXTENSIONS_H

#include "validate/schema.h"

/// The schema of an extension object at a place, or NULL.
const ExtensionSchema *tum_extension_schema(const char *name, SchemaPlace place);

/// True when the extension is one of physics, so that its place is known.
bool tum_extension_is_physics(const char *name);

/// Collects extensionsUsed. @return false when out of memory.
bool tum_extensions_open(SchemaWalk *walk);

/// True when extensionsUsed lists the extension.
bool tum_extension_is_declared(const SchemaWalk *walk, const char *name);

/// Files UNDECLARED_EXTENSION at an extension object that extensionsUsed does not list.
void tum_extension_check_declared(const SchemaWalk *walk, const Cursor *extension,
                                  const char *name);

/// Checks the two lists of the document: required extensions are listed as used, listed ones are
/// known.
///
/// @param owner  the object with the lists: the root, in G4MF the asset.
void tum_extensions_check_lists(SchemaWalk *walk, const Cursor *owner);

#endif
