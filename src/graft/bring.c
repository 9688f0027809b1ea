// SPDX-License-Identifier: MIT
// bring.c: meshes, subtrees and accessors of the source in the result.
#include <string.h>

#include "document/accessor.h"
#include "document/edit_data.h"
#include "document/node.h"
#include "document/transform.h"
#include "graft/graft_data.h"
#include "math/scalar.h"

// Meshes.

static Cursor source_mesh(Cursor *root, Cursor *meshes, int32_t mesh)
{
    *meshes = tum_cursor_member(root, "meshes");
    return tum_cursor_item(meshes, (size_t)mesh);
}

static void tell_unreadable(Graft *graft, int32_t mesh)
{
    if (!graft_is_fine(graft)) {
        return; // For lack of memory.
    }
    char pointer[48];
    Cursor root = tum_cursor_root(graft->source, NULL), meshes;
    const Cursor at = source_mesh(&root, &meshes, mesh);
    tum_cursor_pointer(&at, pointer, sizeof pointer);
    tum_report_add(graft->report, CODE_GRAFT_MESH_LOST, tum_document_name(graft->source), pointer,
                   "The mesh of a collider cannot be read, so it cannot come along.");
    graft_note(graft, TUM_ERROR_INPUT);
}

// A mesh of points alone: a hull needs no triangles.
static int32_t add_points(Graft *graft, const char *name, const float *points, size_t count)
{
    int32_t accessor = -1;
    graft_note(graft, tum_edit_add_floats(graft->document, points, count, 3, &accessor));
    graft_note(graft, tum_edit_set_array(graft->document, &graft->root, "meshes"));
    const Cursor meshes = graft_member(&graft->root, "meshes");
    if (!graft_is_fine(graft)) {
        return -1;
    }
    const size_t index = tum_edit_count(graft->document, &meshes);
    graft_note(graft, tum_edit_add_object(graft->document, &meshes));
    const Cursor mesh = graft_item(&meshes, index);
    if (name[0] != '\0') {
        graft_note(graft, tum_edit_set_text(graft->document, &mesh, "name", name));
    }
    graft_note(graft, tum_edit_set_array(graft->document, &mesh, "primitives"));
    const Cursor primitives = graft_member(&mesh, "primitives");
    graft_note(graft, tum_edit_add_object(graft->document, &primitives));
    const Cursor primitive = graft_item(&primitives, 0);
    graft_note(graft, tum_edit_set_number(graft->document, &primitive, "mode", 0.0));
    graft_note(graft, tum_edit_set_object(graft->document, &primitive, "attributes"));
    const Cursor attributes = graft_member(&primitive, "attributes");
    graft_note(graft, tum_edit_set_number(graft->document, &attributes, "POSITION", accessor));
    return graft_is_fine(graft) ? (int32_t)index : -1;
}

static int32_t add_mesh(Graft *graft, int32_t mesh, const MeshData *data)
{
    Cursor root = tum_cursor_root(graft->source, NULL), meshes;
    const Cursor at = source_mesh(&root, &meshes, mesh);
    const char *name = "";
    float *points = tum_arena_zeroed(&graft->arena, 3 * data->point_count, sizeof *points);
    if (points == NULL) {
        graft_note(graft, TUM_ERROR_MEMORY);
        return -1;
    }
    bool is_finite_mesh = data->point_count > 0;
    for (size_t i = 0; i < 3 * data->point_count; ++i) {
        points[i] = (float)data->points[i];
        is_finite_mesh = is_finite_mesh && is_finite(points[i]);
    }
    if (!is_finite_mesh) {
        tell_unreadable(graft, mesh);
        return -1;
    }
    tum_cursor_text(&at, "name", &name);
    ++graft->counts.mesh_count;
    if (data->triangle_count == 0) {
        return add_points(graft, name, points, data->point_count);
    }
    int32_t index = -1;
    graft_note(graft,
               tum_edit_add_mesh(graft->document, name[0] != '\0' ? name : NULL, points,
                                 data->point_count, data->triangles, data->triangle_count, &index));
    return graft_is_fine(graft) ? index : -1;
}

// Morph weights of a node; they hold instead of the mesh's own.
static void take_weights(Graft *graft, int32_t node, MeshSource *source)
{
    const Cursor root = tum_cursor_root(graft->source, NULL);
    const Cursor nodes = tum_cursor_member(&root, "nodes");
    const Cursor at = tum_cursor_item(&nodes, (size_t)node);
    const Cursor weights = tum_cursor_member(&at, "weights");
    const size_t count = tum_cursor_count(&weights);
    if (tum_cursor_kind(&weights) != JSON_ARRAY || count == 0) {
        return;
    }
    double *numbers = tum_arena_zeroed(&graft->arena, count, sizeof *numbers);
    if (numbers == NULL || !tum_cursor_numbers(&at, "weights", numbers, count)) {
        graft_note(graft, numbers == NULL ? TUM_ERROR_MEMORY : TUM_OK);
        return;
    }
    source->weights = numbers;
    source->weight_count = count;
}

// Skinned points are in the world; the node's space is where its collider has them.
static void unskin(const Graft *graft, int32_t node, MeshData *data)
{
    const double *world = tum_document_node(graft->source, (size_t)node)->world;
    const DMat3 inverse = dmat3_inverse((DMat3){{world[0], world[1], world[2]},
                                                {world[4], world[5], world[6]},
                                                {world[8], world[9], world[10]}});
    for (size_t i = 0; i < data->point_count; ++i) {
        double *p = data->points + 3 * i;
        const DVec3 moved =
            dmat3_transform(inverse, dvec3(p[0] - world[12], p[1] - world[13], p[2] - world[14]));
        p[0] = moved.x;
        p[1] = moved.y;
        p[2] = moved.z;
    }
}

static bool read_mesh(Graft *graft, const MeshSource *source, Arena *arena, MeshData *data)
{
    Cursor root = tum_cursor_root(graft->source, graft->report), meshes;
    const Cursor at = source_mesh(&root, &meshes, source->mesh);
    return tum_mesh_read(graft->source, source, arena, data, &at);
}

// The mesh of the node's match, where the optimizer left the mesh as it was; else -1.
static int32_t find_unchanged(const Graft *graft, int32_t node, const MeshData *data, Arena *arena)
{
    const int32_t found = node >= 0 ? graft->match_of[node] : -1;
    if (found < 0) {
        return -1;
    }
    const MeshSource source = {.mesh = tum_document_node(graft->optimized, (size_t)found)->mesh,
                               .skin = -1};
    MeshData other;
    const Cursor root = tum_cursor_root(graft->optimized, NULL);
    const bool is_same =
        source.mesh >= 0 && tum_mesh_read(graft->optimized, &source, arena, &other, &root) &&
        other.point_count == data->point_count && other.triangle_count == data->triangle_count &&
        memcmp(other.points, data->points, 3 * data->point_count * sizeof *data->points) == 0 &&
        memcmp(other.triangles, data->triangles,
               3 * data->triangle_count * sizeof *data->triangles) == 0;
    return is_same ? source.mesh : -1;
}

int32_t tum_graft_bring_mesh(Graft *graft, int32_t mesh, int32_t node)
{
    const DocumentNode *own = node >= 0 ? tum_document_node(graft->source, (size_t)node) : NULL;
    MeshSource source = {.mesh = mesh, .skin = -1};
    if (own != NULL && own->mesh == mesh) {
        source.skin = own->skin;
        take_weights(graft, node, &source);
    }
    const bool is_plain = source.skin < 0 && source.weights == NULL;
    if (is_plain && graft->mesh_of[mesh] >= 0) {
        return graft->mesh_of[mesh];
    }
    Arena scratch;
    MeshData data;
    tum_arena_init(&scratch, &graft->arena.allocator);
    int32_t index = -1;
    if (!read_mesh(graft, &source, &scratch, &data)) {
        tell_unreadable(graft, mesh);
    } else {
        if (data.is_skinned) {
            unskin(graft, node, &data);
        }
        index = is_plain && own != NULL && own->mesh == mesh
                    ? find_unchanged(graft, node, &data, &scratch)
                    : -1;
        graft->counts.reused_count += index >= 0;
        index = index >= 0 ? index : add_mesh(graft, mesh, &data);
    }
    tum_arena_clear(&scratch);
    if (is_plain) {
        graft->mesh_of[mesh] = index;
    }
    return index;
}

// Subtrees.

int32_t tum_graft_bring_subtree(Graft *graft, int32_t node)
{
    if (graft->subtree_of[node] >= 0) {
        return graft->subtree_of[node];
    }
    // Copies of the nodes below, parents first; a subtree that begins inside another is a second
    // copy.
    int32_t *copy_of = tum_arena_zeroed(&graft->arena, graft->source_count, sizeof *copy_of);
    if (copy_of == NULL) {
        graft_note(graft, TUM_ERROR_MEMORY);
        return -1;
    }
    for (size_t i = 0; i < graft->source_count && graft_is_fine(graft); ++i) {
        const int32_t at = graft->order[i];
        const DocumentNode *from = tum_document_node(graft->source, (size_t)at);
        const int32_t above = at == node || from->parent < 0 ? 0 : copy_of[from->parent];
        if (at != node && above == 0) {
            continue;
        }
        const int32_t made = tum_graft_add_node(graft, above > 0 ? above - 1 : EDIT_NOWHERE,
                                                at == node ? "collider mesh" : from->name);
        if (made < 0) {
            return -1;
        }
        copy_of[at] = made + 1;
        tum_graft_copy_members(graft, at, made, tum_graft_transform_keys);
        if (from->mesh >= 0 && graft_is_fine(graft)) {
            const int32_t mesh = tum_graft_bring_mesh(graft, from->mesh, at);
            const Cursor place = graft_item(&graft->nodes, (size_t)made);
            if (mesh >= 0) {
                graft_note(graft, tum_edit_set_number(graft->document, &place, "mesh", mesh));
            }
        }
    }
    graft->subtree_of[node] = copy_of[node] - 1;
    return graft_is_fine(graft) ? graft->subtree_of[node] : -1;
}

// Accessors.

static int32_t add_floats(Graft *graft, const Accessor *accessor)
{
    const size_t count = accessor->count * accessor->width;
    double *values = tum_arena_zeroed(&graft->arena, count, sizeof *values);
    float *narrow = tum_arena_zeroed(&graft->arena, count, sizeof *narrow);
    int32_t index = -1;
    if (values == NULL || narrow == NULL) {
        graft_note(graft, TUM_ERROR_MEMORY);
        return -1;
    }
    tum_accessor_read(accessor, 0, accessor->count, values);
    for (size_t i = 0; i < count; ++i) {
        narrow[i] = (float)values[i];
        if (!is_finite(narrow[i])) {
            return -1;
        }
    }
    graft_note(graft, tum_edit_add_floats(graft->document, narrow, accessor->count, accessor->width,
                                          &index));
    return index;
}

// Integers keep their type: true and false are bytes, and normalized values keep their bits.
static int32_t add_integers(Graft *graft, const Accessor *accessor, const Cursor *from)
{
    static const char *const keys[] = {"componentType", "normalized", "type", "count"};
    const size_t width = accessor->width * component_type_bytes(accessor->type);
    uint8_t *bytes = tum_arena_zeroed(&graft->arena, accessor->count, width);
    if (bytes == NULL) {
        graft_note(graft, TUM_ERROR_MEMORY);
        return -1;
    }
    for (size_t i = 0; i < accessor->count && accessor->bytes != NULL; ++i) {
        memcpy(bytes + width * i, accessor->bytes + accessor->stride * i, width);
    }
    int32_t view = -1;
    graft_note(graft, tum_edit_add_view(graft->document, bytes, accessor->count * width, &view));
    graft_note(graft, tum_edit_set_array(graft->document, &graft->root, "accessors"));
    const Cursor accessors = graft_member(&graft->root, "accessors");
    if (!graft_is_fine(graft)) {
        return -1;
    }
    const size_t index = tum_edit_count(graft->document, &accessors);
    graft_note(graft, tum_edit_add_object(graft->document, &accessors));
    const Cursor to = graft_item(&accessors, index);
    graft_note(graft, tum_edit_set_number(graft->document, &to, "bufferView", view));
    for (size_t i = 0; i < sizeof keys / sizeof *keys && graft_is_fine(graft); ++i) {
        const Cursor value = tum_cursor_member(from, keys[i]);
        if (tum_cursor_exists(&value)) {
            graft_note(graft, tum_edit_set_copy(graft->document, &to, keys[i], &value));
        }
    }
    return graft_is_fine(graft) ? (int32_t)index : -1;
}

int32_t tum_graft_bring_accessor(Graft *graft, int32_t accessor)
{
    Accessor opened;
    const Cursor root = tum_cursor_root(graft->source, NULL);
    const Cursor accessors = tum_cursor_member(&root, "accessors");
    const Cursor from = tum_cursor_item(&accessors, (size_t)accessor);
    if (!tum_accessor_open(graft->source, accessor, &opened, NULL) || opened.count == 0) {
        return -1;
    }
    const bool is_plain =
        opened.type != COMPONENT_FLOAT && opened.sparse_count == 0 && opened.columns == 1;
    return is_plain ? add_integers(graft, &opened, &from) : add_floats(graft, &opened);
}
