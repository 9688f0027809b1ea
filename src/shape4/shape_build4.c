// SPDX-License-Identifier: MIT
// shape_build4.c: collision shapes from shapes of a scene, with their hulls and meshes.
#include "shape4/shape_build4.h"

#include "geometry/general.h"
#include "geometry/hull4.h"
#include "shape4/hull4.h"
#include "shape4/mesh4.h"

// Greatest deviation of a hull inside the surface of curves that share an axis, as a share of the
// smallest radius (docs/formats.md#g4mf). Where that needs more points than a hull with cells may
// have, the deviation is doubled repeatedly.
static const double deviation_share = 0.005;
enum { COARSER_MAX = 5 };

static TumStatus create_hull(const double *points, size_t count, const TumAllocator *allocator,
                             Shape4 *shape)
{
    if (count == 0) {
        return TUM_ERROR_INPUT;
    }
    const Hull4 *hull = tum_hull4_create(points, count, allocator);
    if (hull == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *shape = tum_shape4_hull(hull);
    return TUM_OK;
}

static bool is_flat(const TumMesh *mesh)
{
    for (size_t i = 0; i < mesh->cell_count; ++i) {
        if (!tum_is_flat4(mesh->points, &mesh->cells[4 * i])) {
            return false;
        }
    }
    return true;
}

static TumStatus create_mesh(const TumMesh *mesh, const TumAllocator *allocator, Shape4 *shape)
{
    if (mesh == NULL || is_flat(mesh)) {
        return TUM_ERROR_INPUT;
    }
    Mesh4 *built =
        tum_mesh4_create(mesh->points, mesh->point_count, mesh->cells, mesh->cell_count, allocator);
    if (built == NULL) {
        return TUM_ERROR_MEMORY;
    }
    built->is_closed = mesh->is_closed;
    *shape = tum_shape4_mesh(built);
    return TUM_OK;
}

// Curves that share an axis form the intersection of their shapes.
static TumStatus create_crossing(const TumShape *from, const TumCurve *curves,
                                 const double scale[4], const TumAllocator *allocator,
                                 Shape4 *shape)
{
    const size_t count = (size_t)from->curve_count;
    Arena arena;
    tum_arena_init(&arena, allocator);
    TumCurve *scaled = tum_arena_zeroed(&arena, count, sizeof *scaled);
    TumStatus status = scaled == NULL ? TUM_ERROR_MEMORY : TUM_OK;
    if (status == TUM_OK) {
        GeneralShape general = {.dimension = 4, .curves = scaled, .curve_count = count};
        for (int i = 0; i < 4; ++i) {
            general.size[i] = from->size[i] * scale[i];
        }
        for (size_t c = 0; c < count; ++c) {
            const TumCurve *curve = &curves[(size_t)from->curve_first + c];
            scaled[c].exponent = curve->exponent;
            for (int i = 0; i < 4; ++i) {
                scaled[c].radii[i] = curve->radii[i] * scale[i];
            }
        }
        double *points = NULL;
        size_t point_count = 0;
        double deviation = deviation_share * tum_general_smallest_radius(&general);
        for (int i = 0; i <= COARSER_MAX && status == TUM_OK; ++i, deviation *= 2.0) {
            status = tum_general_points(&general, deviation, &arena, &points, &point_count);
            if (point_count <= HULL4_POINTS_MAX) {
                break;
            }
        }
        if (status == TUM_OK) {
            status = create_hull(points, point_count, allocator, shape);
        }
    }
    tum_arena_clear(&arena);
    return status;
}

TumStatus tum_shape4_create(const TumShape *from, const TumCurve *curves, const TumMesh *mesh,
                            const double scale[4], const TumAllocator *allocator, Shape4 *shape)
{
    *shape = (Shape4){.kind = SHAPE4_ROUNDED};
    switch (from->kind) {
    case TUM_SHAPE_RAY: return TUM_ERROR_ARGUMENT;
    case TUM_SHAPE_PLANE: *shape = tum_shape4_plane(); return TUM_OK;
    case TUM_SHAPE_MESH:
    case TUM_SHAPE_HEIGHTMAP: return create_mesh(mesh, allocator, shape);
    case TUM_SHAPE_CONVEX:
        return mesh == NULL ? TUM_ERROR_INPUT
                            : create_hull(mesh->points, mesh->point_count, allocator, shape);
    case TUM_SHAPE_SPHERE:
    case TUM_SHAPE_BOX:
    case TUM_SHAPE_CAPSULE:
    case TUM_SHAPE_CYLINDER:
    case TUM_SHAPE_GENERAL: break;
    }
    if (tum_shape4_of_scene(from, curves, mesh, scale, shape)) {
        return TUM_OK;
    }
    return create_crossing(from, curves, scale, allocator, shape);
}

void tum_shape4_destroy(Shape4 *shape, const TumAllocator *allocator)
{
    if (shape->kind == SHAPE4_POINTS) {
        tum_hull4_destroy((Hull4 *)(uintptr_t)shape->hull, allocator);
    } else if (shape->kind == SHAPE4_MESH) {
        tum_mesh4_destroy((Mesh4 *)(uintptr_t)shape->mesh, allocator);
    }
    *shape = (Shape4){.kind = SHAPE4_ROUNDED};
}
