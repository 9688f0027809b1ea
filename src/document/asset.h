// SPDX-License-Identifier: MIT
/// asset.h: what a document is: its version and its container.
#ifndef TUM_DOCUMENT_ASSET_H
#define TUM_DOCUMENT_ASSET_H

#include "tumble/document.h"

/// True when the document came in a GLB.
bool tum_document_is_glb(const TumDocument *document);

/// True when it came in G4MF's container.
bool tum_document_is_g4b(const TumDocument *document);

/// Reads "<major>.<minor>". @return false where the text is something else.
bool tum_asset_parse_version(const char *text, unsigned *major, unsigned *minor);

#endif
