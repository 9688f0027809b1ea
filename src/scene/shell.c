// SPDX-License-Identifier: MIT
// shell.c: hollow shapes: the surface of a convex shape as a shape of its own.
#include "geometry/tessellate.h"
#include "scene/builder_data.h"
#include "scene/scene_builder.h"
#include "scene/surface.h"

// Largest distance of the triangles inside the round surface: a share of the smallest radius, or
// metres, whichever is larger (as for sheared shapes, docs/dialects.md#shapes).
static const double deviation_share = 0.005;
static const double deviation_least = 1e-3;

static int32_t add_shell(SceneBuilder *builder, TumShape made, Arena *scratch, size_t *item_count)
{
    static const double unscaled[3] = {1.0, 1.0, 1.0};
    const TumMesh *mesh = made.mesh >= 0 ? &builder->meshes.items[made.mesh] : NULL;
    const double share = deviation_share * tum_smallest_radius(&made);
    TumMesh surface = {0};
    const TumStatus status = tum_convex_surface(
        &made, mesh, unscaled, maximum64(share, deviation_least), scratch, &surface);
    if (status != TUM_OK) {
        builder->is_out_of_memory |= status == TUM_ERROR_MEMORY;
        return -1;
    }
    *item_count = surface.point_count + surface.cell_count;
    made.kind = TUM_SHAPE_MESH;
    made.mesh = tum_scene_builder_mesh(builder, surface.points, surface.point_count, surface.cells,
                                       surface.cell_count);
    return tum_scene_builder_shape(builder, &made);
}

int32_t tum_scene_builder_shell(SceneBuilder *builder, int32_t shape, size_t *item_count)
{
    *item_count = 0;
    if (builder->is_out_of_memory || shape < 0 || (size_t)shape >= builder->shapes.count) {
        return -1;
    }
    Arena scratch;
    tum_arena_init(&scratch, &builder->allocator);
    const int32_t added = add_shell(builder, builder->shapes.items[shape], &scratch, item_count);
    tum_arena_clear(&scratch);
    return added;
}
