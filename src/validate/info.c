// SPDX-License-Identifier: MIT
// info.c: the content of a file, in the format of the Khronos glTF-Validator's report.
#include <string.h>

#include "base/json_text.h"
#include "document/asset.h"
#include "document/cursor.h"
#include "tumble/validate.h"

static void say_count(JsonText *json, const char *key, uint64_t count)
{
    tum_json_text_key(json, key);
    tum_json_text_unsigned(json, count);
}

static void say_truth(JsonText *json, const char *key, bool truth)
{
    tum_json_text_key(json, key);
    tum_json_text_boolean(json, truth);
}

static const char *text_of(const Cursor *object, const char *key)
{
    const Cursor member = tum_cursor_member(object, key);
    const char *text = NULL;
    return tum_cursor_kind(&member) == JSON_TEXT && tum_cursor_text_here(&member, &text) ? text
                                                                                         : NULL;
}

static void say_text(JsonText *json, const Cursor *object, const char *key, const char *as)
{
    const char *text = text_of(object, key);
    if (text != NULL) {
        tum_json_text_key(json, as);
        tum_json_text_string(json, text);
    }
}

static void say_texts(JsonText *json, const Cursor *root, const char *key)
{
    const Cursor list = tum_cursor_member(root, key);
    if (tum_cursor_kind(&list) != JSON_ARRAY) {
        return;
    }
    tum_json_text_key(json, key);
    tum_json_text_begin_array(json);
    for (size_t i = 0; i < tum_cursor_count(&list); ++i) {
        const Cursor item = tum_cursor_item(&list, i);
        const char *text = NULL;
        if (tum_cursor_kind(&item) == JSON_TEXT && tum_cursor_text_here(&item, &text)) {
            tum_json_text_string(json, text);
        }
    }
    tum_json_text_end_array(json);
}

// Resources.

static int64_t integer_of(const Cursor *object, const char *key)
{
    int64_t value = -1;
    return tum_cursor_integer(object, key, &value) ? value : -1;
}

static void say_resource(JsonText *json, const TumDocument *document, const Cursor *at)
{
    char pointer[64];
    const char *uri = text_of(at, "uri"), *storage = "glb";
    const Cursor view = tum_cursor_member(at, "bufferView");
    const bool is_data = uri != NULL && strncmp(uri, "data:", 5) == 0;
    if (uri != NULL) {
        storage = is_data ? "data-uri" : "external";
    } else if (tum_cursor_exists(&view)) {
        storage = "buffer-view";
    } else if (tum_document_is_g4b(document)) {
        storage = "chunk";
    } else if (!tum_document_is_glb(document)) {
        return;
    }
    tum_cursor_pointer(at, pointer, sizeof pointer);
    tum_json_text_begin_object(json);
    tum_json_text_key(json, "pointer");
    tum_json_text_string(json, pointer);
    say_text(json, at, "mimeType", "mimeType");
    tum_json_text_key(json, "storage");
    tum_json_text_string(json, storage);
    if (uri != NULL && !is_data) {
        tum_json_text_key(json, "uri");
        tum_json_text_string(json, uri);
    }
    if (integer_of(at, "byteLength") >= 0) {
        say_count(json, "byteLength", (uint64_t)integer_of(at, "byteLength"));
    }
    tum_json_text_end_object(json);
}

static void say_resources(JsonText *json, const TumDocument *document, const Cursor *root)
{
    static const char *const tables[] = {"buffers", "images", "files"};
    tum_json_text_key(json, "resources");
    tum_json_text_begin_array(json);
    for (size_t t = 0; t < sizeof tables / sizeof *tables; ++t) {
        const Cursor table = tum_cursor_member(root, tables[t]);
        for (size_t i = 0; tum_cursor_kind(&table) == JSON_ARRAY && i < tum_cursor_count(&table);
             ++i) {
            const Cursor item = tum_cursor_item(&table, i);
            say_resource(json, document, &item);
        }
    }
    tum_json_text_end_array(json);
}

// Meshes.

typedef struct Drawing {
    uint64_t calls, vertices, triangles, most_sets, most_influences, most_attributes;
    bool has_morphs;
} Drawing;

static uint64_t accessor_count(const Cursor *root, const Cursor *object, const char *key)
{
    const Cursor accessors = tum_cursor_member(root, "accessors");
    const int32_t index = tum_cursor_index(object, key, tum_cursor_count(&accessors));
    const Cursor accessor = tum_cursor_item(&accessors, index >= 0 ? (size_t)index : SIZE_MAX);
    const int64_t count = integer_of(&accessor, "count");
    return count > 0 ? (uint64_t)count : 0;
}

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void draw(const Cursor *root, const Cursor *primitive, Drawing *drawing)
{
    const Cursor attributes = tum_cursor_member(primitive, "attributes");
    const Cursor indices = tum_cursor_member(primitive, "indices");
    const Cursor targets = tum_cursor_member(primitive, "targets");
    const uint64_t vertices = accessor_count(root, &attributes, "POSITION");
    const uint64_t corners =
        tum_cursor_exists(&indices) ? accessor_count(root, primitive, "indices") : vertices;
    const int64_t mode = integer_of(primitive, "mode");
    uint64_t sets = 0, joints = 0;
    for (size_t i = 0; i < tum_cursor_count(&attributes); ++i) {
        const char *name = NULL;
        tum_cursor_member_at(&attributes, i, &name);
        sets += strncmp(name, "TEXCOORD_", 9) == 0;
        joints += strncmp(name, "JOINTS_", 7) == 0;
    }
    ++drawing->calls;
    drawing->vertices += vertices;
    drawing->triangles += mode < 0 || mode == 4                     ? corners / 3
                          : (mode == 5 || mode == 6) && corners > 2 ? corners - 2
                                                                    : 0;
    drawing->most_sets = most(drawing->most_sets, sets);
    drawing->most_influences = most(drawing->most_influences, joints * 4);
    drawing->most_attributes = most(drawing->most_attributes, tum_cursor_count(&attributes));
    drawing->has_morphs |= tum_cursor_count(&targets) > 0;
}

static Drawing draw_all(const Cursor *root)
{
    Drawing drawing = {0};
    const Cursor meshes = tum_cursor_member(root, "meshes");
    for (size_t i = 0; tum_cursor_kind(&meshes) == JSON_ARRAY && i < tum_cursor_count(&meshes);
         ++i) {
        const Cursor mesh = tum_cursor_item(&meshes, i);
        const Cursor primitives = tum_cursor_member(&mesh, "primitives");
        for (size_t k = 0;
             tum_cursor_kind(&primitives) == JSON_ARRAY && k < tum_cursor_count(&primitives); ++k) {
            const Cursor primitive = tum_cursor_item(&primitives, k);
            draw(root, &primitive, &drawing);
        }
    }
    return drawing;
}

// Physics.

static void say_dialects(JsonText *json, const char *ids)
{
    tum_json_text_key(json, "dialects");
    tum_json_text_begin_array(json);
    while (*ids != '\0') {
        const size_t length = strcspn(ids, ",");
        tum_json_text_string_bytes(json, ids, length);
        ids += length;
        ids += strspn(ids, ", ");
    }
    tum_json_text_end_array(json);
}

static void say_bodies(JsonText *json, const TumScene *scene)
{
    static const char *const kinds[] = {"static", "kinematic", "dynamic"};
    uint64_t counts[3] = {0};
    for (size_t i = 0; i < scene->body_count; ++i) {
        ++counts[scene->bodies[i].kind];
    }
    tum_json_text_key(json, "bodies");
    tum_json_text_begin_object(json);
    for (size_t i = 0; i < 3; ++i) {
        say_count(json, kinds[i], counts[i]);
    }
    tum_json_text_end_object(json);
}

static void say_colliders(JsonText *json, const TumScene *scene)
{
    static const char *const types[] = {"sphere", "box",     "capsule", "cylinder",  "plane",
                                        "convex", "trimesh", "general", "heightmap", "ray"};
    enum { TYPE_COUNT = sizeof types / sizeof *types };
    uint64_t counts[TYPE_COUNT] = {0};
    for (size_t i = 0; i < scene->collider_count; ++i) {
        ++counts[scene->shapes[scene->colliders[i].shape].kind];
    }
    tum_json_text_key(json, "colliders");
    tum_json_text_begin_object(json);
    for (size_t i = 0; i < TYPE_COUNT; ++i) {
        if (counts[i] > 0) {
            say_count(json, types[i], counts[i]);
        }
    }
    tum_json_text_end_object(json);
}

static void say_physics(JsonText *json, const TumScene *scene)
{
    tum_json_text_key(json, "physics");
    tum_json_text_begin_object(json);
    say_dialects(json, scene->dialects);
    say_count(json, "dimension", (uint64_t)scene->dimension);
    say_bodies(json, scene);
    say_colliders(json, scene);
    say_count(json, "triggers", scene->trigger_count);
    say_count(json, "joints", scene->joint_count);
    say_count(json, "limits", scene->limit_count);
    say_count(json, "drives", scene->drive_count);
    say_count(json, "materials", scene->material_count);
    say_count(json, "filters", scene->filter_count);
    say_count(json, "gravityVolumes", scene->gravity_volume_count);
    tum_json_text_end_object(json);
}

static void say_info(JsonText *json, const TumValidation *validation)
{
    const Cursor root = tum_cursor_root(validation->document, NULL);
    const Cursor asset = tum_cursor_member(&root, "asset");
    const Cursor skins = tum_cursor_member(&root, "skins");
    const Cursor textures = tum_cursor_member(&root, "textures");
    const Cursor scene = tum_cursor_member(&root, "scene");
    const Drawing drawing = draw_all(&root);
    const bool is_g4mf = tum_document_format(validation->document) == TUM_FORMAT_G4MF;
    say_text(json, &asset, "version", "version");
    say_text(json, &asset, "minVersion", "minVersion");
    say_text(json, &asset, "generator", "generator");
    if (is_g4mf) {
        say_count(json, "dimension", (uint64_t)tum_document_dimension(validation->document));
    }
    say_texts(json, is_g4mf ? &asset : &root, "extensionsUsed");
    say_texts(json, is_g4mf ? &asset : &root, "extensionsRequired");
    say_resources(json, validation->document, &root);
    say_count(json, "animationCount", tum_cursor_root_count(validation->document, "animations"));
    say_count(json, "materialCount", tum_cursor_root_count(validation->document, "materials"));
    say_truth(json, "hasMorphTargets", drawing.has_morphs);
    say_truth(json, "hasSkins", tum_cursor_count(&skins) > 0);
    say_truth(json, "hasTextures", tum_cursor_count(&textures) > 0);
    say_truth(json, "hasDefaultScene", tum_cursor_exists(&scene));
    say_count(json, "drawCallCount", drawing.calls);
    say_count(json, "totalVertexCount", drawing.vertices);
    say_count(json, "totalTriangleCount", drawing.triangles);
    say_count(json, "maxUVs", drawing.most_sets);
    say_count(json, "maxInfluences", drawing.most_influences);
    say_count(json, "maxAttributes", drawing.most_attributes);
    if (validation->scene != NULL && validation->scene->dialects[0] != '\0') {
        say_physics(json, validation->scene);
    }
}

TumStatus tum_validation_info(const TumValidation *validation, char **text, size_t *count)
{
    TextBuffer buffer = {0};
    JsonText json;
    tum_json_text_init(&json, tum_text_buffer_sink(&buffer), 0);
    tum_json_text_begin_object(&json);
    if (validation->document != NULL) {
        say_info(&json, validation);
    }
    tum_json_text_end_object(&json);
    TumStatus status = tum_json_text_finish(&json);
    const TumAllocator allocator = tum_allocator_or_default(NULL);
    *count = buffer.text.count;
    *text = status == TUM_OK ? tum_allocate(&allocator, *count) : NULL;
    if (*text != NULL) {
        memcpy(*text, buffer.text.items, *count);
    } else {
        status = TUM_ERROR_MEMORY;
    }
    tum_text_buffer_free(&buffer);
    return status;
}

void tum_validation_free_text(char *text, size_t count)
{
    const TumAllocator allocator = tum_allocator_or_default(NULL);
    if (text != NULL) {
        tum_release(&allocator, text, count);
    }
}

const char *tum_validation_mime_type(const TumValidation *validation)
{
    if (validation->document == NULL) {
        return NULL;
    }
    if (tum_document_format(validation->document) == TUM_FORMAT_G4MF) {
        return tum_document_is_g4b(validation->document) ? "model/g4mf-binary" : "model/g4mf+json";
    }
    return tum_document_is_glb(validation->document) ? "model/gltf-binary" : "model/gltf+json";
}
