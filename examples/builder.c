// SPDX-License-Identifier: MIT
// builder.c: a stack of boxes made by a program, and the glTF file that it becomes.

#include <stdio.h>

#include "tumble/tumble.h"

// A node with a box, and a body where it is to move. Whatever is wrong is in the report.
static void add_box(TumSceneBuilder *builder, const char *name, double y, int32_t shape,
                    bool is_body)
{
    TumNodeDef node = tum_default_node_def();
    TumColliderDef collider = tum_default_collider_def();
    TumBodyDef body = tum_default_body_def();
    node.name = name;
    node.position[1] = y;
    body.node = collider.node = tum_scene_builder_add_node(builder, &node);
    collider.shape = shape;
    tum_scene_builder_add_collider(builder, &collider);
    if (is_body) {
        tum_scene_builder_add_body(builder, &body);
    }
}

static TumStatus build(TumScene **scene, TumReport *report)
{
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 3, 0.0, "boxes", report);
    if (builder == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const TumShape plate = {.kind = TUM_SHAPE_BOX, .size = {10.0, 1.0, 10.0}};
    const TumShape cube = {.kind = TUM_SHAPE_BOX, .size = {1.0, 1.0, 1.0}};
    const int32_t cubes = tum_scene_builder_add_shape(builder, &cube);
    add_box(builder, "Floor", -0.5, tum_scene_builder_add_shape(builder, &plate), false);
    for (int i = 0; i < 5; ++i) {
        char name[16];
        snprintf(name, sizeof name, "Box %d", i + 1);
        add_box(builder, name, 0.5 + i, cubes, true);
    }
    const TumStatus status = tum_scene_builder_finish(builder, scene);
    tum_scene_builder_destroy(builder);
    return status;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "boxes.gltf";
    TumReport *report = tum_report_create(NULL);
    TumScene *scene = NULL;
    TumDocument *document = NULL;
    const TumWriteOptions khr = {.target = TUM_TARGET_KHR};
    const TumSaveOptions embedded = {.embed = true};
    TumStatus status = build(&scene, report);
    status = status ? status : tum_scene_write(scene, NULL, &khr, &document, report);
    status = status ? status : tum_document_save(document, path, &embedded, report);
    for (size_t i = 0; i < tum_report_count(report); ++i) {
        const TumDiagnostic *found = tum_report_at(report, i);
        fprintf(stderr, "%s %s: %s\n", found->code, found->pointer, found->message);
    }
    if (status == TUM_OK) {
        printf("%s has %zu bodies of %g kg\n", path, scene->body_count, scene->bodies[0].mass);
    }
    tum_document_destroy(document);
    tum_scene_destroy(scene);
    tum_report_destroy(report);
    return status == TUM_OK ? 0 : 1;
}
