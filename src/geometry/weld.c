// SPDX-License-Identifier: MIT
// weld.c: welding by a grid with sorted cells: unlike with a hash table, no arrangement of points
// makes it slow.
#include "geometry/weld.h"

#include "base/arena.h"
#include "base/assert.h"
#include "base/size.h"
#include "base/sort.h"

// A cell is four tolerances wide: few kept points fit in it, since they keep their distance, and a
// search seldom has to leave its own cell.
#define CELL_TOLERANCES 4.0
#define CELL_BITS 21
#define NO_POINT UINT32_MAX

// Beyond these limits squares of distances overflow or underflow doubles: all points are then one,
// or all different.
#define SMALLEST_EXTENT 1e-100
#define LARGEST_EXTENT 1e100

typedef struct Grid {
    const double *points;
    DVec3 low;
    double tolerance, cell;
    uint64_t *cells;   // [cell_count] keys of the occupied cells, ascending
    uint32_t *first;   // [cell_count] newest kept point of each cell, or NO_POINT
    uint32_t *next;    // [count] the previous kept point in the same cell
    uint32_t *cell_of; // [count]
    size_t cell_count;
} Grid;

Extent3 tum_extent3(const double *points, size_t count)
{
    const double huge = 1.7976931348623157e308;
    Extent3 extent = {{huge, huge, huge}, {-huge, -huge, -huge}, 0.0};
    for (size_t i = 0; i < count; ++i) {
        const DVec3 p = {points[3 * i], points[3 * i + 1], points[3 * i + 2]};
        extent.low = dvec3_minimum(p, extent.low);
        extent.high = dvec3_maximum(p, extent.high);
    }
    if (count > 0) {
        const DVec3 size = dvec3_sub(extent.high, extent.low);
        extent.size = maximum64(size.x, maximum64(size.y, size.z));
    }
    return extent;
}

static uint64_t cell_key(uint64_t x, uint64_t y, uint64_t z)
{
    return ((z << CELL_BITS | y) << CELL_BITS) | x;
}

// Cells are counted from one, so that the neighbours of the outermost cells have numbers too.
static uint64_t cell_along(const Grid *grid, double coordinate, double low)
{
    return (uint64_t)((coordinate - low) / grid->cell + 1.0);
}

static DVec3 point_at(const Grid *grid, size_t i)
{
    const double *p = &grid->points[3 * i];
    return (DVec3){p[0], p[1], p[2]};
}

static TumStatus sort_into_cells(Grid *grid, size_t count, Arena *scratch)
{
    uint64_t *keys = tum_arena_zeroed(scratch, count, sizeof *keys);
    uint64_t *key_scratch = tum_arena_zeroed(scratch, count, sizeof *key_scratch);
    uint32_t *order = tum_arena_zeroed(scratch, count, sizeof *order);
    uint32_t *order_scratch = tum_arena_zeroed(scratch, count, sizeof *order_scratch);
    grid->cell_of = tum_arena_zeroed(scratch, count, sizeof *grid->cell_of);
    grid->first = tum_arena_zeroed(scratch, count, sizeof *grid->first);
    grid->next = tum_arena_zeroed(scratch, count, sizeof *grid->next);
    if (keys == NULL || key_scratch == NULL || order == NULL || order_scratch == NULL ||
        grid->cell_of == NULL || grid->first == NULL || grid->next == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; ++i) {
        const DVec3 p = point_at(grid, i);
        keys[i] = cell_key(cell_along(grid, p.x, grid->low.x), cell_along(grid, p.y, grid->low.y),
                           cell_along(grid, p.z, grid->low.z));
        order[i] = (uint32_t)i;
    }
    tum_sort_keys(keys, order, count, key_scratch, order_scratch);
    size_t cells = 0;
    for (size_t i = 0; i < count; ++i) {
        if (cells == 0 || keys[cells - 1] != keys[i]) {
            keys[cells] = keys[i];
            grid->first[cells] = NO_POINT;
            ++cells;
        }
        grid->cell_of[order[i]] = (uint32_t)(cells - 1);
    }
    grid->cells = keys;
    grid->cell_count = cells;
    return TUM_OK;
}

// The first kept point of a cell within the tolerance, if it comes before `best`.
static uint32_t search_cell(const Grid *grid, size_t cell, DVec3 p, uint32_t best)
{
    for (uint32_t k = grid->first[cell]; k != NO_POINT; k = grid->next[k]) {
        const DVec3 offset = dvec3_sub(point_at(grid, k), p);
        if (k < best && dvec3_length_squared(offset) <= grid->tolerance * grid->tolerance) {
            best = k;
        }
    }
    return best;
}

static uint32_t search_key(const Grid *grid, uint64_t key, DVec3 p, uint32_t best)
{
    size_t low = 0, high = grid->cell_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (grid->cells[middle] < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low < grid->cell_count && grid->cells[low] == key) {
        return search_cell(grid, low, p, best);
    }
    return best;
}

static uint32_t find_kept(const Grid *grid, size_t i)
{
    const DVec3 p = point_at(grid, i);
    const double t = grid->tolerance;
    const uint64_t x0 = cell_along(grid, p.x - t, grid->low.x);
    const uint64_t x1 = cell_along(grid, p.x + t, grid->low.x);
    const uint64_t y0 = cell_along(grid, p.y - t, grid->low.y);
    const uint64_t y1 = cell_along(grid, p.y + t, grid->low.y);
    const uint64_t z0 = cell_along(grid, p.z - t, grid->low.z);
    const uint64_t z1 = cell_along(grid, p.z + t, grid->low.z);
    if (x0 == x1 && y0 == y1 && z0 == z1) {
        return search_cell(grid, grid->cell_of[i], p, NO_POINT);
    }
    uint32_t best = NO_POINT;
    for (uint64_t z = z0; z <= z1; ++z) {
        for (uint64_t y = y0; y <= y1; ++y) {
            for (uint64_t x = x0; x <= x1; ++x) {
                best = search_key(grid, cell_key(x, y, z), p, best);
            }
        }
    }
    return best;
}

TumStatus tum_weld3(const double *points, size_t count, uint32_t *welded,
                    const TumAllocator *allocator)
{
    if (count >= NO_POINT) {
        return TUM_ERROR_CAPACITY;
    }
    const Extent3 extent = tum_extent3(points, count);
    if (!(extent.size > SMALLEST_EXTENT && extent.size < LARGEST_EXTENT)) {
        for (size_t i = 0; i < count; ++i) {
            welded[i] = extent.size > SMALLEST_EXTENT ? (uint32_t)i : 0;
        }
        return TUM_OK;
    }
    Grid grid = {.points = points,
                 .low = extent.low,
                 .tolerance = extent.size * WELD_TOLERANCE,
                 .cell = extent.size * WELD_TOLERANCE * CELL_TOLERANCES};
    Arena scratch;
    tum_arena_init(&scratch, allocator);
    const TumStatus status = sort_into_cells(&grid, count, &scratch);
    for (size_t i = 0; status == TUM_OK && i < count; ++i) {
        const uint32_t kept = find_kept(&grid, i);
        welded[i] = kept != NO_POINT ? kept : (uint32_t)i;
        if (kept == NO_POINT) {
            grid.next[i] = grid.first[grid.cell_of[i]];
            grid.first[grid.cell_of[i]] = (uint32_t)i;
        }
    }
    tum_arena_clear(&scratch);
    return status;
}

// Edges as keys (lower end, higher end) with the direction in which the triangle runs along them.
static size_t gather_edges(const uint32_t *triangles, size_t triangle_count, const uint32_t *welded,
                           uint64_t *keys, uint32_t *rising)
{
    size_t count = 0;
    for (size_t t = 0; t < triangle_count; ++t) {
        uint32_t corner[3];
        for (size_t k = 0; k < 3; ++k) {
            corner[k] = welded[triangles[3 * t + k]];
        }
        if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0]) {
            continue;
        }
        for (size_t k = 0; k < 3; ++k) {
            const uint32_t a = corner[k], b = corner[(k + 1) % 3];
            rising[count] = a < b;
            keys[count++] = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
        }
    }
    return count;
}

static bool edges_pair_up(const uint64_t *keys, const uint32_t *rising, size_t count)
{
    if (count == 0 || count % 2 != 0) {
        return false;
    }
    for (size_t i = 0; i < count; i += 2) {
        if (keys[i] != keys[i + 1] || rising[i] == rising[i + 1] ||
            (i + 2 < count && keys[i + 2] == keys[i])) {
            return false;
        }
    }
    return true;
}

// True where the triangles cannot be closed: the area vectors of a closed surface add up to zero.
// Welding moves a corner by the tolerance at most, and an area vector by that times the triangle's
// perimeter; a hundredth more covers the rounding of both sums.
static bool is_surely_open(const double *points, size_t point_count, const uint32_t *triangles,
                           size_t triangle_count)
{
    const double tolerance = tum_extent3(points, point_count).size * WELD_TOLERANCE;
    const Grid corners = {.points = points};
    DVec3 sum = {0.0, 0.0, 0.0};
    double most = 0.0;
    for (size_t t = 0; t < triangle_count; ++t) {
        const DVec3 a = point_at(&corners, triangles[3 * t]);
        const DVec3 b = dvec3_sub(point_at(&corners, triangles[3 * t + 1]), a);
        const DVec3 c = dvec3_sub(point_at(&corners, triangles[3 * t + 2]), a);
        const double perimeter = dvec3_length(b) + dvec3_length(c) + dvec3_length(dvec3_sub(c, b));
        sum = dvec3_add(sum, dvec3_scale(dvec3_cross(b, c), 0.5));
        most += tolerance * (perimeter + 2.0 * tolerance);
    }
    return dvec3_length(sum) > 1.01 * most; // False where a number is not finite.
}

TumStatus tum_mesh3_is_closed(const double *points, size_t point_count, const uint32_t *triangles,
                              size_t triangle_count, const TumAllocator *allocator, bool *closed)
{
    *closed = false;
    size_t edge_count;
    if (!size_multiply(triangle_count, 3, &edge_count)) {
        return TUM_ERROR_CAPACITY;
    }
    if (edge_count == 0 || is_surely_open(points, point_count, triangles, triangle_count)) {
        return TUM_OK;
    }
    Arena scratch;
    tum_arena_init(&scratch, allocator);
    uint32_t *welded = tum_arena_zeroed(&scratch, point_count, sizeof *welded);
    uint64_t *keys = tum_arena_zeroed(&scratch, edge_count, sizeof *keys);
    uint64_t *key_scratch = tum_arena_zeroed(&scratch, edge_count, sizeof *key_scratch);
    uint32_t *rising = tum_arena_zeroed(&scratch, edge_count, sizeof *rising);
    uint32_t *rising_scratch = tum_arena_zeroed(&scratch, edge_count, sizeof *rising_scratch);
    TumStatus status = TUM_ERROR_MEMORY;
    if (welded != NULL && keys != NULL && key_scratch != NULL && rising != NULL &&
        rising_scratch != NULL) {
        status = tum_weld3(points, point_count, welded, allocator);
    }
    if (status == TUM_OK) {
        const size_t count = gather_edges(triangles, triangle_count, welded, keys, rising);
        tum_sort_keys(keys, rising, count, key_scratch, rising_scratch);
        *closed = edges_pair_up(keys, rising, count);
    }
    tum_arena_clear(&scratch);
    return status;
}
