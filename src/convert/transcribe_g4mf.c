// SPDX-License-Identifier: MIT
// transcribe_g4mf.c: G4MF from glTF (docs/formats.md#g4mf).
#include "convert/transcribe.h"

#include <string.h>

#include "convert/g4mf_writer.h"
#include "document/mesh.h"
#include "document/node.h"

static void write_materials(SceneWriter *writer, const Cursor *source)
{
    const Cursor materials = tum_cursor_member(source, "materials");
    for (size_t i = 0; i < tum_cursor_count(&materials); ++i) {
        const Cursor from = tum_cursor_item(&materials, i);
        const Cursor surface = tum_cursor_member(&from, "pbrMetallicRoughness");
        const Cursor table = tum_writer_array(writer, &writer->root, "materials");
        const Cursor to = tum_writer_add_object(writer, &table);
        double color[4];
        tum_transcribe_words(writer, &from, &to);
        if (tum_cursor_numbers(&surface, "baseColorFactor", color, 4)) {
            const Cursor channel = tum_writer_object(writer, &to, "baseColor");
            tum_writer_numbers(writer, &channel, "factor", color, 4);
        }
    }
}

static void write_meshes(SceneWriter *writer, const Cursor *source)
{
    static const char *const parts[2] = {"primitives", "surfaces"};
    const Cursor meshes = tum_cursor_member(source, "meshes");
    for (size_t i = 0; i < tum_cursor_count(&meshes) && writer_is_fine(writer); ++i) {
        Arena scratch;
        MeshData data;
        const MeshSource mesh = {.mesh = (int32_t)i, .skin = -1};
        tum_arena_init(&scratch, &writer->allocator);
        if (tum_mesh_read(writer->source, &mesh, &scratch, &data, NULL)) {
            const TranscribedMesh found = {data.points, data.point_count, data.triangles,
                                           data.triangle_count};
            tum_transcribe_mesh(writer, i, &found, parts);
        }
        tum_arena_clear(&scratch);
    }
}

static bool is_body(const TumScene *scene, size_t node)
{
    const int32_t body = scene->nodes[node].body;
    return body >= 0 && scene->bodies[body].node == (int32_t)node;
}

static void write_mesh_instance(SceneWriter *writer, int32_t index, const DocumentNode *node)
{
    if (node->mesh < 0 || writer->mesh_index[node->mesh] < 0) {
        return;
    }
    int32_t carrier = index;
    if (is_body(writer->scene, (size_t)index)) {
        carrier = tum_g4mf_add_part(writer, index, "Mesh");
    }
    const Cursor at = tum_writer_node(writer, carrier);
    const Cursor instance = tum_writer_object(writer, &at, "meshInstance");
    tum_writer_number(writer, &instance, "mesh", writer->mesh_index[node->mesh]);
}

static void write_transform(SceneWriter *writer, int32_t index, const DocumentNode *node)
{
    const TumTransform *local = node->local;
    const double *t = local->translation, *q = local->rotation, *s = local->scale;
    const double *m = local->matrix;
    const bool is_plain = !node->has_matrix && s[0] > 0.0 && s[1] > 0.0 && s[2] > 0.0;
    const bool is_flat = s[0] == 0.0 || s[1] == 0.0 || s[2] == 0.0;
    const DPose3 pose = {{t[0], t[1], t[2]}, {q[0], q[1], q[2], q[3]}};
    if (is_plain || is_flat) {
        // G4MF has no scale of zero; the content disabled by it is left out.
        const DVec3 scale = is_flat ? dvec3(1.0, 1.0, 1.0) : dvec3(s[0], s[1], s[2]);
        tum_writer_set_transform(writer, index, pose, scale);
        return;
    }
    double basis[9];
    for (int i = 0; i < 9; ++i) {
        basis[i] = m[4 * (i / 3) + i % 3] + 0.0; // adding zero turns -0 into 0
    }
    const Cursor at = tum_writer_node(writer, index);
    tum_writer_set_transform(writer, index, (DPose3){pose.position, DQUAT_IDENTITY},
                             dvec3(1.0, 1.0, 1.0));
    tum_writer_numbers(writer, &at, "basis", basis, 9);
}

// Nodes outside of all scenes stay outside of the tree.
static void write_tree(SceneWriter *writer, size_t count)
{
    for (int32_t i = -1; i < (int32_t)count; ++i) {
        const size_t children = tum_document_child_count(writer->source, i);
        const Cursor at = tum_writer_node(writer, i);
        const Cursor place = writer_member(&at, "children");
        for (size_t k = 0; k < children && writer_is_fine(writer); ++k) {
            const int32_t child = tum_document_child(writer->source, i, k);
            if (i >= 0 || writer->scene->nodes[child].in_scene) {
                tum_writer_array(writer, &at, "children");
                tum_writer_add_number(writer, &place, child + writer->node_shift);
            }
        }
    }
}

static void tell_nodes(SceneWriter *writer, const Cursor *nodes, const char *member,
                       const char *kind)
{
    for (size_t i = 0; i < writer->scene->node_count; ++i) {
        const Cursor node = tum_cursor_item(nodes, i);
        const Cursor found = tum_cursor_member(&node, member);
        if (tum_cursor_exists(&found)) {
            tum_transcribe_lost(writer, &found, kind);
            return;
        }
    }
}

static void tell_losses(SceneWriter *writer, const Cursor *source, const Cursor *nodes)
{
    static const struct {
        const char *table, *kind;
    } tables[] = {{"animations", "Animations"}, {"textures", "Textures"}, {"skins", "Skins"}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; ++i) {
        const Cursor table = tum_cursor_member(source, tables[i].table);
        if (tum_cursor_count(&table) > 0) {
            tum_transcribe_lost(writer, &table, tables[i].kind);
        }
    }
    tell_nodes(writer, nodes, "camera", "Cameras");
    tell_nodes(writer, nodes, "weights", "Morph targets");
    const Cursor materials = tum_cursor_member(source, "materials");
    if (tum_cursor_count(&materials) > 0) {
        tum_writer_tell(writer, CODE_L_RENDER, "/materials", NULL,
                        "Of materials the base colour is taken along.");
    }
    const Cursor used = tum_cursor_member(source, "extensionsUsed");
    tum_transcribe_extensions(writer, &used);
}

void tum_transcribe_to_g4mf(SceneWriter *writer)
{
    const Cursor source = tum_cursor_root(writer->source, NULL);
    const Cursor nodes = tum_cursor_member(&source, "nodes");
    const size_t count = tum_document_node_count(writer->source);
    if (!tum_transcribe_begin(writer, TUM_FORMAT_G4MF)) {
        return;
    }
    for (size_t i = 0; i < count + 1; ++i) {
        tum_writer_add_node(writer, EDIT_NOWHERE, NULL);
    }
    write_materials(writer, &source);
    write_meshes(writer, &source);
    write_tree(writer, count);
    for (size_t i = 0; i < count && writer_is_fine(writer); ++i) {
        const DocumentNode *node = tum_document_node(writer->source, i);
        const Cursor from = tum_cursor_item(&nodes, i);
        const Cursor to = tum_writer_node(writer, (int32_t)i);
        tum_transcribe_words(writer, &from, &to);
        write_transform(writer, (int32_t)i, node);
        write_mesh_instance(writer, (int32_t)i, node);
    }
    if (writer_is_fine(writer)) {
        writer_note(writer, tum_edit_settle_names(writer->document));
    }
    tell_losses(writer, &source, &nodes);
}
