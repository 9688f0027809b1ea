// SPDX-License-Identifier: MIT
// columns.c: arrays of a space with one item per contact or per manifold.
#include "base/array.h"
#include "topology/space_life.h"

bool tum_columns_extend(const SpaceLife *life, Space *space, ColumnsOf of, size_t count,
                        const TumAllocator *allocator)
{
    Column columns[COLUMNS_MOST];
    const uint32_t column_count = life->list_columns(space, of, columns);
    bool enough = true;
    for (uint32_t i = 0; i < column_count && enough; ++i) {
        const Column *column = &columns[i];
        enough = tum_array_extend(column->items, column->count, column->capacity, count,
                                  column->item_bytes, allocator);
    }
    return enough;
}

void tum_columns_free(const SpaceLife *life, Space *space, const TumAllocator *allocator)
{
    for (int of = COLUMNS_OF_CONTACTS; of <= COLUMNS_OF_MANIFOLDS; ++of) {
        Column columns[COLUMNS_MOST];
        const uint32_t column_count = life->list_columns(space, (ColumnsOf)of, columns);
        for (uint32_t i = 0; i < column_count; ++i) {
            tum_release(allocator, *columns[i].items, *columns[i].capacity * columns[i].item_bytes);
        }
    }
}
