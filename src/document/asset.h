// SPDX-License-Identifier: MIT
/// asset.h: the version and the container of a document.
#ifndef TUM_DOCUMENT_ASSET_H
#define TUM_DOCUMENT_ASSET_H

#include "tumble/document.h"

/// True when the document was read from a GLB.
bool tum_document_is_glb(const TumDocument *document);

/// True when the document was read from a container of G4MF.
bool tum_document_is_g4b(const TumDocument *document);

/// Reads "<major>.<minor>". @return false for any other text.
bool tum_asset_parse_version(const char *text, unsigned *major, unsigned *minor);

#endif
