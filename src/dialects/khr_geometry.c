// SPDX-License-Identifier: MIT
// khr_geometry.c: the geometry of a KHR collider or trigger: `geometry: {shape | node | mesh,
// convexHull}`.
#include "dialects/khr_reader.h"

#include "dialects/gltf21_shapes.h"
#include "dialects/mesh_geometry.h"

KhrShapes *tum_khr_shapes(SceneReader *reader)
{
    if (reader->khr_shapes != NULL) {
        return reader->khr_shapes;
    }
    KhrShapes *shapes = tum_arena_zeroed(&reader->arena, 1, sizeof *shapes);
    if (shapes == NULL) {
        return NULL;
    }
    reader->khr_shapes = shapes;
    shapes->mesh_count = tum_cursor_root_count(reader->document, "meshes");
    tum_shape_table_open(&shapes->implicit, reader, "KHR_implicit_shapes", "shapes",
                         &tum_khr_implicit_shapes);
    tum_khr_draft_open(reader, shapes);
    tum_root_table_check_declared(&shapes->implicit.root, reader);
    tum_root_table_check_declared(&shapes->draft.root, reader);
    tum_gltf21_open(reader, shapes);
    return shapes;
}

int32_t tum_khr_table_shape(SceneReader *reader, KhrShapes *shapes, ShapeTable *table,
                            int32_t index, const ShapeUse *use)
{
    if (index < 0) {
        return -1;
    }
    shapes->traces.core_shape |= table == &shapes->core;
    if (table->shapes[index] != SHAPE_OF_MESH) {
        return table->shapes[index];
    }
    const Cursor item = tum_cursor_object_at(&table->root.items, (size_t)index);
    return tum_mesh_shape_read(reader, &item, table->types[index], use);
}

// The extension's table where its object is present, else the core's (decision D32).
static int32_t shape_of_index(SceneReader *reader, KhrShapes *shapes, int32_t node,
                              const Cursor *geometry)
{
    ShapeTable *core = tum_gltf21_table(reader, shapes, &shapes->implicit);
    ShapeTable *table = core != NULL ? core : &shapes->implicit;
    const int32_t index = tum_read_reference(geometry, "shape", &table->root);
    return tum_khr_table_shape(reader, shapes, table, index, &(ShapeUse){.node = node});
}

// Decision D31: a mesh that is also the mesh of the collider's own node takes that node's weights
// and skin.
static int32_t shape_of_mesh(SceneReader *reader, const KhrShapes *shapes, int32_t node,
                             const Cursor *geometry, bool is_hull)
{
    const int32_t mesh = tum_cursor_index(geometry, "mesh", shapes->mesh_count);
    if (mesh < 0) {
        return -1;
    }
    const DocumentNode *own = tum_document_node(reader->document, (size_t)node);
    MeshSource source = {.mesh = mesh, .skin = -1};
    if (own->mesh == mesh) {
        source.skin = own->skin;
        tum_mesh_source_take_weights(reader, node, &source);
    }
    const Cursor at = tum_cursor_member(geometry, "mesh");
    const MeshUse use = {.is_hull = is_hull, .at = &at, .shape = geometry};
    return tum_shape_of_mesh(reader, &source, node, &use);
}

static int32_t shape_of_node(SceneReader *reader, const Cursor *geometry, bool is_hull)
{
    const int32_t target = tum_cursor_index(geometry, "node", reader->node_count);
    if (target < 0) {
        return -1;
    }
    const Cursor at = tum_cursor_member(geometry, "node");
    const MeshUse use = {.is_hull = is_hull, .at = &at, .shape = geometry};
    return tum_shape_of_subtree(reader, target, &use);
}

static int32_t shape_of_geometry(SceneReader *reader, KhrShapes *shapes, int32_t node,
                                 const Cursor *geometry)
{
    const bool has_shape = reader_has(geometry, "shape"), has_node = reader_has(geometry, "node");
    const bool has_mesh = reader_has(geometry, "mesh");
    shapes->traces.geometry = true;
    shapes->traces.geometry_node |= has_node;
    shapes->traces.geometry_mesh |= has_mesh;
    if (has_shape + has_node + has_mesh != 1) {
        tum_cursor_report(geometry, CODE_ONE_OF_MISMATCH,
                          "A geometry has exactly one of 'shape', 'mesh' and 'node'.");
    }
    bool is_hull = false;
    tum_cursor_boolean(geometry, "convexHull", &is_hull);
    // Among several members the newest counts: `mesh` replaced `node`.
    if (has_mesh) {
        return shape_of_mesh(reader, shapes, node, geometry, is_hull);
    }
    if (has_shape) {
        return shape_of_index(reader, shapes, node, geometry);
    }
    return has_node ? shape_of_node(reader, geometry, is_hull) : -1;
}

int32_t tum_khr_shape(SceneReader *reader, KhrState *state, int32_t node, const Cursor *object)
{
    const bool is_draft =
        reader->dialect == TUM_DIALECT_KHR_DRAFT || !reader_has(object, "geometry");
    if (is_draft) {
        return tum_khr_draft_shape(reader, state, node, object);
    }
    const Cursor geometry = tum_cursor_object(object, "geometry");
    return tum_cursor_exists(&geometry) ? shape_of_geometry(reader, state->shapes, node, &geometry)
                                        : -1;
}
