// SPDX-License-Identifier: MIT
// mesh_geometry.c: shapes from meshes: reading, placing, merging, and faults.
#include "dialects/mesh_geometry.h"

#include "dialects/geometry_cache.h"
#include "dialects/required_extensions.h"
#include "geometry/flat.h"
#include "math/math3_64.h"

#include <float.h>
#include <string.h>

typedef struct Affine {
    DMat3 linear;
    DVec3 offset;
} Affine;

static const Affine affine_identity = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}},
                                       {0.0, 0.0, 0.0}};

static Affine affine_of_matrix(const double m[16])
{
    return (Affine){{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}},
                    {m[12], m[13], m[14]}};
}

static DVec3 affine_transform(const Affine *a, DVec3 p)
{
    return dvec3_add(a->offset, dmat3_transform(a->linear, p));
}

// The map b, followed by a.
static Affine affine_multiply(const Affine *a, const Affine *b)
{
    return (Affine){dmat3_multiply(a->linear, b->linear), affine_transform(a, b->offset)};
}

static bool affine_invert(const Affine *a, Affine *inverse)
{
    if (dmat3_determinant(a->linear) == 0.0) {
        return false;
    }
    inverse->linear = dmat3_inverse(a->linear);
    inverse->offset = dvec3_negate(dmat3_transform(inverse->linear, a->offset));
    return true;
}

// A mesh during construction: several placed meshes, merged.
typedef struct Soup {
    SceneReader *reader;
    ARRAY(double) points;
    ARRAY(uint32_t) triangles;
    size_t mesh_count; ///< Number of meshes, readable or not.
    int32_t only_mesh; ///< The only mesh of the document in the soup, unchanged, or -1.
    bool has_other_primitives, has_errors;
    bool is_finite;
    GeometryTrouble trouble; ///< The fault of the last mesh that could not be added.
} Soup;

static void soup_clear(Soup *soup)
{
    array_free(&soup->points, &soup->reader->memory);
    array_free(&soup->triangles, &soup->reader->memory);
}

// True for points within the range of floats, which worlds use. False for NaN.
static bool is_a_place(DVec3 p)
{
    const double end = (double)FLT_MAX;
    return absolute64(p.x) <= end && absolute64(p.y) <= end && absolute64(p.z) <= end;
}

static void soup_add(Soup *soup, const MeshData *data, const Affine *place)
{
    SceneReader *reader = soup->reader;
    const size_t first = soup->points.count / 3;
    const size_t point_end = soup->points.count + data->point_count * 3;
    const size_t triangle_end = soup->triangles.count + data->triangle_count * 3;
    if (!tum_reader_expand(reader, data->point_count + data->triangle_count) ||
        !array_reserve(&soup->points, point_end, &reader->memory) ||
        !array_reserve(&soup->triangles, triangle_end, &reader->memory)) {
        return;
    }
    for (size_t i = 0; i < data->point_count; ++i) {
        const double *p = &data->points[i * 3];
        const DVec3 moved = affine_transform(place, dvec3(p[0], p[1], p[2]));
        double *slot = &soup->points.items[soup->points.count + i * 3];
        slot[0] = moved.x;
        slot[1] = moved.y;
        slot[2] = moved.z;
        soup->is_finite = soup->is_finite && is_a_place(moved);
    }
    // A mirror turns triangles inside out; exchanging two corners reverses their winding.
    const size_t flip = dmat3_determinant(place->linear) < 0.0 ? 1 : 0;
    for (size_t i = 0; i < data->triangle_count; ++i) {
        const uint32_t *corners = &data->triangles[i * 3];
        uint32_t *slot = &soup->triangles.items[soup->triangles.count + i * 3];
        slot[0] = (uint32_t)first + corners[0];
        slot[1 + flip] = (uint32_t)first + corners[1];
        slot[2 - flip] = (uint32_t)first + corners[2];
    }
    soup->points.count = point_end;
    soup->triangles.count = triangle_end;
    soup->has_other_primitives |= data->skipped_primitives > 0;
}

// Keeps the points of triangles, in their order. Without triangles all points stay.
static bool soup_drop_unused_points(Soup *soup)
{
    const TumAllocator *memory = &soup->reader->memory;
    const size_t count = soup->points.count / 3;
    if (soup->triangles.count == 0 || count == 0) {
        return true;
    }
    uint32_t *new_index = tum_allocate_zeroed(memory, count, sizeof *new_index);
    if (new_index == NULL) {
        return false;
    }
    for (size_t i = 0; i < soup->triangles.count; ++i) {
        new_index[soup->triangles.items[i]] = 1;
    }
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        if (new_index[i] != 0) {
            memmove(&soup->points.items[kept * 3], &soup->points.items[i * 3], 3 * sizeof(double));
            new_index[i] = (uint32_t)kept++;
        }
    }
    for (size_t i = 0; i < soup->triangles.count; ++i) {
        soup->triangles.items[i] = new_index[soup->triangles.items[i]];
    }
    soup->points.count = kept * 3;
    tum_release(memory, new_index, count * sizeof *new_index);
    return true;
}

static size_t error_count(const SceneReader *reader)
{
    return reader->report != NULL ? tum_report_count_of(reader->report, TUM_SEVERITY_ERROR) : 0;
}

// The mesh as in the file, read on first use.
static const Geometry *read_data(SceneReader *reader, const MeshSource *source, const Cursor *at)
{
    const GeometryKey key = {.kind = GEOMETRY_DATA, .source = *source, .node = -1};
    Geometry *data = tum_geometry_cache_entry(reader->geometry, &key);
    if (data == NULL || data->is_known) {
        return data;
    }
    data->is_known = true;
    data->trouble = GEOMETRY_BROKEN;
    if (tum_required_codec_is_missing(reader, source->mesh)) {
        return data;
    }
    const size_t errors = error_count(reader);
    if (tum_mesh_read(reader->document, &data->key.source, &reader->arena, &data->data, at)) {
        data->trouble = GEOMETRY_FINE;
        data->has_errors = error_count(reader) > errors;
    } else if (!reader->out_of_memory) {
        tum_required_codec_has_failed(reader, source->mesh);
    }
    return data;
}

// The inverse of a node's world transform, for skinned points.
static bool world_inverse(const SceneReader *reader, int32_t node, Affine *from_world)
{
    const Affine world = affine_of_matrix(tum_document_node(reader->document, (size_t)node)->world);
    return affine_invert(&world, from_world);
}

// True where the mesh's points are those of its accessors.
static bool is_undeformed(const SceneReader *reader, const MeshSource *source)
{
    const Cursor meshes = tum_cursor_member(&reader->root, "meshes");
    const Cursor mesh = tum_cursor_item(&meshes, (size_t)source->mesh);
    return source->skin < 0 && source->weights == NULL && !reader_has(&mesh, "weights");
}

// @param place  from the mesh to the space of `node`.
static void soup_add_mesh(Soup *soup, const MeshSource *source, const Affine *place, int32_t node,
                          const Cursor *at)
{
    ++soup->mesh_count;
    const bool is_alone = soup->mesh_count == 1 && is_undeformed(soup->reader, source) &&
                          memcmp(place, &affine_identity, sizeof *place) == 0;
    soup->only_mesh = is_alone ? source->mesh : -1;
    const Geometry *data = read_data(soup->reader, source, at);
    Affine from_world = affine_identity;
    soup->has_errors |= data != NULL && data->has_errors;
    if (data == NULL || data->trouble != GEOMETRY_FINE) {
        soup->trouble = GEOMETRY_BROKEN;
    } else if (!data->data.is_skinned) {
        soup_add(soup, &data->data, place);
    } else if (world_inverse(soup->reader, node, &from_world)) {
        soup_add(soup, &data->data, &from_world);
    } else {
        soup->trouble = GEOMETRY_NO_SPACE;
    }
}

static GeometryTrouble soup_trouble(const Soup *soup)
{
    if (soup->mesh_count == 0) {
        return GEOMETRY_NO_MESH;
    }
    if (soup->points.count == 0) {
        return soup->trouble != GEOMETRY_FINE ? soup->trouble : GEOMETRY_EMPTY;
    }
    return soup->is_finite ? GEOMETRY_FINE : GEOMETRY_NOT_FINITE;
}

// Moves a finished soup into the scene.
static void finish_geometry(Soup *soup, Geometry *geometry)
{
    SceneReader *reader = soup->reader;
    geometry->is_known = true;
    geometry->trouble = soup_trouble(soup);
    geometry->has_triangles = soup->triangles.count > 0;
    geometry->has_other_primitives = soup->has_other_primitives;
    geometry->has_errors = soup->has_errors;
    if (geometry->trouble != GEOMETRY_FINE || !reader_is_fine(reader) ||
        !soup_drop_unused_points(soup)) {
        return;
    }
    geometry->is_flat = tum_points_are_flat(soup->points.items, soup->points.count / 3, 3);
    geometry->mesh =
        tum_scene_builder_mesh(reader->builder, soup->points.items, soup->points.count / 3,
                               soup->triangles.items, soup->triangles.count / 3);
    tum_scene_builder_mesh_source(reader->builder, geometry->mesh, soup->only_mesh);
}

// Reports points and triangles that are too few for a shape. Broken data have findings already, and
// the rest permits no conclusion (docs/dialects.md#what-every-reader-does).
static bool report_contents(const Geometry *geometry, const MeshUse *use)
{
    const bool has_surface = (use->is_hull && !use->needs_triangles) || geometry->has_triangles;
    if (geometry->has_errors) {
        return has_surface;
    }
    if (!has_surface) {
        tum_cursor_report(use->at, CODE_PHYSICS_MESH_EMPTY,
                          "No primitive has a triangle, so there is no surface.");
    } else if (!use->is_hull && geometry->has_other_primitives) {
        tum_cursor_report(use->at, CODE_PHYSICS_MESH_MODE_IGNORED,
                          "Primitives of points or lines are left out of the triangle mesh.");
    } else if (use->is_hull && geometry->is_flat) {
        tum_cursor_report(use->at, CODE_PHYSICS_CONVEX_FLAT,
                          "The hull has no volume: fewer than four points, or all in one plane.");
    }
    return has_surface;
}

// @return false when the geometry gives no shape.
static bool report_trouble(const Geometry *geometry, const MeshUse *use)
{
    switch (geometry->trouble) {
    case GEOMETRY_FINE: return report_contents(geometry, use);
    case GEOMETRY_BROKEN: break;
    case GEOMETRY_EMPTY:
        if (!geometry->has_errors) {
            tum_cursor_report(use->at, CODE_PHYSICS_MESH_EMPTY, "The mesh has no points.");
        }
        break;
    case GEOMETRY_NO_MESH:
        tum_cursor_report(use->at, CODE_PHYSICS_GEOMETRY_NODE_NO_MESH,
                          "Neither node %d nor any node below it has a mesh.",
                          (int)geometry->key.node);
        break;
    case GEOMETRY_NOT_FINITE:
        tum_cursor_report(use->at, CODE_VALUE_NOT_IN_RANGE,
                          "Transforms carry points of the mesh beyond what a float can hold.");
        break;
    case GEOMETRY_NO_SPACE:
        tum_cursor_report(use->at, CODE_PHYSICS_SCALE_ZERO,
                          "A skinned mesh cannot be brought into the space of node %d, whose "
                          "scale is zero.",
                          (int)geometry->key.node);
        break;
    }
    return false;
}

// The shape as hull or triangles, created once for each geometry.
static int32_t shape_of_geometry(SceneReader *reader, Geometry *geometry, const MeshUse *use)
{
    if (!reader_is_fine(reader) || !report_trouble(geometry, use)) {
        return -1;
    }
    int32_t *shape = &geometry->shapes[use->is_hull ? 1 : 0];
    if (*shape < 0 && geometry->mesh >= 0) {
        const TumShape made = {.kind = use->is_hull ? TUM_SHAPE_CONVEX : TUM_SHAPE_MESH,
                               .mesh = geometry->mesh,
                               .curve_first = -1,
                               .pointer = tum_reader_pointer(reader, use->shape)};
        *shape = tum_scene_builder_shape(reader->builder, &made);
    }
    return *shape;
}

static GeometryCache *cache_of(SceneReader *reader)
{
    if (reader->geometry == NULL) {
        reader->geometry = tum_arena_zeroed(&reader->arena, 1, sizeof *reader->geometry);
        if (reader->geometry != NULL) {
            reader->geometry->arena = &reader->arena;
        }
    }
    return reader->geometry;
}

static Geometry *geometry_entry(SceneReader *reader, const GeometryKey *key)
{
    GeometryCache *cache = cache_of(reader);
    return cache != NULL ? tum_geometry_cache_entry(cache, key) : NULL;
}

int32_t tum_shape_of_mesh(SceneReader *reader, const MeshSource *source, int32_t node,
                          const MeshUse *use)
{
    const GeometryKey key = {
        .kind = GEOMETRY_MESH, .source = *source, .node = source->skin >= 0 ? node : -1};
    Geometry *geometry = geometry_entry(reader, &key);
    if (geometry == NULL) {
        return -1;
    }
    if (!geometry->is_known) {
        Soup soup = {.reader = reader, .is_finite = true};
        soup_add_mesh(&soup, source, &affine_identity, node, use->at);
        finish_geometry(&soup, geometry);
        soup_clear(&soup);
    }
    return shape_of_geometry(reader, geometry, use);
}

bool tum_read_weights(SceneReader *reader, const Cursor *object, MeshSource *source)
{
    const Cursor array = tum_cursor_array(object, "weights");
    const size_t count = tum_cursor_count(&array);
    if (!tum_cursor_exists(&array) || !tum_reader_expand(reader, count)) {
        return false;
    }
    double *weights = tum_arena_zeroed(&reader->arena, count, sizeof *weights);
    for (size_t i = 0; weights != NULL && i < count; ++i) {
        const Cursor item = tum_cursor_item(&array, i);
        if (!tum_cursor_number_here(&item, &weights[i])) {
            return false;
        }
    }
    source->weights = weights;
    source->weight_count = weights != NULL ? count : 0;
    return weights != NULL;
}

void tum_mesh_source_take_weights(SceneReader *reader, int32_t node, MeshSource *source)
{
    const Cursor at = tum_cursor_item(&reader->nodes, (size_t)node);
    tum_read_weights(reader, &at, source);
}

// [points] Cost of visiting a node.
enum { VISIT_COST = 16 };

// A step in the traversal of a subtree.
typedef struct Visit {
    int32_t node;
    size_t next_child;
    Affine root_from_node;
} Visit;

static void soup_add_node(Soup *soup, const Visit *visit, int32_t root, const Cursor *at)
{
    SceneReader *reader = soup->reader;
    const DocumentNode *node = tum_document_node(reader->document, (size_t)visit->node);
    if (node->mesh < 0) {
        return;
    }
    MeshSource source = {.mesh = node->mesh, .skin = node->skin};
    tum_mesh_source_take_weights(reader, visit->node, &source);
    soup_add_mesh(soup, &source, &visit->root_from_node, root, at);
}

// The traversal is depth first, children in order. The product of local transforms is
// inverse(world(root)) * world(m), also where a root of scale zero has no inverse.
static void soup_add_subtree(Soup *soup, int32_t root, const Cursor *at)
{
    SceneReader *reader = soup->reader;
    const TumDocument *document = reader->document;
    ARRAY(Visit) path = {0};
    Visit next = {.node = root, .root_from_node = affine_identity};
    do {
        Visit *visit = array_push(&path, &reader->memory);
        if (visit == NULL || !tum_reader_expand(reader, VISIT_COST)) {
            break;
        }
        *visit = next;
        soup_add_node(soup, visit, root, at);
        while (path.count > 0) {
            visit = &path.items[path.count - 1];
            if (visit->next_child < tum_document_child_count(document, visit->node)) {
                break;
            }
            --path.count;
        }
        if (path.count > 0) {
            const int32_t child = tum_document_child(document, visit->node, visit->next_child++);
            const Affine local =
                affine_of_matrix(tum_document_node(document, (size_t)child)->local->matrix);
            next = (Visit){.node = child,
                           .root_from_node = affine_multiply(&visit->root_from_node, &local)};
        }
    } while (path.count > 0 && reader_is_fine(reader));
    array_free(&path, &reader->memory);
}

int32_t tum_shape_of_subtree(SceneReader *reader, int32_t node, const MeshUse *use)
{
    const GeometryKey key = {
        .kind = GEOMETRY_SUBTREE, .source = {.mesh = -1, .skin = -1}, .node = node};
    Geometry *geometry = geometry_entry(reader, &key);
    if (geometry == NULL) {
        return -1;
    }
    if (!geometry->is_known) {
        Soup soup = {.reader = reader, .is_finite = true};
        soup_add_subtree(&soup, node, use->at);
        finish_geometry(&soup, geometry);
        soup_clear(&soup);
    }
    return shape_of_geometry(reader, geometry, use);
}
