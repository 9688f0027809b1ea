// SPDX-License-Identifier: MIT
// khr_writer.c: the KHR line as output: KHR_physics_rigid_bodies in its newest form, as the release
// candidate and as first drafted, with the core's shapes, and its ancestor MSFT_rigid_bodies. This
// file has the common part; a KhrTarget has the differences.
#include "convert/khr_writer.h"

#include "convert/joint_writer.h"
#include "convert/surface_writer.h"

#include "math/scalar.h"

static const KhrTarget *target_of(const SceneWriter *writer)
{
    return (const KhrTarget *)writer->target;
}

static Cursor extension_of(SceneWriter *writer, int32_t node)
{
    return tum_writer_node_extension(writer, node, target_of(writer)->extension);
}

// Tables.

static const char *const lower_case[] = {NULL, "average", "minimum", "maximum", "multiply"};
static const char *const upper_case[] = {NULL, "AVERAGE", "MINIMUM", "MAXIMUM", "MULTIPLY"};

static void begin(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    if (scene->material_count == 0 && scene->filter_count == 0) {
        return;
    }
    const Cursor root = tum_writer_root_extension(writer, target_of(writer)->extension);
    if (scene->material_count > 0) {
        tum_writer_materials(writer, &root,
                             target_of(writer)->is_upper_case ? upper_case : lower_case);
    }
    if (scene->filter_count > 0) {
        tum_writer_filters(writer, &root);
    }
}

// Shapes. Every parameter is written, since dialects differ in their defaults.

static Cursor shape_table(SceneWriter *writer)
{
    const KhrTarget *target = target_of(writer);
    if (target->shapes_extension == NULL) {
        return tum_writer_array(writer, &writer->root, target->shapes_key);
    }
    const Cursor *owner =
        tum_writer_keep(writer, tum_writer_root_extension(writer, target->shapes_extension));
    return tum_writer_array(writer, owner, target->shapes_key);
}

static void write_parameters(SceneWriter *writer, const Cursor *item, const WrittenShape *shape)
{
    switch (shape->kind) {
    case TUM_SHAPE_SPHERE: {
        const Cursor sphere = tum_writer_object(writer, item, "sphere");
        tum_writer_text(writer, item, "type", "sphere");
        tum_writer_number(writer, &sphere, "radius", shape->radius);
        return;
    }
    case TUM_SHAPE_BOX: {
        const Cursor box = tum_writer_object(writer, item, "box");
        tum_writer_text(writer, item, "type", "box");
        tum_writer_numbers(writer, &box, "size", shape->size, 3);
        return;
    }
    case TUM_SHAPE_CAPSULE:
    case TUM_SHAPE_CYLINDER: {
        const char *type = shape->kind == TUM_SHAPE_CAPSULE ? "capsule" : "cylinder";
        const Cursor round = tum_writer_object(writer, item, type);
        tum_writer_text(writer, item, "type", type);
        tum_writer_number(writer, &round, "height", shape->height);
        tum_writer_number(writer, &round, "radiusBottom", shape->radius_bottom);
        tum_writer_number(writer, &round, "radiusTop", shape->radius_top);
        return;
    }
    case TUM_SHAPE_PLANE: {
        const Cursor plane = tum_writer_object(writer, item, "plane");
        tum_writer_text(writer, item, "type", "plane");
        if (shape->double_sided) {
            tum_writer_boolean(writer, &plane, "doubleSided", true);
        }
        if (is_finite64(shape->size[0])) {
            tum_writer_number(writer, &plane, "sizeX", shape->size[0]);
        }
        if (is_finite64(shape->size[2])) {
            tum_writer_number(writer, &plane, "sizeZ", shape->size[2]);
        }
        return;
    }
    case TUM_SHAPE_CONVEX:
    case TUM_SHAPE_MESH: {
        const char *type = shape->is_hull ? "convex" : "trimesh";
        const Cursor mesh = tum_writer_object(writer, item, type);
        tum_writer_text(writer, item, "type", type);
        tum_writer_number(writer, &mesh, "mesh", shape->mesh);
        return;
    }
    case TUM_SHAPE_GENERAL:
    case TUM_SHAPE_HEIGHTMAP:
    case TUM_SHAPE_RAY: break;
    }
    writer_note(writer, TUM_ERROR_INTERNAL);
}

static int32_t write_shape(SceneWriter *writer, const WrittenShape *shape)
{
    const Cursor table = shape_table(writer);
    const Cursor item = tum_writer_add_object(writer, &table);
    write_parameters(writer, &item, shape);
    tum_writer_take_along(writer, shape->pointer, &item);
    tum_writer_moved(writer, shape->pointer, &item);
    return writer_is_fine(writer) ? (int32_t)item.index : -1;
}

// A node outside the scene with the mesh of a shape, as a target of `geometry.node` (K6).
static int32_t node_with_mesh(SceneWriter *writer, int32_t mesh)
{
    for (size_t i = 0; i < writer->mesh_nodes.count; ++i) {
        if (writer->mesh_nodes.items[i].mesh == mesh) {
            return writer->mesh_nodes.items[i].node;
        }
    }
    const int32_t node = tum_writer_add_node(writer, EDIT_NOWHERE, "collider mesh");
    const Cursor at = tum_writer_node(writer, node);
    tum_writer_number(writer, &at, "mesh", mesh);
    MeshNode *slot = array_push(&writer->mesh_nodes, &writer->allocator);
    if (slot == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return node;
    }
    *slot = (MeshNode){mesh, node};
    return node;
}

static void write_geometry(SceneWriter *writer, const Cursor *object, const FittedShape *shape)
{
    const KhrTarget *target = target_of(writer);
    if (target->shape_key != NULL) {
        tum_writer_number(writer, object, target->shape_key, shape->index);
        return;
    }
    const Cursor geometry = tum_writer_object(writer, object, "geometry");
    if (!shape->is_mesh) {
        tum_writer_number(writer, &geometry, "shape", shape->index);
        return;
    }
    if (target->is_by_node) {
        tum_writer_number(writer, &geometry, "node", node_with_mesh(writer, shape->index));
    } else {
        tum_writer_number(writer, &geometry, "mesh", shape->index);
    }
    if (shape->is_hull) {
        tum_writer_boolean(writer, &geometry, "convexHull", true);
    }
}

// Bodies.

static bool is_zero(const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (numbers[i] != 0.0) {
            return false;
        }
    }
    return true;
}

// Infinity is written as 0 in this line.
static double or_zero(double value)
{
    return is_finite64(value) ? value : 0.0;
}

static void write_mass(SceneWriter *writer, const Cursor *motion, const TumBody *body)
{
    if (body->mass_origin == TUM_ORIGIN_COMPUTED && writer_can(writer, CAN_LEAVE_MASS)) {
        return;
    }
    tum_writer_number(writer, motion, "mass", or_zero(body->mass));
    if (body->mass_origin == TUM_ORIGIN_COMPUTED) {
        tum_writer_tell(writer, CODE_B_MASS, body->pointer, motion,
                        "The mass that the colliders give, %g kg, was written.", body->mass);
    }
}

static void write_center(SceneWriter *writer, const Cursor *motion, const TumBody *body)
{
    const bool is_dynamic = body->kind == TUM_BODY_DYNAMIC;
    const bool is_computed = body->center_of_mass_origin == TUM_ORIGIN_COMPUTED;
    const double *c = body->center_of_mass;
    const DVec3 center =
        dmat3_transform(dmat3_inverse(tum_writer_stretch(body)), dvec3(c[0], c[1], c[2]));
    const double numbers[3] = {center.x, center.y, center.z};
    if (writer_can(writer, CAN_LEAVE_MASS)) {
        // An absent centre would mean the centre of the colliders.
        if (is_computed || (!is_dynamic && is_zero(c, 3))) {
            return;
        }
    } else if (is_zero(c, 3)) {
        return;
    }
    tum_writer_numbers(writer, motion, "centerOfMass", numbers, 3);
    if (is_computed) {
        tum_writer_tell(writer, CODE_B_COM, body->pointer, motion,
                        "The centre of the colliders, (%g, %g, %g) m, was written.", numbers[0],
                        numbers[1], numbers[2]);
    }
}

static void write_inertia(SceneWriter *writer, const Cursor *motion, const TumBody *body)
{
    size_t given = 0;
    for (size_t i = 0; i < 3; ++i) {
        given += body->inertia_origin[i] == TUM_ORIGIN_AUTHORED ? 1 : 0;
    }
    if (given == 0) {
        return;
    }
    const double diagonal[3] = {or_zero(body->inertia[0]), or_zero(body->inertia[1]),
                                or_zero(body->inertia[2])};
    tum_writer_numbers(writer, motion, "inertiaDiagonal", diagonal, 3);
    const double *q = body->inertia_rotation.q;
    if (!is_zero(q, 3)) {
        tum_writer_numbers(writer, motion, "inertiaOrientation", q, 4);
    }
    if (given < 3) {
        tum_writer_tell(writer, CODE_B_MASS, body->pointer, motion,
                        "The moments of inertia that the colliders give were written: (%g, %g, %g) "
                        "kg m^2.",
                        diagonal[0], diagonal[1], diagonal[2]);
    }
}

// Velocities are in the axes of the node, without scale (decision D15).
static void write_velocity(SceneWriter *writer, const Cursor *motion, const TumBody *body,
                           const char *key, const double *velocity)
{
    const double *q = body->rotation.q;
    if (is_zero(velocity, 3)) {
        return;
    }
    const DVec3 turned = dquat_unrotate((DQuat){q[0], q[1], q[2], q[3]},
                                        dvec3(velocity[0], velocity[1], velocity[2]));
    const double numbers[3] = {turned.x, turned.y, turned.z};
    tum_writer_numbers(writer, motion, key, numbers, 3);
}

static void write_body(SceneWriter *writer, const TumBody *body)
{
    const Cursor extension = extension_of(writer, body->node);
    const Cursor motion = tum_writer_object(writer, &extension, "motion");
    if (body->kind == TUM_BODY_KINEMATIC) {
        tum_writer_boolean(writer, &motion, "isKinematic", true);
    }
    write_mass(writer, &motion, body);
    write_center(writer, &motion, body);
    write_inertia(writer, &motion, body);
    write_velocity(writer, &motion, body, "linearVelocity", body->linear_velocity);
    write_velocity(writer, &motion, body, "angularVelocity", body->angular_velocity);
    if (body->gravity_factor != 1.0) {
        tum_writer_number(writer, &motion, "gravityFactor", body->gravity_factor);
    }
    tum_writer_take_along(writer, body->pointer, &motion);
    tum_writer_moved(writer, body->pointer, &motion);
}

// Colliders and triggers.

static void write_collider(SceneWriter *writer, const TumCollider *collider, int32_t node,
                           const FittedShape *shape)
{
    const Cursor extension = extension_of(writer, node);
    const Cursor at = tum_writer_object(writer, &extension, "collider");
    write_geometry(writer, &at, shape);
    tum_writer_collider_surface(writer, &at, collider);
}

static void write_trigger(SceneWriter *writer, const WrittenTrigger *trigger)
{
    const Cursor extension = extension_of(writer, trigger->node);
    const Cursor at = tum_writer_object(writer, &extension, "trigger");
    if (trigger->member_count == 0) {
        write_geometry(writer, &at, &trigger->shape);
        if (trigger->filter >= 0) {
            tum_writer_number(writer, &at, "collisionFilter", trigger->filter);
        }
    } else {
        const Cursor nodes = tum_writer_array(writer, &at, "nodes");
        for (size_t i = 0; i < trigger->member_count; ++i) {
            tum_writer_add_number(writer, &nodes, trigger->members[i]);
        }
    }
    tum_writer_take_along(writer, trigger->pointer, &at);
    tum_writer_moved(writer, trigger->pointer, &at);
}

// Joints.

static int32_t write_description(SceneWriter *writer, const WrittenJoint *joint)
{
    const KhrTarget *target = target_of(writer);
    const Cursor *root =
        tum_writer_keep(writer, tum_writer_root_extension(writer, target->extension));
    return tum_writer_joint_description(writer, root, &target->words, joint);
}

static void write_joint(SceneWriter *writer, const WrittenJoint *joint)
{
    const Cursor extension = extension_of(writer, joint->node_a);
    const Cursor at = tum_writer_object(writer, &extension, "joint");
    tum_writer_number(writer, &at, "connectedNode", joint->node_b);
    tum_writer_number(writer, &at, target_of(writer)->joint_key, joint->description);
    if (joint->source->enable_collision) {
        tum_writer_boolean(writer, &at, "enableCollision", true);
    }
    tum_writer_take_along(writer, joint->source->pointer, &at);
    tum_writer_moved(writer, joint->source->pointer, &at);
}

static void finish(SceneWriter *writer, bool is_required)
{
    const KhrTarget *target = target_of(writer);
    if (target->shapes_extension != NULL && writer->shapes.count > 0) {
        tum_writer_declare(writer, target->shapes_extension, is_required);
    }
    tum_writer_declare(writer, target->extension, is_required);
    if (target->shapes_extension == NULL) {
        const Cursor asset = tum_writer_object(writer, &writer->root, "asset");
        tum_writer_text(writer, &asset, "version", "2.1");
    }
}

#define KHR_FUNCTIONS                                                                              \
    .begin = begin, .shape = write_shape, .body = write_body, .collider = write_collider,          \
    .trigger = write_trigger, .description = write_description, .joint = write_joint,              \
    .finish = finish

enum {
    CAN_MOST = CAN_TAPER | CAN_INFINITE_MASS | CAN_GRAVITY_FACTOR | CAN_MATERIAL | CAN_ABSTAIN |
               CAN_FILTER | CAN_JOIN | CAN_COLLIDE_JOINED | CAN_RADIAL | CAN_NO_SPRING,
    CAN_NEWEST = CAN_MOST | CAN_INFINITE_PLANE | CAN_FINITE_PLANE | CAN_LEAVE_MASS | CAN_COMPOUND |
                 CAN_DRIVE | CAN_OPEN_END | CAN_OPEN_RANGE | CAN_DISABLE
};

const KhrTarget tum_khr_writer = {
    .writer = {.name = "khr",
               .revisions = "K7 GR",
               .pointers = POINTERS_KHR,
               .can = CAN_NEWEST,
               KHR_FUNCTIONS},
    .extension = "KHR_physics_rigid_bodies",
    .shapes_extension = "KHR_implicit_shapes",
    .shapes_key = "shapes",
    .joint_key = "joint",
    .words = {"physicsJoints", "stiffness", "damping", false},
};

const KhrTarget tum_khr_node_writer = {
    .writer = {.name = "khr",
               .revisions = "K6 GR",
               .pointers = POINTERS_KHR,
               .can = CAN_NEWEST,
               KHR_FUNCTIONS},
    .extension = "KHR_physics_rigid_bodies",
    .shapes_extension = "KHR_implicit_shapes",
    .shapes_key = "shapes",
    .joint_key = "joint",
    .words = {"physicsJoints", "stiffness", "damping", false},
    .is_by_node = true,
};

const KhrTarget tum_khr_draft_writer = {
    .writer = {.name = "khr-draft",
               .revisions = "K2 GR",
               .can = CAN_MOST | CAN_COMPOUND | CAN_DRIVE | CAN_LEAVE_MASS | CAN_TABLE_MESH,
               KHR_FUNCTIONS},
    .extension = "KHR_physics_rigid_bodies",
    .shapes_extension = "KHR_collision_shapes",
    .shapes_key = "shapes",
    .shape_key = "shape",
    .joint_key = "joint",
    .words = {"physicsJoints", "stiffness", "damping", true},
};

const KhrTarget tum_msft_writer = {
    .writer = {.name = "msft",
               .revisions = "M3 GR",
               .can = CAN_MOST | CAN_OPEN_END | CAN_TABLE_MESH,
               KHR_FUNCTIONS},
    .extension = "MSFT_rigid_bodies",
    .shapes_extension = "MSFT_collision_primitives",
    .shapes_key = "colliders",
    .shape_key = "collider",
    .joint_key = "jointLimits",
    .words = {"physicsJointLimits", "springConstant", "springDamping", true},
    .is_upper_case = true,
};

const KhrTarget tum_gltf21_writer = {
    .writer = {.name = "gltf21",
               .revisions = "G21 GR",
               .pointers = POINTERS_KHR,
               .can = CAN_NEWEST & ~(unsigned)CAN_FINITE_PLANE,
               KHR_FUNCTIONS},
    .extension = "KHR_physics_rigid_bodies",
    .shapes_key = "shapes",
    .joint_key = "joint",
    .words = {"physicsJoints", "stiffness", "damping", false},
};
