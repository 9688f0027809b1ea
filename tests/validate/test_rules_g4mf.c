// SPDX-License-Identifier: MIT
// The rules of G4MF documents (docs/diagnostics.md), in three, four and five dimensions.
#include "tests/validate/validating.h"

#define IN(dimension) "{'asset': {'dimension': " dimension "}, "
#define BOX_3 "'shapes': [{'size': [1, 1, 1]}]"
#define BOX_4 "'shapes': [{'size': [1, 1, 1, 1]}]"
#define COLLIDER "{'physics': {'collider': {'shape': 0}}}"

// Documents.

static void a_whole_document_has_no_finding(void **state)
{
    (void)state;
    assert_clean("{'asset': {'dimension': 4}}");
    assert_clean(IN("4") BOX_4 ", 'nodes': [{'children': [1]}, {'name': 'body', 'comment': 'x', "
                               "'physics': {'motion': {'type': 'dynamic', 'mass': 2}}, 'children': "
                               "[2]}, " COLLIDER "]}");
    assert_clean(IN("3") BOX_3 ", 'nodes': [" COLLIDER "]}");
}

static void other_dimensions_are_checked_and_not_simulated(void **state)
{
    (void)state;
#define IN_FIVE(shape, motion)                                                                     \
    IN("5")                                                                                        \
    "'shapes': [" shape "], 'nodes': [{'children': [1]}, {'physics': {'motion': {" motion          \
    "}}, 'children': [2]}, " COLLIDER "]}"
#define DIMENSION_5 "G4MF_DIMENSION_UNSUPPORTED 1 /asset/dimension"
    assert_finds(IN_FIVE("{'size': [1, 1, 1, 1, 1]}", "'type': 'static'"), DIMENSION_5);
    assert_finds(IN_FIVE("{'size': [1, 1, 1, 1]}", "'type': 'static'"), DIMENSION_5,
                 "ARRAY_LENGTH_NOT_IN_LIST 0 /shapes/0/size");
    assert_finds(IN_FIVE("{'size': [1, 1, 1, 1, -1]}", "'type': 'solid'"), DIMENSION_5,
                 "VALUE_NOT_IN_RANGE 0 /shapes/0/size/4",
                 "VALUE_NOT_IN_LIST 0 /nodes/1/physics/motion/type");
    // 10 planes; 1 + 10 or 2^4 numbers of a rotor.
    assert_finds(IN_FIVE("{'size': [1, 1, 1, 1, 1]}",
                         "'type': 'static', 'angularVelocity': [0, 0, 0, 0, 0, 0, 0, 0, 0], "
                         "'inertiaOrientation': [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]"),
                 DIMENSION_5, "ARRAY_LENGTH_NOT_IN_LIST 0 /nodes/1/physics/motion/angularVelocity",
                 "ARRAY_LENGTH_NOT_IN_LIST 0 /nodes/1/physics/motion/inertiaOrientation");
}

static void control_characters_are_told_wherever_they_stand(void **state)
{
    (void)state;
    assert_clean("{\n\t'asset': {'dimension': 3, 'generator': 'a\\tb\\nc\\u0020'}}");
    assert_finds("{\r\n'asset': {'dimension': 3}}", "G4MF_CONTROL_CHARACTER 0 ");
    assert_finds("{'asset': {'dimension': 3, 'generator': 'a\\rb'}}", "G4MF_CONTROL_CHARACTER 0 ");
    assert_finds("{'asset': {'dimension': 3, 'generator': 'a\\u0085'}}",
                 "G4MF_CONTROL_CHARACTER 0 ");
    assert_finds("{'asset': {'dimension': 3, 'generator': 'a\xc2\x85'}}",
                 "G4MF_CONTROL_CHARACTER 0 ");
    assert_finds("{'asset': {'dimension': 3, 'generator': '\x7f'}}", "G4MF_CONTROL_CHARACTER 0 ");
    assert_clean("{'asset': {'dimension': 3, 'generator': 'a\xc2\xb5\\\\u0001 \\u00e9'}}");
}

static void names_are_one_of_a_kind_and_without_separators(void **state)
{
    (void)state;
#define NAMED(shape, node)                                                                         \
    IN("3")                                                                                        \
    "'shapes': [{'name': '" shape "', 'size': [1, 1, 1]}], 'nodes': [{'name': '" node              \
    "', 'physics': {'collider': {'shape': 0}}}]}"
    assert_clean(NAMED("box", "crate"));
    assert_clean(NAMED("", ""));
    // Shapes come before nodes, so that the node is the one to rename.
    assert_finds(NAMED("box", "box"), "G4MF_DUPLICATE_NAME 0 /nodes/0/name");
    assert_finds(NAMED("box", "a/b"), "G4MF_INVALID_NAME 0 /nodes/0/name");
    assert_finds(NAMED("50%", "crate"), "G4MF_INVALID_NAME 0 /shapes/0/name");
    assert_clean(IN("3") "'nodes': [{'extras': {'name': 'a'}, 'name': 'a'}]}");
}

static void extensions_are_declared_in_the_asset(void **state)
{
    (void)state;
    assert_finds("{'asset': {'dimension': 3}, 'nodes': [{'extensions': {'ACME_glow': {}}}]}",
                 "UNDECLARED_EXTENSION 0 /nodes/0/extensions/ACME_glow");
    assert_finds("{'asset': {'dimension': 3, 'extensionsUsed': ['ACME_glow']}, 'nodes': "
                 "[{'extensions': {'ACME_glow': {}}}]}",
                 "UNSUPPORTED_EXTENSION 2 /asset/extensionsUsed/0");
    assert_finds("{'asset': {'dimension': 3, 'extensionsUsed': ['A_a'], 'extensionsRequired': "
                 "['A_a', 'A_b']}}",
                 "UNSUPPORTED_EXTENSION 0 /asset/extensionsRequired/0",
                 "UNSUPPORTED_EXTENSION 0 /asset/extensionsRequired/1",
                 "UNUSED_EXTENSION_REQUIRED 0 /asset/extensionsRequired/1");
}

static void old_words_are_read_and_told(void **state)
{
    (void)state;
    assert_finds(IN("3") "'models': [], 'nodes': [{'light': 0}]}", "G4MF_OLD_LAYOUT 1 /models",
                 "G4MF_OLD_LAYOUT 1 /nodes/0/light");
    assert_finds(IN("3") "'nodes': [{'boneLength': 1}]}", "G4MF_OLD_LAYOUT 1 /nodes/0/boneLength");
}

static void no_layout_has_other_properties(void **state)
{
    (void)state;
    assert_finds(IN("3") "'scene': 0}", "UNEXPECTED_PROPERTY 1 /scene");
    assert_finds(IN("3") "'nodes': [{'translation': [0, 0, 0]}]}",
                 "UNEXPECTED_PROPERTY 1 /nodes/0/translation");
}

// Nodes.

static void nodes_nobody_names_are_unused(void **state)
{
    (void)state;
    assert_finds(IN("3") "'nodes': [{}, {}]}", "UNUSED_OBJECT 2 /nodes/1");
    assert_clean(IN("3") "'nodes': [{'skeleton': {'joints': [1]}}, {}]}");
    assert_finds(IN("3") "'files': [{'mimeType': 'model/g4mf+json', 'uri': 'a.g4tf'}], 'nodes': "
                         "[{'children': [1]}, {'modelInstance': {'file': 0, "
                         "'nodeAdditionalChildren': {'hand': [2]}}}, {}]}",
                 "G4MF_MODEL_INSTANCE_IGNORED 1 /nodes/1/modelInstance");
}

// G4MF-24.
static void a_node_is_one_thing_and_its_physics_one_role(void **state)
{
    (void)state;
    assert_finds(IN("3") "'nodes': [{'camera': {}, 'light': {'type': 'point'}}]}",
                 "G4MF_NODE_MULTIPLE_COMPONENTS 0 /nodes/0");
    assert_finds(IN("3") BOX_3 ", 'nodes': [{'physics': {'collider': {'shape': 0}, 'trigger': "
                               "{'shape': 0}}}]}",
                 "G4MF_PHYSICS_MULTIPLE_ROLES 0 /nodes/0/physics");
    // Not below node 0, and so not read; the rule holds all the same.
    assert_finds(IN("3") BOX_3 ", 'nodes': [{}, {'physics': {'collider': {'shape': 0}, 'trigger': "
                               "{'shape': 0, 'nodes': [0]}}}]}",
                 "UNUSED_OBJECT 2 /nodes/1", "G4MF_PHYSICS_MULTIPLE_ROLES 0 /nodes/1/physics",
                 "ONE_OF_MISMATCH 0 /nodes/1/physics/trigger");
}

static void transforms_have_the_lengths_of_their_dimension(void **state)
{
    (void)state;
#define MOVED(dimension, members) IN(dimension) "'nodes': [{'children': [1]}, {" members "}]}"
    assert_clean(
        MOVED("4", "'position': [0, 0, 0, 1], 'scale': [2], 'rotor': [1, 0, 0, 0, 0, 0, 0]"));
    assert_finds(MOVED("4", "'position': [0, 0, 1]"),
                 "ARRAY_LENGTH_NOT_IN_LIST 0 /nodes/1/position");
    assert_finds(MOVED("3", "'basis': [1, 0, 0, 0, 1, 0]"),
                 "ARRAY_LENGTH_NOT_IN_LIST 0 /nodes/1/basis");
    assert_finds(MOVED("3", "'basis': [1, 0, 0, 0, 1, 0, 1, 1, 0]"),
                 "G4MF_BASIS_SINGULAR 0 /nodes/1/basis");
    assert_finds(MOVED("3", "'rotor': [1, 0, 0]"), "ARRAY_LENGTH_NOT_IN_LIST 0 /nodes/1/rotor");
    assert_finds(MOVED("3", "'rotor': [1, 2, 0, 0]"), "VALUE_NOT_IN_RANGE 0 /nodes/1/rotor/1");
    assert_finds(MOVED("3", "'scale': [1, 0, 1]"), "VALUE_NOT_IN_RANGE 0 /nodes/1/scale/1");
    assert_finds(MOVED("5", "'scale': [0]"), DIMENSION_5, "VALUE_NOT_IN_RANGE 0 /nodes/1/scale/0");
    assert_finds(MOVED("4", "'rotor': [0.70710678, 0.5, 0, 0, 0, 0, 0.5]"),
                 "G4MF_ROTOR_NOT_VERSOR 0 /nodes/1/rotor");
}

// Data. A tetrahedron: 48 bytes of corners, 12 of triangles, 8 of edges.

#define CORNERS "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/"
#define NAN_CORNERS "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAwH8AAAAAAAAAAAAAAAAAAIA/"
#define FLAT_CORNERS "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAACAPwAAgD8AAAAA"
#define TRIANGLES "AAECAAEDAAIDAQID"
#define BAD_TRIANGLES "AAECAAEDAAIDAQIE"
#define URI(bytes) "'data:application/octet-stream;base64," bytes "'"
#define ACCESSORS                                                                                  \
    "'bufferViews': [{'byteLength': 48}, {'buffer': 1, 'byteLength': 12}], 'accessors': "          \
    "[{'bufferView': 0, 'componentType': 'float32', 'vectorSize': 3}, {'bufferView': 1, "          \
    "'componentType': 'uint8', 'vectorSize': 3}]"
#define DATA(corners, triangles)                                                                   \
    "'buffers': [{'byteLength': 48, 'uri': " URI(corners) "}, {'byteLength': 12, 'uri': " URI(     \
        triangles) "}], " ACCESSORS
#define MESH_NODE "'nodes': [{'children': [1]}, {'meshInstance': {'mesh': 0}}]}"
#define MESH(surface)                                                                              \
    IN("3")                                                                                        \
    DATA(CORNERS, TRIANGLES)                                                                       \
    ", 'meshes': [{'vertices': 0, 'surfaces': [{" surface "}]}], " MESH_NODE

static void meshes_lead_to_floats_and_integers_of_their_dimension(void **state)
{
    (void)state;
    assert_clean(MESH("'simplexes': 1"));
    assert_finds(MESH("'simplexes': 0"),
                 "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT 0 /meshes/0/surfaces/0/simplexes",
                 "UNUSED_OBJECT 2 /accessors/1");
    assert_finds(MESH("'edges': 1"),
                 "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT 0 /meshes/0/surfaces/0/edges");
    assert_finds(IN("3") DATA(CORNERS, TRIANGLES) ", 'meshes': [{'vertices': 1, 'surfaces': "
                                                  "[{'simplexes': 1, 'normals': 0}]}], " MESH_NODE,
                 "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT 0 /meshes/0/vertices");
    assert_finds(IN("3") DATA(CORNERS, BAD_TRIANGLES) ", 'meshes': [{'vertices': 0, 'surfaces': "
                                                      "[{'simplexes': 1}]}], " MESH_NODE,
                 "ACCESSOR_INDEX_OOB 0 /meshes/0/surfaces/0/simplexes");
    assert_finds(IN("3") DATA(NAN_CORNERS, TRIANGLES) ", 'meshes': [{'vertices': 0, 'surfaces': "
                                                      "[{'simplexes': 1}]}], " MESH_NODE,
                 "ACCESSOR_INVALID_FLOAT 0 /accessors/0");
}

static void parts_of_a_surface_need_each_other(void **state)
{
    (void)state;
    assert_finds(MESH("'simplexes': 1, 'seams': 1, 'geometry': [1]"),
                 "UNSATISFIED_DEPENDENCY 0 /meshes/0/surfaces/0/seams",
                 "UNSATISFIED_DEPENDENCY 0 /meshes/0/surfaces/0/geometry");
    assert_finds(MESH("'polytopeSimplexes': true"),
                 "UNSATISFIED_DEPENDENCY 0 /meshes/0/surfaces/0/polytopeSimplexes",
                 "UNUSED_OBJECT 2 /accessors/1");
    assert_clean(MESH("'simplexes': 1, 'polytopeSimplexes': true"));
    assert_finds(IN("3") "'meshes': [{'surfaces': []}], " MESH_NODE,
                 "UNDEFINED_PROPERTY 0 /meshes/0", "EMPTY_ENTITY 0 /meshes/0/surfaces");
}

static void accessors_say_what_their_bytes_are(void **state)
{
    (void)state;
#define READ_AS(accessor)                                                                          \
    IN("3")                                                                                        \
    "'buffers': [{'byteLength': 48, 'uri': " URI(CORNERS) "}], 'bufferViews': [{'byteLength': "    \
                                                          "44, 'byteOffset': 2}], 'accessors': "   \
                                                          "[{" accessor "}], 'meshes': "           \
                                                          "[{'vertices': 0, 'surfaces': "          \
                                                          "[{'edges': 0}]}], " MESH_NODE
#define NO_POINTS "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT 0 /meshes/0/vertices"
#define NO_EDGES "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT 0 /meshes/0/surfaces/0/edges"
    assert_finds(READ_AS("'bufferView': 0, 'componentType': 'float32'"), NO_POINTS, NO_EDGES,
                 "ACCESSOR_TOTAL_OFFSET_ALIGNMENT 0 /accessors/0");
    assert_finds(READ_AS("'bufferView': 0, 'componentType': 'float32', 'vectorSize': 3"),
                 "G4MF_ACCESSOR_SIZE_MISMATCH 0 /accessors/0");
    assert_finds(READ_AS("'bufferView': 0, 'componentType': 'real'"),
                 "VALUE_NOT_IN_LIST 1 /accessors/0/componentType");
    assert_finds(READ_AS("'bufferView': 0"), "UNDEFINED_PROPERTY 0 /accessors/0");
    assert_finds(READ_AS("'bufferView': 0, 'primitiveType': 'float32', 'vectorSize': 0"),
                 "G4MF_OLD_LAYOUT 1 /accessors/0/primitiveType",
                 "VALUE_NOT_IN_RANGE 0 /accessors/0/vectorSize");
}

static void a_view_of_no_buffer_is_of_the_first(void **state)
{
    (void)state;
#define VIEWED(length)                                                                             \
    IN("3")                                                                                        \
    "'buffers': [{'byteLength': 12, 'uri': " URI(                                                  \
        TRIANGLES) "}], 'bufferViews': [{'byteLength': " length                                    \
                   "}], 'accessors': [{'bufferView': 0, 'componentType': 'uint8'}], 'nodes': "     \
                   "[{'light': "                                                                   \
                   "{'type': 'point', 'values': 0}}]}"
    assert_clean(VIEWED("12"));
    assert_finds(VIEWED("13"), "BUFFER_VIEW_TOO_LONG 0 /bufferViews/0/byteLength");
}

// Shapes.

#define SHAPED(dimension, shape) IN(dimension) "'shapes': [{" shape "}], 'nodes': [" COLLIDER "]}"

// G4MF-34, G4MF-43, G4MF-46, G4MF-47.
static void shapes_have_the_parameters_of_their_type(void **state)
{
    (void)state;
    assert_clean(SHAPED("3", "'type': 'general', 'size': [1, 1, 1]"));
    assert_finds(SHAPED("3", "'type': 'cuboid', 'size': [1, 1, 1]"),
                 "VALUE_NOT_IN_LIST 1 /shapes/0/type");
    assert_finds(SHAPED("3", "'size': [1, 1, 1], 'mesh': 0, 'length': 2"),
                 "UNRESOLVED_REFERENCE 0 /shapes/0/mesh", "EXTRA_PROPERTY 2 /shapes/0/mesh",
                 "EXTRA_PROPERTY 2 /shapes/0/length");
    assert_finds(SHAPED("3", "'type': 'plane', 'curves': []"), "EXTRA_PROPERTY 2 /shapes/0/curves");
    assert_finds(SHAPED("3", "'type': 'convex'"), "UNDEFINED_PROPERTY 0 /shapes/0");
    assert_finds(SHAPED("3", "'type': 'heightmap'"), "UNDEFINED_PROPERTY 0 /shapes/0",
                 "UNDEFINED_PROPERTY 0 /shapes/0");
    assert_finds(SHAPED("3", "'type': 'ray', 'length': 0"), "VALUE_NOT_IN_RANGE 0 /shapes/0/length",
                 "PHYSICS_RAY_INERT 2 /nodes/0/physics/collider");
    assert_finds(SHAPED("3", "'size': [1, 1, 0]"), "PHYSICS_DEGENERATE_SHAPE 1 /shapes/0");
    assert_finds(SHAPED("3", "'type': 'convex', 'mesh': -1"),
                 "G4MF_INDEX_MINUS_ONE 1 /shapes/0/mesh");
}

// G4MF-52, G4MF-53, G4MF-55, G4MF-60.
static void curves_and_tapers_have_radii_and_exponents(void **state)
{
    (void)state;
#define CURVED(curve) SHAPED("4", "'size': [0, 1, 0, 0], 'curves': [{" curve "}]")
    assert_clean(CURVED("'radii': [1, 0, 1, 1]"));
    assert_finds(CURVED("'radii': [1, 0, 1]"),
                 "ARRAY_LENGTH_NOT_IN_LIST 0 /shapes/0/curves/0/radii");
    assert_finds(CURVED("'radii': [1, 0, 1, 1], 'exponent': 0"),
                 "VALUE_NOT_IN_RANGE 0 /shapes/0/curves/0/exponent");
    assert_finds(CURVED("'radii': [1, 0, 1, 1], 'exponent': 0.5"),
                 "PHYSICS_EXPONENT_APPROXIMATED 1 /shapes/0/curves/0/exponent");
    assert_finds(CURVED("'radii': [1, 0, 0, 0]"), "PHYSICS_CURVE_UNDEFINED 1 /shapes/0/curves/0",
                 "PHYSICS_DEGENERATE_SHAPE 1 /shapes/0");
#define TAPERED(low, high)                                                                         \
    CURVED("'radii': [1, 0, 1, 1], 'taper': [{'position': [0, -0.5, 0, 0], " low                   \
           "}, {'position': [0, 0.5, 0, 0], " high "}]")
    assert_clean(TAPERED("'radii': [1, 0, 1, 1]", "'radii': [0.5, 0, 0.5, 0.5]"));
    assert_finds(TAPERED("'radii': [1, 0, 1, 1]", "'radii': [0.5, 0, -0.5, 0.5]"),
                 "VALUE_NOT_IN_RANGE 0 /shapes/0/curves/0/taper/1/radii/2",
                 "PHYSICS_TAPER_APPROXIMATED 1 /shapes/0");
    assert_finds(TAPERED("'radii': [1, 0, 1, 1], 'exponent': 0.5", "'radii': [0.5, 0, 0.5, 0.5]"),
                 "PHYSICS_EXPONENT_APPROXIMATED 1 /shapes/0/curves/0/taper/0/exponent",
                 "PHYSICS_TAPER_APPROXIMATED 1 /shapes/0");
    assert_finds(TAPERED("'radii': [1, 0, 1]", "'radii': [0.5, 0, 0.5, 0.5]"),
                 "ARRAY_LENGTH_NOT_IN_LIST 0 /shapes/0/curves/0/taper/0/radii");
}

// G4MF-30.
static void a_mesh_has_what_its_shape_is_made_of(void **state)
{
    (void)state;
#define MESH_SHAPE(corners, type, surface)                                                         \
    IN("3")                                                                                        \
    DATA(corners, TRIANGLES)                                                                       \
    ", 'meshes': [{'vertices': 0, 'surfaces': [{" surface "}]}], 'shapes': [{'type': '" type       \
    "', 'mesh': 0}], 'nodes': [" COLLIDER "]}"
    assert_clean(MESH_SHAPE(CORNERS, "convex", "'simplexes': 1"));
    assert_clean(MESH_SHAPE(CORNERS, "concave", "'simplexes': 1"));
    assert_finds(MESH_SHAPE(CORNERS, "concave", "'normals': 1"),
                 "PHYSICS_MESH_EMPTY 0 /shapes/0/mesh");
    assert_clean(MESH_SHAPE(CORNERS, "convex", "'normals': 1"));
    assert_finds(MESH_SHAPE(FLAT_CORNERS, "convex", "'simplexes': 1"),
                 "PHYSICS_CONVEX_FLAT 1 /shapes/0/mesh");
}

// Physics.

#define BODY(motion, collider)                                                                     \
    IN("3")                                                                                        \
    BOX_3 ", 'nodes': [{'children': [1]}, {'physics': {'motion': {" motion                         \
          "}}, 'children': [2]}, " collider "]}"
#define MOTION "/nodes/1/physics/motion"

// G4MF-5.
static void motions_are_possible(void **state)
{
    (void)state;
    assert_clean(BODY("'type': 'dynamic'", COLLIDER));
    assert_finds(BODY("'mass': 1", COLLIDER), "UNDEFINED_PROPERTY 0 " MOTION);
    assert_finds(BODY("'type': 'rigid'", COLLIDER), "VALUE_NOT_IN_LIST 0 " MOTION "/type");
    assert_finds(BODY("'type': 'dynamic', 'mass': -1", COLLIDER),
                 "VALUE_NOT_IN_RANGE 0 " MOTION "/mass");
    assert_finds(BODY("'type': 'dynamic', 'mass': 0", COLLIDER),
                 "PHYSICS_ZERO_MASS 1 " MOTION "/mass");
    assert_finds(BODY("'type': 'dynamic', 'inertiaOrientation': [0.6, 0.8, 0, 0]", COLLIDER),
                 "EXTRA_PROPERTY 2 " MOTION "/inertiaOrientation");
    assert_finds(BODY("'type': 'dynamic', 'inertiaOrientation': [0.6, 0.8, 0, 0], "
                      "'inertiaDiagonal': [0, 0, 0]",
                      COLLIDER),
                 "EXTRA_PROPERTY 2 " MOTION "/inertiaOrientation");
    assert_clean(BODY("'type': 'dynamic', 'inertiaOrientation': [0.6, 0.8, 0, 0], "
                      "'inertiaDiagonal': [1, 1, 1]",
                      COLLIDER));
    assert_finds(BODY("'type': 'dynamic', 'inertiaDiagonal': [1, 1, 0]", COLLIDER),
                 "PHYSICS_INERTIA_PARTIAL_ZERO 1 " MOTION "/inertiaDiagonal");
    assert_finds(BODY("'type': 'dynamic', 'inertiaDiagonal': [1, 1, 3]", COLLIDER),
                 "PHYSICS_INERTIA_TRIANGLE 1 " MOTION "/inertiaDiagonal");
    assert_finds(BODY("'type': 'static', 'linearVelocity': [1, 0, 0]", COLLIDER),
                 "PHYSICS_STATIC_VELOCITY 1 " MOTION "/linearVelocity");
    assert_finds(BODY("'type': 'dynamic'", "{}"), "PHYSICS_MOTION_WITHOUT_COLLIDER 2 " MOTION,
                 "UNUSED_OBJECT 2 /shapes/0");
}

static void triggers_have_one_form(void **state)
{
    (void)state;
#define TRIGGER(members)                                                                           \
    IN("3")                                                                                        \
    BOX_3 ", 'nodes': [{'children': [1, 3]}, {'physics': {'trigger': {" members                    \
          "}}, 'children': [2]}, {'physics': {'trigger': {'shape': 0}}}, " COLLIDER "]}"
    assert_clean(TRIGGER("'nodes': [2]"));
    assert_finds(TRIGGER("'nodes': [2], 'shape': 0"), "ONE_OF_MISMATCH 0 /nodes/1/physics/trigger");
    assert_finds(TRIGGER("'nodes': []"), "EMPTY_ENTITY 0 /nodes/1/physics/trigger/nodes");
    assert_finds(TRIGGER("'nodes': [2, 2]"),
                 "DUPLICATE_ELEMENTS 0 /nodes/1/physics/trigger/nodes/1");
    assert_finds(TRIGGER("'nodes': [2, 3]"),
                 "PHYSICS_TRIGGER_NODE_NOT_TRIGGER 0 /nodes/1/physics/trigger/nodes/1",
                 "PHYSICS_TRIGGER_NODE_NOT_DESCENDANT 0 /nodes/1/physics/trigger/nodes/1");
    assert_finds(TRIGGER("'shape': -1"), "G4MF_INDEX_MINUS_ONE 1 /nodes/1/physics/trigger/shape");
}

// OMI-SHAPE-37.
static void surfaces_are_told_where_they_surprise(void **state)
{
    (void)state;
#define SURFACE(physics, object)                                                                   \
    IN("3")                                                                                        \
    DATA(CORNERS, TRIANGLES)                                                                       \
    ", 'meshes': [{'vertices': 0, 'surfaces': [{'simplexes': 1}]}], 'shapes': [{'type': "          \
    "'concave', 'mesh': 0}], 'nodes': [{'children': [1]}, {'physics': {" physics "}, 'children': " \
    "[2]}, {'physics': {'" object "': {'shape': 0}}}]}"
    assert_finds(SURFACE("'motion': {'type': 'dynamic'}", "collider"),
                 "PHYSICS_DYNAMIC_TRIMESH 2 /nodes/2/physics/collider");
    assert_clean(SURFACE("'motion': {'type': 'kinematic'}", "collider"));
    assert_finds(SURFACE("'motion': {'type': 'static'}", "trigger"),
                 "PHYSICS_TRIGGER_TRIMESH 2 /nodes/2/physics/trigger");
}

// Nine heights of a grid of 3 by 3: the corners' floats, 9 of them.
// G4MF-50.
static void heightmaps_stay_where_they_are(void **state)
{
    (void)state;
#define HEIGHTS(size, motion)                                                                      \
    IN("3")                                                                                        \
    "'buffers': [{'byteLength': 48, 'uri': " URI(                                                  \
        CORNERS) "}], 'bufferViews': [{'byteLength': 36}], 'accessors': [{'bufferView': 0, "       \
                 "'componentType': 'float32'}], 'shapes': [{'type': 'heightmap', 'heights': 0, "   \
                 "'size': " size "}], 'nodes': [{'children': [1]}, {'physics': {'motion': "        \
                 "{'type': '" motion "'}}, 'children': [2]}, " COLLIDER "]}"
    assert_clean(HEIGHTS("[3, 1, 3]", "static"));
    assert_finds(HEIGHTS("[3, 1, 3]", "kinematic"),
                 "PHYSICS_DYNAMIC_HEIGHTMAP 1 /nodes/2/physics/collider");
    assert_finds(HEIGHTS("[3, 1, 2.5]", "static"), "PHYSICS_HEIGHTMAP_SIZE 0 /shapes/0/size/2");
    assert_finds(HEIGHTS("[3, 1, 4]", "static"), "PHYSICS_HEIGHTMAP_COUNT 0 /shapes/0/heights");
}

static void empty_physics_is_empty(void **state)
{
    (void)state;
    assert_finds(IN("3") "'nodes': [{'physics': {}}]}", "G4MF_PHYSICS_EMPTY 2 /nodes/0/physics");
    assert_finds(IN("3") BOX_3 ", 'nodes': [{'bone': {'shape': 0}}]}",
                 "G4MF_BONE_SHAPE_IGNORED 2 /nodes/0/bone");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_document_has_no_finding),
        cmocka_unit_test(other_dimensions_are_checked_and_not_simulated),
        cmocka_unit_test(control_characters_are_told_wherever_they_stand),
        cmocka_unit_test(names_are_one_of_a_kind_and_without_separators),
        cmocka_unit_test(extensions_are_declared_in_the_asset),
        cmocka_unit_test(old_words_are_read_and_told),
        cmocka_unit_test(no_layout_has_other_properties),
        cmocka_unit_test(nodes_nobody_names_are_unused),
        cmocka_unit_test(a_node_is_one_thing_and_its_physics_one_role),
        cmocka_unit_test(transforms_have_the_lengths_of_their_dimension),
        cmocka_unit_test(meshes_lead_to_floats_and_integers_of_their_dimension),
        cmocka_unit_test(parts_of_a_surface_need_each_other),
        cmocka_unit_test(accessors_say_what_their_bytes_are),
        cmocka_unit_test(a_view_of_no_buffer_is_of_the_first),
        cmocka_unit_test(shapes_have_the_parameters_of_their_type),
        cmocka_unit_test(curves_and_tapers_have_radii_and_exponents),
        cmocka_unit_test(a_mesh_has_what_its_shape_is_made_of),
        cmocka_unit_test(motions_are_possible),
        cmocka_unit_test(triggers_have_one_form),
        cmocka_unit_test(surfaces_are_told_where_they_surprise),
        cmocka_unit_test(heightmaps_stay_where_they_are),
        cmocka_unit_test(empty_physics_is_empty),
    };
    return cmocka_run_group_tests_name("rules_g4mf", tests, NULL, NULL);
}
