// SPDX-License-Identifier: MIT
/// scene_document.h: a document for a scene that has none: its nodes, and what animates them.
#ifndef TUM_DIALECTS_SCENE_DOCUMENT_H
#define TUM_DIALECTS_SCENE_DOCUMENT_H

#include "tumble/document.h"
#include "tumble/scene.h"

/// A glTF document with the nodes of a scene of three dimensions, same indices, and one animation
/// of those that tracks move. Tracks of anything else, and those that glTF cannot say (keys before
/// 0 s, or no further apart than a float tells), are told (L-POINTER).
///
/// @param allocator  of the document.
/// @param document   receives it; free it with tum_document_destroy. NULL on failure.
/// @return TUM_OK, TUM_ERROR_MEMORY or TUM_ERROR_CAPACITY.
TumStatus tum_scene_document(const TumScene *scene, const TumAllocator *allocator,
                             TumDocument **document, TumReport *report);

#endif
