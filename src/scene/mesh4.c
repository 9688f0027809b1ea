// SPDX-License-Identifier: MIT
// mesh4.c: meshes of tetrahedra.
#include "scene/mesh4.h"

#include <string.h>

#include "geometry/weld4.h"

// True where the three edges from the first corner span a volume: a 3 by 3 minor is not zero.
static bool has_volume(const TumMesh *mesh, const uint32_t *cell)
{
    double e[3][4];
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 4; ++k) {
            e[i][k] = mesh->points[4 * (size_t)cell[i + 1] + (size_t)k] -
                      mesh->points[4 * (size_t)cell[0] + (size_t)k];
        }
    }
    for (int out = 0; out < 4; ++out) {
        const int x = out == 0 ? 1 : 0, y = out <= 1 ? 2 : 1, z = out <= 2 ? 3 : 2;
        const double minor = e[0][x] * (e[1][y] * e[2][z] - e[1][z] * e[2][y]) -
                             e[0][y] * (e[1][x] * e[2][z] - e[1][z] * e[2][x]) +
                             e[0][z] * (e[1][x] * e[2][y] - e[1][y] * e[2][x]);
        if (minor != 0.0) {
            return true;
        }
    }
    return false;
}

TumStatus tum_copy_cells4(SceneBuilder *builder, const uint32_t *cells, size_t count,
                          const bool *sound, TumMesh *mesh)
{
    mesh->cells = tum_arena_zeroed(&builder->arena, count, 4 * sizeof *mesh->cells);
    if (mesh->cells == NULL) {
        return TUM_ERROR_MEMORY;
    }
    size_t kept = 0;
    for (size_t t = 0; t < count; ++t) {
        bool is_right = true;
        for (int k = 0; k < 4; ++k) {
            const uint32_t corner = cells[4 * t + (size_t)k];
            is_right = is_right && corner < mesh->point_count && sound[corner];
        }
        if (is_right) {
            memcpy(&mesh->cells[4 * kept++], &cells[4 * t], 4 * sizeof *cells);
        }
    }
    const TumStatus status = tum_mesh4_is_closed(mesh->points, mesh->point_count, mesh->cells, kept,
                                                 &builder->allocator, &mesh->is_closed);
    for (size_t t = 0; t < kept; ++t) {
        uint32_t cell[4];
        memcpy(cell, &mesh->cells[4 * t], sizeof cell);
        if (has_volume(mesh, cell)) {
            memcpy(&mesh->cells[4 * mesh->cell_count++], cell, sizeof cell);
        }
    }
    mesh->is_closed = mesh->is_closed && mesh->cell_count > 0;
    return status;
}
