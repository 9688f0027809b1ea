// SPDX-License-Identifier: MIT
// added_shape.c: shapes of colliders that a program adds to a running world.
#include "base/arena.h"
#include "base/size.h"
#include "geometry/hull3.h"
#include "world/world_data.h"

static bool is_size(float x)
{
    return is_finite(x) && x > 0.0f;
}

static bool is_size_or_none(float x)
{
    return is_finite(x) && x >= 0.0f;
}

static bool is_length(float x)
{
    return x > 0.0f; // True for INFINITY.
}

void tum_added_shape_clear(AddedShape *added, const TumAllocator *allocator)
{
    tum_hull3_destroy(added->hull, allocator);
    tum_mesh3_destroy(added->mesh, allocator);
    tum_release(allocator, added->points, added->point_count * 3 * sizeof(float));
    tum_release(allocator, added->triangles, added->triangle_count * 3 * sizeof(uint32_t));
    *added = (AddedShape){0};
}

bool tum_added_shape_copy(AddedShape *added, const TumColliderDef3 *def,
                          const TumAllocator *allocator)
{
    const bool has_points = def->kind == TUM_SHAPE_CONVEX || def->kind == TUM_SHAPE_MESH;
    *added = (AddedShape){.kind = def->kind,
                          .size = {def->size.x, def->size.y, def->size.z},
                          .height = def->height,
                          .radius = def->radius,
                          .radius_bottom = def->radius_bottom,
                          .radius_top = def->radius_top,
                          .double_sided = def->double_sided};
    if (has_points && def->point_count > 0) {
        added->points = tum_allocate_zeroed(allocator, def->point_count * 3, sizeof(float));
        if (added->points == NULL) {
            return false;
        }
        added->point_count = def->point_count;
        for (size_t i = 0; i < def->point_count * 3; ++i) {
            added->points[i] = def->points[i];
        }
    }
    if (def->kind == TUM_SHAPE_MESH && def->triangle_count > 0) {
        added->triangles =
            tum_allocate_zeroed(allocator, def->triangle_count * 3, sizeof(uint32_t));
        if (added->triangles == NULL) {
            return false;
        }
        added->triangle_count = def->triangle_count;
        for (size_t i = 0; i < def->triangle_count * 3; ++i) {
            added->triangles[i] = def->triangles[i];
        }
    }
    return true;
}

// @return NULL when out of memory or without points.
static double *widened(const AddedShape *added, const TumAllocator *allocator)
{
    double *points = tum_allocate_zeroed(allocator, added->point_count * 3, sizeof *points);
    for (size_t i = 0; points != NULL && i < added->point_count * 3; ++i) {
        points[i] = (double)added->points[i];
    }
    return points;
}

static TumStatus build_hull(AddedShape *added, const double *points, const TumAllocator *allocator)
{
    Arena arena;
    HullMesh3 hull;
    tum_arena_init(&arena, allocator);
    const TumStatus status = tum_hull3_build(points, added->point_count, &arena, &hull);
    if (status == TUM_OK) {
        added->hull =
            tum_hull3_create(&hull.vertices[0].x, (uint32_t)hull.vertex_count, hull.face_first,
                             hull.face_vertices, (uint32_t)hull.face_count, allocator);
    }
    tum_arena_clear(&arena);
    return status == TUM_ERROR_INPUT ? TUM_ERROR_ARGUMENT
           : added->hull == NULL     ? TUM_ERROR_MEMORY
                                     : TUM_OK;
}

// True when a triangle has an area, so that the mesh has a surface.
static bool has_triangle(const AddedShape *added)
{
    bool found = false;
    for (size_t i = 0; i < added->triangle_count; ++i) {
        const uint32_t *corner = &added->triangles[3 * i];
        Vec3 p[3];
        for (int k = 0; k < 3; ++k) {
            if (corner[k] >= added->point_count) {
                return false;
            }
            const float *at = &added->points[3 * (size_t)corner[k]];
            p[k] = vec3(at[0], at[1], at[2]);
        }
        const Vec3 across = vec3_cross(vec3_sub(p[1], p[0]), vec3_sub(p[2], p[0]));
        found |= vec3_length_squared(across) > 0.0f;
    }
    return found;
}

static TumStatus build_points(AddedShape *added, const ShapeKernels3 *kernels,
                              const TumAllocator *allocator, Shape3 *shape)
{
    const bool is_mesh = added->kind == TUM_SHAPE_MESH;
    bool sound = added->point_count > 0 && added->point_count < INT32_MAX &&
                 added->triangle_count < INT32_MAX;
    for (size_t i = 0; i < added->point_count * 3 && sound; ++i) {
        sound = is_finite(added->points[i]);
    }
    if (!sound || (is_mesh && !has_triangle(added))) {
        return TUM_ERROR_ARGUMENT;
    }
    double *points = widened(added, allocator);
    if (points == NULL) {
        return TUM_ERROR_MEMORY;
    }
    TumStatus status = TUM_OK;
    if (is_mesh) {
        status = tum_mesh3_build(points, (uint32_t)added->point_count, added->triangles,
                                 (uint32_t)added->triangle_count, kernels, allocator, &added->mesh);
        status = status == TUM_OK ? TUM_OK : TUM_ERROR_MEMORY;
    } else {
        status = build_hull(added, points, allocator);
    }
    tum_release(allocator, points, added->point_count * 3 * sizeof *points);
    if (status == TUM_OK) {
        *shape = is_mesh ? tum_shape3_mesh(added->mesh) : tum_shape3_hull(added->hull);
    }
    return status;
}

TumStatus tum_added_shape_build(AddedShape *added, const ShapeKernels3 *kernels,
                                const TumAllocator *allocator, Shape3 *shape)
{
    const float *size = added->size;
    const float bottom = added->radius_bottom, top = added->radius_top;
    const bool has_ends = is_size_or_none(bottom) && is_size_or_none(top) && bottom + top > 0.0f;
    switch ((TumShapeKind)added->kind) {
    case TUM_SHAPE_SPHERE:
        *shape = tum_shape3_sphere(added->radius);
        return is_size(added->radius) ? TUM_OK : TUM_ERROR_ARGUMENT;
    case TUM_SHAPE_BOX:
        *shape = tum_shape3_box(vec3(0.5f * size[0], 0.5f * size[1], 0.5f * size[2]));
        return is_size(size[0]) && is_size(size[1]) && is_size(size[2]) ? TUM_OK
                                                                        : TUM_ERROR_ARGUMENT;
    case TUM_SHAPE_CAPSULE:
        *shape = tum_shape3_capsule(0.5f * added->height, bottom, top);
        return is_size_or_none(added->height) && has_ends ? TUM_OK : TUM_ERROR_ARGUMENT;
    case TUM_SHAPE_CYLINDER:
        *shape = tum_shape3_cylinder(0.5f * added->height, bottom, top);
        return is_size(added->height) && has_ends ? TUM_OK : TUM_ERROR_ARGUMENT;
    case TUM_SHAPE_PLANE:
        if (!is_length(size[0]) || !is_length(size[2])) {
            return TUM_ERROR_ARGUMENT;
        }
        *shape = !is_finite(size[0]) && !is_finite(size[2]) && !added->double_sided
                     ? tum_shape3_plane()
                     : tum_shape3_sheet(0.5f * size[0], 0.5f * size[2], added->double_sided);
        return TUM_OK;
    case TUM_SHAPE_CONVEX:
    case TUM_SHAPE_MESH: return build_points(added, kernels, allocator, shape);
    case TUM_SHAPE_GENERAL:
    case TUM_SHAPE_HEIGHTMAP:
    case TUM_SHAPE_RAY: break;
    }
    return TUM_ERROR_ARGUMENT;
}
