// SPDX-License-Identifier: MIT
// schema_khr.c: properties from MSFT_physics to KHR_physics_rigid_bodies
// (docs/specification.md#khr_physics_rigid_bodies and docs/dialects.md#early-microsoft-forms). Each
// table is the union of all revisions. The comment after a row names its first or last revision
// where it does not hold in all.
#include "validate/rules_physics.h"

// Shapes.

static const Property sphere_rows[] = {NUMBER("radius", 0.0)};
const Schema tum_sphere_schema = SCHEMA(sphere_rows);

static const Property box_rows[] = {NUMBERS("size", 3, 0.0)};
const Schema tum_box_schema = SCHEMA(box_rows);

static const Property round_rows[] = {NUMBER("height", 0.0), NUMBER("radiusBottom", 0.0),
                                      NUMBER("radiusTop", 0.0)};
static const Schema round_shape = SCHEMA(round_rows);

static const Property plane_rows[] = {BOOLEAN("doubleSided"), NUMBER("sizeX", 0.0),
                                      NUMBER("sizeZ", 0.0)};
static const Schema plane = SCHEMA(plane_rows);

static const Property mesh_rows[] = {
    INDEX("mesh", IS_REQUIRED | IS_GEOMETRY, TABLE_MESHES),
    INDEX("skin", 0, TABLE_SKINS),   // K3
    NUMBERS("weights", 0, ANYTHING), // K3
    BOOLEAN("useNodeWeights"),       // K5
    BOOLEAN("convexHull"),           // K3
};
static const Schema mesh_shape = SCHEMA_CHECKED(mesh_rows, tum_check_mesh_shape);

static const Property hull_rows[] = {INDEX("mesh", IS_REQUIRED | IS_GEOMETRY, TABLE_MESHES)};
static const Schema hull = SCHEMA(hull_rows);

static const Property implicit_rows[] = {
    TEXT("type", IS_REQUIRED),           OBJECT("sphere", 0, &tum_sphere_schema),
    OBJECT("box", 0, &tum_box_schema),   OBJECT("capsule", 0, &round_shape),
    OBJECT("cylinder", 0, &round_shape), OBJECT("plane", 0, &plane)};
static const Schema implicit_shape = SCHEMA_AT(implicit_rows, PLACE_SHAPE, NULL);

static const Property draft_rows[] = {
    TEXT("type", IS_REQUIRED),           OBJECT("sphere", 0, &tum_sphere_schema),
    OBJECT("box", 0, &tum_box_schema),   OBJECT("capsule", 0, &round_shape),
    OBJECT("cylinder", 0, &round_shape), OBJECT("convex", 0, &hull), // until K2
    OBJECT("trimesh", 0, &hull),                                     // until K2
    OBJECT("mesh", 0, &mesh_shape),                                  // K3
};
static const Schema draft_shape = SCHEMA_AT(draft_rows, PLACE_SHAPE, NULL);

static const Property core_rows[] = {
    TEXT("type", IS_REQUIRED),           OBJECT("sphere", 0, &tum_sphere_schema),
    OBJECT("box", 0, &tum_box_schema),   OBJECT("capsule", 0, &round_shape),
    OBJECT("cylinder", 0, &round_shape), OBJECT("plane", 0, &plane),
    OBJECT("convex", 0, &hull),          OBJECT("concave", 0, &hull),
};
const Schema tum_core_shape_schema = SCHEMA_AT(core_rows, PLACE_SHAPE, NULL);

static const Property implicit_root_rows[] = {
    OBJECTS("shapes", IS_REQUIRED | IS_FILLED, &implicit_shape)};
static const Schema implicit_root = SCHEMA(implicit_root_rows);
static const Property draft_root_rows[] = {
    OBJECTS("shapes", IS_FILLED, &draft_shape), OBJECTS("colliders", IS_FILLED, &draft_shape), // K0
};
static const Schema draft_root = SCHEMA_CHECKED(draft_root_rows, tum_check_draft_root);
// The flag that K5 puts on a shape.
static const Property hull_flag_rows[] = {BOOLEAN("convexHull")};
static const Schema hull_flag = SCHEMA(hull_flag_rows);

// Materials, filters, joints.

static const Property material_rows[] = {
    NUMBER("staticFriction", 0.0), NUMBER("dynamicFriction", 0.0), NUMBER("restitution", 0.0),
    TEXT("frictionCombine", 0), TEXT("restitutionCombine", 0),
    // Filters that an exporter wrote here.
    TEXTS("collisionSystems", 0), TEXTS("collideWithSystems", 0),
    TEXTS("notCollideWithSystems", 0)};
const Schema tum_material_schema = SCHEMA_CHECKED(material_rows, tum_check_material);

static const Property filter_rows[] = {TEXTS("collisionSystems", IS_FILLED),
                                       TEXTS("collideWithSystems", IS_FILLED),
                                       TEXTS("notCollideWithSystems", IS_FILLED)};
static const Schema filter = SCHEMA_CHECKED(filter_rows, tum_check_filter);

static const Property limit_rows[] = {
    NUMBER("min", ANYTHING),
    NUMBER("max", ANYTHING),
    NUMBER("stiffness", 0.0),      // K2
    NUMBER("damping", 0.0),        // K2
    NUMBER("springConstant", 0.0), // until K1
    NUMBER("springDamping", 0.0),  // until K1
    INDICES("linearAxes", IS_FILLED, TABLE_NONE),
    INDICES("angularAxes", IS_FILLED, TABLE_NONE),
};
static const Schema limit = SCHEMA(limit_rows);

static const Property drive_rows[] = {
    TEXT("type", IS_REQUIRED),
    TEXT("mode", IS_REQUIRED),
    INDEX("axis", IS_REQUIRED, TABLE_NONE),
    NUMBER("maxForce", 0.0),
    NUMBER("positionTarget", ANYTHING),
    NUMBER("velocityTarget", ANYTHING),
    NUMBER("stiffness", 0.0),
    NUMBER("damping", 0.0),
};
static const Schema drive = SCHEMA(drive_rows);

static const Property joint_rows[] = {OBJECTS("limits", IS_FILLED, &limit),
                                      OBJECTS("drives", IS_FILLED, &drive)};
static const Schema joint_description = SCHEMA_CHECKED(joint_rows, tum_check_joint_description);

static const Property joint_limits_rows[] = {
    OBJECTS("limits", IS_FILLED, &limit),
    // A bare limit, as in a schema of M3.
    NUMBER("min", ANYTHING),
    NUMBER("max", ANYTHING),
    NUMBER("springConstant", 0.0),
    NUMBER("springDamping", 0.0),
    INDICES("linearAxes", IS_FILLED, TABLE_NONE),
    INDICES("angularAxes", IS_FILLED, TABLE_NONE),
};
static const Schema joint_limits = SCHEMA(joint_limits_rows);

static const Property bodies_root_rows[] = {
    OBJECTS("physicsMaterials", IS_FILLED, &tum_material_schema),
    OBJECTS("collisionFilters", IS_FILLED, &filter),
    OBJECTS("physicsJoints", IS_FILLED, &joint_description), // K2
    OBJECTS("physicsJointLimits", IS_FILLED, &joint_limits), // until K1
};
static const Schema bodies_root = SCHEMA(bodies_root_rows);

// Nodes.

static const Property motion_rows[] = {
    BOOLEAN("isKinematic"),
    NUMBER("mass", 0.0),
    NUMBERS("inertiaDiagonal", 3, 0.0),
    NUMBERS("inertiaOrientation", 4, ANYTHING),
    {.name = "inertiaTensor", // until M3
     .kind = PROPERTY_NUMBERS,
     .length = 9,
     .length_too = 3,
     .minimum = ANYTHING,
     .maximum = MOST},
    NUMBERS("centerOfMass", 3, ANYTHING),
    NUMBERS("linearVelocity", 3, ANYTHING),
    NUMBERS("angularVelocity", 3, ANYTHING),
    NUMBER("gravityFactor", ANYTHING),
};
static const Schema motion = SCHEMA_CHECKED(motion_rows, tum_check_khr_motion);

static const Property geometry_rows[] = {
    INDEX("shape", 0, TABLE_IMPLICIT_SHAPES),
    INDEX("node", IS_GEOMETRY, TABLE_NODES),  // K6
    INDEX("mesh", IS_GEOMETRY, TABLE_MESHES), // K7
    BOOLEAN("convexHull"),
};
static const Schema geometry = SCHEMA_CHECKED(geometry_rows, tum_check_geometry);

static const Property collider_rows[] = {
    OBJECT("geometry", 0, &geometry),         // K6
    ANY("shape"),                             // K1 to K5; K4: an object
    INDEX("collider", 0, TABLE_DRAFT_SHAPES), // K0
    BOOLEAN("convexHull"),                    // K4
    INDEX("physicsMaterial", 0, TABLE_MATERIALS),
    INDEX("collisionFilter", 0, TABLE_FILTERS),
};
static const Schema collider = SCHEMA_CHECKED(collider_rows, tum_check_khr_collider);

static const Property trigger_rows[] = {
    OBJECT("geometry", 0, &geometry),
    ANY("shape"),
    INDEX("collider", 0, TABLE_DRAFT_SHAPES),
    BOOLEAN("convexHull"),
    INDICES("nodes", IS_FILLED | IS_SET, TABLE_NODES), // K2
    INDEX("collisionFilter", 0, TABLE_FILTERS),
};
static const Schema trigger = SCHEMA_CHECKED(trigger_rows, tum_check_khr_trigger);

static const Property joint_node_rows[] = {
    INDEX("connectedNode", IS_REQUIRED, TABLE_NODES),
    INDEX("joint", 0, TABLE_JOINTS),             // K2
    INDEX("jointLimits", 0, TABLE_JOINT_LIMITS), // until K1
    BOOLEAN("enableCollision"),
};
static const Schema joint_node = SCHEMA(joint_node_rows);

static const Property node_rows[] = {OBJECT("motion", 0, &motion), OBJECT("collider", 0, &collider),
                                     OBJECT("trigger", 0, &trigger),
                                     OBJECT("joint", 0, &joint_node)};
static const Schema node = SCHEMA(node_rows);

// MSFT_rigid_bodies: objects since M3, bare indices before.

static const Property msft_collider_rows[] = {INDEX("collider", IS_REQUIRED, TABLE_MSFT_SHAPES),
                                              INDEX("physicsMaterial", 0, TABLE_MATERIALS),
                                              INDEX("collisionFilter", 0, TABLE_FILTERS)};
const Schema tum_msft_collider_schema = SCHEMA(msft_collider_rows);
static const Property msft_trigger_rows[] = {INDEX("collider", IS_REQUIRED, TABLE_MSFT_SHAPES),
                                             INDEX("collisionFilter", 0, TABLE_FILTERS)};
static const Schema msft_trigger = SCHEMA(msft_trigger_rows);

static const Property msft_joint_rows[] = {
    INDEX("connectedNode", 0, TABLE_NODES), // until M2 absent is the world
    INDEX("jointLimits", IS_REQUIRED, TABLE_JOINT_LIMITS),
    BOOLEAN("enableCollision"),
};
static const Schema msft_joint = SCHEMA(msft_joint_rows);

static const Property msft_node_rows[] = {
    OBJECT("motion", 0, &motion),                 // M3
    OBJECT("rigidBody", 0, &motion),              // until M2
    ANY("collider"),                              // until M2 an index
    OBJECT("trigger", 0, &msft_trigger),          // M3
    INDEX("physicsMaterial", 0, TABLE_MATERIALS), // until M2
    OBJECT("joint", 0, &msft_joint),
};
static const Schema msft_node = SCHEMA_CHECKED(msft_node_rows, tum_check_msft_node);

// Until M2 the items of the table of shapes hold the filters.
static const Property msft_shape_rows[] = {
    TEXT("type", 0),
    OBJECT("sphere", 0, &tum_sphere_schema),
    OBJECT("box", 0, &tum_box_schema),
    OBJECT("capsule", 0, &round_shape),
    OBJECT("cylinder", 0, &round_shape),
    OBJECT("convex", 0, &hull),
    OBJECT("trimesh", 0, &hull),
    OBJECT("mesh", 0, &hull),
    ANY("collisionSystem"),
    TEXTS("collisionSystems", 0),
    TEXTS("collideWithSystems", 0),
    TEXTS("notCollideWithSystems", 0),
};
static const Schema msft_shape = SCHEMA_AT(msft_shape_rows, PLACE_SHAPE, NULL);
static const Property msft_shapes_rows[] = {
    OBJECTS("colliders", IS_REQUIRED | IS_FILLED, &msft_shape)};
static const Schema msft_shapes_root = SCHEMA(msft_shapes_rows);

// MSFT_physics (M0): everything on the node.

static const Property m0_motion_rows[] = {
    BOOLEAN("isEnabled"),
    BOOLEAN("isKinematic"),
    NUMBER("mass", 0.0),
    {.name = "inertiaTensor",
     .kind = PROPERTY_NUMBERS,
     .length = 9,
     .length_too = 3,
     .minimum = ANYTHING,
     .maximum = MOST},
    NUMBERS("centerOfMass", 3, ANYTHING),
    NUMBERS("linearVelocity", 3, ANYTHING),
    NUMBERS("angularVelocity", 3, ANYTHING),
    NUMBER("gravityFactor", ANYTHING),
};
static const Schema m0_motion = SCHEMA(m0_motion_rows);

static const Property m0_round_rows[] = {NUMBER("height", 0.0), NUMBER("radius", 0.0),
                                         NUMBER("radiusBottom", 0.0), NUMBER("radiusTop", 0.0)};
static const Schema m0_round = SCHEMA(m0_round_rows);

static const Property m0_volume_rows[] = {
    OBJECT("sphere", 0, &tum_sphere_schema),
    OBJECT("box", 0, &tum_box_schema),
    OBJECT("capsule", 0, &m0_round),
    OBJECT("cylinder", 0, &m0_round),
    OBJECT("convex", 0, &hull),
    OBJECT("mesh", 0, &hull),
    OBJECT("trimesh", 0, &hull),
    BOOLEAN("isHollow"),
    INDEX("physicsMaterial", 0, TABLE_NONE),
    ANY("collisionSystem"), // a name; or, beside a mask, bits
    TEXTS("collideWithLayers", 0),
    INTEGER("collisionLayers", 0, 0.0),
    INTEGER("collisionMask", 0, 0.0),
};
static const Schema m0_volume = SCHEMA(m0_volume_rows);

static const Property m0_joint_rows[] = {INDEX("connectedNode", 0, TABLE_NODES),
                                         OBJECTS("constraints", 0, &limit),
                                         BOOLEAN("enableCollision")};
static const Schema m0_joint = SCHEMA(m0_joint_rows);

static const Property m0_node_rows[] = {
    OBJECT("rigidBody", 0, &m0_motion), OBJECT("collider", 0, &m0_volume),
    OBJECT("trigger", 0, &m0_volume), OBJECT("joint", 0, &m0_joint)};
static const Schema m0_node = SCHEMA(m0_node_rows);
static const Property m0_root_rows[] = {OBJECTS("physicsMaterials", 0, &tum_material_schema)};
static const Schema m0_root = SCHEMA(m0_root_rows);
static const Property m0_scene_rows[] = {NUMBERS("gravity", 3, ANYTHING)};
static const Schema m0_scene = SCHEMA(m0_scene_rows);

const ExtensionSchema tum_khr_schemas[] = {
    {"KHR_physics_rigid_bodies", PLACE_ROOT, FAMILY_KHR, &bodies_root},
    {"KHR_physics_rigid_bodies", PLACE_NODE, FAMILY_KHR, &node},
    {"KHR_physics_rigid_bodies", PLACE_SHAPE, FAMILY_KHR, &hull_flag},
    {"KHR_rigid_bodies", PLACE_ROOT, FAMILY_KHR_EARLY, &bodies_root},
    {"KHR_rigid_bodies", PLACE_NODE, FAMILY_KHR_EARLY, &node},
    {"KHR_implicit_shapes", PLACE_ROOT, FAMILY_KHR, &implicit_root},
    {"KHR_collision_shapes", PLACE_ROOT, FAMILY_KHR, &draft_root},
    {"MSFT_rigid_bodies", PLACE_ROOT, FAMILY_MSFT, &bodies_root},
    {"MSFT_rigid_bodies", PLACE_NODE, FAMILY_MSFT, &msft_node},
    {"MSFT_collision_primitives", PLACE_ROOT, FAMILY_MSFT, &msft_shapes_root},
    {"MSFT_RigidBodies", PLACE_ROOT, FAMILY_MSFT_EARLY, &bodies_root},
    {"MSFT_RigidBodies", PLACE_NODE, FAMILY_MSFT_EARLY, &msft_node},
    {"MSFT_CollisionPrimitives", PLACE_ROOT, FAMILY_MSFT_EARLY, &msft_shapes_root},
    {"MSFT_physics", PLACE_ROOT, FAMILY_MSFT, &m0_root},
    {"MSFT_physics", PLACE_SCENE, FAMILY_MSFT, &m0_scene},
    {"MSFT_physics", PLACE_NODE, FAMILY_MSFT, &m0_node},
    {NULL, PLACE_OTHER, FAMILY_KHR, NULL},
};
