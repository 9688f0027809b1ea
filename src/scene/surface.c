// SPDX-License-Identifier: MIT
// surface.c: shapes as triangles: for shells, and for engines that have only meshes.
#include "scene/surface.h"

#include "base/assert.h"
#include "base/size.h"
#include "geometry/hull3.h"
#include "geometry/tessellate.h"

#include <string.h>

// Scaled points. A stretched round shape gets more points.
static TumStatus surface_points(const TumShape *shape, const TumMesh *mesh, const double *scale,
                                double deviation, Arena *arena, double **points, size_t *count)
{
    double *found = NULL;
    *count = 0;
    if (shape->kind == TUM_SHAPE_CONVEX) {
        *count = mesh != NULL ? mesh->point_count : 0;
        found = mesh != NULL ? mesh->points : NULL;
    } else {
        const double stretch = maximum64(scale[0], maximum64(scale[1], scale[2]));
        const TumStatus status =
            tum_tessellate(shape, stretch > 0.0 ? deviation / stretch : 1.0, arena, &found, count);
        if (status != TUM_OK) {
            return status == TUM_ERROR_ARGUMENT ? TUM_ERROR_UNSUPPORTED : status;
        }
    }
    *points = tum_arena_zeroed(arena, *count, 3 * sizeof **points);
    if (*points == NULL && *count > 0) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < 3 * *count; ++i) {
        (*points)[i] = found[i] * scale[i % 3];
    }
    return TUM_OK;
}

// Faces are polygons: n corners make n - 2 triangles, in a fan around the first corner.
static TumStatus triangles_of_hull(const HullMesh3 *hull, Arena *arena, TumMesh *surface)
{
    const size_t corner_count = hull->face_first[hull->face_count];
    surface->point_count = hull->vertex_count;
    surface->cell_count = corner_count - 2 * hull->face_count;
    surface->points = tum_arena_zeroed(arena, surface->point_count, 3 * sizeof(double));
    surface->cells = tum_arena_zeroed(arena, surface->cell_count, 3 * sizeof(uint32_t));
    surface->is_closed = true;
    if (surface->points == NULL || surface->cells == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < hull->vertex_count; ++i) {
        surface->points[3 * i] = hull->vertices[i].x;
        surface->points[3 * i + 1] = hull->vertices[i].y;
        surface->points[3 * i + 2] = hull->vertices[i].z;
    }
    uint32_t *cell = surface->cells;
    for (size_t face = 0; face < hull->face_count; ++face) {
        const uint32_t *corners = &hull->face_vertices[hull->face_first[face]];
        const size_t n = hull->face_first[face + 1] - hull->face_first[face];
        for (size_t k = 2; k < n; ++k, cell += 3) {
            cell[0] = corners[0];
            cell[1] = corners[k - 1];
            cell[2] = corners[k];
        }
    }
    return TUM_OK;
}

TumStatus tum_convex_surface(const TumShape *shape, const TumMesh *mesh, const double *scale,
                             double deviation, Arena *arena, TumMesh *surface)
{
    double *points = NULL;
    size_t count = 0;
    HullMesh3 hull;
    TumStatus status = surface_points(shape, mesh, scale, deviation, arena, &points, &count);
    if (status == TUM_OK) {
        status = tum_hull3_build(points, count, arena, &hull);
        status = status == TUM_ERROR_INPUT ? TUM_ERROR_UNSUPPORTED : status;
    }
    return status == TUM_OK ? triangles_of_hull(&hull, arena, surface) : status;
}

// A finite plane: two triangles facing up.
static TumStatus surface_of_plane(const TumShape *shape, const double *scale, Arena *arena,
                                  TumMesh *surface)
{
    const double x = 0.5 * shape->size[0] * scale[0], z = 0.5 * shape->size[2] * scale[2];
    if (!is_finite64(x) || !is_finite64(z)) {
        return TUM_ERROR_UNSUPPORTED;
    }
    const double points[12] = {-x, 0.0, -z, -x, 0.0, z, x, 0.0, z, x, 0.0, -z};
    const uint32_t cells[6] = {0, 1, 2, 0, 2, 3};
    surface->points = tum_arena_allocate(arena, sizeof points);
    surface->cells = tum_arena_allocate(arena, sizeof cells);
    if (surface->points == NULL || surface->cells == NULL) {
        return TUM_ERROR_MEMORY;
    }
    memcpy(surface->points, points, sizeof points);
    memcpy(surface->cells, cells, sizeof cells);
    surface->point_count = 4;
    surface->cell_count = 2;
    return TUM_OK;
}

static TumStatus surface_of_mesh(const TumMesh *mesh, const double *scale, Arena *arena,
                                 TumMesh *surface)
{
    *surface = *mesh;
    surface->points = tum_arena_zeroed(arena, mesh->point_count, 3 * sizeof(double));
    if (surface->points == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < 3 * mesh->point_count; ++i) {
        surface->points[i] = mesh->points[i] * scale[i % 3];
    }
    return TUM_OK;
}

// The caller's result: the mesh, followed by its arrays in the same block.
typedef struct Surface {
    TumMesh mesh; // The first member: a surface is freed by its mesh.
    TumAllocator allocator;
    size_t bytes;
} Surface;

static TumStatus hand_over(const TumMesh *made, const TumAllocator *allocator, TumMesh **surface)
{
    const size_t point_bytes = made->point_count * 3 * sizeof *made->points;
    const size_t cell_bytes = made->cell_count * 3 * sizeof *made->cells;
    const size_t bytes = sizeof(Surface) + point_bytes + cell_bytes;
    Surface *block = tum_allocate_zeroed(allocator, 1, bytes);
    if (block == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *block = (Surface){*made, *allocator, bytes};
    block->mesh.points = (double *)(block + 1);
    block->mesh.cells = (uint32_t *)(block->mesh.points + 3 * made->point_count);
    memcpy(block->mesh.points, made->points, point_bytes);
    memcpy(block->mesh.cells, made->cells, cell_bytes);
    *surface = &block->mesh;
    return TUM_OK;
}

TumStatus tum_scene_surface3(const TumScene *scene, int32_t shape, const double *scale,
                             double deviation, const TumAllocator *allocator, TumMesh **surface)
{
    static const double unscaled[3] = {1.0, 1.0, 1.0};
    if (!TUM_REQUIRE(surface != NULL)) {
        return TUM_ERROR_ARGUMENT;
    }
    *surface = NULL;
    if (!TUM_REQUIRE(scene != NULL && scene->dimension == 3 && shape >= 0 &&
                     (size_t)shape < scene->shape_count && deviation > 0.0)) {
        return TUM_ERROR_ARGUMENT;
    }
    const TumShape *s = &scene->shapes[shape];
    const TumMesh *mesh = s->mesh >= 0 ? &scene->meshes[s->mesh] : NULL;
    const TumAllocator memory = tum_allocator_or_default(allocator);
    TumMesh made = {0};
    Arena arena;
    tum_arena_init(&arena, &memory);
    scale = scale != NULL ? scale : unscaled;
    TumStatus status = TUM_ERROR_UNSUPPORTED;
    if (s->kind == TUM_SHAPE_PLANE) {
        status = surface_of_plane(s, scale, &arena, &made);
    } else if (s->kind == TUM_SHAPE_MESH || s->kind == TUM_SHAPE_HEIGHTMAP) {
        status = mesh != NULL ? surface_of_mesh(mesh, scale, &arena, &made) : status;
    } else {
        status = tum_convex_surface(s, mesh, scale, deviation, &arena, &made);
    }
    if (status == TUM_OK) {
        status = hand_over(&made, &memory, surface);
    }
    tum_arena_clear(&arena);
    return status;
}

void tum_surface_destroy(TumMesh *surface)
{
    if (surface != NULL) {
        Surface *block = (Surface *)surface;
        const TumAllocator memory = block->allocator;
        tum_release(&memory, block, block->bytes);
    }
}
