// SPDX-License-Identifier: MIT
// transcribe.c: the common part of both directions of transcription.
#include "convert/transcribe.h"

#include "dialects/dialect.h"
#include "math/scalar.h"

bool tum_transcribe_begin(SceneWriter *writer, TumFormat format)
{
    const char *meshes = "meshes";
    const size_t count = tum_cursor_root_count(writer->source, meshes);
    writer->status = tum_edit_create(writer->source, format, &writer->document);
    writer->mesh_index = tum_arena_zeroed(&writer->arena, count, sizeof *writer->mesh_index);
    if (writer->mesh_index == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        writer->mesh_index[i] = -1;
    }
    writer->root = tum_cursor_root(writer->document, NULL);
    writer->nodes = writer_member(&writer->root, "nodes");
    writer->node_shift = format == TUM_FORMAT_G4MF ? 1 : 0;
    return writer_is_fine(writer);
}

void tum_transcribe_words(SceneWriter *writer, const Cursor *from, const Cursor *to)
{
    static const char *const kept[] = {"name", "extras"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; ++i) {
        const Cursor member = tum_cursor_member(from, kept[i]);
        if (tum_cursor_exists(&member) && writer_is_fine(writer)) {
            writer_note(writer, tum_edit_set_copy(writer->document, to, kept[i], &member));
        }
    }
}

void tum_transcribe_lost(SceneWriter *writer, const Cursor *at, const char *kind)
{
    char pointer[512];
    tum_cursor_pointer(at, pointer, sizeof pointer);
    tum_writer_tell(writer, CODE_L_RENDER, pointer, NULL, "%s are not taken along.", kind);
}

void tum_transcribe_extensions(SceneWriter *writer, const Cursor *used)
{
    for (size_t i = 0; i < tum_cursor_count(used); ++i) {
        const Cursor item = tum_cursor_item(used, i);
        const char *name = NULL;
        char pointer[256];
        if (tum_cursor_text_here(&item, &name) && !tum_dialects_read_extension(name)) {
            tum_cursor_pointer(&item, pointer, sizeof pointer);
            tum_writer_tell(writer, CODE_L_EXT, pointer, NULL, "The extension '%s' stays behind.",
                            name);
        }
    }
}

static void add_mesh(SceneWriter *writer, size_t index, const TranscribedMesh *mesh)
{
    if (mesh->triangle_count == 0 || !writer_is_fine(writer)) {
        return;
    }
    const size_t count = 3 * mesh->point_count;
    float *narrow = tum_allocate(&writer->allocator, count * sizeof *narrow);
    if (narrow == NULL && count > 0) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return;
    }
    bool is_sound = true;
    for (size_t i = 0; i < count; ++i) {
        narrow[i] = (float)mesh->points[i];
        is_sound = is_sound && is_finite(narrow[i]);
    }
    if (is_sound) {
        writer_note(writer, tum_edit_add_mesh(writer->document, NULL, narrow, mesh->point_count,
                                              mesh->triangles, mesh->triangle_count,
                                              &writer->mesh_index[index]));
    }
    tum_release(&writer->allocator, narrow, count * sizeof *narrow);
}

// The copy has all triangles of the mesh in one part with one material: the first one named.
static void write_material(SceneWriter *writer, const Cursor *from, const Cursor *to,
                           const char *const parts[2])
{
    const Cursor sources = tum_cursor_member(from, parts[0]);
    const size_t count = tum_cursor_root_count(writer->source, "materials");
    int32_t used = -1;
    bool has_others = false;
    for (size_t i = 0; i < tum_cursor_count(&sources); ++i) {
        const Cursor part = tum_cursor_item(&sources, i);
        const int32_t material = tum_cursor_index(&part, "material", count);
        has_others = has_others || (i > 0 && material != used);
        used = used < 0 ? material : used;
    }
    if (has_others) {
        tum_transcribe_lost(writer, from, "Materials of a mesh but the first");
    }
    if (used >= 0) {
        const Cursor written = writer_member(to, parts[1]);
        const Cursor part = {.document = writer->document, .parent = &written};
        tum_writer_number(writer, &part, "material", used);
    }
}

void tum_transcribe_mesh(SceneWriter *writer, size_t index, const TranscribedMesh *mesh,
                         const char *const parts[2])
{
    add_mesh(writer, index, mesh);
    if (writer->mesh_index[index] >= 0 && writer_is_fine(writer)) {
        const Cursor source = tum_cursor_root(writer->source, NULL);
        const Cursor meshes = tum_cursor_member(&source, "meshes");
        const Cursor from = tum_cursor_item(&meshes, index);
        const Cursor table = writer_member(&writer->root, "meshes");
        const Cursor to = {.document = writer->document,
                           .parent = &table,
                           .index = (size_t)writer->mesh_index[index]};
        tum_transcribe_words(writer, &from, &to);
        write_material(writer, &from, &to, parts);
    }
}
