// SPDX-License-Identifier: MIT
/// scene_of.h: a scene of the benchmark, read as any engine would.
#ifndef TUM_TESTS_BENCH_SCENE_OF_H
#define TUM_TESTS_BENCH_SCENE_OF_H

#include "scenes/scenes.h"
#include "tests/support/support.h"
#include "tumble/dialect.h"

typedef struct BenchScene {
    TumReport *report;
    TumDocument *document;
    TumScene *scene;
} BenchScene;

static inline BenchScene bench_scene(const char *name)
{
    BenchScene bench = {.report = tum_report_create(NULL)};
    ScenePlan plan;
    assert_true(scene_plan_find(name, &plan));
    assert_int_equal(scene_plan_document(&plan, &bench.document, bench.report), TUM_OK);
    assert_int_equal(tum_scene_read(bench.document, NULL, &bench.scene, bench.report), TUM_OK);
    assert_no_errors(bench.report);
    return bench;
}

static inline void bench_scene_end(BenchScene *bench)
{
    tum_scene_destroy(bench->scene);
    tum_document_destroy(bench->document);
    tum_report_destroy(bench->report);
}

#endif
