// SPDX-License-Identifier: MIT
// khr_draft_reader.c: the drafts of the KHR line: KHR_collision_shapes, meshes as shapes, and
// KHR_rigid_bodies.
#include "dialects/khr_reader.h"

#include "dialects/gltf21_shapes.h"

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

// The table for an index without a geometry object: most documents have only one table. A document
// without any counts as lacking the draft's table.
static ShapeTable *draft_table(const SceneReader *reader, KhrShapes *shapes)
{
    const bool has_draft = tum_root_table_has_owner(&shapes->draft.root);
    ShapeTable *table = !has_draft && tum_root_table_has_owner(&shapes->implicit.root)
                            ? &shapes->implicit
                            : &shapes->draft;
    ShapeTable *core = tum_gltf21_table(reader, shapes, table);
    return core != NULL ? core : table;
}

int32_t tum_khr_draft_shape(SceneReader *reader, KhrState *state, int32_t node,
                            const Cursor *object)
{
    KhrShapes *shapes = state->shapes;
    ShapeTable *table = draft_table(reader, shapes);
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

// KHR_rigid_bodies, in use from 2023-08 to 2023-11. Its exporters left out limits of zero, so a
// limit without a range is locked (decision D7).
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
    .answers_to = DIALECT_BIT(KHR_DRAFT),
    .open = early_open,
    .aspects = tum_khr_aspects,
    .read_node = tum_khr_read_node,
    .close = early_close,
};
