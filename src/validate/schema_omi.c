// SPDX-License-Identifier: MIT
// schema_omi.c: properties of OMI_physics_body, _shape, _joint, _gravity and OMI_collider
// (docs/specification.md#omi_physics_body). Each table is the union of all revisions. The comment
// after a row names its first or last revision where it does not hold in all. An index of -1 means
// none.
#include "validate/rules_physics.h"

// Shapes: flat, or with an object named like the type.

static const Property round_rows[] = {
    NUMBER("radius", 0.0),                              // until S3
    NUMBER("height", 0.0), NUMBER("radiusBottom", 0.0), // S4
    NUMBER("radiusTop", 0.0),                           // S4
};
static const Schema round_shape = SCHEMA(round_rows);
static const Property mesh_rows[] = {INDEX("mesh", TAKES_NONE | IS_GEOMETRY, TABLE_MESHES)};
static const Schema mesh_shape = SCHEMA(mesh_rows);

static const Property shape_rows[] = {
    TEXT("type", IS_REQUIRED),
    OBJECT("box", 0, &tum_box_schema),       // S2
    OBJECT("sphere", 0, &tum_sphere_schema), // S2
    OBJECT("capsule", 0, &round_shape),      // S2
    OBJECT("cylinder", 0, &round_shape),     // S2
    OBJECT("convex", 0, &mesh_shape),        // S2
    OBJECT("hull", 0, &mesh_shape),          // a synonym
    OBJECT("trimesh", 0, &mesh_shape),       // S2
    NUMBERS("size", 3, 0.0),                 // until S1, as all below
    NUMBERS("extents", 3, 0.0),              // OC0
    NUMBER("radius", 0.0),
    NUMBER("height", 0.0),
    INDEX("mesh", TAKES_NONE | IS_GEOMETRY, TABLE_MESHES),
};
static const Schema shape = SCHEMA_CHECKED(shape_rows, tum_check_flat_shape);

static const Property collider_item_rows[] = {
    TEXT("type", IS_REQUIRED),
    BOOLEAN("isTrigger"),
    NUMBERS("size", 3, 0.0),
    NUMBERS("extents", 3, 0.0), // OC0
    NUMBER("radius", 0.0),
    NUMBER("height", 0.0),
    INDEX("mesh", TAKES_NONE | IS_GEOMETRY, TABLE_MESHES),
};
static const Schema collider_item = SCHEMA_CHECKED(collider_item_rows, tum_check_flat_shape);

static const Property shapes_root_rows[] = {OBJECTS("shapes", IS_REQUIRED | IS_FILLED, &shape)};
static const Schema shapes_root = SCHEMA(shapes_root_rows);
static const Property shape_node_rows[] = {
    INDEX("shape", IS_REQUIRED | TAKES_NONE, TABLE_OMI_SHAPES)}; // until S2
static const Schema shape_node = SCHEMA(shape_node_rows);

static const Property colliders_root_rows[] = {
    OBJECTS("colliders", IS_REQUIRED | IS_FILLED, &collider_item)};
static const Schema colliders_root = SCHEMA(colliders_root_rows);
static const Property collider_node_rows[] = {
    INDEX("collider", TAKES_NONE, TABLE_OMI_COLLIDERS),
    // A shape in place of its index, as Godot reads it.
    TEXT("type", 0),
    BOOLEAN("isTrigger"),
    NUMBERS("size", 3, 0.0),
    NUMBERS("extents", 3, 0.0),
    NUMBER("radius", 0.0),
    NUMBER("height", 0.0),
    INDEX("mesh", TAKES_NONE | IS_GEOMETRY, TABLE_MESHES),
};
static const Schema collider_node = SCHEMA(collider_node_rows);

// Bodies.

static const Property filter_rows[] = {TEXTS("collisionSystems", 0), TEXTS("collideWithSystems", 0),
                                       TEXTS("notCollideWithSystems", 0)};
static const Schema filter = SCHEMA_CHECKED(filter_rows, tum_check_filter);

static const Property body_root_rows[] = {
    OBJECTS("physicsMaterials", 0, &tum_material_schema), // B5
    OBJECTS("collisionFilters", 0, &filter),              // B5
};
static const Schema body_root = SCHEMA(body_root_rows);

static const Property motion_rows[] = {
    TEXT("type", IS_REQUIRED),
    NUMBER("mass", 0.0),
    NUMBERS("centerOfMass", 3, ANYTHING),
    NUMBERS("inertiaDiagonal", 3, 0.0),
    NUMBERS("inertiaOrientation", 4, ANYTHING),
    NUMBERS("linearVelocity", 3, ANYTHING),
    NUMBERS("angularVelocity", 3, ANYTHING),
    NUMBER("gravityFactor", ANYTHING), // B5
};
static const Schema motion = SCHEMA_CHECKED(motion_rows, tum_check_omi_motion);

static const Property collider_rows[] = {
    INDEX("shape", TAKES_NONE, TABLE_OMI_SHAPES),
    INDEX("physicsMaterial", TAKES_NONE, TABLE_MATERIALS), // B5
    INDEX("collisionFilter", TAKES_NONE, TABLE_FILTERS),   // B5
};
static const Schema collider = SCHEMA_CHECKED(collider_rows, tum_check_omi_collider);

static const Property trigger_rows[] = {
    INDEX("shape", TAKES_NONE, TABLE_OMI_SHAPES),
    INDICES("nodes", IS_FILLED | IS_SET, TABLE_NODES),   // B4
    INDEX("collisionFilter", TAKES_NONE, TABLE_FILTERS), // B5
};
static const Schema trigger = SCHEMA(trigger_rows);

static const Property body_node_rows[] = {
    OBJECT("motion", 0, &motion), // B3, as the next two
    OBJECT("collider", 0, &collider),
    OBJECT("trigger", 0, &trigger),
    TEXT("type", 0), // until B2, as all below
    NUMBER("mass", 0.0),
    NUMBERS("linearVelocity", 3, ANYTHING),
    NUMBERS("angularVelocity", 3, ANYTHING),
    NUMBERS("centerOfMass", 3, ANYTHING),
    NUMBERS("inertiaTensor", 9, ANYTHING),
};
static const Schema body_node = SCHEMA(body_node_rows);

// Joints.

static const Property constraint_rows[] = {
    INDICES("linearAxes", 0, TABLE_NONE), INDICES("angularAxes", 0, TABLE_NONE),
    NUMBER("lowerLimit", ANYTHING),       NUMBER("upperLimit", ANYTHING),
    NUMBER_OR_INFINITY("stiffness", 0.0), NUMBER("damping", 0.0),
};
static const Schema constraint = SCHEMA(constraint_rows);

static const Property limit_rows[] = {
    INDICES("linearAxes", 0, TABLE_NONE),
    INDICES("angularAxes", 0, TABLE_NONE),
    NUMBER_OR_INFINITY("min", ANYTHING),
    NUMBER_OR_INFINITY("max", ANYTHING),
    NUMBER_OR_INFINITY("stiffness", ANYTHING), // negative: infinite
    NUMBER("damping", 0.0),
};
static const Schema limit = SCHEMA(limit_rows);

static const Property drive_rows[] = {
    TEXT("type", IS_REQUIRED),
    TEXT("mode", IS_REQUIRED),
    INDEX("axis", IS_REQUIRED, TABLE_NONE),
    NUMBER_OR_INFINITY("maxForce", ANYTHING), // negative: infinite
    NUMBER("positionTarget", ANYTHING),
    NUMBER("velocityTarget", ANYTHING),
    NUMBER("stiffness", 0.0),
    NUMBER("damping", 0.0),
};
static const Schema drive = SCHEMA(drive_rows);

static const Property joint_rows[] = {OBJECTS("limits", 0, &limit), OBJECTS("drives", 0, &drive)};
static const Schema joint = SCHEMA_CHECKED(joint_rows, tum_check_joint_description);

static const Property joints_root_rows[] = {
    OBJECTS("constraints", 0, &constraint), // J0
    OBJECTS("physicsJoints", 0, &joint),    // J1
};
static const Schema joints_root = SCHEMA(joints_root_rows);

static const Property joint_node_rows[] = {
    ANY("constraints"), // J0, as the next two: indices, or constraints themselves
    INDEX("nodeA", TAKES_NONE, TABLE_NODES),
    INDEX("nodeB", TAKES_NONE, TABLE_NODES),
    INDEX("joint", 0, TABLE_OMI_JOINTS), // J1, as all below
    INDEX("connectedNode", 0, TABLE_NODES),
    BOOLEAN("enableCollision"),
};
static const Schema joint_node = SCHEMA_CHECKED(joint_node_rows, tum_check_omi_joint_node);

// Gravity.

static const Property gravity_root_rows[] = {
    {.name = "gravity",
     .kind = PROPERTY_NUMBER,
     .flags = IS_REQUIRED,
     .minimum = ANYTHING,
     .maximum = MOST},
    NUMBERS("direction", 3, ANYTHING),
};
static const Schema gravity_root = SCHEMA(gravity_root_rows);

static const Property directional_rows[] = {NUMBERS("direction", 3, ANYTHING)};
static const Schema directional = SCHEMA(directional_rows);
static const Property point_rows[] = {NUMBER("unitDistance", 0.0)};
static const Schema point = SCHEMA(point_rows);
static const Property disc_rows[] = {NUMBER("radius", 0.0), NUMBER("unitDistance", 0.0)};
static const Schema disc = SCHEMA(disc_rows);
static const Property line_rows[] = {NUMBERS("points", 0, ANYTHING), NUMBER("unitDistance", 0.0)};
static const Schema line = SCHEMA(line_rows);
static const Property shaped_rows[] = {INDEX("shape", TAKES_NONE, TABLE_OMI_SHAPES),
                                       NUMBER("unitDistance", 0.0)};
static const Schema shaped = SCHEMA(shaped_rows);

static const Property gravity_node_rows[] = {
    TEXT("type", IS_REQUIRED),
    {.name = "gravity",
     .kind = PROPERTY_NUMBER,
     .flags = IS_REQUIRED,
     .minimum = ANYTHING,
     .maximum = MOST},
    INTEGER("priority", 0, -MAX_INTEGER),
    BOOLEAN("replace"),
    BOOLEAN("stop"),
    OBJECT("directional", 0, &directional),
    OBJECT("point", 0, &point),
    OBJECT("disc", 0, &disc),
    OBJECT("torus", 0, &disc),
    OBJECT("line", 0, &line),
    OBJECT("shaped", 0, &shaped),
};
static const Schema gravity_node = SCHEMA(gravity_node_rows);

const ExtensionSchema tum_omi_schemas[] = {
    {"OMI_physics_body", PLACE_ROOT, FAMILY_OMI, &body_root},
    {"OMI_physics_body", PLACE_NODE, FAMILY_OMI, &body_node},
    {"OMI_physics_shape", PLACE_ROOT, FAMILY_OMI, &shapes_root},
    {"OMI_physics_shape", PLACE_NODE, FAMILY_OMI, &shape_node},
    {"OMI_collider", PLACE_ROOT, FAMILY_OMI, &colliders_root},
    {"OMI_collider", PLACE_NODE, FAMILY_OMI, &collider_node},
    {"OMI_physics_joint", PLACE_ROOT, FAMILY_OMI, &joints_root},
    {"OMI_physics_joint", PLACE_NODE, FAMILY_OMI, &joint_node},
    {"OMI_physics_gravity", PLACE_ROOT, FAMILY_OMI, &gravity_root},
    {"OMI_physics_gravity", PLACE_NODE, FAMILY_OMI, &gravity_node},
    {NULL, PLACE_OTHER, FAMILY_OMI, NULL},
};
