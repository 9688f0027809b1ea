// SPDX-License-Identifier: MIT
/// weld4.h: whether tetrahedra enclose a volume in 4D.
#ifndef TUM_GEOMETRY_WELD4_H
#define TUM_GEOMETRY_WELD4_H

#include "tumble/base.h"

/// True in *closed when the cells enclose a volume: every triangle between cells belongs to exactly
/// two cells, which see it from opposite sides. Points with the same coordinates count as one.
///
/// @param points  4 numbers each, finite.
/// @param cells   4 indices each, below point_count; flat ones may close a gap.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_mesh4_is_closed(const double *points, size_t point_count, const uint32_t *cells,
                              size_t cell_count, const TumAllocator *allocator, bool *closed);

#endif
