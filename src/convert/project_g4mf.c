// SPDX-License-Identifier: MIT
// project_g4mf.c: G4MF of more than three dimensions as G4MF of three: components along W and later
// axes are dropped from positions, sizes, bases and bivectors
// (docs/dialects.md#from-one-to-another).
#include "tumble/dialect.h"

#include <string.h>

#include "base/assert.h"
#include "base/sort.h"
#include "document/edit.h"
#include "document/edit_data.h"
#include "document/g4mf_accessor.h"
#include "document/g4mf_buffer.h"
#include "document/g4mf_mesh.h"
#include "document/g4mf_node.h"
#include "geometry/polar3.h"
#include "math/scalar.h"

enum {
    KEPT = 3,          ///< Axes, and planes between them.
    KEPT_ROTOR = 4,    ///< Scalar, XY, XZ, YZ.
    NUMBERS_MOST = 16, ///< Largest vector or rotor that is read.
    FACES = 4          ///< Faces of a tetrahedron.
};

// [1] Least determinant of a projected rotation; with a smaller one, an axis has left the space.
#define FLAT 1e-6

typedef struct Projection {
    const TumDocument *source;
    TumDocument *document; ///< The result.
    TumReport *report;
    Arena arena;
    TumStatus status; ///< The first failure.
    int dimension;    ///< Dimension of the source.
    int32_t *meshes;  ///< [meshes of the source] Index in the result, or -1.
} Projection;

static bool is_fine(const Projection *projection)
{
    return projection->status == TUM_OK;
}

static void note(Projection *projection, TumStatus status)
{
    projection->status = is_fine(projection) ? status : projection->status;
}

// Places in the result; edits look them up again.
static Cursor member_place(const Cursor *object, const char *key)
{
    return (Cursor){.document = object->document, .parent = object, .key = key};
}

static Cursor item_place(const Cursor *array, size_t index)
{
    return (Cursor){.document = array->document, .parent = array, .index = index};
}

static void tell(Projection *projection, const Cursor *at, const char *text)
{
    char pointer[512];
    tum_cursor_pointer(at, pointer, sizeof pointer);
    tum_report_add(projection->report, CODE_A_PROJECT, projection->source->name, pointer, "%s",
                   text);
}

static void keep(Projection *projection, const Cursor *from, const Cursor *to, const char *key)
{
    const Cursor member = tum_cursor_member(from, key);
    if (tum_cursor_exists(&member) && is_fine(projection)) {
        note(projection, tum_edit_set_copy(projection->document, to, key, &member));
    }
}

// Numbers of an array. @return their number, at most NUMBERS_MOST.
static size_t numbers_of(const Cursor *array, double numbers[NUMBERS_MOST])
{
    const size_t count =
        tum_cursor_count(array) < NUMBERS_MOST ? tum_cursor_count(array) : (size_t)NUMBERS_MOST;
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_item(array, i);
        numbers[i] = 0.0;
        tum_cursor_number_here(&item, &numbers[i]);
    }
    return count;
}

// Writes the first numbers of a vector. Dropped numbers other than zero are reported.
static void cut(Projection *projection, const Cursor *from, const Cursor *to, const char *key,
                size_t kept)
{
    const Cursor member = tum_cursor_member(from, key);
    double numbers[NUMBERS_MOST];
    const size_t count = numbers_of(&member, numbers);
    if (count <= kept || !is_fine(projection)) {
        return;
    }
    bool is_lossy = false;
    for (size_t i = kept; i < count; ++i) {
        is_lossy = is_lossy || numbers[i] != 0.0;
    }
    if (is_lossy) {
        tell(projection, &member, "What lies along W and beyond is left out.");
    }
    note(projection, tum_edit_set_numbers(projection->document, to, key, numbers, kept));
}

// The rotation of three dimensions nearest to a projected one.
static bool nearest_rotor(const Projection *projection, const Cursor *from, const char *key,
                          double rotor[KEPT_ROTOR])
{
    double m[16], determinant;
    DMat3 rotation;
    if (projection->dimension != 4 || !tum_g4mf_rotor4(from, key, m)) {
        return false;
    }
    const DMat3 left = {{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}};
    determinant = dvec3_dot(dvec3_cross(left.x, left.y), left.z);
    if (!(determinant > FLAT) || !tum_polar3(left, &rotation)) {
        return false;
    }
    const DQuat q = dquat_from_matrix(rotation);
    memcpy(rotor, (double[KEPT_ROTOR]){q.w, q.z, 0.0 - q.y, q.x}, KEPT_ROTOR * sizeof *rotor);
    return true;
}

static void cut_rotor(Projection *projection, const Cursor *from, const Cursor *to, const char *key)
{
    const Cursor member = tum_cursor_member(from, key);
    double rotor[NUMBERS_MOST];
    const size_t count = numbers_of(&member, rotor);
    bool leaves_space = false;
    for (size_t i = KEPT_ROTOR; i < count; ++i) {
        leaves_space = leaves_space || rotor[i] != 0.0;
    }
    if (count <= KEPT_ROTOR || !is_fine(projection)) {
        return;
    }
    if (leaves_space && !nearest_rotor(projection, from, key, rotor)) {
        tell(projection, &member,
             "The rotation turns out of the three dimensions; it is left out.");
        tum_edit_remove(projection->document, to, key);
        return;
    }
    if (leaves_space) {
        tell(projection, &member, "The rotation became the nearest one of three dimensions.");
    }
    note(projection, tum_edit_set_numbers(projection->document, to, key, rotor, KEPT_ROTOR));
}

// Nodes.

static void cut_basis(Projection *projection, const Cursor *from, const Cursor *to)
{
    const Cursor member = tum_cursor_member(from, "basis");
    const size_t n = (size_t)projection->dimension;
    double kept[KEPT * KEPT];
    if (tum_cursor_count(&member) != n * n || !is_fine(projection)) {
        return;
    }
    for (size_t i = 0; i < KEPT * KEPT; ++i) {
        const Cursor item = tum_cursor_item(&member, n * (i / KEPT) + i % KEPT);
        kept[i] = 0.0;
        tum_cursor_number_here(&item, &kept[i]);
    }
    const DVec3 x = {kept[0], kept[1], kept[2]}, y = {kept[3], kept[4], kept[5]};
    const DVec3 z = {kept[6], kept[7], kept[8]};
    const double size = dvec3_length(x) * dvec3_length(y) * dvec3_length(z);
    if (absolute64(dvec3_dot(dvec3_cross(x, y), z)) > FLAT * size) {
        tell(projection, &member, "What lies along W and beyond is left out.");
        note(projection,
             tum_edit_set_numbers(projection->document, to, "basis", kept, KEPT * KEPT));
    } else {
        tell(projection, &member, "The basis is flat in three dimensions; it is left out.");
        tum_edit_remove(projection->document, to, "basis");
    }
}

static void cut_mesh_index(Projection *projection, const Cursor *from, const Cursor *to)
{
    const size_t count = tum_cursor_root_count(projection->source, "meshes");
    const int32_t mesh = tum_g4mf_index(from, "mesh", count);
    if (mesh >= 0 && projection->meshes[mesh] >= 0) {
        note(projection,
             tum_edit_set_number(projection->document, to, "mesh", projection->meshes[mesh]));
    } else {
        tum_edit_remove(projection->document, to, "mesh");
    }
}

static void cut_motion(Projection *projection, const Cursor *from, const Cursor *to)
{
    cut(projection, from, to, "linearVelocity", KEPT);
    cut(projection, from, to, "angularVelocity", KEPT);
    cut(projection, from, to, "inertiaDiagonal", KEPT);
    cut_rotor(projection, from, to, "inertiaOrientation");
}

static void cut_node(Projection *projection, const Cursor *from, const Cursor *to)
{
    cut(projection, from, to, "position", KEPT);
    cut(projection, from, to, "scale", KEPT);
    cut_rotor(projection, from, to, "rotor");
    cut_basis(projection, from, to);
    const Cursor physics = tum_cursor_member(from, "physics");
    const Cursor motion = tum_cursor_member(&physics, "motion");
    if (tum_cursor_exists(&motion)) {
        const Cursor to_physics = member_place(to, "physics");
        const Cursor to_motion = member_place(&to_physics, "motion");
        cut_motion(projection, &motion, &to_motion);
    }
    const Cursor instance = tum_cursor_member(from, "meshInstance");
    if (tum_cursor_exists(&instance)) {
        const Cursor to_instance = member_place(to, "meshInstance");
        cut_mesh_index(projection, &instance, &to_instance);
    }
}

// Meshes.

/// A triangle; its corners in ascending order are the first member.
typedef struct Face {
    uint32_t sorted[3], corners[3];
} Face;

static int compare_faces(const void *a, const void *b)
{
    const uint32_t *p = ((const Face *)a)->sorted, *q = ((const Face *)b)->sorted;
    for (int i = 0; i < 3; ++i) {
        if (p[i] != q[i]) {
            return p[i] < q[i] ? -1 : 1;
        }
    }
    return 0;
}

static Face face_of(const uint32_t *tetrahedron, int left_out)
{
    Face face;
    int count = 0;
    for (int i = 0; i < FACES; ++i) {
        if (i != left_out) {
            face.corners[count++] = tetrahedron[i];
        }
    }
    const uint32_t *c = face.corners;
    const uint32_t low = c[0] < c[1] ? c[0] : c[1], high = c[0] < c[1] ? c[1] : c[0];
    face.sorted[0] = c[2] < low ? c[2] : low;
    face.sorted[2] = c[2] > high ? c[2] : high;
    face.sorted[1] = c[2] < low ? low : c[2] > high ? high : c[2];
    return face;
}

// The triangles of all tetrahedra without repetition: two tetrahedra share each.
static uint32_t *faces_of(Projection *projection, const G4mfMeshData *mesh, size_t *count)
{
    const size_t face_count = FACES * mesh->cell_count;
    Face *faces = tum_arena_zeroed(&projection->arena, face_count, sizeof *faces);
    uint32_t *triangles = tum_arena_zeroed(&projection->arena, face_count, 3 * sizeof *triangles);
    *count = 0;
    if (faces == NULL || triangles == NULL) {
        note(projection, TUM_ERROR_MEMORY);
        return NULL;
    }
    for (size_t i = 0; i < face_count; ++i) {
        faces[i] = face_of(&mesh->cells[FACES * (i / FACES)], (int)(i % FACES));
    }
    tum_sort_any(faces, face_count, sizeof *faces, compare_faces);
    for (size_t i = 0; i < face_count; ++i) {
        if (i == 0 || compare_faces(&faces[i - 1], &faces[i]) != 0) {
            memcpy(&triangles[3 * (*count)++], faces[i].corners, sizeof faces[i].corners);
        }
    }
    return triangles;
}

// Keeps the material of the first surface with one.
static void keep_material(Projection *projection, const Cursor *from, int32_t mesh)
{
    const Cursor surfaces = tum_cursor_member(from, "surfaces");
    const size_t count = tum_cursor_root_count(projection->source, "materials");
    int32_t material = -1;
    for (size_t i = 0; i < tum_cursor_count(&surfaces) && material < 0; ++i) {
        const Cursor surface = tum_cursor_item(&surfaces, i);
        material = tum_g4mf_index(&surface, "material", count);
    }
    if (material >= 0 && is_fine(projection)) {
        const Cursor root = tum_cursor_root(projection->document, NULL);
        const Cursor meshes = member_place(&root, "meshes");
        const Cursor to = item_place(&meshes, (size_t)mesh);
        const Cursor to_surfaces = member_place(&to, "surfaces");
        const Cursor surface = item_place(&to_surfaces, 0);
        note(projection, tum_edit_set_number(projection->document, &surface, "material", material));
    }
}

static void project_mesh(Projection *projection, const Cursor *from, size_t index)
{
    G4mfMeshData mesh;
    projection->meshes[index] = -1;
    if (projection->dimension != 4 ||
        !tum_g4mf_mesh_read(projection->source, (int32_t)index, &projection->arena, &mesh, NULL)) {
        if (projection->dimension == 4 && mesh.is_out_of_memory) {
            note(projection, TUM_ERROR_MEMORY);
            return;
        }
        tell(projection, from, "The mesh cannot be told in three dimensions and is left out.");
        return;
    }
    size_t triangle_count = 0;
    const uint32_t *triangles = faces_of(projection, &mesh, &triangle_count);
    float *points = tum_arena_zeroed(&projection->arena, mesh.point_count, KEPT * sizeof *points);
    if (triangles == NULL || points == NULL || triangle_count == 0) {
        note(projection, triangles == NULL || points == NULL ? TUM_ERROR_MEMORY : TUM_OK);
        return;
    }
    for (size_t i = 0; i < KEPT * mesh.point_count; ++i) {
        points[i] = (float)mesh.points[4 * (i / KEPT) + i % KEPT];
    }
    const char *name = NULL;
    tum_cursor_text(from, "name", &name);
    tell(projection, from, "The mesh became all triangles of its tetrahedra, W left out.");
    if (is_fine(projection)) {
        note(projection, tum_edit_add_mesh(projection->document, name, points, mesh.point_count,
                                           triangles, triangle_count, &projection->meshes[index]));
        keep_material(projection, from, projection->meshes[index]);
    }
}

static void project_meshes(Projection *projection, const Cursor *source)
{
    const Cursor meshes = tum_cursor_member(source, "meshes");
    const size_t count = tum_cursor_count(&meshes);
    projection->meshes = tum_arena_zeroed(&projection->arena, count, sizeof *projection->meshes);
    if (projection->meshes == NULL) {
        note(projection, TUM_ERROR_MEMORY);
    }
    for (size_t i = 0; i < count && is_fine(projection); ++i) {
        const Cursor mesh = tum_cursor_item(&meshes, i);
        project_mesh(projection, &mesh, i);
    }
}

// Keeps the parts of materials without textures: names and base colors.
static void project_materials(Projection *projection, const Cursor *source)
{
    const Cursor root = tum_cursor_root(projection->document, NULL);
    const Cursor table = tum_cursor_member(source, "materials");
    const Cursor to_table = member_place(&root, "materials");
    if (tum_cursor_count(&table) > 0 && is_fine(projection)) {
        note(projection, tum_edit_set_array(projection->document, &root, "materials"));
    }
    for (size_t i = 0; i < tum_cursor_count(&table) && is_fine(projection); ++i) {
        const Cursor from = tum_cursor_item(&table, i), to = item_place(&to_table, i);
        const Cursor channel = tum_cursor_member(&from, "baseColor");
        const Cursor to_channel = member_place(&to, "baseColor");
        note(projection, tum_edit_add_object(projection->document, &to_table));
        keep(projection, &from, &to, "name");
        keep(projection, &from, &to, "extras");
        if (tum_cursor_exists(&channel) && is_fine(projection)) {
            note(projection, tum_edit_set_object(projection->document, &to, "baseColor"));
            keep(projection, &channel, &to_channel, "factor");
        }
    }
}

// Shapes.

static void cut_taper(Projection *projection, const Cursor *from, const Cursor *to)
{
    const Cursor taper = tum_cursor_member(from, "taper"), to_taper = member_place(to, "taper");
    for (size_t i = 0; i < tum_cursor_count(&taper); ++i) {
        const Cursor point = tum_cursor_item(&taper, i), to_point = item_place(&to_taper, i);
        cut(projection, &point, &to_point, "position", KEPT);
        cut(projection, &point, &to_point, "radii", KEPT);
    }
}

// Removes curves without axes; a curve with one radius is removed too, and lengthens its axis.
static void cut_curves(Projection *projection, const Cursor *from, const Cursor *to)
{
    const Cursor curves = tum_cursor_member(from, "curves");
    const Cursor to_curves = member_place(to, "curves"), size = tum_cursor_member(from, "size");
    double sizes[NUMBERS_MOST] = {0.0};
    bool is_longer = false;
    numbers_of(&size, sizes);
    for (size_t i = tum_cursor_count(&curves); i-- > 0 && is_fine(projection);) {
        const Cursor curve = tum_cursor_item(&curves, i), to_curve = item_place(&to_curves, i);
        const Cursor radii = tum_cursor_member(&curve, "radii");
        double r[NUMBERS_MOST] = {0.0};
        const bool had_more = numbers_of(&radii, r) > KEPT;
        const int left = (r[0] > 0.0 ? 1 : 0) + (r[1] > 0.0 ? 1 : 0) + (r[2] > 0.0 ? 1 : 0);
        cut(projection, &curve, &to_curve, "radii", KEPT);
        cut_taper(projection, &curve, &to_curve);
        if (had_more && left < 2 && is_fine(projection)) {
            for (int axis = 0; axis < KEPT; ++axis) {
                sizes[axis] += 2.0 * r[axis];
                is_longer = is_longer || r[axis] > 0.0;
            }
            tum_edit_remove_item(projection->document, &to_curves, i);
        }
    }
    if (is_longer && is_fine(projection)) {
        note(projection, tum_edit_set_numbers(projection->document, to, "size", sizes, KEPT));
    }
}

// Keeps the samples at the middle of W and later axes; sizes are along X, Y, Z, W …
static void cut_heights(Projection *projection, const Cursor *from, const Cursor *to)
{
    const Cursor size = tum_cursor_member(from, "size"), grid = tum_cursor_member(from, "gridSize");
    const bool has_grid = tum_cursor_exists(&grid);
    const size_t accessors = tum_cursor_root_count(projection->source, "accessors");
    G4mfAccessor heights;
    double n[NUMBERS_MOST] = {0.0};
    const size_t count = numbers_of(has_grid ? &grid : &size, n);
    const size_t first = has_grid ? 2 : 3; // The first of the dropped counts.
    const double layer = n[0] * (has_grid ? n[1] : n[2]);
    double skipped = 0.0, layers = 1.0;
    for (size_t i = first; i < count; ++i) {
        const double middle = n[i] >= 1.0 ? (double)((int64_t)clamp64(n[i], 1.0, 1e9) / 2) : 0.0;
        skipped += middle * layers;
        layers *= n[i];
    }
    const int32_t accessor = tum_g4mf_index(from, "heights", accessors);
    const bool is_open =
        accessor >= 0 && tum_g4mf_accessor_open(projection->source, accessor, &heights, NULL);
    const double total = is_open ? (double)heights.count * (double)heights.width : 0.0;
    if (!is_open || !(layer >= 1.0) || !(layer * (skipped + 1.0) <= total)) {
        tum_edit_remove(projection->document, to, "heights"); // invalid before, too
        return;
    }
    const size_t kept = (size_t)layer, begin = (size_t)(layer * skipped);
    float *samples = tum_arena_zeroed(&projection->arena, kept, sizeof *samples);
    int32_t index = -1;
    if (samples == NULL) {
        note(projection, TUM_ERROR_MEMORY);
        return;
    }
    for (size_t i = 0; i < kept; ++i) {
        samples[i] = (float)tum_g4mf_accessor_number(&heights, begin + i);
    }
    tell(projection, from, "Of the heights those in the middle along W and beyond are kept.");
    note(projection, tum_edit_add_floats(projection->document, samples, kept, 1, &index));
    if (is_fine(projection)) {
        note(projection, tum_edit_set_number(projection->document, to, "heights", index));
    }
}

static void cut_shape(Projection *projection, const Cursor *from, const Cursor *to)
{
    const char *type = "general";
    tum_cursor_text(from, "type", &type);
    if (strcmp(type, "heightmap") == 0) {
        cut_heights(projection, from, to);
        cut(projection, from, to, "gridSize", 2);
        cut(projection, from, to, "gridSpacing", 2);
    }
    cut(projection, from, to, "size", KEPT);
    cut_curves(projection, from, to);
    const Cursor mesh = tum_cursor_member(from, "mesh");
    if (tum_cursor_exists(&mesh)) {
        cut_mesh_index(projection, from, to);
    }
}

// Copies a table of the source and projects each of its items.
static void project_table(Projection *projection, const Cursor *source, const char *key,
                          void (*cut_item)(Projection *projection, const Cursor *from,
                                           const Cursor *to))
{
    const Cursor root = tum_cursor_root(projection->document, NULL);
    const Cursor table = tum_cursor_member(source, key);
    if (!tum_cursor_exists(&table) || !is_fine(projection)) {
        return;
    }
    note(projection, tum_edit_set_copy(projection->document, &root, key, &table));
    const Cursor copy = member_place(&root, key);
    for (size_t i = 0; i < tum_cursor_count(&table) && is_fine(projection); ++i) {
        const Cursor from = tum_cursor_item(&table, i);
        const Cursor to = item_place(&copy, i);
        cut_item(projection, &from, &to);
    }
}

TumStatus tum_document_project(const TumDocument *document, TumDocument **projected,
                               TumReport *report)
{
    if (!TUM_REQUIRE(document != NULL && projected != NULL)) {
        return TUM_ERROR_ARGUMENT;
    }
    *projected = NULL;
    Projection projection = {
        .source = document, .report = report, .dimension = tum_document_dimension(document)};
    if (projection.dimension < KEPT) {
        tum_report_add(report, CODE_UNSUPPORTED_DIMENSION, tum_document_name(document), "",
                       "A document of %d dimensions has none to leave out.", projection.dimension);
        return TUM_ERROR_UNSUPPORTED;
    }
    const Cursor source = tum_cursor_root(document, NULL);
    tum_arena_init(&projection.arena, tum_document_allocator(document));
    note(&projection, tum_edit_create(document, TUM_FORMAT_G4MF, &projection.document));
    if (is_fine(&projection)) {
        project_materials(&projection, &source);
        project_meshes(&projection, &source);
        project_table(&projection, &source, "shapes", cut_shape);
        project_table(&projection, &source, "nodes", cut_node);
    }
    if (is_fine(&projection)) {
        note(&projection, tum_edit_settle_nodes(projection.document, report));
    }
    tum_arena_clear(&projection.arena);
    if (!is_fine(&projection)) {
        tum_document_destroy(projection.document);
        return projection.status;
    }
    *projected = projection.document;
    return TUM_OK;
}
