// SPDX-License-Identifier: MIT
// hello.c: opens a file, runs its physics for five seconds and prints where every body ends.

#include <stdio.h>

#include "tumble/tumble.h"

int main(int argc, char **argv)
{
    TumReport *report = tum_report_create(NULL);
    TumDocument *document = NULL;
    TumScene *scene = NULL;
    TumWorld *world = NULL;
    const TumWorldDef def = tum_default_world_def();
    TumStatus status = tum_document_open(argc > 1 ? argv[1] : "-", NULL, &document, report);
    status = status ? status : tum_scene_read(document, NULL, &scene, report);
    status = status ? status : tum_world_create(scene, &def, &world, report);
    for (int i = 0; i < 300 && status == TUM_OK; ++i) {
        status = tum_world_step(world, 1.0f / 60.0f);
    }
    for (size_t i = 0; i < (status ? 0 : tum_world_body_count(world)); ++i) {
        const TumBodyId body = tum_world_body_at(world, i);
        const TumVec3 p = tum_body_pose3(world, body).position;
        printf("%s: %.3f %.3f %.3f\n", scene->nodes[tum_body_node(world, body)].name, p.x, p.y,
               p.z);
    }
    for (size_t i = 0; i < tum_report_count(report); ++i) {
        const TumDiagnostic *found = tum_report_at(report, i);
        fprintf(stderr, "%s %s\n", found->code, found->message);
    }
    tum_world_destroy(world);
    tum_scene_destroy(scene);
    tum_document_destroy(document);
    tum_report_destroy(report);
    return status == TUM_OK ? 0 : 1;
}
