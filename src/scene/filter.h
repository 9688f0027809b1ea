// SPDX-License-Identifier: MIT
/// filter.h: collection of collision filters.
#ifndef TUM_SCENE_FILTER_H
#define TUM_SCENE_FILTER_H

#include "scene/builder_data.h"

/// Interns the names of a filter and writes its lists: ascending indices without repetition, so
/// that one pass compares two lists.
///
/// @return false when out of memory.
bool tum_collect_filter(SceneBuilder *builder, const FilterDef *def, TumFilter *filter);

#endif
