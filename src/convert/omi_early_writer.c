// SPDX-License-Identifier: MIT
// omi_early_writer.c: the OMI line before 2023-08 as output: bodies with a type, shapes on nodes,
// joints from constraints (docs/dialects.md#from-one-to-another). There are two targets:
//
//     omi-draft      OMI_physics_shape on any node at or below its body
//     omi-collider   OMI_collider on direct children of their body, solid and trigger shapes apart
//
// A shape belongs to the nearest body above, and a trigger is a body here. So a trigger gets a node
// without other nodes below, and below that a copy of each of its parts.
#include "convert/body_writer.h"
#include "convert/fit_shape.h"
#include "convert/scene_writer.h"

#include "document/transform.h"
#include "math/scalar.h"

#include <math.h>
#include <string.h>

static const char body_extension[] = "OMI_physics_body";
static const char joint_extension[] = "OMI_physics_joint";

typedef struct EarlyTarget {
    DialectWriter writer;        ///< The first member: a DialectWriter of the two is an
                                 ///< EarlyTarget.
    const char *shape_extension; ///< Name on nodes, and on the root with the table.
    const char *table, *index;   ///< Keys of the table of shapes, and of a node's index into it.
    bool is_flat;                ///< Parameters beside `type`; a hull has the type `hull`.
    bool has_trigger_shapes;     ///< Shapes have a flag for triggers.
    bool wants_children;         ///< Shapes of a body are its direct children.
} EarlyTarget;

static const EarlyTarget *target_of(const SceneWriter *writer)
{
    return (const EarlyTarget *)writer->target;
}

// Reports losses common to these dialects.
static void begin(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    for (size_t i = 0; i < scene->material_count; ++i) {
        const TumMaterial *material = &scene->materials[i];
        tum_writer_tell(writer, CODE_L_MATERIAL, material->pointer, NULL,
                        "The target has no materials: friction %g, %g and restitution %g are gone.",
                        material->static_friction, material->dynamic_friction,
                        material->restitution);
    }
    for (size_t i = 0; i < scene->filter_count; ++i) {
        tum_writer_tell(writer, CODE_L_FILTER, scene->filters[i].pointer, NULL,
                        "The target has no collision filters.");
    }
}

// Shapes.

static void write_parameters(SceneWriter *writer, const Cursor *item, const WrittenShape *shape)
{
    static const char *const types[] = {"sphere", "box", "capsule", "cylinder"};
    const EarlyTarget *target = target_of(writer);
    const bool is_mesh = shape->kind == TUM_SHAPE_CONVEX || shape->kind == TUM_SHAPE_MESH;
    const char *hull = target->is_flat ? "hull" : "convex";
    const char *type = is_mesh ? (shape->is_hull ? hull : "trimesh") : types[shape->kind];
    tum_writer_text(writer, item, "type", type);
    const Cursor inner =
        target->is_flat ? *item : tum_writer_object(writer, tum_writer_keep(writer, *item), type);
    if (is_mesh) {
        tum_writer_number(writer, &inner, "mesh", shape->mesh);
    } else if (shape->kind == TUM_SHAPE_SPHERE) {
        tum_writer_number(writer, &inner, "radius", shape->radius);
    } else if (shape->kind == TUM_SHAPE_BOX) {
        tum_writer_numbers(writer, &inner, "size", shape->size, 3);
    } else {
        // Heights include the caps.
        const bool is_capsule = shape->kind == TUM_SHAPE_CAPSULE;
        const double radius = shape->radius_bottom;
        tum_writer_number(writer, &inner, "radius", radius);
        tum_writer_number(writer, &inner, "height",
                          shape->height + (is_capsule ? 2.0 * radius : 0.0));
    }
}

static int32_t write_shape(SceneWriter *writer, const WrittenShape *shape)
{
    const EarlyTarget *target = target_of(writer);
    const Cursor *root =
        tum_writer_keep(writer, tum_writer_root_extension(writer, target->shape_extension));
    const Cursor table = tum_writer_array(writer, root, target->table);
    const Cursor item = tum_writer_add_object(writer, &table);
    write_parameters(writer, &item, shape);
    if (target->has_trigger_shapes && shape->is_trigger) {
        tum_writer_boolean(writer, &item, "isTrigger", true);
    }
    tum_writer_take_along(writer, shape->pointer, &item);
    tum_writer_moved(writer, shape->pointer, &item);
    return (int32_t)item.index;
}

// Bodies.

static const char *type_of(const BodyValues *values, TumBodyTag tag)
{
    if (values->kind == TUM_BODY_DYNAMIC) {
        return tag == TUM_BODY_TAG_VEHICLE ? "vehicle" : "rigid";
    }
    if (values->kind == TUM_BODY_KINEMATIC) {
        return tag == TUM_BODY_TAG_CHARACTER ? "character" : "kinematic";
    }
    return "static";
}

// The tensor of moments along rotated axes, with equal bits on both sides of its diagonal.
static void write_tensor(SceneWriter *writer, const Cursor *object, const BodyValues *values)
{
    const double *q = values->inertia_rotation, *d = values->inertia;
    const DSym3 t =
        dsym3_from_diagonal(dquat_matrix((DQuat){q[0], q[1], q[2], q[3]}), dvec3(d[0], d[1], d[2]));
    const double numbers[9] = {t.xx, t.xy, t.xz, t.xy, t.yy, t.yz, t.xz, t.yz, t.zz};
    tum_writer_numbers(writer, object, "inertiaTensor", numbers, 9);
}

static void write_body(SceneWriter *writer, const TumBody *body)
{
    const BodyValues values = tum_writer_body_values(writer, body);
    const Cursor object = tum_writer_node_extension(writer, body->node, body_extension);
    tum_writer_text(writer, &object, "type", type_of(&values, body->tag));
    if (values.mass != 1.0 &&
        (values.kind != TUM_BODY_STATIC || body->mass_origin == TUM_ORIGIN_AUTHORED)) {
        tum_writer_number(writer, &object, "mass", values.mass);
    }
    tum_writer_body_vector(writer, &object, "linearVelocity", body->linear_velocity);
    tum_writer_body_vector(writer, &object, "angularVelocity", body->angular_velocity);
    tum_writer_body_vector(writer, &object, "centerOfMass", values.center_of_mass);
    if (values.has_inertia) {
        write_tensor(writer, &object, &values);
    }
    tum_writer_take_along(writer, body->pointer, &object);
    tum_writer_moved(writer, body->pointer, &object);
}

static void write_type(SceneWriter *writer, int32_t node, const char *type)
{
    const Cursor object = tum_writer_node_extension(writer, node, body_extension);
    tum_writer_text(writer, &object, "type", type);
}

static void write_anchor(SceneWriter *writer, int32_t node)
{
    write_type(writer, node, "static");
}

// Nodes for shapes.

// The transform from one node's space to that of a node above (-1: to the world).
static bool path_matrix(const TumScene *scene, int32_t node, int32_t above, double matrix[16],
                        bool *is_animated)
{
    static const double identity[16] = TRANSFORM_IDENTITY;
    memcpy(matrix, identity, sizeof identity);
    for (int32_t at = node; at != above; at = scene->nodes[at].parent) {
        if (at < 0) {
            return false;
        }
        const TumNode *n = &scene->nodes[at];
        *is_animated = *is_animated || n->animated[0] || n->animated[1] || n->animated[2];
        tum_transform_multiply(n->local->matrix, matrix, matrix);
    }
    return true;
}

// A new node below `parent` at the place of `node`, which is below `above`.
static int32_t add_copy(SceneWriter *writer, int32_t parent, int32_t node, int32_t above,
                        const char *pointer)
{
    double matrix[16], translation[3], rotation[4], scale[3];
    bool is_animated = false;
    const int32_t copy = tum_writer_add_node(writer, parent, NULL);
    const Cursor at = tum_writer_node(writer, copy);
    path_matrix(writer->scene, node, above, matrix, &is_animated);
    tum_transform_decompose(matrix, translation, rotation, scale);
    tum_writer_set_transform(writer, copy,
                             (DPose3){{translation[0], translation[1], translation[2]},
                                      {rotation[0], rotation[1], rotation[2], rotation[3]}},
                             dvec3(scale[0], scale[1], scale[2]));
    if (is_animated) {
        tum_writer_tell(writer, CODE_A_ANIM, pointer, &at,
                        "A node on the way from node %d is animated; the copy stands still.",
                        (int)node);
    }
    return copy;
}

static void put_shape(SceneWriter *writer, int32_t node, const FittedShape *shape,
                      const char *pointer)
{
    const EarlyTarget *target = target_of(writer);
    const Cursor object = tum_writer_node_extension(writer, node, target->shape_extension);
    tum_writer_number(writer, &object, target->index, shape->index);
    tum_writer_take_along(writer, pointer, &object);
    tum_writer_moved(writer, pointer, &object);
}

// Where shapes must be direct children of their body, a shape elsewhere gets a node there.
static void write_collider(SceneWriter *writer, const TumCollider *collider, int32_t node,
                           const FittedShape *shape)
{
    const TumScene *scene = writer->scene;
    const int32_t owner = collider->body >= 0 ? scene->bodies[collider->body].node : -1;
    const bool is_right_below =
        owner < 0 || (collider->node != owner && scene->nodes[collider->node].parent == owner);
    if (!is_right_below && target_of(writer)->wants_children && node == collider->node) {
        node = add_copy(writer, owner, collider->node, owner, collider->pointer);
        const Cursor at = tum_writer_node(writer, node);
        tum_writer_tell(writer, CODE_B_SPLIT, collider->pointer, &at,
                        "The target wants shapes right below their body; node %d has this one.",
                        (int)node);
    }
    put_shape(writer, node, shape, collider->pointer);
}

// Triggers.

/// Data for the placement of triggers.
typedef struct EarlyTriggers {
    bool *has_solid_below; ///< [node_count] A collider at or below would become a part of the
                           ///< trigger.
    bool *has_children;    ///< [node_count]
    bool *is_simple;       ///< [node_count] The node has a trigger of one shape.
} EarlyTriggers;

static bool is_simple(const TumScene *scene, const TumTrigger *trigger)
{
    return trigger->part_count == 1 &&
           scene->trigger_parts[trigger->part_first].node == trigger->node;
}

static bool prepare_triggers(SceneWriter *writer, EarlyTriggers *marks)
{
    const TumScene *scene = writer->scene;
    Arena *arena = &writer->arena;
    marks->has_solid_below = tum_arena_zeroed(arena, scene->node_count, sizeof(bool));
    marks->has_children = tum_arena_zeroed(arena, scene->node_count, sizeof(bool));
    marks->is_simple = tum_arena_zeroed(arena, scene->node_count, sizeof(bool));
    if (marks->has_solid_below == NULL || marks->has_children == NULL || marks->is_simple == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return false;
    }
    for (size_t i = 0; i < scene->node_count; ++i) {
        if (scene->nodes[i].parent >= 0) {
            marks->has_children[scene->nodes[i].parent] = true;
        }
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const int32_t body = scene->colliders[i].body;
        const int32_t top = body >= 0 ? scene->bodies[body].node : -1;
        int32_t at = scene->colliders[i].node;
        for (; at >= 0 && !marks->has_solid_below[at]; at = scene->nodes[at].parent) {
            marks->has_solid_below[at] = true;
            if (at == top) {
                break;
            }
        }
    }
    for (size_t i = 0; i < scene->trigger_count; ++i) {
        const TumTrigger *trigger = &scene->triggers[i];
        marks->is_simple[trigger->node] |= is_simple(scene, trigger);
    }
    return true;
}

static bool is_body(const TumScene *scene, int32_t node)
{
    const int32_t body = scene->nodes[node].body;
    return body >= 0 && scene->bodies[body].node == node;
}

// True where the trigger's own node, as a body of type trigger, collects exactly its parts.
static bool gathers_by_itself(const SceneWriter *writer, const EarlyTriggers *marks,
                              const TumTrigger *trigger)
{
    const TumScene *scene = writer->scene;
    if (is_body(scene, trigger->node) || marks->has_solid_below[trigger->node] ||
        writer->has_trigger[trigger->node]) {
        return false;
    }
    if (is_simple(scene, trigger)) {
        return !marks->has_children[trigger->node];
    }
    for (int32_t i = 0; i < trigger->part_count; ++i) {
        const TumTriggerPart *part = &scene->trigger_parts[trigger->part_first + i];
        int32_t at = part->node;
        while (at >= 0 && at != trigger->node) {
            at = scene->nodes[at].parent;
        }
        if (at < 0 || marks->is_simple[part->node] ||
            scene->nodes[part->node].body != scene->nodes[trigger->node].body) {
            return false;
        }
    }
    return true;
}

// Writes a part as a shape below the trigger's node.
static void write_part(SceneWriter *writer, const TumTrigger *trigger, const TumTriggerPart *part,
                       int32_t owner, bool stays)
{
    const TumScene *scene = writer->scene;
    double matrix[16];
    bool is_animated = false;
    writer->is_for_trigger = true;
    const FittedShape shape = tum_writer_fit_shape(writer, part->authored_shape, trigger->pointer);
    writer->is_for_trigger = false;
    if (shape.result == FIT_NONE) {
        return;
    }
    if (scene->nodes[part->node].body != scene->nodes[trigger->node].body ||
        !path_matrix(scene, part->node, trigger->node, matrix, &is_animated)) {
        tum_writer_tell(writer, CODE_A_COMPOUND, trigger->pointer, NULL,
                        "The part at node %d moves with something else and is left out.",
                        (int)part->node);
        return;
    }
    const bool is_below = part->node != owner;
    const bool is_right_below = is_below && scene->nodes[part->node].parent == owner;
    int32_t node = part->node;
    if (!stays || (target_of(writer)->wants_children && !is_right_below)) {
        node = add_copy(writer, owner, part->node, trigger->node, trigger->pointer);
    }
    if (shape.result == FIT_BELOW) {
        node = tum_writer_add_below(writer, node, &shape);
    }
    put_shape(writer, node, &shape, "");
}

static void write_trigger(SceneWriter *writer, const EarlyTriggers *marks,
                          const TumTrigger *trigger)
{
    const TumScene *scene = writer->scene;
    const bool stays = gathers_by_itself(writer, marks, trigger);
    // A trigger shape without a body is a trigger by itself.
    const bool needs_no_body = stays && target_of(writer)->has_trigger_shapes &&
                               is_simple(scene, trigger) && scene->nodes[trigger->node].body < 0;
    int32_t owner = trigger->node;
    if (!stays) {
        owner = tum_writer_add_node(writer, trigger->node, NULL);
        const Cursor at = tum_writer_node(writer, owner);
        tum_writer_tell(
            writer, CODE_B_SPLIT, trigger->pointer, &at,
            "A trigger owns all shapes below it here, so this one has node %d to itself.",
            (int)owner);
    } else {
        writer->has_trigger[owner] = true;
    }
    if (!needs_no_body) {
        write_type(writer, owner, "trigger");
        const Cursor object = tum_writer_node_extension(writer, owner, body_extension);
        tum_writer_take_along(writer, trigger->pointer, &object);
        tum_writer_moved(writer, trigger->pointer, &object);
        for (int32_t i = 0; i < trigger->part_count; ++i) {
            write_part(writer, trigger, &scene->trigger_parts[trigger->part_first + i], owner,
                       stays);
        }
        return;
    }
    writer->is_for_trigger = true;
    const FittedShape shape = tum_writer_fit_shape(
        writer, scene->trigger_parts[trigger->part_first].authored_shape, trigger->pointer);
    writer->is_for_trigger = false;
    if (shape.result != FIT_NONE) {
        const int32_t node =
            shape.result == FIT_BELOW ? tum_writer_add_below(writer, owner, &shape) : owner;
        put_shape(writer, node, &shape, trigger->pointer);
    }
}

static void write_triggers(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    EarlyTriggers marks;
    if (scene->trigger_count == 0 || !prepare_triggers(writer, &marks)) {
        return;
    }
    for (size_t i = 0; i < scene->trigger_count && writer_is_fine(writer); ++i) {
        if (scene->triggers[i].part_count > 0) {
            write_trigger(writer, &marks, &scene->triggers[i]);
        }
    }
}

// Joints.

static bool is_same_constraint(const TumLimit *a, const TumLimit *b)
{
    return a->space == b->space && a->axes == b->axes && a->min == b->min && a->max == b->max &&
           a->stiffness == b->stiffness && a->damping == b->damping;
}

static size_t write_constraint(SceneWriter *writer, const TumLimit *limit)
{
    for (size_t i = 0; i < writer->constraints.count; ++i) {
        if (is_same_constraint(&writer->constraints.items[i], limit)) {
            return i;
        }
    }
    TumLimit *slot = array_push(&writer->constraints, &writer->allocator);
    if (slot == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return 0;
    }
    *slot = *limit;
    const Cursor *root =
        tum_writer_keep(writer, tum_writer_root_extension(writer, joint_extension));
    const Cursor table = tum_writer_array(writer, root, "constraints");
    const Cursor item = tum_writer_add_object(writer, &table);
    const Cursor axes = tum_writer_array(
        writer, &item, limit->space == TUM_SPACE_LINEAR ? "linearAxes" : "angularAxes");
    for (int axis = 0; axis < 3; ++axis) {
        if ((limit->axes >> axis & 1u) != 0) {
            tum_writer_add_number(writer, &axes, axis);
        }
    }
    tum_writer_number(writer, &item, "lowerLimit", limit->min);
    tum_writer_number(writer, &item, "upperLimit", limit->max);
    if (is_finite64(limit->stiffness)) {
        tum_writer_number(writer, &item, "stiffness", limit->stiffness);
        tum_writer_number(writer, &item, "damping", limit->damping);
    }
    return item.index;
}

static void write_joint(SceneWriter *writer, const WrittenJoint *joint)
{
    const Cursor at = tum_writer_node_extension(writer, joint->node_a, joint_extension);
    const Cursor list = tum_writer_array(writer, &at, "constraints");
    if (joint->limit_count == 0) {
        const TumLimit free_axis = {.space = TUM_SPACE_LINEAR,
                                    .axes = 1,
                                    .min = -WRITER_UNBOUNDED,
                                    .max = WRITER_UNBOUNDED,
                                    .stiffness = (double)INFINITY};
        tum_writer_add_number(writer, &list, (double)write_constraint(writer, &free_axis));
        tum_writer_tell(writer, CODE_A_DUMMY, joint->source->pointer, &at,
                        "The target wants a constraint; one that never acts was written.");
    }
    for (int32_t i = 0; i < joint->limit_count; ++i) {
        tum_writer_add_number(writer, &list, (double)write_constraint(writer, &joint->limits[i]));
    }
    tum_writer_number(writer, &at, "nodeA", joint->body_a);
    tum_writer_number(writer, &at, "nodeB", joint->body_b);
    tum_writer_take_along(writer, joint->source->pointer, &at);
    tum_writer_moved(writer, joint->source->pointer, &at);
}

static void finish(SceneWriter *writer, bool is_required)
{
    const TumScene *scene = writer->scene;
    if (writer->shapes.count > 0) {
        tum_writer_declare(writer, target_of(writer)->shape_extension, is_required);
    }
    if (scene->body_count > 0 || scene->trigger_count > 0 || scene->joint_count > 0) {
        tum_writer_declare(writer, body_extension, is_required);
    }
    if (scene->joint_count > 0) {
        tum_writer_declare(writer, joint_extension, is_required);
    }
}

#define EARLY_FUNCTIONS                                                                            \
    .joints = JOINT_AT_ONE, .begin = begin, .shape = write_shape, .body = write_body,              \
    .collider = write_collider, .triggers = write_triggers, .anchor = write_anchor,                \
    .joint = write_joint, .finish = finish

enum { CAN_EARLY = CAN_TABLE_MESH | CAN_STATIC_BODY | CAN_TAG | CAN_JOIN };

static const EarlyTarget draft_target = {
    .writer = {.name = "omi-draft",
               .revisions = "B1 S2 J0 GR",
               .keeps_shapes_in = "OMI_physics_shape",
               .can = CAN_EARLY,
               EARLY_FUNCTIONS},
    .shape_extension = "OMI_physics_shape",
    .table = "shapes",
    .index = "shape",
};

static const EarlyTarget collider_target = {
    .writer = {.name = "omi-collider",
               .revisions = "OC B0 B1 J0 GR",
               .can = CAN_EARLY | CAN_HULL_255,
               EARLY_FUNCTIONS},
    .shape_extension = "OMI_collider",
    .table = "colliders",
    .index = "collider",
    .is_flat = true,
    .has_trigger_shapes = true,
    .wants_children = true,
};

const DialectWriter *const tum_omi_draft_writer = &draft_target.writer;
const DialectWriter *const tum_omi_collider_writer = &collider_target.writer;
