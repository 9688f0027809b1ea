// SPDX-License-Identifier: MIT
/// filter.h: collision filters as they are collected.
#ifndef TUM_SCENE_FILTER_H
#define TUM_SCENE_FILTER_H

#include "scene/builder_data.h"

/// Interns the names of a filter and writes its lists: ascending indices, each once, so that two
/// lists can be compared in one pass.
///
/// @return false when out of memory.
bool tum_collect_filter(SceneBuilder *builder, const FilterDef *def, TumFilter *filter);

#endif
