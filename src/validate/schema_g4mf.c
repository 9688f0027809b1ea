// SPDX-License-Identifier: MIT
// schema_g4mf.c: properties of G4MF (docs/formats.md#g4mf). Each table is the union of all layouts;
// an old name carries its present one. Materials, cameras, lights and deformations are not checked,
// but their references count as uses.
#include "validate/rules_g4mf.h"

#define OLD_INDEX(key, now, where)                                                                 \
    {                                                                                              \
        .name = key, .kind = PROPERTY_INDEX, .flags = LEAVES_NONE, .table = where, .today = now    \
    }
#define OLD_ANY(key, now)                                                                          \
    {                                                                                              \
        .name = key, .kind = PROPERTY_ANY, .flags = MARKS_INSIDE, .today = now                     \
    }
#define LOOKS(key)                                                                                 \
    {                                                                                              \
        .name = key, .kind = PROPERTY_ANY, .flags = MARKS_INSIDE                                   \
    }
#define POSITIVE(key)                                                                              \
    {                                                                                              \
        .name = key, .kind = PROPERTY_NUMBER, .flags = IS_ABOVE, .minimum = 0.0, .maximum = MOST   \
    }
// The same bounds as in the reader: 1 may have been rounded up.
#define ROTOR(key)                                                                                 \
    {                                                                                              \
        .name = key, .kind = PROPERTY_NUMBERS, .by_dimension = LENGTH_ROTOR,                       \
        .minimum = -1.0 - 1e-9, .maximum = 1.0 + 1e-9                                              \
    }

static const Property asset_rows[] = {
    INTEGER("dimension", IS_REQUIRED, 0.0),
    TEXTS("extensionsUsed", IS_SET),
    TEXTS("extensionsRequired", IS_SET),
    ANY("extensionDependencies"),
    TEXT("generator", 0),
    TEXT("specification", 0),
    TEXT("version", 0),
    ANY("thumbnail"),
};
static const Schema asset = SCHEMA_CHECKED(asset_rows, tum_check_g4mf_asset);

// Data.

static const Property buffer_rows[] = {
    INTEGER("byteLength", IS_REQUIRED, 0.0),
    INDEX("chunk", LEAVES_NONE, TABLE_NONE),
    TEXT("uri", 0),
    TEXT("encoding", 0),
    OLD_ANY("compression", "encoding"),
};
static const Schema buffer = SCHEMA(buffer_rows);

static const Property view_rows[] = {
    INDEX("buffer", LEAVES_NONE, TABLE_BUFFERS),
    INTEGER("byteOffset", 0, 0.0),
    INTEGER("byteLength", IS_REQUIRED, 0.0),
};
static const Schema view = SCHEMA_CHECKED(view_rows, tum_check_g4mf_view);

static const char *const component_types[] = {
    "float8", "float16", "float32", "float64", "float128", "int8",   "int16",   "int32",
    "int64",  "int128",  "uint8",   "uint16",  "uint32",   "uint64", "uint128", NULL};
static const Property accessor_rows[] = {
    INDEX("bufferView", IS_REQUIRED | LEAVES_NONE, TABLE_BUFFER_VIEWS),
    CHOICE("componentType", 0, component_types),
    {.name = "primitiveType",
     .kind = PROPERTY_CHOICE,
     .choices = component_types,
     .today = "componentType"},
    INTEGER("vectorSize", 0, 1.0),
};
static const Schema accessor = SCHEMA_CHECKED(accessor_rows, tum_check_g4mf_accessor);

static const Property file_rows[] = {TEXT("mimeType", 0), TEXT("uri", 0),
                                     INDEX("bufferView", LEAVES_NONE, TABLE_BUFFER_VIEWS)};
static const Schema file = SCHEMA(file_rows);

// Meshes.

// A part of the surface between September 2025 and March 2026.
static const Property topology_rows[] = {INDICES("geometry", IS_FILLED, TABLE_ACCESSORS),
                                         LOOKS("normals"), LOOKS("seams"), LOOKS("textureMap")};
static const Schema topology = SCHEMA(topology_rows);

static const Property surface_rows[] = {
    INDEX("simplexes", LEAVES_NONE, TABLE_ACCESSORS),
    OLD_INDEX("cells", "simplexes", TABLE_ACCESSORS),
    INDEX("edges", LEAVES_NONE, TABLE_ACCESSORS),
    INDICES("geometry", IS_FILLED, TABLE_ACCESSORS),
    BOOLEAN("polytopeSimplexes"),
    {.name = "polytopeCells", .kind = PROPERTY_BOOLEAN, .today = "polytopeSimplexes"},
    INDEX("seams", LEAVES_NONE, TABLE_ACCESSORS),
    OLD_INDEX("vertices", "vertices of the mesh", TABLE_ACCESSORS),
    OBJECT("topology", 0, &topology),
    LOOKS("material"),
    LOOKS("normals"),
    LOOKS("cellNormals"),
    LOOKS("textureMap"),
};
static const Schema surface = SCHEMA_CHECKED(surface_rows, tum_check_g4mf_surface);

static const Property mesh_rows[] = {
    INDEX("vertices", LEAVES_NONE, TABLE_ACCESSORS),
    OBJECTS("surfaces", IS_REQUIRED | IS_FILLED, &surface),
    LOOKS("blend"),
    LOOKS("skin"),
};
static const Schema mesh = SCHEMA_CHECKED(mesh_rows, tum_check_g4mf_mesh);

// Shapes.

static const Property taper_rows[] = {NUMBERS_BY("position", LENGTH_VECTOR, ANYTHING),
                                      NUMBERS_BY("radii", LENGTH_VECTOR, 0.0),
                                      POSITIVE("exponent")};
static const Schema taper = SCHEMA(taper_rows);

static const Property curve_rows[] = {NUMBERS_BY("radii", LENGTH_VECTOR, 0.0), POSITIVE("exponent"),
                                      OBJECTS("taper", 0, &taper)};
static const Schema curve = SCHEMA(curve_rows);

static const char *const shape_types[] = {"general", "concave", "convex", "heightmap",
                                          "plane",   "ray",     NULL};
static const Property shape_rows[] = {
    CHOICE("type", 0, shape_types),
    NUMBERS_BY("size", LENGTH_VECTOR, 0.0),
    OBJECTS("curves", 0, &curve),
    INDEX("mesh", LEAVES_NONE | IS_GEOMETRY, TABLE_MESHES),
    INDEX("heights", LEAVES_NONE, TABLE_ACCESSORS),
    POSITIVE("length"),
    // Written by the reference program, but not in the specification.
    NUMBERS_BY("gridSize", LENGTH_GRID, 0.0),
    NUMBERS_BY("gridSpacing", LENGTH_GRID, 0.0),
};
static const Schema shape = SCHEMA_CHECKED(shape_rows, tum_check_g4mf_shape);

// Nodes.

static const char *const motion_types[] = {"static", "kinematic", "dynamic", NULL};
static const Property motion_rows[] = {
    {.name = "type",
     .kind = PROPERTY_CHOICE,
     .flags = IS_REQUIRED | IS_STRICT,
     .choices = motion_types},
    NUMBER("mass", 0.0),
    NUMBERS_BY("inertiaDiagonal", LENGTH_BIVECTOR, 0.0),
    ROTOR("inertiaOrientation"),
    NUMBERS_BY("linearVelocity", LENGTH_VECTOR, ANYTHING),
    NUMBERS_BY("angularVelocity", LENGTH_BIVECTOR, ANYTHING),
    NUMBER("gravityFactor", ANYTHING),
};
static const Schema motion = SCHEMA_CHECKED(motion_rows, tum_check_g4mf_motion);

static const Property collider_rows[] = {
    INDEX("shape", IS_REQUIRED | LEAVES_NONE, TABLE_G4MF_SHAPES)};
static const Schema collider = SCHEMA(collider_rows);

static const Property trigger_rows[] = {INDEX("shape", LEAVES_NONE, TABLE_G4MF_SHAPES),
                                        INDICES("nodes", IS_FILLED | IS_SET, TABLE_NODES)};
static const Schema trigger = SCHEMA_CHECKED(trigger_rows, tum_check_g4mf_trigger);

static const Property physics_rows[] = {
    OBJECT("motion", 0, &motion), OBJECT("collider", 0, &collider), OBJECT("trigger", 0, &trigger)};
static const Schema physics = SCHEMA_CHECKED(physics_rows, tum_check_g4mf_physics);

static const Property mesh_instance_rows[] = {
    INDEX("mesh", IS_REQUIRED | LEAVES_NONE, TABLE_MESHES), LOOKS("materials"),
    NUMBERS("blendAmounts", 0, ANYTHING)};
static const Schema mesh_instance = SCHEMA(mesh_instance_rows);

static const Property model_instance_rows[] = {
    INDEX("file", LEAVES_NONE, TABLE_G4MF_FILES), OLD_INDEX("model", "file", TABLE_G4MF_MODELS),
    LOOKS("materialOverrides"), ANY("nodeAdditionalChildren"), LOOKS("nodeOverrides")};
static const Schema model_instance =
    SCHEMA_CHECKED(model_instance_rows, tum_check_g4mf_model_instance);

static const Property bone_rows[] = {NUMBER("length", 0.0), NUMBER("mass", 0.0),
                                     INDEX("shape", LEAVES_NONE, TABLE_G4MF_SHAPES)};
static const Schema bone = SCHEMA(bone_rows);
static const Property skeleton_rows[] = {INDICES("joints", 0, TABLE_NODES)};
static const Schema skeleton = SCHEMA(skeleton_rows);

static const Property node_rows[] = {
    INDICES("children", IS_FILLED | IS_SET | IS_TREE, TABLE_NODES),
    NUMBERS_BY("position", LENGTH_VECTOR, ANYTHING),
    NUMBERS_BY("basis", LENGTH_BASIS, ANYTHING),
    ROTOR("rotor"),
    {.name = "scale",
     .kind = PROPERTY_NUMBERS,
     .flags = IS_ABOVE,
     .by_dimension = LENGTH_SCALE,
     .minimum = 0.0,
     .maximum = MOST},
    BOOLEAN("visible"),
    OBJECT("physics", 0, &physics),
    OBJECT("meshInstance", 0, &mesh_instance),
    OLD_INDEX("mesh", "meshInstance", TABLE_MESHES),
    OBJECT("modelInstance", 0, &model_instance),
    OLD_INDEX("model", "modelInstance", TABLE_G4MF_MODELS),
    OBJECT("bone", 0, &bone),
    OLD_ANY("boneLength", "bone"),
    OBJECT("skeleton", 0, &skeleton),
    LOOKS("camera"),
    LOOKS("light"), // before 2026 an index
};
static const Schema node = SCHEMA_CHECKED(node_rows, tum_check_g4mf_node);

static const Property document_rows[] = {
    OBJECT("asset", IS_REQUIRED, &asset),
    OBJECTS("buffers", 0, &buffer),
    OBJECTS("bufferViews", 0, &view),
    OBJECTS("accessors", 0, &accessor),
    OBJECTS("files", 0, &file),
    {.name = "models", .kind = PROPERTY_OBJECTS, .of = &file, .today = "files"},
    LOOKS("textures"),
    LOOKS("materials"),
    LOOKS("lights"),
    OBJECTS("meshes", 0, &mesh),
    OBJECTS("shapes", 0, &shape),
    OBJECTS("nodes", 0, &node),
};
const Schema tum_g4mf_schema = SCHEMA_CHECKED(document_rows, tum_check_g4mf_document);
