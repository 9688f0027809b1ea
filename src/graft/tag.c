// SPDX-License-Identifier: MIT
// tag.c: tags that nodes keep through an optimizer, and an animation that keeps moving ones apart.
#include <string.h>

#include "document/edit_data.h"
#include "document/node.h"
#include "graft/graft_data.h"

static const float times[2] = {0.0f, 1.0f}; // [s]

static void tag_node(Graft *graft, size_t node)
{
    const Cursor root = tum_cursor_root(graft->document, NULL);
    const Cursor nodes = tum_cursor_member(&root, "nodes");
    const Cursor at = tum_cursor_item(&nodes, node);
    const Cursor old = tum_cursor_member(&at, "extras");
    if (tum_cursor_exists(&old) && tum_cursor_kind(&old) != JSON_OBJECT) {
        return; // Extras of another kind have no members; name and place find the node.
    }
    const Cursor place = graft_item(&graft->nodes, node);
    const Cursor extras = graft_member(&place, "extras");
    graft_note(graft, tum_edit_set_object(graft->document, &place, "extras"));
    if (graft_is_fine(graft)) {
        graft_note(graft, tum_edit_set_number(graft->document, &extras, GRAFT_TAG, (double)node));
    }
}

// True for the node of a moving body or of a moving mesh that no animation keeps apart yet. glTF
// allows no animation of a node with a matrix.
static bool is_kept_apart(const Graft *graft, size_t node)
{
    const DocumentNode *at = tum_document_node(graft->source, node);
    const TumNode *in_scene = &graft->scene->nodes[node];
    const bool is_animated = at->animated[0] || at->animated[1] || at->animated[2];
    const bool is_body =
        in_scene->body >= 0 && graft->scene->bodies[in_scene->body].node == (int32_t)node;
    return graft->is_needed[node] && at->in_scene && tum_graft_moves(graft, node) && !is_animated &&
           !at->has_matrix && (is_body || at->mesh >= 0);
}

static void add_animation(Graft *graft)
{
    size_t count = 0;
    for (size_t i = 0; i < graft->source_count; ++i) {
        count += is_kept_apart(graft, i);
    }
    EditChannel *channels = tum_arena_zeroed(&graft->arena, count, sizeof *channels);
    float *values = tum_arena_zeroed(&graft->arena, 6 * count, sizeof *values);
    if (channels == NULL || values == NULL) {
        graft_note(graft, TUM_ERROR_MEMORY);
        return;
    }
    size_t used = 0;
    for (size_t i = 0; i < graft->source_count; ++i) {
        if (!is_kept_apart(graft, i)) {
            continue;
        }
        const double *translation = tum_document_node(graft->source, i)->local->translation;
        float *value = values + 6 * used;
        for (int k = 0; k < 3; ++k) {
            value[k] = (float)translation[k];
            value[3 + k] = (float)translation[k] + 1.0f;
        }
        channels[used++] = (EditChannel){.node = (int32_t)i,
                                         .path = ANIMATION_TRANSLATION,
                                         .interpolation = ANIMATION_LINEAR,
                                         .key_count = 2,
                                         .width = 3,
                                         .times = times,
                                         .values = value};
    }
    if (count > 0) {
        graft_note(graft,
                   tum_edit_add_animation(graft->document, GRAFT_ANIMATION, channels, count, NULL));
    }
}

// A source that was tagged before has the animation already.
static void remove_animation(Graft *graft)
{
    const Cursor place = graft_member(&graft->root, "animations");
    for (size_t i = tum_edit_count(graft->document, &place); i-- > 0;) {
        const Cursor root = tum_cursor_root(graft->document, NULL);
        const Cursor animations = tum_cursor_member(&root, "animations");
        const Cursor animation = tum_cursor_item(&animations, i);
        const char *name = "";
        if (tum_cursor_text(&animation, "name", &name) && strcmp(name, GRAFT_ANIMATION) == 0) {
            tum_edit_remove_item(graft->document, &place, i);
        }
    }
}

TumStatus tum_document_tag(const TumDocument *source, TumDocument **tagged, TumReport *report)
{
    if (source == NULL || tagged == NULL) {
        return TUM_ERROR_ARGUMENT;
    }
    *tagged = NULL;
    if (tum_document_format(source) != TUM_FORMAT_GLTF) {
        tum_report_add(report, CODE_UNSUPPORTED_DIMENSION, tum_document_name(source), "",
                       "Tags are for glTF: optimizers do not read G4MF.");
        return TUM_ERROR_UNSUPPORTED;
    }
    Graft graft = {.source = source, .report = report};
    tum_graft_begin(&graft, source);
    tum_graft_survey(&graft);
    if (graft_is_fine(&graft)) {
        graft_note(&graft, tum_document_copy(source, &graft.document));
    }
    if (graft_is_fine(&graft)) {
        graft.root = tum_cursor_root(graft.document, NULL);
        graft.nodes = graft_member(&graft.root, "nodes");
        for (size_t i = 0; i < graft.source_count && graft_is_fine(&graft); ++i) {
            if (graft.is_needed[i]) {
                tag_node(&graft, i);
            }
        }
        remove_animation(&graft);
        add_animation(&graft);
    }
    tum_graft_end(&graft, source);
    *tagged = graft.document;
    return graft.status;
}
