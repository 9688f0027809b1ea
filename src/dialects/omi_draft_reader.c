// SPDX-License-Identifier: MIT
// omi_draft_reader.c: OMI_physics_body until 2023-09: the type of a body is on its node; shapes are
// on that node or below.
#include "dialects/omi_reader.h"

#include "dialects/motion_members.h"
#include "math/eigen.h"

#include <string.h>

// [1] Numbers below this share of a tensor's largest one count as zero: the precision of a float.
static const double tensor_slack = 1e-6;

typedef struct BodyType {
    const char *name;
    TumBodyKind kind;
    TumBodyTag tag;
    bool is_trigger;
} BodyType;

// `rigid` became `dynamic` in 2023-08; characters and vehicles were removed.
static const BodyType body_types[] = {
    {"static", TUM_BODY_STATIC, TUM_BODY_TAG_NONE, false},
    {"kinematic", TUM_BODY_KINEMATIC, TUM_BODY_TAG_NONE, false},
    {"character", TUM_BODY_KINEMATIC, TUM_BODY_TAG_CHARACTER, false},
    {"rigid", TUM_BODY_DYNAMIC, TUM_BODY_TAG_NONE, false},
    {"vehicle", TUM_BODY_DYNAMIC, TUM_BODY_TAG_VEHICLE, false},
    {"trigger", TUM_BODY_STATIC, TUM_BODY_TAG_NONE, true},
    {"dynamic", TUM_BODY_DYNAMIC, TUM_BODY_TAG_NONE, false},
};
enum { BODY_TYPE_COUNT = sizeof body_types / sizeof *body_types };

// True for an object with a type, or with properties of a body and none of today's form.
static bool is_typed(const Cursor *body)
{
    static const char *const properties[] = {"mass", "linearVelocity", "angularVelocity",
                                             "centerOfMass", "inertiaTensor"};
    if (reader_has(body, "type")) {
        return true;
    }
    if (reader_has(body, "motion") || reader_has(body, "collider") || reader_has(body, "trigger")) {
        return false;
    }
    for (size_t i = 0; i < sizeof properties / sizeof *properties; ++i) {
        if (reader_has(body, properties[i])) {
            return true;
        }
    }
    return false;
}

static bool is_trigger_body(const Cursor *body)
{
    Cursor quiet = *body;
    quiet.report = NULL;
    const char *text = "";
    tum_cursor_text(&quiet, "type", &text);
    return strcmp(text, "trigger") == 0;
}

// An unknown type means a static body.
static BodyType read_type(const Cursor *body)
{
    const char *text = NULL;
    if (!tum_read_required(body, "type") || !tum_cursor_text(body, "type", &text)) {
        return body_types[0];
    }
    for (int i = 0; i < BODY_TYPE_COUNT; ++i) {
        if (strcmp(text, body_types[i].name) == 0) {
            return body_types[i];
        }
    }
    const Cursor at = tum_cursor_member(body, "type");
    tum_cursor_report_as(&at, CODE_VALUE_NOT_IN_LIST, TUM_SEVERITY_ERROR,
                         "'%.64s' is none of static, kinematic, character, rigid, vehicle, "
                         "trigger; it is read as static.",
                         text);
    return body_types[0];
}

// Nine numbers of a symmetric matrix, by rows or by columns; all zero means computed.
static void read_tensor(const Cursor *body, MotionDef *made)
{
    double t[9];
    if (!tum_read_vector(body, "inertiaTensor", t, 9)) {
        return;
    }
    const Cursor at = tum_cursor_member(body, "inertiaTensor");
    double largest = 0.0, skew = 0.0;
    for (size_t i = 0; i < 9; ++i) {
        largest = maximum64(largest, absolute64(t[i]));
        skew = maximum64(skew, absolute64(t[i] - t[i / 3 + i % 3 * 3]));
    }
    if (largest == 0.0) {
        return;
    }
    if (skew > tensor_slack * largest) {
        tum_cursor_report(&at, CODE_PHYSICS_INERTIA_NOT_SYMMETRIC,
                          "Numbers across the diagonal differ by %g; their average is used.", skew);
    }
    const DSym3 tensor = {.xx = t[0],
                          .yy = t[4],
                          .zz = t[8],
                          .xy = 0.5 * (t[1] + t[3]),
                          .xz = 0.5 * (t[2] + t[6]),
                          .yz = 0.5 * (t[5] + t[7])};
    DVec3 values;
    DMat3 vectors;
    tum_eigen_symmetric3(tensor, &values, &vectors);
    const double moments[3] = {values.x, values.y, values.z};
    const double least = minimum64(values.x, minimum64(values.y, values.z));
    if (!(least > tensor_slack * largest)) {
        tum_cursor_report(&at, CODE_PHYSICS_INERTIA_NOT_POSITIVE,
                          "The principal moment %g is not above zero; the inertia is computed.",
                          least);
        return;
    }
    tum_check_moments(&at, moments);
    const DQuat rotation = dquat_from_matrix(vectors);
    memcpy(made->inertia, moments, sizeof moments);
    made->inertia_rotation[0] = rotation.x;
    made->inertia_rotation[1] = rotation.y;
    made->inertia_rotation[2] = rotation.z;
    made->inertia_rotation[3] = rotation.w;
}

static void read_body(SceneReader *reader, OmiState *omi, int32_t node, const Cursor *body)
{
    const BodyType type = read_type(body);
    omi->has_typed = true;
    omi->has_dynamic_type |= strcmp(type.name, "dynamic") == 0;
    if (type.is_trigger) {
        tum_omi_check_rest(body);
        omi->marks[node] |= OMI_TRIGGER | OMI_TRIGGER_BODY;
        omi->group_pointers[node] = tum_reader_pointer(reader, body);
        return;
    }
    MotionDef made = tum_omi_motion_read(reader, node, body, type.kind);
    made.tag = type.tag;
    read_tensor(body, &made);
    tum_scene_builder_motion(reader->builder, &made);
}

// Reads `OMI_physics_shape: {shape}` on a node; exporters once wrote the shape itself there.
static void read_shape(SceneReader *reader, OmiState *omi, int32_t node, const Cursor *object)
{
    OmiFreeShape made = {.shape = -1, .filter = -1, .pointer = tum_reader_pointer(reader, object)};
    if (!reader_has(object, "shape") && reader_has(object, "type")) {
        made.shape = tum_omi_inline_shape(reader, &omi->shapes, node, object, &made.is_trigger);
    } else if (tum_read_required(object, "shape")) {
        const int32_t index = tum_omi_reference(object, "shape", &omi->shapes.root);
        made.shape = tum_omi_table_shape(reader, &omi->shapes, node, index);
    }
    omi->has_node_shape = true;
    tum_omi_keep_free_shape(omi, node, made);
}

// The dialect.

static void *draft_open(SceneReader *reader)
{
    return tum_omi_state(reader);
}

static unsigned draft_aspects(const void *state, const Cursor *node)
{
    (void)state;
    const Cursor extensions = tum_cursor_object(node, "extensions");
    const Cursor body = tum_omi_node_extension(&extensions, "OMI_physics_body");
    const Cursor shape = tum_cursor_object(&extensions, "OMI_physics_shape");
    unsigned aspects = tum_cursor_exists(&shape) ? ASPECT_COLLIDER : 0;
    if (is_typed(&body)) {
        aspects |= is_trigger_body(&body) ? ASPECT_GROUP : ASPECT_MOTION;
    }
    return aspects;
}

static void draft_read_node(SceneReader *reader, void *state, int32_t node, const Cursor *at,
                            unsigned wanted)
{
    OmiState *omi = state;
    const Cursor extensions = tum_cursor_object(at, "extensions");
    const Cursor body = tum_cursor_object(&extensions, "OMI_physics_body");
    const Cursor shape = tum_cursor_object(&extensions, "OMI_physics_shape");
    if ((wanted & (ASPECT_MOTION | ASPECT_GROUP)) != 0) {
        tum_omi_see(&omi->body, &body);
        read_body(reader, omi, node, &body);
    }
    if ((wanted & ASPECT_COLLIDER) != 0) {
        tum_omi_see(&omi->shape, &shape);
        read_shape(reader, omi, node, &shape);
    }
}

// The revision by the table; otherwise a shape on a node is from before 2023-09.
static const char *shape_id(const OmiState *omi)
{
    const OmiShapeTraces *traces = &omi->shapes.traces;
    return traces->two_radii     ? "S4"
           : traces->flat        ? (traces->hull ? "S0" : "S1")
           : omi->has_node_shape ? "S2"
           : traces->one_radius  ? "S3"
                                 : "S4";
}

static void draft_close(SceneReader *reader, void *state)
{
    const OmiState *omi = state;
    if (omi->has_typed) {
        tum_reader_add_id(reader, omi->has_dynamic_type   ? "B2"
                                  : omi->collider.is_seen ? "B0"
                                                          : "B1");
    }
    if (omi->shape.is_seen) {
        tum_reader_add_id(reader, shape_id(omi));
    }
}

static const char *const draft_extensions[] = {"OMI_physics_body", "OMI_physics_shape", NULL};

const Dialect tum_omi_draft_dialect = {
    .name = "OMI_physics_body by type",
    .extensions = draft_extensions,
    .answers_to = DIALECT_BIT(OMI_DRAFT) | DIALECT_BIT(OMI_COLLIDER),
    .open = draft_open,
    .aspects = draft_aspects,
    .read_node = draft_read_node,
    .close = draft_close,
};
