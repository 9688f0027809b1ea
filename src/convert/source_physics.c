// SPDX-License-Identifier: MIT
// source_physics.c: removal of the physics of all dialects from the copy of the document.
#include "convert/source_physics.h"

#include "convert/gravity_writer.h"
#include "dialects/dialect.h"
#include "document/edit_extension.h"

#include <string.h>

// OMI_physics_gravity has its own content besides the dialects and stays.
const char *tum_writer_extension_taken(size_t index)
{
    const char *extension;
    for (size_t i = 0; (extension = tum_dialects_extension(i)) != NULL; ++i) {
        if (strcmp(extension, tum_writer_gravity_extension) != 0 && index-- == 0) {
            return extension;
        }
    }
    return NULL;
}

static bool has_shaped_gravity(const TumScene *scene)
{
    for (size_t i = 0; i < scene->gravity_volume_count; ++i) {
        if (scene->gravity_volumes[i].kind == TUM_GRAVITY_SHAPED) {
            return true;
        }
    }
    return false;
}

// A table with shapes of gravity volumes stays, unless the target writes its own table in its
// place.
static bool is_still_needed(const SceneWriter *writer, const char *extension)
{
    return strcmp(extension, "OMI_physics_shape") == 0 && has_shaped_gravity(writer->scene) &&
           writer->target->keeps_shapes_in == NULL;
}

bool tum_writer_strip(SceneWriter *writer)
{
    bool is_required = false;
    const Cursor source = tum_cursor_root(writer->source, NULL);
    const Cursor required = tum_cursor_member(&source, "extensionsRequired");
    const size_t required_count = tum_cursor_count(&required);
    const char *extension;
    for (size_t i = 0; (extension = tum_writer_extension_taken(i)) != NULL; ++i) {
        if (is_still_needed(writer, extension)) {
            continue;
        }
        for (size_t k = 0; k < required_count; ++k) {
            const Cursor item = tum_cursor_item(&required, k);
            const char *name = "";
            tum_cursor_text_here(&item, &name);
            is_required = is_required || strcmp(name, extension) == 0;
        }
        tum_edit_remove_extension(writer->document, extension);
    }
    return is_required;
}

static bool speaks(const TumScene *scene, const char *id)
{
    const size_t length = strlen(id);
    for (const char *at = scene->dialects; (at = strstr(at, id)) != NULL; at += length) {
        if ((at == scene->dialects || at[-1] == ' ') && (at[length] == ',' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

void tum_writer_tell_of_source(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    if (speaks(scene, "NM")) {
        tum_writer_tell(
            writer, CODE_B_NAMES, "", NULL,
            "Names keep their suffixes: a reader that honours them makes everything twice.");
    }
    for (size_t i = 0; i < scene->filter_count && speaks(scene, "M0"); ++i) {
        const TumFilter *filter = &scene->filters[i];
        const char *name = filter->system_count > 0
                               ? scene->system_names[scene->filter_systems[filter->system_first]]
                               : "";
        if (strncmp(name, "layer_", 6) == 0) {
            tum_writer_tell(
                writer, CODE_A_MASK, filter->pointer, NULL,
                "The bits became systems 'layer_0' to 'layer_31'; both sides have to admit "
                "now, where one was enough.");
        }
    }
}
