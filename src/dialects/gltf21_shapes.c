// SPDX-License-Identifier: MIT
// gltf21_shapes.c: the array `shapes` of a glTF 2.1 document.
#include "dialects/gltf21_shapes.h"

void tum_gltf21_open(SceneReader *reader, KhrShapes *shapes)
{
    const Cursor core = tum_cursor_member(&reader->root, "shapes");
    shapes->has_core = tum_cursor_kind(&core) == JSON_ARRAY;
    if (shapes->has_core) {
        tum_shape_table_open(&shapes->core, reader, NULL, "shapes", &tum_core_shapes);
    }
}

ShapeTable *tum_gltf21_table(const SceneReader *reader, KhrShapes *shapes, const ShapeTable *other)
{
    const bool is_asked_for = reader->dialect == TUM_DIALECT_GLTF21;
    const bool is_core =
        shapes->has_core && (is_asked_for || !tum_root_table_has_owner(&other->root));
    return is_core ? &shapes->core : NULL;
}

void tum_gltf21_close(SceneReader *reader, const KhrShapes *shapes)
{
    if (shapes->traces.core_shape) {
        tum_reader_add_id(reader, "G21");
    }
}
