// SPDX-License-Identifier: MIT
/// scenes.h: the scenes of the benchmark, each a document that any engine can be given: glTF, and
/// of the scenes of four dimensions G4MF.
///
///     const ScenePlan *plan = scene_plan_find("pyramid");
///     TumDocument *document = NULL;
///     TumStatus status = scene_plan_document(plan, &document, report);
///
/// Y points up, a frame is 1/60 s, sleep is off. What the format has no words for is in the names
/// of nodes: a body called "asleep" sleeps from the start and may sleep again.
#ifndef SCENES_SCENES_H
#define SCENES_SCENES_H

#include "gltf.h"

typedef struct FourText FourText;

typedef struct ScenePlan {
    const char *name;
    int warm_up; ///< Frames that run before the clock does.
    int frames;  ///< Frames that are timed.
    void (*build)(Gltf *gltf);
    void (*build4)(FourText *text); ///< Of a scene of four dimensions; else NULL.
} ScenePlan;

enum {
    SCENE_PLAN_COUNT = 21,
    SCENE_BENCH_COUNT = 14 ///< The first of them run where none is named; the rest tell how cost
                           ///< grows, and what meshes take to be made.
};
extern const ScenePlan scene_plans[SCENE_PLAN_COUNT];

/// @return NULL where there is no such scene.
const ScenePlan *scene_plan_find(const char *name);

/// Builds the scene's document; destroy it with tum_document_destroy.
TumStatus scene_plan_document(const ScenePlan *plan, TumDocument **document, TumReport *report);

/// A row of even pseudo-random numbers: the same everywhere.
typedef struct SceneRandom {
    uint64_t state;
} SceneRandom;

/// The next number of [low, high).
double scene_random(SceneRandom *random, double low, double high);

#endif
