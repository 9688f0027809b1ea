// SPDX-License-Identifier: MIT
/// stage.h: a document, bodies on some of its nodes, and a world that moves them: what a recording
/// needs, without a dialect.
#ifndef TUM_TESTS_RECORDING_STAGE_H
#define TUM_TESTS_RECORDING_STAGE_H

#include "document/node.h"
#include "scene/scene_builder.h"
#include "tests/support/support.h"
#include "tumble/document.h"
#include "tumble/world.h"

typedef struct Stage {
    TumReport *report;
    TumDocument *document;
    TumScene *scene;
    TumWorld *world;
} Stage;

/// A body on a node that nothing pulls and nothing touches.
static inline MotionDef free_motion(int32_t node, const double linear[3], const double angular[3])
{
    MotionDef motion = tum_default_motion_def();
    motion.node = node;
    motion.mass = 1.0;
    motion.gravity_factor = 0.0;
    motion.velocity_space = VELOCITY_IN_WORLD;
    motion.center_rule = CENTER_AT_NODE;
    motion.pointer = "/nodes";
    for (int i = 0; i < 3; ++i) {
        motion.inertia[i] = 1.0;
        motion.linear_velocity[i] = linear[i];
        motion.angular_velocity[i] = angular[i];
    }
    return motion;
}

static inline TumScene *stage_scene(const Stage *stage, const MotionDef *motions, size_t count)
{
    SceneBuilder *builder =
        tum_scene_builder_create(NULL, 3, 1000.0, tum_document_name(stage->document), NULL);
    assert_non_null(builder);
    const size_t node_count = tum_document_node_count(stage->document);
    tum_scene_builder_node_count(builder, node_count);
    for (size_t i = 0; i < node_count; ++i) {
        const DocumentNode *from = tum_document_node(stage->document, i);
        tum_scene_builder_node(builder, i,
                               &(NodeDef){.parent = from->parent,
                                          .in_scene = from->in_scene,
                                          .has_matrix = from->has_matrix,
                                          .local = from->local,
                                          .name = from->name});
    }
    for (size_t i = 0; i < count; ++i) {
        tum_scene_builder_motion(builder, &motions[i]);
    }
    TumScene *scene = NULL;
    assert_int_equal(tum_scene_builder_finish(builder, &scene), TUM_OK);
    tum_scene_builder_destroy(builder);
    return scene;
}

/// @param json     the document, without external buffers, named "stage.gltf".
/// @param motions  in node order.
static inline void stage_open(Stage *stage, const char *json, const MotionDef *motions,
                              size_t count)
{
    *stage = (Stage){.report = tum_report_create(NULL)};
    assert_non_null(stage->report);
    const TumDocumentOptions options = {.name = "stage.gltf"};
    assert_int_equal(
        tum_document_read(json, strlen(json), &options, &stage->document, stage->report), TUM_OK);
    stage->scene = stage_scene(stage, motions, count);
    const TumWorldDef def = tum_default_world_def();
    assert_int_equal(tum_world_create(stage->scene, &def, &stage->world, stage->report), TUM_OK);
}

static inline void stage_close(Stage *stage)
{
    tum_world_destroy(stage->world);
    tum_scene_destroy(stage->scene);
    tum_document_destroy(stage->document);
    tum_report_destroy(stage->report);
}

#endif
