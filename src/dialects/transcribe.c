// SPDX-License-Identifier: MIT
// What both ways of transcribing share.
#include "dialects/transcribe.h"

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

void tum_transcribe_mesh(SceneWriter *writer, size_t index, const double *points,
                         size_t point_count, const uint32_t *triangles, size_t triangle_count)
{
    if (triangle_count == 0 || !writer_is_fine(writer)) {
        return;
    }
    float *narrow = tum_allocate(&writer->allocator, 3 * point_count * sizeof *narrow);
    if (narrow == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return;
    }
    bool is_sound = true;
    for (size_t i = 0; i < 3 * point_count; ++i) {
        narrow[i] = (float)points[i];
        is_sound = is_sound && is_finite(narrow[i]);
    }
    if (is_sound) {
        writer_note(writer,
                    tum_edit_add_mesh(writer->document, NULL, narrow, point_count, triangles,
                                      triangle_count, &writer->mesh_index[index]));
    }
    tum_release(&writer->allocator, narrow, 3 * point_count * sizeof *narrow);
}
