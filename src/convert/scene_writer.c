// SPDX-License-Identifier: MIT
// scene_writer.c: services for all dialect writers: members, nodes, copied properties, reports of
// changes.
#include "convert/scene_writer.h"
#include "document/edit_extension.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Members.

void tum_writer_number(SceneWriter *writer, const Cursor *object, const char *key, double value)
{
    if (writer_is_fine(writer)) {
        writer_note(writer, tum_edit_set_number(writer->document, object, key, value));
    }
}

void tum_writer_numbers(SceneWriter *writer, const Cursor *object, const char *key,
                        const double *values, size_t count)
{
    if (writer_is_fine(writer)) {
        writer_note(writer, tum_edit_set_numbers(writer->document, object, key, values, count));
    }
}

void tum_writer_text(SceneWriter *writer, const Cursor *object, const char *key, const char *text)
{
    if (writer_is_fine(writer)) {
        writer_note(writer, tum_edit_set_text(writer->document, object, key, text));
    }
}

void tum_writer_boolean(SceneWriter *writer, const Cursor *object, const char *key, bool value)
{
    if (writer_is_fine(writer)) {
        writer_note(writer, tum_edit_set_boolean(writer->document, object, key, value));
    }
}

Cursor tum_writer_object(SceneWriter *writer, const Cursor *object, const char *key)
{
    if (writer_is_fine(writer)) {
        writer_note(writer, tum_edit_set_object(writer->document, object, key));
    }
    return writer_member(object, key);
}

Cursor tum_writer_array(SceneWriter *writer, const Cursor *object, const char *key)
{
    if (writer_is_fine(writer)) {
        writer_note(writer, tum_edit_set_array(writer->document, object, key));
    }
    return writer_member(object, key);
}

void tum_writer_add_number(SceneWriter *writer, const Cursor *array, double value)
{
    if (writer_is_fine(writer)) {
        writer_note(writer, tum_edit_add_number(writer->document, array, value));
    }
}

void tum_writer_add_text(SceneWriter *writer, const Cursor *array, const char *text)
{
    if (writer_is_fine(writer)) {
        writer_note(writer, tum_edit_add_text(writer->document, array, text));
    }
}

Cursor tum_writer_add_object(SceneWriter *writer, const Cursor *array)
{
    Cursor item = {.document = writer->document, .parent = array};
    if (writer_is_fine(writer)) {
        item.index = tum_edit_count(writer->document, array);
        writer_note(writer, tum_edit_add_object(writer->document, array));
    }
    return item;
}

size_t tum_writer_count(const SceneWriter *writer, const Cursor *place)
{
    return tum_edit_count(writer->document, place);
}

// Cursors that outlive the function that created them.

const Cursor *tum_writer_keep(SceneWriter *writer, Cursor place)
{
    Cursor *kept = tum_arena_allocate(&writer->arena, sizeof *kept);
    if (kept == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return &writer->root;
    }
    *kept = place;
    return kept;
}

Cursor tum_writer_node(const SceneWriter *writer, int32_t node)
{
    return (Cursor){.document = writer->document,
                    .parent = &writer->nodes,
                    .index = (size_t)(node + writer->node_shift)};
}

Cursor tum_writer_node_extension(SceneWriter *writer, int32_t node, const char *extension)
{
    const Cursor *at = tum_writer_keep(writer, tum_writer_node(writer, node));
    const Cursor *extensions = tum_writer_keep(writer, tum_writer_object(writer, at, "extensions"));
    return tum_writer_object(writer, extensions, extension);
}

Cursor tum_writer_root_extension(SceneWriter *writer, const char *extension)
{
    const Cursor *extensions =
        tum_writer_keep(writer, tum_writer_object(writer, &writer->root, "extensions"));
    return tum_writer_object(writer, extensions, extension);
}

// Nodes.

int32_t tum_writer_add_node(SceneWriter *writer, int32_t parent, const char *name)
{
    int32_t node = writer->node_shift;
    if (parent >= 0) {
        parent += writer->node_shift;
    } else if (parent == EDIT_ROOT && writer->node_shift > 0) {
        parent = 0;
    }
    if (writer_is_fine(writer)) {
        writer_note(writer, tum_edit_add_node(writer->document, parent, name, &node));
    }
    return node - writer->node_shift;
}

// A component of a unit quaternion, clamped to 1 against rounding.
static double unit_part(double x)
{
    return x > 1.0 ? 1.0 : x < -1.0 ? -1.0 : x;
}

static bool is_identity(DQuat q)
{
    return q.x == 0.0 && q.y == 0.0 && q.z == 0.0;
}

void tum_writer_set_transform(SceneWriter *writer, int32_t node, DPose3 pose, DVec3 scale)
{
    const Cursor at = tum_writer_node(writer, node);
    if (writer->target->transform != NULL) {
        writer->target->transform(writer, node, pose, scale);
        return;
    }
    const double translation[3] = {pose.position.x, pose.position.y, pose.position.z};
    const double rotation[4] = {unit_part(pose.rotation.x), unit_part(pose.rotation.y),
                                unit_part(pose.rotation.z), unit_part(pose.rotation.w)};
    const double factors[3] = {scale.x, scale.y, scale.z};
    if (pose.position.x != 0.0 || pose.position.y != 0.0 || pose.position.z != 0.0) {
        tum_writer_numbers(writer, &at, "translation", translation, 3);
    }
    if (!is_identity(pose.rotation)) {
        tum_writer_numbers(writer, &at, "rotation", rotation, 4);
    }
    if (scale.x != 1.0 || scale.y != 1.0 || scale.z != 1.0) {
        tum_writer_numbers(writer, &at, "scale", factors, 3);
    }
}

DMat3 tum_writer_stretch(const TumBody *body)
{
    const double *m = body->stretch;
    return (DMat3){{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}};
}

// The pose of a node below a stretched one: the inverse of the stretch applies to its place and to
// its axes; the node takes the nearest rotation.
static DPose3 below_stretch(DMat3 stretch, DPose3 pose)
{
    const bool is_plain = stretch.x.x == 1.0 && stretch.y.y == 1.0 && stretch.z.z == 1.0 &&
                          stretch.x.y == 0.0 && stretch.x.z == 0.0 && stretch.y.z == 0.0;
    if (is_plain || dmat3_determinant(stretch) == 0.0) {
        return pose;
    }
    return (DPose3){dmat3_transform(dmat3_inverse(stretch), pose.position), pose.rotation};
}

int32_t tum_writer_add_frame(SceneWriter *writer, int32_t body, DPose3 pose, const char *name)
{
    const TumScene *scene = writer->scene;
    const int32_t parent = body >= 0 ? scene->bodies[body].node : EDIT_ROOT;
    const int32_t node = tum_writer_add_node(writer, parent, name);
    if (body >= 0) {
        pose = below_stretch(tum_writer_stretch(&scene->bodies[body]), pose);
    }
    tum_writer_set_transform(writer, node, pose, dvec3(1.0, 1.0, 1.0));
    return node;
}

int32_t tum_writer_add_below(SceneWriter *writer, int32_t node, const FittedShape *shape)
{
    const int32_t child = tum_writer_add_node(writer, node, NULL);
    tum_writer_set_transform(writer, child, shape->node_from_shape, dvec3(1.0, 1.0, 1.0));
    return child;
}

// The source.

// One step of a JSON pointer, with '~1' and '~0' decoded.
static bool next_token(const char **pointer, char *token, size_t room)
{
    if (**pointer != '/') {
        return false;
    }
    size_t count = 0;
    const char *at = *pointer + 1;
    for (; *at != '\0' && *at != '/'; ++at) {
        char c = *at;
        if (c == '~' && (at[1] == '0' || at[1] == '1')) {
            c = *++at == '0' ? '~' : '/';
        }
        if (count + 1 >= room) {
            return false;
        }
        token[count++] = c;
    }
    token[count] = '\0';
    *pointer = at;
    return true;
}

static bool parse_index(const char *token, size_t *index)
{
    size_t value = 0;
    for (const char *at = token; *at != '\0'; ++at) {
        if (*at < '0' || *at > '9' || value > UINT32_MAX) {
            return false;
        }
        value = 10 * value + (size_t)(*at - '0');
    }
    *index = value;
    return *token != '\0';
}

Cursor tum_writer_source(SceneWriter *writer, const char *pointer)
{
    Cursor at = tum_cursor_root(writer->source, NULL);
    char token[256];
    while (next_token(&pointer, token, sizeof token)) {
        const Cursor *parent = tum_writer_keep(writer, at);
        const char *key = tum_arena_text(&writer->arena, token, strlen(token));
        size_t index;
        if (key == NULL) {
            writer_note(writer, TUM_ERROR_MEMORY);
            return (Cursor){0};
        }
        at = tum_cursor_kind(parent) == JSON_ARRAY && parse_index(token, &index)
                 ? tum_cursor_item(parent, index)
                 : tum_cursor_member(parent, key);
    }
    return *pointer == '\0' ? at : (Cursor){0};
}

void tum_writer_take_along(SceneWriter *writer, const char *pointer, const Cursor *object)
{
    if (pointer[0] == '\0') {
        return;
    }
    const Cursor from = tum_writer_source(writer, pointer);
    static const char *const kept[] = {"name", "extras"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; ++i) {
        const Cursor member = tum_cursor_member(&from, kept[i]);
        if (tum_cursor_exists(&member) && writer_is_fine(writer)) {
            writer_note(writer, tum_edit_set_copy(writer->document, object, kept[i], &member));
        }
    }
    const Cursor extensions = tum_cursor_member(&from, "extensions");
    for (size_t i = 0; i < tum_cursor_count(&extensions); ++i) {
        const char *name = "";
        tum_cursor_member_at(&extensions, i, &name);
        tum_writer_tell(writer, CODE_L_EXT, pointer, object, "The extension '%s' stays behind.",
                        name);
    }
}

void tum_writer_declare(SceneWriter *writer, const char *extension, bool is_required)
{
    if (writer_is_fine(writer)) {
        writer_note(writer, tum_edit_declare_extension(writer->document, extension, is_required));
    }
}

// Reports of changes.

static const char *pointer_of(SceneWriter *writer, const Cursor *place)
{
    char start[256];
    const size_t length = tum_cursor_pointer(place, start, sizeof start);
    char *text = tum_arena_allocate(&writer->arena, length + 1);
    if (text == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return "";
    }
    tum_cursor_pointer(place, text, length + 1);
    return text;
}

void tum_writer_tell(SceneWriter *writer, DiagnosticCode code, const char *pointer,
                     const Cursor *result, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    tum_report_add(writer->report, code, writer->scene->file, pointer, "%s", message);
    if (result != NULL && writer->report != NULL) {
        tum_report_mark_result(writer->report, pointer_of(writer, result));
    }
}

static const char *name_of(SceneWriter *writer, const char *pointer)
{
    const char *name = "";
    const Cursor at = tum_writer_source(writer, pointer);
    tum_cursor_text(&at, "name", &name);
    return name;
}

// True where two equal items may be merged. Different names allow this only on request, with a
// report.
bool tum_writer_may_merge(SceneWriter *writer, const char *pointer, const char *other)
{
    const char *name = name_of(writer, pointer), *other_name = name_of(writer, other);
    if (strcmp(name, other_name) == 0) {
        return true;
    }
    if (writer->options.merge_names) {
        tum_writer_tell(writer, CODE_A_COLLAPSE, pointer, NULL,
                        "'%.60s' equals '%.60s' and became one with it.", name, other_name);
    }
    return writer->options.merge_names;
}

void tum_writer_moved(SceneWriter *writer, const char *from, const Cursor *to)
{
    Moved *slot = from[0] != '\0' ? array_push(&writer->moved, &writer->allocator) : NULL;
    if (slot != NULL) {
        *slot = (Moved){from, pointer_of(writer, to)};
    } else if (from[0] != '\0') {
        writer_note(writer, TUM_ERROR_MEMORY);
    }
}
