// SPDX-License-Identifier: MIT
// omi_writer.c: today's OMI line as output: OMI_physics_body, OMI_physics_shape and
// OMI_physics_joint (docs/dialects.md#from-one-to-another).
#include "convert/body_writer.h"
#include "convert/joint_writer.h"
#include "convert/scene_writer.h"
#include "convert/surface_writer.h"

static const char body_extension[] = "OMI_physics_body";
static const char shape_extension[] = "OMI_physics_shape";
static const char joint_extension[] = "OMI_physics_joint";

static Cursor body_object(SceneWriter *writer, int32_t node)
{
    return tum_writer_node_extension(writer, node, body_extension);
}

static void begin(SceneWriter *writer)
{
    // An absent mode means average.
    static const char *const words[] = {NULL, NULL, "minimum", "maximum", "multiply"};
    const TumScene *scene = writer->scene;
    if (scene->material_count == 0 && scene->filter_count == 0) {
        return;
    }
    const Cursor root = tum_writer_root_extension(writer, body_extension);
    if (scene->material_count > 0) {
        tum_writer_materials(writer, &root, words);
    }
    if (scene->filter_count > 0) {
        tum_writer_filters(writer, &root);
    }
}

static void write_parameters(SceneWriter *writer, const Cursor *item, const WrittenShape *shape)
{
    static const char *const types[] = {"sphere", "box", "capsule", "cylinder"};
    const bool is_mesh = shape->kind == TUM_SHAPE_CONVEX || shape->kind == TUM_SHAPE_MESH;
    const char *type = is_mesh ? (shape->is_hull ? "convex" : "trimesh") : types[shape->kind];
    const Cursor parameters = tum_writer_object(writer, item, type);
    tum_writer_text(writer, item, "type", type);
    if (is_mesh) {
        tum_writer_number(writer, &parameters, "mesh", shape->mesh);
    } else if (shape->kind == TUM_SHAPE_SPHERE) {
        tum_writer_number(writer, &parameters, "radius", shape->radius);
    } else if (shape->kind == TUM_SHAPE_BOX) {
        tum_writer_numbers(writer, &parameters, "size", shape->size, 3);
    } else {
        tum_writer_number(writer, &parameters, "height", shape->height);
        tum_writer_number(writer, &parameters, "radiusBottom", shape->radius_bottom);
        tum_writer_number(writer, &parameters, "radiusTop", shape->radius_top);
    }
}

static int32_t write_shape(SceneWriter *writer, const WrittenShape *shape)
{
    const Cursor *root =
        tum_writer_keep(writer, tum_writer_root_extension(writer, shape_extension));
    const Cursor table = tum_writer_array(writer, root, "shapes");
    const Cursor item = tum_writer_add_object(writer, &table);
    write_parameters(writer, &item, shape);
    tum_writer_take_along(writer, shape->pointer, &item);
    tum_writer_moved(writer, shape->pointer, &item);
    return (int32_t)item.index;
}

static void write_body(SceneWriter *writer, const TumBody *body)
{
    static const char *const types[] = {"static", "kinematic", "dynamic"};
    const Cursor object = body_object(writer, body->node);
    const Cursor motion = tum_writer_object(writer, &object, "motion");
    const BodyValues values = tum_writer_body_values(writer, body);
    tum_writer_text(writer, &motion, "type", types[values.kind]);
    if (values.kind != TUM_BODY_STATIC || body->mass_origin == TUM_ORIGIN_AUTHORED) {
        tum_writer_number(writer, &motion, "mass", values.mass);
    }
    tum_writer_body_vector(writer, &motion, "centerOfMass", values.center_of_mass);
    if (values.has_inertia) {
        tum_writer_numbers(writer, &motion, "inertiaDiagonal", values.inertia, 3);
        if (!values.is_upright) {
            tum_writer_numbers(writer, &motion, "inertiaOrientation", values.inertia_rotation, 4);
        }
    }
    tum_writer_body_vector(writer, &motion, "linearVelocity", body->linear_velocity);
    tum_writer_body_vector(writer, &motion, "angularVelocity", body->angular_velocity);
    if (values.gravity_factor != 1.0) {
        tum_writer_number(writer, &motion, "gravityFactor", values.gravity_factor);
    }
    tum_writer_take_along(writer, body->pointer, &motion);
    tum_writer_moved(writer, body->pointer, &motion);
}

static void write_collider(SceneWriter *writer, const TumCollider *collider, int32_t node,
                           const FittedShape *shape)
{
    const Cursor object = body_object(writer, node);
    const Cursor at = tum_writer_object(writer, &object, "collider");
    tum_writer_number(writer, &at, "shape", shape->index);
    tum_writer_collider_surface(writer, &at, collider);
}

static void write_trigger(SceneWriter *writer, const WrittenTrigger *trigger)
{
    const Cursor object = body_object(writer, trigger->node);
    const Cursor at = tum_writer_object(writer, &object, "trigger");
    if (trigger->shape.result != FIT_NONE) {
        tum_writer_number(writer, &at, "shape", trigger->shape.index);
    }
    if (trigger->member_count > 0) {
        const Cursor nodes = tum_writer_array(writer, &at, "nodes");
        for (size_t i = 0; i < trigger->member_count; ++i) {
            tum_writer_add_number(writer, &nodes, trigger->members[i]);
        }
    }
    if (trigger->filter >= 0) {
        tum_writer_number(writer, &at, "collisionFilter", trigger->filter);
    }
    tum_writer_take_along(writer, trigger->pointer, &at);
    tum_writer_moved(writer, trigger->pointer, &at);
}

static void write_anchor(SceneWriter *writer, int32_t node)
{
    const Cursor object = body_object(writer, node);
    const Cursor motion = tum_writer_object(writer, &object, "motion");
    tum_writer_text(writer, &motion, "type", "static");
}

static void write_joint(SceneWriter *writer, const WrittenJoint *joint)
{
    const Cursor at = tum_writer_node_extension(writer, joint->node_a, joint_extension);
    tum_writer_number(writer, &at, "joint", joint->description);
    tum_writer_number(writer, &at, "connectedNode", joint->node_b);
    if (joint->source->enable_collision) {
        tum_writer_boolean(writer, &at, "enableCollision", true);
    }
    tum_writer_take_along(writer, joint->source->pointer, &at);
    tum_writer_moved(writer, joint->source->pointer, &at);
}

static int32_t write_description(SceneWriter *writer, const WrittenJoint *joint)
{
    static const JointWords words = {"physicsJoints", "stiffness", "damping", false};
    const Cursor *root =
        tum_writer_keep(writer, tum_writer_root_extension(writer, joint_extension));
    return tum_writer_joint_description(writer, root, &words, joint);
}

static void finish(SceneWriter *writer, bool is_required)
{
    if (writer->shapes.count > 0) {
        tum_writer_declare(writer, shape_extension, is_required);
    }
    tum_writer_declare(writer, body_extension, is_required);
    if (writer->scene->joint_count > 0) {
        tum_writer_declare(writer, joint_extension, is_required);
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
