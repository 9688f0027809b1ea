// SPDX-License-Identifier: MIT
// omi_gravity_reader.c: OMI_physics_gravity: the world's gravity on the root, volumes of gravity on
// trigger nodes.
//
// The extension combines with bodies of any dialect.
#include "dialects/dialect.h"

#include "dialects/omi_reader.h"
#include "math/math3_64.h"

#include <float.h>
#include <string.h>

static const double anything = -(double)FLT_MAX;

// [1] Largest deviation of a direction's length from 1 (docs/dialects.md#what-every-reader-does).
static const double unit_slack = 0.00769;

static const char *const type_names[] = {"directional", "point", "disc", "torus", "line", "shaped"};
static const TumGravityKind kinds[] = {TUM_GRAVITY_DIRECTIONAL, TUM_GRAVITY_POINT,
                                       TUM_GRAVITY_DISC,        TUM_GRAVITY_TORUS,
                                       TUM_GRAVITY_LINE,        TUM_GRAVITY_SHAPED};
enum { TYPE_COUNT = sizeof kinds / sizeof *kinds };

typedef struct GravityState {
    OmiExtension extension;
    OmiState *omi;
    const char **pointers; ///< [node_count] Pointers of the nodes' objects, or NULL.
} GravityState;

// The direction; down where it is absent or has no length.
static DVec3 read_direction(const Cursor *object)
{
    const DVec3 down = {0.0, -1.0, 0.0};
    double found[3];
    if (!tum_read_vector(object, "direction", found, 3)) {
        return down;
    }
    const DVec3 direction = {found[0], found[1], found[2]};
    const double length = dvec3_length(direction);
    const Cursor at = tum_cursor_member(object, "direction");
    if (!(length > 1e-12)) {
        tum_cursor_report(&at, CODE_PHYSICS_GRAVITY_DIRECTION_ZERO,
                          "The direction has no length; down is used.");
        return down;
    }
    if (absolute64(length - 1.0) > unit_slack) {
        tum_cursor_report(&at, CODE_PHYSICS_GRAVITY_DIRECTION_NON_UNIT,
                          "The direction has length %g, not 1; it is normalized.", length);
    }
    return dvec3_normalize_or(direction, down);
}

// The world's gravity is always directional.
static void read_world(SceneReader *reader, const Cursor *object)
{
    double gravity = 0.0;
    const bool has_gravity = tum_read_required(object, "gravity") &&
                             tum_read_number(object, "gravity", anything, &gravity);
    const DVec3 direction = read_direction(object);
    if (has_gravity) {
        const double acceleration[4] = {gravity * direction.x, gravity * direction.y,
                                        gravity * direction.z, 0.0};
        tum_scene_builder_gravity(reader->builder, acceleration);
    }
}

// @return false for points that form no line, with a finding.
static bool read_points(SceneReader *reader, const Cursor *place, const Cursor *line,
                        GravityVolumeDef *made)
{
    if (!reader_has(line, "points")) {
        tum_cursor_report_missing(place, "points");
        return false;
    }
    const Cursor array = tum_cursor_array(line, "points");
    const size_t count = tum_cursor_count(&array);
    if (!tum_cursor_exists(&array)) {
        return false;
    }
    if (count < 6 || count % 3 != 0) {
        tum_cursor_report(&array, CODE_PHYSICS_GRAVITY_LINE_POINTS,
                          "%zu numbers are not two or more points of three.", count);
        return false;
    }
    double *points = tum_arena_zeroed(&reader->arena, count, sizeof *points);
    for (size_t i = 0; points != NULL && i < count; ++i) {
        const Cursor item = tum_cursor_item(&array, i);
        if (!tum_cursor_number_here(&item, &points[i])) {
            return false;
        }
        if (!(absolute64(points[i]) <= (double)FLT_MAX)) {
            tum_cursor_report(&item, CODE_VALUE_NOT_IN_RANGE, "%g is beyond what a float can hold.",
                              points[i]);
            return false;
        }
    }
    made->points = points;
    made->point_count = points != NULL ? count / 3 : 0;
    return points != NULL;
}

// @return false without a shape as the source of gravity.
static bool read_shape(SceneReader *reader, OmiState *omi, const Cursor *place,
                       const Cursor *shaped, GravityVolumeDef *made)
{
    if (!reader_has(shaped, "shape")) {
        tum_cursor_report_missing(place, "shape");
        return false;
    }
    const int32_t index = tum_omi_reference(shaped, "shape", &omi->shapes.root);
    made->shape = tum_omi_table_shape(reader, &omi->shapes, made->node, index);
    return made->shape >= 0;
}

static void check_single_type(const Cursor *object, int type)
{
    for (int other = 0; other < TYPE_COUNT; ++other) {
        const Cursor parameters = tum_cursor_member(object, type_names[other]);
        if (other != type && tum_cursor_exists(&parameters)) {
            tum_cursor_report(&parameters, CODE_PHYSICS_SHAPE_AMBIGUOUS,
                              "Gravity of type '%s' has parameters of '%s'; they are ignored.",
                              type_names[type], type_names[other]);
        }
    }
}

// Reads the object with the type's name. @return false when the volume has no effect.
static bool read_parameters(SceneReader *reader, OmiState *omi, const Cursor *object, int type,
                            GravityVolumeDef *made)
{
    const Cursor parameters = tum_cursor_object(object, type_names[type]);
    const Cursor *place = tum_cursor_exists(&parameters) ? &parameters : object;
    made->radius = 1.0;
    if (made->kind == TUM_GRAVITY_DIRECTIONAL) {
        const DVec3 direction = read_direction(&parameters);
        made->direction[0] = direction.x;
        made->direction[1] = direction.y;
        made->direction[2] = direction.z;
        return true;
    }
    tum_read_number(&parameters, "unitDistance", 0.0, &made->unit_distance);
    switch (made->kind) {
    case TUM_GRAVITY_DISC:
    case TUM_GRAVITY_TORUS: tum_read_number(&parameters, "radius", 0.0, &made->radius); break;
    case TUM_GRAVITY_LINE: return read_points(reader, place, &parameters, made);
    case TUM_GRAVITY_SHAPED: return read_shape(reader, omi, place, &parameters, made);
    default: break;
    }
    return true;
}

static void read_volume(SceneReader *reader, GravityState *state, int32_t node,
                        const Cursor *object)
{
    GravityVolumeDef made = {
        .node = node, .shape = -1, .pointer = tum_reader_pointer(reader, object)};
    state->pointers[node] = made.pointer;
    const bool has_gravity = tum_read_required(object, "gravity") &&
                             tum_read_number(object, "gravity", anything, &made.gravity);
    const int type = tum_read_required(object, "type")
                         ? tum_read_choice(object, "type", type_names, TYPE_COUNT, false)
                         : CHOICE_ABSENT;
    tum_cursor_integer(object, "priority", &made.priority);
    tum_cursor_boolean(object, "replace", &made.replace);
    tum_cursor_boolean(object, "stop", &made.stop);
    if (type < 0) {
        return;
    }
    made.kind = kinds[type];
    check_single_type(object, type);
    if (read_parameters(reader, state->omi, object, type, &made) && has_gravity) {
        tum_scene_builder_gravity_volume(reader->builder, &made);
    }
}

// The reason why a volume is invalid: it must be a trigger of OMI, and nothing else.
static const char *what_is_wrong(const SceneReader *reader, const GravityState *state,
                                 const unsigned char *is_member, size_t node)
{
    const unsigned aspects = reader->aspects[node], marks = state->omi->marks[node];
    const bool is_free = (marks & OMI_FREE_SHAPE) != 0;
    if ((marks & OMI_TRIGGER) == 0) {
        return (aspects & ASPECT_TRIGGER) != 0 ? "The node's trigger is of another dialect."
                                               : "The node has no trigger.";
    }
    if ((aspects & ASPECT_MOTION) != 0) {
        return "The node has a motion.";
    }
    if ((marks & OMI_SOLID_SHAPE) != 0 || ((aspects & ASPECT_COLLIDER) != 0 && !is_free)) {
        return "The node has a collider.";
    }
    return is_member[node] != 0 ? "The node belongs to a compound trigger." : NULL;
}

static void check_nodes(SceneReader *reader, const GravityState *state)
{
    const size_t count = state->omi->node_count;
    unsigned char *is_member =
        count > 0 ? tum_arena_zeroed(&reader->arena, reader->node_count, 1) : NULL;
    for (size_t i = 0; is_member != NULL && i < reader->compound_members.count; ++i) {
        is_member[reader->compound_members.items[i].node] = 1;
    }
    for (size_t i = 0; is_member != NULL && reader->report != NULL && i < count; ++i) {
        const char *wrong =
            state->pointers[i] != NULL ? what_is_wrong(reader, state, is_member, i) : NULL;
        if (wrong != NULL) {
            tum_report_add(reader->report, CODE_PHYSICS_GRAVITY_NOT_TRIGGER,
                           tum_document_name(reader->document), state->pointers[i], "%s", wrong);
        }
    }
}

// The dialect.

static void *gravity_open(SceneReader *reader)
{
    GravityState *state = tum_arena_zeroed(&reader->arena, 1, sizeof *state);
    OmiState *omi = tum_omi_state(reader);
    if (state == NULL || omi == NULL) {
        return NULL;
    }
    state->omi = omi;
    state->extension =
        (OmiExtension){.name = "OMI_physics_gravity",
                       .is_declared = tum_reader_declares(reader, "OMI_physics_gravity")};
    state->pointers = tum_arena_zeroed(&reader->arena, omi->node_count, sizeof *state->pointers);
    const Cursor object = tum_cursor_object(&reader->extensions, "OMI_physics_gravity");
    if (tum_cursor_exists(&object)) {
        tum_omi_see(&state->extension, &object);
        read_world(reader, &object);
    }
    return state->pointers != NULL ? state : NULL;
}

static unsigned gravity_aspects(const void *state, const Cursor *node)
{
    (void)state;
    const Cursor extensions = tum_cursor_object(node, "extensions");
    const Cursor object = tum_cursor_object(&extensions, "OMI_physics_gravity");
    return tum_cursor_exists(&object) ? ASPECT_GRAVITY : 0;
}

static void gravity_read_node(SceneReader *reader, void *context, int32_t node, const Cursor *at,
                              unsigned wanted)
{
    GravityState *state = context;
    const Cursor extensions = tum_cursor_object(at, "extensions");
    const Cursor object = tum_cursor_object(&extensions, "OMI_physics_gravity");
    if ((wanted & ASPECT_GRAVITY) != 0) {
        tum_omi_see(&state->extension, &object);
        read_volume(reader, state, node, &object);
    }
}

static void gravity_close(SceneReader *reader, void *context)
{
    const GravityState *state = context;
    if (state->extension.is_seen) {
        check_nodes(reader, state);
        tum_reader_add_id(reader, "GR");
    }
}

static const char *const gravity_extensions[] = {"OMI_physics_gravity", NULL};

const Dialect tum_omi_gravity_dialect = {
    .name = "OMI_physics_gravity",
    .extensions = gravity_extensions,
    .answers_to = DIALECT_BIT(OMI) | DIALECT_BIT(OMI_DRAFT) | DIALECT_BIT(OMI_COLLIDER),
    .open = gravity_open,
    .aspects = gravity_aspects,
    .read_node = gravity_read_node,
    .close = gravity_close,
};
