// SPDX-License-Identifier: MIT
// judge_poses.c: the judge of the benchmark over poses that another engine has written.
//
//     tumble-judge SCENE POSES NAME
//
// POSES holds floats of this machine: positions (3 a body) and rotations (4 a body) of one frame,
// then of the next, in the order of the scene. NAME is that of the benchmark's scene. Prints a line
// of JSON.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/judge.h"
#include "tumble/tumble.h"

static TumScene *read_scene(const char *path, TumReport *report)
{
    TumDocument *document = NULL;
    TumScene *scene = NULL;
    if (tum_document_open(path, NULL, &document, report) == TUM_OK) {
        tum_scene_read(document, NULL, &scene, report);
    }
    tum_document_destroy(document);
    return scene;
}

// The floats of a file; NULL where it has another number of them.
static float *read_floats(const char *path, size_t count)
{
    FILE *file = fopen(path, "rb");
    float *floats = malloc((count + 1) * sizeof *floats);
    size_t got = 0;
    if (file != NULL && floats != NULL) {
        got = fread(floats, sizeof *floats, count + 1, file);
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    if (got != count) {
        free(floats);
        return NULL;
    }
    return floats;
}

static bool judge(const TumScene *scene, const char *poses, const char *name, BenchQuality *quality)
{
    const size_t bodies = scene->body_count;
    float *floats = read_floats(poses, 14 * bodies);
    bool *awake = malloc((bodies + 1) * sizeof *awake);
    bool is_done = false;
    if (floats != NULL && awake != NULL) {
        memset(awake, 1, bodies + 1);
        const BenchPoses before = {floats, floats + 3 * bodies, awake};
        const BenchPoses now = {floats + 7 * bodies, floats + 10 * bodies, awake};
        is_done = bench_judge(scene, name, &now, &before, quality);
    }
    free(awake);
    free(floats);
    return is_done;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: tumble-judge SCENE POSES NAME\n");
        return 2;
    }
    TumReport *report = tum_report_create(NULL);
    TumScene *scene = read_scene(argv[1], report);
    BenchQuality q = {0};
    const bool is_judged =
        scene != NULL && scene->dimension == 3 && judge(scene, argv[2], argv[3], &q);
    if (is_judged) {
        printf("{\"bodies\": %zu, \"deepest\": %.6g, \"deep99\": %.6g, \"overlaps\": %llu, "
               "\"drift\": %.6g, "
               "\"joint\": %.6g, \"speed\": %.6g, \"lost\": %llu, \"not_finite\": %llu, "
               "\"unmeasured\": %llu}\n",
               scene->body_count, q.deepest, q.deep99, (unsigned long long)q.overlaps,
               q.drift_largest, q.joint_largest, q.speed, (unsigned long long)q.lost,
               (unsigned long long)q.not_finite, (unsigned long long)q.unmeasured);
    } else {
        fprintf(stderr, "tumble-judge: %s or %s cannot be judged\n", argv[1], argv[2]);
    }
    tum_scene_destroy(scene);
    tum_report_destroy(report);
    return is_judged ? 0 : 1;
}
