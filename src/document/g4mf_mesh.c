// SPDX-License-Identifier: MIT
// g4mf_mesh.c: the boundary of a G4MF mesh (docs/formats.md#g4mf).
//
// Cells come from `simplexes` or from `geometry`: faces are lists of edges, 4D cells lists of
// faces. Each face is walked along its edges and cut into triangles from its first corner; each 4D
// cell is cut into tetrahedra between one of its corners and the triangles of the faces without
// that corner.
#include "document/g4mf_mesh.h"

#include <string.h>

#include "base/array.h"
#include "document/g4mf_accessor.h"
#include "document/g4mf_buffer.h"
#include "math/scalar.h"

#define MOST_CELLS 16777216u // Cells of one mesh: a small list can describe many.
#define MOST_POINTS 16777216u

/// State of reading a mesh.
typedef struct Reading {
    const TumDocument *document;
    TumReport *report;
    TumAllocator allocator;
    size_t dimension;
    size_t accessor_count;
    G4mfAccessor vertices; ///< Vertices of the present surface.
    bool has_vertices;
    ARRAY(double) points; ///< Points of all surfaces.
    ARRAY(uint32_t) cells;
    ARRAY(uint32_t) edges; ///< Ends of edges of surfaces without cells: the points for hulls.
    uint32_t first_point;  ///< Index of the surface's first vertex.
    bool is_out_of_memory, has_errors;
} Reading;

#define PUSH(reading, array, value)                                                                \
    do {                                                                                           \
        void *slot_ = array_push(&(reading)->array, &(reading)->allocator);                        \
        if (slot_ == NULL) {                                                                       \
            (reading)->is_out_of_memory = true;                                                    \
        } else {                                                                                   \
            (reading)->array.items[(reading)->array.count - 1] = (value);                          \
        }                                                                                          \
    } while (0)

// Opens the accessor of a member. @return false where the member is absent or the accessor invalid.
static bool open_member(Reading *reading, const Cursor *object, const Cursor *member,
                        G4mfAccessor *accessor)
{
    if (!tum_cursor_exists(member)) {
        return false;
    }
    const int32_t index = tum_g4mf_index(object, member->key, reading->accessor_count);
    if (index < 0 || !tum_g4mf_accessor_open(reading->document, index, accessor, reading->report)) {
        reading->has_errors = true;
        return false;
    }
    return true;
}

// An accessor of integers, `width` numbers in each element.
static bool open_indices(Reading *reading, const Cursor *surface, const char *key,
                         const char *old_key, size_t width, G4mfAccessor *accessor)
{
    const Cursor member =
        old_key != NULL ? tum_g4mf_member(surface, key, old_key) : tum_cursor_member(surface, key);
    if (!open_member(reading, surface, &member, accessor)) {
        return false;
    }
    if (accessor->kind == G4MF_FLOAT || accessor->width != width) {
        tum_cursor_report(&member, CODE_MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT,
                          "Accessor %d does not hold integers, %zu to an element.",
                          (int)accessor->index, width);
        reading->has_errors = true;
        return false;
    }
    return true;
}

// Appends the vertices of a mesh, or of a surface of an older file.
static void read_vertices(Reading *reading, const Cursor *owner)
{
    const Cursor member = tum_cursor_member(owner, "vertices");
    reading->has_vertices = false;
    if (!open_member(reading, owner, &member, &reading->vertices)) {
        return;
    }
    const G4mfAccessor *vertices = &reading->vertices;
    const size_t numbers = vertices->count * vertices->width;
    if (vertices->kind != G4MF_FLOAT || vertices->width != reading->dimension) {
        tum_cursor_report(&member, CODE_MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT,
                          "Accessor %d does not hold floats, %zu to an element.",
                          (int)vertices->index, reading->dimension);
        reading->has_errors = true;
        return;
    }
    // A list of vertices is limited by the file's bytes, but many surfaces may name the same list.
    const size_t known = reading->points.count / reading->dimension;
    if (vertices->count >= UINT32_MAX - known || (known > 0 && known > MOST_POINTS)) {
        tum_cursor_report(&member, CODE_VALUE_NOT_IN_RANGE, "More than %u vertices.", MOST_POINTS);
        reading->has_errors = true;
        return;
    }
    if (!array_reserve(&reading->points, reading->points.count + numbers, &reading->allocator)) {
        reading->is_out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < numbers; ++i) {
        const double number = tum_g4mf_accessor_number(vertices, i);
        reading->points.items[reading->points.count + i] = number;
        if (!is_finite64(number)) {
            const Cursor root = tum_cursor_root(reading->document, reading->report);
            const Cursor accessors = tum_cursor_member(&root, "accessors");
            const Cursor at = tum_cursor_item(&accessors, (size_t)vertices->index);
            tum_cursor_report(&at, CODE_ACCESSOR_INVALID_FLOAT, "Vertex %zu is not finite.",
                              i / reading->dimension);
            reading->has_errors = true;
            return;
        }
    }
    reading->first_point = (uint32_t)(reading->points.count / reading->dimension);
    reading->points.count += numbers;
    reading->has_vertices = true;
}

static void report_index(Reading *reading, const Cursor *at, uint32_t index)
{
    tum_cursor_report(at, CODE_ACCESSOR_INDEX_OOB,
                      "Index %u of %zu vertices; what uses it is left out.", (unsigned)index,
                      reading->vertices.count);
    reading->has_errors = true;
}

static void add_cell(Reading *reading, const uint32_t *corners)
{
    for (size_t i = 0; i < reading->dimension; ++i) {
        for (size_t k = 0; k < i; ++k) {
            if (corners[i] == corners[k]) {
                return; // a repeated corner: the cell has no extent
            }
        }
    }
    if (reading->cells.count / reading->dimension >= MOST_CELLS) {
        reading->has_errors = true;
        return;
    }
    for (size_t i = 0; i < reading->dimension; ++i) {
        PUSH(reading, cells, reading->first_point + corners[i]);
    }
}

// @return false where the surface has no simplexes.
static bool read_simplexes(Reading *reading, const Cursor *surface)
{
    G4mfAccessor accessor;
    if (!open_indices(reading, surface, "simplexes", "cells", reading->dimension, &accessor)) {
        return false;
    }
    const Cursor newer = tum_cursor_member(surface, "simplexes");
    const Cursor at = tum_cursor_exists(&newer) ? newer : tum_cursor_member(surface, "cells");
    bool is_reported = false;
    for (size_t i = 0; i < accessor.count && !reading->is_out_of_memory; ++i) {
        uint32_t corners[4];
        bool is_right = true;
        for (size_t k = 0; k < reading->dimension; ++k) {
            corners[k] = tum_g4mf_accessor_index(&accessor, i * reading->dimension + k);
            if (corners[k] >= reading->vertices.count) {
                is_right = false;
                if (!is_reported) {
                    report_index(reading, &at, corners[k]); // Reported once: there may be a
                                                            // million.
                }
                is_reported = true;
            }
        }
        if (is_right) {
            add_cell(reading, corners);
        }
    }
    return accessor.count > 0;
}

// Lists with counts.

/// "4 0 1 2 3 3 4 5 6": the lists {0 1 2 3} and {4 5 6}.
typedef struct Lists {
    uint32_t *first; ///< [count + 1] into items.
    uint32_t *items;
    size_t count;
} Lists;

static bool read_lists(Reading *reading, const Cursor *geometry, size_t index, Arena *scratch,
                       Lists *lists)
{
    G4mfAccessor accessor;
    const int32_t number = tum_cursor_index_at(geometry, index, reading->accessor_count);
    *lists = (Lists){0};
    if (number < 0 ||
        !tum_g4mf_accessor_open(reading->document, number, &accessor, reading->report) ||
        accessor.kind == G4MF_FLOAT || accessor.width != 1) {
        reading->has_errors = true;
        return false;
    }
    lists->first = tum_arena_zeroed(scratch, accessor.count + 1, sizeof *lists->first);
    lists->items = tum_arena_zeroed(scratch, accessor.count, sizeof *lists->items);
    if (lists->first == NULL || lists->items == NULL) {
        reading->is_out_of_memory = true;
        return false;
    }
    uint32_t used = 0;
    for (size_t at = 0; at < accessor.count;) {
        const uint32_t length = tum_g4mf_accessor_index(&accessor, at++);
        if (length > accessor.count - at) {
            const Cursor item = tum_cursor_item(geometry, index);
            tum_cursor_report(&item, CODE_ACCESSOR_INDEX_OOB,
                              "A list of %u numbers runs past the end of its accessor.",
                              (unsigned)length);
            reading->has_errors = true;
            break;
        }
        for (uint32_t i = 0; i < length; ++i) {
            lists->items[used++] = tum_g4mf_accessor_index(&accessor, at++);
        }
        lists->first[++lists->count] = used;
    }
    return lists->count > 0;
}

/// Edges and faces of a surface.
typedef struct Faces {
    G4mfAccessor edges;
    Lists lists;       ///< Lists of edges.
    uint32_t *corners; ///< The corners of face f begin at lists.first[f]; as many as lists.items.
    uint32_t *length;  ///< [lists.count] 0 where the edges close no loop.
} Faces;

static bool edge_ends(const Reading *reading, const Faces *faces, uint32_t edge, uint32_t ends[2])
{
    if (edge >= faces->edges.count) {
        return false;
    }
    ends[0] = tum_g4mf_accessor_index(&faces->edges, 2 * (size_t)edge);
    ends[1] = tum_g4mf_accessor_index(&faces->edges, 2 * (size_t)edge + 1);
    return ends[0] < reading->vertices.count && ends[1] < reading->vertices.count;
}

// Walks the edges in the order of the list: each edge shares a corner with the previous one.
static uint32_t walk_face(const Reading *reading, const Faces *faces, size_t face)
{
    const uint32_t first = faces->lists.first[face];
    const uint32_t count = faces->lists.first[face + 1] - first;
    uint32_t *corners = faces->corners + first;
    uint32_t ends[2], next[2];
    if (count < 3 || !edge_ends(reading, faces, faces->lists.items[first], ends) ||
        !edge_ends(reading, faces, faces->lists.items[first + 1], next)) {
        return 0;
    }
    const bool is_turned = ends[0] == next[0] || ends[0] == next[1];
    uint32_t at = ends[is_turned ? 0 : 1];
    const uint32_t start = ends[is_turned ? 1 : 0];
    corners[0] = start;
    for (uint32_t i = 1; i < count; ++i) {
        corners[i] = at;
        if (!edge_ends(reading, faces, faces->lists.items[first + i], next) ||
            (next[0] != at && next[1] != at)) {
            return 0;
        }
        at = next[0] == at ? next[1] : next[0];
    }
    return at == start ? count : 0;
}

static bool read_faces(Reading *reading, const Cursor *surface, const Cursor *geometry,
                       Arena *scratch, Faces *faces)
{
    if (!open_indices(reading, surface, "edges", NULL, 2, &faces->edges)) {
        const Cursor edges = tum_cursor_member(surface, "edges");
        if (!tum_cursor_exists(&edges)) {
            tum_cursor_report(geometry, CODE_UNSATISFIED_DEPENDENCY,
                              "Faces are lists of edges, and the surface has none.");
        }
        return false;
    }
    if (!read_lists(reading, geometry, 0, scratch, &faces->lists)) {
        return false;
    }
    const size_t numbers = faces->lists.first[faces->lists.count];
    faces->corners = tum_arena_zeroed(scratch, numbers, sizeof *faces->corners);
    faces->length = tum_arena_zeroed(scratch, faces->lists.count, sizeof *faces->length);
    if (faces->corners == NULL || faces->length == NULL) {
        reading->is_out_of_memory = true;
        return false;
    }
    size_t broken = 0;
    for (size_t f = 0; f < faces->lists.count; ++f) {
        faces->length[f] = walk_face(reading, faces, f);
        broken += faces->length[f] == 0 ? 1 : 0;
    }
    if (broken > 0) {
        tum_cursor_report(geometry, CODE_ACCESSOR_INDEX_OOB,
                          "The edges of %zu of %zu faces close no loop; they are left out.", broken,
                          faces->lists.count);
        reading->has_errors = true;
    }
    return true;
}

static bool has_corner(const Faces *faces, uint32_t face, uint32_t corner)
{
    const uint32_t *corners = faces->corners + faces->lists.first[face];
    for (uint32_t i = 0; i < faces->length[face]; ++i) {
        if (corners[i] == corner) {
            return true;
        }
    }
    return false;
}

// The tetrahedra from one corner of a cell to its faces.
static void add_solid(Reading *reading, const Faces *faces, const Lists *solids, size_t solid)
{
    const uint32_t *list = solids->items + solids->first[solid];
    const uint32_t count = solids->first[solid + 1] - solids->first[solid];
    uint32_t apex = UINT32_MAX;
    for (uint32_t i = 0; i < count; ++i) {
        if (list[i] >= faces->lists.count || faces->length[list[i]] == 0) {
            reading->has_errors = true;
            return;
        }
        apex = apex == UINT32_MAX ? faces->corners[faces->lists.first[list[i]]] : apex;
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (has_corner(faces, list[i], apex)) {
            continue;
        }
        const uint32_t *corners = faces->corners + faces->lists.first[list[i]];
        for (uint32_t k = 2; k < faces->length[list[i]]; ++k) {
            const uint32_t cell[4] = {apex, corners[0], corners[k - 1], corners[k]};
            add_cell(reading, cell);
        }
    }
}

static bool read_geometry(Reading *reading, const Cursor *surface)
{
    const Cursor geometry = tum_cursor_array(surface, "geometry");
    const size_t needed = reading->dimension - 2;
    const size_t before = reading->cells.count;
    if (tum_cursor_count(&geometry) < needed) {
        return false;
    }
    Arena scratch;
    tum_arena_init(&scratch, &reading->allocator);
    Faces faces = {0};
    Lists solids;
    if (!read_faces(reading, surface, &geometry, &scratch, &faces)) {
        tum_arena_clear(&scratch);
        return false;
    }
    if (reading->dimension == 3) {
        for (size_t f = 0; f < faces.lists.count; ++f) {
            const uint32_t *corners = faces.corners + faces.lists.first[f];
            for (uint32_t k = 2; k < faces.length[f]; ++k) {
                const uint32_t cell[3] = {corners[0], corners[k - 1], corners[k]};
                add_cell(reading, cell);
            }
        }
    } else if (read_lists(reading, &geometry, 1, &scratch, &solids)) {
        for (size_t s = 0; s < solids.count; ++s) {
            add_solid(reading, &faces, &solids, s);
        }
    }
    tum_arena_clear(&scratch);
    return reading->cells.count > before;
}

// A wire frame: hulls use the ends of its edges.
static void read_edges(Reading *reading, const Cursor *surface)
{
    G4mfAccessor accessor;
    Cursor quiet = *surface;
    quiet.report = NULL;
    if (!open_indices(reading, &quiet, "edges", NULL, 2, &accessor)) {
        return;
    }
    for (size_t i = 0; i < 2 * accessor.count && !reading->is_out_of_memory; ++i) {
        const uint32_t end = tum_g4mf_accessor_index(&accessor, i);
        if (end < reading->vertices.count) {
            PUSH(reading, edges, reading->first_point + end);
        }
    }
}

static void read_surface(Reading *reading, const Cursor *surface)
{
    const Cursor older = tum_cursor_member(surface, "vertices");
    if (tum_cursor_exists(&older) && !reading->has_vertices) {
        tum_cursor_report(&older, CODE_G4MF_OLD_LAYOUT,
                          "'vertices' belong to the mesh today, not to its surfaces.");
        read_vertices(reading, surface);
        if (reading->has_vertices && !read_simplexes(reading, surface) &&
            !read_geometry(reading, surface)) {
            read_edges(reading, surface);
        }
        reading->has_vertices = false;
        return;
    }
    if (reading->has_vertices && !read_simplexes(reading, surface) &&
        !read_geometry(reading, surface)) {
        read_edges(reading, surface);
    }
}

// Drops unused points and keeps the order of the others.
static bool gather(Reading *reading, Arena *arena, G4mfMeshData *data)
{
    const size_t dimension = reading->dimension;
    const size_t point_count = reading->points.count / dimension;
    const size_t cell_numbers = reading->cells.count;
    uint32_t *place = tum_allocate(&reading->allocator, point_count * sizeof *place);
    data->cells = tum_arena_zeroed(arena, cell_numbers, sizeof *data->cells);
    if ((place == NULL && point_count > 0) || data->cells == NULL) {
        tum_release(&reading->allocator, place, point_count * sizeof *place);
        data->is_out_of_memory = true;
        return false;
    }
    const uint32_t *used = cell_numbers > 0 ? reading->cells.items : reading->edges.items;
    const size_t used_count = cell_numbers > 0 ? cell_numbers : reading->edges.count;
    for (size_t i = 0; i < point_count; ++i) {
        place[i] = used_count > 0 ? 0 : 1;
    }
    for (size_t i = 0; i < used_count; ++i) {
        place[used[i]] = 1;
    }
    size_t count = 0;
    for (size_t i = 0; i < point_count; ++i) {
        count += place[i] != 0 ? 1 : 0;
    }
    data->points = tum_arena_zeroed(arena, count, dimension * sizeof *data->points);
    if (data->points != NULL) {
        for (size_t i = 0; i < point_count; ++i) {
            if (place[i] != 0) {
                memcpy(data->points + data->point_count * dimension,
                       reading->points.items + i * dimension, dimension * sizeof *data->points);
                place[i] = (uint32_t)data->point_count++;
            }
        }
        for (size_t i = 0; i < cell_numbers; ++i) {
            data->cells[i] = place[reading->cells.items[i]];
        }
        data->cell_count = cell_numbers / dimension;
    }
    data->is_out_of_memory = data->points == NULL;
    tum_release(&reading->allocator, place, point_count * sizeof *place);
    return data->points != NULL;
}

bool tum_g4mf_mesh_read(const TumDocument *document, int32_t mesh, Arena *arena, G4mfMeshData *data,
                        TumReport *report)
{
    *data = (G4mfMeshData){0};
    const Cursor root = tum_cursor_root(document, report);
    const Cursor meshes = tum_cursor_array(&root, "meshes");
    const int dimension = tum_document_dimension(document);
    if (mesh < 0 || (dimension != 3 && dimension != 4)) {
        return false;
    }
    const Cursor at = tum_cursor_object_at(&meshes, (size_t)mesh);
    const Cursor surfaces = tum_cursor_array(&at, "surfaces");
    Reading reading = {.document = document,
                       .report = report,
                       .allocator = arena->allocator,
                       .dimension = (size_t)dimension,
                       .accessor_count = tum_cursor_root_count(document, "accessors")};
    read_vertices(&reading, &at);
    for (size_t i = 0; i < tum_cursor_count(&surfaces) && !reading.is_out_of_memory; ++i) {
        const Cursor surface = tum_cursor_object_at(&surfaces, i);
        read_surface(&reading, &surface);
    }
    const bool is_read = !reading.is_out_of_memory && gather(&reading, arena, data);
    data->has_errors = reading.has_errors;
    data->is_out_of_memory |= reading.is_out_of_memory;
    array_free(&reading.points, &reading.allocator);
    array_free(&reading.cells, &reading.allocator);
    array_free(&reading.edges, &reading.allocator);
    return is_read && data->point_count > 0;
}
