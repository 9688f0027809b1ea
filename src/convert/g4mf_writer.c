// SPDX-License-Identifier: MIT
// g4mf_writer.c: G4MF output: motions, colliders, triggers and shapes of 3 dimensions
// (docs/formats.md#g4mf, docs/dialects.md#from-one-to-another).
//
// G4MF has three rules for nodes beyond glTF. A node has one kind, so further components move to
// nodes below. The centre of mass is the node's origin, so a motion may need a node of its own
// there. Shapes allow rotations and one scale only; other transforms are applied to the shape's
// numbers, at a node of their own.
#include "convert/g4mf_writer.h"

#include "convert/fit_shape.h"

#include <stdio.h>
#include <string.h>

#include "convert/body_writer.h"
#include "math/scalar.h"

// Largest deviation of columns from right angles and equal lengths.
#define CONFORMAL_TOLERANCE 1e-6

// [m] A centre of mass nearer to its node counts as equal.
#define CENTER_NOISE 1e-9

/// The place of a body's motion.
struct G4mfBody {
    int32_t node; ///< The node with the motion, in the writer's numbering.
    DVec3 origin; ///< [m] The node's origin in the body frame.
    double scale; ///< The node's scale to the world.
};

// Nodes.

const char *tum_g4mf_part_name(SceneWriter *writer, int32_t node, const char *part)
{
    const bool is_source = node >= 0 && (size_t)node < writer->scene->node_count;
    const char *base = is_source ? writer->scene->nodes[node].name : "";
    char *name = tum_arena_allocate(&writer->arena, strlen(base) + strlen(part) + 1);
    if (name == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return NULL;
    }
    strcpy(name, base);
    strcat(name, part);
    return base[0] != '\0' ? name : NULL;
}

int32_t tum_g4mf_add_part(SceneWriter *writer, int32_t node, const char *part)
{
    const char *name = tum_g4mf_part_name(writer, node, part);
    return writer_is_fine(writer) ? tum_writer_add_node(writer, node, name) : 0;
}

static bool is_occupied(const SceneWriter *writer, int32_t node)
{
    const Cursor at = tum_writer_node(writer, node);
    const Cursor physics = writer_member(&at, "physics"), mesh = writer_member(&at, "meshInstance");
    return tum_writer_count(writer, &physics) > 0 || tum_writer_count(writer, &mesh) > 0;
}

int32_t tum_g4mf_free_node(SceneWriter *writer, int32_t node, const char *part, const char *pointer,
                           bool is_taken)
{
    if (!is_taken && !is_occupied(writer, node)) {
        return node;
    }
    const int32_t made = tum_g4mf_add_part(writer, node, part);
    const Cursor at = tum_writer_node(writer, made);
    tum_writer_tell(writer, CODE_B_SPLIT, pointer, &at,
                    "Node %d is something else already; this has a node of its own below it.",
                    (int)node);
    return made;
}

static void put_rotor(SceneWriter *writer, const Cursor *object, const char *key, DQuat q)
{
    const double rotor[4] = {q.w, q.z, 0.0 - q.y, q.x};
    if (q.x != 0.0 || q.y != 0.0 || q.z != 0.0) {
        tum_writer_numbers(writer, object, key, rotor, 4);
    }
}

static void set_transform(SceneWriter *writer, int32_t node, DPose3 pose, DVec3 scale)
{
    const Cursor at = tum_writer_node(writer, node);
    // Adding zero turns -0 into 0.
    const double position[3] = {pose.position.x + 0.0, pose.position.y + 0.0,
                                pose.position.z + 0.0};
    const double factors[3] = {scale.x, scale.y, scale.z};
    tum_writer_body_vector(writer, &at, "position", position);
    put_rotor(writer, &at, "rotor", pose.rotation);
    if (scale.x != 1.0 || scale.y != 1.0 || scale.z != 1.0) {
        const bool is_even = scale.x == scale.y && scale.y == scale.z;
        tum_writer_numbers(writer, &at, "scale", factors, is_even ? 1 : 3);
    }
}

static void clear_transform(SceneWriter *writer, int32_t node)
{
    static const char *const parts[] = {"position", "rotor", "scale", "basis"};
    const Cursor at = tum_writer_node(writer, node);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        tum_edit_remove(writer->document, &at, parts[i]);
    }
}

// Moves a node from the list of its parent (-1: the root) to that of another one.
static void move_below(SceneWriter *writer, int32_t node, int32_t parent, int32_t new_parent)
{
    const Cursor root = tum_cursor_root(writer->document, NULL);
    const Cursor nodes = tum_cursor_member(&root, "nodes");
    const Cursor above = tum_cursor_item(&nodes, (size_t)(parent + writer->node_shift));
    const Cursor children = tum_cursor_member(&above, "children");
    for (size_t i = tum_cursor_count(&children); i-- > 0;) {
        const Cursor item = tum_cursor_item(&children, i);
        double index = -1.0;
        if (tum_cursor_number_here(&item, &index) && index == (double)(node + writer->node_shift)) {
            tum_edit_remove_item(writer->document, &children, i);
        }
    }
    const Cursor at = tum_writer_node(writer, new_parent);
    const Cursor list = tum_writer_array(writer, &at, "children");
    tum_writer_add_number(writer, &list, node + writer->node_shift);
}

// Bodies.

// The factor of a linear part that is a rotation and one scale; 0 for any other linear part.
static double even_scale(DMat3 m)
{
    const double x = dvec3_length(m.x), y = dvec3_length(m.y), z = dvec3_length(m.z);
    const double slack = CONFORMAL_TOLERANCE * x;
    const bool is_even = absolute64(y - x) <= slack && absolute64(z - x) <= slack &&
                         absolute64(dvec3_dot(m.x, m.y)) <= slack * x &&
                         absolute64(dvec3_dot(m.y, m.z)) <= slack * x &&
                         absolute64(dvec3_dot(m.z, m.x)) <= slack * x;
    return is_even && dmat3_determinant(m) > 0.0 ? x : 0.0;
}

static DMat3 linear_of(const double m[16])
{
    return (DMat3){{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}};
}

static DPose3 body_pose(const TumBody *body)
{
    const double *p = body->position, *q = body->rotation.q;
    return (DPose3){{p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}};
}

// Inserts a motion node at the centre of mass, between the body's node and its parent.
static void insert_motion(SceneWriter *writer, const TumBody *body, struct G4mfBody *placed)
{
    const TumNode *node = &writer->scene->nodes[body->node];
    const double *t = node->local->translation, *q = node->local->rotation, *s = node->local->scale;
    const DQuat rotation = {q[0], q[1], q[2], q[3]};
    const DVec3 factors = dvec3(s[0], s[1], s[2]);
    const DVec3 center = dvec3_multiply(
        factors, dmat3_transform(dmat3_inverse(tum_writer_stretch(body)), placed->origin));
    placed->scale /= s[0];
    placed->node = tum_writer_add_node(writer, EDIT_NOWHERE, NULL);
    clear_transform(writer, body->node);
    set_transform(
        writer, placed->node,
        (DPose3){dvec3_add(dvec3(t[0], t[1], t[2]), dquat_rotate(rotation, center)), rotation},
        dvec3(1.0, 1.0, 1.0));
    set_transform(writer, body->node, (DPose3){dvec3_negate(center), DQUAT_IDENTITY}, factors);
    move_below(writer, body->node, node->parent, placed->node);
    const Cursor above = tum_writer_node(writer, node->parent);
    const Cursor list = tum_writer_array(writer, &above, "children");
    tum_writer_add_number(writer, &list, placed->node + writer->node_shift);
}

// Adds a motion node below the root, for a body whose own node is stretched.
static void free_motion(SceneWriter *writer, const TumBody *body, struct G4mfBody *placed)
{
    const TumNode *node = &writer->scene->nodes[body->node];
    const DPose3 pose = body_pose(body);
    const DVec3 back = dvec3_negate(placed->origin);
    double basis[9];
    for (int i = 0; i < 9; ++i) {
        basis[i] = body->stretch[4 * (i / 3) + i % 3] + 0.0;
    }
    placed->scale = 1.0;
    placed->node = tum_writer_add_node(writer, EDIT_ROOT, NULL);
    set_transform(writer, placed->node,
                  (DPose3){dpose3_transform(pose, placed->origin), pose.rotation},
                  dvec3(1.0, 1.0, 1.0));
    clear_transform(writer, body->node);
    set_transform(writer, body->node, (DPose3){back, DQUAT_IDENTITY}, dvec3(1.0, 1.0, 1.0));
    const Cursor at = tum_writer_node(writer, body->node);
    tum_writer_numbers(writer, &at, "basis", basis, 9);
    move_below(writer, body->node, node->parent, placed->node);
}

static void name_motion(SceneWriter *writer, const TumBody *body, int32_t node)
{
    const char *name = tum_g4mf_part_name(writer, body->node, "Motion");
    const Cursor at = tum_writer_node(writer, node);
    if (name != NULL) {
        tum_writer_text(writer, &at, "name", name);
    }
}

static void place_motion(SceneWriter *writer, const TumBody *body, struct G4mfBody *placed)
{
    const TumNode *node = &writer->scene->nodes[body->node];
    const double *c = body->center_of_mass;
    const double even = even_scale(tum_writer_stretch(body));
    const bool is_off = dvec3_length(dvec3(c[0], c[1], c[2])) > CENTER_NOISE;
    const DVec3 center = is_off ? dvec3(c[0], c[1], c[2]) : dvec3(0.0, 0.0, 0.0);
    *placed = (struct G4mfBody){body->node, center, even};
    if (!is_off && even > 0.0) {
        return;
    }
    const double *s = node->local->scale;
    const bool is_plain =
        even > 0.0 && !node->has_matrix &&
        even_scale((DMat3){{s[0], 0.0, 0.0}, {0.0, s[1], 0.0}, {0.0, 0.0, s[2]}}) > 0.0;
    if (is_plain) {
        insert_motion(writer, body, placed);
    } else {
        free_motion(writer, body, placed);
    }
    name_motion(writer, body, placed->node);
    const Cursor at = tum_writer_node(writer, placed->node);
    if (is_off) {
        tum_writer_tell(
            writer, CODE_A_COM, body->pointer, &at,
            "The centre of mass, (%g, %g, %g) m from the node, is that of a new node, which "
            "has the motion now.",
            c[0], c[1], c[2]);
    } else {
        tum_writer_tell(writer, CODE_B_SPLIT, body->pointer, &at,
                        "The node is stretched; the motion has a node of its own above it.");
    }
}

// True where the body has a collider of finite extent; readers otherwise take the inertia of a ball
// around the body's node.
static bool has_extent(const TumScene *scene, int32_t body)
{
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        const TumShapeKind kind = scene->shapes[collider->shape].kind;
        if (collider->body == body && collider->enabled && kind != TUM_SHAPE_PLANE &&
            kind != TUM_SHAPE_RAY) {
            return true;
        }
    }
    return false;
}

static void put_motion(SceneWriter *writer, const TumBody *body, const Cursor *motion)
{
    static const char *const types[] = {"static", "kinematic", "dynamic"};
    const int32_t index = (int32_t)(body - writer->scene->bodies);
    const BodyValues values = tum_writer_body_values(writer, body);
    const double *v = body->angular_velocity, *i = values.inertia, *q = values.inertia_rotation;
    const double planes[3] = {v[2], 0.0 - v[1], v[0]}, moments[3] = {i[2], i[1], i[0]};
    tum_writer_text(writer, motion, "type", types[values.kind]);
    if (values.mass != 1.0) {
        tum_writer_number(writer, motion, "mass", values.mass);
    }
    // The ball would be around another node.
    const bool has_moved = dvec3_length(writer->g4mf_bodies[index].origin) > 0.0;
    const bool is_ball_elsewhere = has_moved && !has_extent(writer->scene, index);
    if (values.has_inertia || (values.kind == TUM_BODY_DYNAMIC && is_ball_elsewhere)) {
        tum_writer_numbers(writer, motion, "inertiaDiagonal", moments, 3);
        put_rotor(writer, motion, "inertiaOrientation", (DQuat){q[0], q[1], q[2], q[3]});
    }
    tum_writer_body_vector(writer, motion, "linearVelocity", body->linear_velocity);
    tum_writer_body_vector(writer, motion, "angularVelocity", planes);
    if (values.gravity_factor != 1.0) {
        tum_writer_number(writer, motion, "gravityFactor", values.gravity_factor);
    }
}

static void write_body(SceneWriter *writer, const TumBody *body)
{
    struct G4mfBody *placed = &writer->g4mf_bodies[body - writer->scene->bodies];
    place_motion(writer, body, placed);
    const Cursor node = tum_writer_node(writer, placed->node);
    const Cursor physics = tum_writer_object(writer, &node, "physics");
    const Cursor motion = tum_writer_object(writer, &physics, "motion");
    put_motion(writer, body, &motion);
    tum_writer_take_along(writer, body->pointer, &motion);
    tum_writer_moved(writer, body->pointer, &motion);
}

// Shapes.

static void put_taper(SceneWriter *writer, const Cursor *curve, const TumShape *shape, DVec3 scale)
{
    const Cursor taper = tum_writer_array(writer, curve, "taper");
    for (int end = 0; end < 2; ++end) {
        const double r = end == 0 ? shape->radius_bottom : shape->radius_top;
        const double y = (end == 0 ? -0.5 : 0.5) * shape->height * scale.y;
        const double position[3] = {0.0, y, 0.0};
        const double radii[3] = {r * scale.x, shape->kind == TUM_SHAPE_CYLINDER ? 0.0 : r * scale.y,
                                 r * scale.z};
        const Cursor point = tum_writer_add_object(writer, &taper);
        tum_writer_numbers(writer, &point, "position", position, 3);
        tum_writer_numbers(writer, &point, "radii", radii, 3);
    }
}

// Writes spheres, capsules and cylinders: a rounded box of zero width.
static void put_round(SceneWriter *writer, const Cursor *item, const TumShape *shape, DVec3 scale)
{
    const bool is_sphere = shape->kind == TUM_SHAPE_SPHERE;
    const double larger = maximum64(shape->radius_bottom, shape->radius_top);
    const double r = is_sphere ? shape->radius : larger;
    const double size[3] = {0.0, is_sphere ? 0.0 : shape->height * scale.y, 0.0};
    const double radii[3] = {r * scale.x, shape->kind == TUM_SHAPE_CYLINDER ? 0.0 : r * scale.y,
                             r * scale.z};
    tum_writer_body_vector(writer, item, "size", size);
    const Cursor curves = tum_writer_array(writer, item, "curves");
    const Cursor curve = tum_writer_add_object(writer, &curves);
    tum_writer_numbers(writer, &curve, "radii", radii, 3);
    if (!is_sphere && shape->radius_bottom != shape->radius_top) {
        put_taper(writer, &curve, shape, scale);
    }
}

/// @param mesh  the document's mesh, for kinds that have one.
static int32_t put_shape(SceneWriter *writer, const TumShape *shape, DVec3 scale, int32_t mesh)
{
    const Cursor table = tum_writer_array(writer, &writer->root, "shapes");
    const Cursor item = tum_writer_add_object(writer, &table);
    const double size[3] = {shape->size[0] * scale.x, shape->size[1] * scale.y,
                            shape->size[2] * scale.z};
    switch (shape->kind) {
    case TUM_SHAPE_BOX: tum_writer_numbers(writer, &item, "size", size, 3); break;
    case TUM_SHAPE_SPHERE:
    case TUM_SHAPE_CAPSULE:
    case TUM_SHAPE_CYLINDER: put_round(writer, &item, shape, scale); break;
    case TUM_SHAPE_PLANE: tum_writer_text(writer, &item, "type", "plane"); break;
    case TUM_SHAPE_CONVEX:
    case TUM_SHAPE_MESH:
        tum_writer_text(writer, &item, "type",
                        shape->kind == TUM_SHAPE_CONVEX ? "convex" : "concave");
        tum_writer_number(writer, &item, "mesh", mesh);
        break;
    case TUM_SHAPE_GENERAL:
    case TUM_SHAPE_HEIGHTMAP:
    case TUM_SHAPE_RAY: break; // only G4MF has these shapes, and documents in G4MF are copied
    }
    tum_writer_take_along(writer, shape->pointer, &item);
    tum_writer_moved(writer, shape->pointer, &item);
    return (int32_t)item.index;
}

static int32_t write_shape(SceneWriter *writer, const WrittenShape *shape)
{
    const TumShape plain = {.kind = shape->kind,
                            .size = {shape->size[0], shape->size[1], shape->size[2]},
                            .height = shape->height,
                            .radius = shape->radius,
                            .radius_bottom = shape->radius_bottom,
                            .radius_top = shape->radius_top,
                            .mesh = -1,
                            .pointer = shape->pointer};
    return put_shape(writer, &plain, dvec3(1.0, 1.0, 1.0), shape->mesh);
}

// Nodes for shapes.

// A scaled finite plane as a mesh, since G4MF has no finite planes.
static TumShape quad(const TumShape *plane, DVec3 scale, TumMesh *mesh, double corners[12])
{
    static uint32_t const triangles[6] = {0, 1, 2, 0, 2, 3};
    const double x = minimum64(0.5 * plane->size[0] * scale.x, 1000.0);
    const double z = minimum64(0.5 * plane->size[2] * scale.z, 1000.0);
    const double flat[12] = {-x, 0.0, -z, -x, 0.0, z, x, 0.0, z, x, 0.0, -z};
    memcpy(corners, flat, sizeof flat);
    *mesh = (TumMesh){.points = corners,
                      .cells = (uint32_t *)triangles,
                      .point_count = 4,
                      .cell_count = 2,
                      .document_mesh = -1};
    return (TumShape){.kind = TUM_SHAPE_MESH, .pointer = plane->pointer};
}

static int32_t add_mesh(SceneWriter *writer, const TumMesh *mesh, bool is_hull)
{
    float *points = tum_arena_zeroed(&writer->arena, mesh->point_count, 3 * sizeof *points);
    // A hull needs only its points, but a surface must have cells.
    static const uint32_t first[3] = {0, 1, 2};
    const bool has_cells = mesh->cell_count > 0;
    int32_t index = -1;
    if (points == NULL || (!has_cells && (!is_hull || mesh->point_count < 3))) {
        writer_note(writer, points == NULL ? TUM_ERROR_MEMORY : TUM_OK);
        return -1;
    }
    for (size_t i = 0; i < 3 * mesh->point_count; ++i) {
        points[i] = (float)mesh->points[i];
    }
    if (writer_is_fine(writer)) {
        writer_note(writer, tum_edit_add_mesh(writer->document, NULL, points, mesh->point_count,
                                              has_cells ? mesh->cells : first,
                                              has_cells ? mesh->cell_count : 1, &index));
    }
    return index;
}

// Bakes the shape's world transform; its new node has a rotation and a translation only.
static int32_t place_apart(SceneWriter *writer, const ShapePlacement *placement, FittedShape *shape)
{
    const TumShape *own = &writer->scene->shapes[placement->shape];
    const DVec3 scale = dvec3(placement->scale[0], placement->scale[1], placement->scale[2]);
    const double *p = placement->position, *q = placement->rotation;
    const DPose3 pose = {{p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}};
    TumMesh flat;
    TumShape made = *own;
    double corners[12];
    const TumMesh *mesh = own->mesh >= 0 ? &writer->scene->meshes[own->mesh] : NULL;
    const bool is_endless = !is_finite64(own->size[0]) && !is_finite64(own->size[2]);
    if (own->kind == TUM_SHAPE_PLANE && (!is_endless || own->double_sided)) {
        made = quad(own, scale, &flat, corners);
        mesh = &flat;
        tum_writer_tell(writer, CODE_A_PLANE, placement->pointer, NULL,
                        "The plane became a mesh of two triangles.");
    }
    const int32_t added = mesh != NULL ? add_mesh(writer, mesh, made.kind == TUM_SHAPE_CONVEX) : -1;
    if (mesh != NULL && added < 0) {
        *shape = (FittedShape){.result = FIT_NONE, .index = -1};
        return placement->node;
    }
    *shape = (FittedShape){.result = FIT_IN_PLACE, .index = put_shape(writer, &made, scale, added)};
    const bool has_body = placement->body >= 0;
    const struct G4mfBody *body = has_body ? &writer->g4mf_bodies[placement->body] : NULL;
    const double down = has_body ? body->scale : 1.0;
    const DVec3 offset = has_body ? dvec3_sub(pose.position, body->origin) : pose.position;
    const int32_t node = tum_writer_add_node(writer, has_body ? body->node : EDIT_ROOT, NULL);
    set_transform(writer, node, (DPose3){dvec3_scale(offset, 1.0 / down), pose.rotation},
                  dvec3(1.0 / down, 1.0 / down, 1.0 / down));
    const Cursor at = tum_writer_node(writer, node);
    tum_writer_tell(
        writer, CODE_B_SPLIT, placement->pointer, &at,
        "Node %d is scaled unevenly or mirrored; the shape has a node of its own, and the "
        "scale in its numbers.",
        (int)placement->node);
    return node;
}

static int32_t place_shape(SceneWriter *writer, const ShapePlacement *placement, FittedShape *shape)
{
    *shape = (FittedShape){.result = FIT_NONE, .index = -1};
    if (!placement->enabled) {
        tum_writer_tell(writer, CODE_A_ZERO, placement->pointer, NULL,
                        "Its scale switches it off; it was left out.");
        return placement->node;
    }
    if (!(even_scale(linear_of(writer->scene->nodes[placement->node].world)) > 0.0)) {
        return place_apart(writer, placement, shape);
    }
    *shape = tum_writer_fit_shape(writer, placement->authored_shape, placement->pointer);
    if (shape->result == FIT_NONE) {
        return placement->node;
    }
    // A compound keeps its node: its parts must be below.
    const bool is_taken =
        strcmp(placement->role, "Trigger") == 0 && writer->has_trigger[placement->node];
    return tum_g4mf_free_node(writer, placement->node, placement->role, placement->pointer,
                              is_taken);
}

// Colliders and triggers.

static void write_collider(SceneWriter *writer, const TumCollider *collider, int32_t node,
                           const FittedShape *shape)
{
    const Cursor at = tum_writer_node(writer, node);
    const Cursor physics = tum_writer_object(writer, &at, "physics");
    const Cursor object = tum_writer_object(writer, &physics, "collider");
    tum_writer_number(writer, &object, "shape", shape->index);
    tum_writer_take_along(writer, collider->pointer, &object);
    tum_writer_moved(writer, collider->pointer, &object);
}

static void write_trigger(SceneWriter *writer, const WrittenTrigger *trigger)
{
    const int32_t node =
        trigger->shape.result != FIT_NONE
            ? trigger->node
            : tum_g4mf_free_node(writer, trigger->node, "Trigger", trigger->pointer, false);
    const Cursor at = tum_writer_node(writer, node);
    const Cursor physics = tum_writer_object(writer, &at, "physics");
    const Cursor object = tum_writer_object(writer, &physics, "trigger");
    if (trigger->shape.result != FIT_NONE) {
        tum_writer_number(writer, &object, "shape", trigger->shape.index);
    } else {
        const Cursor nodes = tum_writer_array(writer, &object, "nodes");
        for (size_t i = 0; i < trigger->member_count; ++i) {
            tum_writer_add_number(writer, &nodes, trigger->members[i] + writer->node_shift);
        }
    }
    tum_writer_take_along(writer, trigger->pointer, &object);
    tum_writer_moved(writer, trigger->pointer, &object);
}

// Begin and end.

static void begin(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    writer->g4mf_bodies =
        tum_arena_zeroed(&writer->arena, scene->body_count, sizeof *writer->g4mf_bodies);
    if (writer->g4mf_bodies == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
    }
    tum_g4mf_tell_surfaces(writer);
}

void tum_g4mf_tell_surfaces(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    for (size_t i = 0; i < scene->material_count; ++i) {
        tum_writer_tell(writer, CODE_L_MATERIAL, scene->materials[i].pointer, NULL,
                        "Friction %g and %g and restitution %g cannot be said.",
                        scene->materials[i].static_friction, scene->materials[i].dynamic_friction,
                        scene->materials[i].restitution);
    }
    for (size_t i = 0; i < scene->filter_count; ++i) {
        tum_writer_tell(writer, CODE_L_FILTER, scene->filters[i].pointer, NULL,
                        "The filter cannot be said: everything meets everything.");
    }
}

static void finish(SceneWriter *writer, bool is_required)
{
    (void)is_required; // physics is a part of the format
    if (writer_is_fine(writer)) {
        writer_note(writer, tum_edit_settle_names(writer->document));
    }
}

const DialectWriter tum_g4mf_writer = {
    .name = "g4mf",
    .revisions = "F",
    .can = CAN_TAPER | CAN_INFINITE_PLANE | CAN_TABLE_MESH | CAN_GRAVITY_FACTOR | CAN_STATIC_BODY |
           CAN_COMPOUND,
    .joints = JOINT_AT_NODES,
    .begin = begin,
    .shape = write_shape,
    .body = write_body,
    .collider = write_collider,
    .trigger = write_trigger,
    .place_shape = place_shape,
    .transform = set_transform,
    .finish = finish,
};
