// SPDX-License-Identifier: MIT
/// filter_classes.h: classes of collision filters with the same lists, which admit the same others.
#ifndef TUM_SCENE_FILTER_CLASSES_H
#define TUM_SCENE_FILTER_CLASSES_H

#include "tumble/scene.h"

/// Gives each filter its class, and each class one of its filters.
///
/// @param classes  [filter_count] receives a class for each filter
/// @param firsts   [filter_count] receives a filter for each class
/// @return the number of classes; 0: out of memory, or no filters.
size_t tum_scene_classify_filters(const TumScene *scene, const TumAllocator *allocator,
                                  uint32_t *classes, uint32_t *firsts);

#endif
