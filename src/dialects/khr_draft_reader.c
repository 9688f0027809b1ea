// SPDX-License-Identifier: MIT
// The drafts of the KHR line: KHR_collision_shapes, meshes as shapes, and KHR_rigid_bodies.
#include "dialects/khr_reader.h"

#include "dialects/mesh_geometry.h"

static const char hull_extension[] = "KHR_physics_rigid_bodies";

// K5 keeps the flag in an extension of the shape.
static bool has_hull_extension(const Cursor *item)
{
    bool is_hull = false;
    const Cursor extensions = tum_cursor_object(item, "extensions");
    const Cursor extension = tum_cursor_object(&extensions, hull_extension);
    tum_cursor_boolean(&extension, "convexHull", &is_hull);
    return is_hull;
}

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
        shapes->traces.mesh_flags |= tum_cursor_exists(&flag) || has_hull_extension(&item);
    }
}

void tum_khr_draft_open(SceneReader *reader, KhrShapes *shapes)
{
    const Cursor owner = tum_cursor_member(&reader->extensions, "KHR_collision_shapes");
    const Cursor newer = tum_cursor_member(&owner, "shapes");
    const Cursor older = tum_cursor_member(&owner, "colliders");
    shapes->is_oldest = !tum_cursor_exists(&newer) && tum_cursor_exists(&older);
    tum_shape_table_open(&shapes->draft, reader, "KHR_collision_shapes",
                         shapes->is_oldest ? "colliders" : "shapes", &tum_khr_collision_shapes);
    note_traces(shapes);
}

// The weights a shape asks for: its own, or those of the node that uses it. Both is an error; the
// node's are the newer way.
static void take_weights(SceneReader *reader, const Cursor *parameters, const ShapeUse *use,
                         MeshSource *source)
{
    bool has_node_weights = use->has_node_weights;
    tum_cursor_boolean(parameters, "useNodeWeights", &has_node_weights);
    const Cursor weights = tum_cursor_member(parameters, "weights");
    if (has_node_weights && tum_cursor_exists(&weights)) {
        tum_cursor_report(parameters, CODE_ONE_OF_MISMATCH,
                          "Both 'weights' and 'useNodeWeights' are given; the node's are used.");
    }
    if (has_node_weights) {
        tum_mesh_source_take_weights(reader, use->node, source);
    } else {
        tum_read_weights(reader, parameters, source);
    }
}

int32_t tum_khr_draft_mesh_shape(SceneReader *reader, KhrShapes *shapes, ShapeTable *table,
                                 int32_t index, const ShapeUse *use)
{
    const ShapeType type = table->types[index];
    const Cursor item = tum_cursor_object_at(&table->root.items, (size_t)index);
    const Cursor parameters = tum_shape_parameters(&item, type);
    const bool has_parameters = tum_cursor_exists(&parameters);
    if (!tum_read_required(has_parameters ? &parameters : &item, "mesh")) {
        return -1;
    }
    const int32_t mesh = tum_cursor_index(&parameters, "mesh", shapes->mesh_count);
    if (mesh < 0) {
        return -1;
    }
    MeshSource source = {.mesh = mesh, .skin = -1};
    bool is_hull = type == SHAPE_TYPE_CONVEX;
    if (type == SHAPE_TYPE_MESH) {
        source.skin = tum_cursor_index(&parameters, "skin", shapes->skin_count);
        take_weights(reader, &parameters, use, &source);
        is_hull = use->is_hull || has_hull_extension(&item);
        tum_cursor_boolean(&parameters, "convexHull", &is_hull);
    }
    const Cursor at = tum_cursor_member(&parameters, "mesh");
    const MeshUse mesh_use = {.is_hull = is_hull, .at = &at, .shape = &item};
    return tum_shape_of_mesh(reader, &source, use->node, &mesh_use);
}

// Where an index without a geometry object leads: a document has one table as a rule. A document
// without any lacks the draft's.
static ShapeTable *draft_table(KhrShapes *shapes)
{
    if (!tum_root_table_has_owner(&shapes->draft.root)) {
        if (tum_root_table_has_owner(&shapes->implicit.root)) {
            return &shapes->implicit;
        }
        if (shapes->has_core) {
            return &shapes->core;
        }
    }
    return &shapes->draft;
}

int32_t tum_khr_draft_shape(SceneReader *reader, KhrState *state, int32_t node,
                            const Cursor *object)
{
    KhrShapes *shapes = state->shapes;
    ShapeTable *table = draft_table(shapes);
    ShapeUse use = {.node = node};
    const Cursor shape = tum_cursor_member(object, "shape");
    if (!tum_cursor_exists(&shape)) {
        const int32_t index = tum_read_reference(object, "collider", &table->root);
        return tum_khr_table_shape(reader, shapes, table, index, &use);
    }
    if (tum_cursor_kind(&shape) != JSON_OBJECT) {
        const int32_t index = tum_read_reference(object, "shape", &table->root);
        return tum_khr_table_shape(reader, shapes, table, index, &use);
    }
    shapes->traces.shape_object = true;
    tum_cursor_boolean(&shape, "useNodeWeights", &use.has_node_weights);
    tum_cursor_boolean(object, "convexHull", &use.is_hull);
    if (!tum_read_required(&shape, "shape")) {
        return -1;
    }
    const int32_t index = tum_read_reference(&shape, "shape", &table->root);
    return tum_khr_table_shape(reader, shapes, table, index, &use);
}

// KHR_rigid_bodies, in circulation from 2023-08 to 2023-11. Its exporters left out limits of zero,
// so a limit without a range is locked (decision D7).
static const KhrForm early_form = {.name = "KHR_rigid_bodies",
                                   .joints = {.locks_open_limits = true}};

static void *early_open(SceneReader *reader)
{
    return tum_khr_open(reader, &early_form);
}

static void early_close(SceneReader *reader, void *state)
{
    const KhrState *khr = state;
    if (khr->is_seen) {
        tum_reader_add_id(reader, khr->shapes->is_oldest ? "K0" : "K1");
    }
}

static const char *const early_extensions[] = {"KHR_rigid_bodies", "KHR_collision_shapes", NULL};

const Dialect tum_khr_early_dialect = {
    .name = "KHR_rigid_bodies",
    .extensions = early_extensions,
    .open = early_open,
    .aspects = tum_khr_aspects,
    .read_node = tum_khr_read_node,
    .close = early_close,
};
