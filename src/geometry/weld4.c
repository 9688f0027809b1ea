// SPDX-License-Identifier: MIT
// weld4.c: closed meshes in 4D. A mesh encloses a volume when every triangle between its cells
// belongs to two cells that see it from opposite sides. Points with the same coordinates are one.
#include "geometry/weld4.h"

#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"

/// A triangle of a cell, its corners in ascending order.
typedef struct Facet {
    uint32_t corners[3];
    int32_t uses; ///< Number of its cells.
    int32_t turn; ///< Sum of their orientations, +1 and -1.
} Facet;

/// Hash tables for the test of a mesh.
typedef struct Weld {
    uint32_t *same;  ///< [point_count] The first point with the same coordinates.
    uint32_t *slots; ///< [slot_count] Point plus one.
    Facet *facets;   ///< [facet_room]
    size_t point_count, slot_count, facet_room;
} Weld;

static size_t table_size(size_t count)
{
    size_t size = 16;
    while (size < 2 * count) {
        size *= 2;
    }
    return size;
}

static void weld_points(const double *points, Weld *weld)
{
    const size_t mask = weld->slot_count - 1;
    for (size_t i = 0; i < weld->point_count; ++i) {
        double p[4];
        for (int k = 0; k < 4; ++k) {
            p[k] = points[4 * i + (size_t)k] + 0.0; // -0 is 0.
        }
        size_t at = (size_t)tum_hash_bytes(p, sizeof p, 0) & mask;
        for (; weld->slots[at] != 0; at = (at + 1) & mask) {
            const double *q = &points[4 * (size_t)(weld->slots[at] - 1)];
            if (q[0] == p[0] && q[1] == p[1] && q[2] == p[2] && q[3] == p[3]) {
                break;
            }
        }
        weld->slots[at] = weld->slots[at] == 0 ? (uint32_t)i + 1 : weld->slots[at];
        weld->same[i] = weld->slots[at] - 1;
    }
}

static void swap_if_greater(uint32_t *a, uint32_t *b, int32_t *turn)
{
    if (*a > *b) {
        const uint32_t kept = *a;
        *a = *b;
        *b = kept;
        *turn = -*turn;
    }
}

static void add_facet(Weld *weld, Facet facet)
{
    const size_t mask = weld->facet_room - 1;
    size_t at = (size_t)tum_hash_bytes(facet.corners, sizeof facet.corners, 1) & mask;
    while (weld->facets[at].uses > 0 &&
           memcmp(weld->facets[at].corners, facet.corners, sizeof facet.corners) != 0) {
        at = (at + 1) & mask;
    }
    memcpy(weld->facets[at].corners, facet.corners, sizeof facet.corners);
    ++weld->facets[at].uses;
    weld->facets[at].turn += facet.turn;
}

static void add_facets(Weld *weld, const uint32_t *cell)
{
    for (int out = 0; out < 4; ++out) {
        Facet facet = {.turn = out % 2 == 0 ? 1 : -1};
        uint32_t *c = facet.corners;
        for (int i = 0, k = 0; i < 4; ++i) {
            if (i != out) {
                c[k++] = weld->same[cell[i]];
            }
        }
        swap_if_greater(&c[0], &c[1], &facet.turn);
        swap_if_greater(&c[1], &c[2], &facet.turn);
        swap_if_greater(&c[0], &c[1], &facet.turn);
        if (c[0] != c[1] && c[1] != c[2]) {
            add_facet(weld, facet);
        }
    }
}

static bool are_all_paired(const Weld *weld)
{
    for (size_t i = 0; i < weld->facet_room; ++i) {
        const Facet *facet = &weld->facets[i];
        if (facet->uses > 0 && (facet->uses != 2 || facet->turn != 0)) {
            return false;
        }
    }
    return true;
}

TumStatus tum_mesh4_is_closed(const double *points, size_t point_count, const uint32_t *cells,
                              size_t cell_count, const TumAllocator *allocator, bool *closed)
{
    *closed = false;
    if (cell_count == 0) {
        return TUM_OK; // Without points a block of no bytes is NULL, too, which is no lack of
                       // memory.
    }
    Weld weld = {.point_count = point_count,
                 .slot_count = table_size(point_count),
                 .facet_room = table_size(4 * cell_count)};
    weld.same = tum_allocate_zeroed(allocator, weld.point_count, sizeof *weld.same);
    weld.slots = tum_allocate_zeroed(allocator, weld.slot_count, sizeof *weld.slots);
    weld.facets = tum_allocate_zeroed(allocator, weld.facet_room, sizeof *weld.facets);
    TumStatus status = TUM_ERROR_MEMORY;
    if (weld.same != NULL && weld.slots != NULL && weld.facets != NULL) {
        weld_points(points, &weld);
        for (size_t i = 0; i < cell_count; ++i) {
            add_facets(&weld, &cells[4 * i]);
        }
        *closed = are_all_paired(&weld);
        status = TUM_OK;
    }
    tum_release(allocator, weld.same, weld.point_count * sizeof *weld.same);
    tum_release(allocator, weld.slots, weld.slot_count * sizeof *weld.slots);
    tum_release(allocator, weld.facets, weld.facet_room * sizeof *weld.facets);
    return status;
}
