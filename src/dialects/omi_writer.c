// SPDX-License-Identifier: MIT
// Today's OMI line, written: OMI_physics_body, OMI_physics_shape and OMI_physics_joint
// (spec/conversion.md section 4.4).
#include "dialects/body_writer.h"
#include "dialects/scene_writer.h"

static const char body_extension[] = "OMI_physics_body";
static const char shape_extension[] = "OMI_physics_shape";
static const char joint_extension[] = "OMI_physics_joint";

static Cursor body_object(SceneWriter *writer, int32_t node)
{
    return writer_node_extension(writer, node, body_extension);
}

static void begin(SceneWriter *writer)
{
    // Average is what is meant where nothing is said.
    static const char *const words[] = {NULL, NULL, "minimum", "maximum", "multiply"};
    const TumScene *scene = writer->scene;
    if (scene->material_count == 0 && scene->filter_count == 0) {
        return;
    }
    const Cursor root = writer_root_extension(writer, body_extension);
    if (scene->material_count > 0) {
        writer_materials(writer, &root, words);
    }
    if (scene->filter_count > 0) {
        writer_filters(writer, &root);
    }
}

static void write_parameters(SceneWriter *writer, const Cursor *item, const WrittenShape *shape)
{
    static const char *const types[] = {"sphere", "box", "capsule", "cylinder"};
    const bool is_mesh = shape->kind == TUM_SHAPE_CONVEX || shape->kind == TUM_SHAPE_MESH;
    const char *type = is_mesh ? (shape->is_hull ? "convex" : "trimesh") : types[shape->kind];
    const Cursor parameters = writer_object(writer, item, type);
    writer_text(writer, item, "type", type);
    if (is_mesh) {
        writer_number(writer, &parameters, "mesh", shape->mesh);
    } else if (shape->kind == TUM_SHAPE_SPHERE) {
        writer_number(writer, &parameters, "radius", shape->radius);
    } else if (shape->kind == TUM_SHAPE_BOX) {
        writer_numbers(writer, &parameters, "size", shape->size, 3);
    } else {
        writer_number(writer, &parameters, "height", shape->height);
        writer_number(writer, &parameters, "radiusBottom", shape->radius_bottom);
        writer_number(writer, &parameters, "radiusTop", shape->radius_top);
    }
}

static int32_t write_shape(SceneWriter *writer, const WrittenShape *shape)
{
    const Cursor *root = writer_keep(writer, writer_root_extension(writer, shape_extension));
    const Cursor table = writer_array(writer, root, "shapes");
    const Cursor item = writer_add_object(writer, &table);
    write_parameters(writer, &item, shape);
    writer_take_along(writer, shape->pointer, &item);
    writer_moved(writer, shape->pointer, &item);
    return (int32_t)item.index;
}

static void write_body(SceneWriter *writer, const TumBody *body)
{
    static const char *const types[] = {"static", "kinematic", "dynamic"};
    const Cursor object = body_object(writer, body->node);
    const Cursor motion = writer_object(writer, &object, "motion");
    const BodyValues values = writer_body_values(writer, body);
    writer_text(writer, &motion, "type", types[values.kind]);
    if (values.kind != TUM_BODY_STATIC || body->mass_origin == TUM_ORIGIN_AUTHORED) {
        writer_number(writer, &motion, "mass", values.mass);
    }
    writer_body_vector(writer, &motion, "centerOfMass", values.center_of_mass);
    if (values.has_inertia) {
        writer_numbers(writer, &motion, "inertiaDiagonal", values.inertia, 3);
        if (!values.is_upright) {
            writer_numbers(writer, &motion, "inertiaOrientation", values.inertia_rotation, 4);
        }
    }
    writer_body_vector(writer, &motion, "linearVelocity", body->linear_velocity);
    writer_body_vector(writer, &motion, "angularVelocity", body->angular_velocity);
    if (values.gravity_factor != 1.0) {
        writer_number(writer, &motion, "gravityFactor", values.gravity_factor);
    }
    writer_take_along(writer, body->pointer, &motion);
    writer_moved(writer, body->pointer, &motion);
}

static void write_collider(SceneWriter *writer, const TumCollider *collider, int32_t node,
                           const FittedShape *shape)
{
    const Cursor object = body_object(writer, node);
    const Cursor at = writer_object(writer, &object, "collider");
    writer_number(writer, &at, "shape", shape->index);
    if (collider->material >= 0) {
        writer_number(writer, &at, "physicsMaterial", collider->material);
    }
    if (collider->filter >= 0) {
        writer_number(writer, &at, "collisionFilter", collider->filter);
    }
    writer_take_along(writer, collider->pointer, &at);
    writer_moved(writer, collider->pointer, &at);
}

static void write_trigger(SceneWriter *writer, const WrittenTrigger *trigger)
{
    const Cursor object = body_object(writer, trigger->node);
    const Cursor at = writer_object(writer, &object, "trigger");
    if (trigger->shape.result != FIT_NONE) {
        writer_number(writer, &at, "shape", trigger->shape.index);
    }
    if (trigger->member_count > 0) {
        const Cursor nodes = writer_array(writer, &at, "nodes");
        for (size_t i = 0; i < trigger->member_count; ++i) {
            writer_add_number(writer, &nodes, trigger->members[i]);
        }
    }
    if (trigger->filter >= 0) {
        writer_number(writer, &at, "collisionFilter", trigger->filter);
    }
    writer_take_along(writer, trigger->pointer, &at);
    writer_moved(writer, trigger->pointer, &at);
}

static void write_anchor(SceneWriter *writer, int32_t node)
{
    const Cursor object = body_object(writer, node);
    const Cursor motion = writer_object(writer, &object, "motion");
    writer_text(writer, &motion, "type", "static");
}

static void write_joint(SceneWriter *writer, const WrittenJoint *joint)
{
    const Cursor at = writer_node_extension(writer, joint->node_a, joint_extension);
    writer_number(writer, &at, "joint", joint->description);
    writer_number(writer, &at, "connectedNode", joint->node_b);
    if (joint->source->enable_collision) {
        writer_boolean(writer, &at, "enableCollision", true);
    }
    writer_take_along(writer, joint->source->pointer, &at);
    writer_moved(writer, joint->source->pointer, &at);
}

static int32_t write_description(SceneWriter *writer, const WrittenJoint *joint)
{
    static const JointWords words = {"physicsJoints", "stiffness", "damping", false};
    const Cursor *root = writer_keep(writer, writer_root_extension(writer, joint_extension));
    return writer_joint_description(writer, root, &words, joint);
}

static void finish(SceneWriter *writer, bool is_required)
{
    if (writer->shapes.count > 0) {
        writer_declare(writer, shape_extension, is_required);
    }
    writer_declare(writer, body_extension, is_required);
    if (writer->scene->joint_count > 0) {
        writer_declare(writer, joint_extension, is_required);
    }
}

const DialectWriter tum_omi_writer = {
    .name = "omi",
    .revisions = "B3 B4 B5 S4 J1 GR",
    .keeps_shapes_in = shape_extension,
    .can = CAN_TAPER | CAN_TABLE_MESH | CAN_GRAVITY_FACTOR | CAN_STATIC_BODY | CAN_MATERIAL |
           CAN_FILTER | CAN_COMPOUND | CAN_COMPOUND_SHAPE | CAN_JOIN | CAN_COLLIDE_JOINED |
           CAN_DRIVE | CAN_OPEN_END | CAN_OPEN_RANGE | CAN_NO_SPRING,
    .joints = JOINT_ON_BODIES,
    .pointers = POINTERS_OMI,
    .begin = begin,
    .shape = write_shape,
    .body = write_body,
    .collider = write_collider,
    .trigger = write_trigger,
    .anchor = write_anchor,
    .description = write_description,
    .joint = write_joint,
    .finish = finish,
};
