// SPDX-License-Identifier: MIT
// schema_core.c: properties of the glTF core that physics depends on (glTF 2.0 specification,
// chapter 5). Materials, cameras and lights are not checked.
#include "validate/rules_document.h"

static const Property asset_rows[] = {
    TEXT("version", IS_REQUIRED), TEXT("minVersion", 0),        TEXT("generator", 0),
    TEXT("copyright", 0),         INTEGER("dimension", 0, 0.0), // written by converters to G4MF; no
                                                                // property of glTF's
};
static const Schema asset = SCHEMA_CHECKED(asset_rows, tum_check_asset);

static const Property scene_rows[] = {INDICES("nodes", IS_FILLED | IS_SET | IS_TREE, TABLE_NODES)};
static const Schema scene = SCHEMA_AT(scene_rows, PLACE_SCENE, NULL);

static const Property node_rows[] = {
    INDEX("camera", 0, TABLE_CAMERAS),
    INDICES("children", IS_FILLED | IS_SET | IS_TREE, TABLE_NODES),
    INDEX("skin", 0, TABLE_SKINS),
    NUMBERS("matrix", 16, ANYTHING),
    INDEX("mesh", 0, TABLE_MESHES),
    NUMBERS("rotation", 4, ANYTHING),
    NUMBERS("scale", 3, ANYTHING),
    NUMBERS("translation", 3, ANYTHING),
    NUMBERS("weights", 0, ANYTHING),
};
static const Schema node = SCHEMA_AT(node_rows, PLACE_NODE, tum_check_node);

static const Property buffer_rows[] = {TEXT("uri", 0), INTEGER("byteLength", IS_REQUIRED, 1.0)};
static const Schema buffer = SCHEMA_CHECKED(buffer_rows, tum_check_buffer);

static const Property view_rows[] = {
    INDEX("buffer", IS_REQUIRED, TABLE_BUFFERS),
    INTEGER("byteOffset", 0, 0.0),
    INTEGER("byteLength", IS_REQUIRED, 1.0),
    {.name = "byteStride", .kind = PROPERTY_INTEGER, .minimum = 4.0, .maximum = 252.0},
    ANY("target"),
};
static const Schema view = SCHEMA_CHECKED(view_rows, tum_check_buffer_view);

static const Property sparse_indices_rows[] = {INDEX("bufferView", IS_REQUIRED, TABLE_BUFFER_VIEWS),
                                               INTEGER("byteOffset", 0, 0.0),
                                               INTEGER("componentType", IS_REQUIRED, 0.0)};
static const Schema sparse_indices = SCHEMA(sparse_indices_rows);
static const Property sparse_values_rows[] = {INDEX("bufferView", IS_REQUIRED, TABLE_BUFFER_VIEWS),
                                              INTEGER("byteOffset", 0, 0.0)};
static const Schema sparse_values = SCHEMA(sparse_values_rows);
static const Property sparse_rows[] = {INTEGER("count", IS_REQUIRED, 1.0),
                                       OBJECT("indices", IS_REQUIRED, &sparse_indices),
                                       OBJECT("values", IS_REQUIRED, &sparse_values)};
static const Schema sparse = SCHEMA(sparse_rows);

static const Property accessor_rows[] = {
    INDEX("bufferView", 0, TABLE_BUFFER_VIEWS),
    INTEGER("byteOffset", 0, 0.0),
    INTEGER("componentType", IS_REQUIRED, 0.0),
    BOOLEAN("normalized"),
    INTEGER("count", IS_REQUIRED, 1.0),
    TEXT("type", IS_REQUIRED),
    NUMBERS("min", 0, ANYTHING),
    NUMBERS("max", 0, ANYTHING),
    OBJECT("sparse", 0, &sparse),
};
static const Schema accessor = SCHEMA_CHECKED(accessor_rows, tum_check_accessor);

static const Property primitive_rows[] = {
    MAP("attributes", IS_REQUIRED | IS_FILLED, TABLE_ACCESSORS),
    INDEX("indices", 0, TABLE_ACCESSORS),
    ANY("material"),
    {.name = "mode", .kind = PROPERTY_INTEGER, .minimum = 0.0, .maximum = MAX_INTEGER},
    MAPS("targets", IS_FILLED, TABLE_ACCESSORS),
};
static const Schema primitive = SCHEMA_CHECKED(primitive_rows, tum_check_primitive);
static const Property mesh_rows[] = {OBJECTS("primitives", IS_REQUIRED | IS_FILLED, &primitive),
                                     NUMBERS("weights", 0, ANYTHING)};
static const Schema mesh = SCHEMA_CHECKED(mesh_rows, tum_check_mesh);

static const Property skin_rows[] = {
    INDEX("inverseBindMatrices", 0, TABLE_ACCESSORS), INDEX("skeleton", 0, TABLE_NODES),
    INDICES("joints", IS_REQUIRED | IS_FILLED | IS_SET, TABLE_NODES)};
static const Schema skin = SCHEMA(skin_rows);

static const Property target_rows[] = {INDEX("node", 0, TABLE_NODES), TEXT("path", IS_REQUIRED)};
static const Schema target = SCHEMA(target_rows);
static const Property channel_rows[] = {INDEX("sampler", IS_REQUIRED, TABLE_NONE),
                                        OBJECT("target", IS_REQUIRED, &target)};
static const Schema channel = SCHEMA(channel_rows);
static const Property sampler_rows[] = {INDEX("input", IS_REQUIRED, TABLE_ACCESSORS),
                                        TEXT("interpolation", 0),
                                        INDEX("output", IS_REQUIRED, TABLE_ACCESSORS)};
static const Schema sampler = SCHEMA(sampler_rows);
static const Property animation_rows[] = {OBJECTS("channels", IS_REQUIRED | IS_FILLED, &channel),
                                          OBJECTS("samplers", IS_REQUIRED | IS_FILLED, &sampler)};
static const Schema animation = SCHEMA_CHECKED(animation_rows, tum_check_animation);

static const Property image_rows[] = {TEXT("uri", 0), TEXT("mimeType", 0),
                                      INDEX("bufferView", 0, TABLE_BUFFER_VIEWS)};
static const Schema image = SCHEMA(image_rows);

static const Property document_rows[] = {
    TEXTS("extensionsUsed", IS_FILLED | IS_SET),
    TEXTS("extensionsRequired", IS_FILLED | IS_SET),
    OBJECTS("accessors", IS_FILLED, &accessor),
    OBJECTS("animations", IS_FILLED, &animation),
    OBJECT("asset", IS_REQUIRED, &asset),
    OBJECTS("buffers", IS_FILLED, &buffer),
    OBJECTS("bufferViews", IS_FILLED, &view),
    ANY("cameras"),
    OBJECTS("images", IS_FILLED, &image),
    ANY("materials"),
    OBJECTS("meshes", IS_FILLED, &mesh),
    OBJECTS("nodes", IS_FILLED, &node),
    ANY("samplers"),
    INDEX("scene", 0, TABLE_SCENES),
    OBJECTS("scenes", IS_FILLED, &scene),
    OBJECTS("skins", IS_FILLED, &skin),
    ANY("textures"),
    OBJECTS("shapes", IS_FILLED, &tum_core_shape_schema), // of the draft of glTF 2.1
};
const Schema tum_document_schema = SCHEMA_AT(document_rows, PLACE_ROOT, tum_check_document);
