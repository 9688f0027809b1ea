// SPDX-License-Identifier: MIT
// khr_geometry.c: the geometry of a KHR collider or trigger: `geometry: {shape | node | mesh,
// convexHull}`, or the `shape` of the drafts.
#include "dialects/khr_geometry.h"

#include "dialects/mesh_geometry.h"
#include "dialects/mesh_shape.h"

// Tables of the root.

static void open_core(SceneReader *reader, KhrShapes *shapes)
{
    const Cursor core = tum_cursor_member(&reader->root, "shapes");
    shapes->has_core = tum_cursor_kind(&core) == JSON_ARRAY;
    if (shapes->has_core) {
        tum_shape_table_open(&shapes->core, reader, NULL, "shapes", &tum_core_shapes);
    }
}

// The core's table where an index refers to it rather than to `other`; else NULL.
static ShapeTable *core_table(const SceneReader *reader, KhrShapes *shapes, const ShapeTable *other)
{
    const bool is_asked_for = reader->dialect == TUM_DIALECT_GLTF21;
    const bool is_core =
        shapes->has_core && (is_asked_for || !tum_root_table_has_owner(&other->root));
    return is_core ? &shapes->core : NULL;
}

// Traces of the revisions in the drafts' table.
static void note_traces(KhrShapes *shapes)
{
    for (size_t i = 0; i < shapes->draft.root.count; ++i) {
        if (shapes->draft.types[i] != SHAPE_TYPE_MESH) {
            continue;
        }
        const Cursor item = tum_cursor_object_at(&shapes->draft.root.items, i);
        const Cursor parameters = tum_shape_parameters(&item, SHAPE_TYPE_MESH);
        const Cursor flag = tum_cursor_member(&parameters, "useNodeWeights");
        shapes->traces.mesh_type = true;
        shapes->traces.mesh_flags |=
            tum_cursor_exists(&flag) || tum_mesh_shape_has_hull_extension(&item);
    }
}

// The drafts' table under either name, and traces of revisions.
static void open_draft(SceneReader *reader, KhrShapes *shapes)
{
    const Cursor owner = tum_cursor_member(&reader->extensions, "KHR_collision_shapes");
    const Cursor newer = tum_cursor_member(&owner, "shapes");
    const Cursor older = tum_cursor_member(&owner, "colliders");
    shapes->is_oldest = !tum_cursor_exists(&newer) && tum_cursor_exists(&older);
    tum_shape_table_open(&shapes->draft, reader, "KHR_collision_shapes",
                         shapes->is_oldest ? "colliders" : "shapes", &tum_khr_collision_shapes);
    note_traces(shapes);
}

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
    open_draft(reader, shapes);
    tum_root_table_check_declared(&shapes->implicit.root, reader);
    tum_root_table_check_declared(&shapes->draft.root, reader);
    open_core(reader, shapes);
    return shapes;
}

// Colliders and triggers.

// An entry of a table of shapes.
static int32_t table_shape(SceneReader *reader, KhrShapes *shapes, ShapeTable *table, int32_t index,
                           const ShapeUse *use)
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
    ShapeTable *core = core_table(reader, shapes, &shapes->implicit);
    ShapeTable *table = core != NULL ? core : &shapes->implicit;
    const int32_t index = tum_read_reference(geometry, "shape", &table->root);
    return table_shape(reader, shapes, table, index, &(ShapeUse){.node = node});
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

// The table for an index without a geometry object: most documents have only one table. A document
// without any counts as lacking the draft's table.
static ShapeTable *draft_table(const SceneReader *reader, KhrShapes *shapes)
{
    const bool has_draft = tum_root_table_has_owner(&shapes->draft.root);
    ShapeTable *table = !has_draft && tum_root_table_has_owner(&shapes->implicit.root)
                            ? &shapes->implicit
                            : &shapes->draft;
    ShapeTable *core = core_table(reader, shapes, table);
    return core != NULL ? core : table;
}

// The drafts: `shape` (an index, or K4's object) or K0's `collider`.
static int32_t shape_of_draft(SceneReader *reader, KhrShapes *shapes, int32_t node,
                              const Cursor *object)
{
    ShapeTable *table = draft_table(reader, shapes);
    ShapeUse use = {.node = node};
    const Cursor shape = tum_cursor_member(object, "shape");
    if (!tum_cursor_exists(&shape)) {
        const int32_t index = tum_read_reference(object, "collider", &table->root);
        return table_shape(reader, shapes, table, index, &use);
    }
    if (tum_cursor_kind(&shape) != JSON_OBJECT) {
        const int32_t index = tum_read_reference(object, "shape", &table->root);
        return table_shape(reader, shapes, table, index, &use);
    }
    shapes->traces.shape_object = true;
    tum_cursor_boolean(&shape, "useNodeWeights", &use.has_node_weights);
    tum_cursor_boolean(object, "convexHull", &use.is_hull);
    if (!tum_read_required(&shape, "shape")) {
        return -1;
    }
    const int32_t index = tum_read_reference(&shape, "shape", &table->root);
    return table_shape(reader, shapes, table, index, &use);
}

int32_t tum_khr_shape(SceneReader *reader, KhrShapes *shapes, int32_t node, const Cursor *object)
{
    const bool is_draft =
        reader->dialect == TUM_DIALECT_KHR_DRAFT || !reader_has(object, "geometry");
    if (is_draft) {
        return shape_of_draft(reader, shapes, node, object);
    }
    const Cursor geometry = tum_cursor_object(object, "geometry");
    return tum_cursor_exists(&geometry) ? shape_of_geometry(reader, shapes, node, &geometry) : -1;
}
