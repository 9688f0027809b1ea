// SPDX-License-Identifier: MIT
// transcribe_gltf.c: glTF from G4MF of 3 dimensions.
#include "convert/transcribe.h"

#include <string.h>

#include "document/g4mf_buffer.h"
#include "document/g4mf_mesh.h"
#include "document/node.h"
#include "math/scalar.h"

// Copies the base color, three or four numbers.
static void write_material(SceneWriter *writer, const Cursor *from, const Cursor *to)
{
    const Cursor channel = tum_cursor_member(from, "baseColor");
    const Cursor factor = tum_cursor_member(&channel, "factor");
    const size_t count = tum_cursor_count(&factor);
    double color[4] = {1.0, 1.0, 1.0, 1.0};
    tum_transcribe_words(writer, from, to);
    for (size_t i = 0; i < count && i < 4; ++i) {
        const Cursor item = tum_cursor_item(&factor, i);
        tum_cursor_number_here(&item, &color[i]);
        color[i] = clamp64(color[i], 0.0, 1.0);
    }
    if (count > 0) {
        const Cursor surface = tum_writer_object(writer, to, "pbrMetallicRoughness");
        tum_writer_numbers(writer, &surface, "baseColorFactor", color, 4);
    }
}

static void write_materials(SceneWriter *writer, const Cursor *source)
{
    const Cursor materials = tum_cursor_member(source, "materials");
    for (size_t i = 0; i < tum_cursor_count(&materials); ++i) {
        const Cursor from = tum_cursor_item(&materials, i);
        const Cursor table = tum_writer_array(writer, &writer->root, "materials");
        const Cursor to = tum_writer_add_object(writer, &table);
        write_material(writer, &from, &to);
    }
}

static void write_meshes(SceneWriter *writer, const Cursor *source)
{
    static const char *const parts[2] = {"surfaces", "primitives"};
    const Cursor meshes = tum_cursor_member(source, "meshes");
    for (size_t i = 0; i < tum_cursor_count(&meshes) && writer_is_fine(writer); ++i) {
        Arena scratch;
        G4mfMeshData data;
        tum_arena_init(&scratch, &writer->allocator);
        if (tum_g4mf_mesh_read(writer->source, (int32_t)i, &scratch, &data, NULL)) {
            const TranscribedMesh found = {data.points, data.point_count, data.cells,
                                           data.cell_count};
            tum_transcribe_mesh(writer, i, &found, parts);
        }
        tum_arena_clear(&scratch);
    }
}

static void write_node(SceneWriter *writer, int32_t index, const Cursor *from)
{
    const DocumentNode *node = tum_document_node(writer->source, (size_t)index);
    const Cursor to = tum_writer_node(writer, index);
    tum_transcribe_words(writer, from, &to);
    if (node->has_matrix) {
        tum_writer_numbers(writer, &to, "matrix", node->local->matrix, 16);
    } else {
        const double *t = node->local->translation, *q = node->local->rotation,
                     *s = node->local->scale;
        tum_writer_set_transform(writer, index,
                                 (DPose3){{t[0], t[1], t[2]}, {q[0], q[1], q[2], q[3]}},
                                 dvec3(s[0], s[1], s[2]));
    }
    if (node->mesh >= 0 && writer->mesh_index[node->mesh] >= 0) {
        tum_writer_number(writer, &to, "mesh", writer->mesh_index[node->mesh]);
    }
    const size_t count = tum_document_child_count(writer->source, index);
    if (count > 0) {
        const Cursor children = tum_writer_array(writer, &to, "children");
        for (size_t i = 0; i < count; ++i) {
            tum_writer_add_number(writer, &children, tum_document_child(writer->source, index, i));
        }
    }
}

static void tell_losses(SceneWriter *writer, const Cursor *source, const Cursor *nodes)
{
    static const struct {
        const char *member, *kind;
    } parts[] = {{"light", "Lights"},
                 {"camera", "Cameras"},
                 {"bone", "Bones"},
                 {"skeleton", "Skeletons"},
                 {"modelInstance", "Instances of other files"}};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; ++k) {
        for (size_t i = 0; i < writer->scene->node_count; ++i) {
            const Cursor node = tum_cursor_item(nodes, i);
            const Cursor member = tum_cursor_member(&node, parts[k].member);
            if (tum_cursor_exists(&member)) {
                tum_transcribe_lost(writer, &member, parts[k].kind);
                break;
            }
        }
    }
    const Cursor textures = tum_cursor_member(source, "textures");
    if (tum_cursor_count(&textures) > 0) {
        tum_transcribe_lost(writer, &textures, "Textures");
    }
    const Cursor asset = tum_cursor_member(source, "asset");
    const Cursor used = tum_cursor_member(&asset, "extensionsUsed");
    tum_transcribe_extensions(writer, &used);
}

void tum_transcribe_to_gltf(SceneWriter *writer)
{
    const Cursor source = tum_cursor_root(writer->source, NULL);
    const Cursor nodes = tum_cursor_member(&source, "nodes");
    const size_t count = tum_document_node_count(writer->source);
    if (!tum_transcribe_begin(writer, TUM_FORMAT_GLTF)) {
        return;
    }
    if (count > 0) {
        tum_writer_number(writer, &writer->root, "scene", 0.0);
        const Cursor scenes = tum_writer_array(writer, &writer->root, "scenes");
        const Cursor scene = tum_writer_add_object(writer, &scenes);
        const Cursor roots = tum_writer_array(writer, &scene, "nodes");
        tum_writer_add_number(writer, &roots, 0.0);
    }
    for (size_t i = 0; i < count; ++i) {
        tum_writer_add_node(writer, EDIT_NOWHERE, NULL);
    }
    write_materials(writer, &source);
    write_meshes(writer, &source);
    for (size_t i = 0; i < count && writer_is_fine(writer); ++i) {
        const Cursor from = tum_cursor_item(&nodes, i);
        write_node(writer, (int32_t)i, &from);
    }
    tell_losses(writer, &source, &nodes);
}
