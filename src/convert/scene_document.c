// SPDX-License-Identifier: MIT
// scene_document.c: a scene's nodes as a new document.
#include "convert/scene_document.h"

#include <string.h>

#include "base/arena.h"
#include "base/report.h"
#include "document/edit.h"
#include "document/edit_data.h"
#include "math/scalar.h"

/// State of making a document.
typedef struct Making {
    const TumScene *scene;
    TumReport *report;
    TumDocument *document;
    TumStatus status;
    Arena arena;
} Making;

static void note(Making *making, TumStatus status)
{
    making->status = making->status == TUM_OK ? status : making->status;
}

static void put_numbers(Making *making, const Cursor *at, const char *key, const double *values,
                        size_t count, const double *standard)
{
    if (making->status == TUM_OK && memcmp(values, standard, count * sizeof *values) != 0) {
        note(making, tum_edit_set_numbers(making->document, at, key, values, count));
    }
}

static void put_transform(Making *making, const Cursor *at, const TumNode *node)
{
    static const double none[4] = {0.0, 0.0, 0.0, 1.0}, whole[3] = {1.0, 1.0, 1.0};
    if (node->has_matrix) {
        note(making, tum_edit_set_numbers(making->document, at, "matrix", node->local->matrix, 16));
        return;
    }
    const TumTransform *local = node->local;
    // Rounding may have moved a component of a unit quaternion beyond 1.
    double rotation[4];
    for (int i = 0; i < 4; ++i) {
        rotation[i] = clamp64(local->rotation[i], -1.0, 1.0);
    }
    put_numbers(making, at, "translation", local->translation, 3, none);
    put_numbers(making, at, "rotation", rotation, 4, none);
    put_numbers(making, at, "scale", local->scale, 3, whole);
}

static void put_node(Making *making, const Cursor *nodes, size_t index)
{
    const TumNode *node = &making->scene->nodes[index];
    const Cursor at = tum_cursor_item(nodes, index);
    if (node->name != NULL && node->name[0] != '\0') {
        note(making, tum_edit_set_text(making->document, &at, "name", node->name));
    }
    put_transform(making, &at, node);
}

// Adds the node to the list of its parent, or of the scene.
static void put_in_list(Making *making, const Cursor *nodes, const Cursor *active, size_t index)
{
    const TumNode *node = &making->scene->nodes[index];
    if (node->parent < 0 && !node->in_scene) {
        return;
    }
    const Cursor parent =
        node->parent >= 0 ? tum_cursor_item(nodes, (size_t)node->parent) : *active;
    const char *key = node->parent >= 0 ? "children" : "nodes";
    note(making, tum_edit_set_array(making->document, &parent, key));
    const Cursor list = tum_cursor_member(&parent, key);
    if (making->status == TUM_OK) {
        note(making, tum_edit_add_number(making->document, &list, (double)index));
    }
}

static void put_nodes(Making *making)
{
    const size_t count = making->scene->node_count;
    for (size_t i = 0; i < count && making->status == TUM_OK; ++i) {
        note(making, tum_edit_add_node(making->document, EDIT_NOWHERE, NULL, NULL));
    }
    const Cursor root = tum_cursor_root(making->document, NULL);
    const Cursor nodes = tum_cursor_member(&root, "nodes");
    const Cursor scenes = tum_cursor_member(&root, "scenes");
    const Cursor active = tum_cursor_item(&scenes, 0);
    for (size_t i = 0; i < count && making->status == TUM_OK; ++i) {
        put_node(making, &nodes, i);
        put_in_list(making, &nodes, &active, i);
    }
    if (making->status == TUM_OK) {
        note(making, tum_edit_settle_nodes(making->document, making->report));
    }
}

// Animations.

static float *narrowed(Making *making, const double *values, size_t count)
{
    float *narrow = tum_arena_zeroed(&making->arena, count, sizeof *narrow);
    for (size_t i = 0; narrow != NULL && i < count; ++i) {
        narrow[i] = (float)values[i];
    }
    return narrow;
}

// The rules of glTF for keys (glTF 2.0, section 3.11).
static bool are_keys(const float *times, const float *values, size_t count, size_t numbers,
                     bool is_spline)
{
    bool are = times[0] >= 0.0f && (!is_spline || count >= 2);
    for (size_t i = 1; i < count; ++i) {
        are = are && times[i] > times[i - 1];
    }
    for (size_t i = 0; i < numbers; ++i) {
        are = are && is_finite(values[i]);
    }
    return are;
}

static bool make_channel(Making *making, const TumTrack *track, EditChannel *channel)
{
    static const AnimationInterpolation interpolations[] = {ANIMATION_STEP, ANIMATION_LINEAR,
                                                            ANIMATION_CUBIC_SPLINE};
    const bool is_spline = track->interpolation == TUM_INTERPOLATION_CUBIC_SPLINE;
    const size_t numbers = track->key_count * (size_t)track->width * (is_spline ? 3 : 1);
    const float *times = narrowed(making, track->times, track->key_count);
    const float *values = narrowed(making, track->values, numbers);
    if (times == NULL || values == NULL) {
        note(making, TUM_ERROR_MEMORY);
        return false;
    }
    *channel = (EditChannel){.node = track->index,
                             .path = track->target == TUM_TRACK_ROTATION ? ANIMATION_ROTATION
                                                                         : ANIMATION_TRANSLATION,
                             .interpolation = interpolations[track->interpolation],
                             .key_count = track->key_count,
                             .width = (size_t)track->width,
                             .times = times,
                             .values = values};
    return are_keys(times, values, track->key_count, numbers, is_spline);
}

static void put_animation(Making *making)
{
    const TumScene *scene = making->scene;
    EditChannel *channels = tum_arena_zeroed(&making->arena, scene->track_count, sizeof *channels);
    size_t count = 0, lost = 0;
    if (channels == NULL) {
        note(making, TUM_ERROR_MEMORY);
        return;
    }
    for (size_t i = 0; i < scene->track_count && making->status == TUM_OK; ++i) {
        const TumTrack *track = &scene->tracks[i];
        const bool is_node =
            track->target == TUM_TRACK_TRANSLATION || track->target == TUM_TRACK_ROTATION;
        const bool is_kept = is_node && make_channel(making, track, &channels[count]);
        count += is_kept;
        lost += !is_kept;
    }
    if (lost > 0) {
        tum_report_add(making->report, CODE_L_POINTER, scene->file, "",
                       "%zu of %zu tracks are of no node, or have keys that glTF has not; they are "
                       "not written.",
                       lost, scene->track_count);
    }
    if (count > 0 && making->status == TUM_OK) {
        note(making, tum_edit_add_animation(making->document, NULL, channels, count, NULL));
    }
}

TumStatus tum_scene_document(const TumScene *scene, const TumAllocator *allocator,
                             TumDocument **document, TumReport *report)
{
    static const char text[] = "{\"asset\":{\"version\":\"2.0\",\"generator\":\"tumble\"},"
                               "\"scene\":0,\"scenes\":[{}]}";
    const TumDocumentOptions options = {.allocator = *allocator, .name = scene->file};
    Making making = {.scene = scene, .report = report};
    *document = NULL;
    tum_arena_init(&making.arena, allocator);
    making.status = tum_document_read(text, sizeof text - 1, &options, &making.document, report);
    if (making.status == TUM_OK) {
        put_nodes(&making);
    }
    if (making.status == TUM_OK && scene->track_count > 0) {
        put_animation(&making);
    }
    tum_arena_clear(&making.arena);
    if (making.status != TUM_OK) {
        tum_document_destroy(making.document);
        return making.status;
    }
    *document = making.document;
    return TUM_OK;
}
