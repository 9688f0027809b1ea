// SPDX-License-Identifier: MIT
// mesh_shape.c: shapes from a mesh: hull or triangles, skin and weights.
#include "dialects/mesh_shape.h"

#include "dialects/mesh_geometry.h"

static const char hull_extension[] = "KHR_physics_rigid_bodies";

bool tum_mesh_shape_has_hull_extension(const Cursor *item)
{
    bool is_hull = false;
    const Cursor extensions = tum_cursor_object(item, "extensions");
    const Cursor extension = tum_cursor_object(&extensions, hull_extension);
    tum_cursor_boolean(&extension, "convexHull", &is_hull);
    return is_hull;
}

// The weights for a shape: its own, or those of the node with the collider. Both together are an
// error; the node's weights, the newer form, then count.
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

int32_t tum_mesh_shape_read(SceneReader *reader, const Cursor *item, ShapeType type,
                            const ShapeUse *use)
{
    const Cursor parameters = tum_shape_parameters(item, type);
    const bool has_parameters = tum_cursor_exists(&parameters);
    if (!tum_read_required(has_parameters ? &parameters : item, "mesh")) {
        return -1;
    }
    const size_t mesh_count = tum_cursor_root_count(reader->document, "meshes");
    const int32_t mesh = tum_cursor_index(&parameters, "mesh", mesh_count);
    if (mesh < 0) {
        return -1;
    }
    MeshSource source = {.mesh = mesh, .skin = -1};
    bool is_hull = type == SHAPE_TYPE_CONVEX;
    if (type == SHAPE_TYPE_MESH) {
        const size_t skin_count = tum_cursor_root_count(reader->document, "skins");
        source.skin = tum_cursor_index(&parameters, "skin", skin_count);
        take_weights(reader, &parameters, use, &source);
        is_hull = use->is_hull || tum_mesh_shape_has_hull_extension(item);
        tum_cursor_boolean(&parameters, "convexHull", &is_hull);
    }
    const Cursor at = tum_cursor_member(&parameters, "mesh");
    const MeshUse mesh_use = {.is_hull = is_hull, .at = &at, .shape = item};
    return tum_shape_of_mesh(reader, &source, use->node, &mesh_use);
}
