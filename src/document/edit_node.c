// SPDX-License-Identifier: MIT
// edit_node.c: new nodes and meshes.
#include "document/edit.h"
#include "document/edit_data.h"

#include "document/node_read.h"

static Cursor root_of(const TumDocument *document)
{
    return tum_cursor_root(document, NULL);
}

static size_t count_of(const Cursor *object, const char *key)
{
    const Cursor array = tum_cursor_member(object, key);
    return tum_cursor_count(&array);
}

static TumStatus add_index(TumDocument *document, const Cursor *object, const char *key,
                           int32_t index)
{
    const TumStatus status = tum_edit_set_array(document, object, key);
    const Cursor array = tum_cursor_member(object, key);
    return status == TUM_OK ? tum_edit_add_number(document, &array, index) : status;
}

// A document without scenes shows all its roots, so no list needs the node.
static TumStatus add_to_scene(TumDocument *document, int32_t node)
{
    const Cursor root = root_of(document);
    const Cursor scenes = tum_cursor_member(&root, "scenes");
    const size_t count = tum_cursor_count(&scenes);
    const int32_t named = tum_cursor_index(&root, "scene", count);
    const Cursor scene = tum_cursor_item(&scenes, named >= 0 ? (size_t)named : 0);
    return count > 0 ? add_index(document, &scene, "nodes", node) : TUM_OK;
}

static TumStatus add_to_parent(TumDocument *document, int32_t parent, int32_t node)
{
    if (parent == EDIT_NOWHERE) {
        return TUM_OK;
    }
    if (parent == EDIT_ROOT) {
        return add_to_scene(document, node);
    }
    const Cursor root = root_of(document);
    const Cursor nodes = tum_cursor_member(&root, "nodes");
    const Cursor at = tum_cursor_item(&nodes, (size_t)parent);
    return add_index(document, &at, "children", node);
}

// Appends an empty object to a root array.
static TumStatus add_item(TumDocument *document, const char *key, int32_t *index)
{
    const Cursor root = root_of(document);
    const TumStatus status = tum_edit_set_array(document, &root, key);
    const size_t count = count_of(&root, key);
    if (status != TUM_OK || count >= INT32_MAX) {
        return status != TUM_OK ? status : TUM_ERROR_CAPACITY;
    }
    const Cursor array = tum_cursor_member(&root, key);
    *index = (int32_t)count;
    return tum_edit_add_object(document, &array);
}

TumStatus tum_edit_add_node(TumDocument *document, int32_t parent, const char *name, int32_t *index)
{
    int32_t node;
    TumStatus status = add_item(document, "nodes", &node);
    if (status != TUM_OK) {
        return status;
    }
    if (name != NULL) {
        const Cursor root = root_of(document);
        const Cursor nodes = tum_cursor_member(&root, "nodes");
        const Cursor at = tum_cursor_item(&nodes, (size_t)node);
        status = tum_edit_set_text(document, &at, "name", name);
    }
    if (status == TUM_OK) {
        status = add_to_parent(document, parent, node);
    }
    if (index != NULL) {
        *index = node;
    }
    return status;
}

TumStatus tum_edit_move_to_root(TumDocument *document, int32_t node, int32_t parent)
{
    const Cursor root = root_of(document);
    const Cursor nodes = tum_cursor_member(&root, "nodes");
    const Cursor at = tum_cursor_item(&nodes, (size_t)parent);
    const Cursor children = tum_cursor_member(&at, "children");
    for (size_t i = tum_cursor_count(&children); i-- > 0;) {
        const Cursor child = tum_cursor_item(&children, i);
        double index = -1.0;
        if (tum_cursor_number_here(&child, &index) && index == (double)node) {
            tum_edit_remove_item(document, &children, i);
        }
    }
    const Cursor left = tum_cursor_member(&at, "children");
    if (tum_cursor_count(&left) == 0) {
        tum_edit_remove(document, &at, "children");
    }
    return add_to_scene(document, node);
}

static TumStatus add_primitive(TumDocument *document, const Cursor *mesh, int32_t points,
                               int32_t triangles)
{
    TumStatus status = tum_edit_set_array(document, mesh, "primitives");
    const Cursor primitives = tum_cursor_member(mesh, "primitives");
    if (status == TUM_OK) {
        status = tum_edit_add_object(document, &primitives);
    }
    const Cursor filled = tum_cursor_member(mesh, "primitives");
    const Cursor primitive = tum_cursor_item(&filled, 0);
    if (status == TUM_OK) {
        status = tum_edit_set_object(document, &primitive, "attributes");
    }
    const Cursor attributes = tum_cursor_member(&primitive, "attributes");
    if (status == TUM_OK) {
        status = tum_edit_set_number(document, &attributes, "POSITION", points);
    }
    return status == TUM_OK ? tum_edit_set_number(document, &primitive, "indices", triangles)
                            : status;
}

// The members of a mesh of G4MF.
static TumStatus add_surface(TumDocument *document, const Cursor *mesh, int32_t points,
                             int32_t triangles)
{
    TumStatus status = tum_edit_set_number(document, mesh, "vertices", points);
    if (status == TUM_OK) {
        status = tum_edit_set_array(document, mesh, "surfaces");
    }
    const Cursor surfaces = tum_cursor_member(mesh, "surfaces");
    if (status == TUM_OK) {
        status = tum_edit_add_object(document, &surfaces);
    }
    const Cursor filled = tum_cursor_member(mesh, "surfaces");
    const Cursor surface = tum_cursor_item(&filled, 0);
    return status == TUM_OK ? tum_edit_set_number(document, &surface, "simplexes", triangles)
                            : status;
}

TumStatus tum_edit_add_mesh(TumDocument *document, const char *name, const float *points,
                            size_t point_count, const uint32_t *triangles, size_t triangle_count,
                            int32_t *index)
{
    const bool is_g4mf = tum_document_format(document) == TUM_FORMAT_G4MF;
    int32_t mesh, point_accessor, triangle_accessor;
    TumStatus status = triangle_count <= SIZE_MAX / 3 ? TUM_OK : TUM_ERROR_CAPACITY;
    if (status == TUM_OK) {
        status = tum_edit_add_floats(document, points, point_count, 3, &point_accessor);
    }
    if (status == TUM_OK) {
        status = is_g4mf ? tum_edit_add_simplexes(document, triangles, triangle_count, 3,
                                                  &triangle_accessor)
                         : tum_edit_add_integers(document, triangles, 3 * triangle_count,
                                                 &triangle_accessor);
    }
    if (status == TUM_OK) {
        status = add_item(document, "meshes", &mesh);
    }
    if (status != TUM_OK) {
        return status;
    }
    const Cursor root = root_of(document);
    const Cursor meshes = tum_cursor_member(&root, "meshes");
    const Cursor at = tum_cursor_item(&meshes, (size_t)mesh);
    if (name != NULL) {
        status = tum_edit_set_text(document, &at, "name", name);
    }
    if (status == TUM_OK) {
        status = is_g4mf ? add_surface(document, &at, point_accessor, triangle_accessor)
                         : add_primitive(document, &at, point_accessor, triangle_accessor);
    }
    if (index != NULL) {
        *index = mesh;
    }
    return status;
}

TumStatus tum_edit_settle_nodes(TumDocument *document, TumReport *report)
{
    return tum_nodes_read(document, report);
}
