// SPDX-License-Identifier: MIT
// hull4.c: convex hulls in 4D by qhull (Barber, Dobkin, Huhdanpaa, "The quickhull algorithm for
// convex hulls", ACM TOMS 22, 1996), joggled as in 3D (hull3.c) so that every facet is a
// tetrahedron.
#include "geometry/hull4.h"

#include <stdio.h>
#include <string.h>

#include <libqhull_r/qhull_ra.h>

#include "math/scalar.h"
#include "system/stream.h"

// A set of points flatter than this share of its extent has no volume.
#define FLAT_TOLERANCE 1e-5

// A larger extent would overflow doubles.
#define LARGEST_EXTENT 1e70

// True where the points fill four dimensions: from the first point to the farthest one, then to the
// farthest from their line, from their plane, from their space.
static bool is_solid(const double *points, size_t count)
{
    double axes[4][4], extent = 0.0;
    for (int rank = 0; rank < 4; ++rank) {
        double farthest = 0.0;
        for (size_t p = 1; p < count; ++p) {
            double v[4], squares = 0.0;
            for (int k = 0; k < 4; ++k) {
                v[k] = points[4 * p + (size_t)k] - points[k];
            }
            for (int done = 0; done < rank; ++done) {
                double dot = 0.0;
                for (int k = 0; k < 4; ++k) {
                    dot += v[k] * axes[done][k];
                }
                for (int k = 0; k < 4; ++k) {
                    v[k] -= dot * axes[done][k];
                }
            }
            for (int k = 0; k < 4; ++k) {
                squares += v[k] * v[k];
            }
            const double length = square_root64(squares);
            if (length > farthest) {
                farthest = length;
                for (int k = 0; k < 4; ++k) {
                    axes[rank][k] = v[k] / length;
                }
            }
        }
        extent = rank == 0 ? farthest : extent;
        if (!(farthest > FLAT_TOLERANCE * extent) || !(extent <= LARGEST_EXTENT)) {
            return false;
        }
    }
    return true;
}

static TumStatus read_facets(qhT *qh, Arena *arena, uint32_t **cells, size_t *cell_count)
{
    facetT *facet;
    vertexT *vertex, **vertexp;
    size_t count = 0;
    FORALLfacets
    {
        ++count;
    }
    *cells = tum_arena_zeroed(arena, count, 4 * sizeof **cells);
    if (*cells == NULL) {
        return TUM_ERROR_MEMORY;
    }
    FORALLfacets
    {
        uint32_t *cell = *cells + 4 * *cell_count;
        int corners = 0;
        FOREACHvertex_(facet->vertices)
        {
            if (corners < 4) {
                cell[corners++] = (uint32_t)((vertex->point - qh->first_point) / 4);
            }
        }
        *cell_count += facet->simplicial && corners == 4 ? 1 : 0;
    }
    return *cell_count == count ? TUM_OK : TUM_ERROR_INPUT;
}

TumStatus tum_hull4_cells(const double *points, size_t count, Arena *arena, uint32_t **cells,
                          size_t *cell_count)
{
    *cells = NULL;
    *cell_count = 0;
    if (count < 5 || count > HULL4_POINTS_MAX || !is_solid(points, count)) {
        return TUM_ERROR_INPUT;
    }
    double *copy = tum_arena_zeroed(arena, count, 4 * sizeof *copy); // qhull joggles in place.
    // qhull needs a stream for its messages; this one discards them.
    char command[] = "qhull Pp QJ";
    FILE *errors = tum_stream_discard();
    if (copy == NULL || errors == NULL) {
        if (errors != NULL) {
            (void)fclose(errors);
        }
        return TUM_ERROR_MEMORY;
    }
    memcpy(copy, points, 4 * count * sizeof *copy);
    qhT context;
    qh_zero(&context, errors);
    const int code = qh_new_qhull(&context, 4, (int)count, copy, False, command, NULL, errors);
    TumStatus status = code == qh_ERRmem ? TUM_ERROR_MEMORY : TUM_ERROR_INPUT;
    if (code == qh_ERRnone) {
        status = read_facets(&context, arena, cells, cell_count);
    }
    int long_blocks, long_bytes;
    qh_freeqhull(&context, !qh_ALL);
    qh_memfreeshort(&context, &long_blocks, &long_bytes);
    (void)fclose(errors);
    return status;
}
