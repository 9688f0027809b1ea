// SPDX-License-Identifier: MIT
// scene_read.c: from a document to a physics scene: nodes, then the content of each node by
// dialect.
#include "dialects/animation_reader.h"
#include "dialects/dialect.h"
#include "dialects/g4mf_reader.h"
#include "dialects/required_extensions.h"
#include "dialects/trigger_members.h"
#include "tumble/capacity.h"

#include <stdio.h>
#include <string.h>

static void read_nodes(SceneReader *reader)
{
    const bool is_4d = tum_document_dimension(reader->document) == 4;
    tum_scene_builder_share(reader->builder, tum_document_places(reader->document));
    tum_scene_builder_node_count(reader->builder, reader->node_count);
    for (size_t i = 0; i < reader->node_count; ++i) {
        const DocumentNode *node = tum_document_node(reader->document, i);
        NodeDef def = {.parent = node->parent,
                       .in_scene = node->in_scene,
                       .has_matrix = node->has_matrix,
                       .local = node->local,
                       .name = node->name};
        memcpy(def.animated, node->animated, sizeof def.animated);
        tum_scene_builder_node(reader->builder, i, &def);
        if (is_4d) {
            tum_scene_builder_node4(reader->builder, i,
                                    tum_document_node4(reader->document, i)->local);
        }
    }
}

// The arbiter between dialects. Dialects that are not read have no state.
typedef struct DialectArbiter {
    void *states[DIALECT_COUNT];
    size_t motion_counts[DIALECT_COUNT]; // nodes with a motion from each dialect
    bool is_winner[DIALECT_COUNT];       // the dialect was read in place of another one ...
    bool is_loser[DIALECT_COUNT];        // ... or skipped in favor of another one
    int32_t overlap_node;                // the first of those nodes
    bool has_read;                       // a dialect was read at some node
    unsigned char *listed;               // [node_count] see mark_listed; NULL: not computed yet
} DialectArbiter;

static bool is_read(const SceneReader *reader, const Dialect *dialect)
{
    return reader->dialect == TUM_DIALECT_ANY
               ? !dialect->is_on_request
               : (dialect->answers_to >> (unsigned)reader->dialect & 1u) != 0;
}

// A collider in one dialect excludes a trigger of another at the same node.
static unsigned with_exclusive_aspects(unsigned aspects)
{
    const unsigned volumes = ASPECT_COLLIDER | ASPECT_TRIGGER | ASPECT_COMPOUND;
    return (aspects & volumes) != 0 ? aspects | volumes : aspects;
}

static void note_overlap(DialectArbiter *arbiter, int winner, int loser, int32_t node)
{
    if (arbiter->overlap_node < 0) {
        arbiter->overlap_node = node;
    }
    arbiter->is_winner[winner] = true;
    arbiter->is_loser[loser] = true;
}

// "'OMI_physics_body', 'MSFT_rigid_bodies'": the names of marked dialects.
static const char *name_list(const bool *is_marked, char *text, size_t room)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < DIALECT_COUNT && used < room; ++i) {
        if (is_marked[i]) {
            used += (size_t)snprintf(text + used, room - used, "%s'%s'", used > 0 ? ", " : "",
                                     tum_dialects[i]->name);
        }
    }
    return text;
}

static void report_overlap(SceneReader *reader, const DialectArbiter *arbiter)
{
    if (arbiter->overlap_node < 0) {
        return;
    }
    char winners[160], losers[160];
    tum_cursor_report(&reader->root, CODE_PHYSICS_DIALECT_OVERLAP,
                      "Node %d, and perhaps others, is described more than once: %s read, %s "
                      "ignored there.",
                      (int)arbiter->overlap_node,
                      name_list(arbiter->is_winner, winners, sizeof winners),
                      name_list(arbiter->is_loser, losers, sizeof losers));
    reader_decision(&reader->root, "D1");
}

static void read_node(SceneReader *reader, DialectArbiter *arbiter, int32_t node, const Cursor *at)
{
    unsigned taken = 0;
    int winner = -1;
    for (int i = 0; i < DIALECT_COUNT; ++i) {
        if (arbiter->states[i] == NULL || (reader->extended[node] >> i & 1) == 0) {
            continue;
        }
        const unsigned offered = tum_dialects[i]->aspects(arbiter->states[i], at);
        const unsigned wanted = offered & ~taken;
        if ((offered & taken) != 0) {
            note_overlap(arbiter, winner, i, node);
        }
        if (wanted == 0) {
            continue;
        }
        tum_dialects[i]->read_node(reader, arbiter->states[i], node, at, wanted);
        reader->aspects[node] |= (unsigned char)wanted;
        arbiter->motion_counts[i] += (wanted & ASPECT_MOTION) != 0 ? 1 : 0;
        arbiter->has_read = true;
        taken |= with_exclusive_aspects(wanted);
        winner = winner < 0 ? i : winner;
    }
}

static unsigned all_aspects(const SceneReader *reader, const DialectArbiter *arbiter, int32_t node,
                            const Cursor *at)
{
    unsigned aspects = 0;
    for (int i = 0; i < DIALECT_COUNT; ++i) {
        if (arbiter->states[i] != NULL && (reader->extended[node] >> i & 1) != 0) {
            aspects |= tum_dialects[i]->aspects(arbiter->states[i], at);
        }
    }
    return aspects;
}

enum { LISTED_UNKNOWN, LISTED_NO, LISTED_YES };

// Marks the root nodes of scenes.
static unsigned char *mark_listed(SceneReader *reader)
{
    unsigned char *listed = tum_arena_zeroed(&reader->arena, reader->node_count, 1);
    Cursor root = reader->root;
    root.report = NULL; // Faults of the lists are filed by the check of the document.
    const Cursor scenes = tum_cursor_array(&root, "scenes");
    const size_t scene_count = tum_cursor_count(&scenes);
    for (size_t i = 0; listed != NULL && i < scene_count; ++i) {
        const Cursor scene = tum_cursor_item(&scenes, i);
        const Cursor roots = tum_cursor_array(&scene, "nodes");
        const size_t count = tum_cursor_count(&roots);
        for (size_t k = 0; k < count; ++k) {
            const int32_t node = tum_cursor_index_at(&roots, k, reader->node_count);
            if (node >= 0) {
                listed[node] = LISTED_YES;
            }
        }
    }
    return listed;
}

// True where a node is at or below a marked one. Results are cached along the way, so that all
// queries together walk every edge of the tree once.
static bool is_listed(const SceneReader *reader, unsigned char *listed, int32_t node)
{
    int32_t top = node;
    while (listed[top] == LISTED_UNKNOWN) {
        const int32_t parent = tum_document_node(reader->document, (size_t)top)->parent;
        if (parent < 0) {
            listed[top] = LISTED_NO;
        } else {
            top = parent;
        }
    }
    const unsigned char answer = listed[top];
    for (int32_t at = node; at != top;) {
        listed[at] = answer;
        at = tum_document_node(reader->document, (size_t)at)->parent;
    }
    return answer == LISTED_YES;
}

// Nodes outside the active scene carry no objects. A finding is useful where another scene lists
// the nodes; nodes of no scene are templates.
static void report_outside(SceneReader *reader, DialectArbiter *arbiter, int32_t node,
                           const Cursor *at)
{
    if (all_aspects(reader, arbiter, node, at) == 0) {
        return;
    }
    if (arbiter->listed == NULL) {
        arbiter->listed = mark_listed(reader);
    }
    if (arbiter->listed != NULL && is_listed(reader, arbiter->listed, node)) {
        tum_cursor_report(at, CODE_PHYSICS_NOT_IN_SCENE,
                          "The node is in another scene than the active one; its physics is not "
                          "read.");
    }
}

// Instancing multiplies the visible mesh; physics applies once, to the node.
static void check_instances(const SceneReader *reader, int32_t node, const Cursor *at)
{
    if (reader->aspects[node] == 0) {
        return;
    }
    const Cursor extensions = tum_cursor_member(at, "extensions");
    if (reader_has(&extensions, "EXT_mesh_gpu_instancing")) {
        tum_cursor_report(at, CODE_PHYSICS_INSTANCED_NODE,
                          "The node has instances; its physics applies once, to the node.");
    }
}

static void report_mixed_dialects(SceneReader *reader, const DialectArbiter *arbiter)
{
    int first = -1;
    for (int i = 0; i < DIALECT_COUNT; ++i) {
        if (arbiter->motion_counts[i] == 0) {
            continue;
        }
        if (first >= 0) {
            tum_cursor_report(&reader->root, CODE_PHYSICS_DIALECT_MIXED,
                              "Some bodies are described in '%s' and others in '%s'.",
                              tum_dialects[first]->name, tum_dialects[i]->name);
            reader_decision(&reader->root, "D1");
            return;
        }
        first = i;
    }
}

static void report_nothing_read(SceneReader *reader, const DialectArbiter *arbiter)
{
    if (reader->dialect != TUM_DIALECT_ANY && !arbiter->has_read) {
        tum_cursor_report(&reader->root, CODE_PHYSICS_DIALECT_FORCED,
                          "No node in the scene has physics in the dialect '%s', which was asked "
                          "for.",
                          tum_dialect_name(reader->dialect));
    }
}

// Counts bodies and colliders before any is read, so that their arrays, the largest of a scene,
// have room for them and for no more.
static void expect_items(SceneReader *reader, const DialectArbiter *arbiter)
{
    Cursor nodes = reader->nodes;
    nodes.report = NULL; // Faults are filed where the node is read.
    size_t motions = 0, colliders = 0;
    for (size_t i = 0; i < reader->node_count; ++i) {
        if (reader->extended[i] == 0 || !tum_document_node(reader->document, i)->in_scene) {
            continue;
        }
        const Cursor node = tum_cursor_item(&nodes, i);
        const unsigned aspects = all_aspects(reader, arbiter, (int32_t)i, &node);
        motions += (aspects & ASPECT_MOTION) != 0;
        colliders += (aspects & ASPECT_COLLIDER) != 0;
    }
    tum_scene_builder_expect(reader->builder, motions, colliders);
}

static void read_physics(SceneReader *reader)
{
    DialectArbiter arbiter = {.overlap_node = -1};
    if (!tum_dialects_mark(reader)) {
        return;
    }
    for (int i = 0; i < DIALECT_COUNT; ++i) {
        if (!is_read(reader, tum_dialects[i])) {
            continue;
        }
        arbiter.states[i] = tum_dialects[i]->open(reader);
        if (arbiter.states[i] == NULL) {
            return;
        }
    }
    expect_items(reader, &arbiter);
    for (size_t i = 0; i < reader->node_count && reader_is_fine(reader); ++i) {
        const Cursor node = tum_cursor_item(&reader->nodes, i);
        if (tum_document_node(reader->document, i)->in_scene) {
            read_node(reader, &arbiter, (int32_t)i, &node);
            check_instances(reader, (int32_t)i, &node);
        } else {
            report_outside(reader, &arbiter, (int32_t)i, &node);
        }
    }
    if (!reader_is_fine(reader)) {
        return;
    }
    tum_trigger_members_check(reader);
    report_overlap(reader, &arbiter);
    report_mixed_dialects(reader, &arbiter);
    report_nothing_read(reader, &arbiter);
    for (int i = 0; i < DIALECT_COUNT; ++i) {
        if (arbiter.states[i] != NULL) {
            tum_dialects[i]->close(reader, arbiter.states[i]);
        }
    }
    tum_scene_builder_dialects(reader->builder, reader->ids);
}

static TumStatus reader_status(const SceneReader *reader)
{
    if (reader->out_of_memory) {
        return TUM_ERROR_MEMORY;
    }
    if (reader->refused) {
        return TUM_ERROR_INPUT;
    }
    return reader->beyond_capacity ? TUM_ERROR_CAPACITY : TUM_OK;
}

static TumStatus read_scene(SceneReader *reader, const TumSceneOptions *options, TumScene **scene)
{
    const double density =
        options != NULL && options->default_density > 0.0 ? options->default_density : 1000.0;
    reader->literal_stiffness = options != NULL && options->literal_stiffness;
    reader->node_velocities = options != NULL && options->node_velocities;
    const bool is_g4mf = tum_document_format(reader->document) == TUM_FORMAT_G4MF;
    if (is_g4mf) {
        tum_g4mf_check_required(reader);
    } else {
        tum_required_extensions_check(reader);
    }
    if (!reader_is_fine(reader)) {
        return reader_status(reader);
    }
    if (reader->node_count > TUM_MAX_NODES) {
        return TUM_ERROR_CAPACITY;
    }
    reader->builder = tum_scene_builder_create(options != NULL ? &options->allocator : NULL,
                                               tum_document_dimension(reader->document), density,
                                               tum_document_name(reader->document), reader->report);
    if (reader->builder == NULL) {
        return TUM_ERROR_MEMORY;
    }
    read_nodes(reader);
    if (is_g4mf) {
        // The format's own physics is read, unless the options ask for another dialect.
        if (reader->dialect == TUM_DIALECT_ANY || reader->dialect == TUM_DIALECT_G4MF) {
            tum_g4mf_read(reader);
        }
    } else {
        read_physics(reader);
    }
    if (reader_is_fine(reader) && !is_g4mf && (options == NULL || !options->no_animations)) {
        tum_animations_read(reader);
    }
    TumStatus status = reader_status(reader);
    if (status == TUM_OK) {
        status = tum_scene_builder_finish(reader->builder, scene);
    }
    tum_scene_builder_destroy(reader->builder);
    return status;
}

TumStatus tum_scene_read(const TumDocument *document, const TumSceneOptions *options,
                         TumScene **scene, TumReport *report)
{
    if (scene == NULL) {
        return TUM_ERROR_ARGUMENT;
    }
    *scene = NULL;
    if (document == NULL || (options != NULL && (unsigned)options->dialect >= TUM_DIALECT_COUNT)) {
        return TUM_ERROR_ARGUMENT;
    }
    SceneReader reader;
    TumStatus status = TUM_ERROR_MEMORY;
    if (tum_scene_reader_init(&reader, document, options, report)) {
        status = read_scene(&reader, options, scene);
    }
    tum_scene_reader_clear(&reader);
    return status;
}

// Reads a document and destroys it.
static TumStatus read_and_destroy(TumDocument *document, TumStatus opened,
                                  const TumSceneOptions *options, TumScene **scene,
                                  TumReport *report)
{
    const TumStatus status =
        opened == TUM_OK ? tum_scene_read(document, options, scene, report) : opened;
    tum_document_destroy(document);
    return status;
}

TumStatus tum_scene_open(const char *path, const TumSceneOptions *options, TumScene **scene,
                         TumReport *report)
{
    if (scene == NULL) {
        return TUM_ERROR_ARGUMENT;
    }
    *scene = NULL;
    if (path == NULL) {
        return TUM_ERROR_ARGUMENT;
    }
    TumDocumentOptions reading = {0};
    if (options != NULL) {
        reading.allocator = options->allocator;
        reading.map_from_bytes = options->map_from_bytes;
    }
    TumDocument *document = NULL;
    const TumStatus opened = tum_document_open(path, &reading, &document, report);
    return read_and_destroy(document, opened, options, scene, report);
}

TumStatus tum_scene_read_bytes(const void *bytes, size_t count, const TumDocumentOptions *where,
                               const TumSceneOptions *options, TumScene **scene, TumReport *report)
{
    if (scene == NULL) {
        return TUM_ERROR_ARGUMENT;
    }
    *scene = NULL;
    if (bytes == NULL) {
        return TUM_ERROR_ARGUMENT;
    }
    TumDocument *document = NULL;
    const TumStatus opened = tum_document_read(bytes, count, where, &document, report);
    return read_and_destroy(document, opened, options, scene, report);
}
