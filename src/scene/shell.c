// SPDX-License-Identifier: MIT
// Hollow shapes: the surface of a convex one as triangles.
#include "geometry/hull3.h"
#include "geometry/tessellate.h"
#include "scene/builder_data.h"

// How far the triangles may stay inside the round surface: part of the smallest radius, or metres,
// whichever is larger (as for sheared shapes, spec/scene-model.md section 5.3).
static const double deviation_share = 0.005;
static const double deviation_least = 1e-3;

static TumStatus surface_points(const SceneBuilder *builder, const TumShape *shape, Arena *scratch,
                                double **points, size_t *count)
{
    if (shape->kind == TUM_SHAPE_CONVEX && shape->mesh >= 0) {
        *points = builder->meshes.items[shape->mesh].points;
        *count = builder->meshes.items[shape->mesh].point_count;
        return TUM_OK;
    }
    const double share = deviation_share * tum_smallest_radius(shape);
    return tum_tessellate(shape, maximum64(share, deviation_least), scratch, points, count);
}

// Faces are polygons: n corners make n - 2 triangles, as a fan around the first.
static int32_t add_hull_mesh(SceneBuilder *builder, const HullMesh3 *hull, Arena *scratch,
                             size_t *cell_count)
{
    const size_t corner_count = hull->face_first[hull->face_count];
    const size_t count = corner_count - 2 * hull->face_count;
    double *points = tum_arena_zeroed(scratch, hull->vertex_count, 3 * sizeof *points);
    uint32_t *cells = tum_arena_zeroed(scratch, count, 3 * sizeof *cells);
    if (points == NULL || cells == NULL) {
        return -1;
    }
    for (size_t i = 0; i < hull->vertex_count; ++i) {
        points[3 * i] = hull->vertices[i].x;
        points[3 * i + 1] = hull->vertices[i].y;
        points[3 * i + 2] = hull->vertices[i].z;
    }
    uint32_t *cell = cells;
    for (size_t face = 0; face < hull->face_count; ++face) {
        const uint32_t *corners = &hull->face_vertices[hull->face_first[face]];
        const size_t n = hull->face_first[face + 1] - hull->face_first[face];
        for (size_t k = 2; k < n; ++k, cell += 3) {
            cell[0] = corners[0];
            cell[1] = corners[k - 1];
            cell[2] = corners[k];
        }
    }
    *cell_count = count;
    return tum_scene_builder_mesh(builder, points, hull->vertex_count, cells, count);
}

static int32_t add_shell(SceneBuilder *builder, TumShape *made, Arena *scratch, size_t *item_count)
{
    double *points = NULL;
    size_t count = 0, cell_count = 0;
    HullMesh3 hull;
    TumStatus status = surface_points(builder, made, scratch, &points, &count);
    if (status == TUM_OK) {
        status = tum_hull3_build(points, count, scratch, &hull);
    }
    if (status != TUM_OK) {
        builder->is_out_of_memory |= status == TUM_ERROR_MEMORY;
        return -1;
    }
    made->kind = TUM_SHAPE_MESH;
    made->mesh = add_hull_mesh(builder, &hull, scratch, &cell_count);
    if (made->mesh < 0) {
        builder->is_out_of_memory = true;
        return -1;
    }
    *item_count = hull.vertex_count + cell_count;
    return tum_scene_builder_shape(builder, made);
}

int32_t tum_scene_builder_shell(SceneBuilder *builder, int32_t shape, size_t *item_count)
{
    *item_count = 0;
    if (builder->is_out_of_memory || shape < 0 || (size_t)shape >= builder->shapes.count) {
        return -1;
    }
    Arena scratch;
    tum_arena_init(&scratch, &builder->allocator);
    TumShape made = builder->shapes.items[shape];
    const int32_t added = add_shell(builder, &made, &scratch, item_count);
    tum_arena_clear(&scratch);
    return added;
}
