// SPDX-License-Identifier: MIT
// added_shape4.c: shapes of colliders that a program adds to a running 4D world.
#include <string.h>

#include "geometry/hull4.h"
#include "geometry/weld4.h"
#include "shape4/shape_build4.h"
#include "world/world_data.h"

static const double AS_IT_IS[4] = {1.0, 1.0, 1.0, 1.0};

static bool is_size(float x)
{
    return is_finite(x) && x > 0.0f;
}

static bool is_size_or_none(float x)
{
    return is_finite(x) && x >= 0.0f;
}

void tum_added_shape4_clear(AddedShape4 *added, const TumAllocator *allocator)
{
    tum_shape4_destroy(&added->shape, allocator);
    tum_release(allocator, added->curves, added->curve_count * sizeof *added->curves);
    tum_release(allocator, added->points, added->point_count * 4 * sizeof(float));
    tum_release(allocator, added->tetrahedra, added->tetrahedron_count * 4 * sizeof(uint32_t));
    *added = (AddedShape4){.kind = 0};
}

// Copies `count` items; the count may be zero. @return false when out of memory.
static bool copy(void **items, size_t *count, const void *given, size_t given_count,
                 size_t item_bytes, const TumAllocator *allocator)
{
    if (given_count == 0) {
        return true;
    }
    *items = tum_allocate_zeroed(allocator, given_count, item_bytes);
    if (*items == NULL) {
        return false;
    }
    memcpy(*items, given, given_count * item_bytes);
    *count = given_count;
    return true;
}

bool tum_added_shape4_copy(AddedShape4 *added, const TumColliderDef4 *def,
                           const TumAllocator *allocator)
{
    const bool is_mesh = def->kind == TUM_SHAPE_MESH;
    const bool has_points = def->kind == TUM_SHAPE_CONVEX || is_mesh;
    const bool has_curves = def->kind == TUM_SHAPE_GENERAL;
    *added = (AddedShape4){.kind = def->kind,
                           .size = {def->size.x, def->size.y, def->size.z, def->size.w},
                           .height = def->height,
                           .radius = def->radius,
                           .radius_bottom = def->radius_bottom,
                           .radius_top = def->radius_top};
    return copy((void **)&added->curves, &added->curve_count, def->curves,
                has_curves ? def->curve_count : 0, sizeof *def->curves, allocator) &&
           copy((void **)&added->points, &added->point_count, def->points,
                has_points ? def->point_count : 0, 4 * sizeof *def->points, allocator) &&
           copy((void **)&added->tetrahedra, &added->tetrahedron_count, def->tetrahedra,
                is_mesh ? def->tetrahedron_count : 0, 4 * sizeof *def->tetrahedra, allocator);
}

// True when every axis has an extent: an edge, or a curve that rounds the axis.
static bool is_general(const AddedShape4 *added)
{
    bool has_extent[4];
    for (int i = 0; i < 4; ++i) {
        if (!is_size_or_none(added->size[i])) {
            return false;
        }
        has_extent[i] = added->size[i] > 0.0f;
    }
    for (size_t c = 0; c < added->curve_count; ++c) {
        const TumCurve *curve = &added->curves[c];
        if (!is_size((float)curve->exponent)) {
            return false;
        }
        for (int i = 0; i < 4; ++i) {
            if (!is_size_or_none((float)curve->radii[i])) {
                return false;
            }
            has_extent[i] |= curve->radii[i] > 0.0;
        }
    }
    return has_extent[0] && has_extent[1] && has_extent[2] && has_extent[3];
}

static bool has_points(const AddedShape4 *added)
{
    for (size_t i = 0; i < added->point_count * 4; ++i) {
        if (!is_finite(added->points[i])) {
            return false;
        }
    }
    return added->point_count > 0;
}

static bool has_tetrahedra(const AddedShape4 *added)
{
    for (size_t i = 0; i < added->tetrahedron_count * 4; ++i) {
        if (added->tetrahedra[i] >= added->point_count) {
            return false;
        }
    }
    return added->tetrahedron_count > 0 && has_points(added);
}

static bool is_sound(const AddedShape4 *added)
{
    const float *size = added->size, bottom = added->radius_bottom, top = added->radius_top;
    const bool has_ends = is_size_or_none(bottom) && is_size_or_none(top) && bottom + top > 0.0f;
    switch ((TumShapeKind)added->kind) {
    case TUM_SHAPE_SPHERE: return is_size(added->radius);
    case TUM_SHAPE_BOX:
        return is_size(size[0]) && is_size(size[1]) && is_size(size[2]) && is_size(size[3]);
    case TUM_SHAPE_CAPSULE: return is_size_or_none(added->height) && has_ends;
    case TUM_SHAPE_CYLINDER: return is_size(added->height) && has_ends;
    case TUM_SHAPE_GENERAL: return is_general(added);
    case TUM_SHAPE_PLANE: return true;
    case TUM_SHAPE_CONVEX: return has_points(added);
    case TUM_SHAPE_MESH: return has_tetrahedra(added);
    case TUM_SHAPE_HEIGHTMAP:
    case TUM_SHAPE_RAY: break;
    }
    return false;
}

// The mesh of a shape in double precision.
static TumStatus widen_mesh(const AddedShape4 *added, const TumAllocator *allocator, TumMesh *mesh)
{
    *mesh = (TumMesh){.cells = added->tetrahedra,
                      .point_count = added->point_count,
                      .cell_count = added->tetrahedron_count};
    mesh->points = tum_allocate_zeroed(allocator, mesh->point_count * 4, sizeof *mesh->points);
    if (mesh->points == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < mesh->point_count * 4; ++i) {
        mesh->points[i] = (double)added->points[i];
    }
    return tum_mesh4_is_closed(mesh->points, mesh->point_count, mesh->cells, mesh->cell_count,
                               allocator, &mesh->is_closed);
}

TumStatus tum_added_shape4_build(AddedShape4 *added, const TumAllocator *allocator)
{
    if (!is_sound(added)) {
        return TUM_ERROR_ARGUMENT;
    }
    if (added->kind == TUM_SHAPE_CONVEX && added->point_count > HULL4_POINTS_MAX) {
        return TUM_ERROR_CAPACITY;
    }
    const float *size = added->size;
    const TumShape from = {
        .kind = (TumShapeKind)added->kind,
        .size = {(double)size[0], (double)size[1], (double)size[2], (double)size[3]},
        .height = (double)added->height,
        .radius = (double)added->radius,
        .radius_bottom = (double)added->radius_bottom,
        .radius_top = (double)added->radius_top,
        .mesh = NONE,
        .curve_count = (int32_t)added->curve_count};
    TumMesh mesh = {.points = NULL};
    TumStatus status = added->point_count > 0 ? widen_mesh(added, allocator, &mesh) : TUM_OK;
    if (status == TUM_OK) {
        status = tum_shape4_create(&from, added->curves, &mesh, AS_IT_IS, allocator, &added->shape);
    }
    tum_release(allocator, mesh.points, added->point_count * 4 * sizeof *mesh.points);
    return status == TUM_ERROR_INPUT ? TUM_ERROR_ARGUMENT : status;
}
