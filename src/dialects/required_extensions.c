// SPDX-License-Identifier: MIT
// required_extensions.c: extensionsRequired: known, registered and refused extensions.
#include "dialects/required_extensions.h"

#include "dialects/dialect.h"

#include <string.h>

// The glTF 2.0 extension registry (KhronosGroup/glTF, extensions/README.md: ratified, in progress,
// multi-vendor, vendor, archived) without extensions that change the meaning of numbers for these
// readers. Compressions of meshes are included: they matter only for meshes that become shapes.
static const char *const registered[] = {
    "ADOBE_materials_clearcoat_specular",
    "ADOBE_materials_clearcoat_tint",
    "ADOBE_materials_thin_transparency",
    "AGI_articulations",
    "AGI_stk_metadata",
    "CESIUM_primitive_outline",
    "EXT_lights_ies",
    "EXT_lights_image_based",
    "EXT_mesh_gpu_instancing",
    "EXT_mesh_manifold",
    "EXT_meshopt_compression",
    "EXT_texture_procedurals_mx_1_39",
    "EXT_texture_webp",
    "FB_geometry_metadata",
    "GODOT_single_root",
    "GRIFFEL_bim_data",
    "KHR_animation_pointer",
    "KHR_audio_graph",
    "KHR_draco_mesh_compression",
    "KHR_gaussian_splatting",
    "KHR_interactivity",
    "KHR_lights_punctual",
    "KHR_materials_anisotropy",
    "KHR_materials_clearcoat",
    "KHR_materials_diffuse_transmission",
    "KHR_materials_dispersion",
    "KHR_materials_emissive_strength",
    "KHR_materials_ior",
    "KHR_materials_iridescence",
    "KHR_materials_pbrSpecularGlossiness",
    "KHR_materials_sheen",
    "KHR_materials_specular",
    "KHR_materials_subsurface",
    "KHR_materials_transmission",
    "KHR_materials_unlit",
    "KHR_materials_variants",
    "KHR_materials_volume",
    "KHR_materials_volume_scatter",
    "KHR_mesh_quantization",
    "KHR_meshopt_compression",
    "KHR_node_hoverability",
    "KHR_node_selectability",
    "KHR_node_visibility",
    "KHR_techniques_webgl",
    "KHR_texture_basisu",
    "KHR_texture_procedurals",
    "KHR_texture_transform",
    "KHR_texture_video",
    "KHR_xmp",
    "KHR_xmp_json_ld",
    "MPEG_accessor_timed",
    "MPEG_animation_timing",
    "MPEG_audio_spatial",
    "MPEG_buffer_circular",
    "MPEG_media",
    "MPEG_mesh_linking",
    "MPEG_scene_dynamic",
    "MPEG_texture_video",
    "MPEG_viewport_recommended",
    "MSFT_lod",
    "MSFT_packing_normalRoughnessMetallic",
    "MSFT_packing_occlusionRoughnessMetallic",
    "MSFT_texture_dds",
    "NV_materials_mdl",
};

bool tum_extension_is_registered(const char *name)
{
    for (size_t i = 0; i < sizeof registered / sizeof *registered; ++i) {
        if (strcmp(name, registered[i]) == 0) {
            return true;
        }
    }
    return false;
}

// Extensions with another storage of meshes. The first replaces primitives, the others bytes.
enum { CODEC_DRACO, CODEC_COUNT = 3 };
static const char *const codecs[CODEC_COUNT] = {
    "KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression"};

static void note_codec(SceneReader *reader, const char *name, size_t item)
{
    for (int i = 0; i < CODEC_COUNT; ++i) {
        if (strcmp(name, codecs[i]) == 0) {
            reader->codecs_required[i] = item + 1;
        }
    }
}

void tum_required_extensions_check(SceneReader *reader)
{
    const Cursor required = tum_cursor_array(&reader->root, "extensionsRequired");
    const size_t count = tum_cursor_count(&required);
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_item(&required, i);
        const char *name = NULL;
        if (!tum_cursor_text_here(&item, &name)) {
            continue;
        }
        note_codec(reader, name, i);
        if (tum_extension_is_registered(name) || tum_dialects_read_extension(name)) {
            continue;
        }
        reader->refused = true;
        tum_cursor_report_as(&item, CODE_UNSUPPORTED_EXTENSION, TUM_SEVERITY_ERROR,
                             "The document requires the extension '%.64s', which is unknown.",
                             name);
    }
}

static void refuse(SceneReader *reader, int codec, int32_t mesh)
{
    const Cursor required = tum_cursor_array(&reader->root, "extensionsRequired");
    const Cursor item = tum_cursor_item(&required, reader->codecs_required[codec] - 1);
    reader->refused = true;
    tum_cursor_report_as(&item, CODE_UNSUPPORTED_EXTENSION, TUM_SEVERITY_ERROR,
                         "Mesh %d is used as geometry and needs '%s', which cannot be decoded%s.",
                         (int)mesh, codecs[codec],
                         codec == CODEC_DRACO ? "; save the file without it, or with "
                                                "EXT_meshopt_compression in its place"
                                              : "");
}

static bool has_extension(const Cursor *object, const char *name)
{
    const Cursor extensions = tum_cursor_member(object, "extensions");
    const Cursor extension = tum_cursor_member(&extensions, name);
    return tum_cursor_exists(&extension);
}

// True where the bytes of the accessor under `key` have an extension.
static bool bytes_have_extension(const Cursor *root, const Cursor *object, const char *key,
                                 const char *name)
{
    const Cursor accessors = tum_cursor_member(root, "accessors");
    const int32_t accessor = tum_cursor_index(object, key, tum_cursor_count(&accessors));
    if (accessor < 0) {
        return false;
    }
    const Cursor item = tum_cursor_item(&accessors, (size_t)accessor);
    const Cursor views = tum_cursor_member(root, "bufferViews");
    const int32_t view = tum_cursor_index(&item, "bufferView", tum_cursor_count(&views));
    if (view < 0) {
        return false;
    }
    const Cursor bytes = tum_cursor_item(&views, (size_t)view);
    return has_extension(&bytes, name);
}

static bool primitive_needs(const Cursor *root, const Cursor *primitive, int codec)
{
    if (codec == CODEC_DRACO) {
        return has_extension(primitive, codecs[codec]);
    }
    const Cursor attributes = tum_cursor_member(primitive, "attributes");
    return bytes_have_extension(root, &attributes, "POSITION", codecs[codec]) ||
           bytes_have_extension(root, primitive, "indices", codecs[codec]);
}

// Refuses the document where the mesh needs a required codec.
static bool refuse_if_needed(SceneReader *reader, int32_t mesh, int codec)
{
    if (reader->codecs_required[codec] == 0) {
        return false;
    }
    Cursor root = reader->root;
    root.report = NULL; // Reading the mesh files its other faults.
    const Cursor meshes = tum_cursor_member(&root, "meshes");
    const Cursor item = tum_cursor_item(&meshes, (size_t)mesh);
    const Cursor primitives = tum_cursor_member(&item, "primitives");
    const size_t count = tum_cursor_count(&primitives);
    for (size_t i = 0; i < count; ++i) {
        const Cursor primitive = tum_cursor_item(&primitives, i);
        if (primitive_needs(&root, &primitive, codec)) {
            refuse(reader, codec, mesh);
            return true;
        }
    }
    return false;
}

bool tum_required_codec_is_missing(SceneReader *reader, int32_t mesh)
{
    return refuse_if_needed(reader, mesh, CODEC_DRACO);
}

bool tum_required_codec_has_failed(SceneReader *reader, int32_t mesh)
{
    for (int codec = CODEC_DRACO + 1; codec < CODEC_COUNT; ++codec) {
        if (refuse_if_needed(reader, mesh, codec)) {
            return true;
        }
    }
    return false;
}
