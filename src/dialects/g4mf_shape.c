// SPDX-License-Identifier: MIT
// g4mf_shape.c: shapes of G4MF (docs/formats.md#g4mf).
#include "dialects/g4mf_reader.h"

#include <string.h>

#include "dialects/g4mf_taper.h"
#include "document/g4mf_accessor.h"
#include "document/g4mf_buffer.h"
#include "document/g4mf_mesh.h"
#include "geometry/flat.h"
#include "geometry/general.h"
#include "math/scalar.h"

enum { SHAPE_UNREAD = -2, MESH_UNREAD = -2, AXIS_Y = 1 };

// Sizes and radii that differ by less than this share count as equal.
#define SAME 1e-6

void tum_g4mf_shapes_open(G4mfShapes *table, SceneReader *reader)
{
    *table = (G4mfShapes){.dimension = tum_document_dimension(reader->document)};
    tum_root_table_open(&table->root, reader, NULL, "shapes");
    tum_root_table_open(&table->meshes, reader, NULL, "meshes");
    tum_root_table_open(&table->accessors, reader, NULL, "accessors");
    Arena *arena = &reader->arena;
    table->shapes = tum_arena_zeroed(arena, table->root.count, sizeof *table->shapes);
    table->is_ray = tum_arena_zeroed(arena, table->root.count, sizeof *table->is_ray);
    table->is_heightmap = tum_arena_zeroed(arena, table->root.count, sizeof *table->is_heightmap);
    table->known = tum_arena_zeroed(arena, table->meshes.count, sizeof *table->known);
    if (!reader_is_fine(reader)) {
        return;
    }
    for (size_t i = 0; i < table->root.count; ++i) {
        table->shapes[i] = SHAPE_UNREAD;
    }
    for (size_t i = 0; i < table->meshes.count; ++i) {
        table->known[i].scene = MESH_UNREAD;
    }
}

// General shapes.

static int radius_count(const TumCurve *curve)
{
    int count = 0;
    for (int i = 0; i < 4; ++i) {
        count += curve->radii[i] > 0.0 ? 1 : 0;
    }
    return count;
}

static bool share_axis(const TumCurve *a, const TumCurve *b)
{
    for (int i = 0; i < 4; ++i) {
        if (a->radii[i] > 0.0 && b->radii[i] > 0.0) {
            return true;
        }
    }
    return false;
}

/// A general shape as in the file.
typedef struct General {
    TumShape shape;
    TumCurve *curves; ///< [count]
    Taper *tapers;    ///< [count] The taper of the curve with the same index.
    size_t count;
    bool has_taper;
    bool is_faulty; ///< A length is negative or not finite.
} General;

static bool read_curves(SceneReader *reader, const G4mfShapes *table, const Cursor *item,
                        General *general)
{
    const Cursor curves = tum_cursor_array(item, "curves");
    const size_t count = tum_cursor_count(&curves);
    general->curves = tum_arena_zeroed(&reader->arena, count, sizeof *general->curves);
    general->tapers = tum_arena_zeroed(&reader->arena, count, sizeof *general->tapers);
    if (general->curves == NULL || general->tapers == NULL) {
        return false;
    }
    for (size_t c = 0; c < count; ++c) {
        const Cursor at = tum_cursor_object_at(&curves, c);
        TumCurve *curve = &general->curves[general->count];
        Taper *taper = &general->tapers[general->count];
        *curve = (TumCurve){.exponent = 2.0};
        *taper = (Taper){0};
        if (!tum_cursor_exists(&at)) {
            continue;
        }
        const bool is_right = tum_read_lengths(&at, "radii", table->dimension, curve->radii);
        general->is_faulty |= !is_right;
        curve->exponent = tum_curve_exponent(&at);
        tum_taper_read(reader, &at, table->dimension, taper);
        if (taper->count == 0 && radius_count(curve) < 2) {
            if (is_right) {
                tum_cursor_report(&at, CODE_PHYSICS_CURVE_UNDEFINED,
                                  "A curve needs two positive radii; this one has %d.",
                                  radius_count(curve));
            }
            if (radius_count(curve) == 0) {
                continue;
            }
        }
        for (size_t earlier = 0; earlier < general->count; ++earlier) {
            if (share_axis(curve, &general->curves[earlier])) {
                tum_cursor_report(&at, CODE_PHYSICS_CURVES_OVERLAP,
                                  "The curve shares an axis with an earlier one: their cylinders "
                                  "are intersected.");
                break;
            }
        }
        general->has_taper = general->has_taper || taper->count > 0;
        ++general->count;
    }
    return true;
}

static bool are_same(double a, double b)
{
    return absolute64(a - b) <= SAME * maximum64(absolute64(a), absolute64(b));
}

// The only axis with a size; -1 for none, -2 for several.
static int sized_axis(const TumShape *shape, int dimension)
{
    int axis = -1;
    for (int i = 0; i < dimension; ++i) {
        if (shape->size[i] > 0.0) {
            axis = axis == -1 ? i : -2;
        }
    }
    return axis;
}

// True where all radii except Y's are equal and positive.
static bool is_round_about_y(const double radii[4], int dimension)
{
    bool is_round = radii[0] > 0.0;
    for (int i = 2; i < dimension; ++i) {
        is_round = is_round && are_same(radii[i], radii[0]);
    }
    return is_round;
}

// Recognizes kinds with a name of their own, about the usual axis.
static void recognize(General *general, int dimension)
{
    TumShape *shape = &general->shape;
    const int axis = sized_axis(shape, dimension);
    if (general->count == 0) {
        shape->kind = TUM_SHAPE_BOX;
        return;
    }
    const TumCurve *curve = &general->curves[0];
    if (general->count > 1 || curve->exponent != 2.0 ||
        !is_round_about_y(curve->radii, dimension) || (axis != -1 && axis != AXIS_Y)) {
        return;
    }
    const double r = curve->radii[0];
    if (are_same(curve->radii[AXIS_Y], r)) {
        shape->kind = axis == -1 ? TUM_SHAPE_SPHERE : TUM_SHAPE_CAPSULE;
    } else if (curve->radii[AXIS_Y] == 0.0 && axis == AXIS_Y) {
        shape->kind = TUM_SHAPE_CYLINDER;
    } else {
        return;
    }
    shape->radius = r;
    shape->radius_bottom = shape->radius_top = r;
    shape->height = shape->size[AXIS_Y];
    memset(shape->size, 0, sizeof shape->size);
}

static void check_extent(const Cursor *item, const General *general, int dimension)
{
    if (general->is_faulty) {
        return; // a finding is filed already
    }
    for (int i = 0; i < dimension; ++i) {
        bool has_extent = general->shape.size[i] > 0.0;
        for (size_t c = 0; c < general->count; ++c) {
            has_extent = has_extent || general->curves[c].radii[i] > 0.0;
        }
        if (!has_extent) {
            tum_cursor_report(item, CODE_PHYSICS_DEGENERATE_SHAPE,
                              "The shape has no extent along %c: neither a size nor a radius.",
                              "XYZW"[i]);
            return;
        }
    }
}

static int32_t add_taper(SceneReader *reader, const G4mfShapes *table, const Cursor *item,
                         General *general)
{
    const TaperedShape tapered = {.dimension = table->dimension,
                                  .size = general->shape.size,
                                  .curves = general->curves,
                                  .tapers = general->tapers,
                                  .count = general->count};
    if (tum_taper_recognize(&tapered, &general->shape)) {
        return tum_scene_builder_shape(reader->builder, &general->shape);
    }
    double *points;
    size_t count;
    if (!tum_taper_points(reader, &tapered, item, &points, &count)) {
        return -1;
    }
    TumShape hull = {.kind = TUM_SHAPE_CONVEX,
                     .mesh = tum_scene_builder_mesh(reader->builder, points, count, NULL, 0),
                     .pointer = general->shape.pointer};
    if (table->dimension == 4) {
        tum_taper_is_frustum(&tapered, &hull);
    }
    return tum_scene_builder_shape(reader->builder, &hull);
}

static int32_t read_general(SceneReader *reader, const G4mfShapes *table, const Cursor *item,
                            const char *pointer)
{
    General general = {.shape = {.kind = TUM_SHAPE_GENERAL, .mesh = -1, .pointer = pointer}};
    general.is_faulty = !tum_read_lengths(item, "size", table->dimension, general.shape.size);
    if (!read_curves(reader, table, item, &general)) {
        return -1;
    }
    if (general.has_taper) {
        return add_taper(reader, table, item, &general);
    }
    check_extent(item, &general, table->dimension);
    recognize(&general, table->dimension);
    return tum_scene_builder_general(reader->builder, &general.shape, general.curves,
                                     general.shape.kind == TUM_SHAPE_GENERAL ? general.count : 0);
}

// Meshes.

static const G4mfMesh *scene_mesh(SceneReader *reader, G4mfShapes *table, int32_t index)
{
    G4mfMesh *known = &table->known[index];
    if (known->scene != MESH_UNREAD) {
        return known;
    }
    Arena scratch;
    G4mfMeshData data;
    known->scene = -1;
    tum_arena_init(&scratch, &reader->memory);
    const bool is_read =
        tum_g4mf_mesh_read(reader->document, index, &scratch, &data, reader->report);
    known->has_errors = data.has_errors;
    if (is_read && tum_reader_expand(reader, data.point_count + data.cell_count)) {
        known->is_flat =
            tum_points_are_flat(data.points, data.point_count, (size_t)table->dimension);
        known->has_cells = data.cell_count > 0;
        known->scene = tum_scene_builder_mesh(reader->builder, data.points, data.point_count,
                                              data.cells, data.cell_count);
        if (!data.has_errors) {
            tum_scene_builder_mesh_source(reader->builder, known->scene, index);
        }
    }
    tum_arena_clear(&scratch);
    return known;
}

// The rest of broken data permits no conclusion about the whole
// (docs/dialects.md#what-every-reader-does).
static bool check_contents(const G4mfMesh *mesh, const Cursor *at, bool is_hull)
{
    const bool has_content = mesh->scene >= 0 && (is_hull || mesh->has_cells);
    if (mesh->has_errors) {
        return has_content;
    }
    if (!has_content) {
        tum_cursor_report(at, CODE_PHYSICS_MESH_EMPTY,
                          is_hull ? "The mesh has no vertices to make a hull of."
                                  : "The mesh has no simplexes, so there is no surface.");
    } else if (is_hull && mesh->is_flat) {
        tum_cursor_report(at, CODE_PHYSICS_CONVEX_FLAT,
                          "The hull has no volume: too few points, or all in one hyperplane.");
    }
    return has_content;
}

static int32_t read_mesh(SceneReader *reader, G4mfShapes *table, const Cursor *item, bool is_hull,
                         const char *pointer)
{
    if (!tum_read_required(item, "mesh")) {
        return -1;
    }
    const Cursor at = tum_cursor_member(item, "mesh");
    const int32_t index = tum_g4mf_index(item, "mesh", table->meshes.count);
    const G4mfMesh *mesh = index >= 0 ? scene_mesh(reader, table, index) : NULL;
    if (mesh == NULL || !check_contents(mesh, &at, is_hull)) {
        return -1;
    }
    const TumShape shape = {.kind = is_hull ? TUM_SHAPE_CONVEX : TUM_SHAPE_MESH,
                            .mesh = mesh->scene,
                            .pointer = pointer};
    return tum_scene_builder_shape(reader->builder, &shape);
}

// Heightmaps.

/// A grid of samples. The axes are X, Z and, in 4D, W.
typedef struct Grid {
    int axes;
    size_t counts[3];
    double spacing[3]; ///< [m]
    double *heights;   ///< [m] [product of the counts] X fastest.
    size_t total;
} Grid;

static const int grid_axis[3] = {0, 2, 3}; // the shape's axes

static bool read_count(const Cursor *array, size_t item, size_t *count)
{
    const Cursor at = tum_cursor_item(array, item);
    double value = 0.0;
    if (!tum_cursor_number_here(&at, &value)) {
        return false;
    }
    if (!(value >= 2.0) || !(value <= (double)INT32_MAX) || value != (double)(int32_t)value) {
        tum_cursor_report(&at, CODE_PHYSICS_HEIGHTMAP_SIZE,
                          "A grid has a whole number of samples, 2 or more, not %g.", value);
        return false;
    }
    *count = (size_t)value;
    return true;
}

// `gridSize` has the axes of the grid only; `size` those of the shape.
static bool read_counts(const Cursor *item, int dimension, Grid *grid)
{
    const Cursor sizes = tum_cursor_array(item, "gridSize");
    const bool is_grid = tum_cursor_exists(&sizes);
    const Cursor array = is_grid ? sizes : tum_cursor_array(item, "size");
    const size_t expected = (size_t)(is_grid ? grid->axes : dimension);
    if (!tum_cursor_exists(&array)) {
        tum_cursor_report_missing(item, "size");
        return false;
    }
    if (tum_cursor_count(&array) != expected) {
        tum_cursor_report(&array, CODE_ARRAY_LENGTH_NOT_IN_LIST, "%zu numbers instead of %zu.",
                          tum_cursor_count(&array), expected);
        return false;
    }
    bool is_right = true;
    for (int i = 0; i < grid->axes; ++i) {
        const size_t at = (size_t)(is_grid ? i : grid_axis[i]);
        is_right = read_count(&array, at, &grid->counts[i]) && is_right;
        grid->spacing[i] = 1.0;
    }
    if (is_grid) {
        double spacing[3];
        if (tum_read_vector(item, "gridSpacing", spacing, (size_t)grid->axes)) {
            memcpy(grid->spacing, spacing, (size_t)grid->axes * sizeof *spacing);
        }
    }
    return is_right;
}

static bool read_heights(SceneReader *reader, const G4mfShapes *table, const Cursor *item,
                         Grid *grid)
{
    G4mfAccessor accessor;
    const Cursor member = tum_cursor_member(item, "heights");
    if (!tum_read_required(item, "heights")) {
        return false;
    }
    const int32_t index = tum_g4mf_index(item, "heights", table->accessors.count);
    if (index < 0 || !tum_g4mf_accessor_open(reader->document, index, &accessor, reader->report)) {
        return false;
    }
    const size_t present = accessor.count * accessor.width;
    grid->total = 1;
    for (int i = 0; i < grid->axes; ++i) {
        // A product beyond the number of samples is too large; overflow does not matter.
        grid->total =
            grid->counts[i] > present / grid->total ? present + 1 : grid->total * grid->counts[i];
        if (grid->total > present) {
            break;
        }
    }
    if (grid->total != present) {
        tum_cursor_report(&member, CODE_PHYSICS_HEIGHTMAP_COUNT,
                          "%zu heights, where the sizes ask for another number.", present);
    }
    if (grid->total > present || !tum_reader_expand(reader, grid->total)) {
        return false;
    }
    grid->heights = tum_arena_zeroed(&reader->arena, grid->total, sizeof *grid->heights);
    for (size_t i = 0; grid->heights != NULL && i < grid->total; ++i) {
        grid->heights[i] = tum_g4mf_accessor_number(&accessor, i);
        if (!is_finite64(grid->heights[i])) {
            const Cursor at = tum_cursor_item(&table->accessors.items, (size_t)index);
            tum_cursor_report(&at, CODE_ACCESSOR_INVALID_FLOAT, "Height %zu is not finite.", i);
            return false;
        }
    }
    return grid->heights != NULL;
}

// Adds two triangles for a square, along the diagonal between its even corners, facing up.
static uint32_t *add_square(const Grid *grid, size_t x, size_t z, uint32_t *out)
{
    const uint32_t nx = (uint32_t)grid->counts[0];
    const uint32_t a = (uint32_t)x + (uint32_t)z * nx, b = a + 1, c = a + nx, d = c + 1;
    const bool is_even = (x + z) % 2 == 0;
    const uint32_t corners[6] = {
        a, c, is_even ? d : b, is_even ? a : b, is_even ? d : c, is_even ? b : d};
    memcpy(out, corners, sizeof corners);
    return out + 6;
}

// Adds a tetrahedron of corners of a cube, facing up; bit i of a corner is its place along axis i.
static uint32_t *add_tetrahedron(const uint32_t cube[8], const int corners[4], uint32_t *out)
{
    int e[3][3];
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            e[i][k] = (corners[i + 1] >> k & 1) - (corners[0] >> k & 1);
        }
    }
    const int determinant = e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
                            e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
                            e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
    out[0] = cube[corners[0]];
    out[1] = cube[corners[1]];
    out[2] = cube[corners[determinant > 0 ? 2 : 3]];
    out[3] = cube[corners[determinant > 0 ? 3 : 2]];
    return out + 4;
}

// Divides a cube into five tetrahedra: one of its even corners, one at each odd corner.
static uint32_t *add_cube(const Grid *grid, size_t x, size_t z, size_t w, uint32_t *out)
{
    const uint32_t nx = (uint32_t)grid->counts[0], nxz = nx * (uint32_t)grid->counts[1];
    uint32_t cube[8];
    int inner[4], count = 0;
    for (int i = 0; i < 8; ++i) {
        cube[i] = (uint32_t)x + (uint32_t)(i & 1) + ((uint32_t)z + (uint32_t)(i >> 1 & 1)) * nx +
                  ((uint32_t)w + (uint32_t)(i >> 2)) * nxz;
    }
    for (int i = 0; i < 8; ++i) {
        const size_t parity = x + z + w + (size_t)((i & 1) + (i >> 1 & 1) + (i >> 2));
        if (parity % 2 == 0) {
            inner[count++] = i;
        } else {
            const int outer[4] = {i, i ^ 1, i ^ 2, i ^ 4};
            out = add_tetrahedron(cube, outer, out);
        }
    }
    return add_tetrahedron(cube, inner, out);
}

static int32_t mesh_of_grid(SceneReader *reader, const Grid *grid)
{
    const size_t width = (size_t)grid->axes + 1;
    const size_t layers = grid->axes == 3 ? grid->counts[2] - 1 : 1;
    const size_t cells =
        (grid->counts[0] - 1) * (grid->counts[1] - 1) * layers * (grid->axes == 3 ? 5 : 2);
    Arena scratch;
    tum_arena_init(&scratch, &reader->memory);
    double *points = tum_arena_zeroed(&scratch, grid->total, width * sizeof *points);
    uint32_t *corners = tum_arena_zeroed(&scratch, cells, width * sizeof *corners);
    int32_t mesh = -1;
    if (points != NULL && corners != NULL) {
        for (size_t p = 0; p < grid->total; ++p) {
            size_t rest = p;
            points[width * p + AXIS_Y] = grid->heights[p];
            for (int i = 0; i < grid->axes; ++i) {
                const size_t k = rest % grid->counts[i];
                rest /= grid->counts[i];
                points[width * p + (size_t)grid_axis[i]] =
                    ((double)k - 0.5 * (double)(grid->counts[i] - 1)) * grid->spacing[i];
            }
        }
        uint32_t *out = corners;
        for (size_t w = 0; w < layers; ++w) {
            for (size_t z = 0; z + 1 < grid->counts[1]; ++z) {
                for (size_t x = 0; x + 1 < grid->counts[0]; ++x) {
                    out = grid->axes == 3 ? add_cube(grid, x, z, w, out)
                                          : add_square(grid, x, z, out);
                }
            }
        }
        mesh = tum_scene_builder_mesh(reader->builder, points, grid->total, corners, cells);
    }
    tum_arena_clear(&scratch);
    return mesh;
}

static int32_t read_heightmap(SceneReader *reader, const G4mfShapes *table, const Cursor *item,
                              const char *pointer)
{
    Grid grid = {.axes = table->dimension - 1};
    if (!read_counts(item, table->dimension, &grid) || !read_heights(reader, table, item, &grid)) {
        return -1;
    }
    const TumShape shape = {
        .kind = TUM_SHAPE_HEIGHTMAP, .mesh = mesh_of_grid(reader, &grid), .pointer = pointer};
    return tum_scene_builder_shape(reader->builder, &shape);
}

// All kinds.

static int32_t read_ray(SceneReader *reader, const Cursor *item, const char *pointer)
{
    double length = 1.0;
    const Cursor member = tum_cursor_member(item, "length");
    if (tum_cursor_number(item, "length", &length) && !(length > 0.0)) {
        tum_cursor_report(&member, CODE_VALUE_NOT_IN_RANGE, "A length of %g is not above 0.",
                          length);
        length = 1.0;
    }
    const TumShape shape = {
        .kind = TUM_SHAPE_RAY, .height = length, .mesh = -1, .pointer = pointer};
    return tum_scene_builder_shape(reader->builder, &shape);
}

static int32_t read_plane(SceneReader *reader, const char *pointer)
{
    TumShape shape = {.kind = TUM_SHAPE_PLANE, .mesh = -1, .pointer = pointer};
    for (int i = 0; i < 4; ++i) {
        shape.size[i] = i == AXIS_Y ? 0.0 : __builtin_inf();
    }
    return tum_scene_builder_shape(reader->builder, &shape);
}

static int32_t read_shape(SceneReader *reader, G4mfShapes *table, size_t index)
{
    static const char *const types[] = {"general",   "concave", "convex",
                                        "heightmap", "plane",   "ray"};
    const Cursor item = tum_cursor_object_at(&table->root.items, index);
    if (!tum_cursor_exists(&item)) {
        return -1;
    }
    const char *pointer = tum_reader_pointer(reader, &item);
    const int type = tum_read_choice(&item, "type", types, sizeof types / sizeof *types, false);
    switch (type) {
    case 1:
    case 2: return read_mesh(reader, table, &item, type == 2, pointer);
    case 3: table->is_heightmap[index] = true; return read_heightmap(reader, table, &item, pointer);
    case 4: return read_plane(reader, pointer);
    case 5: table->is_ray[index] = true; return read_ray(reader, &item, pointer);
    default: return read_general(reader, table, &item, pointer);
    }
}

int32_t tum_g4mf_shape(SceneReader *reader, G4mfShapes *table, int32_t index)
{
    if (index < 0) {
        return -1;
    }
    if (table->shapes[index] == SHAPE_UNREAD) {
        table->shapes[index] = read_shape(reader, table, (size_t)index);
    }
    return table->shapes[index];
}
