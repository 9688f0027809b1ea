// SPDX-License-Identifier: MIT
// g4mf_writer4.c: a scene of four dimensions as a new G4MF document: nodes, motions, colliders and
// triggers (docs/formats.md#g4mf, docs/dialects.md#from-one-to-another).
//
// Nodes follow the root in their order; further nodes come after them. As in three dimensions
// (g4mf_writer.c), a node has one kind, a motion stands at the centre of mass, and only rotations
// and one scale are above a shape.
#include "convert/g4mf_writer4.h"

#include "convert/gravity_writer.h"

#include <string.h>

#include "convert/g4mf_writer.h"
#include "math/linear4.h"
#include "math/scalar.h"

// The same as in 3D (g4mf_writer.c): deviation of columns, and [m] of a centre of mass.
#define CONFORMAL_TOLERANCE 1e-6
#define CENTER_NOISE 1e-9

// [kg] and [kg m^2] The replacement for infinity (body_writer.c).
#define HUGE_MASS 1e9

static const double upright[16] = LINEAR4_IDENTITY;
static const double nowhere[4] = {0.0};

/// The node of a body's motion.
typedef struct MotionNode4 {
    int32_t node;
    double origin[4]; ///< [m] The node's origin in the body frame.
    double scale;     ///< Of the node to the world.
} MotionNode4;

/// State of writing.
typedef struct Writing4 {
    SceneWriter writer;
    G4mfTables4 tables;
    MotionNode4 *motions;        ///< [body_count]
    const TumTransform4 **local; ///< [node_count] To the parent in the document.
    int32_t *above;              ///< [node_count] That parent.
    int32_t *simple_at;          ///< [node_count] First trigger of one shape at the node, or -1.
    int32_t *trigger_nodes;      ///< [trigger_count] Node in the document, or -1.
} Writing4;

// Factor of a map that is a rotation and one scale; 0 for any other map.
static double even_scale(const double m[16])
{
    double first = 0.0;
    for (int k = 0; k < 4; ++k) {
        first += m[k] * m[k];
    }
    for (int a = 0; a < 4; ++a) {
        for (int b = a; b < 4; ++b) {
            double product = 0.0;
            for (int k = 0; k < 4; ++k) {
                product += m[4 * a + k] * m[4 * b + k];
            }
            if (!(absolute64(product - (a == b ? first : 0.0)) <= CONFORMAL_TOLERANCE * first)) {
                return 0.0;
            }
        }
    }
    return tum_linear4_determinant(m) > 0.0 ? square_root64(first) : 0.0;
}

// Nodes.

static void put_vector(SceneWriter *writer, const Cursor *at, const char *key, const double *values,
                       size_t count, const double *standard)
{
    double written[16];
    for (size_t i = 0; i < count; ++i) {
        written[i] = values[i] + 0.0; // Adding zero turns -0 into 0.
    }
    if (memcmp(written, standard, count * sizeof *written) != 0) {
        tum_writer_numbers(writer, at, key, written, count);
    }
}

static void put_transform(SceneWriter *writer, int32_t node, const double position[4],
                          const double basis[16])
{
    const Cursor at = tum_writer_node(writer, node);
    put_vector(writer, &at, "position", position, 4, nowhere);
    put_vector(writer, &at, "basis", basis, 16, upright);
}

static void add_nodes(Writing4 *writing)
{
    SceneWriter *writer = &writing->writer;
    for (size_t i = 0; i < writer->scene->node_count; ++i) {
        const TumNode *node = &writer->scene->nodes[i];
        tum_writer_add_node(writer, EDIT_NOWHERE, node->name[0] != '\0' ? node->name : NULL);
        writing->above[i] = node->parent;
        writing->local[i] = writer->scene->nodes4[i].local;
        writing->simple_at[i] = -1;
    }
}

// Lists the nodes of the scene below their parents, the root's number being -1.
static void place_nodes(Writing4 *writing)
{
    SceneWriter *writer = &writing->writer;
    for (size_t i = 0; i < writer->scene->node_count && writer_is_fine(writer); ++i) {
        put_transform(writer, (int32_t)i, writing->local[i]->position, writing->local[i]->basis);
        if (writing->above[i] < 0 && !writer->scene->nodes[i].in_scene) {
            continue; // A node that a file has outside of its tree.
        }
        const Cursor parent = tum_writer_node(writer, writing->above[i]);
        const Cursor list = tum_writer_array(writer, &parent, "children");
        tum_writer_add_number(writer, &list, (double)i + writer->node_shift);
    }
}

// Bodies.

// Adds a motion node below the root, at the centre of mass and along the axes of the body frame,
// with the body's node below.
static void free_motion(Writing4 *writing, const TumBody *body, bool is_off, MotionNode4 *placed)
{
    SceneWriter *writer = &writing->writer;
    const double *center = placed->origin;
    TumTransform4 *local = tum_arena_allocate(&writer->arena, sizeof *local);
    if (local == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return;
    }
    double position[4];
    tum_linear4_transform(body->rotation.m, center, position);
    for (int i = 0; i < 4; ++i) {
        position[i] += body->position[i];
        local->position[i] = 0.0 - center[i];
    }
    memcpy(local->basis, body->stretch, sizeof local->basis);
    placed->node =
        tum_writer_add_node(writer, EDIT_ROOT, tum_g4mf_part_name(writer, body->node, "Motion"));
    placed->scale = 1.0;
    writing->above[body->node] = placed->node;
    writing->local[body->node] = local;
    put_transform(writer, placed->node, position, body->rotation.m);
    const Cursor at = tum_writer_node(writer, placed->node);
    if (is_off) {
        tum_writer_tell(writer, CODE_A_COM, body->pointer, &at,
                        "The centre of mass, (%g, %g, %g, %g) m from the node, is that of a new "
                        "node, which has the motion now.",
                        center[0], center[1], center[2], center[3]);
    } else {
        tum_writer_tell(writer, CODE_B_SPLIT, body->pointer, &at,
                        "The node is stretched; the motion has a node of its own above it.");
    }
}

static void place_motion(Writing4 *writing, const TumBody *body, MotionNode4 *placed)
{
    const double *c = body->center_of_mass;
    const double distance = square_root64(c[0] * c[0] + c[1] * c[1] + c[2] * c[2] + c[3] * c[3]);
    const bool is_off = distance > CENTER_NOISE;
    *placed = (MotionNode4){.node = body->node, .scale = even_scale(body->stretch)};
    if (is_off) {
        memcpy(placed->origin, c, sizeof placed->origin);
    }
    if (is_off || !(placed->scale > 0.0)) {
        free_motion(writing, body, is_off, placed);
    }
}

// Quaternions of the two halves of rotors: r = q (1 + I) / 2 + p (1 - I) / 2, I the product of all
// four axes. A rotation is linear in each of q and p. Rotors of the k-th numbers, times 2:
static const double halves[2][4][8] = {
    {{1, 0, 0, 0, 0, 0, 0, 1},
     {0, 1, 0, 0, 0, 0, -1, 0},
     {0, 0, 1, 0, 0, 1, 0, 0},
     {0, 0, 0, 1, -1, 0, 0, 0}},
    {{1, 0, 0, 0, 0, 0, 0, -1},
     {0, 1, 0, 0, 0, 0, 1, 0},
     {0, 0, 1, 0, 0, -1, 0, 0},
     {0, 0, 0, 1, 1, 0, 0, 0}},
};

// The rotor of a rotation. The matrix times those of pairs of numbers is the outer product of q and
// p, whose largest row is p but for a factor.
static void rotor_of(const double matrix[16], double rotor[8])
{
    double outer[4][4], rows[4] = {0.0}, q[4];
    int largest = 0;
    for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < 4; ++b) {
            double pair[8], basis[16];
            for (int i = 0; i < 8; ++i) {
                pair[i] = 0.5 * (halves[0][a][i] + halves[1][b][i]);
            }
            tum_rotor4_matrix(pair, basis);
            outer[a][b] = 0.0;
            for (int i = 0; i < 16; ++i) {
                outer[a][b] += 0.25 * matrix[i] * basis[i];
            }
            rows[a] += outer[a][b] * outer[a][b];
        }
        largest = rows[a] > rows[largest] ? a : largest;
    }
    const double length = square_root64(rows[largest]);
    for (int a = 0; a < 4; ++a) {
        q[a] = 0.0;
        for (int b = 0; b < 4; ++b) {
            q[a] += outer[a][b] * outer[largest][b] / length;
        }
    }
    for (int i = 0; i < 8; ++i) {
        rotor[i] = 0.0;
        for (int k = 0; k < 4; ++k) {
            rotor[i] +=
                0.5 * (q[k] * halves[0][k][i] + outer[largest][k] / length * halves[1][k][i]);
        }
    }
}

/// Mass properties in numbers that G4MF has.
typedef struct Weight4 {
    TumBodyKind kind;
    double mass, inertia[6], gravity_factor;
    bool has_inertia;
} Weight4;

static double finite_or_huge(double value, int *infinite_count)
{
    *infinite_count += is_finite64(value) ? 0 : 1;
    return is_finite64(value) ? value : HUGE_MASS;
}

static Weight4 weigh(SceneWriter *writer, const TumBody *body)
{
    Weight4 weight = {.kind = body->kind, .gravity_factor = body->gravity_factor};
    int infinite = 0;
    weight.mass = finite_or_huge(body->mass, &infinite);
    for (int i = 0; i < 6; ++i) {
        weight.inertia[i] = finite_or_huge(body->inertia[i], &infinite);
    }
    weight.has_inertia = body->kind == TUM_BODY_DYNAMIC || infinite == 0;
    if (body->kind != TUM_BODY_DYNAMIC) {
        weight.mass = is_finite64(body->mass) ? body->mass : 1.0;
    } else if (infinite == 7) {
        weight = (Weight4){TUM_BODY_KINEMATIC, 1.0, {0.0}, body->gravity_factor, false};
        tum_writer_tell(
            writer, CODE_B_KINEMATIC, body->pointer, NULL,
            "Mass and inertia are infinite, so nothing changes its velocity: kinematic.");
    } else if (infinite > 0) {
        weight.gravity_factor = is_finite64(body->mass) ? body->gravity_factor : 0.0;
        tum_writer_tell(writer, CODE_A_INFINITE, body->pointer, NULL,
                        "The target knows nothing infinite; %g was written.", HUGE_MASS);
    } else if (body->mass_origin == TUM_ORIGIN_COMPUTED) {
        tum_writer_tell(writer, CODE_B_MASS, body->pointer, NULL,
                        "The mass that the colliders give, %g kg, was written.", body->mass);
    }
    return weight;
}

static void put_motion(SceneWriter *writer, const TumBody *body, const Cursor *motion)
{
    static const char *const types[] = {"static", "kinematic", "dynamic"};
    static const double still[6] = {0.0};
    const Weight4 weight = weigh(writer, body);
    tum_writer_text(writer, motion, "type", types[weight.kind]);
    if (weight.mass != 1.0) {
        tum_writer_number(writer, motion, "mass", weight.mass);
    }
    if (weight.has_inertia) {
        tum_writer_numbers(writer, motion, "inertiaDiagonal", weight.inertia, 6);
    }
    if (weight.has_inertia && memcmp(body->inertia_rotation.m, upright, sizeof upright) != 0) {
        double rotor[8];
        rotor_of(body->inertia_rotation.m, rotor);
        tum_writer_numbers(writer, motion, "inertiaOrientation", rotor, 8);
    }
    put_vector(writer, motion, "linearVelocity", body->linear_velocity, 4, still);
    put_vector(writer, motion, "angularVelocity", body->angular_velocity, 6, still);
    if (weight.gravity_factor != 1.0) {
        tum_writer_number(writer, motion, "gravityFactor", weight.gravity_factor);
    }
}

static void write_bodies(Writing4 *writing)
{
    SceneWriter *writer = &writing->writer;
    for (size_t i = 0; i < writer->scene->body_count && writer_is_fine(writer); ++i) {
        const TumBody *body = &writer->scene->bodies[i];
        place_motion(writing, body, &writing->motions[i]);
        const Cursor node = tum_writer_node(writer, writing->motions[i].node);
        const Cursor physics = tum_writer_object(writer, &node, "physics");
        const Cursor motion = tum_writer_object(writer, &physics, "motion");
        put_motion(writer, body, &motion);
    }
}

// Colliders and triggers.

/// A shape at a place, of a collider or of a trigger.
typedef struct Placement4 {
    int32_t node, body, shape, authored_shape;
    const double *position, *scale;
    const TumRotation *rotation;
    bool enabled;
    const char *role, *pointer;
} Placement4;

// Gives a stretched shape a node of its own below the body's motion, and the scale in its numbers.
static int32_t place_apart(Writing4 *writing, const Placement4 *placement, int32_t *shape)
{
    SceneWriter *writer = &writing->writer;
    const MotionNode4 *motion = placement->body >= 0 ? &writing->motions[placement->body] : NULL;
    const double down = motion != NULL ? 1.0 / motion->scale : 1.0;
    double position[4], basis[16];
    for (int i = 0; i < 4; ++i) {
        position[i] = (placement->position[i] - (motion != NULL ? motion->origin[i] : 0.0)) * down;
    }
    for (int i = 0; i < 16; ++i) {
        basis[i] = placement->rotation->m[i] * down;
    }
    const int32_t node =
        tum_writer_add_node(writer, motion != NULL ? motion->node : EDIT_ROOT, NULL);
    put_transform(writer, node, position, basis);
    *shape = tum_g4mf_put_shape4(writer, &writing->tables, placement->shape, placement->scale,
                                 placement->pointer);
    const Cursor at = tum_writer_node(writer, node);
    tum_writer_tell(writer, CODE_B_SPLIT, placement->pointer, &at,
                    "Node %d is scaled unevenly or mirrored; the shape has a node of its own, and "
                    "the scale in its numbers.",
                    (int)placement->node);
    return node;
}

// @return the node of the shape; -1: it is switched off and was left out.
static int32_t take_placement(Writing4 *writing, const Placement4 *placement, int32_t *shape)
{
    SceneWriter *writer = &writing->writer;
    if (!placement->enabled) {
        tum_writer_tell(writer, CODE_A_ZERO, placement->pointer, NULL,
                        "Its scale switches it off; it was left out.");
        return -1;
    }
    if (!(even_scale(writer->scene->nodes4[placement->node].world->basis) > 0.0)) {
        return place_apart(writing, placement, shape);
    }
    *shape = tum_g4mf_put_shape4(writer, &writing->tables, placement->authored_shape, NULL,
                                 placement->pointer);
    return tum_g4mf_free_node(writer, placement->node, placement->role, placement->pointer, false);
}

static Cursor physics_at(SceneWriter *writer, int32_t node, const char *role)
{
    const Cursor *at = tum_writer_keep(writer, tum_writer_node(writer, node));
    const Cursor *physics = tum_writer_keep(writer, tum_writer_object(writer, at, "physics"));
    return tum_writer_object(writer, physics, role);
}

static void write_colliders(Writing4 *writing)
{
    SceneWriter *writer = &writing->writer;
    for (size_t i = 0; i < writer->scene->collider_count && writer_is_fine(writer); ++i) {
        const TumCollider *collider = &writer->scene->colliders[i];
        const Placement4 placement = {collider->node,           collider->body,     collider->shape,
                                      collider->authored_shape, collider->position, collider->scale,
                                      &collider->rotation,      collider->enabled,  "Collider",
                                      collider->pointer};
        int32_t shape;
        const int32_t node = take_placement(writing, &placement, &shape);
        if (node >= 0) {
            const Cursor object = physics_at(writer, node, "collider");
            tum_writer_number(writer, &object, "shape", shape);
        }
    }
}

// @return the node of the part's trigger, or -1.
static int32_t write_part(Writing4 *writing, const TumTrigger *trigger, const TumTriggerPart *part)
{
    SceneWriter *writer = &writing->writer;
    const Placement4 placement = {part->node,           part->body,     part->shape,
                                  part->authored_shape, part->position, part->scale,
                                  &part->rotation,      part->enabled,  "Trigger",
                                  trigger->pointer};
    int32_t shape;
    const int32_t node = take_placement(writing, &placement, &shape);
    if (node >= 0) {
        const Cursor object = physics_at(writer, node, "trigger");
        tum_writer_number(writer, &object, "shape", shape);
    }
    return node;
}

static bool is_simple(const TumScene *scene, const TumTrigger *trigger)
{
    return trigger->part_count == 1 &&
           scene->trigger_parts[trigger->part_first].node == trigger->node;
}

// A compound lists the nodes of its parts: those of equal simple triggers, or new ones.
static void write_compound(Writing4 *writing, const TumTrigger *trigger)
{
    SceneWriter *writer = &writing->writer;
    const TumScene *scene = writer->scene;
    const int32_t node =
        tum_g4mf_free_node(writer, trigger->node, "Trigger", trigger->pointer, false);
    const Cursor object = physics_at(writer, node, "trigger");
    const Cursor nodes = tum_writer_array(writer, &object, "nodes");
    for (int32_t i = 0; i < trigger->part_count && writer_is_fine(writer); ++i) {
        const TumTriggerPart *part = &scene->trigger_parts[trigger->part_first + i];
        const int32_t simple = writing->simple_at[part->node];
        const bool is_known =
            simple >= 0 &&
            scene->trigger_parts[scene->triggers[simple].part_first].authored_shape ==
                part->authored_shape;
        const int32_t member =
            is_known ? writing->trigger_nodes[simple] : write_part(writing, trigger, part);
        if (member >= 0) {
            tum_writer_add_number(writer, &nodes, member + writer->node_shift);
        }
    }
}

static void write_triggers(Writing4 *writing)
{
    SceneWriter *writer = &writing->writer;
    const TumScene *scene = writer->scene;
    for (size_t i = 0; i < scene->trigger_count && writer_is_fine(writer); ++i) {
        const TumTrigger *trigger = &scene->triggers[i];
        if (is_simple(scene, trigger)) {
            writing->trigger_nodes[i] =
                write_part(writing, trigger, &scene->trigger_parts[trigger->part_first]);
            writing->simple_at[trigger->node] = (int32_t)i;
        }
    }
    for (size_t i = 0; i < scene->trigger_count && writer_is_fine(writer); ++i) {
        if (!is_simple(scene, &scene->triggers[i]) && scene->triggers[i].part_count > 0) {
            write_compound(writing, &scene->triggers[i]);
        }
    }
}

// The document.

static bool prepare(Writing4 *writing)
{
    SceneWriter *writer = &writing->writer;
    const TumScene *scene = writer->scene;
    Arena *arena = &writer->arena;
    writer->root = tum_cursor_root(writer->document, NULL);
    writer->nodes = writer_member(&writer->root, "nodes");
    writing->motions = tum_arena_zeroed(arena, scene->body_count, sizeof *writing->motions);
    writing->local = tum_arena_zeroed(arena, scene->node_count, sizeof *writing->local);
    writing->above = tum_arena_zeroed(arena, scene->node_count, sizeof *writing->above);
    writing->simple_at = tum_arena_zeroed(arena, scene->node_count, sizeof *writing->simple_at);
    writing->trigger_nodes =
        tum_arena_zeroed(arena, scene->trigger_count, sizeof *writing->trigger_nodes);
    writing->tables.shapes =
        tum_arena_allocate(arena, (scene->shape_count + 1) * sizeof *writing->tables.shapes);
    writing->tables.meshes =
        tum_arena_allocate(arena, (scene->mesh_count + 1) * sizeof *writing->tables.meshes);
    if (writing->motions == NULL || writing->local == NULL || writing->above == NULL ||
        writing->simple_at == NULL || writing->trigger_nodes == NULL ||
        writing->tables.shapes == NULL || writing->tables.meshes == NULL) {
        return false;
    }
    memset(writing->tables.shapes, 0xff, (scene->shape_count + 1) * sizeof *writing->tables.shapes);
    memset(writing->tables.meshes, 0xff, (scene->mesh_count + 1) * sizeof *writing->tables.meshes);
    return true;
}

static void tell_losses(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    tum_g4mf_tell_surfaces(writer);
    tum_writer_tell_lost_gravity(writer);
    for (size_t i = 0; i < scene->joint_count; ++i) {
        tum_writer_tell(writer, CODE_L_JOINT, scene->joints[i].pointer, NULL,
                        "The target has no joints.");
    }
}

static void write_all(Writing4 *writing)
{
    SceneWriter *writer = &writing->writer;
    if (!prepare(writing)) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return;
    }
    tell_losses(writer);
    add_nodes(writing);
    write_bodies(writing);
    place_nodes(writing);
    write_colliders(writing);
    write_triggers(writing);
    if (writer_is_fine(writer)) {
        writer_note(writer, tum_edit_settle_names(writer->document));
    }
    if (writer_is_fine(writer)) {
        writer_note(writer, tum_edit_settle_nodes(writer->document, writer->report));
    }
}

TumStatus tum_g4mf_write4(const TumScene *scene, const TumWriteOptions *options,
                          TumDocument **written, TumReport *report)
{
    static const char text[] =
        "{\"asset\":{\"dimension\":4,\"generator\":\"tumble\"},\"nodes\":[{}]}";
    Writing4 writing = {.writer = {.scene = scene,
                                   .options = *options,
                                   .report = report,
                                   .target = &tum_g4mf_writer,
                                   .node_shift = 1}};
    SceneWriter *writer = &writing.writer;
    writer->allocator = tum_allocator_or_default(&options->allocator);
    const TumDocumentOptions creation = {.allocator = writer->allocator, .name = scene->file};
    tum_arena_init(&writer->arena, &writer->allocator);
    writer->status = tum_document_read(text, sizeof text - 1, &creation, &writer->document, report);
    if (writer_is_fine(writer)) {
        write_all(&writing);
    }
    tum_arena_clear(&writer->arena);
    if (writer->status != TUM_OK) {
        tum_document_destroy(writer->document);
        return writer->status;
    }
    *written = writer->document;
    return TUM_OK;
}
