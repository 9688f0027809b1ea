// SPDX-License-Identifier: MIT
// collider_shape4.c: shapes under node transforms in 4D. As in 3D (collider_shape.c) the linear
// part is L = Q B: Q becomes the collider's pose, B a scale along its axes or a map of the points.
#include "scene/collider_shape4.h"

#include <string.h>

#include "math/linear4.h"
#include "scene/frame4.h"

// As in 3D.
#define ZERO_SCALE 1e-12
#define SINGULAR_SCALE 1e-9
#define SCALE_NOISE 1e-6
#define BAKED_POINTS_MAX 8388608u

enum { BAKE_WINDOW = 64 /**< Earlier bakes compared in the search for an equal one. */ };

static bool has_points(const TumShape *shape)
{
    return shape->kind == TUM_SHAPE_CONVEX || shape->kind == TUM_SHAPE_MESH ||
           shape->kind == TUM_SHAPE_HEIGHTMAP;
}

static bool is_usable(SceneBuilder *builder, const TumShape *shape, const char *place)
{
    const bool has_mesh = shape->mesh >= 0 && (size_t)shape->mesh < builder->meshes.count;
    const TumMesh *mesh = has_mesh ? &builder->meshes.items[shape->mesh] : NULL;
    const bool wants_cells = has_points(shape) && shape->kind != TUM_SHAPE_CONVEX;
    if (!has_points(shape) ||
        (mesh != NULL && (wants_cells ? mesh->cell_count : mesh->point_count) > 0)) {
        return true;
    }
    tum_report_add(builder->report, CODE_PHYSICS_MESH_EMPTY, builder->file, place,
                   wants_cells ? "the mesh has no cell with a volume; no collider comes of it"
                               : "the hull has no points; no collider comes of it");
    return false;
}

static bool is_disabled_by(SceneBuilder *builder, const double linear[16], const char *pointer)
{
    double longest = 0.0, shortest = 0.0, product = 1.0;
    for (int c = 0; c < 4; ++c) {
        const double length = tum_column_length4(linear, c);
        longest = maximum64(longest, length);
        shortest = c == 0 ? length : minimum64(shortest, length);
        product *= length;
    }
    if (longest <= ZERO_SCALE) {
        return true;
    }
    if (shortest <= SINGULAR_SCALE * longest ||
        absolute64(tum_linear4_determinant(linear)) <= SINGULAR_SCALE * product) {
        tum_report_add(builder->report, CODE_PHYSICS_SCALE_ZERO, builder->file, pointer,
                       "the global scale leaves no volume; the shape is disabled");
        tum_report_mark_decision(builder->report, "D24");
        return true;
    }
    return false;
}

// A rotation with a given Y axis; its other axes lie near those of `linear`.
static void frame_along(const double linear[16], const double up[4], double rotation[16])
{
    static const int order[4] = {1, 0, 2, 3};
    double axes[4][4];
    for (int step = 0; step < 4; ++step) {
        // The column of `linear` is tried first, then any free axis.
        for (int attempt = 0; attempt < 5; ++attempt) {
            double v[4] = {0.0}, squares = 0.0;
            if (attempt == 0) {
                memcpy(v, step == 0 ? up : &linear[4 * order[step]], sizeof v);
            } else {
                v[attempt - 1] = 1.0;
            }
            double before = 0.0;
            for (int k = 0; k < 4; ++k) {
                before += v[k] * v[k];
            }
            for (int done = 0; done < step; ++done) {
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
            if (squares > 1e-12 * before && squares > 0.0) {
                const double length = square_root64(squares);
                for (int k = 0; k < 4; ++k) {
                    axes[step][k] = v[k] / length;
                }
                break;
            }
        }
        memcpy(&rotation[4 * order[step]], axes[step], sizeof axes[step]);
    }
    if (tum_linear4_determinant(rotation) < 0.0) {
        for (int k = 8; k < 12; ++k) {
            rotation[k] = -rotation[k];
        }
    }
}

// A plane's normal follows the inverse transpose; a ray follows the map itself.
static void place_directed(const double linear[16], bool is_plane, Placement *placement)
{
    double up[4], inverse[16];
    memcpy(up, &linear[4], sizeof up);
    if (is_plane && tum_linear4_inverse(linear, inverse)) {
        for (int k = 0; k < 4; ++k) {
            up[k] = inverse[4 * k + 1];
        }
    }
    frame_along(linear, up, placement->rotation4);
}

// Factors that differ by noise become equal, and one if they are near one.
static void even_out(double scale[4])
{
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < i; ++k) {
            if (absolute64(scale[i] - scale[k]) <= SCALE_NOISE * maximum64(scale[i], scale[k])) {
                scale[i] = scale[k];
                break;
            }
        }
    }
    for (int i = 0; i < 4; ++i) {
        scale[i] = absolute64(scale[i] - 1.0) <= SCALE_NOISE ? 1.0 : scale[i];
    }
}

static bool is_identity(const double map[16])
{
    for (int i = 0; i < 16; ++i) {
        if (absolute64(map[i] - (i % 5 == 0 ? 1.0 : 0.0)) > SCALE_NOISE) {
            return false;
        }
    }
    return true;
}

static TumStatus bake_points(SceneBuilder *builder, const TumMesh *source, const double map[16],
                             TumMesh *baked)
{
    if (source->point_count > BAKED_POINTS_MAX ||
        builder->baked_points + source->point_count > BAKED_POINTS_MAX) {
        return TUM_ERROR_CAPACITY;
    }
    *baked = *source;
    baked->document_mesh = -1;
    baked->points = tum_arena_zeroed(&builder->arena, source->point_count, 4 * sizeof(double));
    if (baked->points == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < source->point_count; ++i) {
        tum_linear4_transform(map, &source->points[4 * i], &baked->points[4 * i]);
    }
    builder->baked_points += source->point_count;
    if (source->cell_count == 0 || tum_linear4_determinant(map) > 0.0) {
        return TUM_OK;
    }
    // A mirror turns the surface inside out, unless the cells' winding is reversed too.
    baked->cells = tum_arena_zeroed(&builder->arena, source->cell_count, 4 * sizeof(uint32_t));
    if (baked->cells == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t t = 0; t < 4 * source->cell_count; ++t) {
        baked->cells[t] = source->cells[t % 4 < 2 ? t : t % 4 == 2 ? t + 1 : t - 1];
    }
    return TUM_OK;
}

// Scales the original shape of a hull, or drops it where the map changes its form.
static void bake_frustum(TumShape *shape, const double map[16])
{
    const double scale = map[0];
    bool is_even = scale > 0.0;
    for (int i = 0; i < 16; ++i) {
        const double wanted = i % 5 == 0 ? scale : 0.0;
        is_even = is_even && absolute64(map[i] - wanted) <= SCALE_NOISE * scale;
    }
    const double factor = is_even ? scale : 0.0;
    shape->height *= factor;
    shape->radius_bottom *= factor;
    shape->radius_top *= factor;
    for (int i = 0; i < 4; ++i) {
        shape->size[i] *= factor;
    }
}

// The shape with the points of `source` mapped by `map`; created when it is new.
static TumStatus bake(SceneBuilder *builder, int32_t source, const double map[16], int32_t *shape)
{
    const size_t count = builder->bakes4.count;
    for (size_t i = count > BAKE_WINDOW ? count - BAKE_WINDOW : 0; i < count; ++i) {
        const Bake4 *known = &builder->bakes4.items[i];
        if (known->source == source && memcmp(known->map, map, sizeof known->map) == 0) {
            *shape = known->shape;
            return TUM_OK;
        }
    }
    TumShape made = builder->shapes.items[source];
    TumMesh baked;
    const TumStatus status = bake_points(builder, &builder->meshes.items[made.mesh], map, &baked);
    if (status != TUM_OK) {
        return status;
    }
    made.mesh = (int32_t)builder->meshes.count;
    bake_frustum(&made, map);
    TumMesh *mesh_slot = array_push(&builder->meshes, &builder->allocator);
    TumShape *shape_slot = array_push(&builder->shapes, &builder->allocator);
    Bake4 *bake_slot = array_push(&builder->bakes4, &builder->allocator);
    if (mesh_slot == NULL || shape_slot == NULL || bake_slot == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *mesh_slot = baked;
    *shape_slot = made;
    *shape = (int32_t)builder->shapes.count - 1;
    *bake_slot = (Bake4){.source = source, .shape = *shape};
    memcpy(bake_slot->map, map, sizeof bake_slot->map);
    return TUM_OK;
}

static TumStatus place_sound(SceneBuilder *builder, int32_t source, const double linear[16],
                             const char *pointer, Placement *placement)
{
    const TumShape *shape = &builder->shapes.items[source];
    const int flags = tum_frame_rotation4(linear, placement->rotation4);
    if (shape->kind == TUM_SHAPE_PLANE || shape->kind == TUM_SHAPE_RAY) {
        place_directed(linear, shape->kind == TUM_SHAPE_PLANE, placement);
    } else if ((flags & FRAME_SHEARED) != 0) {
        tum_report_add(builder->report, CODE_PHYSICS_SCALE_SHEAR, builder->file, pointer,
                       has_points(shape) ? "the global transform shears; the points follow it"
                                         : "the global transform shears; the shape stands in the "
                                           "nearest rotation");
    }
    if (has_points(shape)) {
        double map[16];
        tum_linear4_transpose(placement->rotation4, map);
        tum_linear4_multiply(map, linear, map);
        return is_identity(map) ? TUM_OK : bake(builder, source, map, &placement->shape);
    }
    for (int c = 0; c < 4; ++c) {
        placement->scale4[c] = tum_column_length4(linear, c);
    }
    even_out(placement->scale4);
    return TUM_OK;
}

TumStatus tum_place_shape4(SceneBuilder *builder, const Hierarchy *hierarchy, int32_t node,
                           int32_t shape, const char *pointer, Placement *placement)
{
    static const double identity[16] = LINEAR4_IDENTITY;
    const TumShape *authored = &builder->shapes.items[shape];
    *placement = (Placement){.shape = shape, .is_4d = true, .scale4 = {1.0, 1.0, 1.0, 1.0}};
    if (!is_usable(builder, authored, authored->pointer[0] != '\0' ? authored->pointer : pointer)) {
        placement->shape = -1;
        return TUM_OK;
    }
    const NodeFrame4 *at = hierarchy->frames4[node];
    const int32_t owner = builder->nodes[node].body;
    double back[16], linear[16], offset[4];
    memcpy(back, identity, sizeof back);
    memcpy(offset, at->world.position, sizeof offset);
    if (owner >= 0) {
        const TumBody *body = &builder->bodies.items[owner];
        tum_linear4_transpose(body->rotation.m, back);
        for (int i = 0; i < 4; ++i) {
            offset[i] -= body->position[i];
        }
    }
    tum_linear4_multiply(back, at->world.basis, linear);
    tum_linear4_transform(back, offset, placement->position4);
    tum_linear4_multiply(back, at->rotation, placement->rotation4);
    if ((hierarchy->flags[node] & FRAME_MIRRORED) != 0) {
        tum_report_add(builder->report, CODE_PHYSICS_SCALE_NEGATIVE, builder->file, pointer,
                       "the global transform mirrors");
    }
    if (is_disabled_by(builder, linear, pointer)) {
        for (int c = 0; c < 4; ++c) {
            placement->scale4[c] = tum_column_length4(linear, c);
        }
        return TUM_OK;
    }
    placement->enabled = true;
    return place_sound(builder, shape, linear, pointer, placement);
}
