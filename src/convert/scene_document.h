// SPDX-License-Identifier: MIT
/// scene_document.h: a new document for a scene without one: its nodes and their animations.
#ifndef TUM_CONVERT_SCENE_DOCUMENT_H
#define TUM_CONVERT_SCENE_DOCUMENT_H

#include "tumble/document.h"
#include "tumble/scene.h"

/// Creates a glTF document with the nodes of a scene of three dimensions, with the same indices,
/// and one animation of its tracks. Tracks of other properties, and those that glTF cannot
/// represent (keys before 0 s, or too close for floats), are reported (L-POINTER).
///
/// @param allocator  for the document.
/// @param document   receives the document; free it with tum_document_destroy. NULL on failure.
/// @param document   receives it; free it with tum_document_destroy. NULL on failure.
/// @return TUM_OK, TUM_ERROR_MEMORY or TUM_ERROR_CAPACITY.
TumStatus tum_scene_document(const TumScene *scene, const TumAllocator *allocator,
                             TumDocument **document, TumReport *report);

#endif
